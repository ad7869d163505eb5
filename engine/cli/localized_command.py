"""The words of the command line itself, help and usage errors, in the person's language.

They stand with the engine's other sentences, `engine/rules/words`; what has none there is English.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from engine.cli.errors import say, speak, spoken
from engine.cli.language import language_wished
from engine.cli.renamed import with_new_names

F = TypeVar("F", bound=Callable[..., Any])
EXTRA = "  ["
"""What stands between an option's help and what typer adds to it."""
OPTION = "--lang"


class SpokenContext(typer.Context):
    """A context whose help is laid out in the person's language."""

    def make_formatter(self) -> Any:
        """Return a formatter that translates what it is given before it wraps it."""
        formatter = super().make_formatter()
        for name, put in (
            ("write_usage", _usage), ("write_heading", _heading), ("write_text", _text),
            ("write_dl", _rows),
        ):  # fmt: skip
            setattr(formatter, name, partial(put, getattr(formatter, name)))
        return formatter


class LocalizedCommand(TyperCommand):
    """A command with such help."""

    context_class = SpokenContext


class SpokenGroup(TyperGroup):
    """All commands: tells what can't be understood on the command line in the person's language."""

    context_class = SpokenContext

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command, and end the process as it says."""
        given = sys.argv[1:] if args is None else args
        speak(language_wished(_wish(given)))
        try:
            code = super().main(
                with_new_names(given), prog_name, complete_var, False, windows_expand_args, **extra
            )
        except typer.TyperException as problem:
            _tell(problem)
            code = problem.exit_code
        sys.exit(code)


class Commands(typer.Typer):
    """Commands that all have such help."""

    def command(self, name: str | None = None, **settings: Any) -> Callable[[F], F]:
        """Add a command."""
        return super().command(name, cls=LocalizedCommand, **settings)


def _wish(args: Sequence[str]) -> str | None:
    """Return the language that is asked for, before it is known which command it is for."""
    for word, following in zip(args, (*args[1:], ""), strict=False):
        if word.startswith(f"{OPTION}="):
            return word.removeprefix(f"{OPTION}=")
        if word == OPTION:
            return following
    return None


def _tell(problem: typer.TyperException) -> None:
    """Say what of a command line can't be understood, and how help is to be had."""
    text = io.StringIO()
    show: Callable[[io.StringIO], None] | None = getattr(problem, "show", None)
    if show is None:
        text.write(problem.format_message())
    else:
        show(text)
    say(text.getvalue().rstrip("\n"))


# Each takes the formatter's own method, and what that would be given.


def _usage(write: Callable[..., None], prog: str, args: str = "", prefix: str = "Usage: ") -> None:
    words = [spoken(word) for word in args.split(" ")]
    write(prog, " ".join(words), f"{spoken(prefix.strip())} ")


def _heading(write: Callable[[str], None], heading: str) -> None:
    write(spoken(heading))


def _text(write: Callable[[str], None], text: str) -> None:
    paragraphs = (" ".join(part.split()) for part in text.split("\n\n"))
    write("\n\n".join(map(spoken, paragraphs)))


def _rows(
    write: Callable[..., None], rows: Sequence[tuple[str, str]], *args: int, **settings: int
) -> None:
    write([(first, _help(second)) for first, second in rows], *args, **settings)


def _help(text: str) -> str:
    """Return what an option means, and what typer adds on its default and its range."""
    words, bracket, added = text.partition(EXTRA)
    if not bracket:
        return spoken(words)
    parts = (spoken(part) for part in re.split("; ", added.removesuffix("]")))
    return f"{spoken(words)}{EXTRA}{'; '.join(parts)}]"
