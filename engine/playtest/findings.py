"""What games say of the rules: each thing in one sentence, with its line and a game.

Nothing is proved by games in which something didn't happen; so what is told of those is a warning,
and only after enough of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import sqrt

from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic
from engine.language.frozen import walk
from engine.language.message import Message
from engine.language.source import Span
from engine.playtest.games import Played
from engine.playtest.lookahead import GAMES
from engine.playtest.played_game import LONGEST, PlayedGame
from engine.rules import model as m
from engine.rules.load import Loaded
from engine.rules.options import in_words
from engine.study.wins import part_of_win

_BEGIN = (m.Phase, m.Score)
"""Statements that may be come to and yet not begin."""
_NAMED = (m.Action, m.Phase, m.Procedure, m.Trigger, m.Ending, m.After)
"""What is told even beside something else that no game reached."""
ENOUGH_GAMES = 6
"""So many games must have come to their end before what never happened is told."""
ENOUGH_TRIES = 40
MUCH = 0.2
"""The first seat wins too much if it wins so much more than its share, beyond all chance."""
SURE = 5
"""So many standard errors are beyond all chance, also where one looks again and again."""
FEW = 40
"""With fewer games, who begins is not reported."""
OFTEN = 0.5
"""What ranges cut off, and which positions are lost, is told where it is so in this part."""
FEW_POSITIONS = 8
MUCH_TO_COME = 10
"""Of fewer positions, and where fewer decisions are to come, nothing is told of who has lost."""


@dataclass(frozen=True)
class Finding:
    """Something that games show: what, where, and in which game; none where all games show it."""

    diagnostic: Diagnostic
    run: PlayedGame | None = None


def findings(loaded: Loaded, played: Played) -> list[Finding]:
    """Return what games show, what is surely wrong first, then by the lines of the rules."""
    found = [Finding(d) for d in _first(played.refused)]
    found += faults(loaded, played)
    found += _endless(loaded, played)
    ended = [run for run in played.runs if run.over]
    if len(ended) >= ENOUGH_GAMES:
        shown = max(ended, key=lambda run: len(run.moves))
        never = [*_options(loaded, played), *_leads(loaded, ended), *_lost(loaded, played)]
        never += _cut_off(loaded, ended)
        never += _unshuffled(loaded, played)
        never += _never(loaded, played) if played.worked else ()
        never.sort(key=lambda one: one.diagnostic.span)
        found += [Finding(f.diagnostic, f.run or shown) for f in never]
    return found


def _first(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    return list({(d.code, d.span): d for d in reversed(list(found))}.values())


def _warning(message: str, span: Span, *notes: str) -> Diagnostic:
    return Diagnostic(Code.W009, message, span, notes, severity="warning")


# ------------------------------------------------------------------ surely wrong


def faults(loaded: Loaded, played: Played) -> list[Finding]:
    """Return the errors of the rules that games ran into, each with the shortest of these."""
    found: dict[tuple[Code, Span], Finding] = {}
    for run in sorted(played.runs, key=lambda run: len(run.moves)):
        if run.error is not None and (run.error.code, run.error.span) not in found:
            diagnostic = _with(run.error, _where(loaded, run))
            found[run.error.code, run.error.span] = Finding(diagnostic, run)
    return list(found.values())


def _endless(loaded: Loaded, played: Played) -> Iterator[Finding]:
    """Yield that games don't end."""
    by_chance = [run for run in played.runs if not run.greedy and run.error is None]
    endless = [run for run in by_chance if not run.over and len(run.moves) >= LONGEST]
    ended = [run for run in by_chance if run.over]
    span = loaded.checked().header.span
    if endless and len(endless) >= len(ended):
        message = Message(
            "games by chance go on after {longest} decisions; nothing brings them to an end",
            f"{LONGEST:,}",
        )
        yield Finding(
            Diagnostic(Code.E506, message, span, (_where(loaded, endless[0]),)), endless[0]
        )


def _with(found: Diagnostic, note: str) -> Diagnostic:
    return Diagnostic(
        found.code, found.message, found.span, (*found.notes, note), found.fix, found.hint
    )


def _where(loaded: Loaded, run: PlayedGame) -> str:
    rules = loaded.checked()
    words = in_words(rules, run.players, dict(run.options))
    return Message(
        "with {words}, dealt with the seed {seed}, after {number} decisions",
        words,
        run.seed,
        len(run.moves),
    )


# ------------------------------------------------------------------ what never happened


def _never(loaded: Loaded, played: Played) -> Iterator[Finding]:
    seen = played.seen
    yield from (Finding(d) for d in _parts(played))
    for name, rule in loaded.checked().rules.items():
        if name in seen.rules and not seen.asked[name] and _in_play(loaded, name):
            yield Finding(_warning(Message("no game asks the rule '{name}'", name), rule.span))
    for span, (action, quote) in seen.requirements.items():
        tried, refused = seen.tried[span], seen.refused[span]
        if tried >= ENOUGH_TRIES and refused == tried:
            message = Message(
                "'{action}' is never possible: 'require {quote}' refuses it every time",
                action,
                quote,
            )
            yield Finding(
                _warning(message, span, Message("{tried} times in all games", f"{tried:,}"))
            )
        elif tried >= ENOUGH_TRIES and not refused:
            message = Message("'require {quote}' never refuses anything", quote)
            yield Finding(
                _warning(message, span, Message("asked {tried} times in all games", f"{tried:,}"))
            )
    for span, line in seen.score_lines.items():
        if not seen.counted[span] and seen.scored:
            message = Message("the line '{label}' of the score never counts", line.label.raw)
            yield Finding(_warning(message, span))
    for name, variable in loaded.checked().variables.items():
        if name in seen.variables and name not in seen.changed:
            never = "the variable '{name}' never changes"
            if variable.kind == "counter":
                never = "the counter '{name}' never changes"
            yield Finding(_warning(Message(never, name), variable.span))


def _in_play(loaded: Loaded, name: str) -> bool:
    """Return whether a rule is asked outside of `called`, advice and examples."""
    rules = loaded.checked()
    flows = (
        rules.setup, rules.setup_once, rules.turn, rules.procedures, rules.triggers, rules.endings,
        rules.scores, rules.afters, rules.rules,
    )  # fmt: skip
    return any(
        isinstance(part, m.RuleCall) and part.rule == name
        for flow in flows if flow is not None
        for part in walk(flow)
    )  # fmt: skip


def _parts(played: Played) -> Iterator[Diagnostic]:
    """Yield the parts that no game reached; of a part that wasn't, nothing in it."""
    seen = played.seen
    missing = [
        (span, part) for span, part in sorted(seen.parts.items())
        if not seen.begun[span] and (isinstance(part, _BEGIN) or not seen.lines[span])
    ]  # fmt: skip
    covered: list[Span] = []
    for span, part in missing:
        if any(_inside(span, other) for other in covered):
            continue
        extent = _extent(part)
        follows = not isinstance(part, _NAMED) and any(_next_to(span, o) for o in covered)
        covered.append(extent)
        if not follows:
            yield _warning(_never_in_words(part), span)


def _inside(span: Span, other: Span) -> bool:
    same = span.file == other.file
    return same and other.line <= span.line and span.end_line <= other.end_line


def _next_to(span: Span, other: Span) -> bool:
    """Return whether a line follows an unreached one in its block."""
    return (
        span.file == other.file and span.column == other.column
        and 0 <= span.line - other.end_line <= 1
    )  # fmt: skip


def _extent(part: m.Model) -> Span:
    body = getattr(part, "body", None)
    return part.span.to(body.span) if isinstance(body, m.Block) and body.span.line else part.span


def _never_in_words(part: m.Model) -> str:
    match part:
        case m.Action():
            return Message("no game ever chooses '{name}'", part.name)
        case m.Phase():
            return Message("no game reaches the phase '{title}'", part.title)
        case m.Procedure():
            return Message("no game ever does '{name}'", part.name)
        case m.Trigger():
            return Message("'{title}' never happens", part.title)
        case m.Ending():
            return Message("no game ends so: {title}", part.title)
        case m.Score():
            return "this score is never paid"
        case m.After():
            return Message("'{when}' never happens", part.when)
    return "no game reaches this line"


# ------------------------------------------------------------------ options and leads


def _options(loaded: Loaded, played: Played) -> Iterator[Finding]:
    """Yield the options under which the same deals and choices give the same games."""
    rules = loaded.checked()
    for name, option in rules.options.items():
        if option.fixed:
            continue
        pairs = [
            (usual, other)
            for usual, others in _beside(played, name, option.default)
            for other in others
        ]
        if len(pairs) >= 2 and all(_course(usual) == _course(other) for usual, other in pairs):
            message = Message("the option '{name}' changes nothing in any game", name)
            note = Message("{number} deals were compared", len(pairs))
            yield Finding(_warning(message, option.span, note), pairs[0][1])


def _beside(
    played: Played, name: str, default: int
) -> Iterator[tuple[PlayedGame, list[PlayedGame]]]:
    """Yield the games at random with an option's default, each with those of the same deal in which
    nothing but that option differs.
    """
    tables: dict[object, dict[int | None, PlayedGame]] = {}
    for run in played.runs:
        if not run.greedy:
            rest = tuple(pair for pair in run.options if pair[0] != name)
            deal = (run.players, run.seed, rest)
            tables.setdefault(deal, {})[dict(run.options).get(name)] = run
    for by_value in tables.values():
        if default in by_value:
            yield by_value[default], [r for v, r in by_value.items() if v != default]


def _course(run: PlayedGame) -> object:
    return run.choices, run.scores, run.winners, run.over, run.moves


_WINS = "with {players} players who begins wins too much: {share} won"
_LOSES = "with {players} players who begins loses too much: {share} won"


def _leads(loaded: Loaded, ended: list[PlayedGame]) -> Iterator[Finding]:
    """Yield that who begins wins too much, by the number of players."""
    for players in sorted({run.players for run in ended if run.players > 1}):
        games = [run for run in ended if run.players == players and run.winners]
        if len(games) < FEW:
            continue
        sides = loaded.checked().header.teams or players
        won = sum(part_of_win(run.winners, run.starter, sides) for run in games)
        fair = 1 / sides
        spread = sqrt(fair * (1 - fair) / len(games))
        share = won / len(games)
        for much, words in ((share - fair, _WINS), (fair - share, _LOSES)):
            if much > min(MUCH, 0.6 * (1 - fair)) and much > SURE * spread:
                shown = next(run for run in games if (run.starter in run.winners) == (share > fair))
                message = Message(words, players, f"{share:.0%}")
                note = Message(
                    "in {number} games of random and greedy players; fair were {fair}",
                    len(games),
                    f"{fair:.0%}",
                )
                yield Finding(_warning(message, loaded.checked().header.span, note), shown)


def _lost(loaded: Loaded, played: Played) -> Iterator[Finding]:
    """Yield that a seat often wins none of many games played on from early positions."""
    for ahead in played.ahead:
        long = [one for one in ahead.lost if one.left >= MUCH_TO_COME]
        if ahead.looked < FEW_POSITIONS or len(long) < OFTEN * ahead.looked:
            continue
        message = Message(
            "with {players} players a third of a game often decides who can't win it", ahead.players
        )
        shown = max(long, key=lambda one: one.left)
        notes = (
            Message(
                "in {number} of {looked} positions a seat won none of {games} games played on, by "
                "chance and greedily",
                *(len(long), ahead.looked, GAMES),
            ),
            Message(
                "in the saved one it is seat {seat}; {left} decisions were still to "
                "come on average",
                shown.seat + 1,
                f"{shown.left:.0f}",
            ),
        )
        yield Finding(_warning(message, loaded.checked().header.span, *notes), shown.run)


# ------------------------------------------------------------------ deals


def _unshuffled(loaded: Loaded, played: Played) -> Iterator[Finding]:
    """Yield the stocks from which every game is dealt alike."""
    zones = loaded.checked().zones
    for name, times in played.seen.dealt.items():
        if times >= ENOUGH_GAMES and name not in played.seen.varied:
            message = Message(
                "'{name}' lies in the same order in every game: nothing shuffles it", name
            )
            note = Message(
                "{times} deals were compared; what is dealt from it isn't by chance", f"{times:,}"
            )
            yield Finding(_warning(message, zones[name].span, note))


# ------------------------------------------------------------------ counters at their ends


def _cut_off(loaded: Loaded, ended: list[PlayedGame]) -> Iterator[Finding]:
    """Yield the lines at which a counter's range cuts something off in most games, and mostly."""
    tables: dict[Span, list[tuple[PlayedGame, int, int]]] = {}
    for run in ended:
        for span, times, cut in run.counting:
            tables.setdefault(span, []).append((run, times, cut))
    lines = (part for part in walk(loaded.checked()) if isinstance(part, m.Gain))
    for line in {one.span: one for one in lines if one.verb != "pay"}.values():
        rows = tables.get(line.span, [])
        some = [(run, cut) for run, _, cut in rows if cut]
        every, often = sum(times for _, times, _ in rows), sum(cut for _, cut in some)
        if len(rows) < ENOUGH_GAMES or len(some) < OFTEN * len(rows) or often < OFTEN * every:
            continue
        name, gains = line.counter.name, line.verb == "gain"
        stops = "'{name}' mostly stops at the bottom of its range here"
        if gains:
            stops = "'{name}' mostly stops at the top of its range here"
        advice = (
            "what goes beyond it is lost; give it a wider range if it shouldn't be"
            if gains
            else "there is less than shall go; say 'pay', or ask first, if that isn't meant"
        )
        note = Message(
            "{often} of {every} times, in {number} of {games} games; {advice}",
            f"{often:,}",
            f"{every:,}",
            f"{len(some):,}",
            f"{len(rows):,}",
            Message(advice),
        )
        yield Finding(
            _warning(Message(stops, name), line.span, note), max(some, key=lambda one: one[1])[0]
        )
