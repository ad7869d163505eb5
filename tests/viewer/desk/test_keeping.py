"""Games are kept, saved, gone on with; settings and languages stay."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import RulesError, load, read_save
from engine.storage.folders import config_folder
from engine.table.autosave import MOST, Autosave
from engine.table.deal import deal
from engine.table.match import Match
from tests.viewer.desk.hands import desk_with, lobby, node, nodes, press, setup, table, texts
from viewer import commands as cmd
from viewer.commands import Elsewhere, InSettings
from viewer.desk.desk import Desk
from viewer.desk.preferences import games_folder, read_preferences
from viewer.desk.start_screen import StartScreen
from viewer.panels import open_desk, shot_desk

CARD = "lost-cities-card"


def at(desk: Desk) -> Match:
    return table(desk).match


def move(desk: Desk, count: int = 1) -> None:
    for _ in range(count):
        table(desk).turn.make(at(desk).offers[-1])


def test_a_game_that_is_left_can_be_gone_on_with() -> None:
    desk = desk_with(CARD, autosave=Autosave(games_folder()))
    move(desk, 3)
    played = [d.text for d in at(desk).session.history]
    desk.do(Elsewhere.LEAVE_GAME)
    assert desk.table is None
    press(desk, "recent:0")
    assert [d.text for d in at(desk).session.history] == played
    move(desk)
    desk.closed()
    assert len(Autosave(games_folder()).recent()) == 1
    assert Autosave(games_folder()).recent()[0].moves == 4


def save_now(desk: Desk, name: str = "") -> None:
    """Save under a name, without one under that which is proposed."""
    desk.key("ctrl+s")
    desk.text(name)
    press(desk, "save:yes")


def saves() -> list[str]:
    return sorted(p.stem for p in games_folder().glob("*.save") if len(p.stem) < 30)


def test_saving_proposes_the_first_free_name_and_enter_accepts_it() -> None:
    desk = desk_with(CARD, autosave=Autosave(games_folder()))
    move(desk, 2)
    for name in (f"{CARD}-1", f"{CARD}-2"):
        desk.key("ctrl+s")
        assert desk.typing and f"{name}|" in texts(desk)
        desk.key("enter")
        assert name in desk.shell.toasts[-1].text and not desk.typing
    assert saves() == [f"{CARD}-1", f"{CARD}-2"]
    assert len(read_save(games_folder() / f"{CARD}-1.save").moves) == 2


def test_a_name_is_written_in_place_of_the_proposal_and_escape_saves_nothing() -> None:
    desk = desk_with(CARD, autosave=Autosave(games_folder()))
    move(desk, 2)
    desk.key("ctrl+s")
    for letter in "Annx":
        desk.text(letter)
    desk.key("backspace")
    desk.key("space")
    desk.text("2")
    assert "Ann 2|" in texts(desk)
    desk.key("escape")
    assert not saves() and desk.shell.overlay == ""
    desk.key("ctrl+s")
    desk.text("Über uns")
    press(desk, "save:yes")
    assert saves() == ["Über uns"]


@pytest.mark.parametrize("name", ["", "  ", "../x", "a/b", "a\\b", ".hidden", "x" * 61, "what?"])
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_name_that_no_file_can_have_is_refused_in_one_sentence(name: str, language: str) -> None:
    desk = desk_with(CARD, autosave=Autosave(games_folder()), language=language)
    move(desk, 1)
    desk.key("ctrl+s")
    desk.text("y")
    desk.key("backspace")
    desk.text(name)
    press(desk, "save:yes")
    said = node(desk, "save:problem").words
    assert said is not None and said.text.count(".") == 1 and not saves()
    assert desk.typing


def test_a_save_is_replaced_only_when_that_was_asked() -> None:
    desk = desk_with(CARD, autosave=Autosave(games_folder()))
    for moves in (1, 1):
        move(desk, moves)
        save_now(desk, "mine")
    path = games_folder() / "mine.save"
    assert desk.typing and len(read_save(path).moves) == 1
    assert "Replace it" in texts(desk)
    desk.text("2")
    assert "Replace it" not in texts(desk)
    desk.key("backspace")
    press(desk, "save:yes")
    press(desk, "save:yes")
    assert len(read_save(path).moves) == 2 and not desk.typing


def test_only_some_games_are_kept(tmp_path: Path) -> None:
    keeper = Autosave(tmp_path / "games")
    desk = desk_with(CARD)
    move(desk)
    for number in range(MOST + 3):
        keeper.current = f"game-{number}.save"
        keeper.keep(at(desk).session, at(desk).seats, CARD, "x")
    assert len(keeper.recent()) == MOST
    assert len(list(keeper.folder.glob("*.save"))) == MOST


def test_a_folder_that_cannot_be_written_is_no_end(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    keeper = Autosave(tmp_path / "file" / "games")
    desk = desk_with(CARD, autosave=keeper)
    move(desk)
    save_now(desk)
    assert desk.shell.toasts[-1].tone == "bad"
    assert not keeper.recent()


def test_a_broken_index_is_read_as_no_games(tmp_path: Path) -> None:
    keeper = Autosave(tmp_path)
    (tmp_path / "games.json").write_text('[{"file": 3}, 7]')
    assert keeper.recent() == []


def test_settings_are_kept() -> None:
    desk = desk_with(CARD, autosave=Autosave(games_folder()))
    desk.do(InSettings.THEME)
    desk.do(InSettings.SPEED)
    kept = read_preferences()
    assert (
        (kept.theme, kept.speed)
        == (desk.shell.prefs.theme, desk.shell.prefs.speed)
        == ("contrast", 2.0)
    )


HUGE = "9" * 5000


@pytest.mark.parametrize(
    ("text", "place"),
    [("theme: [", (1, 9)), (f"speed: {HUGE}", (1, 8)), ("scale: .nan", (1, 8)),
     ("sound: yes\nspeed: .inf", (2, 8)), ("window: [1, 1e308]", (1, 13)), ("- 1", (1, 1)),
     ("a: &a [1]\nb: *a", (2, 4)), ("a: " + "[" * 500, (1, 53)), ("people: {a: 1}", (1, 9)),
     ("language: 2026-13-45", (1, 11))],
)  # fmt: skip
def test_settings_that_cannot_be_read_are_reported_with_their_place(
    text: str, place: tuple[int, int]
) -> None:
    file = config_folder() / "viewer.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    try:
        (toast,) = open_desk().shell.toasts
    finally:
        file.unlink()
    line, column = place
    assert toast.text.startswith(f"{file}:{line}:{column}: ") and toast.tone == "bad"


@pytest.mark.parametrize(
    "change",
    [{"moves": "x"}, {"when": "1e400"}, {"when": 1e308}, {"file": "../../x.save"}, {"title": 3},
     {"seats": 3}, {"file": "CON"}],
    ids=str,
)  # fmt: skip
def test_a_list_of_games_that_nobody_wrote_lists_none(
    tmp_path: Path, change: dict[str, object]
) -> None:
    keeper = Autosave(tmp_path / "games")
    session = deal(load(CARD), 2, seed=1)
    keeper.save(session, ["human", "greedy"], CARD, "Title", "a-game")
    index = tmp_path / "games" / "games.json"
    (row,) = json.loads(index.read_text())
    assert len(keeper.recent()) == 1
    (tmp_path / "x.save").write_text("mine")
    index.write_text(json.dumps([row | change]))
    assert keeper.recent() == []
    for text in ("[" * 100_000, HUGE, "{}", "[1]", "\0"):
        index.write_text(text)
        assert keeper.recent() == []
    assert (tmp_path / "x.save").exists()


def test_the_language_changes_in_the_middle_of_a_game() -> None:
    desk = desk_with(CARD, autosave=None)
    move(desk, 3)
    before = at(desk).session.state
    desk.do(cmd.Language("de"))
    assert at(desk).session.state == before
    assert "Karte" in texts(desk)
    desk.key("z")
    assert "Zurückgenommen" in desk.shell.toasts[-1].text or desk.shell.toasts[-1].tone == "bad"


def test_a_game_is_begun_from_the_start_screen() -> None:
    desk = lobby()
    press(desk, f"game:{CARD}")
    press(desk, "option:six_colours:yes")
    seat = setup(desk).seats[1]
    press(desk, "seat:1")
    press(desk, "seed")
    for digit in "42":
        desk.key(digit)
    desk.key("enter")
    press(desk, "start:play")
    session = at(desk).session
    assert session.game.option_words()["six_colours"] == "yes"
    assert session.seed == 42
    assert at(desk).seats[0] == "human" and at(desk).seats[1] != seat


def test_who_begins_is_chosen_where_the_rules_leave_it_open() -> None:
    desk = lobby()
    press(desk, f"game:{CARD}")
    press(desk, "first:1")
    press(desk, "start:play")
    session = at(desk).session
    assert session.starter == 1 and session.history == [] and session.seat == 1


def test_an_option_that_a_variant_fixes_is_not_offered() -> None:
    desk = lobby()
    press(desk, "game:lost-cities-board")
    press(desk, "option:length:full")
    press(desk, "edition:short-game")
    assert not [n for n in nodes(desk) if "option:length" in n.key]
    press(desk, "start:play")
    assert at(desk).session.game.option_words() == {"length": "short"}


def test_every_game_and_edition_of_the_start_screen_can_be_begun() -> None:
    desk = lobby()
    for game in setup(desk).games():
        setup(desk).choose_game(game.name)
        for edition in setup(desk).variants():
            setup(desk).choose_edition(edition.name)
            session, seats, _ = setup(desk).begin()
            assert len(seats) == session.game.players


def test_the_start_screen_can_be_used_by_keys_alone() -> None:
    desk = lobby()
    nodes(desk)
    for _ in range(60):
        desk.key("tab")
        nodes(desk)
        if desk.shell.focus == f"game:{CARD}":
            break
    desk.key("enter")
    assert setup(desk).game == CARD
    nodes(desk)
    for _ in range(60):
        if desk.shell.focus == "start:play":
            break
        desk.key("tab")
        nodes(desk)
    desk.key("enter")


def test_open_desk_opens_rulesets_and_saves(tmp_path: Path) -> None:
    save = tmp_path / "my.save"
    desk = open_desk(CARD, seed=3, language="en", save=save)
    move(desk, 2)
    desk.closed()
    again = open_desk(str(save), language="de")
    assert len(at(again).session.history) == 2
    assert isinstance(open_desk().screen, StartScreen)
    with pytest.raises(RulesError):
        open_desk("no-such-game")
    with pytest.raises(RulesError):
        open_desk(CARD, seats=["human", "nobody"])
    with pytest.raises(RulesError):
        open_desk(CARD, players=5)


def test_a_shot_thinks_and_keeps_nothing() -> None:
    desk = desk_with(CARD)
    still = shot_desk(at(desk).session, 1)
    still.tick(1.0)
    assert not still.busy and still.shell.autosave is None


def test_a_folder_that_cannot_be_written_is_told_once_and_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "full").write_text("a file, where a folder is wanted")
    desk = desk_with(CARD, autosave=Autosave(tmp_path / "full" / "games"))
    for _ in range(3):
        move(desk)
        table(desk).keep()
    told = [toast.text for toast in desk.shell.toasts]
    assert len(told) == 1 and str(tmp_path / "full") in told[0]
    save_now(desk)
    assert "can't be written" in desk.shell.toasts[-1].text
    desk.do(Elsewhere.LEAVE_GAME)
    assert desk.table is None


def test_a_save_that_cannot_be_removed_hinders_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: Path, missing_ok: bool = False) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    desk = desk_with("examples/nim.cairn", autosave=Autosave(tmp_path))
    move(desk)
    table(desk).keep()
    monkeypatch.setattr(Path, "unlink", refused)
    while not at(desk).session.over:
        move(desk)
    table(desk).keep()
    assert Autosave(tmp_path).recent() == []
