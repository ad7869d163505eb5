"""The terminal as a guest of a server: the table as the seat sees it, the moves, what is made.

No rules are needed here: position, moves and their words come from the server.
"""

from __future__ import annotations

import queue
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, assert_never

from rich.rule import Rule
from rich.text import Text

from engine.cli.guest_company import GuestCompany
from engine.cli.line_input import InputLines
from engine.cli.move_list import listed, meant, moves_text
from engine.cli.output import console, put
from engine.cli.text import both
from engine.cli.text_position import PositionText
from engine.cli.textplay import ASK
from engine.game.view import View
from engine.game.view_data import read_position
from engine.moves.notation import MoveText, bracketed, read_moves
from engine.rules.catalogue import Catalogue, capital, signed
from engine.rules.engine_messages import GUEST_HELP
from engine.serving.client import LOST, Said
from engine.serving.dialling import Heard, Line, Lost, News
from engine.serving.words import from_data
from engine.table.addressed import addressed

PAUSE = 0.1
"""So many seconds are waited for news where nothing can be read meanwhile."""


class _OverError(Exception):
    """Nothing more can come: the game is over, or the connection."""


class GuestPlay:
    """A guest at a table on a server, in the terminal or through a pipe."""

    def __init__(self, line: Line, language: str, lines: InputLines | None = None) -> None:
        """Prepare; the line is open. `lines`: what the player writes."""
        self.line = line
        self.words = Catalogue(language)
        self.console = console()
        self.asks = sys.stdin.isatty() and self.console.is_terminal
        self.lines = lines or InputLines()
        self.company = GuestCompany(line, self.words, self.say, self.names)
        self._told: list[Said] = []
        """The decisions that were printed."""
        self._shown: tuple[object, ...] = ()
        """For which position the player was asked already."""
        self._drawn: dict[str, str] = {}
        self._lost = self._ended = False

    @property
    def state(self) -> Said:
        """Return the table as it was heard last; nothing before that."""
        return self.line.client.state or {}

    # -------------------------------------------------------------- words

    def tell(self, sentence: str, **values: object) -> None:
        """Print a sentence of ours."""
        self.say(self.words.filled(sentence, **values))

    def say(self, text: str = "") -> None:
        """Print a text as it is."""
        self.console.print(Text(text), soft_wrap=not self.console.is_terminal)

    @property
    def seat(self) -> int | None:
        """Return the player's seat, from 0; None for a spectator."""
        return self.line.client.seat

    def names(self) -> list[str]:
        """Return what the seats are called."""
        you = self.words.text("you")
        called = self.state.get("names", [])
        return [
            you if n == self.seat else name or self.words.seat(n) for n, name in enumerate(called)
        ]

    def _spoken(self, data: Mapping[str, Any]) -> str:
        names, language = self.names(), self.words.language
        return addressed(from_data(data), names, you=self.seat, language=language)

    # -------------------------------------------------------------- the game

    def run(self) -> bool:
        """Play until the player leaves, or the link may not come again; return whether to open the
        link anew, because it leads to a rematch now. A pipe ends with the game.
        """
        self.say(self.line.client.title)
        if self.seat is None:
            self.tell("You watch this game.")
        else:
            mine = self.words.filled("seat {seat} is you", seat=self.seat + 1)
            self.say(capital(_sentence(mine)))
            self.tell(ASK)
        with suppress(_OverError):
            while True:
                line = self._read()
                if not line or not self._command(line.strip()):
                    return False
        if self.company.left_for_rematch:
            return True
        if self.line.client.ended:
            self.say()
            self.say(capital(_sentence(self.words.told(self.line.client.ended))))
        return False

    def _read(self) -> str:
        """Return a line, empty when there is no more. A pipe is read only when a move is asked for.

        Raises _OverError when nothing more can come.
        """
        while not self.asks and not (self.state.get("asked") and self.line.client.settled):
            with suppress(queue.Empty):
                self._take(self.line.news.get(timeout=PAUSE))
            self._look()
        return self.lines.read(self._look)

    def _look(self) -> None:
        """Print what has come. Raises _OverError when nothing more can come."""
        with suppress(queue.Empty):
            while True:
                self._take(self.line.news.get_nowait())
        if self.state:
            self._show()
        over = bool(self.state.get("over"))
        if over and not self._ended:
            self._end()
        self._ended = over
        if self.line.client.ended or self.company.left_for_rematch or (over and not self.asks):
            raise _OverError

    def _take(self, news: News) -> None:
        match news:
            case Lost():
                if not self._lost:
                    self.tell(LOST)
                self._lost = True
            case Heard(message):
                self._hear(message)
            case _:
                assert_never(news)

    def _hear(self, message: Said) -> None:
        kind = message["type"]
        if self.company.hear(message) and (self._ended or self._shown[1:] == (True,)):
            self._prompt()
        if kind == "state":
            self._lost = False
        elif kind == "refused":
            self.say(capital(_sentence(str(message["why"]))))
            self._prompt()
        elif kind == "said":
            self.say(_sentence(str(message["text"])))

    # -------------------------------------------------------------- showing

    def _show(self) -> None:
        """Print what is new at the table, and ask for a move once it is the player's turn."""
        self._tell_decisions(list(self.line.client.decisions))
        state = self.state
        now = (state["version"], state["asked"])
        if state["over"] or now == self._shown:
            return
        self._shown = now
        view = read_position(state["position"], self.seat, len(state["names"]))
        if not state["asked"]:
            if view.to_move is not None:
                self.tell("{who} has to decide.", who=capital(self.names()[view.to_move]))
                if clocks := self.company.clocks():
                    self.say(clocks)
            return
        number = self.words.filled("round {number}", number=view.round)
        self.say()
        title = Text(" · ".join(filter(None, [number, view.phase])), style="bold")
        self.console.print(Rule(title, align="left", characters="─", style="dim"))
        self._draw(view)
        self._moves()
        self._prompt()

    def _draw(self, view: View) -> None:
        table = PositionText(self.names(), self.console.width, self.words)
        drawn = table.draw(view, self._drawn or None)
        if drawn is not None:
            self.console.print(drawn)
            self.say()
        self._drawn = table.rows(view)

    def _moves(self) -> None:
        self.console.print(moves_text(self._offers(), self.console.width))

    def _offers(self) -> list[tuple[MoveText, str]]:
        offers = self.state.get("moves", [])
        moves = read_moves(offer["move"] for offer in offers)
        return list(zip(moves, map(self._spoken, offers), strict=True))

    def _prompt(self) -> None:
        if self.asks:
            clocks = self.company.clocks()
            put(f"{clocks} > " if clocks else "> ", end="", flush=True)

    def _tell_decisions(self, known: list[Said]) -> None:
        """Print the decisions that weren't printed yet, and which were taken back."""
        same = 0
        for old, new in zip(self._told, known, strict=False):
            if old != new:
                break
            same += 1
        for gone in self._told[same:]:
            what = self._spoken(gone) or gone["move"]
            self.tell("Taken back: {move}", move=what or f"{gone['number']}")
        for new in known[same:]:
            who = capital(self.names()[new["seat"] - 1])
            self.say(f"{who}{self.words.colon}{self._spoken(new) or new['move'] or '…'}")
        self._told = known

    # -------------------------------------------------------------- what a player writes

    def _command(self, line: str) -> bool:
        """Do what a line asks for; return whether to go on."""
        match line:
            case "q" | "quit" | "exit":
                return False
            case "help" | "":
                self.tell(GUEST_HELP)
            case "?":
                for move in listed(self._offers()):
                    colon = self.words.colon
                    told = f"{move.label:>4} {move.shown}{colon}{move.words}"
                    self.say(told.removesuffix(colon))
            case "t" | "table":
                self._drawn, self._shown = {}, ()
                return True
            case "u" | "undo":
                self.line.take_back()
                return True
            case _:
                if not self.company.command(line):
                    self.line.act(self._move(line))
                return True
        self._prompt()
        return True

    def _move(self, line: str) -> str:
        """Return the notation of what was written for a move; the server says why it isn't one."""
        offers = self._offers()
        number = meant(line, listed(offers)) if offers else None
        if number is not None:
            return str(self.state["moves"][number]["move"])
        return bracketed(line, {move.name for move, _ in offers}) or line[:300]

    # -------------------------------------------------------------- the end

    def _end(self) -> None:
        """Print the result, and what can be done now."""
        self.say()
        state = self.state
        over = Text(self.words.text("The game is over.").rstrip("."), style="bold")
        self.console.print(Rule(over, align="left", style="dim"))
        names = self.names()
        for name, score in zip(names, state["scores"], strict=False):
            self.say(f"{capital(name)}{self.words.colon}{signed(score)}")
        self.say(self._who_won([seat - 1 for seat in state["winners"]], names))
        if self.asks:
            self.tell("rematch plays again, q leaves, help says what else there is.")
            self._prompt()

    def _who_won(self, won: list[int], names: list[str]) -> str:
        if won == [self.seat]:
            return self.words.text("You have won.")
        if len(won) == 1:
            return self.words.filled("{who} has won.", who=capital(names[won[0]]))
        if won:
            who = both([names[seat] for seat in won], self.words)
            return self.words.filled("{who} share the win.", who=capital(who))
        return self.words.text("The game is over without a winner.")


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
