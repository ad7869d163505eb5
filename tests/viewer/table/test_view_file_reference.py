"""docs/view-files.md: every key of the format is explained, and its example can be read."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import get_args

import pytest
from pydantic import BaseModel

from engine import Game, Session, load
from tests.viewer.table.scenes import EXAMPLES, scene_of
from tests.viewer.table.test_present import faults
from viewer.faces import icon_names, scene_names
from viewer.table import look_loader, viewfile
from viewer.table.present import present
from viewer.table.scene import Scene

DOCS = Path(__file__).parents[3] / "docs" / "view-files.md"
TEXT = DOCS.read_text("utf-8")
_OUTSIDE = ("DimensionSpec", "FaceSpec", "LayoutSpec", "SidesSpec")
"""What the text explains without a table, or what other tables have in them."""


def rows(mark: str) -> list[str]:
    """Return the first column of the table below a mark."""
    found = re.search(rf"<!-- {re.escape(mark)} -->\n((?:\|.*\n)+)", TEXT)
    assert found, f"there is no table '{mark}'"
    return [line.split("`")[1] for line in found[1].splitlines()[2:]]


def models() -> list[type[BaseModel]]:
    parts = [value for value in vars(viewfile).values() if isinstance(value, type)]
    return [p for p in parts if issubclass(p, viewfile._Part) and p is not viewfile._Part]


@pytest.mark.parametrize("model", models(), ids=lambda model: str(model.__name__))
def test_every_key_is_explained(model: type[BaseModel]) -> None:
    if model.__name__ in _OUTSIDE:
        return
    known = {field.alias or name for name, field in model.model_fields.items()}
    if model is viewfile.CaseSpec:
        known -= set(viewfile.FaceSpec.model_fields)
    assert sorted(rows(f"keys: {model.__name__}")) == sorted(known)


def test_every_presenter_is_explained() -> None:
    assert sorted(rows("presenters")) == sorted(get_args(viewfile.Presenter))


@pytest.mark.parametrize(("mark", "names"), [("icons", icon_names()), ("scenes", scene_names())])
def test_every_icon_and_scene_is_named(mark: str, names: tuple[str, ...]) -> None:
    found = re.search(rf"<!-- {mark} -->\n(.*?)<!-- end -->", TEXT, re.DOTALL)
    assert found
    assert re.findall(r"`(\w+)`", found[1]) == sorted(names)


def test_the_example_can_be_read_and_shown(
    tmp_path: Path,
) -> None:
    found = re.search(r"<!-- example: ([\w-]+) -->\n```yaml\n(.*?)```", TEXT, re.DOTALL)
    assert found
    name, text = found.groups()
    shutil.copy(EXAMPLES / f"{name}.cairn", tmp_path)
    (tmp_path / f"{name}.view.yaml").write_text(text, "utf-8")
    game = Game(load(tmp_path / f"{name}.cairn"), 4)
    look = look_loader.read_look(game)
    assert look.designed
    assert look.variables["again"].hide
    for size in ((1440, 900), (800, 1000)):
        scene = scene_of(Session(game, 1), name, size)
        shown = Scene(scene.view, look, scene.box, scene.scale, seats=scene.seats)
        assert faults(present(shown), scene.box) == []
