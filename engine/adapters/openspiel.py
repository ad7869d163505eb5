"""Games for OpenSpiel: what its algorithms need, worked out from the rules.

    import pyspiel
    import engine.adapters.openspiel
    game = pyspiel.load_game("cairn", {"ruleset": "my-game.cairn", "chance": "explicit"})

Chance is sampled: one node deals one of many games. Or it is explicit: each number that the game
draws is a node with all its outcomes. It needs the extra `openspiel`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from engine.adapters.game_tree import DEALS, GameTree, TreeParameters, TreePosition, tree_of
from engine.compile import layout as at
from engine.compile.program import STALL
from engine.distribution import install
from engine.game.knowledge import InformationSet
from engine.game.knowledge_columns import FINGERPRINT, put_fingerprint
from engine.game.session import Game

try:
    import pyspiel
except ImportError as problem:
    raise ImportError(
        f"games for OpenSpiel need the package open_spiel; {install('openspiel')} installs it"
    ) from problem

TOGETHER = ("everybody wins", "everybody loses")
"""Results that make a game no zero-sum game."""
_PARAMETERS: dict[str, Any] = {
    "ruleset": "", "players": 0, "reward": "winning", "chance": "sampled", "most": STALL,
}  # fmt: skip


def _information(game: Game) -> Any:
    """Return whether every seat sees everything at all times."""
    rules = game.rules
    seen = {zone.seen for zone in rules.zones.values()}
    hidden = not (seen | {variable.seen for variable in rules.variables.values()}) <= {"all"}
    secret = game.knowledge.collected or game.compiled.snapshot
    kinds = pyspiel.GameType.Information
    return kinds.IMPERFECT_INFORMATION if hidden or secret else kinds.PERFECT_INFORMATION


@lru_cache(maxsize=8)
def _outcomes(many: int) -> list[tuple[int, float]]:
    """Return so many outcomes, each equally likely."""
    return [(outcome, 1 / many) for outcome in range(many)]


def _type(name: str, title: str, given: Mapping[str, Any], play: GameTree | None = None) -> Any:
    """Return what OpenSpiel wants to know of a kind of game; `play`: of the one that is opened."""
    kinds = pyspiel.GameType
    players, information, zero, once = (
        (1, 10),
        kinds.Information.IMPERFECT_INFORMATION,
        False,
        False,
    )
    if play is not None:
        seats, reward = play.game.players, play.stepping.reward
        players, information, once = (seats, seats), _information(play.game), reward == "winning"
        together = any(ending.result in TOGETHER for ending in play.game.rules.deciding)
        zero = reward == "margin" or (once and seats == 2 and not together)
    return pyspiel.GameType(
        short_name=name,
        long_name=title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information,
        utility=kinds.Utility.ZERO_SUM if zero else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL if once else kinds.RewardModel.REWARDS,
        max_num_players=players[1],
        min_num_players=players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=given,
        default_loadable=name != CairnGame.short_name,
    )


class CairnGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A ruleset as a game of OpenSpiel; `pyspiel.load_game("cairn", {"ruleset": …})` opens it.

    `ruleset`: a name of the library or the path of a file. `players`: as few as the rules allow if
    0. `reward`: "winning", "points" or "margin". `chance`: "sampled" or "explicit". `most`: a game
    is cut short after so many decisions.
    """

    short_name = "cairn"
    given: Mapping[str, Any] = _PARAMETERS

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Open the ruleset. Raises RulesError for rules with errors."""
        whole = {**self.given, **(params or {})}
        self.play = play = tree_of(TreeParameters(**whole))
        least, most = play.utility()
        made = _type(self.short_name, play.game.rules.header.title, self.given, play)
        zero = made.utility == pyspiel.GameType.Utility.ZERO_SUM
        info = pyspiel.GameInfo(
            num_distinct_actions=play.actions.size,
            max_chance_outcomes=play.scripted.outcomes if play.scripted else DEALS,
            num_players=play.game.players,
            min_utility=least,
            max_utility=most,
            utility_sum=0.0 if zero else None,
            max_game_length=play.most * (play.steps + 1),
        )
        super().__init__(made, info, dict(params or {}))

    def new_initial_state(self) -> CairnState:
        """Return a game before the deal."""
        return CairnState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> CairnObserver:
        """Return what observes states: for a seat, for everybody, or what all seats know."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return CairnObserver(self.play, kind, params)


class CairnState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A position of a game for OpenSpiel."""

    def __init__(self, game: CairnGame) -> None:
        """Begin; only `new_initial_state` does so."""
        super().__init__(game)
        self.position = game.play.first()

    @property
    def play(self) -> GameTree:
        """Return what plays the game."""
        return self.position.play

    def current_player(self) -> int:
        """Return the player to move: a seat from 0, chance, or the mark of a finished game."""
        if self.position.asked:
            return int(pyspiel.PlayerId.CHANCE)
        if self.play.done(self.position):
            return int(pyspiel.PlayerId.TERMINAL)
        return self.position.state[at.ME]

    def _legal_actions(self, player: int) -> list[int]:
        if self.position.asked or player != self.position.state[at.ME]:
            return []
        return self.play.actions.legal(self.position.state, self.position.begun)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance may bring, each equally likely."""
        return _outcomes(self.position.asked)

    def _apply_action(self, action: int) -> None:
        self.position = self.play.chosen(self.position, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        state, begun = self.position.state, self.position.begun
        move = self.play.actions.move(state, (*begun, action))
        text = "" if move is None else self.play.game.wording.notation(state, move)
        return text or f"step {action}"

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.play.done(self.position)

    def returns(self) -> list[float]:
        """Return what each seat has got since the beginning."""
        return self.play.standing(self.position)

    def rewards(self) -> list[float]:
        """Return what each seat has got by the last action."""
        before = self.position.before
        now = self.returns()
        if before is None or self.position.begun or self.position.asked:
            return [0.0] * len(now)
        then = self.play.standing(before)
        return [new - old for new, old in zip(now, then, strict=True)]

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> CairnState:
        """Return a state that a player can't tell from this one, for searches such as IS-MCTS.

        `probability_sampler`: returns a number from 0 to 1, as OpenSpiel has it. The state is for
        playing on from it: its history is that of this one.
        """
        copy: CairnState = self.clone()
        copy.position = self.play.sampled(self.position, player_id, probability_sampler())
        return copy

    def __str__(self) -> str:
        """Return everything about the position."""
        if self.position.asked:
            return f"chance decides, after {self.position.script}"
        known = self.play.tensor.everything(self.position.state)
        return "\n".join([self.play.tensor.text(known), *map(str, self.position.begun)])


class CairnObserver:
    """What of a state is known, as text and as a tensor: see `docs/environments.md`."""

    def __init__(self, play: GameTree, kind: Any, params: Mapping[str, Any] | None) -> None:
        """Take what is to be observed. Raises ValueError for parameters; there are none."""
        if params:
            raise ValueError(f"an observer takes no parameters, not {', '.join(params)}")
        self._play, self._recalls = play, kind.perfect_recall
        self._private = kind.private_info
        size = play.stepping.columns + (FINGERPRINT if self._recalls else 0)
        self.tensor = np.zeros(size, np.float32)
        self.dict: dict[str, Any] = {}
        ends = [(part.name, part.first, part.size) for part in play.tensor.parts]
        ends.append(("begun", play.tensor.size, play.steps))
        if self._recalls:
            ends.append(("history", play.stepping.columns, FINGERPRINT))
        for name, first, count in ends:
            if count:
                self.dict[name] = self.tensor[first : first + count]

    def _known(self, position: TreePosition, player: int) -> InformationSet:
        kinds = pyspiel.PrivateInfoType
        if self._private == kinds.ALL_PLAYERS:
            return self._play.tensor.everything(position.state)
        if self._private == kinds.NONE:
            return self._play.tensor.public(position.state)
        return self._play.observed(position.state, player)

    def _begun(self, position: TreePosition, player: int) -> Sequence[int]:
        own = not position.asked and position.state[at.ME] == player
        return position.begun if own else ()

    def set_from(self, state: CairnState, player: int) -> None:
        """Put what a player knows into `tensor`."""
        self.tensor.fill(0)
        position = state.position
        if position.asked:
            return
        row = self._play.tensor.numbers(self._known(position, player))
        begun = [number + 1.0 for number in self._begun(position, player)]
        row += begun + [0.0] * (self._play.steps - len(begun))
        if self._recalls:
            row += [0.0] * FINGERPRINT
            told = position.history(player)
            put_fingerprint(row, self._play.stepping.columns, told, not told)
        self.tensor[:] = row

    def string_from(self, state: CairnState, player: int) -> str:
        """Return what a player knows as text; with perfect recall, with a hash of what it knew."""
        texts, key = state.position.texts, (player, self._private, self._recalls)
        if key not in texts:
            texts[key] = self._text(state.position, player)
        return texts[key]

    def _text(self, position: TreePosition, player: int) -> str:
        if position.asked:
            return f"seat {player + 1}: chance decides"
        lines = [self._play.tensor.text(self._known(position, player))]
        lines += [f"begun with {number}" for number in self._begun(position, player)]
        if self._recalls:
            lines.append(f"history: {position.history(player)}")
        return "\n".join(lines)


def register(ruleset: str | Path, **given: Any) -> str:
    """Register a ruleset under a name of its own, and return that: `cairn_my_game`.

    `given`: the other parameters of `CairnGame`. `pyspiel.load_game` of the name opens it.
    """
    name = "cairn_" + Path(ruleset).stem.replace("-", "_")
    own = {**_PARAMETERS, "ruleset": str(ruleset), **given}
    made = type("CairnGame", (CairnGame,), {"short_name": name, "given": own})
    pyspiel.register_game(_type(name, name, own), made)
    return name


pyspiel.register_game(_type(CairnGame.short_name, "A ruleset of Cairn", _PARAMETERS), CairnGame)

__all__ = ["CairnGame", "CairnObserver", "CairnState", "register"]
