"""What there is to choose from before a game."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from engine.game.session import Game
from engine.rules.files import library, library_folder
from engine.rules.library import (
    SHELF,
    LibraryEntry,
    known_playable,
    languages,
    library_entries,
    settings,
    shelf_text,
)
from engine.rules.load import load
from engine.rules.shelf import grouped
from engine.storage.folders import cache_folder

ROOT = Path(__file__).parents[2]


def on_the_shelf(language: str = "en", *more: Path) -> list[LibraryEntry]:
    """The library and other files, in the order in which lists show them."""
    found = grouped(library_entries((*library(), *more), language))
    return [entry for group in found for entry in group.entries]


def test_every_ruleset_is_on_the_shelf_variants_after_their_game() -> None:
    found = on_the_shelf()
    assert sorted(e.name for e in found) == sorted(path.stem for path in library())
    place = next(n for n, e in enumerate(found) if e.name == "lost-cities-board")
    board, variants = found[place], found[place + 1 : place + 4]
    assert {v.name for v in variants} >= {"auf-und-ab", "lost-cities-board-2018"}
    assert all(v.base == "lost-cities-board" for v in variants)
    assert board.players == (2, 4) and board.base is None and not board.errors


def test_options_with_their_values_in_words() -> None:
    loaded = load("lost-cities-card")
    (matches, six, back) = settings(loaded)
    assert (matches.name, matches.values, matches.default) == ("matches", ("1", "2", "3"), "1")
    assert (six.title, six.values, six.shown) == ("six colours", ("no", "yes"), ("no", "yes"))
    assert back.words == "May you draw the card that you have just discarded?"
    german = settings(loaded, "de")[1]
    assert german.values == ("no", "yes") and german.shown == ("nein", "ja")
    assert german.title != six.title and german.words != six.words


def test_titles_in_another_language() -> None:
    assert {"en", "de", "fr"} <= set(languages())
    english, french = on_the_shelf("en"), on_the_shelf("fr")
    assert {e.name for e in english} == {e.name for e in french}
    assert {e.aim for e in english}.isdisjoint(e.aim for e in french)


def test_a_file_of_ones_own_and_one_with_mistakes(tmp_path: Path) -> None:
    good, bad = tmp_path / "mine.cairn", tmp_path / "broken.cairn"
    good.write_text('variant "Mine" of "lost-cities-card"\n  "As it is."\n')
    bad.write_text('game "Broken"\n  players 2\nnonsense\n')
    found = on_the_shelf("en", good, bad)
    (mine,) = (e for e in found if e.base == "lost-cities-card" and e.path == good)
    assert found[found.index(mine) - 1].name == "lost-cities-card"
    broken = next(e for e in found if e.path == bad)
    assert broken.errors and broken.name == str(bad)
    assert load(mine.name).title


def test_tables_in_words() -> None:
    game = Game(load("lost-cities-board"), 2)
    stones = game.table("stone")
    assert (stones["1",], stones["9",], len(stones)) == ("-20", "50", 9)
    assert game.table("event_stones")["red",] == "2, 4, 5, 7, 9"
    assert game.table("short_track")["0",] == "-20"
    sheet = Game(load("lost-cities-roll-and-write"), 2).table("symbol")
    assert (sheet["red", "3"], sheet["red", "1"], len(sheet)) == ("A", "none", 60)


def test_every_public_name_is_there() -> None:
    for name in engine.__all__:
        assert getattr(engine, name) is not None
    assert engine.make_agent("random", 1) is not None
    assert "greedy" in engine.agent_names()


def test_what_was_said_of_a_ruleset_is_said_anew_when_a_file_of_it_changes(tmp_path: Path) -> None:
    game, variant = tmp_path / "fruit.cairn", tmp_path / "more.cairn"
    words = tmp_path / "fruit.de.yaml"
    game.write_text((ROOT / "examples" / "nim.cairn").read_text("utf-8"), "utf-8")
    variant.write_text('variant "More" of "fruit"\n  "As it is."\n')

    def titles(language: str = "en") -> list[str]:
        return [e.title for e in library_entries([game, variant], language)]

    assert titles() == titles() == ["Nim", "More"]
    assert titles("de") == ["Nim", "More"]
    words.write_text("texts:\n  Nim: Streichholzspiel\n", "utf-8")
    assert titles("de")[0] == "Streichholzspiel"
    game.write_text("game nonsense\n")
    assert [e.errors > 0 for e in library_entries([game, variant])] == [True, True]
    for kept in cache_folder("shelf").iterdir():
        kept.write_bytes(b"rubbish")
    assert [e.errors > 0 for e in library_entries([game])] == [True]


def test_the_library_is_listed_without_reading_it_again() -> None:
    command = "import sys; from engine.cli import main\ntry: main()\n"
    command += (
        "finally: print(sorted(x for x in sys.modules if x in ('lark', 'engine.rules.load')))"
    )
    for loaded in (True, False):
        shown = subprocess.run(
            [sys.executable, "-c", command, "list"], capture_output=True, text=True, check=True
        ).stdout
        assert "lost-cities-card" in shown
        if not loaded:
            assert shown.splitlines()[-1] == "[]"


def test_what_comes_with_the_library_is_what_its_rulesets_say() -> None:
    written = (library_folder() / SHELF).read_text(encoding="utf-8")
    assert written == shelf_text(), "python -m tests.docs.generated writes it"


FIRST_START = """
import sys
from engine.rules.library import known_playable, library_entries
from engine.rules.files import library
found = library_entries(library(), sys.argv[1])
parts = ("engine.language.parser", "engine.rules.load", "lark")
print(len(found), sorted(set(parts) & set(sys.modules)))
"""


def test_a_first_start_reads_no_ruleset_for_the_list_of_games(tmp_path: Path) -> None:
    for language in languages():
        found = subprocess.run(
            [sys.executable, "-c", FIRST_START, language],
            capture_output=True, check=True, text=True, cwd=ROOT,
            env=os.environ | {"XDG_CACHE_HOME": str(tmp_path)},
        )  # fmt: skip
        assert found.stdout.strip() == f"{len(library())} []"
    assert not list(tmp_path.rglob("*"))


def test_a_library_that_was_changed_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "rulesets"
    shutil.copytree(library_folder(), copy)
    monkeypatch.setattr("engine.rules.library.library_folder", lambda: copy)
    path = copy / "lost-cities-card.cairn"
    before = library_entries([path])[0]
    text = path.read_text(encoding="utf-8").replace(before.subtitle, "Our game for two")
    path.write_text(text, encoding="utf-8")
    assert library_entries([path])[0].subtitle == "Our game for two" != before.subtitle
    path.with_suffix(".de.yaml").write_text("texts: {Our game for two: Unser Spiel}")
    assert library_entries([path], "de")[0].subtitle == "Unser Spiel"


def test_rulesets_of_the_library_need_no_trial_games() -> None:
    assert all(known_playable(load(path).digest) for path in library())
    assert not known_playable(load("lost-cities-board+short-game").digest)


def test_games_in_front_come_first_and_the_others_by_kind() -> None:
    one = LibraryEntry("one", Path("one.cairn"), "One", kind="cards")
    two = LibraryEntry("two", Path("two.cairn"), "Two", kind="board")
    varied = LibraryEntry("more", Path("more.cairn"), "More", kind="cards", base="one")
    groups = grouped([*library_entries(library()), varied, one, two])
    assert [group.kind for group in groups[:3]] == ["", "board", "cards"]
    assert groups[0].entries[0].name == "lost-cities-card"
    names = [entry.name for entry in groups[2].entries]
    assert names.index("more") == names.index("one") + 1
