"""Files of policies: whole, refused in a sentence when damaged or stale, taken over by variants."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.agents.registry import make_agent
from engine.game.session import Game, Session
from engine.learn.files import MAX_BYTES, candidates, fingerprint, path_for, read_kept
from engine.learn.policy import policy_for
from engine.rules.files import library
from engine.rules.load import Loaded, load, load_text

SMALL = """\
game "Small"
  players 2

component Card
  value: 1..6
  make 2 for each value

zone deck:         pile of Card, face down
zone hand[Player]: hand of Card
zone out[Player]:  row of Card

setup
  move all Card to deck
  shuffle deck
  deal 4 from deck to each hand

turn
  choose
    put(card in my hand)
      "Put {card} down."
      move card to my out

game ends when count(card in hand) = 0

score each Player
  add "All" sum(card.value for card in my out)

winner highest total
"""
KEPT = sorted(p for p in library()[0].parent.glob("*.policy.json"))


def copied(folder: Path) -> Loaded:
    """The card game with its policy, in a folder of its own."""
    source = next(p for p in library() if p.stem == "lost-cities-card")
    path = folder / source.name
    path.write_text(source.read_text("utf-8"), "utf-8")
    kept = path_for(source, 2)
    path_for(path, 2).write_text(kept.read_text("utf-8"), "utf-8")
    return load(path)


def test_the_library_has_some_and_they_are_small() -> None:
    assert len(KEPT) >= 6
    assert all(p.stat().st_size <= 20_000 for p in KEPT)
    assert sum(p.stat().st_size for p in KEPT) < 1_000_000


@pytest.mark.parametrize("path", KEPT, ids=[p.name for p in KEPT])
def test_none_in_the_library_is_stale(path: Path) -> None:
    name, players = path.name.split(".")[:2]
    kept, loaded = read_kept(path), load(name)
    assert (kept.rules, kept.players) == (fingerprint(loaded), int(players))
    assert policy_for(Game(loaded, int(players))) is not None


@pytest.mark.parametrize("name", ["auf-und-ab", "lost-cities-board-2018", "short-game"])
def test_a_variant_takes_its_game_s(name: str) -> None:
    policy = policy_for(Game(load(name), 4))
    assert policy is not None
    assert Path(policy.source).name.startswith("lost-cities-board.")


def test_words_comments_and_examples_make_no_policy_stale() -> None:
    text = SMALL.replace('"Put {card} down."', '"Lay {card} down."').replace(
        "turn\n", "# a remark\nturn\n"
    )
    more = text + '\nexample "One"\n  then size(my hand) = 0\n'
    path = Path("small.cairn")
    one = fingerprint(load_text(SMALL, path))
    assert fingerprint(load_text(more, path)) == one
    assert fingerprint(load_text(SMALL.replace("deal 4", "deal 3"), path)) != one


DAMAGE: dict[str, Callable[[str], str]] = {
    "cut short": lambda text: text[: len(text) // 2],
    "empty": lambda text: "",
    "one letter": lambda text: text.replace("size", "sise", 1),
    "no text": lambda text: "\0" * 50,
    "too large": lambda text: text + " " * MAX_BYTES,
    "another version": lambda text: text.replace('"policy":1', '"policy":2'),
}


@pytest.mark.parametrize("how", DAMAGE)
def test_a_damaged_file_is_left_with_one_sentence(
    how: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    loaded = copied(tmp_path)
    path, _ = candidates(loaded, 2)[0]
    path.write_text(DAMAGE[how](path.read_text("utf-8")), "utf-8")
    game = Game(loaded, 2)
    session = Session(game, 1)
    legal = game.interpreter.legal(session.state)
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            assert make_agent("easy", 1).choose(game, session.knows(0), legal, 0) in legal
    assert len(caplog.records) == 1
    assert path.name in caplog.records[0].getMessage()


def test_a_file_with_a_right_sum_and_wrong_contents_is_damaged(tmp_path: Path) -> None:
    """Whoever writes such a file knows how sums are made; it is refused all the same."""
    from engine.learn import files

    loaded = copied(tmp_path)
    path, _ = candidates(loaded, 2)[0]
    body = json.loads(path.read_text("utf-8"))
    del body["sum"]
    body["actions"]["explore"]["lines"] = [10_000]
    text = json.dumps(body, indent=0)
    text = f'{text[:-2]},\n"sum":"{files._check(text)}"}}\n'
    path.write_text(text, "utf-8")
    with pytest.raises(files.Unusable, match="damaged"):
        read_kept(path)


def test_rules_that_have_changed_make_it_stale(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    loaded = copied(tmp_path)
    text = loaded.path.read_text("utf-8").replace("deal 8 from", "deal 7 from")
    loaded.path.write_text(text, "utf-8")
    with caplog.at_level(logging.WARNING):
        assert policy_for(Game(load(loaded.path), 2)) is None
    (record,) = caplog.records
    assert "learned from other rules" in record.getMessage()
    assert "cairn train" in record.getMessage()


def test_what_is_learned_while_a_game_is_played_is_taken_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = copied(tmp_path)
    path, _ = candidates(loaded, 2)[0]
    aside = path.rename(tmp_path / "aside")
    game = Game(loaded, 2)
    assert policy_for(game) is None
    aside.rename(path)
    assert policy_for(game) is None, "it isn't looked for at every decision"
    monkeypatch.setattr("engine.learn.policy._AGAIN", 0.0)
    assert policy_for(game) is not None
