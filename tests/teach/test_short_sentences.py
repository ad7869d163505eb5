"""No made sentence is long: what is long in one gets a letter and follows it."""

from pathlib import Path

import pytest

from engine.rules.files import library
from engine.rules.load import load
from engine.teach.book import book_of
from engine.teach.plan import LessonPlan, plan_for
from engine.teach.short_sentences import MOST, longest
from tests.scope import telling

LIBRARY = telling(["hex"], [path.stem for path in library()])


def read(plan: LessonPlan) -> list[str]:
    """Return what a reader of the book and a learner at the table read of a game.

    What is set up and the rows of a table aren't sentences: they are drawn and listed.
    """
    lines = [line for part in book_of(plan, played=False).sections for line in part.lines]
    told = [(line.text, line.small, *line.rows) for line in lines]
    told += [(p.sentence, p.more, p.small) for p in plan.points if p.kind not in ("setup", "table")]
    return [text for texts in told for text in texts if text and "→" not in text]


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("name", LIBRARY)
def test_no_sentence_of_the_library_is_long(name: str, language: str) -> None:
    said = read(plan_for(load(name), language))
    assert [text for text in said if longest(text) > MOST] == []


def told(tmp_path: Path, flow: str) -> str:
    """Return what the book says of the turn of a small game."""
    path = tmp_path / "small.cairn"
    path.write_text(
        'game "Small"\n  players 2\n\ncomponent Card\n  rank: 1..9\n  make 1 for each rank\n\n'
        "zone deck: pile of Card\nzone hand[Player]: hand of Card\nzone heap: pile of Card\n\n"
        f"turn\n{flow}\ngame ends when deck is empty\n",
        encoding="utf-8",
    )
    sections = book_of(plan_for(load(path)), played=False).sections
    return "\n".join(line.text for part in sections for line in part.lines)


def test_what_is_long_is_told_after_the_sentence_each_part_once(tmp_path: Path) -> None:
    long = "any(card.rank = 3 for card in my hand)"
    text = told(
        tmp_path,
        f"  if size(deck) > 2 and {long} and size(heap) < 4 and size(my hand) > size(deck):"
        " shuffle deck\n",
    )
    assert longest(text) <= MOST
    assert "“A” means that " in text and text.count("“A”") == 2
    for part in ("rank is 3", "less than 4", "more than 2", "more than the number of cards in the"):
        assert text.count(part) == 1


def test_whose_otherwise_it_is_shows(tmp_path: Path) -> None:
    within = "    if heap is empty: shuffle deck\n"
    outer = told(tmp_path, f"  if deck is empty\n{within}  else: shuffle heap\n")
    inner = told(tmp_path, f"  if deck is empty\n{within}    else: shuffle heap\n")
    assert "(if the heap is empty: shuffle the deck); otherwise: shuffle the heap" in outer
    assert "(if the heap is empty: shuffle the deck; otherwise: shuffle the heap)" in inner
