"""Tracing: which parts of the rules a decision goes through, and what an action by itself moves.

A traced program has marks where parts of the rules begin and end, and is otherwise the same: the
same positions, the same numbers. It is made when it is first asked for, and never plays the game
itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import TypeAlias

from engine.compile import layout as at
from engine.compile.debug_info import OfferedAction
from engine.compile.lower import Compiled, lower
from engine.game.interpreter import Interpreter, Listener, Move, State
from engine.game.record import Began, Record, recorded
from engine.game.wording import Wording
from engine.language.diagnostics import RulesError
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.walk import walk

KEPT = 8
"""So many records are kept: several readers ask about one decision, one after the other."""
MOST_FIRED = 200
"""So many parts of the rules are told of one decision."""
WORLDS = 8
"""In how many positions a decision is tried to tell what a viewer can be sure of."""
_Heard: TypeAlias = list[tuple[m.Model, State]]
"""Parts of the rules as they begin, each with the position then."""


BLOCK = -1
"""Stands for a block, where the number of an action could stand."""


def _of(part: m.Model) -> int | None:
    """Return the number of an action that ends; of a block BLOCK."""
    if isinstance(part, m.Block):
        return BLOCK
    return part.number if isinstance(part, m.Action) else None


def _same(part: m.Model, action: m.Action) -> bool:
    """Tell whether what begins is an action, and takes as many things as it."""
    return (
        isinstance(part, m.Action)
        and part.number == action.number
        and part.parameters == action.parameters
    )


class _Done(Exception):
    """The action has been carried out; what follows doesn't count."""


@dataclass(frozen=True)
class Step:
    """A stretch of an action that is its own work, not a reaction's: the state before and after."""

    before: State
    after: State


class Tracer:
    """Runs one compiled ruleset with marks, on copies of positions."""

    def __init__(self, compiled: Compiled) -> None:
        """Lower the same rules again, traced."""
        setting = compiled.setting
        self.compiled = lower(compiled.rules, setting.players, setting.options, trace=True)
        assert self.compiled.program.size == compiled.program.size
        self.interpreter = Interpreter(self.compiled)
        self.parts = self.compiled.debug.marked

        self._record = lru_cache(KEPT)(self.replay)
        self.opening = lru_cache(1)(self._opening)
        """Returns what happens before the first decision of a game with a seed and a starter."""

    def record(self, state: Sequence[int], move: Move, faces: Sequence[str] = ()) -> Record:
        """Return what happens when a move is made; the latest records are kept.

        `faces`: what the dice that are rolled first show.
        """
        return self._record(tuple(state), move, tuple(faces))

    def replay(self, state: Sequence[int], move: Move, faces: Sequence[str] = ()) -> Record:
        """Make a move again as the game did, and return the record of it, which isn't kept."""
        after = list(state)
        return recorded(after, lambda heard: self.interpreter.apply(after, move, heard), faces)

    def _opening(self, seed: int, starter: int) -> Record:
        state, start = self.interpreter.fresh(seed, starter), self.compiled.program.start
        return recorded(state, lambda heard: self.interpreter.run(state, start, heard))

    def begun(self, record: Record) -> Iterator[tuple[m.Model, State]]:
        """Yield the parts of the rules that took effect, in order, each with the position then."""
        began = (x for x in record.happenings if isinstance(x, Began))
        return ((self.parts[x.part], x.now) for x in began)

    def passed_over(
        self, state: State, block: int, stops: frozenset[int], faces: Sequence[str]
    ) -> list[State]:
        """Run on from a block of the program; return the positions in which somebody was passed
        over, because nothing that they might have chosen was legal, each as if they were asked.

        `faces`: what the dice that are rolled first show.
        """
        found: list[State] = []

        def hear(now: State, event: str, number: int) -> None:
            part = self.parts[number]
            if event == "passes" and isinstance(part, m.Choose):
                found.append(list(now))
                found[-1][at.PC] = part.number

        self.interpreter.run_to(list(state), block, stops, Listener(mark=hear, faces=list(faces)))
        return found

    def try_out(self, state: State, move: Move, found: OfferedAction | None) -> list[Step]:
        """Carry out an action alone, even one that would wait for other seats' choices.

        Stops where the action ends, a decision is asked, or the turn ends. Reactions are left out.
        """
        if found is None:
            return []
        steps: list[Step] = []
        now = list(state)
        since: list[State] = [list(state)]
        depth = 0

        def hear(_: State, event: str, number: int) -> None:
            nonlocal depth
            part = self.parts[number]
            if isinstance(part, m.Trigger):
                depth += 1 if event == "begins" else -1
                if event == "begins" and depth == 1:
                    steps.append(Step(since.pop(), list(now)))
                elif event == "ends" and depth == 0:
                    since.append(list(now))
            elif event == "ends" and _of(part) in (found.action.number, BLOCK):
                raise _Done

        now[at.ARGUMENTS : at.ARGUMENTS + len(move) - 1] = move[1:]
        # An action that isn't legal may take for granted what it requires.
        with suppress(_Done, RulesError, ValueError, IndexError):
            body = self.compiled.debug.bodies[found.choice, found.place]
            self.interpreter.run(now, body, Listener(mark=hear))
        if since:
            steps.append(Step(since.pop(), now))
        return steps


@dataclass(frozen=True)
class Fired:
    """A part of the rules that a decision set off: its name, its sentence and its place in the
    text.

    `kind`: action, rule, phase, procedure, reaction, ending, after or score.

    >>> from engine import Game, Session, load
    >>> session = Session(Game(load("examples/nim.cairn"), players=2))
    >>> decision = session.play("take(4, 7)")
    >>> [(part.kind, part.name, part.span.line) for part in session.fired()]
    [('action', 'take', 26)]
    """

    name: str
    words: str
    span: Span
    kind: str


class Firing:
    """Tells what fired in a decision of one compiled ruleset."""

    def __init__(self, wording: Wording, tracer: Tracer) -> None:
        self.wording = wording
        self.tracer = tracer
        self.rules = wording.rules
        self._offered = tuple(wording.compiled.debug.actions.values())

    def fired(
        self, state: State, move: Move, viewer: int | None, faces: Sequence[str] = ()
    ) -> list[Fired]:
        """Return what a decision made in a position set off, in order, each thing once.

        `viewer`: whom it is told to; None knows everything. A viewer is told what the decision set
        off in every position that was tried of those that look the same to them before and after.
        `faces`: what the dice that are rolled first show.
        """
        record = self.tracer.record(state, move, faces)
        after, heard = record.after, self._heard(record, state, move)
        if viewer is not None:
            heard = self._sure(heard, state, move, viewer, after, faces)
        result: dict[Fired, None] = {}
        for part, now in heard:
            for fired in self._fired(part, now, viewer, after):
                result[fired] = None
        return list(result)

    def _sure(
        self,
        heard: _Heard,
        state: State,
        move: Move,
        viewer: int,
        after: State,
        faces: Sequence[str],
    ) -> _Heard:
        """Return what a viewer can be sure of: what is heard in all positions that it may be.

        Whether it is heard in the true one must not count, or others would read that off it.
        """
        worlds = list(self._worlds(state, move, viewer, after, faces))
        found = self.wording.action(state[at.PC], move)
        common = {id(part) for part, _ in heard if found and _same(part, found.action)}
        if worlds:
            common |= set.intersection(*({id(part) for part, _ in world} for world in worlds))
        own = [(part, now) for part, now in heard if isinstance(part, m.Action)]
        others = [
            (part, now) for part, now in (worlds or [[]])[0] if not isinstance(part, m.Action)
        ]
        return [(part, now) for part, now in (*own, *others) if id(part) in common]

    def _worlds(
        self, state: State, move: Move, viewer: int, after: State, faces: Sequence[str]
    ) -> Iterator[_Heard]:
        """Yield what the decision sets off in positions that look alike before and after it."""
        wording, bit = self.wording, 1 << viewer
        knowledge, known_at = wording.knowledge, wording.layout.known
        found = wording.action(state[at.PC], move)
        action = found[0] if found else None
        later = knowledge.learned(state, after, bit, wording.taken(action, move) if action else ())
        given = list(state)
        for piece in later:
            given[known_at + piece] |= bit
        known, seen = knowledge.observe(given, viewer), knowledge.observe(after, viewer)
        for number in range(WORLDS):
            world = knowledge.sample(known, number)
            for piece in later:
                world[known_at + piece] &= ~bit
            for word in (at.RNG_LOW, at.RNG_HIGH):
                world[word] = state[word]
            try:
                like = wording.same_move(move, action, given, world, viewer)
                if like is None:
                    continue
                record = self.tracer.replay(world, like, faces)
                if knowledge.observe(record.after, viewer) == seen:
                    yield self._heard(record, world, like)
            except (RulesError, ValueError, IndexError):
                continue  # The decision can't be made there.

    def _heard(self, record: Record, state: State, move: Move) -> _Heard:
        """Return what a decision made in a position set off, each with the position then."""
        heard = [*islice(self.tracer.begun(record), MOST_FIRED)]
        found = self.wording.action(state[at.PC], move)
        if found and not any(_same(part, found.action) for part, _ in heard):
            now = list(state)
            self.tracer.interpreter.begin(now, move)
            heard.insert(0, (found[0], now))
        return heard

    def _fired(
        self, part: m.Model, now: State, viewer: int | None, after: State
    ) -> Iterator[Fired]:
        words = self.wording.catalogue.text
        if isinstance(part, m.Action):
            yield from self._action(part, now, viewer, after)
        elif isinstance(part, m.Phase):
            yield Fired(words(part.title), words(part.body.words or ""), part.span, "phase")
        elif isinstance(part, m.Procedure):
            yield Fired(part.name, words(part.body.words or ""), part.span, "procedure")
        elif isinstance(part, m.Trigger):
            yield Fired(part.title, words(part.body.words or ""), part.span, "reaction")
        elif isinstance(part, m.Ending):
            yield Fired(part.title, words(part.words or ""), part.span, "ending")
        elif isinstance(part, m.After):
            yield Fired(part.when, words(part.body.words or ""), part.span, "after")
        elif isinstance(part, m.Score):
            yield Fired("score", words(part.body.words or ""), part.span, "score")

    def _action(
        self, action: m.Action, now: State, viewer: int | None, after: State
    ) -> Iterator[Fired]:
        """Tell of an action with the arguments it was carried out with, and of its rules."""
        offered = next(x for x in self._offered if _same(action, x.action))
        arguments = now[at.ARGUMENTS : at.ARGUMENTS + at.MAX_ARGUMENTS]
        known = self.wording.locals_of(offered, (offered.place, *arguments))
        words = ""
        if action.text is not None:
            taken = self.wording.taken(action, (0, *arguments))
            sight = self.wording.knowledge.sight(now, viewer, after, taken)
            words = self.wording.text(action.text, known, now[at.ME], sight)
        yield Fired(action.name, words, action.span, "action")
        for require in action.requires:
            for part in walk(require.condition):
                if isinstance(part, m.RuleCall):
                    rule = self.rules.rules[part.rule]
                    sentence = self.wording.catalogue.text(rule.words or "")
                    yield Fired(rule.name, sentence, rule.span, "rule")
