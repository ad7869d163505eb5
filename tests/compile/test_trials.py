"""What is kept of the state while something is tried on it."""

import pytest

from engine.compile.lower import lower
from engine.compile.program import Const, Reg, Store, Trial
from engine.compile.wasm.memory import STATE
from engine.compile.wasm.trials import changed_stretches
from engine.game.wasm_executor import Module, Stopped
from engine.language.diagnostics import RulesError
from engine.rules.load import load
from tests.compile.small import Small, same_games


def test_earlier_positions_are_kept_only_where_a_trial_changes_them() -> None:
    compiled = lower(load("go").checked(), 2)
    layout, size = compiled.layout, compiled.program.size
    (history,) = layout.histories.values()
    trials = [s for f in compiled.program.functions for s in f.body if isinstance(s, Trial)]
    assert trials
    for trial in trials:
        stretches = changed_stretches(trial, layout, size)
        kept = {word for first, last in stretches for word in range(first, last)}
        assert {*range(history)} <= kept
        assert history + 1 not in kept
        assert size - 1 in kept
    for place in (Const(history + 1), Reg("anywhere")):
        wide = Trial((Store(place, Const(0)),), Reg("r"), Const(0))
        assert changed_stretches(wide, layout, size) == [(0, size)]


PILES = """
game "Piles"
  players 2
component Card
  rank: 1..3
  var turned: 0..3
  make 4 for each rank
zone pile[1..3]: pile of Card, face up
zone heap: area of Card
var made: 0..40 = 0
setup
  move all Card to heap
rule height(n: 1..3)
  size(pile[n]) + sum(card.turned for card in pile[n])
to shift(card: Card, n: 1..3)
  if card.rank < 3: card.turned := card.turned + 1
  move card to pile[n]
  for each same in pile[n] where same.rank = card.rank and same != card: move same to heap
turn
  made := made + 1
  choose
    go(card in Card, n in 1..3 where card.turned < 3)
      require height(n) < 6 supposing shift(card, n)
      shift(card, n)
    lift(n in 1..3 where pile[n] is not empty)
      require height(n) > 0 supposing move 1 from pile[n] to heap
      move 1 from pile[n] to heap
  else
    end game
game ends when made = 40
"""


def test_what_is_tried_with_pieces_is_put_back() -> None:
    same_games(PILES, games=10)


NESTED = """game "Nested"
  players 2
component Card
  rank: 1..5
  var turned: 0..3
  make 4 for each rank
zone pile[1..3]: pile of Card, face up
zone heap: area of Card
var made: 0..40 = 0
setup
  move all Card to heap
rule grows(n: 1..3)
  heap is not empty and (size(pile[n]) > 2 supposing move 1 from heap to pile[n])
rule gathers(n: 1..3)
  size(pile[n]) = 20 and not grows(n) supposing move all Card to pile[n]
to shift(card: Card, n: 1..3)
  if card.turned < 3: card.turned := card.turned + 1
  move card to pile[n]
to flip(card: Card)
  card.turned := 0
turn
  made := made + 1
  choose
    go(card in Card, n in 1..3)
      require gathers(n) and (made mod 4 > 0 or not grows(n)) supposing shift(card, n)
      shift(card, n)
    drop(n in 1..3 where pile[n] is not empty)
      require gathers(n) and not grows(n) supposing move all from pile[n] to heap
      move all from pile[n] to heap
    lift(n in 1..3 where size(pile[n]) > 1)
      require grows(n mod 3 + 1) supposing move all from pile[n] to pile[n mod 3 + 1]
      move 1 from pile[n] to heap
    turn_over(card in heap where card.turned > 0)
      require card.turned = 0 supposing flip(card)
      card.turned := card.turned - 1
    pass
game ends when made = 40
"""


def test_a_supposition_inside_another_is_put_back_first() -> None:
    same_games(NESTED, games=10)


FULL = """game "Full"
  players 2
component Card
  make 5
zone full: pile of Card, at most 3
zone heap: area of Card
var n: 0..9
setup
  move all Card to heap
turn
  choose
    go(k in 3..5)
      require size(full) = k supposing more(k)
to more(k: 0..9)
  n := k
  move k from heap to full
game ends when n = 9
"""


def test_after_an_error_in_a_supposition_everything_is_as_it_was() -> None:
    game = Small(FULL)
    before, module = list(game.state), Module(game.compiled)
    for _ in range(2):
        module.start(1)
        assert module.words(STATE, len(before)).tolist() == before
        with pytest.raises(RulesError) as caught:
            game.interpreter.legal(game.state)
        assert caught.value.diagnostics[0].code == "E508"
        assert game.state == before
        with pytest.raises(Stopped):
            module.legal()
