"""Any position of any play: pieces are conserved, views leak nothing, samples agree with them."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from engine.compile import layout as at
from engine.game.rng import Chance
from engine.game.session import Session
from tests.game.playing import (
    FEW,
    check_pieces,
    game,
    indistinguishable,
    playout,
    sessions,
)


@FEW
@given(sessions(most=400))
def test_every_piece_lies_in_one_place_at_every_step(session: Session) -> None:
    for decision in session.history:
        check_pieces(session.game, list(decision.state))
    check_pieces(session.game, session.state)


@FEW
@given(sessions(), st.integers(-(2**31), 2**31 - 1), st.integers(-(2**31), 2**31 - 1))
def test_nobody_sees_the_random_generator(session: Session, low: int, high: int) -> None:
    g, changed = session.game, list(session.state)
    changed[at.RNG_LOW], changed[at.RNG_HIGH] = low, high
    for seat in range(g.players):
        assert g.knowledge.observe(changed, seat) == session.information_set(seat)
        assert g.viewer.view(changed, seat) == session.view(seat)


@FEW
@given(sessions())
def test_a_view_names_no_piece_that_its_seat_doesn_t_know(session: Session) -> None:
    everything = {z.name: [item.name for item in z.items] for z in session.view(None).zones}
    for seat in range(session.game.players):
        for z in session.view(seat).zones:
            hidden = z.family == "deck" or (z.family == "hand" and z.owner != seat)
            names = [item.name for item in z.items]
            assert len(names) == len(everything[z.name])
            if not hidden:
                assert names == everything[z.name]
            # of a hidden zone, those cards show that were drawn from the discards before all eyes
            shown = [
                (a, b) for a, b in zip(names, everything[z.name], strict=True) if a is not None
            ]
            assert all(a == b for a, b in shown)
            if z.family == "deck":
                assert shown == []


@FEW
@given(sessions(), st.integers(-(2**40), 2**40))
def test_a_sample_can_t_be_told_from_the_truth_by_its_seat(session: Session, number: int) -> None:
    knowledge = session.game.knowledge
    for seat in range(session.game.players):
        known = session.information_set(seat)
        state = knowledge.sample(known, number)
        check_pieces(session.game, state)
        assert knowledge.observe(state, seat) == known
        assert session.game.viewer.view(state, seat) == session.view(seat)
        assert knowledge.sample(known, number) == state
        if not session.over:
            moves = session.game.interpreter.legal
            if seat == session.seat:
                assert len(moves(state)) == len(moves(session.state))


@FEW
@given(sessions(most=60))
def test_samples_have_fresh_randomness(session: Session) -> None:
    known = session.information_set(0)
    states = [session.game.knowledge.sample(known, number) for number in range(8)]
    words = {(s[at.RNG_LOW], s[at.RNG_HIGH]) for s in states}
    assert len(words) == 8
    assert (session.state[at.RNG_LOW], session.state[at.RNG_HIGH]) not in words


@FEW
@given(sessions(most=200), st.integers(0, 1000))
def test_a_sample_can_be_played_to_its_end(session: Session, number: int) -> None:
    interpreter, chance = session.game.interpreter, Chance(number)
    state = session.game.knowledge.sample(session.information_set(number % 2), number)
    for _ in range(2000):
        if interpreter.over(state):
            break
        moves = interpreter.legal(state)
        interpreter.apply(state, moves[chance.below(len(moves))])
    assert interpreter.over(state)
    check_pieces(session.game, state)


def test_samples_are_uniform() -> None:
    session = playout(0, 5, 40)
    g = session.game
    known = session.information_set(0)
    hand = g.compiled.layout.families["hand"].address(1)
    hidden = [p for group in indistinguishable(g, session.state, 0) for p in group]
    inside = [p for p in session.state[hand + 1 : hand + 1 + session.state[hand]] if p in hidden]
    assert len(inside) > 4
    seen: Counter[int] = Counter()
    first: Counter[int] = Counter()
    rounds = 3000
    places = [session.state.index(p, hand + 1) for p in inside]
    for number in range(rounds):
        state = g.knowledge.sample(known, number)
        seen.update(state[place] for place in places)
        first[state[places[0]]] += 1
    for counter, wanted in (
        (seen, rounds * len(inside) / len(hidden)),
        (first, rounds / len(hidden)),
    ):
        squares = sum((counter[p] - wanted) ** 2 / wanted for p in hidden)
        freedom = len(hidden) - 1
        # the 99.9% point of chi square is below this for such numbers of degrees of freedom
        assert squares < freedom + 4 * (2 * freedom) ** 0.5 + 5
        assert squares > freedom / 4


def test_the_game_ends_with_winners_that_have_the_most_points() -> None:
    for seed in range(10):
        session = playout(seed % 4, seed, 2000, agent=seed)
        assert session.over
        scores = session.scores
        assert session.winners == [i for i, x in enumerate(scores) if x == max(scores)]
        assert game(seed % 4).option_words()["matches"] == str(
            len({r.round for r in session.results})
        )


@FEW
@given(sessions())
def test_ledgers_add_up(session: Session) -> None:
    for seat in range(session.game.players):
        for ledger in session.ledgers(seat):
            # each colour's lines: cards and cost, times wagers, and the bonus
            total = subtotal = 0
            for row in ledger.rows:
                assert row.value is not None
                if row.kind == "times":
                    subtotal *= row.value
                elif row.label.endswith(" cards"):
                    total, subtotal = total + subtotal, row.value
                else:
                    subtotal += row.value
                assert row.span.line
            assert total + subtotal == ledger.total


@FEW
@given(sessions(most=2000))
def test_totals_are_the_sums_of_the_rounds_ledgers(session: Session) -> None:
    for seat in range(session.game.players):
        paid = sum(x.total or 0 for r in session.results for x in r.ledgers if x.seat == seat)
        assert session.view(None).totals[seat] == paid
