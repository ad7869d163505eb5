"""What a terminal obeys but nobody sees comes from no file to the screen."""

from json import loads
from pathlib import Path

import pytest

from engine.game.saves import _checksum, parse_save, save_text
from engine.game.session import Game, Session
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.escaping import json, visible
from engine.rules.files import catalogue_path
from engine.rules.load import load, load_text
from engine.rules.translations import read_catalogue
from tests.test_project import ROOT

EVIL = ["\x9b", "\x1b", "\x00", "\x7f", "\u202e", "\u2066", "\u2029", "\u200f"]
NIM = ROOT / "examples/nim.cairn"


@pytest.mark.parametrize("char", EVIL, ids=lambda c: f"U+{ord(c):04X}")
def test_no_file_may_hold_one_and_no_message_shows_one(char: str, tmp_path: Path) -> None:
    text = NIM.read_text(encoding="utf-8")
    found = load_text(text.replace('game "', f'game "{char}', 1), Path("nim.cairn")).findings
    assert f"U+{ord(char):04X}" in found.errors[0].message and char not in found.render()
    assert char not in Diagnostic(Code.E603, f"a{char}b", notes=(char,), hint=char).render({})
    assert char not in visible(f"a{char}b")
    assert char not in json(char) and loads(json(char)) == char
    words = catalogue_path(tmp_path / "nim.cairn", "de")
    words.write_text(f'texts:\n  "Nim": "\\u{ord(char):04x}Nim"\n', encoding="utf-8")
    with pytest.raises(RulesError, match=f"U\\+{ord(char):04X}"):
        read_catalogue(words)


def saved(old: str, new: str) -> bytes:
    """A save of a game of nim in which something stands instead of something else."""
    session = Session(Game(load(NIM), 2), 1)
    body = save_text(session, ["human", "greedy"]).rpartition("# checksum: ")[0]
    assert old in body
    body = body.replace(old, new)
    return f"{body}# checksum: {_checksum(body)}\n".encode()


def test_a_save_says_nothing_that_is_unseen_or_endless() -> None:
    assert parse_save(saved("greedy", "easy"), "a").seats == ["human", "easy"]
    with pytest.raises(RulesError, match=r"a holds an invisible character \(U\+009B\)"):
        parse_save(saved("greedy", '"\\u009b31m"'), "a")
    with pytest.raises(RulesError, match=r"U\+202E"):
        parse_save(saved("moves: []", 'moves:\n- "1 \\u202ego"'), "a")
    with pytest.raises(RulesError, match="at most 2000 characters"):
        parse_save(saved("moves: []", f'moves:\n- "1 {"go" * 5000}"'), "a")
    with pytest.raises(RulesError, match="at most 300 characters"):
        parse_save(saved("greedy", "g" * 400), "a")


def test_a_view_file_holds_none(tmp_path: Path) -> None:
    from viewer import check_look

    rules = tmp_path / "nim.cairn"
    rules.write_text(NIM.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "nim.view.yaml").write_text('view: 1\nzones: {"a\\u009bb": {}}\n', "utf-8")
    assert "U+009B" in check_look(load(rules)).render()
