"""What games went through: parts and lines of the rules, requirements, scores, values of variables.

Everything is counted by its place in the text, so that games of several numbers of players and
options of the same rules add up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.game.interpreter import Listener, State
from engine.game.session import Game
from engine.language.frozen import walk
from engine.language.source import Span
from engine.rules import model as m
from engine.study.rule_coverage import AskedRequirement, RuleCoverage


@dataclass
class CoverageCounts:
    """What was counted over all games. `low`, `high`: of variables, over all their cells."""

    begun: Counter[Span] = field(default_factory=Counter)
    lines: Counter[Span] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    tried: Counter[Span] = field(default_factory=Counter)
    refused: Counter[Span] = field(default_factory=Counter)
    claimed: Counter[Span] = field(default_factory=Counter)
    """The requirements by which moves are refused of which examples claim that they are."""
    counted: Counter[Span] = field(default_factory=Counter)
    dealt: Counter[str] = field(default_factory=Counter)
    """The zones that are dealt from unshuffled, with how many deals were compared."""
    varied: set[str] = field(default_factory=set)
    """Those of them that were dealt from otherwise in another game."""
    scored: int = 0
    changed: set[str] = field(default_factory=set)
    variables: set[str] = field(default_factory=set)
    rules: set[str] = field(default_factory=set)
    """The named rules that are asked one by one."""
    parts: dict[Span, m.Model] = field(default_factory=dict)
    """Every part and line that could be reached in some game."""
    score_lines: dict[Span, m.LedgerLine] = field(default_factory=dict)
    requirements: dict[Span, tuple[str, str]] = field(default_factory=dict)
    """Their actions, and how they are in the text."""
    _looking: dict[object, InstrumentedGame] = field(default_factory=dict)

    def looking_at(self, game: Game) -> InstrumentedGame:
        """Return what counts for games of a setting, prepared once."""
        setting = game.compiled.setting
        key = setting.players, tuple(setting.options.items())
        if key not in self._looking:
            self._looking[key] = InstrumentedGame(game, self)
        return self._looking[key]


class InstrumentedGame:
    """One game's rules, played by an interpreter that tells what it goes through."""

    def __init__(self, game: Game, seen: CoverageCounts) -> None:
        """Compile the rules again with marks; what is met is added to what was seen."""
        self.game = game
        self.seen = seen
        self.watch = RuleCoverage(game, lines=True)
        self.interpreter = self.watch.interpreter
        self.listener = Listener(tell=self._paid, mark=self._mark)
        compiled = self.interpreter.compiled
        self._marked = compiled.debug.marked
        for part in self._marked:
            if not isinstance(part, (m.Choose, m.Block)):
                seen.parts.setdefault(part.span, part)
        self._scores = range(len(compiled.program.scores))
        self._lines = [line.source for line in compiled.lines]
        for line in self._lines:
            seen.score_lines.setdefault(line.span, line)
        seen.rules.update(self.watch.rules)
        for demand in self.watch.demands:
            seen.requirements.setdefault(demand.span, (demand.action, demand.quote))
        self._cells = {
            name: cells for name, cells in compiled.layout.cells.items()
            if name in game.rules.variables
        }  # fmt: skip
        self._still: dict[str, tuple[int, int, list[int]]] = {}
        """The variables that have never changed: where they are, and what they were at first."""
        self._stocks = _stocks_of(game)
        self._dealt: dict[tuple[str, int], tuple[int, ...]] = {}
        self.counting: dict[Span, tuple[int, int]] = {}
        """How often each line that changes a counter was done since `meet`, and how often the
        counter's range cut something off there.
        """

    def begin(self, seed: int, starter: int) -> State:
        """Deal a game. Raises RulesError where it can't be."""
        state = self.interpreter.start(seed, starter, self.listener)
        self.meet(state)
        for name, pieces in self._stocks.items():
            now = _dealt(self.game, state, name, pieces)
            before = self._dealt.setdefault((name, starter), now)
            self.seen.dealt[name] += before is not now
            if before != now:
                self.seen.varied.add(name)
        return state

    def meet(self, state: State) -> None:
        """Take a position for the beginning of a game."""
        self.seen.variables.update(self._cells)
        still = {n: c for n, c in self._cells.items() if n not in self.seen.changed}
        self._still = {n: (c.base, c.base + c.size, state[c.base : c.base + c.size])
                       for n, c in still.items()}  # fmt: skip
        self.counting = {}

    def look(self, state: State) -> None:
        """Note what can be seen of a position before a decision."""
        self.watch.look(state)
        self._compare(state)

    def _compare(self, state: State) -> None:
        """Note which variables have changed; one may be as before by the next decision."""
        for name, (begin, end, first) in [*self._still.items()]:
            if state[begin:end] != first:
                self.seen.changed.add(name)
                del self._still[name]

    def claim(self, asked: Iterable[AskedRequirement]) -> None:
        """Note what was asked of a move that an example speaks of."""
        for one in asked:
            self.seen.claimed[one.require.span] += not one.holds
            for name in asked_by(self.game.rules, one.action.requires):
                self.seen.asked[name] += 1

    def finish(self) -> None:
        """Add what the watch counted by its own numbers, and forget it there."""
        watch, seen = self.watch, self.seen
        for number, demand in enumerate(watch.demands):
            seen.tried[demand.span] += watch.tried[number]
            seen.refused[demand.span] += watch.refused[number]
        for number, name in enumerate(watch.rules):
            seen.asked[name] += watch.asked[number]
        watch.clear()

    def score(self, state: State) -> None:
        """Note which lines of the scores count for someone now, and what changed at the end."""
        self._compare(state)
        self.seen.scored += 1
        for number in self._scores:
            self._count(state, number)

    def _count(self, state: State, score: int) -> None:
        for seat in range(self.game.players):
            for line, value, _ in self.interpreter.notes(state, score, seat):
                found = self._lines[line]
                if value != (1 if found.kind == "times" else 0):
                    self.seen.counted[found.span] += 1

    def _mark(self, state: State, event: str, number: int) -> None:
        part = self._marked[number]
        if event == "line":
            self.seen.lines[part.span] += 1
            self._compare(state)
            if isinstance(part, m.Gain):
                times, cut = self.counting.get(part.span, (0, 0))
                self.counting[part.span] = times + 1, cut
        elif event == "cut":
            times, cut = self.counting[part.span]
            self.counting[part.span] = times, cut + 1
        elif event in ("passes", "lacks") and isinstance(part, m.Choose):
            self.watch.look(state, part.number)  # nobody is asked, as everything is refused
        elif event == "begins":
            self.seen.begun[part.span] += 1

    def _paid(self, state: State, number: int) -> None:
        """Hear of a score that is paid: its lines count now or never."""
        self._count(state, number)
        self.seen.scored += 1


def asked_by(rules: m.Ruleset, part: object) -> set[str]:
    """Return the rules that a part of the rules asks, and those that they ask."""
    found: set[str] = set()
    waiting = [part]
    while waiting:
        names = {x.rule for x in walk(waiting.pop()) if isinstance(x, m.RuleCall)} - found
        found |= names
        waiting += [rules.rules[name] for name in names]
    return found


# ------------------------------------------------------------------ what is dealt


def _stocks_of(game: Game) -> dict[str, frozenset[int]]:
    """Return the hidden piles and bags whose pieces are unlike, are taken as they are, and are
    shuffled by nothing, each with the pieces that it may hold.
    """
    taken = _taken_from(game.rules)
    pieces = game.compiled.setting.pieces
    found: dict[str, frozenset[int]] = {}
    for name, zone in game.rules.zones.items():
        if name not in taken or not zone.traits.stock or zone.seen != "none":
            continue
        zones = [a for a, zone in game.compiled.layout.zones.items() if zone.family.name == name]
        held = frozenset[int]().union(*map(game.may_hold, zones))
        if len({(pieces[p].component, tuple(pieces[p].values)) for p in held}) > 1:
            found[name] = held
    return found


def _dealt(game: Game, state: State, name: str, pieces: frozenset[int]) -> tuple[int, ...]:
    """Return in which order pieces are in a stock, and in which zones all of them are."""
    layout = game.compiled.layout
    found = [state[layout.zone_of + piece] for piece in sorted(pieces)]
    for zone in layout.zones.values():
        if zone.family.name == name:
            found += [state[zone.address], *zone.lying(state)]
    return tuple(found)


def _taken_from(rules: m.Ruleset) -> set[str]:
    """Return the zones that pieces are taken from as they are, without those that are shuffled."""
    taken: set[str] = set()
    shuffled: set[str] = set()
    flow = (rules.setup_once, rules.setup, rules.turn, rules.triggers, rules.afters,
            rules.procedures)  # fmt: skip
    for part in walk(flow):
        if isinstance(part, m.Shuffle):
            shuffled.add(part.zone.type.name)
        elif isinstance(part, m.Deal):
            taken.add(part.source.name)
        elif isinstance(part, m.Move) and part.form in ("some", "up to"):
            taken |= {zone.name for zone in walk(part.what) if isinstance(zone, m.ZoneRef)}
        elif isinstance(part, m.Op) and part.op in ("first", "last"):
            taken |= {zone.name for zone in walk(part) if isinstance(zone, m.ZoneRef)}
    return taken - shuffled
