"""`teams N`: who plays with whom, what a team has, how it is scored and how it wins."""

from __future__ import annotations

import pytest

from tests.constructs.tiny import codes, examples, load, moves, play, start, var

TEAMS = """
game "Pairs"
  players 4
  teams   2

counter points[Team]: 0..20 = 0
counter coins[Player]: 0..20 = 0
var latest: Team? = none

turn
  choose
    earn(many in 1..5)
      gain many points
      latest := my team
    coin
      gain 1 coins
    ally(player in Player where player != me and team(player) = my team)
      as player: gain 2 coins
    favour(team in Team where team != my team)
      points[team] := points[team] + 1

game ends when any(points[team] >= 10 for team in Team)

winner highest points

example "Partners sit opposite each other"
  then  team(seat 1) = team 1
  then  team(seat 2) = team 2
  then  team(seat 3) = team 1
  then  team(seat 4) = team 2
  then  partner(seat 1) = seat 3
  then  partner(seat 4) = seat 2
  then  my team = team 1
  then  count(player in Player where team(player) = team 2) = 2
  then  (left(partner(me)) = seat 4)

example "A counter of a team is that of each of its players"
  do    earn(3), earn(1), earn(2)
  then  my points = 5
  then  points[team 2] = 1
  then  latest = team 1

example "Given and taken by name"
  given points[team 2] = 7
  given latest = team 2
  then  can favour(team 2)
  then  cannot favour(team 1)
  then  can ally(seat 3)
  then  cannot ally(seat 2)
  do    favour(team 2)
  then  points[team 2] = 8

example "Both partners win"
  given points[team 2] = 9
  do    coin, earn(4)
  then  the game is over
  then  team 2 wins
  then  seat 2 wins
  then  seat 4 wins
"""


def test_teams() -> None:
    assert {title: said for title, said in examples(TEAMS).items() if said} == {}


def test_the_team_that_did_not_win_is_told_apart() -> None:
    text = (
        TEAMS + 'example "x"\n  given points[team 2] = 9\n  do coin, earn(4)\n  then team 1 wins\n'
    )
    assert examples(text)["x"] == "team 2 wins: line 21 has ended the game"


def test_winners_are_all_players_of_the_team() -> None:
    assert play(start(TEAMS, 4), "earn(5)", "earn(1)", "earn(5)").winners == [0, 2]


def test_views_name_teams() -> None:
    session = play(start(TEAMS, 4), "earn(2)")
    assert var(session, "points[team 1]") == "2"
    assert var(session, "latest") == "team 1"
    assert "favour(team 1)" in moves(session)


SCORED = """
game "Scored"
  players 4..6
  teams   2

counter coins[Player]: 0..20 = 0
counter chest[Team]: 0..50 = 0

turn
  choose
    take
      gain 3 coins
    give
      pay 1 coins to partner(me)

round ends when coins[seat 1] > 5
"""


@pytest.mark.parametrize(
    ("score", "totals", "chest"),
    [
        ('score each Team\n  add "Coins" sum(coins[p] for p in Player where team(p) = my team)\n',
         (9, 6, 9, 6), ("0", "0")),
        ('score each Team into chest\n  add "Both" my coins + coins[partner(me)]\n',
         (0, 0, 0, 0), ("9", "6")),
        ('score each Player into chest\n  add "Coins" my coins * 2\n',
         (0, 0, 0, 0), ("18", "12")),
    ],
)  # fmt: skip
def test_a_team_is_scored_once(score: str, totals: tuple[int, ...], chest: tuple[str, str]) -> None:
    text = SCORED.replace("4..6", "4") + score
    session = play(start(text, 4), *["take"] * 5)
    assert session.over
    assert session.view(None).totals == totals
    assert (var(session, "chest[team 1]"), var(session, "chest[team 2]")) == chest


def test_the_ledger_of_a_team_is_that_of_each_of_its_players() -> None:
    text = SCORED.replace("4..6", "4") + 'score each Team\n  add "Both" my coins + 1\n'
    session = play(start(text, 4), "take", "take", "take", "take")
    rows = [[(r.label, r.value) for led in session.ledgers(s) for r in led.rows] for s in range(4)]
    assert rows[0] == rows[2] == [("Both", 4)]


def test_what_differs_between_partners_is_added_up() -> None:
    text = SCORED.replace("4..6", "4") + "winner highest my coins\n"
    session = play(start(text, 4), *["take"] * 5)
    assert session.winners == [0, 2]
    text = SCORED.replace("4..6", "4") + "winner lowest my coins\n"
    assert play(start(text, 4), *["take"] * 5).winners == [1, 3]


def test_whoever_wins_at_once_wins_with_the_team() -> None:
    text = SCORED.replace("4..6", "4") + "wins when my coins = 3\n"
    assert play(start(text, 4), "take").winners == [0, 2]


def test_three_teams_and_larger_ones() -> None:
    three = SCORED.replace("4..6", "6").replace("teams   2", "teams   3") + WHO
    assert {t: said for t, said in examples(three).items() if said} == {}
    assert load(SCORED.replace("4..6", "6") + 'example "x"\n  then partner(seat 5) = seat 1\n')
    text = SCORED.replace("4..6", "6") + 'example "x"\n  then partner(seat 5) = seat 1\n'
    assert examples(text)["x"] == ""


WHO = """
example "Three pairs"
  then team(seat 6) = team 3
  then partner(seat 6) = seat 3
  then team(partner(seat 2)) = team 2
"""


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (("4..6", "4..6"), "E104"),
        (("players 4..6\n  teams   2", "players 2\n  teams   2"), "E104"),
        (("teams   2", "teams 1"), "E104"),
        (("teams   2", "teams players"), "E106"),
        (("  teams   2\n", ""), "E201"),
    ],
)
def test_teams_that_can_t_be(change: tuple[str, str], code: str) -> None:
    assert set(codes(SCORED.replace(*change))) == {code}


def test_without_teams_nobody_has_a_partner() -> None:
    text = "turn\n  choose\n    wait\n      as partner(me): skip\n"
    assert codes(text) == ["E201"]
    assert codes(text.replace("partner(me)", "the(p in Player where team(p) = my team)")) == [
        "E201",
        "E201",
    ]


def test_a_name_may_be_team_or_seat() -> None:
    text = """
    counter n[Player]: 0..9 = 0

    rule worth(seat: Player)
      n[seat] + count(team in 1..3 where team > 1) + sum(seat_value for seat_value in 1..2)

    rule many()
      count(seat in Player where n[seat] = 0) + size({seat in Player where n[seat] = 0})

    turn
      choose
        go
          for each team in 1..2: gain team n
          let seat = me
          gain n[seat] n

    example "x"
      given 2 players
      do   go
      then worth(seat 1) = 11
      then many() = 2
    """
    assert examples(text)["x"] == ""
