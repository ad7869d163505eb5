"""From an edit of the rules to the running game: how long reading them again takes.

For each ruleset a game of random moves, then the time to parse, check, lower, make the moves again
and run the examples. Every line of the text moves by one, as when something is added at its head.
Run it with `python -m benchmarks.reload --moves 60`.
"""

import argparse
import time
from pathlib import Path

from engine.game.rng import Chance
from engine.game.session import Game, Session
from engine.rules.files import library
from engine.rules.load import load
from engine.table.reload import reload


def played(path: Path, moves: int) -> Session:
    """A game with as many players as may be, after some random moves."""
    loaded = load(path)
    session = Session(Game(loaded, loaded.checked().header.players[1]), 1)
    chance = Chance(1)
    while len(session.history) < moves and not session.over:
        legal = session.game.interpreter.legal(session.state)
        session.apply(legal[chance.below(len(legal))])
    return session


def best(session: Session, text: str, times: int, *, examples: bool) -> float:
    """The least time in seconds that reading a text again takes; each time it is another one."""
    found = []
    for number in range(times):
        start = time.perf_counter()
        result = reload(session, "\n" * (number + 1) + text, examples=examples)
        found.append(time.perf_counter() - start)
        assert result.ok and result.moves_kept == result.moves_total
    return min(found)


def main() -> None:
    """Print a line for each ruleset of the library."""
    parser = argparse.ArgumentParser(description="Time from an edit to the running game.")
    parser.add_argument("--moves", type=int, default=60)
    parser.add_argument("--times", type=int, default=5)
    given = parser.parse_args()
    print(f"{'ruleset':30} moves  without examples  with examples")
    for path in library():
        session, text = played(path, given.moves), path.read_text()
        plain = best(session, text, given.times, examples=False)
        whole = best(session, text, given.times, examples=True)
        moves = len(session.history)
        print(f"{path.stem:30} {moves:5}  {plain:14.3f} s  {whole:11.3f} s")


if __name__ == "__main__":
    main()
