"""One connection: what a guest says, and what they are told, message by message.

It knows no network: `send` takes a message, `stop` ends the connection.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias, assert_never

from engine.game.view_data import position
from engine.language.diagnostics import RulesError
from engine.language.message import Message
from engine.rules.catalogue import Catalogue, capital
from engine.rules.engine_messages import LANGUAGES
from engine.serving import limits
from engine.serving.answers import WATCHES, answer
from engine.serving.chat import plain
from engine.serving.class_messages import ClassMessage
from engine.serving.company import Company
from engine.serving.face import FaceMaker, TableFace
from engine.serving.hosted_table import (
    HostedTable,
    IllegalMoveError,
    MovedOnError,
    NotKeptError,
    RefusedError,
)
from engine.serving.house import House, Presence
from engine.serving.housekeeping import Housekeeping
from engine.serving.lending import known_told, rules_told
from engine.serving.messages import (
    Act,
    AnswerRules,
    AskKnown,
    AskRules,
    Call,
    Create,
    Export,
    GuestMessage,
    Hello,
    Input,
    Propose,
    Rematch,
    Renew,
    Reseat,
    Resize,
    SaveGame,
    Say,
    Settle,
    TableMessage,
    TakeBack,
    UnreadableError,
    read_message,
)
from engine.serving.rematch import link_to
from engine.serving.store import Link, Role, hashed, new_token
from engine.serving.words import as_data
from engine.table.guest import Guest

if TYPE_CHECKING:
    from engine.serving.class_desks import ClassDesk, ClassDesks

Send: TypeAlias = Callable[[dict[str, Any]], None]
WRONG_LINK = "this link opens nothing: it is incomplete, or the host has renewed it"
MOVED_ON = "the table has changed since; look again"
HELLO_FIRST = "say hello first"


class Connection:
    """Talks to one guest. `link`: what they came by, once they have said hello."""

    def __init__(
        self,
        house: House,
        send: Send,
        stop: Callable[[], None],
        *,
        faces: FaceMaker | None = None,
        host: Housekeeping | None = None,
        desks: ClassDesks | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Wait for a hello. `host`: what the holder of the host's link may do. `desks`: those of a
        class.
        """
        self.house = house
        self.link, self.came = Link("", Role.WATCH), 0
        self.opened = "", 0
        """Which program has opened this connection, and how many it had opened before."""
        self.ended = False
        self._send, self._stop, self._faces, self._host = send, stop, faces, host
        self._clock, self._desks = clock, desks
        self._desk: ClassDesk | None = None
        self._allowance = limits.Allowance()
        self._words = Catalogue()
        self._hosted: HostedTable | None = None
        self._guest: Guest | None = None
        self._face: TableFace | None = None
        self._company: Company | None = None
        self._seen = self._shown = 0
        self._votes: frozenset[int] = frozenset()
        self._proposed: dict[str, Any] = {}
        self._is_host = False
        self._said: Hello | None = None

    @property
    def silent(self) -> bool:
        """Return whether the guest hasn't said hello yet."""
        return self._hosted is None and not self._is_host and self._desk is None

    # -------------------------------------------------------------- hearing

    def receive(self, text: str | bytes) -> None:
        """Take a message of the guest."""
        if self.ended:
            return
        if len(text) > limits.MESSAGE_BYTES:
            self.end(Message(limits.TOO_LONG, limits.MESSAGE_BYTES))
            return
        if not self._allowance.spend(self._clock()):
            self.end(limits.TOO_FAST)
            return
        try:
            message = read_message(text)
        except UnreadableError as problem:
            self._refuse("", Message("this message can't be read: {reason}", str(problem)))
            return
        self._take(message)

    def _take(self, message: GuestMessage) -> None:
        hosted = self._hosted
        if isinstance(message, ClassMessage):
            self._in_class(message)
            return
        match message:
            case Hello():
                self._hello(message)
            case Create() | Renew() | Reseat() | Settle() | Export() | Propose():
                if self._host is None or not self._is_host:
                    self._refuse("", "only the host may do this")
                else:
                    with self._answering(""):
                        self._send(self._host.do(message))
            case Resize(width=width, height=height) if self._desk is not None and hosted is None:
                self._desk.resize(width, height)
            case _ if hosted is None:
                self._refuse("", HELLO_FIRST)
            case _:
                step = self.house.step(hosted.record.id)
                with step, self._answering(getattr(message, "id", "")):
                    self._at_table(hosted, message)

    def _in_class(self, message: ClassMessage) -> None:
        if self._desk is None:
            self._refuse("", HELLO_FIRST)
        else:
            with self._answering(""):
                self._desk.take(message)

    @contextmanager
    def _answering(self, id: str) -> Iterator[None]:
        """Answer a message that can't be carried out with the reason."""
        try:
            yield
        except RefusedError as problem:
            self._refuse(id, problem.args[0])
        except RulesError as problem:
            self._refuse(id, problem.diagnostics[0].message)
        except MovedOnError:
            seen = self._seen
            self.house.replay(self.link.table)
            if self._hosted is not None:
                self._refuse(id, MOVED_ON, **self._missed(self._hosted, seen))
        except NotKeptError as problem:
            self.house.fail(self.link.table, problem.args[0])

    def _hello(self, message: Hello) -> None:
        if not self.silent:
            self._refuse("", "hello was said already")
            return
        self._words = Catalogue(message.language if message.language in LANGUAGES else "en")
        key = hashed(message.token)
        if self._host is not None and self._host.opens(key):
            self._is_host = True
            self._send(self._host.described(self._words.language))
            return
        if self._desks is not None:
            sit = partial(self._sit_in_class, message)
            self._desk = self._desks.open(key, self._send, self.end, sit)
            if self._desk is not None:
                with self._answering(""):
                    self._desk.begin(message.name)
                return
        link = self.house.store.link(key)
        if link is not None and message.table:
            link = link_to(self.house.store, link, message.table)
        if link is None:
            self.end(WRONG_LINK)
            return
        with self.house.step(link.table, opens=True):
            self._open(link, message)

    def _sit_in_class(self, hello: Hello, key: str) -> None:
        """Sit at the table of a link, by its hash, as a pupil; an empty one: leave the table."""
        if self._hosted is not None:
            self.house.go(self)
            self._leave()
            self._hosted, self._company, self._seen = None, None, 0
            self.link, self._proposed = Link("", Role.WATCH), {}
        link = self.house.store.link(key) if key else None
        if link is not None and hello.table:
            link = link_to(self.house.store, link, hello.table) or link
        if link is not None and self._desk is not None:
            language = self._desk.room.language
            self._words = Catalogue(language)
            with self.house.step(link.table, opens=True):
                again = {"language": language, "name": "", "seen": 0}
                self._open(link, hello.model_copy(update=again))

    def _open(self, link: Link, message: Hello) -> None:
        """Open the table of a link, and show it."""
        try:
            hosted = self.house.open(link.table)
            if link.role is Role.JOIN:
                link = self._joined(hosted, message)
        except (RulesError, RefusedError) as problem:
            said = problem.diagnostics[0].message if isinstance(problem, RulesError) else None
            self.end(said or problem.args[0])
            return
        self._sit(hosted, link, message)

    def _joined(self, hosted: HostedTable, hello: Hello) -> Link:
        """Take an open seat, and send the link to it. Raises RefusedError where there is none.

        Guests who come again before they have heard of their seat get the same one.
        """
        token = hello.own or new_token()
        known = self.house.store.link(hashed(token))
        if known is not None and (known.table, known.role) == (hosted.record.id, Role.SEAT):
            self._send({"type": "seated", "token": token, "seat": known.seat + 1})
            return known
        seat = hosted.take_open_seat(hello.name, hashed(token))
        if seat is None:
            raise RefusedError("all seats are taken")
        self._send({"type": "seated", "token": token, "seat": seat + 1})
        return Link(hosted.record.id, Role.SEAT, seat)

    def _sit(self, hosted: HostedTable, link: Link, message: Hello) -> None:
        self.link, self._hosted, self._seen = link, hosted, min(message.seen, hosted.version)
        self.opened = message.own, message.attempt
        if message.name:
            self._call(hosted, message.name)
        self._company = Company(hosted, self._send)
        if not self.house.come(self):
            return
        self._votes = hosted.votes
        self._send(
            {
                "type": "welcome",
                "table": hosted.record.id,
                "title": hosted.record.title,
                "seat": link.seat + 1 if link.role is Role.SEAT else None,
                "version": hosted.version,
            }
        )
        self._said = message.model_copy(update={"language": self._words.language})
        self._watch(hosted, self._said)
        self.refresh()

    def _watch(self, hosted: HostedTable, hello: Hello) -> None:
        """Show the table from the guest's seat, or as spectators see it."""
        seat = self._sees(hosted)
        if hello.level == "nodes" and self._faces is not None:
            self._face = self._faces(hosted, seat, hello, self._take_back)
        else:
            self._guest = Guest(hosted.table, seat, passing=False, language=hello.language)

    def _sees(self, hosted: HostedTable) -> int | None:
        """Return through whose eyes the guest sees the table, None where they see everything."""
        if self.link.role is Role.SEAT:
            return self.link.seat
        return None if hosted.record.terms.open_hands else hosted.table.spectator

    def _at_table(self, hosted: HostedTable, message: TableMessage) -> None:
        match message:
            case Act() | TakeBack() | AnswerRules() | Input():
                self._act(hosted, message)
            case Call(name=name):
                self._call(hosted, name)
            case Resize(width=width, height=height):
                if self._face is not None:
                    self._face.resize(width, height)
                    self.refresh()
            case Say() | Rematch() | SaveGame():
                self._send(answer(self.house, hosted, self.link, message))
            case AskRules(id=id):
                self._send({"type": "rules", "id": id, **rules_told(hosted)})
            case AskKnown(id=id, past=past):
                self._may_decide()
                told = known_told(hosted, self.link.seat, past=past)
                self._send({"type": "known", "id": id, **told})
            case _:
                assert_never(message)

    def _act(self, hosted: HostedTable, message: Act | TakeBack | AnswerRules | Input) -> None:
        seat = self.link.seat
        known = hosted.made_before(seat, message.id) if seat >= 0 else None
        if known is not None:
            self._send({"type": "made", "id": message.id, "version": known})
            return
        if message.version != hosted.version:
            missed = self._missed(hosted, min(message.version, hosted.version))
            self._refuse(message.id, MOVED_ON, **missed)
            return
        before = hosted.version
        match message:
            case Act(move=move):
                self._may_decide()
                try:
                    hosted.play(seat, move, message.id)
                except IllegalMoveError:
                    told = self._guest.session if self._guest else hosted.table.session
                    raise RefusedError(told.explain(seat, move).sentence) from None
            case TakeBack():
                self._may_decide()
                hosted.take_back(seat, message.id)
            case AnswerRules(agree=agrees):
                self._may_decide()
                self.house.answer(hosted.record.id, seat, agrees, message.id)
            case Input():
                if self._face is None:
                    raise RefusedError("this connection shows no nodes")
                with hosted.acting(seat, message.id):
                    self._face.input(message)
            case _:
                assert_never(message)
        done = "made" if hosted.version != before else "done"
        self._send({"type": done, "id": message.id, "version": hosted.version})
        if hosted.version != before:
            self.house.changed(self.link.table, self)
        else:
            self.refresh()

    def _may_decide(self) -> None:
        if self.link.role is not Role.SEAT:
            raise RefusedError(WATCHES)

    def _take_back(self) -> None:
        """Take back for the person at a face, within what they are doing. Raises RefusedError."""
        self._may_decide()
        assert self._hosted is not None
        self._hosted.take_back(self.link.seat)

    def _call(self, hosted: HostedTable, name: str) -> None:
        """Take a name: printed characters only, in one line."""
        called = plain(name)[: limits.NAME]
        if self.link.role is Role.SEAT and hosted.call(self.link.seat, called):
            self.house.changed(self.link.table)

    # -------------------------------------------------------------- telling

    def refresh(self) -> None:
        """Send what has changed at the table."""
        hosted = self._hosted
        if hosted is None or self.ended:
            return
        if hosted.votes - self._votes and self.link.role is Role.SEAT:
            asking = next(iter(hosted.votes - self._votes))
            if asking != self.link.seat:
                name = hosted.record.seats[asking].called(asking)
                self.say(Message("{name} wants to take back the last move; undo agrees", name))
        self._votes = hosted.votes
        self.people()
        if self._face is not None:
            self._face.refresh()
            self._show()
        elif self._guest is not None:
            self._send(self._state(hosted, self._guest))
        self._seen = hosted.version
        self._propose(hosted)

    def _propose(self, hosted: HostedTable) -> None:
        """Send what the host proposes, where that has changed."""
        seated = self.link.role is Role.SEAT
        reader = self.link.seat if seated else hosted.table.spectator
        found = hosted.proposed(reader, self._words.language)
        if found != self._proposed:
            self._proposed = found
            self._send({"type": "proposal", "open": bool(found), **found})

    def people(self) -> None:
        """Send who is at the table, and what was said there, as far as that is new."""
        if self._company is not None and not self.ended and self._said is not None:
            present = self.house.present(self.link.table)
            self._company.refresh(guest.link for guest in present)

    def _show(self) -> None:
        """Send what has changed on the face, with the version that it shows."""
        assert self._face is not None and self._hosted is not None
        message, version = self._face.message(), self._hosted.version
        if message is not None or version != self._seen:
            self._shown += 1
            head = {"type": "nodes", "version": version, "number": self._shown}
            self._send({**head, **(message or {})})
        self._seen = version

    def tick(self, now: float) -> None:
        """Let the face do what the time asks for."""
        if self._face is not None and self._face.busy and not self.ended:
            with self.house.step(self.link.table):
                self._face.tick(now)
                self._show()

    def _missed(self, hosted: HostedTable, seen: int) -> dict[str, Any]:
        """Return how many of the decisions that a guest has seen still count, and the new ones."""
        seat = self._sees(hosted)
        told = self._guest.chronicle if self._guest is not None else hosted.table.chronicle
        kept = hosted.kept(seen)
        missed = []
        for number in range(kept + 1, len(hosted.table.session.history) + 1):
            who, move, words = told.known(number, seat)
            missed.append({"number": number, "seat": who + 1, "move": str(move), **as_data(words)})
        return {"version": hosted.version, "since": seen, "kept": kept, "missed": missed}

    def _state(self, hosted: HostedTable, guest: Guest) -> dict[str, Any]:
        session = guest.session
        moves = session.legal() if guest.asked else []
        return {
            "type": "state",
            **self._missed(hosted, self._seen),
            "asked": guest.asked,
            "moves": [{"move": x.text, **as_data(x.words)} for x in moves],
            "position": position(session.view(guest.seat)),
            "over": session.over,
            "winners": [seat + 1 for seat in session.winners],
            "scores": session.scores if session.over and session.game.compiled.rankings else [],
            "names": [seat.name for seat in hosted.record.seats],
            "take_back": sorted(seat + 1 for seat in hosted.votes),
        }

    def _refuse(self, id: str, why: str, **more: Any) -> None:
        self._send({"type": "refused", "id": id, "why": self._told(why), **more})

    def _told(self, sentence: str) -> str:
        return capital(self._words.told(sentence))

    def say(self, sentence: str) -> None:
        """Send a sentence to be shown for a while."""
        if self._face is not None:
            self._face.toast(self._told(sentence))
        else:
            self._send({"type": "said", "text": self._told(sentence)})

    def reseat(self) -> None:
        """Show the seat anew: it was lent to an AI player, or given back."""
        if self._hosted is not None and self._said is not None and not self.ended:
            self._leave()
            self._seen = 0
            self._watch(self._hosted, self._said)
            self.refresh()

    def end(self, why: str, *, again: bool = False) -> None:
        """Say why the connection ends, and end it. `again`: whether to come again at once."""
        if not self.ended:
            self._send({"type": "closed", "why": self._told(why), "again": again})
            self.gone()
            self._stop()

    def outdates(self, other: Presence) -> bool:
        """Return whether the same program has opened this connection after another one."""
        if not isinstance(other, Connection) or not self.opened[0]:
            return False
        return self.opened[0] == other.opened[0] and self.opened[1] > other.opened[1]

    def gone(self) -> None:
        """Take note that the connection has ended."""
        if self.ended:
            return
        self.ended = True
        if self._desk is not None:
            self._desk.close()
        self.house.go(self)
        self._leave()

    def _leave(self) -> None:
        if self._face is not None:
            self._face.close()
        if self._guest is not None and self._hosted is not None:
            self._hosted.table.leave(self._guest)
        self._face = self._guest = None
