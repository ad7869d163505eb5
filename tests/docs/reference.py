"""The reference pages that are made from the program: the commands, and the public names.

`python -m tests.docs.generated` writes them.
"""

from __future__ import annotations

import inspect
import re
from dataclasses import fields, is_dataclass
from typing import Any

import typer
from pydantic import BaseModel
from typer.core import TyperGroup

import engine
from engine.cli.app import app

NOTE = "<!-- Made by `python -m tests.docs.generated`; change the program instead. -->\n"

_WIDTH = 80
_COMMA = re.compile(r", (?=\w+:|\*,)")
_BREAK = ",\n    "
_BOUNDS = re.compile(r"\b(\d+)<=x<=(\d+)\b")

GROUPS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "Rulesets",
        "Load rules, and see what is wrong with them.",
        ("load", "load_text", "library", "library_entries", "LibraryEntry", "Loaded",
         "read_options", "run_examples", "Outcome", "playable", "RulesError", "Diagnostic", "Code"),
    ),
    (
        "Games",
        "Play a game move by move.",
        ("Game", "Session", "Chronicle", "LegalMove", "MoveOption", "Argument", "Decision",
         "RoundResult", "Numbering", "ActionSpace"),
    ),
    (
        "What a seat sees",
        "Look at a position as one seat sees it, and ask why.",
        ("View", "ZoneView", "VariableView", "Item", "InformationSet", "Explanation", "Fired",
         "Ledger", "LedgerRow", "KnowledgeTensor"),
    ),
    (
        "AI players",
        "Let the program play, and ask it for advice.",
        ("Agent", "make_agent", "agent_names", "hint", "Advice", "Advised", "simulate",
         "SimulationReport"),
    ),
    ("Saves", "Keep a game, and play it again.", ("Save", "write_save", "read_save", "replay")),
    (
        "Teaching",
        "Make lessons, exercises and reviews from the rules.",
        ("plan_for", "LessonPlan", "Tutor", "course_of", "Exercise", "review", "Review"),
    ),
)  # fmt: skip
"""The public names by what they are for; one that is in no group is at the end of the page."""


def _cell(text: str) -> str:
    bounded = _BOUNDS.sub(lambda b: f"{b[1]} to {int(b[2]):,}", " ".join(text.split()))
    return re.sub(r"\bx>=(\d+)", r"at least \1", bounded).replace("|", r"\|")


# ------------------------------------------------------------------ commands


def commands_page() -> str:
    """The page on the commands, from their help."""
    group = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    names = sorted(name for name, one in group.commands.items() if not one.hidden)
    rows = "".join(
        f"| [`cairn {name}`](#cairn-{name}) | {_cell(group.commands[name].short_help or '')} |\n"
        for name in names
    )
    head = (
        f"# Commands\n\n{NOTE}\n"
        "`cairn COMMAND --help` prints the same text about a command as this page. A ruleset is a\n"
        "name from `cairn list`, a path, or several of these joined by `+`. `cairn --version`\n"
        "shows the version and the system that it runs on.\n\n"
        f"| command | what it does |\n|---|---|\n{rows}"
    )
    return "\n".join([head, *(_command(name, group.commands[name]) for name in names)])


def _command(name: str, command: Any) -> str:
    context = command.make_context(f"cairn {name}", [], resilient_parsing=True)
    context.info_name = f"cairn {name}"
    usage = " ".join(command.collect_usage_pieces(context))
    said = inspect.cleandoc(command.help or "").split("\n\n")
    lines = [f"## cairn {name}\n", *(f"{' '.join(part.split())}\n" for part in said)]
    lines.append(f"```text\ncairn {name} {usage}\n```\n".replace(" \n", "\n"))
    rows = [
        row
        for param in command.params
        if not getattr(param, "hidden", False) and (row := param.get_help_record(context))
    ]
    if rows:
        lines.append("| argument or option | meaning |\n|---|---|")
        lines += [f"| `{_cell(_head(head))}` | {_cell(meaning)} |" for head, meaning in rows]
        lines.append("")
    if command.epilog:
        lines.append(f"{command.epilog.replace('Example: ', 'Example: `', 1)}`\n")
    return "\n".join(lines)


def _head(text: str) -> str:
    """Leave out the type that typer puts behind an argument's name."""
    return re.sub(r" <[^>]*>$", "", text)


# ------------------------------------------------------------------ public names


def api_page() -> str:
    """The page on the public names of `engine`, from their docstrings."""
    grouped = {name for _, _, names in GROUPS for name in names}
    assert grouped <= {*engine.__all__}, grouped - {*engine.__all__}
    rest = tuple(name for name in sorted(engine.__all__) if name not in grouped)
    more = [("More", "What else is public.", rest)] if rest else []
    parts = [
        f"# Python API\n\n{NOTE}\n"
        "`import engine` offers these names. Everything else in the packages may change. "
        "[Cairn from Python](python.md) is an\nintroduction. Seats are counted from 0.\n"
    ]
    for title, words, names in [*GROUPS, *more]:
        parts.append(f"## {title}\n\n{words}\n")
        parts += [_name(name, getattr(engine, name)) for name in names]
    return "\n".join(parts)


def _name(name: str, thing: Any) -> str:
    lines = [f"### {name}\n"]
    if not inspect.isclass(thing):
        lines.append(f"```python\n{_signature(name, thing)}\n```\n")
    lines.append(_docstring(inspect.getdoc(thing) or ""))
    if inspect.isclass(thing):
        rows = _fields(thing) + _members(thing)
        if rows:
            lines.append("| name | what it is |\n|---|---|")
            lines += [f"| `{head}` | {_cell(said)} |" for head, said in rows]
            lines.append("")
    return "\n".join(lines)


def _signature(name: str, thing: Any) -> str:
    signature = re.sub(r"(: |-> )'([^']*)'", r"\1\2", str(inspect.signature(thing)))
    whole = f"{name}{re.sub(r'<function [^>]*>', '...', signature)}"
    if len(whole) <= _WIDTH:
        return whole
    inside, _, result = whole.removeprefix(f"{name}(").rpartition(") -> ")
    return f"{name}(\n    {_COMMA.sub(_BREAK, inside)},\n) -> {result}"


def _fields(thing: type) -> list[tuple[str, str]]:
    if issubclass(thing, BaseModel):
        return [(key, _type(field.annotation)) for key, field in thing.model_fields.items()]
    if is_dataclass(thing):
        return [(f.name, _type(f.type)) for f in fields(thing) if not f.name.startswith("_")]
    return []


def _type(annotation: object) -> str:
    said = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return f"`{re.sub(r'(?:[a-z_]+[.])+(?=[A-Za-z])', '', said)}`"


def _members(thing: type) -> list[tuple[str, str]]:
    """The documented methods and properties of a class that is not a list of codes."""
    rows = []
    for key, member in vars(thing).items():
        if key.startswith("_"):
            continue
        bare = getattr(member, "__func__", member)
        if inspect.isfunction(bare):
            parameters = [p for p in inspect.signature(bare).parameters if p not in ("self", "cls")]
            rows.append((f"{key}({', '.join(parameters)})", _first(bare)))
        elif isinstance(member, property):
            rows.append((key, _first(member)))
    return [(head, said) for head, said in rows if said]


def _first(thing: object) -> str:
    return (inspect.getdoc(thing) or "").partition("\n\n")[0].partition("\n>>>")[0]


def _docstring(text: str) -> str:
    """Return a docstring in markdown, with its lines of use in a block."""
    words, _, use = text.partition("\n>>> ")
    said = "\n\n".join(part.strip() for part in words.split("\n\n"))
    return f"{said}\n" + (f"\n```pycon\n>>> {use.rstrip()}\n```\n" if use else "")
