"""What was found to be playable is known the next time; what isn't is refused every time."""

from pathlib import Path

import pytest

from engine.game import ruleset_tests
from engine.game.interpreter import State
from engine.game.knowledge import Knowledge
from engine.game.masked_state import MaskedState
from engine.game.ruleset_tests import check_games, playable
from engine.language.diagnostics import Diagnostic, RulesError
from engine.rules.load import Loaded, load, load_text


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(ruleset_tests, "_sound", set())


def test_a_second_run_looks_at_no_game_again(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = load("examples/nim.cairn")
    playable(rules)
    ruleset_tests._sound.clear()  # as in a run of its own

    def never(loaded: Loaded, patience: float) -> list[Diagnostic]:
        raise AssertionError(loaded.digest)

    monkeypatch.setattr(ruleset_tests, "check_games", never)
    playable(rules)


def test_what_goes_wrong_is_found_every_time(tmp_path: Path) -> None:
    text = Path("examples/nim.cairn").read_text("utf-8")
    broken = tmp_path / "broken.cairn"
    broken.write_text(text.replace("setup\n", "setup\n  let nothing = 1 div 0\n", 1), "utf-8")
    for _ in range(2):
        ruleset_tests._sound.clear()
        with pytest.raises(RulesError):
            playable(load(broken))


SENTENCE = """game "Sentence"
  players 2

component Card
  rank: 1..3
  make 4 for each rank

zone deck: pile of Card, face down
zone heap: pile of Card, face up
zone hand[Player]: hand of Card

rule share(card: Card)
  card.rank + 1

setup
  move all Card to deck
  deal 2 from deck to each hand

turn
  choose
    lay(card in my hand)
      "Put {card} down, for {share(card)}."
      move card to deck

wins when my hand is empty
"""


def test_a_text_is_tried_without_a_look_at_every_piece_for_every_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[int | None] = []
    sight = Knowledge.sight

    def counted(self: Knowledge, state: State, seat: int | None) -> MaskedState:
        looked.append(seat)
        return sight(self, state, seat)

    monkeypatch.setattr(Knowledge, "sight", counted)
    rules = load_text(SENTENCE, Path("sentence.cairn"))
    assert check_games(rules) == []
    assert looked == []
