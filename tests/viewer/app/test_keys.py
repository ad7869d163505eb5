"""Keys and buttons do what they promise, and nothing that lies under an open panel."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import Session
from engine.rules.said import Said
from engine.table.autosave import Autosave
from engine.table.guest import Guest
from tests.viewer.app.hands import (
    app_with,
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
from viewer.app.controller import AppController
from viewer.commands import AtTable, Everywhere

CARD = "lost-cities-card"


def at(app: AppController) -> Guest:
    return table(app).guest


def state(app: AppController) -> tuple[object, ...]:
    """What a key at the table changes."""
    shown, guest = table(app), at(app)
    return len(guest.session.history), shown.tab, guest.looking, shown.people.trying


@pytest.mark.parametrize(
    "panel", [Everywhere.MENU, Everywhere.HELP, Everywhere.GAMES], ids=lambda c: c.word
)
def test_no_key_passes_through_an_open_panel(panel: cmd.AnyCommand) -> None:
    for key in ("z", "h", "m", "w", "r", "s", "t", ".", ",", "1", "p", "?", "f10", "backspace"):
        app = app_with(CARD)
        table(app).turn.make(at(app).offers[0])
        app.do(panel)
        before = state(app)
        app.key(key)
        after = state(app)
        assert after == before, key
        assert app.shell.overlay in ("", panel.word), key


def test_no_digit_is_typed_under_an_open_menu_of_the_start_screen() -> None:
    app = lobby()
    press(app, "seed")
    app.do(Everywhere.MENU)
    app.key("5")
    app.text("7")
    assert setup(app).seed == ""


def test_enter_is_promised_only_where_it_confirms() -> None:
    app = app_with("lost-cities-rivals", seed=2)
    table(app).turn.make(next(o for o in at(app).offers if o.text == "reveal"))
    bid = next(n for n, c in enumerate(table(app).turn.question.choices) if "id" in c.label)  # type: ignore[union-attr]
    press(app, f"answer:{bid}")
    assert node(app, "confirm:key").words.text == "Enter"  # type: ignore[union-attr]
    while app.shell.focus != "undo":
        app.key("tab")
    assert not any(n.id == "confirm:key" for n in nodes(app))


def test_undo_looks_as_possible_as_it_is() -> None:
    app = app_with(CARD, seats=["human", "greedy"], seed=2)
    for _ in range(6):
        while at(app).session.seat == 0:
            table(app).turn.make(at(app).offers[-1])
        while at(app).session.seat == 1:
            at(app).table.make(at(app).session.legal()[0].move)
            table(app).turn.changed()
        why = at(app).table.why_no_undo()
        before = len(at(app).session.history)
        app.do(AtTable.UNDO)
        assert (len(at(app).session.history) == before) == bool(why)
        if not why:
            app.do(AtTable.REDO)


def test_people_have_their_names_everywhere() -> None:
    app = app_with("examples/go-fish.cairn", seats=["human", "greedy", "greedy"])
    shown = "\n".join(f"{n.tip} {n.words.text if n.words else ''}" for n in nodes(app))
    assert "seat 2" not in shown.lower()
    seats = at(app).session.game.wording.catalogue
    table(app).text.toast(Said([seats.seat(1), " has won; ", seats.seat(2).capital, " hasn't"]))
    assert "seat" not in app.shell.toasts[-1].text.lower()


def test_who_looks_on_at_agents_can_stop_them_and_go_move_by_move() -> None:
    app = app_with(CARD, seats=["greedy", "greedy"])
    app.tick(1.0)
    press(app, "pause")
    before = len(at(app).session.history)
    for now in range(2, 12):
        app.tick(float(now))
    assert len(at(app).session.history) == before
    press(app, "next_move")
    assert len(at(app).session.history) == before + 1
    app.tick(20.0)
    assert len(at(app).session.history) == before + 1
    app.key("space")
    assert not table(app).turn.agents.paused
    app.closed()


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
        app = lobby(autosave=keeper)
        seen: set[str] = set()
        for _ in range(20):
            head = "game:" if name == "start" else "recent:"
            seen |= {n.id for n in nodes(app) if n.do and n.id.startswith(head)}
            press(app, f"{name}:down")
        assert len(seen) >= count, sorted(seen)


def test_a_game_on_rules_changed_since_goes_on_where_all_its_moves_fit(tmp_path: Path) -> None:
    rules = tmp_path / "ours.cairn"
    rules.write_text(Path("examples/nim.cairn").read_text())
    keeper = Autosave(tmp_path / "kept")
    app = app_with(str(rules), autosave=keeper)
    table(app).rules = str(rules)
    table(app).turn.make(at(app).offers[0])
    table(app).keep()
    rules.write_text(rules.read_text() + "\n# a remark\n")
    again = lobby(autosave=keeper)
    press(again, "recent:0")
    assert len(at(again).session.history) == 1
    assert "error" not in texts(again)


def test_the_window_is_as_large_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from viewer.app.preferences import read_preferences

    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    app = lobby(autosave=Autosave(tmp_path / "kept"))
    app.sized(1111, 777)
    assert read_preferences().window == (1111, 777)


def test_the_tab_key_stops_once_at_the_log_and_the_arrows_go_through_it() -> None:
    app = app_with(CARD)
    for _ in range(6):
        table(app).turn.make(at(app).offers[0])
    assert nodes(app)
    cycle: list[str] = []
    while not cycle or app.shell.focus != cycle[0]:
        cycle.append(app.shell.focus)
        app.key("tab")
        cycle = cycle if cycle[0] else []
    rows = [name for name in cycle if name.startswith("log:")]
    assert len(rows) == 1
    assert "tab:menu" in cycle
    while app.shell.focus != rows[0]:
        app.key("tab")
    app.key("down")
    assert app.shell.focus.startswith("log:") and app.shell.focus != rows[0]
    app.key("tab")
    assert not app.shell.focus.startswith("log:")


@pytest.mark.parametrize("name", [CARD, "examples/knock.cairn"])
def test_the_tab_key_comes_to_the_answers_first_then_to_what_glows(name: str) -> None:
    app = app_with(name)
    hand = next(n for n in nodes(app) if n.glow == "legal" and n.spots)
    if name == CARD:
        app.click(hand, *hand.box.centre)
    kinds: list[str] = []
    reached: set[str] = set()
    app.key("tab")
    while app.shell.focus not in reached:
        reached.add(app.shell.focus)
        found = node(app, app.shell.focus)
        word = found.do.word if found.do is not None else found.glow
        kinds += [word] if kinds[-1:] != [word] else []
        app.key("tab")
    wanted = [k for k in ("answer", "target", "chosen", "legal", "undo") if k in kinds]
    assert wanted == [k for k in kinds if k in wanted][: len(wanted)]
    assert wanted[0] == ("target" if name == CARD else "answer")


def over(name: str = "examples/pig.cairn", autosave: Autosave | None = None) -> AppController:
    """A game that agents have played to its end, its result shown."""
    app = app_with(name, seats=["random", "greedy"], autosave=autosave)
    settle(app)
    assert app.shell.overlay == "result"
    return app


@pytest.mark.parametrize("by_keys", [False, True])
def test_enter_on_the_result_throws_nothing_away(by_keys: bool) -> None:
    app = over()
    played = len(at(app).session.history)
    app.shell.by_keys = by_keys
    app.shell.focus = "next" if by_keys else ""
    nodes(app)
    for _ in range(3):
        app.key("enter")
        assert at(app).session.over and len(at(app).session.history) == played
    assert app.shell.overlay == "" and "won" in texts(app)


def test_the_result_can_be_seen_again() -> None:
    app = over()
    app.key("enter")
    press(app, "over:result")
    assert app.shell.overlay == "result" and "result:title" in {n.id for n in nodes(app)}


def test_a_new_deal_keeps_the_game_that_was_played_before(tmp_path: Path) -> None:
    keeper = Autosave(tmp_path / "kept")
    app = app_with(CARD, autosave=keeper)
    for _ in range(3):
        table(app).turn.make(at(app).offers[-1])
    app.do(cmd.Again())
    assert not at(app).session.history
    assert [kept.moves for kept in keeper.recent()] == [3]
