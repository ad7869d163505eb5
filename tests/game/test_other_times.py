"""Looking back, going another way from there, and what a decision set off."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chronicle.chronicle import Chronicle
from engine.compile.lower import lower
from engine.game.interpreter import Interpreter
from engine.game.positions import Position
from engine.game.rng import Chance
from engine.game.session import Session
from engine.language.diagnostics import RulesError
from tests.constructs.tiny import start
from tests.game.games import FILES, NAMES, named, played, ready, walk
from tests.game.playing import FEW, sessions
from tests.scope import HALF


@pytest.mark.parametrize("path", HALF, ids=lambda path: path.stem)
def test_looking_back_shows_what_was_seen_then(path: Path) -> None:
    session = Session(ready(path), 8)
    seen = []
    for now in walk(session, Chance(8), 40):
        seat = now.seat
        seen.append((seat, now.view(seat), now.ledgers(0), Chronicle(now).log(seat), now.state))
    last = list(session.state)
    for number, (seat, view, ledgers, log, state) in enumerate(seen):
        past = session.at(number)
        assert (past.seat, past.view(seat), past.ledgers(0)) == (seat, view, ledgers)
        assert (Chronicle(past).log(seat), past.state) == (log, state)
    assert session.state == last and session.at(len(session.history)).state == last


@FEW
@given(sessions(most=150), st.integers(0, 150), st.integers(1, 30))
def test_a_study_game_leaves_the_game_alone(session: Session, back: int, moves: int) -> None:
    before = (list(session.state), list(session.history), list(session.results), session.undone)
    study = session.fork(min(back, len(session.history)))
    assert not study.fair and study.game is session.game
    for _ in walk(study, Chance(back), moves):
        pass
    while study.history:
        study.undo()
    assert before == (session.state, session.history, session.results, session.undone)
    assert session.fair


def test_there_is_no_position_beyond_the_game() -> None:
    session = played(named("lost-cities-card"), 1, 5)
    for number in (-1, 6):
        with pytest.raises(RulesError) as caught:
            session.at(number)
        assert caught.value.diagnostics[0].code == "E604"


@given(st.lists(st.integers(-(2**31), 2**31 - 1), max_size=40), st.integers(-45, 45))
def test_a_position_is_like_a_tuple(cells: list[int], index: int) -> None:
    position, plain = Position([*cells, 0, 0]), (*cells, 0, 0)
    assert len(position) == len(plain) and list(position) == list(plain)
    assert list(position[index:]) == list(plain[index:])
    assert list(position[: index + 3]) == list(plain[: index + 3])
    assert list(position[::2]) == list(plain[::2])
    if -len(plain) <= index < len(plain):
        assert position[index] == plain[index]
    else:
        with pytest.raises(IndexError):
            position[index]
    assert position == Position(plain) and hash(position) == hash(Position(plain))
    assert (position == Position([*plain, 0])) is False


# ------------------------------------------------------------------ tracing


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_a_traced_program_plays_the_same_game(path: Path) -> None:
    game = ready(path)
    traced = Interpreter(lower(game.rules, game.players, game.compiled.setting.options, trace=True))
    session, chance, state = Session(game, 6), Chance(6), traced.start(6)
    for _ in range(80):
        assert state == session.state
        if session.over:
            break
        legal = traced.legal(state)
        assert legal == game.interpreter.legal(state)
        move = legal[chance.below(len(legal))]
        session.apply(move)
        traced.apply(state, move)


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_what_fired_begins_with_the_action(path: Path) -> None:
    session = Session(ready(path), 6)
    for _ in walk(session, Chance(6), 30):
        if not session.history:
            continue
        last = session.history[-1]
        fired = Chronicle(session).fired(len(session.history), None)
        if last.text != "pass":
            assert last.text.split("(")[0] in [f.name for f in fired if f.kind == "action"]
        for one in fired:
            assert one.name and one.span.line


def test_nothing_has_fired_before_the_first_decision() -> None:
    assert Chronicle(Session(ready(named("pig")), 1)).fired(0, None) == []


def test_rules_phases_reactions_and_endings_fire_in_order() -> None:
    session = start("""
        component Card
          value: 1..3
          make 1 for each value
        zone deck: pile of Card, face down
        zone table: row of Card
        var n: 0..9 = 0
        rule allowed(many: 0..9)
          "It may be done twice."
          many < 2
        setup
          move all Card to deck
        turn
          phase "One"
            choose
              deal_one
                "Deal a card."
                require allowed(n)
                twice()
          phase "Two"
            choose
              go_on
        to twice()
          "Count, and deal."
          n := n + 1
          move top of deck to table
        when card arrives in table
          "Look at it."
          n := n + 0
        game ends at end of turn when n = 2
          "Twice is enough."
        score each Player
          add "n" n
    """)

    def fired() -> list[tuple[str, str]]:
        return [(f.kind, f.name) for f in Chronicle(session).fired(len(session.history), None)]

    session.play("deal_one")
    arrival = "card arrives in table"
    assert [k for k in fired() if k[0] != "reaction"] == [
        ("action", "deal_one"), ("rule", "allowed"), ("procedure", "twice"), ("phase", "Two"),
    ]  # fmt: skip
    assert [k for k, _ in fired()][3] == "reaction" and arrival in fired()[3][1]
    words = {f.name: f.words for f in Chronicle(session).fired(len(session.history), None)}
    assert words["deal_one"] == "Deal a card." and words["allowed"] == "It may be done twice."
    assert words["twice"] == "Count, and deal."
    session.play("go_on")
    assert fired() == [("action", "go_on"), ("phase", "One")]
    session.play("deal_one")
    session.play("go_on")
    assert [kind for kind, _ in fired()] == ["action", "ending", "score"]
    assert Chronicle(session).fired(len(session.history), None)[1].words == "Twice is enough."


def test_what_was_chosen_in_secret_fires_for_nobody_else_yet() -> None:
    session = Session(ready(named("goofspiel")), 3)
    session.play("offer(4)")
    assert Chronicle(session).fired(len(session.history), 1) == []
    assert [f.words for f in Chronicle(session).fired(len(session.history), 0)] == [
        "Bid 4 in secret; all bids are turned over together."
    ]
    session.play("offer(5)")
    session.play("offer(6)")
    offers = [
        f.words for f in Chronicle(session).fired(len(session.history), 1) if f.name == "offer"
    ]
    assert len(offers) == 3


def test_what_others_drew_is_not_named_to_them() -> None:
    session = start("""
        component Card
          value: 1..3
          called "card {value}"
          make 1 for each value
        zone deck: pile of Card, face down
        zone hand[Player]: hand of Card
        setup
          move all Card to deck
          deal 1 from deck to each hand
        turn
          choose
            look(card in my hand)
              "Look at {card}."
              move card to my hand
    """)
    name = session.legal()[0].text.removeprefix("look(").removesuffix(")")
    session.apply(session.legal()[0].move)
    assert Chronicle(session).fired(len(session.history), 0)[0].words == f"Look at {name}."
    assert Chronicle(session).fired(len(session.history), 1)[0].words == "Look at a card."
