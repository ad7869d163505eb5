"""Without its extra, an adapter says what to install; nothing but an adapter needs one."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from engine.distribution import install
from tests.test_project import tree

ROOT = Path(__file__).parents[2]
NEEDED = {"pettingzoo": "pettingzoo", "gymnasium": "gymnasium", "openspiel": "pyspiel"}
LIBRARIES = {"pettingzoo", "gymnasium", "pyspiel", "open_spiel"}


@pytest.mark.parametrize("adapter", NEEDED)
def test_without_the_extra_one_sentence_says_what_to_install(
    adapter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"engine.adapters.{adapter}"
    monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, NEEDED[adapter], None)
    with pytest.raises(ImportError) as problem:
        import_module(name)
    assert install(adapter) in str(problem.value)
    assert "\n" not in str(problem.value)


def test_nothing_else_imports_the_libraries() -> None:
    found = set()
    for package in ("engine", "viewer"):
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(tree(path.read_text("utf-8"))):
                names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
                names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                if LIBRARIES & {name.partition(".")[0] for name in names}:
                    found.add(path.parent.relative_to(ROOT).as_posix())
    assert found == {"engine/adapters"}


def test_importing_the_engine_loads_none_of_them() -> None:
    line = "import engine, sys; engine.Session; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", line], capture_output=True, text=True, check=True, cwd=ROOT
    )
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert not loaded & {*LIBRARIES, "numpy"}
