"""Who sits where: from what a person wrote to one name per seat."""

from __future__ import annotations

from engine.agents.registry import agent_names, check_name
from engine.agents.strategies import check_strategies
from engine.cli.errors import read_agents, refuse
from engine.language.message import Message, joined
from engine.rules import model as m
from engine.rules.options import check_players
from engine.table.seats import HUMAN


def seats_for(
    rules: m.Ruleset,
    players: int | None,
    seats: str | None,
    first: str,
    others: str,
) -> list[str]:
    """Return a name per seat; `first` and `others` fill the seats when none are given. A single
    name fills every seat.

    Raises RulesError (E603) for an unknown name, or a number of seats that doesn't fit.
    """
    if seats is None:
        count = rules.header.players[0] if players is None else players
        names = [first] + [others] * (count - 1)
    else:
        names = read_agents(seats)
        for name in names:
            _check(name, allowed=(HUMAN,) if first == HUMAN else ())
        check_strategies(rules, names)
        if len(names) == 1:  # in every seat
            names *= rules.header.players[0] if players is None else players
        count = len(names) if players is None else players
    check_players(rules, count)
    if len(names) != count:
        raise refuse(
            Message(
                "{number} players need {number} seats, not {given}: {names}",
                count,
                len(names),
                ",".join(names),
            )
        )
    return names


def how_many(rules: m.Ruleset, players: int | None) -> int:
    """Return how many play, the fewest that can unless told. Raises RulesError (E603)."""
    return len(seats_for(rules, players, None, "random", "random"))


def _check(name: str, allowed: tuple[str, ...]) -> None:
    if name == HUMAN and not allowed:
        names = joined(agent_names(), "or")
        raise refuse(Message("a simulation has no human seats; a seat can be {names}", names))
    check_name(name, allowed)
