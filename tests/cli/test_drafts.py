"""`cairn diff` and `cairn new`, and the language in which is read."""

from pathlib import Path

import pytest

from tests.cli.conftest import Cairn
from tests.scope import telling


def test_diff_tells_what_a_variant_changes_and_nothing_else(cairn: Cairn) -> None:
    done = cairn("diff", "lost-cities-board", "auf-und-ab")
    assert done.code == 0
    lines = done.out.splitlines()
    assert len(lines) == 4
    assert '"Auf und Ab" instead of' in lines[0]
    assert lines[1].startswith("The rule 'opens' now says:")
    assert lines[2].startswith("The rule 'fits' now says:")
    assert lines[3].startswith("The advice on 'begin' now says:")


def test_diff_of_a_game_with_itself_is_nothing(cairn: Cairn) -> None:
    done = cairn("diff", "lost-cities-card", "lost-cities-card")
    assert done.out == "These are the same rules.\n"


@pytest.mark.parametrize(
    ("base", "extra"),
    telling(
        [("lost-cities-card", []), ("lost-cities-card", ["--variant"])],
        [
            (base, extra)
            for base in ("lost-cities-card", "lost-cities-rivals", "auf-und-ab")
            for extra in ([], ["--variant"])
        ],
    ),
)
def test_what_new_writes_checks_as_it_stands(cairn: Cairn, base: str, extra: list[str]) -> None:
    assert cairn("new", "our-rules", "--from", base, *extra).code == 0
    assert Path("our-rules.cairn").read_text().startswith("#")
    checked = cairn("check", "our-rules.cairn")
    assert checked.code == 0, checked.out
    assert "examples pass" in checked.out


def test_what_new_writes_from_nothing_plays(cairn: Cairn) -> None:
    assert cairn("new", "our-game").code == 0
    checked = cairn("check", "our-game.cairn", "--teach", "--coverage", "--at-least", "100%")
    assert checked.code == 0, checked.out
    assert "examples pass" in checked.out and "0 things are hard to learn" in checked.out
    assert cairn("fmt", "--check", "our-game.cairn").code == 0
    played = cairn("play", "our-game", "--text", "--lang", "en", given="1\nq\n")
    assert (played.code, "Our game" in played.out) == (0, True)
    for seats in ("greedy,random", "random,random,random,random"):
        assert cairn("sim", "our-game", "--games", "3", "--agents", seats).code == 0


def test_a_variant_of_nothing_is_refused(cairn: Cairn) -> None:
    done = cairn("new", "ours", "--variant")
    assert (done.code, "cairn new NAME --from RULESET --variant" in done.err) == (1, True)
    assert not Path("ours.cairn").exists()


def test_new_overwrites_nothing(cairn: Cairn) -> None:
    Path("ours.cairn").write_text("mine")
    done = cairn("new", "ours", "--from", "lost-cities-card")
    assert done.code == 1
    assert "exists already" in done.err
    assert Path("ours.cairn").read_text() == "mine"


def test_new_without_a_name_writes_no_hidden_file(cairn: Cairn) -> None:
    done = cairn("new", "", "--from", "lost-cities-card")
    assert (done.code, "a ruleset needs a name" in done.err) == (1, True)
    assert not Path(".cairn").exists()


def test_new_from_nothing_known_names_the_nearest(cairn: Cairn) -> None:
    done = cairn("new", "ours", "--from", "lost-cities-kard")
    assert done.code == 1
    assert "lost-cities-card" in done.err
    assert not Path("ours.cairn").exists()


def test_the_machines_language_is_the_default(
    cairn: Cairn, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert "Das Kartenspiel für zwei" in cairn("list").out


def test_an_unknown_language_is_one_sentence(cairn: Cairn) -> None:
    done = cairn("list", "--lang", "tlh")
    assert done.code == 1
    assert done.err.strip() == "error[E603]: --lang can be en, de, fr, not 'tlh'"
