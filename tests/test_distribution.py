"""What is installed has the same name, version and extras wherever they are said."""

import platform
import re
import tomllib
from importlib import metadata

import pytest

from engine.cli.version import extras
from engine.distribution import NAME, VERSION
from tests.cli.conftest import run_here
from tests.test_project import ROOT, files, matching_lines

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
OTHERS = re.compile(
    r"(?<![\w.-])cairn\[|\b(?:install|uninstall|upgrade)\s+(?:--\S+\s+)*['\"]?cairn(?![\w./-])"
)
"""What would fetch the project that is called cairn on the package index."""


@pytest.mark.parametrize(
    "line",
    ["pip install 'cai" + "rn[pdf]'", "pipx uninstall cai" + "rn", "uv tool upgrade cai" + "rn"],
)
def test_the_name_of_anothers_distribution_is_found(line: str) -> None:
    assert OTHERS.search(line)


@pytest.mark.parametrize("line", [f"pip install '{NAME}[pdf]'", "my cairn", "install ./cairn"])
def test_other_words_are_not(line: str) -> None:
    assert not OTHERS.search(line)


def test_no_file_says_to_install_anothers_distribution() -> None:
    assert matching_lines(OTHERS, files()) == []


def test_the_project_is_called_so() -> None:
    assert PROJECT["name"] == NAME
    own = [line for line in PROJECT["optional-dependencies"]["dev"] if line.startswith("cairn")]
    assert [line.partition("[")[0] for line in own] == [NAME]


def test_the_changelog_begins_with_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.findall(r"^## (\S+)", text, re.MULTILINE)[0] == VERSION


def test_the_command_says_what_it_runs_on() -> None:
    done = run_here("--version")
    first, system, executors, added = done.out.splitlines()
    assert (done.code, first) == (0, f"cairn {VERSION}")
    assert platform.python_version() in system and platform.system() in system
    assert f"wasmtime {metadata.version('wasmtime')}" in executors
    assert added.partition(": ")[2] == (", ".join(extras()) or "none")


def test_an_extra_is_listed_if_all_its_packages_are_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    required = ["numpy", "rich; extra == 'one'", "jinja2>=3; extra == 'two'",
                "no-such-package; extra == 'two'"]  # fmt: skip
    monkeypatch.setattr(metadata, "requires", lambda _: required)
    assert extras() == ["one"]
