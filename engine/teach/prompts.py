"""What a player is asked to do next, in one or two sentences."""

from __future__ import annotations

from collections.abc import Sequence

from engine.compile import layout as at
from engine.game.interpreter import PASS, Move
from engine.game.session import Session
from engine.rules.said import joined
from engine.teach.speech import Speech


def prompt_for(session: Session, moves: Sequence[Move], name: str) -> str:
    """Return what to choose next to make one of some legal moves of an action.

    `name` is the parameter that is asked for. A piece is called by its name; then follows the
    action's own sentence, with a gap for what isn't chosen yet.
    """
    state, wording = list(session.state), session.game.wording
    found = None if moves[0] == PASS else wording.action(state[at.PC], moves[0])
    if found is None:
        return ""
    parameter = next((p for p in found.action.parameters if p.name == name), None)
    if parameter is None:
        return ""
    sentence = wording.with_gaps(state, moves, state[at.ME])
    of = parameter.type.items[0] if parameter.type.kind == "set" else parameter.type
    if sentence and of.kind != "piece":
        return sentence
    speech = Speech(session.game.rules, wording.catalogue)
    thing = speech.thing(name, of, "a" if of.kind == "piece" else "the")
    asked = speech.finish(speech.say("choose one", thing))
    return joined(" ", filter(None, (asked, sentence)))
