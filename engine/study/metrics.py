"""What a study finds of one ruleset: the series over its games, group by group."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.compile.program import rating_of
from engine.compile.wasm.move_keys import sides
from engine.study import game_record as at
from engine.study.estimate import Series
from engine.study.game_table import GameTable

GROUPS = {
    "win": "Who wins",
    "score": "Scores",
    "rating": "What results are called",
    "length": "Length",
    "choice": "Choices",
    "lead": "The lead",
    "agent": "Agents",
    "action": "Actions",
    "line": "Lines of the score",
    "requirement": "Requirements",
    "rule": "Named rules",
    "part": "Phases, procedures and reactions",
    "ending": "How games end",
}
CLOSELY = ("requirement", "rule", "part")
"""The groups that are counted only in the games that were looked at closely."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def findings(games: GameTable) -> dict[str, Series]:
    """Return everything that is estimated, by key, in the order in which it is told."""
    found: dict[str, Series] = {}
    for makes in (
        _wins, _scores, _ratings, _length, _choices, _lead, _agents, _actions, _lines,
        _requirements, _rules, _parts, _endings,
    ):  # fmt: skip
        for series in makes(games):
            found[series.key] = series
    return found


def ordinal(place: int) -> str:
    """Return a place in turn order in words, counted from 0."""
    return ORDINALS[place] if place < len(ORDINALS) else f"{place + 1}th"


def sides_of(games: GameTable) -> int:
    """Return how many sides there are, on which seats are in turn; 1 where all win together."""
    return sides(games.game.compiled)


def shares_won(games: GameTable) -> list[list[float]]:
    """Return for each seat its side's part of the win, game by game."""
    partners = games.players // sides_of(games)
    if partners == 1:
        return games.wins
    return [[part * partners for part in wins] for wins in games.wins]


def place_name(games: GameTable, place: int) -> str:
    """Return how a place in turn order is spoken of; partners are spoken of together."""
    side = "'s side" if sides_of(games) < games.players else ""
    return f"the {ordinal(place)} player{side}"


def _share(values: Sequence[float]) -> list[float]:
    """Return 1 for every value that isn't nothing."""
    return [1.0 if value else 0.0 for value in values]


# ------------------------------------------------------------------ results


def _wins(games: GameTable) -> Iterator[Series]:
    """Yield for each side, by its first place in turn order, its part of the wins."""
    winners, many, won = games.column(at.WINNERS), sides_of(games), shares_won(games)
    for place in range(many) if many > 1 else ():
        name = place_name(games, place)
        yield Series(
            f"win.place.{place + 1}", f"{name} wins",
            [won[seat][game] for game, seat in enumerate(games.seat_of(place))],
            share=True, unit="%",
            more=f"{name} wins {{}} more often", less=f"{name} wins {{}} less often",
        )  # fmt: skip
    if games.players > 1 and many == 1:
        yield Series(
            "win.all", "everybody wins together", _share(winners), share=True, unit="%",
            more="everybody wins {} more often", less="everybody wins {} less often",
        )  # fmt: skip
    sides_won = [bits & ((1 << many) - 1) for bits in winners]
    shared = [1.0 if bits & (bits - 1) else 0.0 for bits in sides_won]
    if many > 1:
        yield Series(
            "win.shared", "several share the win", shared, share=True, unit="%",
            more="wins are shared {} more often", less="wins are shared {} less often",
        )  # fmt: skip
    nobody = [0.0 if bits else 1.0 for bits in winners]
    if many > 1 or any(nobody):
        yield Series(
            "win.nobody", "nobody wins", nobody, share=True, unit="%",
            more="nobody wins {} more often", less="nobody wins {} less often",
        )  # fmt: skip


def scored(games: GameTable) -> bool:
    """Tell whether there are scores at all."""
    return any(any(games.column(games.columns.scores + s)) for s in range(games.players))


def _scores(games: GameTable) -> Iterator[Series]:
    if not scored(games):
        return
    players, first, many = games.players, games.columns.scores, sides_of(games)
    seats = [games.column(first + seat) for seat in range(many)]
    total = games.sums(range(first, first + players))
    yield Series(
        "score.mean", "a player's score", [x / players for x in total], unit="points",
        more="scores are {} points higher", less="scores are {} points lower",
    )  # fmt: skip
    for place in range(many) if many > 1 else ():
        name = place_name(games, place)
        yield Series(
            f"score.place.{place + 1}", f"{name}'s score", games.by_place(first, place),
            unit="points", more=f"{name} scores {{}} points more",
            less=f"{name} scores {{}} points fewer",
        )  # fmt: skip
    if many > 1:
        ordered = [sorted(row, reverse=True) for row in zip(*seats, strict=True)]
        yield Series(
            "score.apart", "between the highest and the next score",
            [row[0] - row[1] for row in ordered], unit="points",
            more="the two highest scores lie {} points further apart",
            less="the two highest scores lie {} points closer together",
        )  # fmt: skip


def _ratings(games: GameTable) -> Iterator[Series]:
    """Yield what part of the players' results has each rating; nothing is rated where all lose."""
    found, players = games.game.compiled.ratings, games.players
    seats = [games.column(games.columns.scores + seat) for seat in range(players)]
    winners = games.column(at.WINNERS)
    for words in dict.fromkeys(rated.words for rated in found):
        yield Series(
            f"rating.{words}", f'"{words}"',
            [
                sum(rating_of(found, score) == words for score in row) / players if won else 0.0
                for won, row in zip(winners, zip(*seats, strict=True), strict=True)
            ],
            share=True, unit="%",
            more=f'results are "{words}" {{}} more often',
            less=f'results are "{words}" {{}} less often',
        )  # fmt: skip


def _length(games: GameTable) -> Iterator[Series]:
    yield Series(
        "length.decisions", "decisions a game", games.column(at.DECISIONS), unit="decisions",
        more="games are {} decisions longer", less="games are {} decisions shorter",
    )  # fmt: skip
    rounds = games.column(at.ROUNDS)
    if max(rounds) > 1:
        yield Series(
            "length.rounds", "rounds a game", rounds, unit="rounds",
            more="games take {} more rounds", less="games take {} fewer rounds",
        )  # fmt: skip


def _choices(games: GameTable) -> Iterator[Series]:
    decisions = games.column(at.DECISIONS)
    yield Series(
        "choice.legal", "legal moves at a decision", games.column(at.LEGAL), decisions,
        unit="moves", more="there are {} more legal moves at a decision",
        less="there are {} fewer legal moves at a decision",
    )  # fmt: skip
    yield Series(
        "choice.single", "decisions with only one legal move", games.column(at.SINGLE), decisions,
        unit="%", more="a decision has only one legal move {} more often",
        less="a decision has only one legal move {} less often",
    )  # fmt: skip
    yield Series(
        "choice.widest", "most legal moves at once in a game", games.column(at.WIDEST),
        unit="moves", more="the widest choice of a game has {} more moves",
        less="the widest choice of a game has {} fewer moves",
    )  # fmt: skip


def _lead(games: GameTable) -> Iterator[Series]:
    """Yield how the lead changes; nobody leads before the end where nothing ranks the players.

    Rows tell of the lead of a seat, so partners are left out: they are never ahead of each other.
    """
    alone = games.players > 1 and sides_of(games) == games.players
    if not alone or not games.game.compiled.rankings:
        return
    changes, settled = games.column(at.CHANGES), games.column(at.SETTLED)
    if not any(settled):
        return
    yield Series(
        "lead.changes", "the lead changes, times a game", changes, count=True, unit="changes",
        more="the lead changes {} times more", less="the lead changes {} times less",
    )  # fmt: skip
    yield Series(
        "lead.never", "games in which the first to lead leads to the end",
        [0.0 if x else 1.0 for x in changes], share=True, unit="%",
        more="the lead never changes in {} more of the games",
        less="the lead never changes in {} fewer of the games",
    )  # fmt: skip
    decisions = games.column(at.DECISIONS)
    changed = _share(changes)
    yield Series(
        "lead.settled", "how far the game is when the lead changes last, if it does",
        [s / max(1, d) if c else 0.0 for s, d, c in zip(settled, decisions, changed, strict=True)],
        changed, unit="%",
        more="the lead changes for the last time {} of a game later",
        less="the lead changes for the last time {} of a game earlier",
    )  # fmt: skip


def _agents(games: GameTable) -> Iterator[Series]:
    """Yield how agents of different names do against each other."""
    names = games.agents()
    if len(names) < 2 or sides_of(games) < 2:
        return
    first, has_scores, won = games.columns.scores, scored(games), shares_won(games)
    for name in names:
        own = games.of_agent(name, won)
        yield Series(
            f"agent.{name}.wins", f"{name} wins (a seat of it)", own, share=True, unit="%",
            more=f"{name} wins {{}} more often", less=f"{name} wins {{}} less often",
        )  # fmt: skip
        if has_scores:
            seats = [games.column(first + seat) for seat in range(games.players)]
            scores = games.of_agent(name, seats)
            everybody = games.sums(range(first, first + games.players))
            mine = len(games.seats_of(name)[0])
            others = games.players - mine
            gap = [
                score - (total - score * mine) / others
                for score, total in zip(scores, everybody, strict=True)
            ]
            yield Series(f"agent.{name}.score", f"{name}'s score", scores, unit="points")
            yield Series(
                f"agent.{name}.gap", f"{name}'s score above the others'", gap, unit="points",
                more=f"{name} does {{}} points better against the others",
                less=f"{name} does {{}} points worse against the others",
            )  # fmt: skip


# ------------------------------------------------------------------ rules at work


def _actions(games: GameTable) -> Iterator[Series]:
    columns, decisions = games.columns, games.column(at.DECISIONS)
    for name in dict.fromkeys(name for _, name in columns.slots):
        slots = [i for i, slot in enumerate(columns.slots) if slot[1] == name]
        taken = games.sums([columns.taken + i for i in slots])
        offered = games.sums([columns.offered + i for i in slots])
        yield Series(
            f"action.{name}.chosen", f"'{name}', of all decisions", taken, decisions, unit="%",
            more=f"'{name}' is {{}} more of all decisions",
            less=f"'{name}' is {{}} less of all decisions",
        )  # fmt: skip
        yield Series(
            f"action.{name}.taken", f"'{name}', where it is legal", taken, offered, unit="%",
            more=f"where it is legal, '{name}' is chosen {{}} more often",
            less=f"where it is legal, '{name}' is chosen {{}} less often",
        )  # fmt: skip
        yield Series(
            f"action.{name}.games", f"games in which somebody chooses '{name}'", _share(taken),
            share=True, unit="%", more=f"'{name}' is chosen at all in {{}} more of the games",
            less=f"'{name}' is chosen at all in {{}} fewer of the games",
        )  # fmt: skip


_HOLE = re.compile(r"\{[^{}]*\}")
"""What stands for a value in a line's label: the line is spoken of with any."""


def _lines(games: GameTable) -> Iterator[Series]:
    columns, players = games.columns, games.players
    found = games.game.compiled.lines
    known = [line.label.raw for line in found]
    weights = []
    for number in range(columns.lines):
        first = columns.deltas + number * players
        weights.append([sum(map(abs, row)) for row in zip(
            *(games.column(first + seat) for seat in range(players)), strict=True)])  # fmt: skip
    whole = [sum(row) for row in zip(*weights, strict=True)]
    for number, label in enumerate(known):
        first = columns.deltas + number * players
        key, name = label, '"' + _HOLE.sub("…", label) + '"'
        if known.count(label) > 1:
            key += f" {known[:number].count(label) + 1}"
            name += f" (line {found[number].source.span.line})"
        total = games.sums(range(first, first + players))
        counts = [0.0] * games.count
        for seat in range(players):
            own = games.column(first + seat)
            counts = [c + (1 if x else 0) for c, x in zip(counts, own, strict=True)]
        yield Series(
            f"line.{key}.points", f'{name} gives a player', [x / players for x in total],
            unit="points", more=f'{name} gives a player {{}} points more',
            less=f'{name} gives a player {{}} points fewer',
        )  # fmt: skip
        yield Series(
            f"line.{key}.counts", f'{name} counts for a player', counts, [players] * games.count,
            unit="%", more=f'{name} counts for a player {{}} more often',
            less=f'{name} counts for a player {{}} less often',
        )  # fmt: skip
        yield Series(
            f"line.{key}.weight", f'{name}, of all points given or taken', weights[number], whole,
            unit="%",
        )  # fmt: skip


def _requirements(games: GameTable) -> Iterator[Series]:
    watch, columns = games.columns.watch, games.columns
    first = len(watch.parts) + 2 * len(watch.rules)
    seen: dict[str, int] = {}
    for number, demand in enumerate(watch.demands):
        tried, refused, affected = (games.watched(first + 3 * number + k) for k in range(3))
        slots = [i for i, slot in enumerate(columns.slots) if slot[0] == demand.choice]
        decided = games.sums([columns.taken + i for i in slots])[: games.close]
        key = f"{demand.action}.{demand.quote}"
        seen[key] = seen.get(key, 0) + 1
        key += f" {seen[key]}" if seen[key] > 1 else ""
        name = f"'{demand.action}' requires {demand.quote}"
        yield Series(
            f"requirement.{key}.refuses", f"moves refused: {name}", refused, tried, unit="%",
            more=f"{name}: refuses {{}} more of the moves",
            less=f"{name}: refuses {{}} fewer of the moves",
        )  # fmt: skip
        yield Series(
            f"requirement.{key}.affected", f"decisions with a move refused: {name}",
            affected, decided, unit="%",
        )  # fmt: skip


def _rules(games: GameTable) -> Iterator[Series]:
    watch = games.columns.watch
    for number, name in enumerate(watch.rules):
        asked = games.watched(len(watch.parts) + 2 * number)
        yes = games.watched(len(watch.parts) + 2 * number + 1)
        yield Series(f"rule.{name}.asked", f"'{name}' is asked, times a game", asked, count=True)
        if games.game.rules.rules[name].type.kind == "truth":
            yield Series(
                f"rule.{name}.yes", f"'{name}' says yes", yes, asked, unit="%",
                more=f"'{name}' says yes {{}} more often",
                less=f"'{name}' says yes {{}} less often",
            )  # fmt: skip


def _parts(games: GameTable) -> Iterator[Series]:
    for number, part in enumerate(games.columns.watch.parts):
        begun = games.watched(number)
        name = f"'{part.name}'"
        yield Series(
            f"part.{part.kind} {part.name}.times", f"{name} comes, times a game", begun,
            count=True, more=f"{name} comes {{}} times more in a game",
            less=f"{name} comes {{}} times less in a game",
        )  # fmt: skip
        yield Series(
            f"part.{part.kind} {part.name}.games", f"games in which {name} comes", _share(begun),
            share=True, unit="%",
        )  # fmt: skip


def _endings(games: GameTable) -> Iterator[Series]:
    rules = games.game.rules
    titles = {0: "the last round is over"}
    titles |= {i: ending.title for i, ending in enumerate((*rules.endings, *rules.wins_when), 1)}
    found = games.column(at.ENDING)
    if len(titles) <= 2 and len(set(found)) < 2:
        return
    for number, title in titles.items():
        here = [1.0 if x == number else 0.0 for x in found]
        if number or any(here):
            yield Series(
                f"ending.{title}", f"'{title}' ends it", here, share=True, unit="%",
                more=f"'{title}' ends {{}} more of the games",
                less=f"'{title}' ends {{}} fewer of the games",
            )  # fmt: skip
