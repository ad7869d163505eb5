"""What a construct of the rules says, without its words: the text that digests are made from.

Comments, sentences, labels, advice and layout are left out, and so is what has a point of its own.
Added is what a name means: a `let`, and an option that a variant has fixed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping

from engine.language import syntax as s
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.load import Loaded
from engine.teach.constructs import Kind
from engine.teach.topics import Topic

_WORDS = ("words", "because", "label", "title", "text", "texts")
"""The fields of syntax that hold what people read."""
_FIELDS: Mapping[str, s.HeaderField] = {
    "players": "players", "start": "starts", "rounds": "rounds", "teams": "teams",
}  # fmt: skip
"""The line of the header that says what a point of it is about."""
LENGTH = 8
"""So many hexadecimal digits has a digest."""


class RuleTexts:
    """The texts of a ruleset's points."""

    def __init__(self, loaded: Loaded, points: Iterable[Topic]) -> None:
        """Prepare for a checked ruleset and the points of its plan."""
        self.points = tuple(points)
        self._nodes: dict[Span, s.Node] = {}
        self._game: s.Game | None = None
        self._named: dict[str, s.Node] = {}
        items = [item for item in loaded.items if not isinstance(item, s.Example)]
        for node in s.nodes_in(items):
            self._nodes.setdefault(node.span, node)
            if isinstance(node, s.Game):
                self._game = node
            if isinstance(node, s.Constant) or (isinstance(node, s.Option) and node.fixed):
                self._named[node.name] = node
        for node in s.nodes_in(items):
            for name in ("name_span", "kind_span"):
                span = getattr(node, name, None)
                if isinstance(span, Span):
                    self._nodes.setdefault(span, node)
        self._own = {
            point.number: id(self._nodes[point.span])
            for point in self.points
            if not isinstance(point.node, m.Header) and point.span in self._nodes
        }

    def text(self, point: Topic) -> str:
        """Return what the construct of a point says."""
        if isinstance(point.node, m.Advice):
            return ""
        if isinstance(point.node, m.Header):
            node = self._line(point.kind)
        else:
            node = self._nodes.get(point.span)
        if node is None:
            return ""
        own = self._own.get(point.number)
        apart = {number for number in self._own.values() if number != own}
        parts = [_written(node, apart)]
        waiting, known = [node], set[str]()
        while waiting:
            for name in sorted(set(_names(waiting.pop())) & set(self._named) - known):
                known.add(name)
                parts.append(_written(self._named[name], set()))
                waiting.append(self._named[name])
        return "\n".join(parts)

    def digest(self, points: Iterable[Topic]) -> str:
        """Return the digest of some points, whatever their order."""
        texts = sorted(f"{point.kind}\0{self.text(point)}" for point in points)
        return hashlib.sha256("\0\0".join(texts).encode()).hexdigest()[:LENGTH]

    def _line(self, kind: Kind) -> s.Node | None:
        lines = self._game.lines if self._game is not None else ()
        wanted = _FIELDS.get(kind)
        return next((x for x in lines if isinstance(x, s.HeaderLine) and x.field == wanted), None)


def _written(node: object, apart: set[int]) -> str:
    """Return a piece of syntax as one line, without what is apart."""
    if isinstance(node, (s.Words, s.Text)):
        return ""
    if isinstance(node, s.Node):
        if id(node) in apart:
            return "…"
        fields = [
            _written(getattr(node, name), apart)
            for name in type(node).__dataclass_fields__
            if name not in _WORDS and not isinstance(getattr(node, name), Span)
        ]
        return f"({' '.join([type(node).__name__, *filter(None, fields)])})"
    if isinstance(node, tuple):
        return f"[{' '.join(filter(None, (_written(part, apart) for part in node)))}]"
    return str(node)


def _names(node: object) -> Iterator[str]:
    """Yield every name in a piece of syntax."""
    for part in s.nodes_in(node):
        name = getattr(part, "name", None)
        if isinstance(name, str):
            yield name
