"""Files are whole or not touched, and lie where each system keeps such things."""

import errno
import os
import stat
from pathlib import Path

import pytest

from engine.language.codes import Code
from engine.language.diagnostics import RulesError
from engine.language.files import write_file
from engine.storage import folders
from engine.storage.atomic_write import UNFINISHED, replacing, write_whole
from engine.storage.cache import ROOM, keep, keep_summed, read_summed, tidy

ROOT = Path(__file__).resolve().parents[2]


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_file_keeps_its_rights_and_has_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "rules.cairn"
    path.write_text("old")
    path.chmod(0o640)
    write_whole(path, "new\n")
    assert (path.read_bytes(), mode(path)) == (b"new\n", 0o640)
    assert list(tmp_path.iterdir()) == [path]


def test_what_stops_half_way_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text("old")
    with pytest.raises(KeyboardInterrupt), replacing(path) as new:
        new.write_text("ne")
        raise KeyboardInterrupt
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_is_reported_with_the_file_that_had_no_room(tmp_path: Path) -> None:
    path = tmp_path / "table.png"
    with pytest.raises(OSError, match="No space left") as found, replacing(path):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    assert found.value.filename == str(path)
    with pytest.raises(OSError, match="No such file") as found:
        write_whole(tmp_path / "nowhere" / "save", "x")
    assert found.value.filename == str(tmp_path / "nowhere" / "save")


def test_what_is_cached_is_for_nobody_else(tmp_path: Path) -> None:
    path = tmp_path / "cache" / "code"
    keep_summed(path, b"code")
    assert (mode(path), mode(path.parent)) == (0o600, 0o700)
    assert read_summed(path) == b"code"
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    assert read_summed(path) is None


def test_a_cache_keeps_what_is_newest_and_nothing_unfinished(tmp_path: Path) -> None:
    for number in range(5):
        old = tmp_path / f"old-{number}"
        with old.open("wb") as file:
            file.truncate(ROOM // 4)
        os.utime(old, (number, number))
    killed = tmp_path / f"{UNFINISHED}killed"
    killed.write_text("half of i")
    os.utime(killed, (9, 9))
    keep(tmp_path / "new", "whole")
    tidy(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"old-4", "new"}
    killed.write_text("half of i")
    tidy(tmp_path)
    assert killed.exists(), "somebody may be writing it"


def test_a_file_that_cannot_be_written_is_said_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as found:
        write_file(tmp_path / "nowhere" / "save.yaml", "x")
    (diagnostic,) = found.value.diagnostics
    assert diagnostic.code == Code.E601
    assert diagnostic.message.endswith("save.yaml can't be written: No such file or directory")


def test_folders_follow_the_system(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert folders.cache_folder("code") == tmp_path / "cairn" / "code"
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert folders.cache_folder("code") == tmp_path / "home" / ".cache" / "cairn" / "code"


@pytest.mark.parametrize("word", ["XDG_", "mkstemp", "NamedTemporaryFile", "Path.home"])
def test_folders_and_whole_files_are_nobody_elses_business(word: str) -> None:
    named = [
        path.relative_to(ROOT).as_posix()
        for package in ("engine", "viewer")
        for path in (ROOT / package).rglob("*.py")
        if word in path.read_text(encoding="utf-8")
    ]
    assert [name for name in named if not name.startswith("engine/storage/")] == []
