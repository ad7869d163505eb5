"""What was found to be playable is known the next time; what isn't is refused every time."""

from pathlib import Path

import pytest

from engine.game import ruleset_tests
from engine.game.ruleset_tests import playable
from engine.language.diagnostics import Diagnostic, RulesError
from engine.rules.load import Loaded, load


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(ruleset_tests, "_sound", set())


def test_a_second_run_looks_at_no_game_again(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = load("examples/nim.cairn")
    playable(rules)
    ruleset_tests._sound.clear()  # as in a run of its own

    def never(loaded: Loaded, patience: float) -> list[Diagnostic]:
        raise AssertionError(loaded.digest)

    monkeypatch.setattr(ruleset_tests, "check_games", never)
    playable(rules)


def test_what_goes_wrong_is_found_every_time(tmp_path: Path) -> None:
    text = Path("examples/nim.cairn").read_text("utf-8")
    broken = tmp_path / "broken.cairn"
    broken.write_text(text.replace("setup\n", "setup\n  let nothing = 1 div 0\n", 1), "utf-8")
    for _ in range(2):
        ruleset_tests._sound.clear()
        with pytest.raises(RulesError):
            playable(load(broken))
