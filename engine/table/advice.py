"""A hint: what is best for the person who is asked, and why, as people say it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.game.move_options import MoveOption
from engine.rules.catalogue import capital
from engine.table.agent_worker import Thought


@dataclass(frozen=True)
class Suggestion:
    """A move that is advised, None if none was found, and why; `problem`: why none was found."""

    move: MoveOption | None
    reason: str = ""
    problem: str = ""


def advice_of(thought: Thought, offers: Sequence[MoveOption]) -> Suggestion:
    """Return what a thought that is done advises, of the legal moves."""
    move = next((offer for offer in offers if offer.move == thought.move), None)
    return Suggestion(move, _plainly(thought, move, offers), thought.problem)


def _plainly(thought: Thought, advice: MoveOption | None, offers: Sequence[MoveOption]) -> str:
    """Return why a move is advised as people say it: without the notation of moves.

    The move itself is named above it already.
    """
    words = thought.words
    if advice is not None:
        words = capital(words.removeprefix(f"{advice.text}:").strip())
    sentence = f"{thought.reason} {words}".strip()
    for offer in sorted(offers, key=lambda o: -len(o.text)):
        shown = ", ".join(a.shown for a in offer.arguments)
        sentence = sentence.replace(
            offer.text, f"“{capital(offer.title)} {shown}”".replace(" ”", "”")
        )
    return sentence
