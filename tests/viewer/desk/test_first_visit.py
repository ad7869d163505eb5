"""What a newcomer meets: variants together, names, tips that help, advice and a log in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import ZoneView
from tests.viewer.desk.hands import (
    EXAMPLES,
    SIZE,
    desk_with,
    lobby,
    node,
    nodes,
    press,
    setup,
    table,
    texts,
)
from viewer import commands as cmd
from viewer.commands import AtTable
from viewer.desk.desk import Desk
from viewer.desk.preferences import Preferences, keep_preferences, read_preferences
from viewer.nodes import Spot

CARD = "lost-cities-card"
BOARD = "lost-cities-board"


def rest(desk: Desk, spot: Spot) -> str:
    """Let the pointer rest on something; return all that is said there."""
    found = next(n for n in nodes(desk) if spot in n.spots)
    desk.hover(found)
    desk.rest(found, *found.box.centre)
    return "\n".join((desk.shell.tip.title, desk.shell.tip.text)) if desk.shell.tip else ""


def click(desk: Desk, spot: Spot) -> None:
    found = next(n for n in nodes(desk) if spot in n.spots)
    desk.hover(found)
    desk.click(found, *found.box.centre)


# ------------------------------------------------------------------ the start screen


def test_several_variants_are_chosen_together() -> None:
    desk = lobby()
    press(desk, f"game:{BOARD}")
    press(desk, "edition:auf-und-ab")
    press(desk, "edition:short-game")
    assert "Auf und Ab + The short game" in texts(desk)
    press(desk, "start:play")
    assert table(desk).rules == "auf-und-ab+short-game"
    assert table(desk).match.session.game.option_words()["length"] == "short"


def test_a_variant_is_let_go_again_and_the_game_itself_has_none() -> None:
    desk = lobby()
    press(desk, f"game:{BOARD}")
    for name in ("auf-und-ab", "short-game", "auf-und-ab"):
        press(desk, f"edition:{name}")
    assert setup(desk).edition == "short-game"
    press(desk, f"edition:{BOARD}")
    assert setup(desk).varied == []


def test_variants_that_contradict_each_other_are_refused(tmp_path: Path) -> None:
    desk = lobby()
    press(desk, f"game:{CARD}")
    one = str(EXAMPLES / "one-discard-pile.cairn")
    other = tmp_path / "other.cairn"
    lines = ['variant "Other" of "lost-cities-card"', "", "replace zone discards: pile of Card"]
    other.write_text("\n".join([*lines, ""]))
    desk.do(cmd.ToggleVariant(one))
    desk.do(cmd.ToggleVariant(str(other)))
    assert setup(desk).varied == [one]
    assert desk.shell.toasts and desk.shell.toasts[-1].tone == "bad"


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with rulesets of one's own, in which the program is started."""
    for name in ("nim", "draw-two-keep-one"):
        (tmp_path / f"{name}.cairn").write_text((EXAMPLES / f"{name}.cairn").read_text())
    (tmp_path / "broken.cairn").write_text('game "Broken"\n  players 2\ntunr\n')
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_games_of_ones_own_stand_with_the_librarys(own: Path) -> None:
    desk = lobby()
    assert "Nim" in texts(desk)
    press(desk, "game:nim.cairn")
    press(desk, "start:play")
    assert table(desk).match.session.game.rules.header.title == "Nim"
    assert table(desk).rules == str(own / "nim.cairn")


def test_variants_of_ones_own_stand_with_their_game(own: Path) -> None:
    desk = lobby()
    press(desk, f"game:{CARD}")
    press(desk, "edition:draw-two-keep-one.cairn")
    assert "Lost Cities: draw two, keep one" in texts(desk)
    press(desk, "start:play")


def test_a_file_with_mistakes_says_so_and_is_played_once_they_are_mended(own: Path) -> None:
    desk = lobby()
    assert "broken.cairn:3" in texts(desk)
    press(desk, "game:broken.cairn")
    assert "These rules have errors" in texts(desk)
    desk.key("escape")
    assert setup(desk).game != "broken.cairn"
    (own / "broken.cairn").write_text((EXAMPLES / "pig.cairn").read_text())
    press(desk, "game:broken.cairn")
    press(desk, "start:play")
    assert table(desk).match.session.game.rules.header.title == "Pig"


def test_a_file_that_gets_mistakes_after_it_was_chosen_is_refused_when_play_begins(
    own: Path,
) -> None:
    desk = lobby()
    press(desk, "game:nim.cairn")
    (own / "nim.cairn").write_text("gaem\n")
    desk.shell.touch()
    press(desk, "start:play")
    assert desk.table is None
    assert desk.shell.toasts and desk.shell.toasts[-1].tone == "bad"
    (own / "nim.cairn").unlink()
    desk.shell.touch()
    assert "Nim" in texts(desk)


def test_only_so_many_files_are_shown(own: Path) -> None:
    for number in range(40):
        (own / f"copy{number}.cairn").write_text((EXAMPLES / "nim.cairn").read_text())
    desk = lobby()
    shown = [n for n in nodes(desk) if n.id.startswith("game:copy") and n.id.count(":") == 1]
    assert 4 < len(shown) < 40
    assert desk.shell.limits["start"] > 0
    assert all(n.box.bottom <= SIZE[1] for n in shown)


def test_people_have_the_names_that_they_write() -> None:
    desk = lobby()
    press(desk, f"game:{CARD}")
    while "2 · Person" not in texts(desk):
        press(desk, "seat:1")
    assert "Player 2" in texts(desk)
    press(desk, "name:0")
    assert desk.typing
    desk.text("Annaa")
    desk.key("backspace")
    desk.key("enter")
    press(desk, "name:1")
    desk.text("Jo")
    press(desk, "start:play")
    assert table(desk).text.names() == ["Anna", "Jo"]
    assert "ANNA IS TO MOVE" in texts(desk)


def test_clicking_elsewhere_ends_writing() -> None:
    desk = lobby()
    press(desk, "seed")
    assert desk.typing
    press(desk, "study")
    assert not desk.typing


def test_names_are_kept_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    kept = Preferences(people=('Zoë "Z"', ""))
    assert keep_preferences(kept)
    assert read_preferences() == kept


# ------------------------------------------------------------------ at the table


def test_a_tip_of_what_is_chosen_speaks_of_that_alone() -> None:
    desk = desk_with(CARD, seed=3)
    spot = ("hand[seat 1]", 2)
    told = rest(desk, spot)
    item = next(z for z in _zones(desk) if z.name == spot[0]).items[2]
    click(desk, spot)
    desk.hover(None)
    assert item.shown in rest(desk, spot).casefold() or item.shown in rest(desk, spot)
    others = [i.shown for z in _zones(desk) if z.name == spot[0] for i in z.items]
    assert not [o for o in others if o != item.shown and o in rest(desk, spot)]
    assert "\n" in told


def test_no_tip_hides_what_a_click_has_brought() -> None:
    desk = desk_with(CARD, seed=3)
    click(desk, ("hand[seat 1]", 2))
    assert rest_again(desk, ("hand[seat 1]", 2)) is None


def test_a_refusal_says_what_can_be_done_instead() -> None:
    desk = desk_with(CARD, seed=3)
    click(desk, ("hand[seat 1]", 0))
    wrong = next(
        z.name
        for z in _zones(desk)
        if z.family == "expedition" and z.owner == 0
        and (z.name, -1) not in table(desk).turn.narrowing.glowing
    )  # fmt: skip
    click(desk, (wrong, -1))
    assert desk.shell.tip is not None and desk.shell.tip.tone == "plain"
    assert "You can:" in desk.shell.tip.text


def test_advice_is_given_without_the_notation_of_moves() -> None:
    desk = desk_with(CARD, seed=3)
    desk.do(AtTable.HINT)
    adviser = table(desk).turn.agents.adviser
    assert adviser is not None and adviser.done.wait(300)
    desk.tick(1.0)
    assert table(desk).turn.advice is not None
    assert table(desk).turn.agents.reason
    assert "(" not in table(desk).turn.agents.reason


def test_a_refused_undo_speaks_the_persons_language() -> None:
    desk = desk_with(CARD, language="de")
    desk.do(AtTable.UNDO)
    assert desk.shell.toasts[-1].text == "Von dir gibt es nichts zurückzunehmen"
    desk.do(AtTable.REDO)
    assert desk.shell.toasts[-1].text.startswith("Es gibt nichts")


def test_the_log_tells_moves_of_numbers_in_a_sentence() -> None:
    desk = desk_with(str(EXAMPLES / "nim.cairn"))
    offer = table(desk).match.offers[0]
    desk.do(cmd.MakeMove(offer.text))
    assert offer.words.rstrip(".") in texts(desk)


def test_toasts_cover_nothing_of_the_table() -> None:
    desk = desk_with(CARD)
    desk.shell.toast("Something is said.")
    shown = node(desk, "toast:0").box
    assert shown.x >= node(desk, "side").box.x


def test_a_menu_opened_by_keys_begins_with_its_first_row() -> None:
    desk = desk_with(CARD)
    nodes(desk)
    desk.key("tab")
    desk.key("f10")
    nodes(desk)
    assert desk.shell.focus.startswith("menu:") and not desk.shell.focus.endswith(":x")


def rest_again(desk: Desk, spot: Spot) -> object:
    """Let the pointer rest where it is already."""
    found = next(n for n in desk.nodes(SIZE) if spot in n.spots)
    desk.rest(found, *found.box.centre)
    return desk.shell.tip


def _zones(desk: Desk) -> list[ZoneView]:
    return list(table(desk).match.view().zones)


def test_every_file_of_stacked_variants_has_one_page() -> None:
    desk = desk_with("auf-und-ab+short-game")
    names = [page.path.stem for page in table(desk).editor.pages]
    assert sorted(names) == ["auf-und-ab", "lost-cities-board", "short-game"]
    for number in range(5):
        desk.tick(float(number))
    assert table(desk).editor.news is None
