"""The reader is `you` in every sentence, in the form that its grammar asks for, or has a name."""

from __future__ import annotations

import re

import pytest

from engine.rules.said import Ref, Said
from engine.rules.types import PLAYER, TEAM, Type
from engine.table.addressed import addressed

NAMES = {
    "en": ("Player 1 (you)", "Ada"),
    "de": ("Spieler 1 (du)", "Ada"),
    "fr": ("Joueur 1 (toi)", "Ada"),
}
SEATS = {"en": "seat", "de": "Platz", "fr": "place"}


def said(text: str, language: str = "en", you: int | None = 0) -> str:
    """Return how a sentence is read in which every seat is a reference."""
    parts = re.split(rf"({SEATS[language]} [12])", text, flags=re.IGNORECASE)
    refs = (Ref(p, PLAYER, int(p[-1]) - 1) if n % 2 else p for n, p in enumerate(parts))
    return addressed(Said(refs), NAMES[language], you=you, language=language)


@pytest.mark.parametrize(
    ("rules", "read"),
    [
        ("The auction goes to seat 1 for 11 gold.", "The auction goes to you for 11 gold."),
        ("Seat 1 wins the trick.", "You win the trick."),
        ("seat 1 takes it and draws a card.", "You take it and draw a card."),
        ("5 were claimed: seat 1 loses a die.", "5 were claimed: you lose a die."),
        ("seat 1 passes, then loses a die.", "You pass, then lose a die."),
        ("Seat 1 has to decide now.", "You have to decide now."),
        ("now seat 1 has to decide.", "now you have to decide."),
        ("seat 1 doesn't pay; seat 2 pays seat 1.", "You don't pay; Ada pays you."),
        ("seat 1's turn is over.", "Your turn is over."),
        ("Let animal 1 of seat 1 join.", "Let animal 1 of yours join."),
        ("It lies in front of seat 1.", "It lies in front of you."),
        ("When seat 1 goes out, all others score.", "When you go out, all others score."),
        ("seat 1 won.", "You won."),
        ("seat 1", "you"),
    ],
)
def test_you_in_english(rules: str, read: str) -> None:
    assert said(rules) == read


@pytest.mark.parametrize(
    ("rules", "read"),
    [
        ("Den Zuschlag erhält Platz 1; Gold: 11.", "Den Zuschlag erhältst du; Gold: 11."),
        ("Platz 1 setzt aus und legt ab.", "Du setzt aus und legst ab."),
        ("Jetzt muss Platz 1 entscheiden.", "Jetzt musst du entscheiden."),
        ("Platz 1 hat seither etwas gesehen.", "Du hast seither etwas gesehen."),
        ("Das gehört Platz 1; das geht nicht.", "Das gehört dir; das geht nicht."),
        ("Die Karte geht an Platz 1.", "Die Karte geht an dich."),
        ("Die Reihe ist an Platz 1.", "Die Reihe ist an dir."),
        ("Wenn alle passen, gewinnt Platz 1.", "Wenn alle passen, gewinnst du."),
        ("Platz 2 zahlt an Platz 1.", "Ada zahlt an dich."),
    ],
)
def test_you_in_german(rules: str, read: str) -> None:
    assert said(rules, "de") == read


@pytest.mark.parametrize(
    ("rules", "read"),
    [
        ("Enchère remportée par place 1 ; or : 11.", "Enchère remportée par toi ; or : 11."),
        ("C'est à la place 1 de décider.", "C'est à toi de décider."),
        ("la place 1 a vu quelque chose.", "Tu as vu quelque chose."),
        ("place 1 gagne le pli et prend une carte.", "Tu gagnes le pli et prends une carte."),
        ("place 1 ne peut pas jouer.", "Tu ne peux pas jouer."),
        ("Si place 1 perd, tout le monde marque.", "Si tu perds, tout le monde marque."),
        ("C'est à la place 2 de décider.", "C'est à Ada de décider."),
    ],
)
def test_you_in_french(rules: str, read: str) -> None:
    assert said(rules, "fr") == read


@pytest.mark.parametrize(
    ("language", "rules"),
    [
        ("en", "That gives seat 1 points."),
        ("en", "seat 1 shows their hand."),
        ("en", "seat 1 takes 3 cards and wagers."),
        ("de", "Die Karte nimmt Platz 1."),
        ("de", "Platz 1 nimmt sich eine Karte."),
        ("de", "Weil Platz 1 passt, ist Schluss."),
        ("fr", "place 2 choisit place 1."),
        ("fr", "place 1 prend son tour."),
    ],
)
def test_where_the_grammar_is_not_plain_the_reader_has_a_name(language: str, rules: str) -> None:
    name, seat = NAMES[language][0], f"{SEATS[language]} 1"
    assert said(rules, language) == rules.replace(seat, name).replace(f"{SEATS[language]} 2", "Ada")


def test_nobody_is_spoken_to_where_the_reader_has_no_seat() -> None:
    assert said("seat 1 pays seat 2.", you=None) == "Player 1 (you) pays Ada."


def test_who_a_piece_or_a_team_belongs_to_is_called_by_name() -> None:
    seat, team = Ref("seat 2", PLAYER, 1), Ref("team 1", TEAM, 0)
    piece = Ref(Said(["knight of ", seat]), Type("piece", ("Knight",)), 5)
    said = Said(["Take the ", piece, " from ", team, "."])
    assert addressed(said, NAMES["en"]) == "Take the knight of Ada from team 1."
    assert addressed(said, NAMES["en"], teams=("A + B",)) == "Take the knight of Ada from A + B."


def test_a_text_without_references_stays_as_it_is() -> None:
    """A game may be about seats: nobody is put in the place of a word that only looks like one."""
    assert addressed("Row 1, seat 1.", NAMES["en"], you=0) == "Row 1, seat 1."
