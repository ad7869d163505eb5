"""The snippets of the language reference: finding them in the text, making whole games of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from engine.game.examples import run_examples
from engine.game.rng import Chance
from engine.game.session import Game, Session
from engine.rules.load import Loaded, load_text
from tests.scope import telling

HERE = Path(__file__).parent
DOCS = HERE.parents[1] / "docs"
CHAPTERS = sorted((DOCS / "language").glob("*.md"))
"""The pages of the language reference."""
HARNESSES = HERE / "harness"
FILE = "game.cairn"
MOVES = 100
SEEDS = telling([1], [2, 3])

_FENCE = re.compile(r"```(\w+) ?(\w*)$")
_WITHIN = re.compile(r"<!-- within: (\w+)(?:, (\w+))? -->$")
_NAMED = re.compile(r'(\w+) (\w+|"[^"]*")')
_ENDINGS = ("round ends", "game ends", "wins when")


@dataclass
class Snippet:
    """A fenced block: `cairn`, `cairn fragment` or `cairn wrong`, with what it is put into.

    `says` is the text that follows a wrong one: the diagnostics it leads to. `page` names the page.
    """

    line: int
    sort: str
    text: str
    within: str = ""
    block: str = ""
    says: str = ""
    page: str = ""

    @property
    def whole(self) -> bool:
        """Return whether it is a game or a variant on its own, not put into a harness."""
        return not self.within

    def game(self) -> str:
        """Return the text of a whole game: this, and what its harness adds."""
        if not self.within:
            return self.text
        harness = (HARNESSES / f"{self.within}.cairn").read_text("utf-8")
        return put_into(self.text, harness, self.block)


@dataclass
class _Reading:
    snippets: list[Snippet] = field(default_factory=list)
    within: tuple[str, str] = ("", "")


def snippets(text: str) -> list[Snippet]:
    """Return every cairn snippet of a text in markdown."""
    reading = _Reading()
    for number, sort, kind, body in _fences(text, reading):
        if kind == "cairn":
            within, block = reading.within
            reading.snippets.append(Snippet(number, sort, body, within, block))
        elif kind == "text" and reading.snippets and reading.snippets[-1].sort == "wrong":
            last = reading.snippets[-1]
            last.says = last.says or body
        reading.within = ("", "")
    return reading.snippets


def reference() -> list[Snippet]:
    """Return every snippet of the language reference."""
    found = []
    for chapter in CHAPTERS:
        for snippet in snippets(chapter.read_text("utf-8")):
            snippet.page = chapter.stem
            found.append(snippet)
    return found


def _fences(text: str, reading: _Reading) -> Iterator[tuple[int, str, str, str]]:
    lines = text.split("\n")
    number = 0
    while number < len(lines):
        within = _WITHIN.match(lines[number])
        fence = _FENCE.match(lines[number])
        if within:
            reading.within = (within[1], within[2] or "")
        if fence:
            end = lines.index("```", number)
            body = "\n".join(lines[number + 1 : end]) + "\n"
            yield number + 1, fence[2], fence[1], body
            number = end
        number += 1


def _parts(text: str) -> list[list[str]]:
    """Cut a text at its unindented lines."""
    parts: list[list[str]] = []
    for line in text.rstrip("\n").split("\n"):
        if line and not line.startswith((" ", "#")):
            parts.append([line])
        elif parts:
            parts[-1].append(line)
        else:
            parts.append([line])
    return parts


def _key(part: list[str]) -> str:
    head = part[0]
    if head.startswith(_ENDINGS):
        return "ending"
    first = head.split()[0] if head.split() else ""
    if first in ("setup", "turn", "winner", "game"):
        return first
    named = _NAMED.match(head)
    return named[0] if named else head


def put_into(fragment: str, harness: str, block: str) -> str:
    """Return a game made of a fragment and the parts of a harness that it doesn't have itself.

    With a block, `setup` or `turn`, the fragment's lines stand there: at its end, or at its head.
    """
    rest = _parts(harness)
    if block:
        inside = ["  " + line if line else line for line in fragment.rstrip("\n").split("\n")]
        for part in rest:
            if part[0] == block:
                body = [line for line in part[1:] if line]
                part[1:] = [*body, *inside, ""] if block == "setup" else [*inside, *body, ""]
        return "\n".join("\n".join(part) for part in rest) + "\n"
    own = {_key(part) for part in _parts(fragment)}
    kept = [part for part in rest if _key(part) not in own]
    return "\n".join([fragment, *("\n".join(part) for part in kept)]) + "\n"


def slug(text: str) -> str:
    """Return the name of the file that a game of the reference would have, or nothing."""
    title = re.match(r'game "([^"]*)"', text)
    return re.sub(r"\W+", "-", title[1].lower()).strip("-") if title else ""


def lay_out(folder: Path, found: list[Snippet]) -> None:
    """Write every harness and whole game into a folder, for variants to build on."""
    for harness in HARNESSES.glob("*.cairn"):
        (folder / harness.name).write_text(harness.read_text("utf-8"), "utf-8")
    for snippet in found:
        if snippet.whole and snippet.sort != "wrong" and slug(snippet.text):
            (folder / f"{slug(snippet.text)}.cairn").write_text(snippet.text, "utf-8")


def read(snippet: Snippet) -> Loaded:
    """Read a snippet as a game, in a folder that is laid out."""
    return load_text(snippet.game(), Path(FILE))


def told(loaded: Loaded) -> str:
    """Return all that is said of a text, as `cairn check` prints it."""
    found = loaded.findings
    if found.errors:
        return "\n\n".join(d.render(found.sources) for d in found.errors)
    outcomes = run_examples(loaded)
    wrong = [o.diagnostic.render(found.sources) for o in outcomes if o.diagnostic is not None]
    return "\n\n".join(wrong)


def play(loaded: Loaded, players: int) -> None:
    """Play a game at random, so that what a snippet says is also carried out."""
    game = Game(loaded, players)
    for seed in SEEDS:
        session, chance = Session(game, seed), Chance(seed)
        for _ in range(MOVES):
            if session.over:
                break
            legal = session.legal()
            session.apply(legal[chance.below(len(legal))].move)
