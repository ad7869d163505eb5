"""What the commands of `cairn` are asked for: a record for each that takes much, with its help.

Only typer is imported, so that help comes at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from engine.agents.registry import names_in_words

SAME = "The same seed gives the same games, but for agents that think for a time, like hard."


def _path(text: str) -> Path:
    """Read a file's or folder's path; an empty one would be the folder that the person is in."""
    if not text.strip():
        raise typer.BadParameter("the name of a file or folder is missing")
    return Path(text)


Files = Annotated[
    list[str], typer.Argument(metavar="FILE", help="Rulesets: paths, or names of the library.")
]
Ruleset = Annotated[str, typer.Argument(metavar="RULESET", help="A ruleset's name or path.")]
Save = Annotated[Path, typer.Argument(metavar="FILE", help="A save.")]
SaveRules = Annotated[
    str | None,
    typer.Option(
        metavar="RULESET",
        help="A save's ruleset, if it is neither the library's nor in the folder of the save.",
    ),
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
    int | None,
    typer.Option(
        min=1, max=64, metavar="N", help="How many play. [default: as --seats, or the fewest]"
    ),
]
FewPlayers = Annotated[
    int | None,
    typer.Option(min=1, max=64, metavar="N", help="How many play. [default: the fewest]"),
]
AnyPlayers = Annotated[
    int | None,
    typer.Option(min=1, max=64, metavar="N", help="For how many players. [default: for any]"),
]
First = Annotated[
    int | None,
    typer.Option(
        "--first",
        min=1,
        metavar="SEAT",
        help="Which seat begins. [default: as the rules say, or 1]",
    ),
]
Seed = Annotated[int, typer.Option(min=0, metavar="S", help=SAME)]
Workers = Annotated[
    int | None,
    typer.Option(min=1, max=256, metavar="N", help="Processes that play. [default: all cores]"),
]
Scheduler = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Play on the Dask cluster with this scheduler instead."),
]
Out = Annotated[
    Path | None,
    typer.Option(
        parser=_path, metavar="DIR", help="Write the report and all games into this folder."
    ),
]
Form = Annotated[
    str | None,
    typer.Option(
        "--format",
        metavar="csv|parquet",
        help="How the games are written. [default: parquet with pyarrow, else csv]",
    ),
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Go on with what was stopped, or with more games.")
]


@dataclass(frozen=True, kw_only=True)
class CheckArguments:
    """What `cairn check` is asked for."""

    files: Files
    json: Json = False
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Also say who sees what, and name each example.")
    ] = False
    teach: Annotated[
        bool, typer.Option("--teach", help="Also say what is hard to learn from these rules.")
    ] = False
    play: Annotated[
        str | None,
        typer.Option(
            metavar="TIME",
            help="Also play test games for TIME (e.g. 10s) and report problems they reveal.",
        ),
    ] = None
    coverage: Annotated[
        bool,
        typer.Option("--coverage", help="Also say what no example exercises; propose examples."),
    ] = False
    at_least: Annotated[
        str | None,
        typer.Option(
            metavar="SHARE",
            help="Warn and exit with code 1 if the examples cover less than SHARE (e.g. 80%).",
        ),
    ] = None
    watch: Annotated[
        bool,
        typer.Option("--watch", help="Check again whenever a file is saved; play in between."),
    ] = False
    saves: Annotated[
        Path | None,
        typer.Option(
            parser=_path,
            metavar="DIR",
            help="Where games are saved that show it. [default: your cache]",
        ),
    ] = None


@dataclass(frozen=True, kw_only=True)
class RulebookArguments:
    """What `cairn rules` is asked for."""

    ruleset: Ruleset
    players: AnyPlayers = None
    settings: Settings = None
    lang: Language = None
    out: Annotated[
        Path | None,
        typer.Option(
            parser=_path,
            metavar="FILE",
            help="Write it here: .html, .md or .pdf. [default: show it]",
        ),
    ] = None
    sheet: Annotated[
        bool, typer.Option("--sheet", help="Only a summary and a score sheet, on one page.")
    ] = False


@dataclass(frozen=True, kw_only=True)
class LearnArguments:
    """What `cairn learn` is asked for."""

    ruleset: Ruleset
    players: FewPlayers = None
    seed: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help="Deal this game. [default: one that shows much]"),
    ] = None
    course: Annotated[
        bool, typer.Option("--course", help="Exercises: new ones, and those that are to come back.")
    ] = False
    exam: Annotated[
        bool, typer.Option("--exam", help="Questions on everything, with a score at the end.")
    ] = False
    folder: Annotated[
        Path | None,
        typer.Option(
            "--class",
            parser=_path,
            metavar="FOLDER",
            help="Write an exam as a page of its own here.",
        ),
    ] = None
    person: Annotated[str, typer.Option("--as", metavar="NAME", help="Whose progress is kept.")] = (
        "me"
    )
    lang: Language = None


@dataclass(frozen=True, kw_only=True)
class ReviewArguments:
    """What `cairn review` is asked for."""

    file: Save
    seat: Annotated[int, typer.Option(min=1, metavar="N", help="Whose decisions.")] = 1
    tries: Annotated[
        int,
        typer.Option(min=50, max=100_000, metavar="N", help="Games in mind for each decision."),
    ] = 600
    rules: SaveRules = None
    lang: Language = None


@dataclass(frozen=True, kw_only=True)
class PlayArguments:
    """What `cairn play` is asked for."""

    ruleset: Annotated[
        str | None,
        typer.Argument(
            metavar="RULESET",
            help="A ruleset's name or path, or a save to go on with. [default: ask]",
        ),
    ] = None
    text: Annotated[bool, typer.Option("--text", help="Play in the terminal, not in a window.")] = (
        False
    )
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,NAME",
            help=f"Who sits where: {names_in_words('human')}. [default: human and the rest medium]",
        ),
    ] = None
    players: Players = None
    seed: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help="Deal this game. [default: any]"),
    ] = None
    first: First = None
    settings: Settings = None
    save: Annotated[
        Path | None,
        typer.Option(
            parser=_path, metavar="FILE", help="Save the game here at its end or when you leave."
        ),
    ] = None
    study: Annotated[
        bool, typer.Option("--study", help="Allow undo even past what was revealed or random.")
    ] = False
    watch: Annotated[
        bool, typer.Option("--watch", help="Follow the rules' files while they are edited.")
    ] = False
    learn: Annotated[
        bool, typer.Option("--learn", help="Let easy, medium and hard learn the game meanwhile.")
    ] = False
    example: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Begin where an example in the rules leads to."),
    ] = None
    rules: SaveRules = None
    lang: Language = None


@dataclass(frozen=True, kw_only=True)
class ShotArguments:
    """What `cairn shot` is asked for."""

    ruleset: Ruleset
    players: Players = None
    seed: Annotated[int, typer.Option(min=0, metavar="N", help="Deal this game.")] = 1
    moves: Annotated[
        int, typer.Option(min=0, max=100_000, metavar="N", help="How many moves are made before.")
    ] = 0
    size: Annotated[
        str, typer.Option(metavar="WxH", help="The picture's width and height in pixels.")
    ] = "1440x900"
    seat: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="Through whose eyes. [default: whoever has to decide]"
        ),
    ] = None
    seats: Annotated[
        str | None,
        typer.Option(metavar="NAME,NAME", help="Who makes the moves. [default: easy everywhere]"),
    ] = None
    first: First = None
    settings: Settings = None
    lang: Language = None
    out: Annotated[
        Path | None,
        typer.Option(parser=_path, metavar="FILE.png", help="Where to. [default: RULESET.png]"),
    ] = None


@dataclass(frozen=True, kw_only=True)
class SimArguments:
    """What `cairn sim` is asked for."""

    ruleset: Ruleset
    players: Players = None
    games: Annotated[
        int, typer.Option(min=1, max=10_000_000, metavar="N", help="How many games.")
    ] = 100
    seed: Seed = 1
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,NAME",
            help=f"Who sits where: {names_in_words()}. [default: random]",
        ),
    ] = None
    first: First = None
    settings: Settings = None
    record: Annotated[
        Path | None,
        typer.Option(parser=_path, metavar="DIR", help="Save every game into this folder."),
    ] = None
    workers: Annotated[
        int, typer.Option(min=1, max=256, metavar="N", help="Processes that play.")
    ] = 1
    executor: Annotated[
        str | None,
        typer.Option(
            metavar="interpreter|wasm",
            help="What plays the games; they are the same. [default: the quickest that can]",
        ),
    ] = None
    json: Json = False


@dataclass(frozen=True, kw_only=True)
class TrainArguments:
    """What `cairn train` is asked for."""

    ruleset: Ruleset
    players: FewPlayers = None
    settings: Settings = None
    minutes: Annotated[
        float, typer.Option(min=0.01, max=10_000, metavar="M", help="How long to learn.")
    ] = 3.0
    steps: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=10_000_000,
            metavar="N",
            help="Learn in so many steps instead; then the same seed learns the same.",
        ),
    ] = None
    seed: Annotated[int, typer.Option(min=0, metavar="S", help="Begin from this.")] = 1
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with what was stopped before.")
    ] = False
    out: Annotated[
        Path | None,
        typer.Option(
            parser=_path, metavar="FILE", help="Keep it here. [default: beside the ruleset]"
        ),
    ] = None


@dataclass(frozen=True, kw_only=True)
class StudyArguments:
    """What `cairn study` is asked for."""

    ruleset: Ruleset
    vs: Annotated[
        str | None,
        typer.Option(metavar="RULESET", help="Compare with this variant, on the same seeds."),
    ] = None
    option: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Compare the values of this option of the rules."),
    ] = None
    games: Annotated[
        int, typer.Option(min=2, max=2_000_000, metavar="N", help="How many games of each.")
    ] = 1000
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,NAME", help="Who plays; seats change after each game. [default: random]"
        ),
    ] = None
    players: Players = None
    workers: Workers = None
    scheduler: Scheduler = None
    seed: Seed = 1
    settings: Settings = None
    out: Out = None
    form: Form = None
    resume: Resume = False
    json: Json = False


@dataclass(frozen=True, kw_only=True)
class ArenaArguments:
    """What `cairn arena` is asked for."""

    ruleset: Ruleset
    agents: Annotated[
        str, typer.Option(metavar="NAME,NAME,…", help="Who plays, each against each.")
    ] = "greedy,random"
    games: Annotated[
        int,
        typer.Option(min=2, max=1_000_000, metavar="N", help="How many games of each match-up."),
    ] = 100
    players: Annotated[
        int | None,
        typer.Option(min=2, max=64, metavar="N", help="How many play. [default: the fewest]"),
    ] = None
    workers: Workers = None
    scheduler: Scheduler = None
    seed: Seed = 1
    settings: Settings = None
    out: Out = None
    form: Form = None
    resume: Resume = False
    json: Json = False


ManyGames = StudyArguments | ArenaArguments
"""What plays many games that are kept, and can be gone on with."""
