"""docs/file-formats.md lists what the files and the output for programs hold, and nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from engine.game.saves import Save, read_save
from engine.training.files import PolicyFile
from tests.cli.conftest import run_here
from tests.docs.pages import DOCS, ROOT

TEXT = (DOCS / "file-formats.md").read_text("utf-8")


def keys(mark: str) -> set[str]:
    """The keys in the first column of the table below a mark."""
    table = re.search(rf"<!-- keys: {mark} -->\n((?:\|.*\n)+)", TEXT)
    assert table, mark
    cells = [row.split(" | ")[0] for row in table[1].splitlines()[2:]]
    return {key for cell in cells for key in re.findall(r"`(\w+)`", cell)}


@pytest.mark.parametrize(("mark", "model"), [("save", Save), ("policy", PolicyFile)])
def test_every_key_of_a_file_is_explained(mark: str, model: type[BaseModel]) -> None:
    assert keys(mark) - {"sum"} == set(model.model_fields)


def test_a_policy_ends_with_its_checksum() -> None:
    text = (ROOT / "rulesets" / "lost-cities-card.2.policy.json").read_text("utf-8")
    assert set(json.loads(text)) == keys("policy") and list(json.loads(text))[-1] == "sum"


def test_every_key_of_the_output_of_check_is_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.cairn").write_text('game "Bad"\n', "utf-8")
    said = json.loads(run_here("check", "--json", "bad.cairn").out)
    assert set(said) == {"ok", "files"}
    assert set(said["files"][0]) == keys("check")
    assert set(said["files"][0]["diagnostics"][0]) == keys("diagnostic")


def test_every_key_of_a_replay_is_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_here("sim", "nim", "--games", "1", "--record", "games").code == 0
    save = tmp_path / "games" / "0001.save"
    assert read_save(save).ruleset == "nim"
    rows = [json.loads(line) for line in run_here("replay", str(save), "--json").out.splitlines()]
    assert set(rows[0]) == keys("replay")
    assert set(rows[-1]) == keys("result")
