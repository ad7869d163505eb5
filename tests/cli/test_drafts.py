"""`cairn diff` and `cairn new`, and reading in another language."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli.app import app

RUN = CliRunner()


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_diff_tells_what_a_variant_changes_and_nothing_else() -> None:
    done = RUN.invoke(app, ["diff", "lost-cities-board", "auf-und-ab"])
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert len(lines) == 4
    assert '"Auf und Ab" instead of' in lines[0]
    assert lines[1].startswith("The rule 'opens' now says:")
    assert lines[2].startswith("The rule 'fits' now says:")
    assert lines[3].startswith("The advice on 'begin' now says:")


def test_diff_of_a_game_with_itself_is_nothing() -> None:
    done = RUN.invoke(app, ["diff", "lost-cities-card", "lost-cities-card"])
    assert done.stdout == "These are the same rules.\n"


@pytest.mark.parametrize("extra", [[], ["--variant"]])
@pytest.mark.parametrize("base", ["lost-cities-card", "lost-cities-rivals", "auf-und-ab"])
def test_what_new_writes_checks_as_it_stands(base: str, extra: list[str]) -> None:
    done = RUN.invoke(app, ["new", "our-rules", "--from", base, *extra])
    assert done.exit_code == 0
    assert Path("our-rules.cairn").read_text().startswith("#")
    checked = RUN.invoke(app, ["check", "our-rules.cairn"])
    assert checked.exit_code == 0, checked.output
    assert "examples pass" in checked.stdout


def test_new_overwrites_nothing() -> None:
    Path("ours.cairn").write_text("mine")
    done = RUN.invoke(app, ["new", "ours", "--from", "lost-cities-card"])
    assert done.exit_code == 1
    assert "exists already" in done.stderr
    assert Path("ours.cairn").read_text() == "mine"


def test_new_from_nothing_known_names_the_nearest() -> None:
    done = RUN.invoke(app, ["new", "ours", "--from", "lost-cities-kard"])
    assert done.exit_code == 1
    assert "lost-cities-card" in done.stderr
    assert not Path("ours.cairn").exists()


def test_a_wished_language_is_read_in_list_and_play() -> None:
    listed = RUN.invoke(app, ["list", "--lang", "de"])
    assert "Das Kartenspiel für zwei" in listed.stdout
    played = RUN.invoke(
        app, ["play", "lost-cities-card", "--text", "--seed", "3", "--lang", "fr"], input="1\n"
    )
    assert "Jouer une carte" in played.stdout


def test_the_machines_language_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert "Das Kartenspiel für zwei" in RUN.invoke(app, ["list"]).stdout


def test_an_unknown_language_is_one_sentence() -> None:
    done = RUN.invoke(app, ["list", "--lang", "tlh"])
    assert done.exit_code == 1
    assert done.stderr.strip() == "error[E603]: --lang can be en, de, fr, not 'tlh'"
