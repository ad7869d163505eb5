"""What a generated book says of single lines of the rules, in three languages."""

from pathlib import Path

import pytest

from engine.rules.load import load
from engine.teach.book import book_of
from engine.teach.plan import plan_for

HEAD = 'game "Small"\n  players 2\n\ncomponent Card\n  rank: 1..9\n  make 1 for each rank\n\n'
ZONES = "zone deck: pile of Card\nzone hand[Player]: hand of Card\nzone heap: pile of Card\n\n"


def told(tmp_path: Path, rules: str, language: str, *, played: bool = False) -> str:
    """Return the lines of the book of rules that have no words in other languages."""
    path = tmp_path / "small.cairn"
    path.write_text(rules, encoding="utf-8")
    made = book_of(plan_for(load(path), language), played=played)
    lines = [line for section in made.sections for line in section.lines]
    return "\n".join(f"{line.lead}|{line.text}|{line.small}" for line in lines)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "If the heap is empty: say: “… takes the last one!”"),
        ("de", "Falls heap leer ist: sage: „… takes the last one!“"),
        ("fr", "Si heap est vide : dis : « … takes the last one! »"),
    ],
)
def test_what_is_announced_is_said(tmp_path: Path, language: str, sentence: str) -> None:
    turn = 'turn\n  if heap is empty: announce "{me} takes the last one!"\n\n'
    text = told(tmp_path, HEAD + ZONES + turn + "game ends when deck is empty\n", language)
    assert sentence in text


@pytest.mark.parametrize(
    ("language", "refusal", "rule"),
    [
        (
            "en",
            "What can stop you: No nines.|Allowed only if the card's rank is not 9.",
            "The rule: Only low ones. Allowed only if the rule “low” holds for the card.",
        ),
        (
            "de",
            "Was dem entgegenstehen kann: No nines.|Erlaubt nur, falls rank von card nicht 9 ist.",
            "Die Regel: Only low ones. Erlaubt nur, falls die Regel „low“ für card gilt.",
        ),
        (
            "fr",
            "Ce qui peut t'en empêcher : No nines.|Permis seulement si rank de card n'est pas 9.",
            "La règle : Only low ones. Permis seulement si la règle « low » vaut pour card.",
        ),
    ],
)
def test_what_an_action_asks_for_is_not_told_as_what_forbids_it(
    tmp_path: Path, language: str, refusal: str, rule: str
) -> None:
    flow = (
        'turn\n  choose\n    lay(card in my hand)\n      "Lay a card."\n'
        '      require card.rank != 9 because "No nines."\n      require low(card)\n'
        '      move card to heap\n\nrule low(card: Card)\n  "Only low ones."\n  card.rank < 8\n\n'
        "game ends when deck is empty\n"
    )
    text = told(tmp_path, HEAD + ZONES + flow, language)
    assert refusal in text and rule in text
