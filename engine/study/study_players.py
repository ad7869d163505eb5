"""The players of a study: how well they were trained, and how strong they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.compile.wasm.move_keys import sides
from engine.game.session import Game
from engine.language.message import joined
from engine.study.policy_match import HOPELESS, MatchResult, PolicyMatch
from engine.study.wasm_policies import unplayable
from engine.training.policy import policy_for, policy_from

TRAINED, PLAIN = "medium", "greedy"
"""The agent that plays by a trained policy, and the one that plays where there is none."""
ENDLESS = "trained ones don't bring a game to an end"
DEALS = 200
SECONDS = 5.0
"""So long a match takes at most."""
MUCH_LONGER = 1.1
"""Players that were trained so many times as long as others may be better for that."""


@dataclass(frozen=True)
class StudyPlayers:
    """The players in all seats of a study of one ruleset.

    `how`: in a sentence what their training was, or why they have none. `policy`: the text of its
    file. `seconds`: how long it took, 0 if that isn't known; `earlier`: the policies after how many
    of them.
    """

    agent: str
    how: str
    policy: str = ""
    seconds: float = 0.0
    earlier: tuple[tuple[float, str], ...] = ()
    random: MatchResult | None = None
    greedy: MatchResult | None = None
    growth: MatchResult | None = None
    """What they win against themselves after half of their training."""

    def sentences(self) -> Iterator[str]:
        """Yield who they are and how strong."""
        yield self.how
        if self.random is not None and self.greedy is not None:
            yield from _strength("random", self.random)
            yield from _strength("greedy", self.greedy)
        if self.growth is not None:
            better = self.growth.margin.low > 0
            yield (
                f"Against themselves after half of that time they win {self.growth.words}: "
                + (
                    "they were still getting better, so train them longer (--train)."
                    if better
                    else "the second half of the training made no clear difference."
                )
            )

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        matches = {"random": self.random, "greedy": self.greedy, "half": self.growth}
        return {
            "agent": self.agent,
            "words": list(self.sentences()),
            "wins_against": {k: v.as_json() for k, v in matches.items() if v is not None},
        }


def _strength(other: str, result: MatchResult) -> Iterator[str]:
    if result.share.games:
        yield f"Against {other} players they win {result.words}."
    else:
        yield f"No game against {other} players was finished."


def seconds_words(seconds: float) -> str:
    """Return a time in words, with two digits if it is short.

    >>> [seconds_words(x) for x in (0.52, 9.87, 60.3, 300.2)]
    ['0.52 s', '9.9 s', '60 s', '300 s']
    """
    return f"{seconds:.2g} s" if seconds < 10 else f"{seconds:.0f} s"


def unequal(players: Sequence[StudyPlayers]) -> str | None:
    """Return that players of several rulesets had unequal training, None if they hadn't."""
    times = [one.seconds for one in players if one.seconds]
    if not times or max(times) <= MUCH_LONGER * min(times):
        return None
    words = joined([seconds_words(time) for time in times], "and")
    return f"The players had unequal training ({words}), so a difference may come from that."


def measured(players: StudyPlayers, game: Game, seed: int, *, named: bool = False) -> StudyPlayers:
    """Return trained players with how strong they are; `game` has their policy.

    Players that greedy ones clearly beat give their seats to these, and so do players who never
    end a game, unless the command has `named` who plays.
    """
    if sides(game.compiled) < 2 or unplayable(game, [TRAINED, PLAIN] * game.players):
        return players
    mirror = PolicyMatch(game, TRAINED, TRAINED, seed)
    mirror.play(HOPELESS, SECONDS)
    if not mirror.own:
        return players if named else StudyPlayers(PLAIN, f"Greedy players play: {ENDLESS}.")
    found = {name: _match(game, name, seed) for name in ("random", PLAIN)}
    players = replace(players, random=found["random"], greedy=found[PLAIN])
    if found[PLAIN].margin.high < 0 and not named:
        weaker = f"Greedy players play: against them trained ones win only {found[PLAIN].words}."
        return StudyPlayers(PLAIN, weaker)
    return replace(players, growth=_growth(players, game, seed))


def _match(game: Game, other: str, seed: int) -> MatchResult:
    match = PolicyMatch(game, TRAINED, other, seed)
    match.play(DEALS, SECONDS)
    return match.result()


def _half(spent: float, seconds: float) -> bool:
    return 0.25 * seconds < spent <= 0.75 * seconds


def _growth(players: StudyPlayers, game: Game, seed: int) -> MatchResult | None:
    """Return what trained players win against themselves after half of the time.

    There is no such policy where training was stopped, or where it is so slow that hardly any steps
    were taken in the time.
    """
    policy = policy_for(game)
    halves = [text for spent, text in players.earlier if _half(spent, players.seconds)]
    if not halves or policy is None:
        return None
    before = policy_from(halves[-1], game).weights
    match = PolicyMatch(game, TRAINED, TRAINED, seed, (policy.weights, before))
    match.play(DEALS, SECONDS)
    return match.result() if match.own else None
