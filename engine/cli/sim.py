"""`cairn sim`: many games between agents, and how each seat did."""

from __future__ import annotations

from pathlib import Path

from engine.cli.arguments import SimArguments
from engine.cli.errors import as_json, open_game, read_seed, read_settings, refuse, say, spoken
from engine.cli.language import language_of
from engine.cli.output import put
from engine.cli.progress import progress
from engine.cli.seats import seats_for
from engine.game.options import read_options, read_starter
from engine.language.codes import Code
from engine.language.escaping import plain
from engine.language.message import Message
from engine.rules.load import Loaded
from engine.rules.translations import catalogue_for
from engine.study.simulate import SimulationReport, SimulationStopped, simulate
from engine.study.unfinished import unfinished_words
from engine.study.wins import DRAWS, TIES


def simulate_games(args: SimArguments) -> None:
    """Play the games and print the report; at Ctrl-C that of the games played by then."""
    loaded = open_game(args.ruleset)
    rules = loaded.checked()
    options = read_options(rules, read_settings(args.settings))
    seats = seats_for(rules, args.players, args.agents, "random", "random")
    if args.record is not None:
        _without_saves(args.record)
    try:
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
                say,
            )
    except SimulationStopped as stop:
        if stop.report is None:
            say("Stopped; no game was finished.")
        else:
            _tell(stop.report, loaded, args)
            played = stop.report.games + stop.report.unfinished
            say(f"Stopped after {played:,} of {args.games:,} games.")
        raise
    _tell(report, loaded, args)


def _tell(report: SimulationReport, loaded: Loaded, args: SimArguments) -> None:
    """Print the report, and where the saves are."""
    if args.json:
        put(as_json(report.as_json()))
    else:
        title = loaded.checked().header.title
        shown = catalogue_for(loaded, language_of(None)).text(title)
        put("\n".join(map(spoken, _in_words(report, shown))))
    if args.record is not None and not args.json:
        saves = sum(1 for _ in args.record.glob("*.save"))
        say(f"{saves} saves are in {plain(args.record)}.")


def _without_saves(folder: Path) -> None:
    """Raise RulesError (E601) for a folder with another simulation's games, which would be lost."""
    if any(path.stem.isdecimal() for path in folder.glob("*.save")):
        message = Message(
            "{folder} holds the saves of a simulation already; name another folder", folder
        )
        raise refuse(message, Code.E601)


def _in_words(report: SimulationReport, title: str) -> list[str]:
    options = "".join(f", {name} = {value}" for name, value in report.options.items())
    rows = [
        Message.filled(
            "{title}: 1 game between {players} players, seed {seed}"
            if report.games == 1
            else "{title}: {games} games between {players} players, seed {seed}",
            {
                "title": title,
                "games": f"{report.games:,}",
                "players": report.players,
                "seed": f"{report.seed}{options}",
            },
        ),
        Message(
            "{decisions} decisions per game, {speed} per second, {time} s",
            f"{report.decisions:.1f}",
            f"{report.decisions_per_second:,}",
            f"{report.seconds:.1f}",
        ),
        "",
    ]
    scored = report.seats[0].mean is not None
    columns = ("mean", "sd", "wins", "ties") if scored else ("wins", "draws", "losses")
    rows.append("".join([" " * 18, *(f"{spoken(word):>9}" for word in columns)]))
    drawn = False
    for number, seat in enumerate(report.seats, 1):
        who = spoken(Message("seat {number}, {agent}", number, seat.agent))
        if seat.mean is not None:
            result = f"{seat.mean:>9.2f}{seat.sd:>9.2f}{seat.wins:>9,}{seat.ties:>9,}"
        else:
            draws = report.games - seat.wins - seat.losses
            drawn = drawn or draws > 0
            result = f"{seat.wins:>9,}{draws:>9,}{seat.losses:>9,}"
        rows.append(f"{who:<18}{result}")
    if report.ratings:
        shares = (f"{words} {share:.1%}" for words, share in report.ratings.items())
        rows += ["", Message("Results: {told}.", ", ".join(shares))]
    if report.shared:
        rows += [
            "",
            Message("In {number} of the games several share the win.", f"{report.shared:,}"),
            *([TIES] if scored else []),
        ]
    if report.nobody:
        rows += ["", Message("In {number} of the games nobody won.", f"{report.nobody:,}")]
    rows += [DRAWS] if drawn else []
    if report.unfinished:
        rows += ["", unfinished_words(report.unfinished)]
    return rows
