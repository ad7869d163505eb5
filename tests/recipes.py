"""A toy for each recipe of CONTRIBUTING.md, as edits of a copy of the project, place by place; and
what is said when one of the places is forgotten.

`python -m tests.recipes` makes them all and leaves out each place in turn, which takes a quarter of
an hour; with names of recipes behind it, only those.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
Edit = Callable[[Path], None]
LANGUAGES = ("en", "de", "fr")


@dataclass(frozen=True)
class Toy:
    """What a recipe adds, by place, and the tests that guard it beside mypy.

    A place's name begins with the number of its step.
    """

    places: dict[str, tuple[Edit, ...]]
    tests: tuple[str, ...]
    use: Edit | None = None
    """What uses it, whatever was forgotten."""
    generated: str = ""
    """The step that makes parts of the docs anew when all else stands, if one does."""


def after(file: str, mark: str, text: str) -> Edit:
    """Write a text behind a mark in a file."""
    return replaced(file, mark, mark + text)


def before(file: str, mark: str, text: str) -> Edit:
    """Write a text in front of a mark in a file."""
    return replaced(file, mark, text + mark)


def replaced(file: str, mark: str, text: str) -> Edit:
    """Write a text in the place of a mark in a file."""

    def edit(root: Path) -> None:
        path = root / file
        old = path.read_text("utf-8")
        assert mark in old, f"{file} has no {mark!r}"
        path.write_text(old.replace(mark, text, 1), "utf-8")

    return edit


def new(file: str, text: str) -> Edit:
    """Write a file."""

    def edit(root: Path) -> None:
        (root / file).write_text(text, "utf-8")

    return edit


def translated(pattern: str, old: str, name: str) -> Edit:
    """Copy files under the name of another language."""

    def edit(root: Path) -> None:
        for path in sorted(root.glob(pattern)):
            shutil.copy(path, path.with_name(path.name.replace(old, name)))

    return edit


def _traded(root: Path) -> None:
    """Let a snippet of the reference use the new statement."""
    path = root / "docs/language/3-turns-and-scoring.md"
    text = path.read_text("utf-8")
    path.write_text(re.sub(r"^( +)swap (my row\[the)", r"\1barter \2", text, count=1, flags=re.M))


def _shelved(root: Path) -> None:
    """Let a snippet of the reference use the new kind of zone."""
    path = root / "docs/language/2-zones-and-values.md"
    text = path.read_text("utf-8")
    path.write_text(re.sub(r"^(zone .*: +)row of", r"\1shelf of", text, count=1, flags=re.M))


SYNTAX, MODEL = "engine/language/syntax", "engine/rules/model"
CHECKER = "engine/rules/checker/"
REFERENCE = "tests/docs/test_language_reference.py"
WRITTEN = '     | "barter" sum "with" sum -> trade\n'
NODE = '''

class Trade(Node):
    """`barter A with B`."""

    one: Expr
    other: Expr
'''
CHECKED = '''

class Trade(StmtBase):
    """Exchange what lies in two zones."""

    one: Expr
    other: Expr
'''
CHECKING = """\
        case s.Trade():
            one, other = (want_zone(cx, zone) for zone in (node.one, node.other))
            return m.Trade(one=one, other=other, span=node.span)
"""
LOWERED = """\
        case m.Trade():
            lower_swap(cx, m.Swap(one=s.one, other=s.other, span=s.span), c)
"""
TOLD = """\
            case m.Trade():
                return self.say("swap", self.value(s.one), self.value(s.other))
"""
AGENT = '''\
"""Takes the first legal move."""

from collections.abc import Sequence

from engine.game.interpreter import Move
from engine.game.knowledge import InformationSet
from engine.game.session import Game


class FirstAgent:
    """Takes the first legal move."""

    def choose(self, game: Game, known: InformationSet, legal: Sequence[Move], seat: int) -> Move:
        """Return the first."""
        return legal[0]
'''
MAKER = """

def _first(name: str, seed: int) -> Agent:
    from engine.agents.first import FirstAgent

    return FirstAgent()
"""
PRESENTER = '''\
"""Zones on a shelf."""

from viewer.nodes import Box, Node
from viewer.scene.flow_layout import Block, Size


class Shelf(Block):
    """Zones side by side."""

    def least(self, unit: float) -> Size:
        """Return the room that it needs."""
        return Size(unit, unit)

    def nodes(self, box: Box, unit: float) -> list[Node]:
        """Return its nodes."""
        return []


def shelf(group: object) -> Block:
    """Return the block of some zones."""
    return Shelf()
'''
SMALL = """game "Toy"
  players 2

component Stone
  make 6

zone heap: pile of Stone

setup
  move all Stone to heap

turn
  choose
    take
      move top of heap to heap
    stop
      end game

wins when heap is full"""
EXPLANATION = """\
## E511

A game that is called "Toy" says nothing about what it is; this code is there to try out how a
code is added.

```cairn wrong whole
{toy}
```

```cairn right whole
{six}
```

""".format(toy=SMALL, six=SMALL.replace("Toy", "Six"))
MET = """\
        if game.title == "Toy":
            cx.error(Code.E511, "this is a toy", game.span)
"""
READER = '''\
"""How many dice a decision rolled."""

from engine.chronicle.happenings import Record, Rolled


def rolls_in(record: Record) -> int:
    """Return how many pieces were rolled."""
    return sum(isinstance(happening, Rolled) for happening in record.happenings)
'''
DOOR = """\
    def rolls(self, number: int, viewer: int | None) -> int:
        record = self.secrecy.record(number, viewer)
        return 0 if record is None else rolls_in(record)

"""
LEAK = "test_what_a_seat_reads_is_the_same_where_it_knows_the_same[two-roads]"
STATEMENT = Toy(
    {
        "1 how it is written": (after("engine/language/grammar.lark", "-> swap\n", WRITTEN),),
        "2 its node": (
            after(f"{SYNTAX}/statements.py", '    "Words | Broken | ', "Trade | "),
            after(f"{SYNTAX}/statements.py", "told to everybody.\"\"\"\n\n    text: str\n", NODE),
        ),
        "3 the checked statement": (
            after(f"{MODEL}/statements.py", "something.\"\"\"\n\n    words: Words\n", CHECKED),
            after(f"{MODEL}/statements.py", " | Announce | ", "Trade | "),
        ),
        "4 a match that mypy names: how it is checked": (
            after(CHECKER + "statements.py", "return check_announce(cx, node)\n", CHECKING),
            after(
                CHECKER + "statements.py",
                "from engine.rules.checker.wanted import want_condition, want_number, want_seat\n",
                "from engine.rules.checker.wanted import want_zone\n",
            ),
        ),
        "4 a match that mypy names: how it is lowered": (
            after("engine/compile/lowering/statements.py", "lower_announce(cx, s, c)\n", LOWERED),
        ),
        "4 a match that mypy names: what it changes": (
            after(
                f"{MODEL}/statements.py", "            return s.one, s.other\n",
                "        case Trade():\n            return s.one, s.other\n",
            ),
        ),
        "4 a match that mypy names: what is true of its kind": (
            after(
                f"{MODEL}/statements.py", "        case Forward() | Swap():\n",
                "            return Traits(acts=True, supposable=True)\n        case Trade():\n",
            ),
        ),
        "4 a match that mypy names: what it takes and brings": (
            after(
                f"{MODEL}/statements.py", "(s.one, s.other), (s.one, s.other))\n",
                "        case Trade():\n            return Handled((), (s.one, s.other))\n",
            ),
        ),
        "4 a match that mypy names: how it is told": (
            after(
                "engine/teach/speech.py",
                'return self.say("swap", self.value(s.one), self.value(s.other))\n', TOLD,
            ),
        ),
        "6 a snippet in the docs": (_traded,),
    },
    (REFERENCE,), generated="6 the docs made anew",
)  # fmt: skip
ZONE_KIND = Toy(
    {
        "1 its row": (
            after(
                "engine/rules/zone_kinds.py", "_KINDS = (\n",
                '    ZoneKind("shelf", "books side by side", "row", in_line=True),\n',
            ),
        ),
    },
    (REFERENCE,), use=_shelved, generated="2 the docs made anew",
)  # fmt: skip
AN_AGENT = Toy(
    {
        "1 its class": (new("engine/agents/first.py", AGENT),),
        "2 its entry": (
            after("engine/agents/registry.py", "    return GreedyAgent(seed)\n", MAKER),
            after(
                "engine/agents/registry.py",
                "    for spec in (\n",
                '        AgentSpec("first", "takes the first legal move", _first),\n',
            ),
        ),
        "3 its row in the guide": (
            after(
                "docs/ai-players.md", "|---|---|\n", "| `first` | takes the first legal move |\n"
            ),
        ),
        "3 its word in the window": tuple(
            after(f"viewer/words/{language}.yaml", "\n", "agent_first: first\n")
            for language in LANGUAGES
        ),
    },
    ("tests/agents/test_registry.py",),
)
A_PRESENTER = Toy(
    {
        "1 its module": (new("viewer/scene/shelf.py", PRESENTER),),
        "2 its entry": (
            after("viewer/scene/presenter_registry.py", "Squares, Strip, ZoneBlock, ZoneByZone\n",
                  "from viewer.scene.shelf import shelf\n"),
            after("viewer/scene/presenter_registry.py", "PRESENTERS: dict[str, Presenter] = {\n",
                  '    "shelf": Presenter(shelf),\n'),
        ),
        "3 its row in the reference": (
            after("docs/view-files.md", "| `deck` | a pile with its backs up |\n",
                  "| `shelf` | zones on a shelf |\n"),
        ),
    },
    ("tests/viewer/scene/test_view_file_reference.py",),
)  # fmt: skip
A_DIAGNOSTIC = Toy(
    {
        "1 its code, and where it is met": (
            after("engine/language/codes.py", 'E510 = "E510", "a choice with too many moves"\n',
                  '    E511 = "E511", "a game that is called Toy"\n'),
            after(CHECKER + "check.py", "        header = check_header(cx, game)\n", MET),
        ),
        "2 its explanation": (
            before("engine/language/explanations.md", "## E601\n",
                   EXPLANATION),
        ),
    },
    ("tests/docs/test_explanations.py",), generated="3 the docs made anew",
)  # fmt: skip
A_LANGUAGE = Toy(
    {
        "1 a catalogue beside each ruleset": (translated("rulesets/*.fr.yaml", ".fr.", ".it."),),
        "2 the sentences of the engine": (translated("engine/rules/words/fr.yaml", "fr.", "it."),),
        "2 the words of lessons": (translated("engine/teach/words/fr.yaml", "fr.", "it."),),
        "2 the words of the window": (translated("viewer/words/fr.yaml", "fr.", "it."),),
    },
    (
        "tests/rules/test_catalogues.py", "tests/rules/test_shelf.py", "tests/teach/test_plan.py",
        "tests/viewer/app/test_words.py",
    ),
)  # fmt: skip
A_READER = Toy(
    {
        "1 its module": (new("engine/chronicle/rolls.py", READER),),
        "2 its method": (
            after(
                "engine/chronicle/chronicle.py",
                "from engine.chronicle.rows import AnnouncementRow, DecisionRow, LogChip, LogRow\n",
                "from engine.chronicle.rolls import rolls_in\n",
            ),
            before(
                "engine/chronicle/chronicle.py", "    def passing(self, number", DOOR
            ),
        ),
        "3 the leak test": (
            before("tests/game/test_leaks.py", '        "paid": ',
                   '        "rolls": log.rolls(last, seat),\n'),
        ),
    },
    ("tests/chronicle/test_doors.py", "tests/game/test_leaks.py::" + LEAK),
)  # fmt: skip
TOYS = {
    "a statement": STATEMENT, "a zone kind": ZONE_KIND, "an agent": AN_AGENT,
    "a presenter": A_PRESENTER, "a diagnostic": A_DIAGNOSTIC,
    "a reader of the chronicle": A_READER, "a language": A_LANGUAGE,
}  # fmt: skip


def places(toy: Toy) -> list[str]:
    """Return all places of a toy."""
    return [*toy.places, *filter(None, [toy.generated])]


def make(toy: Toy, root: Path, forgotten: str = "") -> None:
    """Make a toy in a copy of the project, but for one place."""
    for name, edits in toy.places.items():
        if name != forgotten:
            for edit in edits:
                edit(root)
    if toy.use is not None:
        toy.use(root)
    if toy.generated and forgotten != toy.generated:
        _run(root, "-m", "tests.docs.generated")


def complaint(toy: Toy, root: Path) -> str:
    """Return who says that a copy isn't right, mypy or a test, and what; empty if nobody does."""
    found = _run(root, "-m", "mypy", "engine", "viewer")
    if found.returncode:
        return "mypy: " + next(x for x in found.stdout.splitlines() if "error:" in x)
    found = _run(root, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", *toy.tests)
    if found.returncode:
        rows = [x for x in found.stdout.splitlines() if x.startswith(("FAILED", "ERROR"))]
        return rows[0] if rows else found.stdout[-300:]
    return ""


def _run(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *words]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)


def told(name: str, folder: Path) -> Iterator[tuple[str, str]]:
    """Yield for each place of a recipe's toy what is said when it is forgotten; first, as '', what
    is said when none is.
    """
    toy = TOYS[name]
    skipped = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".hypothesis", ".pytest_cache")
    for number, forgotten in enumerate(["", *places(toy)]):
        root = folder / f"{name.replace(' ', '-')}-{number}"
        shutil.copytree(ROOT, root, ignore=skipped)
        make(toy, root, forgotten)
        yield forgotten, complaint(toy, root)
        shutil.rmtree(root)


if __name__ == "__main__":
    for wanted in sys.argv[1:] or TOYS:
        with tempfile.TemporaryDirectory() as made:
            for without, said in told(wanted, Path(made)):
                what = f"without {without}" if without else "with everything"
                print(f"{wanted} {what}: {said or 'all is well'}", flush=True)
