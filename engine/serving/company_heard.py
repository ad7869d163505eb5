"""What a guest has heard of the others at their table: chat, clocks, a proposal, a rematch.

It is the guest's side of `engine/serving/company.py`; the terminal and the window share it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.rules.catalogue import Catalogue
from engine.serving.chat import plain
from engine.serving.clock import DAY

RECENT = 3
"""So many of the remarks made before they came a guest is shown."""
_HOUR, _MINUTE = 3_600_000, 60_000


@dataclass(frozen=True)
class HeardRemark:
    """What someone said. `seat`: from 0. `name`: as they were called then, or empty."""

    seat: int
    name: str
    text: str


class CompanyHeard:
    """Keeps what the messages `people`, `turn`, `chat` and `proposal` have said so far.

    `over`: whether the game is over. `followed`: whether it has a rematch. `stopped`: whether the
    table has stopped. `proposal`: the last message of an open proposal. `remarks`: what is new
    since `new_remarks` was called last.
    """

    def __init__(self) -> None:
        """Begin with nothing heard."""
        self.over = self.followed = self.stopped = False
        self.names: list[str] = []
        self.proposal: dict[str, Any] | None = None
        self._remarks: list[HeardRemark] = []
        self._last = 0
        self._left: list[int | None] = []
        self._turn: int | None = None
        self._runs, self._since = False, 0.0

    def take(self, message: dict[str, Any], now: float) -> None:
        """Take a message, of any kind. `now`: the time in seconds."""
        match message.get("type"):
            case "people":
                self.over, self.followed = bool(message["over"]), bool(message["after"])
                self.stopped = bool(message["stopped"])
                self.names = [plain(str(seat["name"])) for seat in message["seats"]]
            case "turn":
                self._left = list(message.get("left", ()))
                seat = message["seat"]
                self._turn = None if seat is None else int(seat) - 1
                self._runs, self._since = bool(message["runs"]), now
            case "chat":
                new = [said for said in message["said"] if said["number"] > self._last]
                for said in new[-RECENT:] if self._last == 0 else new:
                    name, text = plain(str(said["name"])), plain(str(said["text"]))
                    self._remarks.append(HeardRemark(int(said["seat"]) - 1, name, text))
                self._last = max([self._last, *(int(said["number"]) for said in new)])
            case "proposal":
                self.proposal = dict(message) if message["open"] else None

    def new_remarks(self) -> list[HeardRemark]:
        """Return what was said since the last call."""
        new, self._remarks = self._remarks, []
        return new

    def waits_for(self, seat: int | None) -> bool:
        """Return whether the proposal waits for the answer of a seat, from 0."""
        if self.proposal is None or seat is None:
            return False
        return any(place["seat"] == seat + 1 for place in self.proposal["waits"])

    def left(self, now: float) -> list[int | None]:
        """Return the time of each seat in milliseconds; empty without a clock."""
        gone = round(1000 * (now - self._since)) if self._runs else 0
        return [
            left if left is None or seat != self._turn else max(0, left - gone)
            for seat, left in enumerate(self._left)
        ]


def clock_text(left: int, words: Catalogue) -> str:
    """Return a time in milliseconds as a clock shows it.

    >>> clock_text(299_400, Catalogue()), clock_text(26 * 3_600_000, Catalogue())
    ('5:00', '1 d 2 h')
    """
    if left >= DAY:
        return words.filled("{d} d {h} h", d=left // DAY, h=left % DAY // _HOUR)
    whole = -(-left // 1000) * 1000
    hours, minutes, seconds = whole // _HOUR, whole % _HOUR // _MINUTE, whole % _MINUTE // 1000
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def proposal_rows(proposal: dict[str, Any], words: Catalogue) -> list[str]:
    """Return what an open proposal changes and costs, a sentence a row."""
    changes = [plain(str(change)) for change in proposal["changes"]]
    rows = changes or [words.text("No rule reads differently.")]
    if proposal["more"]:
        rows.append(words.filled("and {n} more", n=proposal["more"]))
    if not proposal["parted"]:
        return [*rows, words.text("The game continues where it is.")]
    kept, all_ = proposal["kept"], proposal["decisions"]
    back = "So the game goes back: {kept} of {n} decisions are kept."
    return [*rows, plain(str(proposal["parted"])), words.filled(back, kept=kept, n=all_)]
