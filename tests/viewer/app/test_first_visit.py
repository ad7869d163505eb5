"""What a newcomer meets: variants together, names, tips that help, advice and a log in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import ZoneView
from tests.places import spot_of
from tests.viewer.app.hands import (
    EXAMPLES,
    SIZE,
    app_with,
    lobby,
    node,
    nodes,
    press,
    setup,
    table,
    texts,
)
from viewer import commands as cmd
from viewer.app.controller import AppController
from viewer.app.preferences import Preferences, keep_preferences, read_preferences
from viewer.commands import AtTable
from viewer.nodes import Spot

CARD = "lost-cities-card"
BOARD = "lost-cities-board"


def rest(app: AppController, spot: Spot) -> str:
    """Let the pointer rest on something; return all that is said there."""
    found = next(n for n in nodes(app) if spot in n.spots)
    app.hover(found)
    app.rest(found, *found.box.centre)
    return "\n".join((app.shell.tip.title, app.shell.tip.text)) if app.shell.tip else ""


def click(app: AppController, spot: Spot) -> None:
    found = next(n for n in nodes(app) if spot in n.spots)
    app.hover(found)
    app.click(found, *found.box.centre)


# ------------------------------------------------------------------ the start screen


def test_several_variants_are_chosen_together() -> None:
    app = lobby()
    press(app, f"game:{BOARD}")
    press(app, "edition:auf-und-ab")
    press(app, "edition:short-game")
    assert "Auf und Ab + The short game" in texts(app)
    press(app, "start:play")
    assert table(app).rules == "auf-und-ab+short-game"
    assert table(app).guest.session.game.option_words()["length"] == "short"


def test_a_variant_is_let_go_again_and_the_game_itself_has_none() -> None:
    app = lobby()
    press(app, f"game:{BOARD}")
    for name in ("auf-und-ab", "short-game", "auf-und-ab"):
        press(app, f"edition:{name}")
    assert setup(app).edition == "short-game"
    press(app, f"edition:{BOARD}")
    assert setup(app).varied == []


def test_variants_that_contradict_each_other_are_refused(tmp_path: Path) -> None:
    app = lobby()
    press(app, f"game:{CARD}")
    one = str(EXAMPLES / "one-discard-pile.cairn")
    other = tmp_path / "other.cairn"
    lines = ['variant "Other" of "lost-cities-card"', "", "replace zone discards: pile of Card"]
    other.write_text("\n".join([*lines, ""]))
    app.do(cmd.ToggleVariant(one))
    app.do(cmd.ToggleVariant(str(other)))
    assert setup(app).varied == [one]
    assert app.shell.toasts and app.shell.toasts[-1].tone == "bad"


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with rulesets of one's own, in which the program is started."""
    for name in ("nim", "draw-two-keep-one"):
        (tmp_path / f"{name}.cairn").write_text((EXAMPLES / f"{name}.cairn").read_text())
    (tmp_path / "broken.cairn").write_text('game "Broken"\n  players 2\ntunr\n')
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_games_of_ones_own_stand_with_the_librarys(own: Path) -> None:
    app = lobby()
    assert "Nim" in texts(app)
    press(app, "game:nim.cairn")
    press(app, "start:play")
    assert table(app).guest.session.game.rules.header.title == "Nim"
    assert table(app).rules == str(own / "nim.cairn")


def test_variants_of_ones_own_stand_with_their_game(own: Path) -> None:
    app = lobby()
    press(app, f"game:{CARD}")
    press(app, "edition:draw-two-keep-one.cairn")
    assert "Lost Cities: draw two, keep one" in texts(app)
    press(app, "start:play")


def test_a_file_with_mistakes_says_so_and_is_played_once_they_are_mended(own: Path) -> None:
    app = lobby()
    assert "broken.cairn:3" in texts(app)
    press(app, "game:broken.cairn")
    assert "These rules have errors" in texts(app)
    app.key("escape")
    assert setup(app).game != "broken.cairn"
    (own / "broken.cairn").write_text((EXAMPLES / "pig.cairn").read_text())
    press(app, "game:broken.cairn")
    press(app, "start:play")
    assert table(app).guest.session.game.rules.header.title == "Pig"


def test_a_file_that_gets_mistakes_after_it_was_chosen_is_refused_when_play_begins(
    own: Path,
) -> None:
    app = lobby()
    press(app, "game:nim.cairn")
    (own / "nim.cairn").write_text("gaem\n")
    app.shell.touch()
    press(app, "start:play")
    assert app.table is None
    assert app.shell.toasts and app.shell.toasts[-1].tone == "bad"
    (own / "nim.cairn").unlink()
    app.shell.touch()
    assert "Nim" in texts(app)


def test_only_so_many_files_are_shown(own: Path) -> None:
    for number in range(40):
        (own / f"copy{number}.cairn").write_text((EXAMPLES / "nim.cairn").read_text())
    app = lobby()
    shown = [n for n in nodes(app) if n.id.startswith("game:copy") and n.id.count(":") == 1]
    assert 4 < len(shown) < 40
    assert app.shell.limits["start"] > 0
    assert all(n.box.bottom <= SIZE[1] for n in shown)


def test_people_have_the_names_that_they_write() -> None:
    app = lobby()
    press(app, f"game:{CARD}")
    while "2 · Person" not in texts(app):
        press(app, "seat:1")
    assert "Player 2" in texts(app)
    press(app, "name:0")
    assert app.typing
    app.text("Annaa")
    app.key("backspace")
    app.key("enter")
    press(app, "name:1")
    app.text("Jo")
    press(app, "start:play")
    assert table(app).text.names() == ["Anna", "Jo"]
    assert "ANNA IS TO MOVE" in texts(app)


def test_clicking_elsewhere_ends_writing() -> None:
    app = lobby()
    press(app, "seed")
    assert app.typing
    press(app, "study")
    assert not app.typing


def test_names_are_kept_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    kept = Preferences(people=('Zoë "Z"', ""))
    assert keep_preferences(kept)
    assert read_preferences() == kept


# ------------------------------------------------------------------ at the table


def test_a_tip_of_what_is_chosen_speaks_of_that_alone() -> None:
    app = app_with(CARD, seed=3)
    spot = spot_of("hand[seat 1]", 2)
    told = rest(app, spot)
    item = next(z for z in _zones(app) if z.place == spot.place).items[2]
    click(app, spot)
    app.hover(None)
    assert item.shown in rest(app, spot).casefold() or item.shown in rest(app, spot)
    others = [i.shown for z in _zones(app) if z.place == spot.place for i in z.items]
    assert not [o for o in others if o != item.shown and o in rest(app, spot)]
    assert "\n" in told


def test_no_tip_hides_what_a_click_has_brought() -> None:
    app = app_with(CARD, seed=3)
    click(app, spot_of("hand[seat 1]", 2))
    assert rest_again(app, spot_of("hand[seat 1]", 2)) is None


def test_a_refusal_says_what_can_be_done_instead() -> None:
    app = app_with(CARD, seed=3)
    click(app, spot_of("hand[seat 1]", 0))
    wrong = next(
        z.name
        for z in _zones(app)
        if z.family == "expedition" and z.owner == 0
        and spot_of(z.name) not in table(app).turn.narrowing.glowing
    )  # fmt: skip
    click(app, spot_of(wrong))
    assert app.shell.tip is not None and app.shell.tip.tone == "plain"
    assert "You can:" in app.shell.tip.text


def test_advice_is_given_without_the_notation_of_moves() -> None:
    app = app_with(CARD, seed=3)
    app.do(AtTable.HINT)
    adviser = table(app).guest.adviser
    assert adviser is not None and adviser.done.wait(300)
    app.tick(1.0)
    advice = table(app).guest.advice
    assert advice is not None and advice.move is not None
    assert advice.reason
    assert "(" not in advice.reason


def test_a_refused_undo_speaks_the_persons_language() -> None:
    app = app_with(CARD, language="de")
    app.do(AtTable.UNDO)
    assert app.shell.toasts[-1].text == "Von dir gibt es nichts zurückzunehmen"
    app.do(AtTable.REDO)
    assert app.shell.toasts[-1].text.startswith("Es gibt nichts")


def test_the_log_tells_moves_of_numbers_in_a_sentence() -> None:
    app = app_with(str(EXAMPLES / "nim.cairn"))
    offer = table(app).guest.offers[0]
    app.do(cmd.MakeMove(offer.text))
    assert offer.words.rstrip(".") in texts(app)


def test_toasts_cover_nothing_of_the_table() -> None:
    app = app_with(CARD)
    app.shell.toast("Something is said.")
    shown = node(app, "toast:0").box
    assert shown.x >= node(app, "side").box.x


def test_a_menu_opened_by_keys_begins_with_its_first_row() -> None:
    app = app_with(CARD)
    nodes(app)
    app.key("tab")
    app.key("f10")
    nodes(app)
    assert app.shell.focus.startswith("menu:") and not app.shell.focus.endswith(":x")


def rest_again(app: AppController, spot: Spot) -> object:
    """Let the pointer rest where it is already."""
    found = next(n for n in app.nodes(SIZE) if spot in n.spots)
    app.rest(found, *found.box.centre)
    return app.shell.tip


def _zones(app: AppController) -> list[ZoneView]:
    return list(table(app).guest.view().zones)


def test_every_file_of_stacked_variants_has_one_page() -> None:
    app = app_with("auf-und-ab+short-game")
    names = [page.path.stem for page in table(app).editor.pages]
    assert sorted(names) == ["auf-und-ab", "lost-cities-board", "short-game"]
    for number in range(5):
        app.tick(float(number))
    assert table(app).editor.news is None
