"""Folds in which only a few pieces can count, in both executors."""

from collections.abc import Sequence

import pytest

from engine.language.diagnostics import RulesError
from tests.compile.small import compiled, refused_in_both, ruleset, same_games, values_in_both

MEN = """
type Kind = king, queen, pawn
component Man
  owner: Player
  kind: Kind
  var moves: 0..9
  make 1 for each owner, kind = king
  make 8 for each owner, kind = pawn
zone board: grid of Man, 4 by 5{seen}
zone box: area of Man
zone pile[1..2]: pile of Man, at most 3
"""
BOX = "move all Man to box"
KING = "man.kind = king and man.owner = seat 2"
OTHER = "man.kind = king and man.owner = seat 1"
PAWN = "man.kind = pawn"


def put(which: str, square: str) -> str:
    return f"move the(man in Man where {which} with highest man) to board[{square}]"


def found(*asked: str, men: str = MEN.format(seen=""), before: Sequence[str] = ()) -> list[int]:
    return values_in_both(asked, men, "\n".join(before), BOX)


def stops(expression: str, code: str, *before: str) -> str:
    turn = "\n".join((*before, f"answer := {expression}  # here"))
    return refused_in_both(ruleset(MEN.format(seen=""), turn, BOX), code)


@pytest.mark.parametrize("seen", ["", ", face down"])
def test_a_piece_of_which_there_are_few_counts_only_where_it_lies(seen: str) -> None:
    men = MEN.format(seen=seen)
    kings = "man.kind = king"
    pawn, king, other = put(PAWN, "1, 1"), put(KING, "2, 3"), put(OTHER, "4, 5")
    asked = f"count(man in board where {KING})", f"1 if any({kings} for man in board) else 0"
    queens = "count(man in board where man.kind = queen)"
    assert found(*asked, queens, men=men) == [0, 0, 0]
    assert found(*asked, men=men, before=(pawn,)) == [0, 0]
    assert found(
        *asked,
        queens,
        f"count(man in board where {kings})",
        f"the(man in board where {KING}).cell.column",
        f"sum(man.cell.row for man in board where {kings})",
        f"the(man in board where {kings} with highest man.cell.row).cell.column",
        men=men,
        before=(pawn, king, other),
    ) == [1, 1, 0, 2, 3, 6, 5]


def test_the_only_piece_must_be_there_and_the_only_one() -> None:
    other, king = put(OTHER, "4, 5"), put(KING, "2, 3")
    for missing in ((), (other,)):
        assert "finds nothing" in stops(f"the(man in board where {KING}).moves", "E505", *missing)
    several = "the(man in board where man.kind = king).moves"
    assert "several" in stops(several, "E505", king, other)


def test_squares_may_be_asked_about_where_they_are_named_beside_their_pieces() -> None:
    both = "square in cells of board, man in square where man.kind = king"
    assert found(
        f"count({both})",
        f"sum(square.row for {both})",
        f"count({both} and square.row = 2)",
        f"count(square.column = 5 for {both})",
        f"sum(man.cell.row for {both} and square.column = 5)",
        f"1 if any(square.row = 3 for {both}) else 0",
        f"1 if any(square.row = 4 for {both}) else 0",
        before=(put(KING, "2, 3"), put(OTHER, "4, 5"), put(PAWN, "3, 1")),
    ) == [2, 6, 1, 1, 4, 0, 1]


FACES = """
type Colour = red, green, blue
type Special = joker, star
type Face = Colour, Special
table worth: Colour -> 0..9
  red   = 1
  green = 5
  blue  = 5
component Man
  face: Face
  make 1 for each face
zone board: grid of Man, 4 by 4
zone box: area of Man
"""


def test_a_table_is_asked_only_about_pieces_that_it_has_a_cell_for() -> None:
    assert found(
        "count(x in board where x.face is in Colour and worth[x.face] = 1)",
        "count(x in board where x.face is in Special)",
        men=FACES,
        before=(
            "move the(x in Man where x.face = red) to board[1, 1]",
            "move the(x in Man where x.face = star) to board[1, 2]",
        ),
    ) == [1, 1]


def test_an_error_comes_at_the_piece_that_comes_first_on_the_board() -> None:
    """Of the two kings, that of seat 1 would be asked first, but its square comes last."""
    kings = put(KING, "1, 1"), put(OTHER, "4, 5")
    fill = "move 3 from box to pile[1]"
    into = "(size(box) > 2 supposing move man to pile[1])"
    asked = f"1 if any(man.owner = {{}} or {into} for man in board where man.kind = king) else 0"
    assert found(asked.format("seat 2"), before=(*kings, fill)) == [1]
    stops(asked.format("seat 1"), "E508", *kings, fill)


def test_rules_that_ask_one_another_twice_are_each_gone_through_once() -> None:
    rules = "rule a0(man: Man)\n  man.moves = 0\n" + "".join(
        f"rule a{n + 1}(man: Man)\n  a{n}(man) and not not a{n}(man)\n" for n in range(40)
    )
    asked = "answer := 1 if any(a40(man) for man in board where man.kind = king) else 0"
    with pytest.raises(RulesError, match="this could take"):
        compiled(ruleset(MEN.format(seen="") + rules, asked, BOX))


KINGS = """
game "Kings"
  players 2
type Kind = king, queen, pawn
component Man
  owner: Player
  kind: Kind
  var moves: 0..9
  make 1 for each owner, kind = king
  make 3 for each owner, kind = pawn
zone board: grid of Man, 4 by 5
zone box: area of Man
var made: 0..40 = 0
var n: 0..9999
setup
  move all Man to box
rule crowned(player: Player)
  any(man.kind = king and man.owner = player for man in board)
rule reach(player: Player)
  the(man in board where man.kind = king and man.owner = player).cell.row
rule both()
  count(man in board where man.kind = king) = 2
rule crossed(square: board)
  count(near in cells of board, x in near where x.kind = king and near.row = square.row) > 0
turn
  made := made + 1
  n := sum(man.moves + man.cell.column for man in board where man.kind = king)
  n := n + sum(man.cell.row * square.row
    for square in cells of board, man in square where man.kind = king)
  n := n + count(man.kind = queen for man in board)
  choose
    put(man in box, square in cells of board where square is empty)
      require man.owner = me
      require man.kind = king or crowned(me)
      require man.kind = king or square.row >= reach(me)
      move man to square
    step(man in board, square in cells next to man.cell where square is empty)
      require man.kind = king or not both()
      require n mod 3 != 1 or not crossed(square)
      move man to square
      man.moves := (man.moves + 1) mod 10
    take(man in board where man.kind = pawn)
      require n > 7 and any(x.cell.row = man.cell.row for x in board where x.kind = king)
      move man to box
    pass
game ends when made = 40
"""


def test_both_executors_agree() -> None:
    same_games(KINGS, games=8)
