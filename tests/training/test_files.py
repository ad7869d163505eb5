"""Files of policies: whole, refused in a sentence when damaged or stale, taken over by variants."""

from __future__ import annotations

import base64
import hashlib
import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.agents.registry import make_agent
from engine.compile.policy_features import UNITS
from engine.game.session import Game, Session
from engine.rules.files import library
from engine.rules.load import Loaded, load, load_text
from engine.training.files import FORMAT, MAX_BYTES, candidates, fingerprint, path_for, read_kept
from engine.training.policy import policy_for

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


def written(folder: Path, line: str = "card.value", **changes: object) -> Loaded:
    """The small game with a policy that looks at one line, in a folder of its own."""
    path = folder / "small.cairn"
    path.write_text(SMALL, "utf-8")
    loaded = load(path)
    zeros = base64.b64encode(bytes(2 * UNITS * 3)).decode()
    weights = {"names": ["card"], "lines": [0], "size": 1.0, "weights": zeros}
    kept = {
        "policy": FORMAT, "game": "Small", "players": 2, "rules": fingerprint(loaded),
        "learned": "", "lines": [line], "scales": [1.0], "actions": {"put": weights | changes},
    } | changes  # fmt: skip
    parts = {k: v for k, v in kept.items() if k not in weights or k == "lines"}
    body = json.dumps(parts, separators=(",", ":"), indent=0)
    digest = hashlib.sha256(body.encode()).hexdigest()
    path_for(path, 2).write_text(f'{body[:-2]},\n"sum":"{digest}"}}\n', "utf-8")
    return load(path)


def said(loaded: Loaded, caplog: pytest.LogCaptureFixture) -> list[str]:
    """What is logged while an agent searches with what was learned and another decides by it."""
    game = Game(loaded, 2)
    session = Session(game, 1)
    legal = game.interpreter.legal(session.state)
    with caplog.at_level(logging.WARNING):
        for name in ("mcts:20", "easy"):
            assert make_agent(name, 1).choose(game, session.information_set(0), legal, 0) in legal
    return [record.getMessage() for record in caplog.records]


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
    loaded = written(tmp_path)
    path, _ = candidates(loaded, 2)[0]
    path.write_text(DAMAGE[how](path.read_text("utf-8")), "utf-8")
    (sentence,) = said(loaded, caplog)
    assert path.name in sentence


def test_a_whole_file_is_used(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    loaded = written(tmp_path)
    assert said(loaded, caplog) == []
    assert policy_for(Game(loaded, 2)) is not None


def nested(depth: int) -> str:
    """A count over all cards of counts over all cards, and so on."""
    found = "card.value"
    for number in range(depth):
        found = f"count(c{number} in Card where c{number}.value > {found})"
    return found


STRANGE: dict[str, tuple[dict[str, Any], str]] = {
    "far too many steps": ({"line": nested(9)}, "can't be reckoned (this could take"),
    "many steps": ({"line": "count(n in 1..9000000 where n mod 7 = card.value)"}, "takes too long"),
    "an error when reckoned": ({"line": "last(my out).value"}, "small.2.policy.json asks for"),
    "deep nesting": ({"line": "(" * 9000 + "1" + ")" * 9000}, "is damaged"),
    "nesting": ({"line": "(" * 990 + "1" + ")" * 990}, "it speaks of another game"),
    "more than a line": ({"line": "1\n\nsetup\n  shuffle deck"}, "is damaged"),
    "a name that is more": ({"names": ["card)\n  1\nadvice put(card"]}, "is damaged"),
    "beyond all numbers": ({"scales": [1e308]}, "is damaged"),
    "no number": ({"scales": [float("nan")]}, "is damaged"),
    "too many lines": ({"lines": ["1"] * 2000, "scales": [1.0] * 2000}, "is damaged"),
    "a line that there isn't": (
        {"actions": {"put": {"names": [], "lines": [10_000], "size": 1.0, "weights": ""}}},
        "is damaged",
    ),
    "another size": ({"scales": [1.0, 1.0]}, "is damaged"),
}


@pytest.mark.parametrize("how", STRANGE)
def test_a_stranger_s_file_is_left_with_one_sentence(
    how: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    changes, part = STRANGE[how]
    (sentence,) = said(written(tmp_path, **changes), caplog)
    assert sentence.startswith("Small is played without what was learned: ")
    assert part in sentence


def test_rules_that_have_changed_make_it_stale(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    loaded = written(tmp_path)
    text = loaded.path.read_text("utf-8").replace("deal 4 from", "deal 3 from")
    loaded.path.write_text(text, "utf-8")
    with caplog.at_level(logging.WARNING):
        assert policy_for(Game(load(loaded.path), 2)) is None
    (record,) = caplog.records
    assert "learned from other rules" in record.getMessage()
    assert "cairn train" in record.getMessage()


def test_what_is_learned_while_a_game_is_played_is_taken_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = written(tmp_path)
    path, _ = candidates(loaded, 2)[0]
    aside = path.rename(tmp_path / "aside")
    game = Game(loaded, 2)
    assert policy_for(game) is None
    aside.rename(path)
    assert policy_for(game) is None, "it isn't looked for at every decision"
    monkeypatch.setattr("engine.training.policy._AGAIN", 0.0)
    assert policy_for(game) is not None


ROWS = Path(__file__).parent / "kept" / "rows.cairn"
"""A game and a policy that an older version wrote for it; don't learn it anew."""
PLAYED = """\
lay(red 3)
discard(red 1)
lay(blue 1)
lay(blue 2)
lay(red 4)
lay(blue 4)
lay(blue 3)
lay(blue 5)
lay(red 6)
lay(red 2)
lay(blue 6)
lay(red 5)
"""


def test_a_policy_of_an_older_version_plays_the_same_moves() -> None:
    kept = read_kept(path_for(ROWS, 2))
    loaded = load(ROWS)
    game = Game(loaded, 2)
    policy = policy_for(game)
    assert policy is not None and kept.rules == fingerprint(loaded)
    texts = {t for group in policy.plan.rated.groups for t in group.texts}
    assert texts == {kept.lines[n] for action in kept.actions.values() for n in action.lines}
    assert texts & policy.meanings.keys()
    session, agent = Session(game, 3), make_agent("easy", 3)
    while not session.over:
        seat = session.seat
        assert seat is not None
        legal = game.interpreter.legal(session.state)
        session.apply(agent.choose(game, session.information_set(seat), legal, seat))
    assert [decision.text for decision in session.history] == PLAYED.splitlines()
