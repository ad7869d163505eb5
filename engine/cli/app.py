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
    Json,
    Language,
    LearnArguments,
    PlayArguments,
    ReviewArguments,
    RulebookArguments,
    Save,
    SaveRules,
    ShotArguments,
    SimArguments,
    StudyArguments,
    TrainArguments,
)
from engine.cli.errors import guarded, refuse
from engine.cli.spoken import Commands, SpokenGroup
from engine.distribution import install

F = TypeVar("F", bound=Callable[..., None])

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
            help="Show the version and what it runs on.",
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
        app.command(name, epilog=f"Example: cairn {example}", short_help=summary)(guarded(called))
        return run

    return add


@_command("List the rulesets of the library.", "list --json", "list")
def list_(json: Json = False, lang: Language = None) -> None:
    """List the rulesets of the library, for how many players they are, and their options."""
    from engine.cli.listing import list_rulesets

    list_rulesets(json, lang)


@_command("Check rulesets and run their examples.", f"check {GAME} my-variant.cairn")
def check(args: CheckArguments) -> None:
    """Check rulesets and run their examples: every mistake with its line; exit code 1 if any."""
    from engine.cli.check import check_rulesets

    check_rulesets(args)


@_command("Explain the code of a mistake.", "explain E206")
def explain(
    code: Annotated[str, typer.Argument(metavar="CODE", help="As it stands in a message: E206.")],
) -> None:
    """Explain a mistake by its code: why the rule exists, what is wrong and what is right."""
    from engine.cli.ruleset_texts import print_explanation

    print_explanation(code)


@_command("Serve an editor that speaks LSP.", "lsp   (an editor starts it)")
def lsp() -> None:
    """Serve an editor over stdin and stdout in the Language Server Protocol: mistakes while typing,
    completion, renaming, what examples give.
    """
    if find_spec("pygls") is None:
        raise refuse(f"the language server needs pygls: {install('lsp')}")
    from engine.cli.lsp import make_server

    make_server().start_io()


@_command("Write rulesets in the canonical form.", "fmt --check my-game.cairn")
def fmt(
    files: Files,
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; name the files that would change.")
    ] = False,
) -> None:
    """Write rulesets in the one canonical form; comments are kept, the meaning is the same."""
    from engine.cli.ruleset_texts import format_files

    if not format_files(files, check):
        raise typer.Exit(1)


@_command("Tell the differences of two rulesets.", "diff my-game my-variant.cairn")
def diff(
    one: Annotated[str, typer.Argument(metavar="A", help="A ruleset's name or path.")],
    other: Annotated[str, typer.Argument(metavar="B", help="Another, or a variant of it.")],
    json: Json = False,
) -> None:
    """Tell in plain sentences what changes from ruleset A to ruleset B."""
    from engine.cli.new_and_diff import print_differences

    print_differences(one, other, json)


@_command("Begin a ruleset of your own.", f"new our-rules --from {GAME} --variant")
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the new file is called.")],
    base: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="GAME",
            help="The ruleset to begin from. [default: a small card game]",
        ),
    ] = None,
    variant: Annotated[
        bool, typer.Option("--variant", help="Begin a variant instead of a copy.")
    ] = False,
) -> None:
    """Write a commented start for a ruleset of your own: a small game, a copy or a variant of
    one.
    """
    from engine.cli.new_and_diff import begin_ruleset

    begin_ruleset(name, base, variant)


@_command("Print the rulebook of a game.", f"rules {GAME} --out rules.html")
def rules(args: RulebookArguments) -> None:
    """Print the rulebook of a ruleset, made from its rules, with pictures where they can be had."""
    from engine.cli.rulebook import print_rules

    print_rules(args)


@_command("Learn a game by playing it.", f"learn {GAME} --lang de")
def learn(args: LearnArguments) -> None:
    """Learn a game: a real one in the terminal, with a tutor that says each thing when it matters;
    or exercises, or an exam.
    """
    from engine.cli.learn import learn as teach

    teach(args)


@_command("Tell what a game that was played teaches.", "review game.save --seat 1")
def review(args: ReviewArguments) -> None:
    """Tell who was ahead when, which decisions cost most and what was well played."""
    from engine.cli.review import print_review

    print_review(args)


@_command("Play a game.", f"play {GAME} --seats human,greedy --seed 7 --save game.save")
def play(args: PlayArguments) -> None:
    """Play a game in a window, or without a screen in the terminal: against agents, or several
    people at one screen.
    """
    from engine.cli.play import play_game

    play_game(args)


@_command(
    "Draw a picture of a position.", f"shot {GAME} --moves 40 --size 1440x900 --out table.png"
)
def shot(args: ShotArguments) -> None:
    """Let agents play up to a position and draw what the window would show; it needs no screen."""
    from engine.cli.shot import take_shot

    take_shot(args)


@_command("Print the record of a saved game.", "replay game.save --json | head -n 1")
def replay(
    file: Save,
    json: Annotated[
        bool,
        typer.Option(
            "--json", help="One line of JSON per decision with the whole position, then the result."
        ),
    ] = False,
    rules: SaveRules = None,
) -> None:
    """Play a save again and print the record of the game."""
    from engine.cli.replay import print_record

    print_record(file, json, rules)


@_command("Let agents play many games.", f"sim {GAME} --games 200 --seats greedy,random --json")
def sim(args: SimArguments) -> None:
    """Let agents play many games and print how each seat did."""
    from engine.cli.sim import simulate_games

    simulate_games(args)


@_command("Let opponents learn a game.", f"train {GAME} --minutes 3")
def train(args: TrainArguments) -> None:
    """Let easy, medium and hard learn a game by playing it against themselves.

    What they learn is kept in a small file beside the ruleset, if it plays better than without.
    """
    from engine.cli.train import train_policy

    train_policy(args)


@_command(
    "Study what a ruleset's games are like.",
    f"study {GAME} --games 2000 --seats greedy,random --out study",
)
def study(args: StudyArguments) -> None:
    """Let agents play many games and tell what they are like: who wins from which place, scores,
    length, choices, the lead, and how often each action, rule and line of the score matters, all
    with 95% intervals. Ctrl-C keeps what has been played.
    """
    from engine.cli.study import study_games

    study_games(args)


@_command("Rate agents against each other.", f"arena {GAME} --agents greedy,random --games 200")
def arena(args: ArenaArguments) -> None:
    """Let agents play each against each, every deal from all seats, and print ratings with 95%
    intervals. Ctrl-C keeps what has been played.
    """
    from engine.cli.arena import play_arena

    play_arena(args)
