"""What is computed without being asked: it does no harm, whatever it meets."""

import pytest

from tests.compile.small import same_games

LUCKY = """table lucky: Suit -> set of 1..6
  red = 3
  blue = 4
  green = 5
"""
AWAY = "zone away: pile of Card\n"
SHEET = "zone sheet: spot of 1..6\n"
PRICE = "table price: Suit -> 0..6\n" + "".join(f"  {s} = {i}\n" for i, s in enumerate("abcdefg"))
LAY = "lay(card in my hand)\n  move card to heap"


def game(actions: str, declared: str = "", suits: str = "red, blue, green") -> str:
    """Two seats lay cards on a heap, or do something else; `declared`: what that needs."""
    choices = "".join(f"    {line}\n" for line in actions.splitlines())
    return f"""
game "In vain"
  players 2
type Suit = {suits}
component Card
  rank: 1..6
  suit: Suit
  make 1 for each rank, suit
zone deck: pile of Card, face down
zone hand[Player]: hand of Card
zone heap: pile of Card
{declared}counter points[Player]: 0..99 = 0
setup
  move all Card to deck
  shuffle deck
  deal 5 from deck to each hand
turn
  choose
{choices}game ends at end of turn when my hand is empty
winner highest points
"""


@pytest.mark.parametrize(
    ("actions", "declared"),
    [
        (f"{LAY}\n  if sheet is empty: write card.rank in sheet\n"
         "say(n in 1..6)\n  require sheet is not empty and n mod last(sheet) = 0\n"
         "  erase sheet\n  gain 1 points", SHEET),
        (f"{LAY}\n  if sheet is empty: write card.rank in sheet\n"
         "say\n  require any(sheet is not empty and n mod last(sheet) = 0 for n in 2..4)\n"
         "  erase sheet\n  gain 1 points", SHEET),
        (f"{LAY}\nclear\n  require heap is not empty and 12 mod (bottom of heap).rank = 0\n"
         "  move all from heap to away", AWAY),
        (f"{LAY}\nfit(card in my hand)\n  require card.rank = 6\n"
         "      or heap is not empty and 12 mod (bottom of heap).rank = 5\n  move card to heap\n"
         "clear\n  require size(heap) > 2\n  move all from heap to away", AWAY),
        (f"{LAY}\n  step := card.rank\n"
         "fit(card in my hand)\n  require card.rank mod step = 0\n  move card to heap",
         "var step: 1..6 = 2\n"),
    ],
)  # fmt: skip
def test_divisions(actions: str, declared: str) -> None:
    same_games(game(actions, declared))


@pytest.mark.parametrize(
    ("actions", "declared"),
    [
        (f"{LAY}\nbet(n in -3..6)\n  require n is in lucky[now]\n  now := blue",
         "var now: Suit = red\n"),
        (f"{LAY}\n  mood := card.rank\n"
         "fit(card in my hand)\n  require mood is in lucky[card.suit]\n  move card to heap",
         "var mood: -9..9 = -5\n"),
        (f"{LAY}\n  mood := card.rank\n"
         "fit(card in my hand)\n  require mood is in lucky[card.suit]\n  move card to heap",
         "var mood: 0..900000000 = 800000000\n"),
        (f"{LAY}\n  if any(mood is in lucky[s] for s in Suit): gain 1 points\n"
         "  mood := card.rank", "var mood: -9..9 = -5\n"),
        (f"{LAY}\n  now := card.suit\n  least := card.rank\nfit(card in my hand)\n"
         "  require card.rank is in lucky[now] and card.rank > least\n  move card to heap",
         "var now: Suit = red\nvar least: 1..6 = 1\n"),
        (f"{LAY}\nfit(card in my hand)\n"
         "  require any(n is in lucky[green] and n > card.rank for n in 1..6)\n"
         "  move card to heap", ""),
    ],
)  # fmt: skip
def test_tables(actions: str, declared: str) -> None:
    same_games(game(actions, LUCKY + declared))


def test_a_table_that_does_not_begin_with_one() -> None:
    actions = f"{LAY}\n  level := card.rank\nfit(card in my hand)\n"
    actions += "  require level > 3 and card.rank > bonus[level]\n  move card to heap"
    same_games(game(actions, "table bonus: 4..6 = 1, 2, 3\nvar level: 1..6 = 5\n"))


def test_of_two_actions_with_a_card_out_of_the_same_hand_each_asks_for_its_own() -> None:
    same_games(
        game(
            "play(card in my hand)\n  require card.rank > 2\n  move card to heap\n  gain 1 points\n"
            "shed(card in my hand)\n  require card.rank < 4\n  move card to heap"
        )
    )


def test_a_condition_that_has_too_many_sorts_is_asked_card_by_card() -> None:
    actions = f"{LAY}\n  trump := card.suit\nfollow(card in my hand)\n"
    actions += "  require row[card.suit] is empty or card.rank > last(row[card.suit]).rank\n"
    actions += "  move card to row[card.suit]\n"
    actions += "  if trump is not none and price[trump] > 1: gain 1 points"
    declared = f"zone row[Suit]: pile of Card\nvar trump: Suit?\n{PRICE}"
    same_games(game(actions, declared, suits="a, b, c, d, e, f, g"))
