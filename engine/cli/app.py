"""The commands of `cairn` and their help. What they do is loaded when it is asked for."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_type_hints

import typer

from engine.cli.arguments import (
    ArenaArguments,
    CheckArguments,
    Files,
    ForPlayers,
    JoinArguments,
    Json,
    Kind,
    Language,
    LearnArguments,
    PlayArguments,
    ReviewArguments,
    RulebookArguments,
    Save,
    SaveRules,
    SearchWords,
    ServeArguments,
    ShotArguments,
    SimArguments,
    StudyArguments,
    TrainArguments,
    TuneArguments,
    WithinMinutes,
)
from engine.cli.errors import guarded, refuse
from engine.cli.localized_command import Commands, SpokenGroup, filled
from engine.distribution import install
from engine.language.message import Message

F = TypeVar("F", bound=Callable[..., None])

app = Commands(
    cls=SpokenGroup,
    help="Play, check and study games whose rules are written in a text file.",
    epilog="A ruleset is the text of a game or of a variant. Start with 'cairn list' and "
    "'cairn play'. The --help of each command includes an example.",
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


def _print_version(wanted: bool) -> None:
    if wanted:
        from engine.cli.version import print_version

        print_version()
        raise typer.Exit


@app.callback()
def _program(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_print_version,
            is_eager=True,
            help="Show Cairn's version and the system that it runs on.",
        ),
    ] = False,
) -> None:
    pass


def _command(summary: str, example: str, name: str | None = None) -> Callable[[F], F]:
    """Add a command, whose help is the docstring of what does it.

    Its options are the parameters of that, or the fields of the record that it takes as `args`.
    """

    def add(run: F) -> F:
        record = get_type_hints(run).get("args")

        @wraps(run)
        def called(**given: Any) -> None:
            run(record(**given)) if record else run(**given)

        vars(called)["__signature__"] = inspect.signature(record or run, eval_str=True)
        epilog = filled(Message("Example: {command}", f"cairn {example}"))
        app.command(name, epilog=epilog, short_help=summary)(guarded(called))
        return run

    return add


@_command("List the included rulesets.", "list --kind cards --players 3", "list")
def list_(
    words: SearchWords = None,
    kind: Kind = None,
    players: ForPlayers = None,
    minutes: WithinMinutes = None,
    json: Json = False,
    lang: Language = None,
) -> None:
    """List the included rulesets with their numbers of players, minutes and options.

    With WORD or options, list only the games that fit all of them.
    """
    from engine.cli.listing import list_rulesets
    from engine.rules.shelf import Search

    search = Search(" ".join(words or ()), kind.value if kind else "", players or 0, minutes or 0)
    list_rulesets(search, json, lang)


@_command("Check rulesets and run their examples.", f"check {GAME} my-variant.cairn")
def check(args: CheckArguments) -> None:
    """Check rulesets and run their examples. Cairn reports each error with its line and exits with
    code 1 if there are any.
    """
    from engine.cli.check import check_rulesets

    check_rulesets(args)


@_command("Explain an error by its code.", "explain E206")
def explain(
    code: Annotated[
        str, typer.Argument(metavar="CODE", help="The code in the message, e.g. E206.")
    ],
) -> None:
    """Look up the code of a message: why Cairn reports it, a wrong example and a right one."""
    from engine.cli.ruleset_texts import print_explanation

    print_explanation(code)


@_command("Run the language server for an editor.", "lsp   (an editor starts it)")
def lsp() -> None:
    """Run the language server over stdin and stdout: errors as you type, completion, renaming,
    results of examples.
    """
    if find_spec("pygls") is None:
        raise refuse(Message("the language server needs pygls: {install}", install("lsp")))
    from engine.cli.lsp import make_server

    make_server().start_io()


@_command("Rewrite rulesets in the standard layout.", "fmt --check my-game.cairn")
def fmt(
    files: Files,
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing, but list the files that would change.")
    ] = False,
) -> None:
    """Rewrite rulesets in the standard layout. Comments and meaning stay the same."""
    from engine.cli.ruleset_texts import format_files

    if not format_files(files, check):
        raise typer.Exit(1)


@_command("List the differences between two rulesets.", "diff my-game my-variant.cairn")
def diff(
    one: Annotated[str, typer.Argument(metavar="A", help="A ruleset's name or path.")],
    other: Annotated[str, typer.Argument(metavar="B", help="Another ruleset, or a variant of A.")],
    json: Json = False,
) -> None:
    """List in plain sentences what changes from ruleset A to ruleset B."""
    from engine.cli.new_and_diff import print_differences

    print_differences(one, other, json)


@_command("Start a ruleset of your own.", f"new our-rules --from {GAME} --variant")
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the new file.")],
    base: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="GAME",
            help="The ruleset to start from. [default: a small card game]",
        ),
    ] = None,
    variant: Annotated[
        bool, typer.Option("--variant", help="Start a variant instead of a copy.")
    ] = False,
) -> None:
    """Create a commented file as the start of your own ruleset. It holds a small game, or a copy or
    a variant of an existing game.
    """
    from engine.cli.new_and_diff import begin_ruleset

    begin_ruleset(name, base, variant)


@_command("Print the rulebook of a game.", f"rules {GAME} --out rules.html")
def rules(args: RulebookArguments) -> None:
    """Print a game's rulebook: the handwritten one if there is one, otherwise one made from the
    rules.
    """
    from engine.cli.rulebook import print_rules

    print_rules(args)


@_command("Learn a game by playing it.", f"learn {GAME} --lang de")
def learn(args: LearnArguments) -> None:
    """Learn a game in the terminal. A tutor explains each rule when you first need it. With
    --course you do exercises instead, and with --exam you take an exam.
    """
    from engine.cli.learn import learn as teach

    teach(args)


@_command("Review a game that you have played.", "review game.save --seat 1")
def review(args: ReviewArguments) -> None:
    """Show who was ahead at each point, which of your decisions cost most, and which were good."""
    from engine.cli.review import print_review

    print_review(args)


@_command("Play a game.", f"play {GAME} --agents human,greedy --seed 7 --save game.save")
def play(args: PlayArguments) -> None:
    """Play a game in a window, or in the terminal if there is no graphical display. Play against AI
    players or with people at the same screen. With a link, play at a table on another computer.
    """
    from engine.cli.play import play_game

    play_game(args)


@_command("Host tables that people reach by a link.", f"serve {GAME} --agents human,human --lan")
def serve(args: ServeArguments) -> None:
    """Host tables that people reach by a link, in a browser on any device. Each link is the key to
    its seat. Ctrl-C ends the server; every game is kept.
    """
    from engine.cli.serve import serve_tables

    serve_tables(args)


@_command(
    "Seat an AI player at a table on another computer.",
    "join http://192.168.1.5:8765/#TOKEN --agent medium",
)
def join(args: JoinArguments) -> None:
    """Let an AI player on this computer take a seat at a table on another one. To sit there
    yourself, use 'cairn play LINK'. The AI player sees only what its seat sees. Ctrl-C ends the
    command; the seat is kept.
    """
    from engine.cli.join import join_table

    join_table(args)


@_command(
    "Draw a picture of a position.", f"shot {GAME} --moves 40 --size 1440x900 --out table.png"
)
def shot(args: ShotArguments) -> None:
    """Let AI players make some moves, and draw what the window would then show. No graphical
    display is needed.
    """
    from engine.cli.shot import take_shot

    take_shot(args)


@_command("Print the record of a saved game.", "replay game.save --json | head -n 1")
def replay(
    file: Save,
    json: Annotated[
        bool,
        typer.Option(
            "--json",
            help="Print one line of JSON for each decision, with the whole position, and a last "
            "line with the result.",
        ),
    ] = False,
    rules: SaveRules = None,
) -> None:
    """Replay a saved game and print its record."""
    from engine.cli.replay import print_record

    print_record(file, json, rules)


@_command(
    "Play many games between AI players.", f"sim {GAME} --games 200 --agents greedy,random --json"
)
def sim(args: SimArguments) -> None:
    """Play many games between AI players, and print the results of each seat."""
    from engine.cli.sim import simulate_games

    simulate_games(args)


@_command("Train the AI players for a game.", f"train {GAME} --minutes 3")
def train(args: TrainArguments) -> None:
    """Train the AI players 'easy', 'medium' and 'hard' for a game by self-play.

    What they learn is called a policy. If they play better with it, Cairn saves it in a small file
    next to the ruleset.
    """
    from engine.cli.train import train_policy

    train_policy(args)


@_command(
    "Let AI players play many games, and report figures.",
    f"study {GAME} --games 2000 --agents greedy,random --out study",
)
def study(args: StudyArguments) -> None:
    """Let AI players play many games. Report who wins, the scores, how long games last, and how
    often each action, rule and line of the score is used. All figures have 95% confidence
    intervals. Ctrl-C stops the run and keeps the games that have been played.
    """
    from engine.cli.study import study_games

    study_games(args)


@_command(
    "Find the number in the rules that makes games turn out as you want.",
    'tune my-game.cairn --vary hand_size=5..9 --target "decisions < 60" --out tuned.cairn',
)
def tune(args: TuneArguments) -> None:
    """Try different numbers in the rules, and find those that make games turn out as you want.
    Each value is first tried in a few games. The most promising ones get more games, on the same
    deals. Ctrl-C stops the run, reports what was found, and keeps the games.
    """
    from engine.cli.tune import tune_numbers

    tune_numbers(args)


@_command("Rate AI players against each other.", f"arena {GAME} --agents greedy,random --games 200")
def arena(args: ArenaArguments) -> None:
    """Play a round robin between AI players, and print ratings with 95% confidence intervals. The
    AI players play each deal once in every arrangement of seats. Ctrl-C stops the run and keeps the
    games that have been played.
    """
    from engine.cli.arena import play_arena

    play_arena(args)
