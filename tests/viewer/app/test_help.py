"""The help beside the table: the printed book, lit on the table, with positions to play from."""

from __future__ import annotations

import re
from itertools import product

import pytest

from engine import load, plan_for
from engine.teach.handbook import plain_words
from engine.teach.handbook_pages import pages_of
from engine.teach.handbook_printing import BookPictures, handbook_markdown
from tests.scope import telling
from tests.viewer.app.hands import SIZE, app_with, node, nodes, press, table
from tests.viewer.audit import cut, outside, overlaps, twice
from viewer import commands as cmd
from viewer.app.controller import AppController
from viewer.nodes import Box, Node
from viewer.window.input import InputController

CARD, PLAIN = "lost-cities-card", "rulesets/kalah.cairn"
LANGUAGES = ("en", "de", "fr")


def helped(name: str = CARD, language: str = "en") -> AppController:
    """A game whose help has been opened by its key, and is there."""
    app = app_with(name, language=language)
    app.key("b")
    nodes(app)
    table(app).help.reading.wait()
    app.tick(1.0)
    return app


def pieces_of(app: AppController) -> dict[str, Node]:
    """What is drawn of the book, at any place of it, by id."""
    found: dict[str, Node] = {}
    app.key("home")
    while True:
        found |= {n.id: n for n in nodes(app) if n.id.startswith("help:")}
        before = app.shell.scrolls["help"]
        app.key("pagedown")
        if app.shell.scrolls["help"] == before:
            return found


def words_of(texts: list[str]) -> set[str]:
    return {word for text in texts for word in re.findall(r"\w+", text)}


def lit(app: AppController) -> set[str]:
    """The families of zones that are lit on the table."""
    return {n.spots[0].place.family for n in nodes(app) if n.glow == "lit"}


def paragraph(app: AppController, begins: str) -> Node:
    """The ground of a paragraph that is scrolled to, by its first words."""
    book = table(app).help.reading.book
    assert book is not None
    for part in book.parts:
        words = "".join(run.text for run in getattr(part, "words", ()))
        if words.startswith(begins):
            app.do(cmd.ShowPart(part.number))
            return node(app, f"help:at:{part.number}")
    raise AssertionError(f"nothing begins with {begins!r}")


@pytest.mark.parametrize("language", telling(["de"], LANGUAGES))
@pytest.mark.parametrize("name", telling([CARD], ["lost-cities-board", "short-game"]))
def test_the_help_has_every_word_of_the_printed_book(name: str, language: str) -> None:
    pages = pages_of(plan_for(load(name), language))
    assert pages is not None
    printed = handbook_markdown(pages, BookPictures())
    words = words_of([plain_words(line) for line in printed.splitlines()])
    shown = pieces_of(helped(name, language)).values()
    assert words - words_of([n.words.text for n in shown if n.words is not None]) == set()


def test_a_game_without_a_book_of_its_own_has_the_one_that_cairn_makes() -> None:
    app = helped(PLAIN)
    shown = [n.words.text for n in pieces_of(app).values() if n.words is not None]
    points = plan_for(load(PLAIN)).of("aim", "action", "line")
    assert {p.title for p in points[1:]} <= {text.rstrip(". ") for text in shown}
    assert points[0].sentence in shown


def test_pointing_at_a_paragraph_lights_what_it_speaks_of() -> None:
    app = helped()
    ground = paragraph(app, "Your expeditions")
    assert lit(app) == set()
    assert app.hover(ground)
    assert lit(app) == {"expedition"}
    assert app.hover(paragraph(app, "The deck"))
    assert lit(app) == {"deck"}
    app.hover(None)
    assert lit(app) == set()
    app.do(cmd.ShowTab("log"))
    app.hover(ground)
    assert lit(app) == set()


def test_a_chosen_paragraph_stays_lit_and_one_under_the_keyboard_is() -> None:
    app = helped()
    ground = paragraph(app, "The deck")
    app.click(ground, *ground.box.centre)
    assert lit(app) == {"deck"}
    app.click(ground, *ground.box.centre)
    assert lit(app) == set()
    app.shell.by_keys, app.shell.focus = True, ground.id
    assert lit(app) == {"deck"}


def test_a_position_can_be_tried_and_the_own_game_comes_back() -> None:
    app = helped()
    own = table(app).guest.session
    app.do(cmd.MakeMove(table(app).guest.offers[0].text))
    made = [decision.text for decision in own.history]
    shown = pieces_of(app)
    book = table(app).help.reading.book
    assert book is not None
    at = next(
        part.number for part in book.parts if part.trial and part.trial.said.startswith("Red 4")
    )
    assert f"help:try:{at}" in shown
    app.do(cmd.ShowPart(at))
    press(app, f"help:try:{at}")
    guest, people = table(app).guest, table(app).people
    assert people.trying and guest.session is not own
    mine = [z for z in guest.view().zones if z.family == "expedition" and z.owner == guest.seat]
    assert "red 6" in [z.items[-1].shown for z in mine if z.items]
    refused = guest.session.explain(guest.session.seat or 0, "explore(red 4)")
    assert not refused.legal
    offer = next(o for o in guest.offers if o.action == "discard")
    app.do(cmd.MakeMove(offer.text))
    assert len(guest.session.history) == 1
    app.key("f9")
    assert not people.trying
    assert [decision.text for decision in table(app).guest.session.history] == made


def test_the_book_scrolls_by_wheel_keys_chapters_and_a_pointer_that_draws_it() -> None:
    app = helped()

    def at() -> float:
        nodes(app)
        return app.shell.scrolls.get("help", 0.0)

    assert at() == 0
    app.scroll("help", 2)
    assert at() == 2
    app.key("pagedown")
    assert at() > 5
    app.key("end")
    assert at() == app.shell.limits["help"] > 20
    app.key("home")
    assert at() == 0
    press(app, next(n.id for n in nodes(app) if n.id.startswith("help:link:")))
    assert at() > 0
    app.key("home")
    hands = InputController(app, SIZE, lambda old, new: False, 0.0)
    list_ = next(n for n in hands.nodes if n.id == "help:list")
    x, y = list_.box.x + 30, list_.box.bottom - 40
    hands.press(x, y, 1.0)
    for step in range(1, 6):
        hands.move(x, y - 30 * step, 1.0 + step / 10)
    hands.release(x, y - 150, 2.0)
    assert at() == 150 // 36
    assert table(app).help.pinned is None


@pytest.mark.parametrize(
    ("size", "language"),
    telling(
        [((390, 844), "de"), ((1280, 800), "fr")],
        list(product([(390, 844), (844, 390), (1024, 640), (1280, 800), (2560, 1440)], LANGUAGES)),
    ),
)
@pytest.mark.parametrize("name", telling([CARD], ["lost-cities-board", PLAIN]))
def test_the_book_fits(name: str, size: tuple[int, int], language: str) -> None:
    app = helped(name, language)
    app.nodes(size)
    last = app.shell.limits["help"]
    for row in range(0, int(last) + 1, 6):
        app.shell.scrolls["help"] = float(row)
        app.shell.touch()
        seen = [n for n in app.nodes(size) if n.id.startswith(("help", "tab:", "side"))]
        assert not cut(seen)
        assert not outside(seen, Box(0, 0, *size))
        assert not twice(app.nodes(size))
        assert not overlaps([n for n in seen if n.id != "side"])
    assert any(n.spots for n in app.nodes(size)), "the table stays in sight"


def test_on_the_start_screen_the_key_shows_the_keys() -> None:
    app = app_with(CARD)
    app.key("?")
    press(app, "help:book")
    assert not app.shell.overlay and table(app).tab == "help"
    press(app, "help:keys")
    assert node(app, "help:title")
