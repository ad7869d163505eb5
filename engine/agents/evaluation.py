"""How the seats would stand if the game ended here: what a short-sighted agent goes by."""

from __future__ import annotations

from engine.compile import layout as at
from engine.compile.program import as_counted
from engine.compile.wasm.move_keys import sides
from engine.game import rng
from engine.game.interpreter import Interpreter, State
from engine.game.partial import HIDDEN
from engine.game.session import Game
from engine.game.watched import HiddenReadError, Watched
from engine.language.diagnostics import RulesError

SAMPLES = 4
"""On how many positions the end of a round is tried that may depend on what isn't seen."""
WON = 1_000_000_000
"""What a seat that has won outright is worth, and less than nothing to the others."""


def ended(interpreter: Interpreter, state: State, *, last: bool = True) -> State:
    """Return the position as if the game ended here, with every score paid.

    Scores may be paid into totals or counters, under conditions and one after the other; the rules'
    own end of the round does all that. Where it can't be run from here, scores stay unpaid. Without
    `last` only the round ends, and what is paid after the last one is paid after the last one.
    """
    if interpreter.over(state):
        return state
    after = list(state)
    if last:
        after[at.LAST] = 1
    try:
        interpreter.run(after, interpreter.program.round_end)
    except RulesError:
        return state
    return after


def final_values(interpreter: Interpreter, state: State) -> list[int]:
    """Return for each seat its first ranking if the game ended here, more being better."""
    after = ended(interpreter, state)
    if after[at.WON] == at.DRAWN and sides(interpreter.compiled) > 1:
        return [0] * interpreter.compiled.setting.players
    if after[at.WON]:
        seats = range(interpreter.compiled.setting.players)
        return [WON if after[at.WON] >> seat & 1 else -WON for seat in seats]
    return [row[0] if row else 0 for row in interpreter.ranks(after)]


def scores_seen(game: Game, state: State, viewer: int) -> list[int | None]:
    """Return the score that each seat would end with if the game ended here, as a viewer knows it.

    None where that depends on something hidden: on lines of its score, on what decides who wins, or
    on what the rules' own end of the round does, which is tried on positions that are possible.
    """
    rows = _scores_of_known(game, state, viewer)
    if rows is None:
        known = game.knowledge.observe(state, viewer)
        rows = [scores_now(game, game.knowledge.sample(known, number)) for number in range(SAMPLES)]
    return [
        values[0] if len(set(values)) == 1 and game.ledgers.ranked(state, seat, viewer) else None
        for seat, values in enumerate(zip(*rows, strict=True))
    ]


def _scores_of_known(game: Game, state: State, viewer: int) -> list[list[int | None]] | None:
    """Return the scores in positions that differ only in hidden variables: no piece has to be
    placed for them. None where the rules read more for the scores that is hidden from the viewer.
    """
    if state[at.HIDING]:
        return None
    interpreter, layout = game.interpreter, game.compiled.layout
    sight, guessed = game.wording.sight(state, viewer), game.knowledge.hidden[viewer]
    rows: list[list[int | None]] = []
    for number in range(SAMPLES if guessed else 1):
        watched = Watched(sight.state)
        for variable in game.rules.variables.values():
            for address in layout.cells[variable.name].hidden_from(viewer, variable.seen):
                watched[address] = state[address]  # the viewer can work it out, unless it's guessed
        rng.seed(watched, number)
        for address, low, many in guessed:
            watched[address] = low + rng.draw(watched, many)
        for pieces in sight.unplaced.values():
            for piece in pieces:
                watched[layout.known + piece] = HIDDEN
        watched[at.RNG_LOW] = watched[at.RNG_HIGH] = HIDDEN
        watched[at.LAST] = 1
        try:
            interpreter.run(watched, interpreter.program.round_end)
            ranks = interpreter.ranks(watched)
        except (HiddenReadError, RulesError):
            return None
        rows.append([as_counted(game.compiled.rankings, row) for row in ranks])
    return rows


def lead(interpreter: Interpreter, state: State, seat: int) -> int:
    """Return how far a seat's side is ahead of the best other one; negative when it is behind.

    Partners are on one side, and so is everybody where all win or lose together.
    """
    values, count = final_values(interpreter, state), sides(interpreter.compiled)
    stands = [_together(values[side::count]) for side in range(count)]
    own = stands.pop(seat % count)
    if stands and own == max(stands) == -WON:
        return -2 * WON  # everybody has lost: as bad as if another had won
    return own - max(stands, default=0)


def _together(values: list[int]) -> int:
    """Return what the seats of a side are worth together: if one has won, all have."""
    outright = next((worth for worth in (WON, -WON) if worth in values), None)
    return sum(values) if outright is None else outright


def scores_now(game: Game, state: State, *, last: bool = True) -> list[int | None]:
    """Return the score that each seat would end with if the game ended here, as people count it;
    without `last` what it would stand at if only the round did.

    None where it can't be counted yet: it asks for a piece that isn't there.
    """
    try:
        rows = game.interpreter.ranks(ended(game.interpreter, state, last=last))
    except RulesError:
        return [None] * game.players
    return [as_counted(game.compiled.rankings, row) for row in rows]
