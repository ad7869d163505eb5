"""What the checker makes of right and wrong lines of a tiny game."""

from pathlib import Path

import pytest

from engine.game.examples import run_examples
from engine.rules import model as m
from engine.rules.load import load_text
from engine.rules.types import NUMBER, PLAYER, TRUTH, Type, enum, piece
from tests.rules.tiny import rules, said, value_of, warned, wrong


def test_the_tiny_game_is_right() -> None:
    assert said() == []


# ---------------------------------------------------------------- types of expressions


@pytest.mark.parametrize(
    ("expression", "kind"),
    [
        ("1 + 2 * 3", NUMBER),
        ("card.suit", enum("Suit")),
        ("card.points", NUMBER),
        ("card.turned", TRUTH),
        ("card.owner", Type("enum", ("Player",), (), True)),
        ("top of deck", piece("Card")),
        ("first(my hand)", piece("Card")),
        ("last(my scores)", NUMBER),
        ("size(deck)", NUMBER),
        ("left(me)", PLAYER),
        ("worth[jack]", NUMBER),
        ("fast", TRUTH),
        ("deck is empty", TRUTH),
        ("size({other in my hand where other.turned})", NUMBER),
        ("max(other.points for other in my hand)", NUMBER),
        ("the(other in my hand with highest other.points)", piece("Card")),
        ("(card.points, card.suit)", Type("tuple", (), (NUMBER, enum("Suit")))),
        ("card.suit if fast else none", Type("enum", ("Suit",), (), True)),
        ("coins[left(me)]", NUMBER),
        ("value(card)", NUMBER),
        ("players", NUMBER),
    ],
)
def test_every_expression_has_a_type(expression: str, kind: Type) -> None:
    assert value_of(expression).type == kind


@pytest.mark.parametrize(
    ("expression", "sentence"),
    [
        ("card.suit + 1", "E101 '+' needs a number, but this is one of Suit"),
        ("card.suit = card.rank", "E103 one of Suit can't be compared with one of Rank"),
        ("card.suit < none", "E103 'none' can only be equal or not equal"),
        ("card.points is none", "E103 a number is never none"),
        ("left(card)", "E101 a player needs a player, but this is a Card"),
        ("worth[red]", "E101 the index of 'worth' needs one of Rank, but this is one of Suit"),
        ("hand", "E102 'hand' is a family of zones; say which one: hand[…]"),
        (
            "sum(other.suit for other in my hand)",
            "E101 a sum needs a number, but this is one of Suit",
        ),
        ("sum(other in my hand)", "E102 'sum' needs a value: sum(… for other in …)"),
        ("value(card, card)", "E102 'value' takes 1 argument (card), not 2"),
        ("seat 99", "E104 there is no seat 99"),
        ("the round", "E203 'the round' can only be in examples"),
    ],
)
def test_what_does_not_fit_is_told_once(expression: str, sentence: str) -> None:
    found = wrong(expression)
    assert len(found) == 1
    assert found[0].startswith(sentence)


def test_a_wrong_part_is_not_told_of_again_by_the_whole() -> None:
    assert (
        len(wrong("(nowhere + 1) * value(nothing) > nobody.points and hand[neverwhere] is full"))
        == 4
    )


# ---------------------------------------------------------------- enumerations


def test_equal_words_are_told_apart_by_what_is_expected() -> None:
    compared = value_of("card.rank = 3")
    assert isinstance(compared, m.Op)
    three = compared.arguments[1]
    assert isinstance(three, m.Literal_)
    assert (three.type, three.value) == (enum("Rank"), 1)


def test_the_wide_does_not_fit_the_narrow() -> None:
    found = wrong("suits(wild)", "wild: Any")
    assert found == ["E010 there is no rule 'suits'"]
    more = "rule suits(suit: Suit)\n  suit = red\nrule tried(wild: Any)\n  suits(wild)\n"
    assert said(more) == ["E101 'suit' of 'suits' needs one of Suit, but this is one of Any"]


# ---------------------------------------------------------------- declarations


@pytest.mark.parametrize(
    ("zone", "seen"),
    [
        ("deck", "none"), ("hand", "owner"), ("laid", "all"), ("sack", "none"), ("bank", "all"),
        ("board", "all"), ("marks", "all"),
    ],
)  # fmt: skip
def test_every_kind_of_zone_has_its_default_visibility(zone: str, seen: str) -> None:
    assert rules().zones[zone].seen == seen


def test_a_hand_of_nobody_is_seen_by_all() -> None:
    assert rules("zone spare: hand of Card\n").zones["spare"].seen == "all"


@pytest.mark.parametrize(
    ("variable", "kind", "value"),
    [("trump", "none", 0), ("lead", "enum", 0), ("safe", "truth", 0), ("coins", "number", 0)],
)
def test_a_variable_begins_with_the_least(variable: str, kind: str, value: int) -> None:
    start = rules().variables[variable].start
    assert isinstance(start, m.Literal_)
    assert (start.type.kind, start.value) == (kind, value)


def test_a_variable_without_a_start_begins_with_its_lowest_number() -> None:
    start = rules("var depth: 3..9\n").variables["depth"].start
    assert isinstance(start, m.Literal_) and start.value == 3


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ("var a: Card", "E201 'a' needs a starting value, or '?' after its type"),
        ("counter a: Suit", "E101 a counter holds numbers; give it a range such as 0..99"),
        ("zone a: grid of Card", "E201 a grid needs a size"),
        ("zone a: column of 1..9", "E201 a zone that is written in needs a size"),
        ("zone a: pile of Coin or Card", "E101 counted pieces need their own zones"),
        ("zone a[Card]: pile of Card", "E101 an index must be words, players or a range"),
        (
            "zone a: pile of Card, seen by nobody",
            "E015 'seen by nobody' is not allowed; write owner",
        ),
        ("type Suit = a, b", "E011 there is already a type 'Suit'"),
        ("option b: 0..3 = c", "E010 nothing here is called 'c'"),
        ("option b: x, y = z", "E010 'z' is not a value of 'b'"),
        ("option b: 0..coins = 1", "E101 'coins' is a counter and can't be used as a value here"),
        ("component C\n  a: 0..3", "E201 no C is ever made"),
        ("table t: Suit = 1, 2", "E102 one of Suit needs 3 cells, not 2"),
        ("table t: 1..3 = 1, red, 3", "E101 a cell needs a number, but this is one of Suit"),
    ],
)
def test_wrong_declarations_are_told_of_once(more: str, sentence: str) -> None:
    found = said(more + "\n")
    assert len(found) == 1, found
    assert found[0].startswith(sentence)


# ---------------------------------------------------------------- my, its, binders


def test_what_is_nobodys_is_not_mine() -> None:
    assert wrong("my trump = red") == ["E102 'trump' belongs to nobody, so it can't be 'my trump'"]


# ---------------------------------------------------------------- comparisons and words


def test_tuples_of_unlike_lengths_are_not_compared() -> None:
    assert len(wrong("(card.points, 1) > (3, 1, 2)")) == 1


def test_values_in_words_are_placed_even_after_escapes() -> None:
    more = 'score each Player\n  add "\\"a\\" {suitt}" 3\n'
    loaded = said(more)
    assert loaded == ["E010 nothing here is called 'suitt'"]


# ---------------------------------------------------------------- names that are lost


def test_an_unknown_name_is_told_of_once() -> None:
    assert said("setup\n  shuffle nowhere\n  shuffle nowhere\n  move all Card to nowhere\n") == [
        "E010 nothing here is called 'nowhere'"
    ]


def test_a_name_in_a_line_that_was_not_read_is_not_unknown() -> None:
    found = said("var lost ? 3\nsetup\n  if lost > 1: shuffle deck\n")
    assert len(found) == 1 and found[0].startswith("E001")


def test_two_declarations_of_one_name_are_one_mistake() -> None:
    more = "zone deck: hand of Card\nsetup\n  shuffle deck\n  shuffle other_deck\n"
    assert said(more) == ["E011 'deck' is already the name of a zone (line 30)"]


def test_independent_mistakes_are_all_told() -> None:
    more = "zone a: heap of Cardd\nvar b: 3..1\nsetup\n  shuffle dekc\n  end setup\n"
    codes = [sentence.split()[0] for sentence in said(more)]
    assert codes == ["E015", "E013", "E104", "E010", "E015"]


# ---------------------------------------------------------------- where things may stand


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ("setup\n  end turn\n", "E203 nothing can be ended in 'setup'"),
        ("after last turn\n  skip\n", "E015 there is no 'after last turn'"),
        ("setup\n  value\n", "E105 'value' is a rule; on its own it does nothing"),
        ("setup\n  gain 3 gold\n", "E010 there is no counter 'gold'"),
        ("setup\n  move all Coin to deck\n", "E101 'deck' holds Card, not Coin"),
        ("setup\n  swap deck with sack\n", "E101 only zones of the same family can be swapped"),
        (
            "setup\n  roll all Coin\n",
            "E101 only pieces with an attribute that changes can be rolled",
        ),
        ("setup\n  write red in scores[seat 1]\n", "E101 what is written needs a number"),
        ("rule a(x: 0..9)\n  1 if x > 2\n", "E201 'a' has no value if none of its cases holds"),
    ],
)
def test_what_stands_in_a_wrong_place_is_told_of_once(more: str, sentence: str) -> None:
    found = said(more)
    assert len(found) == 1, found
    assert found[0].startswith(sentence)


@pytest.mark.parametrize(
    ("require", "hidden"),
    [
        ("size(deck) > 3", None),
        ("deck is not empty", None),
        ("last(deck).points > 3", "what is in 'deck'"),
        ("count(x in hand[left(me)] where x.turned) > 0", "what is in 'hand'"),
        ("size(hand[left(me)]) > 0", None),
        ("count(x in my hand where x.turned) > 0", None),
        ("lowest(deck)", "what is in 'deck'"),
        ("many(deck)", None),
        ("card.turned", "what is in 'hand'"),
    ],
)
def test_a_move_may_not_depend_on_what_its_mover_cannot_see(
    require: str, hidden: str | None
) -> None:
    turn = (
        f"turn\n  choose\n    steal(card in hand[left(me)])\n      require {require}\n      skip\n"
    )
    more = "rule lowest(p: deck)\n  first(p).points = 0\nrule many(p: deck)\n  size(p) > 5\n"
    found = said(more, turn)
    assert [sentence.split()[0] for sentence in found] == (["E206"] if hidden else [])
    assert hidden is None or hidden in found[0]


# ---------------------------------------------------------------- warnings


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ("component Idle\n  make 3\n", "component 'Idle' is never used"),
        ("counter idle: 0..3\n", "counter 'idle' is never used"),
        ("table idle: 1..2 = 3, 4\n", "table 'idle' is never used"),
        ("to idle\n  skip\n", "procedure 'idle' is never used"),
        ("setup\n  var idle: 0..3\n  idle := 2\n", "'idle' is set but never used"),
        ("after each turn\n  end game\n  shuffle deck\n", "this is never reached"),
        ("after each turn\n  if fast: end game\n  else: end round\n  shuffle deck\n",
         "this is never reached"),
        ("setup\n  if 1 > 2: shuffle deck\n", "this condition never holds"),
        ("setup\n  if yes or fast: shuffle deck\n", "this condition always holds"),
        ("example \"A\"\n  given fast = yes\n  then fast\noption idle: yes, no = no\n",
         "option 'idle' is never used"),
    ],
)  # fmt: skip
def test_what_is_idle_is_warned_of(more: str, sentence: str) -> None:
    assert sentence in warned(more)


def test_an_attribute_that_nothing_reads_is_warned_of() -> None:
    more = "component Token\n  size: 1..3\n  make 1 for each size\nzone tray: area of Token\n"
    more += "setup\n  move all Token to tray\n"
    assert warned(more) == ["'size' of Token is never used"]


def test_what_only_an_example_uses_is_idle() -> None:
    more = 'zone idle: pile of Card\nexample "A"\n  given idle = red 2\n  then size(idle) = 1\n'
    assert "zone 'idle' is never used" in warned(more)


def test_a_line_of_a_rule_that_is_never_reached_is_warned_of() -> None:
    more = "rule r\n  yes\n  no if fast\nsetup\n  if r(): shuffle deck\n"
    assert warned(more) == ["this line is never reached"]


def test_a_choice_of_options_is_no_constant() -> None:
    assert (
        warned("setup\n  if fast and 1 < 2: shuffle deck\n  if size_of_hand > 2: shuffle deck\n")
        == []
    )


def test_a_named_range_in_a_list_of_words_gives_its_numbers() -> None:
    text = """
game "Tiny"
  players 2
type Low = 1..3
type Rank = Low, king
component Card
  rank: Rank
  make 1 for each rank
zone heap: area of Card
setup
  move all Card to heap
turn
  choose
    stop
      end game
example "All four"
  then size(heap) = 4
  then heap has 3, king
"""
    (outcome,) = run_examples(load_text(text, Path("tiny.cairn")))
    assert outcome.passed, outcome.diagnostic
