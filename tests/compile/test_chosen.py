"""What is done with pieces that were just chosen: games are the same wherever they are by then."""

import pytest

from tests.compile.small import same_games


def game(body: str) -> str:
    """Two seats take cards out of their hands, and others out of the middle."""
    lines = "".join(f"      {line}\n" for line in body.splitlines())
    return f"""
game "Chosen"
  players 2
component Card
  rank: 0..9
  suit: 1..4
  make 1 for each rank, suit
zone deck:         pile of Card, face down
zone hand[Player]: hand of Card
zone middle:       pile of Card, face up
zone away:         pile of Card
counter points[Player]: 0..900 = 0
var least: 0..9 = 3
setup
  move all Card to deck
  shuffle deck
  deal 6 from deck to each hand
turn
  choose
    lay(card in my hand)
      require card.rank >= least or card.suit = 1
{lines}    drop(card in my hand)
      move card to away
      points[active] := points[active] + card.rank
    fetch(card in middle)
      move card to my hand
  if deck is not empty
    deal 1 from deck to my hand
game ends at end of turn when deck is empty
winner highest points
"""


@pytest.mark.parametrize(
    "body",
    [
        "move card to middle",
        "least := card.rank\nmove card to middle",
        "move card to middle\nmove card to deck\nmove card to away",
        "move all from my hand to away\nmove card to middle",
        "if card.rank > 4\n  move card to middle\nelse\n  move card to away",
        "for each other in my hand where other.rank = card.rank: move other to middle\n"
        "move card to middle",
        "deal 1 from deck to middle\nmove card to middle\nshuffle middle",
        "let kept = card\nmove kept to middle\nmove card to middle",
        "move card to middle\nmove top of middle to my hand\nmove card to away",
    ],
)
def test_games_are_the_same(body: str) -> None:
    same_games(game(body))
