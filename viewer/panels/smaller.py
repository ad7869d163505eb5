"""Nodes of a table as they look in a small picture of it."""

from __future__ import annotations

from dataclasses import replace

from viewer.nodes import Box, Node

LEAST_TEXT = 4.0
"""Words that would be smaller are left out."""


def smaller(node: Node, place: Box, factor: float, left: float = 0, top: float = 0) -> Node | None:
    """Return a node as it looks in a picture, and of which nothing can be done there.

    `place`: where the picture is. `left`, `top`: which point of the table is in its corner.
    None where nothing of the node would be seen.
    """
    box = node.box
    low = Box(
        place.x + (box.x - left) * factor, place.y + (box.y - top) * factor,
        box.w * factor, box.h * factor,
    )  # fmt: skip
    words = node.words
    if words is not None:
        size = words.size * factor
        words = replace(words, size=size) if size >= LEAST_TEXT else None
    if (words is None and node.picture is None) or not low.overlaps(place):
        return None
    return Node(node.id, low, node.z, node.picture, words, node.turn, node.opacity)
