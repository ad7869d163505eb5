"""A hint: what is best for the person who is asked, and why, as people say it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.game.move_options import MoveOption
from engine.rules.catalogue import Catalogue, capital
from engine.rules.said import Said, joined
from engine.table.agent_worker import Thought


@dataclass(frozen=True)
class Suggestion:
    """A move that is advised, None if none was found, and why; `problem`: why none was found."""

    move: MoveOption | None
    reason: str = ""
    problem: str = ""


def advice_of(thought: Thought, offers: Sequence[MoveOption], catalogue: Catalogue) -> Suggestion:
    """Return what a thought that is done advises, of the legal moves."""
    move = next((offer for offer in offers if offer.move == thought.move), None)
    return Suggestion(move, _plainly(thought, move, offers, catalogue), thought.problem)


def _plainly(
    thought: Thought,
    advice: MoveOption | None,
    offers: Sequence[MoveOption],
    catalogue: Catalogue,
) -> str:
    """Return why a move is advised as people say it: without the notation of moves."""
    if not thought.advised:
        return ""
    from engine.agents.hints import Advised, sentence  # takes long to load

    titles = {offer.move: _title(offer) for offer in offers}

    def name(move: Advised) -> str:
        return titles.get(move.move, move.shown)

    words = sentence(thought.advised, catalogue, name, named=advice is not None)
    return joined(" ", filter(None, (thought.advised[0].reason, words)))


def _title(offer: MoveOption) -> str:
    """Return what a move is called within a sentence."""
    shown = joined(", ", (argument.shown for argument in offer.arguments))
    said = joined(" ", filter(None, (capital(offer.title), shown)))
    return Said(["“", said, "”"])
