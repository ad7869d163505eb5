"""Whether reading and checking take time in proportion: texts of growing size, of many shapes.

    python -m benchmarks.reading [--shapes NAME,NAME] [--most KB] [--work read,check,edit]

For each shape: how long a kilobyte takes in texts of 10 kB and more, as multiples of what it takes
in the smallest; more than 1.5 is marked. `read`: the text is read and checked; `check`: its games
and examples are tried as well; `edit`: what an editor asks for after a key.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from engine.editor.folding import foldings
from engine.editor.problems import problems
from engine.editor.symbols import symbols
from engine.editor.tokens import tokens
from engine.editor.workspace import Workspace
from engine.game.examples import run_examples
from engine.game.ruleset_tests import check_games
from engine.language.diagnostics import RulesError
from engine.language.parser import MAX_CHARACTERS
from engine.rules.load import load_text

SIZES = (10, 40, 160, 390)
"""In thousands of characters; a text may have no more than the last."""
ALLOWED = 1.5
PATH = Path("shape.cairn")

HEAD = 'game "Shape"\n  players 2\n'
CARDS = "component Card\n  rank: 1..9\n  make 2 for each rank\n"
ZONES = "zone deck: pile of Card, face up\nzone heap: pile of Card, face up\n"
COUNTER = "counter n: 0..9 = 0\n"
SETUP = "setup\n  move all Card to deck\n"
TURN = "turn\n  choose\n    go\n      gain at most 1 n\n"
END = "game ends when n = 9\n"
GAME = HEAD + CARDS + ZONES + COUNTER + SETUP + TURN + END


def rules(count: int) -> str:
    return GAME + "".join(
        f"rule r{i}(a: 1..9)\n  a + n if n > {i % 9}\n  {i} otherwise\n" for i in range(count)
    )


def chained(count: int) -> str:
    """Rules of which each calls the one before it, in chains of twenty."""
    rows = (
        f"rule r{i}(a: 1..9)\n  {'a' if i % 20 == 0 else f'r{i - 1}(a)'} + n\n"
        for i in range(count)
    )
    return GAME + "".join(rows)


def attributes(count: int) -> str:
    return GAME.replace(
        "  make", "".join(f"  a{i}: 0..9 = {i % 9}\n" for i in range(count)) + "  make", 1
    )


def examples(count: int) -> str:
    return GAME + "".join(
        f'example "Number {i}"\n  given n = {i % 9}\n  do go\n  then n = {i % 9 + 1}\n'
        for i in range(count)
    )


def lets(count: int) -> str:
    return GAME + "".join(f"let l{i} = players + {i}\n" for i in range(count))


def tables(count: int) -> str:
    rows = "".join(f"  {i}: {i % 7}\n" for i in range(1, count + 1))
    return GAME + f"table worth[1..{max(1, count)}]\n{rows}"


def words(count: int) -> str:
    return GAME + "type Word = " + ",\n  ".join(f"word{i}" for i in range(count)) + "\n"


def expressions(count: int) -> str:
    """Long expressions, each of a hundred signs."""
    one = " + ".join(["n"] * 100)
    return GAME + "".join(f"rule e{i}()\n  {one}\n" for i in range(max(1, count // 12)))


def nesting(count: int) -> str:
    """Expressions in fifty brackets."""
    one = "(" * 50 + "n" + " + 1)" * 50
    return GAME + "".join(f"rule b{i}()\n  {one}\n" for i in range(max(1, count // 9)))


def strings(count: int) -> str:
    text = "Words and words about {n} of it. " * 100
    return GAME + "".join(f'rule s{i}()\n  "{text}"\n  n\n' for i in range(max(1, count // 100)))


def zones(count: int) -> str:
    return GAME.replace(
        "counter n",
        "".join(f"zone z{i}: pile of Card, face up\n" for i in range(count)) + "counter n",
        1,
    )


def counters(count: int) -> str:
    return GAME + "".join(f"counter c{i}: 0..9 = {i % 9}\n" for i in range(count))


def actions(count: int) -> str:
    rows = "".join(
        f"    act{i}\n      require n > {i % 9}\n      gain at most 1 n\n" for i in range(count)
    )
    return GAME.replace(END, rows + END)


def statements(count: int) -> str:
    rows = "".join(f"      if n > {i % 9}: gain at most 1 n\n" for i in range(count))
    return GAME.replace(END, rows + END)


def procedures(count: int) -> str:
    rows = "".join(f"to do{i}(a: 1..9)\n  gain at most a n\n" for i in range(count))
    return GAME + rows


def reactions(count: int) -> str:
    return GAME + "".join("when Card arrives in heap\n  gain at most 1 n\n" for i in range(count))


def scores(count: int) -> str:
    rows = "".join(f'  add "Line {i}" n when n > {i % 9}\n' for i in range(count))
    return GAME + f"score each Player\n{rows}winner highest total\n"


def options(count: int) -> str:
    return GAME + "".join(f"option o{i}: 1..3 = 2\n" for i in range(count))


def endings(count: int) -> str:
    return GAME + "".join(f"round ends when n > {i % 9}\n" for i in range(count))


def winning(count: int) -> str:
    return GAME + "".join(f"wins when n > {i % 9}\n" for i in range(count))


def named(count: int) -> str:
    """A type of many words, each of which is asked for."""
    few = max(1, count // 4)
    asked = "".join(f"rule w{i}(a: Word)\n  a = word{i}\n" for i in range(few))
    return words(few) + asked


def narrowing(count: int) -> str:
    """Rules that ask for a narrower type first."""
    types = "type Red = rose, poppy\ntype Blue = iris\ntype Flower = Red, Blue\n"
    asked = (
        f"rule f{i}(a: Flower, b: Red)\n  a is in Red and a = b and n > {i % 9}\n"
        for i in range(count)
    )
    return GAME + types + "".join(asked)


def makes(count: int) -> str:
    rows = "".join(f"  make 1 with rank = {i % 9 + 1}\n" for i in range(count))
    return GAME.replace("  make 2 for each rank\n", rows)


def phases(count: int) -> str:
    rows = "".join(f'  phase "Part {i}"\n    gain at most 1 n\n' for i in range(count))
    return GAME.replace("turn\n", f"turn\n{rows}")


def quotes(count: int) -> str:
    """Strings that never end."""
    return GAME + "".join(f'rule q{i}(a: 1..9)\n  "never closed {i}\n  a\n' for i in range(count))


def comments(count: int) -> str:
    return GAME + "".join(f"# nothing of note here, line {i}\n" for i in range(count))


def mistakes(count: int) -> str:
    """Rules of which none can be read."""
    return GAME + "".join(f"rule r{i}(a: 1..9)\n  a + + n\n" for i in range(count))


def unknown(count: int) -> str:
    """Rules that name what there isn't."""
    return GAME + "".join(f"rule r{i}(a: 1..9)\n  a + nobody{i}\n" for i in range(count))


def strange(count: int) -> str:
    """Lines that begin no part of a game."""
    return GAME + "".join(f"line {i} of a letter\n" for i in range(count))


SHAPES: Mapping[str, Callable[[int], str]] = {
    shape.__name__: shape
    for shape in (
        rules, chained, attributes, examples, lets, tables, words, expressions, nesting, strings,
        zones, counters, actions, statements, procedures, reactions, scores, options, endings,
        winning, named, narrowing, makes, phases, comments, mistakes, unknown, strange, quotes,
    )
}  # fmt: skip


def text_of(shape: Callable[[int], str], characters: int) -> str:
    """Return the longest text of a shape that has no more characters than these."""
    few, many = 0, characters
    while many - few > 1:
        middle = (few + many) // 2
        few, many = (middle, many) if len(shape(middle)) <= characters else (few, middle)
    return shape(few)


def read(text: str) -> None:
    load_text(text, PATH)


def check(text: str) -> None:
    loaded = load_text(text, PATH)
    if loaded.rules is not None:
        check_games(loaded)
        run_examples(loaded)


def edit(text: str) -> None:
    workspace = Workspace()
    workspace.open(PATH, text)
    loaded = workspace.loaded(PATH)
    problems(loaded, PATH)
    symbols(loaded.own_items)
    tokens(text)
    foldings(text.split("\n"))


def milliseconds(work: Callable[[str], None], text: str) -> float | str:
    """Return what some work on a text takes of the processor, or why it came to nothing."""
    gc.collect()
    gc.freeze()
    started = time.process_time()
    try:
        work(text)
    except RulesError as problem:
        return f"{1000 * (time.process_time() - started):.0f} ms, {problem.diagnostics[0].code}"
    return 1000 * (time.process_time() - started)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shapes", default=",".join(SHAPES))
    parser.add_argument("--most", type=int, default=SIZES[-1], help="in thousands of characters")
    parser.add_argument("--work", default="read,check,edit")
    given = parser.parse_args(arguments)
    works = [work for work in (read, check, edit) if work.__name__ in given.work.split(",")]
    sizes = [size for size in SIZES if size <= given.most]
    assert 1000 * sizes[-1] <= MAX_CHARACTERS
    for work in works:
        work(GAME)
    print(f"{'shape':12} {'work':6} " + " ".join(f"{size:>7} kB" for size in sizes))
    for name in given.shapes.split(","):
        for work in works:
            cells, first = [], 0.0
            for size in sizes:
                text = text_of(SHAPES[name], 1000 * size)
                took = milliseconds(work, text)
                if isinstance(took, str):
                    cells.append(took)
                    continue
                each = took / (len(text) / 1000)
                first = first or each
                ratio = each / first
                cells.append(
                    f"{ratio:8.2f}{'!' if ratio > ALLOWED else ' '}" if cells else f"{each:6.2f} ms"
                )
            print(f"{name:12} {work.__name__:6} {' '.join(cells)}", flush=True)


if __name__ == "__main__":
    main()
