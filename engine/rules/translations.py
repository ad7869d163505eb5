"""Words in other languages: YAML catalogues beside the rulesets, checked for gaps and leftovers.

A catalogue `NAME.de.yaml` holds `texts`, the quoted sentences of `NAME.cairn` with their values in
braces as they are there, and `names`, its single words. It may hold `forms`: the gender of a name
and the word for several, such as `hand: f Hände`. A variant's catalogue holds only what the variant
adds. Notation, saves and logs for programs stay in the rules' own words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, StringConstraints, ValidationError

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.frozen import walk
from engine.language.message import Message
from engine.language.placed_yaml import PlacedYaml, read_yaml
from engine.language.quotation import pieces
from engine.language.source import NOWHERE, Source, Span
from engine.rules.catalogue import ENGLISH, Catalogue, Form
from engine.rules.files import catalogue_path
from engine.rules.load import Loaded, display, read_beside
from engine.storage.plain_file import is_there

_PLAIN_WORDS = ("yes", "no", "pass")
_FORM = r"^[mfnp]( \S.*)?$"


class _File(BaseModel):
    """What stands in a catalogue's file."""

    model_config = ConfigDict(extra="forbid", strict=True)
    names: dict[str, str] = {}
    texts: dict[str, str] = {}
    forms: dict[str, Annotated[str, StringConstraints(pattern=_FORM)]] = {}


@dataclass(frozen=True)
class Translatable:
    """What a text has to be translated: sentences and single words, with their places."""

    texts: dict[str, Span]
    names: dict[str, Span]


def translatable(items: Sequence[s.Item], file: str) -> Translatable:
    """Return what of some items stands in a file and is shown to players."""
    texts: dict[str, Span] = {}
    names: dict[str, Span] = {}
    for item in items:
        for kind, text, span in _shown(item):
            if span.file == file and text:
                (texts if kind == "text" else names).setdefault(text, span)
    for word in _PLAIN_WORDS:
        names.pop(word, None)
    return Translatable(texts, {n: p for n, p in names.items() if not n.isdigit()})


_TEXT_FIELDS = ("text", "because", "label", "title", "words")
_NAMED = (
    s.Zone, s.Component, s.Variable, s.Option, s.Action,
    s.TypeDecl, s.Attribute, s.Table, s.Rule, s.Procedure,
)  # fmt: skip


def _shown(item: s.Item | s.Phase) -> Iterator[tuple[str, str, Span]]:
    """Yield every sentence and word of an item that a player gets to see."""
    if isinstance(item, s.Replace):
        kept = ("name", getattr(item.item, "name", ""))  # its game's catalogue has it
        yield from (found for found in _shown(item.item) if found[:2] != kept)
        return
    for node in walk(item, s.Example, s.Parameter, s.DrawnRow):
        if isinstance(node, s.Text):
            yield "text", node.value, node.span
        if isinstance(node, _NAMED) or (isinstance(node, s.Member) and not node.is_type):
            yield "name", node.name, node.span
        for name in _TEXT_FIELDS:
            if isinstance(value := getattr(node, name, None), str):
                yield "text", value, node.span


# ------------------------------------------------------------------ reading


def read_catalogue(path: Path) -> Catalogue:
    """Read a catalogue. Raises RulesError (E601) with line and column where it can't be read."""
    language = path.suffixes[-2].lstrip(".") if len(path.suffixes) > 1 else "en"
    return _read(read_beside(path, "catalogue"), display(path), language)


@lru_cache(maxsize=100)
def _read(text: str, shown: str, language: str) -> Catalogue:
    """Read a catalogue's text; the same text is read only once."""
    source = Source(shown, text)
    data = read_yaml(source, Code.E601, "this catalogue") or {}
    try:
        file = _File.model_validate(data)
    except ValidationError as problem:
        steps = [key for key in problem.errors()[0]["loc"] if key != "[key]"]
        found = ": ".join(map(str, steps))
        reason = Message("it has maps of words, 'names', 'texts' and 'forms', and nothing else")
        if found:
            reason = Message(
                "it has maps of words, 'names', 'texts' and 'forms'; '{found}' doesn't fit in",
                found,
            )
        if found.startswith("forms: "):
            reason = Message(
                "'{found}' is m, f, n or p, with the word for several after it if known", found
            )
        placed = PlacedYaml(source, Code.E601, "this catalogue")
        raise RulesError(
            placed.problem(
                list(map(str, steps)),
                Message("{shown} is no catalogue: {reason}", shown, reason),
                on_key=True,
            )
        ) from None
    for part, entries in (("names", file.names), ("texts", file.texts), ("forms", file.forms)):
        for key, value in entries.items():
            if "\n" in f"{key}{value}":
                message = "this entry has a line break; write what it says in one line"
                raise RulesError(_at(source, part, str(key), message, Code.E601))
    forms = {name: Form(form[0], form[2:].strip()) for name, form in file.forms.items()}
    return Catalogue(language, file.names, file.texts, forms)


def catalogue_for(loaded: Loaded, language: str) -> Catalogue:
    """Return a ruleset's words in a language, those of variants before those of their game.

    Files that don't exist leave the rules' own words. Raises RulesError for one that can't be read.
    """
    if language == "en":
        return ENGLISH
    names: dict[str, str] = {}
    texts: dict[str, str] = {}
    forms: dict[str, Form] = {}
    for file in loaded.files:
        path = catalogue_path(file, language)
        if is_there(path):
            found = read_catalogue(path)
            names = found.names | names
            texts = found.texts | texts
            forms = found.forms | forms
    return Catalogue(language, names, texts, forms)


# ------------------------------------------------------------------ checking


def check_catalogues(loaded: Loaded) -> list[Diagnostic]:
    """Return what `check_catalogue` finds in all the catalogues of a ruleset's own file."""
    stem, found = loaded.path.stem, []
    folder = loaded.path.parent
    languages = [name for path in folder.glob("*.yaml") if (name := _language(path.name, stem))]
    for language in sorted(languages):
        try:
            found += check_catalogue(loaded, language)
        except RulesError as problem:
            found += problem.diagnostics
    return found


def _language(name: str, stem: str) -> str | None:
    """Return the language of a ruleset's catalogue by its name, such as de or pt-br."""
    match = re.fullmatch(re.escape(stem) + r"\.([a-z]{2,3}(?:-[a-z]{2,4})?)\.yaml", name)
    return match[1] if match else None


def check_catalogue(loaded: Loaded, language: str, written: str | None = None) -> list[Diagnostic]:
    """Return what is missing, unused or wrong in the catalogue of a ruleset's own file.

    `written`: what would stand in it. Raises RulesError (E601) where it can't be read.
    """
    path = catalogue_path(loaded.path, language)
    if written is None and not is_there(path):
        return [Diagnostic(Code.E601, Message("there is no {path}", display(path)))]
    found = read_catalogue(path) if written is None else _read(written, display(path), language)
    wanted = translatable(loaded.own_items, display(loaded.path))
    shown = display(path)
    problems = []
    for kind, have, need in (
        ("name", found.names, wanted.names), ("text", found.texts, wanted.texts),
    ):  # fmt: skip
        for text, span in need.items():
            if text not in have:
                problems.append(
                    _stale(Message(f"{{shown}} lacks the {kind} '{{text}}'", shown, text), span)
                )
        for text in have:
            if text not in need and not (kind == "name" and _stands_in(text, loaded)):
                problems.append(
                    _stale(
                        Message(
                            f"{{shown}} has a {kind} that nothing uses: '{{text}}'", shown, text
                        ),
                        NOWHERE,
                    )
                )
    for name in found.forms:
        if not _stands_in(name, loaded):
            problems.append(
                _stale(
                    Message("{shown} has a form that nothing uses: '{name}'", shown, name), NOWHERE
                )
            )
    for text, translated in found.texts.items():
        odd = set(_values(translated)) - set(_values(text))
        if odd:
            listed = ", ".join("{" + value + "}" for value in sorted(odd))
            message = Message(
                "{shown} quotes {listed}, which '{text}' doesn't", shown, listed, text
            )
            source = Source(shown, read_beside(path, "catalogue") if written is None else written)
            problems.append(_at(source, "texts", text, message))
    return problems


def _at(source: Source, part: str, key: str, message: str, code: Code = Code.E605) -> Diagnostic:
    """Return what is wrong with an entry of a catalogue, at its place."""
    return PlacedYaml(source, code, "this catalogue").problem((part, key), message, on_key=True)


def _stands_in(word: str, loaded: Loaded) -> bool:
    """Return whether a word stands in the rules at all: sentences made from them may need it."""
    source = loaded.findings.sources.get(display(loaded.path))
    return source is not None and re.search(rf"\b{re.escape(word)}\b", source.text) is not None


def _stale(message: str, span: Span) -> Diagnostic:
    return Diagnostic(Code.W008, message, span, severity="warning")


def _values(text: str) -> list[str]:
    return pieces(text)[1::2]
