"""docs/python.md: what it types gives what it shows."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs" / "python.md"


def test_every_line_gives_what_the_text_shows() -> None:
    text = DOCS.read_text("utf-8")
    blocks = re.findall(r"^```pycon\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 5
    lines = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "python.md", None, None)
    said: list[str] = []
    runner = doctest.DocTestRunner()
    runner.run(lines, out=said.append)
    assert not runner.failures, "".join(said)
