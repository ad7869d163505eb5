"""What a guest may ask for that changes nothing on the table: chat, a rematch, a save."""

from __future__ import annotations

from typing import Any, assert_never

from engine.game.saves import save_text
from engine.serving.hosted_table import HostedTable, RefusedError
from engine.serving.house import House
from engine.serving.messages import Rematch, SaveGame, Say
from engine.serving.store import Link, Role
from engine.table.seats import HUMAN

WATCHES = "you watch this game, so you can't decide"
ONLY_READS = "you watch this game, so you can only read"
NOT_OVER = "a save holds what is hidden, so you get one when the game is over"


def answer(
    house: House, hosted: HostedTable, link: Link, message: Say | Rematch | SaveGame
) -> dict[str, Any]:
    """Do what the holder of a link asks for, and return the answer.

    Raises RefusedError and RulesError.
    """
    done = {"type": "done", "id": message.id, "version": hosted.version}
    match message:
        case Say(id=id, text=text):
            if link.role is not Role.SEAT:
                raise RefusedError(ONLY_READS)
            name = hosted.record.seats[link.seat].name
            if why := hosted.chat.say(link.seat, name, text, id):
                raise RefusedError(why)
            house.people(link.table)
            return done
        case Rematch(turned=turned, first=first):
            if link.role is not Role.SEAT:
                raise RefusedError(WATCHES)
            return {**done, "table": house.rematch(link.table, turned=turned, first=first)}
        case SaveGame(id=id):
            if not hosted.table.session.over:
                raise RefusedError(NOT_OVER)
            return {**save_of(hosted), "id": id}
        case _:
            assert_never(message)


def save_of(hosted: HostedTable) -> dict[str, Any]:
    """Return the message with the save of a table. It holds the deal, so also what is hidden."""
    session = hosted.table.session
    seats = [sitter or HUMAN for sitter in hosted.table.seats]
    name = f"{session.game.loaded.name}-{hosted.record.id}.save"
    return {"type": "file", "name": name, "text": save_text(session, seats)}
