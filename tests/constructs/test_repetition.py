"""What the position has been: `the position is new`, `the position has come 3 times`."""

from __future__ import annotations

import random

import pytest

from engine.game.session import Session
from tests.constructs.tiny import codes, examples, moves, same_in_both, start

WALK = """
game "Walk"
  players {players}
component Man
  make_of: 1..2
  called "man {{make_of}}"
  make 2 for each make_of
zone board: grid of Man, 2 by 3
zone box:   area of Man
{more}
setup
  move all Man to box
  move the(x in box with highest x) to board[1, 1]
to carry(square: board)
  for each man in board: move man to square
turn
  choose
    go(square in cells of board where square is empty)
      require {needs}
      carry(square)
    change
      swap_for(the(man in box where man.make_of = 2))
    {action}
to swap_for(man: Man)
  for each other in board
    move other to box
    move man to board[1, 1]
game ends when {ends}
"""


def walk(
    *, players: str = "2", needs: str = "players > 0", more: str = "", action: str = "wait",
    ends: str = "the position has come 3 times",
) -> Session:  # fmt: skip
    """A game in which a man walks about a small board."""
    return start(
        WALK.format(players=players, needs=needs, more=more, action=action, ends=ends), int(players)
    )


def plays(session: Session, *texts: str) -> bool:
    """Whether the game is over after some moves."""
    for text in texts:
        assert not session.over, text
        session.play(text)
    return session.over


THERE = "go(board[1, 2])"
BACK = "go(board[1, 1])"


def test_the_first_position_counts_and_so_does_whose_turn_it_is() -> None:
    assert not plays(walk(), THERE, BACK)
    assert plays(walk(), *[THERE, BACK] * 2)
    # The same men with the other player to move are another position.
    assert not plays(walk(), THERE, "wait", BACK, THERE, "wait", BACK)
    assert plays(walk(ends="the position has come 2 times"), THERE, BACK)


def test_equal_pieces_are_no_difference() -> None:
    assert not plays(walk(), *["change"] * 3)
    assert plays(walk(), *["change"] * 4)


def test_a_counter_is_no_part_of_it_but_a_variable_is() -> None:
    counted = "count\n      n := n + 1"
    assert plays(walk(more="counter n: 0..9 = 0", action=counted), *["count"] * 4)
    assert not plays(walk(more="var n: 0..9 = 0", action=counted), *["count"] * 8)


def test_which_of_equal_pieces_a_variable_names_is_no_part_of_it() -> None:
    name = "pick\n      for each man in board: chosen := man"
    assert plays(walk(more="var chosen: Man?", action=name), *["pick", "change"] * 2)


def test_what_does_not_lie_open_is_no_part_of_it() -> None:
    hide = "hide\n      n := n + 1"
    assert plays(walk(more="var n: 0..9 = 0, seen by none", action=hide), *["hide"] * 4)


def test_a_new_position_may_be_asked_of_what_is_supposed() -> None:
    session = walk(needs="the position is new supposing carry(square)", ends="round = 9")
    plays(session, THERE)
    assert BACK not in moves(session)
    plays(session, "go(board[2, 1])")
    assert BACK in moves(session)  # now it is the other player's turn
    assert THERE not in moves(session)
    session.undo()
    session.undo()
    assert THERE in moves(session)


def test_a_zone_alone_is_the_same_in_any_turn() -> None:
    board = "the position of board is new supposing carry(square)"
    session = walk(needs=board, ends="round = 9")
    plays(session, THERE, "go(board[2, 2])", "go(board[2, 1])")
    assert BACK not in moves(session)  # it was there before the first turn
    assert THERE not in moves(session)
    whole = walk(needs=board.replace(" of board", ""), ends="round = 9")
    plays(whole, THERE, "go(board[2, 2])", "go(board[2, 1])")
    assert BACK in moves(whole) or THERE in moves(whole)


TURNED = """
zone board: grid of 0..2, 2 by 3
to turn_over(square: board)
  if square is empty: write 2 in square
  else if first(square) = 2
    erase square
    write 1 in square
  else: erase square
to turn_all(square: board)
  turn_over(square)
  for each near in cells next to square where near is full: turn_over(near)
var made: 0..40 = 0
turn
  made := made + 1
  choose
    over(square in cells of board)
      require the position of board is new supposing turn_all(square)
      turn_all(square)
    wait
game ends when made = 40
"""


def test_what_is_supposed_of_written_cells_is_new_where_no_turn_has_ended_so() -> None:
    session, chance = start(TURNED), random.Random(5)
    places = session.game.compiled.layout.families["board"]
    cells = [places.address(number) for number in range(len(places.places))]

    def written(state: list[int]) -> list[int]:
        return [state[at] and 1 + state[at + 1] for at in cells]

    been = [written(session.state)]
    for _ in range(25):
        legal = moves(session)
        for number in range(6):
            move = f"over(board[{number // 3 + 1}, {number % 3 + 1}])"
            tried = list(session.state)
            session.game.interpreter.apply(tried, (0, cells[number]))
            assert (move in legal) == (written(tried) not in been)
        session.play(chance.choice(legal))
        been.append(written(session.state))


def test_a_zone_alone_has_come_before_whatever_else_has_changed() -> None:
    add = "count_up\n      n := n + 1"
    ends = "the position of board has come 3 times"
    assert plays(walk(more="var n: 0..9 = 0", action=add, ends=ends), *["count_up"] * 2)


def test_a_new_round_forgets() -> None:
    text = """
    game "Rounds"
      players 2
      rounds  3
    zone board: grid of mark, 1 by 2
    turn
      choose
        turn_over
          if board[1, 1] is empty: write mark in board[1, 1]
          else: erase board[1, 1]
        stop
          end round
    wins when the position has come 3 times
    """
    once = ["turn_over"] * 2
    assert not plays(start(text), *once, "stop", *once, "stop", *once)
    assert plays(start(text), *once, *once)


@pytest.mark.parametrize(("long", "known"), [(900, True), (1100, False)])
def test_a_thousand_turns_are_remembered(long: int, known: bool) -> None:
    session = start(f"""
        game "Long"
          players 2
        var n: 0..{long}
        turn
          choose
            more
              n := (n + 1) mod {long}
        game ends when the position has come 2 times
    """)
    state, interpreter = list(session.state), session.game.interpreter
    for _ in range(1150):
        if interpreter.over(state):
            break
        interpreter.apply(state, interpreter.legal(state)[0])
    assert interpreter.over(state) is known


def test_both_executors_agree_on_what_is_written() -> None:
    same_in_both(TURNED)


def test_both_executors_agree() -> None:
    same_in_both(
        """
        component Man
          owner: Player
          var up: 0..2
          make 3 for each owner
        component Coin
          make 5
        zone road: track of Man, spaces 0..3
        zone row:  row of Man
        zone bank: area of Coin
        zone till[Player]: area of Coin
        zone sheet: row of 1..3, at most 3
        var mover: Player?
        var made: 0..60 = 0, seen by none
        setup
          move each Man to road at 0
          move all Coin to bank
        turn
          made := made + 1
          choose
            step(man in road where man.space < 3)
              require the position is new supposing move man forward 1
              move man forward 1
              mover := me
            leave(man in road)
              move man to row
              man.up := (man.up + 1) mod 3
            come(man in row)
              move man to road at 0
            bring
              if bank is not empty: move 1 from bank to my till
              else: move all from my till to bank
            note(n in 1..3)
              require sheet is not full or not the position is new
              if sheet is full: erase sheet
              write n in sheet
          else
            skip
        game ends when the position has come 3 times or made = 60
        """
    )


def test_in_an_example_the_position_that_is_given_is_the_first() -> None:
    text = WALK.format(players="2", needs="players > 0", more="", action="wait",
                       ends="the position has come 2 times")  # fmt: skip
    claim = """
example "there and back"
  given board[1, 1] is empty
  given board[2, 2] = man 2
  do go(board[2, 3])
  then the game is not over
  do go(board[2, 2])
  then the game is over
"""
    assert examples(text + claim) == {"there and back": ""}


@pytest.mark.parametrize(
    ("ending", "code"),
    [("the position has come 1 times", "E104"), ("the position has come n times", "E106"),
     ("the position is old", "E001")],
)  # fmt: skip
def test_what_is_asked_of_it_must_make_sense(ending: str, code: str) -> None:
    text = f"var n: 1..9\nturn\n  choose\n    wait\n      n := n mod 9 + 1\ngame ends when {ending}"
    assert codes(text) == [code]
