"""Books say who starts, and print where a score can't be counted before the game's end."""

from pathlib import Path

import pytest

from engine.rules.checker.header import STARTS
from engine.rules.load import load_text
from engine.teach.book import book_of
from engine.teach.plan import plan_for
from tests.cli.conftest import run_here

RULES = """game "Stones"
  players 2
  {header}

component Stone
  rank: 1..9
  called "{{rank}}"
  make 1 for each rank

zone store:        pile of Stone, face down
zone bowl[Player]: pile of Stone, face up

setup
  move all Stone to store
  shuffle store

turn
  choose
    take
      "Take a stone."
      move top of store to my bowl

{ending} ends when store is empty

{counted}
"""
SCORE = 'score each Player\n  add "Last" last(my bowl).rank\n\nwinner highest total'
RANKED = "winner highest last(my bowl).rank"
AGREED = {
    "en": "The players agree who starts",
    "de": "Macht aus, wer anfängt",
    "fr": "Les joueurs décident qui commence",
}
CHANCE = {
    "en": "The player who starts is chosen at random",
    "de": "Das Los entscheidet, wer anfängt",
    "fr": "Le hasard désigne qui commence",
}
LATER = {
    "anyone": ("the same player starts each later round", "dieselbe Person", "la même personne"),
    "random": ("each later round is chosen at random", "entscheidet das Los", "le hasard désigne"),
    "leader": ("the player who is ahead starts", "wer vorn liegt", "en tête"),
    "loser": ("the player who is behind starts", "wer hinten liegt", "en dernière position"),
    "next player": ("from one round to the next", "von einer Runde zur", "d'une manche à l'autre"),
    "next starter": ("the left neighbour of the player", "wer links von der", "à gauche de celle"),
}


def started(header: str, language: str, counted: str = SCORE) -> str:
    ending = "round" if "rounds" in header else "game"
    text = RULES.format(header=header, ending=ending, counted=counted)
    made = book_of(plan_for(load_text(text, Path("stones.cairn")), language))
    setup = next(section for section in made.sections if section.name == "setup")
    return setup.lines[-1].text


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("order", STARTS)
def test_a_book_says_who_starts_the_first_round(order: str, language: str) -> None:
    said = started(f"starts {order}", language)
    assert said.startswith((CHANCE if order == "random" else AGREED)[language])
    assert not any(LATER[order][n] in said for n, each in enumerate(AGREED) if each == language)


@pytest.mark.parametrize(("number", "language"), [(0, "en"), (1, "de"), (2, "fr")])
@pytest.mark.parametrize("order", STARTS)
def test_a_book_says_who_starts_each_later_round(order: str, number: int, language: str) -> None:
    said = started(f"rounds 3\n  starts anyone, then {order}", language)
    assert said.startswith(AGREED[language]) and LATER[order][number] in said


def test_what_the_author_says_of_the_start_is_what_the_book_says() -> None:
    assert started('starts random\n    "Draw lots."', "en") == "Draw lots."


@pytest.mark.parametrize("counted", [SCORE, RANKED], ids=["score", "ranked"])
def test_what_cannot_be_counted_yet_stops_neither_book_nor_game(
    counted: str, tmp_path: Path
) -> None:
    path = tmp_path / "stones.cairn"
    path.write_text(RULES.format(header="starts random", ending="game", counted=counted), "utf-8")
    book = run_here("rules", str(path), "--lang", "en")
    assert book.code == 0 and "## Who wins" in book.out
    game = ("play", str(path), "--text", "--agents", "human,greedy", "--lang", "en", "--seed", "1")
    played = run_here(*game, given="l\n1\nl\nq\n")
    assert played.code == 0, played.out + played.err
    assert "score: you ?, seat 2 ?" in played.out and "score: you 4" in played.out
    for command in (("learn", str(path), "--exam"), ("learn", str(path))):
        assert run_here(*command, "--lang", "en", given="1\n" * 30).code == 0
