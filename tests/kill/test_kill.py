"""Some seconds of `python -m tests.kill`, and that it notices what is lost or half written."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from tests.kill.files import damaged
from tests.kill.harm import harmed
from tests.kill.targets import TARGETS
from tests.kill.work import cairn
from tests.scope import ALL, telling

SEED = 32
TIMES = 10 if ALL else 2
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forks and mounts as Linux does")


@pytest.mark.parametrize("name", telling(["play"], [*TARGETS]))
def test_nothing_is_lost_and_no_file_is_half_written(name: str) -> None:
    found = harmed(name, TARGETS[name], TIMES, SEED, lambda text: None)
    assert found.faults == []
    assert (found.kills, found.limited) == (TIMES, 1)
    assert found.full or found.skipped


def test_what_is_promised_and_not_kept_is_a_fault() -> None:
    target = replace(TARGETS["play"], first=partial(cairn, "list"), again=None, typed="")
    target = replace(target, promised=len)
    assert any("were kept" in fault for fault in harmed("lies", target, 0, SEED, print).faults)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("game.save", "cairn: 3\nruleset: nim\n"),
        ("learning/nim.me.json", '{"version": 1'),
        ("nim.policy.json", "{}"),
        ("out/report.html", "<html><body>"),
        ("code/abc.code", "no sum"),
        ("what-is-this", ""),
    ],
)
def test_a_file_that_is_not_whole_is_named(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(content)
    (fault,) = damaged(tmp_path)
    assert name in fault
