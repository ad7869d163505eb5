"""What the rules say of each construct: its text without sentences, comments and formatting.

Two rulesets whose constructs have the same text play alike, whatever their authors' sentences say.
Examples are left out, because they only show what the rest says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.language import syntax as s
from engine.language.frozen import children, outermost
from engine.language.source import Span

_SENTENCES = frozenset({"words", "text", "because", "label", "title"})
"""Fields that hold what people read."""
_INNER = (s.Phase, s.Action, s.Score, s.LedgerLine, s.Require)
"""What is a construct of its own inside of another."""
_HEADER = {
    "aim": "aim", "players": "players", "rounds": "rounds", "teams": "teams", "starts": "start",
}  # fmt: skip


@dataclass(frozen=True)
class Part:
    """A construct in the text of a ruleset: its kind, its name, and what its author says of it.

    `kind`: as in a lesson plan, or `let` for a constant. `name`: its name, title, label, head or
    reason; empty where it has none. `inside`: the number of the construct that it is in.

    >>> from engine import load
    >>> from engine.rules.construct_text import parts
    >>> found = parts(load("examples/nim.cairn").items)
    >>> [part.name for part in found if part.kind == "action"]
    ['take']
    """

    kind: str
    name: str
    node: s.Node
    sentence: str | None
    inside: int | None = None

    @property
    def span(self) -> Span:
        """Return its place, which is that of the construct in the checked model."""
        match self.node:
            case s.Action():
                return self.node.name_span
            case s.Setup() | s.Turn():
                return self.node.body.span
            case s.TypeDecl():
                return self.node.type.span
            case _:
                return self.node.span

    @property
    def text(self) -> str:
        """Return what the rules say of it, the constructs inside of it only by their names."""
        return text_of(self.node, lambda inner: inner is not self.node)


def parts(items: Sequence[s.Item]) -> list[Part]:
    """Return the constructs of a game's items in the order of the text, the outer ones first."""
    found: list[Part] = []
    for item in items:
        if isinstance(item, s.Game):
            lines = [line for line in item.lines if isinstance(line, s.HeaderLine)]
            known = [line for line in lines if line.field in _HEADER]
            found += [Part(_HEADER[line.field], "", line, line.words) for line in known]
        elif named := _named(item):
            _add(found, *named, None)
    return found


def fields(node: s.Node) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a node that say something about the rules, with their values."""
    for name in type(node).__dataclass_fields__:
        value = getattr(node, name)
        said = name in _SENTENCES and isinstance(value, str)
        if said or name.endswith("span") or value is None or value is False:
            continue
        if isinstance(value, tuple):
            value = tuple(one for one in value if not isinstance(one, (s.Words, s.WordText)))
        if value != ():
            yield name, value


def head(node: s.Node) -> str:
    """Return what stands for a construct in the text of the one around it.

    Reasons and labels are sentences, so the text leaves them out.
    """
    named = _named(node)
    assert named is not None
    kind, name, _ = named
    return kind if kind in ("require", "line") else f"{kind} {name}"


def _add(found: list[Part], kind: str, name: str, node: s.Node, inside: int | None) -> None:
    """Add a construct and those inside of it."""
    number = len(found)
    found.append(Part(kind, name, node, sentence(node), inside))
    found += [Part("type", *listed, None) for listed in _listed(node)]
    for inner in outermost(children(node), *_INNER):
        named = _named(inner)
        assert named is not None
        _add(found, *named, number)


def _listed(node: s.Node) -> Iterator[tuple[str, s.Node]]:
    """Yield the types that a construct lists in its own lines, with the names that they have."""
    match node:
        case s.Component():
            yield from ((f"{node.name}.{one.name}", one.type) for one in node.attributes)
        case s.Option():
            yield f"option {node.name}", node.type
        case s.Table():
            yield f"table {node.name}", node


def _named(node: s.Node) -> tuple[str, str, s.Node] | None:
    """Return a construct's kind and name with its node; None for what is none."""
    match node:
        case s.Rule() | s.Option() | s.Table() | s.Zone() | s.Advice() | s.Action():
            return type(node).__name__.lower(), node.name, node
        case s.TypeDecl():
            return "type", node.name, node
        case s.Component():
            return "piece", node.name, node
        case s.Variable():
            return "variable", node.name, node
        case s.Constant():
            return "let", node.name, node
        case s.Procedure():
            return "procedure", node.name, node
        case s.Setup():
            return "setup", "once" if node.once else "", node
        case s.Turn():
            return "turn", "", node
        case s.Trigger():
            return "reaction", text_of(node.event, lambda inner: True), node
        case s.After():
            return "after", node.when, node
        case s.Ending():
            return "ending", node.head, node
        case s.Winner():
            return "winner", "", node
        case s.Rating():
            return "rating", node.words, node
        case s.Score():
            return "score", node.into or "", node
        case s.Phase():
            return "phase", node.title, node
        case s.LedgerLine():
            return "line", node.label, node
        case s.Require():
            return "require", node.because or "", node
        case _:
            return None


def sentence(node: s.Node) -> str | None:
    """Return what the author says of a construct; None where it is a title, or nothing."""
    if isinstance(node, s.Rating):
        return None
    found = [getattr(node, name, None) for name in ("words", "text", "because")]
    body = getattr(node, "body", None)
    if isinstance(body, s.Block):
        found += [one.text for one in body.statements if isinstance(one, s.Words)]
    return " ".join(one for one in found if isinstance(one, str)) or None


def text_of(
    value: object, cut: Callable[[s.Node], bool], leave_out: tuple[type[s.Node], ...] = ()
) -> str:
    """Return a piece of syntax as a text without places: each node with its fields by name.

    `cut`: of which constructs inside only the kind and name are in the text. `leave_out`: nodes
    that aren't in the text at all.
    """
    if isinstance(value, tuple):
        kept = (text_of(one, cut, leave_out) for one in value if not isinstance(one, leave_out))
        return f"[{', '.join(kept)}]"
    if not isinstance(value, s.Node):
        return str(value)
    if isinstance(value, _INNER) and cut(value):
        return f"<{head(value)}>"
    inner = ", ".join(f"{name}={text_of(inner, cut, leave_out)}" for name, inner in fields(value))
    return f"{type(value).__name__}({inner})"
