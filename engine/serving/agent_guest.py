"""An AI player that has a seat at a table on another machine.

It asks the server for the rules of the table, which everybody may read, and before each decision
for what its seat knows. Nothing else reaches it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

from engine.agents.agent import looks_back
from engine.agents.registry import make_agent
from engine.agents.strategies import check_strategies
from engine.distribution import VERSION
from engine.game.known_data import NotKnownError, read_known
from engine.game.options import read_options
from engine.game.session import Game
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.message import Message
from engine.rules.load import Loaded, load
from engine.serving.client import Client, Said
from engine.storage.atomic_write import write_whole

_FILE = re.compile(r"[^\W.][^/\\:\x00]{0,120}\.cairn")
"""What a file of rules may be called: nothing that leads out of a folder."""
_SEED = 7919
"""What the guest's seed is multiplied with, so that each decision has a seed of its own."""
OTHER_VERSION = (
    "the server has Cairn {theirs}, and here it is {ours}; an AI player needs the same version"
)
UNREADABLE = "the server has sent something that can't be read"


class SeatLine(Protocol):
    """What carries an agent's messages: a line to the server."""

    client: Client

    def act(self, move: str) -> str:
        """Make a move by its notation; return the id of the message."""

    def ask(self, kind: str, **fields: object) -> str:
        """Ask the server for something; return the id of the message."""


class AgentGuest:
    """Decides for one seat. Call `hear` with each message that the client has taken."""

    def __init__(self, speaker: SeatLine, agent: str, seed: int) -> None:
        """Take a seat for an agent by its name. Raises RulesError (E603) for an unknown one."""
        self.speaker, self.agent, self.seed = speaker, agent, seed
        self._past = looks_back(make_agent(agent, seed))
        self._game: Game | None = None
        self._digest = ""
        self._asked = ""
        """The id of the question that is open."""
        self._folder: TemporaryDirectory[str] | None = None

    def hear(self, message: Mapping[str, Any]) -> None:
        """Take a message. Raises RulesError where the game can't be played on this machine."""
        kind = message.get("type")
        if kind == "rules":
            self._learn_rules(message)
        elif kind == "known" and message["id"] == self._asked:
            self._decide(message)
        elif kind == "refused" and "version" not in message:
            raise RulesError(Diagnostic(Code.E603, str(message["why"])))
        self._look()

    def close(self) -> None:
        """Forget the rules that the server has sent."""
        if self._folder is not None:
            self._folder.cleanup()

    def _look(self) -> None:
        """Ask for what is missing, once it is the seat's turn."""
        client, state = self.speaker.client, self.speaker.client.state
        if state is None or not state["asked"] or not client.settled:
            return
        if self._game is None:
            self._asked = self.speaker.ask("rules")
        else:
            self._asked = self.speaker.ask("known", past=self._past)

    def _decide(self, told: Mapping[str, Any]) -> None:
        client, game = self.speaker.client, self._game
        if told["rules"] != self._digest:
            self._game = None  # the table has other rules now
        if game is None or self._game is None or told["version"] != client.version:
            return
        assert client.state is not None
        self.speaker.act(self._chosen(game, told["known"], client.state))

    def _chosen(self, game: Game, data: object, state: Said) -> str:
        """Return the notation of the move that the agent chooses.

        What it may do is the same in every position that its seat can't tell from the true one.
        """
        try:
            known = read_known(data)
            seed = self.seed * _SEED + int(state["version"])
            position = game.knowledge.sample(known, seed)
            legal = game.wording.legal(position)
        except (NotKnownError, LookupError, ValueError):
            raise _problem(UNREADABLE) from None
        agent = make_agent(self.agent, seed)
        chosen = agent.choose(game, known, [one.move for one in legal], known.seat)
        text = next(one.text for one in legal if one.move == chosen)
        if text not in {offer["move"] for offer in state["moves"]}:
            raise _problem(UNREADABLE)
        return text

    # -------------------------------------------------------------- rules

    def _learn_rules(self, told: Mapping[str, Any]) -> None:
        if told["cairn"] != VERSION:
            raise _problem(Message(OTHER_VERSION, str(told["cairn"])[:20], VERSION))
        names = (told["main"], *told["more"], *(name for name, _ in told["texts"]))
        if not all(_FILE.fullmatch(str(name)) for name in names):
            raise _problem(UNREADABLE)
        loaded = self._own(told) or self._sent(told)
        check_strategies(loaded.checked(), [self.agent])
        options = read_options(loaded.checked(), told["options"])
        self._game = Game(loaded, int(told["players"]), options)
        self._digest = str(told["rules"])

    def _own(self, told: Mapping[str, Any]) -> Loaded | None:
        """Return the same rules as this machine has them, with what was trained for them."""
        names = [str(told["main"]), *map(str, told["more"])]
        with suppress(RulesError, OSError, ValueError):
            loaded = load("+".join(name.removesuffix(".cairn") for name in names))
            if loaded.digest == told["rules"]:
                return loaded
        return None

    def _sent(self, told: Mapping[str, Any]) -> Loaded:
        """Return the rules from the texts that the server has sent."""
        self.close()
        self._folder = TemporaryDirectory(prefix="cairn-")
        folder = Path(self._folder.name)
        for name, text in told["texts"]:
            write_whole(folder / name, str(text))
        names = [told["main"], *told["more"]]
        loaded = load("+".join(str(folder / str(name)) for name in names))
        loaded.checked()
        if loaded.digest != told["rules"]:
            raise _problem(UNREADABLE)
        return loaded


def _problem(why: str) -> RulesError:
    return RulesError(Diagnostic(Code.E602, why))
