"""Games are kept, saved, resumed; settings and languages stay."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import RulesError, load, read_save
from engine.storage.folders import config_folder
from engine.table.autosave import MOST, Autosave
from engine.table.deal import deal
from engine.table.guest import Guest
from tests.viewer.app.hands import app_with, lobby, node, nodes, press, setup, table, texts
from viewer import commands as cmd
from viewer.app.controller import AppController
from viewer.app.preferences import games_folder, read_preferences
from viewer.app.start_screen import StartScreen
from viewer.commands import Elsewhere, InSettings
from viewer.panels import open_app, shot_app

CARD = "lost-cities-card"


def at(app: AppController) -> Guest:
    return table(app).guest


def move(app: AppController, count: int = 1) -> None:
    for _ in range(count):
        table(app).turn.make(at(app).offers[-1])


def test_a_game_that_is_left_can_be_gone_on_with() -> None:
    app = app_with(CARD, autosave=Autosave(games_folder()))
    move(app, 3)
    played = [d.text for d in at(app).session.history]
    app.do(Elsewhere.LEAVE_GAME)
    assert app.table is None
    press(app, "recent:0")
    assert [d.text for d in at(app).session.history] == played
    move(app)
    app.closed()
    assert len(Autosave(games_folder()).recent()) == 1
    assert Autosave(games_folder()).recent()[0].moves == 4


def save_now(app: AppController, name: str = "") -> None:
    """Save under a name, without one under that which is proposed."""
    app.key("ctrl+s")
    app.text(name)
    press(app, "save:yes")


def saves() -> list[str]:
    return sorted(p.stem for p in games_folder().glob("*.save") if len(p.stem) < 30)


def test_saving_proposes_the_first_free_name_and_enter_accepts_it() -> None:
    app = app_with(CARD, autosave=Autosave(games_folder()))
    move(app, 2)
    for name in (f"{CARD}-1", f"{CARD}-2"):
        app.key("ctrl+s")
        assert app.typing and f"{name}|" in texts(app)
        app.key("enter")
        assert name in app.shell.toasts[-1].text and not app.typing
    assert saves() == [f"{CARD}-1", f"{CARD}-2"]
    assert len(read_save(games_folder() / f"{CARD}-1.save").moves) == 2


def test_a_name_is_written_in_place_of_the_proposal_and_escape_saves_nothing() -> None:
    app = app_with(CARD, autosave=Autosave(games_folder()))
    move(app, 2)
    app.key("ctrl+s")
    for letter in "Annx":
        app.text(letter)
    app.key("backspace")
    app.key("space")
    app.text("2")
    assert "Ann 2|" in texts(app)
    app.key("escape")
    assert not saves() and app.shell.overlay == ""
    app.key("ctrl+s")
    app.text("Über uns")
    press(app, "save:yes")
    assert saves() == ["Über uns"]


@pytest.mark.parametrize("name", ["", "  ", "../x", "a/b", "a\\b", ".hidden", "x" * 61, "what?"])
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_name_that_no_file_can_have_is_refused_in_one_sentence(name: str, language: str) -> None:
    app = app_with(CARD, autosave=Autosave(games_folder()), language=language)
    move(app, 1)
    app.key("ctrl+s")
    app.text("y")
    app.key("backspace")
    app.text(name)
    press(app, "save:yes")
    said = node(app, "save:problem").words
    assert said is not None and said.text.count(".") == 1 and not saves()
    assert app.typing


def test_a_save_is_replaced_only_when_that_was_asked() -> None:
    app = app_with(CARD, autosave=Autosave(games_folder()))
    for moves in (1, 1):
        move(app, moves)
        save_now(app, "mine")
    path = games_folder() / "mine.save"
    assert app.typing and len(read_save(path).moves) == 1
    assert "Replace it" in texts(app)
    app.text("2")
    assert "Replace it" not in texts(app)
    app.key("backspace")
    press(app, "save:yes")
    press(app, "save:yes")
    assert len(read_save(path).moves) == 2 and not app.typing


def test_only_some_games_are_kept(tmp_path: Path) -> None:
    keeper = Autosave(tmp_path / "games")
    app = app_with(CARD)
    move(app)
    for number in range(MOST + 3):
        keeper.current = f"game-{number}.save"
        keeper.keep(at(app).session, at(app).table.seats, CARD, "x")
    assert len(keeper.recent()) == MOST
    assert len(list(keeper.folder.glob("*.save"))) == MOST


def test_a_folder_that_cannot_be_written_is_no_end(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    keeper = Autosave(tmp_path / "file" / "games")
    app = app_with(CARD, autosave=keeper)
    move(app)
    save_now(app)
    assert app.shell.toasts[-1].tone == "bad"
    assert not keeper.recent()


def test_a_broken_index_is_read_as_no_games(tmp_path: Path) -> None:
    keeper = Autosave(tmp_path)
    (tmp_path / "games.json").write_text('[{"file": 3}, 7]')
    assert keeper.recent() == []


def test_settings_are_kept() -> None:
    app = app_with(CARD, autosave=Autosave(games_folder()))
    app.do(InSettings.THEME)
    app.do(InSettings.SPEED)
    kept = read_preferences()
    assert (
        (kept.theme, kept.speed)
        == (app.shell.prefs.theme, app.shell.prefs.speed)
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
        (toast,) = open_app().shell.toasts
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
    app = app_with(CARD, autosave=None)
    move(app, 3)
    before = at(app).session.state
    app.do(cmd.Language("de"))
    assert at(app).session.state == before
    assert "Karte" in texts(app)
    app.key("z")
    assert "Zurückgenommen" in app.shell.toasts[-1].text or app.shell.toasts[-1].tone == "bad"


def test_a_game_is_begun_from_the_start_screen() -> None:
    app = lobby()
    press(app, f"game:{CARD}")
    press(app, "option:six_colours:yes")
    seat = setup(app).seats[1]
    press(app, "seat:1")
    press(app, "seed")
    for digit in "42":
        app.key(digit)
    app.key("enter")
    press(app, "start:play")
    session = at(app).session
    assert session.game.option_words()["six_colours"] == "yes"
    assert session.seed == 42
    assert at(app).table.seats[0] == "human" and at(app).table.seats[1] != seat


def test_who_begins_is_chosen_where_the_rules_leave_it_open() -> None:
    app = lobby()
    press(app, f"game:{CARD}")
    press(app, "first:1")
    press(app, "start:play")
    session = at(app).session
    assert session.starter == 1 and session.history == [] and session.seat == 1


def test_an_option_that_a_variant_fixes_is_not_offered() -> None:
    app = lobby()
    press(app, "game:lost-cities-board")
    press(app, "option:length:full")
    press(app, "edition:short-game")
    assert not [n for n in nodes(app) if "option:length" in n.key]
    press(app, "start:play")
    assert at(app).session.game.option_words() == {"length": "short"}


def test_every_game_and_edition_of_the_start_screen_can_be_begun() -> None:
    app = lobby()
    for game in setup(app).games():
        setup(app).choose_game(game.name)
        for edition in setup(app).variants():
            setup(app).choose_edition(edition.name)
            session, seats, _ = setup(app).begin()
            assert len(seats) == session.game.players


def test_the_start_screen_can_be_used_by_keys_alone() -> None:
    app = lobby()
    nodes(app)
    for _ in range(60):
        app.key("tab")
        nodes(app)
        if app.shell.focus == f"game:{CARD}":
            break
    app.key("enter")
    assert setup(app).game == CARD
    nodes(app)
    for _ in range(60):
        if app.shell.focus == "start:play":
            break
        app.key("tab")
        nodes(app)
    app.key("enter")


def test_open_desk_opens_rulesets_and_saves(tmp_path: Path) -> None:
    save = tmp_path / "my.save"
    app = open_app(CARD, seed=3, language="en", save=save)
    move(app, 2)
    app.closed()
    again = open_app(str(save), language="de")
    assert len(at(again).session.history) == 2
    assert isinstance(open_app().screen, StartScreen)
    with pytest.raises(RulesError):
        open_app("no-such-game")
    with pytest.raises(RulesError):
        open_app(CARD, seats=["human", "nobody"])
    with pytest.raises(RulesError):
        open_app(CARD, players=5)


def test_a_shot_thinks_and_keeps_nothing() -> None:
    app = app_with(CARD)
    still = shot_app(at(app).session, 1)
    still.tick(1.0)
    assert not still.busy and still.shell.autosave is None


def test_a_folder_that_cannot_be_written_is_told_once_and_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "full").write_text("a file, where a folder is wanted")
    app = app_with(CARD, autosave=Autosave(tmp_path / "full" / "games"))
    for _ in range(3):
        move(app)
        table(app).keep()
    told = [toast.text for toast in app.shell.toasts]
    assert len(told) == 1 and str(tmp_path / "full") in told[0]
    save_now(app)
    assert "can't be written" in app.shell.toasts[-1].text
    app.do(Elsewhere.LEAVE_GAME)
    assert app.table is None


def test_a_save_that_cannot_be_removed_hinders_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: Path, missing_ok: bool = False) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    app = app_with("examples/nim.cairn", autosave=Autosave(tmp_path))
    move(app)
    table(app).keep()
    monkeypatch.setattr(Path, "unlink", refused)
    while not at(app).session.over:
        move(app)
    table(app).keep()
    assert Autosave(tmp_path).recent() == []
