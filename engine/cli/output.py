"""The standard output: everything that a command prints passes here, and no terminal obeys it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.language.escaping import visible

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment


def put(text: object = "", *, end: str = "\n", flush: bool = False) -> None:
    """Print a text."""
    print(visible(str(text)), end=end, flush=flush)


def console() -> Console:
    """Return what prints styled texts."""
    from rich.console import Console
    from rich.segment import Segment

    class VisibleConsole(Console):
        """Styles texts; what they hold is shown and not obeyed."""

        def render(
            self, renderable: RenderableType, options: ConsoleOptions | None = None
        ) -> Iterable[Segment]:
            """Yield the parts of something with its styles."""
            for part in super().render(renderable, options):
                yield part if part.control else Segment(visible(part.text), part.style)

    return VisibleConsole(highlight=False, soft_wrap=False, emoji=False, markup=False)
