"""Checking names: locals, declared names with their indices, words of types, pieces and zones."""

from __future__ import annotations

from collections.abc import Sequence

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.checking import Checking
from engine.rules.names import BUILT_IN, FUNCTIONS, LocalName
from engine.rules.types import (
    ERROR,
    MARK,
    NONE,
    NUMBER,
    PLAYER,
    TEAM,
    TRUTH,
    Type,
    enum,
    piece,
    set_of,
    zone,
)


class References(Checking):
    """Resolves what a name stands for."""

    # -------------------------------------------------------------- names

    def _name(self, node: s.Name, expected: Type | None) -> m.Expr:
        name, span = node.name, node.span
        local = self.names.local(name)
        if local:
            return self._local(local, (), span)
        if name in self.names.declared:
            return self._declared(name, None, span)
        if name in self.names.contested:
            return self.fail(span)
        if expected and expected.kind == "enum":
            found = self.member(name, expected, span)
            if found:
                return found
        built_in = self._built_in(name, span)
        if built_in:
            return built_in
        owners = self.names.members.get(name, [])
        if owners:
            return self._loose_member(name, owners, span)
        if name in FUNCTIONS:
            return self.error(Code.E010, f"'{name}' takes round brackets: {name}(…)", span)
        message, hint = f"nothing here is called '{name}'", None
        if elsewhere := self.names.ended.get(name):
            message = f"'{name}' ends with the block that it is declared in (line {elsewhere})"
            hint = "hand it over in brackets, or declare it at the left edge"
        known = self.names.visible()
        self.names.unknown(Code.E010, message, name, span, known, hint=hint)
        return self.fail(span)

    def _loose_member(self, name: str, owners: list[str], span: Span) -> m.Expr:
        plain = [o for o in owners if not self.names.enums[o].parts] or owners
        if len(plain) > 1:
            listed = " and ".join(f"{o}" for o in plain)
            return self.error(
                Code.E010, f"'{name}' is a word of {listed}; it isn't clear which", span
            )
        found = self.member(name, enum(plain[0]), span)
        return found or self.fail(span)

    def member(self, name: str, kind: Type, span: Span) -> m.Literal_ | None:
        """Return a word of an enumeration, or None."""
        known = self.names.enums.get(kind.name)
        for position, member in enumerate(known.members if known else ()):
            if member.name == name:
                self.names.used.add(f"{kind.name}.{name}")
                return m.Literal_(type=kind.sure(), value=position, span=span)
        return None

    def _built_in(self, name: str, span: Span) -> m.Expr | None:
        if name in ("yes", "no"):
            return m.Literal_(type=TRUTH, value=int(name == "yes"), span=span)
        if name == "none":
            return m.Literal_(type=NONE, value=0, span=span)
        if name in ("me", "active"):
            return m.Op(op=name, arguments=(), type=PLAYER, span=span)
        if name in ("players", "round"):
            return m.Op(op=name, arguments=(), type=NUMBER, span=span)
        if name == "total":
            me = m.Op(op="me", arguments=(), type=PLAYER, span=span)
            return m.Op(op="total", arguments=(me,), type=NUMBER, span=span)
        if name == "mark":
            return m.Literal_(type=MARK, value=1, span=span)
        return None

    def _local(self, local: LocalName, indices: tuple[m.Expr, ...], span: Span) -> m.Expr:
        local.used = True
        if len(indices) != len(local.indices):
            return self._wrong_count(local.name, len(local.indices), len(indices), span)
        return m.Local(name=local.name, key=local.key, indices=indices, type=local.type, span=span)

    def _declared(self, name: str, indices: Sequence[s.Expr] | None, span: Span) -> m.Expr:
        """Resolve a declared name, with its indices if it has any."""
        names = self.names
        names.used.add(name)
        if name in names.contested:
            return self.fail(span)
        if name in names.zones:
            return self.zone_ref(name, indices, span)
        if name in names.variables:
            variable = names.variables[name]
            if indices is None and variable.indices:
                how = ", ".join("…" for _ in variable.indices)
                return self.error(Code.E102, f"'{name}' needs an index: {name}[{how}]", span)
            checked = self.indices(name, indices or (), variable.indices, span)
            return m.VarRef(name=name, indices=checked, type=variable.domain.type, span=span)
        if name in names.tables:
            table = names.tables[name]
            checked = self.indices(name, indices or (), table.sides, span)
            return m.Lookup(table=name, indices=checked, type=table.value, span=span)
        if name in names.options and not indices:
            option = names.options[name]
            return m.OptionRef(name=name, type=option.domain.type, span=span)
        kind = names.declared[name][0]
        if indices is None and name in names.rules:
            return self.error(Code.E102, f"'{name}' is {kind}; write {name}(…)", span)
        return self.error(Code.E101, f"'{name}' is {kind} and can't be used as a value here", span)

    def _wrong_count(
        self, name: str, wanted: int, have: int, span: Span, hint: str | None = None
    ) -> m.Expr:
        things = "index" if wanted == 1 else "indices"
        return self.error(Code.E102, f"'{name}' has {wanted} {things}, not {have}", span, hint)

    def indices(
        self, name: str, nodes: Sequence[s.Expr | m.Expr], domains: Sequence[m.Domain], span: Span
    ) -> tuple[m.Expr, ...]:
        """Check indices against what they run through."""
        if len(nodes) != len(domains):
            self._wrong_count(name, len(domains), len(nodes), span, self._all(name, nodes, domains))
            return tuple(self.fail(span) for _ in domains)
        result = []
        for node, domain in zip(nodes, domains, strict=True):
            value = node if isinstance(node, m.Expr) else self.expr(node, domain.type)
            result.append(self.want(value, domain.type, f"the index of '{name}'"))
        return tuple(result)

    def _all(
        self, name: str, nodes: Sequence[s.Expr | m.Expr], domains: Sequence[m.Domain]
    ) -> str | None:
        """Say how something is written with all its indices."""
        if not domains or name not in self.names.declared:
            return None
        if len(nodes) + 1 == len(domains) and any(domain.type == PLAYER for domain in domains):
            rest = [domain.type for domain in domains if domain.type != PLAYER]
            have = [node.type if isinstance(node, m.Expr) else self.quiet(node) for node in nodes]
            if have == rest:
                inside = ", ".join(self.quoted_text(node.span) for node in nodes)
                return f"did you mean 'my {name}[{inside}]'?"
        kinds = [d.type.name if d.type.kind == "enum" else d.type.kind for d in domains]
        return f"write {name}[{', '.join(kind.strip('.').upper() for kind in kinds)}]"

    def quiet(self, node: s.Expr) -> Type:
        """Return the type of an expression; what is wrong with it is told elsewhere or not."""
        before = list(self.findings.items)
        reported = set(self.names.reported)
        kind = self.expr(node).type
        self.findings.items[:] = before
        self.names.reported = reported
        return kind.sure()

    def _of_a_player(
        self, nodes: Sequence[s.Expr], domains: Sequence[m.Domain]
    ) -> tuple[m.Expr | None, ...] | None:
        """Return the indices of all zones of a player, where only the player is given."""
        players = [i for i, domain in enumerate(domains) if domain.type == PLAYER]
        if len(nodes) != 1 or len(domains) < 2 or len(players) != 1:
            return None
        if self.quiet(nodes[0]) != PLAYER:
            return None
        seat = self.seat(nodes[0])
        return tuple(seat if i == players[0] else None for i in range(len(domains)))

    def zone_ref(self, name: str, nodes: Sequence[s.Expr] | None, span: Span) -> m.Expr:
        """Resolve a zone, or a family when it stands without its indices."""
        family = self.names.zones[name]
        if nodes is None:
            indices: tuple[m.Expr | None, ...] = tuple(None for _ in family.indices)
        elif nodes and not family.indices:
            message = f"'{name}' is one zone, not one for each of something"
            hint = f"a single piece of it is 'first({name})', 'last({name})' or 'top of {name}'"
            return self.error(Code.E102, message, span, hint)
        elif whole := self._of_a_player(nodes, family.indices):
            indices = whole
        else:
            indices = self.indices(name, nodes, family.indices, span)
        return m.ZoneRef(name=name, indices=indices, type=zone(name), span=span)

    def _my(self, node: s.My, expected: Type | None) -> m.Expr:
        return self._mine(node.name, None, node.span)

    def _mine(self, name: str, nodes: Sequence[s.Expr] | None, span: Span) -> m.Expr:
        """Resolve `my x[…]`: the seat's index is me, the others are given or left open."""
        me = m.Op(op="me", arguments=(), type=PLAYER, span=span)
        if name == "total":
            return m.Op(op="total", arguments=(me,), type=NUMBER, span=span)
        if name == "team":
            return self.team_of(me, span)
        if name == "score" and self.in_example:
            return m.Op(op="score", arguments=(me,), type=NUMBER, span=span)
        local = self.names.local(name)
        names = self.names
        names.used.add(name)
        if name in names.contested:
            return self.fail(span)
        domains: tuple[m.Domain, ...] | None = None
        if local:
            domains = local.indices
        elif name in names.zones:
            domains = names.zones[name].indices
        elif name in names.variables:
            domains = names.variables[name].indices
        if domains is None:
            known = [*names.zones, *names.variables]
            place = self.word(name, span)
            self.names.unknown(
                Code.E010, f"there is no zone or variable '{name}'", name, place, known
            )
            return self.fail(span)
        seats = [i for i, d in enumerate(domains) if d.type == PLAYER]
        teams = [i for i, d in enumerate(domains) if d.type == TEAM]
        if not seats and teams:
            seats = teams
        if not seats:
            return self.error(
                Code.E102, f"'{name}' belongs to nobody, so it can't be 'my {name}'", span
            )
        at = seats[0]
        rest = domains[:at] + domains[at + 1 :]
        if nodes is None and rest and name in names.zones and not local:
            filled: list[m.Expr | None] = [None] * len(rest)
        else:
            filled = list(self.indices(f"my {name}", nodes or (), rest, span))
        filled.insert(at, me if domains[at].type == PLAYER else self.team_of(me, span))
        if local:
            return self._local(local, tuple(x for x in filled if x), span)
        if name in names.zones:
            return m.ZoneRef(name=name, indices=tuple(filled), type=zone(name), span=span)
        kind = names.variables[name].domain.type
        return m.VarRef(name=name, indices=tuple(x for x in filled if x), type=kind, span=span)

    def _index(self, node: s.Index, expected: Type | None) -> m.Expr:
        target, span = node.target, node.span
        if isinstance(target, s.My):
            return self._mine(target.name, node.arguments, span)
        if isinstance(target, s.Name):
            local = self.names.local(target.name)
            if local:
                checked = self.indices(local.name, node.arguments, local.indices, span)
                return self._local(local, checked, span)
            if target.name == "total":
                seat = self.indices("total", node.arguments, (m.Domain(type=PLAYER),), span)
                return m.Op(op="total", arguments=seat, type=NUMBER, span=span)
            if target.name == "score" and self.in_example:
                seat = self.indices("score", node.arguments, (m.Domain(type=PLAYER),), span)
                return m.Op(op="score", arguments=seat, type=NUMBER, span=span)
            if target.name in self.names.declared:
                return self._declared(target.name, node.arguments, span)
        return self._index_of_value(target, node)

    def _index_of_value(self, target: s.Expr, node: s.Index) -> m.Expr:
        span = node.span
        if isinstance(target, s.Name):
            known = target.name not in FUNCTIONS or target.name in self.names.contested
            if known or self.names.local(target.name):
                return self.expr(target)
            inside = ", ".join(self.quote(argument) for argument in node.arguments)
            fix = f"{target.name}({inside})"
            message = f"'{target.name}' takes round brackets"
            self.findings.error(Code.E102, message, span, fix=fix)
            return self.fail(span)
        return self.error(Code.E102, "only zones, tables and variables have indices", span)

    def _typename(self, node: s.TypeName, expected: Type | None) -> m.Expr:
        if node.name in self.names.members:
            return self._name(s.Name(node.span, node.name), expected)
        kind = self.named_type(node.name, node.span)
        return m.Everything(of=kind, type=set_of(kind), span=node.span)

    def named_type(self, name: str, span: Span) -> Type:
        """Return the type with a capitalised name."""
        names = self.names
        names.used.add(name)
        if name == "Player":
            return PLAYER
        if name == "Team":
            return TEAM if names.teams else self.no_teams("this game has no teams", span).type
        if name in names.enums:
            return enum(name)
        if name in names.components:
            return piece(name)
        if name in names.aliases:
            return names.aliases[name].type
        known = ["Player", *names.enums, *names.components, *names.aliases]
        known += ["Team"] if names.teams else []
        names.unknown(Code.E013, f"there is no type '{name}'", name, span, known)
        return ERROR

    def _seat(self, node: s.Seat, expected: Type | None) -> m.Expr:
        if not 1 <= node.number <= 64:
            return self.error(Code.E104, f"there is no seat {node.number}", node.span)
        return m.Literal_(type=PLAYER, value=node.number - 1, span=node.span)

    def _team(self, node: s.Team, expected: Type | None) -> m.Expr:
        if not 1 <= node.number <= self.names.teams:
            return self.no_teams(f"there is no team {node.number}", node.span)
        return m.Literal_(type=TEAM, value=node.number - 1, span=node.span)

    def _its(self, node: s.Its, expected: Type | None) -> m.Expr:
        if not self.its:
            return self.error(Code.E203, "'its' stands only where each piece is moved", node.span)
        return self.attribute(self._local(self.its, (), node.span), node.name, node.span, node.span)

    def _stage(self, node: s.Stage, expected: Type | None) -> m.Expr:
        return self.error(Code.E203, f"'the {node.name}' stands only in examples", node.span)

    def _myline(self, node: s.MyLine, expected: Type | None) -> m.Expr:
        return self.error(Code.E203, "a line of a score stands only in examples", node.span)

    # -------------------------------------------------------------- pieces and zones

    def _dot(self, node: s.Dot, expected: Type | None) -> m.Expr:
        target = self.expr(node.target)
        return self.attribute(target, node.name, node.name_span, node.span)

    def attribute(self, target: m.Expr, name: str, place: Span, span: Span) -> m.Expr:
        """Resolve an attribute of a piece."""
        if target.type == ERROR:
            return target
        if target.type.kind != "piece":
            message = f"only a piece has attributes; this is {target.type.describe()}"
            return self.error(Code.E101, message, target.span, self._instead_of_dot(target, name))
        found: m.Expr | None = None
        for component in target.type.names:
            known = self.names.components[component].attributes
            attribute = next((a for a in known if a.name == name), None)
            if attribute:
                self.names.used.add(f"{component}.{name}")
                found = m.Attr(piece=target, name=name, type=attribute.domain.type, span=span)
            elif name == "space":
                found = m.Attr(piece=target, name=name, type=NUMBER, span=span)
            else:
                self.names.unknown(
                    Code.E014, f"{component} has no attribute '{name}'", name, place,
                    [a.name for a in known],
                )  # fmt: skip
                return self.fail(span)
        return found or self.fail(span)

    def _instead_of_dot(self, target: m.Expr, name: str) -> str | None:
        """Return what to write for `deck.size` or `hand.me`."""
        if target.type.kind != "zone":
            return None
        shown = self.quoted_text(target.span)
        if name in ("size", "first", "last"):
            return f"write {name}({shown})"
        known = name in BUILT_IN or name in self.names.members or self.names.local(name)
        return f"an index stands in square brackets: {shown}[{name}]" if known else None

    def zone(self, node: s.Expr, *, family: bool = False, what: str = "this") -> m.Expr:
        """Check a zone; with `family` also several zones."""
        value = self.expr(node)
        if value.type == ERROR:
            return value
        if value.type.kind != "zone":
            message = f"{what} needs a zone, but this is {value.type.describe()}"
            return self.error(Code.E101, message, value.span)
        if isinstance(value, m.ZoneRef) and value.is_open and not family:
            shown = f"{value.name}[…]"
            return self.error(
                Code.E102, f"'{value.name}' is several zones; say which: {shown}", value.span
            )
        return value

    def content(self, value: m.Expr) -> Type:
        """Return the type of what lies in a zone."""
        if value.type.kind != "zone":
            return ERROR
        family = self.names.zones[value.type.name]
        if not family.written and not family.pieces:
            return ERROR
        return family.written.type if family.written else piece(*family.pieces)

    def _endof(self, node: s.EndOf, expected: Type | None) -> m.Expr:
        where = self.zone(node.zone)
        kind = self.content(where)
        op = "last" if node.which == "top" else "first"
        return m.Op(op=op, arguments=(where,), type=kind, span=node.span)

    def _thepiece(self, node: s.ThePiece, expected: Type | None) -> m.Expr:
        where = self.zone(node.zone, family=True)
        place = node.type_name.span
        kind, content = self.named_type(node.type_name.name, place), self.content(where)
        if ERROR in (kind, content):
            return self.fail(node.span)
        if kind != content and not (kind.kind == "piece" and kind.name in content.names):
            holds = " or ".join(content.names) or content.describe()
            message = f"'{where.type.name}' holds {holds}, so no {node.type_name.name} lies there"
            return self.error(Code.E101, message, place)
        bind = m.Bind(name="it", key=self.names.new_key(), type=content, domain=where)
        return m.Fold(
            kind="the", binders=(bind,), where=self._of_kind(bind, kind, node.span), value=None,
            type=kind, span=node.span,
        )  # fmt: skip

    def _of_kind(self, bind: m.Bind, kind: Type, span: Span) -> m.Expr | None:
        """Return the condition that a piece is of a kind; None where all are."""
        if bind.type == kind:
            return None
        it = m.Local(name=bind.name, key=bind.key, type=bind.type, span=span)
        every = m.Everything(of=kind, type=set_of(kind), span=span)
        return m.Op(op="in", arguments=(it, every), type=TRUTH, span=span)
