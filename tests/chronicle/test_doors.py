"""Every reader of the chronicle passes the one rule of secrecy; the leak test compares them all."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

from engine.chronicle.chronicle import Chronicle

ROOT = Path(__file__).parents[2]


def methods_called(path: Path, receiver: str = "") -> set[str]:
    """The methods that a module calls of what ends with a name, or of anything."""
    calls = (node.func for node in ast.walk(ast.parse(path.read_text("utf-8")))
             if isinstance(node, ast.Call))  # fmt: skip
    methods = (func for func in calls if isinstance(func, ast.Attribute))
    return {func.attr for func in methods if ast.unparse(func.value).endswith(receiver)}


def test_the_leak_test_compares_what_every_method_gives_a_viewer() -> None:
    methods = inspect.getmembers(Chronicle, inspect.isfunction)
    doors = {n for n, method in methods if "viewer" in inspect.signature(method).parameters}
    assert {"stages", "said", "known"} <= doors
    public = {name for name in doors if not name.startswith("_")}
    assert public - methods_called(ROOT / "tests/game/test_leaks.py") == set()


def test_no_reader_asks_for_a_replay_past_the_rule_of_secrecy() -> None:
    modules = {path.name: path for path in (ROOT / "engine/chronicle").glob("*.py")}
    asking = {name for name, path in modules.items() if methods_called(path, "replays")}
    assert asking == {"secrecy.py"}
