"""How long a writer waits: from a key to diagnostics, completion, and an edit in a running game.

    python -m benchmarks.editor [--times 30] [--ruleset NAME]

Everything in this process, without the pipes of a server; the longest ruleset unless one is named.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.editor.completion import completions
from engine.editor.problems import problems
from engine.editor.workspace import Workspace
from engine.game.examples import run_examples
from engine.game.session import Game, Session
from engine.rules.files import library
from engine.rules.load import find, load_text, read_text


def measured(times: int, work: Callable[[int], object]) -> tuple[float, float]:
    """Return the median and the 95th percentile of something that is done, in milliseconds."""
    work(-1)
    found = []
    for number in range(times):
        started = time.perf_counter()
        work(number)
        found.append(1000 * (time.perf_counter() - started))
    found.sort()
    return found[len(found) // 2], found[min(len(found) - 1, int(0.95 * len(found)))]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=30)
    parser.add_argument("--ruleset")
    given = parser.parse_args(arguments)
    path = find(given.ruleset) if given.ruleset else max(library(), key=_length)
    text = read_text(path)
    lines = text.split("\n")
    line = next(n for n, row in enumerate(lines) if row.lstrip().startswith("move "))
    workspace = Workspace()

    def typed(number: int) -> str:
        """The text with one key more in the middle of a line."""
        rows = [*lines]
        rows[line] += "  # " + "x" * (number + 2)
        return "\n".join(rows)

    def diagnosed(number: int) -> None:
        workspace.open(path, typed(number))
        problems(workspace.loaded(path), path)

    def completed(number: int) -> None:
        completions(workspace.loaded(path), path, line + 1, len(lines[line]) + 1)

    def running(number: int) -> None:
        loaded = load_text(typed(number), path)
        game = Game(loaded, loaded.checked().header.players[0])
        run_examples(loaded, seeds=(11,), ready=[game])
        session = Session(game, 1)
        for _ in range(60):
            if session.over:
                break
            session.apply(game.interpreter.legal(session.state)[0], "")

    print(f"{path.stem}: {len(lines)} lines")
    for what, work in (
        ("key to diagnostics", diagnosed), ("completion", completed),
        ("edit to running game", running),
    ):  # fmt: skip
        median, late = measured(given.times, work)
        print(f"  {what:22} median {median:7.1f} ms   p95 {late:7.1f} ms")


def _length(path: Path) -> int:
    return len(read_text(path))


if __name__ == "__main__":
    main()
