"""Where people choose differently from trained players, and what that costs them.

Of each of their decisions the trained policy says how likely it would have taken each legal move.
What people did and what the policy would have done is compared game by game. What a choice costs is
found by a search, as in a review.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engine.agents.search_config import LEVELS
from engine.agents.wasm_tree import Tree
from engine.compile import layout as at
from engine.game.session import Session
from engine.study.game_record import Columns
from engine.study.intervals import Interval, Numbers, corrected, ratio, ratio_difference
from engine.study.metric import interval_words, number_of, plain
from engine.teach.played_saves import PlayedSave
from engine.teach.review import Cost, cost_of
from engine.training.policy import Policy, use

MOST_ACTIONS = 8
"""So many actions are told that people choose more or less often."""
FEWEST = 5
"""Of fewer games nothing is clear."""
MOST_COSTS = 5
"""So many costly choices are told."""
MOST_SEARCHED = 200
"""So many choices are searched at most, first those that the policy would least have made."""
UNLIKELY = 0.1
"""A choice is searched if the policy would have made it with less than this of the likeliest."""


@dataclass(frozen=True)
class ActionChoice:
    """How often people choose an action where it is legal, and how often the policy would."""

    action: str
    people: Interval
    policy: Interval
    more: Interval
    """By how much more often people do, game by game; its interval is as wide as so many actions
    make it."""

    @property
    def sentence(self) -> str:
        """Return it in words."""
        size = self.more if self.more.value > 0 else self.more.times(-1)
        amount, low, high = number_of(size, "%")
        way = "more" if self.more.value > 0 else "less"
        policy = number_of(self.policy, "%")[0]
        return (
            f"Where it is legal, people choose '{self.action}' {interval_words(self.people, '%')} "
            f"of the time, trained players {policy}%: {amount} percentage points {way} often "
            f"({low} to {high})."
        )

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "action": self.action, "people": plain(self.people), "policy": plain(self.policy),
            "more": plain(self.more), "words": self.sentence,
        }  # fmt: skip


@dataclass(frozen=True)
class PersonChoice:
    """A decision of one of the people: in which game, its number from 0, how likely the policy
    would have chosen the same, and how likely what it likes best.
    """

    game: PlayedSave
    number: int
    likely: float
    likeliest: float


@dataclass(frozen=True)
class PeopleChoices:
    """What people chose in some games, decision by decision, beside what the policy would."""

    games: int
    decisions: int
    agreed: Interval
    """In what part of the decisions people choose what the policy likes best."""
    actions: tuple[ActionChoice, ...]
    choices: tuple[PersonChoice, ...]

    def differences(self) -> list[ActionChoice]:
        """Return the actions that people clearly choose more or less often, the largest first."""
        clear = [a for a in self.actions if self.games >= FEWEST and a.more.clear_of(0.0)]
        return sorted(clear, key=lambda a: -abs(a.more.value))[:MOST_ACTIONS]


def people_choices(policy: Policy, games: Sequence[PlayedSave]) -> PeopleChoices:
    """Return what people chose in games of the same rules, players and options."""
    game = games[0].open().game
    tree, columns = Tree(game.compiled, policy=policy), Columns(game)
    sharp = LEVELS["medium"].policy
    slots = len(columns.slots)
    taken, wanted, offered = (np.zeros((len(games), slots)) for _ in range(3))
    likes, many = np.zeros(len(games)), np.zeros(len(games))
    choices: list[PersonChoice] = []
    for row, played in enumerate(games):
        for number, decision in enumerate(played.open().history):
            state = list(decision.state)
            legal = game.interpreter.legal(state)
            if decision.seat not in played.people or len(legal) < 2:
                continue
            rates = tree.rates(state, sharp)
            made = rates[legal.index(decision.move)]
            places = [columns.slot(state[at.PC], move[0]) for move in legal]
            for place, rate in zip(places, rates, strict=True):
                wanted[row, place] += rate
            for place in set(places):
                offered[row, place] += 1
            taken[row, places[legal.index(decision.move)]] += 1
            likes[row] += made >= max(rates)
            many[row] += 1
            choices.append(PersonChoice(played, number, made, max(rates)))
    found = list(_actions(columns, taken, wanted, offered))
    actions = tuple(replace(x, more=corrected(x.more, len(found))) for x in found)
    return PeopleChoices(len(games), int(many.sum()), _share(likes, many), actions, tuple(choices))


def had_a_choice(games: Sequence[PlayedSave]) -> bool:
    """Return whether some person had several legal moves at some decision."""
    return any(
        decision.seat in one.people
        and len(session.game.interpreter.legal(list(decision.state))) > 1
        for one in games
        if one.people
        for session in (one.open(),)
        for decision in session.history
    )


def _share(parts: Numbers, wholes: Numbers) -> Interval:
    """Return a ratio that is a share: its interval stays within 0 and 1."""
    found = ratio(parts, wholes)
    return found._replace(low=max(0.0, found.low), high=min(1.0, found.high))


def _actions(
    columns: Columns, taken: Numbers, wanted: Numbers, offered: Numbers
) -> Iterator[ActionChoice]:
    """Yield each action that was legal, its slots together."""
    for name in dict.fromkeys(name for _, name in columns.slots):
        own = [i for i, slot in enumerate(columns.slots) if slot[1] == name]
        did, would, could = (x[:, own].sum(axis=1) for x in (taken, wanted, offered))
        if could.any():
            more = ratio_difference((would, could), (did, could))
            yield ActionChoice(name, _share(did, could), _share(would, could), more)


@dataclass(frozen=True)
class CostlyChoice:
    """A choice that cost something, and the game it was made in."""

    game: PlayedSave
    session: Session
    cost: Cost


def costly_choices(
    choices: Sequence[PersonChoice],
    policy: Policy,
    tries: int,
    seconds: float,
    heard: Callable[[float], None],
) -> tuple[list[CostlyChoice], int, str]:
    """Return the choices that cost most, how many were searched, and why no search is possible.

    Searched are those that the policy would hardly have made, for so many seconds at most; `heard`
    hears how many have passed. The policy plays in the search.
    """
    odd = [c for c in choices if c.likely < UNLIKELY * c.likeliest]
    odd.sort(key=lambda choice: choice.likely / choice.likeliest)
    found: list[CostlyChoice] = []
    began, searched = time.monotonic(), 0
    for choice in odd[:MOST_SEARCHED]:
        spent = time.monotonic() - began
        if spent >= seconds:
            break
        heard(spent)
        session = choice.game.open()
        use(session.game, policy)
        seat = session.history[choice.number].seat
        cost, why = cost_of(session, choice.number, seat, tries)
        if why:
            return found, searched, why
        searched += 1
        if cost is not None and cost.cost > 0:
            found.append(CostlyChoice(choice.game, session, cost))
    found.sort(key=lambda one: -one.cost.cost)
    return found[:MOST_COSTS], searched, ""
