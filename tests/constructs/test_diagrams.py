"""Diagrams: a grid drawn with letters, as it is set up and as an example gives it."""

from __future__ import annotations

from engine import begin_from
from tests.constructs.tiny import codes, examples, load, moves, refused, same_in_both, start, zone

MEN = """
type Kind = pawn, queen
component Man
  owner: Player
  var kind: Kind
  called "{kind} of {owner}"
  make 2 for each owner, kind = pawn
zone board: grid of Man, 3 by 3
  letters P = pawn of seat 1, p = pawn of seat 2
  letters Q = queen of seat 1
zone box: area of Man
"""
TURN = """
turn
  choose
    go(man in board where man.owner = me, square in cells of board where square is empty)
      move man to square
      man.kind := queen
game ends when round = 9
"""
GAME = f"""game "Men"
  players 2
  rounds 3
{MEN}
setup
  set up board
    "p . p"
    ". . ."
    "P . ."
{TURN}
round ends when size(cells of board) = 9 and any(man.kind = queen for man in board)
"""


def test_a_grid_is_set_up_as_it_is_drawn_in_both_executors() -> None:
    same_in_both(GAME)


def test_each_round_begins_with_pieces_as_they_were_made() -> None:
    session = start(GAME)
    session.play("go(pawn of seat 1 in row 3 column 1, row 2 column 2)")
    assert zone(session, "board[3, 1]") == ["pawn of seat 1"]
    assert zone(session, "board[2, 2]") == []
    assert sum(len(z.items) for z in session.view(None).zones) == 3


def test_what_an_example_draws_is_there_and_nothing_else() -> None:
    text = f"""
{MEN}
setup
  move all Man to box
{TURN}
example "drawn"
  given 2 players
  given board
    "p.."
    "..."
    "..P"
  then  board[1, 1] = pawn of seat 2
  then  board[3, 3] = pawn of seat 1
  then  size(board) = 2
example "a piece becomes what is drawn"
  given 2 players
  given board
    "Q . ."
    ". . ."
    "P . ."
  then  board[1, 1] = queen of seat 1
  then  board[3, 1] = pawn of seat 1
example "more than there are"
  given 2 players
  given board
    "P P P"
    "..."
    "..."
  then  board[1, 1] is full
"""
    found = examples(text)
    assert found.pop("more than there are") == "there are only 2 of 'pawn of seat 1'"
    assert set(found.values()) == {""}


def test_a_board_of_points_is_drawn_with_its_lines() -> None:
    text = """
zone ring: grid of Player
  letters w = seat 1, b = seat 2
  drawn
    "o-o-o"
    "|   |"
    "o-o-o"
zone field[Player]: grid of 1..9, 1 by 3
setup
  set up ring
    "w-o-b"
    "|   |"
    "o-o-w"
  set up field[seat 2]
    "1.9"
turn
  choose
    put(point in cells of ring where point is empty)
      write me in point
game ends when ring is full
example "drawn"
  given 2 players
  given ring
    "o-o-o"
    "b   o"
    "o-o-b"
  then  size(ring) = 0
"""
    assert codes(text) == ["E104"], "a row of lines has no cell"
    text = (
        text.replace('    "b   o"\n', "").replace("= 0", "= 1").replace("given ring", "given ring")
    )
    text += '\nexample "as it is set up"\n  given 2 players\n  then  size(ring) = 3\n'
    text += "  then  ring[2, 3] = seat 1\n  then  field[seat 2, 1, 3] = 9\n"
    assert examples(text) == {"drawn": "", "as it is set up": ""}


def test_a_piece_is_changed_into_what_is_drawn_where_none_is_so() -> None:
    text = GAME.replace("rounds 3", "rounds 1").replace('"p . p"', '"Q P p"')
    text = text.replace('"P . ."', '". . ."')
    session = start(text)
    assert zone(session, "board[1, 1]") == ["queen of seat 1"]
    assert zone(session, "board[1, 2]") == ["pawn of seat 1"]


def test_set_up_says_what_there_is_not() -> None:
    many = GAME.replace('"P . ."', '"P P P"')
    assert "only 2 of 'pawn of seat 1'" in str(refused("E104", many))
    strange = GAME.replace("P = pawn of", "P = prawn of")
    assert "did you mean 'pawn of seat 1'?" in str(refused("E010", strange))
    assert codes(GAME.replace("setup\n", "to lay\n")) == ["E203"]
    assert codes(GAME.replace("set up board\n", "set up box\n")) == ["E101"]


def test_a_game_begins_from_a_text_as_it_does_from_an_example() -> None:
    loaded = load(GAME + '\nexample "alone"\n  given board\n    "P.."\n    "..."\n    "..."\n'
                  "  then  seat 1 is to move\n")  # fmt: skip
    drawn = begin_from(loaded, "P..\n...\n...\n")
    assert moves(drawn) == moves(begin_from(loaded, "alone"))
    given = begin_from(loaded, "given board\n  'P..'\n".replace("'", '"') + '  "..."\n  "..p"\n'
                       "given seat 2 is to move\n")  # fmt: skip
    assert given.seat == 1 and zone(given, "board[3, 3]") == ["pawn of seat 2"]
