"""Changes to the library's rules that play differently: does the printed book differ, too?

    python -m benchmarks.books --seed 1 [--mutants 400] [--show 40] [--rulesets NAME ...]

A mutant is a ruleset without its examples and advice, with one line changed: a line or a condition
dropped, or a number, a comparison or a word exchanged. Kept are those that read without an error
and of which random games on equal seeds go otherwise. Of these it is counted how many have another
English book, and how many have one with small print left out. Worked scores and sentences that were
found by playing don't count. Those with the same book are listed with their line.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from benchmarks.mutants import Mutant
from engine.compile.lower import lower
from engine.game.wasm_executor import Module, Unfinished
from engine.language.diagnostics import RulesError
from engine.rules.files import library
from engine.rules.load import Loaded, load_text, read_text
from engine.teach.book import Book, BookLine, book_of
from engine.teach.plan import plan_for

GAMES = 40
"""So many random games are played for each number of players."""
EXCHANGED = (
    ("all(", "any("), ("first", "last"), ("top", "bottom"), ("highest", "lowest"), ("min", "max"),
    ("is empty", "is not empty"), ("is full", "is not full"), ("gain", "lose"), ("left", "right"),
    ("may choose", "choose"), ("each other Player", "each Player"), ("yes", "no"), ("and", "or"),
    ("sum", "count"), ("becomes empty", "becomes full"), ("next player", "leader"),
    ("not ", ""), (" repeatedly", ""), ("shuffle", "roll"), (" at end of turn", ""),
)  # fmt: skip
"""Words of the language that take each other's place."""
_QUOTED = re.compile(r'"[^"]*"|#.*')
_NUMBER = re.compile(r"(?<![\w.])\d+(?!\w)")
_COMPARED = re.compile(r"<=|>=|!=|(?<![:<>!])=(?!=)|<|>")
_CONDITION = re.compile(r" (?:where|when|if) [^:,)]+(?=$|[:,)])")
_SIDE = re.compile(r" (?:and|or) [^:,)]+(?=$|[:,)])")
_MINE = re.compile(r"\bmy (\w+)(\[)?")


@dataclass(frozen=True)
class Verdict:
    """What came of a mutant that plays differently."""

    mutant: Mutant
    differs: bool
    differs_large: bool
    """Also with small print left out."""


# ------------------------------------------------------------------ mutants


def bare(path: Path) -> str:
    """Return a ruleset's text without its examples and advice."""
    kept: list[str] = []
    skipping = False
    for line in read_text(path).split("\n"):
        if line[:1].strip():
            skipping = line.startswith(("example ", "advice ", "replace advice", "remove example"))
        kept.append("" if skipping else line)
    return "\n".join(kept).rstrip() + "\n"


def _inside_words(line: str, at: int) -> bool:
    return any(found.start() <= at < found.end() for found in _QUOTED.finditer(line))


def _changes(lines: Sequence[str], n: int) -> Iterator[tuple[str, list[str]]]:
    """Yield every change of a line: how, and the lines that take its place and its block's."""
    line = lines[n]
    end = n + 1
    depth = len(line) - len(line.lstrip())
    while end < len(lines) and len(lines[end]) - len(lines[end].lstrip()) > depth:
        end += 1
    yield "dropped", [""] * (end - n)
    if end > n + 1:
        yield "let out", ["", *(row[2:] for row in lines[n + 1 : end])]
    rest = list(lines[n + 1 : end])

    def exchanged(start: int, stop: int, new: str) -> list[str]:
        return [line[:start] + new + line[stop:], *rest]

    for name, pattern in (("condition", _CONDITION), ("side", _SIDE)):
        for found in pattern.finditer(line):
            if not _inside_words(line, found.start()):
                yield name, exchanged(*found.span(), "")
    for found in _NUMBER.finditer(line):
        if not _inside_words(line, found.start()):
            for new in {int(found[0]) + 1, max(0, int(found[0]) - 1)} - {int(found[0])}:
                yield "number", exchanged(*found.span(), str(new))
    for found in _COMPARED.finditer(line):
        if not _inside_words(line, found.start()):
            for other in {"<", "<=", ">", ">=", "=", "!="} - {found[0]}:
                yield "comparison", exchanged(*found.span(), other)
    for found in _MINE.finditer(line):
        if not _inside_words(line, found.start()):
            more = f"{found[1]}[left(me), " if found[2] else f"{found[1]}[left(me)]"
            yield "owner", exchanged(*found.span(), more)
    for one, other in (*EXCHANGED, *((b, a) for a, b in EXCHANGED if b)):
        pattern = re.compile(
            rf"(?<!\w){re.escape(one)}" + (r"(?!\w)" if one[-1:].isalpha() else "")
        )
        for found in pattern.finditer(line):
            if not _inside_words(line, found.start()):
                yield "word", exchanged(*found.span(), other)


@cache
def _all(path: Path) -> tuple[Mutant, ...]:
    """Return every mutant of a ruleset."""
    lines = bare(path).split("\n")
    found = []
    for n, line in enumerate(lines):
        if not line.strip() or line.strip().startswith(("#", '"')):
            continue
        for how, new in _changes(lines, n):
            text = "\n".join([*lines[:n], *new, *lines[n + len(new) :]])
            found.append(Mutant(how, path, n + 1, text, line.strip(), new[0].strip()))
    return tuple(found)


def mutants(files: Sequence[Path], seed: int) -> Iterator[Mutant]:
    """Yield mutants in random order: each time a ruleset, one of its lines, one of its changes."""
    chance = random.Random(seed)
    seen: set[str] = set()
    waiting = {path: list(_all(path)) for path in files}
    weights = [len({m.line for m in waiting[path]}) for path in files]
    while any(waiting.values()):
        path = chance.choices(files, weights)[0]
        if not waiting[path]:
            continue
        line = chance.choice(sorted({m.line for m in waiting[path]}))
        how = chance.choice(sorted({m.how for m in waiting[path] if m.line == line}))
        mutant = chance.choice([m for m in waiting[path] if (m.line, m.how) == (line, how)])
        waiting[path].remove(mutant)
        if mutant.text not in seen:
            seen.add(mutant.text)
            yield mutant


def readable(mutant: Mutant) -> Loaded | None:
    """Return the rules of a mutant if they have no error."""
    try:
        loaded = load_text(mutant.text, mutant.path)
    except RulesError:
        return None
    return None if loaded.rules is None or loaded.findings.errors else loaded


# ------------------------------------------------------------------ what is compared


def played(loaded: Loaded, games: int = GAMES) -> object:
    """Return the results of random games, for the fewest and the most players."""
    rules = loaded.checked()
    found: list[object] = []
    for players in sorted({*rules.header.players}):
        try:
            module = Module(lower(rules, players, {}))
            rows = module.random_games(1, 0, games)
            found.append([(row.decisions, row.winners, row.ranks) for row in rows])
        except (RulesError, Unfinished) as problem:
            found.append((type(problem).__name__, getattr(problem, "number", 0)))
    return found


def read(line: BookLine, small: bool) -> str:
    """Return a line of a book as it is read, with its small print or without."""
    parts = (line.lead, line.text, *line.rows, line.small if small else "")
    return ". ".join(part for part in parts if part)


def text_of(loaded: Loaded, *, small: bool = True, language: str = "en") -> str:
    """Return a book as text, without its worked score and what was found by playing."""
    return words_of(book_of(plan_for(loaded, language), played=False), small)


def words_of(book: Book, small: bool) -> str:
    """Return the text of a book, with its small print or without."""
    rows = [book.title, book.subtitle]
    for section in book.sections:
        rows += [section.heading, *(read(line, small) for line in section.lines)]
    return "\n".join(rows)


def share_of_small_print(loaded: Loaded, language: str = "en") -> tuple[int, int]:
    """Return how many words of a book are in small print, and how many it has."""
    book = book_of(plan_for(loaded, language), played=False)
    whole = len(words_of(book, True).split())
    return whole - len(words_of(book, False).split()), whole


def verdicts(files: Sequence[Path], count: int, seed: int) -> Iterator[Verdict]:
    """Yield what came of so many mutants that play differently."""
    known: dict[Path, tuple[object, str, str]] = {}
    for mutant in mutants(files, seed):
        if count <= 0:
            return
        if (loaded := readable(mutant)) is None:
            continue
        if mutant.path not in known:
            plain = load_text(bare(mutant.path), mutant.path)
            known[mutant.path] = played(plain), text_of(plain), text_of(plain, small=False)
        usual, whole, large = known[mutant.path]
        if played(loaded) == usual:
            continue
        count -= 1
        yield Verdict(mutant, text_of(loaded) != whole, text_of(loaded, small=False) != large)


def report(found: Sequence[Verdict], show: int) -> float:
    """Print what came of the mutants; return the share of which the book differs."""
    total = max(1, len(found))
    same = [v for v in found if not v.differs]
    large = [v for v in found if v.differs and not v.differs_large]
    print(f"{len(found)} mutants play differently")
    print(f"the book differs: {1 - len(same) / total:.1%}")
    print(f"also without small print: {1 - (len(same) + len(large)) / total:.1%}")
    for title, rows in (("the same book", same), ("only small print differs", large)):
        print(f"\n{title}: {len(rows)}", dict(Counter(v.mutant.path.stem for v in rows)))
        for m in (v.mutant for v in rows[:show]):
            print(f"  {m.path.stem}:{m.line} {m.how}\n    - {m.before}\n    + {m.after}")
    return 1 - len(same) / total


def main() -> None:
    """Print the report of a seed, and the share of small print of each book."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mutants", type=int, default=400)
    parser.add_argument("--show", type=int, default=40)
    parser.add_argument("--rulesets", nargs="*")
    given = parser.parse_args()
    files = [p for p in library() if not given.rulesets or p.stem in given.rulesets]
    report(list(verdicts(files, given.mutants, given.seed)), given.show)
    print()
    shares = {path: share_of_small_print(load_text(bare(path), path)) for path in files}
    for path, (small, whole) in shares.items():
        print(f"{path.stem:28} {small:5} of {whole:5} words in small print: {small / whole:.0%}")
    small, whole = (sum(pair[n] for pair in shares.values()) for n in (0, 1))
    print(f"{'all':28} {small:5} of {whole:5} words in small print: {small / whole:.0%}")


if __name__ == "__main__":
    main()
