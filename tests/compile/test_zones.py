"""Pieces that move: supplies, capacities, order, counted pieces, deals, tracks, swaps."""

import pytest

from tests.compile.small import Small, refused, ruleset, truth, value

CARDS = """
component Card
  value: 1..9
  make 1 for each value
zone deck: pile of Card
zone heap: pile of Card
zone box: pile of Card, face down
zone few: pile of Card, at most 3
zone hand[Player]: hand of Card
zone slot[3..5]: spot of Card
var n: -100..100 = 0
"""
DEAL = "move all Card to deck"
ALL = list(range(1, 10))


def small(turn: str, declarations: str = CARDS, setup: str = DEAL, **how: int) -> Small:
    return Small(ruleset(declarations, turn, setup), **how)


def whole(game: Small) -> bool:
    """Every piece lies in exactly one zone, and that is the zone that the piece knows."""
    layout = game.compiled.layout
    found: dict[int, int] = {}
    for family in layout.families.values():
        for number in range(len(family.places)):
            start = family.address(number)
            for piece in game.state[start + 1 : start + 1 + game.state[start]]:
                assert piece not in found
                found[piece] = start
    pieces = range(len(game.compiled.setting.pieces))
    return all(game.state[layout.zone_of + p] == found.get(p, 0) for p in pieces)


# ------------------------------------------------------------------ one piece and several


def test_a_piece_goes_on_top_of_where_it_comes_to() -> None:
    game = small("move top of deck to heap\nmove bottom of deck to heap")
    assert game.values("value", "heap") == [9, 1]
    assert game.values("value", "deck") == ALL[1:-1]
    assert whole(game)


def test_a_piece_from_the_middle_leaves_the_others_in_order() -> None:
    game = small("move the(c in deck where c.value = 4) to heap")
    assert game.values("value", "deck") == [1, 2, 3, 5, 6, 7, 8, 9]
    assert whole(game)


def test_a_piece_may_be_moved_to_where_it_lies() -> None:
    game = small("move the(c in deck where c.value = 4) to deck\nmove top of deck to deck")
    assert game.values("value", "deck") == [1, 2, 3, 5, 6, 7, 8, 9, 4]
    assert whole(game)


@pytest.mark.parametrize("what", ["top of heap", "bottom of heap"])
def test_nothing_is_taken_from_an_empty_pile(what: str) -> None:
    refused(ruleset(CARDS, f"move {what} to deck  # here", DEAL), "E509")


@pytest.mark.parametrize("value_of", ["last(heap)", "first(heap)", "(top of heap)"])
def test_nothing_is_read_from_an_empty_pile(value_of: str) -> None:
    refused(ruleset(CARDS, f"answer := {value_of}.value  # here", DEAL), "E509")


def test_a_test_for_emptiness_saves_what_follows_it() -> None:
    for test in (
        "heap is empty or last(heap).value = 9",
        "not (heap is not empty and last(heap).value != 9)",
    ):
        assert truth(test, CARDS, setup=DEAL)
        assert truth(test, CARDS, "move top of deck to heap", DEAL)
        assert not truth(test, CARDS, "move bottom of deck to heap", DEAL)


def test_what_was_not_empty_before_may_be_empty_now() -> None:
    turn = """
    if deck is not empty
      move all from deck to heap
      answer := last(deck).value  # here
    """
    refused(ruleset(CARDS, turn, DEAL), "E509")


def test_move_n_takes_from_the_top_one_after_the_other() -> None:
    game = small("move 3 from deck to heap")
    assert game.values("value", "heap") == [9, 8, 7]
    assert whole(game)


def test_move_n_from_fewer_is_an_error_and_up_to_n_isn_t() -> None:
    first = "move 5 from deck to heap\nn := 5\n"
    refused(ruleset(CARDS, f"{first}move 5 from deck to heap  # here", DEAL), "E504")
    refused(ruleset(CARDS, f"{first}move n from deck to heap  # here", DEAL), "E504")
    for count in ("5", "n"):
        game = small(f"{first}move up to {count} from deck to heap")
        assert (game.size("deck"), game.size("heap")) == (0, 9)
        assert whole(game)
    assert small(f"{first}move 4 from deck to heap").size("deck") == 0


def test_a_negative_number_of_pieces_is_an_error() -> None:
    for form in ("n", "up to n"):
        turn = f"n := -1\nmove {form} from deck to heap  # here"
        refused(ruleset(CARDS, turn, DEAL), "E504")


def test_nothing_more_fits_into_a_full_zone() -> None:
    assert small("move 3 from deck to few").size("few") == 3
    refused(ruleset(CARDS, "move 4 from deck to few  # here", DEAL), "E508")
    refused(ruleset(CARDS, "move all from deck to few  # here", DEAL), "E508")
    refused(ruleset(CARDS, "move all Card to few  # here", DEAL), "E508")
    refused(ruleset(CARDS, "move {c in deck} to few  # here", DEAL), "E508")
    turn = "move top of deck to slot[4]\nmove top of deck to slot[4]  # here"
    refused(ruleset(CARDS, turn, DEAL), "E508")


def test_a_full_zone_says_so() -> None:
    for count, full in ((2, False), (3, True)):
        before = f"move {count} from deck to few"
        assert truth("few is full", CARDS, before, DEAL) is full
    assert truth("slot[5] is full", CARDS, "move top of deck to slot[5]", DEAL)
    assert not truth("slot[3] is full", CARDS, "move top of deck to slot[5]", DEAL)


def test_an_index_that_doesn_t_begin_at_0_finds_its_zone() -> None:
    game = small("for each k in 3..5: move top of deck to slot[k]")
    assert [game.values("value", "slot", k) for k in (3, 4, 5)] == [[9], [8], [7]]
    for k in (2, 6):
        refused(ruleset(CARDS, f"n := {k}\nmove top of deck to slot[n]  # here", DEAL), "E503")


def test_all_from_an_open_family() -> None:
    setup = f"{DEAL}\nfor each k in 3..5: move top of deck to slot[k]"
    game = small("move all from slot to heap", setup=setup)
    assert game.values("value", "heap") == [9, 8, 7]
    assert whole(game)


def test_each_piece_goes_to_its_own_zone_where_a_condition_holds() -> None:
    game = small("move each Card where its value is in 3..5 to slot[its value]")
    assert [game.values("value", "slot", k) for k in (3, 4, 5)] == [[3], [4], [5]]
    assert game.values("value", "deck") == [1, 2, 6, 7, 8, 9]
    assert whole(game)


def test_all_of_a_component_are_collected_from_everywhere() -> None:
    turn = "move 4 from deck to heap\nmove 2 from deck to my hand\nmove all Card to box"
    game = small(turn)
    assert sorted(game.values("value", "box")) == ALL
    assert game.size("deck") == game.size("heap") == game.size("hand", 0) == 0
    assert whole(game)


def test_moving_none_is_an_error() -> None:
    declared = CARDS + "var kept: Card? = none\n"
    refused(ruleset(declared, "move kept to heap  # here", DEAL), "E509")
    refused(ruleset(declared, "answer := kept.value  # here", DEAL), "E509")
    game = small("kept := top of deck\nmove kept to heap", declared)
    assert game.values("value", "heap") == [9]


# ------------------------------------------------------------------ shuffle, swap, deal


def test_shuffling_keeps_the_pieces_and_mixes_them() -> None:
    orders = set()
    for seed in range(30):
        game = small("shuffle deck")
        game.state = game.interpreter.start(seed)
        order = game.values("value", "deck")
        assert sorted(order) == ALL
        assert whole(game)
        orders.add(tuple(order))
    assert len(orders) == 30


def test_every_place_of_a_shuffled_pile_can_hold_every_piece() -> None:
    game = small("shuffle few", setup=f"{DEAL}\nmove 3 from deck to few")
    found = set()
    for seed in range(200):
        game.state = game.interpreter.start(seed)
        found.add(tuple(game.values("value", "few")))
    assert len(found) == 6


def test_swap_exchanges_contents() -> None:
    setup = f"{DEAL}\nmove 3 from deck to hand[seat 1]\nmove 1 from deck to hand[seat 2]"
    game = small("swap my hand with hand[seat 2]", setup=setup)
    assert game.values("value", "hand", 0) == [6]
    assert game.values("value", "hand", 1) == [9, 8, 7]
    assert whole(game)
    assert small("swap my hand with my hand", setup=setup).values("value", "hand", 0) == [9, 8, 7]


def test_a_deal_goes_round_by_round() -> None:
    game = small("deal 2 from deck to each hand", players=3)
    assert [game.values("value", "hand", seat) for seat in range(3)] == [[9, 6], [8, 5], [7, 4]]
    assert whole(game)


def test_a_deal_to_some_places_only() -> None:
    game = small("deal 2 from deck to each hand[p] where p != seat 2", players=3)
    assert [game.values("value", "hand", seat) for seat in range(3)] == [[9, 7], [], [8, 6]]
    game = small("deal 1 from deck to each slot[k] where k is in {3, 5}")
    assert [game.values("value", "slot", k) for k in (3, 4, 5)] == [[9], [], [8]]


def test_a_deal_that_runs_out_is_an_error() -> None:
    assert small("deal 3 from deck to each hand", players=3).size("deck") == 0
    refused(ruleset(CARDS, "deal 4 from deck to each hand  # here", DEAL), "E504", players=3)
    refused(ruleset(CARDS, "deal 2 from deck to each slot[k]  # here", DEAL), "E508")


# ------------------------------------------------------------------ counted pieces

COINS = """
component Coin
  make 12
zone bank: area of Coin
zone purse[Player]: area of Coin
zone tray: area of Coin, at most 3
var n: -100..100 = 0
"""
MINT = "move all Coin to bank"


def test_counted_pieces_are_counted() -> None:
    turn = """
    move 5 from bank to my purse
    move up to 3 from my purse to purse[seat 2]
    move up to 9 from my purse to purse[seat 2]
    answer := 100 * size(bank) + 10 * size(my purse) + size(purse)
    """
    game = small(turn, COINS, MINT)
    assert game.var("answer") == 705
    assert game.state[game.address("purse", 1)] == 5


def test_one_counted_piece() -> None:
    game = small("move top of bank to my purse", COINS, MINT)
    assert (game.state[game.address("bank")], game.state[game.address("purse", 0)]) == (11, 1)
    game = small("move all from bank to my purse", COINS, MINT)
    assert (game.state[game.address("bank")], game.state[game.address("purse", 0)]) == (0, 12)
    game = small("move all from bank to bank", COINS, MINT)
    assert game.state[game.address("bank")] == 12
    assert (
        value("size(bank)", COINS, "move 5 from bank to my purse\nmove all Coin to bank", MINT)
        == 12
    )


def test_counted_pieces_are_dealt_and_moved_from_a_whole_family() -> None:
    turn = "deal 3 from bank to each purse\nanswer := size(bank)\nmove all from purse to bank"
    game = small(turn, COINS, MINT)
    assert game.var("answer") == 6
    assert game.state[game.address("bank")] == 12
    assert game.state[game.address("purse", 1)] == 0


@pytest.mark.parametrize(
    "change",
    [
        "move 13 from bank to my purse",
        "move top of purse[seat 2] to bank",
        "move n from bank to my purse",
        "deal 7 from bank to each purse",
    ],
)
def test_counted_pieces_run_short(change: str) -> None:
    refused(ruleset(COINS, f"n := -1\n{change}  # here", MINT), "E504")


@pytest.mark.parametrize(
    "change",
    [
        "move 4 from bank to tray",
        "move all from bank to tray",
        "move all Coin to tray",
        "move up to 4 from bank to tray",
    ],
)
def test_counted_pieces_fill_a_zone(change: str) -> None:
    refused(ruleset(COINS, f"n := -1\n{change}  # here", MINT), "E508")


def test_a_tray_of_counted_pieces_is_full() -> None:
    assert truth("tray is full", COINS, "move 3 from bank to tray", MINT)
    assert not truth("tray is full", COINS, "move 2 from bank to tray", MINT)
    assert truth("tray is empty", COINS, setup=MINT)


def test_a_set_is_found_before_it_is_moved() -> None:
    game = small("move {c in deck where size(deck) > 5} to heap")
    assert game.values("value", "heap") == ALL
    game = small("move each Card where size(deck) > 5 to heap")
    assert game.values("value", "heap") == ALL
    assert whole(game)


def test_another_seat_s_zone_isn_t_known_to_hold_anything() -> None:
    turn = """
    move top of deck to my hand
    if my hand is not empty
      as seat 2: move top of my hand to heap  # here
    """
    refused(ruleset(CARDS, turn, DEAL), "E509")
