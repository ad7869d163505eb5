"""From syntax to the checked model: all items of a text in the order that their names need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.diagnostics import Findings
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.apart import check_apart
from engine.rules.endings import Endings
from engine.rules.everybody import warn_everybody
from engine.rules.forestalled import check_chosen_in_time, check_next_turn, warn_forestalled
from engine.rules.knowing import check_knowing
from engine.rules.names import Names
from engine.rules.remembering import check_remembering
from engine.rules.types import ERROR, Type
from engine.rules.unused import warn_unused
from engine.rules.walk import walk

_Node = TypeVar("_Node", bound=s.Node)
_Named = s.Option | s.Table | s.Zone | s.Variable | s.Rule | s.Procedure
_KINDS: dict[type[s.Node], str] = {
    s.Option: "an option",
    s.Table: "a table",
    s.Zone: "a zone",
    s.Variable: "a variable",
    s.Rule: "a rule",
    s.Procedure: "a procedure",
}


def check(items: Sequence[s.Item], name: str, findings: Findings) -> m.Ruleset | None:
    """Check a game's items. Returns the model, or None when there are errors (in the findings)."""
    try:
        return Checker(items, name, findings).run()
    except RecursionError:
        place = items[0].span if items else Span(name, 1, 1, 1, 2)
        findings.error(Code.E004, "this text is nested too deeply; name parts of it", place)
        return None


def _actions_and_variables(node: Any) -> Iterator[s.Action | s.Variable | s.Let]:
    """Yield every action and every variable in a piece of syntax."""
    if isinstance(node, (s.Action, s.Variable, s.Let)):
        yield node
    if isinstance(node, tuple):
        for item in node:
            yield from _actions_and_variables(item)
    elif isinstance(node, s.Node):
        for slot in type(node).__dataclass_fields__:
            if slot != "span":
                yield from _actions_and_variables(getattr(node, slot))


class Checker(Endings):
    """One run over one game."""

    def __init__(self, items: Sequence[s.Item], name: str, findings: Findings) -> None:
        """Prepare a run."""
        super().__init__(Names(findings))
        self.items = items
        self.name = name
        self.attribute_locals = {}
        self.done_rules = {}
        self.open_rules = []
        self.ledger_labels = []
        self.procedure_parameters = {}
        self.action_names = set()
        for node in _actions_and_variables(tuple(items)):
            if isinstance(node, s.Action):
                self.action_names.add(node.name)
            else:
                self.names.ended.setdefault(node.name, node.span.line)
        self.unread = any(item.code in _UNREAD for item in findings.errors)
        self.losers: set[Span] = set()
        """Where the declarations stand whose name was taken: the first keeps it."""

    def of(self, kind: type[_Node]) -> list[_Node]:
        """Return the items of a kind, in the order of the text, without those that lost a name."""
        return [x for x in self.items if isinstance(x, kind) and x.span not in self.losers]

    def place(self, node: s.Item) -> int:
        """Return the how-manieth part of the text an item is."""
        return next(number for number, item in enumerate(self.items) if item is node)

    def run(self) -> m.Ruleset | None:
        """Check everything."""
        game = self._only(s.Game, "header")
        if game is None:
            self._no_game()
            return None
        self.names.teams = self.count_teams(game)
        parts = self._declare()
        with self.names.block():
            parts |= self._flow()
            header = self.header(game)
        used = set(self.names.used)
        examples = self._examples()
        check_knowing(parts, self.findings)
        check_remembering(parts, self.findings)
        if self.findings.errors:
            # What is unused may be only because of the errors.
            kept = [item for item in self.findings.items if item.code != Code.W001]
            self.findings.items[:] = kept
            return None
        ruleset = m.Ruleset(name=self.name, header=header, examples=examples, **parts)
        check_apart(ruleset, self.findings)
        check_next_turn(ruleset, self.findings)
        check_chosen_in_time(ruleset, self.findings)
        warn_unused(ruleset, self.names, used, self.items, self.findings)
        warn_forestalled(ruleset, self.findings)
        warn_everybody(ruleset, self.findings)
        return None if self.findings.errors else ruleset

    def _no_game(self) -> None:
        if self.findings.errors:
            return
        file = next(iter(self.findings.sources), self.name)
        first = self.items[0].span if self.items else Span(file, 1, 1, 1, 2)
        hint = 'begin with: game "Its name"'
        self.error(Code.E201, "this text doesn't begin with a game", first, hint=hint)

    def _only(self, kind: type[_Node], what: str) -> _Node | None:
        found = self.of(kind)
        for extra in found[1:]:
            self.error(
                Code.E202, f"there is already a {what} (line {found[0].span.line})", extra.span
            )
        return found[0] if found else None

    # -------------------------------------------------------------- declarations

    def _declare(self) -> dict[str, Any]:
        names = self.names
        self._claim_names()
        for option in self.of(s.Option):
            names.options[option.name] = self.option(option)
        for declared in self.of(s.TypeDecl):
            self.declared_type(declared)
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
        for item in self.items:
            if not isinstance(item, _Named):
                continue
            what = _KINDS[type(item)]
            if isinstance(item, s.Variable) and item.kind == "counter":
                what = "a counter"
            if not self.names.declare(item.name, what, self.word(item.name, item.span)):
                self.losers.add(item.span)
            elif isinstance(item, s.Rule):
                self.names.rules[item.name] = item
            elif isinstance(item, s.Procedure):
                self.names.procedures[item.name] = item

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
            with names.block(quiet=True):
                self.procedure_parameters[procedure.name] = self.parameters(procedure.parameters)
        rules = {name: self.rule(name, node) for name, node in names.rules.items()}
        procedures = {p.name: self.procedure(p) for p in self.of(s.Procedure)}
        once = [x for x in self.of(s.Setup) if x.once]
        every = [x for x in self.of(s.Setup) if not x.once]
        for extra in [*once[1:], *every[1:]]:
            self.error(Code.E202, "there is already a setup", extra.span)
        turn = self._only(s.Turn, "turn")
        if turn is None and not self.unread:
            hint = "add a part 'turn' with what a player does"
            self.error(Code.E201, "the game has no 'turn'", self.items[0].span, hint=hint)
        parts: dict[str, Any] = {
            "rules": rules,
            "procedures": procedures,
            "setup_once": self.block(once[0].body, "setup") if once else None,
            "setup": self.block(every[0].body, "setup") if every else None,
            "turn": self.block(turn.body, "turn") if turn else m.Block(statements=()),
            "triggers": tuple(self.trigger(t) for t in self.of(s.Trigger)),
            "endings": tuple(self.ending(e) for e in self.of(s.Ending)),
            "wins_when": tuple(self.wins(w) for w in self.of(s.WinsWhen)),
        }
        self.context = ""
        parts["scores"] = tuple(self.score(x) for x in self.of(s.Score))
        parts["afters"] = tuple(self.after(a) for a in self.of(s.After))
        winner = self._only(s.Winner, "winner")
        parts["winner"] = self.winner(winner) if winner else None
        parts["advice"] = self._advice(parts)
        self._must_end(parts)
        return parts

    def _advice(self, parts: dict[str, Any]) -> dict[str, m.Advice]:
        """Check the advice on actions, one for each name of an action at most."""
        known: dict[str, list[m.Action]] = {}
        for part in walk(parts):
            if isinstance(part, m.Action):
                known.setdefault(part.name, []).append(part)
        found: dict[str, m.Advice] = {}
        for node in self.of(s.Advice):
            checked = self.advice(node, known)
            if node.name in found:
                line = found[node.name].span.line
                message = f"there is already advice on '{node.name}' (line {line})"
                self.error(Code.E011, message, node.name_span)
            elif checked is not None:
                found[node.name] = checked
        return found

    def _must_end(self, parts: dict[str, Any]) -> None:
        """Report a game without an end, unless what ends it may stand in an unread line."""
        if parts["endings"] or parts["wins_when"] or self.unread:
            return
        found = [e for p in parts.values() for e in walk(p)]
        leaves = any(isinstance(e, m.Out) for e in found)  # a round is over when all are out
        ends = (e for e in found if isinstance(e, m.End))
        if not leaves and not any(e.what in ("round", "game") for e in ends):
            hint = "add a line 'game ends when …'"
            self.error(Code.E201, "nothing ever ends the game", self.items[0].span, hint=hint)

    # -------------------------------------------------------------- examples

    def _examples(self) -> tuple[m.Example, ...]:
        seen: dict[str, Span] = {}
        result = []
        for node in self.of(s.Example):
            if node.title in seen:
                line = seen[node.title].line
                self.error(
                    Code.E011, f"there is already an example of this title (line {line})", node.span
                )
            seen[node.title] = node.span
            result.append(self.example(node))
        return tuple(result)


_UNREAD = (Code.E001, Code.E002, Code.E003, Code.E004, Code.E005)
