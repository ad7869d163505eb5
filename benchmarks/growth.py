"""How fast games are on boards of several sizes: `python -m benchmarks.growth [--plot FILE]`.

Random games on one core, by the module. Go, hex and reversi grow by squares. Chess grows by men: so
many columns of a board with eight rows, without castling. A row shows thousand decisions a second
of processor time (the median of the rounds), how many moves a decision has, and how long one of
these moves takes. `--plot` draws that as PNG, if matplotlib is installed.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import statistics
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks import viewer
from benchmarks.boards import played_inside
from engine.game.session import Game
from engine.game.wasm_executor import Module
from engine.language.diagnostics import RulesError
from engine.rules.files import library
from engine.rules.load import load

SIZES = {
    "hex": (5, 7, 9, 11, 13, 15, 19),
    "go": (5, 7, 9, 11, 13, 15, 19),
    "reversi": (6, 8, 10, 12, 14, 16, 18),
    "chess": (2, 4, 6, 8, 10, 16),
}
"""The games that grow, and their boards: squares a side; of chess, columns."""
DECISIONS = 600
"""How many decisions are looked at to find how many moves one has."""
_LINE = "qbnrkbnr"
"""The men of a side behind its pawns, by columns: one king, all others again and again."""


@dataclass(frozen=True)
class Grown:
    """How fast a game is: its name, the squares and the men at first, what was measured."""

    name: str
    squares: int
    men: int
    rate: float
    moves: float

    @property
    def nanoseconds(self) -> float:
        """Return how long a legal move takes to be found, with all that is ruled out."""
        return 1e9 / self.rate / self.moves


def grown(name: str, size: int, rounds: int, seed: int) -> Grown:
    """Measure a game on a board of a size. Raises RulesError where that takes too many steps."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.cairn"
        path.write_text(resized(name, size), encoding="utf-8")
        module = Module(Game(load(str(path)), 2).compiled)
    rate = statistics.median(played_inside(module, seed + number) for number in range(rounds))
    squares = 8 * size if name == "chess" else size * size
    men = 4 * size if name == "chess" else 0
    return Grown(f"{name}-{size}", squares, men, rate, moves_of(module, seed))


def moves_of(module: Module, seed: int) -> float:
    """Return how many legal moves a decision of random games has."""
    rng, moves, decisions = random.Random(seed), 0, 0
    while decisions < DECISIONS:
        module.start(rng.randrange(1 << 31))
        while found := module.legal():
            moves, decisions = moves + len(found), decisions + 1
            module.apply(found[int(rng.random() * len(found))])
    return moves / decisions


def print_growth(names: Sequence[str], rounds: int, seed: int) -> list[Grown]:
    """Measure games on boards of several sizes, print a row for each, and return them."""
    heads = ("squares", "men", "decisions", "moves", "ns a move")
    print(f"{'thousand decisions a second':<28}{''.join(f'{head:>10}' for head in heads)}")
    found = []
    for name, sizes in SIZES.items():
        for size in sizes if not names or name in names else ():
            try:
                row = grown(name, size, rounds, seed)
            except RulesError as problem:
                print(f"{name}-{size:<20}  {problem}", flush=True)
                continue
            found.append(row)
            print(
                f"{row.name:<28}{row.squares:>10}{row.men:>10}{row.rate / 1000:>10,.1f}"
                f"{row.moves:>10.1f}{row.nanoseconds:>10.0f}",
                flush=True,
            )
    return found


# ------------------------------------------------------------------ texts


def resized(name: str, size: int) -> str:
    """Return a text of the library with a board of another size, without its examples."""
    path = next(path for path in library() if path.stem == name)
    text = path.read_text(encoding="utf-8")
    return _RESIZED[name](re.split(r"^(?:# -+|example) ", text, maxsplit=1, flags=re.M)[0], size)


def _hex(text: str, size: int) -> str:
    text = re.sub(r"11 by 11, columns \S+ rows [^\s,]+", _grid(size), text)
    return re.sub(r"(row|column) = 11\b", rf"\1 = {size}", text)


def _go(text: str, size: int) -> str:
    return re.sub(r"9 by 9, columns .+ rows [^\s,]+", _grid(size), text)


def _reversi(text: str, size: int) -> str:
    low, high = size // 2, size // 2 + 1
    text = re.sub(r"8 by 8, columns \S+ rows [^\s,]+", _grid(size), text)
    for square, column, row in (
        ("d4", low, low),
        ("e5", high, high),
        ("e4", high, low),
        ("d5", low, high),
    ):
        text = text.replace(f"board[{square}]", f"board[{row}, {column}]")
    return text


def _chess(text: str, size: int) -> str:
    """Chess on some columns, with as many pawns and other men for each player, without castling."""
    line = (_LINE * 2)[:size].replace("k", "q")
    line = f"{line[: size // 2]}k{line[size // 2 + 1 :]}"
    for begin, end in (
        ("rule ready", "setup"), ("to leave_home", "rule home"), ("    castle(", "  else\n"),
    ):  # fmt: skip
        text = text[: text.index(begin)] + text[text.index(end, text.index(begin)) :]
    text = re.sub(
        r"^ +leave_home.*\n|^.*unmoved.*\n.*\n(?=var)|^.*unmoved.*\n", "", text, flags=re.M
    )
    text = text.replace("8 by 8, columns a..h", f"8 by {size}, columns a..{chr(96 + size)}")
    text = text.replace("make 8 for", f"make {size} for").replace("0..8 = 0", f"0..{size} = 0")
    text = re.sub(r"make (?:9|10) for", f"make {size + max(2, size // 4)} for", text)
    rows = {"rnbqkbnr": line, "pppppppp": "p" * size, "........": "." * size}
    for known, other in rows.items():
        text = text.replace(f'"{known}"', f'"{other}"')
        text = text.replace(f'"{known.upper()}"', f'"{other.upper()}"')
    return text


def _grid(size: int) -> str:
    return f"{size} by {size}, columns a..{chr(96 + size)}, rows 1..{size}"


_RESIZED: dict[str, Callable[[str, int], str]] = {
    "hex": _hex, "go": _go, "reversi": _reversi, "chess": _chess,
}  # fmt: skip


# ------------------------------------------------------------------ the plot


def draw(found: Sequence[Grown], path: Path) -> None:
    """Draw decisions a second, and the time of a move, by how many moves a decision has."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8.4, 3.4), layout="constrained")
    many, each = figure.subplots(1, 2)
    for name, rows in by_game(found):
        moves = [row.moves for row in rows]
        many.plot(moves, [row.rate for row in rows], marker="o", label=name)
        each.plot(moves, [row.nanoseconds for row in rows], marker="o", label=name)
    many.set(xscale="log", yscale="log", xlabel="moves of a decision", ylabel="decisions a second")
    each.set(
        xscale="log", xlabel="moves of a decision", ylabel="nanoseconds a move", ylim=(0, None)
    )
    for axes in (many, each):
        axes.spines[["top", "right"]].set_visible(False)
    many.legend(frameon=False)
    figure.savefig(path, dpi=110)


def by_game(found: Sequence[Grown]) -> Iterator[tuple[str, list[Grown]]]:
    """Yield the rows of each game."""
    for name in SIZES:
        if rows := [row for row in found if row.name.rpartition("-")[0] == name]:
            yield name, rows


def main() -> None:
    """Measure, print and draw."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("names", nargs="*", help="games that grow; default: all")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the figures as PNG")
    given = parser.parse_args()
    print(f"load {viewer.load()}, {os.cpu_count()} cores, median of {given.rounds} rounds")
    found = print_growth(given.names, given.rounds, given.seed)
    if given.plot:
        draw(found, given.plot)


if __name__ == "__main__":
    main()
