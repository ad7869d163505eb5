"""Sentences that stayed as they were while the rules beside them changed.

A sentence answers for its construct and for what is inside of it without a sentence of its own.
What an action requires is no part of what it does: only the reason beside it answers for that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic
from engine.language.frozen import walk
from engine.language.message import Message
from engine.language.source import Source
from engine.rules.construct_text import Part, fields, parts, sentence, text_of

LONGEST = 60
"""So many characters of a changed part are shown."""
_COMMENT = re.compile(r'("(?:\\.|[^"\\])*")|#[^\n]*')
_VALUES = frozenset({"option", "let", "table", "variable"})
"""Their sentences say what they are, not how much; W011 finds a number that is wrong."""
_DECLARES = (
    s.Option, s.Constant, s.TypeDecl, s.Component, s.Attribute, s.Table, s.Zone, s.Variable, s.Rule,
    s.Procedure, s.Parameter, s.Action, s.ActionParameter, s.Let, s.Binder, s.Member,
)  # fmt: skip


@dataclass(frozen=True)
class RulesText:
    """The items of a game, its variants applied, and the texts that their places are in."""

    items: Sequence[s.Item]
    sources: Mapping[str, Source]

    def quote(self, nodes: Sequence[s.Node]) -> str:
        """Return how nodes stand in their text, without comments, cut short."""
        rows = [self._lines(node) for node in nodes]
        text = " ".join(" ".join(rows).split())
        return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"

    def _lines(self, node: s.Node) -> str:
        source, span = self.sources.get(node.span.file), node.span
        if source is None:
            return ""
        lines = source.lines[span.line - 1 : span.end_line]
        if span.end_line <= len(source.lines):
            lines[-1] = lines[-1][: span.end_column - 1]
        lines[0] = lines[0][span.column - 1 :]
        return _COMMENT.sub(lambda found: found[1] or "", "\n".join(lines))


def stale(before: RulesText, after: RulesText) -> Iterator[Diagnostic]:
    """Yield a warning (W010) for each construct that changed while its sentence stayed the same.

    Constructs belong together by kind, name and sentence. A new name for the same thing is no
    change.
    """
    earlier: dict[tuple[str, ...], list[Part]] = {}
    for key, part in _told(before.items):
        earlier.setdefault(key, []).append(part)
    renamed = _declared(before.items), _declared(after.items)
    later = [(key, part, _text(part)) for key, part in _told(after.items)]
    for key, part, text in later:
        known = earlier.get(key, [])
        same = next((one for one in known if _same(_text(one), text, *renamed)), None)
        old = same or next(iter(known), None)
        if old is not None:
            known.remove(old)
        if old is not None and same is None:
            yield _warning(old, part, before, after)


def _told(items: Sequence[s.Item]) -> Iterator[tuple[tuple[str, ...], Part]]:
    """Yield the constructs that have a sentence, each with its kind, names and sentence."""
    found = parts(items)
    for part in found:
        if part.sentence is not None and part.kind not in _VALUES:
            names, outer = [part.name], part.inside
            while outer is not None:
                names.append(found[outer].name)
                outer = found[outer].inside
            yield (part.kind, part.sentence, *names), part


def _cuts(inner: s.Node) -> bool:
    return sentence(inner) is not None


def _text(part: Part) -> str:
    return text_of(
        part.node, lambda inner: inner is not part.node and _cuts(inner), leave_out=(s.Require,)
    )


def _declared(items: Sequence[s.Item]) -> set[str]:
    return {node.name for node in walk(items) if isinstance(node, _DECLARES)}


def _same(old: str, new: str, before: set[str], after: set[str]) -> bool:
    """Return whether two texts differ in nothing but names that are gone and names that are new."""
    if old == new:
        return True
    words, others = re.findall(r"\w+|\W", old), re.findall(r"\w+|\W", new)
    gone, fresh = before - after, after - before
    return len(words) == len(others) and all(
        one == other or (one in gone and other in fresh)
        for one, other in zip(words, others, strict=True)
    )


def _warning(old: Part, new: Part, before: RulesText, after: RulesText) -> Diagnostic:
    was, now = _difference(old.node, new.node)
    shown, said = (before.quote(was), after.quote(now)), new.sentence or ""
    if not was:
        message = Message("'{new}' is new, but the sentence is still: \"{said}\"", shown[1], said)
    elif not now:
        message = Message("'{old}' is gone, but the sentence is still: \"{said}\"", shown[0], said)
    else:
        became = "'{old}' became '{new}', but the sentence is still: \"{said}\""
        message = Message(became, *shown, said)
    place = now[0].span if now else new.span
    hint = "change the sentence too, if it isn't right any more"
    return Diagnostic(Code.W010, message, place, hint=hint, severity="warning")


def _difference(old: s.Node, new: s.Node) -> tuple[Sequence[s.Node], Sequence[s.Node]]:
    """Return the smallest parts of two different nodes outside which they are the same."""
    whole = (old,), (new,)
    if type(old) is not type(new):
        return whole
    was, now = dict(fields(old)), dict(fields(new))
    names = [name for name in {**was, **now} if _said(was.get(name)) != _said(now.get(name))]
    if len(names) != 1:
        return whole
    one, other = was.get(names[0], ()), now.get(names[0], ())
    row = one if isinstance(one, tuple) else (one,)
    others = other if isinstance(other, tuple) else (other,)
    row, others = (tuple(x for x in xs if not isinstance(x, s.Require)) for xs in (row, others))
    while row and others and _said(row[0]) == _said(others[0]):
        row, others = row[1:], others[1:]
    while row and others and _said(row[-1]) == _said(others[-1]):
        row, others = row[:-1], others[:-1]
    if not all(isinstance(value, s.Node) for value in (*row, *others)):
        return whole
    return _difference(row[0], others[0]) if len(row) == len(others) == 1 else (row, others)


def _said(value: object) -> str:
    return text_of(value, _cuts, leave_out=(s.Require,))
