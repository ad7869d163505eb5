"""The words of the command line itself, help and usage errors, in the person's language.

They stand with the engine's other sentences, `engine/rules/words`; what has none there is English.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from functools import partial
from typing import Any, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from engine.cli.errors import say, speak, spoken
from engine.cli.language import language_wished
from engine.cli.renamed import with_new_names
from engine.language.message import Message

F = TypeVar("F", bound=Callable[..., Any])
_filled: dict[str, Message] = {}
"""Help texts with values, by their English."""
EXTRA = "  ["
"""What stands between an option's help and what typer adds to it."""
OPTION = "--lang"


def filled(message: Message) -> Message:
    """Return a help text, and remember its values, which typer doesn't keep."""
    _filled[" ".join(message.split())] = message
    return message


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

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse what a command was given; refuse what it doesn't take."""
        ctx.allow_extra_args = True
        rest = super().parse_args(ctx, args)
        if rest:
            ctx.fail(Message("Got unexpected extra argument(s) ({words})", " ".join(rest)))
        return rest


class SpokenGroup(TyperGroup):
    """All commands: tells what can't be understood on the command line in the person's language."""

    context_class = SpokenContext

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return a command by its name; refuse one that doesn't exist."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            guesses = ", ".join(map(repr, get_close_matches(name, self.commands)))
            message = Message("No such command {name}.", repr(name))
            if guesses:
                message = Message(
                    "No such command {name}. Did you mean {names}?", repr(name), guesses
                )
            ctx.fail(message)
        return super().resolve_command(ctx, args)

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
    known = {str(message): message for message in _usage_errors(problem)}
    lines = text.getvalue().rstrip("\n").split("\n")
    say("\n".join(spoken(known.get(line, line)) for line in lines))


def _usage_errors(problem: typer.TyperException) -> Iterator[Message]:
    """Yield what typer may say of a command line, from what it found rather than its sentence."""
    ctx = getattr(problem, "ctx", None)
    if ctx is not None:
        help_option = f"{ctx.command_path} {ctx.help_option_names[0]}"
        yield Message("Try '{command}' for help.", help_option)
    for message in (Message(problem.message), *_whats(problem)):
        yield Message("Error: {what}", message)


def _whats(problem: typer.TyperException) -> Iterator[Message]:
    option = getattr(problem, "option_name", None)
    if option is not None:
        names = ", ".join(sorted(getattr(problem, "possibilities", None) or ()))
        yield Message("No such option: {name}", option)
        yield Message("No such option: {name} (Possible options: {names})", option, names)
        yield Message("Option {name} requires an argument.", repr(option))
        yield Message("Option {name} does not take a value.", repr(option))
    param = getattr(problem, "param", None)
    if param is not None:
        name = param.get_error_hint()
        yield Message("Missing argument {name}.", name)
        yield Message("Missing option {name}.", name)
        for reason in (Message(problem.message), *_invalid(problem.__cause__)):
            yield Message("Invalid value for {name}: {what}", name, reason)


def _invalid(problem: BaseException | None) -> Iterator[Message]:
    """Yield why a number is refused, as pydantic found it."""
    errors = getattr(problem, "errors", None)
    for found in errors() if errors else ():
        limits = found.get("ctx", {})
        if "ge" in limits:
            yield Message("Input should be greater than or equal to {number}", limits["ge"])
        if "le" in limits:
            yield Message("Input should be less than or equal to {number}", limits["le"])


# Each takes the formatter's own method, and what that would be given.


def _usage(write: Callable[..., None], prog: str, args: str = "", prefix: str = "Usage: ") -> None:
    words = [spoken(word) for word in args.split(" ")]
    write(prog, " ".join(words), f"{spoken(prefix.strip())} ")


def _heading(write: Callable[[str], None], heading: str) -> None:
    write(spoken(heading))


def _text(write: Callable[[str], None], text: str) -> None:
    write("\n\n".join(help_text(part) for part in text.split("\n\n")))


def _rows(
    write: Callable[..., None], rows: Sequence[tuple[str, str]], *args: int, **settings: int
) -> None:
    # Python's type of an argument, which typer puts behind its name, means nothing to a player.
    named = [(re.sub(r" <[^<>]+>$", "", first), _help(second)) for first, second in rows]
    write(named, *args, **settings)


def _help(text: str) -> str:
    """Return what an option means, and what typer adds on its default and its range."""
    words, bracket, added = text.partition(EXTRA)
    if not bracket:
        return help_text(words)
    parts = (_added(part) for part in re.split("; ", added.removesuffix("]")))
    return f"{help_text(words)}{EXTRA}{'; '.join(parts)}]"


def _added(part: str) -> str:
    """Return what typer adds, such as `default: 100`."""
    key, colon, value = part.partition(": ")
    return spoken(Message("default: {value}", value) if colon and key == "default" else part)


def help_text(text: str) -> str:
    """Return a paragraph of help in the person's language."""
    text = " ".join(text.split())
    told = spoken(text)
    return told if told != text else spoken(_filled.get(text, text))
