"""Sounds: which event is heard as what, that they are quiet, and that nothing depends on them."""

from __future__ import annotations

import threading
import wave

import pytest

from tests.viewer.app.hands import app_with, node, press, table
from viewer import commands as cmd
from viewer.app.controller import AppController
from viewer.app.sounds import SOUNDS, Sound
from viewer.commands import AtTable, Everywhere
from viewer.window.speaker import Speaker
from viewer.window.waves import LOUD, LOUDEST, RATE, file_of, loudness, samples


def made(app: AppController, number: int = 0) -> list[Sound]:
    """Make one of the moves that are offered; return what is heard of it."""
    app.heard()
    turn = table(app).turn
    while turn.guest.stages:
        turn.pass_by()
    turn.make(turn.guest.offers[number])
    while turn.guest.stages:
        turn.pass_by()
    return app.heard()


def test_a_card_is_heard_and_then_that_somebody_else_is_asked() -> None:
    app = app_with("lost-cities-card")
    assert app.heard() == []
    assert made(app) == ["card"]  # the same seat draws
    assert made(app) == ["card", "turn"]
    assert app.heard() == []


def test_dice_are_heard() -> None:
    app = app_with("examples/pig.cairn", seed=3)
    assert "dice" in [*made(app), *made(app), *made(app)]


def test_the_end_is_heard() -> None:
    app = app_with("examples/nim.cairn")
    heard: list[Sound] = []
    while not table(app).guest.session.over:
        heard = made(app)
    assert heard[0] == "end"


def test_looking_back_and_taking_back_are_silent() -> None:
    app = app_with("lost-cities-card")
    made(app)
    for command in (cmd.LookAt(0), AtTable.PRESENT, AtTable.UNDO, AtTable.REDO):
        app.do(command)
    assert app.heard() == []


def test_sounds_can_be_switched_off_by_a_key_and_in_the_menu() -> None:
    app = app_with("lost-cities-card")
    app.key("n")
    assert not app.shell.prefs.sound
    assert made(app) == []
    app.do(Everywhere.MENU)
    press(app, "menu:sound")
    assert app.shell.prefs.sound
    assert node(app, "menu:sound")
    app.do(Everywhere.CLOSE)
    assert made(app) != []


@pytest.mark.parametrize("sound", SOUNDS)
def test_a_wave_is_short_quiet_and_whole(sound: Sound) -> None:
    made = samples(sound)
    assert 0.05 * RATE < len(made) < 1.5 * RATE
    peak = max(map(abs, made))
    assert peak <= LOUDEST * 32767 + 1
    assert 0.7 < loudness(made) / 32767 / LOUD < 1.01  # none is much louder than another
    assert abs(sum(made)) / len(made) < 0.05 * peak  # no push in one direction
    assert made[-1] == 0
    with wave.open(file_of(sound)) as file:
        assert (file.getnchannels(), file.getframerate(), file.getnframes()) == (
            1, RATE, len(made),
        )  # fmt: skip


def test_without_a_device_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    done = threading.Event()

    def missing(name: str) -> object:
        done.set()
        raise OSError(f"no library for {name}")

    monkeypatch.setattr("viewer.window.speaker.import_module", missing)
    speaker = Speaker()
    speaker.play([])
    assert not done.is_set()
    speaker.play(["card", "turn"])
    assert done.wait(5)
    speaker.play(["end"])
