"""An editor shows above a ruleset what an edit did to play, studied while it is written."""

import asyncio
import time
from pathlib import Path

import pytest
from lsprotocol import types as t

from engine.cli.lsp_study import LEARNING, OFFERED, READY, STOPPED, STUDYING, EditLens
from engine.rules.load import load_text
from tests.editor.test_server import Editor
from tests.scope import ALL
from tests.study.playing import RACE, race

LONGER = RACE.replace("3..9 = 5", "3..9 = 9")


def until(lens: EditLens, words: str) -> str:
    """Wait until a lens says something."""
    late = time.monotonic() + 60
    while words not in lens.line and time.monotonic() < late:
        time.sleep(0.05)
    return lens.line


@pytest.mark.skipif(not ALL, reason="trains players")
def test_an_edit_stops_the_study_of_the_one_before() -> None:
    said: list[str] = []
    lens = EditLens(lambda: said.append(lens.line), seconds=3.0)
    lens.look(race())
    assert until(lens, READY) == READY and said == [LEARNING, READY]
    lens.look(load_text(RACE.replace('first" 3', 'first" 4'), Path("race.cairn")))
    lens.look(load_text(LONGER, Path("race.cairn")))
    assert "decisions longer" in until(lens, "games")
    assert sum("games" in line for line in said) == 1


def test_a_study_that_is_stopped_says_so() -> None:
    said: list[str] = []

    def heard() -> None:
        said.append(lens.line)
        if lens.line in (LEARNING, STUDYING):
            lens.stop()

    lens = EditLens(heard, seconds=0.1)
    lens.look(race())
    assert until(lens, READY) == READY
    lens.look(load_text(LONGER, Path("race.cairn")))
    assert until(lens, STOPPED) == STOPPED and said == [LEARNING, READY, STUDYING, STOPPED]


@pytest.mark.skipif(not ALL, reason="trains players")
def test_the_server_has_a_lens_for_it(tmp_path: Path) -> None:
    (tmp_path / "race.cairn").write_text(RACE, "utf-8")

    async def converse() -> list[str]:
        editor = Editor(tmp_path)
        await editor.start()
        found: list[str] = []
        try:
            await editor.open("race.cairn")
            ask = t.CodeLensParams(editor.document("race.cairn"))
            lens = (await editor.client.text_document_code_lens_async(ask))[-1].command
            found.append(lens.title)
            params = t.ExecuteCommandParams(lens.command, lens.arguments)
            found.append(await editor.client.workspace_execute_command_async(params))
        finally:
            await editor.stop()
        return found

    offered, told = asyncio.run(converse())
    assert (offered, told) == (OFFERED, LEARNING)
