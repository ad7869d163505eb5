"""The language reference: every snippet does what the text says, and nothing in it has drifted."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lark import Tree

from engine.game.chance import Chance
from engine.game.examples import run_examples
from engine.game.session import Game, Session
from engine.language.lalr import reader
from engine.language.reference import constructs, forms, keywords
from engine.rules.load import Loaded, load_text
from tests.docs.generated import PLAIN, filled, regions
from tests.docs.snippets import FILE, HARNESSES, REFERENCE, Snippet, put_into, snippets

TEXT = REFERENCE.read_text("utf-8") if REFERENCE.is_file() else ""
SNIPPETS = snippets(TEXT)
RIGHT = [s for s in SNIPPETS if s.sort != "wrong"]
WRONG = [s for s in SNIPPETS if s.sort == "wrong"]
# Words of the grammar that no text needs: what they stand for isn't there yet.
MOVES = 150


def name_of(snippet: Snippet) -> str:
    return f"line {snippet.line}"


def slug(text: str) -> str:
    title = re.match(r'game "([^"]*)"', text)
    return re.sub(r"\W+", "-", title[1].lower()).strip("-") if title else ""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with every whole game of the reference and every harness, for variants to build on."""
    for harness in HARNESSES.glob("*.cairn"):
        (tmp_path / harness.name).write_text(harness.read_text("utf-8"), "utf-8")
    for snippet in RIGHT:
        if slug(snippet.text):
            (tmp_path / f"{slug(snippet.text)}.cairn").write_text(snippet.text, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def read(snippet: Snippet) -> Loaded:
    return load_text(snippet.game(), Path(FILE))


def told(loaded: Loaded) -> str:
    """Return all that is said of a text, as `cairn check` prints it."""
    found = loaded.findings
    if found.errors:
        return "\n\n".join(d.render(found.sources) for d in found.errors)
    outcomes = run_examples(loaded)
    wrong = [o.diagnostic.render(found.sources) for o in outcomes if o.diagnostic is not None]
    return "\n\n".join(wrong)


def play(loaded: Loaded, players: int, seed: int) -> None:
    """Play a game at random, so that what a snippet says is also carried out."""
    session, chance = Session(Game(loaded, players), seed), Chance(seed)
    for _ in range(MOVES):
        if session.over:
            return
        legal = session.legal()
        session.apply(legal[chance.below(len(legal))].move)


def test_the_reference_has_many_snippets() -> None:
    assert len(RIGHT) > 60
    assert len(WRONG) >= 8
    assert all(s.sort in ("", "fragment", "wrong") for s in SNIPPETS)
    assert all(s.whole != bool(s.within) for s in SNIPPETS if s.sort != "wrong")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("snippet", RIGHT, ids=name_of)
def test_a_snippet_is_right(snippet: Snippet) -> None:
    loaded = read(snippet)
    assert told(loaded) == ""
    assert [d.message for d in loaded.findings.items if d.code == "W002"] == []
    if snippet.whole:
        assert loaded.findings.items == []
    least, most = loaded.checked().header.players
    for players, seed in ((least, 1), (most, 2), (least, 3)):
        play(loaded, players, seed)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("snippet", WRONG, ids=name_of)
def test_a_wrong_snippet_is_refused_as_the_text_says(snippet: Snippet) -> None:
    assert told(read(snippet)) + "\n" == snippet.says


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("path", sorted(HARNESSES.glob("*.cairn")), ids=lambda p: p.stem)
def test_a_harness_is_a_game(path: Path) -> None:
    loaded = load_text(path.read_text("utf-8"), Path(FILE))
    assert told(loaded) == ""
    play(loaded, loaded.checked().header.players[0], 1)


def test_generated_parts_are_up_to_date() -> None:
    assert filled(TEXT) == TEXT, "run: python -m tests.docs.generated"
    assert set(PLAIN) <= set(regions(TEXT))


def test_every_form_of_the_grammar_is_shown() -> None:
    wanted = {word for name in regions(TEXT) if name.startswith("forms ") for word in name.split()[1:]}
    missing = [
        f"{form.rule}.{form.name}"
        for form in forms()
        if not {form.rule, f"{form.rule}.{form.name}"} & wanted
    ]
    assert missing == []


def trees(snippet: Snippet) -> Iterator[Tree[Any]]:
    """The parts of a snippet as trees of the grammar."""
    part: list[str] = []
    lines = snippet.game().split("\n")
    for line in [*lines, "end"]:
        if line and not line.startswith((" ", "#")):
            if part and part[0].strip():
                yield reader().parse("\n".join(part).rstrip("\n") + "\n", start="item")
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


def test_every_code_that_a_text_can_have_is_explained() -> None:
    assert re.search(r"^\| `E014` \|", TEXT, re.MULTILINE)


def test_a_fragment_takes_the_place_of_what_the_harness_has() -> None:
    harness = "game \"A\"\n  players 2\n\nsetup\n  skip\n\nzone a: pile of B\n\nround ends when yes\n"
    made = put_into("zone a: bag of B\ngame ends when no\n", harness, "")
    assert made.count("zone a") == 1
    assert "round ends" not in made
    assert put_into("skip\n", harness, "setup").count("skip") == 2
