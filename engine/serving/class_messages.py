"""What a teacher and their pupils may say: messages of the protocol, as docs/class.md has them."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from engine.serving.limits import NAME

Number = Annotated[int, Field(ge=0, le=10_000)]
Name = Annotated[str, Field(max_length=NAME)]


class Pace(Enum):
    """Who decides what is asked next."""

    TOGETHER = "together"
    """The teacher, for everybody."""
    COURSE = "course"
    """Each pupil, who sees at once what was right."""
    EXAM = "exam"
    """Each pupil, who sees the result at the end."""


class _SaidInClass(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, defer_build=True)


class JoinClass(_SaidInClass):
    """A pupil says their name."""

    type: Literal["join"]
    name: Name


class AnswerQuestion(_SaidInClass):
    """A pupil chooses an answer, from 0, to the question of a number."""

    type: Literal["answer"]
    number: Number
    choice: Number


class GoOn(_SaidInClass):
    """A pupil wants the next question of their own round."""

    type: Literal["next"]


class AskClass(_SaidInClass):
    """The teacher asks everybody the question of a number."""

    type: Literal["ask"]
    number: Number


class RevealAnswer(_SaidInClass):
    """The teacher shows what is right, and the rule that decides."""

    type: Literal["reveal"]


class SetPace(_SaidInClass):
    """The teacher lets each pupil do the course or the exam at their own pace, or ends that."""

    type: Literal["pace"]
    pace: Pace


class RemovePupil(_SaidInClass):
    """The teacher sends a pupil away, by their name. Their answers are forgotten."""

    type: Literal["remove"]
    name: Name


class PairPupils(_SaidInClass):
    """The teacher lets those who are there play in pairs, or ends that: the games are removed."""

    type: Literal["pair"]
    play: bool = True


class ForgetClass(_SaidInClass):
    """The teacher begins a new class: pupils and answers are forgotten."""

    type: Literal["forget"]


PupilMessage: TypeAlias = JoinClass | AnswerQuestion | GoOn
TeacherMessage: TypeAlias = (
    AskClass | RevealAnswer | SetPace | RemovePupil | PairPupils | ForgetClass
)
ClassMessage: TypeAlias = PupilMessage | TeacherMessage
