"""What `--help` says of defaults is what happens."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import typer
from typer.core import TyperGroup

from engine.cli.app import app
from engine.table.seats import usual_agent
from tests.cli.conftest import ROOT, Cairn

NIM = ROOT / "examples" / "nim.cairn"


def commands() -> dict[str, dict[str, str]]:
    """The help of each option of each command, by its name."""
    every = typer.main.get_command(app)
    assert isinstance(every, TyperGroup)
    return {
        name: {option: getattr(one, "help", None) or "" for one in command.params
               for option in one.opts}
        for name, command in every.commands.items()
    }  # fmt: skip


@pytest.mark.parametrize("name", commands())
def test_help_names_only_options_that_the_command_has(name: str) -> None:
    options = commands()[name]
    for text in options.values():
        assert set(re.findall(r"--[a-z]+", text)) <= options.keys(), text


def test_the_seats_that_nobody_named_are_those_that_help_names(cairn: Cairn) -> None:
    text = commands()["play"]["--agents"]
    assert f"[default: human, then {usual_agent()}]" in text
    cairn("play", "lost-cities-card", "--text", "--save", "a.save", given="q\n")
    last = json.loads(cairn("replay", "a.save", "--json").out.splitlines()[-1])
    assert last["seats"] == ["human", usual_agent()]
    sim = json.loads(cairn("sim", NIM, "--games", "1", "--json").out)
    assert "[default: random]" in commands()["sim"]["--agents"]
    assert {seat["agent"] for seat in sim["seats"]} == {"random"}


def test_the_players_that_nobody_named_are_those_that_help_names(cairn: Cairn) -> None:
    board = "lost-cities-board"
    known = commands()
    for name in ("play", "sim", "study", "shot"):
        assert "one for each name if --agents has several" in known[name]["--players"]
    for name in ("train", "learn", "arena"):
        assert "[default: the fewest that the game allows]" in known[name]["--players"]
    assert "[default: any]" in known["rules"]["--players"]
    assert json.loads(cairn("sim", board, "--games", "1", "--json").out)["players"] == 2
    three = ("--agents", "random,random,random")
    assert json.loads(cairn("sim", board, "--games", "1", "--json", *three).out)["players"] == 3
    said = ("rules", board, "--generated")
    any_, four = cairn(*said).out, cairn(*said, "--players", "4").out
    assert any_ != four


def test_the_first_deal_can_be_numbered_nought(cairn: Cairn) -> None:
    pages = []
    for seed in (0, 1):
        cairn("learn", NIM, "--export-exam", str(seed), "--seed", seed)
        pages.append(Path(str(seed), "nim.en.html").read_text())
    assert pages[0] != pages[1]
