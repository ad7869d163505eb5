"""What is kept of the state while something is tried on it."""

from engine.compile.lower import lower
from engine.compile.program import Const, Reg, Store, Trial
from engine.compile.wasm.trials import changed_stretches
from engine.rules.load import load
from tests.compile.small import same_games


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
