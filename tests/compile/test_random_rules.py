"""Rules put together at random: the two executors play the same games of them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.language.diagnostics import RulesError
from tests.compile.small import compiled, same_games
from tests.compile.test_impossible_numbers import fast, slowly
from tests.scope import often

CHEAP = st.sampled_from(
    [
        "card.rank", "least", "size(my hand)", "size(middle)", "size(row[card.suit])", "turns", "0",
        "1", "3", "7", "worth[card.suit]", "(last(middle).rank if middle is not empty else 4)",
        "((bottom of middle).rank if size(middle) > 1 else least)",
        "(last(row[card.suit]).rank if row[card.suit] is not empty else 2)",
        "(worth[led] if led is not none else 5)",
        "count(other in my hand where other.suit = card.suit)",
    ]
)  # fmt: skip
NUMBERS = st.recursive(
    CHEAP,
    lambda inner: st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from("+-"), inner),
        st.builds("({} {} {})".format, inner, st.sampled_from(["mod", "/", "*"]), st.just("3")),
        st.builds("{}({}, {})".format, st.sampled_from(["max", "min"]), inner, inner),
    ),
    max_leaves=4,
)
PLAIN = st.one_of(
    st.builds(
        "({} {} {})".format, NUMBERS, st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), NUMBERS
    ),
    st.sampled_from(
        [
            "middle is empty", "led is none", "(led is not none and card.suit = led)",
            "(middle is empty or card.suit = last(middle).suit)",
            "(row[card.suit] is empty or card.rank > last(row[card.suit]).rank)",
            "card.rank is in lucky[card.suit]", "least is in lucky[card.suit]",
            "(led is not none and least is in lucky[led])",
            "any(other in my hand where other.rank > card.rank)",
            "all(other.suit = card.suit for other in my hand)",
        ]
    ),
)  # fmt: skip
CONDITIONS = st.recursive(
    PLAIN,
    lambda inner: st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from(["and", "or"]), inner),
        st.builds("not ({})".format, inner),
    ),
    max_leaves=4,
)
STATEMENTS = st.one_of(
    st.sampled_from(
        [
            "move card to middle", "move card to row[card.suit]", "least := card.rank",
            "led := card.suit", "led := none", "move all from middle to away",
            "if middle is not empty: move top of middle to my hand", "gain 1 points",
            "if deck is not empty: deal 1 from deck to my hand", "shuffle middle",
            "for each other in my hand where other.rank = 2: move other to away",
        ]
    ),
    st.builds("if {}: gain 1 points".format, CONDITIONS),
)  # fmt: skip
BODIES = st.lists(STATEMENTS, min_size=1, max_size=3)


def game(suits: int, copies: int, first: str, second: str, bodies: tuple[list[str], ...]) -> str:
    """Two seats do things with their cards, as often as turns go."""
    names = "abcdefgh"[:suits]
    rows = "".join(f"  {name} = {3 * i % 8}\n" for i, name in enumerate(names))
    one, other = ("".join(f"      {line}\n" for line in body) for body in bodies)
    return f"""
game "By chance"
  players 2
type Suit = {", ".join(names)}
component Card
  rank: 0..7
  suit: Suit
  make {copies} for each rank, suit
zone deck:         pile of Card, face down
zone hand[Player]: hand of Card
zone middle:       pile of Card, face up
zone row[Suit]:    pile of Card, face up
zone away:         pile of Card, face down
table worth: Suit -> 0..7
{rows}table lucky: Suit -> set of 0..7
{rows}var least: 0..7 = 3
var led: Suit?
var turns: 0..100 = 0
counter points[Player]: 0..9000 = 0
setup
  move all Card to deck
  shuffle deck
  deal 5 from deck to each hand
turn
  turns := turns + 1
  choose
    play(card in my hand)
      require {first}
{one}    use(card in my hand)
      require {second}
{other}    drop(card in my hand)
      move card to away
    rest
      gain 1 points
game ends at end of turn when turns > 60 or my hand is empty
winner highest points
"""


@settings(max_examples=often(60))
@given(
    st.integers(2, 8), st.integers(1, 2), CONDITIONS, CONDITIONS, st.tuples(BODIES, BODIES)
)  # fmt: skip
def test_games_are_the_same(
    suits: int, copies: int, first: str, second: str, bodies: tuple[list[str], list[str]]
) -> None:
    text = game(suits, copies, first, second, bodies)
    try:
        compiled(text)
    except RulesError as problem:
        raise AssertionError(text) from problem
    same_games(text, 6)


WILD_NUMBERS = [
    "(card.rank mod turns)", "(card.rank mod (turns - 1))", "(7 / (least - 3))", "big", "-big",
    "(big + card.rank)", "(-big - card.rank)", "(big * big)", "low", "(low mod 7)",
    "max(other.rank for other in middle)", "min(k for k in 3..turns)",
    "max(k for k in least..turns mod 3 where k - big > low)",
    "(1 if card.rank = 0 or 5 / (turns - 1) = 1 else 0)",
    "(1 if card.rank > 9 or 5 mod (least - 3) = 1 else 0)",
]  # fmt: skip
WILD = st.sampled_from(WILD_NUMBERS)
IMPOSSIBLE = st.one_of(
    st.builds("({} > {})".format, WILD, NUMBERS),
    st.builds("({} or {} <= {})".format, CONDITIONS, WILD, NUMBERS),
    st.builds("({} and {} = {})".format, CONDITIONS, NUMBERS, WILD),
    st.builds("(max({}, {}) > {})".format, WILD, WILD, NUMBERS),
)


BOUNDS = "var big: 0..2147483647 = 2147483647\nvar low: -2147483647..-1 = -2147483647\n"


@pytest.mark.parametrize("number", WILD_NUMBERS)
def test_no_wild_number_is_refused_before_the_game(number: str) -> None:
    text = game(2, 1, f"{number} > 3", "least > 1", (["gain 1 points"], ["gain 1 points"]))
    compiled(text.replace("setup\n", BOUNDS + "setup\n"))


@settings(max_examples=often(60))
@given(IMPOSSIBLE, IMPOSSIBLE, BODIES)
def test_both_stop_alike_where_numbers_can_t_be(first: str, second: str, body: list[str]) -> None:
    text = game(2, 1, first, second, (body, body)).replace("setup\n", BOUNDS + "setup\n")
    try:
        made = compiled(text)
    except RulesError:
        return  # told before the game begins
    assert fast(made) == slowly(made)
