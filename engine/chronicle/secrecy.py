"""The one rule of secrecy: which happenings of a decision a reader may know, and for certain.

While seats choose at once, nobody but the seat itself may know of its decision until all of them
are carried out. A part of the rules that took effect counts only if it did in every position that
the reader can't tell from the true one, or the reader would learn what is hidden from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TypeAlias

from engine.chronicle.happenings import Record, Replays
from engine.compile import layout as at
from engine.game.interpreter import Move, State
from engine.game.ledger import Ledger
from engine.game.session import RoundResult, Session
from engine.language.diagnostics import RulesError
from engine.rules import model as m

MOST_FIRED = 200
"""The most parts of the rules that are reported for one decision."""
WORLDS = 8
"""In how many positions a decision is tried to tell what a viewer can be sure of."""
Begun: TypeAlias = list[tuple[m.Model, State]]
"""Parts of the rules as they begin, each with the position then."""


class Secrecy:
    """Filters what happened in one session for a reader; reader None knows everything."""

    def __init__(self, session: Session, replays: Replays) -> None:
        self.session = session
        self.replays = replays

    def record(self, number: int, viewer: int | None) -> Record | None:
        """Return what happened in a decision, counted from 1; None if the viewer may not know yet.

        Number 0 is what happened before the first decision; nothing did, as far as is known, in a
        game that begins otherwise than by its seed. Raises what stopped the decision.
        """
        session = self.session
        if not number:
            opening = self.replays.opening(session.seed, session.starter)
            begun = session.history[0].state if session.history else session.state
            return opening if opening.after == list(begun) else None
        if not self.knows_of(number, viewer):
            return None
        made = session.history[number - 1]
        return self.replays.record(made.state, made.move, made.faces).finished()

    def knows_of(self, number: int, viewer: int | None) -> bool:
        """Return whether a viewer may know what was decided, counted from 1.

        While seats choose at once, each of them knows only its own choice.
        """
        history = self.session.history
        hidden = number > self.session.apart_from(len(history))
        return not hidden or viewer in (None, history[number - 1].seat)

    def carried_out(self, number: int) -> int:
        """Return after how many decisions that one has been carried out: at once, unless seats
        choose apart from one another.
        """
        done = number
        while done < len(self.session.history) and self.session.apart_from(done) < number:
            done += 1
        return done

    def names(self, number: int, viewer: int | None) -> bool:
        """Return whether a viewer knows every piece that the notation of a decision names."""
        decision, wording = self.session.history[number - 1], self.session.game.wording
        found = wording.action(decision.state[at.PC], decision.move)
        if viewer in (None, decision.seat) or found is None:
            return True
        after = self.session.state_after(self.carried_out(number))
        pairs = zip(wording.parameters(found.action), decision.move[1:], strict=True)
        return all(p.type.kind != "piece" or wording.knows(viewer, v, after) for p, v in pairs)

    def paid(self, viewer: int | None) -> list[RoundResult]:
        """Return the scores that were paid, as far as a viewer may know them.

        While the game continues, what was paid into a counter that the viewer can't see is None.
        """
        if viewer is None or self.session.over:
            return self.session.results
        return [
            replace(r, ledgers=tuple(self._as_seen(ledger, viewer) for ledger in r.ledgers))
            for r in self.session.results
        ]

    def _as_seen(self, ledger: Ledger, viewer: int) -> Ledger:
        """Return a ledger that was paid without what its counter hides from a viewer."""
        hides = self.session.game.knowledge.hides
        hidden = ledger.into and hides(ledger.into, ledger.seat, viewer)
        return replace(ledger, rows=(), total=None) if hidden else ledger


def same_action(part: m.Model, action: m.Action) -> bool:
    """Return whether what begins is an action, and takes as many things as it."""
    return (
        isinstance(part, m.Action)
        and part.number == action.number
        and part.parameters == action.parameters
    )


def certain(
    replays: Replays, state: State, move: Move, viewer: int | None, faces: Sequence[str] = ()
) -> tuple[Begun, State]:
    """Return the parts of the rules that a decision made in a position sets off, in order, and the
    position after it; for a viewer those that it sets off in all positions that they may be in.

    Whether they take effect in the true one must not count, or others would read that off them.
    `faces`: what the dice that are rolled first show. Raises what stops the decision.
    """
    record = replays.record(state, move, faces)
    after, begun = record.after, _begun(replays, record, state, move)
    if viewer is None:
        return begun, after
    worlds = list(_worlds(replays, state, move, viewer, after, faces))
    found = replays.game.wording.action(state[at.PC], move)
    common = {id(part) for part, _ in begun if found and same_action(part, found.action)}
    if worlds:
        common |= set.intersection(*({id(part) for part, _ in world} for world in worlds))
    own = [(part, now) for part, now in begun if isinstance(part, m.Action)]
    others = [(part, now) for part, now in (worlds or [[]])[0] if not isinstance(part, m.Action)]
    return [(part, now) for part, now in (*own, *others) if id(part) in common], after


def _worlds(
    replays: Replays, state: State, move: Move, viewer: int, after: State, faces: Sequence[str]
) -> Iterator[Begun]:
    """Yield what the decision sets off in positions that look alike before and after it."""
    wording, bit = replays.game.wording, 1 << viewer
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
        if world[at.PC] != state[at.PC]:
            continue  # while seats choose at once, nobody sees how far the others have come
        for piece in later:
            world[known_at + piece] &= ~bit
        for word in (at.RNG_LOW, at.RNG_HIGH):
            world[word] = state[word]
        try:
            like = wording.same_move(move, action, given, world, viewer)
            if like is None:
                continue
            record = replays.replay(world, like, faces)
            if knowledge.observe(record.after, viewer) == seen:
                yield _begun(replays, record, world, like)
        except (RulesError, ValueError, IndexError):
            continue  # The decision can't be made there.


def _begun(replays: Replays, record: Record, state: State, move: Move) -> Begun:
    """Return what a decision set off, first of all the action that was chosen, even if it waits."""
    begun = [*islice(replays.begun(record), MOST_FIRED)]
    found = replays.game.wording.action(state[at.PC], move)
    if found and not any(same_action(part, found.action) for part, _ in begun):
        now = list(state)
        replays.game.tracer.interpreter.begin(now, move)
        begun.insert(0, (found.action, now))
    return begun
