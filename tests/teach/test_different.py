"""What a book says of a variant: each change once, and new and gone rules too."""

import re
from itertools import product
from pathlib import Path

import pytest

from engine.rules.load import load
from engine.teach.book import book_of
from engine.teach.plan import plan_for
from tests.scope import telling

LIBRARY = ("auf-und-ab", "short-game", "lost-cities-board-2018")

GAME = """game "Heap"
  players 2

component Card
  rank: 1..9
  called "{rank}"
  make 4 for each rank

zone deck:         pile of Card, face down
zone heap:         pile of Card, face up
zone hand[Player]: hand of Card

rule fits(card: Card)
  "A card must be as high as the last one."
  heap is empty or card.rank >= last(heap).rank

setup
  move all Card to deck
  shuffle deck
  deal 5 from deck to each hand

turn
  phase "Play"
    choose
      keep(card in my hand)
        "Keep {card}."
        require fits(card)
        move card to heap
      leave
        "Take the heap."
        require heap is not empty
        move all from heap to my hand

wins when my hand is empty
"""
VARIANT = """variant "Odd" of "heap"

replace rule fits(card: Card)
  "A card must be higher than the last one."
  heap is empty or card.rank > last(heap).rank

add rule odd(card: Card)
  "Only odd cards stay."
  card.rank mod 2 = 1

add to "Play"
  throw(card in my hand)
    "Throw {card} away."
    require odd(card)
    move card to deck
"""
CATALOGUE = """names: {keep: behalten, fits: passend, odd: ungerade}
texts:
  "A card must be as high as the last one.": "Eine Karte ist so hoch wie die vorige."
"""


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_change_is_printed_once(language: str, tmp_path: Path) -> None:
    (tmp_path / "heap.cairn").write_text(GAME, "utf-8")
    (tmp_path / "heap.de.yaml").write_text(CATALOGUE, "utf-8")
    (tmp_path / "odd.cairn").write_text(VARIANT, "utf-8")
    lines = changes(tmp_path / "odd.cairn", language)
    assert sum("A card must be higher" in line for line in lines) == 1
    assert sum("Only odd cards stay." in line for line in lines) == 1


@pytest.mark.parametrize(
    ("name", "language"),
    telling(
        [(LIBRARY[0], "de")],
        list(product(LIBRARY, ("en", "de", "fr"))),
    ),
)
def test_the_variants_of_the_library_repeat_nothing(name: str, language: str) -> None:
    lines = changes(name, language)
    assert len(lines) == len(set(lines))
    for line in lines:
        lead, _, text = line.partition("\n")
        assert not lead or not text.startswith(lead)
        changed = re.split(r"(?:takes the place of|Das ersetzt|remplace)[^:]*: ", text)
        assert len(changed) == len(set(changed))


def changes(name: str | Path, language: str) -> list[str]:
    """Return each change: its words in bold, and its text in the next line."""
    made = book_of(plan_for(load(name), language))
    assert made.sections[0].name == "different"
    return [
        f"{line.lead}.\n{line.text}" if line.lead else line.text for line in made.sections[0].lines
    ]
