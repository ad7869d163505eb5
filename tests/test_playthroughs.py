"""Golden playthroughs: each ruleset's whole behaviour in one game, as a text that can be diffed.

`CAIRN_REGENERATE=1 pytest tests/test_playthroughs.py` writes them anew; read the difference before
you commit it. A ruleset without one fails.
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.game.ledger import Ledger
from engine.game.rng import Chance
from engine.game.session import Game, Session
from engine.game.view import View, ZoneView
from engine.rules.files import library
from engine.rules.load import load
from tests.scope import telling

FOLDER = Path(__file__).parent / "playthroughs"
SEED = 2014
AGENT = 7
LARGEST = 60_000
FULL = 42_000
"""So much is written out, shared among the rounds; of the rest of a long round, only checksums."""
LISTED = 250
"""So many legal moves of a decision are written out; of more there is a checksum."""
MANY = 15
"""So many rounds are expected of a game that is played until somebody has enough points."""
STRETCH = 100
"""So many decisions have a checksum together."""
NAMES = [path.stem for path in library()]
REGENERATE = os.environ.get("CAIRN_REGENERATE") == "1"


# -------------------------------------------------------------- a table in words


def contents(zone: ZoneView) -> list[str]:
    """What lies in a zone, in order; how much, where that is all that is known of it."""
    if zone.count and not zone.items:
        return [f"{zone.count}"]
    return [f"{x.name} at {x.space}" if x.space is not None else str(x.name) for x in zone.items]


def table(view: View) -> dict[str, list[str]]:
    """Everything on the table by the names of zones and variables, and the totals."""
    found = {zone.name: contents(zone) for zone in view.zones}
    found |= {v.name: [str(v.value)] for v in view.variables}
    found |= {f"total of seat {i + 1}": [str(t)] for i, t in enumerate(view.totals)}
    return found


def difference(before: list[str], after: list[str]) -> str:
    """How a place has changed: what has gone, what has come, or all of it in another order."""
    gone, come = Counter(before) - Counter(after), Counter(after) - Counter(before)
    if len(before) == len(after) == 1:
        return f"{before[0]} -> {after[0]}"
    if not gone and not come:
        return "now " + ", ".join(after)
    parts = [f"-{x}" for x in gone.elements()] + [f"+{x}" for x in come.elements()]
    return ", ".join(parts)


def changes(before: dict[str, list[str]], after: dict[str, list[str]]) -> Iterator[str]:
    """The places that have changed, a line each."""
    for name, now in after.items():
        old = before.get(name, [])
        if old != now:
            yield f"    {name}: {difference(old, now) or 'empty'}"


def lying(places: dict[str, list[str]]) -> Iterator[str]:
    """All places that aren't empty, a line each."""
    for name, items in places.items():
        if items:
            yield f"  {name}: {', '.join(items)}"


def gathered(texts: list[str]) -> str:
    """LegalMove moves with those of one action together: `lay(red 1; red 2), draw`."""
    groups: dict[str, list[str]] = {}
    for text in texts:
        name, bracket, rest = text.partition("(")
        groups.setdefault(name, []).extend([rest[:-1]] if bracket else [])
    return ", ".join(f"{n}({'; '.join(a)})" if a else n for n, a in groups.items())


def ledger_rows(ledgers: list[Ledger]) -> Iterator[str]:
    """A seat's ledger lines."""
    for ledger in ledgers:
        into = f" into {ledger.into}" if ledger.into else ""
        yield f"  seat {ledger.seat + 1}: {ledger.total}{into}"
        for row in ledger.rows:
            yield f"    {row.label}: {'x ' if row.kind == 'times' else ''}{row.value}"


# -------------------------------------------------------------- a game in words


class Record:
    """A game as it is written down."""

    def __init__(self, session: Session) -> None:
        """Begin with the table as it was dealt."""
        self.session = session
        game = session.game
        header = game.rules.header
        rounds = MANY if header.until else game.compiled.setting.value(header.rounds)
        self.share = FULL // max(1, rounds)
        self.left = self.share
        self.paid = 0
        self.skipped: list[str] = []
        self.before = table(session.view(None))
        self.rows = list(lying(self.before))

    def decide(self, move: str, legal: list[str]) -> None:
        """Make a move and write it down."""
        session = self.session
        if self.left > 0:
            self._in_full(move, legal)
        else:
            session.play(move)
            self.skipped.append(move)
        if len(self.skipped) >= STRETCH or session.over or len(session.results) > self.paid:
            self._checksum()
        for result in session.results[self.paid :]:
            self.rows += [f"  scores of round {result.round}", *ledger_rows(list(result.ledgers))]
            self.left = self.share
        self.paid = len(session.results)

    def _in_full(self, move: str, legal: list[str]) -> None:
        session, view = self.session, self.session.view(None)
        asked = f"round {view.round}, seat {(session.seat or 0) + 1}"
        if session.seat != view.active:
            asked += f" (it is seat {view.active + 1}'s turn)"
        phase = f", {view.phase}" if view.phase else ""
        number = len(session.history) + 1
        may = gathered(legal)
        if len(legal) > LISTED:
            may = f"{len(legal)} moves, {hashlib.sha256(may.encode()).hexdigest()[:16]}"
        told = ["", f"{number}. {asked}{phase}", f"  may: {may}", f"  does: {move}"]
        session.play(move)
        after = table(session.view(None))
        told += changes(self.before, after)
        self.before = after
        self.rows += told
        self.left -= sum(len(row) + 1 for row in told)

    def _checksum(self) -> None:
        """Write the checksum of the decisions that were left out and of the table after them."""
        if self.skipped:
            self.before = table(self.session.view(None))
            last = len(self.session.history)
            first = last - len(self.skipped) + 1
            whole = repr((self.skipped, self.before)).encode()
            self.rows += ["", f"{first}-{last}: {hashlib.sha256(whole).hexdigest()[:16]}"]
            self.skipped = []


def playthrough(name: str) -> str:
    """The text of one game of a ruleset between random players."""
    loaded = load(name)
    low, high = loaded.checked().header.players
    game = Game(loaded, max(low, min(3, high)))
    session, chance = Session(game, SEED), Chance(AGENT)
    rows = [
        f"ruleset: {name}",
        f"title: {game.rules.header.title}",
        f"players: {game.players}",
        *(f"option {key}: {value}" for key, value in game.option_words().items()),
        f"seed: {SEED}",
        "",
    ]
    record = Record(session)
    while not session.over:
        legal = session.written_moves()
        record.decide(legal[chance.below(len(legal))], legal)
    rows += [*record.rows, "", f"over after {len(session.history)} decisions"]
    rows += [*lying(record.before), ""]
    for seat in range(game.players):
        rows += ledger_rows(session.ledgers(seat))
    rows += [f"totals: {', '.join(map(str, session.view(None).totals))}"]
    rows += [f"scores: {', '.join(map(str, session.scores))}"]
    rows += [f"winners: {', '.join(f'seat {w + 1}' for w in session.winners) or 'nobody'}"]
    return "\n".join(rows) + "\n"


@pytest.mark.parametrize(
    "name",
    telling(["lost-cities-card", "lost-cities-rivals", "auf-und-ab"], NAMES),
)
def test_a_ruleset_plays_as_it_did(name: str) -> None:
    path, text = FOLDER / f"{name}.txt", playthrough(name)
    assert len(text.encode()) < LARGEST
    if REGENERATE:
        path.write_text(text, encoding="utf-8", newline="\n")
    assert path.exists(), f"{name} has no playthrough; write it with CAIRN_REGENERATE=1"
    assert text.splitlines() == path.read_text(encoding="utf-8").splitlines()


def test_every_ruleset_has_a_playthrough_and_every_playthrough_a_ruleset() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(NAMES)
    folder = Path(__file__).parents[1] / "rulesets"
    assert {path.stem for path in folder.rglob("*.cairn")} == set(NAMES)
