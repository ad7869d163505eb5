"""Cells, remainders and players within made sentences take their case in every language."""

import re

import pytest

from engine.rules.load import load
from engine.teach.plan import plan_for

WRONG = {
    "de": r"(von|aus|bei|zu) die |und jeder |,,|ist ist|sitzt sitzt| du ist|wo es liegt",
    "fr": r" toi (est|es) |\bde les |\bà les |,,| l'endroit \(",
    "en": r" you is |,,|some value among|all values ",
}
SAID = {
    "de": [
        "um das Feld der Figur herum",
        "für irgendein Feld neben dem Zielfeld",
        "wo du der Besitzer der Figur bist",
    ],
    "fr": [
        "autour de la case de la pièce",
        "pour au moins une case à côté de la case d'arrivée",
        "où tu es le propriétaire",
    ],
    "en": ["you are the man's owner", "the man on the square", "the difference between the column"],
}


def made(name: str, language: str) -> str:
    points = plan_for(load(name), language).points
    return "\n".join(" ".join([p.sentence, p.more, p.small, *p.steps]) for p in points)


@pytest.mark.parametrize("language", WRONG)
def test_what_is_said_of_cells_is_grammatical(language: str) -> None:
    chess = made("chess", language)
    for name, text in (("chess", chess), ("hearts", made("hearts", language))):
        assert not re.findall(WRONG[language], text), name
    assert [said for said in SAID[language] if said not in chess] == []


KNOWN = {
    ("hex", "de"): [
        "(diese Person Platz 1 ist und „a“ gilt) oder (diese",
        "„a“ heißt, dass die zeile vom",
    ],
    ("hex", "en"): ["mark the cell as yours", "from the connected group of cells next to the"],
    ("go", "de"): ["die Stellung vom Brett neu ist", "deine Platznummer"],
    ("reversi", "fr"): ["Marque d4 pour place 2", "de 8 lignes et 8 colonnes"],
    ("reversi", "de"): ["zu den Feldern zwischen dem Feld und dem Ende mindestens eines gehört"],
    ("hearts", "de"): [
        "es keine Karte aus deiner Hand",
        "alle gleichzeitig: zu tun ist",
        "zuerst, ob",
    ],
    ("gin-rummy", "de"): ["wenn du der Klopfer bist und „Gin“ gilt", "erringere „Eröffnung“ um 1"],
}


@pytest.mark.parametrize(("name", "language"), KNOWN)
def test_conditions_and_changes_are_said_as_people_say_them(name: str, language: str) -> None:
    text = made(name, language).lower()
    assert [said for said in KNOWN[name, language] if said.lower() not in text] == []
