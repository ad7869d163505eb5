"""How a command ends: errors as sentences, Ctrl-C and closed pipes quietly, exit codes.

Exit codes: 0 done, 1 something is wrong with what was given, 2 the command line can't be
understood, 3 no window can be opened, 70 a fault of Cairn's own, 130 stopped by Ctrl-C. Only typer
is imported on loading, so that help comes at once.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from engine.language.codes import Code
from engine.language.message import Message

if TYPE_CHECKING:
    from engine.language.source import Source
    from engine.rules.load import Loaded

P = ParamSpec("P")
T = TypeVar("T")

STOPPED = 130
NO_WINDOW = 3
LARGEST_SEED = 2**63 - 1
_language: list[str] = ["en"]
"""In which language a person is spoken to."""
_sources: dict[str, Source] = {}
"""The texts that errors may quote lines of."""


def say(text: str) -> None:
    """Say something to the person, beside the command's output."""
    from engine.language.escaping import visible

    print("\n".join(map(visible, spoken(text).split("\n"))), file=sys.stderr)


def spoken(text: str) -> str:
    """Return a sentence of the command line in the language in which a person is spoken to."""
    if _language[0] == "en":
        return text
    from engine.rules.catalogue import Catalogue

    return Catalogue(_language[0]).told(text)


def speak(language: str) -> None:
    """Let what goes wrong be told in a language from now on."""
    _language[0] = language


def error(what: str) -> Message:
    """Return what is said of something that has gone wrong outside the rules."""
    return Message("error: {what}", Message(what))


def guarded(command: Callable[P, T]) -> Callable[P, T]:
    """Let a command end with a sentence and an exit code, whatever it meets."""

    @functools.wraps(command)
    def safely(*args: P.args, **kwargs: P.kwargs) -> T:
        import typer

        try:
            return command(*args, **kwargs)
        except KeyboardInterrupt:
            raise typer.Exit(STOPPED) from None
        except BrokenPipeError:
            raise typer.Exit(1) from None
        except Exception as problem:
            from viewer import NoWindow

            if isinstance(problem, NoWindow):
                say(error(str(problem)))
                raise typer.Exit(NO_WINDOW) from None
            if not report_problem(problem):
                raise
            raise typer.Exit(1) from None

    return safely


def report_problem(problem: Exception) -> bool:
    """Report a person what was met, if it is something that a person can do something about."""
    from engine.language.diagnostics import RulesError
    from engine.language.escaping import plain

    if isinstance(problem, RulesError):
        say("\n\n".join(d.render(_sources, spoken) for d in problem.diagnostics))
    elif isinstance(problem, OSError):
        why = Message(problem.strerror or str(problem))
        say(
            error(
                Message("{path}: {why}", plain(problem.filename), why) if problem.filename else why
            )
        )
    elif isinstance(problem, (MemoryError, RecursionError)):
        say(error("this is too large for this machine's memory"))
    else:
        return False
    return True


def open_rules(name: str) -> Loaded:
    """Return a checked ruleset by name or path; raise its errors if it has any.

    Its warnings are left to `cairn check`.
    """
    from engine.rules.load import load

    loaded = load(name)
    quote(loaded.findings.sources)
    loaded.checked()
    return loaded


def open_game(name: str) -> Loaded:
    """Return a ruleset that is about to be played; raise what `cairn check` finds wrong with it."""
    from engine.game.ruleset_tests import playable

    return playable(open_rules(name))


def quote(sources: dict[str, Source]) -> None:
    """Let errors quote the lines of some texts."""
    _sources.update(sources)


def refuse(message: str, code: Code = Code.E603) -> Exception:
    """Return the error of a command line that can't be understood."""
    from engine.language.diagnostics import Diagnostic, RulesError

    return RulesError(Diagnostic(code, message))


def read_settings(given: list[str] | None) -> dict[str, str]:
    """Return what `--set option=value` says, by option."""
    settings: dict[str, str] = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise refuse(Message("'--set {text}' can't be read; write --set option=value", text))
        if name.strip() in settings:
            raise refuse(Message("the option '{name}' is set twice", name.strip()))
        settings[name.strip()] = value.strip()
    return settings


def read_seed(seed: int) -> int:
    """Return a seed, if the generator and a save can hold it."""
    if seed > LARGEST_SEED:
        raise refuse(
            Message("a seed can be at most {most}, not {number}", LARGEST_SEED, str(seed)[:30])
        )
    return seed


def read_agents(text: str) -> list[str]:
    """Return the names in `--agents human,greedy`."""
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise refuse(
            Message(
                "'{option}' leaves out a name; write {other} NAME,NAME",
                f"--agents {text}",
                "--agents",
            )
        )
    return [_as_now(name) for name in names]


def _as_now(name: str) -> str:
    """Return an agent's name as it is today, and report it if it has changed."""
    from engine.agents.search_config import current_name

    now = current_name(name)
    if now != name:
        report_new_name(name, now)
    return now


def report_new_name(old: str, new: str) -> None:
    """Give the new name of what version 0.1.0 called otherwise, on standard error."""
    say(Message("{old} is now called {new}.", old, new))


def as_json(data: Any) -> str:
    """Return data as one line of JSON."""
    from engine.language.escaping import json

    return json(data)
