"""From syntax to the checked model: all items of a text in the order that their names need."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.diagnostics import Findings
from engine.language.frozen import walk
from engine.language.message import Message
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.analysis.hidden_information import check_knowing
from engine.rules.analysis.loops_over_players import warn_everybody
from engine.rules.analysis.numbers_in_sentences import warn_numbers
from engine.rules.analysis.secret_locals import check_secrets
from engine.rules.analysis.simultaneity import check_simultaneous_independence
from engine.rules.analysis.supposed import check_supposed
from engine.rules.analysis.too_late import check_chosen_in_time, check_next_turn, warn_forestalled
from engine.rules.analysis.unused import warn_unused
from engine.rules.analysis.unwatched_moves import warn_unwatched
from engine.rules.checker.context import Checkers, Checking, _Node
from engine.rules.checker.declarations import check_option, check_variable, check_zone
from engine.rules.checker.endings import (
    check_after,
    check_ending,
    check_ratings,
    check_trigger,
    check_winner,
)
from engine.rules.checker.examples import check_example
from engine.rules.checker.expressions import check_expression
from engine.rules.checker.header import check_header, count_teams
from engine.rules.checker.named_rules import check_parameters, check_rule
from engine.rules.checker.names import Names
from engine.rules.checker.piece_types import check_component, check_declared_type, component_shell
from engine.rules.checker.statements import (
    check_advice,
    check_block,
    check_procedure,
    check_score,
    check_statement,
)
from engine.rules.checker.tables import check_table
from engine.rules.checker.wanted import number_literal, want_fixed
from engine.rules.types import ERROR

_T = TypeVar("_T")
_Named = s.Option | s.Constant | s.Table | s.Zone | s.Variable | s.Rule | s.Procedure


_KINDS: dict[type[s.Node], str] = {
    s.Option: "an option",
    s.Constant: "a fixed value",
    s.Table: "a table",
    s.Zone: "a zone",
    s.Variable: "a variable",
    s.Rule: "a rule",
    s.Procedure: "a procedure",
}


_UNREAD = (Code.E001, Code.E002, Code.E003, Code.E004, Code.E005)


def _check_game(cx: Checking) -> m.Ruleset | None:
    game = _only(cx, s.Game, "header")
    if game is None:
        _no_game(cx)
        return None
    cx.names.teams = count_teams(game)
    parts = _declare(cx)
    with cx.names.block():
        parts |= _flow(cx)
        header = check_header(cx, game)
    used = set(cx.names.used)
    examples = check_examples(cx)
    check_knowing(parts, cx.findings)
    check_secrets(parts, cx.findings)
    check_supposed(parts, cx.findings)
    if cx.findings.errors:
        # What is unused may be only because of the errors.
        kept = [item for item in cx.findings.items if item.code != Code.W001]
        cx.findings.items[:] = kept
        return None
    ruleset = m.Ruleset(
        name=cx.name,
        header=header,
        examples=examples,
        remembers=frozenset(cx.remembers),
        **parts,
    )
    check_simultaneous_independence(ruleset, cx.findings)
    check_next_turn(ruleset, cx.findings)
    check_chosen_in_time(ruleset, cx.findings)
    warn_unused(ruleset, cx.names, used, cx.items, cx.findings)
    warn_forestalled(ruleset, cx.findings)
    warn_everybody(ruleset, cx.findings)
    warn_unwatched(ruleset, cx.findings)
    warn_numbers(cx.items, cx.findings)
    return None if cx.findings.errors else ruleset


def _no_game(cx: Checking) -> None:
    if cx.findings.errors:
        return
    file = next(iter(cx.findings.sources), cx.name)
    first = cx.items[0].span if cx.items else Span(file, 1, 1, 1, 2)
    hint = 'begin with: game "Its name"'
    cx.error(Code.E201, "this text doesn't begin with a game", first, hint=hint)


def _only(cx: Checking, kind: type[_Node], what: str) -> _Node | None:
    found = cx.of(kind)
    for extra in found[1:]:
        cx.error(
            Code.E202,
            Message("there is already a {what} (line {line})", what, found[0].span.line),
            extra.span,
        )
    return found[0] if found else None


def _declare(cx: Checking) -> dict[str, Any]:
    names = cx.names
    _claim_names(cx)
    for option in cx.of(s.Option):
        names.options[option.name] = check_option(cx, option)
    for constant in cx.of(s.Constant):
        names.constants[constant.name] = want_fixed(cx, cx.value(constant.value))
    for declared in cx.of(s.TypeDecl):
        check_declared_type(cx, declared)
    for component in cx.of(s.Component):
        component_shell(cx, component)
    for table in cx.of(s.Table):
        names.tables[table.name] = _table_shell(table)
    for table in cx.of(s.Table):
        names.tables[table.name] = check_table(cx, table)
    for zone in cx.of(s.Zone):
        names.zones[zone.name] = check_zone(cx, zone)
    for component in cx.of(s.Component):
        checked = check_component(cx, component)
        if checked:
            names.components[component.name] = checked
    for variable in cx.of(s.Variable):
        names.variables[variable.name] = _variable_shell(variable)
    for variable in cx.of(s.Variable):
        names.variables[variable.name] = check_variable(cx, variable)
    return {
        "options": names.options,
        "enums": names.enums,
        "components": names.components,
        "tables": names.tables,
        "zones": names.zones,
        "variables": names.variables,
    }


def _claim_names(cx: Checking) -> None:
    """Take the lower-case names, so that a clash is reported wherever it is."""
    for item in cx.items:
        if not isinstance(item, _Named):
            continue
        what = _KINDS[type(item)]
        if isinstance(item, s.Variable) and item.kind == "counter":
            what = "a counter"
        if not cx.names.declare(item.name, what, cx.word(item.name, item.span)):
            cx.losers.add(item.span)
        elif isinstance(item, s.Rule):
            cx.names.rules[item.name] = item
        elif isinstance(item, s.Procedure):
            cx.names.procedures[item.name] = item


def _table_shell(node: s.Table) -> m.Table:
    return m.Table(name=node.name, sides=(), cells=(), value=ERROR)


def _variable_shell(node: s.Variable) -> m.Variable:
    domain = m.Domain(type=ERROR)
    start = number_literal(0, node.span)
    return m.Variable(name=node.name, kind="var", indices=(), domain=domain, start=start)


def _flow(cx: Checking) -> dict[str, Any]:
    names = cx.names
    for procedure in cx.of(s.Procedure):
        with names.block(quiet=True):
            cx.procedure_parameters[procedure.name] = check_parameters(cx, procedure.parameters)
    rules = {name: check_rule(cx, name, node) for name, node in names.rules.items()}
    procedures = {p.name: check_procedure(cx, p) for p in cx.of(s.Procedure)}
    once = [x for x in cx.of(s.Setup) if x.once]
    every = [x for x in cx.of(s.Setup) if not x.once]
    for extra in [*once[1:], *every[1:]]:
        cx.error(Code.E202, "there is already a setup", extra.span)
    turn = _only(cx, s.Turn, "turn")
    if turn is None and not cx.unread:
        hint = "add a part 'turn' that says what a player does"
        cx.error(Code.E201, "the game has no 'turn'", cx.items[0].span, hint=hint)
    parts: dict[str, Any] = {
        "rules": rules,
        "procedures": procedures,
        "setup_once": check_block(cx, once[0].body, "setup") if once else None,
        "setup": check_block(cx, every[0].body, "setup") if every else None,
        "turn": check_block(cx, turn.body, "turn") if turn else m.Block(statements=()),
        "triggers": tuple(check_trigger(cx, t) for t in cx.of(s.Trigger)),
        "endings": tuple(check_ending(cx, e) for e in cx.of(s.Ending)),
    }
    cx.context = ""
    parts["scores"] = tuple(check_score(cx, x) for x in cx.of(s.Score))
    parts["afters"] = tuple(check_after(cx, a) for a in cx.of(s.After))
    winner = _only(cx, s.Winner, "winner")
    parts["winner"] = check_winner(cx, winner) if winner else None
    parts["ratings"] = check_ratings(cx, parts["winner"] is not None or bool(cx.scores))
    outcomes = {part.number: part for part in walk(parts) if isinstance(part, m.Outcome)}
    parts["outcomes"] = tuple(outcomes[number] for number in sorted(outcomes))
    parts["advice"] = check_all_advice(cx, actions_by_name(parts))
    _must_end(cx, parts)
    return parts


def actions_by_name(parts: dict[str, Any]) -> dict[str, list[m.Action]]:
    """Return the actions of a ruleset's parts; several may have the same name."""
    known: dict[str, list[m.Action]] = {}
    for part in walk(parts):
        if isinstance(part, m.Action):
            known.setdefault(part.name, []).append(part)
    return known


def check_all_advice(cx: Checking, known: Mapping[str, Sequence[m.Action]]) -> dict[str, m.Advice]:
    """Check the advice on actions, one for each name of an action at most."""
    found: dict[str, m.Advice] = {}
    for node in cx.of(s.Advice):
        checked = check_advice(cx, node, known)
        if node.name in found:
            line = found[node.name].span.line
            message = Message("there is already advice on '{name}' (line {line})", node.name, line)
            cx.error(Code.E011, message, node.name_span)
        elif checked is not None:
            found[node.name] = checked
    return found


def _must_end(cx: Checking, parts: dict[str, Any]) -> None:
    """Report a game without an end, unless what ends it may stand in an unread line."""
    if parts["endings"] or parts["outcomes"] or cx.unread:
        return
    found = [e for p in parts.values() for e in walk(p)]
    leaves = any(isinstance(e, m.Out) for e in found)  # a round is over when all are out
    ends = (e for e in found if isinstance(e, m.End))
    if not leaves and not any(e.what in ("round", "game") for e in ends):
        hint = "add a line 'game ends when …'"
        cx.error(Code.E201, "nothing ever ends the game", cx.items[0].span, hint=hint)


def check_examples(cx: Checking) -> tuple[m.Example, ...]:
    """Check the examples among a run's items."""
    seen: dict[str, Span] = {}
    result = []
    for node in cx.of(s.Example):
        if node.title in seen:
            line = seen[node.title].line
            cx.error(
                Code.E011,
                Message("there is already an example with this title (line {line})", line),
                node.span,
            )
        seen[node.title] = node.span
        result.append(check_example(cx, node))
    return tuple(result)


def checking(items: Sequence[s.Item], name: str, findings: Findings) -> Checking:
    """Return a run over a game's items that hasn't begun yet."""
    unread = any(item.code in _UNREAD for item in findings.errors)
    checkers = Checkers(check_expression, check_statement)
    cx = Checking(name, items, Names(findings), checkers, unread)
    for item, node in [(part, node) for part in items for node in walk(part)]:
        if isinstance(node, s.Action):
            cx.action_names.setdefault(node.name, []).append((node, item))
        elif isinstance(node, (s.Variable, s.Let)):
            cx.names.ended.setdefault(node.name, node.span.line)
    return cx


def check(cx: Checking) -> m.Ruleset | None:
    """Check a game. Returns the model, or None when there are errors (in the findings)."""
    return unless_too_deep(cx, _check_game)


def unless_too_deep(cx: Checking, part: Callable[[Checking], _T]) -> _T | None:
    """Return what a part of the check finds; report a text that is nested too deeply (E004)."""
    try:
        return part(cx)
    except RecursionError:
        place = cx.items[0].span if cx.items else Span(cx.name, 1, 1, 1, 2)
        cx.error(Code.E004, "this is nested too deeply; give parts of it a name", place)
        return None
