"""Checks of a list of nodes: what is over what it should not, what is outside, what is cut."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence

from viewer.artwork import fonts
from viewer.nodes import Box, Node

_SLACK = 0.75
_NUMBERS = ("count:", "badge:", "more:")
"""The ids of texts that are numbers: a part of them says nothing."""


def overlaps(nodes: Sequence[Node]) -> list[str]:
    """Return which covering nodes of different zones lie over one another.

    Nodes with a spot of the same zone (a piece and its zone, a cell and who stands on it) may, and
    what was chosen and is held up.
    """
    found = []
    blocks = [node for node in nodes if node.block and node.glow != "chosen"]
    zones = [{str(zone) for zone, _ in node.spots} or {node.id} for node in blocks]
    boxes = [seen(node) for node in blocks]
    order = sorted(range(len(blocks)), key=lambda i: boxes[i].x)
    for place, i in enumerate(order):
        one = boxes[i]
        for j in itertools.islice(order, place + 1, None):
            other = boxes[j]
            if other.x >= one.right - _SLACK:
                break
            if zones[i] & zones[j]:
                continue
            low, high = max(one.y, other.y), min(one.bottom, other.bottom)
            if high - low > _SLACK and min(one.right, other.right) - other.x > _SLACK:
                found.append(f"{blocks[i].id} {_told(one)} over {blocks[j].id} {_told(other)}")
    return found


def outside(nodes: Sequence[Node], box: Box) -> list[str]:
    """Return which nodes reach out of a box."""
    return [
        f"{node.id} {_told(part)} not in {_told(box)}"
        for node, part in ((node, seen(node)) for node in nodes)
        if part.x < box.x - _SLACK
        or part.y < box.y - _SLACK
        or part.right > box.right + _SLACK
        or part.bottom > box.bottom + _SLACK
    ]


def seen(node: Node) -> Box:
    """Return the part of a node's box that is drawn; of a hexagon, half of each pointed end."""
    box, clip = node.box, node.clip
    if node.hexagon:
        box = box.inset(0, box.h / 8)
    if clip is None:
        return box
    x, y = max(box.x, clip.x), max(box.y, clip.y)
    right, bottom = min(box.right, clip.right), min(box.bottom, clip.bottom)
    return Box(x, y, max(0.0, right - x), max(0.0, bottom - y))


def cut(nodes: Sequence[Node]) -> list[str]:
    """Return which texts are larger than their boxes."""
    found = []
    for node in nodes:
        words = node.words
        if words is None or node.edit:
            continue
        wide = fonts.width(words.text, words.size, words.font, words.weight)
        high = fonts.height(words.text, words.size, words.font)
        if "…" in words.text and node.id.startswith(_NUMBERS):
            found.append(f"{node.id} {words.text!r} is a number that was shortened")
        if wide > node.box.w + _SLACK or high > node.box.h + _SLACK + words.size * 0.1:
            found.append(f"{node.id} {words.text!r} {wide:.1f}x{high:.1f} in {_told(node.box)}")
    return found


def tiny(nodes: Sequence[Node], least: float) -> list[str]:
    """Return which texts are smaller than can be read."""
    return [
        f"{node.id} {node.words.text!r} {node.words.size:.1f}"
        for node in nodes
        if node.words is not None and node.words.text.strip() and node.words.size < least
    ]


def twice(nodes: Sequence[Node]) -> list[str]:
    """Return the ids that several nodes have."""
    return [name for name, count in Counter(node.id for node in nodes).items() if count > 1]


def _told(box: Box) -> str:
    return f"({box.x:.0f},{box.y:.0f} {box.w:.0f}x{box.h:.0f})"
