"""Sets that are named with `let` and given to procedures: what was in them then is kept."""

from __future__ import annotations

from engine.chronicle.chronicle import Chronicle
from tests.constructs.tiny import codes, examples, moves, play, same_in_both, start, zone

CARDS = """
component Card
  rank: 1..9
  called "{rank}"
  make 2 for each rank

zone deck:         pile of Card, face down
zone heap:         area of Card
zone hand[Player]: hand of Card, at most 9
zone laid[Player]: area of Card

setup
  move all Card to deck
  shuffle deck
  deal 4 from deck to each hand

game ends when deck is empty
"""
NAMED = (
    CARDS
    + """
var n: 0..99 = 0

rule worth(cards: set of Card)
  sum(card.rank for card in cards)

to lay(cards: set of Card, who: Player, more: set of Card)
  "What is laid down is laid down by somebody."
  n := n + size(cards) * 10 + size(more)
  move cards to laid[who]
  if any(card in more where card is in deck): n := n + 50
  for each card in more where card is in hand[who]: move card to heap

to ask(cards: set of Card)
  choose
    keep(card in my hand where card is in cards)
      "Keep {card} of {cards}."
      lay(cards - {card}, me, {card})
    drop_all
      "Drop {cards}, {size(cards)} in all."
      move cards to heap

turn
  choose
    high
      "Lay down what is high."
      let high = {card in my hand where card.rank > 4}
      let rest = {card in my hand where card.rank <= 4}
      require size(high) > 0
        because "Nothing is high."
      move 1 from deck to my hand
      lay(high, me, rest)
      if worth(high) > 10 and size(rest) = 2: n := n + 1
    pair(cards in 2 of my hand)
      lay(cards, me, {card in deck where card.rank > 99})
    all_of_them
      ask({card in my hand where card.rank > 2})
    none
      let top = bottom of deck
      lay({top}, left(me), {})
""".replace("    none\n      let top = bottom of deck\n      lay({top}, left(me), {})\n", "")
    + """
score each Player
  let good = {card in my laid where card.rank > 4}
  if size(good) > 0
    let best = good - {card in my laid where card.rank < 7}
    add "Good" worth(good)
    add "Best" size(best)

example "What was high stays named"
  given 2 players
  given my hand = 2, 3, 5, 8
  do    high
  then  my laid = 5, 8
  then  heap = 2, 3
  then  n = 23
  then  my "Good" is 13
  then  my "Best" is 1

example "Nothing is high"
  given my hand = 2, 3
  then  cannot high because "Nothing is high."

example "What an action takes is given on"
  given 2 players
  given my hand = 1, 3, 5, 8
  do    pair(1 + 5)
  then  my laid = 1, 5
  then  n = 20

example "Something may be chosen of what was given"
  given 2 players
  given my hand = 1, 3, 5, 8
  do    all_of_them
  do    keep(5)
  then  my laid = 3, 8
  then  heap = 5
"""
)


def test_sets_are_kept_as_they_were() -> None:
    assert set(examples(NAMED).values()) == {""}


def test_both_executors_agree() -> None:
    same_in_both(NAMED)


def test_words_name_what_was_given() -> None:
    session = play(start(NAMED), "all_of_them")
    kept = [x for x in zone(session, "hand[seat 1]") if int(x or 0) > 2]
    last = session.legal()[-1]
    assert last.words == f"Drop {', '.join(map(str, kept))}, {len(kept)} in all."
    play(session, "drop_all")
    assert sorted(map(str, zone(session, "heap"))) == sorted(map(str, kept))
    assert Chronicle(session).log(0)[-1][2] == last.words
    assert Chronicle(session).log(1)[-1][2].startswith("Drop a card")


SUPPOSED = (
    CARDS
    + """
to lay(cards: set of Card)
  move cards to my laid

turn
  choose
    pair(cards in 2 of my hand)
      require (sum(card.rank for card in my laid) > 8 supposing lay(cards))
      lay(cards)
    pass

example "It would be enough"
  given my hand = 2, 3, 5, 8
  then  can pair(8 + 2)
  then  cannot pair(2 + 3)
"""
)


def test_a_procedure_with_a_set_can_be_supposed() -> None:
    assert set(examples(SUPPOSED).values()) == {""}


CELLS = """
component Disc
  owner: Player
  called "disc of {owner}"
  make 6 for each owner
zone board: grid of Disc, 3 by 3
zone discs[Player]: area of Disc
setup
  move each Disc to discs[its owner]
turn
  choose
    lay(square in cells of board where square is empty)
      let near = {cell in cells next to square where cell is full}
      move any_of() to square
      for each cell in near: move all from cell to my discs
    pass

rule any_of()
  one(disc in my discs where disc.owner = me)
"""


def test_cells_are_kept_too() -> None:
    session = play(start(CELLS), "lay(board[1, 1])", "lay(board[2, 2])", "lay(board[1, 2])")
    assert not zone(session, "board[1, 1]")
    assert not zone(session, "board[2, 2]")
    assert sorted(map(str, zone(session, "discs[seat 1]")))[-2:] == [
        "disc of seat 1", "disc of seat 2"
    ]  # fmt: skip
    same_in_both(CELLS)


SECRET = (
    CARDS
    + """
turn
  let high = {card in my hand where card.rank > 4}
  each other Player
    choose
      fold
        move 1 from deck to my hand
      stay
        skip
  if size(high) > 2: move high to heap
  move 1 from deck to heap
"""
)


def test_what_others_can_t_see_isn_t_kept_while_they_decide() -> None:
    assert codes(SECRET) == ["E206"]
    later = SECRET.replace("  let high = {card in my hand where card.rank > 4}\n", "")
    later = later.replace(
        "  if size(high)", "  let high = {card in my hand where card.rank > 4}\n  if size(high)"
    )
    assert codes(later) == []


def test_what_else_can_t_be_named() -> None:
    text = CARDS + "turn\n  choose\n    go\n      let x = %s\n      skip\n"
    assert codes(text % "my hand") == ["E101"]
    assert codes(text % "(1, 2)") == ["E101"]


def test_a_set_of_something_else_is_refused() -> None:
    wrong = NAMED.replace("ask({card in my hand where card.rank > 2})", "ask({1, 2})")
    assert codes(wrong) == ["E101"]
    assert moves(start(NAMED))
