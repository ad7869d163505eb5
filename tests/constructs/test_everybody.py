"""`for each player in Player` and `each Player`: who acts in them, and what is said of a mix-up."""

from __future__ import annotations

import pytest

from tests.constructs.tiny import line_of, load, play, start, var

CHIPS = """
counter chips[Player]: 0..99 = 0
component Card
  rank: 1..9
  make 1 for each rank
zone deck: pile of Card
zone hand[Player]: hand of Card
var safe[Player] = no
setup
  move all Card to deck
turn
  choose
    go
"""


def test_each_player_acts_for_themselves_but_a_loop_only_names_them() -> None:
    each = play(start(CHIPS + "      each Player: gain 1 chips\n", 3), "go")
    assert [var(each, f"chips[seat {n}]") for n in (1, 2, 3)] == ["1", "1", "1"]
    named = play(start(CHIPS + "      for each player in Player: gain 1 chips\n", 3), "go")
    assert [var(named, f"chips[seat {n}]") for n in (1, 2, 3)] == ["3", "0", "0"]


@pytest.mark.parametrize(
    ("line", "warned"),
    [
        ("for each player in Player: gain 1 chips", True),
        ("for each player in Player: move top of deck to my hand", True),
        ("for each player in Player: my safe := yes", True),
        ("for each player in Player: deal 1 from deck to each hand", False),
        ("for each player in Player: swap my hand with hand[seat 2]", True),
        ("for each player in Player: shuffle my hand", True),
        ("for each player in Player: if deck is not empty: gain 1 chips", True),
        ("for each player in Player: gain size(hand[player]) chips", False),
        ("for each player in Player where safe[player]: gain 1 chips", False),
        ("for each player in Player: if safe[player]: gain 1 chips", False),
        ("for each player in Player: move top of deck to hand[player]", False),
        ("for each player in Player: as player: gain 1 chips", False),
        ("for each n in 1..players: gain 1 chips", False),
        ("each Player: gain 1 chips", False),
    ],
)
def test_a_loop_that_means_the_same_player_each_time_is_warned_of(line: str, warned: bool) -> None:
    head, *rest = line.split(": ")
    rows = [head, *rest]
    text = CHIPS + "".join("      " + "  " * depth + row + "\n" for depth, row in enumerate(rows))
    found = [d.span.line for d in load(text).findings.items if d.code == "W005"]
    assert found == ([line_of(text, rows[-1])] if warned else [])
