"""Command lines: `cairn`'s entry point, with words that fit and words that don't."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from engine.game.ruleset_tests import IN_PASSING, PATIENCE
from tests.cli.conftest import ROOT, run_here
from tests.fuzz.mutations import ODD
from tests.fuzz.target import Door, FaultError, Input, Reached, Target

FORMS = (
    "list --players 2 --minutes 20", "check nim.cairn --coverage --json", "explain E206",
    "fmt --check nim.cairn", "rules nim.cairn --players 2 --sheet --lang de --out a.html",
    "learn nim.cairn --exam --seed 3 --profile me", "learn nim.cairn --course --lang fr",
    "play nim.cairn --text --seed 7 --agents human,random --set last_loses=yes --players 2",
    "play game.save --text --rules nim.cairn", "replay game.save --json --rules nim.cairn",
    "review game.save --playouts 50", "new ours --from nim.cairn --variant", "diff nim.cairn nim",
    "sim nim.cairn --players 2 --games 1 --seed 1 --agents random,greedy --record games",
    "study nim.cairn --games 2 --workers 1 --out study --format csv --executor wasm",
    "arena nim.cairn --agents greedy,random --games 2 --workers 1", "version", "serve --help",
    "shot nim.cairn --moves 2 --size 320x240 --out a.png", "join nowhere", "lsp --help", "--help",
    "check nim.cairn --playtest 0.1s", "sim nim.cairn --games 1 --variants a --set a=b",
)  # fmt: skip
STRANGE = ("", "-", "--", "-1", "0", "1", "x", "nim+nim", "nim+short-game", "../x", "/dev/null",
           "99999999999999999999", "1e9", "nan", "a=b", "=", "human", "medium,", "0x0", "9x9", ".",
           "nim.cairn", "game.save", "no.cairn", "de", "xx", "mcts:1", "mcts:-1", "search:x", "~",
           "trained", "E999", "a" * 300, "nim.cairn/x", "*", "$(x)")  # fmt: skip
FINDERS = ("check", "diff", "fmt", "review")
"""These end with 1 when there is something to tell."""
WORK = ("--games", "--playouts", "--playtest", "--workers", "--steps", "--moves")
"""A number after one of these asks for work: a large one may take long."""
TYPED = "?\n1\nh\nl\n1\nz\nq\n"


def command(*words: str, given: str = "") -> int:
    """Run a command. Raises FaultError when it doesn't end as commands end."""
    if any("\0" in word for word in words):
        return 2  # no system passes it on
    done = run_here(*words, given="".join("?" if 0xD800 <= ord(c) < 0xE000 else c for c in given))
    if done.code not in (0, 1, 2, 3):
        raise FaultError(f"exit code {done.code}")
    said = re.search(r"\[[EW]\d{3}\]|rror", done.err + done.out)
    if done.code == 1 and not said and words[0] not in FINDERS:
        raise FaultError(f"{words[0]}: exit code 1 without an error")
    return done.code


def plays(line: str) -> float:
    """Return for how many seconds a command line may play test games of a ruleset."""
    first = line.split(" ")[0]
    return PATIENCE if first == "check" else IN_PASSING if first not in ("", "fmt", "list") else 0.0


def make(chance: Random) -> Input:
    """Return the words of a command line."""
    words = chance.choice(FORMS).split()
    for _ in range(chance.choice((0, 1, 1, 2, 3))):
        at = chance.randrange(len(words))
        match chance.randrange(5):
            case 0 if len(words) > 1:
                del words[at]
            case 1:
                words.insert(at + 1, chance.choice(STRANGE))
            case 2:
                other = chance.choice(FORMS).split()
                begin = chance.randrange(len(other))
                words += other[begin : begin + 2]
            case 3 if at:
                words[at] += chance.choice(ODD[1:])
            case _ if at:
                words[at] = chance.choice(STRANGE)
    if words[0] in ("serve", "lsp", "join") and "--help" not in words:
        words[1:] = ["--help"]  # these run until they are stopped
    return tuple(words)


def take(given: Input) -> Reached:
    """Run a command line."""
    words = list(given)
    for at, word in enumerate(words[1:], 1):
        if word in WORK:
            words[at + 1 : at + 2] = [w if len(w) < 4 else "1" for w in words[at + 1 : at + 2]]
    shutil.copy(ROOT / "examples" / "nim.cairn", "nim.cairn")
    command("play", "nim.cairn", "--text", "--save", "game.save", given="1\nq\n")
    code = command(*words, given=TYPED)
    return Reached.NOTHING if code == 2 else Reached.PARSED if code else Reached.CHECKED


@contextmanager
def door(folder: Path) -> Iterator[Door]:
    """Use this process."""
    yield Door(take, plays=lambda given: 2 * plays(given[0]))  # those of the save before, too


COMMANDS = Target(make, door)
