"""`cairn tune`: it finds planted values, resumes, refuses, and writes the change."""

import hashlib
import importlib.util
import json
import signal
import subprocess
import time
from pathlib import Path

import pytest

from engine.cli import tune as command
from engine.rules.load import load
from engine.training.files import candidates
from engine.tuning.value_games import ValueGames
from tests.cli.conftest import PROGRAM, run_here
from tests.scope import ALL, telling
from tests.training.test_files import SMALL, written
from tests.tuning.planted import ALL_PLANTED, CARDS, DICE, MATCHES, SHOP, Planted

STEPS = """\
game "Steps"
  players 2

let least = 3

counter steps: 0..20 = 0
counter mine[Player]: 0..20 = 0

turn
  choose
    walk
      "Walk."
      gain 1 steps
      gain 1 mine
    jump
      "Jump."
      require least >= 3
      gain 2 steps
      gain 1 mine

game ends when steps >= 9

score each Player
  add "Steps" my mine

winner highest total
"""
"""A game in which an action is legal only for some values of a number."""
FAIR = ("--target", "share of seat 1 = 50%", "--workers", 1)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own, and an empty one for the tunings that are kept."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(command, "cache_folder", lambda part: tmp_path / "cache" / part)
    return tmp_path


def draw_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let matplotlib not be installed."""
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "matplotlib" else found(name)
    )


def stop_after_a_wave(monkeypatch: pytest.MonkeyPatch) -> None:
    """Press Ctrl-C as soon as the second wave of values is to be played."""
    original, waves = ValueGames.play, iter(range(2))

    def stopped(*given: object, **named: object) -> object:
        if next(waves, None) is None:
            raise KeyboardInterrupt
        return original(*given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(ValueGames, "play", stopped)


def words(game: Planted, *more: object, vary: str = "") -> tuple[object, ...]:
    given = ("--vary", f"fee={vary or f'0..{game.high}'}", *FAIR, "--agents", game.agents)
    return ("tune", f"{game.name}.cairn", *given, *more)


def test_it_finds_a_planted_value_and_writes_it_as_a_variant(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    CARDS.write(here)
    draw_nothing(monkeypatch)
    tune = words(CARDS, "--games", 200, "--report", "rep", vary="6..12")
    done = run_here(*tune, "--out", "tuned.cairn")
    data = json.loads((here / "rep/report.json").read_text("utf-8"))
    states = {row["values"][0]: row["state"] for row in data["tried"]}
    assert len(states) == 7
    assert states[CARDS.fair] in ("best", "not told apart")
    assert states[12] == "clearly worse" and {r["games"] for r in data["tried"]} > {100}
    text = (here / "tuned.cairn").read_text("utf-8")
    assert f"replace let fee = {data['best'][0]}" in text and "# Best: fee" in text
    assert run_here("check", "tuned.cairn").code == 0
    assert done.out.startswith("Cards: 7 of 7 values tried, up to 200 games")
    assert "There are no plots" in done.err and "cairn-tabletop[study]" in done.err
    again = run_here(*tune)
    assert again.code == 1 and "E610" in again.err and "--resume" in again.err


@pytest.mark.skipif(not ALL, reason="three tunings: CAIRN_ALL=1")
def test_it_resumes_after_ctrl_c_and_ends_with_the_same(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    MATCHES.write(here)
    tune = words(MATCHES, "--games", 110, "--json", vary="4..8")
    whole = run_here(*tune)
    with monkeypatch.context() as patch:
        stop_after_a_wave(patch)
        part = run_here(*tune)
    assert part.code == 130 and "To go on:" in part.err
    assert len(json.loads(part.out)["tried"]) == 4
    assert "Stopped early" in " ".join(json.loads(part.out)["words"])
    assert run_here(*tune, "--resume").out == whole.out


def test_ctrl_c_ends_a_tuning_in_which_nothing_can_be_played(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_after_a_wave(monkeypatch)
    done = run_here(
        "tune", "nim", "--vary", "line:13:1=2..8", "--target", "decisions < 9", "--workers", 1
    )
    assert done.code == 130 and done.out == ""
    assert "can be compared (4 of 7)" in done.err and "To go on:" in done.err


@pytest.mark.parametrize("part", telling([1e9], [0.5]), ids=lambda part: f"search {part:g}")
def test_what_the_time_did_not_suffice_for_is_kept(
    here: Path, monkeypatch: pytest.MonkeyPatch, part: float
) -> None:
    MATCHES.write(here)
    monkeypatch.setattr("engine.tuning.tuning.SEARCH", part)
    tune = words(MATCHES, "--games", 120, vary="3..7")
    done = run_here(*tune, "--budget", "0.01s")
    assert done.code == 0 and "The time was up" in done.out
    assert done.out.startswith("Matches: 4 of 5 values tried")
    assert len(list(here.glob("cache/tunings/*/games/*.journal"))) == (4 if part < 1 else 5)
    assert "The time was up" not in run_here(*tune).out
    assert not list(here.glob("cache/tunings/*"))


@pytest.mark.skipif(not ALL, reason="learning takes long: CAIRN_ALL=1")
def test_who_has_learned_plays_every_value_by_the_same_policy(here: Path) -> None:
    written(here)
    line = SMALL.split("\n").index("  deal 4 from deck to each hand") + 1
    done = run_here(
        "tune", "small.cairn", "--vary", f"line:{line}:1=3..4", "--target", "decisions = 6",
        "--agents", "medium", "--games", 2, "--workers", 1, "--report", "rep",
    )  # fmt: skip
    assert done.code == 0 and "learned" not in done.err
    journals = [path.read_text("utf-8").split("\n")[0] for path in here.glob("rep/games/*")]
    (path, _) = candidates(load(here / "small.cairn"), 2)[0]
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:24]
    assert len(journals) == 2 and all(f'"policy": "{digest}"' in line for line in journals)


def test_a_number_by_its_place_gives_the_changed_text(here: Path) -> None:
    text = MATCHES.write(here).read_text("utf-8")
    line = text.split("\n").index("  make 21") + 1
    (here / "own.cairn").write_text(f'{text}\nexample "All"\n  then size(heap) = 21\n', "utf-8")
    done = run_here(
        "tune", "own.cairn", "--vary", f"line:{line}:1=6..8", "--target", "decisions < 4",
        "--target", "win.shared < 20%", "--games", 40, "--out", "new.cairn", "--workers", 1,
    )  # fmt: skip
    assert done.code == 0 and 'update them: "All"' in done.err
    best = int(done.out.split(f"line:{line}:1 = ")[1].split(".")[0])
    assert f"  make {best}\n" in (here / "new.cairn").read_text("utf-8")
    assert (here / "own.cairn").read_text("utf-8").startswith(text)


def test_a_figure_that_never_came_up_is_no_figure_that_meets_a_target(here: Path) -> None:
    (here / "steps.cairn").write_text(STEPS, "utf-8")
    done = run_here(
        "tune", "steps.cairn", "--vary", "least=1..4", "--games", 400, "--workers", 1, "--json",
        "--target", "'jump', where it is legal < 90%", "--agents", "random",
        "--target", "'the last round is over' ends it < 20%",
    )  # fmt: skip
    data = json.loads(done.out)
    assert data["best"] == [3]
    rows = {row["values"][0]: row for row in data["tried"]}
    assert {value: row["state"] for value, row in rows.items()} == {
        1: "can't be compared", 2: "can't be compared", 3: "best", 4: "not told apart",
    }  # fmt: skip
    assert rows[1]["miss"] is None and rows[1]["figures"][0]["games"] == 0
    words = " ".join(data["words"])
    assert "A figure never came up for 2 of the values" in words
    assert "These values meet the targets, too: least = 4." in words
    assert {row["games"] for row in rows.values()} == {100}


def test_a_variant_changes_every_kind_of_number_in_any_folder(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw_nothing(monkeypatch)
    folder = here / "50% {off}, #1?"
    folder.mkdir()
    monkeypatch.chdir(folder)
    (folder / "shop.cairn").write_text(SHOP, "utf-8")
    ranges = (
        "fee=3..4", "goal=5..6", "prize[2]=6..7", "gift[1]=7..8", "bonus[red]=5..6",
        "toll[blue]=7..8", "price[blue,1]=8..9",
    )  # fmt: skip
    done = run_here(
        "tune", "shop.cairn", *(x for text in ranges for x in ("--vary", text)), "--trials", 1,
        "--target", "decisions < 9", "--games", 2, "--workers", 1, "--out", "tuned.cairn",
        "--report", "rep?", "--json",
    )  # fmt: skip
    fee, goal, prize, gift, bonus, toll, price = json.loads(done.out)["best"]
    text = (folder / "tuned.cairn").read_text("utf-8")
    for changed in (
        f'replace let fee = {fee}\n  "What one pays for a step."\n',
        f"set goal = {goal}\nset prize[2] = {prize}\nset gift[1] = {gift}\n",
        f"replace table bonus: Colour = {bonus}, 2\n",
        f"  red  = 3\n  blue = {toll}\n",
        f"  red    1 2\n  blue   {price} 4\n",
        'remove example "The second prize"\nremove example "The goal"\n',
    ):
        assert changed in text
    checked = run_here("check", "tuned.cairn")
    assert checked.code == 0 and "1 example passes" in checked.out
    assert (folder / "rep?/tune.db").exists()


def test_a_target_that_only_another_value_meets_is_named(here: Path) -> None:
    (here / "steps.cairn").write_text(STEPS, "utf-8")
    line = STEPS.split("\n").index("game ends when steps >= 9") + 1
    done = run_here(
        "tune", "steps.cairn", "--vary", f"line:{line}:1=8..12", "--games", 30, "--workers", 1,
        "--target", "decisions < 5.8", "--target", "decisions > 7.5", "--agents", "random",
        "--target", "win.shared > 99%",
    )  # fmt: skip
    assert done.out.count("No value that was tried meets") == 1
    assert (
        "The best value misses the target 'decisions > 7.5'; other values may meet it." in done.out
    )


@pytest.mark.parametrize(
    ("game", "vary", "target", "told"),
    [
        ("nim", "fee=1..5", "decisions < 9", "name any number by its place"),
        ("nim", "begin=1..5", "decisions < 9", "name one of its cells, as begin[1]"),
        ("nim", "begin[9]=1..5", "decisions < 9", "it has 1, 2, 3, 4"),
        ("nim", "begin[1]=5..1", "decisions < 9", "write the lesser end first"),
        ("nim", "begin[1]", "decisions < 9", "write --vary NAME=10..30"),
        ("nim", "last_loses=0..1", "decisions < 9", "cairn study --option last_loses"),
        ("nim", "line:1:1=1..5", "decisions < 9", "the nearest line that has one is 3"),
        ("nim", "line:9:9=1..5", "decisions < 9", "so the last one is line:9:6"),
        ("pig", "goal=1..50", "decisions < 9", "'goal' can be 10..500, not '1..50'"),
        ("nim", "begin[1]=1..5", "decisions", "write a figure, then =, < or > and a number"),
        ("nim", "begin[1]=1..5", "decisionz a game < 9", "did you mean 'decisions a game'?"),
        ("nim", "begin[1]=1..5", "share of seat 1 = 0.5", "write 50%, not 0.5"),
        ("nim", "begin[1]=1..5", "share of seat 1 = 50", "write 50%, not 50"),
        ("nim", "begin[1]=1..5", "decisions < 9%", "is counted in decisions, not in percent"),
        ("nim", "line:12:1=1..1", "decisions < 9", "leaves nothing to vary"),
        ("nim", "line:13:1=2..3", "decisions < 9", "no value of the range can be compared"),
    ],
)
def test_what_cannot_be_tuned_is_refused(
    here: Path, game: str, vary: str, target: str, told: str
) -> None:
    done = run_here("tune", game, "--vary", vary, "--target", target, "--workers", 1)
    assert done.code == 1 and done.out == ""
    assert "error[E603]" in done.err and told in done.err


def test_a_file_that_it_must_not_write_is_refused_before_any_game(here: Path) -> None:
    CARDS.write(here)
    assert "exists already" in run_here(*words(CARDS, "--out", "cards.cairn")).err
    assert "beside its game" in run_here(*words(CARDS, "--out", "sub/new.cairn")).err


def test_without_optuna_it_says_what_to_install(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    done = run_here("tune", "nim", "--vary", "begin[1]=1..5", "--target", "decisions < 9")
    assert "error[E612]" in done.err and "cairn-tabletop[tune]" in done.err


# ------------------------------------------------------------------ the whole show


@pytest.mark.skipif(not ALL, reason="drawing takes longer than playing: CAIRN_ALL=1")
def test_plots_are_drawn_of_all_numbers_and_targets(here: Path) -> None:
    MATCHES.write(here)
    line = MATCHES.text.split("\n").index("  make 21") + 1
    more = ("--vary", f"line:{line}:1=15..25", "--target", "decisions < 9", "--games", 100)
    assert run_here(*words(MATCHES, *more, "--trials", 12, "--report", "rep")).code == 0
    drawn = {path.stem for path in (here / "rep/plots").iterdir()}
    assert drawn == {"history", "importance", "trade-off-1", "values-1", "values-2"}


@pytest.mark.skipif(not ALL, reason="three games, three seeds each: CAIRN_ALL=1")
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("game", ALL_PLANTED, ids=lambda game: game.name)
def test_planted_values_are_found_from_every_seed(here: Path, game: Planted, seed: int) -> None:
    game.write(here)
    done = run_here(*words(game, "--games", 4000, "--seed", seed, "--json"))
    data = json.loads(done.out)
    open_ones = [x["values"][0] for x in data["tried"] if x["state"] != "clearly worse"]
    assert game.fair in open_ones and len(open_ones) < game.high / 2


@pytest.mark.skipif(not ALL, reason="kills a process again and again: CAIRN_ALL=1")
@pytest.mark.parametrize("seconds", [4.0, 5.5, 7.0])
def test_it_resumes_after_kill_and_ends_with_the_same(here: Path, seconds: float) -> None:
    DICE.write(here)
    tune = words(DICE, "--games", 2000)
    run_here(*tune, "--report", "whole")
    running = subprocess.Popen([*PROGRAM, *map(str, tune), "--report", "killed"])
    while not (here / "killed/tune.db").exists():
        assert running.poll() is None
        time.sleep(0.01)
    time.sleep(seconds - 4)
    running.send_signal(signal.SIGKILL)
    running.wait()
    assert not (here / "killed/report.json").exists()
    assert run_here(*tune, "--report", "killed", "--resume").code == 0
    reports = [(here / name / "report.json").read_text("utf-8") for name in ("whole", "killed")]
    assert reports[0] == reports[1]
