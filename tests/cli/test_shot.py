"""`cairn shot`: what it refuses is one sentence. Its pictures are looked at in `viewer/window`."""

from pathlib import Path

import pytest

from tests.cli.conftest import Cairn


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--size", "big"], "1440x900"),
        (["--size", "1440x"], "1440x900"),
        (["--size", "10x10"], "320x320"),
        (["--size", "99999x9"], "7680x4320"),
        (["--seat", "3"], "no seat 3"),
        (["--players", "7"], "for 2 players"),
        (["--out", "table.jpg"], "PNG"),
        (["--out", "nowhere/table.png"], "no folder"),
        (["--agents", "human,greedy"], "human"),
        (["--set", "colour=red"], "colour"),
        (["--lang", "xx"], "--lang"),
    ],
)
def test_a_picture_that_cannot_be_taken(
    cairn: Cairn, tmp_path: Path, arguments: list[str], words: str
) -> None:
    done = cairn("shot", "lost-cities-card", *arguments)
    assert (done.code, done.out) == (1, "")
    sentences = [line for line in done.err.splitlines() if line.strip()]
    assert len(sentences) == 1, done.err
    assert words in sentences[0]
    assert list(tmp_path.iterdir()) == []
