"""Sentences of the fixed meaning, and rows of the constructs, that no other test here holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.game.ruleset_tests import check_games
from engine.rules.load import load_text
from tests.constructs.tiny import codes, examples, load, play, refused, start, var, whole

SCORED = """
game "Scored"
  players 2
  rounds  2

counter coins[Player]: 0..20 = 0
counter other: 0..20 = 0

setup
  gain 5 other

turn
  choose
    go
      other := 0

round ends when other = 0
game ends when coins[seat 1] >= 4 or other >= 5

after each round
  score each Player into coins
    add "Coins" 4
  each Player: gain 3 coins
"""


def test_endings_are_watched_neither_in_setup_nor_while_a_round_is_scored() -> None:
    session = play(start(SCORED), "go")
    assert not session.over
    assert var(session, "coins[seat 1]") == "7"
    assert session.view(None).round == 2


def test_setup_that_does_not_collect_is_found_where_several_rounds_are_possible() -> None:
    text = """
    game "Twice"
      players 2
      rounds  {rounds}

    component Card
      rank: 1..6
      called "{{rank}}"
      make 1 for each rank

    zone deck:         pile of Card
    zone hand[Player]: hand of Card

    setup
      {collect}
      deal 1 from deck to each hand

    setup once
      move all Card to deck

    turn
      choose
        go
          end round
    """

    def found(rounds: int, collect: str) -> list[str]:
        return [d.code for d in check_games(load(text.format(rounds=rounds, collect=collect)))]

    assert found(2, "shuffle deck") == ["E208"]
    assert found(2, "move all Card to deck") == []
    assert found(1, "shuffle deck") == []


RANDOM = """
game "Herds"
  players 2
  rounds 2
component Card
  ware: cloth, camel
  make 10 for each ware
component Die
  var face: 1..6 = 1
  make 1
zone deck: pile of Card, face down
zone hand[Player]: hand of Card
zone herd[Player]: area of Card
zone tray: area of Die
setup once
  ONCE
setup
  COLLECT
  shuffle deck
  move all Die to tray
  DEAL
turn
  choose
    draw
      move top of deck to my herd
round ends when size(deck) < 3
"""


@pytest.mark.parametrize(
    "deal",
    [
        "deal 5 from deck to each hand",
        "deal 5 from deck to each hand\n"
        "  each Player: move {card in my hand where card.ware = camel} to my herd",
        "roll tray\n  deal the(die in tray).face from deck to each hand",
        "let many = random(n in 1..4)\n  deal many from deck to each hand",
    ],
)
def test_a_setup_of_several_rounds_may_deal_as_many_as_chance_says(deal: str) -> None:
    def found(once: str, collect: str) -> list[str]:
        text = RANDOM.replace("ONCE", once).replace("COLLECT", collect).replace("DEAL", deal)
        return [d.code for d in check_games(load(text)) if d.severity == "error"]

    home = "move all Card to deck"
    from_everywhere = "each Player: move all from my hand to deck\n"
    from_everywhere += "  each Player: move all from my herd to deck"
    assert found("move all Die to tray", home) == []
    assert found(home, from_everywhere) == []
    assert found(home, "shuffle deck") == ["E208"]
    assert found(home, "each Player: move all from my herd to deck") == ["E208"]


ME = """
var log: 0..99999999 = 0

rule number()
  count(p in Player where p != me and left(p) = me) * 0 + (1 if me = seat 1 else 2)

turn
  choose
    go
      as left(me): log := log * 10 + number()
      log := log * 10 + number()
      each Player: log := log * 10 + number()
      log := log * 10 + number()
      repeat each Player clockwise after me
        log := log * 10 + number()
      until me = active
      log := log * 10 + number()
"""


def test_me_is_who_it_was_when_each_as_and_circles_end() -> None:
    assert var(play(start(ME), "go"), "log") == "21121211"


def test_me_is_who_it_was_when_all_have_chosen() -> None:
    session = play(start("""
        var log: 0..9999 = 0
        turn
          simultaneously each other Player
            choose
              nod
                log := log * 10 + (1 if me = seat 1 else 2)
          log := log * 10 + (1 if me = seat 1 else 2)
          choose
            wait
    """), "nod")  # fmt: skip
    assert var(session, "log") == "21"
    assert session.seat == 0


def test_me_is_restored_after_a_score_and_a_winning_condition() -> None:
    session = play(start("""
        counter coins[Player]: 0..9 = 0
        var who: Player = seat 2
        turn
          choose
            go
              coins[seat 2] := coins[seat 2] + 1
              who := me
        wins when my coins > 5
        score each Player
          add "Coins" my coins
    """), "go")  # fmt: skip
    assert var(session, "who") == "seat 1"


@pytest.mark.parametrize(
    "line",
    [
        "require random(n in 1..3) = 1",
        "log := 1 + random(n in 1..3)",
        "log := random(n in 1..3)",
    ],
)
def test_random_stands_after_let_only(line: str) -> None:
    refused("E203", ME.replace("    go\n", f"    throw\n      {line}\n    go\n"))


def test_sets_are_put_together_and_taken_away_from() -> None:
    text = """
    turn
      choose
        wait

    example "Sets"
      then size({1, 2} + {2, 3}) = 3
      then size({n in 1..9 where n mod 2 = 0} - {2, 4}) = 2
      then (3 is in {1, 2} + {3})
      then 2 is not in {1, 2} - {2}
    """
    assert set(examples(text).values()) == {""}


def test_a_bag_is_drawn_from_unseen_and_a_grid_of_words_is_a_table() -> None:
    text = """
    type Colour = red, blue
    component Chip
      colour: Colour
      called "{colour} chip"
      make 3 for each colour
    zone sack:         bag of Chip
    zone hand[Player]: hand of Chip
    table worth: Colour by 1..2
      "What a chip is worth, by whether it is the first."
      .    1 2
      red  3 1
      blue 2 5
    setup
      move all Chip to sack
      shuffle sack
    turn
      choose
        draw
          "Draw a chip unseen: red is worth {worth[red, 1]} first."
          move top of sack to my hand

    example "Tables"
      then worth[blue, 2] = 2 + 3
    """
    session = play(start(text), "draw")
    assert examples(text) == {"Tables": ""}
    assert load(text).checked().tables["worth"].words == (
        "What a chip is worth, by whether it is the first."
    )
    assert [z.items[0].name for z in session.view(1).zones if z.name == "sack"] == [None]
    assert [z.items[0].name for z in session.view(1).zones if z.name == "hand[seat 1]"] == [None]


def test_given_empties_a_whole_family() -> None:
    text = """
    component Card
      rank: 1..6
      called "{rank}"
      make 1 for each rank
    component Coin
      make 9
    zone deck:               pile of Card
    zone row[Player, 1..2]:  row of Card
    zone purse[Player]:      area of Coin
    zone bank:               area of Coin
    setup
      move all Card to deck
      move all Coin to bank
      deal 1 from deck to each row
      deal 2 from bank to each purse
    turn
      choose
        wait

    example "All of mine"
      given 2 players
      given my row is empty
      given purse is empty
      given purse[seat 2] = 1
      then  my row is empty
      then  size(row[seat 2, 1]) = 1
      then  size(purse) = 1

    example "Everybody's, but one"
      given 2 players
      given row is empty
      given my row[2] = 4
      then  size(row) = 1
    """
    assert examples(text) == {"All of mine": "", "Everybody's, but one": ""}


@pytest.mark.parametrize(
    ("line", "held"),
    [
        ("n = 2 + 1", True),
        ("n = 12 / 4 * 1", True),
        ("n = 2 * 3 - 2 - 1", True),
        ("n = my share - 1", True),
        ("n = (1 + 2) * 1", True),
        ("n = 2 + 2", False),
        ("not flag", True),
        ("not n = 3", False),
        ("n is in 0..3", True),
        ("n is not in 0..3", False),
        ("n is in {1, 2}", False),
    ],
)
def test_what_an_example_reckons(line: str, held: bool) -> None:
    text = f"""
    var n: 0..9 = 3
    var flag = no
    counter share[Player]: 0..9 = 4
    turn
      choose
        wait
          flag := yes
          n := 1
          gain 1 share
    example "x"
      then {line}
    """
    assert (examples(text)["x"] == "") is held


def test_what_is_reckoned_may_be_given() -> None:
    text = "var n: 0..9 = 3\nturn\n  choose\n    wait\n      n := 0\n"
    text += 'example "x"\n  given n = 2 * 2 + 1\n  then n = 5\n'
    assert examples(text)["x"] == ""
    wrong = load_text(whole(text.replace("2 * 2", "2 * two pairs")), Path("x")).findings.errors
    assert [d.code for d in wrong] == ["E010"]


@pytest.mark.parametrize("word", ["my", "its", "the", "top", "bottom", "lines", "original", "not"])
def test_a_word_that_could_never_be_read_is_no_name(word: str) -> None:
    if word != "not":
        assert "E011" in codes(f"zone {word}: pile of Card\ncomponent Card\n  make 3\n")
    assert "E012" in codes(f"turn\n  choose\n    go({word} in 1..3)\n      skip\n")
