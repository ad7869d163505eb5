"""`cairn arena`: agents against each other, and how strong that shows them to be."""

from __future__ import annotations

from engine.agents.registry import check_name
from engine.agents.strategies import check_strategies
from engine.cli.arguments import ArenaArguments
from engine.cli.errors import as_json, open_game, read_agents, read_seed, read_settings, refuse, say
from engine.cli.output import put
from engine.cli.study_run import played, table_format, write_table, write_whole
from engine.game.options import read_options
from engine.language.escaping import plain
from engine.language.message import Message
from engine.rules.options import check_players
from engine.study.arena import Arena, arena_plan, whole_turns
from engine.study.game_results import GameResults
from engine.study.results import Format, distinct_names

MOST_TABLES = 500


def play_arena(args: ArenaArguments) -> None:
    """Play every match-up and print the ratings."""
    loaded = open_game(args.ruleset)
    rules = loaded.checked()
    options = read_options(rules, read_settings(args.settings))
    agents = _agents(args.agents)
    check_strategies(rules, agents)
    players = args.players or max(2, rules.header.players[0])
    check_players(rules, players)
    plan = arena_plan(loaded, options, agents, players, read_seed(args.seed))
    if len(plan.tables) > MOST_TABLES:
        raise refuse(Message("these are {number} match-ups; name fewer agents", len(plan.tables)))
    form = table_format(args)
    counts = [whole_turns(args.games, players)] * len(plan.tables)
    with played(f"Arena of {rules.header.title}", plan, counts, args) as tables:
        _tell(Arena(agents, tables, args.seed), tables, args, form)


def _tell(arena: Arena, tables: list[GameResults], args: ArenaArguments, form: Format) -> None:
    """Print the ratings, and write them with the games where that is asked for."""
    out = args.out
    if out is not None:
        write_whole(out / "arena.txt", arena.text() + "\n")
        write_whole(out / "arena.json", as_json(arena.as_json()) + "\n")
        names = distinct_names([" ".join(games.table.seats) for games in tables])
        for games, name in zip(tables, names, strict=True):
            write_table(games, name, args.seed, out, form)
    put(as_json(arena.as_json()) if args.json else arena.text())
    if out is not None:
        say(f"The ratings and the games are in {plain(out)}.")


def _agents(text: str) -> list[str]:
    """Return the agents' names. Raises RulesError (E603) for fewer than two, or one named twice."""
    names = read_agents(text)
    for name in names:
        check_name(name)
    if len(set(names)) != len(names):
        raise refuse("each agent can be named once")
    if len(names) < 2:
        raise refuse("an arena needs at least two agents")
    return names
