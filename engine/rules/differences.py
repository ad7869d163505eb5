"""The differences of two rulesets in plain sentences.

Parts are compared by name, title or head, as variants patch them; examples are left out, because
they only show what the rest says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.language import syntax as s
from engine.language.diagnostics import Findings
from engine.rules.variants import Patcher, rewrite

_CALLED = {
    "rule": "the rule '{}'",
    "to": "the procedure '{}'",
    "option": "the option '{}'",
    "let": "what '{}' stands for",
    "type": "the type '{}'",
    "component": "the component '{}'",
    "table": "the table '{}'",
    "zone": "the zone '{}'",
    "var": "the variable '{}'",
    "counter": "the counter '{}'",
    "when": "the reaction 'when {}'",
    "ending": "'{}'",
    "setup": "the setup",
    "turn": "the turn",
    "winner": "the winner",
    "rating": "the rating '{}'",
    "advice": "the advice on '{}'",
    "score": "the score",
    "after": "what happens after a turn or round",
    "winswhen": "the condition for winning",
}


def differences(one: Sequence[s.Item], other: Sequence[s.Item], findings: Findings) -> list[str]:
    """Return what changes from one game's items to another's, a sentence each."""
    return list(_Differ(findings).all(one, other))


class _Differ:
    def __init__(self, findings: Findings) -> None:
        self.patcher = Patcher((), findings)
        self.quote = self.patcher.quote

    def all(self, one: Sequence[s.Item], other: Sequence[s.Item]) -> Iterator[str]:
        """Yield the sentences in the order of the texts."""
        before, after = self._by_key(one), self._by_key(other)
        for key, item in after.items():
            if key not in before:
                yield self._added(key, item)
            elif not same(before[key], item):
                yield from self._changed(key, before[key], item)
        for key in before:
            if key not in after:
                yield f"{_upper(self._name(key))} is gone."

    def _by_key(self, items: Sequence[s.Item]) -> dict[tuple[str, str], s.Item]:
        result: dict[tuple[str, str], s.Item] = {}
        for item in items:
            key = self.patcher.key(item)
            if isinstance(item, (s.Example, s.Variant)) or key[1].startswith("original "):
                continue
            while key in result:
                key = (key[0], key[1] + "'")
            result[key] = item
        return result

    def _name(self, key: tuple[str, str]) -> str:
        return _CALLED.get(key[0], f"'{key[0]}'").format(key[1].rstrip("'"))

    def _added(self, key: tuple[str, str], item: s.Item) -> str:
        words = _words(item)
        name = self._name(key)
        told = f': "{words}"' if words else ": " + self._source(item)
        return f"New is {name}{told}"

    def _source(self, item: s.Node) -> str:
        text = self.quote(item)
        return text if len(text) <= 160 else text[:157] + "…"

    # -------------------------------------------------------------- changes

    def _changed(self, key: tuple[str, str], old: s.Item, new: s.Item) -> Iterator[str]:
        match old, new:
            case s.Game(), s.Game():
                yield from self._of_game(key, old, new)
            case s.Option(), s.Option():
                yield from self._of_option(key, old, new)
            case s.Table(), s.Table():
                yield from self._of_table(key, old, new)
            case s.Zone(), s.Zone():
                yield from self._declared(key, old, new)
            case s.Variable(), s.Variable():
                yield from self._of_variable(key, old, new)
            case s.Winner(), s.Winner():
                yield from self._of_winner(key, old, new)
            case s.Turn(), s.Turn():
                yield from self._of_turn(key, old, new)
            case _:  # the words of any other item say what changed, or its text does
                yield from self._plain(key, old, new)

    def _plain(self, key: tuple[str, str], old: Any, new: Any) -> Iterator[str]:
        name = _upper(self._name(key))
        was, now = _words(old), _words(new)
        if now and now != was:
            yield f'{name} now says: "{now}"'
        else:
            yield f"{name} changes from '{self._source(old)}' to '{self._source(new)}'."

    def _of_game(self, key: tuple[str, str], old: s.Game, new: s.Game) -> Iterator[str]:
        if old.title != new.title:
            yield f'The game is called "{new.title}" instead of "{old.title}".'
        lines = [{x.field: x for x in g.lines if isinstance(x, s.HeaderLine)} for g in (old, new)]
        before, after = lines
        for field in {**before, **after}:
            was, now = before.get(field), after.get(field)
            if same(was, now):
                continue
            if now is None:
                yield f"'{field}' is no longer said."
            elif was is None:
                yield f"'{field}' is now {self._value(now)}."
            elif self._value(now) == self._value(was):
                yield f"About '{field}' it now says: \"{now.words}\""
            else:
                yield f"{_upper(field)}: {self._value(now)} instead of {self._value(was)}."

    def _value(self, line: s.HeaderLine) -> str:
        said = ", then ".join(self.quote(v) for v in line.values)
        return f"until {said}" if line.until else said

    def _of_option(self, key: tuple[str, str], old: s.Option, new: s.Option) -> Iterator[str]:
        name = f"The option '{new.name}'"
        if new.fixed and not old.fixed:
            yield f"{name} is always {self.quote(new.default)}; nobody chooses it any more."
        elif old.fixed and not new.fixed:
            yield f"{name} can be chosen again."
        elif not same(old.default, new.default):
            yield (
                f"{name} is {self.quote(new.default)} instead of {self.quote(old.default)} "
                "when nothing else is chosen."
            )
        if not same(old.type, new.type):
            yield f"{name} can be {self.quote(new.type)} instead of {self.quote(old.type)}."
        if old.words != new.words and new.words:
            yield f'{name} now asks: "{new.words}"'

    def _of_table(self, key: tuple[str, str], old: s.Table, new: s.Table) -> Iterator[str]:
        first = old.start if old.form == "from" else getattr(old.sides[0], "low", None)
        comparable = old.form == new.form and len(old.cells) == len(new.cells) and old.cells
        if not comparable or not isinstance(first, s.Number):
            yield from self._plain(key, old, new)
            return
        for number, (was, now) in enumerate(zip(old.cells, new.cells, strict=True), first.value):
            if not same(was, now):
                last = old.form == "from" and number == first.value + len(old.cells) - 1
                place = f"{number} and beyond gives" if last else f"{number} gives"
                values = f"{self.quote(now)} instead of {self.quote(was)}"
                yield f"In the table '{new.name}', {place} {values}."

    def _of_variable(self, key: tuple[str, str], old: s.Variable, new: s.Variable) -> Iterator[str]:
        if not same(old.start, new.start) and new.start and old.start:
            yield (
                f"{_upper(self._name(key))} starts at {self.quote(new.start)} "
                f"instead of {self.quote(old.start)}."
            )
            if same(old.modifiers, new.modifiers):
                return
        yield from self._declared(key, old, new)

    def _declared(self, key: tuple[str, str], old: Any, new: Any) -> Iterator[str]:
        was, now = (", ".join(self._modifier(x) for x in item.modifiers) for item in (old, new))
        name = _upper(self._name(key))
        if was != now:
            yield f"{name} is {now or 'as its kind is'} instead of {was or 'as its kind is'}."
        elif old.words != new.words and new.words:
            yield f'{name} is now described: "{new.words}"'
        else:
            yield f"{name} changes from '{self._source(old)}' to '{self._source(new)}'."

    def _modifier(self, node: s.Modifier) -> str:
        return " ".join(
            "..".join(map(str, p)) if isinstance(p, tuple) else str(p) for p in node.parts
        )

    def _of_winner(self, key: tuple[str, str], old: s.Winner, new: s.Winner) -> Iterator[str]:
        was, now = (", then ".join(self._ranking(r) for r in w.rankings) for w in (old, new))
        if was != now:
            yield f"The winner has the {now}, instead of the {was}."
        if new.words and new.words != old.words:
            yield f'About the winner it now says: "{new.words}"'

    def _ranking(self, node: s.Ranking) -> str:
        return f"{node.best} {self.quote(node.value)}"

    def _of_turn(self, key: tuple[str, str], old: s.Turn, new: s.Turn) -> Iterator[str]:
        yield from self._blocks("In a turn", old.body, new.body)

    def _blocks(self, where: str, old: s.Block, new: s.Block) -> Iterator[str]:
        phases = [{p.title: p for p in b.statements if isinstance(p, s.Phase)} for b in (old, new)]
        before, after = phases
        told = False
        for title, phase in after.items():
            if title not in before:
                told = True
                yield f"{where}, the phase '{title}' is new."
            elif not same(before[title], phase):
                told = True
                yield from self._actions(title, before[title], phase)
        for title in before:
            if title not in after:
                told = True
                yield f"{where}, the phase '{title}' is gone."
        if not told:
            yield from self._actions("", old, new)

    def _actions(self, phase: str, old: s.Node, new: s.Node) -> Iterator[str]:
        where = f"In the phase '{phase}'" if phase else "In a turn"
        before, after = _actions_of(old), _actions_of(new)
        told = False
        for name, action in after.items():
            words = f': "{_words(action)}"' if _words(action) else "."
            if name not in before:
                told = True
                yield f"{where}, '{name}' can be chosen as well{words}"
            elif not same(before[name], action):
                told = True
                yield f"{where}, '{name}' is done differently{words}"
        for name in before:
            if name not in after:
                told = True
                yield f"{where}, '{name}' can no longer be chosen."
        if not told:
            yield f"{where}, what happens is different."


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _bare(node: Any) -> Any:
    """Return a piece of syntax without its places, to compare."""
    if isinstance(node, s.Node):
        names = [f for f in type(node).__dataclass_fields__ if not f.endswith("span")]
        return (type(node).__name__, *(_bare(getattr(node, name)) for name in names))
    if isinstance(node, tuple):
        return tuple(_bare(item) for item in node)
    return node


def same(one: Any, other: Any) -> bool:
    """Tell whether two pieces of syntax say the same, wherever they stand."""
    return bool(_bare(one) == _bare(other))


def _words(item: Any) -> str | None:
    """Return the sentence that stands with a part, if any."""
    words = getattr(item, "words", None) or getattr(item, "text", None)
    body = getattr(item, "body", None)
    if words is None and isinstance(body, s.Block):
        words = next((x.text for x in body.statements if isinstance(x, s.Words)), None)
    return words if isinstance(words, str) else None


def _actions_of(node: s.Node) -> dict[str, s.Action]:
    found: dict[str, s.Action] = {}

    def note(part: Any) -> Any:
        if isinstance(part, s.Action):
            found[part.name] = part
        return part

    rewrite(node, note)
    return found
