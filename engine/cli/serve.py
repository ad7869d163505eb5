"""`cairn serve`: tables that people reach by a link, from this machine."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from time import sleep
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.cli.arguments import ServeArguments
from engine.cli.errors import open_game, refuse, speak, spoken
from engine.cli.language import language_of
from engine.cli.output import put
from engine.cli.qr_code import print_code
from engine.cli.seats import seats_for
from engine.distribution import install
from engine.game.ruleset_tests import playable
from engine.language.codes import Code
from engine.language.message import Message
from engine.rules.files import examples, library, name_of, own_rulesets, parts_of
from engine.rules.library import LibraryEntry, library_entries
from engine.rules.load import Loaded, load
from engine.serving.addresses import Addresses, behind_proxy, direct
from engine.serving.face import FaceMaker, TableFace
from engine.serving.hosted_table import HostedTable, RefusedError
from engine.serving.house import House
from engine.serving.housekeeping import Housekeeping
from engine.serving.messages import Hello, prepare_messages
from engine.serving.showing import InTurn
from engine.serving.sqlite_store import SqliteStore, store_file
from engine.serving.store import Link, Role, SeatKind, SeatRecord, Store, new_token
from engine.serving.thinking import ProcessThinker
from engine.serving.webhook import Webhook, is_address
from engine.table.seats import HUMAN

if TYPE_CHECKING:
    from engine.cli.class_serving import ClassLesson
    from engine.serving.web import PageFile

NEEDS = ("prometheus_client", "segno", "starlette", "uvicorn", "websockets")
"""What the extra brings."""
EXAMPLE = "https://example.org/turn"
COMING = 2.0
"""So many seconds guests have for themselves to come back after the server has begun again."""
TURN = 0.0005
"""How long a thread may keep guests waiting, in seconds: what is loaded at the start takes long."""
HERE = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
_FAR = ("192.0.2.1", 9)
"""An address outside; nothing is sent there, but the system says from where it would be."""


def serve_tables(args: ServeArguments) -> None:
    """Serve until Ctrl-C."""
    language = language_of(args.lang)
    speak(language)
    if any(find_spec(name) is None for name in NEEDS):
        raise refuse(Message("the server needs more packages: {install}", install("serve")))
    from engine.serving.web import PageFile, Server, serve
    from viewer.page.files import page_files

    if args.webhook is not None and not is_address(args.webhook):
        raise refuse(Message("--webhook needs an address such as {example}", EXAMPLE), Code.E601)
    shelf = _Shelf(args.rulesets or ())
    addresses, token = _addresses(args), new_token()
    lesson = _lesson(args, language, addresses) if args.classroom else None
    with (
        _listen(HERE if _only_here(args, addresses) else EVERYWHERE, args.port) as listening,
        closing(_store(args.database)) as store,
    ):
        hook = Webhook(args.webhook) if args.webhook else None
        house = House(
            store, opens=shelf.open, hook=hook, thinker=ProcessThinker(), showing=InTurn()
        )
        come_back = bool(store.tables())
        named = () if lesson is not None else args.rulesets or ()
        laid = [(name, _lay(house, name, args)) for name in named]
        if lesson is not None:
            lesson.pair_in(house)
        files = {path: PageFile(*file) for path, file in page_files().items()}
        server = Server(
            house,
            Housekeeping(house, token, shelf.described, addresses.site),
            addresses,
            faces=_face,
            desks=None if lesson is None else lesson.desks,
            files=files,
        )

        def ready() -> None:
            _print_links(args, laid, addresses, token)
            if lesson is not None:
                lesson.begin()
            put(spoken("Ctrl-C ends the server; every game is kept."), flush=True)
            first = COMING if come_back else 0.0
            Thread(target=_load_rest, args=(first, files.values()), daemon=True).start()

        sys.setswitchinterval(TURN)
        serve(server, listening, ready)
    put(spoken("The server has ended."))


def _store(database: str | None) -> Store:
    """Open what remembers the tables. Raises RulesError (E601) if it can't be opened."""
    if database is None:
        return SqliteStore(store_file())
    if find_spec("psycopg") is None:
        raise refuse(Message("a database needs more packages: {install}", install("postgres")))
    from engine.serving.postgres_store import PostgresStore

    return PostgresStore(database)


Laid: TypeAlias = Sequence[tuple[str, Mapping[str, Link]]]
"""The tables of the command line: each ruleset, and the links by their tokens."""


def _print_links(args: ServeArguments, laid: Laid, addresses: Addresses, token: str) -> None:
    if args.public_url is not None:
        put(spoken(Message("The server is for the internet, at {url}.", addresses.site)))
    elif args.lan:
        put(spoken("The server is for everybody in your network."))
    else:
        put(spoken("The server is for this computer only; --lan lets your network in."))
    page, codes = addresses.link(token), args.lan or args.public_url is not None
    put(spoken(Message("The host's page: {address}", page)))
    for name, links in laid:
        _print_table(name, links, addresses, codes=codes)
    if codes and not laid and not args.classroom:
        print_code(page)


def _lesson(args: ServeArguments, language: str, addresses: Addresses) -> ClassLesson:
    from engine.cli.class_serving import ClassLesson  # much to load

    return ClassLesson(args, language, addresses)


def _load_rest(first: float, files: Iterable[PageFile]) -> None:
    """Load what the first guests need, which takes longer than the server is allowed to begin.

    `first`: how many seconds guests who come back to their tables come first.
    """
    prepare_messages()
    sleep(first)
    for file in files:
        _ = file.packed
    _load_face()


def _load_face() -> FaceMaker:
    """Return what draws a table."""
    from viewer.page.face import PageFace

    return PageFace


def _face(
    hosted: HostedTable, seat: int | None, hello: Hello, take_back: Callable[[], None]
) -> TableFace:
    return _load_face()(hosted, seat, hello, take_back)


class _Shelf:
    """The rulesets that the host may lay: the library, the examples, those of this folder, and
    those that the command line names.
    """

    def __init__(self, named: Sequence[str]) -> None:
        own = [*own_rulesets(), *(Path(name) for name in named if name.endswith(".cairn"))]
        self._paths = [*library(), *own, *examples()]
        self._named = frozenset(named)

    def open(self, rules: str) -> Loaded:
        """Open a ruleset. Raises RulesError (E601) for one that isn't on the shelf."""
        known = {name_of(path) for path in self._paths} | self._named
        if rules not in self._named and not set(parts_of(rules)) <= known:
            raise refuse(Message("there is no ruleset '{name}' on this server", rules), Code.E601)
        return playable(load(rules))

    def described(self, language: str) -> list[dict[str, Any]]:
        """Return what the host chooses from."""
        entries = (e for path in self._paths for e in library_entries([path], language))
        return [_described(entry) for entry in entries if not entry.errors]


def _described(entry: LibraryEntry) -> dict[str, Any]:
    fields = ("name", "title", "words", "values", "shown", "default")
    return {
        "rules": entry.name,
        "title": entry.title,
        "players": list(entry.players),
        "options": [{name: getattr(o, name) for name in fields} for o in entry.settings],
    }


def _listen(address: str, port: int) -> socket.socket:
    """Return a socket that guests can come to. Raises RulesError (E601) for a port in use."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((address, port))
    except OSError as problem:
        listening.close()
        template = "port {port} can't be used: {reason}; choose another with --port"
        said = Message(problem.strerror or str(problem))
        raise refuse(Message(template, port, said), Code.E601) from None
    return listening


def _addresses(args: ServeArguments) -> Addresses:
    """Return where the server is reached. Raises RulesError (E601) for a wrong URL or proxy."""
    own = direct(_names(args.lan), args.port)
    if args.public_url is not None:
        return behind_proxy(args.public_url, args.proxy or (), own)
    if args.proxy:
        raise refuse("--proxy needs --public-url, the URL that the proxy serves")
    return own


def _only_here(args: ServeArguments, addresses: Addresses) -> bool:
    """Return whether only this computer may connect: no network, and no proxy elsewhere."""
    return not args.lan and all(network.is_loopback for network in addresses.proxies)


def _names(lan: bool) -> list[str]:
    """Return the names by which a browser may call this server, the best first."""
    here = [HERE, "localhost"]
    if not lan:
        return here
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_FAR)
            outside = [asking.getsockname()[0]]
        except OSError:  # no network
            outside = []
    name = socket.gethostname()
    return [*outside, *here, name, f"{name}.local"]


def _lay(house: House, name: str, args: ServeArguments) -> Mapping[str, Link]:
    """Lay a table of a ruleset; return its links by their tokens."""
    loaded = open_game(name)
    players = seats_for(loaded.checked(), args.players, args.agents, HUMAN, HUMAN)
    seats = [
        SeatRecord(SeatKind.LINK) if who == HUMAN else SeatRecord(SeatKind.AGENT, who)
        for who in players
    ]
    try:
        return house.create(name, seats)[1]
    except RefusedError as problem:
        raise refuse(problem.args[0], Code.E601) from None


def _print_table(
    name: str, links: Mapping[str, Link], addresses: Addresses, *, codes: bool
) -> None:
    put()
    put(f"{name}:")
    for token, link in links.items():
        seat, address = Message("Seat {number}", link.seat + 1), addresses.link(token)
        put(f"  {spoken(seat if link.role is Role.SEAT else 'Spectators')}: {address}")
        if codes and link.role is Role.SEAT:
            print_code(address)
    put()
