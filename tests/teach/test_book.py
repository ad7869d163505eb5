"""Rulebooks: what the printed books say stands in them, and they are in the docs as they are."""

import re
import sys
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from engine.cli.arguments import RulebookArguments
from engine.cli.rulebook import make_book, set_up
from engine.rules.load import load
from engine.teach.book import Book, book_of
from engine.teach.plan import plan_for
from engine.teach.printing import Pictures, html, markdown, pdf, sheet_of
from tests.cli.conftest import run_here
from tests.scope import RULESETS, SAMPLE, telling
from viewer.panels.book_pictures import SIZE, BookTable

ROOT = Path(__file__).parents[2]
PRINTED = sorted((ROOT / "tests" / "rulebooks").glob("*.yaml"))
BOOKS = ROOT / "docs" / "rulebooks"


def book(name: str, language: str = "en") -> Book:
    return book_of(plan_for(load(name), language))


def stands_in(sentence: str, text: str) -> bool:
    """Whether a sentence stands in a book, with any values in place of those in braces."""
    pattern = ".*?".join(re.escape(part) for part in re.split(r"\{[^}]*\}", sentence.rstrip(".")))
    return re.search(pattern, text, re.IGNORECASE) is not None


@pytest.mark.parametrize("path", telling(PRINTED[::3], PRINTED), ids=lambda path: path.stem)
def test_each_printed_rule_stands_in_the_generated_book(path: Path) -> None:
    printed: dict[str, Any] = YAML(typ="safe", pure=True).load(path)
    made = book(printed["ruleset"])
    lines = [line for section in made.sections for line in section.lines]
    text = "\n".join(f"{line.lead}. {line.text} {line.small}" for line in lines)
    spans = [line.span for line in lines]
    missing = []
    for rule in printed["rules"]:
        if "sentence" in rule:
            if not stands_in(rule["sentence"], text):
                missing.append(rule["sentence"])
        elif "line" in rule and not any(
            span.line <= number <= max(span.end_line, span.line)
            for file, source in made.sources.items()
            for number, row in enumerate(source.splitlines(), 1)
            if " ".join(rule["line"].split()) in " ".join(row.split())
            for span in spans
            if span.file == file
        ):
            missing.append(rule["line"])
    assert missing == []


@pytest.mark.parametrize("path", SAMPLE, ids=lambda path: path.stem)
def test_the_rulebooks_in_the_docs_are_those_that_the_rules_give(path: Path) -> None:
    made = book(path.stem)
    table = BookTable.of(set_up(made), tuple(made.plan.rules.zones))
    names = ["setup", *(f"piece-{name}" for name in made.plan.rules.components)]
    text = markdown(made, Pictures(dict.fromkeys(names, b""), table.places()), path.stem)
    kept = BOOKS / f"{path.stem}.md"
    assert kept.read_text(encoding="utf-8") == text, (
        f"cairn rules {path.stem} --generated --out {kept}"
    )
    for name in names:
        assert 1000 < (BOOKS / f"{path.stem}-{name}.webp").stat().st_size < 200_000


@pytest.mark.parametrize("path", telling(RULESETS[::9], RULESETS), ids=lambda path: path.stem)
def test_each_place_of_the_table_has_a_number_of_its_own(path: Path) -> None:
    made = book_of(plan_for(load(path)))
    table = BookTable.of(set_up(made), tuple(made.plan.rules.zones))
    numbers = [node for node in table.nodes(SIZE) if node.id.startswith("number:")]
    assert [node.words.text for node in numbers if node.words] == [
        str(number) for number in range(1, len(table.places()) + 1)
    ]
    boxes = [node.box for node in numbers]
    assert not any(a.overlaps(b) for n, a in enumerate(boxes) for b in boxes[:n])
    assert all(b.x >= 0 and b.right <= SIZE[0] and b.bottom <= SIZE[1] for b in boxes)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_page_links_each_sentence_to_its_line(language: str) -> None:
    made = book("lost-cities-rivals", language)
    page = html(made, Pictures())
    targets = set(re.findall(r'id="(f\d+-l\d+)"', page))
    links = re.findall(r'href="#([^"]+)"', page)
    assert len(links) > 30 and set(links) <= targets


def test_a_variants_book_tells_what_is_different() -> None:
    made = book("auf-und-ab")
    (section,) = [s for s in made.sections if s.name == "different"]
    told = "\n".join(line.text for line in section.lines)
    assert "Follow the direction" in told and "takes the place of" in told


def test_a_score_sheet_has_a_row_for_each_line_that_may_count() -> None:
    rows = sheet_of(book("lost-cities-rivals")).labels
    assert rows[0] == "" and rows[-3:] == ("Red bonus", "Gold", "Total")
    assert len(rows) == 1 + 5 * 3 + 2
    assert "Artifacts" in sheet_of(book("short-game")).labels
    whist = book_of(plan_for(load(ROOT / "examples" / "whist.cairn")))
    assert set(sheet_of(whist).labels) == {"", "Total"}


def test_a_book_as_pdf(tmp_path: Path) -> None:
    made = book("lost-cities-card", "fr")
    assert pdf(made, Pictures(), tmp_path).startswith(b"%PDF")
    assert pdf(made, Pictures(), tmp_path, sheet=True).startswith(b"%PDF")
    picture = (BOOKS / "lost-cities-card-piece-Card.webp").read_bytes()
    assert pdf(made, Pictures({"piece-Card": picture}), tmp_path).startswith(b"%PDF")


def test_without_typst_a_pdf_is_one_sentence_and_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    ended = run_here("rules", "lost-cities-card", "--out", str(tmp_path / "book.pdf"))
    assert ended.code == 1 and ended.err.count("\n") == 1, ended.err
    assert "PDF needs Typst: pip install 'cairn-tabletop[pdf]'" in ended.err
    assert list(tmp_path.iterdir()) == []


def test_a_book_in_a_language_that_a_ruleset_lacks_is_refused() -> None:
    ended = run_here("rules", str(ROOT / "examples" / "nim.cairn"), "--lang", "de")
    assert ended.code == 1 and "nim ist nicht in „de“ übersetzt: nim.de.yaml fehlt" in ended.err


def test_text_of_strangers_is_text_in_every_form(tmp_path: Path) -> None:
    text = (ROOT / "examples" / "nim.cairn").read_text(encoding="utf-8")
    evil = re.sub(r'aim +"[^"]*"', 'aim "<script>alert(1)</script> #read(1) *x* [y](z)"', text)
    path = tmp_path / "evil.cairn"
    path.write_text(evil, encoding="utf-8")
    made = book_of(plan_for(load(path)))
    assert "<script>" in made.sections[0].lines[0].text
    assert "<script>" not in html(made, Pictures()) and "\\<script\\>" in markdown(made, Pictures())
    assert pdf(made, Pictures(), tmp_path).startswith(b"%PDF")


@pytest.mark.parametrize(
    ("length", "rounds", "pays"), [("short", "1", "short"), ("full", "3", "long")]
)
def test_what_is_set_is_the_books(length: str, rounds: str, pays: str) -> None:
    made = make_book(
        RulebookArguments(ruleset="lost-cities-board", settings=[f"length={length}"], lang="en")
    )
    text = markdown(made, Pictures())
    assert f"Rounds to play: {rounds}." in text and f"the value in the table “{pays} track”" in text
    assert text.count("This line doesn't count in this game") == 1
    assert "## Options" not in text and "## What is different" not in text
