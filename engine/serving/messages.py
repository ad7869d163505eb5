"""What a guest may say: the messages of the protocol, as docs/serving.md describes them."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from engine.serving.class_messages import ClassMessage
from engine.serving.limits import NAME, REMARK
from engine.serving.terms import Terms

Id = Annotated[str, Field(min_length=1, max_length=64)]
Token = Annotated[str, Field(max_length=64)]
Own = Annotated[str, Field(pattern=r"^([\w-]{22,64})?$")]
Version = Annotated[int, Field(ge=0, le=10**9)]
Name = Annotated[str, Field(max_length=NAME)]
Pixels = Annotated[float, Field(ge=-20_000, le=20_000, allow_inf_nan=False)]
Side = Annotated[int, Field(ge=200, le=8_000)]
Word = Annotated[str, Field(max_length=300)]


class _Said(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, defer_build=True)


class Hello(_Said):
    """The first message: the token of the link, and what the guest has seen already.

    `level`: `moves` for programs, `nodes` for faces. `width` and `height`: of a face, in pixels.
    `table`: an earlier table, of which the link's is the rematch.
    `own`: a token that the guest's program has made up; with the link for open seats it opens their
    seat. `attempt`: how many connections the program has opened, so that one that was given up and
    arrives late takes nothing over.
    """

    type: Literal["hello"]
    token: Token
    own: Own = ""
    attempt: Version = 0
    seen: Version = 0
    level: Literal["moves", "nodes"] = "moves"
    language: Annotated[str, Field(max_length=8)] = "en"
    name: Name = ""
    width: Side = 1280
    height: Side = 800
    table: Word = ""


class Act(_Said):
    """A move by its notation, on the version that the guest has seen."""

    type: Literal["act"]
    id: Id
    version: Version
    move: Word


class TakeBack(_Said):
    """Take the last decision back, or agree to that."""

    type: Literal["take_back"]
    id: Id
    version: Version


class AnswerRules(_Said):
    """Agree to the rules that the host proposes, or decline them."""

    type: Literal["vote"]
    id: Id
    version: Version
    agree: bool


class Call(_Said):
    """What the guest is called from now on."""

    type: Literal["name"]
    name: Name


class Input(_Said):
    """What a player did to a node of their face.

    `do`: click, why (the other button, or a long touch), rest, lift, drop (onto `onto`), scroll (by
    `steps` rows), swipe (by `steps`, to the log and on, or back), or key (by its name).
    """

    type: Literal["input"]
    id: Id
    version: Version
    do: Literal["click", "why", "rest", "lift", "drop", "scroll", "swipe", "key"]
    node: Word = ""
    onto: Word = ""
    x: Pixels = 0.0
    y: Pixels = 0.0
    steps: Annotated[float, Field(ge=-100, le=100, allow_inf_nan=False)] = 0.0
    key: Annotated[str, Field(max_length=24)] = ""


class Resize(_Said):
    """How large the face is from now on, in pixels."""

    type: Literal["size"]
    width: Side
    height: Side


class Say(_Said):
    """What the guest says to everybody at the table."""

    type: Literal["chat"]
    id: Id
    text: Annotated[str, Field(max_length=REMARK)]


class Rematch(_Said):
    """A rematch under the same links. `turned`: everybody moves to the next seat. `first`: the seat
    that begins, from 1; without it the same as before.
    """

    type: Literal["rematch"]
    id: Id
    turned: bool = False
    first: Annotated[int, Field(ge=1, le=64)] | None = None


class SaveGame(_Said):
    """The game as the text of a save, once it is over."""

    type: Literal["save"]
    id: Id


class AskRules(_Said):
    """A program asks for the rules of the table."""

    type: Literal["rules"]
    id: Id


class AskKnown(_Said):
    """A program asks what its seat knows. `past`: also what it has seen others do."""

    type: Literal["known"]
    id: Id
    past: bool = False


class Place(_Said):
    """Who a seat of a new table is for: `open`, `link`, or the name of an AI player."""

    for_: Annotated[Word, Field(alias="for")]
    name: Name = ""


class Create(_Said):
    """The host lays a table. `seed`: a deal by its number, at random without one."""

    type: Literal["create"]
    rules: Annotated[str, Field(min_length=1, max_length=300)]
    seats: Annotated[list[Place], Field(min_length=1, max_length=64)]
    options: dict[Word, Word] = {}
    first: Annotated[int, Field(ge=1, le=64)] | None = None
    seed: Annotated[int, Field(ge=0, lt=2**63)] | None = None
    terms: Terms = Terms()


class Settle(_Said):
    """The host shows spectators everything, or no longer, or switches hints on or off."""

    type: Literal["terms"]
    table: Word
    open_hands: bool | None = None
    hints: bool | None = None


class Export(_Said):
    """The host wants the save of a table, also of one that isn't over. It holds what is hidden."""

    type: Literal["export"]
    table: Word


class Renew(_Said):
    """The host asks for a new link, which cuts off the holder of the old one. `seat`: from 1."""

    type: Literal["renew"]
    table: Word
    role: Literal["seat", "watch", "join"]
    seat: Annotated[int, Field(ge=0, le=64)] = 0


class Reseat(_Said):
    """The host gives a seat, from 1, to an AI player, or back to a player (`link`, `open`)."""

    type: Literal["seat"]
    table: Word
    seat: Annotated[int, Field(ge=1, le=64)]
    for_: Annotated[Word, Field(alias="for")]


class Propose(_Said):
    """The host proposes the ruleset's files as they are now, or withdraws that."""

    type: Literal["propose"]
    table: Word
    withdraw: bool = False


HostMessage: TypeAlias = Create | Renew | Reseat | Settle | Export | Propose
TableMessage: TypeAlias = (
    Act
    | TakeBack
    | AnswerRules
    | Call
    | Input
    | Resize
    | Say
    | Rematch
    | SaveGame
    | AskRules
    | AskKnown
)
GuestMessage: TypeAlias = Hello | TableMessage | HostMessage | ClassMessage

_ANY: TypeAdapter[GuestMessage] = TypeAdapter(
    Annotated[GuestMessage, Field(discriminator="type")], config=ConfigDict(defer_build=True)
)


def prepare_messages() -> None:
    """Make ready what reads messages; otherwise the first message does, and waits for it."""
    _ANY.rebuild()


class UnreadableError(ValueError):
    """A message that isn't one of the protocol; the message says where and why."""


def read_message(text: str | bytes) -> GuestMessage:
    """Return a guest's message. Raises UnreadableError for anything else."""
    try:
        return _ANY.validate_json(text)
    except ValidationError as problem:
        error = problem.errors(include_input=False, include_url=False)[0]
        where = ".".join(str(part) for part in error["loc"])
        raise UnreadableError(f"{where}: {error['msg']}" if where else str(error["msg"])) from None
