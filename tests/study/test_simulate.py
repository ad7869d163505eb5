"""Simulations: the same numbers twice, what they count, and that they agree with the yardstick."""

import random
import statistics
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import yardstick
from engine.agents.threads import in_threads
from engine.compile.lower import lower
from engine.game.saves import read_save, replay
from engine.game.wasm_executor import Module
from engine.language.diagnostics import RulesError
from engine.rules.load import load, load_text
from engine.study.one_game import agent_seed, game_seed
from engine.study.simulate import SimulationReport, simulate
from tests.agents.games import CIRCLE
from tests.scope import telling

CARD = load("lost-cities-card")
BOTH = ("random", "random")
SOMETIMES = load_text(
    """game "Sometimes"
  players 2
var n: 0..9 = 0
turn
  choose
    stop
      end game
    go
      n := n + 2
""",
    Path("sometimes.cairn"),
)
"""A game in which now and then a number becomes too large."""


def untimed(report: SimulationReport) -> SimulationReport:
    return replace(report, seconds=0.0, decisions_per_second=0.0)


@pytest.mark.parametrize("seats", [BOTH, ("greedy", "random")])
def test_the_same_numbers_twice(seats: tuple[str, str]) -> None:
    games = 50 if seats == BOTH else 2
    one, other = (untimed(simulate(CARD, 2, games, 3, seats)) for _ in range(2))
    assert one == other
    assert one != untimed(simulate(CARD, 2, games, 4, seats))


def test_recording_changes_no_number_and_every_game_can_be_played_again(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "games"
    report = simulate(CARD, 2, 5, 5, BOTH, record=folder)
    assert untimed(report) == untimed(simulate(CARD, 2, 5, 5, BOTH))
    saves = sorted(folder.iterdir())
    assert [path.name for path in saves] == [f"{n:04}.save" for n in range(1, 6)]
    wins = [0, 0]
    for number, path in enumerate(saves, 1):
        save = read_save(path)
        assert save.seed == game_seed(5, number)
        session = replay(save, CARD)
        if len(session.winners) == 1:
            wins[session.winners[0]] += 1
    assert wins == [seat.wins for seat in report.seats]


def test_what_is_reported() -> None:
    report = simulate(CARD, 2, 60, 1, BOTH, options={"take_back": 1})
    data = report.as_json()
    assert data["options"] == {"matches": "1", "six_colours": "no", "take_back": "yes"}
    assert (data["ruleset"], data["players"], data["games"], data["seed"]) == (
        "lost-cities-card", 2, 60, 1,
    )  # fmt: skip
    one, other = data["seats"]
    assert one["wins"] + other["wins"] + one["ties"] == 60
    assert one["ties"] == other["ties"]
    assert data["decisions_per_second"] > 0 < data["seconds"]


def test_a_shared_win_is_a_tie_for_each_and_a_win_for_none() -> None:
    report = simulate(CARD, 2, 2, 1, ("greedy", "greedy"))
    assert [(seat.wins, seat.ties) for seat in report.seats] == [(0, 2), (0, 2)]


def test_progress_is_told() -> None:
    heard: list[int] = []
    simulate(CARD, 2, 3, 1, BOTH, progress=heard.append)
    assert heard[0] == 0 and heard[-1] == 3 and heard == sorted(set(heard))


@pytest.mark.parametrize(
    "name", telling(["lost-cities-card"], ["lost-cities-rivals", "auf-und-ab"])
)
def test_any_executor_and_any_number_of_workers_play_the_same_games(name: str) -> None:
    loaded = CARD if name == "lost-cities-card" else load(name)
    ways: list[tuple[str | None, int]] = [("interpreter", 1), ("wasm", 1)]
    ways += [(None, 1), ("wasm", 2)] if loaded is CARD else []
    reports = [
        untimed(simulate(loaded, 2, 23, 7, BOTH, executor=executor, workers=workers))
        for executor, workers in ways
    ]
    assert all(report == reports[0] for report in reports)


@pytest.mark.parametrize("several", telling([(1, 2)], [(1, 1), (2, 1), (2, 2)]))
def test_an_error_names_the_same_game_with_any_executor(several: tuple[int, int]) -> None:
    found = []
    for executor, workers in zip(("interpreter", "wasm"), several, strict=True):
        with pytest.raises(RulesError) as caught:
            simulate(SOMETIMES, 2, 500, 3, BOTH, executor=executor, workers=workers)
        found.append(caught.value.diagnostics)
    assert found[0] == found[1]
    assert "in game 1," not in found[0][0].notes[-1]


@pytest.mark.parametrize(
    ("executor", "seats", "record", "sentence"),
    [
        ("wams", BOTH, None, "there is no executor 'wams'; did you mean 'wasm'?"),
        ("wasm", ("hard", "random"), None, "wasm plays random, greedy, mcts:N, easy"),
        ("wasm", BOTH, Path("games"), "recorded are played by the interpreter"),
    ],
)
def test_an_executor_that_does_not_serve_is_refused(
    executor: str, seats: tuple[str, ...], record: Path | None, sentence: str
) -> None:
    with pytest.raises(RulesError, match=sentence.replace("?", r"\?")) as caught:
        simulate(CARD, 2, 1, 1, seats, executor=executor, record=record)
    assert caught.value.diagnostics[0].code == "E603"


def test_a_stopped_simulation_stops_the_module(monkeypatch: pytest.MonkeyPatch) -> None:
    module = Module(lower(CARD.checked(), 2))
    ready = threading.Event()

    def play() -> None:
        ready.set()
        module.random_games(1, 1, 100_000_000)

    def stop(thread: threading.Thread, timeout: float | None = None) -> None:
        ready.wait()
        monkeypatch.undo()
        raise KeyboardInterrupt

    monkeypatch.setattr(threading.Thread, "join", stop)
    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        in_threads([play], module.stop)
    assert threading.active_count() == before


@pytest.mark.parametrize("record", [False, True])
def test_a_game_that_goes_round_in_circles_is_reported_with_its_seed(
    tmp_path: Path, record: bool
) -> None:
    circle = load_text(CIRCLE, Path("circle.cairn"))
    with pytest.raises(RulesError) as caught:
        simulate(circle, 2, 1, 8, BOTH, record=tmp_path if record else None)
    found = caught.value.diagnostics[0]
    assert found.code == "E506"
    assert found.notes[-1] == f"in game 1, dealt with the seed {game_seed(8, 1)}"


@pytest.mark.parametrize(
    ("players", "seats", "sentence"),
    [
        (2, ("random",), "2 players need 2 seats, not 1: random"),
        (2, ("random", "nobody"), "there is no agent 'nobody'"),
        (3, ("random",) * 3, "Lost Cities is for 2 players, not 3"),
    ],
)
def test_what_cannot_be_played_is_refused(
    players: int, seats: tuple[str, ...], sentence: str
) -> None:
    with pytest.raises(RulesError) as caught:
        simulate(CARD, players, 1, 1, seats)
    assert str(caught.value).startswith(sentence)


def test_seeds_are_what_is_written_down() -> None:
    assert game_seed(1, 1) == 148257935536663
    assert len({game_seed(1, 1), game_seed(1, 2), game_seed(2, 1), agent_seed(1, 1, 1)}) == 4


@pytest.mark.parametrize("take_back", telling([True], [False]))
def test_the_interpreter_agrees_with_the_game_written_by_hand(take_back: bool) -> None:
    games = 1500
    rng = random.Random(1)
    by_hand = [yardstick.playout(rng, take_back) for _ in range(games)]
    report = simulate(CARD, 2, games, 1, BOTH, options={"take_back": int(take_back)})
    for seat, found in enumerate(report.seats):
        own = [scores[seat] for scores, _ in by_hand]
        assert found.mean is not None
        assert found.sd is not None
        error = (statistics.variance(own) / games + found.sd**2 / games) ** 0.5
        assert abs(statistics.mean(own) - found.mean) < 4 * error
        wins = sum(scores[seat] > scores[1 - seat] for scores, _ in by_hand)
        assert abs(wins - found.wins) < 4 * (2 * games * 0.25) ** 0.5
    lengths = [decisions for _, decisions in by_hand]
    error = (2 * statistics.variance(lengths) / games) ** 0.5
    assert abs(statistics.mean(lengths) - report.decisions) < 4 * error
