"""The header: players, rounds, who starts; options, conditional words, types."""

from __future__ import annotations

import pytest

from engine.language.diagnostics import RulesError
from tests.constructs.tiny import COUNTING, line_of, moves, play, start, var, zone

ROUNDS = """
game "Tiny"
  players {players}
  rounds 3
  starts {starts}
var n: 0..100 = 0
var gold[Player]: 0..100 = 0
setup
  n := 0
turn
  choose
    more
      n := n + 1
    earn
      my gold := my gold + 1
      n := n + 1
    again
      n := n + 1
      next turn me
round ends when n = {turns}
score each Player
  add "Gold" my gold
"""


def rounds(starts: str, players: int = 3, turns: int = 2) -> str:
    return ROUNDS.format(starts=starts, players=players, turns=turns)


def test_players_are_within_the_header_s_range() -> None:
    text = 'game "Tiny"\n  players 2..3\nturn\n  choose\n    go\n'
    assert start(text, 3).view(None).players == 3
    for wrong in (1, 4):
        with pytest.raises(RulesError):
            start(text, wrong)


def test_a_game_without_rounds_has_one() -> None:
    s = start("var n: 0..9 = 0" + COUNTING + "round ends when n = 1")
    play(s, "more")
    assert s.over


def test_next_player_counts_from_whose_turn_it_was_when_the_round_ended() -> None:
    s = start(rounds("anyone, then next player"), 3)
    assert s.seat == 0
    play(s, "more", "more")  # seats 1 and 2: seat 2's turn ends the round
    assert (s.view(None).round, s.seat) == (2, 2)
    play(s, "again", "more")  # seat 3 twice
    assert (s.view(None).round, s.seat) == (3, 0)


def test_next_player_counts_not_from_who_was_deciding() -> None:
    s = start("""
        game "Tiny"
          players 3
          rounds 2
          starts anyone, then next player
        var n: 0..9 = 0
        setup
          n := 0
        turn
          as left(me)
            choose
              more
                n := n + 1
        round ends when n = 1
    """, 3)  # fmt: skip
    assert (s.seat, s.view(None).active) == (1, 0)
    play(s, "more")
    assert s.view(None).active == 1


def test_leader_starts_the_next_round() -> None:
    s = start(rounds("anyone, then leader"), 3)
    play(s, "more", "earn")
    assert s.seat == 1


def test_loser_starts_the_next_round() -> None:
    s = start(rounds("anyone, then loser", 2, 3), 2)
    play(s, "earn", "more", "earn")
    assert s.seat == 1


def test_starts_anyone_is_the_seat_that_is_named() -> None:
    assert start(rounds("anyone, then next player"), 3, starter=2).seat == 2


def test_starts_random_depends_on_the_seed_alone() -> None:
    text = rounds("random", 3)
    seats = [start(text, 3, seed=seed).seat for seed in range(40)]
    assert set(seats) == {0, 1, 2}
    assert seats == [start(text, 3, seed=seed).seat for seed in range(40)]


def test_then_random_draws_again_each_round() -> None:
    text = rounds("anyone, then random", 3)
    assert {play(start(text, 3, seed=seed), "more", "more").seat for seed in range(40)} == {0, 1, 2}


def test_rounds_add_up_and_the_last_one_ends_the_game() -> None:
    s = start(rounds("anyone, then next player", 2), 2)
    play(s, "earn", "more", "more", "earn", "more", "more")
    # the gold survives a round, so that every round pays what was earned so far
    assert s.over
    assert s.view(None).totals == (1 + 1 + 1, 0 + 1 + 1)


def test_rounds_may_be_an_option() -> None:
    text = """
        game "Tiny"
          players 2
          rounds matches
        option matches: 1..3 = 2
        var n: 0..9 = 0
        setup
          n := 0
        turn
          choose
            more
              n := n + 1
        round ends when n = 1
    """
    assert not play(start(text), "more").over
    assert play(start(text), "more", "more").over
    assert play(start(text, matches="1"), "more").over


# -------------------------------------------------------------- options


OPTIONS = """
option length: full, short = full
option extra: yes, no = no
option copies: 1..5 = 3
type Colour = red, blue, green when extra
component Card
  colour: Colour
  make 1 for each colour
  make copies for each colour when length = short
zone deck: pile of Card
setup
  move all Card to deck
turn
  choose
    name(colour in Colour)
"""


def test_an_option_has_its_default() -> None:
    s = start(OPTIONS)
    assert len(zone(s, "deck")) == 2
    assert s.game.option_words() == {"length": "full", "extra": "no", "copies": "3"}


def test_conditional_words_exist_only_with_their_option() -> None:
    assert moves(start(OPTIONS)) == ["name(red)", "name(blue)"]
    assert moves(start(OPTIONS, extra="yes")) == ["name(red)", "name(blue)", "name(green)"]


def test_make_when_makes_only_with_its_option() -> None:
    assert len(zone(start(OPTIONS, length="short", copies="2"), "deck")) == 2 + 4


def test_what_an_option_decides_may_ask() -> None:
    text = """
        option asks: yes, no = yes
        var n: 0..99 = 0
        turn
          if asks
            choose
              more(times in 1..2)
                n := n + times
          else
            n := n + 3
          n := n * 10
          choose
            done
    """
    s = play(start(text), "more(2)")
    assert (moves(s), var(s, "n")) == (["done"], "20")
    s = start(text, asks="no")
    assert (moves(s), var(s, "n")) == (["done"], "30")


@pytest.mark.parametrize(
    ("option", "value"),
    [("length", "ful"), ("copies", "6"), ("copies", "-1"), ("extra", "2"), ("exta", "yes")],
)
def test_an_option_that_can_t_be_is_refused(option: str, value: str) -> None:
    with pytest.raises(RulesError) as caught:
        start(OPTIONS, given={option: value})
    assert caught.value.diagnostics[0].code == "E603"
    assert option in str(caught.value) or value in str(caught.value)


# -------------------------------------------------------------- types


RANKS = """
type Rank = 2..10, jack, queen, king, ace
type Court = jack, queen
component Card
  rank: Rank
  make 1 for each rank
zone deck: row of Card
rule strong(card: Card)
  card.rank >= jack
setup
  move all Card to deck
turn
  choose
    take(card in deck where strong(card))
    top(card in deck where card.rank > 10 and card.rank < king)
"""


def test_a_type_put_together_from_numbers_and_words_is_ordered_as_listed() -> None:
    text = RANKS.replace("type Court = jack, queen\n", "")
    assert moves(start(text)) == [
        *(f"take({rank})" for rank in ("jack", "queen", "king", "ace")),
        *(f"top({rank})" for rank in ("jack", "queen")),
    ]


def test_a_type_may_be_put_together_from_another() -> None:
    s = start("""
        type Colour = red, blue
        type Face = Colour, joker
        component Die
          var face: Face
          make 1
        zone tray: row of Die
        setup
          move all Die to tray
        turn
          choose
            put(face in Face)
              first(tray).face := face
            colour(colour in Colour)
              first(tray).face := colour
            if_plain(face in Face where face != joker)
    """)  # fmt: skip
    assert "put(joker)" in moves(s)
    assert [m for m in moves(s) if m.startswith("if_plain")] == ["if_plain(red)", "if_plain(blue)"]
    play(s, "put(joker)")
    assert zone(s, "tray") == ["joker"]
    play(s, "colour(blue)")
    assert zone(s, "tray") == ["blue"]


def test_a_place_is_named_for_numbers_out_of_range() -> None:
    text = "var n: 0..2 = 0\nturn\n  choose\n    more\n      n := n + 2\n"
    s = play(start(text), "more")
    with pytest.raises(RulesError) as caught:
        s.play("more")
    found = caught.value.diagnostics[0]
    assert (found.code, found.span.line) == ("E503", line_of(text, "n := n + 2"))
    assert "0..2" in found.message
    assert "4" in found.message
    assert var(s, "n") == "2"  # the move was not half made
