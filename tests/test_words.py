"""Phrases and names that were replaced don't come back; those being replaced get fewer.

Read are the documentation, `--help`, the catalogues, rulesets' sentences, lessons and docstrings.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from ruamel.yaml import YAML

from tests.test_project import ROOT, files, sources, tree

RETIRED = {
    r"as (?:10s|80%)": "e.g. 10s, e.g. 80%",
    r"for so long": "for that long, for TIME",
    r"games? (?:played )?in mind": "simulated games",
    r"mend(?:s|ed|ing)?": "fix",
    r"plain agent": "the greedy agent",
    r"sitters?": "AI player",
    r"looking back": "history",
    r"taken up": "load, resume",
    r"mishaps?": "internal error",
    r"watchful|cautious": "defensive, safe",
    r"in two halves": "in two parts",
    r"what (?:has been|was|is) refused": "a rejected move, a rejected policy",
    r"what is displaced": "a displaced piece",
    r"whose doing": "who acts",
    r"of unlike length": "of different sizes",
    r"speaks? surely": "is statistically clear",
}
"""What no reader meets any more, and what to write instead."""

EXCEPTIONS: dict[str, str] = {}
"""Stretches of text that hold a retired phrase, each with the reason."""

FEWER = {
    r"(?:tells?|told)(?! (?:\w+ )*(?:apart|from))": ("report, show, describe, list", 31, 180),
    r"stands?": ("is, appears, is written, is listed", 40, 175),
    r"lies?|lying": ("is, is in, contains; cards lie on a table", 22, 172),
    r"go(?:es|ing)? on|went on": ("continue, resume", 11, 22),
    r"whoever": ("the player who, if you, anyone who", 11, 16),
    r"somebody|a person": ("a player, someone, you", 14, 42),
    r"mistakes?": ("error", 10, 3),
    r"worked out|reckon(?:s|ed)?": ("derived, computed, calculated", 4, 6),
    r"by chance": ("random, at random", 4, 3),
    r"has (?:been )?learned": ("the trained policy", 0, 6),
    r"by itself": ("automatically", 4, 6),
    r"looks? ahead": ("searches", 10, 3),
    r"besides": ("also", 2, 2),
}
"""What is being replaced: what to write instead, how often it occurs in what readers meet, and how
often in docstrings. Both numbers only ever fall.
"""

NAMES = {
    "InModule": "WasmPolicy",
    "SearchTuning": "SearchParams",
    "Forest": "ParallelSearch",
    "Hampered": "SearchInterrupted",
    "Looked": "MoveFeatures",
    "Scales": "FeatureAttribution",
    "Tipped": "Contribution",
    "AskedAction": "ActionFeatures",
    "put_aside": "save_checkpoint",
    "take_up": "load_checkpoint",
    "done_with": "delete_checkpoint",
    "Usual": "RandomPlayBaseline",
    "Tables": "GameRunner",
    "Measured": "InstrumentedRunner",
    "Outcomes": "ResultRunner",
    "Bulk": "WasmBatchRunner",
    "Ahead": "LostPositionScan",
    "Sight": "MaskedState",
    "Hole": "HiddenSlot",
    "Recollection": "ObservationHistory",
    "Partial": "PartialEvaluator",
    "Way": "MovePath",
    "Parted": "Divergence",
    "Laid": "OpenedExample",
    "Need": "Guard",
    "Fact": "RevealedExpression",
    "Met": "SeenKeys",
    "unseatable": "why_unsupported",
    "undisturbed": "gc_paused",
    "check_apart": "check_simultaneous_independence",
    "writing_habits": "syntax_hints",
    "Point": "Topic",
    "examination": "exam_html",
    "Served": "LspSession",
    "Rereading": "RulesWatcher",
    "SpokenCommand": "LocalizedCommand",
    "Desk": "AppController",
    "Pilot": "InputController",
    "NextSitter": "CycleSeatPlayer",
    "AskedRules": "RulesService",
    "NodeMaker": "SceneBuilder",
    "Kit": "PanelBuilder",
    "Sheets": "TextureAtlas",
    "Shelves": "ShelfPacker",
    "engine.trial": "engine.playtest",
    "engine.learn": "engine.training",
    "viewer.desk": "viewer.app",
    "viewer.faces": "viewer.artwork",
}
"""What modules, classes and functions were called, and what they are called now."""

Text = tuple[str, str]
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)


def phrase(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{words})\b", re.IGNORECASE)


def loaded(path: str) -> Any:
    return YAML(typ="safe", pure=True).load((ROOT / path).read_text("utf-8"))


def words_in(node: Any, *, keys: bool = False) -> Iterator[str]:
    """The English in a catalogue: its values, or its keys where these are what is translated."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key not in ("de", "fr"):
                yield from [str(key)] if keys else []
                yield from words_in(value, keys=keys)
    elif isinstance(node, list):
        for value in node:
            yield from words_in(value, keys=keys)
    elif not keys:
        yield str(node)


@cache
def read() -> tuple[Text, ...]:
    """Everything in English that players and authors read, with its file."""
    found: list[Text] = []
    pages = [*sorted(ROOT.glob("*.md")), *files(ROOT / "docs", "*.md")]
    found += [(path.name, CODE.sub("", path.read_text("utf-8"))) for path in pages]
    for path in (*files(ROOT / "rulesets", "*.cairn"), *files(ROOT / "examples", "*.cairn")):
        found += [(path.name, text) for text in re.findall(r'"([^"\n]*)"', path.read_text("utf-8"))]
    for path in files(ROOT / "rulesets", "*.lessons.yaml"):
        found += [(path.name, text) for text in words_in(loaded(f"rulesets/{path.name}"))]
    for name in ("engine/teach/words/en.yaml", "viewer/words/en.yaml"):
        found += [(name, text) for text in words_in(loaded(name))]
    name = "engine/rules/words/de.yaml"  # messages and help are its keys
    return (*found, *((name, text) for text in words_in(loaded(name), keys=True)))


@cache
def docstrings() -> tuple[Text, ...]:
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    return tuple(
        (module, text)
        for module, (source, _) in sources().items()
        for node in ast.walk(tree(source))
        if isinstance(node, documented) and (text := ast.get_docstring(node))
    )


def places(words: str, texts: tuple[Text, ...]) -> list[str]:
    """Where a phrase occurs, with what is around it, but for the exceptions."""
    found = []
    for where, text in texts:
        for stretch in EXCEPTIONS:
            text = text.replace(stretch, "")
        for hit in phrase(words).finditer(text):
            around = text[max(0, hit.start() - 40) : hit.end() + 30]
            found.append(f"{where}: {' '.join(around.split())}")
    return found


@pytest.mark.parametrize("words", RETIRED)
def test_a_retired_phrase_is_met_nowhere(words: str) -> None:
    assert places(words, read()) == [], f"write instead: {RETIRED[words]}"


@pytest.mark.parametrize("words", FEWER)
def test_a_phrase_that_is_being_replaced_gets_no_more_frequent(words: str) -> None:
    instead, most, most_in_docstrings = FEWER[words]
    for texts, limit in ((read(), most), (docstrings(), most_in_docstrings)):
        found = places(words, texts)
        assert len(found) <= limit, f"write instead: {instead}\n" + "\n".join(found)


def test_every_exception_is_needed() -> None:
    texts = [text for _, text in read()]
    for stretch in EXCEPTIONS:
        assert any(phrase(words).search(stretch) for words in RETIRED), stretch
        assert any(stretch in text for text in texts), stretch


def test_nothing_has_a_name_of_before() -> None:
    defined = (ast.ClassDef, ast.FunctionDef)
    names = {
        node.name
        for source, _ in sources().values()
        for node in ast.walk(tree(source))
        if isinstance(node, defined)
    }
    modules = {part for module in sources() for part in (module, module.rpartition(".")[2])}
    assert {old: now for old, now in NAMES.items() if old in names | modules} == {}


def test_a_phrase_is_found_in_each_kind_of_text() -> None:
    kinds = ("README.md", "install.md", "nim.cairn", "lost-cities-card.lessons.yaml",
             "lost-cities-rivals.md", "viewer/words/en.yaml",
             "engine/rules/words/de.yaml")  # fmt: skip
    for kind in kinds:
        assert places("the", tuple(text for text in read() if text[0] == kind)), kind
    assert places("the", docstrings())
