"""What `given` does to a position: no piece is lost or made, what isn't named stays as dealt."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.game.dealing import dealt
from engine.game.example_setup import Arranger
from engine.game.examples import run_examples
from engine.game.interpreter import State
from engine.game.session import Game
from engine.language.diagnostics import RulesError
from engine.rules import model as m
from engine.rules.load import load, load_text
from tests.game.playing import check_pieces
from tests.scope import often

FOUND = Path(__file__).resolve().parents[1] / "found"
GAME = """\
game "Least card"
  players 2..4
  rounds  3

component Card
  rank: 1..9
  make 2 for each rank

component Coin
  make 20

zone deck:          pile of Card, face down
zone shop[1..2]:    spot of Card
zone hand[Player]:  hand of Card
zone heap:          pile of Card, face up
zone bank:          area of Coin
zone purse[Player]: area of Coin
var spy: 1..9 = 1, seen by none

setup
  move all Card to deck
  move all Coin to bank
  shuffle deck
  deal 1 from deck to each shop
  deal 3 from deck to each hand
  each Player: move 2 from bank to my purse

rule fits(card: Card)
  card.rank > last(heap).rank if heap is not empty
  yes otherwise

turn
  move 1 from bank to my purse
  if deck is not empty: spy := last(deck).rank
  may choose
    play(card in my hand)
      require fits(card)
      move card to heap

round ends when deck is empty
round ends when any(hand[p] is empty for p in Player)

score each Player
  add "Spied" spy
  add "Coins" size(my purse)

winner highest total

"""
ZONES = ("deck", "shop[1]", "shop[2]", "my hand", "hand[seat 2]", "hand[seat 3]", "heap")
CARDS = [str(rank) for rank in range(1, 10)]


def outcome(*lines: str, text: str = GAME) -> str:
    """What is said of an example with these lines; nothing where it holds."""
    text += 'example "It"\n' + "".join(f"  {line}\n" for line in lines)
    loaded = load_text(text, Path("given.cairn"))
    assert not loaded.findings.errors, loaded.findings.render()
    (only,) = run_examples(loaded)
    return only.diagnostic.message if only.diagnostic else ""


def holds(*lines: str) -> None:
    assert outcome(*lines) == ""


@pytest.mark.parametrize("name", ["given-steals", "given-spot-loses-piece"])
def test_what_strangers_found_holds(name: str) -> None:
    for found in run_examples(load(FOUND / f"{name}.cairn")):
        assert found.passed, f"{found.title}: {found.diagnostic}"


# ---------------------------------------------------------------- every piece is kept


@cache
def cards(lines: tuple[str, ...]) -> tuple[Game, tuple[m.Given, ...]]:
    text = GAME + 'example "It"\n  given 3 players\n' + "".join(f"  {x}\n" for x in lines)
    loaded = load_text(text + "  then players = 3\n", Path("given.cairn"))
    example = loaded.checked().examples[0]
    return Game(loaded, 3), tuple(x for x in example.steps if isinstance(x, m.Given))


def counted(game: Game, state: State) -> dict[str, int]:
    """How much lies in each zone."""
    return {
        game.wording.zone_at(family.address(number)): state[family.address(number)]
        for family in game.compiled.layout.families.values()
        for number in range(len(family.places))
    }


forms = st.sampled_from(["=", "=", "has", "is empty", "top"])
settings_of_zones = st.lists(
    st.tuples(st.sampled_from(ZONES), forms, st.lists(st.sampled_from(CARDS), max_size=4)),
    min_size=1,
    max_size=4,
    unique_by=lambda one: one[0],
)


def written(zone: str, form: str, names: list[str]) -> str:
    if form == "is empty" or not names:
        return f"given {zone} is empty"
    if form == "top":
        return f"given top of {zone} = {', '.join(names)}"
    return f"given {zone} {form} {', '.join(names)}"


@settings(max_examples=often(120), deadline=None)
@given(settings_of_zones, st.integers(0, 1000))
@example([("deck", "=", []), ("shop[1]", "has", ["1"]), ("heap", "=", ["4"])], 8)
@example([("my hand", "top", ["2"]), ("hand[seat 2]", "=", ["1", "1", "2", "3"])], 325)
def test_no_piece_is_lost_or_made_and_other_zones_keep_their_size(
    wanted: list[tuple[str, str, list[str]]], seed: int
) -> None:
    game, givens = cards(tuple(written(*one) for one in wanted))
    before = dealt(game, seed, givens)
    state = list(before)
    arranger = Arranger(game, state)
    try:
        arranger.arrange(givens)
    except RulesError as problem:
        assert {d.code for d in problem.diagnostics} == {"E402"}
        return
    check_pieces(game, state)
    old, new = counted(game, before), counted(game, state)
    spoken = {game.wording.zone_at(zone) for zone in arranger.spoken}
    nowhere = sum(state[game.compiled.layout.zone_of + p] == 0 for p in range(18))
    if "deck" not in spoken:
        assert not nowhere
        if new["deck"]:
            assert all(old[z] == new[z] for z in old if z not in {*spoken, "deck"})
    if all(form in ("has", "top") and names for _, form, names in wanted) and not nowhere:
        assert sum(new.values()) == sum(old.values())
    for zone, form, names in wanted:
        address = game.wording.evaluate(place_of(givens, zone, wanted), {}, 0, state)
        lying = [game.wording.name(p, state) for p in arranger.lying(address)]
        if form == "is empty" or not names:
            assert lying == []
        elif form == "=":
            assert lying == names
        elif form == "has":
            assert not Counter(names) - Counter(lying)
        else:
            assert lying[::-1][: len(names)] == names


def place_of(
    givens: tuple[m.Given, ...], zone: str, wanted: list[tuple[str, str, list[str]]]
) -> m.Expr:
    placed = [g for g in givens if g.place is not None]
    place = placed[[one[0] for one in wanted].index(zone)].place
    assert place is not None
    return place


def test_a_fetched_card_is_exchanged_for_the_one_it_displaces() -> None:
    holds(
        "given hand[seat 2] = 8, 8, 9", "given top of deck = 9", "then size(hand[seat 2]) = 3",
        "then hand[seat 2] has 8, 8, 9", "then top of deck = 9",
    )  # fmt: skip
    holds("given shop[1] = 5", "given shop[2] = 5", "then size(deck) = 10")


def test_a_hand_that_is_given_sends_the_rest_under_the_deck() -> None:
    holds("given my hand = 1", "then size(deck) = 12", "then size(hand[seat 2]) = 3")
    holds("given my hand is empty", "given heap = 1, 1, 2", "then size(deck) = 10",
          "then size(hand[seat 2]) = 3")  # fmt: skip


PURSES = """\
game "Purses"
  players 2

component Card
  rank: 1..9
  make 4 for each rank

zone deck:          pile of Card, face down
zone purse[Player]: pile of Card, face down
zone hand[Player]:  hand of Card

setup
  move all Card to deck
  shuffle deck
  deal 3 from deck to each purse
  deal 2 from deck to each hand

turn
  choose
    earn
      move top of deck to my purse

game ends when deck is empty

"""


@pytest.mark.parametrize("face", ["face down", "face up"])
@pytest.mark.parametrize(
    ("given", "deck"),
    [
        (["given deck = 1, 2"], 2),
        (["given deck is empty"], 0),
        (["given deck = 1, 2", "given my hand = 3"], 2),
        (["given deck = 1, 2", "given hand[seat 2] is empty"], 2),
        (["given my hand is empty"], 28),
        (["given hand is empty"], 30),
        (["given top of deck = 5", "given hand[seat 2] = 5, 5, 5"], 25),
    ],
)
def test_a_pile_that_was_dealt_to_takes_nothing_that_was_displaced(
    given: list[str], deck: int, face: str
) -> None:
    """What is displaced goes under the pile that was dealt from, or waits out of play."""
    text = PURSES.replace("pile of Card, face down", f"pile of Card, {face}", 1)
    claims = ["size(my purse) = 3", "size(purse[seat 2]) = 3", f"size(deck) = {deck}"]
    assert outcome(*given, *(f"then {claim}" for claim in claims), text=text) == ""


def test_what_is_displaced_goes_under_another_pile_of_the_family_that_was_dealt_from() -> None:
    text = PURSES.replace("deck", "deck[1]").replace("zone deck[1]:  ", "zone deck[1..2]:")
    text = text.replace("  shuffle", "  move 15 from deck[1] to deck[2]\n  shuffle")
    claims = ["size(deck[2]) = 25", "size(purse) = 6"]
    lines = ["given deck[1] = 1", *(f"then {claim}" for claim in claims)]
    assert outcome(*lines, text=text) == ""


OWNED = """\
game "Owned"
  players 2

component Card
  rank: 1..9
  var by: Player = seat 1
  called "{rank}"
  make 1 for each rank
component Man
  owner: Player
  called "man of {owner}"
  make 2 for each owner
component Disc
  owner: Player
  called "disc"
  make 2 for each owner

zone deck:          pile of Card, face down
zone hand[Player]:  hand of Card
zone camp[Player]:  area of Man
zone bowl[Player]:  area of Disc
zone taken[Player]: area of Man

setup
  move all Card to deck
  move each Man to camp[its owner]
  move each Disc to bowl[its owner]

turn
  choose
    draw
      move top of deck to my hand

game ends when deck is empty

"""


@pytest.mark.parametrize(
    "lines",
    [
        ["given hand[seat 2] = 2, 3", "then size(hand[seat 2]) = 2"],
        ["given hand[seat 2] has 9", "then hand[seat 2] has 9"],
        ["given my taken = man of seat 2", "then size(camp[seat 2]) = 1"],
        ["given taken[seat 2] has man of seat 1, man of seat 1", "then my camp is empty"],
        ["given my bowl = disc", "then the(disc in my bowl).owner = me"],
    ],
)
def test_a_zone_of_a_seat_holds_what_is_named_though_another_seat_stands_on_it(
    lines: list[str],
) -> None:
    """A mark that changes says nothing of whose a card is, and men that were taken are another's;
    only where a name says too little, a seat's own piece is meant."""
    assert outcome(*lines, text=OWNED) == ""


def test_what_is_said_of_one_zone_goes_before_its_family() -> None:
    for lines in (
        ["given shop is empty", "given shop[2] = 4"],
        ["given shop[2] = 4", "given shop is empty"],
    ):
        holds(*lines, "then shop[1] is empty", "then shop[2] = 4", "then size(deck) = 11")


def test_pieces_that_are_counted_come_from_the_bank_and_go_there() -> None:
    # The turn takes one coin before anybody chooses: `given` comes before that.
    holds("given my purse = 9", "then size(my purse) = 10", "then size(purse[seat 2]) = 2",
          "then size(bank) = 8")  # fmt: skip
    holds("given my purse is empty", "then size(bank) = 17")
    told = outcome("given my purse = 19", "then size(bank) = 0")
    assert told == "there are only 20 of 'coin', and this makes 21; say where there are fewer"


def test_a_full_place_and_a_zone_given_twice_are_refused() -> None:
    both = ("given shop[1] = 5", "given shop[1] has 6", "then shop[1] has 6")
    assert outcome(*both) == "there is no room for another piece in 'shop[1]'"
    twice = ("given my hand = 5", "given my hand = 6", "then my hand = 6")
    assert outcome(*twice) == "the contents of 'hand' are given twice"


# ---------------------------------------------------------------- the game's own numbers


def test_the_round_the_totals_and_who_is_to_move_can_be_given() -> None:
    holds(
        "given round = 3", "given my total = 30", "given total[seat 2] = 7",
        "given seat 2 is to move", "given hand[seat 2] = 9", "then round = 3",
        "then active = seat 2", "do seat 2: play(9)", "then the game is over",
        "then seat 1 wins", "then seat 2 does not win",
    )  # fmt: skip
    assert outcome("given round = 4", "then round = 4") == "'round' is 1..3"


# ---------------------------------------------------------------- an example and its deal


def test_an_example_that_hangs_on_the_deal_says_so_with_the_deal() -> None:
    text = GAME + 'example "It"\n  given my hand = 1\n  then last(hand[seat 2]).rank > 4\n'
    (found,) = run_examples(load_text(text, Path("given.cairn")))
    assert found.diagnostic is not None
    depends, chance, moved = found.diagnostic.notes
    assert depends.startswith("this depends on the deal: it holds in ")
    assert chance.startswith("dealt at random here: deck has ") and "hand[seat 2] has " in chance
    assert moved.startswith("'given' moved ") and " from hand[seat 1] to deck" in moved


RANDOM_START = """\
game "Who begins"
  players 2
  starts  random

component Stone
  make 9

zone store:        area of Stone
zone bowl[Player]: area of Stone

setup
  move all Stone to store

turn
  choose
    take
      move 1 from store to my bowl

game ends when store is empty

"""


@pytest.mark.parametrize(
    ("seat", "lines"),
    [
        (1, ["then active = seat 1"]),
        (2, ["then active = seat 2"]),
        (1, ["then can take", "then seat 1 is to move"]),
        (2, ["do seat 2: take", "then size(bowl[seat 2]) = 1"]),
    ],
)
def test_where_chance_decides_who_begins_an_example_must_say_who(
    seat: int, lines: list[str]
) -> None:
    given = f"given seat {seat} is to move"

    def told(*lines: str) -> str:
        text = RANDOM_START + 'example "It"\n' + "".join(f"  {line}\n" for line in lines)
        (found,) = run_examples(load_text(text, Path("given.cairn")))
        return "" if found.diagnostic is None else " ".join(found.diagnostic.notes)

    assert f"the starting player is random, so write '{given}'" in told(*lines)
    assert told(given, *lines) == ""
    assert "to move'" not in told(given, "then size(store) = 3")


def test_one_that_never_holds_says_nothing_of_the_deal() -> None:
    text = GAME + 'example "It"\n  given my hand = 1\n  then size(my hand) = 4\n'
    (found,) = run_examples(load_text(text, Path("given.cairn")))
    assert found.diagnostic is not None and found.diagnostic.notes == ()


# ---------------------------------------------------------------- claims


@pytest.mark.parametrize(
    ("claim", "opposite"),
    [
        ("my hand has 1", "my hand has no 1"),
        ("my hand has no 2", "not my hand has no 2"),
        ("the game is not over", "the game is over"),
        ("not the round is over", "the round is over"),
        ("seat 1 is to move", "seat 1 is not to move"),
        ("seat 1 can play(9)", "seat 1 cannot play(9)"),
        ("seat 2 cannot play(8)", "seat 2 can play(8)"),
        ("seat 1 cannot play(1) because fits", "not seat 1 cannot play(1)"),
        ("seat 1 knows my hand", "seat 1 does not know my hand"),
        ("seat 2 does not know my hand", "seat 2 knows my hand"),
        ("seat 1 knows my hand has 9", "seat 2 knows my hand has 9"),
        ("seat 2 knows heap has 2", "seat 2 does not know heap has 2"),
        ("seat 2 knows top of heap", "seat 1 knows top of deck"),
        ("not seat 1 knows spy", "seat 1 knows spy"),
        ("my hand is not empty", "not my hand is not empty"),
    ],
)
def test_a_claim_holds_and_its_opposite_does_not(claim: str, opposite: str) -> None:
    position = ("given my hand = 1, 9", "given heap = 2")
    holds(*position, f"then {claim}")
    assert outcome(*position, f"then {opposite}") != ""


def test_nobody_fails_to_win_a_game_that_goes_on() -> None:
    assert outcome("then not seat 2 wins") == "no player has won yet: the game is not over"


def test_whose_choice_is_meant_is_asked_where_one_was_passed_over() -> None:
    position = ("given my hand = 1", "given hand[seat 2] = 1, 9", "given heap = 2")
    assert outcome(*position, "then cannot play(1) because fits") == (
        "seat 1 was skipped here, because nothing was legal; "
        "write 'seat 1 cannot …' or 'seat 2 cannot …'"
    )
    holds(*position, "then seat 1 cannot play(1) because fits", "then seat 2 can play(9)")
    told = outcome(*position, "then seat 3 cannot play(1) because fits", "given 3 players")
    assert told.endswith("but not by 'fits': it is seat 2 that has to decide.")


SECRET = """\
game "Bids"
  players 2

component Card
  rank: 1..6
  make 1 for each rank

zone hand[Player]: hand of Card
zone heap:         pile of Card

setup
  move each Card where it.rank < 4 to hand[seat 1]
  move each Card where it.rank > 3 to hand[seat 2]

turn
  simultaneously each Player
    choose
      bid(card in my hand)
        require card.rank != 5
        move card to heap

game ends when size(heap) > 3

"""


def test_each_of_those_who_choose_at_the_same_time_is_asked() -> None:
    claims = ("then seat 1 can bid(3)", "then seat 2 can bid(4)", "then seat 2 cannot bid(5)",
              "then seat 2 cannot bid(3)")  # fmt: skip
    assert outcome(*claims, text=SECRET) == ""
    assert "is not legal here" in outcome("then seat 2 can bid(5)", text=SECRET)


def test_a_piece_that_its_mover_cannot_see_goes_by_its_place() -> None:
    text = GAME.replace("play(card in my hand)\n      require fits(card)",
                        "play(card in hand[left(me)])")  # fmt: skip
    lines = ("given hand[seat 2] = 4, 6", "do play(hand[seat 2] 2)", "then top of heap = 6")
    assert outcome(*lines, text=text) == ""
