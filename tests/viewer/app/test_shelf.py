"""The start screen: what there is to play, how long, how its table looks; what was chosen last."""

from __future__ import annotations

import time

from tests.viewer.app.hands import SIZE, lobby, node, nodes, press, setup, table, texts
from viewer.app.controller import AppController
from viewer.app.preferences import read_preferences
from viewer.panels import open_app


def ticked(app: AppController) -> None:
    """Wait until the picture of the table is there."""
    end = time.monotonic() + 60
    number = 0.0
    while setup(app).dealt is None:
        number += 1
        app.tick(number)
        time.sleep(0.01)
        assert time.monotonic() < end, "no picture came"


def test_each_game_says_what_it_is_about_for_how_many_and_how_long() -> None:
    shown = texts(lobby())
    assert "Outbid your rivals" in shown
    assert "2–4 players · about 45 min" in shown
    assert "2 players · about 30 min" in shown


def test_the_table_of_the_chosen_game_is_seen_as_it_will_be() -> None:
    app = lobby()
    press(app, "game:lost-cities-rivals")
    press(app, "players:4")
    ticked(app)
    picture = [n for n in nodes(app) if n.id.startswith("table:")]
    ground = node(app, "table").box
    assert len(picture) > 40
    assert all(n.clip == ground and not n.spots and n.do is None for n in picture)
    dealt = setup(app).dealt
    assert dealt is not None
    assert dealt[0].game.players == 4


def test_the_examples_are_put_on_the_shelf_and_can_be_played() -> None:
    app = lobby()
    before = [n.id for n in nodes(app) if n.id.startswith("game:")]
    press(app, "start:examples")
    more = [n.id for n in nodes(app) if n.id.startswith("game:")]
    assert set(more) - set(before)
    goofspiel = next(name for name in more if name == "game:goofspiel")
    press(app, goofspiel)
    press(app, "start:play")
    assert table(app).guest.session.game.rules.header.title == "Goofspiel"


def test_what_was_chosen_last_stands_there_again() -> None:
    app = open_app(language="en")
    for name in ("game:lost-cities-board", "edition:auf-und-ab", "players:3", "seat:1",
                 "option:length:short", "start:play"):  # fmt: skip
        found = next(n for n in app.nodes(SIZE) if n.id == name)
        app.click(found, *found.box.centre)
    seats = list(table(app).guest.table.seats)
    again = setup(open_app(language="en"))
    assert (again.edition, again.players, again.seats) == ("auf-und-ab", 3, seats)
    assert again.options == {"length": "short"}
    assert read_preferences().last[0] == "lost-cities-board"


def test_who_plays_alone_may_have_a_name() -> None:
    app = lobby()
    press(app, "game:lost-cities-card")
    press(app, "name:0")
    setup(app).typed("Ada")
    press(app, "start:play")
    assert table(app).text.names()[0] == "Ada"


def test_each_level_says_how_strong_it_is() -> None:
    app = lobby()
    press(app, "game:lost-cities-card")
    seen = set()
    for _ in range(6):
        seen.add(node(app, "seat:1").tip)
        press(app, "seat:1")
    assert len(seen) >= 5
    assert "" not in seen


def test_games_are_found_by_words_kind_players_and_minutes() -> None:
    app = lobby()
    press(app, "start:examples")
    press(app, "start:search")
    setup(app).typed("Goofs")
    assert shown_games(app) == ["game:goofspiel"]
    for _ in "Goofs":
        setup(app).key("backspace")
    press(app, "start:kind")
    assert "game:lost-cities-board" in shown_games(app)
    assert "game:lost-cities-card" not in shown_games(app)
    press(app, "start:length")
    assert shown_games(app) == []
    for _ in range(3):
        press(app, "start:length")
    press(app, "start:kind")
    for _ in range(4):
        press(app, "start:company")
    assert shown_games(app)[0] == "game:lost-cities-rivals"
    assert "game:lost-cities-card" not in shown_games(app)


def shown_games(app: AppController) -> list[str]:
    """Return the games that can be seen in the list."""
    found = [n.id for n in nodes(app) if n.id.startswith("game:")]
    return [name for name in found if name.count(":") == 1]
