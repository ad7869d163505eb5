"""Keys and buttons do what they promise, and nothing that lies under an open panel."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import Session
from engine.table.autosave import Autosave
from engine.table.match import Match
from tests.viewer.desk.hands import (
    desk_with,
    game,
    lobby,
    node,
    nodes,
    press,
    settle,
    setup,
    table,
    texts,
)
from viewer import commands as cmd
from viewer.commands import AtTable, Everywhere
from viewer.desk.desk import Desk

CARD = "lost-cities-card"


def at(desk: Desk) -> Match:
    return table(desk).match


@pytest.mark.parametrize(
    "panel", [Everywhere.MENU, Everywhere.HELP, Everywhere.GAMES], ids=lambda c: c.word
)
def test_no_key_passes_through_an_open_panel(panel: cmd.AnyCommand) -> None:
    for key in ("z", "h", "m", "w", "r", "s", "t", ".", ",", "1", "p", "?", "f10", "backspace"):
        desk = desk_with(CARD)
        table(desk).turn.make(at(desk).offers[0])
        desk.do(panel)
        before = (len(at(desk).session.history), table(desk).tab, at(desk).looking, at(desk).study)
        desk.key(key)
        after = (len(at(desk).session.history), table(desk).tab, at(desk).looking, at(desk).study)
        assert after == before, key
        assert desk.shell.overlay in ("", panel.word), key


def test_no_digit_is_typed_under_an_open_menu_of_the_start_screen() -> None:
    desk = lobby()
    press(desk, "seed")
    desk.do(Everywhere.MENU)
    desk.key("5")
    desk.text("7")
    assert setup(desk).seed == ""


def test_enter_is_promised_only_where_it_confirms() -> None:
    desk = desk_with("lost-cities-rivals", seed=2)
    table(desk).turn.make(next(o for o in at(desk).offers if o.text == "reveal"))
    bid = next(n for n, c in enumerate(table(desk).turn.question.choices) if "id" in c.label)  # type: ignore[union-attr]
    press(desk, f"answer:{bid}")
    assert node(desk, "confirm:key").words.text == "Enter"  # type: ignore[union-attr]
    while desk.shell.focus != "undo":
        desk.key("tab")
    assert not any(n.id == "confirm:key" for n in nodes(desk))


def test_undo_looks_as_possible_as_it_is() -> None:
    desk = desk_with(CARD, seats=["human", "greedy"], seed=2)
    for _ in range(6):
        while at(desk).session.seat == 0:
            table(desk).turn.make(at(desk).offers[-1])
        while at(desk).session.seat == 1:
            at(desk).apply(at(desk).session.legal()[0].move)
            table(desk).turn.changed()
        why = at(desk).why_no_undo()
        before = len(at(desk).session.history)
        desk.do(AtTable.UNDO)
        assert (len(at(desk).session.history) == before) == bool(why)
        if not why:
            desk.do(AtTable.REDO)


def test_people_have_their_names_everywhere() -> None:
    desk = desk_with("examples/go-fish.cairn", seats=["human", "greedy", "greedy"])
    shown = "\n".join(f"{n.tip} {n.words.text if n.words else ''}" for n in nodes(desk))
    assert "seat 2" not in shown.lower()
    table(desk).text.toast("seat 2 has won; Seat 3 hasn't")
    assert "seat" not in desk.shell.toasts[-1].text.lower()


def test_who_looks_on_at_agents_can_stop_them_and_go_move_by_move() -> None:
    desk = desk_with(CARD, seats=["greedy", "greedy"])
    desk.tick(1.0)
    press(desk, "pause")
    before = len(at(desk).session.history)
    for now in range(2, 12):
        desk.tick(float(now))
    assert len(at(desk).session.history) == before
    press(desk, "next_move")
    assert len(at(desk).session.history) == before + 1
    desk.tick(20.0)
    assert len(at(desk).session.history) == before + 1
    desk.key("space")
    assert not table(desk).turn.agents.paused
    desk.closed()


def test_every_game_and_every_save_can_be_reached_on_the_start_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = Path("examples/nim.cairn").read_text()
    monkeypatch.chdir(tmp_path)
    for number in range(14):
        (tmp_path / f"mine-{number}.cairn").write_text(text)
    keeper = Autosave(tmp_path / "kept")
    for number in range(7):
        session = Session(game(CARD), number)
        session.apply(session.move_options()[0].move)
        keeper.fresh()
        keeper.current = f"game-{number}.save"
        keeper.keep(session, ["human", "easy"], CARD, f"Kept {number}")
    for name, count in (("start", 18), ("recent", 7)):
        desk = lobby(autosave=keeper)
        seen: set[str] = set()
        for _ in range(20):
            head = "game:" if name == "start" else "recent:"
            seen |= {n.id for n in nodes(desk) if n.do and n.id.startswith(head)}
            press(desk, f"{name}:down")
        assert len(seen) >= count, sorted(seen)


def test_a_game_on_rules_changed_since_goes_on_where_all_its_moves_fit(tmp_path: Path) -> None:
    rules = tmp_path / "ours.cairn"
    rules.write_text(Path("examples/nim.cairn").read_text())
    keeper = Autosave(tmp_path / "kept")
    desk = desk_with(str(rules), autosave=keeper)
    table(desk).rules = str(rules)
    table(desk).turn.make(at(desk).offers[0])
    table(desk).keep()
    rules.write_text(rules.read_text() + "\n# a remark\n")
    again = lobby(autosave=keeper)
    press(again, "recent:0")
    assert len(at(again).session.history) == 1
    assert "error" not in texts(again)


def test_the_window_is_as_large_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from viewer.desk.preferences import read_preferences

    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    desk = lobby(autosave=Autosave(tmp_path / "kept"))
    desk.sized(1111, 777)
    assert read_preferences().window == (1111, 777)


def test_the_tab_key_stops_once_at_the_log_and_the_arrows_go_through_it() -> None:
    desk = desk_with(CARD)
    for _ in range(6):
        table(desk).turn.make(at(desk).offers[0])
    assert nodes(desk)
    cycle: list[str] = []
    while not cycle or desk.shell.focus != cycle[0]:
        cycle.append(desk.shell.focus)
        desk.key("tab")
        cycle = cycle if cycle[0] else []
    rows = [name for name in cycle if name.startswith("log:")]
    assert len(rows) == 1
    assert "tab:menu" in cycle
    while desk.shell.focus != rows[0]:
        desk.key("tab")
    desk.key("down")
    assert desk.shell.focus.startswith("log:") and desk.shell.focus != rows[0]
    desk.key("tab")
    assert not desk.shell.focus.startswith("log:")


@pytest.mark.parametrize("name", [CARD, "examples/knock.cairn"])
def test_the_tab_key_comes_to_the_answers_first_then_to_what_glows(name: str) -> None:
    desk = desk_with(name)
    hand = next(n for n in nodes(desk) if n.glow == "legal" and n.spots)
    if name == CARD:
        desk.click(hand, *hand.box.centre)
    kinds: list[str] = []
    reached: set[str] = set()
    desk.key("tab")
    while desk.shell.focus not in reached:
        reached.add(desk.shell.focus)
        found = node(desk, desk.shell.focus)
        word = found.do.word if found.do is not None else found.glow
        kinds += [word] if kinds[-1:] != [word] else []
        desk.key("tab")
    wanted = [k for k in ("answer", "target", "chosen", "legal", "undo") if k in kinds]
    assert wanted == [k for k in kinds if k in wanted][: len(wanted)]
    assert wanted[0] == ("target" if name == CARD else "answer")


def over(name: str = "examples/pig.cairn", autosave: Autosave | None = None) -> Desk:
    """A game that agents have played to its end, its result shown."""
    desk = desk_with(name, seats=["random", "greedy"], autosave=autosave)
    settle(desk)
    assert desk.shell.overlay == "result"
    return desk


@pytest.mark.parametrize("by_keys", [False, True])
def test_enter_on_the_result_throws_nothing_away(by_keys: bool) -> None:
    desk = over()
    played = len(at(desk).session.history)
    desk.shell.by_keys = by_keys
    desk.shell.focus = "next" if by_keys else ""
    nodes(desk)
    for _ in range(3):
        desk.key("enter")
        assert at(desk).session.over and len(at(desk).session.history) == played
    assert desk.shell.overlay == "" and "won" in texts(desk)


def test_the_result_can_be_seen_again() -> None:
    desk = over()
    desk.key("enter")
    press(desk, "over:result")
    assert desk.shell.overlay == "result" and "result:title" in {n.id for n in nodes(desk)}


def test_a_new_deal_keeps_the_game_that_was_played_before(tmp_path: Path) -> None:
    keeper = Autosave(tmp_path / "kept")
    desk = desk_with(CARD, autosave=keeper)
    for _ in range(3):
        table(desk).turn.make(at(desk).offers[-1])
    desk.do(cmd.Again())
    assert not at(desk).session.history
    assert [kept.moves for kept in keeper.recent()] == [3]
