"""Room on the table for what is asked in words: a number to bid, one of a few answers."""

from __future__ import annotations

from viewer.nodes import Box, Node
from viewer.scene.flow_layout import Block, Size
from viewer.scene.scene_builder import Z_PANEL, SceneBuilder

PROMPT_AREA = "asking"
"""The id of the node whose box is meant for questions."""
_WIDE, _HIGH = 20.0, 8.8
"""Its least size in heights of text."""


class PromptArea(Block):
    """A box that the panels put their questions into; nothing of it is seen on its own."""

    wide = True

    def __init__(self, builder: SceneBuilder) -> None:
        self.builder = builder

    def least(self, unit: float) -> Size:
        """Return the least size: a stepper, a slider, and what they are about."""
        text = self.builder.text
        return Size(text * _WIDE, text * _HIGH)

    def nodes(self, box: Box, unit: float) -> list[Node]:
        """Return a node without a picture."""
        return [Node(PROMPT_AREA, box, Z_PANEL)]
