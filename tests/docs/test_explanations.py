"""Every code is explained; what is called wrong there gives it, what is called right passes."""

import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli.app import app
from engine.cli.study_run import JOURNAL
from engine.compile.program import STALL
from engine.game.examples import run_examples
from engine.game.rng import Chance
from engine.game.ruleset_tests import check_games
from engine.game.session import Game, Session
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.explain import CodeExplanation, CodeSnippet, explanations
from engine.playtest import games as trial
from engine.playtest.findings import findings
from engine.rules.load import load, load_text
from tests.docs.generated import DIAGNOSTICS, diagnostics_page
from tests.docs.snippets import FILE, HARNESSES, lay_out, put_into

COIN = """
game "Coin"
  players 2

type Colour = red, blue

counter heads[Player]: 0..3 = 0

turn
  choose
    toss(colour in Colour)
      "Toss the {colour} coin."
      gain 1 heads

wins when my heads = 3
"""
"""The game of catalogues, view files and studies."""
MOVES = 60
HASTE, CALM = 0.2, 60.0
"""So many seconds are too few to try the games of many options, and enough for others."""
VARIANTS = {"yours": 7, "mine": 8}
each = pytest.mark.parametrize("explanation", explanations().values(), ids=lambda e: str(e.code))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the small games and two variants of one."""
    lay_out(tmp_path, [])
    write_variants(tmp_path)
    (tmp_path / "coin.cairn").write_text(COIN, encoding="utf-8")
    (tmp_path / "of-cards").mkdir()
    (tmp_path / "of-cards" / JOURNAL).write_text("of another study", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write_variants(folder: Path) -> None:
    """Two variants of a small game that change the same."""
    for name, coins in VARIANTS.items():
        text = f'variant "{name.capitalize()}" of "cards"\n\nset coins = {coins}\n'
        (folder / f"{name}.cairn").write_text(text, encoding="utf-8")


def game(piece: CodeSnippet) -> str:
    """The text that a snippet is part of."""
    if piece.place == "whole":
        return piece.text
    harness = "board" if piece.place == "board" else "cards"
    block = piece.place if piece.place in ("turn", "setup") else ""
    return put_into(piece.text, (HARNESSES / f"{harness}.cairn").read_text("utf-8"), block)


def found(piece: CodeSnippet, code: Code) -> Iterator[Diagnostic]:
    """All that is said of a snippet: read, checked, its examples run, and played at random."""
    loaded = load_text(game(piece), Path(FILE))
    yield from loaded.findings.items
    if loaded.rules is None:
        return
    yield from check_games(loaded, HASTE if len(loaded.rules.options) > 1 else CALM)
    yield from (o.diagnostic for o in run_examples(loaded) if o.diagnostic is not None)
    try:
        session = Session(Game(loaded, loaded.rules.header.players[0]), 1)
        play(session, STALL + 1 if code is Code.E506 else MOVES)
    except RulesError as problem:
        yield from problem.diagnostics
    if code is Code.W009:
        yield from (f.diagnostic for f in findings(loaded, trial.play(loaded, 60, games=20)))


def play(session: Session, moves: int) -> None:
    chance, interpreter = Chance(1), session.game.interpreter
    for number in range(moves):
        if session.over:
            return
        if number < MOVES:
            session.legal()
        legal = interpreter.legal(session.state)
        session.apply(legal[chance.below(len(legal))], "")


def said(piece: CodeSnippet, code: Code) -> set[str]:
    """The codes that a snippet gives; of commands, those that they print."""
    match piece.language:
        case "cairn":
            return {item.code.value for item in found(piece, code)}
        case "python":
            return played(piece.text)
        case "yaml":
            Path(f"{piece.place}.yaml").write_text(piece.text, encoding="utf-8")
            return printed("cairn check coin.cairn")
        case "markdown":
            Path(f"{piece.place}.md").write_text(piece.text, encoding="utf-8")
            return printed("cairn check coin.cairn")
        case _:
            return {code for line in piece.text.splitlines() for code in printed(line)}


def printed(command: str) -> set[str]:
    _, *arguments = command.split()
    result = CliRunner().invoke(app, arguments)
    text = result.stdout + result.stderr
    return {code.value for code in Code if f"[{code}]" in text} or {"E603"} & {
        {2: "E603"}.get(result.exit_code, "")
    }


def played(line: str) -> set[str]:
    """The codes that a line of Python raises about a game of cards."""
    session = Session(Game(load("cards.cairn"), 2), 1)
    try:
        exec(line, {"session": session})
    except RulesError as problem:
        return {d.code.value for d in problem.diagnostics}
    return set()


def test_every_code_is_explained_in_order() -> None:
    assert list(explanations()) == list(Code)
    for explanation in explanations().values():
        assert len(explanation.why) > 60
        assert explanation.wrong is not None and explanation.right is not None


@each
def test_what_is_wrong_gives_the_code(
    explanation: CodeExplanation, monkeypatch: pytest.MonkeyPatch
) -> None:
    if explanation.code is Code.E612:
        monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert explanation.wrong is not None
    assert explanation.code.value in said(explanation.wrong, explanation.code)


@each
def test_what_is_right_passes(explanation: CodeExplanation) -> None:
    assert explanation.right is not None
    codes = said(explanation.right, explanation.code)
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
