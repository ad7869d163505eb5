"""The values that a handwritten book takes from the rules: `{hand_size}`.

A value is an expression of the rules that is the same in every game with the usual options: what
players and options decide, or what set-up deals, such as `size(deck)`.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.compile.instance import GameConfig
from engine.game.dealing import dealt
from engine.game.interpreter import State
from engine.game.session import Game
from engine.language.diagnostics import RulesError
from engine.language.message import Message
from engine.rules import model as m
from engine.rules.additions import read_examples
from engine.rules.load import Loaded
from engine.teach.positions import SEED

_SEEDS = (SEED, SEED + 1)
"""A value that differs between these deals is none that a book can print."""


class BookValues:
    """Computes values of one ruleset, for one number of players or for each."""

    def __init__(self, loaded: Loaded, players: int | None = None) -> None:
        """Prepare for a checked ruleset."""
        self.loaded = loaded
        low, high = loaded.checked().header.players
        self.counts = [players] if players else list(range(low, high + 1))
        self._deals: list[tuple[Game, State]] = []

    def value(self, written: str) -> int:
        """Return a value. Raises ValueError with a message for what is none, or not always this."""
        expression = self._read(written)
        found = set(self._all(expression))
        if len(found) != 1:
            raise ValueError(Message("'{value}' isn't the same in every game", written))
        return found.pop()

    def values(self, written: Iterable[str]) -> tuple[dict[str, int], dict[str, str]]:
        """Return the values of several expressions, and why others have none."""
        found: dict[str, int] = {}
        faults: dict[str, str] = {}
        for one in dict.fromkeys(written):
            try:
                found[one] = self.value(one)
            except ValueError as problem:
                faults[one] = problem.args[0]
        return found, faults

    def _read(self, written: str) -> m.Expr:
        text = f'example "value"\n  then {" ".join(written.split())} is 0\n'
        try:
            (example,) = read_examples(self.loaded, text, "value")
        except (RulesError, ValueError) as problem:
            raise ValueError(
                Message("'{value}' is no number of the rules: {why}", written, str(problem))
            ) from None
        then = example.steps[0] if len(example.steps) == 1 else None
        subject = then.subject if isinstance(then, m.Then) and then.form == "true" else None
        if not isinstance(subject, m.Op) or not subject.arguments:
            raise ValueError(Message("'{value}' is no number of the rules", written))
        return subject.arguments[0]

    def _all(self, expression: m.Expr) -> list[int]:
        rules = self.loaded.checked()
        try:
            return [GameConfig(rules, count, {}).value(expression) for count in self.counts]
        except RulesError:
            deals = self._dealt()
        try:
            return [game.wording.evaluate(expression, {}, 0, state) for game, state in deals]
        except (RulesError, ValueError, IndexError) as problem:
            raise ValueError(str(problem)) from None

    def _dealt(self) -> list[tuple[Game, State]]:
        if not self._deals:
            games = [Game(self.loaded, count) for count in self.counts]
            self._deals = [(game, dealt(game, seed, ())) for game in games for seed in _SEEDS]
        return self._deals
