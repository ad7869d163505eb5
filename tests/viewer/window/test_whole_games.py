"""Whole games through a window, from the start screen to the result: by pointer, and by keys."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.scope import ALL, CLASSICS, telling
from tests.scope import seats as seats_of
from tests.viewer.window.player import Act, Player, Setting
from tests.viewer.window.scene import Scene
from tests.viewer.window.screens import PATIENCE, ROOT, program, surroundings, wait_for, x_server

PEOPLE = {"1": "Person"}
SMALL = (1024, 640)
"""The least size of a window; games take less time in it."""
USUAL = ((1280, 720), (1440, 900))
WAYS = [(size, keys) for size in USUAL for keys in (False, True)]
"""The windows that most people have, with the pointer alone and with keys alone."""
EXAMPLES = ROOT / "examples"
Game = Callable[..., dict[str, Any]]


def quick(folder: Path) -> dict[str, str]:
    """The surroundings of someone who wants no motion, with nothing kept from before."""
    config = folder / "config" / "cairn"
    config.mkdir(parents=True)
    (config / "viewer.yaml").write_text('speed: 0.0\nlanguage: "en"\ncurtain: true\nsound: false\n')
    return {"XDG_CONFIG_HOME": str(config.parent), "XDG_STATE_HOME": str(folder / "state")}


@pytest.fixture(scope="module")
def play(screen: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    """Play games in one process, each in a window of its own."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.viewer.window.theatre", "serve"],
        env=surroundings(screen, **quick(tmp_path_factory.mktemp("theatre"))), cwd=ROOT,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    entrance, exit_ = process.stdin, process.stdout
    assert entrance is not None and exit_ is not None

    def played(**wish: Any) -> dict[str, Any]:
        entrance.write(json.dumps(wish) + "\n")
        entrance.flush()
        answer: dict[str, Any] = json.loads(exit_.readline())
        if "problem" in answer:
            pytest.fail(answer["problem"])
        return answer

    try:
        yield played
    finally:
        entrance.close()
        exit_.close()
        process.wait(20)


def ended(told: dict[str, Any]) -> None:
    """The result names a winner or several, or nobody, and everybody's score."""
    texts = told["texts"]
    assert texts["result:title"]
    shown = [texts.get(f"result:{seat}:score", "0") for seat in range(len(told["seats"]))]
    assert [_number(score) for score in shown] == told["scores"]


# ------------------------------------------------------------------ events put into a window


BOARD: dict[str, Any] = {
    "game": "lost-cities-board",
    "players": 2,
    "options": {"length": "short"},
}
LIBRARY: dict[str, tuple[dict[str, Any], str, int]] = {
    "card": ({"game": "lost-cities-card"}, "Lost Cities", 88),
    "roll-and-write": ({"game": "lost-cities-roll-and-write", "players": 2}, "Roll & Write", 8),
    "rivals": ({"game": "lost-cities-rivals", "players": 2}, "Rivals", 60),
    "board": (BOARD, "Board", 60),
    "board-2018": (
        {**BOARD, "edition": "lost-cities-board-2018", "seats": {"1": "AI · random"}},
        "2018",
        60,
    ),
}


@pytest.mark.parametrize(
    ("name", "size", "keys"),
    telling([("roll-and-write", SMALL, True)], [(name, *way) for name in LIBRARY for way in WAYS]),
)
def test_a_library_game_from_the_start_screen_to_the_result(
    play: Game, name: str, size: tuple[int, int], keys: bool
) -> None:
    setting, title, least = LIBRARY[name]
    told = play(setting={"seats": PEOPLE, **setting}, size=size, keys=keys)
    assert title in told["title"]
    assert told["seats"] == ["human", "random" if "seats" in setting else "human"]
    assert told["moves"] >= least
    assert not keys or told["focus"].startswith("result:")
    ended(told)


QUICK = ["nim", "pig", "tic-tac-toe"]
LONGER = ["go-fish", "goofspiel", "liars-dice", "whist"]


@pytest.mark.parametrize(
    ("name", "size", "keys"),
    telling(
        [("nim", SMALL, False)],
        [(name, *way) for name in [*QUICK, *LONGER] for way in WAYS],
    ),
)
def test_a_small_game_without_a_view_file(
    play: Game, tmp_path: Path, name: str, size: tuple[int, int], keys: bool
) -> None:
    seats = ["human", *["random"] * 3] if name == "whist" else ["human", "human"]
    rules = tmp_path / f"{name}.cairn"
    shutil.copy(EXAMPLES / rules.name, rules)
    told = play(ruleset=str(rules), seats=seats, size=size, keys=keys)
    assert told["seats"] == seats
    ended(told)


SHORTER = {
    "gin-rummy": 'replace let most_deals = 2\n  "Players who play at random knock too seldom."\n',
}
"""What is changed in a game that would take a thousand moves."""


@pytest.mark.skipif(not ALL, reason="whole games of every classic: CAIRN_ALL=1")
@pytest.mark.parametrize("opponent", ["human", "random"])
@pytest.mark.parametrize("name", CLASSICS)
def test_a_classic_on_all_seats_and_against_an_opponent(
    play: Game, tmp_path: Path, name: str, opponent: str
) -> None:
    fewest, _ = seats_of(name)
    wanted = ["human", *[opponent] * (fewest - 1)]
    rules = name
    if name in SHORTER:
        rules = str(tmp_path / "shorter.cairn")
        Path(rules).write_text(f'variant "Shorter" of "{name}"\n\n{SHORTER[name]}')
    told = play(ruleset=rules, seats=wanted, size=USUAL[0], keys=False)
    assert told["seats"] == wanted
    ended(told)


# ------------------------------------------------------------------ rules that are edited


@pytest.mark.skipif(
    not ALL, reason="a window for what tests/viewer/app/test_rules_trial.py has: CAIRN_ALL=1"
)
def test_a_score_that_is_edited_in_mid_game_changes_the_ledger_on_the_table(
    play: Game, tmp_path: Path
) -> None:
    rules = tmp_path / "rules.cairn"
    shutil.copy(ROOT / "rulesets" / "lost-cities-card.cairn", rules)
    told = play(
        ruleset=str(rules), moves=16, deal=1, find='cost"   -20', type='cost"   -10',
        later='cost"   -30', wrong='cost"   minus',
    )  # fmt: skip
    assert told["kept"] == told["moves"] >= 16
    assert told["put in order"] == 1
    before, typed, later = (told[name] for name in ("before", "typed", "saved elsewhere"))
    assert "cost −20" in before["tip"]
    assert "cost −10" in typed["tip"]
    assert "cost −30" in later["tip"]
    for seat in range(2):
        first, more, less = (_number(x["scores"][seat]) for x in (before, typed, later))
        assert more - first == first - less
        assert (more - first) % 10 == 0
    assert _number(typed["scores"][0]) > _number(before["scores"][0])
    assert any("examples fail" in row for row in typed["rows"])
    assert told["wrong"]["scores"] == later["scores"]
    assert any("Nothing here is called 'minus'" in row for row in told["wrong"]["rows"])


def _number(shown: str) -> int:
    return int(shown.replace("−", "-"))


@pytest.mark.skipif(not ALL, reason="a window opened again and again: CAIRN_ALL=1")
def test_nothing_is_left_of_a_window_that_is_closed(play: Game) -> None:
    rows = play(ruleset=str(EXAMPLES / "nim.cairn"), windows=5)["rows"]
    assert rows == [[0] * 5] * 5


# ------------------------------------------------------------------ a person's hands


class Hands:
    """One xdotool for a whole game: it reads what to do line by line."""

    def __init__(self, display: str) -> None:
        self._process = subprocess.Popen(
            [program("xdotool", "xdotool"), "-"],
            env=surroundings(display), stdin=subprocess.PIPE, text=True,
        )  # fmt: skip

    def do(self, act: Act) -> None:
        """Click or press a key."""
        if act[0] == "click":
            self._say(f"mousemove {act[1]} {act[2]} click 1")
        else:
            names = {"enter": "Return", "tab": "Tab", "escape": "Escape"}
            self._say(f"key {names.get(act[1], act[1])}")

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def close(self) -> None:
        """Let go."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(20)


@contextmanager
def watched(display: str, folder: Path, home: dict[str, str]) -> Iterator[tuple[Path, Hands]]:
    """Open the window with its start screen; give the file of its scenes, and hands."""
    folder.mkdir()
    seen = folder / "scene.json"
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.viewer.window.theatre", "watch", str(seen)],
        env=surroundings(display, **home), cwd=ROOT, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stderr is not None
    hands = Hands(display)
    try:
        wait_for(lambda: seen.exists() or process.poll() is not None, "the start screen")
        assert process.poll() is None, process.stderr.read()
        wait_for(lambda: _titled(display, "Cairn"), "the window")
        yield seen, hands
        hands.do(("key", "ctrl+q"))
        assert process.wait(PATIENCE) == 0
        assert process.stderr.read() == ""
    finally:
        hands.close()
        process.kill()
        process.wait(20)
        process.stderr.close()


@pytest.fixture
def small_screen() -> Iterator[str]:
    """A screen that a window of the least size fills."""
    with x_server(*SMALL) as display:
        yield display


@pytest.mark.skipif(not ALL, reason="a whole game at the pace of a pointer: CAIRN_ALL=1")
@pytest.mark.parametrize(
    ("name", "least"), [("lost-cities-roll-and-write", 8), ("lost-cities-card", 88)]
)
def test_a_game_with_a_real_pointer_from_the_start_screen_to_the_result(
    small_screen: str, tmp_path: Path, name: str, least: int
) -> None:
    home = quick(tmp_path)
    with watched(small_screen, tmp_path / "first", home) as (seen, hands):
        several = 0 if name == "lost-cities-card" else 2
        player = Player(Setting(name, players=several, seats={1: "Person"}), 3, keys=False)
        scene = _played(seen, hands, player, at_the_end)
        assert scene.moves >= least
        assert scene.texts["result:0:score"] and scene.texts["result:1:score"]
        scene = _after(seen, scene, hands, "result:again")
        assert scene.moves == 0 and not at_the_end(scene)
        _played(seen, hands, Player(None, 4, keys=False), lambda scene: scene.moves == 3)
    with watched(small_screen, tmp_path / "second", home) as (seen, hands):
        scene = _after(seen, _read(seen, 0), hands, "recent:0")
        while scene.moves != 3:  # the start screen may have changed on its own first
            scene = _read(seen, scene.number)


def at_the_end(scene: Scene) -> bool:
    return "result:title" in scene.texts


def _played(seen: Path, hands: Hands, player: Player, done: Callable[[Scene], bool]) -> Scene:
    """Play until something is seen; return that scene."""
    scene = _read(seen, 0)
    while not done(scene):
        act = player.act(scene)
        if act is not None:
            hands.do(act)
        scene = _read(seen, scene.number)
        assert not [name for name in scene.texts if name.startswith("toast")]
    return scene


def _after(seen: Path, scene: Scene, hands: Hands, name: str) -> Scene:
    """Click a control; return what is there then."""
    thing = scene.thing(name)
    assert thing is not None
    hands.do(("click", thing.x, thing.y))
    return _read(seen, scene.number)


def _read(seen: Path, after: int) -> Scene:
    """The latest scene, which is a later one."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        scene = Scene.read(json.loads(seen.read_text()))
        if scene.number > after:
            return scene
        time.sleep(0.004)
    pytest.fail("nothing has come of that")


def _titled(display: str, title: str) -> bool:
    done = subprocess.run(
        [program("xdotool", "xdotool"), "search", "--onlyvisible", "--name", title],
        env=surroundings(display), capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    return bool(done.stdout.split())
