"""Saved games of people: where they choose differently, and what is left out with a reason."""

import gc
import json
import weakref
from pathlib import Path
from typing import Any

import pytest

from engine.game.saves import read_save, replay, write_save
from engine.game.session import Game, Session
from engine.rules.load import Loaded, load_text
from engine.study.intervals import corrected
from engine.study.text_players import TextPlayers
from engine.teach.people_choices import people_choices
from engine.teach.played_saves import few, read_folder
from tests.cli.conftest import Cairn
from tests.scope import ALL
from tests.study.playing import RACE

OTHER = RACE.replace("two steps", "a big step")


def saved(loaded: Loaded, folder: Path, name: str, seats: list[str], **options: int) -> None:
    """Save a game in which everybody always takes one step."""
    session = Session(Game(loaded, 2, options), seed=len(name))
    while not session.over:
        session.play("step")
    write_save(session, folder / f"{name}.save", seats)


def folder_of(tmp_path: Path) -> tuple[Loaded, Path]:
    """Write rules, and a folder with saves of all kinds."""
    path, games = tmp_path / "race.cairn", tmp_path / "games"
    path.write_text(RACE, "utf-8")
    games.mkdir()
    loaded = load_text(RACE, path)
    saved(loaded, games, "a", ["human", "human"])
    saved(loaded, games, "aa", ["human", "mcts:50"])
    saved(loaded, games, "b", ["Zoë", "greedy"], goal=6)
    saved(load_text(OTHER, path), games, "c", ["human", "human"])
    whole = (games / "a.save").read_bytes()
    (games / "d.save").write_bytes(whole[:200])
    (games / "e.save").write_bytes(b"\x1b[31m<b>[red]\xff")
    (games / "f.save").write_bytes(b"cairn: 99999999\n")
    return loaded, games


def test_saves_of_other_rules_and_damaged_ones_are_left_out_with_a_reason(tmp_path: Path) -> None:
    loaded, games = folder_of(tmp_path)
    found = read_folder(games, loaded, None, {}, lambda number, of: None)
    assert [(one.path.stem, one.people) for one in found.games] == [
        ("a", frozenset({0, 1})),
        ("aa", frozenset({0})),
    ]
    assert found.others == 1 and found.options == {"goal": 5}
    reasons = [one.message for one in found.left_out]
    for reason, words in zip(
        reasons, ["played by other rules", "cut off", "isn't a text", "newer Cairn"], strict=True
    ):
        assert words in reason
    longer = read_folder(games, loaded, 2, {"goal": 6}, lambda number, of: None)
    assert [one.path.stem for one in longer.games] == ["b"] and longer.games[0].people == {0}


def test_a_folder_without_games_is_refused(cairn: Cairn, tmp_path: Path) -> None:
    (tmp_path / "race.cairn").write_text(RACE, "utf-8")
    game = str(tmp_path / "race.cairn")
    assert "there are no saved games" in cairn("study", game, "--played", str(tmp_path)).err
    told = cairn("study", game, "--played", str(tmp_path), "--agents", "greedy").err
    assert "leave out --agents" in told
    folder_of(tmp_path)
    (tmp_path / "games" / "a.save").unlink()
    (tmp_path / "games" / "aa.save").unlink()
    told = cairn("study", game, "--played", str(tmp_path / "games"), "--set", "goal=9").err
    assert "played by other rules" in told and "no saved game that can be compared" in told


def test_studies_are_no_games_and_all_that_is_left_out_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded, games = folder_of(tmp_path)
    study = read_save(games / "a.save").model_copy(update={"moves": [], "position": ""})
    begun = replay(study.model_copy(update={"study": True}), loaded)
    for number in range(4):
        write_save(begun, games / f"study-{number}.save", [])
    found = read_folder(games, loaded, None, {}, lambda number, of: None)
    assert len(found.games) == 2 and len(found.left_out) == 8 and not found.unread
    assert "it is a study of 'race', and no game" in found.left_out[-1].message
    assert [one.message for one in few(found.left_out)][5:] == ["3 more saves are left out"]
    monkeypatch.setattr("engine.teach.played_saves.MOST", 2)
    cut = read_folder(games, loaded, None, {}, lambda number, of: None)
    assert len(cut.games) == 2 and not cut.left_out and cut.unread == 9


def test_games_are_not_kept_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded, games = folder_of(tmp_path)
    opened: list[weakref.ref[Session]] = []

    def replayed(*given: Any, **named: Any) -> Session:
        session = replay(*given, **named)
        opened.append(weakref.ref(session))
        return session

    monkeypatch.setattr("engine.teach.played_saves.replay", replayed)
    found = read_folder(games, loaded, None, {}, lambda number, of: None)
    gc.collect()
    assert len(found.games) == 2 and opened and not any(one() for one in opened)
    assert found.games[0].open().over


def test_a_folder_in_which_no_person_had_a_choice_is_refused(cairn: Cairn, tmp_path: Path) -> None:
    path = tmp_path / "race.cairn"
    path.write_text(RACE, "utf-8")
    saved(load_text(RACE, path), tmp_path, "a", ["greedy", "random"])
    told = cairn("study", path, "--played", tmp_path)
    assert told.code == 1 and "no person had a choice" in told.err and not told.out


def test_shares_stay_within_the_whole_and_actions_are_judged_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "race.cairn"
    path.write_text(RACE, "utf-8")
    loaded = load_text(RACE, path)
    saved(loaded, tmp_path, "a", ["human", "human"])
    session = Session(Game(loaded, 2, {}), seed=1)
    while not session.over:
        session.play("jump" if len(session.history) == 5 else "step")
    write_save(session, tmp_path / "b.save", ["human", "human"])
    games = read_folder(tmp_path, loaded, None, {}, lambda number, of: None).games
    indifferent = TextPlayers(loaded, 2).trained(1, 0, 0.0, lambda: False)
    told = people_choices(indifferent, games)
    monkeypatch.setattr("engine.teach.people_choices.corrected", lambda alone, many: alone)
    apart = people_choices(indifferent, games)
    for action, alone in zip(told.actions, apart.actions, strict=True):
        assert action.more == corrected(alone.more, 2) != alone.more
        assert 0.0 <= action.people.low < action.people.high <= 1.0
    step = told.actions[0]
    assert step.action == "step" and step.people.value < step.people.high == 1.0


@pytest.mark.skipif(not ALL, reason="trains players")
def test_where_people_choose_differently_and_what_that_costs(cairn: Cairn, tmp_path: Path) -> None:
    loaded, games = folder_of(tmp_path)
    for number in range(4):
        saved(loaded, games, f"more-{number}", ["human", "human"])
    command = ("study", tmp_path / "race.cairn", "--played", games, "--train", "3s", "--quick")
    text = cairn(*command, "--out", tmp_path / "out")
    assert text.code == 0 and "6 saved games of Race, with " in text.out
    assert "people choose 'step' 100% of the time" in text.out
    assert "better: jump" in text.out and "see: cairn play" in text.out
    found = json.loads((tmp_path / "out" / "people.json").read_text("utf-8"))
    first = found["costly"][0]
    assert (first["made"], first["better"]) == ("step", "jump") and first["cost"] > 0
    assert Path(first["see"]).parent == tmp_path / "out" / "positions"
    opened = cairn("play", first["see"], "--text", "--rules", tmp_path / "race.cairn", given="q\n")
    assert opened.code == 0
