"""Which parts of the rules a decision set off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.chronicle.happenings import Replays
from engine.chronicle.secrecy import certain, same_action
from engine.compile import layout as at
from engine.game.interpreter import Move, State
from engine.language.frozen import walk
from engine.language.source import Span
from engine.rules import model as m


@dataclass(frozen=True)
class Fired:
    """A part of the rules that a decision set off: its name, its sentence and its place in the
    text.

    `kind`: action, rule, phase, procedure, reaction, ending, after or score.

    >>> from engine import Chronicle, Game, Session, load
    >>> session = Session(Game(load("examples/nim.cairn"), players=2))
    >>> decision = session.play("take(4, 7)")
    >>> [(part.kind, part.name, part.span.line) for part in Chronicle(session).fired(1, None)]
    [('action', 'take', 26)]
    """

    name: str
    words: str
    span: Span
    kind: str


class Firing:
    """Words which parts of the rules fired in a decision of one game."""

    def __init__(self, replays: Replays) -> None:
        self.replays = replays
        self.wording = replays.game.wording
        self._offered = tuple(self.wording.compiled.debug.actions.values())

    def fired(
        self, state: State, move: Move, viewer: int | None, faces: Sequence[str] = ()
    ) -> list[Fired]:
        """Return what a decision made in a position set off, in order, each thing once.

        `viewer`: who reads it, as far as they can be certain; None knows everything. `faces`: what
        the dice that are rolled first show.
        """
        begun, after = certain(self.replays, state, move, viewer, faces)
        return [
            *dict.fromkeys(
                fired for part, now in begun for fired in self._fired(part, now, viewer, after)
            )
        ]

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
        elif isinstance(part, (m.Ending, m.Outcome)):
            yield Fired(part.title, words(part.words or ""), part.span, "ending")
        elif isinstance(part, m.After):
            yield Fired(part.when, words(part.body.words or ""), part.span, "after")
        elif isinstance(part, m.Score):
            yield Fired("score", words(part.body.words or ""), part.span, "score")

    def _action(
        self, action: m.Action, now: State, viewer: int | None, after: State
    ) -> Iterator[Fired]:
        """Tell of an action with the arguments it was carried out with, and of its rules."""
        offered = next(x for x in self._offered if same_action(action, x.action))
        arguments = now[at.ARGUMENTS : at.ARGUMENTS + at.MAX_ARGUMENTS]
        known = self.wording.locals_of(offered, (offered.place, *arguments))
        words = ""
        if action.text is not None:
            taken = self.wording.taken(action, (0, *arguments))
            sight = self.wording.knowledge.sight(now, viewer, after, taken)
            me = now[at.ME]
            words = self.wording.text(action.text, known, me, sight, other=viewer != me)
        yield Fired(action.name, words, action.span, "action")
        for require in action.requires:
            for part in walk(require.condition):
                if isinstance(part, m.RuleCall):
                    rule = self.wording.rules.rules[part.rule]
                    sentence = self.wording.catalogue.text(rule.words or "")
                    yield Fired(rule.name, sentence, rule.span, "rule")
