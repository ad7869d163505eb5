"""The digests of points: of what the rules say of them, without sentences and layout.

What a name means is added to the text of each construct that uses it: a `let`, and an option that a
variant has fixed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from engine.language import syntax as s
from engine.language.frozen import walk
from engine.rules import model as m
from engine.rules.construct_text import Part, parts
from engine.rules.load import Loaded
from engine.teach.topics import Topic

LENGTH = 8
"""So many hexadecimal digits has a digest."""


class RuleTexts:
    """The texts of a ruleset's points."""

    def __init__(self, loaded: Loaded) -> None:
        """Prepare for a checked ruleset."""
        found = parts(loaded.items)
        self._header = {part.kind: part for part in found if isinstance(part.node, s.HeaderLine)}
        self._parts = {part.span: part for part in reversed(found)}
        self._named = {
            part.name: part
            for part in found
            if isinstance(part.node, s.Constant)
            or (isinstance(part.node, s.Option) and part.node.fixed)
        }

    def text(self, point: Topic) -> str:
        """Return what the rules say of a point, and of the names in it."""
        if isinstance(point.node, m.Header):
            part = self._header.get(point.kind)
        else:
            part = self._parts.get(point.span)
        if part is None or isinstance(part.node, s.Advice):
            return ""
        return "\n".join(one.text for one in self._with_named(part))

    def _with_named(self, part: Part) -> list[Part]:
        """Return a part and those that its names mean, each once."""
        found = [part]
        for one in found:
            names = {getattr(node, "name", None) for node in walk(one.node)}
            meant = (self._named[name] for name in sorted(self._named) if name in names)
            found += [new for new in meant if new not in found]
        return found

    def digest(self, points: Iterable[Topic]) -> str:
        """Return the digest of some points, whatever their order."""
        texts = sorted(f"{point.kind}\0{self.text(point)}" for point in points)
        return hashlib.sha256("\0\0".join(texts).encode()).hexdigest()[:LENGTH]
