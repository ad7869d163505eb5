"""`cairn sim`: many games between agents, and how each seat did."""

from __future__ import annotations

from pathlib import Path

from engine.cli.arguments import SimArguments
from engine.cli.errors import as_json, open_game, read_seed, read_settings, refuse, say, spoken
from engine.cli.language import language_of
from engine.cli.output import put
from engine.cli.progress import progress
from engine.cli.seats import seats_for
from engine.cli.text import count
from engine.game.options import read_options, read_starter
from engine.language.codes import Code
from engine.language.escaping import plain
from engine.rules.translations import catalogue_for
from engine.study.simulate import SimulationReport, simulate


def simulate_games(args: SimArguments) -> None:
    """Play the games and print the report."""
    loaded = open_game(args.ruleset)
    rules = loaded.checked()
    options = read_options(rules, read_settings(args.settings))
    seats = seats_for(rules, args.players, args.seats, "random", "random")
    if args.record is not None:
        _without_saves(args.record)
    with progress(f"Playing {rules.header.title}", args.games) as update:
        report = simulate(
            loaded,
            len(seats),
            args.games,
            read_seed(args.seed),
            seats,
            options,
            args.record,
            update,
            args.executor,
            args.workers,
            read_starter(rules, len(seats), args.first),
        )
    if args.json:
        put(as_json(report.as_json()))
    else:
        title = catalogue_for(loaded, language_of(None)).text(rules.header.title)
        put("\n".join(map(spoken, _in_words(report, title).split("\n"))))
    if args.record is not None and not args.json:
        say(f"{report.games} saves are in {plain(args.record)}.")


def _without_saves(folder: Path) -> None:
    """Raise RulesError (E601) for a folder with another simulation's games, which would be lost."""
    if any(path.stem.isdecimal() for path in folder.glob("*.save")):
        message = f"{folder} holds the saves of a simulation already; name another folder"
        raise refuse(message, Code.E601)


def _in_words(report: SimulationReport, title: str) -> str:
    games = count(report.games, "game")
    options = "".join(f", {name} = {value}" for name, value in report.options.items())
    rows = [
        f"{title}: {games} between {report.players} players, seed {report.seed}{options}",
        f"{report.decisions:.1f} decisions per game, {report.decisions_per_second:,} per second, "
        f"{report.seconds:.1f} s",
        "",
        "".join([" " * 18, *(f"{spoken(word):>9}" for word in ("mean", "sd", "wins", "ties"))]),
    ]
    for number, seat in enumerate(report.seats, 1):
        who = spoken(f"seat {number}, {seat.agent}")
        rows.append(f"{who:<18}{seat.mean:>9.2f}{seat.sd:>9.2f}{seat.wins:>9,}{seat.ties:>9,}")
    if report.ratings:
        shares = (f"{words} {share:.1%}" for words, share in report.ratings.items())
        rows += ["", f"Results: {', '.join(shares)}."]
    shared = report.games - sum(seat.wins for seat in report.seats)
    if shared:
        rows += ["", f"In {shared:,} of the games nobody won alone."]
    return "\n".join(rows)
