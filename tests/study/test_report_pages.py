"""The pages with a study of each game, as the command writes them."""

import re
from pathlib import Path
from typing import Any

import pytest

from benchmarks.reports import FINDINGS, FOLDER, INTERVAL, findings, page
from engine.rules.files import library
from engine.study.fairness import REPEATED

PAGES = sorted(FOLDER.glob("*.md"))


def made(*words: str) -> dict[str, Any]:
    """Return a report that says so."""
    players = {"words": ["They were trained for 30 s.", "They are strong."]}
    return {"rulesets": [{"words": list(words), "trained": players}]}


def test_what_is_clear_and_has_an_interval_comes_first() -> None:
    none, seat = "No interval.", "It makes no clear difference: 50.0% (48.0 to 52.0)."
    first, second, third = (
        "One: 1.0 (0.5 to 1.5).",
        "Two: 2% (1 to 3).",
        "3: 4,000 (3,900 to 4,100).",
    )
    assert findings(made(none, seat, first, second, third)) == [first, second, third]
    assert findings(made(seat, none, first)) == [first, seat]
    assert findings(made(f"{REPEATED}: 2% (1 to 3).", first)) == [first]


def test_a_page_has_its_findings_its_command_and_the_whole_report() -> None:
    lines = "\n".join(
        page("kalah", made("So it is: 1.0 (0.5 to 1.5)."), "all of it\n", ["cairn", "study"])
    )
    assert lines.startswith("# A study of Kalah\n\n1. So it is: 1.0 (0.5 to 1.5).\n")
    assert "```text\ncairn study\n```" in lines and "They were trained for 30 s." in lines
    warned = "\n".join(page("kalah", made(f"{REPEATED}: 2 courses."), "", []))
    assert f"\n{REPEATED}: 2 courses.\n" in warned and REPEATED not in lines
    assert "They are strong." not in lines and lines.endswith("```text\nall of it\n```")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_every_page_is_of_a_game_and_says_who_played(path: Path) -> None:
    text = path.read_text("utf-8")
    assert path.stem in {ruleset.stem for ruleset in library()}
    first = re.findall(r"^\d\. (.*)$", text, re.MULTILINE)[:FINDINGS]
    assert len(first) == FINDINGS and all(INTERVAL.search(x) for x in first)
    assert f"cairn study {path.stem}" in text
    assert re.search(r"^(The players|Greedy players) ", text, re.MULTILINE)
    for name in re.findall(r"\]\(([\w-]+\.png)\)", text):
        assert (FOLDER / name).is_file()
