"""What the commands of `cairn` are asked for: a record for each that takes much, with its help.

Only typer is imported, so that help comes at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from engine.agents.registry import names_in_words
from engine.cli.localized_command import filled
from engine.language.game_kinds import GameKind
from engine.language.message import Message

SAME = (
    "The same seed gives the same games, except with AI players that have a time limit, "
    "such as 'hard'."
)


def _path(text: str) -> Path:
    """Read a file's or folder's path; an empty one would be the folder that the person is in."""
    if not text.strip():
        raise typer.BadParameter("the name of a file or folder is missing")
    return Path(text)


Files = Annotated[
    list[str],
    typer.Argument(metavar="RULESET", help="Rulesets: names from 'cairn list', or paths."),
]
Ruleset = Annotated[str, typer.Argument(metavar="RULESET", help="A ruleset's name or path.")]
Save = Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")]
SaveRules = Annotated[
    str | None,
    typer.Option(
        metavar="RULESET",
        help="The ruleset of a saved game, if Cairn doesn't include it and it isn't in the save's "
        "folder.",
    ),
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="OPTION=VALUE",
        help="Set an option of the rules. Can be given several times.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
From = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="EXAMPLE|FILE",
        help="Start from the position of this example in the rules, or from the position that this "
        "file describes.",
    ),
]
Language = Annotated[
    str | None,
    typer.Option(
        "--lang", metavar="de|fr|en", help="Use this language. [default: that of your system]"
    ),
]
SearchWords = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="WORD", show_default=False, help="List only games whose title or "
        "description has all these words."
    ),
]  # fmt: skip
Kind = Annotated[GameKind | None, typer.Option(help="List only games of this kind.")]
ForPlayers = Annotated[
    int | None,
    typer.Option(
        "--players", min=1, metavar="N", show_default=False,
        help="List only games for N players."
    ),
]  # fmt: skip
WithinMinutes = Annotated[
    int | None,
    typer.Option(
        "--minutes", min=1, metavar="N", show_default=False,
        help="List only games that take at most N minutes."
    ),
]  # fmt: skip
Players = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=64,
        metavar="N",
        help="The number of players. [default: one for each name if --agents has several, or else "
        "the fewest that the game allows]",
    ),
]
FewPlayers = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=64,
        metavar="N",
        help="The number of players. [default: the fewest that the game allows]",
    ),
]
AnyPlayers = Annotated[
    int | None,
    typer.Option(min=1, max=64, metavar="N", help="The number of players. [default: any]"),
]
First = Annotated[
    int | None,
    typer.Option(
        "--first",
        min=1,
        metavar="SEAT",
        help="The seat that starts. [default: as the rules say, otherwise 1]",
    ),
]
Seed = Annotated[int, typer.Option(min=0, metavar="N", help=SAME)]
Workers = Annotated[
    int | None,
    typer.Option(
        min=1, max=256, metavar="N", help="The number of processes that play. [default: all cores]"
    ),
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Play on the Dask cluster of this scheduler instead of on this computer.",
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        parser=_path, metavar="FOLDER", help="Write the report and all games to this folder."
    ),
]
Form = Annotated[
    str | None,
    typer.Option(
        "--format",
        metavar="csv|parquet",
        help="The file format of the recorded games. [default: parquet if pyarrow is installed, "
        "else csv]",
    ),
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Continue a run that was stopped, or add games to one.")
]


@dataclass(frozen=True, kw_only=True)
class CheckArguments:
    """What `cairn check` is asked for."""

    files: Files
    json: Json = False
    verbose: Annotated[
        bool,
        typer.Option(
            "--verbose",
            "-v",
            help="Also show which players see which zones, and list each example.",
        ),
    ] = False
    teach: Annotated[
        bool, typer.Option("--teach", help="Also report which rules are hard to learn.")
    ] = False
    playtest: Annotated[
        str | None,
        typer.Option(
            metavar="TIME",
            help="Also play test games for TIME (e.g. 10s) and report problems they reveal.",
        ),
    ] = None
    coverage: Annotated[
        bool,
        typer.Option("--coverage", help="Also list what no example covers, and propose examples."),
    ] = False
    at_least: Annotated[
        str | None,
        typer.Option(
            metavar="SHARE",
            help="Warn and exit with code 1 if the examples cover less than SHARE of the rules"
            " (e.g. 80%).",
        ),
    ] = None
    watch: Annotated[
        bool,
        typer.Option(
            "--watch", help="Check again whenever a file is saved, and play test games in between."
        ),
    ] = False
    study: Annotated[
        str | None,
        typer.Option(
            metavar="TIME",
            help="With --watch: after each edit, also play for TIME (e.g. 30s) and say in one line"
            " what the edit did to play.",
        ),
    ] = None
    saves: Annotated[
        Path | None,
        typer.Option(
            parser=_path,
            metavar="FOLDER",
            help="The folder in which to save games that show a problem. "
            "[default: Cairn's cache folder]",
        ),
    ] = None
    lang: Language = None


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
            help="Write it to this file: .html, .md or .pdf. [default: show it]",
        ),
    ] = None
    sheet: Annotated[
        bool, typer.Option("--sheet", help="Only a summary and a score sheet, on one page.")
    ] = False
    generated: Annotated[
        bool,
        typer.Option(
            "--generated",
            help="Print the book that Cairn generates, even if there is a handwritten one.",
        ),
    ] = False
    folded: Annotated[
        bool,
        typer.Option(
            "--folded",
            help="Lay the PDF out as a booklet: print it on both sides of A4, and fold it.",
        ),
    ] = False
    confirm: Annotated[
        bool,
        typer.Option(
            "--confirm",
            help="Confirm that the handwritten books match the rules. "
            "Cairn then stops reporting them as out of date.",
        ),
    ] = False


@dataclass(frozen=True, kw_only=True)
class LearnArguments:
    """What `cairn learn` is asked for."""

    ruleset: Ruleset
    players: FewPlayers = None
    seed: Annotated[
        int | None,
        typer.Option(
            min=0,
            metavar="N",
            help="The seed: the same number gives the same deal. "
            "[default: continue your last game, or a deal in which many rules matter]",
        ),
    ] = None
    course: Annotated[
        bool,
        typer.Option(
            "--course", help="Do exercises: new ones, and old ones that are due for review."
        ),
    ] = False
    exam: Annotated[
        bool, typer.Option("--exam", help="Take an exam on all the rules, with a score at the end.")
    ] = False
    coach: Annotated[
        bool,
        typer.Option(
            "--coach", help="After a costly mistake, explain which move was better, and why."
        ),
    ] = False
    folder: Annotated[
        Path | None,
        typer.Option(
            "--export-exam",
            parser=_path,
            metavar="FOLDER",
            help="Write an exam as a web page into this folder.",
        ),
    ] = None
    profile: Annotated[
        str, typer.Option(metavar="NAME", help="The learner whose progress is saved.")
    ] = "me"
    lang: Language = None


@dataclass(frozen=True, kw_only=True)
class ReviewArguments:
    """What `cairn review` is asked for."""

    file: Save
    seat: Annotated[
        int, typer.Option(min=1, metavar="N", help="The seat whose decisions are reviewed.")
    ] = 1
    playouts: Annotated[
        int,
        typer.Option(
            min=50,
            max=100_000,
            metavar="N",
            help="How many times Cairn finishes the game from each decision.",
        ),
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
            help="A ruleset's name or path, a saved game to continue, or a link to a table on "
            "another computer. [default: ask]",
        ),
    ] = None
    text: Annotated[bool, typer.Option("--text", help="Play in the terminal, not in a window.")] = (
        False
    )
    agents: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,NAME",
            help=filled(
                Message(
                    "The player in each seat: {names}. One name fills all seats. "
                    "[default: human, then medium]",
                    names_in_words("human"),
                )
            ),
        ),
    ] = None
    players: Players = None
    seed: Annotated[
        int | None,
        typer.Option(
            min=0,
            metavar="N",
            help="The seed: the same number gives the same deal. [default: random]",
        ),
    ] = None
    first: First = None
    settings: Settings = None
    save: Annotated[
        Path | None,
        typer.Option(
            parser=_path,
            metavar="FILE",
            help="Save the game to this file when it ends or when you leave.",
        ),
    ] = None
    free_undo: Annotated[
        bool,
        typer.Option(
            "--free-undo",
            help="Allow undo even after something hidden was revealed or something random "
            "happened.",
        ),
    ] = False
    watch: Annotated[
        bool, typer.Option("--watch", help="Reload the rules whenever their files are saved.")
    ] = False
    train: Annotated[
        bool,
        typer.Option(
            "--train",
            help="Train the AI players 'easy', 'medium' and 'hard' for this game while you play.",
        ),
    ] = False
    begin: From = None
    rules: SaveRules = None
    lang: Language = None


@dataclass(frozen=True, kw_only=True)
class ShotArguments:
    """What `cairn shot` is asked for."""

    ruleset: Ruleset
    players: Players = None
    seed: Annotated[
        int, typer.Option(min=0, metavar="N", help="The seed: the same number gives the same deal.")
    ] = 1
    moves: Annotated[
        int,
        typer.Option(min=0, max=100_000, metavar="N", help="The number of moves to make first."),
    ] = 0
    size: Annotated[
        str, typer.Option(metavar="WxH", help="The picture's width and height in pixels.")
    ] = "1440x900"
    seat: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="The seat whose view is drawn. [default: the seat to move]"
        ),
    ] = None
    agents: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,NAME", help="Who makes the moves. [default: 'easy' in every seat]"
        ),
    ] = None
    first: First = None
    begin: From = None
    settings: Settings = None
    lang: Language = None
    out: Annotated[
        Path | None,
        typer.Option(
            parser=_path, metavar="FILE.png", help="The file to write. [default: RULESET.png]"
        ),
    ] = None


@dataclass(frozen=True, kw_only=True)
class SimArguments:
    """What `cairn sim` is asked for."""

    ruleset: Ruleset
    players: Players = None
    games: Annotated[
        int, typer.Option(min=1, max=10_000_000, metavar="N", help="The number of games.")
    ] = 100
    seed: Seed = 1
    agents: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,NAME",
            help=filled(
                Message(
                    "The player in each seat: {names}. One name fills all seats. [default: random]",
                    names_in_words(),
                )
            ),
        ),
    ] = None
    first: First = None
    settings: Settings = None
    record: Annotated[
        Path | None,
        typer.Option(parser=_path, metavar="FOLDER", help="Save every game in this folder."),
    ] = None
    workers: Annotated[
        int, typer.Option(min=1, max=256, metavar="N", help="The number of processes that play.")
    ] = 1
    executor: Annotated[
        str | None,
        typer.Option(
            metavar="interpreter|wasm",
            help="What runs the rules. Both give the same games. [default: the fastest available]",
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
        float,
        typer.Option(min=0.01, max=10_000, metavar="M", help="How long to train, in minutes."),
    ] = 3.0
    steps: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=10_000_000,
            metavar="N",
            help="Train for this many steps instead. Then the same seed gives the same policy.",
        ),
    ] = None
    seed: Annotated[int, typer.Option(min=0, metavar="N", help="The seed of the training.")] = 1
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue a training run that was stopped.")
    ] = False
    out: Annotated[
        Path | None,
        typer.Option(
            parser=_path,
            metavar="FILE",
            help="Write the policy to this file. [default: next to the ruleset]",
        ),
    ] = None


@dataclass(frozen=True, kw_only=True)
class StudyArguments:
    """What `cairn study` is asked for."""

    ruleset: Ruleset
    vs: Annotated[
        str | None,
        typer.Option(metavar="RULESET", help="Compare with this variant, on the same deals."),
    ] = None
    option: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Compare the values of this option of the rules."),
    ] = None
    played: Annotated[
        Path | None,
        typer.Option(
            parser=_path,
            metavar="FOLDER",
            help="Instead, read the saved games of people in this folder: where they choose "
            "differently from trained players, and which of these choices cost most.",
        ),
    ] = None
    games: Annotated[
        int,
        typer.Option(
            min=2, max=2_000_000, metavar="N", help="The number of games of each ruleset."
        ),
    ] = 1000
    agents: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,NAME",
            help="The AI players, one for each seat. Seats rotate after each game. "
            "[default: players trained for these rules]",
        ),
    ] = None
    train: Annotated[
        str | None,
        typer.Option(
            metavar="TIME",
            help="How long to train the AI players of each ruleset first. Cairn keeps what they "
            "learn. [default: 60s, unless they have been trained already]",
        ),
    ] = None
    quick: Annotated[
        bool,
        typer.Option(
            "--quick",
            help="Train for 10 seconds unless --train says otherwise, and leave out the questions "
            "that take long.",
        ),
    ] = False
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
class TuneArguments:
    """What `cairn tune` is asked for."""

    ruleset: Ruleset
    vary: Annotated[
        list[str],
        typer.Option(
            metavar="NAME=LOW..HIGH",
            help="Vary this number of the rules: a let, an option, a cell of a table such as "
            "prize[3], or line:42:1 for the first number of line 42. Can be given several times.",
        ),
    ]
    target: Annotated[
        list[str],
        typer.Option(
            metavar="'FIGURE = VALUE'",
            help="What you want games to be like: a figure as 'cairn study' names it, or 'share of "
            "seat 1' for its share of the wins; then =, < or >; then a number. Can be given "
            "several times.",
        ),
    ]
    games: Annotated[
        int,
        typer.Option(
            min=2,
            max=2_000_000,
            metavar="N",
            help="The maximum number of games for each value. Clearly worse values get fewer.",
        ),
    ] = 1000
    trials: Annotated[
        int,
        typer.Option(min=1, max=10_000, metavar="N", help="The maximum number of values to try."),
    ] = 40
    budget: Annotated[
        str | None,
        typer.Option(
            metavar="TIME", help="Stop after this time, such as 5m, and report what was found."
        ),
    ] = None
    agents: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,NAME",
            help="The AI players, one for each seat. Seats rotate after each game. "
            "[default: greedy]",
        ),
    ] = None
    players: Players = None
    workers: Workers = None
    scheduler: Scheduler = None
    seed: Seed = 1
    settings: Settings = None
    out: Annotated[
        Path | None,
        typer.Option(
            parser=_path,
            metavar="FILE.cairn",
            help="Write the result to this file: a variant that makes the change or, if --vary "
            "names a line, the changed rules.",
        ),
    ] = None
    report: Annotated[
        Path | None,
        typer.Option(
            parser=_path,
            metavar="FOLDER",
            help="Write the report, its plots and the games to this folder.",
        ),
    ] = None
    resume: Resume = False
    json: Json = False


@dataclass(frozen=True, kw_only=True)
class ArenaArguments:
    """What `cairn arena` is asked for."""

    ruleset: Ruleset
    agents: Annotated[
        str, typer.Option(metavar="NAME,NAME,…", help="Who plays the round robin.")
    ] = "greedy,random"
    games: Annotated[
        int,
        typer.Option(
            min=2, max=1_000_000, metavar="N", help="The number of games of each match-up."
        ),
    ] = 100
    players: Annotated[
        int | None,
        typer.Option(
            min=2,
            max=64,
            metavar="N",
            help="The number of players. [default: the fewest that the game allows]",
        ),
    ] = None
    workers: Workers = None
    scheduler: Scheduler = None
    seed: Seed = 1
    settings: Settings = None
    out: Out = None
    form: Form = None
    resume: Resume = False
    json: Json = False


@dataclass(frozen=True, kw_only=True)
class ServeArguments:
    """What `cairn serve` is asked for."""

    rulesets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[RULESET]…",
            help="Open a table immediately for each of these rulesets. Without any, people open "
            "tables in the browser.",
        ),
    ] = None
    players: Players = None
    agents: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,NAME",
            help="The players at these tables, for example human,medium. Each human gets a link. "
            "[default: human in every seat]",
        ),
    ] = None
    lan: Annotated[
        bool,
        typer.Option("--lan", help="Let other devices on your network join, not only this one."),
    ] = False
    port: Annotated[
        int, typer.Option(min=1, max=65535, metavar="N", help="The port of the server.")
    ] = 8765
    public_url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="The https:// address at which people join over the internet. A proxy that "
            "handles TLS must be in front of the server.",
        ),
    ] = None
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="The address or the network of that proxy. [default: this computer]",
        ),
    ] = None
    classroom: Annotated[
        bool,
        typer.Option(
            "--class",
            help="Teach one ruleset to a class: you get a page that shows how the class is doing, "
            "and the pupils get a link.",
        ),
    ] = False
    webhook: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Send a JSON message to this address whenever it becomes another person's turn to "
            "decide.",
        ),
    ] = None
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Keep the tables in a PostgreSQL database, postgresql://…, which several servers "
            "may share. [default: a file in your data folder]",
        ),
    ] = None
    lang: Language = None


@dataclass(frozen=True, kw_only=True)
class JoinArguments:
    """What `cairn join` is asked for."""

    link: Annotated[
        str, typer.Argument(metavar="LINK", help="The link of a seat, as the host sent it.")
    ]
    agent: Annotated[
        str,
        typer.Option(
            "--agent",
            metavar="NAME",
            help=filled(Message("Which AI player plays: {names}.", names_in_words())),
        ),
    ] = "medium"
    name: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The name that the others see. [default: as --agent]"),
    ] = None
    lang: Language = None


ManyGames = StudyArguments | ArenaArguments
"""Options of commands that play many games, keep them and can resume."""
