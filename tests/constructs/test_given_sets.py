"""Rules that give sets, sets put together as a choice's domain, lines to the first piece, leaps."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.compile.lower import lower
from tests.compile.small import same_games
from tests.constructs.tiny import codes, examples, load, moves, play, refused, same_in_both, start
from tests.scope import often

BOARD = """
component Man
  owner: Player
  kind:  king, rook, horse
  called "{kind} of {owner}"
  make 1 for each owner, kind
zone board: grid of Man, 5 by 5
zone field[Player]: grid of mark, 3 by 4
zone comb:  grid of mark, 7 by 7, hexes
zone box:   area of Man
rule reach(man: Man)
  "Where a man may go."
  cells around man.cell if man.kind = king
  cells from man.cell along (1, 0) as far as the first piece if man.kind = rook
  cells at (1, 2) from man.cell otherwise
rule corners(far: 1..2)
  {board[1, 1], board[1, 5]} + {board[5, 1], board[5, 5]} if far = 2
rule others(man: Man)
  box - {man}
rule low(squares: set of board, row: 1..5)
  {square in squares where square.row > row}
rule numbers(n: 1..5)
  1..n if n > 2
  {7, 9} - {n + 6} otherwise
rule mine(who: Player)
  box if who = seat 1
  {man in board where man.owner = who} otherwise
rule between_ends(one: board, other: board)
  cells between one and other if one.row = other.row else {one, other}
setup
  move all Man to box
turn
  choose
    put(man in others(first(box)), square in corners(2) + cells next to board[3, 3])
      require square is empty
      move man to square
    go(man in board, square in reach(man) - cells next to board[3, 3] where square is empty)
      let there = reach(man)
      move man to square
      if size(there) > 20: end game
    take(man in mine(seat 2) + mine(seat 1) - {man in board where man.kind = king})
      move man to box
    stop
      end game
"""
CLAIMS = [
    ("size(cells at (1, 2) from board[3, 3])", 8),
    ("size(cells at (-2, 1) from board[1, 1])", 2),
    ("size(cells at (1, 1) from board[1, 1])", 1),
    ("size(cells at (0, 2) from board[3, 3])", 4),
    ("size(cells at (1, 2) from field[seat 2, 2, 1])", 2),
    ("size(cells at (1, 1) from comb[4, 4])", 6),
    ("size(cells at (1, 2) from comb[4, 4])", 12),
    ("size(cells at (1, 0) from comb[4, 4])", 6),
    ("size(cells from board[1, 1] along (1, 0))", 8),
    ("size(cells from board[3, 3] along (1, 1))", 8),
    ("size(cells from board[3, 3] along (2, 1))", 8),
    ("size(cells from field[seat 2, 2, 2] along (1, 0))", 5),
    ("size(cells from comb[4, 4] along (1, 0))", 18),
    ("size(cells from board[1, 1] along (1, 0) before the first piece)", 5),
    ("size(cells from board[1, 1] along (1, 0) as far as the first piece)", 6),
    ("size(cells from board[1, 1] going (0, 1) as far as the first piece)", 2),
    ("size(cells from board[1, 1] going (0, 2) before the first piece)", 0),
    ("size(cells from board[5, 3] going (-1, 0) before the first piece)", 3),
    ("size(reach(first(board[1, 1])))", 6),
    ("size(reach(first(board[1, 1])) + reach(first(board[1, 3])))", 10),
    ("size(reach(first(board[1, 1])) - cells of board)", 0),
    ("size(low(reach(first(board[1, 1])), 2))", 3),
    ("size(corners(1))", 0),
    ("size(corners(2))", 4),
    ("sum(n for n in numbers(4))", 10),
    ("sum(n for n in numbers(1))", 9),
    ("size(others(first(box)))", 3),
    ("size(others(first(board[1, 1])))", 4),
    ("size(mine(seat 1))", 4),
    ("size(mine(seat 2))", 0),
    ("size(between_ends(board[1, 1], board[1, 4]))", 2),
    ("size(between_ends(board[1, 1], board[2, 4]))", 2),
    ("count(a in reach(first(board[1, 3])), b in reach(first(board[1, 1])) where a = b)", 1),
    ("max(cell.row for cell in reach(first(board[1, 1])))", 5),
]


def test_what_the_sets_are() -> None:
    claims = "\n".join(f"  then {what} = {much}" for what, much in CLAIMS)
    example = f"""
example "sets"
  given 2 players
  given board[1, 3] = king of seat 1
  given board[1, 1] = rook of seat 1
{claims}
  then board[1, 3] is in reach(first(board[1, 1]))
  then board[1, 4] is not in reach(first(board[1, 1]))
  then board[5, 1] is in low(reach(first(board[1, 1])), 4)
  then 7 is in numbers(2)
  then 8 is not in numbers(2)
  then first(box) is in mine(seat 1)
  then first(box) is not in box - {{first(box)}}
  then board[1, 2] is in between_ends(board[1, 1], board[1, 4])
  then corners(1) is empty
"""
    assert examples(BOARD + example) == {"sets": ""}


def test_a_choice_takes_from_several_places_at_once() -> None:
    """Each value is offered once, in the order of the board, whatever it is put together from."""
    session = start(BOARD)
    offered = [move for move in moves(session) if move.startswith("put(rook of seat 1")]
    cells = [(1, 1), (1, 5), (2, 3), (3, 2), (3, 4), (4, 3), (5, 1), (5, 5)]
    assert offered == [f"put(rook of seat 1 in box, board[{r}, {c}])" for r, c in cells]
    play(session, "put(rook of seat 1 in box, board[1, 1])")
    assert "take(horse of seat 1 in box)" in moves(session)
    assert "go(rook of seat 1 in board[1, 1], board[4, 1])" in moves(session)


def test_both_executors_agree() -> None:
    same_in_both(BOARD.replace("    stop\n      end game\n", "") + "game ends when size(box) = 0\n")


DOMAINS = st.recursive(
    st.sampled_from(
        [
            "cells at (1, 2) from here", "cells at (0, 2) from here", "cells next to here",
            "cells from here along (1, 0) before the first piece", "{here, board[n, n]}",
            "cells from here along (1, 1) as far as the first piece", "cells of board",
            "cells from here going (n - 2, 1) as far as the first piece",
            "cells from here along (2, 1)",
            "cells between here and board[n, 1]", "{cell in cells around here where cell is empty}",
            "first_rule(board[n, n])",
        ]
    ),
    lambda inner: st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from("+-"), inner),
        st.builds("({} if {} else {})".format, inner, st.sampled_from(
            ["here is empty", "n > 2", "board[n, 2] is in cells next to here"]), inner),
        st.builds("{{cell in {} where cell.row {} n}}".format, inner, st.sampled_from(["<", ">="])),
    ),
    max_leaves=4,
)  # fmt: skip


@settings(max_examples=often(12))
@given(st.lists(DOMAINS, min_size=4, max_size=4))
def test_games_of_sets_put_together_at_random_are_the_same(sets: list[str]) -> None:
    """The moves, and what is counted from the sets, are those of both executors."""
    first = sets[0].replace("first_rule", "cells next to ")
    third = re.sub(r"\bhere\b", "board[n, n]", sets[3])
    text = f"""
game "Sets"
  players 2
zone board: grid of Player, 4 by 5
var n: 1..4 = 2
counter points[Player]: 0..9000 = 0
var turns: 0..30 = 0
rule first_rule(here: board)
  {first}
rule second_rule(here: board)
  {sets[1]} if here is empty
  {sets[2]} if n < 4
turn
  turns := turns + 1
  choose
    put(here in cells of board, square in second_rule(here) - first_rule(here))
      require square is empty
      require count(a in first_rule(square), b in second_rule(a) where a = b) mod 3 < 2
      write me in square
      n := 1 + n mod 4
      gain 1 points
    take(square in {third} where square is full)
      let these = second_rule(square) + first_rule(square)
      gain size(these) points
      erase square
    rest
      n := 1 + n mod 4
game ends at end of turn when turns = 20
winner highest points
"""
    same_games(text, 3)


def test_rules_about_rules_that_give_sets_cost_what_they_say() -> None:
    """What could take too many steps is refused before the game, with the line of its loop."""
    rules = "rule s0(here: board)\n  cells around here\n" + "".join(
        f"rule s{n}(here: board)\n  {{x in s{n - 1}(here) where any(x is in s{n - 1}(y) "
        f"for y in s{n - 1}(x))}}\n"
        for n in range(1, 9)
    )
    text = f"""
zone board: grid of mark, 30 by 30
{rules}
turn
  choose
    put(cell in s8(board[1, 1]) where cell is empty)
      write mark in cell
"""
    assert refused("E502", text)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("lines of 3 in board", "E101"),
        ("cells from here along (here.row, 1)", "E106"),
        ("cells at (0, 0) from here", "E104"),
        ("cells from here along (1, 0) - 1", "E101"),
        ("board - cells of board", "E101"),
    ],
)
def test_what_is_no_set_is_refused(line: str, code: str) -> None:
    assert code in codes(f"zone board: grid of mark, 3 by 3\nrule wrong(here: board)\n  {line}\n")


@pytest.mark.parametrize(
    ("domain", "sees"),
    [
        ("my hand - {first(my hand)}", True),
        ("my hand + open", True),
        ("my hand + hand[left(me)]", False),
        ("deck - open", False),
        ("{c in deck where c.rank < 3}", False),
        ("low(my hand)", True),
        ("low(deck)", False),
    ],
)
def test_a_choice_from_a_set_tells_nothing_of_what_is_hidden(domain: str, sees: bool) -> None:
    """Which cards may be chosen may not rest on cards that the chooser can't see."""
    text = f"""
component Card
  rank: 1..9
  called "{{rank}}"
  make 1 for each rank
zone deck: pile of Card, face down
zone open: row of Card
zone hand[Player]: hand of Card
rule low(cards: set of Card)
  {{card in cards where card.rank < 3}}
setup
  move all Card to deck
turn
  choose
    go(card in {domain})
      move card to open
"""
    assert codes(text) == ([] if sees else ["E206"] * text.count(domain))


def test_a_set_of_too_many_numbers_is_refused() -> None:
    text = """
    var n: 0..2000000 = 1
    rule many()
      0..n
    turn
      choose
        go(x in many())
          n := x
    """
    with pytest.raises(Exception, match="at most 10,000 values"):
        lower(load(text).checked(), 2)
