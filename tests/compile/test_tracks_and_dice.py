"""Pieces on tracks, and pieces whose attributes change."""

import pytest

from tests.compile.small import Small, refused, ruleset, value


def small(turn: str, declarations: str, setup: str) -> Small:
    return Small(ruleset(declarations, turn, setup))


TRACK = """
component Pawn
  owner: Player
  make 2 for each owner
zone camp[Player]: area of Pawn
zone path: track of Pawn, spaces 2..6
var n: -100..100 = 0
"""
CAMP = "move each Pawn to camp[its owner]"
STEP = "let pawn = the(p in my camp with highest 1 if p = first(my camp) else 0)\n"


def test_a_piece_stands_on_a_space_and_goes_forward() -> None:
    turn = f"{STEP}move pawn to path at 2\nmove pawn forward 3\nanswer := pawn.space"
    game = small(turn, TRACK, CAMP)
    assert game.var("answer") == 5
    turn = f"{STEP}move pawn to path at 5\nn := -3\nmove pawn forward n\nanswer := pawn.space"
    assert small(turn, TRACK, CAMP).var("answer") == 2


@pytest.mark.parametrize(("start", "steps"), [(2, 5), (6, 1), (2, -1), (3, 50)])
def test_nothing_goes_beyond_the_ends_of_a_track(start: int, steps: int) -> None:
    turn = f"{STEP}n := {steps}\nmove pawn to path at {start}\nmove pawn forward n  # here"
    refused(ruleset(TRACK, turn, CAMP), "E503")


@pytest.mark.parametrize("space", [-1, 0, 1, 7])
def test_a_space_that_a_track_doesn_t_have_is_an_error(space: int) -> None:
    turn = f"{STEP}n := {space}\nmove pawn to path at n  # here"
    refused(ruleset(TRACK, turn, CAMP), "E503")


def test_a_piece_that_is_on_no_track_doesn_t_go_forward() -> None:
    refused(ruleset(TRACK, f"{STEP}move pawn forward 1  # here", CAMP), "E509")
    refused(ruleset(TRACK, f"{STEP}move pawn forward 3  # here", CAMP), "E509")


def test_a_track_of_another_length_isn_t_asked() -> None:
    declared = TRACK + "zone long_path: track of Pawn, spaces 2..20\n"
    turn = f"{STEP}move pawn to path at 5\nmove pawn forward 2  # here"
    refused(ruleset(declared, turn, CAMP), "E503")
    turn = f"{STEP}move pawn to long_path at 5\nmove pawn forward 2\nanswer := pawn.space"
    assert small(turn, declared, CAMP).var("answer") == 7


# ------------------------------------------------------------------ pieces that change

DICE = """
type Colour = red, blue
component Die
  colour: Colour
  var face: 2..4
  var turned: yes, no = no
  make 3 for each colour
zone tray: area of Die
zone away: area of Die
var n: -100..100 = 0
"""


def test_a_roll_gives_every_face_within_its_range() -> None:
    game = small("roll all Die", DICE, "move all Die to tray")
    faces = set()
    for seed in range(40):
        game.state = game.interpreter.start(seed)
        faces |= set(game.values("face", "tray"))
    assert faces == {2, 3, 4}


def test_only_what_is_rolled_changes() -> None:
    setup = "move all Die to tray\nmove up to 3 from tray to away\nfor each d in Die: d.face := 3"
    game = small("roll away", DICE, setup)
    seen = set()
    for seed in range(20):
        game.state = game.interpreter.start(seed)
        assert game.values("face", "tray") == [3, 3, 3]
        seen |= set(game.values("face", "away"))
    assert seen == {2, 3, 4}


def test_a_changing_attribute_keeps_its_range() -> None:
    before = "let d = first(tray)\nn := 5\n"
    setup = "move all Die to tray"
    assert value("d.face", DICE, f"{before}d.face := 4", setup) == 4
    refused(ruleset(DICE, f"{before}d.face := n  # here", setup), "E503")
    refused(ruleset(DICE, f"{before}d.face := n - 4  # here", setup), "E503")


def test_changing_attributes_begin_with_what_was_said() -> None:
    declared = DICE.replace("make 3 for each colour", "make 3 for each colour, face = 4")
    for declaration, face in ((DICE, 2), (declared, 4), (DICE.replace("2..4", "2..4 = 3"), 3)):
        game = small("n := 0", declaration, "move all Die to tray")
        assert game.values("face", "tray") == [face] * 6
        assert game.values("turned", "tray") == [0] * 6


MIXED = """
type Colour = red, blue
component Hue
  var face: Colour
  make 3
component Number
  var face: -2..9
  make 3
component Fixed
  face: 5..8
  make 1 for each face
zone tray: area of Hue or Number or Fixed
var n: -100..100 = 0
"""


def test_components_may_share_the_name_of_an_attribute() -> None:
    setup = "move all Hue to tray\nmove all Number to tray\nmove all Fixed to tray"
    game = small("roll all Hue\nroll all Number", MIXED, setup)
    hues, numbers = set(), set()
    for seed in range(120):
        game.state = game.interpreter.start(seed)
        faces = game.values("face", "tray")
        hues |= set(faces[:3])
        numbers |= set(faces[3:6])
        assert faces[6:] == [5, 6, 7, 8]
    assert hues == {0, 1}
    assert numbers == set(range(-2, 10))
    assert value("sum(x.face for x in Fixed)", MIXED, setup=setup) == 26
    refused(ruleset(MIXED, "n := 10\nfor each x in Number: x.face := n  # here", setup), "E503")
    assert small("n := 9\nfor each x in Number: x.face := n", MIXED, setup).values("face", "tray")[
        3:6
    ] == [9, 9, 9]


def test_a_space_is_found_before_the_piece_moves() -> None:
    setup = f"{CAMP}\nfor each p in camp[seat 1]: move p to path at 3"
    turn = """
    for each p in camp[seat 2]: move p to path at 2 + size(path)
    answer := sum(p.space for p in path)
    """
    assert small(turn, TRACK, setup).var("answer") == 3 + 3 + 4 + 5
