"""The commands of `cairn`: their options and help. What they do is loaded when it is asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.cli.guard import guarded

app = typer.Typer(
    help="Play, check and study games whose rules are a text file.",
    epilog="Begin with 'cairn list' and 'cairn play'. Each command's --help has an example.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _some_ruleset() -> str:
    """Return the name of a ruleset that help can use as an example."""
    names = sorted((Path(__file__).parents[2] / "rulesets").glob("*.cairn"))
    return names[0].stem if names else "my-game"


GAME = _some_ruleset()

Files = Annotated[
    list[str], typer.Argument(metavar="FILE", help="Rulesets: paths, or names of the library.")
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="OPTION=VALUE", help="Set an option of the rules; repeatable."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Language = Annotated[
    str | None,
    typer.Option("--lang", metavar="de|fr|en", help="Read in this language. [default: yours]"),
]
Players = Annotated[
    int | None, typer.Option(min=1, max=64, metavar="N", help="How many play. [default: as seats]")
]


@app.command(
    "list",
    epilog="Example: cairn list --json",
    short_help="List the rulesets of the library.",
)
@guarded
def list_(json: Json = False, lang: Language = None) -> None:
    """List the rulesets of the library, for how many players they are, and their options."""
    from engine.cli.rules import list_rulesets

    list_rulesets(json, lang)


@app.command(
    epilog=f"Example: cairn check {GAME} my-variant.cairn",
    short_help="Check rulesets and run their examples.",
)
@guarded
def check(
    files: Files,
    json: Json = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Also say who sees what, and name each example.")
    ] = False,
) -> None:
    """Check rulesets and run their examples: every mistake with its line; exit code 1 if any."""
    from engine.cli.rules import check_files

    if not check_files(files, json, verbose):
        raise typer.Exit(1)


@app.command(
    epilog="Example: cairn fmt --check my-game.cairn",
    short_help="Write rulesets in the canonical form.",
)
@guarded
def fmt(
    files: Files,
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; name the files that would change.")
    ] = False,
) -> None:
    """Write rulesets in the one canonical form; comments are kept, the meaning is the same."""
    from engine.cli.rules import format_files

    if not format_files(files, check):
        raise typer.Exit(1)


@app.command(
    epilog="Example: cairn diff my-game my-variant.cairn",
    short_help="Tell the differences of two rulesets.",
)
@guarded
def diff(
    one: Annotated[str, typer.Argument(metavar="A", help="A ruleset's name or path.")],
    other: Annotated[str, typer.Argument(metavar="B", help="Another, or a variant of it.")],
    json: Json = False,
) -> None:
    """Tell in plain sentences what changes from ruleset A to ruleset B."""
    from engine.cli.drafts import print_differences

    print_differences(one, other, json)


@app.command(
    epilog=f"Example: cairn new our-rules --from {GAME} --variant",
    short_help="Begin a ruleset of your own.",
)
@guarded
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the new file is called.")],
    base: Annotated[str, typer.Option("--from", metavar="GAME", help="The ruleset to begin from.")],
    variant: Annotated[
        bool, typer.Option("--variant", help="Begin a variant instead of a copy.")
    ] = False,
) -> None:
    """Write a commented start for a ruleset of your own: a copy of a game, or a variant of it."""
    from engine.cli.drafts import begin_ruleset

    begin_ruleset(name, base, variant)


@app.command(
    epilog=f"Example: cairn play {GAME} --seats human,greedy --seed 7 --save game.save",
    short_help="Play a game in the terminal.",
)
@guarded
def play(
    ruleset: Annotated[
        str | None,
        typer.Argument(
            metavar="RULESET",
            help="A ruleset's name or path, or a save to go on with. [default: ask]",
        ),
    ] = None,
    text: Annotated[
        bool, typer.Option("--text", help="Play in the terminal (so far the only way).")
    ] = False,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,NAME",
            help="Who sits where: human, greedy, random. [default: human and the rest greedy]",
        ),
    ] = None,
    players: Players = None,
    seed: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help="Deal this game. [default: any]"),
    ] = None,
    settings: Settings = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Save the game here at its end or when you leave."),
    ] = None,
    study: Annotated[
        bool, typer.Option("--study", help="Allow undo even past what was revealed or random.")
    ] = False,
    lang: Language = None,
) -> None:
    """Play a game in the terminal, against agents or with several people at one screen."""
    from engine.cli.play import Wish, play_game

    play_game(Wish(ruleset, seats, players, seed, settings or [], save, study, lang))


@app.command(
    epilog="Example: cairn replay game.save --json | head -n 1",
    short_help="Print the record of a saved game.",
)
@guarded
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A save.")],
    json: Annotated[
        bool,
        typer.Option(
            "--json", help="One line of JSON per decision with the whole position, then the result."
        ),
    ] = False,
    rules: Annotated[
        str | None,
        typer.Option(metavar="RULESET", help="Its ruleset, if it isn't found under its name."),
    ] = None,
) -> None:
    """Play a save again and print the record of the game."""
    from engine.cli.replay import print_record

    print_record(file, json, rules)


@app.command(
    epilog=f"Example: cairn sim {GAME} --games 200 --seats greedy,random --json",
    short_help="Let agents play many games.",
)
@guarded
def sim(
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="A ruleset's name or path.")],
    players: Players = None,
    games: Annotated[
        int, typer.Option(min=1, max=10_000_000, metavar="N", help="How many games.")
    ] = 100,
    seed: Annotated[
        int,
        typer.Option(min=0, metavar="S", help="The same seed gives the same games."),
    ] = 1,
    seats: Annotated[
        str | None,
        typer.Option(metavar="NAME,NAME", help="Who sits where: greedy, random. [default: random]"),
    ] = None,
    settings: Settings = None,
    record: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Save every game into this folder.")
    ] = None,
    json: Json = False,
) -> None:
    """Let agents play many games and print how each seat did."""
    from engine.cli.sim import Wish, simulate_games

    simulate_games(Wish(ruleset, players, games, seed, seats, settings or [], record), json)
