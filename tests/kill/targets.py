"""What is killed while it writes, what it keeps, and what it promises to have kept."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from engine.game.saves import read_save
from engine.language.diagnostics import RulesError
from engine.storage.cache import read_summed
from tests.kill.work import autosaved, cairn, with_empty_caches

Work = Callable[[], None]


def nothing(home: Path) -> int:
    """Return that nothing counts."""
    return 0


def silent(said: str) -> int:
    """Return that nothing is promised."""
    return 0


def no_result(home: Path, said: str) -> str:
    """Return that nothing comes of it that two runs have in common."""
    return ""


@dataclass(frozen=True)
class Target:
    """Something that writes files while it runs.

    `again`: how it continues where `kept` finds something. `kept`: how much a folder holds of what
    must never get less. `promised`: how much more than at the start is kept, as far as the output
    says. `over`: what it says when a game is over, which needn't be kept any longer. `result`: what
    comes of it in the end, however often it was killed.
    """

    first: Work
    again: Work | None = None
    typed: str = ""
    kept: Callable[[Path], int] = nothing
    promised: Callable[[str], int] = silent
    over: str = "\0"
    result: Callable[[Path, str], str] = no_result


def _moves(pattern: str, home: Path) -> int:
    """Return how many decisions of the person are in the latest save of a pattern."""
    found = sorted(home.glob(pattern))
    if not found:
        return 0
    try:
        return sum(move.startswith("1 ") for move in read_save(found[-1]).moves)
    except RulesError:
        return 0


def _all_moves(pattern: str, home: Path) -> int:
    """Return how many decisions the longest save of a pattern has."""
    return max((len(read_save(path).moves) for path in home.glob(pattern)), default=0)


def _saved(said: str) -> int:
    """Return how many decisions a person has made and saved: they save before each."""
    return max(0, said.count("Saved to ") - 1)


def _kept(said: str) -> int:
    return max(map(int, re.findall(r"^kept (\d+)$", said, re.MULTILINE)), default=0)


def _batches(home: Path) -> int:
    path = home / "out" / "games.journal"
    return path.read_bytes().count(b"\n") if path.exists() else 0


def _seconds(home: Path) -> int:
    """Return for how many milliseconds a kept course of training has learned, and one."""
    for path in home.glob("cache/cairn/learning/*.course"):
        body = read_summed(path)
        assert body is not None
        head = json.loads(body[4 : 4 + int.from_bytes(body[:4], "little")])
        return 1 + int(1000 * head["seconds"])
    return 0


def _cards(home: Path) -> int:
    """Return how many answers the progress of learners holds."""
    files = home.glob("state/cairn/learning/*.me.json")
    return sum(len(json.loads(path.read_text("utf-8"))["cards"]) for path in files)


def _answered(said: str) -> int:
    """Return how many questions were answered before the one that is asked now."""
    return max(0, len(re.findall(r"^\d+/\d+$", said, re.MULTILINE)) - 1)


def _text(name: str, home: Path, said: str) -> str:
    path = home / name
    return path.read_text("utf-8") if path.exists() else ""


def _verdict(home: Path, said: str) -> str:
    """Return how well what was learned plays: the same steps lead to the same."""
    return "".join(re.findall(r"It wins \S+ of \d+ games", said))


def _told(home: Path, said: str) -> str:
    """Return what a simulation says, but for how long it took."""
    return re.sub(r"[\d,]+ per second, \S+ s", "", said)


GAME = "lost-cities-card"
STUDY = ("study", GAME, "--games", "6000", "--workers", "1", "--agents", "random,random",
         "--seed", "1", "--out", "out", "--format", "csv")  # fmt: skip
TRAIN = ("train", "nim", "--steps", "300", "--seed", "1", "--out", "nim.policy.json")
TARGETS = {
    "play": Target(
        partial(cairn, "play", GAME, "--text", "--agents", "human,random", "--seed", "3"),
        partial(cairn, "play", "game.save", "--text"),
        "s game.save\n1\n" * 40,
        partial(_moves, "game.save"),
        _saved,
    ),
    "autosave": Target(
        partial(autosaved, GAME), kept=partial(_all_moves, "state/cairn/games/*.save"),
        promised=_kept,
    ),
    "lesson": Target(
        partial(cairn, "learn", GAME), None, "1\n" * 300,
        partial(_moves, "state/cairn/learning/*.lesson"), over="The game is over",
    ),
    "progress": Target(
        partial(cairn, "learn", GAME, "--course", "--seed", "1"), None, "1\n2\n3\n4\n5\n" * 100,
        _cards, _answered,
    ),
    "study": Target(
        partial(cairn, *STUDY), partial(cairn, *STUDY, "--resume"), kept=_batches,
        result=partial(_text, "out/report.json"),
    ),
    "training": Target(
        partial(cairn, *TRAIN), partial(cairn, *TRAIN, "--resume"), kept=_seconds,
        over="It wins",
        result=_verdict,
    ),
    "caches": Target(
        partial(with_empty_caches, "sim", "kalah", "--games", "200", "--seed", "1"),
        result=_told,
    ),
}  # fmt: skip
