"""The help in a real window: the pointer lights the table, and a position is laid and left."""

import json

import pytest

from tests.scope import ALL
from tests.viewer.window.screens import run, x_server


@pytest.mark.skipif(not ALL, reason="a process for each window: CAIRN_ALL=1")
@pytest.mark.parametrize(
    ("game", "size", "language", "word", "family"),
    [
        ("lost-cities-card", (1280, 800), "en_GB.UTF-8", "Your expeditions", "expedition"),
        ("lost-cities-board", (390, 844), "de_DE.UTF-8", "Der Spielplan", "path"),
    ],
)
def test_a_paragraph_lights_the_table_and_its_position_can_be_tried(
    game: str, size: tuple[int, int], language: str, word: str, family: str
) -> None:
    with x_server(*size) as display:
        module = "tests.viewer.window.reader"
        done = run(game, *size, word, display=display, module=module, LANG=language)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["before"], told["lit"]) == ([], [family])
    assert told["trying"] and told["back"]
