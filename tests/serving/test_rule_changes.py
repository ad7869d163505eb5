"""Changed rules for a table: the host proposes them during a game, and everybody agrees."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from engine import load
from engine.serving.store import Role
from tests.serving.guests import HOST, Person, a_house, laid
from tests.serving.test_page import Looker

ADA, BO, WATCH = (Role.SEAT, 0), (Role.SEAT, 1), (Role.WATCH, -1)
HARMLESS = ("Take {many} from heap {number}.", "Remove {many} from heap {number}.")
AT_MOST_THREE = ("many in 1..size(heap[number])", "many in 1..min(3, size(heap[number]))")


class AtTable:
    """Two players at a table of a ruleset of their own, after two decisions, and the host."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.file = folder, folder / "our-nim.cairn"
        self.text = load("examples/nim.cairn").path.read_text("utf-8")
        self.file.write_text(self.text, "utf-8")
        self.house = a_house(folder)
        self.links = laid(self.house, rules=str(self.file))
        self.come()
        self.ada.act("take(3, 2)")
        self.bo.act("take(4, 5)")

    def come(self, kind: type[Person] = Person) -> None:
        self.ada, self.bo = (kind(self.house, self.links[link]) for link in (ADA, BO))
        self.host = Person(self.house, HOST)
        self.table = self.ada.connection.link.table

    def start_again(self) -> None:
        self.house.store.close()
        self.house = a_house(self.folder)
        made = self.ada.made + self.bo.made
        self.come()
        self.ada.made = self.bo.made = made

    def propose(self, *changed: tuple[str, str]) -> dict[str, Any]:
        text = self.text
        for old, new in changed:
            assert old in text
            text = text.replace(old, new)
        self.file.write_text(text, "utf-8")
        return self.host.send("propose", table=self.table)

    def answer(self, guest: Person, agree: bool) -> dict[str, Any]:
        guest.made += 1
        guest.send("vote", id=f"r{guest.made}", version=guest.version, agree=agree)
        return next(m for m in reversed(guest.told) if m.get("id") == f"r{guest.made}")

    def words(self) -> str:
        """How the first legal move reads now."""
        state = (self.ada if self.ada.last("state")["asked"] else self.bo).last("state")
        return str(state["moves"][0]["words"])


@pytest.fixture
def at(tmp_path: Path) -> AtTable:
    return AtTable(tmp_path)


def test_rules_change_when_everybody_has_agreed(at: AtTable) -> None:
    assert at.propose(HARMLESS)["tables"][0]["proposed"]
    told = at.bo.last("proposal")
    assert told["open"] and "Remove" in " ".join(told["changes"])
    assert (told["parted"], told["kept"], told["decisions"]) == ("", 2, 2)
    assert [place["seat"] for place in told["waits"]] == [1, 2]
    at.answer(at.ada, True)
    assert at.bo.last("proposal")["agreed"] == [1] and at.words().startswith("Take")
    assert at.answer(at.bo, True)["type"] == "made"
    assert at.words().startswith("Remove") and not at.ada.last("proposal")["open"]
    assert at.ada.last("said")["text"] == "The table continues on the changed rules"
    assert at.ada.act("take(4, 2)")["type"] == "made"
    moves = [m["move"] for m in at.bo.last("state")["missed"]]
    at.start_again()
    assert [m["move"] for m in at.bo.last("state")["missed"]][-1:] == moves[-1:]
    assert at.words().startswith("Remove") and at.bo.version == 6


def test_everybody_sees_the_first_move_that_parts_and_goes_back_to_it(at: AtTable) -> None:
    watcher = Person(at.house, at.links[WATCH], language="de")
    at.propose(AT_MOST_THREE)
    told = at.ada.last("proposal")
    assert told["parted"].startswith("The rules part at move 2, take(4, 5): ")
    assert (told["kept"], told["decisions"]) == (1, 2)
    assert watcher.last("proposal")["parted"].startswith("Die Regeln")
    for guest in (at.ada, at.bo):
        at.answer(guest, True)
    assert at.bo.last("state")["asked"] and at.bo.last("state")["kept"] == 1
    assert at.bo.act("take(4, 5)")["type"] == "refused"
    assert at.bo.act("take(4, 3)")["type"] == "made"
    position = at.ada.last("state")["position"]
    at.ada.send("take_back", id="u", version=at.ada.version)
    at.bo.send("take_back", id="u", version=at.bo.version)
    assert at.bo.last("state")["asked"] and at.bo.act("take(4, 3)")["type"] == "made"
    at.start_again()
    assert at.ada.last("state")["position"] == position


def test_who_declines_keeps_the_rules_as_they_are(at: AtTable) -> None:
    at.propose(HARMLESS)
    at.answer(at.bo, False)
    assert not at.ada.last("proposal")["open"] and at.words().startswith("Take")
    assert at.ada.last("said")["text"] == "2 wants to keep the rules as they are"
    assert at.answer(at.ada, True)["why"] == "No other rules are proposed"
    at.propose(HARMLESS)
    at.host.send("propose", table=at.table, withdraw=True)
    assert not at.bo.last("proposal")["open"]
    assert at.host.send("propose", table=at.table, withdraw=True)["type"] == "refused"


def test_a_proposal_survives_a_restart_and_a_decision_asks_again(at: AtTable) -> None:
    at.propose(HARMLESS)
    at.answer(at.ada, True)
    at.start_again()
    assert at.bo.last("proposal")["agreed"] == [1]
    at.ada.act("take(4, 2)")
    assert at.bo.last("proposal")["agreed"] == []
    at.start_again()
    assert at.bo.last("proposal")["agreed"] == []
    at.file.write_text("nonsense", "utf-8")
    for guest in (at.bo, at.ada):
        at.answer(guest, True)
    assert at.words().startswith("Remove")


def test_an_answer_that_is_sent_twice_counts_once(at: AtTable) -> None:
    at.propose(HARMLESS)
    for _ in range(2):
        at.ada.send("vote", id="once", version=3, agree=True)
        assert at.ada.last("made") == {"type": "made", "id": "once", "version": 4}
    assert at.bo.last("proposal")["agreed"] == [1]


def test_spectators_dont_answer_and_guests_dont_propose(at: AtTable) -> None:
    watcher = Person(at.house, at.links[WATCH])
    at.propose(HARMLESS)
    assert watcher.last("proposal")["open"]
    assert at.answer(watcher, True)["why"].startswith("You watch")
    said = at.ada.send("propose", table=at.table)
    assert said["why"] == "Only the host may do this"


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ((), "The ruleset's file says what the table's rules say"),
        ((("players  2", "players  3..4"),), "players"),
        ((("begin[number] from", "begins[number] from"),), "begins"),
    ],
)
def test_rules_that_cant_be_proposed_are_refused(
    at: AtTable, changed: tuple[tuple[str, str], ...], why: str
) -> None:
    said = at.propose(*changed)
    assert said["type"] == "refused" and why in said["why"]
    assert not any(message["type"] == "proposal" for message in at.ada.told)


def test_rules_change_once_nobody_is_left_to_agree(at: AtTable) -> None:
    at.propose(HARMLESS)
    at.answer(at.ada, True)
    at.host.send("seat", table=at.table, seat=2, **{"for": "open"})
    assert at.words().startswith("Remove") and not at.ada.last("proposal")["open"]


def test_a_rematch_is_played_on_the_changed_rules(at: AtTable) -> None:
    at.propose(HARMLESS, ("last_loses: yes, no = no", "last_loses: yes, no = yes"))
    for guest in (at.ada, at.bo):
        at.answer(guest, True)
    while not at.ada.last("state")["over"]:
        guest = at.ada if at.ada.last("state")["asked"] else at.bo
        guest.act(guest.last("state")["moves"][0]["move"])
    again = at.house.rematch(at.table, turned=False, first=None)
    at.start_again()
    session = at.house.open(again).table.session
    assert "Remove" in session.move_options()[0].words and not session.history


def test_a_page_shows_the_changed_rules(at: AtTable) -> None:
    at.come(Looker)
    ada, bo = at.ada, at.bo
    assert isinstance(ada, Looker) and isinstance(bo, Looker) and not bo.glowing("legal")
    at.propose(AT_MOST_THREE)
    for guest in (ada, bo):
        at.answer(guest, True)
    for guest in (ada, bo):
        guest.look()
    assert bo.glowing("legal") and not ada.glowing("legal")
    bo.play(random.Random(1))
    assert at.house.open(at.table).version == 6
