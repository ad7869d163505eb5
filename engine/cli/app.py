"""The commands of `cairn`: their options and help. What they do is loaded when it is asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.agents.registry import names_in_words
from engine.cli.errors import guarded
from engine.cli.spoken import Commands, SpokenGroup

app = Commands(
    cls=SpokenGroup,
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

First = Annotated[
    int | None,
    typer.Option("--first", min=1, metavar="SEAT", help="Which seat begins. [default: 1]"),
]
SAME = "The same seed gives the same games, but for agents that think for a time, like hard."


@app.command(
    "list",
    epilog="Example: cairn list --json",
    short_help="List the rulesets of the library.",
)
@guarded
def list_(json: Json = False, lang: Language = None) -> None:
    """List the rulesets of the library, for how many players they are, and their options."""
    from engine.cli.listing import list_rulesets

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
    teach: Annotated[
        bool, typer.Option("--teach", help="Also say what is hard to learn from these rules.")
    ] = False,
    play: Annotated[
        str | None,
        typer.Option(
            "--play",
            metavar="TIME",
            help="Then play for so long, as 10s or 2m; tell what games show.",
        ),
    ] = None,
    coverage: Annotated[
        bool,
        typer.Option("--coverage", help="Also say what no example exercises; propose examples."),
    ] = False,
    at_least: Annotated[
        str | None,
        typer.Option(
            metavar="SHARE", help="Warn, with exit code 1, if examples exercise less, as 80%."
        ),
    ] = None,
    watch: Annotated[
        bool,
        typer.Option("--watch", help="Check again whenever a file is saved; play in between."),
    ] = False,
    saves: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Where games are saved that show it. [default: a temporary folder]"
        ),
    ] = None,
) -> None:
    """Check rulesets and run their examples: every mistake with its line; exit code 1 if any."""
    from engine.cli.rules import check_files

    if watch:
        from engine.cli.trial import read_time
        from engine.cli.watching import watch_files

        watch_files(files, read_time(play or "10s"), saves, verbose)
    if play is not None:
        from engine.cli.trial import read_time

        read_time(play)
    if at_least is not None:
        from engine.cli.trial import read_share

        read_share(at_least)
    well = check_files(files, json, verbose)
    if (coverage or at_least is not None) and well:
        from engine.cli.trial import cover_files, read_share

        share = read_share(at_least) if at_least is not None else 0.0
        well = cover_files(files, share, saves, json=json)
    if play is not None and well:
        from engine.cli.trial import play_files

        well = play_files(files, play, saves, json)
    if teach and well and not json:
        from engine.cli.teachable import print_teachable

        print_teachable(files)
    if not well:
        raise typer.Exit(1)


@app.command(
    epilog="Example: cairn explain E206",
    short_help="Explain the code of a mistake.",
)
@guarded
def explain(
    code: Annotated[str, typer.Argument(metavar="CODE", help="As it stands in a message: E206.")],
) -> None:
    """Explain a mistake by its code: why the rule exists, what is wrong and what is right."""
    from engine.cli.rules import print_explanation

    print_explanation(code)


@app.command(
    epilog="Example: cairn lsp   (an editor starts it)",
    short_help="Serve an editor that speaks LSP.",
)
@guarded
def lsp() -> None:
    """Serve an editor over stdin and stdout in the Language Server Protocol: mistakes while typing,
    completion, renaming, what examples give.
    """
    from engine.cli.language_server import serve_editor

    serve_editor()


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
    from engine.cli.new_and_diff import print_differences

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
    from engine.cli.new_and_diff import begin_ruleset

    begin_ruleset(name, base, variant)


@app.command(
    epilog=f"Example: cairn rules {GAME} --out rules.html",
    short_help="Print the rulebook of a game.",
)
@guarded
def rules(
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="A ruleset's name or path.")],
    players: Players = None,
    settings: Settings = None,
    lang: Language = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write it here: .html, .md or .pdf. [default: show it]"),
    ] = None,
    sheet: Annotated[
        bool, typer.Option("--sheet", help="Only a summary and a score sheet, on one page.")
    ] = False,
) -> None:
    """Print the rulebook of a ruleset, made from its rules, with pictures where they can be had."""
    from engine.cli.rulebook import RulebookArguments, print_rules

    print_rules(RulebookArguments(ruleset, players, settings or [], lang, out, sheet))


@app.command(
    epilog=f"Example: cairn learn {GAME} --lang de",
    short_help="Learn a game by playing it.",
)
@guarded
def learn(
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="A ruleset's name or path.")],
    players: Players = None,
    seed: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help="Deal this game. [default: one that shows much]"),
    ] = None,
    course: Annotated[
        bool, typer.Option("--course", help="Exercises: new ones, and those that are to come back.")
    ] = False,
    exam: Annotated[
        bool, typer.Option("--exam", help="Questions on everything, with a score at the end.")
    ] = False,
    folder: Annotated[
        Path | None,
        typer.Option("--class", metavar="FOLDER", help="Write an exam as a page of its own here."),
    ] = None,
    person: Annotated[
        str, typer.Option("--as", metavar="NAME", help="Whose progress is kept.")
    ] = "me",
    lang: Language = None,
) -> None:
    """Learn a game: a real one in the terminal, with a tutor that says each thing when it matters;
    or exercises, or an exam.
    """
    from engine.cli.learn import LearnArguments
    from engine.cli.learn import learn as teach

    teach(LearnArguments(ruleset, players, seed, lang, exam, folder, person, course))


@app.command(
    epilog="Example: cairn review game.save --seat 1",
    short_help="Tell what a game that was played teaches.",
)
@guarded
def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A save.")],
    seat: Annotated[int, typer.Option(min=1, metavar="N", help="Whose decisions.")] = 1,
    tries: Annotated[
        int,
        typer.Option(min=50, max=100_000, metavar="N", help="Games in mind for each decision."),
    ] = 600,
    rules: Annotated[
        str | None,
        typer.Option(metavar="RULESET", help="Its ruleset, if it isn't found under its name."),
    ] = None,
    lang: Language = None,
) -> None:
    """Tell who was ahead when, which decisions cost most and what was well played."""
    from engine.cli.review import ReviewArguments, print_review

    print_review(ReviewArguments(file, seat, tries, rules, lang))


@app.command(
    epilog=f"Example: cairn play {GAME} --seats human,greedy --seed 7 --save game.save",
    short_help="Play a game.",
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
        bool, typer.Option("--text", help="Play in the terminal, not in a window.")
    ] = False,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,NAME",
            help=f"Who sits where: {names_in_words('human')}. [default: human and the rest greedy]",
        ),
    ] = None,
    players: Players = None,
    seed: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help="Deal this game. [default: any]"),
    ] = None,
    first: First = None,
    settings: Settings = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Save the game here at its end or when you leave."),
    ] = None,
    study: Annotated[
        bool, typer.Option("--study", help="Allow undo even past what was revealed or random.")
    ] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Follow the rules' files while they are edited.")
    ] = False,
    learn: Annotated[
        bool,
        typer.Option("--learn", help="Let easy, medium and hard learn the game meanwhile."),
    ] = False,
    example: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Begin where an example in the rules leads to."),
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option(
            metavar="RULESET", help="The ruleset of a save, if it isn't found under its name."
        ),
    ] = None,
    lang: Language = None,
) -> None:
    """Play a game in a window, or without a screen in the terminal: against agents, or several
    people at one screen.
    """
    from engine.cli.play import PlayArguments, play_game

    options = settings or []
    play_game(
        PlayArguments(
            ruleset, seats, players, seed, options, save, study, lang, text, watch, first, learn,
            example, rules,
        )
    )  # fmt: skip


@app.command(
    epilog=f"Example: cairn shot {GAME} --moves 40 --size 1440x900 --out table.png",
    short_help="Draw a picture of a position.",
)
@guarded
def shot(
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="A ruleset's name or path.")],
    players: Players = None,
    seed: Annotated[int, typer.Option(min=0, metavar="N", help="Deal this game.")] = 1,
    moves: Annotated[
        int, typer.Option(min=0, max=100_000, metavar="N", help="How many moves are made before.")
    ] = 0,
    size: Annotated[
        str, typer.Option(metavar="WxH", help="The picture's width and height in pixels.")
    ] = "1440x900",
    seat: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="Through whose eyes. [default: whoever has to decide]"
        ),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(metavar="NAME,NAME", help="Who makes the moves. [default: easy everywhere]"),
    ] = None,
    first: First = None,
    settings: Settings = None,
    lang: Language = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE.png", help="Where to. [default: RULESET.png]")
    ] = None,
) -> None:
    """Let agents play up to a position and draw what the window would show; it needs no screen."""
    from engine.cli.shot import ShotArguments, take_shot

    take_shot(
        ShotArguments(
            ruleset, players, seed, moves, size, seat, seats, settings or [], lang, out, first
        )
    )


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
        typer.Option(min=0, metavar="S", help=SAME),
    ] = 1,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,NAME",
            help=f"Who sits where: {names_in_words()}. [default: random]",
        ),
    ] = None,
    first: First = None,
    settings: Settings = None,
    record: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Save every game into this folder.")
    ] = None,
    workers: Annotated[
        int, typer.Option(min=1, max=256, metavar="N", help="Processes that play.")
    ] = 1,
    executor: Annotated[
        str | None,
        typer.Option(
            metavar="interpreter|wasm",
            help="What plays the games; they are the same. [default: the quickest that can]",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Let agents play many games and print how each seat did."""
    from engine.cli.sim import SimArguments, simulate_games

    args = SimArguments(
        ruleset, players, games, seed, seats, settings or [], record, workers, executor, first
    )  # fmt: skip
    simulate_games(args, json)


@app.command(
    epilog=f"Example: cairn train {GAME} --minutes 3",
    short_help="Let opponents learn a game.",
)
@guarded
def train(
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="A ruleset's name or path.")],
    players: Players = None,
    settings: Settings = None,
    minutes: Annotated[
        float, typer.Option(min=0.01, max=10_000, metavar="M", help="How long to learn.")
    ] = 3.0,
    steps: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=10_000_000,
            metavar="N",
            help="Learn in so many steps instead; then the same seed learns the same.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, metavar="S", help="Begin from this.")] = 1,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with what was stopped before.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep it here. [default: beside the ruleset]"),
    ] = None,
) -> None:
    """Let easy, medium and hard learn a game by playing it against themselves.

    What they learn is kept in a small file beside the ruleset, if it plays better than without.
    """
    from engine.cli.train import TrainArguments, train_policy

    train_policy(
        TrainArguments(ruleset, players, settings or [], minutes, steps, seed, resume, out)
    )


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
    typer.Option(metavar="DIR", help="Write the report and all games into this folder."),
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
Seed = Annotated[int, typer.Option(min=0, metavar="S", help=SAME)]


@app.command(
    epilog=f"Example: cairn study {GAME} --games 2000 --seats greedy,random --out study",
    short_help="Study what a ruleset's games are like.",
)
@guarded
def study(
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="A ruleset's name or path.")],
    vs: Annotated[
        str | None,
        typer.Option(metavar="RULESET", help="Compare with this variant, on the same seeds."),
    ] = None,
    option: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Compare the values of this option of the rules."),
    ] = None,
    games: Annotated[
        int, typer.Option(min=2, max=2_000_000, metavar="N", help="How many games of each.")
    ] = 1000,
    seats: Annotated[
        str | None,
        typer.Option(metavar="NAME,NAME", help="Who plays; seats change after each game."),
    ] = None,
    players: Players = None,
    workers: Workers = None,
    scheduler: Scheduler = None,
    seed: Seed = 1,
    settings: Settings = None,
    out: Out = None,
    form: Form = None,
    resume: Resume = False,
    json: Json = False,
) -> None:
    """Let agents play many games and tell what they are like: who wins from which place, scores,
    length, choices, the lead, and how often each action, rule and line of the score matters, all
    with 95% intervals. Ctrl-C keeps what has been played.
    """
    from engine.cli.study import StudyArguments, study_games
    from engine.cli.study_run import Work

    work = Work(workers, scheduler, out, form, resume)
    args = StudyArguments(ruleset, vs, option, players, games, seed, seats, settings or [], work)
    study_games(args, json)


@app.command(
    epilog=f"Example: cairn arena {GAME} --agents greedy,random --games 200",
    short_help="Rate agents against each other.",
)
@guarded
def arena(
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="A ruleset's name or path.")],
    agents: Annotated[
        str, typer.Option(metavar="NAME,NAME,…", help="Who plays, each against each.")
    ] = "greedy,random",
    games: Annotated[
        int,
        typer.Option(min=2, max=1_000_000, metavar="N", help="How many games of each match-up."),
    ] = 100,
    players: Annotated[
        int | None,
        typer.Option(min=2, max=64, metavar="N", help="How many play. [default: the fewest]"),
    ] = None,
    workers: Workers = None,
    scheduler: Scheduler = None,
    seed: Seed = 1,
    settings: Settings = None,
    out: Out = None,
    form: Form = None,
    resume: Resume = False,
    json: Json = False,
) -> None:
    """Let agents play each against each, every deal from all seats, and print ratings with 95%
    intervals. Ctrl-C keeps what has been played.
    """
    from engine.cli.arena import ArenaArguments, play_arena
    from engine.cli.study_run import Work

    work = Work(workers, scheduler, out, form, resume)
    play_arena(ArenaArguments(ruleset, agents, players, games, seed, settings or [], work), json)
