"""The tree of a game: its positions, and what chance and seats lead to.

Positions never change, so copies share them; they know what led to them. Chance is either one node
that deals one of many games, or a node for each number that the game draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from engine.adapters.chance import Asked, ScriptedInterpreter
from engine.adapters.module_reader import after_move
from engine.adapters.stepping import Reward, Stepping, open_game
from engine.compile import layout as at
from engine.compile.program import Return, bounds
from engine.compile.program_parts import walk
from engine.game import rng
from engine.game.interpreter import Move
from engine.game.knowledge import InformationSet
from engine.game.session import Game

DEALS = 10_000
"""So many deals there are where chance is sampled, each equally likely."""
MOST_KEPT = 200_000
"""The most positions that a tree with explicit chance keeps."""
MOST_POINTS = 1e6
"""What counts as the most points where the rules don't bound them."""


class TreePosition:
    """A position of a tree. It never changes, so copies of a state share it.

    `before`: the position in which the last move was made. `script`: the numbers that this move has
    drawn. `asked`: how many outcomes the next draw has; 0 where a seat decides or the game is over.
    `begun`: the numbers that a seat has chosen of a move that has several.
    """

    def __init__(self, play: GameTree, before: TreePosition | None, move: Move | None) -> None:
        self.play, self.before, self.move = play, before, move
        self.script: tuple[int, ...] = ()
        self.state: list[int] = []
        self.guessed = False
        """Whether the state is one that a seat thinks possible, not what the moves led to."""
        self.begun: tuple[int, ...] = ()
        self.asked = 0
        self.after: dict[int, TreePosition] = {}
        """Where actions lead, of a tree that is small enough to be walked again and again."""
        self.texts: dict[tuple[int, Any, bool], str] = {}
        """What observers have said of it."""
        self._digests: dict[int, str] = {}

    def __deepcopy__(self, memo: object) -> TreePosition:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Be kept as the moves and the numbers that lead here; a guess as its state."""
        rows = []
        here: TreePosition | None = self
        while here is not None:
            rows.append((here.move, here.script, here.state if here.guessed else None))
            here = None if here.guessed else here.before
        return _replayed, (self.play, tuple(reversed(rows)), self.begun)

    def history(self, seat: int) -> str:
        """Return a hash of all that a seat has known and done so far, empty at the beginning."""
        waiting: list[TreePosition] = []
        here: TreePosition | None = self
        while here is not None and seat not in here._digests:
            waiting.append(here)
            here = here.before
        for one in reversed(waiting):
            one._digests[seat] = one._digest(seat)
        return self._digests[seat]

    def _digest(self, seat: int) -> str:
        before = self.before
        if before is None or self.move is None:
            return ""
        known = self.play.tensor.numbers(self.play.observed(before.state, seat))
        numbering = self.play.actions.numbering
        own = numbering.path(before.state, self.move) if before.state[at.ME] == seat else None
        whole = f"{before.history(seat)} {known} {own}"
        return sha256(whole.encode()).hexdigest()[:16]


class GameTree:
    """A game as all its positions share it: how it is played, and what is known in it."""

    def __init__(self, game: Game, given: TreeParameters) -> None:
        self.given, self.game, self.most = given, game, given.most
        self.explicit = given.chance == "explicit"
        self.stepping = Stepping(game, given.reward, given.most)
        self.tensor, self.actions = self.stepping.tensor, self.stepping.actions
        self.scripted = ScriptedInterpreter(game.compiled) if self.explicit else None
        self.steps = self.stepping.columns - self.tensor.size
        self.kept = 0

    def __deepcopy__(self, memo: object) -> GameTree:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return tree_of, (self.given,)

    def observed(self, state: list[int], seat: int) -> InformationSet:
        """Return what a seat knows; of the seat after the last, what a spectator knows."""
        return self.game.knowledge.observe(state, seat)

    def first(self) -> TreePosition:
        """Return the position before the deal, or the first decision where chance does nothing."""
        return self.run(TreePosition(self, None, None))

    def chosen(self, position: TreePosition, action: int) -> TreePosition:
        """Return the position after an action of chance or of a seat.

        Where chance is explicit, the first MOST_KEPT are found once: algorithms walk the same tree
        many times.
        """
        found = position.after.get(action)
        if found is None:
            found = (
                self._drawn(position, action) if position.asked else self._made(position, action)
            )
            if self.explicit and self.kept < MOST_KEPT:
                self.kept += 1
                position.after[action] = found
        return found

    def _drawn(self, position: TreePosition, outcome: int) -> TreePosition:
        after = TreePosition(self, position.before, position.move)
        after.script = (*position.script, outcome)
        return self.run(after)

    def _made(self, position: TreePosition, number: int) -> TreePosition:
        begun = (*position.begun, number)
        move = self.actions.move(position.state, begun)
        if move is not None:
            return self.run(TreePosition(self, position, move))
        after = TreePosition(self, position.before, position.move)
        after.state, after.script, after.begun = position.state, position.script, begun
        return after

    def run(self, after: TreePosition) -> TreePosition:
        """Deal, or make the move, as far as the script of chance goes."""
        if self.scripted is None:
            return self._sampled_chance(after)
        self.scripted.follow(after.script)
        try:
            if after.before is None or after.move is None:
                after.state = self.scripted.start(0)
            else:
                after.state = list(after.before.state)
                self.scripted.apply(after.state, after.move)
        except Asked as asked:
            after.asked = asked.below
        return after

    def _sampled_chance(self, after: TreePosition) -> TreePosition:
        """The same where one node deals the game, and nothing else is chance."""
        if after.before is not None and after.move is not None:
            after.state = after_move(self.game, after.before.state, after.move)
        elif after.script:
            after.state = self.game.interpreter.start(rng.derived(after.script[0]))
        else:
            after.asked = DEALS
        return after

    def sampled(self, position: TreePosition, seat: int, chance: float) -> TreePosition:
        """Return a position that a seat can't tell from another; `chance`: from 0 to 1.

        A node of chance is its own: nobody has seen what comes of it.
        """
        if position.asked:
            return position
        known = self.observed(position.state, seat)
        other = TreePosition(self, position.before, position.move)
        other.state = self.game.knowledge.sample(known, int(chance * (1 << 53)))
        other.guessed = True
        other.begun = position.begun if position.state[at.ME] == seat else ()
        return other

    def done(self, position: TreePosition) -> bool:
        """Return whether the game is over, or cut short."""
        if position.asked:
            return False
        state = position.state
        return self.game.interpreter.over(state) or state[at.DECISIONS] >= self.most

    def standing(self, position: TreePosition) -> list[float]:
        """Return what each seat has got up to a position."""
        if position.asked:
            before = position.before
            return [0.0] * self.game.players if before is None else self.standing(before)
        self.stepping.state = position.state
        return self.stepping.standing()

    def utility(self) -> tuple[float, float]:
        """Return the least and the most that a seat can get."""
        if self.stepping.reward == "winning":
            return -1.0, 1.0
        compiled = self.game.compiled
        low, high = 0, 0
        for ranked in compiled.rankings[:1]:
            body = next(f.body for f in compiled.program.functions if f.name == ranked.call.name)
            found = [bounds(node.value) for node in walk(body) if isinstance(node, Return)]
            low, high = min(x for x, _ in found), max(x for _, x in found)
            if ranked.sign < 0:
                low, high = -high, -low
        least, most = max(low, -MOST_POINTS), min(high, MOST_POINTS)
        if self.stepping.reward == "margin":
            return least - most, most - least
        return float(least), float(most)


@dataclass(frozen=True)
class TreeParameters:
    """What a game is opened with."""

    ruleset: str
    players: int
    reward: Reward
    chance: str
    most: int


def tree_of(given: TreeParameters) -> GameTree:
    """Return the tree of a ruleset, the same one for the same parameters and text.

    Raises RulesError for rules with errors, ValueError for another way of chance.
    """
    if given.chance not in ("sampled", "explicit"):
        raise ValueError(f"chance is sampled or explicit, not {given.chance}")
    path = Path(given.ruleset)
    saved = path.stat().st_mtime_ns if path.suffix and path.is_file() else 0
    return _tree(given, saved)


@lru_cache(maxsize=64)
def _tree(given: TreeParameters, saved: int) -> GameTree:
    """Return a tree; `saved`: when the text was saved, as a changed text is another game."""
    path = Path(given.ruleset)
    game = open_game(path if path.suffix else given.ruleset, given.players or None)
    return GameTree(game, given)


def _replayed(
    play: GameTree,
    rows: Sequence[tuple[Move | None, tuple[int, ...], list[int] | None]],
    begun: tuple[int, ...],
) -> TreePosition:
    """Return a position from what leads to it."""
    position: TreePosition | None = None
    for move, script, guess in rows:
        after = TreePosition(play, position, move)
        after.script = script
        if guess is None:
            position = play.run(after)
        else:
            after.state, after.guessed = list(guess), True
            position = after
    assert position is not None
    position.begun = begun
    return position


__all__ = ["DEALS", "GameTree", "TreeParameters", "TreePosition", "tree_of"]
