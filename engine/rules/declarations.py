"""Checking declarations: header, options, types and components."""

from __future__ import annotations

from typing import Any

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.diagnostics import nearest
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.types import (
    ERROR,
    NUMBER,
    PLAYER,
    TEXT,
    TRUTH,
    Type,
)
from engine.rules.walk import walk
from engine.rules.zones import Zones

MAX_PLAYERS = 12
MAX_VALUES = 1_000
"""Of an option: they are all listed for who chooses one."""
STARTS = ("anyone", "random", "leader", "loser", "next player", "next starter")


class Declarations(Zones):
    """Turns declarations into the model's, each checked against those before it."""

    # ---- header

    def header(self, game: s.Game) -> m.Header:
        """Check the header's lines; each stands at most once."""
        fields: dict[str, Any] = {"rounds": self.literal(1, game.span)}
        seen: dict[str, Span] = {}
        for line in game.lines:
            if isinstance(line, s.Words):
                fields["words"] = line.text
            elif isinstance(line, s.HeaderLine):
                if line.field in seen:
                    first = seen[line.field].line
                    message = f"'{line.field}' was already said in line {first}"
                    self.error(Code.E202, message, self.word(line.field, line.span))
                seen[line.field] = line.span
                getattr(self, f"_head_{line.field}")(line, fields)
        if "players" not in seen and "players" not in self.findings.uncertain:
            self.error(
                Code.E201, "the game doesn't say how many play it", game.span,
                hint="add a line 'players 2' or 'players 2..4'",
            )  # fmt: skip
        if "teams" in fields:
            self._even_teams(fields, seen["teams"])
        return m.Header(title=game.title, span=game.span, **fields)

    def _head_subtitle(self, line: s.HeaderLine, fields: dict[str, Any]) -> None:
        assert isinstance(line.values[0], s.Text)
        fields["subtitle"] = line.values[0].value

    def _head_aim(self, line: s.HeaderLine, fields: dict[str, Any]) -> None:
        assert isinstance(line.values[0], s.Text)
        fields["aim"] = line.values[0].value

    def _head_players(self, line: s.HeaderLine, fields: dict[str, Any]) -> None:
        node = line.values[0]
        pair = (node.low, node.high) if isinstance(node, s.Range) else (node, node)
        low, high = (n.value if isinstance(n, s.Number) else 0 for n in pair)
        if not all(isinstance(n, s.Number) for n in pair):
            self.error(
                Code.E106, "how many play is a plain number or range", node.span, "as in 2..4"
            )
            return
        if not 1 <= low <= high <= MAX_PLAYERS:
            message = f"a game is for 1 to {MAX_PLAYERS} players, the fewest first"
            self.error(Code.E104, message, node.span)
            return
        fields["players"] = (low, high)

    def _head_rounds(self, line: s.HeaderLine, fields: dict[str, Any]) -> None:
        fields["rounds"] = self.fixed(self.number(line.values[0], "'rounds'"))

    def _head_teams(self, line: s.HeaderLine, fields: dict[str, Any]) -> None:
        node = line.values[0]
        if not isinstance(node, s.Number):
            self.error(
                Code.E106, "how many teams there are is a plain number", node.span, "as in 2"
            )
            return
        if node.value < 2:
            self.error(Code.E104, "a game has at least two teams, or none", node.span)
            return
        fields["teams"] = node.value

    def _even_teams(self, fields: dict[str, Any], span: Span) -> None:
        """Report a number of players that makes no teams of one size."""
        low, high = fields.get("players", (1, 0))
        teams = fields["teams"]
        for count in range(low, high + 1):
            if count % teams or count == teams:
                message = f"{count} players don't make {teams} teams of two or more each"
                self.error(Code.E104, message, span)
                return

    def count_teams(self, game: s.Game) -> int:
        """Return how many teams a game has, before anything else of it is checked."""
        said = [x for x in game.lines if isinstance(x, s.HeaderLine) and x.field == "teams"]
        counts = [line.values[0] for line in said]
        return next((n.value if isinstance(n, s.Number) else 2 for n in counts), 0)

    def _head_starts(self, line: s.HeaderLine, fields: dict[str, Any]) -> None:
        for key, value in zip(("starts", "then"), line.values, strict=False):
            assert isinstance(value, s.Phrase)
            order = " ".join(value.words)
            if order not in STARTS:
                guess = nearest(order, STARTS)
                listed = ", ".join(STARTS)
                self.findings.error(
                    Code.E015, f"'{order}' doesn't say who starts; known are {listed}", value.span,
                    fix=guess,
                )  # fmt: skip
                continue
            fields[key] = order
        fields["starts_words"] = line.words

    # ---- options and types

    def option(self, node: s.Option) -> m.Option:
        """Check an option: numbers or words, and a default among them."""
        domain = self.spec(node.type, f"option {node.name}")
        value = self._default(node, domain)
        default = value.value if isinstance(value, m.Literal_) else 0
        if not isinstance(value, m.Literal_):
            self.error(
                Code.E106, "the default of an option is one of its values", node.default.span
            )
        what = f"'{node.name}'" if node.fixed else f"the default of '{node.name}'"
        self.within(value, domain, what)
        plain = isinstance(domain.low, m.Literal_) and isinstance(domain.high, m.Literal_)
        if domain.type.kind not in ("truth", "number", "enum", "error") or domain.type == PLAYER:
            self.error(Code.E101, "an option is over numbers or words", node.type.span)
        if domain.type.maybe:
            self.error(Code.E101, "an option always has a value; leave out the '?'", node.type.span)
        if domain.type.kind == "number" and not plain:
            self.error(Code.E106, "the range of an option is two plain numbers", node.type.span)
        if domain.type.kind == "number" and plain:
            self._can_be_listed(node, domain)
        return m.Option(
            name=node.name, domain=domain, default=default, words=node.words, fixed=node.fixed,
            span=node.span,
        )  # fmt: skip

    def _can_be_listed(self, node: s.Option, domain: m.Domain) -> None:
        """Report an option with more values than can be listed for who chooses one."""
        low, high = (getattr(x, "value", 0) for x in (domain.low, domain.high))
        if high - low >= MAX_VALUES:
            count = f"{high - low + 1:,}"
            message = f"an option has at most {MAX_VALUES:,} values; '{node.name}' has {count}"
            self.error(Code.E107, message, node.type.span)

    def _default(self, node: s.Option, domain: m.Domain) -> m.Expr:
        """Check an option's default; of words it is one of those listed."""
        kind, written = domain.type, node.default
        if kind.kind == "enum" and kind.name in self.names.enums and isinstance(written, s.Name):
            members = [member.name for member in self.names.enums[kind.name].members]
            if written.name not in members:
                message = f"'{written.name}' is none of the values of '{node.name}'"
                self.findings.error(
                    Code.E010, message, written.span, fix=nearest(written.name, members)
                )
                return self.fail(written.span)
        if kind == TRUTH and isinstance(written, s.Name) and written.name not in ("yes", "no"):
            self.error(Code.E010, f"'{node.name}' is either yes or no", written.span)
            return self.fail(written.span)
        return self.want(self.expr(written, kind), kind, f"the default of '{node.name}'")

    def declared_type(self, node: s.TypeDecl) -> None:
        """Check `type X = …`: an enumeration, or another name for a range."""
        names = self.names
        taken = {**names.enums, **names.components, **names.aliases}
        if node.name in taken or node.name in ("Player", "Team"):
            place = self.word(node.name, node.span)
            self.error(Code.E011, f"there is already a type '{node.name}'", place)
            return
        first = node.type.parts[0]
        if len(node.type.parts) == 1 and isinstance(first, s.Range) and not first.maybe:
            names.aliases[node.name] = self.spec(node.type, node.name)
        else:
            self.enumeration(node.type, node.name, node.words)

    # ---- components

    def component_shell(self, node: s.Component) -> None:
        """Declare a component with its attributes, so that others may speak of it."""
        taken = {**self.names.enums, **self.names.components, **self.names.aliases}
        if node.name in taken or node.name in ("Player", "Team"):
            place = self.word(node.name, node.span)
            self.error(Code.E011, f"there is already a type '{node.name}'", place)
            return
        attributes: list[m.Attribute] = []
        for a in node.attributes:
            if any(a.name == other.name for other in attributes):
                self.names.lost += 1
                place = self.word(a.name, a.span)
                self.error(Code.E011, f"{node.name} has '{a.name}' twice", place)
                continue
            if a.name == "space":
                self.error(Code.E011, "'space' is where a piece stands on a track", a.span)
            domain = self.spec(a.type, f"{node.name}.{a.name}")
            default = None
            if a.default is not None:
                value = self.expr(a.default, domain.type)
                what = f"'{a.name}'"
                default = self.fixed(self.want(value, domain.type, what))
                self.within(default, domain, what)
            attributes.append(
                m.Attribute(
                    name=a.name, domain=domain, default=default, changes=a.changes, span=a.span
                )
            )
        self.names.components[node.name] = m.Component(
            name=node.name, attributes=tuple(attributes), called=None,
            self_key=self.names.new_key(), makes=(), words=node.words, span=node.span,
        )  # fmt: skip

    def component(self, node: s.Component) -> m.Component | None:
        """Check what a component is called and how many are made."""
        shell = self.names.components.get(node.name)
        if shell is None or shell.span != node.span:
            return None
        called = self._called(node, shell)
        makes = tuple(self._make(make, shell) for make in node.makes)
        if not makes and "make" not in self.findings.uncertain:
            place = self.word(node.name, node.span)
            self.error(Code.E201, f"no {node.name} is ever made", place, "add a line 'make 1 …'")
        back = self._back(node, shell)
        return shell.model_copy(update={"called": called, "makes": makes, "back": back})

    def _back(self, node: s.Component, shell: m.Component) -> tuple[str, ...]:
        """Check which attributes can be read on the back of a component."""
        known = {a.name: a for a in shell.attributes}
        found: list[str] = []
        for name in node.back.names if node.back else ():
            assert node.back is not None
            place = self.word(name, node.back.span)
            if name not in known:
                message = f"{shell.name} has no attribute '{name}'"
                self.names.unknown(Code.E014, message, name, place, known)
            elif known[name].changes:
                message = f"'{name}' changes, so it can't be printed on the back"
                self.error(Code.E203, message, place, "only what is fixed stands there")
            elif name in found:
                self.error(Code.E202, f"'{name}' stands on the back twice", place)
            else:
                found.append(name)
                self.names.used.add(f"{node.name}.{name}")
        return tuple(found)

    def _called(self, node: s.Component, shell: m.Component) -> m.Expr | None:
        if node.called is None:
            return None
        with self.names.block():
            for attribute in shell.attributes:
                place = self.word(attribute.name, attribute.span)
                local = self.names.add_local(attribute.name, attribute.domain.type, place)
                self.attribute_locals[local.key] = (shell.self_key, attribute.name)
            value = self.expr(node.called.value, TEXT)
            for local in self.names.scopes[-1].values():
                if local.used:
                    self.names.used.add(f"{node.name}.{local.name}")
        return self.want(value, TEXT, "'called'")

    attribute_locals: dict[int, tuple[int, str]]

    def _make(self, node: s.Make, shell: m.Component) -> m.Make:
        known = {a.name: a for a in shell.attributes}
        items: list[m.MakeItem] = []
        sure = True
        for item in node.items:
            attribute = known.get(item.name)
            if attribute is None:
                sure = False
                self.names.unknown(
                    Code.E014,
                    f"{shell.name} has no attribute '{item.name}'",
                    item.name,
                    item.span,
                    known,
                )
                continue
            if any(item.name == other.attribute for other in items):
                self.error(Code.E202, f"'{item.name}' is given twice", item.span)
            items.append(m.MakeItem(attribute=item.name, values=self._values(item, attribute)))
        given = {item.attribute for item in items}
        for a in shell.attributes:
            if sure and a.name not in given and a.default is None and not a.changes:
                self.error(
                    Code.E201, f"this doesn't say which '{a.name}' the pieces have", node.span,
                    hint=f"add '{a.name} = …', or 'for each {a.name}'",
                )  # fmt: skip
        count = self.fixed(self.number(node.count, "'make'"))
        when = None if node.when is None else self.fixed(self.truth(node.when))
        return m.Make(count=count, items=tuple(items), when=when, span=node.span)

    def _numbers_as_words(self, node: s.Expr, kind: Type) -> s.Expr:
        """Return a range as the list of its numbers, where these are words of a type."""
        known = self.names.enums.get(kind.name) if kind.kind == "enum" else None
        if known is None or not isinstance(node, s.Range):
            return node
        if not isinstance(node.low, s.Number) or not isinstance(node.high, s.Number):
            return node
        low, high = node.low.value, node.high.value
        listed = [x.number for x in known.members if x.number is not None]
        if low not in listed or high not in listed or low > high:
            return node
        numbers = tuple(s.Number(node.span, n) for n in listed if low <= n <= high)
        return s.SetLiteral(node.span, numbers)

    def _values(self, item: s.MakeItem, attribute: m.Attribute) -> m.Expr:
        """Return the values of an attribute in a make line, as something to run through."""
        domain = attribute.domain
        if item.value is None:
            if domain.type.kind == "number" and domain.low and domain.high:
                return m.Interval(
                    low=domain.low,
                    high=domain.high,
                    type=Type("set", (), (NUMBER,)),
                    span=item.span,
                )
            return m.Everything(
                of=domain.type, type=Type("set", (), (domain.type,)), span=item.span
            )
        if item.form == "in":
            written: s.Expr = self._numbers_as_words(item.value, domain.type)
            source, kind = self.domain(written, Type("set", (), (domain.type,)))
            if kind not in (domain.type.sure(), domain.type, ERROR):
                shown = (
                    f"'{item.name}' is {domain.type.describe()}, so it can't be {kind.describe()}"
                )
                self.error(Code.E101, shown, item.value.span)
            return self.fixed(source)
        what = f"'{item.name}' of a piece"
        value = self.want(self.expr(item.value, domain.type), domain.type, what)
        value = self.within(value, domain, what)
        return m.SetOf(
            items=(self.fixed(value),), type=Type("set", (), (domain.type,)), span=item.span
        )


__all__ = ["Declarations", "walk"]
