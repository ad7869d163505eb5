"""The exercises of a course: those of hand-written lessons first, then those made from the plan."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from engine.game.session import Session
from engine.language.diagnostics import Diagnostic
from engine.moves.notation import translated
from engine.teach.positions import ShownPosition
from engine.teach.topics import Topic

ANSWERS = 4
"""So many answers there are at most."""


@dataclass(frozen=True)
class Exercise:
    """A question with its answers.

    `right`: the index of the right answer; an exercise with one answer only tells something.
    `replies`: a sentence on each answer. `position`: what is shown with it, or None. `title` and
    `told`: what a hand-written lesson says before it. `key`: stays the same while the rule does, to
    keep progress by. `moves`: the notation of the right moves, if the answer is a move in the
    position; `others` and `other` are the sentences on all others.

    >>> from engine import course_of, load, plan_for
    >>> exercise = course_of(plan_for(load("examples/nim.cairn"))).exercises[0]
    >>> 0 <= exercise.right < len(exercise.answers) == len(exercise.replies)
    True
    """

    key: str
    point: int
    question: str
    answers: tuple[str, ...]
    right: int
    replies: tuple[str, ...]
    position: ShownPosition | None = None
    title: str = ""
    told: str = ""
    moves: tuple[str, ...] = ()
    others: tuple[tuple[str, str], ...] = ()
    other: str = ""

    def judged(self, move: str) -> tuple[bool, str]:
        """Return whether a move that was made at the table is right, and what is said of it."""
        if move in self.moves:
            return True, self.replies[self.right]
        return False, dict(self.others).get(move, self.other)


@dataclass(frozen=True)
class Exercises:
    """All exercises of a ruleset in a language, and what is wrong with its hand-written lessons."""

    exercises: tuple[Exercise, ...]
    problems: tuple[Diagnostic, ...] = ()


def key_of(point: Topic) -> str:
    """Return what progress is kept under: a point whose sentence has changed is new again."""
    return keyed(point.key, f"{point.sentence}\n{point.more}")


def keyed(name: str, said: str) -> str:
    """Return a key of a name that is another one when what is said changes."""
    return f"{name}|{sha256(said.encode()).hexdigest()[:12]}"


def shown_move(session: Session, move: str) -> str:
    """Return a move in the words of the game's language, legal or not."""
    for legal in session.legal() if not session.over else ():
        if legal.text == move:
            return legal.shown
    catalogue = session.game.wording.catalogue
    seen = {i.name: i.shown for z in session.view(None).zones for i in z.items if i.name}
    shown = translated(move, lambda word: seen.get(word) or catalogue.name(word))
    name = shown.name.replace("_", " ")
    return replace(shown, name=name).said


def mixed(
    rows: Sequence[tuple[str, str]], dice: random.Random, most: int | None = ANSWERS
) -> tuple[tuple[str, ...], int, tuple[str, ...]]:
    """Return answers, mixed, which of them is right, and their replies.

    `rows`: each with its reply, the right one first; one that comes again is left out.
    """
    found: dict[str, str] = {}
    for answer, reply in rows:
        found.setdefault(answer, reply)
    kept = list(found.items())[:most]
    right = kept[0]
    dice.shuffle(kept)
    answers, replies = zip(*kept, strict=True)
    return answers, kept.index(right), replies
