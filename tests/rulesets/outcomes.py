"""The rulesets of the library and their examples, checked and run once for all tests."""

from functools import cache

from engine.game.examples import Outcome, run_examples
from engine.rules.load import Loaded, load


@cache
def loaded(name: str) -> Loaded:
    """A ruleset or stack, read and checked once."""
    return load(name)


@cache
def outcomes(name: str) -> tuple[Outcome, ...]:
    """What became of a ruleset's examples."""
    return tuple(run_examples(loaded(name)))
