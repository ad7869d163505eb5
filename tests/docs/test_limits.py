"""Every limit refuses what is beyond it, by the code that the docs tell."""

import re
from pathlib import Path

import pytest

from engine import Game, RulesError, Session, load_text
from engine.agents.search_config import MOST_SECONDS
from engine.compile.wasm.memory import MOST_PAGES, PAGE
from engine.game import saves
from engine.language.diagnostics import MOST
from engine.rules import load
from engine.serving import thinking
from engine.serving.store import TOKEN_BYTES
from engine.teach import lessons
from engine.training import files
from tests.docs.generated import SECURITY, filled
from tests.docs.limits import LIMITS, Limit
from tests.scope import telling

QUICK = [limit for limit in LIMITS if not limit.slow]


@pytest.mark.parametrize("limit", telling(QUICK, LIMITS), ids=lambda limit: limit.what)
def test_what_is_beyond_a_limit_is_refused_by_its_code(limit: Limit) -> None:
    with pytest.raises(RulesError) as caught:
        loaded = load_text(limit.beyond, Path("limits.cairn"))
        game = Game(loaded, loaded.checked().header.players[0])
        session = Session(game, 1)
        session.play(session.written_moves()[0])
    found = caught.value.diagnostics[0]
    assert found.code is limit.code, found.message
    assert not limit.told or str(limit.most) in found.message.replace(",", "")
    assert found.span.line > 0


def test_the_page_lists_the_limits_as_they_are() -> None:
    page = SECURITY.read_text("utf-8")
    assert filled(page) == page, "run: python -m tests.docs.generated"
    rows = dict(re.findall(r"^\| ([^|`]+) \| ([\d,]+) \|", page, re.MULTILINE))
    for words, most in (
        ("a ruleset, a view file, lessons or a catalogue, in bytes", load.MAX_BYTES),
        ("lessons in a file", lessons.MOST),
        ("a save, in bytes", saves.MAX_BYTES),
        ("a policy, in bytes", files.MAX_BYTES),
        ("seconds that an AI player may search, if you say how long", int(MOST_SECONDS)),
        ("memory of a WebAssembly module, in MiB", MOST_PAGES * PAGE >> 20),
    ):
        assert rows[words] == f"{most:,}"
    assert f"at most {thinking.SECONDS:.0f} s for a decision" in page
    assert thinking.MEGABYTES == 1024 and "and 1 GiB of memory" in page
    assert f"at most {MOST} errors and {MOST} warnings" in page
    assert f"keys with {8 * TOKEN_BYTES} random" in " ".join(page.split())
