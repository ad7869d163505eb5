"""The others at a table on a server, in the window: remarks, clocks, changed rules, a rematch."""

from __future__ import annotations

from pathlib import Path

from engine.serving.client import Client
from engine.serving.terms import Terms
from tests.serving.guests import NIM, Person, a_house, laid, seats_for
from tests.serving.networks import Wired
from tests.serving.test_rule_changes import HARMLESS, AtTable
from tests.viewer.remote.test_remote import ADA, BO, SIZE, click, line_of, remote
from viewer.app.preferences import Preferences
from viewer.nodes import Node
from viewer.page.face import PageFace
from viewer.remote.app import RemoteApp
from viewer.window.input import InputController


def here(app: RemoteApp, controller: InputController) -> dict[str, Node]:
    """What the window itself says, after what has come."""
    line_of(app).carry()
    controller.tick(0.0)
    return {n.id.removeprefix("here:"): n for n in controller.nodes if n.id.startswith("here:")}


def said(nodes: dict[str, Node]) -> list[str]:
    return [node.words.text for node in nodes.values() if node.words]


def test_remarks_appear_for_a_while_and_clocks_in_the_title(tmp_path: Path) -> None:
    house = a_house(tmp_path)
    _, links = house.create(NIM, seats_for("link", "link"), terms=Terms(days=3), seed=5)
    tokens = {(link.role, link.seat): token for token, link in links.items()}
    bo = Person(house, tokens[BO], name="Bo")
    ada = remote(house, tokens[ADA])
    bo.send("chat", id="c", text="well played")
    assert said(here(*ada)) == ["Bo: well played"]
    assert ada[0].title.startswith("Seat 1 3 d 0 h · Bo 3 d 0 h · ")


def test_changed_rules_are_answered_by_a_button(tmp_path: Path) -> None:
    at = AtTable(tmp_path)
    line = Wired(at.house, Client(at.links[ADA], level="nodes", size=SIZE), PageFace)
    app = RemoteApp(line, Preferences(speed=0))
    ada = app, InputController(app, SIZE, lambda old, new: False, 0.0)
    at.propose(HARMLESS)
    shown = here(*ada)
    assert "The host proposes changed rules" in said(shown)
    assert any("Remove" in text for text in said(shown))
    click(ada, shown["company:page_rules_later"])
    assert not here(*ada) and not at.bo.last("proposal")["agreed"]
    ada[1].key("f2", 0.0)
    assert not at.bo.last("proposal")["agreed"]
    ada[1].key("f4", 0.0)
    click(ada, here(*ada)["company:page_rules_agree"])
    assert at.bo.last("proposal")["agreed"] == [1]
    assert not here(*ada)


def test_the_window_follows_its_link_to_a_rematch(tmp_path: Path) -> None:
    house = a_house(tmp_path)
    tokens = laid(house)
    ada, bo = remote(house, tokens[ADA]), Person(house, tokens[BO])
    for move in ("take(4, 7)", "take(3, 5)", "take(2, 3)"):
        line = line_of(ada[0])
        if bo.last("state")["asked"]:
            bo.act(move)
        else:
            line.act(move)
        assert not here(*ada)
    bo.act("take(1, 1)")
    assert "company:page_rematch" in here(*ada)
    assert ada[0].key("f3")
    here(*ada)
    assert bo.last("people")["after"]
    assert not here(*ada) and line_of(ada[0]).client.version == 0
    assert line_of(ada[0]).client.seat == 1
