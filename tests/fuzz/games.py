"""Saves, and moves as they are written."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random

from engine import Game, RulesError, Session, load, read_save, replay, write_save
from tests.cli.conftest import ROOT
from tests.fuzz.commands import command, plays
from tests.fuzz.mutations import ODD, mutated
from tests.fuzz.target import Door, Input, Reached, Target, raw

GAMES = ("nim", "kalah", "whist", "liars-dice", "across", "hex", "behind-screens", "go-fish",
         "wolf", "goofspiel")  # fmt: skip
WISHES = ("", "", "", "replay game.save", "replay game.save --json", "play game.save --text",
          "review game.save --playouts 20")  # fmt: skip


@cache
def game(name: str) -> Game:
    """Return a game for the fewest players."""
    path = ROOT / "examples" / f"{name}.cairn"
    loaded = load(path if path.exists() else name)
    return Game(loaded, loaded.checked().header.players[0])


def begun(name: str, seed: int, moves: int) -> Session:
    """Return a game after so many moves at random."""
    session, chance = Session(game(name), seed=seed), Random(seed)
    for _ in range(moves):
        legal = session.legal()
        if not legal:
            break
        session.play(chance.choice(legal).text)
    return session


@cache
def _save(name: str, seed: int) -> str:
    path = Path("made.save").absolute()
    write_save(begun(name, seed, 3 + 4 * seed), path, ["human", "random"])
    text = path.read_text("utf-8")
    path.unlink()
    return text


def make_save(chance: Random) -> Input:
    """Return a command line, and a save: mostly with a checksum that is right."""
    text = _save(chance.choice(GAMES), chance.randrange(4))
    others = [_save(name, 1) for name in GAMES]
    head, mark, moves = text.rpartition("# checksum: ")[0].partition("\nmoves:")
    roll = chance.random()
    if roll < 0.4:
        rows = moves.split("\n")
        at = chance.randrange(len(rows))
        rows[at : at + 1] = [chance.choice(rows), mutated(rows[at], chance)][: chance.randint(0, 2)]
        moves = "\n".join(rows)
    elif roll < 0.5:
        head = re.sub(r"(?m)^(seed|starter|players): \d+", rf"\1: {chance.randrange(9)}", head)
    body = head + mark + moves
    if roll >= 0.5:
        body = mutated(body, chance, others)
    if chance.random() < 0.85:
        body = body.rstrip("\n") + "\n"
        sum_ = hashlib.sha256(raw(body)).hexdigest()[:16]
        body += f"# checksum: {sum_}\n"
    return chance.choice(WISHES), body


def take_save(given: Input) -> Reached:
    """Read a save and play it again."""
    wish, text = given
    path = Path("game.save")
    path.write_bytes(raw(text))
    try:
        save = read_save(path)
    except RulesError:
        if wish:
            command(*wish.split(), given="q\n")
        return Reached.NOTHING
    if wish:
        return Reached.PARSED if command(*wish.split(), given="1\nq\n") else Reached.CHECKED
    if save.ruleset not in GAMES:
        return Reached.PARSED
    try:
        replay(save, game(save.ruleset).loaded)
    except RulesError:
        return Reached.PARSED
    return Reached.CHECKED


def make_moves(chance: Random) -> Input:
    """Return a game, a deal, how it is asked, and lines: moves of some game, changed."""
    name, seed = chance.choice(GAMES), chance.randrange(4)
    words = [move.text for move in begun(name, seed, chance.randrange(9)).legal()] or ["x"]
    lines = []
    for _ in range(chance.randint(1, 8)):
        line = chance.choice(words)
        roll = chance.random()
        if roll < 0.6:
            line = mutated(line, chance, words)
        elif roll < 0.7:
            line = chance.choice(ODD) * chance.choice((1, 5, 600))
        elif roll < 0.75:
            line = f"{line.split('(')[0]}({', '.join(words)})"
        lines.append(line.replace("\n", " "))
    return f"{name} {seed}", chance.choice(("play", "text")), *lines


def take_moves(given: Input) -> Reached:
    """Make, and ask about, such moves of a game."""
    name, _, seed = given[0].partition(" ")
    played = game(name)
    if given[1] == "text":
        asked = [line for move in given[2:] for line in (move, f"? {move}")]
        command("play", name, "--text", "--seed", seed, given="\n".join([*asked, "q", ""]))
        return Reached.CHECKED
    session, made = Session(played, seed=int(seed)), 0
    for move in given[2:]:
        for ask in (lambda m: session.explain(0, m), session.play):
            try:
                ask(move)
                made += 1
            except RulesError:
                continue
    return Reached.CHECKED if made else Reached.NOTHING


@contextmanager
def save_door(folder: Path) -> Iterator[Door]:
    """Use this process."""
    yield Door(take_save, plays=lambda given: plays(given[0]))


@contextmanager
def move_door(folder: Path) -> Iterator[Door]:
    """Use this process."""
    yield Door(take_moves, plays=lambda given: plays(given[1]) if given[1] == "text" else 0.0)


SAVES = Target(make_save, save_door)
MOVES = Target(make_moves, move_door)
