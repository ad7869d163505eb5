"""A ruleset is found by every form of its name, whatever folder the person is in."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from engine.rules.files import library
from engine.rules.load import display, load
from tests.cli.conftest import ROOT, run_here
from tests.scope import telling
from viewer.app.editions import begin, lasting
from viewer.app.game_setup import GameSetup

LIBRARY = library()[0].parent
STACKED = "lost-cities-board-2018+auf-und-ab"
FOLDERS = ("the project", "its parent", "the library", "elsewhere", "ruins + römer")
NAMES = ("name", "name+variant", "path", "relative", "path+variant", "variant's file", "example")


@pytest.fixture
def folder(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One of FOLDERS, which the person is in; the last has a game and a variant of it."""
    own = tmp_path / FOLDERS[-1]
    own.mkdir()
    (tmp_path / "elsewhere").mkdir()
    shutil.copy(ROOT / "examples" / "nim.cairn", own)
    (own / "or lose.cairn").write_text('variant "Or lose" of "nim"\n', encoding="utf-8")
    there = {"the project": ROOT, "its parent": ROOT.parent, "the library": LIBRARY}
    monkeypatch.chdir(there.get(request.param, tmp_path / request.param))
    return own


def named(form: str, own: Path) -> str:
    """A ruleset by a form of its name."""
    game, variant = own / "nim.cairn", own / "or lose.cairn"
    match form:
        case "name":
            return "short-game"
        case "name+variant":
            return STACKED
        case "path":
            return str(game)
        case "relative":
            return os.path.relpath(game)
        case "path+variant":
            return f"{os.path.relpath(game)}+{variant}"
        case "variant's file":
            return os.path.relpath(variant)
        case _:
            return os.path.relpath(ROOT / "examples" / "dear-artifacts.cairn")


@pytest.mark.parametrize(
    ("form", "folder"),
    telling(
        [(form, FOLDERS[n % len(FOLDERS)]) for n, form in enumerate(NAMES[1::4])],
        [(form, folder) for form in NAMES for folder in FOLDERS],
    ),
    indirect=["folder"],
)
def test_a_rulebook_is_found_from_everywhere(folder: Path, form: str) -> None:
    done = run_here("rules", named(form, folder), "--sheet")
    assert (done.code, done.err) == (0, "")


@pytest.mark.parametrize("folder", FOLDERS[:4], indirect=True)
def test_an_example_is_opened_by_its_name_from_everywhere(folder: Path) -> None:
    loaded = load("nim")
    assert (loaded.opened_as, display(loaded.path)) == ("nim", "examples/nim.cairn")
    assert load("dear-artifacts").base == LIBRARY / "lost-cities-board.cairn"


@pytest.mark.parametrize("folder", FOLDERS[-1:], indirect=True)
def test_a_file_of_ones_own_comes_before_an_example_of_its_name(folder: Path) -> None:
    assert load("nim").opened_as == "nim.cairn"
    assert load(ROOT / "examples" / "nim.cairn").opened_as == str(ROOT / "examples" / "nim.cairn")
    assert load("or lose").base == Path("nim.cairn")


def test_a_variant_may_build_on_an_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("or lose.cairn").write_text('variant "Or lose" of "nim"\nset last_loses = yes\n', "utf-8")
    assert load("or lose").base == ROOT / "examples" / "nim.cairn"
    assert run_here("check", "or lose.cairn").code == 0
    assert run_here("play", "nim+or lose", "--text", given="q\n").code == 0


COMMANDS = (
    ("check",), ("diff", "nim.cairn"), ("learn", "--exam"), ("play", "--text"),
    ("sim", "--games", "1"), ("study", "--games", "2", "--workers", "1", "--agents", "random"),
    ("arena", "--games", "2", "--workers", "1", "--agents", "random,greedy"),
    ("shot", "--size", "640x400", "--out", "table.png"),
)  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize("folder", FOLDERS[-1:], indirect=True)
def test_every_command_opens_a_path_with_a_variant(folder: Path, command: tuple[str, ...]) -> None:
    done = run_here(command[0], named("path+variant", folder), *command[1:], given="q\n")
    assert done.code == 0, done.err


@pytest.mark.parametrize("folder", FOLDERS[-1:], indirect=True)
def test_what_the_window_keeps_of_a_name_opens_it_from_another_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = {form: lasting(named(form, folder)) for form in NAMES} | {"bare": lasting("nim")}
    monkeypatch.chdir("/")
    for form, name in kept.items():
        assert load(name).rules is not None, (form, name)
    assert begin(kept["path+variant"], seed=1)[2] == kept["path+variant"]


@pytest.mark.parametrize("folder", FOLDERS[-1:], indirect=True)
def test_a_variant_of_a_game_of_ones_own_is_offered_with_it(folder: Path) -> None:
    setup = GameSetup()
    setup.choose_game("nim.cairn")
    assert [one.title for one in setup.variants()] == ["Or lose", "Nim"]
    setup.choose_edition("or lose.cairn")
    assert setup.varied == ["or lose.cairn"]


@pytest.mark.parametrize("folder", FOLDERS, indirect=True)
def test_a_file_of_the_library_is_shown_alike_from_everywhere(folder: Path) -> None:
    loaded = load(STACKED)
    assert {display(path) for path in loaded.files} == {
        f"rulesets/{name}.cairn"
        for name in ("auf-und-ab", "lost-cities-board-2018", "lost-cities-board")
    }
    assert loaded.base == LIBRARY / "lost-cities-board.cairn"
