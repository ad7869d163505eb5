"""The options of version 0.1.0 that have another name now. They work as before, with one line on
standard error that gives the new name.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.cli.errors import report_new_name

OPTIONS = {
    "check": {"--play": "--playtest"},
    "learn": {"--class": "--export-exam", "--as": "--profile"},
    "play": {
        "--example": "--from",
        "--seats": "--agents",
        "--study": "--free-undo",
        "--learn": "--train",
    },
    "review": {"--tries": "--playouts"},
    "shot": {"--seats": "--agents"},
    "sim": {"--seats": "--agents"},
    "study": {"--seats": "--agents"},
}
"""The new name of each option, by command and old name."""


def with_new_names(args: Sequence[str]) -> list[str]:
    """Return a command line with the new names of options that it gives by their old ones."""
    command, *rest = args or ("",)
    names = OPTIONS.get(command, {})
    found: list[str] = []
    for number, word in enumerate(rest):
        if word == "--":
            return [command, *found, *rest[number:]]
        option, equals, value = word.partition("=")
        if option in names:
            report_new_name(option, names[option])
        found.append(f"{names.get(option, option)}{equals}{value}")
    return [command, *found] if args else []
