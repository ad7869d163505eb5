"""The tables of the grammar are kept between runs, and made anew where what is kept isn't whole."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.language.lexer import reader
from engine.storage.cache import read_summed


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of the test's own, for a reader that is made and read again."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    reader.cache_clear()
    yield tmp_path / "cairn" / "grammar"
    reader.cache_clear()


def words() -> list[str]:
    """What the reader finds in a line, after it was forgotten."""
    reader.cache_clear()
    return [str(x) for x in reader().parse_interactive("1 + a", start="expr").iter_parse()]


def test_half_of_a_file_is_replaced_by_a_whole_one(folder: Path) -> None:
    before = words()
    (kept,) = folder.iterdir()
    kept.write_bytes(kept.read_bytes()[:4096])
    assert words() == before == ["1", "+", "a"]
    assert [read_summed(path) is not None for path in folder.iterdir()] == [True]
