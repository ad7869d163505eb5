"""Rule texts: those of the library and of the examples, changed, and lines made of the grammar."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from engine import Chronicle, Game, Loaded, RulesError, Session, load, run_examples
from tests.fuzz.commands import command, plays
from tests.fuzz.mutations import mutated
from tests.fuzz.sources import items, rulesets, some, statements
from tests.fuzz.target import Door, Input, Reached, Target, raw

COMMANDS = (
    *["load"] * 60, *["play"] * 8, *["examples"] * 4,
    "check game.cairn", "fmt game.cairn", "check game.cairn --json",
    "rules game.cairn", "play game.cairn --text", "diff game.cairn nim",
    "rules game.cairn --lang de", "new mine --from game.cairn",
)  # fmt: skip
TYPED = "? x\n1\n1\nl\nt\ns\nu\n2\n1\nq\n"
NUMBER_OF_MOVES = 8


def make(chance: Random) -> Input:
    """Return what is done with a text, and the text."""
    _, text = some(chance)
    roll = chance.random()
    if roll < 0.04:
        text = "\n\n".join(items(text, chance, 8)) + "\n"
    elif roll < 0.12:
        text = "\n".join([text, *items(text, chance, 1), ""])
    elif roll < 0.99:
        others = [other for _, other in rulesets()]
        text = mutated(text, chance, others, statements(text, chance))
    return chance.choice(COMMANDS), text


def take(given: Input) -> Reached:
    """Load a text, play it from Python, or give it to a command."""
    wish, text = given
    path = Path("game.cairn")
    path.write_bytes(raw(text))
    try:
        loaded = load(path)
    except RulesError as problem:
        codes = {found.code.value for found in problem.diagnostics}
        return Reached.NOTHING if any(c < "E010" for c in codes) else Reached.PARSED
    codes = {found.code.value for found in loaded.findings.errors}
    if wish not in HERE:
        command(*wish.split(), given=TYPED)
    elif not codes:
        HERE[wish](loaded)
    if any(code < "E010" for code in codes):
        return Reached.NOTHING
    return Reached.PARSED if codes else Reached.CHECKED


def played(loaded: Loaded) -> None:
    """Play a few moves of a ruleset."""
    try:
        session = Session(Game(loaded, loaded.checked().header.players[0]), seed=1)
        for number in range(NUMBER_OF_MOVES):
            legal = session.legal()
            if not legal:
                break
            seen: Any = session.view(session.seat)
            if seen.zones:
                session.why_not([seen.zones[number % len(seen.zones)].spot()])
            session.play(legal[number % len(legal)].text)
        session.view(None)
        Chronicle(session)
    except RulesError:
        return


HERE: dict[str, Callable[[Loaded], object]] = {
    "load": lambda _: None,
    "play": played,
    "examples": run_examples,
}
"""What is done with a text from Python."""


@contextmanager
def door(folder: Path) -> Iterator[Door]:
    """Use this process."""
    yield Door(take, plays=lambda given: plays(given[0]) if given[0] not in HERE else 0.0)


RULES = Target(make, door)
