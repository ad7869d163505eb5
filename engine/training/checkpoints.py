"""A course of training that can be stopped and resumed: what it keeps meanwhile, and where."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from engine.storage.cache import keep_summed, read_summed
from engine.storage.folders import cache_folder
from engine.training.training import Trainer

FORMAT = 1


@dataclass(frozen=True)
class TrainingCourse:
    """What tells one course of training from others. `rules` is the hash of those it learns."""

    rules: str
    players: int
    options: str
    seed: int

    def path(self) -> Path:
        """Return where it is kept while it isn't over. Raises OSError without a home."""
        name = hashlib.sha256(json.dumps(asdict(self)).encode()).hexdigest()[:32]
        return cache_folder("learning") / f"{name}.course"


def save_checkpoint(course: TrainingCourse, trainer: Trainer, seconds: float) -> None:
    """Keep the trained policy so far, all of it or none. Raises OSError."""
    head = json.dumps({"format": FORMAT, "seconds": seconds, **asdict(course)}).encode()
    body = len(head).to_bytes(4, "little") + head + trainer.memory
    keep_summed(course.path(), body)


def load_checkpoint(course: TrainingCourse, trainer: Trainer) -> float | None:
    """Go on with what was put aside; return the seconds that it took so far, None if there is
    nothing of this course, or nothing whole.
    """
    try:
        body = read_summed(course.path())
    except OSError:
        return None
    if body is None:
        return None
    size = int.from_bytes(body[:4], "little")
    try:
        head = json.loads(body[4 : 4 + size])
        if head.get("format") != FORMAT:
            return None
        trainer.memory = body[4 + size :]
        return float(head["seconds"])
    except (ValueError, KeyError):
        return None


def delete_checkpoint(course: TrainingCourse) -> None:
    """Remove what was put aside."""
    with suppress(OSError):
        course.path().unlink(missing_ok=True)
