"""What must hold of the project's files whatever they do."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]

# Imports run one way: a room may import from itself and from the rooms before it.
ROOMS = [
    "storage",
    "language",
    "rules",
    "compile",
    "moves",
    "game",
    "chronicle",
    "training",
    "agents",
    "study",
    "tuning",
    "playtest",
    "teach",
    "table",
    "serving",
    "editor",
    "cli",
    "adapters",
]

# The same for the viewer, its modules that are no rooms among them.
VIEWER_ROOMS = [
    "errors",
    "commands",
    "nodes",
    "node_cache",
    "artwork",
    "scene",
    "app",
    "panels",
    "window",
    "page",
    "remote",
]

DEEPEST = 3
"""So many classes of ours may stand on one another, the last one counted."""

ONE_GAME = re.compile(r"expedition|wager|artifact|lost.cities|yellow", re.IGNORECASE)
MACHINE_PATH = re.compile(r"/(root|work|farm|home/[a-z]+)/")

NOT_OURS = {".git", "__pycache__", "build", "dist", "htmlcov", "venv"}


class Import(NamedTuple):
    """One imported name: `from engine.game import Session` imports `engine.game.Session`."""

    name: str
    line: int
    on_loading: bool  # not inside a function


def files(folder: Path = ROOT, pattern: str = "*", deep: bool = True) -> Iterator[Path]:
    """The project's own files: nothing from environments, caches and builds."""
    for path in sorted(folder.iterdir()):
        if path.name in NOT_OURS:
            continue
        if path.is_dir():
            hidden = path.name.startswith(".") and path.name != ".ci"
            if deep and not hidden:
                yield from files(path, pattern)
        elif path.match(pattern):
            yield path


def matching_lines(pattern: re.Pattern[str], paths: Iterator[Path]) -> list[str]:
    """Where the pattern occurs in those of the files that are text."""
    found = []
    for path in paths:
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), start=1):
            if pattern.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()}")
    return found


@cache
def tree(source: str) -> ast.Module:
    return ast.parse(source)


@cache
def imports(module: str, source: str, is_package: bool = False) -> list[Import]:
    """Every import in a module's source, relative ones made absolute."""
    found: list[Import] = []

    def visit(node: ast.AST, on_loading: bool) -> None:
        match node:
            case ast.Import():
                found.extend(Import(alias.name, node.lineno, on_loading) for alias in node.names)
            case ast.ImportFrom():
                parts = module.split(".")
                above = parts[: len(parts) - node.level + is_package] if node.level else []
                base = ".".join([*above, *filter(None, [node.module])])
                found.extend(
                    Import(f"{base}.{alias.name}", node.lineno, on_loading) for alias in node.names
                )
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                on_loading = False
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
                visit(child, on_loading)

    visit(tree(source), True)
    return found


def room_of(name: str) -> str | None:
    """The room that a dotted name of the engine lies in, if it is in one."""
    match name.split("."):
        case ["engine", room, *_] if room in ROOMS:
            return room
    return None


@cache
def shared() -> set[str]:
    """The modules directly under `engine` that are no rooms."""
    modules = {path.stem for path in files(ROOT / "engine", "*.py", deep=False)}
    return modules - {"__init__", *ROOMS}


def is_shared(name: str) -> bool:
    """Whether a dotted name lies in a module directly under `engine` that is no room."""
    return name.split(".")[1] in shared()


@cache
def sources() -> dict[str, tuple[str, bool]]:
    """The modules of `engine` and `viewer` by dotted name: the text, and if it is a package."""
    found = {}
    for package in ("engine", "viewer"):
        for path in files(ROOT / package, "*.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            is_package = parts[-1] == "__init__"
            module = ".".join(parts[:-1] if is_package else parts)
            found[module] = (path.read_text(encoding="utf-8"), is_package)
    return found


def import_graph(modules: dict[str, tuple[str, bool]]) -> dict[str, set[str]]:
    """For each module those of the others that it imports, wherever in its text."""
    graph: dict[str, set[str]] = {}
    for module, (source, is_package) in modules.items():
        names = [i.name for i in imports(module, source, is_package)]
        meant = {name if name in modules else name.rpartition(".")[0] for name in names}
        graph[module] = meant & modules.keys() - {module}
    return graph


def reached(graph: dict[str, set[str]], start: str) -> set[str]:
    """All that is reached from a node, by one arrow or more."""
    found: set[str] = set()
    waiting = list(graph[start])
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            waiting += graph[node]
    return found


def circles(graph: dict[str, set[str]]) -> list[set[str]]:
    """The greatest sets of modules that all reach each other."""
    after = {node: reached(graph, node) for node in graph}
    found: list[set[str]] = []
    for node in graph:
        if node in after[node] and not any(node in known for known in found):
            found.append({other for other in after[node] if node in after[other]})
    return found


def heights(modules: dict[str, tuple[str, bool]]) -> dict[str, int]:
    """By dotted name of a class: how many classes of ours it is on, itself counted."""
    bases: dict[str, list[str]] = {}
    aliases: dict[str, str] = {}  # what a name in a module means
    for module, (source, _) in modules.items():
        for node in ast.walk(tree(source)):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    known = f"{module}.{alias.asname or alias.name}"
                    aliases[known] = f"{node.module}.{alias.name}"
            elif isinstance(node, ast.ClassDef):
                written = (ast.unparse(base).partition("[")[0] for base in node.bases)
                bases[f"{module}.{node.name}"] = [f"{module}.{base}" for base in written]

    def meant(name: str) -> str:
        while name not in bases:
            owner, _, last = name.rpartition(".")
            if name in aliases:
                name = aliases[name]
            elif owner in aliases:
                name = f"{aliases[owner]}.{last}"
            else:
                break
        return name

    def height(name: str) -> int:
        return 1 + max((height(meant(base)) for base in bases[name] if meant(base) in bases),
                       default=0)  # fmt: skip

    return {name: height(name) for name in bases}


def refusal(module: str, imported: Import) -> str | None:
    """Why a module of `engine` or `viewer` may not import a name, if it may not."""
    name = imported.name
    package, *inside = name.split(".")
    own_room, room = room_of(module), room_of(name)
    if module.startswith("viewer"):
        if package == "viewer" and inside and module != "viewer":
            own, meant = module.split(".")[1], inside[0]
            if VIEWER_ROOMS.index(meant) > VIEWER_ROOMS.index(own):
                return f"{meant} comes after {own}"
        if package == "engine" and room in ("compile", "cli"):
            return "the viewer plays compiled games, and is opened by the command line"
    elif package == "viewer":
        if imported.on_loading or own_room not in ("cli", "adapters"):
            return "only a function of engine.cli or engine.adapters may import the viewer"
    elif package == "engine" and module != "engine":
        if room is None:
            if own_room != "cli" and not (inside and is_shared(name)):
                return "the engine's public names are for those outside it"
        elif own_room is None:
            return "what all rooms share may import from none"
        elif ROOMS.index(room) > ROOMS.index(own_room):
            return f"{room} comes after {own_room}"
        elif name.startswith("engine.compile.lowering") and own_room != "compile":
            return "the compiler ends where play begins: read Compiled.debug"
    return None


def import_faults(module: str, source: str, is_package: bool = False) -> list[str]:
    """The imports of a module of `engine` or `viewer` that go the wrong way."""
    return [
        f"{module}, line {imported.line}: {imported.name} ({why})"
        for imported in imports(module, source, is_package)
        if (why := refusal(module, imported))
    ]


def test_engine_and_viewer_know_no_game() -> None:
    for package in ("engine", "viewer"):
        assert matching_lines(ONE_GAME, files(ROOT / package)) == []


def test_imports_run_one_way() -> None:
    faults = []
    for module, (source, is_package) in sources().items():
        faults += import_faults(module, source, is_package)
    assert faults == []


def test_no_circle_of_imports() -> None:
    assert [sorted(circle) for circle in circles(import_graph(sources()))] == []


def test_a_circle_is_found_through_lazy_and_type_only_imports() -> None:
    late = "def show() -> None:\n    from engine.b import B"
    typed = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from engine.a import A"
    modules = {"engine.a": (late, False), "engine.b": (typed, False), "engine.c": (late, False)}
    assert circles(import_graph(modules)) == [{"engine.a", "engine.b"}]


def test_no_class_stands_on_a_tower() -> None:
    assert [name for name, height in heights(sources()).items() if height > DEEPEST] == []


def test_the_height_of_a_class_is_counted_across_modules() -> None:
    modules = {
        "engine.a": ("class A(list[int]): ...\nclass B(A): ...", False),
        "engine.b": ("from engine import a as x\nclass C(x.B): ...", False),
        "engine.c": ("from engine.b import C\nclass D(C[int]): ...", False),
    }
    assert heights(modules)["engine.c.D"] == 4


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("engine.game.session", "from engine.language.spans import Span\nimport lark"),
        ("engine.game.session", "from . import moves\nfrom ..rules import model"),
        ("engine.cli.main", "def show() -> None:\n    import viewer"),
        ("engine.adapters.stepping", "def show() -> None:\n    import viewer"),
        ("engine", "from engine.game import Session"),
        ("viewer.window", "import engine\nfrom engine import Session\nfrom viewer import artwork"),
        ("viewer.window", "from engine.table.match import Match"),
        ("viewer.panels.log", "from viewer.app import shell\nfrom viewer.nodes import Node"),
    ],
)
def test_imports_that_are_allowed(module: str, source: str) -> None:
    assert import_faults(module, source) == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("engine.language.parser", "from engine.game import Session"),
        ("engine.language.parser", "def late() -> None:\n    import engine.game"),
        ("engine.language.parser", "from ..game.session import Session"),
        ("engine.language.parser", "from engine import Session"),
        ("engine.errors", "from engine.language import spans"),
        ("engine.cli.main", "import viewer"),
        ("engine.adapters.pettingzoo", "import viewer"),
        ("engine.cli.main", "from engine.adapters import stepping"),
        ("engine.game.session", "def show() -> None:\n    from viewer import window"),
        ("engine", "from viewer import window"),
        ("engine.game.session", "from engine.compile.lowering import context"),
        ("viewer.window", "from engine.compile import layout"),
        ("viewer.window", "from engine.cli.play import play"),
        ("viewer.scene.look", "def late() -> None:\n    from viewer.app.focus import Focus"),
        ("viewer.nodes", "from viewer import artwork"),
    ],
)
def test_imports_that_are_refused(module: str, source: str) -> None:
    assert len(import_faults(module, source)) == 1


def test_no_file_names_a_path_of_a_machine() -> None:
    own = (path for path in files() if path.suffix != ".lock")
    assert matching_lines(MACHINE_PATH, own) == []


def test_a_class_has_its_name_alone() -> None:
    """But for those that stand behind the name of their vocabulary, as `s.Move` and `m.Move`."""
    own = ("engine.language.syntax", "engine.rules.model", "engine.compile.program",
           "viewer.commands")  # fmt: skip
    named = [
        node.name
        for module, (source, _) in sources().items()
        if not module.startswith(own)
        for node in ast.walk(tree(source))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]
    assert [name for name, times in Counter(named).items() if times > 1] == []


def test_the_public_names_are_few_and_explained() -> None:
    import engine

    assert 30 <= len(engine.__all__) <= 53
    unexplained = [name for name in engine.__all__ if not getattr(engine, name).__doc__]
    assert unexplained == []
