"""The map of the code in ARCHITECTURE.md is the tree, and the files that guides name are there."""

import re
from pathlib import Path

import pytest

from tests.test_project import ROOMS

ROOT = Path(__file__).resolve().parents[1]
GUIDES = ("ARCHITECTURE.md", "CONTRIBUTING.md")


def packages() -> set[str]:
    """Every package of the engine and the viewer, but the two themselves."""
    found = set()
    for top in ("engine", "viewer"):
        for init in (ROOT / top).rglob("__init__.py"):
            if init.parent != ROOT / top:
                found.add(init.parent.relative_to(ROOT).as_posix())
    return found


def test_the_code_map_names_every_package_once() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    named = re.findall(r"^\| `((?:engine|viewer)/[\w/]+)` \|", text, re.MULTILINE)
    assert sorted(named) == sorted(packages())
    rooms = [name.removeprefix("engine/") for name in named if re.fullmatch(r"engine/\w+", name)]
    assert rooms == ROOMS


def test_the_one_screen_of_the_readme_names_the_rooms_in_their_order() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert re.findall(r"^\| `engine/(\w+)` \|", text, re.MULTILINE) == ROOMS


def test_the_words_of_the_state_are_told_in_their_order() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    part = text.split("## The words of the state")[1].split("\n## ")[0]
    told = re.findall(r"`([A-Z_]+)`", part)
    layout = (ROOT / "engine/compile/layout.py").read_text("utf-8")
    words = re.search(r"^\(\n([^)]*)\) = range", layout, re.MULTILINE)
    assert words is not None
    assert told == re.findall(r"[A-Z_]+", words[1])


@pytest.mark.parametrize("guide", GUIDES)
def test_files_that_a_guide_names_are_there(guide: str) -> None:
    text = (ROOT / guide).read_text("utf-8")
    named = re.findall(r"`((?:engine|viewer|tests|docs)/[\w./-]*\w)`", text)
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_files_that_comments_of_machine_code_name_are_there() -> None:
    texts = [path.read_text("utf-8") for path in (ROOT / "engine").rglob("*.wat")]
    named = {name for text in texts for name in re.findall(r"[\w/.-]+\.(?:py|wat)", text)}
    assert named
    kernels = {path.name for path in (ROOT / "engine").rglob("*.wat")}
    assert [name for name in sorted(named - kernels) if not (ROOT / name).exists()] == []
