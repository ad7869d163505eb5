"""From syntax to the checked model: all items of a text in the order that their names need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from engine.language import syntax as s
from engine.language.diagnostics import Findings
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.declarations import walk
from engine.rules.examples import Examples
from engine.rules.knowing import check_knowing
from engine.rules.names import Names
from engine.rules.types import ERROR, NUMBER, Type

_Node = TypeVar("_Node", bound=s.Node)


def check(items: Sequence[s.Item], name: str, findings: Findings) -> m.Ruleset | None:
    """Check a game's items. Returns the model, or None when there are errors (in the findings)."""
    return Checker(items, name, findings).run()


def _actions(node: Any) -> Iterator[s.Action]:
    """Yield every action in a piece of syntax."""
    if isinstance(node, s.Action):
        yield node
    if isinstance(node, tuple):
        for item in node:
            yield from _actions(item)
    elif isinstance(node, s.Node):
        for slot in type(node).__dataclass_fields__:
            if slot != "span":
                yield from _actions(getattr(node, slot))


class Checker(Examples):
    """One run over one game."""

    def __init__(self, items: Sequence[s.Item], name: str, findings: Findings) -> None:
        """Prepare a run."""
        super().__init__(Names(findings))
        self.items = items
        self.name = name
        self.attribute_locals = {}
        self.done_rules = {}
        self.open_rules = []
        self.procedure_parameters = {}
        self.action_names = {a.name for item in items for a in _actions(item)}

    def of(self, kind: type[_Node]) -> list[_Node]:
        """Return the items of a kind, in the order of the text."""
        return [item for item in self.items if isinstance(item, kind)]

    def run(self) -> m.Ruleset | None:
        """Check everything."""
        game = self._only(s.Game, "header")
        if game is None:
            if not self.findings.errors:
                first = self.items[0].span if self.items else Span(self.name, 1, 1, 1, 2)
                self.error(
                    "E201", "this text doesn't begin with a game", first,
                    hint='begin with: game "Its name"',
                )  # fmt: skip
            return None
        parts = self._declare()
        with self.names.block():
            parts |= self._flow()
            header = self.header(game)
        examples = self._examples()
        if not self.findings.errors:
            self._warnings(game.span, bool(examples))
        if self.findings.errors:
            return None
        ruleset = m.Ruleset(name=self.name, header=header, examples=examples, **parts)
        check_knowing(ruleset, self.findings)
        return None if self.findings.errors else ruleset

    def _only(self, kind: type[_Node], what: str) -> _Node | None:
        found = self.of(kind)
        for extra in found[1:]:
            self.error("E202", f"there is already a {what} (line {found[0].span.line})", extra.span)
        return found[0] if found else None

    # -------------------------------------------------------------- declarations

    def _declare(self) -> dict[str, Any]:
        names = self.names
        for option in self.of(s.Option):
            if names.declare(option.name, "an option", option.span):
                names.options[option.name] = self.option(option)
        for declared in self.of(s.TypeDecl):
            self.declared_type(declared)
        self._claim_names()
        for component in self.of(s.Component):
            self.component_shell(component)
        for table in self.of(s.Table):
            names.tables[table.name] = self._table_shell(table)
        for table in self.of(s.Table):
            names.tables[table.name] = self.table(table)
        for zone in self.of(s.Zone):
            names.zones[zone.name] = self.zone_decl(zone)
        for component in self.of(s.Component):
            checked = self.component(component)
            if checked:
                names.components[component.name] = checked
        for variable in self.of(s.Variable):
            names.variables[variable.name] = self._variable_shell(variable)
        for variable in self.of(s.Variable):
            names.variables[variable.name] = self.variable(variable)
        return {
            "options": names.options,
            "enums": names.enums,
            "components": self._named_components(),
            "tables": names.tables,
            "zones": names.zones,
            "variables": names.variables,
        }

    def _claim_names(self) -> None:
        """Take the lower-case names, so that a clash is reported wherever it is."""
        kinds: list[tuple[type[Any], str]] = [
            (s.Table, "a table"), (s.Zone, "a zone"), (s.Variable, "a variable"),
            (s.Rule, "a rule"), (s.Procedure, "a procedure"),
        ]  # fmt: skip
        for kind, what in kinds:
            for item in self.of(kind):
                text = "a counter" if getattr(item, "kind", "") == "counter" else what
                self.names.declare(item.name, text, getattr(item, "name_span", item.span))
        for rule in self.of(s.Rule):
            self.names.rules.setdefault(rule.name, rule)
        for procedure in self.of(s.Procedure):
            self.names.procedures.setdefault(procedure.name, procedure)

    def _table_shell(self, node: s.Table) -> m.Table:
        return m.Table(name=node.name, sides=(), start=None, holds_on=False, cells=(), value=ERROR)

    def _variable_shell(self, node: s.Variable) -> m.Variable:
        domain = m.Domain(type=ERROR)
        start = self.literal(0, node.span)
        return m.Variable(name=node.name, kind="var", indices=(), domain=domain, start=start)

    def _named_components(self) -> dict[str, m.Component]:
        """Return the components with `called` speaking of the piece's attributes."""
        result = {}
        for component in self.names.components.values():
            called = component.called
            if called is not None:
                called = self._self_attributes(called)
            result[component.name] = component.model_copy(update={"called": called})
        return result

    def _self_attributes(self, node: Any) -> Any:
        """Turn the bare attribute names of a `called` line into attributes of the piece."""
        if isinstance(node, m.Local) and node.key in self.attribute_locals:
            key, attribute = self.attribute_locals[node.key]
            component = next(c for c in self.names.components.values() if c.self_key == key)
            kind = Type("piece", (component.name,))
            piece = m.Local(name="it", key=key, type=kind, span=node.span)
            return m.Attr(piece=piece, name=attribute, type=node.type, span=node.span)
        if isinstance(node, m.Model):
            changes = {
                field: self._self_attributes(getattr(node, field))
                for field in type(node).model_fields
                if isinstance(getattr(node, field), (m.Model, tuple))
                and field not in ("span", "type")
            }
            return node.model_copy(update=changes)
        if isinstance(node, tuple):
            return tuple(self._self_attributes(item) for item in node)
        return node

    # -------------------------------------------------------------- flow

    def _flow(self) -> dict[str, Any]:
        names = self.names
        for procedure in self.of(s.Procedure):
            with names.block():
                self.procedure_parameters[procedure.name] = self.parameters(procedure.parameters)
        rules = {name: self.rule(name, node) for name, node in names.rules.items()}
        procedures = {p.name: self.procedure(p) for p in self.of(s.Procedure)}
        once = [x for x in self.of(s.Setup) if x.once]
        every = [x for x in self.of(s.Setup) if not x.once]
        for extra in [*once[1:], *every[1:]]:
            self.error("E202", "there is already a setup", extra.span)
        turn = self._only(s.Turn, "turn")
        if turn is None and not self.findings.errors:
            self.error("E201", "the game has no 'turn'", self.items[0].span)
        parts: dict[str, Any] = {
            "rules": rules,
            "procedures": procedures,
            "setup_once": self.block(once[0].body, "setup") if once else None,
            "setup": self.block(every[0].body, "setup") if every else None,
            "turn": self.block(turn.body, "turn") if turn else m.Block(statements=()),
            "triggers": tuple(self._trigger(t) for t in self.of(s.Trigger)),
            "endings": tuple(self._ending(e) for e in self.of(s.Ending)),
            "wins_when": tuple(self._wins(w) for w in self.of(s.WinsWhen)),
        }
        self.context = ""
        parts["scores"] = tuple(self.score(x) for x in self.of(s.Score))
        parts["afters"] = tuple(self._after(a) for a in self.of(s.After))
        parts["winner"] = self._winner()
        if not parts["endings"] and not parts["wins_when"] and not self._ends_itself(parts):
            self.error(
                "E201", "nothing ever ends the game", self.items[0].span,
                hint="add a line 'game ends when …'",
            )  # fmt: skip
        return parts

    def _ends_itself(self, parts: dict[str, Any]) -> bool:
        if self.findings.errors:
            return True
        ends = (e for p in parts.values() for e in walk(p) if isinstance(e, m.End))
        return any(e.what in ("round", "game") for e in ends)

    def _title(self, span: Span) -> str:
        source = self.findings.sources.get(span.file)
        return source.quote(span._replace(end_line=span.line, end_column=10_000)) if source else ""

    def _ending(self, node: s.Ending) -> m.Ending:
        turns = None if node.turns is None else self.number(node.turns, "how many turns")
        condition = self.truth(node.condition)
        title = f"{node.what} ends when {self.quote(node.condition)}"
        return m.Ending(
            what=node.what, timing=node.timing, turns=turns, condition=condition,  # type: ignore[arg-type]
            words=node.words, title=title, span=node.span,
        )  # fmt: skip

    def _wins(self, node: s.WinsWhen) -> m.Ending:
        title = f"wins when {self.quote(node.condition)}"
        return m.Ending(
            what="game", timing="at once", turns=None, condition=self.truth(node.condition),
            words=node.words, title=title, span=node.span,
        )  # fmt: skip

    def _after(self, node: s.After) -> m.After:
        if (node.which, node.what) == ("last", "turn"):
            self.error("E015", "there is no 'after last turn'; say 'after last round'", node.span)
        body = self.block(node.body, "after")
        return m.After(which=node.which, what=node.what, body=body, span=node.span)  # type: ignore[arg-type]

    def _winner(self) -> m.Winner | None:
        node = self._only(s.Winner, "winner")
        if node is None:
            return None
        rankings = tuple(self._ranking(r) for r in node.rankings)
        return m.Winner(rankings=rankings, words=node.words, span=node.span)

    def _ranking(self, node: s.Ranking) -> m.Ranking:
        """Check what is ranked: `total`, a counter of each seat, or any number of `me`."""
        value: s.Expr = node.value
        if isinstance(value, s.Name):
            known = self.names.variables.get(value.name)
            if known and known.indices and known.kind in ("var", "counter"):
                value = s.My(value.span, value.name)
        return m.Ranking(best=node.best, value=self.number(value, "a ranking"), span=node.span)  # type: ignore[arg-type]

    # -------------------------------------------------------------- triggers

    def _trigger(self, node: s.Trigger) -> m.Trigger:
        with self.names.block():
            if isinstance(node.event, s.Arrival):
                event: m.Arrives | m.Becomes = self._arrives(node.event)
            else:
                event = self._becomes(node.event)
            body = self.block(node.body, "trigger")
        return m.Trigger(
            event=event, body=body, title=f"when {self.quote(node.event)}", span=node.span
        )

    def _becomes(self, node: s.Becoming) -> m.Becomes:
        value = self.zone(node.zone)
        if not isinstance(value, m.ZoneRef):
            value = m.ZoneRef(name="", indices=(), type=ERROR, span=node.span)
        return m.Becomes(zone=value, state=node.state, span=node.span)  # type: ignore[arg-type]

    def _arrives(self, node: s.Arrival) -> m.Arrives:
        family = self.names.zones.get(node.zone)
        if family is None:
            self.names.unknown(
                "E010", f"there is no zone '{node.zone}'", node.zone, node.span, self.names.zones,
                fix=False,
            )  # fmt: skip
            return m.Arrives(zone="", piece=None, piece_is=None, indices=(), at=None)
        self.names.used.add(node.zone)
        kind = (
            family.written.type if family.written else Type("piece", tuple(sorted(family.pieces)))
        )
        piece: m.Bind | None = None
        if not (kind.kind == "mark" and node.piece == "mark"):
            domain = m.Domain(type=kind, span=node.span)
            piece = self.index_binder(s.Name(node.span, node.piece), domain)
        given = node.indices or ()
        if node.indices is not None and len(given) != len(family.indices):
            self._wrong_count(node.zone, len(family.indices), len(given), node.span)
            given = ()
        indices = tuple(
            self._bound(index, domain) for index, domain in zip(given, family.indices, strict=False)
        ) or tuple(None for _ in family.indices)
        at = None if node.at is None else self._bound(node.at, m.Domain(type=NUMBER))
        return m.Arrives(
            zone=node.zone, piece=piece, piece_is=None, indices=indices, at=at, span=node.span
        )

    def _bound(self, node: s.Expr, domain: m.Domain) -> m.Bind | m.Expr:
        bind = self.index_binder(node, domain)
        return bind or self.want(self.expr(node, domain.type), domain.type, "this")

    # -------------------------------------------------------------- examples and warnings

    def _examples(self) -> tuple[m.Example, ...]:
        seen: dict[str, Span] = {}
        result = []
        for node in self.of(s.Example):
            if node.title in seen:
                line = seen[node.title].line
                self.error(
                    "E011", f"there is already an example of this title (line {line})", node.span
                )
            seen[node.title] = node.span
            result.append(self.example(node))
        return tuple(result)

    def _warnings(self, game: Span, has_examples: bool) -> None:
        used = self.names.used
        for name, (what, span) in self.names.declared.items():
            if name not in used and not name.startswith("original "):
                self.findings.warn("W001", f"{what} '{name}' is never used", span)
        for node in self.of(s.TypeDecl):
            members = self.names.enums.get(node.name)
            words = {f"{node.name}.{x.name}" for x in members.members} if members else set()
            if node.name not in used and not words & used:
                self.findings.warn("W001", f"the type '{node.name}' is never used", node.span)
        if not has_examples:
            self.findings.warn("W003", "no example shows that these rules do what they say", game)
