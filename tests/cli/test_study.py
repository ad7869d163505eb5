"""`cairn study` and `cairn arena`: what they print and write, how they stop and continue."""

import json
import os
import resource
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.cli import study as command
from engine.cli.study import PLOTS
from engine.storage.folders import cache_folder
from engine.study import figures
from tests.cli.conftest import PROGRAM, ROOT, Cairn
from tests.scope import ALL, telling

CARD = ("study", "lost-cities-card", "--workers", 1, "--agents", "random")
NIM = ("study", "nim", "--workers", 1, "--agents", "random")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache of which others share what takes long to make, and no studies."""
    shared = cache_folder("").parent
    own = tmp_path_factory.mktemp("cache")
    (own / "cairn").mkdir()
    for part in ("cairn/grammar", "cairn/code", "matplotlib"):
        (shared / part).mkdir(parents=True, exist_ok=True)
        (own / part).symlink_to(shared / part)
    return own


@pytest.fixture(autouse=True)
def studies(kept: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of games that are kept, empty; machine code stays beside it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(kept))
    folder = cache_folder("studies")
    shutil.rmtree(folder, ignore_errors=True)
    return folder


def left(studies: Path) -> list[Path]:
    return [path for path in studies.rglob("*") if path.is_file()]


@pytest.fixture
def without_tips(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is said of what good players do: that takes games of its own."""
    monkeypatch.setattr(command, "tips", lambda policy, games: ())


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plots are files of a size, and nothing is drawn in them: that takes longer than to play."""
    monkeypatch.setattr(figures, "_written", lambda figure: bytes(10_000))


BRIEF = pytest.mark.usefixtures("without_tips")
UNDRAWN = pytest.mark.usefixtures("undrawn")


def test_a_study_in_words(cairn: Cairn, studies: Path) -> None:
    old = studies / "stopped-last-year.journal"
    old.parent.mkdir(parents=True)
    old.write_text("")
    os.utime(old, (0, 0))
    done = cairn(*CARD, "--games", 30)
    assert done.code == 0
    assert done.out.startswith("30 games of Lost Cities between random, random, seed 1")
    for title in ("Who wins", "Scores", "Length", "Actions", "Requirements", "Named rules"):
        assert f"\n{title}" in done.out
    assert "\nWhat good players do" in done.out
    assert "30 games in " in done.err
    assert left(studies) == []


def test_the_same_study_says_the_same(cairn: Cairn) -> None:
    one, other = (cairn(*NIM, "--games", 6, "--seed", 3, "--json").out for _ in range(2))
    assert one == other
    assert json.loads(one)["rulesets"][0]["games"] == 6


@BRIEF
def test_a_variant_is_compared_and_everything_is_written(cairn: Cairn, tmp_path: Path) -> None:
    board = ("study", "lost-cities-board", "--vs", "auf-und-ab", "--workers", 1, "--games", 12)
    short = ("--agents", "random", "--set", "length=short")
    done = cairn(*board, *short, "--out", "study", "--format", "csv")
    assert done.code == 0, done.err
    assert "Auf und Ab against Lost Cities: The Board Game" in done.out
    assert "  Auf und Ab: " in done.out
    names = {path.name for path in (tmp_path / "study").iterdir()}
    assert names == {
        "auf-und-ab.csv", "lost-cities-the-board-game.csv", "games.journal", "plots",
        "report.html", "report.json", "report.txt",
    }  # fmt: skip
    assert (tmp_path / "study" / "report.txt").read_text("utf-8") == done.out
    data = json.loads((tmp_path / "study" / "report.json").read_text("utf-8"))
    assert data["comparisons"][0]["words"]
    assert {r["options"]["length"] for r in data["rulesets"]} == {"short"}
    plots = {path.stem for path in (tmp_path / "study" / "plots").glob("*.png")}
    assert len(plots) >= 6 and plots <= PLOTS


@pytest.mark.skipif(not ALL, reason="two studies: CAIRN_ALL=1")
@BRIEF
def test_an_options_values_are_compared(cairn: Cairn) -> None:
    done = cairn(*CARD, "--games", 20, "--option", "take_back", "--json")
    data = json.loads(done.out)
    assert [r["name"] for r in data["rulesets"]] == ["take_back = no", "take_back = yes"]
    assert len(data["comparisons"]) == 1
    three = json.loads(cairn(*CARD, "--games", 4, "--option", "matches", "--json").out)
    assert [r["options"]["matches"] for r in three["rulesets"]] == ["1", "2", "3"]


@BRIEF
def test_without_matplotlib_the_rest_is_there(
    cairn: Cairn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    done = cairn(*NIM, "--games", 6, "--out", "study")
    assert done.code == 0
    sentence = "There are no plots: drawing plots needs matplotlib, which isn't installed"
    assert sentence in done.err and sentence in done.out
    assert "cairn-tabletop[study]" in (tmp_path / "study" / "report.html").read_text("utf-8")
    assert (tmp_path / "study" / "nim.csv").is_file()
    assert not (tmp_path / "study" / "plots").exists()


@BRIEF
@UNDRAWN
def test_a_study_that_is_there_is_not_overwritten_but_gone_on_with(
    cairn: Cairn, tmp_path: Path
) -> None:
    first = cairn(*NIM, "--games", 8, "--out", "study")
    before = (tmp_path / "study" / "games.journal").read_bytes()
    again = cairn(*NIM, "--games", 8, "--out", "study")
    assert (again.code, first.code) == (1, 0)
    assert "error[E610]" in again.err and "--resume goes on with it" in again.err
    longer = cairn(*NIM, "--games", 15, "--out", "study", "--resume")
    assert longer.out == cairn(*NIM, "--games", 15).out
    assert (tmp_path / "study" / "games.journal").read_bytes().startswith(before)
    other = cairn(*NIM, "--games", 15, "--out", "study", "--resume", "--seed", 2)
    assert other.code == 1 and "its seed is 1, not 2" in other.err


@BRIEF
@UNDRAWN
def test_nothing_of_others_is_lost_and_nothing_of_an_older_report_stays(
    cairn: Cairn, tmp_path: Path
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "report.txt").write_text("mine")
    refused = cairn(*CARD, "--games", 2, "--out", "mine")
    assert refused.code == 1 and "mine holds other files and no study" in refused.err
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["report.txt"]
    study = (*CARD, "--games", 4, "--out", "study")
    cairn(*study, "--format", "csv")
    (tmp_path / "study" / "plots" / "differences.png").write_text("of other games")
    assert cairn(*study, "--resume", "--format", "parquet").code == 0
    found = {path.name for path in (tmp_path / "study").rglob("*.*")}
    assert "lost-cities.parquet" in found and "score.png" in found
    assert not found & {"lost-cities.csv", "differences.png"}


@contextmanager
def disk_of(size: int) -> Iterator[None]:
    """Let no file become larger."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@BRIEF
@UNDRAWN
def test_what_has_no_room_says_what_is_kept_and_how_to_go_on(cairn: Cairn, tmp_path: Path) -> None:
    with disk_of(1500):
        full = cairn(*CARD, "--games", 60, "--out", "study")
    assert full.code == 1 and "study/games.journal can't be written: " in full.err
    assert " of 60 games are kept. Free some room" in full.err and "--resume" in full.err
    with disk_of(30_000):
        full = cairn(*CARD, "--games", 8, "--out", "study", "--resume")
    assert full.code == 1 and "study/report.html can't be written: " in full.err
    assert "8 of 8 games are kept." in full.err and "--resume" in full.err
    assert not list(tmp_path.rglob("*.new"))
    assert cairn(*CARD, "--games", 8, "--out", "study", "--resume").code == 0


@BRIEF
@pytest.mark.parametrize(("out", "workers"), telling([(True, 1)], [(True, 2), (False, 2)]))
def test_ctrl_c_keeps_what_has_been_played(
    cairn: Cairn, tmp_path: Path, studies: Path, out: bool, workers: int
) -> None:
    where = ("--out", "study") if out else ()
    study = ("study", "nim", "--agents", "greedy,random", "--seed", "4")
    words = [str(x) for x in (*study, "--workers", workers, "--games", 1_000_000, *where)]
    running = subprocess.Popen(
        [*PROGRAM, *words], cwd=tmp_path, stderr=subprocess.PIPE, stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(ROOT)}, start_new_session=True, text=True,
    )  # fmt: skip
    journal = None
    while journal is None or journal.read_bytes().count(b"\n") < 6:
        assert running.poll() is None
        time.sleep(0.05)
        folder = tmp_path if out else studies
        journal = next(folder.rglob("*.journal"), None)
    os.killpg(running.pid, signal.SIGINT)
    _, err = running.communicate(timeout=300)
    assert running.returncode == 130
    assert "of 1,000,000 games are kept. To go on:" in err
    assert err.rstrip().endswith("--resume")
    assert "Traceback" not in err
    if not out:
        again = cairn(*study, "--workers", 1, "--games", 2)
        assert "This goes on with " in again.err and "kept from before" in again.err
    go_on = cairn(*study, "--workers", 1, "--games", 8, "--resume", *where)
    assert "begins anew" not in go_on.err
    shutil.rmtree(studies, ignore_errors=True)
    assert go_on.out == cairn(*study, "--workers", 1, "--games", 8).out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--agents", "nobody,random"), "there is no agent 'nobody'"),
        (("--option", "take_bak"), "has no option 'take_bak'; did you mean 'take_back'?"),
        (("--option", "take_back", "--vs", "auf-und-ab"), "not both"),
        (("--vs", "auf-und"), "there is no ruleset 'auf-und'"),
        (("--vs", "lost-cities-rivals", "--set", "nothing=1"), "has no option 'nothing'"),
        (("--format", "xls"), "the formats are csv and parquet"),
        (("--scheduler", "nonsense://"), "reached at nonsense://: this is no address"),
        (("--out", "file"), "file is a file; name a folder for the results"),
    ],
)
def test_what_cannot_be_studied_is_said(
    cairn: Cairn, words: tuple[str, ...], sentence: str
) -> None:
    Path("file").write_text("")
    done = cairn(*CARD, "--games", 2, *words)
    assert done.code == 1
    assert done.err.startswith("error[E6")
    assert sentence in done.err


def test_an_arena(cairn: Cairn, tmp_path: Path) -> None:
    words = (
        "arena",
        "lost-cities-card",
        "--agents",
        "random,greedy",
        "--games",
        3,
        "--workers",
        1,
    )
    done = cairn(*words, "--out", "arena")
    assert done.code == 0
    assert done.out.startswith("Lost Cities: 4 games of 2 between random, greedy, seed 1")
    data = json.loads((tmp_path / "arena" / "arena.json").read_text("utf-8"))
    assert data["agents"][0]["agent"] == "greedy"
    assert cairn(*words, "--json").out == (tmp_path / "arena" / "arena.json").read_text("utf-8")
    assert cairn(*words, "--out", "arena", "--resume").out == done.out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--agents", "greedy"), "at least two agents"),
        (("--agents", ","), "leaves out a name; write --agents NAME,NAME"),
        (("--agents", "greedy,greedy"), "each agent can be named once"),
        (("--agents", "greedy,human"), "there is no agent 'human'"),
        (("--players", "3"), "Lost Cities is for 2 players, not 3"),
    ],
)
def test_what_is_no_arena_is_said(cairn: Cairn, words: tuple[str, ...], sentence: str) -> None:
    done = cairn("arena", "lost-cities-card", "--games", 2, *words)
    assert (done.code, sentence in done.err) == (1, True), done.err
