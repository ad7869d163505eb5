"""Checking the header of a game: its lines, each of which stands at most once."""

from __future__ import annotations

from typing import Any, assert_never

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.diagnostics import nearest
from engine.language.game_kinds import GameKind
from engine.language.message import Message
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.checker.context import Checking
from engine.rules.checker.named_rules import unread_line
from engine.rules.checker.wanted import (
    number_literal,
    want_condition,
    want_fixed,
    want_number,
    want_seat,
)

MAX_PLAYERS = 12
MOST_MINUTES = 10_000
STARTS = ("anyone", "random", "leader", "loser", "next player", "next starter")


def check_header(cx: Checking, game: s.Game) -> m.Header:
    """Check the header's lines; each stands at most once."""
    fields: dict[str, Any] = {"rounds": number_literal(1, game.span)}
    seen: dict[str, Span] = {}
    for line in game.lines:
        if isinstance(line, s.Words):
            fields["words"] = line.text
        elif isinstance(line, s.HeaderLine):
            if line.field in seen:
                first = seen[line.field].line
                twice = Message("'{field}' is already set in line {line}", line.field, first)
                cx.error(Code.E202, twice, cx.word(line.field, line.span))
            seen[line.field] = line.span
            _check_header_line(cx, line, fields)
    unread = "players" in cx.findings.uncertain or unread_line(cx, game.span)
    if "players" not in seen and not unread:
        message = "the game doesn't say how many players it is for"
        cx.error(Code.E201, message, game.span, hint="add a line 'players 2' or 'players 2..4'")
    if "teams" in fields:
        _even_teams(cx, fields, seen["teams"])
    return m.Header(title=game.title, span=game.span, **fields)


def _head_kind(cx: Checking, line: s.HeaderLine, fields: dict[str, Any]) -> None:
    kind = _order(cx, line.values[0])
    if kind in tuple(GameKind):
        fields["kind"] = kind
        return
    message = Message("a game is of one of the kinds {names}", ", ".join(GameKind))
    cx.findings.error(
        Code.E015, message, line.values[0].span, fix=nearest(kind or "", tuple(GameKind))
    )


def _head_minutes(cx: Checking, line: s.HeaderLine, fields: dict[str, Any]) -> None:
    node = line.values[0]
    low, high = (node.low, node.high) if isinstance(node, s.Range) else (node, node)
    if not (isinstance(low, s.Number) and isinstance(high, s.Number)):
        message = "the minutes of a game must be a plain number or range"
        cx.error(Code.E106, message, node.span, "for example 20..30")
    elif not 1 <= low.value <= high.value <= MOST_MINUTES:
        message = "a game takes 1 to {most} minutes; write the fewest first"
        cx.error(Code.E104, Message(message, MOST_MINUTES), node.span)
    else:
        fields["minutes"] = (low.value, high.value)


def _head_players(cx: Checking, line: s.HeaderLine, fields: dict[str, Any]) -> None:
    node = line.values[0]
    pair = (node.low, node.high) if isinstance(node, s.Range) else (node, node)
    low, high = (n.value if isinstance(n, s.Number) else 0 for n in pair)
    if not all(isinstance(n, s.Number) for n in pair):
        cx.error(
            Code.E106,
            "the number of players must be a plain number or range",
            node.span,
            "for example 2..4",
        )
        return
    if not 1 <= low <= high <= MAX_PLAYERS:
        message = Message("a game is for 1 to {most} players; write the fewest first", MAX_PLAYERS)
        cx.error(Code.E104, message, node.span)
        return
    fields["players"] = (low, high)


def _head_rounds(cx: Checking, line: s.HeaderLine, fields: dict[str, Any]) -> None:
    if line.until:
        fields["until"] = want_condition(cx, line.values[0])
        return
    fields["rounds"] = want_fixed(cx, want_number(cx, line.values[0], "'rounds'"))


def _head_teams(cx: Checking, line: s.HeaderLine, fields: dict[str, Any]) -> None:
    node = line.values[0]
    if not isinstance(node, s.Number):
        cx.error(
            Code.E106, "the number of teams must be a plain number", node.span, "for example 2"
        )
        return
    if node.value < 2:
        cx.error(Code.E104, "a game has at least two teams, or none", node.span)
        return
    fields["teams"] = node.value


def _even_teams(cx: Checking, fields: dict[str, Any], span: Span) -> None:
    """Report a number of players that makes no teams of one size."""
    low, high = fields.get("players", (1, 0))
    teams = fields["teams"]
    for count in range(low, high + 1):
        if count % teams or count == teams:
            message = Message(
                "{count} players can't form {teams} equal teams of at least two", count, teams
            )
            cx.error(Code.E104, message, span)
            return


def count_teams(game: s.Game) -> int:
    """Return how many teams a game has, before anything else of it is checked."""
    said = [x for x in game.lines if isinstance(x, s.HeaderLine) and x.field == "teams"]
    counts = [line.values[0] for line in said]
    return next((n.value if isinstance(n, s.Number) else 2 for n in counts), 0)


def _head_starts(cx: Checking, line: s.HeaderLine, fields: dict[str, Any]) -> None:
    for key, value in zip(("starts", "then"), line.values, strict=False):
        order = _order(cx, value)
        if order is None:
            assert not isinstance(value, s.Phrase)
            fields[key] = cx.quote(value.span)
            fields["starter" if key == "then" else "opener"] = want_seat(cx, value)
            continue
        if order not in STARTS:
            guess = nearest(order, STARTS)
            message = Message(
                "'{order}' doesn't say which player starts; write one of {names}",
                order,
                ", ".join(STARTS),
            )
            cx.findings.error(Code.E015, message, value.span, fix=guess)
            continue
        fields[key] = order
    if "opener" in fields and len(line.values) == 1:
        fields["then"] = ""
    fields["starts_words"] = line.words


def _order(cx: Checking, value: s.Node) -> str | None:
    """Return the order that says who starts, known or not; None for a value."""
    if isinstance(value, s.Phrase):
        return " ".join(value.words)
    if not isinstance(value, s.Name):
        return None
    known = value.name in cx.names.declared or value.name in ("me", "active", "starter")
    return None if known else value.name


def _check_header_line(cx: Checking, line: s.HeaderLine, fields: dict[str, Any]) -> None:
    match line.field:
        case "subtitle" | "aim":
            assert isinstance(line.values[0], s.Text)
            fields[line.field] = line.values[0].value
        case "kind":
            _head_kind(cx, line, fields)
        case "minutes":
            _head_minutes(cx, line, fields)
        case "players":
            _head_players(cx, line, fields)
        case "rounds":
            _head_rounds(cx, line, fields)
        case "teams":
            _head_teams(cx, line, fields)
        case "starts":
            _head_starts(cx, line, fields)
        case _:
            assert_never(line.field)
