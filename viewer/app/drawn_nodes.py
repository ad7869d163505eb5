"""The nodes of a window: drawn anew when something has changed, with the sign of the focus."""

from __future__ import annotations

from collections.abc import Callable

from viewer.app import focus
from viewer.app.keyboard import Screen, floor
from viewer.app.shell import Shell
from viewer.nodes import Node


class DrawnNodes:
    """What is on the screen now. `draw` makes the nodes for a width and a height."""

    def __init__(
        self, shell: Shell, screen: Callable[[], Screen], draw: Callable[[float, float], list[Node]]
    ) -> None:
        self.shell = shell
        self._screen = screen
        self._draw = draw
        self._drawn: tuple[object, list[Node]] | None = None
        self._raw: list[Node] = []
        self._size: tuple[float, float] | None = None

    def forget(self) -> None:
        """Draw everything anew the next time."""
        self._drawn = None

    def nodes(self, size: tuple[float, float], hasty: bool = False) -> list[Node]:
        """Return what is on the screen at this size of the window; in haste what is dear and isn't
        looked at first may be as it was before.
        """
        self._size = size
        shell = self.shell
        key = (size, shell.version, shell.focus)
        if self._drawn is None or self._drawn[0] != key or (shell.behind and not hasty):
            shell.hasty, shell.behind = hasty, False
            drawn = _as_before(self._raw, self._draw(float(size[0]), float(size[1])))
            shown = self._with_focus(drawn)
            self._drawn = ((size, shell.version, shell.focus), shown)
            self._raw, shell.hasty = drawn, False
        return self._drawn[1]

    @property
    def plain(self) -> list[Node]:
        """Return the nodes of the window as it is now, without the sign of the focus."""
        if self._size is not None:
            self.nodes(self._size, hasty=True)
        return self._raw

    def _with_focus(self, nodes: list[Node]) -> list[Node]:
        shell = self.shell
        if shell.by_keys and shell.focus == "next":
            reached = focus.focusable(nodes, floor=floor(shell, self._screen()))
            usual = [n for n in reached if n.key == "enter"] if shell.overlay else []
            inside = [n for n in reached if not n.id.endswith(":x")]
            first = usual or [n for n in reached if n.glow == "target"] or inside or reached
            shell.focus = first[0].id if first else ""
        if not shell.focus or not shell.by_keys:
            return nodes
        node = next((n for n in nodes if n.id == shell.focus), None)
        return nodes if node is None else [*nodes, focus.ring(node, self.shell.theme)]


def _as_before(old: list[Node], new: list[Node]) -> list[Node]:
    """Return nodes, of those that are the same as before the very same."""
    known = {node.id: node for node in old}
    return [
        before if (before := known.get(node.id)) is not node and before == node else node
        for node in new
    ]
