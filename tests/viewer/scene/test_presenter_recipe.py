"""A presenter is a function that makes a block, a line in the registry and a line in the docs."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import Game, RulesError, Session, load
from engine.rules.zone_kinds import ZONE_KINDS
from tests.viewer.scene.scenes import scene_of
from tests.viewer.scene.test_view_file_reference import test_every_presenter_is_explained
from viewer.nodes import Box, Node
from viewer.scene.flow_layout import Block, Size
from viewer.scene.look_loader import read_look
from viewer.scene.present import present
from viewer.scene.presenter_registry import PRESENTERS, Presenter, ZoneGroup

RULES = (Path(__file__).parents[1] / "made" / "words-only.cairn").read_text("utf-8")


class Shelf(Block):
    """Zones on a shelf: the name of each."""

    def __init__(self, group: ZoneGroup) -> None:
        self.group = group

    def least(self, unit: float) -> Size:
        return Size(unit * len(self.group.zones), unit)

    def nodes(self, box: Box, unit: float) -> list[Node]:
        return [Node(f"shelf:{zone.name}", box) for zone in self.group.zones]


def toy(folder: Path, presenter: str) -> Game:
    (folder / "toy.cairn").write_text(RULES)
    (folder / "toy.view.yaml").write_text(f"view: 1\nzones:\n  lost: {{as: {presenter}}}\n")
    return Game(load(str(folder / "toy.cairn")), 3)


def test_a_presenter_is_a_block_and_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy(tmp_path, "shelf")
    with pytest.raises(RulesError, match=r"'shelf' isn't possible here; it can be auto, deck"):
        read_look(game)
    monkeypatch.setitem(PRESENTERS, "shelf", Presenter(Shelf))
    assert read_look(game).zones["lost"].presenter.me == "shelf"
    scene = scene_of(Session(game, 1), str(tmp_path / "toy.cairn"))
    shown = {node.id for node in present(scene)}
    assert {"shelf:lost[seat 1]", "shelf:lost[seat 2]"} <= shown
    with pytest.raises(AssertionError):  # the docs would have to say it
        test_every_presenter_is_explained()


def test_every_kind_of_zone_is_shown_by_one() -> None:
    assert {kind.presenter for kind in ZONE_KINDS.values()} <= set(PRESENTERS)
