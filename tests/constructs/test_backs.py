"""`back level`: what can be read on the back of a piece that lies face down."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from engine.agents.registry import make_agent
from engine.cli.text_position import PositionText
from engine.game.rng import Chance
from engine.game.sampling_table import plan, samples
from engine.game.wasm_executor import Module
from tests.constructs.tiny import codes, load, start

DECKS = """
component Card
  age: 1..2
  number: 1..10
  called "{number} of {age}"
  BACK
  make 1 for each number, age
zone deck[1..2]: pile of Card, face down
zone market[1..2]: spot of Card
zone hand[Player]: hand of Card
setup
  move each Card to deck[its age]
  for each age in 1..2
    shuffle deck[age]
    move top of deck[age] to market[age]
turn
  choose
    buy(card in market)
      "Buy {card}; the next is of age {(top of deck[card.age]).age}."
      move card to my hand
      move top of deck[card.age] to market[card.age]
game ends when sum(size(hand[p]) for p in Player) = 8
winner highest sum(card.number for card in my hand)
"""
WITHOUT = DECKS.replace("  BACK\n", "")
WITH = DECKS.replace("BACK", "back age")


def test_a_view_shows_backs_and_nothing_else() -> None:
    session = start(WITH)
    deck = next(z for z in session.view(0).zones if z.name == "deck[2]")
    assert {(item.name, item.values) for item in deck.items} == {(None, (("age", "2"),))}
    session.play(session.legal()[0].text)
    hand = next(z for z in session.view(None).zones if z.name == "hand[seat 1]")
    assert hand.items[0].name is not None


def test_the_table_says_what_the_backs_show() -> None:
    session = start(WITH)
    console = Console(width=80, file=StringIO(), record=True)
    console.print(PositionText(["you", "seat 2"], 80).draw(session.view(0)))
    assert "9 cards (age 1)" in console.export_text()


@pytest.mark.parametrize("text", [WITH, WITHOUT], ids=["backs", "sorted"])
def test_samples_keep_what_is_known_of_hidden_pieces(text: str) -> None:
    session, chance = start(text), Chance(2)
    game = session.game
    layout, setting = game.compiled.layout, game.compiled.setting
    while not session.over:
        for seat in range(2):
            known = session.information_set(seat)
            for number in range(5):
                sample = game.knowledge.sample(known, number)
                assert game.knowledge.observe(sample, seat) == known
                for age in range(2):
                    address = layout.families["deck"].address(age)
                    lying = sample[address + 1 : address + 1 + sample[address]]
                    ages = {dict(setting.pieces[piece].values)["age"] for piece in lying}
                    assert ages <= {age + 1}
        session.play(session.legal()[chance.below(2)].text)


@pytest.mark.parametrize("text", [WITH, WITHOUT], ids=["backs", "sorted"])
@pytest.mark.parametrize("name", ["greedy", "easy", "medium"])
def test_agents_play_to_the_end(text: str, name: str) -> None:
    session = start(text)
    player = make_agent(name, 1)
    while not session.over:
        assert session.seat is not None
        legal = session.game.interpreter.legal(session.state)
        session.apply(
            player.choose(session.game, session.information_set(session.seat), legal, session.seat)
        )
    assert session.winners


def test_what_pieces_were_sorted_by_is_read_too() -> None:
    for text in (WITH, WITHOUT):
        words = {legal.words for legal in start(text).legal()}
        assert all("next is of age 1" in w or "next is of age 2" in w for w in words)


def test_the_module_draws_the_same_samples() -> None:
    session = start(WITH)
    game = session.game
    known = session.information_set(1)
    given = plan(game.knowledge, known)
    assert given is not None
    mine = [game.knowledge.sample(known, number) for number in range(3)]
    assert samples(Module(game.compiled), given, 0, 3) == mine


def test_whether_a_move_is_legal_may_depend_on_a_back() -> None:
    row = """
component Card
  age: 1..2
  made: 1..9
  {}
  make 1 for each age, made
zone row: row of Card, face down
zone won[Player]: area of Card
setup
  move all Card to row
  shuffle row
turn
  choose
    take(card in row)
      require card.age = 1
      move card to my won
game ends when size(won) = 3
"""
    assert codes(row.format("back made")) == ["E206"]
    session = start(row.format("back age"))
    assert len(session.legal()) == 9
    assert load(row.format("back age, made"))


@pytest.mark.parametrize(
    ("line", "code"),
    [("back level", "E014"), ("back age, age", "E202"), ("back turned", "E203")],
)
def test_what_can_stand_on_a_back(line: str, code: str) -> None:
    text = DECKS.replace("BACK", f"var turned: yes, no = no\n  {line}")
    assert codes(text) == [code]
