"""Variants: patches of named parts, applied to the items of a game before they are checked.

A variant replaces, removes, adds and sets; what it says beside that is added. Examples of the game
stay and run under the variant. Two variants that replace the same part contradict each other,
unless the later one says `over` the earlier.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar, assert_never

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.diagnostics import Findings, nearest
from engine.language.frozen import rewritten, walk
from engine.language.message import Message
from engine.language.source import Span
from engine.rules.checker.names import Names

_Kinds = dict[str, tuple[type[Any], str]]
KINDS: _Kinds = {
    "rule": (s.Rule, "name"),
    "to": (s.Procedure, "name"),
    "option": (s.Option, "name"),
    "let": (s.Constant, "name"),
    "type": (s.TypeDecl, "name"),
    "component": (s.Component, "name"),
    "table": (s.Table, "name"),
    "zone": (s.Zone, "name"),
    "var": (s.Variable, "name"),
    "counter": (s.Variable, "name"),
    "advice": (s.Advice, "name"),
    "rating": (s.Rating, "words"),
    "example": (s.Example, "title"),
}
"""What is patched by its name or title: the word in the text, the node, the field."""
_N = TypeVar("_N")


_WORDS: dict[type[Any], str] = {
    s.Replace: "replace", s.Add: "add", s.AddActions: "add", s.Remove: "remove", s.Change: "set",
    s.Fix: "fix",
}  # fmt: skip
"""What patches a game, by its first word."""


def refuse_patches(items: Iterable[s.Item], findings: Findings) -> None:
    """Report what patches a game in the text of a game itself."""
    for item in items:
        word = _WORDS.get(type(item))
        if word is not None:
            message = Message(
                "only a variant can contain '{word}', and this is a complete game", word
            )
            hint = "change the line itself, or start with 'variant'"
            findings.error(Code.E203, message, item.span, hint=hint)


class Patcher:
    """Applies variants, one after the other, to a game's items."""

    def __init__(self, items: Sequence[s.Item], findings: Findings) -> None:
        self.items: list[s.Item] = list(items)
        self.findings = findings
        self.patched: dict[tuple[str, str], s.Variant] = {}
        self._originals = 0

    def apply(self, items: Sequence[s.Item], variant: s.Variant, builds_on: Iterable[str]) -> None:
        """Apply a variant; `builds_on` are the titles of the variants that it is a variant of."""
        self.variant = variant
        self.allowed = {*builds_on, *variant.over}
        for item in items:
            self._apply(item)

    def _apply(self, item: s.Item) -> None:
        match item:
            case s.Variant():
                self._variant(item)
            case s.Game():
                self._error(Code.E202, "a variant has no 'game' of its own", item.span)
            case s.Add():
                self._new(item.item)
            case s.Replace():
                self._replace(item)
            case s.AddActions():
                self._add_actions(item)
            case s.Remove():
                self._remove(item)
            case s.Change():
                self._change(item)
            case s.Fix():
                self._fix(item)
            case (
                s.Option() | s.Constant() | s.TypeDecl() | s.Component() | s.Table() | s.Zone()
                | s.Variable() | s.Rule() | s.Setup() | s.Turn() | s.Procedure() | s.Trigger()
                | s.Ending() | s.Score() | s.After() | s.Winner() | s.Rating()
                | s.Advice() | s.Example()
            ):  # fmt: skip
                self._new(item)
            case _:
                assert_never(item)

    # -------------------------------------------------------------- finding

    def _error(self, code: Code, message: str, span: Span, fix: str | None = None) -> None:
        self.findings.error(code, message, span, fix=fix)

    def key(self, item: Any) -> tuple[str, str]:
        """Return what a part is patched by: its kind and its name, title or head."""
        match item:
            case s.Variable():
                return item.kind, item.name
            case s.Setup():
                return "setup", "once" if item.once else ""
            case s.Phase():
                return "phase", item.title
            case s.Trigger():
                return "when", self.quote(item.event)
            case s.Ending():
                return "ending", f"{item.head} {self.quote(item.condition)}"
        for word, (kind, field) in KINDS.items():
            if isinstance(item, kind):
                return word, str(getattr(item, field))
        return type(item).__name__.lower(), ""

    def quote(self, node: s.Node) -> str:
        """Return how a node stands in its text, with single spaces."""
        source = self.findings.sources.get(node.span.file)
        return " ".join(source.quote(node.span).split()) if source else ""

    def _index(self, key: tuple[str, str]) -> int | None:
        return next((i for i, item in enumerate(self.items) if self.key(item) == key), None)

    def _missing(self, key: tuple[str, str], span: Span) -> None:
        word, name = key
        known = [k[1] for k in map(self.key, self.items) if k[0] == word]
        what = f"{word} '{name}'" if name else f"'{word}'"
        guess = nearest(name, known)
        self._error(
            Code.E302, Message("the game that this builds on has no {what}", what), span, guess
        )

    def claim(self, key: tuple[str, str], span: Span) -> None:
        """Remember who patched a part; two who do contradict each other."""
        earlier = self.patched.get(key)
        if earlier is not None and earlier.title not in {*self.allowed, self.variant.title}:
            what = f"{key[0]} '{key[1]}'" if key[1] else f"'{key[0]}'"
            message = Message(
                "'{title}' and '{variant}' both change {what}",
                earlier.title,
                self.variant.title,
                what,
            )
            hint = Message(
                'if this one shall count, add to its header: over "{title}"', earlier.title
            )
            self.findings.error(Code.E303, message, span, hint=hint)
        self.patched[key] = self.variant

    # -------------------------------------------------------------- patches

    def _variant(self, item: s.Variant) -> None:
        for i, known in enumerate(self.items):
            if isinstance(known, s.Game):
                self.items[i] = replace(known, title=self._title(known.title, item.title))

    def _title(self, game: str, variant: str) -> str:
        first = not any(v is not self.variant for v in self.patched.values())
        return variant if first or variant.startswith(game) else f"{game} + {variant}"

    def _new(self, item: s.Item) -> None:
        key = self.key(item)
        if key[1] and self._index(key) is not None:
            word, name = key
            message = Message("the game has a {word} '{name}' already", word, name)
            hint = "write 'replace' before it to put this in its place"
            self.findings.error(Code.E011, message, item.span, hint=hint)
            return
        self.items.append(item)

    def _replace(self, item: s.Replace) -> None:
        new = item.item
        key = self.key(new)
        self.claim(key, item.span)
        if isinstance(new, s.Phase):
            self._replace_phase(new, item.span)
            return
        index = self._index(key)
        if index is None:
            self._missing(key, item.span)
            return
        old = self.items[index]
        hidden = f"original {key[1]} {self._originals}"
        self._originals += 1
        callable_kinds = (s.Rule, s.Procedure)
        if isinstance(old, callable_kinds) and _calls_original(new, key[1]):
            self.items.insert(index, replace(old, name=hidden))
            index += 1
            new = rewritten(new, lambda node: _to_hidden(node, key[1], hidden))
        self.items[index] = new

    def _replace_phase(self, new: s.Phase, span: Span) -> None:
        def swap(node: Any) -> Any:
            return new if isinstance(node, s.Phase) and node.title == new.title else node

        if not self._in_turn(swap):
            self._no_phase(new.title, span)

    def _in_turn(self, change: Callable[[Any], Any]) -> bool:
        """Change what is in the turn; return whether anything did."""
        before = self.items
        self.items = [rewritten(x, change) if isinstance(x, s.Turn) else x for x in before]
        return self.items != before

    def _no_phase(self, title: str, span: Span) -> None:
        turns = [item for item in self.items if isinstance(item, s.Turn)]
        known = [node.title for node in walk(turns) if isinstance(node, s.Phase)]
        text = Message("the game that this builds on has no phase '{title}'", title)
        self._error(Code.E302, text, span, nearest(title, known))

    def _add_actions(self, item: s.AddActions) -> None:
        """Add actions to the first choice of a phase."""
        found = False

        def extend(node: Any) -> Any:
            nonlocal found
            if not isinstance(node, s.Phase) or node.title != item.title:
                return node
            statements = list(node.body.statements)
            for i, statement in enumerate(statements):
                if isinstance(statement, s.Choose) and not found:
                    found = True
                    statements[i] = replace(statement, actions=statement.actions + item.actions)
            return replace(node, body=replace(node.body, statements=tuple(statements)))

        self._in_turn(extend)
        if not found:
            self._no_phase(item.title, item.span)

    def _remove(self, item: s.Remove) -> None:
        if item.kind == "phase":
            self._remove_phase(item)
            return
        if item.kind == "action":
            self._remove_action(item)
            return
        key = (item.kind, item.name)
        if isinstance(item.head, s.Ending):
            key = self.key(item.head)
        elif item.head is not None:
            key = ("when", self.quote(item.head))
        elif item.kind not in KINDS:
            known = [*KINDS, "phase", "action"]
            guess = nearest(item.kind, known)
            self._error(
                Code.E302,
                Message("'{kind}' is nothing that can be removed", item.kind),
                item.span,
                guess,
            )
            return
        self.claim(key, item.span)
        index = self._index(key)
        if index is None:
            self._missing(key, item.span)
        else:
            del self.items[index]

    def _remove_phase(self, item: s.Remove) -> None:
        self.claim(("phase", item.name), item.span)

        def stays(node: s.Node) -> bool:
            return not isinstance(node, s.Phase) or node.title != item.name

        def drop(node: Any) -> Any:
            if not isinstance(node, s.Block):
                return node
            return replace(node, statements=tuple(filter(stays, node.statements)))

        if not self._in_turn(drop):
            self._no_phase(item.name, item.span)

    def _remove_action(self, item: s.Remove) -> None:
        self.claim(("action", item.name), item.span)

        def drop(node: Any) -> Any:
            if not isinstance(node, s.Choose):
                return node
            kept = tuple(a for a in node.actions if getattr(a, "name", "") != item.name)
            return replace(node, actions=kept)

        before, self.items = self.items, [rewritten(i, drop) for i in self.items]
        if self.items == before:
            self._error(Code.E302, Message("the game has no action '{name}'", item.name), item.span)

    # -------------------------------------------------------------- set

    def _change(self, item: s.Change) -> None:
        if isinstance(item.line, s.Winner):
            self._set_winner(item.line, item.span)
        elif isinstance(item.line, s.HeaderLine):
            self._set_header(item.line, item.span)
        elif item.modifiers:
            self._set_modifiers(item)
        else:
            self._set_value(item)

    def _set_winner(self, line: s.Winner, span: Span) -> None:
        self.claim(("winner", ""), span)
        self.items = [i for i in self.items if not isinstance(i, s.Winner)]
        self.items.append(line)

    def _set_header(self, line: s.HeaderLine, span: Span) -> None:
        self.claim((line.field, ""), span)
        for i, item in enumerate(self.items):
            if isinstance(item, s.Game):
                kept = tuple(x for x in item.lines if getattr(x, "field", "") != line.field)
                self.items[i] = replace(item, lines=(*kept, line))

    def _named(self, name: str, span: Span) -> int | None:
        """Return where the zone, variable, table or option of a name stands."""
        kinds = (s.Zone, s.Variable, s.Table, s.Option)
        for i, item in enumerate(self.items):
            if isinstance(item, kinds) and item.name == name:
                return i
        known = [item.name for item in self.items if isinstance(item, kinds)]
        text = Message(
            "the game that this builds on has no zone, variable, table or option '{name}'", name
        )
        self._error(Code.E302, text, span, nearest(name, known))
        return None

    def _set_modifiers(self, item: s.Change) -> None:
        assert isinstance(item.target, s.Name)
        self.claim(("set", item.target.name), item.span)
        index = self._named(item.target.name, item.target.span)
        if index is None:
            return
        old = self.items[index]
        if not isinstance(old, (s.Zone, s.Variable)):
            self._error(
                Code.E302, Message("'{name}' has no such settings", item.target.name), item.span
            )
            return
        said = {_sort(x) for x in item.modifiers}
        kept = tuple(x for x in old.modifiers if _sort(x) not in said)
        self.items[index] = replace(old, modifiers=kept + item.modifiers)

    def _set_value(self, item: s.Change) -> None:
        target = item.target
        base = target.target if isinstance(target, s.Index) else target
        if not isinstance(base, s.Name):
            self._error(
                Code.E302, "only options, variables and tables have values to set", item.span
            )
            return
        shown = self.quote(target) if target else base.name
        self.claim(("set", shown), item.span)
        index = self._named(base.name, base.span)
        if index is None:
            return
        old = self.items[index]
        if isinstance(old, s.Table):
            self._set_cells(index, old, target, item)
        elif isinstance(old, s.Option) and old.fixed:
            text = Message("the option '{name}' is fixed, so its default has no effect", old.name)
            self.findings.error(
                Code.E302,
                text,
                base.span,
                hint=Message("write 'fix {name} = …' to fix it to another value", old.name),
            )
        elif isinstance(old, s.Option) and len(item.cells) == 1:
            self.items[index] = replace(old, default=item.cells[0])
        elif isinstance(old, s.Variable) and len(item.cells) == 1:
            self.items[index] = replace(old, start=item.cells[0])
        else:
            self._error(
                Code.E302,
                Message("'{name}' has no value that could be set so", base.name),
                item.span,
            )

    def _fix(self, item: s.Fix) -> None:
        """Fix an option. Examples of others that give it another value don't speak of this game."""
        name = item.option.name
        self.claim(("set", name), item.span)
        known = [x.name for x in self.items if isinstance(x, s.Option)]
        for i, old in enumerate(self.items):
            if isinstance(old, s.Option) and old.name == name:
                self.items[i] = replace(old, default=item.value, fixed=True)
                return
        declared = any(getattr(x, "name", "") == name for x in self.items)
        if declared:
            text = Message("'{name}' is not an option, and only options can be fixed", name)
        else:
            text = Message("the base game has no option '{name}'", name)
        self._error(Code.E302, text, item.option.span, nearest(name, known))

    def left_out(self, items: Sequence[s.Item]) -> list[s.Item]:
        """Return items without the examples that give a fixed option another value.

        An example in the file that fixes the option stays: that is an error to be told.
        """
        fixed = {x.name: x.default for x in items if isinstance(x, s.Option) and x.fixed}

        def speaks_of_another_game(line: s.Node) -> bool:
            if not isinstance(line, s.Given) or not isinstance(line.place, s.Name):
                return False
            value = fixed.get(line.place.name)
            if value is None or value.span.file == line.span.file:
                return False
            return [" ".join(map(str, x.words)) for x in line.items] != [self.quote(value)]

        return [
            item for item in items
            if not isinstance(item, s.Example) or not any(map(speaks_of_another_game, item.lines))
        ]  # fmt: skip

    def _set_cells(self, index: int, old: s.Table, target: Any, item: s.Change) -> None:
        """Set a whole list, or the one cell whose index is a number."""
        if not isinstance(target, s.Index):
            self.items[index] = replace(old, cells=item.cells)
            return
        first = old.start if old.form == "from" else getattr(old.sides[0], "low", None)
        where = target.arguments[0]
        if (
            old.form not in ("list", "from") or len(item.cells) != 1
            or not isinstance(first, s.Number) or not isinstance(where, s.Number)
        ):  # fmt: skip
            self._error(
                Code.E302, "one cell is set by its number; replace the table instead", item.span
            )
            return
        at = where.value - first.value
        if not 0 <= at < len(old.cells):
            self._error(
                Code.E302,
                Message("the table '{name}' has no cell {value}", old.name, where.value),
                where.span,
            )
            return
        cells = (*old.cells[:at], item.cells[0], *old.cells[at + 1 :])
        self.items[index] = replace(old, cells=cells)


def _sort(modifier: s.Modifier) -> str:
    """Return what a modifier settles; two that settle the same can't both stand."""
    first = modifier.parts[0]
    if isinstance(first, int):
        return "by"
    return "seen" if first in ("face", "seen") else str(first)


def _calls_original(node: s.Node, name: str) -> bool:
    calls = (x for x in walk(node) if isinstance(x, s.Call))
    return any(call.original and call.name == name for call in calls)


def _to_hidden(node: Any, name: str, hidden: str) -> Any:
    if isinstance(node, s.Call) and node.original and node.name == name:
        return replace(node, name=hidden, original=False)
    return node


def index_patches(items: Iterable[s.Item], names: Names) -> None:
    """Keep in the index which names of the game the patches of a variant speak of."""
    for item in items:
        match item:
            case s.Remove(kind="action" | "advice"):
                names.use("action", item.name, item.span)
            case s.Remove(kind="type" | "component"):
                names.use("type", item.name, item.span)
            case s.Remove(kind="option" | "rule" | "to" | "table" | "zone" | "var" | "counter"):
                names.use("name", item.name, item.span)
            case (
                s.Change(target=s.Name() as target)
                | s.Change(target=s.Index(target=s.Name() as target))
            ):
                names.use("name", target.name, target.span)
            case s.Fix():
                names.use("name", item.option.name, item.option.span)
