"""The text that makes a tuning's change: a variant, or the changed text, with its evidence.

Numbers with a name make a variant of the ruleset. A number that was named by its place has no name
that a variant could use, so then it is the ruleset's own text with the new numbers in it.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.game.examples import run_examples
from engine.language import syntax as s
from engine.language.message import Message
from engine.language.source import Edit, applied
from engine.rules.files import SUFFIX, is_shipped
from engine.rules.load import Loaded, display, load_text, read_text
from engine.rules.variant_from_text import trimmed
from engine.storage.plain_file import is_there
from engine.tuning.numbers import Values, VariedNumber, refusal, value_words

HEAD = "# Tuned by cairn tune"
"""How a text begins that a tuning wrote; a later one may take its place."""
WIDE = 98


class TunedText:
    """What writes the change of some numbers of a ruleset to a file."""

    def __init__(self, loaded: Loaded, numbers: Sequence[VariedNumber], path: Path) -> None:
        """Prepare for a file. Raises RulesError (E603) where no such text can be written."""
        self.loaded, self.numbers, self.path = loaded, tuple(numbers), path
        self.whole = any(number.item is None for number in numbers)
        self._check()
        found = self._loaded(self._text([number.now for number in numbers]))
        if found.findings.errors:
            raise refusal(
                Message(
                    "a variant can't change this: {why}; name the numbers by their places, as "
                    "--vary line:42:1=5..9", str(found.findings.errors[0].message),
                )
            )  # fmt: skip

    def _check(self) -> None:
        loaded, path = self.loaded, self.path
        if path.suffix != SUFFIX:
            raise refusal(Message("'{path}' is no ruleset's file; write --out NAME.cairn", path))
        if loaded.more:
            raise refusal("--out writes a variant of one ruleset, not of several joined by '+'")
        if is_there(path) and not read_text(path).startswith(HEAD):
            raise refusal(Message("{path} exists already; choose another name or remove it", path))
        beside = path.parent.resolve() == loaded.path.parent.resolve()
        builds = not self.whole or loaded.base is not None
        if builds and not beside and not is_shipped(loaded.path):
            wanted = loaded.path.parent / path.name
            raise refusal(
                Message("a variant is kept beside its game; write --out {path}", display(wanted))
            )
        elsewhere = [n for n in self.numbers if n.path != loaded.path]
        if self.whole and elsewhere:
            raise refusal(
                Message(
                    "'{name}' is in {file}; tune that file, or vary it without numbers by place",
                    elsewhere[0].name, display(elsewhere[0].path),
                )
            )  # fmt: skip

    def text(self, values: Values, evidence: Sequence[str]) -> str:
        """Return the whole text with some values, and above it what speaks for them."""
        text = self._text(values)
        if not self.whole:
            broken = self.broken(values)
            if broken:
                text += "\n# These examples depend on the old number.\n"
                text += "".join(f"remove example {_quoted(title)}\n" for title in broken)
        return "\n".join([HEAD, *_comment(evidence), "", text])

    def broken(self, values: Values) -> list[str]:
        """Return the titles of the examples that don't hold with some values."""
        outcomes = run_examples(self._loaded(self._text(values)))
        return [outcome.title for outcome in outcomes if not outcome.passed]

    def _loaded(self, text: str) -> Loaded:
        return load_text(text, self.path)

    def _text(self, values: Sequence[int]) -> str:
        """Return the text without its comment."""
        pairs = list(zip(self.numbers, values, strict=True))
        if self.whole:
            source = self.loaded.findings.sources[display(self.loaded.path)]
            return applied(source.text, [Edit(number.span, str(value)) for number, value in pairs])
        title = _quoted(f"{self.loaded.title}, tuned")
        head = f"variant {title} of {_quoted(self.loaded.path.stem)}"
        words = _quoted(f"With {value_words(self.numbers, tuple(values))}.")
        return "\n".join([head, f"  {words}", "", *self._patches(pairs)]) + "\n"

    def _patches(self, pairs: Sequence[tuple[VariedNumber, int]]) -> Iterator[str]:
        """Yield the lines that change numbers that have names."""
        tables: dict[str, list[tuple[VariedNumber, int]]] = {}
        for number, value in pairs:
            match number.item:
                case s.Option(name=name):
                    yield f"set {name} = {value}"
                case s.Constant(name=name) as item:
                    yield f"replace let {name} = {value}"
                    yield from self._sentence(item, number)
                case s.Table(form="list" | "from", sides=sides) if _by_number(sides):
                    yield f"set {number.name} = {value}"
                case s.Table(name=name):
                    tables.setdefault(name, []).append((number, value))
        for found in tables.values():
            yield self._table(found)

    def _sentence(self, item: s.Constant, number: VariedNumber) -> Iterator[str]:
        """Yield the sentence of a `let`, which stays."""
        if item.words is not None:
            lines = self.loaded.findings.sources[number.span.file].lines
            below = lines[number.span.line : item.span.end_line]
            yield from [line for line in below if line.lstrip().startswith('"')][:1]

    def _table(self, found: Sequence[tuple[VariedNumber, int]]) -> str:
        """Return a table in place of the old one, with new numbers in its text."""
        item = found[0][0].item
        assert item is not None
        text = self.loaded.findings.sources[item.span.file].text
        edits = [Edit(number.span, str(value)) for number, value in found]
        lines = applied(text, edits).split("\n")[item.span.line - 1 : item.span.end_line - 1]
        return f"replace {trimmed(lines).removeprefix('replace ')}"


def _by_number(sides: Sequence[object]) -> bool:
    """Return whether the cells of a list are found by numbers."""
    return not sides or isinstance(sides[0], s.Range)


def _comment(sentences: Sequence[str]) -> Iterator[str]:
    for sentence in sentences:
        yield from textwrap.wrap(
            sentence, WIDE, initial_indent="# ", subsequent_indent="# ",
            break_long_words=False, break_on_hyphens=False,
        )  # fmt: skip


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
