"""How long a writer waits: from a key to diagnostics, completion, and an edit in a running game.

    python -m benchmarks.editor [--times 30] [--ruleset NAME]

Everything in this process, without the pipes of a server; the longest ruleset unless one is named.
Beside the time on the clock stands that of the processor, which others on the machine disturb less.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.editor.completion import completions
from engine.editor.problems import problems
from engine.editor.workspace import Workspace
from engine.game.session import Game, Session
from engine.rules.files import library
from engine.rules.load import find, load_text, read_text
from engine.table.reload import reload

MOVES = 60
"""So long is the game that continues with the edited rules."""


def measured(times: int, work: Callable[[int], object]) -> list[tuple[float, float]]:
    """Return the median and the 95th percentile of something that is done, in milliseconds: on the
    clock, and of the processor.
    """
    work(-1)
    found = []
    for number in range(times):
        started = time.perf_counter(), time.process_time()
        work(number)
        ended = time.perf_counter(), time.process_time()
        found.append([1000 * (end - start) for start, end in zip(started, ended, strict=True)])
    columns = [sorted(column) for column in zip(*found, strict=True)]
    late = min(times - 1, int(0.95 * times))
    return [(column[times // 2], column[late]) for column in columns]


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

    loaded = load_text(text, path)
    session = Session(Game(loaded, loaded.checked().header.players[0]), 1)
    while not session.over and len(session.history) < MOVES:
        session.apply(session.game.interpreter.legal(session.state)[0])

    def running(number: int) -> None:
        found = reload(session, typed(number))
        assert found.ok and found.parted is None

    print(f"{path.stem}: {len(lines)} lines")
    for what, work in (
        ("key to diagnostics", diagnosed), ("completion", completed),
        ("edit to running game", running),
    ):  # fmt: skip
        (median, late), (cpu, cpu_late) = measured(given.times, work)
        clock = f"median {median:7.1f} ms   p95 {late:7.1f} ms"
        print(f"  {what:22} {clock}   processor {cpu:7.1f} and {cpu_late:7.1f} ms")


def _length(path: Path) -> int:
    return len(read_text(path))


if __name__ == "__main__":
    main()
