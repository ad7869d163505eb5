"""Watching files that editors save in their many ways."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.storage.watcher import FileWatcher


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "rules.cairn"
    path.write_text("one")
    return path


def test_nothing_has_changed_at_first(file: Path) -> None:
    watch = FileWatcher([file])
    assert watch.paths == [file]
    assert watch.changed() == [] and watch.changed() == []


def test_a_change_is_told_once(file: Path) -> None:
    watch = FileWatcher([file])
    file.write_text("two")
    assert watch.changed() == [file]
    assert watch.changed() == []


def test_a_change_of_the_same_size_at_the_same_time_is_seen(file: Path) -> None:
    watch = FileWatcher([file])
    status = file.stat()
    watch.changed()
    file.write_text("two")
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert watch.changed() == [file]


def test_what_is_written_again_as_it_was_has_not_changed(file: Path) -> None:
    watch = FileWatcher([file])
    file.write_text("one")
    os.utime(file, (1, 1))
    assert watch.changed() == []


def test_a_file_that_is_replaced_is_followed(file: Path) -> None:
    watch = FileWatcher([file])
    other = file.with_suffix(".new")
    other.write_text("two")
    other.replace(file)
    assert watch.changed() == [file]
    file.write_text("three")
    assert watch.changed() == [file]


def test_a_file_that_is_gone_or_empty_is_waited_for(file: Path) -> None:
    watch = FileWatcher([file])
    file.unlink()
    assert watch.changed() == []
    file.write_text("")
    assert watch.changed() == []
    file.write_text("one")
    assert watch.changed() == []
    file.unlink()
    assert watch.changed() == []
    file.write_text("two")
    assert watch.changed() == [file]


def test_a_file_that_is_not_there_yet_is_told_when_it_comes(tmp_path: Path) -> None:
    path = tmp_path / "later.cairn"
    watch = FileWatcher([path])
    assert watch.changed() == []
    path.write_text("now")
    assert watch.changed() == [path]


def test_other_files_are_followed_without_forgetting(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "base.cairn"
    other.write_text("base")
    watch = FileWatcher([file])
    file.write_text("two")
    watch.follow([file, other])
    assert watch.changed() == [file]
    other.write_text("more")
    watch.follow([other])
    file.write_text("three")
    assert watch.changed() == [other]
