"""The parts of a text, for its outline: what each is called, and what is in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.language import syntax as s
from engine.language.frozen import outermost
from engine.language.source import Span


@dataclass(frozen=True)
class Symbol:
    """A part of a text. `kind`: the word it begins with, such as `zone`."""

    name: str
    kind: str
    span: Span
    inside: tuple[Symbol, ...] = ()


def symbols(items: Sequence[s.Item]) -> list[Symbol]:
    """Return the outline of a text from its top-level items."""
    return [symbol for item in items for symbol in _of(item)]


def _of(item: s.Item | s.Phase) -> Iterator[Symbol]:
    span = item.span
    match item:
        case s.Game() | s.Variant() | s.Example():
            yield Symbol(item.title, type(item).__name__.lower(), span)
        case s.Option() | s.Table() | s.Zone() | s.Rule() | s.Advice():
            yield Symbol(item.name, type(item).__name__.lower(), span)
        case s.TypeDecl() | s.Constant():
            yield Symbol(item.name, "type" if isinstance(item, s.TypeDecl) else "let", span)
        case s.Variable():
            yield Symbol(item.name, item.kind, span)
        case s.Component():
            inside = (Symbol(a.name, "attribute", a.span) for a in item.attributes)
            yield Symbol(item.name, "component", span, tuple(inside))
        case s.Procedure():
            yield Symbol(item.name, "to", span, tuple(_parts(item.body)))
        case s.Setup():
            yield Symbol("setup once" if item.once else "setup", "setup", span)
        case s.Turn():
            yield Symbol("turn", "turn", span, tuple(_parts(item.body)))
        case s.Phase():
            yield Symbol(item.title, "phase", span, tuple(_parts(item.body)))
        case s.Trigger():
            yield Symbol("when …", "when", span, tuple(_parts(item.body)))
        case s.Ending():
            yield Symbol(item.head.removesuffix(" when"), "ending", span)
        case s.Score():
            yield Symbol("score", "score", span)
        case s.After():
            yield Symbol(item.when, "after", span)
        case s.Winner():
            yield Symbol("winner", "winner", span)
        case s.Rating():
            yield Symbol(item.words, "rating", span)
        case s.Replace() | s.Add():
            word = "replace" if isinstance(item, s.Replace) else "add"
            for inner in _of(item.item):
                yield Symbol(f"{word} {inner.name}", inner.kind, span, inner.inside)
        case s.AddActions():
            yield Symbol(f"add to {item.title}", "phase", span)
        case s.Remove():
            yield Symbol(f"remove {item.name or item.kind}", "remove", span)
        case s.Change() | s.Fix():
            yield Symbol("fix" if isinstance(item, s.Fix) else "set", "set", span)


def _parts(block: s.Block) -> Iterator[Symbol]:
    """Yield the phases and actions in a block."""
    for part in outermost(block, s.Phase, s.Action):
        if isinstance(part, s.Phase):
            yield from _of(part)
        else:
            yield Symbol(part.name, "action", part.span)
