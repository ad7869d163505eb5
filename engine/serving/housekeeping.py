"""What the host may do: lay tables, renew links, give seats to AI players and back to people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, assert_never

from engine.agents.registry import agent_names
from engine.serving.answers import save_of
from engine.serving.hosted_table import RefusedError
from engine.serving.house import House
from engine.serving.messages import (
    Create,
    Export,
    HostMessage,
    Propose,
    Renew,
    Reseat,
    Settle,
)
from engine.serving.store import Link, Role, SeatKind, SeatRecord, hashed

Offers = Callable[[str], Sequence[dict[str, Any]]]
"""The rulesets that may be laid, described in a language."""


class Housekeeping:
    """Carries out what the holder of the host's token asks for."""

    def __init__(self, house: House, token: str, offers: Offers, site: str = "") -> None:
        """Keep only the token's hash. `site`: what links begin with."""
        self.house, self.site = house, site
        self._key = hashed(token)
        self._offers = offers

    def opens(self, key: str) -> bool:
        """Return whether the hash of a token is the host's."""
        return key == self._key

    def described(self, language: str) -> dict[str, Any]:
        """Return what the host sees: rulesets, AI players, tables."""
        return {
            "type": "house",
            "site": self.site,
            "rulesets": list(self._offers(language)),
            "agents": agent_names(),
            "tables": tables_of(self.house),
        }

    def do(self, message: HostMessage) -> dict[str, Any]:
        """Do what the host asks for, and return the answer. Raises RulesError and RefusedError."""
        match message:
            case Create():
                seats = [_record(place.for_, place.name) for place in message.seats]
                record, links = self.house.create(
                    message.rules, seats,
                    options=message.options, seed=message.seed, first=message.first,
                    terms=message.terms,
                )  # fmt: skip
                found = [_link(token, link) for token, link in links.items()]
                tables = tables_of(self.house)
                return {"type": "created", "table": record.id, "links": found, "tables": tables}
            case Renew(table=table, role=role, seat=seat):
                link = Link(table, Role(role), seat - 1 if role == "seat" else -1)
                self._check(table, seat - 1 if role == "seat" else 0)
                return {"type": "link", **_link(self.house.renew(link), link)}
            case Propose(table=table, withdraw=withdraw):
                self._check(table, 0)
                if withdraw:
                    self.house.withdraw(table)
                else:
                    self.house.propose(table)
                return {"type": "tables", "tables": tables_of(self.house)}
            case Reseat(table=table, seat=seat, for_=whom):
                self.house.reopen(table)
                self._check(table, seat - 1)
                had = self.house.open(table).record.seats[seat - 1]
                given = _record(whom, had.name)
                if given.kind is SeatKind.AGENT:  # whose seat it is stays as it is
                    given = replace(given, kind=had.kind)
                self.house.seat(table, seat - 1, given)
                return self._tables()
            case Settle(table=table):
                self._check(table, 0)
                terms = self.house.open(table).record.terms
                wished = message.model_dump(include={"open_hands", "hints"}, exclude_none=True)
                self.house.settle(table, terms.model_copy(update=wished))
                return self._tables()
            case Export(table=table):
                self._check(table, 0)
                return save_of(self.house.open(table))
            case _:
                assert_never(message)

    def _tables(self) -> dict[str, Any]:
        return {"type": "tables", "tables": tables_of(self.house)}

    def _check(self, table: str, seat: int) -> None:
        """Raise RefusedError for a seat, from 0, that a table doesn't have."""
        if not 0 <= seat < len(self.house.open(table).record.seats):
            raise RefusedError("this table has no such seat")


def tables_of(house: House) -> list[dict[str, Any]]:
    """Return the tables as the host sees them, seats from 1; of each series the latest."""
    records = house.store.tables()
    followed = {record.follows for record in records}
    return [
        {
            "table": record.id,
            "title": record.title,
            "terms": record.terms.model_dump(mode="json"),
            "proposed": house.proposed(record.id),
            "seats": [
                {
                    "for": seat.agent or seat.kind.value,
                    "own": seat.kind is SeatKind.LINK,
                    "name": seat.name,
                    "here": number in house.seats_here(record.id),
                }
                for number, seat in enumerate(record.seats)
            ],
        }
        for record in records
        if record.id not in followed
    ]


def _record(whom: str, name: str) -> SeatRecord:
    """Return the record of a seat for `open`, `link` or an AI player's name."""
    people = {SeatKind.OPEN.value: SeatKind.OPEN, SeatKind.LINK.value: SeatKind.LINK}
    if whom in people:
        return SeatRecord(people[whom], name=name)
    return SeatRecord(SeatKind.AGENT, whom, name)


def _link(token: str, link: Link) -> dict[str, Any]:
    seat = link.seat + 1 if link.role is Role.SEAT else None
    return {"role": link.role.value, "seat": seat, "token": token}
