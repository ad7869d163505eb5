"""The text play and the window are two faces of one table: the same deal plays the same on both."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import Session, load, read_save, replay
from engine.cli.shot import play_on
from engine.table.deal import deal
from engine.table.table import Table
from tests.cli.conftest import Cairn, cairn
from viewer.panels import open_app

__all__ = ["cairn"]

DEALS = [
    ("lost-cities-card", ["random", "greedy"], 5, {"matches": "1"}),
    ("examples/tic-tac-toe.cairn", ["greedy", "random"], 3, {}),
]
ROOT = Path(__file__).resolve().parents[2]


def rules_of(name: str) -> str:
    return str(ROOT / name) if name.endswith(".cairn") else name


def made(session: Session) -> list[tuple[int, ...]]:
    return [decision.move for decision in session.history]


def in_window(name: str, seats: list[str], seed: int, options: dict[str, str]) -> Session:
    desk = open_app(rules_of(name), seats=seats, seed=seed, settings=options)
    now = 0.0
    assert desk.table is not None
    guest = desk.table.guest
    while not guest.session.over:
        now += 2
        desk.tick(now)
        if guest.table.thought is not None:
            guest.table.thought.done.wait(60)
    return guest.session


@pytest.mark.parametrize(("name", "seats", "seed", "options"), DEALS, ids=lambda x: str(x)[:20])
def test_agents_play_the_same_in_the_terminal_and_in_the_window(
    cairn: Cairn, name: str, seats: list[str], seed: int, options: dict[str, str]
) -> None:
    given = [f"{option}={value}" for option, value in options.items()]
    settings = [part for setting in given for part in ("--set", setting)]
    cairn(
        "play", rules_of(name), "--text", "--agents", ",".join(seats), "--seed", seed,
        "--save", "end.save", *settings,
    )  # fmt: skip
    loaded = load(rules_of(name))
    told = replay(read_save(Path("end.save")), loaded)
    shown = in_window(name, seats, seed, options)
    assert made(told) == made(shown) and told.state == shown.state
    pictured = deal(loaded, len(seats), seed=seed, options=options)
    play_on(pictured, seats, 10_000)
    assert made(pictured) == made(told)


def test_what_is_taken_back_and_left_is_decided_the_same_again() -> None:
    table = Table(deal(load("lost-cities-card"), 2, seed=2, study=True), ["random", "random"])
    for _ in range(20):
        table.play_agent()
    first = made(table.session)
    for _ in range(9):
        table.session.undo()
    other = Table(table.session.at(11), ["random", "random"])
    for _ in range(9):
        table.play_agent()
        other.play_agent()
    assert made(table.session) == made(other.session) == first
