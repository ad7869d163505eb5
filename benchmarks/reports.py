"""A page of the docs for each game: what a study by good players finds, three findings first.

    python -m benchmarks.reports kalah dominoes --train 60s

Each page says how long its players trained, and with which command it was made. Without names, all
games of the library get one, which takes hours; a page is written when its study is done.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from engine.rules.files import library
from engine.rules.load import load
from engine.study.fairness import REPEATED

DOCS = Path(__file__).resolve().parents[1] / "docs"
FOLDER = DOCS / "studies"
FINDINGS = 3
INTERVAL = re.compile(r"\([\d.,]+ to [\d.,]+\)")
"""What a sentence has that says how sure it is."""
PICTURES = {
    "fair": "What each place wins",
    "deal": "What the deal decides",
    "tense": "How likely the winner is to win",
    "pieces": "What the pieces do",
}


def findings(report: dict[str, Any]) -> list[str]:
    """Return the first sentences of a report that have an interval; that nothing is different is
    left for later.
    """
    said: list[str] = report["rulesets"][0]["words"]
    words = [x for x in said if INTERVAL.search(x) and not x.startswith(REPEATED)]
    plain = [x for x in words if "no clear" not in x]
    return [*plain, *(x for x in words if x not in plain)][:FINDINGS]


def page(name: str, report: dict[str, Any], text: str, command: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a game's page, given a study's report as data and as text."""
    title = load(name).checked().header.title
    first = findings(report)
    yield f"# A study of {title}"
    yield ""
    yield from (f"{number}. {sentence}" for number, sentence in enumerate(first, 1))
    yield ""
    for sentence in report["rulesets"][0]["words"]:
        if sentence.startswith(REPEATED):
            yield f"{sentence}\n"
    yield "Brackets are 95% confidence intervals. See [Test and balance](../balance.md)."
    for kind, words in PICTURES.items():
        if (FOLDER / picture(name, kind)).is_file():
            yield f"\n![{words}]({picture(name, kind)})"
    yield "\n## How it was made\n"
    trained = (report["rulesets"][0]["trained"] or {"words": []})["words"][:1]
    yield f"```text\n{' '.join(command)}\n```\n"
    yield from trained
    yield "\n## The whole report\n"
    yield f"```text\n{text.strip()}\n```"


def picture(name: str, kind: str) -> str:
    """Return the name of a picture's file."""
    return f"{name}-{kind}.png"


def write_page(name: str, options: argparse.Namespace) -> Path:
    """Study a game, and write its page and its pictures. Raises CalledProcessError."""
    words = ["cairn", "study", name, "--games", str(options.games)]
    words += ["--train", options.train] if options.train else []
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        command = [*words[1:], "--workers", str(options.workers), "--out", folder]
        program = [sys.executable, "-c", "from engine.cli import main; main()"]
        subprocess.run([*program, *command], check=True, stdout=subprocess.DEVNULL)
        report = json.loads((out / "report.json").read_text("utf-8"))
        FOLDER.mkdir(exist_ok=True)
        for kind in PICTURES:
            drawn = out / "plots" / f"{kind}.png"
            kept = FOLDER / picture(name, kind)
            kept.unlink(missing_ok=True)
            if drawn.is_file():
                shutil.copy(drawn, kept)
        lines = page(name, report, (out / "report.txt").read_text("utf-8"), words)
        path = FOLDER / f"{name}.md"
        path.write_text("\n".join(lines) + "\n", "utf-8")
        return path


def main() -> None:
    """Write the pages of the games that are named, or of all."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("names", nargs="*", help="games of the library; without names all of them")
    parser.add_argument("--train", help="how long the players train for each game, as 30s; a "
                        "trained policy beside the rules is then not used")  # fmt: skip
    parser.add_argument("--games", type=int, default=1000, help="games of the main part of a study")
    parser.add_argument("--workers", type=int, default=2, help="processes that play them")
    options = parser.parse_args()
    for name in options.names or [path.stem for path in library()]:
        print(write_page(name, options), flush=True)


if __name__ == "__main__":
    main()
