"""The log names the faces that were rolled, of the dice that were rolled, to those who saw them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine import Game, Session
from engine import load as load_library
from engine.chronicle.chronicle import Chronicle
from engine.chronicle.rows import DecisionRow, LogChip, RevealRow
from engine.game.arranged import arranged_start
from tests.cli.conftest import Cairn
from tests.cli.conftest import cairn as cairn
from tests.constructs.tiny import load, start, zone
from tests.table.rows import rows_of

THROWN = """
game "Thrown from a cup"
  players 2
component Die
  var face: 1..6 = 1
  called "{face}"
  make 4
zone cup:  area of Die
zone tray: area of Die
setup
  move all Die to cup
turn
  choose
    throw
      "Throw two dice."
      move all Die to cup
      move 2 from cup to tray
      roll tray
game ends when count(die in tray where die.face = 6) = 2
"""
KEPT = """
game "Kept dice"
  players 2
component Die
  var face: 1..3 = 1
  called "{face}"
  make 5
zone tray: area of Die
setup
  move all Die to tray
turn
  choose
    throw(dice in 1..2 of tray)
      "Throw again."
      roll dice
game ends when round > 60
"""
GONE = """
game "Gone at once"
  players 2
type Hue = red, blue
component Die
  hue: Hue
  var face: 1..6 = 1
  called "{hue} {face}"
  make 1 for each hue
zone cup:  area of Die
zone tray: area of Die
zone used: area of Die
setup
  move all Die to cup
turn
  move all from used to cup
  move 1 from cup to tray
  roll tray
  choose
    use
      "Use the die."
      move all from tray to used
game ends when round > 60
"""
HIDDEN = """
game "Under the cup"
  players 2
component Die
  var face: 1..6 = 1
  called "{face}"
  make 4
zone bowl:         area of Die
zone tray[Player]: area of Die, seen by owner
setup
  move all Die to bowl
turn
  choose
    throw
      "Throw a die."
      move 1 from bowl to my tray
      roll my tray
game ends when bowl is empty
"""
ROLL = "      roll tray\n"


def own(session: Session, viewer: int | None) -> tuple[DecisionRow, tuple[LogChip, ...], list[str]]:
    """The row of the last decision, what it has shown, and what that showed in passing."""
    log, number = Chronicle(session), len(session.history)
    (row,) = rows_of(DecisionRow, log.rows(number, viewer))
    return row, log.turned(row, viewer), log.passing(number, viewer)


def shown(session: Session, viewer: int | None) -> list[str]:
    """What the last decision has shown."""
    return [chip.text for chip in own(session, viewer)[1]]


def tray(session: Session) -> list[str]:
    """What lies in the tray, sorted."""
    return sorted(str(name) for name in zone(session, "tray"))


def given(text: str, *faces: int) -> Session:
    """A game of which the first dice are given."""
    made = Game(load(text), 2)
    row = f"roll = {', '.join(map(str, faces))}"
    return Session(made, 1, fair=False, start=arranged_start(made, 1, [row]))


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_the_log_names_the_faces_rolled_and_not_those_before(viewer: int | None) -> None:
    session = start(THROWN, 2, seed=3)
    while not session.over and len(session.history) < 40:
        session.play("throw")
        _, turned, passing = own(session, viewer)
        assert sorted(chip.text for chip in turned) == tray(session)
        assert passing == []


def test_dice_that_were_not_rolled_are_not_named() -> None:
    session, chance = start(KEPT, 2, seed=5), random.Random(1)
    while len(session.history) < 40:
        kept = tray(session)
        session.apply(chance.choice(session.legal()).move)
        names = session.history[-1].text.removeprefix("throw(").removesuffix(")").split(" + ")
        for name in names:
            kept.remove(name)
        assert len(shown(session, 0)) == len(names)
        assert sorted([*kept, *shown(session, 0)]) == tray(session)


def test_a_roll_at_a_turns_beginning_is_named_with_the_face_that_it_showed() -> None:
    session = start(GONE, 2, seed=5)
    for number in range(1, 20):
        session.play("use")
        rows = Chronicle(session).rows(number, 0)
        (began,) = rows_of(RevealRow, rows)
        assert [chip.text for chip in began.chips] == tray(session)
        assert own(session, 0)[2] == []


def test_a_roll_after_secret_choices_is_named_with_its_faces() -> None:
    session, seen = Session(Game(load_library("lost-cities-roll-and-write"), 2), 5), 0
    while not session.over and len(session.history) < 40:
        session.apply(session.legal()[0].move)
        rows = Chronicle(session).rows(len(session.history), 0)
        for row in rows_of(RevealRow, rows):
            faces = [chip.text for chip in row.chips]
            dice = (z for z in session.view(0).zones if z.name in ("hues", "numbers"))
            assert faces == [item.name for zone in dice for item in zone.items]
            seen += 1
    assert seen > 5


def test_what_moves_after_a_roll_is_named_as_it_was_rolled() -> None:
    session = given(THROWN.replace(ROLL, ROLL + "      move all from tray to cup\n"), 6, 2, 5, 3)
    for faces in (["6", "2"], ["5", "3"]):
        session.play("throw")
        assert shown(session, 1) == faces
        assert own(session, 1)[2] == ["→ cup: 2"]


def test_every_roll_of_one_decision_is_named_and_what_changes_after_it() -> None:
    session = given(THROWN.replace(ROLL, ROLL + ROLL), 1, 2, 3, 4)
    session.play("throw")
    assert shown(session, 0) == ["1", "2", "3", "4"]
    changed = ROLL + "      for each die in tray: die.face := 6 - die.face\n"
    session = given(THROWN.replace(ROLL, changed), 1, 2)
    session.play("throw")
    assert shown(session, 0) == ["1", "2", "5", "4"]


def test_a_game_that_begins_at_an_example_is_told_with_the_dice_given_there() -> None:
    said = '      announce "Sum {sum(die.face for die in tray)}."\n'
    session = given(THROWN.replace(ROLL, ROLL + said), 6, 5, 4, 3)
    for faces in (["6", "5"], ["4", "3"]):
        session.play("throw")
        assert shown(session, 0) == faces
        assert Chronicle(session).said(len(session.history), None) == [
            f"Sum {sum(map(int, faces))}."
        ]
    session.undo()
    session.play("throw")
    assert shown(session, 0) == ["4", "3"]
    earlier = session.at(1)
    earlier.play("throw")
    assert shown(earlier, 0) == ["4", "3"]


def test_who_does_not_see_the_dice_reads_no_faces() -> None:
    session = start(HIDDEN, 2, seed=3)
    session.play("throw")
    assert sorted(shown(session, 0)) == sorted(map(str, zone(session, "tray[seat 1]")))
    assert shown(session, 1) == []


TOKENS = """
game "Two sides"
  players 2
type Hue = red, blue, green
type Side = moon, sun
component Token
  hue: Hue
  var side: Side = moon
  called "{hue} token"
  make 1 for each hue
zone row: area of Token
setup
  move all Token to row
turn
  choose
    turn_over(token in row)
      "Turn the {token} over."
      if token.side = moon: token.side := sun
      else: token.side := moon
    praise(hue in Hue)
      "Praise {the(token in row where token.hue = hue)}."
      n := 1
var n: 0..1 = 0
game ends when round > 60
"""


def test_a_piece_is_named_as_it_was_when_the_decision_took_it() -> None:
    session = start(TOKENS, 2, seed=3)
    for side in ("moon", "sun", "moon"):
        session.play("turn_over(red token)")
        (chip,) = own(session, 0)[0].chips
        assert chip.item is not None and dict(chip.item.values)["side"] == side
        session.play("praise(red)")
        (chip,) = own(session, 0)[0].chips
        after = "sun" if side == "moon" else "moon"
        assert chip.item is not None and dict(chip.item.values)["side"] == after
    made = rows_of(DecisionRow, Chronicle(session).entries(1))
    rows = [row for row in made if row.title == "turn over"]
    assert [dict(row.chips[0].item.values)["side"] for row in rows if row.chips[0].item] == [
        "moon", "sun", "moon"
    ]  # fmt: skip


def test_text_play_and_the_record_of_a_game_name_what_was_rolled(
    cairn: Cairn, tmp_path: Path
) -> None:
    Path("thrown.cairn").write_text(THROWN.lstrip(), encoding="utf-8")
    words = ["play", "thrown.cairn", "--text", "--seed", "3", "--agents", "human,human"]
    played = cairn(*words, given="throw\n" * 4 + "save a.save\nq\n")
    session = start(THROWN, 2, seed=3)
    record = cairn("replay", "a.save", "--rules", "thrown.cairn").out
    for _ in range(4):
        session.play("throw")
        faces = [chip.text for chip in own(session, None)[1]]
        told = f"Throw two dice. ({faces[0]} ×2)" if len({*faces}) == 1 else ""
        told = told or f"Throw two dice. ({', '.join(faces)})"
        assert told in played.out and told in record
        assert sorted(faces) == tray(session)
    assert "cup:" not in played.out
