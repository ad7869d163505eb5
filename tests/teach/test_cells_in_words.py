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
    "de": ["um das Feld der Figur herum", "unter den Feldern", "wo du der Besitzer der Figur bist"],
    "fr": ["autour de la case de la pièce", "parmi les cases", "où tu es le propriétaire"],
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
