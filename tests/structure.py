"""How often the same thing is stated: `python -m tests.structure`, elsewhere with `--at FOLDER`.

Each function finds the places by what their code does, not by its names. `LIMITS` is how many the
tree may have at most; a test holds it, so that a count only falls.
"""

from __future__ import annotations

import argparse
import ast
from collections.abc import Callable
from functools import cache
from pathlib import Path

from tests.test_project import tree

ROOT = Path(__file__).resolve().parents[1]
SYMBOLS = {"+", "-", "*", "/", "mod", "<", "<=", ">", ">=", "=", "!=", "and", "or"}
OF_ONE_GUEST = {
    "_narrowed", "advice", "adviser", "looking", "present", "read", "stages", "selection",
}  # fmt: skip
TURNS_A_GUEST = {
    "ask_advice", "come", "drop_advice", "end_what_if", "hear_advice", "leave", "look", "pass_on",
    "put", "reveal", "select", "show_again", "watch", "what_if",
}  # fmt: skip
MODEL = "engine/rules/model/"
NOT_SENTENCES = {
    "engine/editor/yaml_names.py": "renames in the text of a file",
    "engine/language/source.py": "finds a word in the text of the rules",
    "engine/rules/checker/examples.py": "compares the label that an example names with patterns",
    "engine/teach/drawn_pieces.py": "compares what a letter means with how pieces are called",
    "engine/rules/translations.py": "names of files, and words in the text of the rules",
    "viewer/window/text_buffer.py": "what a person searches for in the editor",
}
"""Modules that build a pattern from a name, but not to search a finished sentence."""

NOT_OPERATORS = {
    "engine/study/results.py": "what signs are called in the names of files",
    "engine/language/syntax_hints.py": "how people write comparisons in prose",
}
"""Modules with a table by signs that doesn't say what operators do."""

PLAYS = {
    "engine/game/session.py": "makes the decision itself",
    "engine/game/visits.py": "plays games at random",
    "engine/game/pending_decisions.py": "looks ahead to what another seat will be asked",
    "engine/playtest/example_runs.py": "plays the examples of a ruleset",
    "engine/study/game_record.py": "plays the games of a study",
}
"""Modules in which someone hears of a decision as it is made, not of one that was made before."""

Modules = dict[str, ast.Module]


def modules(root: Path) -> Modules:
    """Return the modules of the engine and the viewer by their paths."""
    files = (path for top in ("engine", "viewer") for path in (root / top).rglob("*.py"))
    return {f.relative_to(root).as_posix(): tree(f.read_text("utf-8")) for f in files}


@cache
def _nodes(tree: ast.AST) -> list[ast.AST]:
    return [*ast.walk(tree)]


@cache
def _calls(tree: ast.AST) -> dict[str, list[ast.Call]]:
    found: dict[str, list[ast.Call]] = {}
    for node in _nodes(tree):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                found.setdefault(name, []).append(node)
    return found


def calls(tree: ast.AST, name: str) -> list[ast.Call]:
    """Return the calls of a function or method of a name."""
    return _calls(tree).get(name, [])


def read_notation(found: Modules) -> list[str]:
    """Modules that read a move's notation or take it apart."""

    def splits(tree: ast.AST) -> bool:
        return any(
            isinstance(a, ast.Constant) and a.value == "("
            for name in ("partition", "split")
            for call in calls(tree, name)
            for a in call.args
        )

    return [name for name, tree in found.items() if calls(tree, "read_move") or splits(tree)]


def search_by_chance(found: Modules) -> list[str]:
    """Modules that make moves at random themselves to find positions."""

    def by_chance(name: str, tree: ast.AST) -> bool:
        if name.startswith(("engine/agents/", "engine/study/")):
            return False  # they play to win or to measure
        if calls(tree, "visits"):
            return False  # it reads the one search
        return bool(calls(tree, "Random") and calls(tree, "apply"))

    one = [name for name, tree in found.items() if by_chance(name, tree)]
    return one + [name for name in found if name == "engine/game/visits.py" and name not in one]


def keep_a_guest(found: Modules) -> list[str]:
    """Modules outside the table that keep or change what belongs to one guest."""

    def changes(node: ast.AST) -> bool:
        match node:
            case ast.Attribute(attr=attr, ctx=ast.Store()):
                return attr in OF_ONE_GUEST
            case ast.Call(func=ast.Attribute(attr=attr, value=value)):
                return attr in TURNS_A_GUEST and ast.unparse(value).endswith(("guest", "people"))
        return False

    return [
        name for name, tree in found.items()
        if name.startswith(("viewer/", "engine/cli/")) and any(map(changes, _nodes(tree)))
    ]  # fmt: skip


def list_statements(found: Modules) -> list[str]:
    """Tests for one of several statements, which neither mypy nor a recipe names."""
    return [
        f"{name}:{call.lineno}"
        for name, tree in found.items()
        if not name.startswith(MODEL)
        for call in calls(tree, "isinstance")
        if ast.unparse(call.args[1]).count("m.") >= 2
        and {part.strip(" ()|,") for part in ast.unparse(call.args[1]).split()} & STATEMENTS
    ]


STATEMENTS = {f"m.{name}" for name in ("Move", "Deal", "Swap", "Shuffle", "Gain", "Pay", "Roll")}


def list_operators(found: Modules) -> list[str]:
    """Tables of what operators do."""

    def symbols(node: ast.Dict) -> int:
        keys = (k.value for k in node.keys if isinstance(k, ast.Constant))
        return len(SYMBOLS & {key for key in keys if isinstance(key, str)})

    return [
        f"{name}:{node.lineno}"
        for name, tree in found.items()
        if name not in NOT_OPERATORS
        for node in _nodes(tree)
        if isinstance(node, ast.Dict) and symbols(node) >= 4
    ]


def search_sentences(found: Modules) -> list[str]:
    """Places that search a finished sentence for a name, a piece or a value."""

    def searches(call: ast.Call) -> bool:
        if ast.unparse(call.func) == "re.escape":
            return True
        exchanged = ast.unparse(call.func).endswith(".replace") and len(call.args) == 2
        return exchanged and isinstance(call.args[0], ast.Attribute)

    return [
        f"{name}:{call.lineno}"
        for name, tree in found.items()
        if name not in NOT_SENTENCES
        for call in (*calls(tree, "escape"), *calls(tree, "replace"))
        if searches(call)
    ]


def replay_decisions(found: Modules) -> list[str]:
    """Places that make a decision again to find out what happened in it."""

    def again(call: ast.Call) -> bool:
        receiver = ast.unparse(call.func)
        return len(call.args) == 3 and receiver.endswith("interpreter.apply")

    return [
        f"{name}:{call.lineno}"
        for name, tree in found.items()
        if name not in PLAYS
        for call in calls(tree, "apply")
        if again(call)
    ]


LIMITS: dict[Callable[[Modules], list[str]], int] = {
    read_notation: 2,
    search_by_chance: 1,
    keep_a_guest: 3,
    list_statements: 0,
    list_operators: 1,
    search_sentences: 0,
    replay_decisions: 1,
}
"""What is counted, and how many the tree may have."""


def main() -> None:
    """Print each count with its places."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--at", type=Path, default=ROOT, help="the tree to count in")
    found = modules(parser.parse_args().at)
    for count in LIMITS:
        places = count(found)
        print(f"{(count.__doc__ or '').rstrip('.')}: {len(places)}")
        print(*(f"  {place}" for place in places), sep="\n")


if __name__ == "__main__":
    main()
