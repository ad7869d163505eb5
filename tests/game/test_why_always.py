"""Whatever a player asks about, the answer names what refuses it, with its place in the rules, and
never depends on what the player can't see.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.compile import layout as at
from engine.compile.debug_info import OfferedAction
from engine.compile.multi_choice import each
from engine.compile.program import Const
from engine.game.explain import Explanation
from engine.game.rng import Chance
from engine.game.session import Session
from engine.language.diagnostics import RulesError
from engine.moves.notation import read_move
from tests.constructs.tiny import examples, start
from tests.game.games import FILES, NAMES, ready, walk
from tests.game.test_leaks import alike, other, starts
from tests.scope import ALL

FOUND = sorted((Path(__file__).parents[1] / "found").glob("why-not-*.cairn"))
ANY_PLAY = settings(
    max_examples=20 if ALL else 3,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)


def written(session: Session, offered: OfferedAction, chance: Chance) -> str | None:
    """An action with arguments at random that its parameters choose from; None without any."""
    game, state = session.game, session.state
    reading = game.explainer.reading(state, state[at.ME], offered.scope.locals)
    values: list[int] = []
    for p in offered.action.parameters:
        taken: list[int] = []
        for one in each(p, game.wording.setting):
            free = [x for x in reading.elements(one.domain, state) if x not in taken]
            if not free:
                return None
            taken.append(free[chance.below(len(free))])
            reading = reading.knowing({one.key: Const(taken[-1])})
        values += taken
    return str(game.wording.written(offered.action, values, state))


def asked(session: Session, chance: Chance, times: int) -> list[str]:
    """Moves of the decision with arguments at random, legal or not."""
    actions = session.game.wording.actions(session.state[at.PC])
    found = (written(session, one, chance) for one in actions for _ in range(times))
    return sorted({text for text in found if text})


def names_what_refuses(why: Explanation) -> bool:
    return why.forbidden and why.failed is not None and bool(why.span.line)


@pytest.mark.parametrize("path", [*FILES, *FOUND], ids=[*NAMES, *(p.stem for p in FOUND)])
@given(seed=st.integers(0, 2**32), moves=st.integers(0, 60))
@ANY_PLAY
def test_a_refusal_names_what_refuses(path: Path, seed: int, moves: int) -> None:
    *_, session = walk(Session(ready(path), seed), Chance(seed), moves + 1)
    if session.over:
        return
    seat, chance = session.state[at.ME], Chance(seed + 1)
    try:
        session.written_moves()
    except RulesError:  # E501: nothing is legal here, so nobody is asked
        return
    answers = {text: session.explain(seat, text) for text in asked(session, chance, 8)}
    legal = {read_move(text).key for text in session.written_moves()}
    for text, why in answers.items():
        assert why.legal or names_what_refuses(why), why.render()
        assert why.legal == (read_move(text).key in legal)
    for name in {text.partition("(")[0] for text in answers}:
        why = session.explain(seat, name)
        assert why.legal or names_what_refuses(why), why.render()
    for start_, exchange in islice(starts(session, seat), 12):
        another = other(session, start_, exchange)
        if another is None or not alike(session, another, seat):
            continue
        for text, why in answers.items():
            assert another.explain(seat, text).render() == why.render()
        return


# ------------------------------------------------------------------ what is written like no move

LANES = """
component Card
  rank: 1..4
  make 2 for each rank
zone deck: row of Card
zone lane[Player, 1..2]: row of Card
setup
  for each card in Card where card.rank < 3
    move card to lane[seat 1, 1 if lane[seat 1, 1] is empty else 2]
turn
  choose
    lift(card in lane)
      require card.rank < 2
        because "Only a one can be lifted."
      move card to deck
    wait
"""


def test_a_move_that_is_written_without_its_place_is_spelled_out() -> None:
    session = start(LANES)
    assert len(session.written_moves()) == 3
    why = session.explain(0, "lift(1)")
    assert not why.legal and why.sentence == "write lift 1 in lane 1 or lift 1 in lane 2."
    assert session.explain(0, "lift(2)").sentence == "Only a one can be lifted."


# ------------------------------------------------------------------ which sentence

NESTED = """
component Card
  rank: 1..4
  make 1 for each rank
zone row_: row of Card
zone out:  row of Card
setup
  move all Card to row_
rule fits(card: Card)
  "Only low cards fit."
  low(card) and small(card)
rule low(card: Card)
  card.rank < 2
rule small(card: Card)
  "Only small cards fit."
  card.rank < 4
turn
  choose
    take(card in row_)
      require fits(card) supposing move card to out
      move card to out
    wait
"""


def test_the_nearest_rule_that_has_a_sentence_speaks() -> None:
    for text in (NESTED, NESTED.replace(" supposing move card to out", "")):
        why = start(text).explain(0, "take(3)")
        assert (why.rule, why.sentence) == ("fits", "Only low cards fit."), text
    text = NESTED.replace("low(card) and small(card)", "small(card) and low(card)")
    why = start(text).explain(0, "take(4)")
    assert (why.rule, why.sentence) == ("small", "Only small cards fit.")


@pytest.mark.parametrize("move", ["claim(2)", "claim"])
def test_no_answer_speaks_of_a_list(move: str) -> None:
    (path,) = (p for p in FOUND if p.stem == "why-not-all-pieces")
    why = Session(ready(path), 1).explain(0, move)
    assert why.sentence == "All tokens of the rank are shown." and why.rule == "complete"


# ------------------------------------------------------------------ what an example may name

ASKED = """
component Card
  rank: 1..4
  make 1 for each rank
zone row_: row of Card
zone out:  row of Card
setup
  move all Card to row_
rule big(card: Card)
  card.rank > 2
rule even(card: Card)
  card.rank mod 2 = 0
rule worth(card: Card)
  card.rank * 2
rule joins(card: Card)
  yes if big(card)
  even(card) otherwise
turn
  choose
    take(card in row_)
      require CONDITION
      move card to out
    wait

example "Named"
  then  cannot take(1) because NAME
"""


@pytest.mark.parametrize(
    ("condition", "right"),
    [
        ("big(card) and even(card)", "big even"),
        ("big(card) or even(card)", "big even"),
        ("not (card.rank = 1 and not big(card))", "big"),
        ("even(card) and worth(card) > 0", "even"),
        ("worth(card) > 6", "worth"),
        ("joins(card)", "joins big even"),
        ("even(card) if out is empty else big(card)", "even"),
        ("all(big(other) for other in row_ where other.rank <= card.rank)", "big"),
        ("all(other = card for other in row_ where even(card) or card.rank = 1)", ""),
        ("any(other in row_ where big(other) and even(card))", "big even"),
        ("not any(even(other) for other in row_)", "even"),
        ("not any(other in row_ where even(other))", "even"),
        ("count(other in row_ where big(other)) > 3", "big"),
        ("big(card) supposing move card to out", "big"),
        ("not even(first(row_)) supposing move card to out", "even"),
    ],
)
def test_an_example_may_name_any_rule_on_which_a_requirement_fails(
    condition: str, right: str
) -> None:
    for name in ("big", "even", "worth", "joins"):
        text = ASKED.replace("CONDITION", condition).replace("NAME", name)
        (said,) = examples(text).values()
        assert (not said) == (name in right.split()), (condition, name)
        if said and right:
            *most, last = (f"'because {one}'" for one in right.split())
            hint = f"{', '.join(most)} or {last}" if most else last
            assert said.endswith(f"write {hint}")
