"""Every code is explained; what is called wrong there gives it, what is called right passes."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli.app import app
from engine.game.examples import run_examples
from engine.game.rng import Chance
from engine.game.ruleset_tests import check_games
from engine.game.session import Game, Session
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.explain import Explanation, Piece, explanations
from engine.rules.load import load_text
from tests.docs.generated import DIAGNOSTICS, diagnostics_page
from tests.docs.snippets import FILE, HARNESSES, lay_out, put_into

UNSHOWN = {"E506", "E604", "E605", "E606", "E610", "E611", "E612", "W007", "W008"}
"""What no text of rules and no command on a small game shows."""
VARIANTS = {"yours": 7, "mine": 8}
MOVES = 60
SHOWN = [e for e in explanations().values() if e.code not in UNSHOWN]
each = pytest.mark.parametrize("explanation", SHOWN, ids=lambda e: str(e.code))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the small games and two variants of one."""
    lay_out(tmp_path, [])
    write_variants(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write_variants(folder: Path) -> None:
    """Two variants of a small game that change the same."""
    for name, coins in VARIANTS.items():
        text = f'variant "{name.capitalize()}" of "cards"\n\nset coins = {coins}\n'
        (folder / f"{name}.cairn").write_text(text, encoding="utf-8")


def game(piece: Piece) -> str:
    """The text that a snippet is part of."""
    if piece.place == "whole":
        return piece.text
    harness = "board" if piece.place == "board" else "cards"
    block = piece.place if piece.place in ("turn", "setup") else ""
    return put_into(piece.text, (HARNESSES / f"{harness}.cairn").read_text("utf-8"), block)


def found(piece: Piece) -> Iterator[Diagnostic]:
    """All that is said of a snippet: read, checked, its examples run, and played at random."""
    loaded = load_text(game(piece), Path(FILE))
    yield from loaded.findings.items
    if loaded.rules is None:
        return
    yield from check_games(loaded)
    yield from (o.diagnostic for o in run_examples(loaded) if o.diagnostic is not None)
    try:
        play(Session(Game(loaded, loaded.rules.header.players[0]), 1))
    except RulesError as problem:
        yield from problem.diagnostics


def play(session: Session) -> None:
    chance = Chance(1)
    for _ in range(MOVES):
        if session.over:
            return
        legal = session.legal()
        session.apply(legal[chance.below(len(legal))].move)


def said(piece: Piece) -> set[str]:
    """The codes that a snippet gives; of a command, the one that it prints."""
    if piece.language == "cairn":
        return {item.code.value for item in found(piece)}
    _, *arguments = piece.text.split()
    result = CliRunner().invoke(app, arguments)
    text = result.stdout + result.stderr
    return {code.value for code in Code if f"[{code}]" in text} or {"E603"} & {
        {2: "E603"}.get(result.exit_code, "")
    }


def test_every_code_is_explained_in_order() -> None:
    assert list(explanations()) == list(Code)
    for explanation in explanations().values():
        assert len(explanation.why) > 60
        both = explanation.wrong is not None and explanation.right is not None
        assert both == (explanation.code not in UNSHOWN)


@each
def test_what_is_wrong_gives_the_code(explanation: Explanation) -> None:
    assert explanation.wrong is not None
    assert explanation.code.value in said(explanation.wrong)


@each
def test_what_is_right_passes(explanation: Explanation) -> None:
    assert explanation.right is not None
    codes = said(explanation.right)
    assert explanation.code.value not in codes
    assert not [code for code in codes if code.startswith("E")]


def test_the_page_is_up_to_date() -> None:
    assert DIAGNOSTICS.read_text("utf-8") == diagnostics_page()


def test_a_code_is_explained_at_the_command_line() -> None:
    result = CliRunner().invoke(app, ["explain", "e206"])
    assert result.exit_code == 0
    assert result.stdout.startswith("E206: a move that would depend on what its mover can't see")
    assert "Wrong:" in result.stdout and "Right:" in result.stdout


def test_a_code_that_is_none_is_refused() -> None:
    result = CliRunner().invoke(app, ["explain", "E2006"])
    assert result.exit_code == 1
    assert "there is no code 'E2006'; did you mean E206?" in result.stderr
