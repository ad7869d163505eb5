"""Mutants of the library's rulesets: does every broken text end in a diagnostic at the right line?

    python -m benchmarks.mutants [--mutants 3000] [--seed 1] [--show 20]
    python -m benchmarks.mutants --accepted 60 [--seconds 2] [--seed 1] [--show 20]

A mutant is a ruleset or an example with one line changed: deleted, doubled, two words swapped, a
word misspelt, its indentation broken, a bracket turned round or lost, a word of another language
put in. Of each it is told whether reading it raised anything, how long it took, and, of those that
are refused, how far the first diagnostic is from the changed line.

With `--accepted`, so many mutants that read without an error are looked at instead: does what
random games look like change, and does `cairn check --playtest` say something new of those that do?
"""

from __future__ import annotations

import argparse
import random
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.game.examples import run_examples
from engine.game.ruleset_tests import check_games
from engine.game.session import Game, Session
from engine.language.diagnostics import RulesError
from engine.playtest.findings import findings
from engine.playtest.games import play
from engine.rules.files import library
from engine.rules.load import Loaded, load, load_text, read_text

ROOT = Path(__file__).parents[1]
SLOW = 10.0
"""A text that takes so many seconds hangs."""
FOREIGN = (
    "def", "function", "return", "then", "elif", "endif", "while", "var", "const", "null", "true",
    "self", "this", "print", "foreach", "end", "begin", "class", "import", "player", "piece",
    "board", "==", "&&", "||", "!", ";", "{", "}", "=>", "->", "+=",
)  # fmt: skip
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Mutant:
    """A changed text: how, in which file, at which line (from 1)."""

    how: str
    path: Path
    line: int
    text: str
    before: str
    after: str


@dataclass(frozen=True)
class Verdict:
    """What came of a mutant: `away` is how many lines off the first diagnostic is."""

    mutant: Mutant
    refused: bool
    seconds: float
    away: int = 0
    first: str = ""
    raised: str = ""


def _deleted(line: str, chance: random.Random) -> str | None:
    return None


def _doubled(line: str, chance: random.Random) -> str:
    return f"{line}\n{line}"


def _swapped(line: str, chance: random.Random) -> str:
    words = list(_WORD.finditer(line))
    if len(words) < 2:
        return line
    one, other = sorted(chance.sample(words, 2), key=lambda w: w.start())
    return (
        line[: one.start()] + other.group() + line[one.end() : other.start()] + one.group()
        + line[other.end() :]
    )  # fmt: skip


def _misspelt(line: str, chance: random.Random) -> str:
    words = [w for w in _WORD.finditer(line) if len(w.group()) > 2]
    if not words:
        return line
    word = chance.choice(words)
    at = chance.randrange(word.start(), word.end() - 1)
    return line[:at] + line[at + 1] + line[at] + line[at + 2 :]


def _indented(line: str, chance: random.Random) -> str:
    by = chance.choice((-2, -1, 1, 2, 3))
    return " " * by + line if by > 0 else line[min(-by, len(line) - len(line.lstrip())) :]


def _bracketed(line: str, chance: random.Random) -> str:
    places = [i for i, char in enumerate(line) if char in '()[]{}"']
    if not places:
        return line + chance.choice('()[]{}"')
    at = chance.choice(places)
    return line[:at] + chance.choice(["", "(", ")", "[", "]", "{", "}"]) + line[at + 1 :]


def _foreign(line: str, chance: random.Random) -> str:
    words = list(_WORD.finditer(line))
    if not words:
        return line + " " + chance.choice(FOREIGN)
    word = chance.choice(words)
    new = chance.choice(FOREIGN)
    if chance.random() < 0.5:
        return line[: word.start()] + new + line[word.end() :]
    return line[: word.start()] + new + " " + line[word.start() :]


KINDS = {
    "delete": _deleted, "double": _doubled, "swap": _swapped, "misspell": _misspelt,
    "indent": _indented, "bracket": _bracketed, "foreign": _foreign,
}  # fmt: skip


def texts() -> list[Path]:
    """Return the files that are mutated."""
    return [*library(), *sorted((ROOT / "examples").glob("*.cairn"))]


def mutants(count: int, seed: int, files: Sequence[Path] = ()) -> list[Mutant]:
    """Return so many mutants, the same for the same seed; each changes its text."""
    chance = random.Random(seed)
    lines = {path: read_text(path).split("\n") for path in files or texts()}
    places = [
        (path, n) for path, rows in lines.items() for n, row in enumerate(rows)
        if row.strip() and not row.strip().startswith("#")
    ]  # fmt: skip
    found: list[Mutant] = []
    while len(found) < count:
        path, n = chance.choice(places)
        how = chance.choice(list(KINDS))
        row = lines[path][n]
        new = KINDS[how](row, chance)
        if new == row:
            continue
        rows = [*lines[path][:n], *([] if new is None else [new]), *lines[path][n + 1 :]]
        found.append(Mutant(how, path, n + 1, "\n".join(rows), row, new or ""))
    return found


def judged(mutant: Mutant) -> Verdict:
    """Read a mutant and say what came of it."""
    started = time.perf_counter()
    try:
        loaded = load_text(mutant.text, mutant.path)
    except Exception as problem:
        raised = f"{type(problem).__name__}: {problem}"
        return Verdict(mutant, True, time.perf_counter() - started, raised=raised)
    seconds = time.perf_counter() - started
    errors = [d for d in loaded.findings.in_order() if d.severity == "error"]
    if not errors:
        return Verdict(mutant, False, seconds)
    own = [d for d in errors if Path(d.span.file).name == mutant.path.name]
    first = (own or errors)[0]
    away = abs(first.span.line - mutant.line) if own else 999
    told = f"{first.span.line}: [{first.code}] {first.message}"
    return Verdict(mutant, True, seconds, away, told)


def report(verdicts: Sequence[Verdict], show: int = 0) -> dict[str, float]:
    """Print what came of mutants; return the numbers."""
    refused = [v for v in verdicts if v.refused and not v.raised]
    near = [v for v in refused if v.away <= 1]
    raised = [v for v in verdicts if v.raised]
    slow = [v for v in verdicts if v.seconds > SLOW]
    share = len(near) / max(1, len(refused))
    counts = f"{len(refused):,} refused, {len(raised)} raise, {len(slow)} hang"
    print(f"{len(verdicts):,} mutants, {counts}")
    print(f"first diagnostic at the line or beside it: {share:.1%}")
    far = [v for v in refused if v.away > 1]
    for how, count in Counter(v.mutant.how for v in far).most_common():
        print(f"  {how:10} {count:4} farther away")
    for verdict in [*raised, *far][:show]:
        m = verdict.mutant
        print(f"\n{m.path.name}:{m.line} {m.how}\n  - {m.before}\n  + {m.after}")
        print(f"  {verdict.raised or verdict.first}")
    return {"refused": len(refused), "near": share, "raised": len(raised), "slow": len(slow)}


# ------------------------------------------------------------------ those that are accepted


@dataclass(frozen=True)
class Accepted:
    """A mutant that reads without an error: whether random games differ, and what is new of it.

    `shown`: what of that games showed, without the examples.
    """

    mutant: Mutant
    differs: bool
    said: tuple[str, ...]
    shown: tuple[str, ...]


def course(loaded: Loaded) -> object:
    """Return what a few games at random look like: their decisions, what is legal, the scores."""
    rules = loaded.checked()
    found: list[object] = []
    for players in sorted({*rules.header.players}):
        game = Game(loaded, players)
        for seed in range(4):
            chance, session = random.Random(seed), Session(game, seed)
            while not session.over and len(session.history) < 300:
                legal = session.written_moves()
                found.append(tuple(legal))
                session.play(chance.choice(legal))
            found.append((tuple(session.scores), tuple(session.winners)))
    return found


def remarks(loaded: Loaded, seconds: float) -> tuple[set[str], set[str]]:
    """Return what checking with examples says, and what playing says, without its places."""
    said = {d.message for d in loaded.findings.items}
    said |= {d.message for d in check_games(loaded)}
    said |= {o.diagnostic.message for o in run_examples(loaded) if o.diagnostic is not None}
    return said, {f.diagnostic.message for f in findings(loaded, play(loaded, seconds))}


def accepted(count: int, seed: int, seconds: float) -> Iterator[Accepted]:
    """Yield so many mutants that are accepted, and what came of playing them."""
    usual: dict[Path, tuple[object, set[str], set[str]]] = {}
    for mutant in mutants(100 * count, seed):
        if count <= 0:
            return
        loaded = load_text(mutant.text, mutant.path)
        if loaded.rules is None or loaded.findings.errors:
            continue
        count -= 1
        if mutant.path not in usual:
            plain = load(mutant.path)
            usual[mutant.path] = course(plain), *remarks(plain, 3 * seconds)
        known, checked, played = usual[mutant.path]
        try:
            differs = course(loaded) != known
            said, shown = remarks(loaded, seconds) if differs else (checked, played)
            shown -= played
            said = said - checked | shown
        except RulesError as problem:
            differs, said, shown = True, {str(problem)}, {str(problem)}
        yield Accepted(mutant, differs, tuple(sorted(said)), tuple(sorted(shown)))


def report_accepted(found: Sequence[Accepted], show: int = 0) -> float:
    """Print what came of accepted mutants; return the share of which something is said."""
    differ = [one for one in found if one.differs]
    told = [one for one in differ if one.said]
    share = len(told) / max(1, len(differ))
    print(f"{len(found)} accepted mutants, {len(differ)} change what random games look like")
    print(f"something is said of {len(told)} of these: {share:.0%}")
    print(f"of {sum(bool(one.shown) for one in differ)} by playing alone, without the examples")
    for one in [one for one in differ if not one.said][:show]:
        m = one.mutant
        print(f"\n{m.path.name}:{m.line} {m.how}\n  - {m.before}\n  + {m.after}")
    return share


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mutants", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--accepted", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=2.0)
    given = parser.parse_args(arguments)
    if given.accepted:
        found = list(accepted(given.accepted, given.seed, given.seconds))
        report_accepted(found, given.show)
        return
    report([judged(one) for one in mutants(given.mutants, given.seed)], given.show)


if __name__ == "__main__":
    main()
