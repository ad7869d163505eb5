"""What a seat has seen, what it can't see, and what moves and logs say of it."""

from __future__ import annotations

import pytest

from engine.chronicle.chronicle import Chronicle
from engine.game.session import Session
from tests.constructs.tiny import codes, line_of, moves, play, refused, start, var, zone

CARDS = """
component Card
  value: 1..6
  make 1 for each value
zone deck: pile of Card, face down
zone hand[Player]: hand of Card
zone mat: row of Card, face up
setup
  move all Card to deck
  shuffle deck
  deal 2 from deck to each hand
"""


def known(session: Session, name: str, viewer: int) -> list[bool]:
    return [item is not None for item in zone(session, name, viewer)]


def test_what_a_seat_has_seen_of_a_piece_sticks_to_it_until_it_is_shuffled() -> None:
    s = start(CARDS + """
turn
  choose
    turn_up
      move top of deck to mat
    turn_down
      move last(mat) to deck
    take
      move top of deck to my hand
    shuffle_it
      shuffle deck
    go
""")  # fmt: skip
    assert known(s, "deck", 0) == [False, False]
    play(s, "turn_up", "turn_down")
    assert known(s, "deck", 0) == known(s, "deck", 1) == [False, True]
    seen = zone(s, "deck", 0)[-1]
    play(s, "take")  # seat 1: now everybody knows one card of its hand
    assert zone(s, "hand[seat 1]", 1).count(seen) == 1
    assert len([x for x in zone(s, "hand[seat 1]", 1) if x is not None]) == 1
    s = play(start(s.game.loaded.findings.sources["tiny.cairn"].text), "turn_up", "turn_down")
    play(s, "shuffle_it")
    assert known(s, "deck", 0) == known(s, "deck", 1) == [False, False]


def test_show_lets_a_seat_see_and_only_that_seat() -> None:
    s = start(CARDS + """
turn
  choose
    peek
      show top of deck to me
    show_hand
      show my hand to Player
    one(card in my hand)
      show card to left(me)
""", 3)  # fmt: skip
    s = play(start(s.game.loaded.findings.sources["tiny.cairn"].text, 2), "peek")
    assert (known(s, "deck", 0), known(s, "deck", 1)) == ([False, True], [False, False])
    play(s, "show_hand")
    assert known(s, "hand[seat 2]", 0) == [True, True]
    play(s, moves(s)[2])
    assert sorted(known(s, "hand[seat 1]", 1)) == [False, True]


def test_a_hidden_move_out_of_a_hand_leaves_open_which_card_went() -> None:
    text = (
        CARDS
        + """
turn
  choose
    reveal
      show my hand to Player
    bury(card in my hand)
      move card to deck
    draw
      move top of deck to my hand
"""
    )
    s = play(start(text), "reveal", "draw")
    assert known(s, "hand[seat 1]", 1) == [True, True]
    play(s, moves(s)[1])
    assert (known(s, "hand[seat 1]", 1), known(s, "deck", 1)) == ([False], [False] * 2)
    assert known(s, "hand[seat 1]", 0) == [True]
    assert known(s, "deck", 0)[-1]  # who buried it knows where it is


def test_rolling_in_the_hidden_makes_a_face_unknown() -> None:
    s = start("""
        component Die
          var face: 1..6
          make 2
        zone cup[Player]: hand of Die
        setup
          move all Die to cup[seat 1]
          roll cup[seat 1]
        turn
          choose
            show_it
              show cup[seat 1] to Player
            again
              roll cup[seat 1]
    """)  # fmt: skip
    assert known(s, "cup[seat 1]", 1) == [False, False]
    play(s, "show_it")
    assert zone(s, "cup[seat 1]", 1) == zone(s, "cup[seat 1]", 0)
    play(s, "again")
    assert (known(s, "cup[seat 1]", 1), known(s, "cup[seat 1]", 0)) == ([False] * 2, [True] * 2)


def test_a_move_on_a_piece_that_its_mover_can_t_see_names_the_place() -> None:
    s = start("""
        component Card
          value: 1..6
          make 1 for each value
        zone deck: pile of Card, face down
        zone hand[Player]: hand of Card, seen by all but owner
        zone mat: row of Card
        setup
          move all Card to deck
          shuffle deck
          deal 3 from deck to each hand
        turn
          choose
            play(card in my hand)
              "Play {card}."
              move card to mat
    """)  # fmt: skip
    assert [(x.text, x.words) for x in s.legal()] == [
        ("play(hand 1)", "Play a card."),
        ("play(hand 2)", "Play a card."),
        ("play(hand 3)", "Play a card."),
    ]
    third = zone(s, "hand[seat 1]", 1)[2]
    assert third is not None
    play(s, "play(hand 3)")
    assert zone(s, "mat", 0) == [third]
    # the log is made for each seat, after what it has seen by now
    assert Chronicle(s).log(1)[0] == (0, "play(hand 3)", f"Play {third}.")
    assert Chronicle(s).log(0)[0] == (0, "play(hand 3)", f"Play {third}.")


def test_a_log_line_says_no_more_than_its_reader_has_seen() -> None:
    s = start(CARDS + """
turn
  choose
    bury(card in my hand)
      "Bury {card}."
      move card to deck
""")  # fmt: skip
    buried = moves(s)[0]
    play(s, buried)
    name = buried[5:-1]
    assert Chronicle(s).log(0) == [(0, buried, f"Bury {name}.")]
    assert Chronicle(s).log(1) == [(0, "", "Bury a card.")]
    assert Chronicle(s).log(None) == [(0, buried, f"Bury {name}.")]


def test_a_hidden_counter_is_hidden_from_views() -> None:
    s = start("""
        component Card
          value: 1..6
          make 1 for each value
        zone deck: pile of Card, face down
        zone hand[Player]: hand of Card
        counter shut[Player]: 0..20 = 0, seen by owner
        setup
          move all Card to deck
          shuffle deck
          deal 2 from deck to each hand
        turn
          choose
            count_up
              gain sum(card.value for card in my hand) shut
    """)  # fmt: skip
    play(s, "count_up")
    assert var(s, "shut[seat 1]", 1) is None
    assert var(s, "shut[seat 1]", 0) not in (None, "0")
    # it hangs on hidden cards, so that nobody else can work it out
    cells = s.game.compiled.layout.cells["shut"]
    samples = {
        s.game.knowledge.sample(s.information_set(1), number)[cells.base] for number in range(40)
    }
    assert len(samples) > 1


PUBLIC = """
component Card
  value: 1..6
  make 1 for each value
zone deck: pile of Card, face down
zone hand[Player]: hand of Card
zone mat: row of Card
counter shut[Player]: 0..40 = 3, seen by owner
setup
  move all Card to deck
  shuffle deck
  deal 2 from deck to each hand
to pay_out(coins: 0..9)
  if size(mat) < 9: gain coins shut
turn
  choose
    take(amount in 1..2)
      {change}
    lose_it
      lose 5 shut
"""


@pytest.mark.parametrize(
    ("change", "public"),
    [
        ("gain amount shut", True),
        ("pay_out(amount)", True),
        ("pay_out(sum(card.value for card in my hand))", False),
        ("if any(card.value > 3 for card in my hand): gain 1 shut", False),
        ("for each card in my hand: gain 1 shut", False),
        ("if size(my hand) = 2: gain amount shut", True),
        ("gain max(card.value for card in my hand) shut", False),
    ],
)
def test_public_changes_to_a_hidden_counter_stay_derivable(change: str, public: bool) -> None:
    s = play(start(PUBLIC.replace("{change}", change)), "take(2)")
    cells = s.game.compiled.layout.cells["shut"]
    truth = s.state[cells.base]
    samples = {
        s.game.knowledge.sample(s.information_set(1), number)[cells.base] for number in range(40)
    }
    assert (samples == {truth}) == public
    assert var(s, "shut[seat 1]", 1) is None  # who doesn't keep count isn't told


def test_gain_and_lose_stop_at_the_ends_of_the_range() -> None:
    s = start("""
        counter gold[Player]: 0..5 = 3
        turn
          choose
            up
              gain at most 4 gold
            down
              lose 9 gold
    """)  # fmt: skip
    assert var(play(s, "up"), "gold[seat 1]") == "5"
    assert var(play(s, "down"), "gold[seat 2]") == "0"


def test_to_gain_beyond_the_range_is_an_error_with_its_line() -> None:
    text = """
        counter gold[Player]: 0..5 = 3
        turn
          choose
            up
              gain 4 gold
    """
    found = refused("E503", text, 2, "up").diagnostics[0]
    assert found.message == (
        "'gold' is 0..5: give it a wider range, or say 'gain at most …'; here it is 7"
    )
    assert found.span.line == line_of(text, "gain 4")


def test_to_score_beyond_the_range_of_a_counter_is_an_error_but_a_floor_holds() -> None:
    text = """
        counter gold[Player]: 0..5 = 3
        turn
          choose
            up
              end game
        score each Player into gold
          add "{change}" {change}
    """
    s = start(text.replace("{change}", "-9"))
    assert var(play(s, "up"), "gold[seat 1]") == "0"
    found = refused("E503", text.replace("{change}", "9"), 2, "up").diagnostics[0]
    assert found.message == "'gold' is 0..5: give it a wider range; here it is 12"


def test_a_requirement_may_read_only_what_the_chooser_may_see() -> None:
    text = (
        CARDS
        + """
turn
  choose
    guess
      require {what}
"""
    )
    assert codes(text.replace("{what}", "last(deck).value = 3")) == ["E206"]
    assert codes(text.replace("{what}", "any(card.value = 3 for card in hand[left(me)])")) == [
        "E206"
    ]
    assert codes(text.replace("{what}", "size(deck) > 1 and size(hand[left(me)]) > 1")) == []
    assert codes(text.replace("{what}", "any(card.value = 3 for card in my hand)")) == []


def test_a_variable_that_names_a_hidden_piece_gives_nothing_away() -> None:
    s = start(CARDS + """
var chosen: Card? = none
turn
  choose
    mark(card in my hand)
      chosen := card
""")  # fmt: skip
    play(s, moves(s)[0])
    base = s.game.compiled.layout.cells["chosen"].base
    assert s.information_set(1).state[base] < 0
    assert s.information_set(0).state[base] >= 0
    assert var(s, "chosen", 1) != var(s, "chosen", 0)


def test_a_turn_variable_of_a_hidden_piece_gives_nothing_away() -> None:
    s = start(CARDS + """
turn
  var chosen: Card? = none
  choose
    mark(card in my hand)
      chosen := card
  as left(me)
    choose
      answer
""")  # fmt: skip
    marked = moves(s)[0][5:-1]
    play(s, moves(s)[0])
    assert var(s, "chosen", 0) == marked
    assert var(s, "chosen", 1) != marked
    knowledge = s.game.knowledge
    for seat in (0, 1):
        seen = s.information_set(seat)
        assert all(knowledge.observe(knowledge.sample(seen, n), seat) == seen for n in range(10))


@pytest.mark.parametrize("then", ["", "  shuffle deck\n"])
def test_nobody_watches_setup(then: str) -> None:
    text = (
        "component Card\n  value: 1..9\n  make 1 for each value\n"
        "zone heap: pile of Card, face up\nzone deck: pile of Card, face down\n"
        "zone hand[Player]: hand of Card\n"
        "setup\n  move all Card to heap\n  shuffle heap\n  move all from heap to deck\n"
        f"{then}  deal 2 from deck to each hand\n"
        "turn\n  choose\n    wait\n"
    )
    session = start(text)
    seen = {zone.name: [item.name for item in zone.items] for zone in session.view(0).zones}
    assert seen["deck"] == [None] * 5
    assert seen["hand[seat 2]"] == [None, None]
    assert None not in seen["hand[seat 1]"]
