"""The documentation site: it builds without a warning, and what its pages for players say holds."""

import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest

from engine import agent_names
from engine.distribution import NAME, VERSION
from tests.cli.conftest import run_here
from tests.docs.gallery import rulesets
from tests.docs.pages import DOCS, ROOT, anchor, pages
from tests.docs.snippets import CHAPTERS
from tests.scope import ALL
from viewer.app.keymap import COMMANDS

PAGES = sorted(
    page for page in DOCS.rglob("*.md") if not {"editors", "gallery"} & {*page.parent.parts}
)
BY_HAND = (
    *("index", "install", "play", "learn", "change-a-game", "write-a-game", "cookbook", "files"),
    *("balance", "editors", "file-formats", "glossary", "python", "measurements", "contribute"),
    "reliability",
    *(f"language/{page.stem}" for page in CHAPTERS if page.stem != "quick-reference"),
)
FOR_PLAYERS = ("install", "play", "games", "examples", "files", "contribute")
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
_FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`[^`\n]*`")
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_ROW = re.compile(r"^\| (.*) \|$", re.MULTILINE)
_LONGEST = 25


def text(name: str) -> str:
    return (DOCS / f"{name}.md").read_text("utf-8")


def commands(name: str) -> list[str]:
    """The command lines of a page, those within its sentences after those of its blocks."""
    page = text(name)
    blocks = [
        line for kind, body in _FENCE.findall(page) if kind == "sh" for line in body.split("\n")
    ]
    within = re.findall(r"`(cairn [a-z]+ [^`]+)`", _FENCE.sub("", page))
    return [line for line in dict.fromkeys([*blocks, *within]) if line]


# ------------------------------------------------------------------ the site


def build(builder: str, site: Path) -> None:
    """Build the site; a warning, such as of a link that leads nowhere, is an error."""
    sphinx = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going"]
    done = subprocess.run(
        [*sphinx, "--builder", builder, "-d", site.with_name("trees"), DOCS, site],
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_no_link_of_the_site_leads_nowhere(tmp_path: Path) -> None:
    build("dummy", tmp_path / "site")


@pytest.mark.skipif(not ALL, reason="writes the whole site: CAIRN_ALL=1, or make docs")
def test_the_site_is_read_without_a_network(tmp_path: Path) -> None:
    site = tmp_path / "site"
    build("html", site)
    built = {path.relative_to(site).with_suffix("").as_posix() for path in site.rglob("*.html")}
    assert {page.relative_to(DOCS).with_suffix("").as_posix() for page in PAGES} <= built
    assert "search" in built
    assert {f"gallery/{path.stem}" for path in rulesets()} <= built
    assert 'href="gallery/index.html"' in (site / "index.html").read_text("utf-8")
    for page in site.rglob("*.html"):  # opened as a file, or without a network
        loaded = re.findall(
            r'<(?:script|img|link)\b[^>]*\b(?:src|href)="([^"]+)"', page.read_text("utf-8")
        )
        assert [link for link in loaded if re.match(r"(https?:)?//", link)] == [], page.name


def test_the_generated_parts_are_up_to_date() -> None:
    for page, made in pages().items():
        assert page.read_text("utf-8") == made, "run: python -m tests.docs.generated"


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings; one that comes again has its number behind it."""
    found: dict[str, int] = {}
    known = set()
    for title in re.findall(r"^#+ (.*)$", _FENCE.sub("", page.read_text("utf-8")), re.MULTILINE):
        name = anchor(title)
        number = found[name] = found.get(name, -1) + 1
        known.add(f"{name}-{number}" if number else name)
    return known


def dead_links(page: Path) -> Iterator[str]:
    for link in _LINK.findall(_CODE.sub("", _FENCE.sub("", page.read_text("utf-8")))):
        if re.match(r"https?:", link):
            continue
        name, _, wanted = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        if not target.exists() or (wanted and wanted not in anchors(target)):
            yield link


@pytest.mark.parametrize("page", [*PAGES, *sorted(ROOT.glob("*.md"))], ids=lambda page: page.stem)
def test_every_link_leads_somewhere(page: Path) -> None:
    assert list(dead_links(page)) == []


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# A b\n\n## A b\n\n[1](#a-b) [2](#a-b-1) [3](#c) [4](none.md) `[5](x.md)`\n")
    assert list(dead_links(page)) == ["#c", "none.md"]


# ------------------------------------------------------------------ what the pages say


@pytest.mark.parametrize("name", FOR_PLAYERS)
def test_every_command_works(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are played in the terminal and left at once; what installs is held to the project."""
    monkeypatch.chdir(tmp_path)
    copytree(ROOT / "examples", tmp_path / "examples")
    makefile = (ROOT / "Makefile").read_text("utf-8")
    some = slice(None, None, 5) if name == "examples" and not ALL else slice(None)
    for command in commands(name)[some]:
        program, *words = shlex.split(command)
        if program == "cairn":
            playing = ["--text"] if words[0] == "play" and "--text" not in words else []
            done = run_here(*words, *playing, given="quit\n")
            assert done.code == 0 and done.out, f"{command}\n{done.out}{done.err}"
        elif program == "make":
            assert re.search(rf"^{words[0]}:", makefile, re.MULTILINE), command
        for wheel in re.findall(r"dist/(\S+)-py3", command):
            assert wheel == f"{NAME.replace('-', '_')}-{VERSION}"
        for extras in re.findall(r"\[([a-z,]+)\]", command):
            assert set(extras.split(",")) <= set(SETTINGS["optional-dependencies"])


def rows(page: str, head: str) -> list[str]:
    """The first cells of the table below a heading or a head row."""
    table = page.partition(head)[2].partition("\n\n")[0]
    return [row.split(" | ")[0] for row in _ROW.findall(table) if not row.startswith("---")]


def test_every_extra_is_listed() -> None:
    listed = {cell.strip("`") for cell in rows(text("install"), "| extra | what it adds |")}
    assert listed == set(SETTINGS["optional-dependencies"])


def test_every_opponent_is_listed() -> None:
    listed = {
        cell.strip("`").partition(":")[0] for cell in rows(text("play"), "| name | how it plays |")
    }
    assert listed == {*agent_names(), "mcts"}


def test_every_key_does_something() -> None:
    listed = re.findall(r"`([^`]+)`", " ".join(rows(text("play"), "window shows:\n\n")))
    assert len(listed) >= 8
    assert [key for key in listed if key.lower() not in {*COMMANDS, "space"}] == []


def test_every_command_in_the_terminal_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    cells = " ".join(rows(text("play"), "| command | what it does |"))
    listed = [command.replace("MOVE", "1") for command in re.findall(r"`([^`]+)`", cells)]
    assert len(listed) >= 10
    said = "\n".join(["1", *listed])
    done = run_here("play", "--text", "lost-cities-card", "--agents", "human,greedy", given=said)
    assert done.code == 0
    assert "The game is left after" in done.out
    assert "not legal" not in done.out and "There is no" not in done.out


@pytest.mark.parametrize("name", BY_HAND)
def test_no_sentence_is_long(name: str) -> None:
    spoken = re.sub(r"<!-- generated.*?<!-- end -->", "", text(name), flags=re.DOTALL)
    plain = re.sub(r"\]\([^)]*\)|^(\||#|<!--).*$", "", _FENCE.sub("", spoken), flags=re.MULTILINE)
    sentences = re.split(r"(?<=[.?!:])\**\s+|\n\n|\n *(?:-|\d+\.) ", plain)
    assert [s for s in sentences if len(s.split()) > _LONGEST] == []


def test_no_type_of_the_program_shows_through_in_the_reference() -> None:
    spoken = _CODE.sub("", _FENCE.sub("", text("commands") + text("api")))
    assert re.findall(r"<\w+>|\bengine\.\w+\.", spoken) == []
