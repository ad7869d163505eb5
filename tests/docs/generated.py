"""The parts of the language reference that are made from the grammar and the model.

`python -m tests.docs.generated` writes them into the pages of docs/language, between
`<!-- generated: … -->` and `<!-- end -->`, and below each wrong snippet the checker's message.
"""

from __future__ import annotations

import contextlib
import inspect
import re
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import get_args

from engine.language.codes import Code
from engine.language.explain import explanations
from engine.language.keywords import keywords
from engine.rules import model as m
from engine.rules.checker import declarations
from engine.rules.checker.declarations import MAX_SPACES
from engine.rules.checker.drawings import MAX_SIDE
from engine.rules.checker.header import STARTS
from engine.rules.checker.names import BUILT_IN, FOLDS, FUNCTIONS, UNREADABLE
from engine.rules.checker.statements import ENDS
from engine.rules.files import library_folder
from engine.rules.library import SHELF, shelf_text
from engine.rules.variants import KINDS as PATCHED
from engine.rules.zone_kinds import ZONE_KINDS
from tests.docs.grammar_notation import shown
from tests.docs.limits import limits as limit_rows
from tests.docs.pages import anchor, pages
from tests.docs.snippets import CHAPTERS, DOCS, lay_out, read, reference, snippets, told

_REGION = re.compile(r"(<!-- generated: (.+?) -->\n).*?(<!-- end -->)", re.DOTALL)

FUNCTION_MEANS = {
    "size": ("size(ZONE or SET)", "the number of pieces or members"),
    "first": ("first(ZONE)", "what has been there longest: the bottom of a pile"),
    "last": ("last(ZONE)", "what arrived last: the top of a pile"),
    "left": ("left(PLAYER)", "the next player clockwise, out or not"),
    "right": ("right(PLAYER)", "the player before, out or not"),
    "partner": ("partner(PLAYER)", "the next player clockwise of the same team"),
    "team": ("team(PLAYER)", "the team of a player; `my team` is your own"),
    "abs": ("abs(NUMBER)", "the number without its sign"),
    "max": ("max(NUMBER, NUMBER, …)", "the largest of the numbers"),
    "min": ("min(NUMBER, NUMBER, …)", "the smallest of the numbers"),
}
FOLD_MEANS = {
    "sum": ("sum(E for x in S where C)", "the sum of the values of E"),
    "count": ("count(x in S where C)", "the number of x for which C holds"),
    "any": ("any(C for x in S)", "whether C holds for at least one x"),
    "all": ("all(C for x in S)", "whether C holds for every x; yes if there is none"),
    "max": ("max(E for x in S)", "the largest value of E; an error (E505) if there is none"),
    "min": ("min(E for x in S)", "the smallest value of E; an error (E505) if there is none"),
    "distinct": ("distinct(E for x in S)", "the number of different values of E"),
    "split": (
        "split(E for x in N or more of S where C)",
        "the largest sum of E for groups x of which no two share anything",
    ),
    "random": ("random(x in S where C)", "a random x; only after `let NAME =`"),
}
BUILT_IN_MEANS = {
    "me": "the player who acts, is scored, or is tried by `wins when`; seat 1 in an example",
    "active": "the player whose turn it is",
    "starter": "the player who started the round",
    "players": "the number of players",
    "none": "no value, if a type has a `?`",
    "yes": "true",
    "no": "false",
    "round": "the number of the round, from 1",
    "total": "a player's total so far: `my total`, `total[PLAYER]`",
}
MODIFIERS = {
    "face": ("face up", "everybody can see the contents"),
    "face down": ("face down", "nobody can see the contents"),
    "seen": ("seen by WHO", "WHO is " + ", ".join(f"`{who}`" for who in get_args(m.Seen))),
    "spaces": ("spaces A..VALUE", f"the spaces of a track, at most {MAX_SPACES}"),
    "at": ("at most VALUE", "room for no more than this number of pieces or written values"),
    "by": ("A by B", f"the rows and columns of a grid, each at most {MAX_SIDE}"),
    "hexes": ("hexes", "the cells of the grid have six sides"),
    "columns": ("columns a..h", "what the columns of a grid are called, from the left"),
    "rows": ("rows 8..1", "what the rows of a grid are called, from the top"),
    "called": (
        "called TABLE",
        "what the cells of a grid are called, from a table of rows and columns",
    ),
}
SECURITY = DOCS / "security.md"
DIAGNOSTICS = DOCS / "diagnostics.md"
FAMILIES = {
    "E0": "the text", "E1": "types and values", "E2": "structure", "E3": "variants",
    "E4": "examples", "E5": "play", "E6": "files and commands",
    "W0": "warnings",
}  # fmt: skip


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """Return a table in markdown."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "".join("| " + " | ".join(x.replace("|", r"\|") for x in row) + " |\n" for row in lines)


def zone_kinds() -> str:
    """The kinds of zones with what they show when their line doesn't say."""
    rows = [
        (f"`{kind.name}`", kind.means, kind.seen, "yes" if kind.ordered else "no")
        for kind in ZONE_KINDS.values()
    ]
    return table(("kind", "what it is for", "seen by", "examples list the pieces in order"), rows)


def modifiers() -> str:
    """What may follow a zone's content."""
    source = inspect.getsource(declarations._zone_modifier)
    known = {*re.findall(r'"([a-z]+)"', source)} - {"most", "up", "down", "seen", "all", "none"}
    listed = {word for key, (form, _) in MODIFIERS.items() for word in form.split()} | {"by"}
    fields = {"written", "capacity", "grid"}
    assert known - fields <= listed, known - listed
    return table(("modifier", "meaning"), [(f"`{a}`", b) for a, b in MODIFIERS.values()])


def functions() -> str:
    """The functions that every game has."""
    assert set(FUNCTION_MEANS) == set(FUNCTIONS)
    return table(("function", "value"), [(f"`{a}`", b) for a, b in FUNCTION_MEANS.values()])


def folds() -> str:
    """What runs through several values."""
    assert set(FOLD_MEANS) == set(FOLDS)
    return table(("form", "value"), [(f"`{a}`", b) for a, b in FOLD_MEANS.values()])


def built_in() -> str:
    """The names that every game has."""
    assert set(BUILT_IN_MEANS) == set(BUILT_IN)
    return table(("name", "what it stands for"), [(f"`{a}`", b) for a, b in BUILT_IN_MEANS.items()])


def codes() -> str:
    """Every diagnostic's code."""
    assert {code[:2] for code in Code} <= set(FAMILIES)
    rows = [(f"`{code}`", FAMILIES[code[:2]], code.meaning) for code in Code]
    return table(("code", "about", "meaning"), rows)


def words(*several: tuple[str, ...]) -> str:
    """Words in one paragraph."""
    return ", ".join(f"`{word}`" for part in several for word in part) + "\n"


def limits() -> str:
    """How large things may be."""
    return table(("what", "at most", "code"), limit_rows())


def all_forms() -> str:
    """The forms of every chapter, each below a link to its section."""
    parts = []
    for chapter in CHAPTERS:
        heading = ""
        for line in chapter.read_text("utf-8").split("\n"):
            if line.startswith("#"):
                heading = line.lstrip("# ")
            elif chapter.stem[0].isdigit() and line.startswith("<!-- generated: forms "):
                name = line.removeprefix("<!-- generated: ").removesuffix(" -->")
                place = f"{chapter.name}#{anchor(heading)}"
                parts.append(f"[{heading}]({place})\n\n{region(name)}")
    return "\n".join(parts)


PLAIN: dict[str, Callable[[], str]] = {
    "zone kinds": zone_kinds,
    "modifiers": modifiers,
    "functions": functions,
    "folds": folds,
    "built-in names": built_in,
    "codes": codes,
    "all forms": all_forms,
    "limits": limits,
    "reserved names": lambda: words(tuple(sorted({*BUILT_IN, *FUNCTIONS, *FOLDS})), UNREADABLE),
    "keywords": lambda: words(tuple(sorted(keywords()))),
    "starting orders": lambda: words(STARTS),
    "what ends": lambda: words(ENDS),
    "what is patched": lambda: words((*PATCHED, "phase", "action")),
}


def region(name: str) -> str:
    """Return what a marked region holds: `forms RULE RULE`, or one of those in PLAIN."""
    if name.startswith("forms "):
        return f"```text\n{shown(name.split()[1:])}\n```\n"
    return PLAIN[name]()


def filled(text: str) -> str:
    """Return a page of the reference with every region made anew."""
    return _REGION.sub(lambda found: found[1] + region(found[2]) + found[3], text)


def regions(text: str) -> list[str]:
    """Return the names of a text's regions."""
    return [found[2] for found in _REGION.finditer(text)]


def diagnostics_page() -> str:
    """The page on every code, made of the explanations."""
    head = (
        "# Error reference\n\n"
        "Every message has a code that never changes. `cairn explain E206` prints what stands here "
        "of one.\nThis page is made of the explanations in `engine/language`; "
        "`python -m tests.docs.generated` writes it.\n"
    )
    return "\n".join([head, *(e.markdown() for e in explanations().values())])


def answered(text: str) -> str:
    """Return a page of the reference with what is said of each wrong snippet."""
    lines, found = text.split("\n"), snippets(text)
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        lay_out(Path(folder), reference())
        for snippet in reversed([s for s in found if s.sort == "wrong"]):
            start = lines.index("```text", snippet.line) + 1
            lines[start : lines.index("```", start)] = told(read(snippet)).split("\n")
    return "\n".join(lines)


if __name__ == "__main__":
    for chapter in CHAPTERS:
        chapter.write_text(answered(filled(chapter.read_text("utf-8"))), "utf-8")
    SECURITY.write_text(filled(SECURITY.read_text("utf-8")), "utf-8")
    DIAGNOSTICS.write_text(diagnostics_page(), "utf-8")
    (library_folder() / SHELF).write_text(shelf_text(), "utf-8")
    for page, made in pages().items():
        page.write_text(made, "utf-8")
