"""The language reference: every snippet does what the text says, and nothing in it has drifted."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lark import Tree
from lark.exceptions import UnexpectedToken

from engine.language.keywords import keywords
from engine.language.lexer import reader
from engine.language.recovery import joined
from engine.rules.load import load_text
from tests.docs.generated import PLAIN, filled, regions
from tests.docs.grammar_notation import constructs, forms
from tests.docs.snippets import (
    CHAPTERS,
    FILE,
    HARNESSES,
    Snippet,
    lay_out,
    play,
    put_into,
    read,
    reference,
    told,
)

TEXTS = [chapter.read_text("utf-8") for chapter in CHAPTERS]
SNIPPETS = reference()
RIGHT = [s for s in SNIPPETS if s.sort != "wrong"]
WRONG = [s for s in SNIPPETS if s.sort == "wrong"]


def name_of(snippet: Snippet) -> str:
    return f"{snippet.page}, line {snippet.line}"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with every whole game and every harness, for variants to build on."""
    lay_out(tmp_path, SNIPPETS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_reference_has_many_snippets() -> None:
    assert len(RIGHT) >= 35
    assert len(WRONG) >= 12
    assert all(s.sort in ("", "fragment", "wrong") for s in SNIPPETS)
    assert all(bool(s.within) == (s.sort == "fragment") for s in RIGHT)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("snippet", RIGHT, ids=name_of)
def test_a_snippet_is_right(snippet: Snippet) -> None:
    loaded = read(snippet)
    assert told(loaded) == ""
    assert [d.message for d in loaded.findings.items if d.code == "W002"] == []
    if snippet.whole:
        assert loaded.findings.items == []
    for players in sorted({*loaded.checked().header.players}):
        play(loaded, players)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("snippet", WRONG, ids=name_of)
def test_a_wrong_snippet_is_refused_as_the_text_says(snippet: Snippet) -> None:
    assert told(read(snippet)) + "\n" == snippet.says != "\n"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("path", sorted(HARNESSES.glob("*.cairn")), ids=lambda p: p.stem)
def test_a_harness_is_a_game(path: Path) -> None:
    loaded = load_text(path.read_text("utf-8"), Path(FILE))
    assert told(loaded) == ""
    play(loaded, loaded.checked().header.players[0])


def test_generated_parts_are_up_to_date() -> None:
    for text in TEXTS:
        assert filled(text) == text, "run: python -m tests.docs.generated"
    assert set(PLAIN) <= {name for text in TEXTS for name in regions(text)}


def test_every_form_of_the_grammar_is_shown() -> None:
    shown = [name.split() for text in TEXTS for name in regions(text)]
    wanted = {word for first, *words in shown if first == "forms" for word in words}
    missing = [
        f"{form.rule}.{form.name}"
        for form in forms()
        if not {form.rule, f"{form.rule}.{form.name}"} & wanted
    ]
    assert missing == []


def tree(text: str) -> Tree[Any]:
    """The tree of a part; a line may continue the one above."""
    try:
        return reader().parse(text, start="item")
    except UnexpectedToken as problem:
        together = joined(text, problem)
        if together is None:
            raise
        return tree(together)


def trees(snippet: Snippet) -> Iterator[Tree[Any]]:
    """The parts of a snippet as trees of the grammar."""
    part: list[str] = []
    lines = snippet.game().split("\n")
    for line in [*lines, "end"]:
        if line and not line.startswith((" ", "#")):
            if part and part[0].strip():
                yield tree("\n".join(part).rstrip("\n") + "\n")
            part = [line]
        elif part:
            part.append(line)


def test_every_construct_of_the_grammar_is_in_a_snippet() -> None:
    own = [Snippet(s.line, s.sort, s.text) if not s.block else s for s in RIGHT]
    used = {node.data for s in own for tree in trees(s) for node in tree.iter_subtrees()}
    assert sorted(constructs() - used) == []


def test_every_keyword_is_in_a_snippet() -> None:
    words = {word for s in RIGHT for word in re.findall(r"[a-z_]+", s.text)}
    assert sorted(set(keywords()) - words) == []


def test_a_fragment_takes_the_place_of_what_the_harness_has() -> None:
    harness = "setup\n  skip\n\nzone a: pile of B\n\nround ends when yes\n"
    made = put_into("zone a: bag of B\ngame ends when no\n", harness, "")
    assert made.count("zone a") == 1
    assert "round ends" not in made
    assert put_into("skip\n", harness, "setup").count("skip") == 2
