"""Made sentences are such as people say: articles, cases, plurals and verbs are right."""

import re
from pathlib import Path
from typing import get_args

import pytest

from engine.rules import model as m
from engine.rules.load import load
from engine.teach.book import book_of
from engine.teach.grammar import Noun, filled, finished, several
from engine.teach.lesson_words import lesson_words
from engine.teach.plan import plan_for
from tests.scope import SAMPLE
from tests.teach.test_plan import stripped

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            "en",
            {
                "action explore": "Choose a card from your hand. Move the card to your expedition "
                "of the card's colour.",
                "line {colour} bonus": "Add 20 if the number of cards in your expedition of that "
                "colour is at least 8.",
                "ending": "The round ends when the deck is empty.",
                "rule fits": "It holds if the column is empty. It also holds if the card's value "
                "is more than the value of the last card of the column. It also holds if the "
                "card's value is 0 and the value of the last card of the column is 0.",
                "piece Card": "60 in all: 1 for each colour and each value from 2 to 10; 3 × wager "
                "(value 0) for each colour.",
            },
        ),
        (
            "de",
            {
                "action explore": "Wähle eine Karte aus deiner Hand. Lege die Karte zu deiner "
                "Expedition für die Farbe der Karte.",
                "line {colour} bonus": "Zähle 20 dazu, wenn die Anzahl der Karten in deiner "
                "Expedition für diese Farbe mindestens 8 ist.",
                "ending": "Die Runde endet, wenn der Nachziehstapel leer ist.",
                "action draw": "Lege die oberste Karte vom Nachziehstapel zu deiner Hand.",
            },
        ),
        (
            "fr",
            {
                "action explore": "Choisis une carte de ta main. Place la carte dans ton "
                "expédition pour la couleur de la carte.",
                "ending": "La manche finit quand la pioche est vide.",
                "require #2": "Permis seulement si le tas de défausse pour cette couleur n'est "
                "pas vide.",
            },
        ),
    ],
)
def test_the_card_game_without_its_sentences(language: str, sentences: dict[str, str]) -> None:
    loaded = load("lost-cities-card")
    loaded.rules = stripped(loaded)
    loaded.digest += "stripped"
    points = {point.key: point.sentence for point in plan_for(loaded, language).points}
    for key, sentence in sentences.items():
        assert sentence in points.values(), (key, points)


@pytest.mark.parametrize(
    ("ruleset", "key", "sentence"),
    [
        ("whist", "winner", "The highest number wins: the points of your team"),
        ("cribbage", "setup", "Before each round: move all cards to the deck. Shuffle the deck."),
        ("two-kings", "setup", ".RKR. (K: king of seat 1, R: rook of seat 1, k: king of seat 2"),
        ("liars-dice", "action bid", "from 1 to the number of dice in all cups"),
    ],
)
def test_nouns_and_verbs_of_the_examples(ruleset: str, key: str, sentence: str) -> None:
    plan = plan_for(load(ruleset))
    (point,) = [p for p in plan.points if p.key.strip() == key]
    assert sentence in f"{point.sentence} {point.more}"


def test_a_requirement_is_told_by_the_sentence_of_its_rule() -> None:
    lines = [
        line.text for s in book_of(plan_for(load("lost-cities-card"))).sections for line in s.lines
    ]
    assert any(
        line.startswith("Each number must be higher than the one before") and "“fits”" in line
        for line in lines
    )
    assert not any("must allow it" in line for line in lines)


@pytest.mark.parametrize("path", SAMPLE, ids=lambda path: path.stem)
@pytest.mark.parametrize("language", ["de", "fr"])
def test_no_name_of_the_rules_stays_english_in_a_book(path: Path, language: str) -> None:
    loaded = load(path)
    plan = plan_for(loaded, language)
    rules = loaded.checked()
    own = {name for part in (rules.rules, rules.tables, rules.procedures) for name in part}
    own |= {a.name for piece in rules.components.values() for a in piece.attributes}
    own = {name for name in own if name.isidentifier()}
    own -= {plan.speech.catalogue.names[name].lower() for name in own}
    text = " ".join(line.text for section in book_of(plan).sections for line in section.lines)
    english = {name for name in own if re.search(rf"\b{name.replace('_', ' ')}\b", text)}
    assert english <= {"face"}  # which is French, too


def test_what_a_noun_becomes_in_a_phrase() -> None:
    deck = Noun("Stapel", "the", "m").open()
    cards = Noun("Karten", "your", "pf").open()
    assert filled("{0} liegt auf {1:d}", "de", cards, deck)[-10:] == "dem Stapel"
    assert finished(filled("von {0:d}", "de", deck), "de") == "vom Stapel"
    assert finished(filled("{0} <ist|sind> leer", "de", cards), "de") == "deine Karten sind leer"
    clause = filled("{0} <ist|sind> leer", "de", deck)
    assert filled("falls {0:s}", "de", clause) == "falls der Stapel leer ist"
    assert filled("{0:de}", "fr", Noun("talon", "the", "m").open()) == "du talon"
    assert filled("{0:de}", "fr", Noun("expédition", "the", "f").open()) == "de l'expédition"
    assert filled("{0:d}", "de", Noun("Hand", "your", "", bare="Hand (du)").open()) == "Hand (du)"
    assert finished("vaut si il n'y a rien", "fr") == "vaut s'il n'y a rien"
    assert [several(w) for w in ("card", "die", "ally", "man", "box", "dice")] == [
        "cards", "dice", "allies", "men", "boxes", "dice",
    ]  # fmt: skip


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_every_operator_of_the_rules_has_its_phrase(language: str) -> None:
    said = lesson_words(language).phrases
    conversions = get_args(m.Conversion)  # they are told by what they convert
    assert [one for one in m.OPERATORS if one not in said and one not in conversions] == []


def test_of_three_numbers_the_greatest_is_told_with_all_three(tmp_path: Path) -> None:
    path = tmp_path / "three.cairn"
    path.write_text(
        'game "Three"\n  players 2\n\nvar a: 0..9 = 0\nvar b: 0..9 = 0\n\n'
        "turn\n  a := 9\n\ngame ends when max(a, b, 5) > 8\n"
    )
    sections = book_of(plan_for(load(path))).sections
    text = " ".join(line.text for section in sections for line in section.lines)
    assert "the greater of “a”, “b” and 5 is more than 8" in text


def test_the_letters_of_a_set_up_are_told_in_the_language_of_the_reader(tmp_path: Path) -> None:
    rules = tmp_path / "two-kings.cairn"
    rules.write_text((EXAMPLES / rules.name).read_text("utf-8"), "utf-8")
    words = 'names: {king: König, rook: Turm}\ntexts: {"{kind} of {owner}": "{kind} von {owner}"}\n'
    (tmp_path / "two-kings.de.yaml").write_text(words, "utf-8")
    points = plan_for(load(rules), "de").points
    assert any(
        "(K: König von Platz 1, R: Turm von Platz 1" in f"{x.sentence} {x.more}" for x in points
    )
