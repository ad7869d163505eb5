"""What the table is asked to show: a view, the look, the box, what is marked, who sits there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine import View
from viewer.artwork.theme import TABLE, Hues, Theme
from viewer.node_cache import NodeCache
from viewer.nodes import Box, Cells, Spot
from viewer.scene.identity import Identities
from viewer.scene.look import Look


@dataclass(frozen=True)
class Marks:
    """What glows: what a legal move can begin with, what was chosen, what may come next.

    A chosen piece is shown pale where it may go to. `labels` are short words on spots, such as what
    a drop there would do. `cells` are spaces of tracks that pieces would get to (see `Preview`):
    they glow instead of the whole track. `fresh`: pieces that have come since one's own last turn.
    """

    legal: frozenset[Spot] = frozenset()
    chosen: frozenset[Spot] = frozenset()
    targets: frozenset[Spot] = frozenset()
    focus: Spot | None = None
    labels: Mapping[Spot, str] = field(default_factory=dict)
    cells: Cells = frozenset()
    fresh: frozenset[Spot] = frozenset()


@dataclass(frozen=True)
class SeatInfo:
    """What a plate says of a seat: name, colours, `kind` (a person, an agent), score, a note.

    `mate` is the word for a partner of the seat at the lower edge, empty for all others.
    """

    name: str
    hues: Hues | None = None
    kind: str = ""
    score: str = ""
    note: str = ""
    mate: str = ""


@dataclass(frozen=True)
class Scene:
    """Everything that `present` needs. `badges` are short texts on zones, by notation.

    `home` is the seat at the lower edge, when it isn't the one who looks. `idle` are families of
    zones that are empty and no longer used: they take less room. `cache` has the nodes of the scene
    before.
    """

    view: View
    look: Look
    box: Box
    scale: float = 1.0
    marks: Marks = Marks()
    identities: Identities = field(default_factory=Identities)
    seats: tuple[SeatInfo, ...] = ()
    theme: Theme = TABLE
    badges: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    home: int | None = None
    idle: frozenset[str] = frozenset()
    cache: NodeCache = field(default_factory=NodeCache, compare=False)

    @property
    def me(self) -> int:
        """Return the seat at the lower edge; spectators look on from the first one."""
        seat = self.view.seat if self.home is None else self.home
        return seat if seat is not None and seat < self.view.players else 0
