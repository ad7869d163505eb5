"""Positions of random games in which a part of the rules takes part that no example exercises."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeAlias

from engine.compile import layout as at
from engine.game.interpreter import Listener, Move, State
from engine.game.session import Game
from engine.game.visits import by_chance, visits
from engine.language.diagnostics import RulesError
from engine.language.source import Span
from engine.playtest.coverage import CoverablePart
from engine.playtest.instrumented_game import CoverageCounts, InstrumentedGame, asked_by
from engine.rules import model as m
from engine.rules.load import Loaded
from engine.rules.options import settings
from engine.study.rule_coverage import AskedRequirement

MOST = 4
"""So many positions are kept of a part."""
TRIED = 12
"""So many are looked at, of which the smallest are kept."""
LONGEST = 1_000
MOST_MOVES = 6
"""Of a longer turn the first moves can't be told in an example that one reads."""
MOST_SETTINGS = 12
PATIENCE = 100
"""After so many games that show nothing new no more are played."""
_Made: TypeAlias = tuple[State, Move]


@dataclass(frozen=True)
class Witness:
    """Where a part takes part: a position before a turn, and the turn's moves up to there.

    The last of the moves does it; or `asked`, a move that can't be made or that asks the rule; or,
    without moves, the position itself. `deal`: the position is the deal, from which everything
    follows without chance.
    """

    part: CoverablePart
    game: Game
    start: State
    moves: tuple[_Made, ...] = ()
    asked: AskedRequirement | None = None
    state: State = field(default_factory=list)
    """Where the move is asked."""
    deal: bool = False

    @property
    def size(self) -> tuple[int, ...]:
        """Return how much there would be to tell; the smaller, the better."""
        first = self.moves[0][0] if self.moves else self.state or self.start
        usual = len(self.game.given) + (self.game.players != self.game.rules.header.players[0])
        return (
            len(self.moves), first[at.ACTIVE] != 0, usual, first[at.ROUND] != 1,
            first[at.DECISIONS],
        )  # fmt: skip


def find_witnesses(
    loaded: Loaded, parts: Sequence[CoverablePart], late: Callable[[], bool], games: int = 10**9
) -> dict[CoverablePart, list[Witness]]:
    """Play games at random until each part was seen often enough, or for a while nothing new was
    seen, or it is late, or so many were played; return the smallest positions of each.
    """
    hunt, waiting = _Hunt(parts), _settings(loaded)
    tables: list[_Table] = []
    number = last = 0
    while hunt.missing() and number < games and number - last < PATIENCE and not late():
        if number >= 4 * len(tables) and (setting := next(waiting, None)) is not None:
            with suppress(RulesError):
                tables.append(_Table(hunt, InstrumentedGame(Game(loaded, *setting), hunt.seen)))
        elif tables:
            number += 1
            before = hunt.many
            with suppress(RulesError):
                tables[number % len(tables)].play(number, late)
            last = number if hunt.many > before else last
        else:
            break
    return {part: sorted(found, key=lambda w: w.size)[:MOST] for part, found in hunt.found.items()}


def _settings(loaded: Loaded) -> Iterator[tuple[int, dict[str, int]]]:
    """Yield players and options, the usual ones first."""
    found = list(settings(loaded.checked()))
    low, usual = found[0]

    def rank(setting: tuple[int, dict[str, int]]) -> tuple[int, int]:
        players, options = setting
        return sum(value != usual[name] for name, value in options.items()), abs(players - low)

    for players, options in sorted(found, key=rank)[:MOST_SETTINGS]:
        yield players, {name: value for name, value in options.items() if value != usual[name]}


class _Hunt:
    """What is looked for in games at random, and what was found."""

    def __init__(self, parts: Sequence[CoverablePart]) -> None:
        self.parts = parts
        self.found: dict[CoverablePart, list[Witness]] = defaultdict(list)
        self.many = 0
        """How many positions were found."""
        self.seen = CoverageCounts()

    def missing(self) -> list[CoverablePart]:
        """Return the parts of which more positions are looked for."""
        return [part for part in self.parts if len(self.found[part]) < TRIED]

    def add(self, witness: Witness) -> None:
        """Keep what was found, unless there is enough."""
        if len(self.found[witness.part]) < TRIED and len(witness.moves) <= MOST_MOVES:
            self.found[witness.part].append(witness)
            self.many += 1


class _Table:
    """The games of one setting."""

    def __init__(self, hunt: _Hunt, looking: InstrumentedGame) -> None:
        self.hunt = hunt
        self.looking = looking
        self.game = looking.game
        self.start: State = []
        self.moves: list[_Made] = []
        self.deal: State = []
        turn = looking.interpreter.program.turn
        blocks = looking.interpreter.blocks
        begin = blocks[turn]

        def begun(state: State, listener: Listener) -> int:
            self.start, self.moves = list(state), []
            self._scored()
            return begin(state, listener)

        blocks[turn] = begun

    def play(self, seed: int, late: Callable[[], bool]) -> None:
        """Play one game and look at each of its positions."""
        looking = self.looking
        state = looking.interpreter.start(seed, (seed - 1) % self.game.players, looking.listener)
        self.deal = self.start
        every: list[_Made] = []
        made = self._nothing_made
        game = visits(looking.interpreter, state, LONGEST, by_chance(seed), looking.listener)
        for visit in game:
            made()
            if late():
                return
            self._ask(state)
            every.append((list(state), visit.move))
            made = self._making(every)
        made()

    def _nothing_made(self) -> None:
        """Keep nothing: no move has been made yet."""

    def _making(self, every: list[_Made]) -> Callable[[], None]:
        """Return what keeps the last move, once it is made, for each part that takes part in it."""
        hunt, start = self.hunt, self.start
        wanted = [p for p in hunt.missing() if p.sort in ("begins", "rule")]
        before = [self._times(part) for part in wanted]
        turn = self.moves = [*self.moves, every[-1]]

        def made() -> None:
            for part, times in zip(wanted, before, strict=True):
                if self._times(part) > times:
                    hunt.add(Witness(part, self.game, start, tuple(turn)))
                    if 1 < len(every) <= MOST_MOVES and len(every) > len(turn):
                        hunt.add(Witness(part, self.game, self.deal, tuple(every), deal=True))

        return made

    def _times(self, part: CoverablePart) -> int:
        if part.sort == "begins":
            return self.hunt.seen.begun[part.span]
        watch = self.looking.watch
        return watch.asked[watch.rules.index(part.name)] if part.name in watch.rules else 0

    def _ask(self, state: State) -> None:
        """Look for moves that wanted requirements refuse, and for those that ask wanted rules."""
        wanted = {p.span: p for p in self.hunt.missing() if p.sort == "requirement"}
        rules = {p.name: p for p in self.hunt.missing() if p.sort == "rule"}
        if not wanted and not rules:
            return
        requires: dict[str, list[m.Require]] = defaultdict(list)
        for offered in self.game.wording.actions(state[at.PC]):
            requires[offered.action.name] += offered.action.requires
        for name, demands in requires.items():
            named = asked_by(self.game.rules, tuple(demands)) & set(rules)
            if not named and not any(demand.span in wanted for demand in demands):
                continue
            reported: set[tuple[Span, bool]] = set()
            for asked in self.looking.watch.questions(state, name):
                span = asked.require.span
                if (span, asked.holds) in reported:
                    continue
                reported.add((span, asked.holds))
                parts = [wanted[span]] if span in wanted and not asked.holds else []
                also = asked_by(self.game.rules, asked.require) & set(rules)
                parts += [rules[rule] for rule in also]
                for part in parts:
                    moves = tuple(self.moves)
                    self.hunt.add(Witness(part, self.game, self.start, moves, asked, list(state)))

    def _scored(self) -> None:
        """Look for lines of the score that count for the first seat before this turn."""
        wanted = {part.span: part for part in self.hunt.missing() if part.sort == "line"}
        if not wanted:
            return
        lines = self.game.ledgers.lines
        for score in range(len(self.game.ledgers.scores)):
            for number, value, _ in self.looking.interpreter.notes(self.start, score, 0):
                span = lines[number].source.span
                neutral = 1 if lines[number].kind == "times" else 0
                if span in wanted and value != neutral:
                    self.hunt.add(Witness(wanted[span], self.game, self.start))
