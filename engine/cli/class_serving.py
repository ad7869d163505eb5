"""`cairn serve GAME --class`: a teacher's page, and one link for pupils."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.cli.arguments import ServeArguments
from engine.cli.errors import open_game, refuse, spoken
from engine.cli.output import put
from engine.cli.qr_code import code_of, print_code
from engine.game.session import Session
from engine.language.message import Message
from engine.serving.addresses import Addresses
from engine.serving.class_desks import ClassDesks
from engine.serving.class_pairs import ClassPairs
from engine.serving.classroom import open_class
from engine.serving.house import House
from engine.serving.store import hashed, new_token
from engine.storage.folders import data_folder


class ClassLesson:
    """The class that `cairn serve --class` serves: its desks, and the links to it."""

    def __init__(self, args: ServeArguments, language: str, addresses: Addresses) -> None:
        """Open the class, with what is kept of it. Raises RulesError."""
        if len(args.rulesets or ()) != 1:
            raise refuse("--class needs one ruleset, the game that you teach")
        self._rules = args.rulesets[0] if args.rulesets else ""
        loaded = open_game(self._rules)
        path = data_folder() / "classes" / f"{loaded.name}.json"
        self._room, self._token = open_class(loaded, language, path), new_token()
        self._addresses = addresses
        key = hashed(self._token)
        self.desks = ClassDesks(self._room, key, _draw, addresses.site, code_of)

    def pair_in(self, house: House) -> None:
        """Let pupils play at tables of a house."""
        least, most = self._room.loaded.checked().header.players
        self.desks.pairs = ClassPairs(house, self._rules, least, most)

    def begin(self) -> None:
        """Prepare the questions in the background, and print the links."""
        self._room.prepare_aside()
        link = self._addresses.link(self._room.record.join)
        teacher = self._addresses.link(self._token)
        put(spoken(Message("The teacher's page: {address}", teacher)))
        put(spoken(Message("The pupils' link: {address}", link)))
        print_code(link)


def _draw(session: Session, answers: Sequence[str], size: tuple[int, int]) -> dict[str, Any]:
    from viewer.page.position import drawn_position

    return drawn_position(session, answers, size)
