"""Which pieces carry it? How much more a side wins that got a piece, or played it.

A piece is compared with other pieces of its component that a player in the same place in turn order
got, or played by the same action, at about the same time. Who wins with these is what could be
expected. The piece's effect is what is won beyond that, in shares of a win. A game counts as one
observation. The intervals that decide have Bonferroni's correction for so many pieces and actions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engine.game.session import Game
from engine.game.wasm_executor import Stopped
from engine.study.intervals import Interval, Numbers, Whole, corrected, ratio
from engine.study.metric import capital, interval_words, number_of, plain
from engine.study.piece_events import GOT, PieceEvent, PieceKind, PieceWatch, piece_events
from engine.study.stepped_games import SteppedGames

GAMES = 4000
SECONDS = 40.0
"""So long all games of it may take."""
FEWEST = 50
"""Of what happened in fewer games nothing is said."""
COMPARED = 20
"""An event is compared only where as much happened with other pieces."""
TIMES = 8
"""Into so many parts of a game it is divided when something happened."""
MUCH = 0.1
"""A piece is named only if its effect surely differs by more than this share of games from what is
usual for its component.
"""
SPREADS = 3.0
"""And by more than so many standard deviations of the effects of its component's pieces, by the
median of the differences from their median. Where effects differ as printed values do, that is
wide.
"""
MOST_ROWS = 12
TITLE = "Which pieces carry it? How much more often a player wins with a piece than with others"
FEW = "Too few games were finished to compare what the pieces do."
ALIKE = "No piece was used by only some of the players in enough games to compare what it does."


@dataclass(frozen=True)
class PieceEffect:
    """How much more is won with a kind of piece than with others.

    `action`: by which it was played, none for who got it; `effect`: in shares of a win; `judged`:
    the same with an interval as wide as so many comparisons ask for; `usual`, `allowed`: what is
    usual for its component, and how much beyond that isn't remarkable.
    """

    kind: PieceKind
    action: str
    effect: Interval
    judged: Interval
    usual: float = 0.0
    allowed: float = MUCH

    @property
    def strong(self) -> bool:
        """Return whether it is overpowered: it surely wins more, and more than its fellows."""
        return self.judged.low > max(0.0, self.usual + self.allowed)

    @property
    def weak(self) -> bool:
        """Return whether it is underpowered: it surely wins less, and less than its fellows."""
        return self.judged.high < min(0.0, self.usual - self.allowed)

    @property
    def does(self) -> str:
        """Return what a player does with it."""
        return f"plays it with '{self.action.replace('_', ' ')}'" if self.action else "gets it"

    @property
    def sentence(self) -> str:
        """Return that it is over- or underpowered."""
        size = self.effect if self.effect.value > 0 else self.effect.times(-1)
        amount, low, high = number_of(size, "%")
        more = "more" if self.effect.value > 0 else "less"
        how = f"'{self.kind.name}' is {'over' if self.strong else 'under'}powered"
        return (
            f"{capital(how)}: a player who {self.does} wins {amount} ({low} to {high}) percentage "
            f"points {more} often than one who does so with another piece at that time."
        )

    @property
    def row(self) -> str:
        """Return its effect, beside what is printed on the piece."""
        printed = ", ".join(f"{name} {value}" for name, value in self.kind.numbers)
        name = f"{self.kind.name} ({printed})" if printed else self.kind.name
        clear = ", clearly" if self.judged.clear_of(0.0) else ""
        return f"{name}, a player who {self.does}: {_signed(self.effect)} percentage points{clear}"

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "piece": self.kind.name,
            "component": self.kind.component,
            "printed": dict(self.kind.numbers),
            "action": self.action or None,
            "effect": plain(self.effect),
            "clear": self.judged.clear_of(0.0),
            "strong": self.strong,
            "weak": self.weak,
        }


def _signed(effect: Interval) -> str:
    words = interval_words(effect.times(100), "")
    return f"+{words}" if effect.value > 0 else words


@dataclass(frozen=True)
class PieceEffects:
    """The effects of all pieces, the strongest first."""

    effects: tuple[PieceEffect, ...]
    games: int

    def sentences(self) -> Iterator[str]:
        """Yield which pieces are over- or underpowered."""
        if not self.effects:
            yield FEW if self.games < FEWEST else ALIKE
            return
        named = [x for x in self.effects if x.strong or x.weak]
        yield from (x.sentence for x in named)
        if not named:
            kinds = len({x.kind for x in self.effects})
            yield (
                f"None of {kinds} pieces is clearly over- or underpowered. One would be named from "
                f"about {100 * self.shown:.0f} percentage points on."
            )

    @property
    def shown(self) -> float:
        """Return how strong an effect would have to be to be named, for half of the pieces."""
        wanted = [x.allowed + x.judged.high - x.judged.value for x in self.effects]
        return float(np.median(wanted))

    def rows(self) -> Iterator[str]:
        """Yield the strongest effects."""
        yield from (effect.row for effect in self.effects[:MOST_ROWS])
        left = len(self.effects) - MOST_ROWS
        rest = f"; {left} weaker effects are in report.json" if left > 0 else ""
        yield f"{self.games:,} games{rest}"

    def as_json(self) -> dict[str, Any]:
        """Return them as plain data."""
        return {"games": self.games, "effects": [effect.as_json() for effect in self.effects]}


def piece_effects(
    game: Game,
    agent: str,
    seed: int,
    heard: Callable[[float], None],
    *,
    games: int,
    seconds: float,
) -> PieceEffects | None:
    """Play between equal players; return what the pieces do, None where none can be compared.

    `heard` hears the share that is done. It ends early when the time is over.
    """
    stepped = SteppedGames(game, agent, seed)
    if stepped.sides < 2 or not game.compiled.setting.pieces:
        return None
    try:
        watch = PieceWatch(stepped)
    except Stopped:
        return None
    if not watch.comparable:
        return None
    events, played = piece_events(stepped, watch, games, seconds, heard)
    found = list(_effects(events, watch, game.players))
    found = [replace(x, judged=corrected(x.effect, len(found))) for x in found]
    judged = [x for group in _groups(found) for x in _judged(group)]
    judged.sort(key=_remarkable)
    return PieceEffects(tuple(judged), played)


def _remarkable(found: PieceEffect) -> tuple[bool, bool, float]:
    """Return what sorts effects: those that are named first, then clear ones, then the strongest
    for how wide their intervals are.
    """
    named, clear = found.strong or found.weak, found.judged.clear_of(0.0)
    half = found.judged.high - found.judged.value
    return not named, not clear, -abs(found.effect.value) / max(half, 1e-9)


def _effects(
    events: Sequence[PieceEvent], watch: PieceWatch, players: int
) -> Iterator[PieceEffect]:
    """Yield the effect of each kind of piece in each way of using it, in enough games.

    A game in which all players do the same with a piece shows nothing: one of them wins anyway. It
    counts neither for the piece nor for those that the piece is compared with.
    """
    columns = [np.array(column) for column in zip(*events, strict=True)]
    if not columns:
        return
    game, place, kind, what, when, part = columns
    same = np.unique(np.stack([game, kind, what]), axis=1, return_inverse=True)[1].ravel()
    some = np.bincount(same)[same] < players
    game, place, kind, what, when, part = (column[some] for column in columns)
    if not game.size:
        return
    components = list(dict.fromkeys(x.component for x in watch.kinds))
    component = np.array([components.index(x.component) for x in watch.kinds])[kind]
    alike = np.stack([component, what, place, _times(what, when)])
    stratum = np.unique(alike, axis=1, return_inverse=True)[1].ravel()
    beyond, known = _beyond(stratum, kind, part)
    for action in np.unique(what):
        for number in np.unique(kind[(what == action) & known]):
            here = (what == action) & (kind == number) & known
            parts, often = _by_game(game[here], beyond[here])
            if often.size >= FEWEST:
                effect = ratio(parts, often)
                words = watch.actions[action] if action != GOT else ""
                yield PieceEffect(watch.kinds[number], words, effect, effect)


def _times(what: Whole, when: Whole) -> Whole:
    """Return in which part of a game each event was, by how many there were before: the deal, then
    parts in which as many things happen.
    """
    found: Whole = np.zeros_like(when)
    for one in np.unique(what):
        here = (what == one) & (when > 0)
        if here.any():
            bounds = np.quantile(when[here], np.arange(1, TIMES) / TIMES)
            found[here] = 1 + np.searchsorted(bounds, when[here])
    return found


def _beyond(stratum: Whole, kind: Whole, part: Numbers) -> tuple[Numbers, np.ndarray[Any, Any]]:
    """Return by how much more each event's side won than with other kinds, and where others are."""
    both = np.unique(np.stack([stratum, kind]), axis=1, return_inverse=True)[1].ravel()
    rest = np.bincount(stratum)[stratum] - np.bincount(both)[both]
    won = np.bincount(stratum, part)[stratum] - np.bincount(both, part)[both]
    return part - won / np.maximum(rest, 1), rest >= COMPARED


def _by_game(game: Whole, beyond: Numbers) -> tuple[Numbers, Whole]:
    """Return by game the sum of what was won beyond others, and how many there are."""
    number = np.unique(game, return_inverse=True)[1]
    often: Whole = np.bincount(number).astype(np.int64)
    parts: Numbers = np.bincount(number, beyond).astype(np.float64)
    return parts, often


def _groups(found: Sequence[PieceEffect]) -> list[list[PieceEffect]]:
    """Return the effects by component and by what is done."""
    groups: dict[tuple[str, str], list[PieceEffect]] = {}
    for effect in found:
        groups.setdefault((effect.kind.component, effect.action), []).append(effect)
    return list(groups.values())


def _judged(group: Sequence[PieceEffect]) -> Iterator[PieceEffect]:
    """Yield effects of one kind of thing with what is usual among them."""
    values = np.array([x.effect.value for x in group])
    usual = float(np.median(values))
    spread = 1.4826 * float(np.median(np.abs(values - usual)))
    for effect in group:
        yield replace(effect, usual=usual, allowed=max(MUCH, SPREADS * spread))
