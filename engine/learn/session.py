"""A course of training that can be stopped and gone on with: what is kept meanwhile, and where."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from engine.game.code_cache import folder
from engine.learn.training import Trainer

FORMAT = 1
_SUM = 32


@dataclass(frozen=True)
class Course:
    """What tells one course of training from others. `rules` is the hash of those it learns."""

    rules: str
    players: int
    options: str
    seed: int

    def path(self) -> Path:
        """Return where it is kept while it isn't over."""
        name = hashlib.sha256(json.dumps(asdict(self)).encode()).hexdigest()[:32]
        return folder().parent / "learning" / f"{name}.course"


def put_aside(course: Course, trainer: Trainer, seconds: float) -> None:
    """Keep what has been learned so far, all of it or none. Raises OSError."""
    path = course.path()
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    head = json.dumps({"format": FORMAT, "seconds": seconds, **asdict(course)}).encode()
    body = len(head).to_bytes(4, "little") + head + trainer.memory
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        made = Path(file.name)
        try:
            file.write(hashlib.sha256(body).digest() + body)
            file.flush()
            os.fsync(file.fileno())
            file.close()
            made.replace(path)
        except BaseException:
            made.unlink(missing_ok=True)
            raise


def take_up(course: Course, trainer: Trainer) -> float | None:
    """Go on with what was put aside; return the seconds that it took so far, None if there is
    nothing of this course, or nothing whole.
    """
    try:
        raw = course.path().read_bytes()
    except OSError:
        return None
    body = raw[_SUM:]
    if hashlib.sha256(body).digest() != raw[:_SUM]:
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


def done_with(course: Course) -> None:
    """Remove what was put aside."""
    with suppress(OSError):
        course.path().unlink(missing_ok=True)
