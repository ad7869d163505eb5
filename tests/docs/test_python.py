"""Two pages and the docstrings of the public names: what they type gives what they show."""

from __future__ import annotations

import ast
import doctest
import re
from pathlib import Path
from typing import Any

import pytest

import engine

ROOT = Path(__file__).parents[2]
PAGES = ("python", "environments")


def examples(text: str) -> list[doctest.Example]:
    return doctest.DocTestParser().get_examples(text)


def run(found: list[doctest.Example], name: str, given: dict[str, Any]) -> str:
    """Run examples one after the other; return what is not as they show it."""
    said: list[str] = []
    runner = doctest.DocTestRunner()
    runner.run(doctest.DocTest(found, given, name, None, None, None), out=said.append)
    return "".join(said)


@pytest.mark.parametrize("page", PAGES)
def test_every_line_gives_what_the_text_shows(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = (ROOT / "docs" / f"{page}.md").read_text("utf-8")
    blocks = re.findall(r"^```pycon\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 3
    assert run(examples("\n".join(blocks)), page, {}) == ""


def test_what_fifty_lines_have_trained_wins(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "docs" / "python.md").read_text("utf-8").split("## Train your own")[1]
    found = re.search(r"^```python\n(.*?)^```\n.*?^```text\n(.*?)^```", text, re.M | re.S)
    assert found is not None
    assert len(re.findall(r"^.+$", found[1], re.MULTILINE)) <= 50
    exec(found[1], {})
    printed = capsys.readouterr().out
    assert printed == found[2]
    greedy, games, random = map(int, re.findall(r"\d+", printed))
    assert games == 100
    assert greedy >= 65
    assert random >= 80


@pytest.mark.parametrize("name", engine.__all__)
def test_every_public_name_shows_a_line_of_use(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = examples(getattr(engine, name).__doc__)
    uses = ast.walk(ast.parse("".join(example.source for example in found)))
    sources = [node for node in uses if isinstance(node, ast.Import | ast.ImportFrom)]
    assert [node.module for node in sources if isinstance(node, ast.ImportFrom)] == ["engine"]
    assert len(sources) == 1
    monkeypatch.chdir(ROOT)
    assert run(found, name, {"folder": tmp_path}) == ""
