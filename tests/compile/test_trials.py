"""What is kept of the state while something is tried on it."""

from engine.compile.lower import lower
from engine.compile.program import Const, Reg, Store, Trial
from engine.compile.wasm.trials import changed_stretches
from engine.rules.load import load


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
