"""Saves: the same game again, and one clear sentence for whatever else lies in the file."""

from __future__ import annotations

import errno
import hashlib
import os
import re
from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.compile import layout
from engine.game import saves
from engine.game.session import Session
from engine.language.diagnostics import RulesError
from engine.rules.load import load, load_text, read_text
from tests.game.playing import FEW, playout, sessions


@lru_cache
def sample() -> str:
    """A short save."""
    return saves.save_text(playout(1, 7, 6), ["human", "random"])


LETTERS = list(zip("abcdefgh", "bcdefghi", strict=True))


def refusal(raw: bytes) -> str:
    """What is said of bytes that are no save; at most one sentence."""
    with pytest.raises(RulesError) as caught:
        saves.parse_save(raw, "game.save")
    found = caught.value.diagnostics[0]
    assert found.code in ("E601", "E602")
    assert "\n" not in found.message
    assert "Traceback" not in found.message
    return found.message


def with_checksum(body: str) -> bytes:
    """A text with a checksum that is right, as someone could forge it."""
    return f"{body}# checksum: {hashlib.sha256(body.encode()).hexdigest()[:16]}\n".encode()


@FEW
@given(sessions(), st.booleans())
def test_a_save_replays_to_the_same_game(session: Session, study: bool) -> None:
    session.fair = not study
    text = saves.save_text(session, ["human"])
    again = saves.replay(saves.parse_save(text.encode(), "game"), session.game.loaded)
    assert again.state == session.state
    assert [d.text for d in again.history] == [d.text for d in session.history]
    assert (again.seed, again.fair, again.results) == (session.seed, session.fair, session.results)
    assert saves.save_text(again, ["human"]) == text


def test_a_save_is_readable_and_versioned() -> None:
    rows = sample().splitlines()
    assert rows[0] == f"cairn: {saves.FORMAT}"
    assert "ruleset: lost-cities-card" in rows
    assert any(row.startswith('- "1 ') for row in rows)


@FEW
@given(st.data())
def test_every_changed_character_is_noticed(data: st.DataObject) -> None:
    text = sample()
    for _ in range(20):
        place = data.draw(st.integers(0, len(text) - 1))
        other = data.draw(st.characters(codec="utf-8"))
        changed = text[:place] + other + text[place + 1 :]
        if changed.strip() != text.strip():
            refusal(changed.encode())


def test_every_truncation_is_noticed() -> None:
    raw = sample().encode()
    for end in range(len(raw) - 1):
        assert refusal(raw[:end])


@FEW
@given(st.binary(max_size=300))
def test_any_bytes_are_refused(raw: bytes) -> None:
    refusal(raw)
    refusal(b"cairn: 1\n" + raw)


@FEW
@given(st.text(max_size=200))
def test_any_text_with_a_right_checksum_is_refused(text: str) -> None:
    if not any(0xD800 <= ord(c) < 0xE000 for c in text):
        refusal(with_checksum("cairn: 1\n" + text.replace("\r", "")))


@pytest.mark.parametrize(
    "body",
    [
        "a: &a [x, x]\n" + "".join(f"{b}: &{b} [{', '.join(['*' + a] * 9)}]\n" for a, b in LETTERS),
        "x: " + "[" * 5000 + "\n",
        "x: " + "{a: " * 3000 + "\n",
        "ruleset: !!python/object/apply:os.system [ls]\n",
        "moves: [" + "1, " * 20_001 + "]\n",
        "? [1]\n: 2\n",
        "x: {a: '\"', b: &b [*c], d: '\"'}\n",
        "x: [" + "[" * 200_000 + "\n",
        "seed: 1e999\n",
        "seed: " + "9" * 6000 + "\n",
        "x: 1\nx: 2\n",
        "\tx: 1\n",
        "--- a\n--- b\n",
        "seed: 1\nrules: 2\nplayers: nine\n",
    ],
)  # fmt: skip
def test_hostile_yaml_is_refused(body: str) -> None:
    assert len(refusal(with_checksum("cairn: 1\n" + body))) < 400


@pytest.mark.parametrize("value", ["9" * 400, "1e308", ".nan", ".inf", "-9" * 40, "[]", "yes"])
@pytest.mark.parametrize("key", ["seed", "cairn", "players", "starter"])
def test_a_number_beyond_all_games_is_refused(key: str, value: str) -> None:
    body = sample().rpartition("# checksum: ")[0]
    changed = re.sub(rf"^{key}: .*$", f"{key}: {value}", body, flags=re.MULTILINE)
    assert len(refusal(with_checksum(changed))) < 400


def test_a_newer_format_says_so() -> None:
    newer = sample().replace(f"cairn: {saves.FORMAT}", f"cairn: {saves.FORMAT + 1}", 1)
    assert "newer" in refusal(newer.encode())
    assert "newer" in refusal(with_checksum("cairn: 7\nsomething: else\n"))


def test_a_save_of_the_first_format_still_loads() -> None:
    """Its last position was written as a hash of the state as it was laid out then."""
    old = sample().rpartition("# checksum")[0].replace(f"cairn: {saves.FORMAT}", "cairn: 1", 1)
    old = re.sub("position: .*", 'position: "7992a491d9e35982"', old)
    save = saves.parse_save(with_checksum(old), "game.save")
    session = saves.replay(save, load("lost-cities-card"))
    assert saves.save_text(session, save.seats) == sample()


def test_a_save_does_not_depend_on_how_states_are_laid_out(monkeypatch: pytest.MonkeyPatch) -> None:
    now = sample()
    monkeypatch.setattr(layout, "FIRST_FREE", layout.FIRST_FREE + 4)
    session = saves.replay(saves.parse_save(now.encode(), "game.save"), load("lost-cities-card"))
    assert session.state[layout.FIRST_FREE - 4 : layout.FIRST_FREE] == [0, 0, 0, 0]
    assert saves.save_text(session, ["human", "random"]) == now


def test_windows_line_ends_are_read() -> None:
    save = saves.parse_save(sample().replace("\n", "\r\n").encode(), "game")
    assert len(save.moves) == 6


def test_another_ruleset_or_another_text_is_refused() -> None:
    save = saves.parse_save(sample().encode(), "game.save")
    path = load("lost-cities-card").path
    changed = load_text(read_text(path) + "\n# changed\n", path)
    other = load_text(
        'game "Other"\n  players 2\nturn\n  choose\n    go\nwins when 1 > 2\n', Path("o.cairn")
    )
    for loaded in (changed, other):
        with pytest.raises(RulesError) as caught:
            saves.replay(save, loaded, name="game.save")
        assert caught.value.diagnostics[0].code == "E602"
        assert "lost-cities-card" in str(caught.value)
    assert saves.replay_on(save, changed).history  # as far as the rules agree


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('- "1 ', '- "2 '),
        ('matches: "3"', 'matches: "9"'),
        ("players: 2", "players: 3"),
        ("seed: 7", "seed: 8"),
        ("options:", "options:\n  unheard: of"),
        ("position: ", "position: f00"),
        ('- "', '- "1 fly(to the moon)"\n- "'),
        ('- "', '- ""\n- "'),
    ],
)
def test_a_forged_save_names_what_differs(old: str, new: str) -> None:
    body = sample().rpartition("# checksum")[0]
    assert old in body
    raw = with_checksum(body.replace(old, new, 1))
    try:
        save = saves.parse_save(raw, "game.save")
    except RulesError as problem:
        assert problem.diagnostics[0].code == "E602"
        return
    with pytest.raises(RulesError) as caught:
        saves.replay(save, load("lost-cities-card"), name="game.save")
    assert caught.value.diagnostics[0].code == "E602"
    assert "game.save" in str(caught.value)


def test_files_that_are_no_saves(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "large").write_bytes(b"cairn: 1\n" + b"x" * (saves.MAX_BYTES + 10))
    for name in ("missing", ".", "binary", "empty", "large", "binary/inside", "with\0zero"):
        with pytest.raises(RulesError) as caught:
            saves.read_save(tmp_path / name)
        assert caught.value.diagnostics[0].code in ("E601", "E602")
        assert "\n" not in str(caught.value)


def test_a_save_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.save"
    saves.write_save(playout(0, 1, 3), path)
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    for name in ("replace", "fsync"):
        with monkeypatch.context() as patched:
            patched.setattr(os, name, full)
            with pytest.raises(RulesError) as caught:
                saves.write_save(playout(0, 1, 5), path)
        assert caught.value.diagnostics[0].code == "E601"
        assert "No space left" in str(caught.value)
        assert path.read_bytes() == before
        assert [p.name for p in tmp_path.iterdir()] == ["game.save"]


def test_a_save_into_nowhere_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "no" / "such" / "game", tmp_path / "folder", tmp_path / "a\0b"):
        with pytest.raises(RulesError) as caught:
            saves.write_save(playout(0, 1, 1), path)
        assert caught.value.diagnostics[0].code == "E601"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["folder"]
    assert list((tmp_path / "folder").iterdir()) == []
