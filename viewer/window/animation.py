"""Where things are between one list of nodes and the next: plain arithmetic, no window.

A node that stays by its id moves, turns and fades from where it is to where it belongs; a new one
fades in, a gone one fades out; one whose picture changes from a back to a face turns over.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from viewer.nodes import WHOLE, Box, Node, Picture

MOVE = 0.25
FADE = 0.16
FLIGHT_Z = 900
OVERLAY_Z = 1000
STILL = "!"
"""An id that ends with it belongs to something that never moves or fades."""

LIFT = 0.035
"""What can be chosen rises under the pointer, by so much of its height."""
INVITING = ("legal", "target")
"""The glows of what a click would choose; under the pointer it is lit as if it were chosen."""

FAR = 6.0
"""How many pixels a piece must go to be drawn above the others on its way."""


@dataclass(frozen=True, slots=True)
class Pose:
    """How something is drawn: its box, its turn in degrees, how visible and how wide it is.

    `wide` is below 1 while it turns over; `picture` is what it shows just then.
    """

    box: Box
    turn: float = 0.0
    opacity: float = 1.0
    wide: float = 1.0
    picture: Picture | None = None
    z: int = 0
    moving: bool = False


@dataclass(slots=True)
class _Actor:
    """A node with where it came from and when."""

    node: Node
    rank: int
    start: Pose
    began: float = 0.0
    lasts: float = 0.0
    old_picture: Picture | None = None
    leaving: bool = False
    held: tuple[float, float] | None = None


Flips = Callable[[Picture | None, Picture | None], bool]
Shown = tuple[Node, Pose]


class Motion:
    """The actors on the screen and their ways."""

    def __init__(self, flips: Flips = lambda old, new: False) -> None:
        """Remember which change of a picture is seen as turning over."""
        self.speed = 1.0
        self.pointed = ""
        """The id of what the pointer is over."""
        self._flips = flips
        self._actors: dict[str, _Actor] = {}
        self._ghosts: list[_Actor] = []

    def show(self, nodes: Iterable[Node], now: float, jump: bool = False) -> None:
        """Take a new list of nodes. With `jump`, or without speed, everything is there at once."""
        old = self._actors
        jump = jump or self.speed <= 0
        self._actors = {}
        for rank, node in enumerate(nodes):
            known = old.pop(node.id, None)
            self._actors[node.id] = (
                self._enter(node, rank, now, bool(old) or bool(self._actors), jump)
                if known is None
                else self._go_on(known, node, rank, now, jump)
            )
        stays = [ghost for ghost in self._ghosts if ghost.node.id not in self._actors]
        self._ghosts = [] if jump else stays
        if not jump:
            fading = (actor for name, actor in old.items() if not name.endswith(STILL))
            self._ghosts += [self._leave(actor, now) for actor in fading]

    def _enter(self, node: Node, rank: int, now: float, others: bool, jump: bool) -> _Actor:
        pose = _rest(node)
        if jump or not others or node.id.endswith(STILL):
            return _Actor(node, rank, pose)
        return _Actor(node, rank, replace(pose, opacity=0.0), now, FADE / self.speed)

    def _go_on(self, known: _Actor, node: Node, rank: int, now: float, jump: bool) -> _Actor:
        scrolled = node.clip is not None and known.node.clip == node.clip
        if jump or node.id.endswith(STILL) or scrolled:
            return _Actor(node, rank, _rest(node), held=known.held)
        if known.node is node:
            known.rank = rank
            return known
        old = known.node
        same = old.box == node.box and old.turn == node.turn and old.opacity == node.opacity
        turned = self._flips(old.picture, node.picture)
        if same and not turned:
            known.node, known.rank = node, rank
            if not known.lasts:
                known.start = _rest(node)
            return known
        here = self._pose(known, now)
        shown = old.picture if turned else None
        return _Actor(node, rank, here, now, MOVE / self.speed, shown, held=known.held)

    def _leave(self, actor: _Actor, now: float) -> _Actor:
        here = self._pose(actor, now)
        return _Actor(actor.node, actor.rank, here, now, FADE / self.speed, leaving=True)

    def hold(self, id: str, dx: float, dy: float) -> None:
        """Draw a node away from its place, as far as the pointer has dragged it."""
        if id in self._actors:
            self._actors[id].held = (dx, dy)

    def release(self, id: str, now: float) -> None:
        """Let a dragged node go: it flies from where it is to where it belongs."""
        actor = self._actors.get(id)
        if actor is None or actor.held is None:
            return
        actor.start = self._pose(actor, now)
        actor.held = None
        actor.began, actor.lasts = now, (MOVE / self.speed if self.speed > 0 else 0.0)

    def moving(self) -> bool:
        """Return whether anything is on its way, or has not been shown yet where that ended."""
        return bool(self._ghosts) or any(actor.lasts for actor in self._actors.values())

    def shown(self, now: float) -> list[Shown]:
        """Return what is drawn now, from the farthest to the nearest."""
        self._ghosts = [g for g in self._ghosts if now < g.began + g.lasts]
        found = [
            (pose.z, actor.node.z, actor.rank, number, actor.node, pose)
            for number, actor in enumerate((*self._ghosts, *self._actors.values()))
            if (pose := self._pose(actor, now)).opacity > 0
        ]
        found.sort(key=lambda item: item[:4])
        return [
            _under_pointer(node, pose) if node.id == self.pointed else (node, pose)
            for *_, node, pose in found
        ]

    def _pose(self, actor: _Actor, now: float) -> Pose:
        if actor.held is not None:
            return _held(actor)
        if not actor.lasts:
            return actor.start
        gone = max(0.0, (now - actor.began) / actor.lasts)
        if actor.leaving:
            return replace(actor.start, opacity=actor.start.opacity * max(0.0, 1 - gone))
        if gone >= 1:
            actor.lasts, actor.old_picture = 0.0, None
            actor.start = _rest(actor.node)
            return actor.start
        return _between(actor, gone)


def _under_pointer(node: Node, pose: Pose) -> Shown:
    """Return how something is drawn that the pointer is over."""
    if node.glow not in INVITING or pose.moving:
        return node, pose
    if node.drag:
        box = pose.box
        pose = replace(pose, box=Box(box.x, box.y - round(box.h * LIFT), box.w, box.h))
    return node._replace(glow="chosen"), pose


def _rest(node: Node) -> Pose:
    return Pose(node.box, node.turn, node.opacity, 1.0, node.picture, node.z)


def _held(actor: _Actor) -> Pose:
    dx, dy = actor.held or (0.0, 0.0)
    box = actor.node.box
    at = Box(box.x + dx, box.y + dy, box.w, box.h)
    return Pose(at, 0.0, actor.node.opacity, 1.0, actor.node.picture, OVERLAY_Z - 1, True)


def _between(actor: _Actor, gone: float) -> Pose:
    """Return the pose of something on its way: fast at first, then slower."""
    node, start = actor.node, actor.start
    part = 1 - (1 - gone) ** 3
    old, new = start.box, node.box
    box = Box(
        old.x + (new.x - old.x) * part,
        old.y + (new.y - old.y) * part,
        old.w + (new.w - old.w) * part,
        old.h + (new.h - old.h) * part,
    )
    turn = start.turn + ((node.turn - start.turn + 180) % 360 - 180) * part  # the shorter way
    opacity = start.opacity + (node.opacity - start.opacity) * part
    wide, picture = 1.0, node.picture
    if actor.old_picture is not None:
        wide = max(0.02, abs(math.cos(math.pi * part)))
        picture = actor.old_picture if part < 0.5 else node.picture
    far = abs(new.x - old.x) + abs(new.y - old.y) > FAR
    piece = node.drag or any(index != WHOLE for _, index in node.spots)
    z = FLIGHT_Z if far and node.z < FLIGHT_Z and piece else node.z
    return Pose(box, turn, opacity, wide, picture, z, far)
