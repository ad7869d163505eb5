"""The others at a table on a server, in the terminal: chat, clocks, changed rules, a rematch."""

from __future__ import annotations

import time
from collections.abc import Callable

from engine.cli.text import both
from engine.rules.catalogue import Catalogue, capital
from engine.serving.client import Said
from engine.serving.company_heard import CompanyHeard, HeardRemark, clock_text, proposal_rows
from engine.serving.dialling import Line

TURNED = "seats"
"""What is written after `rematch` so that everybody moves to the next seat."""


class GuestCompany:
    """Prints what is heard of the others, and sends what the player says to them."""

    def __init__(
        self, line: Line, words: Catalogue, say: Callable[[str], None],
        names: Callable[[], list[str]],
    ) -> None:  # fmt: skip
        """Prepare. `say`: prints a line. `names`: returns what the seats are called."""
        self.line, self.words, self._say, self._names = line, words, say, names
        self.heard = CompanyHeard()
        self.left_for_rematch = False
        """Whether the rematch of this table is to be opened."""
        self._asked = ""
        """The id of the message that asks for a rematch."""
        self._shown: tuple[object, ...] = ()
        """What was printed of the proposal."""

    # -------------------------------------------------------------- what is heard

    def hear(self, message: Said) -> bool:
        """Take a message; return whether something was printed."""
        heard, words = self.heard, self.words
        stopped, followed = heard.stopped, heard.followed
        heard.take(message, time.monotonic())
        rows = [self._remark(remark) for remark in heard.new_remarks()]
        if heard.stopped and not stopped:
            rows.append(words.text("The time of a seat is over, so the table has stopped."))
        if heard.followed and not followed and not self._asked:
            rows.append(words.text("There is a rematch. Write rematch to open it."))
        if message["type"] == "proposal":
            rows += self._proposed()
        if message["type"] == "done" and message["id"] == self._asked and "table" in message:
            self.left_for_rematch = True
        for row in rows:
            self._say(row)
        return bool(rows)

    def _remark(self, remark: HeardRemark) -> str:
        if remark.seat == self.line.client.seat:
            return self.words.filled("You say: {text}", text=remark.text)
        who = str(remark.name or self.words.seat(remark.seat))
        return self.words.filled("{who} says: {text}", who=capital(who), text=remark.text)

    def _proposed(self) -> list[str]:
        words, proposal = self.words, self.heard.proposal
        if proposal is None:
            self._shown = ()
            return [words.text("No changed rules are proposed any more.")]
        mine = self.heard.waits_for(self.line.client.seat)
        names = self._names() or [words.seat(seat) for seat in range(len(self.heard.names))]
        waits = [names[place["seat"] - 1] for place in proposal["waits"]]
        rows: list[str] = []
        shown = (proposal["rules"], proposal["parted"], proposal["kept"])
        if shown != self._shown:
            self._shown = shown
            rows.append(words.text("The host proposes changed rules:"))
            rows += [f"  {row}" for row in proposal_rows(proposal, words)]
        if waits:
            rows.append(words.filled("Changed rules wait for {names}.", names=both(waits, words)))
        if mine:
            rows.append(words.text("Write agree, or decline to keep the old rules."))
        return rows

    # -------------------------------------------------------------- what is shown

    def clocks(self) -> str:
        """Return the clocks of all seats in one line; empty without a clock."""
        left = self.heard.left(time.monotonic())
        return " · ".join(
            f"{name} {clock_text(time, self.words)}"
            for name, time in zip(self._names(), left, strict=False)
            if time is not None
        )

    # -------------------------------------------------------------- what a player writes

    def command(self, line: str) -> bool:
        """Do what a line says to the others; return whether it was such a line."""
        verb, _, rest = line.partition(" ")
        heard, seat = self.heard, self.line.client.seat
        match verb:
            case "say" if rest.strip():
                self.line.ask("chat", text=rest.strip()[:300])
            case "agree" | "decline" if not rest and heard.waits_for(seat):
                version = self.line.client.version
                self.line.ask("vote", version=version, agree=verb == "agree")
            case "rematch" if heard.over:
                self._rematch(rest.split())
            case _:
                return False
        return True

    def _rematch(self, how: list[str]) -> None:
        """Ask for a rematch, or open the one that there is already."""
        if self.heard.followed:
            self.left_for_rematch = True
            return
        first = next((int(word) for word in how if word.isdecimal() and 0 < int(word) <= 64), None)
        self._asked = self.line.ask("rematch", turned=TURNED in how, first=first)
