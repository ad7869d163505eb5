"""`cairn shot`: a picture of a position, played there by agents."""

from __future__ import annotations

import re
from pathlib import Path

from engine.agents.registry import agent_names
from engine.cli.arguments import ShotArguments
from engine.cli.errors import open_game, quote, read_seed, read_settings, refuse, spoken
from engine.cli.files import can_write
from engine.cli.language import language_of
from engine.cli.output import put
from engine.cli.positions import read_position, refuse_more
from engine.cli.progress import progress
from engine.cli.seats import seats_for
from engine.game.arranged import begin_from
from engine.game.session import Session
from engine.language.codes import Code
from engine.language.escaping import plain
from engine.language.message import Message
from engine.table.deal import deal
from engine.table.table import Table

USUAL = ("easy", "greedy")
"""Who makes the moves: the first of these that there is. Its games look like people's."""
PATIENCE = 1.0
"""After so many seconds progress is shown."""
SMALLEST = (320, 320)
LARGEST = (7680, 4320)


def take_shot(args: ShotArguments) -> None:
    """Play so many moves, draw the position, write the picture and say where."""
    from viewer import check_look, shot

    size = read_size(args.size)
    loaded = open_game(args.ruleset)
    look = check_look(loaded)
    quote(look.sources)
    look.refuse()
    rules = loaded.checked()
    options = read_settings(args.settings)
    usual = next(name for name in USUAL if name in agent_names())
    laid = None
    if args.begin is not None:
        refuse_more(
            {"--set": args.settings or None, "--players": args.players, "--first": args.first}
        )
        laid = begin_from(loaded, read_position(args.begin), language_of(args.lang))
    players = args.players if laid is None else laid.game.players
    names = seats_for(rules, players, args.agents, usual, usual)
    if args.seat is not None and args.seat > len(names):
        raise refuse(
            Message("there is no seat {seat} at a table for {number}", args.seat, len(names))
        )
    path = read_path(args.out, loaded.name)
    language = language_of(args.lang)
    seed = read_seed(args.seed)
    session = laid or deal(
        loaded, len(names), seed=seed, options=options, language=language, first=args.first
    )
    played = play_on(session, names, args.moves)

    shot(session, path, size, None if args.seat is None else args.seat - 1, language)
    title = session.game.wording.catalogue.text(rules.header.title)
    after = (
        "{title} after 1 move: {path}" if played == 1 else "{title} after {number} moves: {path}"
    )
    if session.over:
        after = "{title} after {number} moves, where the game ended: {path}"
    put(spoken(Message.filled(after, {"title": title, "number": played, "path": plain(path)})))


def read_size(text: str) -> tuple[int, int]:
    """Return width and height from `1440x900`. Raises RulesError (E603)."""
    found = re.fullmatch(r"\s*(\d{1,6})\s*[x×X]\s*(\d{1,6})\s*", text)
    if found is None:
        raise refuse(
            Message(
                "'--size {text}' can't be read; write --size WIDTHxHEIGHT, as in 1440x900",
                text[:40],
            )
        )
    width, height = int(found[1]), int(found[2])
    for side, low, high in zip((width, height), SMALLEST, LARGEST, strict=True):
        if not low <= side <= high:
            raise refuse(
                Message(
                    "a picture can be from {smallest}x{SMALLEST} to {largest}x{LARGEST} "
                    "pixels, not {width}x{height}",
                    SMALLEST[0],
                    SMALLEST[1],
                    LARGEST[0],
                    LARGEST[1],
                    width,
                    height,
                )
            )
    return width, height


def read_path(out: Path | None, name: str) -> Path:
    """Return where the picture goes. Raises RulesError (E601) where it can't or mustn't."""
    path = out or Path(f"{name}.png")
    if path.suffix.lower() != ".png":
        raise refuse(
            Message("the picture is a PNG; name it {with_suffix}", path.with_suffix(".png")),
            Code.E601,
        )
    can_write(path)
    return path


def play_on(session: Session, names: list[str], moves: int) -> int:
    """Let agents play up to so many moves; return how many there were."""
    table = Table(session, names)
    title = f"Playing {session.game.rules.header.title}"
    with progress(title, moves, PATIENCE) as update:
        while len(session.history) < moves and session.seat is not None:
            table.play_agent()
            update(len(session.history))
    return len(session.history)
