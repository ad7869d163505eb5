"""What `cairn check` says of the small files in which strangers found faults, see expected.txt."""

import os
from pathlib import Path

import pytest

from engine.cli.ruleset_texts import check_one
from engine.language.diagnostics import Diagnostic

HERE = Path(__file__).parent
TABLE = HERE / "expected.txt"
USUAL = ("W001", "W003")
"""What is said of nearly every small file: something unused, and no examples."""
REWRITE = bool(os.environ.get("CAIRN_REWRITE"))


def expected() -> dict[str, list[str]]:
    """What is to be said of each file, by its name."""
    found: dict[str, list[str]] = {}
    for row in TABLE.read_text(encoding="utf-8").splitlines():
        if row.startswith("  "):
            found[list(found)[-1]].append(row.strip())
        elif row and not row.startswith("#"):
            found[row] = []
    return found


def row(d: Diagnostic) -> str:
    """A diagnostic as the table has it."""
    return f"{d.code} line {d.span.line}: {d.message}"


def said(name: str) -> list[str]:
    """What is said of a file."""
    result = check_one(str(HERE / name))
    broken = [x.diagnostic for x in result.outcomes if x.diagnostic is not None]
    told = [d for d in result.findings.in_order() if d.code not in USUAL]
    rows = [row(d) for d in (*told, *broken)]
    return rows if rows or not result.passed else ["passes"]


@pytest.mark.parametrize("name", expected())
def test_says_exactly_this(name: str) -> None:
    assert said(name) == expected()[name]


def test_every_file_is_in_the_table() -> None:
    files = {path.relative_to(HERE).as_posix() for path in HERE.glob("**/*.cairn")}
    assert set(expected()) == files
