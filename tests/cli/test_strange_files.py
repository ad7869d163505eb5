"""Files beside a ruleset that anybody may have written: a diagnostic with its place, never 70."""

from __future__ import annotations

from itertools import cycle, product
from pathlib import Path

import pytest

from engine.language.diagnostics import RulesError
from engine.rules.load import load
from engine.rules.translations import check_catalogues
from engine.teach.lesson_positions import check_lessons
from tests.cli.conftest import Cairn, run_here
from tests.scope import telling
from viewer import check_look

HUGE = "9" * 5000
VALUES = (
    HUGE, f"-{HUGE}", "1e308", "-1e308", ".nan", ".inf", "²", "[]", "[1]", "{a: 1}", "2026-13-45",
    "!!int x", '!!float ""', "!!timestamp z", "!!bool q", '!!binary "%"', "!!set {a}", '"\\0"',
    "{? {a: b} : c}", "[[[[]]]]", "*a", "!!python/object:x {}", "x" * 5000,
)  # fmt: skip
RAW = {
    "a BOM and nothing": b"\xef\xbb\xbf",
    "UTF-16": "view: 1".encode("utf-16"),
    "NUL": b"a: \0",
    "half a character": b"a: \xc3",
    "a surrogate": b"a: \xed\xa0\x80",
    "deep brackets": b"[" * 100_000,
    "deep lines": b"- " * 20_000,
    "an escape": b'a: "\\e[31m"',
    "two texts": b"--- a\n--- b\n",
    "too much": b"#" * 2_000_000,
    "a bare exclamation mark": b"!",
}

BESIDE = ("game.view.yaml", "game.lessons.yaml", "game.de.yaml")

GAME = """\
game "Last card"
  players 2

type Colour = red, blue

component Card
  colour: Colour
  called "{colour}"
  make 5 for each colour

zone deck:         pile of Card, face down
zone discards:     pile of Card, face up
zone hand[Player]: hand of Card

setup
  move all Card to deck
  shuffle deck
  deal 2 from deck to each hand

turn
  choose
    discard(card in my hand)
      "Lay {card} on the pile."
      move card to discards

wins when my hand is empty
  "The first without cards wins."
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.cairn"
    path.write_text(GAME)
    return path


NUMBERS = ("size", "overlap", "show", "head", "foot", "grow", "gap", "at")


FORMS = [
    *(f"zones: {{discards: {{{key}: VALUE}}}}" for key in (*NUMBERS, "title", "sort", "labels")),
    *(f"pieces: {{Card: {{{key}: VALUE}}}}" for key in ("size", "index", "cases", "back")),
    "minutes: VALUE", "layout: {wide: {cols: [VALUE], rows: [1fr], areas: [[a]]}}",
    "dimensions: {Colour: {use: VALUE}}", "dimensions: {seat: {seat VALUE: {icon: sun}}}",
    "zones: VALUE", "VALUE: 1",
]  # fmt: skip


@pytest.mark.parametrize("form", telling(FORMS[::4], FORMS))
def test_every_value_of_a_view_file_is_taken_or_reported_in_its_place(
    game: Path, form: str
) -> None:
    loaded = load(game)
    view = game.with_suffix(".view.yaml")
    for value in VALUES:
        view.write_text(f"view: 1\n{form.replace('VALUE', value)}\n")
        for found in check_look(loaded).errors:
            assert found.code == "E606" and found.span.line in (2, 3), value


@pytest.mark.parametrize("key", NUMBERS)
def test_a_number_beyond_all_tables_is_refused(game: Path, key: str) -> None:
    loaded = load(game)
    for value in (HUGE, "1e308", "-1e308", ".nan", ".inf", "99999999999999999999"):
        game.with_suffix(".view.yaml").write_text(f"view: 1\nzones: {{deck: {{{key}: {value}}}}}\n")
        (found,) = check_look(loaded).errors
        assert (found.code, found.span.line) == ("E606", 2)


def test_the_largest_that_a_view_file_may_say_can_be_drawn(game: Path, cairn: Cairn) -> None:
    zone = "size: 10, overlap: 1, show: 1000, head: 50, foot: 50, grow: 10, gap: 1000"
    tracks = "cols: [9999c, 9999px, 0fr], rows: [9999fr+9999c], areas: [[a, b, c]]"
    game.with_suffix(".view.yaml").write_text(
        f"view: 1\nlayout: {{wide: {{{tracks}}}, tall: {{{tracks}}}}}\nplates: {{in: c}}\n"
        f"zones: {{discards: {{in: b, {zone}}}, deck: {{in: a, size: 0.1, overlap: 0, show: 0}}}}\n"
    )
    done = run_here("shot", game, "--moves", "9", "--size", "640x400", "--out", "table.png")
    assert done.code == 0, done.err


@pytest.mark.parametrize("form", ["names: VALUE", "texts: {discard: VALUE}", "VALUE: 1", "VALUE"])
def test_every_value_of_a_catalogue_is_taken_or_reported(game: Path, form: str) -> None:
    loaded = load(game)
    for value in VALUES:
        game.with_suffix(".de.yaml").write_text(form.replace("VALUE", value))
        errors = [found for found in check_catalogues(loaded) if found.severity == "error"]
        for found in errors:
            assert found.code == "E601" and found.span.line == 1, value


@pytest.mark.parametrize("key", ["about", "position", "text", "answers", "move", "wrong", "zz"])
def test_every_value_of_a_lesson_is_taken_or_reported(game: Path, key: str) -> None:
    lesson = {"title": "a", "text": "b", "ask": "c", "answers": "[{text: a, right: true}]"}
    for value in VALUES:
        parts = ", ".join(f"{name}: {said}" for name, said in (lesson | {key: value}).items())
        game.with_suffix(".lessons.yaml").write_text(f"lessons:\n- {{{parts}}}\n")
        for found in check_lessons(load(game)):
            assert found.code in ("E607", "E401", "E402") or found.code.startswith(("E0", "E1"))
            assert found.span.line == 2, value


@pytest.mark.parametrize(
    ("what", "name"),
    telling(list(zip(RAW, cycle(BESIDE), strict=False)), list(product(RAW, BESIDE))),
)
def test_what_is_no_yaml_at_all_is_one_finding(game: Path, name: str, what: str) -> None:
    (game.parent / name).write_bytes(RAW[what])
    try:
        loaded = load(game)
        found = [*check_catalogues(loaded), *check_lessons(loaded), *check_look(loaded).errors]
    except RulesError as problem:
        found = [*problem.diagnostics]
    errors = [one for one in found if one.severity == "error"]
    empty = ".de." in name and what in ("a BOM and nothing", "a bare exclamation mark")
    assert len(errors) == (0 if empty else 1)
    assert all(str(one.code) in ("E601", "E606", "E607", "E004") for one in errors)
    assert all("\n" not in one.message for one in errors)


@pytest.mark.parametrize("what", RAW)
def test_what_is_no_policy_is_played_without(game: Path, what: str) -> None:
    game.with_name("game.2.policy.json").write_bytes(RAW[what])
    done = run_here("sim", game, "--games", "1", "--agents", "medium,random")
    assert done.code == 0
