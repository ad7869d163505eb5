"""The kinds of zones, each once: what one means, how pieces are in it, who sees them, its look.

The checker, the lowering, views, faces and the reference page read this table; to add a kind, add
it here.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias

Seen: TypeAlias = Literal["all", "none", "owner", "all but owner"]
"""Who sees the contents of a zone or variable."""
SEEN_BY: dict[Seen, str] = {
    "all": "everybody sees it",
    "none": "nobody sees it",
    "owner": "only its owner sees it",
    "all but owner": "everybody but its owner sees it",
}
Order: TypeAlias = Literal["arrival", "loose", "spaces"]
"""How things lie: in the order they came in; in none, so that whoever sees neither end of a move
can't tell which of them went; each at a numbered space.
"""
Presenter: TypeAlias = Literal[
    "pile", "fan", "column", "row", "spread", "count", "spot", "ladder", "grid"
]
"""How a viewer shows a zone when no view file says."""


@dataclass(frozen=True)
class ZoneKind:
    """A kind of zone. The truths are no unless said.

    `seen`: who sees into it when its line doesn't say; "owner" counts as "all" without an owner.
    `room`: how many pieces have room when its line doesn't say, None for any number.
    """

    name: str
    means: str
    presenter: Presenter
    order: Order = "arrival"
    seen: Seen = "all"
    room: int | None = None
    synonyms: tuple[str, ...] = ()
    """What other games and languages call it."""
    stacked: bool = False
    """Things cover each other: one sees the top and how many there are."""
    stock: bool = False
    """It is filled in set-up and dealt from: examples take the pieces they need from here."""
    held: bool = False
    """A player holds it, sorted, at their own edge; the others see backs."""
    in_line: bool = False
    """Things lie side by side; written values have numbered cells."""
    grid: bool = False
    """It is a family of spots, row by column, of the size its line gives."""

    @property
    def loose(self) -> bool:
        """Return whether things in it have no place of their own."""
        return self.order == "loose"

    @property
    def spaces(self) -> bool:
        """Return whether pieces stand at numbered spaces."""
        return self.order == "spaces"

    @property
    def ordered(self) -> bool:
        """Return whether the order in which things came counts: there are a first and a last."""
        return self.order == "arrival"


_KINDS = (
    ZoneKind(
        "pile", "a stack; `last` and `top of` are its top, `first` and `bottom of` its bottom",
        "pile", stacked=True, stock=True, synonyms=("stack", "deck", "discard", "heap"),
    ),
    ZoneKind("hand", "what a player holds", "fan", order="loose", seen="owner", held=True),
    ZoneKind(
        "column", "cards laid one after the other, each visible: `first` was laid first",
        "column", in_line=True,
    ),
    ZoneKind(
        "row", "cards in a line, in the order of arriving",
        "row", in_line=True, synonyms=("list", "line"),
    ),
    ZoneKind(
        "area", "pieces lying together, in no order that matters",
        "spread", order="loose", synonyms=("tableau", "field", "pool", "supply", "box", "set"),
    ),
    ZoneKind(
        "bag", "pieces that nobody sees; shuffle it before drawing",
        "count", order="loose", seen="none", stock=True, synonyms=("cup", "sack"),
    ),
    ZoneKind(
        "spot", "room for one piece, unless it says `at most N`",
        "spot", room=1, synonyms=("slot", "cell", "place"),
    ),
    ZoneKind(
        "track", "numbered spaces with pieces standing on them; needs `spaces A..B`",
        "ladder", order="spaces", synonyms=("path",),
    ),
    ZoneKind(
        "grid", "rows and columns of cells; needs `A by B`",
        "grid", room=1, grid=True, synonyms=("board",),
    ),
)  # fmt: skip
_BY_NAME = {kind.name: kind for kind in _KINDS}
ZONE_KINDS = MappingProxyType(_BY_NAME)
"""The kinds by name, in the order in which they are listed for people."""
OTHER_NAMES = MappingProxyType({name: kind.name for kind in _KINDS for name in kind.synonyms})
"""The name of the kind that someone means by another word."""
