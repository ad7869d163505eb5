"""The differences of two rulesets in plain sentences.

Parts are compared by name, title or head, as variants patch them; examples are left out, because
they only show what the rest says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from engine.language import syntax as s
from engine.language.diagnostics import Findings
from engine.language.frozen import walk, without_places
from engine.rules.catalogue import ENGLISH, Catalogue
from engine.rules.variants import Patcher

_Key = TypeVar("_Key")
_Part = TypeVar("_Part")

_CALLED = {
    "rule": "the rule '{name}'",
    "to": "the procedure '{name}'",
    "option": "the option '{name}'",
    "let": "what '{name}' stands for",
    "type": "the type '{name}'",
    "component": "the component '{name}'",
    "table": "the table '{name}'",
    "zone": "the zone '{name}'",
    "var": "the variable '{name}'",
    "counter": "the counter '{name}'",
    "when": "the reaction 'when {name}'",
    "ending": "'{name}'",
    "setup": "the setup",
    "turn": "the turn",
    "winner": "the winner",
    "rating": "the rating '{name}'",
    "advice": "the advice on '{name}'",
    "score": "the score",
    "after": "what happens after a turn or round",
    "winswhen": "the condition for winning",
}


_BEYOND = "{number} and beyond"


def differences(
    one: Sequence[s.Item],
    other: Sequence[s.Item],
    findings: Findings,
    words: Catalogue = ENGLISH,
) -> list[str]:
    """Return what changes from one game's items to another's, a sentence each.

    `words`: in whose language; names and lines of the rules stay as they are written.
    """
    return list(_Differ(findings, words).all(one, other))


class _Differ:
    def __init__(self, findings: Findings, words: Catalogue) -> None:
        self.patcher = Patcher((), findings)
        self.quote = self.patcher.quote
        self.say = words.filled
        self.word = words.text

    def all(self, one: Sequence[s.Item], other: Sequence[s.Item]) -> Iterator[str]:
        """Yield the sentences in the order of the texts."""
        for key, was, now in _differing(self._by_key(one), self._by_key(other)):
            if now is None:
                yield self.say("{what} is gone.", what=_upper(self._name(key)))
            elif was is None:
                yield self._added(key, now)
            else:
                yield from self._changed(key, was, now)

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
        return self.say(_CALLED.get(key[0], f"'{key[0]}'"), name=key[1].rstrip("'"))

    def _added(self, key: tuple[str, str], item: s.Item) -> str:
        words = _words(item)
        name = self._name(key)
        text = f'"{self.word(words)}"' if words else self._source(item)
        return self.say("New is {what}: {told}", what=name, told=text)

    def _source(self, item: s.Node) -> str:
        text = self.quote(item)
        return text if len(text) <= 160 else text[:157] + "…"

    # -------------------------------------------------------------- changes

    def _changed(self, key: tuple[str, str], old: s.Item, new: s.Item) -> Iterator[str]:
        match old, new:
            case s.Game(), s.Game():
                yield from self._of_game(old, new)
            case s.Option(), s.Option():
                yield from self._of_option(old, new)
            case s.Table(), s.Table():
                yield from self._of_table(key, old, new)
            case s.Zone(), s.Zone():
                yield from self._declared(key, old, new)
            case s.Variable(), s.Variable():
                yield from self._of_variable(key, old, new)
            case s.Winner(), s.Winner():
                yield from self._of_winner(old, new)
            case s.Turn(), s.Turn():
                yield from self._blocks(old.body, new.body)
            case _:  # the words of any other item say what changed, or its text does
                yield from self._plain(key, old, new)

    def _plain(self, key: tuple[str, str], old: Any, new: Any) -> Iterator[str]:
        name = _upper(self._name(key))
        was, now = _words(old), _words(new)
        if now and now != was:
            yield self.say('{what} now says: "{told}"', what=name, told=self.word(now))
        else:
            yield self._rewritten(name, old, new)

    def _rewritten(self, name: str, old: s.Node, new: s.Node) -> str:
        sentence = "{what} changes from '{old}' to '{new}'."
        return self.say(sentence, what=name, old=self._source(old), new=self._source(new))

    def _of_game(self, old: s.Game, new: s.Game) -> Iterator[str]:
        if old.title != new.title:
            sentence = 'The game is called "{new}" instead of "{old}".'
            yield self.say(sentence, new=new.title, old=old.title)
        lines = [{x.field: x for x in g.lines if isinstance(x, s.HeaderLine)} for g in (old, new)]
        for field, was, now in _differing(*lines):
            if now is None:
                yield self.say("'{name}' is no longer said.", name=field)
            elif was is None:
                yield self.say("'{name}' is now {new}.", name=field, new=self._value(now))
            elif self._value(now) == self._value(was):
                sentence = "About '{name}' it now says: \"{told}\""
                yield self.say(sentence, name=field, told=self.word(now.words or ""))
            else:
                sentence = "{what}: {new} instead of {old}."
                values = {"new": self._value(now), "old": self._value(was)}
                yield self.say(sentence, what=_upper(field), **values)

    def _value(self, line: s.HeaderLine) -> str:
        said = self.word(", then ").join(self.quote(v) for v in line.values)
        return self.say("until {what}", what=said) if line.until else said

    def _of_option(self, old: s.Option, new: s.Option) -> Iterator[str]:
        name = _upper(self.say(_CALLED["option"], name=new.name))
        defaults = {"new": self.quote(new.default), "old": self.quote(old.default)}
        if new.fixed and not old.fixed:
            sentence = "{what} is always {new}; nobody chooses it any more."
            yield self.say(sentence, what=name, **defaults)
        elif old.fixed and not new.fixed:
            yield self.say("{what} can be chosen again.", what=name)
        elif not same(old.default, new.default):
            sentence = "{what} is {new} instead of {old} when nothing else is chosen."
            yield self.say(sentence, what=name, **defaults)
        if not same(old.type, new.type):
            types = {"new": self.quote(new.type), "old": self.quote(old.type)}
            yield self.say("{what} can be {new} instead of {old}.", what=name, **types)
        if old.words != new.words and new.words:
            yield self.say('{what} now asks: "{told}"', what=name, told=self.word(new.words))

    def _of_table(self, key: tuple[str, str], old: s.Table, new: s.Table) -> Iterator[str]:
        first = old.start if old.form == "from" else getattr(old.sides[0], "low", None)
        comparable = old.form == new.form and len(old.cells) == len(new.cells) and old.cells
        if not comparable or not isinstance(first, s.Number):
            yield from self._plain(key, old, new)
            return
        for number, (was, now) in enumerate(zip(old.cells, new.cells, strict=True), first.value):
            if not same(was, now):
                last = old.form == "from" and number == first.value + len(old.cells) - 1
                sentence = f"In the table '{{name}}', {_BEYOND if last else '{number}'}"
                sentence += " gives {new} instead of {old}."
                values = {"new": self.quote(now), "old": self.quote(was)}
                yield self.say(sentence, name=new.name, number=number, **values)

    def _of_variable(self, key: tuple[str, str], old: s.Variable, new: s.Variable) -> Iterator[str]:
        if not same(old.start, new.start) and new.start and old.start:
            starts = {"new": self.quote(new.start), "old": self.quote(old.start)}
            what = _upper(self._name(key))
            yield self.say("{what} starts at {new} instead of {old}.", what=what, **starts)
            if same(old.modifiers, new.modifiers):
                return
        yield from self._declared(key, old, new)

    def _declared(self, key: tuple[str, str], old: Any, new: Any) -> Iterator[str]:
        was, now = (", ".join(self._modifier(x) for x in item.modifiers) for item in (old, new))
        name = _upper(self._name(key))
        if was != now:
            usual = self.word("as its kind is")
            sentence = "{what} is {new} instead of {old}."
            yield self.say(sentence, what=name, new=now or usual, old=was or usual)
        elif old.words != new.words and new.words:
            sentence = '{what} is now described: "{told}"'
            yield self.say(sentence, what=name, told=self.word(new.words))
        else:
            yield self._rewritten(name, old, new)

    def _modifier(self, node: s.Modifier) -> str:
        return " ".join(map(self._modifier_part, node.parts))

    def _modifier_part(self, part: s.ModifierPart) -> str:
        if isinstance(part, tuple):
            return f"{part[0]}..{self._modifier_part(part[1])}"
        return self.quote(part) if isinstance(part, s.Node) else str(part)

    def _of_winner(self, old: s.Winner, new: s.Winner) -> Iterator[str]:
        then = self.word(", then ")
        was, now = (then.join(self._ranking(r) for r in w.rankings) for w in (old, new))
        if was != now:
            yield self.say("The winner has the {new}, instead of the {old}.", new=now, old=was)
        if new.words and new.words != old.words:
            yield self.say('About the winner it now says: "{told}"', told=self.word(new.words))

    def _ranking(self, node: s.Ranking) -> str:
        return f"{node.best} {self.quote(node.value)}"

    def _blocks(self, old: s.Block, new: s.Block) -> Iterator[str]:
        phases = [{p.title: p for p in b.statements if isinstance(p, s.Phase)} for b in (old, new)]
        differing = list(_differing(*phases))
        for title, was, now in differing:
            if now is None:
                yield self.say("In a turn, the phase '{name}' is gone.", name=self.word(title))
            elif was is None:
                yield self.say("In a turn, the phase '{name}' is new.", name=self.word(title))
            else:
                yield from self._actions(title, was, now)
        if not differing:
            yield from self._actions("", old, new)

    def _actions(self, phase: str, old: s.Node, new: s.Node) -> Iterator[str]:
        where = self.word("In a turn")
        if phase:
            where = self.say("In the phase '{name}'", name=self.word(phase))
        differing = list(_differing(_actions_of(old), _actions_of(new)))
        for name, was, now in differing:
            if now is None:
                yield self.say("{where}, '{name}' can no longer be chosen.", where=where, name=name)
                continue
            sentence = "{where}, '{name}' is done differently"
            if was is None:
                sentence = "{where}, '{name}' can be chosen as well"
            said = _words(now)
            words = f': "{self.word(said)}"' if said else "."
            yield self.say(sentence, where=where, name=name) + words
        if not differing:
            yield self.say("{where}, what happens is different.", where=where)


def _differing(
    before: Mapping[_Key, _Part], after: Mapping[_Key, _Part]
) -> Iterator[tuple[_Key, _Part | None, _Part | None]]:
    """Yield what was and what is of each part that changes, None where there is nothing; what is
    gone comes last.
    """
    for key, now in after.items():
        if not same(was := before.get(key), now):
            yield key, was, now
    yield from ((key, was, None) for key, was in before.items() if key not in after)


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def same(one: Any, other: Any) -> bool:
    """Return whether two pieces of syntax say the same, wherever they are."""
    return without_places(one) == without_places(other)


def _words(item: Any) -> str | None:
    """Return the sentence that stands with a part, if any."""
    words = getattr(item, "words", None) or getattr(item, "text", None)
    body = getattr(item, "body", None)
    if words is None and isinstance(body, s.Block):
        words = next((x.text for x in body.statements if isinstance(x, s.Words)), None)
    return words if isinstance(words, str) else None


def _actions_of(node: s.Node) -> dict[str, s.Action]:
    return {x.name: x for x in walk(node) if isinstance(x, s.Action)}
