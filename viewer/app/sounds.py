"""Which sounds tell of what has happened at the table, as far as the one who looks sees it."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

if TYPE_CHECKING:
    from engine import View

Sound: TypeAlias = Literal["card", "dice", "turn", "end"]
"""What can be heard: pieces that move, dice, that a person is asked, that the game is over."""
SOUNDS: tuple[Sound, ...] = get_args(Sound)


def sounds_of(before: View, after: View, dice: Collection[str]) -> list[Sound]:
    """Return what is heard of a move; `dice` names the components that are rolled."""
    if after.to_move is None and before.to_move is not None:
        return ["end"]
    lay = {zone.name: zone for zone in before.zones}
    changed = [z for z in after.zones if (old := lay.get(z.name)) is not z and old != z]
    if any(item.component in dice for zone in changed for item in zone.items):
        return ["dice"]
    return ["card"] if changed else []
