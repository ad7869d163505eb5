"""What a study finds of one ruleset: the series over its games, group by group."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from engine.compile.program import rating_of
from engine.rules.catalogue import ENGLISH
from engine.study import game_record as at
from engine.study.game_results import GameResults
from engine.study.metric import Metric

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
FEWER = "more", "fewer"
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def findings(games: GameResults, *, complete: bool = False) -> dict[str, Metric]:
    """Return everything that is estimated, by key, in the order in which it is told.

    `complete`: also what says nothing of just these games, such as an end that never came.
    """
    found: dict[str, Metric] = {}
    for makes in (
        _wins, _scores, _ratings, _length, _choices, _lead, _agents, _actions, _lines,
        _requirements, _rules, _parts, _endings,
    ):  # fmt: skip
        for series in makes(games, complete):
            found[series.key] = series
    return found


def ordinal(place: int) -> str:
    """Return a place in turn order in words, counted from 0."""
    return ORDINALS[place] if place < len(ORDINALS) else f"{place + 1}th"


def place_name(games: GameResults, place: int) -> str:
    """Return how a place in turn order is spoken of; partners are spoken of together."""
    side = "'s side" if games.sides < games.players else ""
    return f"the {ordinal(place)} player{side}"


# ------------------------------------------------------------------ results


def _wins(games: GameResults, complete: bool) -> Iterator[Metric]:
    """Yield for each side, by its first place in turn order, how often it wins alone."""
    winners, many = games.column(at.WINNERS), games.sides
    for place in range(many) if many > 1 else ():
        name = place_name(games, place)
        yield Metric(
            f"win.place.{place + 1}", f"{name} wins", games.by_place(games.wins, place), "%",
            f"{name} wins {{}} more often",
        )  # fmt: skip
    if games.players > 1 and many == 1:
        yield Metric("win.all", "everybody wins together", winners != 0, "%",
                     "everybody wins {} more often")  # fmt: skip
    if many > 1:
        yield Metric("win.shared", "several share the win", games.ties.max(axis=1), "%",
                     "wins are shared {} more often")  # fmt: skip
    if many > 1 or complete or not winners.all():
        yield Metric("win.nobody", "nobody wins", winners == 0, "%", "nobody wins {} more often")


def scored(games: GameResults) -> bool:
    """Return whether there are scores at all."""
    return bool(games.by_seat(games.columns.scores).any())


def _scores(games: GameResults, complete: bool) -> Iterator[Metric]:
    if not scored(games) and not (complete and games.game.compiled.lines):
        return
    scores, many = games.by_seat(games.columns.scores), games.sides
    yield Metric(
        "score.mean", "a player's score", scores.sum(axis=1) / games.players, "points",
        "scores are {} points higher", ("higher", "lower"),
    )  # fmt: skip
    for place in range(many) if many > 1 else ():
        name = place_name(games, place)
        yield Metric(
            f"score.place.{place + 1}", f"{name}'s score", games.by_place(scores, place), "points",
            f"{name} scores {{}} points more", FEWER,
        )  # fmt: skip
    if many > 1:
        ordered = np.sort(scores[:, :many])
        yield Metric(
            "score.apart", "between the highest and the next score",
            ordered[:, -1] - ordered[:, -2], "points",
            "the two highest scores lie {} points further apart",
            ("further apart", "closer together"),
        )  # fmt: skip


def _ratings(games: GameResults, _: bool) -> Iterator[Metric]:
    """Yield what part of the players' results has each rating; nothing is rated where all lose."""
    found = games.game.compiled.ratings
    won, scores = games.column(at.WINNERS) != 0, games.by_seat(games.columns.scores)
    called = np.array([[rating_of(found, x) for x in row] for row in scores.tolist()], object)
    for words in dict.fromkeys(rated.words for rated in found):
        yield Metric(
            f"rating.{words}", f'"{words}"', (called == words).sum(axis=1) / games.players * won,
            "%", f'results are "{words.replace("{}", "…")}" {{}} more often',
        )  # fmt: skip


def _length(games: GameResults, complete: bool) -> Iterator[Metric]:
    yield Metric(
        "length.decisions", "decisions a game", games.column(at.DECISIONS), "decisions",
        "games are {} decisions longer", ("longer", "shorter"),
    )  # fmt: skip
    rounds = games.column(at.ROUNDS)
    if complete or rounds.max() > 1:
        yield Metric("length.rounds", "rounds a game", rounds, "rounds",
                     "games take {} more rounds", FEWER)  # fmt: skip


def _choices(games: GameResults, _: bool) -> Iterator[Metric]:
    decisions = games.column(at.DECISIONS)
    yield Metric(
        "choice.legal", "legal moves at a decision", games.column(at.LEGAL), "moves",
        "there are {} more legal moves at a decision", FEWER, wholes=decisions,
    )  # fmt: skip
    yield Metric(
        "choice.single", "decisions with only one legal move", games.column(at.SINGLE), "%",
        "a decision has only one legal move {} more often", wholes=decisions,
    )  # fmt: skip
    yield Metric(
        "choice.widest", "most legal moves at once in a game", games.column(at.WIDEST), "moves",
        "the widest choice of a game has {} more moves", FEWER,
    )  # fmt: skip


def _lead(games: GameResults, complete: bool) -> Iterator[Metric]:
    """Yield how the lead changes; nobody leads before the end where nothing ranks the players.

    Rows tell of the lead of a seat, so partners are left out: they are never ahead of each other.
    """
    alone = games.players > 1 and games.sides == games.players
    changes, settled = games.column(at.CHANGES), games.column(at.SETTLED)
    if not alone or not games.game.compiled.rankings or not (complete or settled.any()):
        return
    yield Metric(
        "lead.changes", "the lead changes, times a game", changes, "changes",
        "the lead changes {} times more", count=True,
    )  # fmt: skip
    yield Metric(
        "lead.never", "games in which the first to lead leads to the end", changes == 0, "%",
        "the lead never changes in {} more of the games", FEWER,
    )  # fmt: skip
    changed = changes != 0
    yield Metric(
        "lead.settled", "how far the game is when the lead changes last, if it does",
        settled / np.maximum(1, games.column(at.DECISIONS)) * changed, "%",
        "the lead changes for the last time {} of a game later", ("later", "earlier"), changed,
    )  # fmt: skip


def _agents(games: GameResults, _: bool) -> Iterator[Metric]:
    """Yield how agents of different names do against each other."""
    names = games.agents()
    if len(names) < 2 or games.sides < 2:
        return
    all_scores, has_scores = games.by_seat(games.columns.scores), scored(games)
    for name in names:
        yield Metric(
            f"agent.{name}.wins", f"{name} wins (a seat of it)",
            games.of_agent(name, games.wins), "%", f"{name} wins {{}} more often",
        )  # fmt: skip
        if has_scores:
            scores, mine = games.of_agent(name, all_scores), len(games.seats_of(name)[0])
            others = (all_scores.sum(axis=1) - scores * mine) / (games.players - mine)
            yield Metric(f"agent.{name}.score", f"{name}'s score", scores, "points")
            yield Metric(
                f"agent.{name}.gap", f"{name}'s score above the others'", scores - others, "points",
                f"{name} does {{}} points better against the others", ("better", "worse"),
            )  # fmt: skip


# ------------------------------------------------------------------ rules at work


def _actions(games: GameResults, _: bool) -> Iterator[Metric]:
    columns, decisions = games.columns, games.column(at.DECISIONS)
    for name in dict.fromkeys(name for _, name in columns.slots):
        slots = [i for i, slot in enumerate(columns.slots) if slot[1] == name]
        taken = games.sums([columns.taken + i for i in slots])
        offered = games.sums([columns.offered + i for i in slots])
        yield Metric(
            f"action.{name}.chosen", f"'{name}', of all decisions", taken, "%",
            f"'{name}' is {{}} more of all decisions", wholes=decisions,
        )  # fmt: skip
        yield Metric(
            f"action.{name}.taken", f"'{name}', where it is legal", taken, "%",
            f"where it is legal, '{name}' is chosen {{}} more often", wholes=offered,
        )  # fmt: skip
        yield Metric(
            f"action.{name}.games", f"games in which somebody chooses '{name}'", taken != 0, "%",
            f"'{name}' is chosen at all in {{}} more of the games", FEWER,
        )  # fmt: skip


def _lines(games: GameResults, _: bool) -> Iterator[Metric]:
    columns, players = games.columns, games.players
    found = games.game.compiled.lines
    known = [line.label.raw for line in found]
    # A line is spoken of with any value; braces mean how much in what is said of it.
    spoken = ["…".join(ENGLISH.template(line.label)[::2]).replace("{}", "…") for line in found]
    deltas = games.rows[:, columns.deltas : columns.bulk].reshape(
        games.count, columns.lines, players
    )
    for number, label in enumerate(known):
        given = deltas[:, number]
        key, name = label, f'"{spoken[number]}"'
        if known.count(label) > 1:
            key += f" {known[:number].count(label) + 1}"
            name += f" (line {found[number].source.span.line})"
        yield Metric(
            f"line.{key}.points", f'{name} gives a player', given.sum(axis=1) / players, "points",
            f'{name} gives a player {{}} points more', FEWER,
        )  # fmt: skip
        yield Metric(
            f"line.{key}.counts", f'{name} counts for a player', (given != 0).sum(axis=1), "%",
            f'{name} counts for a player {{}} more often', wholes=np.full(games.count, players),
        )  # fmt: skip
        yield Metric(
            f"line.{key}.weight", f'{name}, of all points given or taken',
            np.abs(given).sum(axis=1), "%", wholes=np.abs(deltas).sum(axis=(1, 2)),
        )  # fmt: skip


def _requirements(games: GameResults, _: bool) -> Iterator[Metric]:
    columns = games.columns
    seen: Counter[str] = Counter()
    for number, demand in enumerate(columns.watch.demands):
        tried, refused, affected = (
            games.watched(f"{what}_{number}_{demand.action}")
            for what in ("tried", "refused", "affected")
        )
        slots = [i for i, slot in enumerate(columns.slots) if slot[0] == demand.choice]
        decided = games.sums([columns.taken + i for i in slots])[: games.close]
        key = f"{demand.action}.{demand.quote}"
        seen[key] += 1
        key += f" {seen[key]}" if seen[key] > 1 else ""
        name = f"'{demand.action}' requires {demand.quote}"
        yield Metric(
            f"requirement.{key}.refuses", f"moves refused: {name}", refused, "%",
            f"{name}: refuses {{}} more of the moves", FEWER, wholes=tried,
        )  # fmt: skip
        yield Metric(
            f"requirement.{key}.affected", f"decisions with a move refused: {name}", affected, "%",
            wholes=decided,
        )  # fmt: skip


def _rules(games: GameResults, _: bool) -> Iterator[Metric]:
    for name in games.columns.watch.rules:
        asked, yes = games.watched(f"asked_{name}"), games.watched(f"yes_{name}")
        yield Metric(f"rule.{name}.asked", f"'{name}' is asked, times a game", asked, count=True)
        if games.game.rules.rules[name].type.kind == "truth":
            yield Metric(
                f"rule.{name}.yes", f"'{name}' says yes", yes, "%",
                f"'{name}' says yes {{}} more often", wholes=asked,
            )  # fmt: skip


def _parts(games: GameResults, _: bool) -> Iterator[Metric]:
    for number, part in enumerate(games.columns.watch.parts):
        begun, key = games.watched(f"begins_{number}_{part.name}"), f"part.{part.kind} {part.name}"
        name = f"'{part.name}'"
        yield Metric(
            f"{key}.times", f"{name} comes, times a game", begun, "",
            f"{name} comes {{}} times more in a game", count=True,
        )  # fmt: skip
        yield Metric(f"{key}.games", f"games in which {name} comes", begun != 0, "%")


def _endings(games: GameResults, complete: bool) -> Iterator[Metric]:
    rules = games.game.rules
    titles = {0: "the last round is over"}
    titles |= {i: ending.title for i, ending in enumerate(rules.deciding, 1)}
    found = games.column(at.ENDING)
    if not complete and len(titles) <= 2 and not np.ptp(found):
        return
    for number, title in titles.items():
        here = found == number
        if number or complete or here.any():
            yield Metric(
                f"ending.{title}", f"'{title}' ends it", here, "%",
                f"'{title}' ends {{}} more of the games", FEWER,
            )  # fmt: skip
