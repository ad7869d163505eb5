"""What any store must do. A store is added to `OPENERS`; then all of this runs over it, too."""

import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from pathlib import Path
from queue import Queue

import psycopg
import pytest

from engine import RulesError, load
from engine.serving.pinning import pinned, unpinned
from engine.serving.postgres_store import PostgresStore
from engine.serving.schema import FORMAT
from engine.serving.sqlite_store import SqliteStore
from engine.serving.store import (
    REMARKS,
    Entry,
    EntryKind,
    Link,
    NumberTakenError,
    PinnedRules,
    Remark,
    Role,
    SeatKind,
    SeatRecord,
    Store,
    TableNews,
    TableRecord,
    fresh_links,
    hashed,
    new_token,
)
from engine.serving.terms import OutOfTime, Terms
from tests.serving.guests import Person, a_house
from tests.serving.postgres import fresh_database

Opener = Callable[[Path], Store]
FORMATS = Path(__file__).with_name("formats")
"""A store of each older format, as `iterdump` writes it; all are of the same table."""
database = cache(lambda folder: fresh_database())
OPENERS: dict[str, Opener] = {
    "sqlite": lambda folder: SqliteStore(folder / "new" / "tables.sqlite"),
    "postgres": lambda folder: PostgresStore(database(folder)),
}
ENDING_OTHERS = (
    "select pg_terminate_backend(pid) from pg_stat_activity "
    "where pid <> pg_backend_pid() and datname = current_database()"
)
RULES = PinnedRules("d", "/a.cairn", (), (("/a.cairn", "game"),))
SEATS = (SeatRecord(SeatKind.LINK, name="Ada"), SeatRecord(SeatKind.AGENT, "greedy"))
TABLE = TableRecord("t", "Nim", "d", 2, 2**70, SEATS, {"last_loses": "yes"}, 1)


@pytest.fixture(params=OPENERS)
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], Store]]:
    stores: list[Store] = []

    def again() -> Store:
        stores.append(OPENERS[request.param](tmp_path))
        return stores[-1]

    yield again
    for store in stores:
        store.close()


def with_table(store: Store, *names: str) -> Store:
    for name in names or ("t",):
        record = TableRecord(name, "Nim", "d", 2, 2**70, SEATS, {"last_loses": "yes"}, 1)
        store.create(record, RULES, {hashed(name): Link(name, Role.SEAT, 0)})
    return store


def move(number: int, seat: int = 0, act: str = "") -> Entry:
    return Entry(number, EntryKind.MOVE, seat, f"take({number}, 1)", act)


def test_a_table_that_is_removed_leaves_nothing_and_no_other_goes(
    opened: Callable[[], Store],
) -> None:
    store = with_table(opened(), "t", "other")
    for table in ("t", "other"):
        store.append(table, move(1))
        store.say(table, Remark(1, 0, "Ada", "hello"))
    store.remove("t")
    again = opened()
    assert again.table("t") is None and again.link(hashed("t")) is None
    assert not again.entries("t") and not again.remarks("t")
    assert [record.id for record in again.tables()] == ["other"]
    assert len(again.entries("other")) == len(again.remarks("other")) == 1


def test_a_table_is_there_again_when_the_store_is_opened_anew(
    opened: Callable[[], Store],
) -> None:
    store = with_table(opened())
    store.append("t", move(1, act="a1"))
    store.append("t", Entry(2, EntryKind.UNDO, 0, "1"))
    store.close()
    store = opened()
    assert store.table("t") == (TABLE, RULES)
    assert store.entries("t") == [move(1, act="a1"), Entry(2, EntryKind.UNDO, 0, "1")]
    assert store.entries("t", after=1) == [Entry(2, EntryKind.UNDO, 0, "1")]
    assert store.table("other") is None


def test_the_newest_table_comes_first(opened: Callable[[], Store]) -> None:
    store = with_table(opened(), "a", "b", "c")
    assert [record.id for record in store.tables()] == ["c", "b", "a"]


def test_two_servers_cant_both_write_a_number(opened: Callable[[], Store]) -> None:
    one, other = with_table(opened(), "t", "u"), opened()
    one.append("t", move(1))
    with pytest.raises(NumberTakenError):
        other.append("t", move(1, seat=1))
    other.append("u", move(1))
    assert one.entries("t") == [move(1)]


def test_an_act_is_found_again_by_its_seat_and_id(opened: Callable[[], Store]) -> None:
    store = with_table(opened())
    store.append("t", move(1, act="x"))
    store.append("t", move(2, seat=1, act="x"))
    store.append("t", move(3))
    store.append("t", move(4))
    assert store.act("t", 0, "x") == 1
    assert store.act("t", 1, "x") == 2
    assert store.act("t", 0, "y") is None
    with pytest.raises(NumberTakenError):
        store.append("t", move(5, act="x"))


def test_a_renewed_link_opens_nothing_any_more(opened: Callable[[], Store]) -> None:
    store = with_table(opened())
    link = Link("t", Role.SEAT, 0)
    assert store.link(hashed("t")) == link
    store.renew(hashed("new"), link)
    assert store.link(hashed("t")) is None
    assert store.link(hashed("new")) == link


def test_an_open_seat_is_taken_once(opened: Callable[[], Store]) -> None:
    store, other = with_table(opened()), opened()
    store.seat("t", 1, SeatRecord(SeatKind.OPEN))
    ada, bo = (SeatRecord(SeatKind.LINK, name=name) for name in ("Ada", "Bo"))
    assert store.take("t", 1, ada, hashed("ada"))
    assert not other.take("t", 1, bo, hashed("bo"))
    assert other.record("t") == TABLE.seated(1, ada)
    assert (store.link(hashed("ada")), store.link(hashed("bo"))) == (Link("t", Role.SEAT, 1), None)


def test_who_wants_to_take_back_is_remembered_for_one_version(
    opened: Callable[[], Store],
) -> None:
    store = with_table(opened())
    store.wish("t", 0, 3)
    store.wish("t", 1, 3)
    assert opened().wishes("t", 3) == {0, 1}
    store.wish("t", 1, 4)
    assert [store.wishes("t", version) for version in (3, 4)] == [{0}, {1}]
    store.seat("t", 0, SeatRecord(SeatKind.OPEN))
    assert store.wishes("t", 3) == frozenset()


def test_a_seat_is_written_anew(opened: Callable[[], Store]) -> None:
    store = with_table(opened())
    taken = SeatRecord(SeatKind.LINK, name="<b>Bo</b>")
    store.seat("t", 1, taken)
    assert store.tables()[0] == TABLE.seated(1, taken)


def test_a_rematch_takes_the_links_to_the_seats_that_people_move_to(
    opened: Callable[[], Store],
) -> None:
    store = with_table(opened())
    store.renew(hashed("bo"), Link("t", Role.SEAT, 1))
    store.renew(hashed("watch"), Link("t", Role.WATCH))
    again = replace(TABLE, id="again", follows="t", turned=1)
    assert store.follower("t") == ""
    store.create(again, RULES, {})
    assert store.follower("t") == "again"
    assert store.table("again") == (again, RULES)
    found = [store.link(hashed(token)) for token in ("t", "bo", "watch")]
    assert found == [
        Link("again", Role.SEAT, 1), Link("again", Role.SEAT, 0), Link("again", Role.WATCH),
    ]  # fmt: skip
    with pytest.raises(NumberTakenError):
        store.create(replace(again, id="third"), RULES, {})
    assert store.table("third") is None


def test_terms_and_times_are_kept(opened: Callable[[], Store]) -> None:
    store = with_table(opened())
    terms = Terms(seconds=600, increment=5, out=OutOfTime.AGENT, open_hands=True)
    store.settle("t", terms)
    store.spend("t", 1500)
    assert store.tables()[0] == replace(TABLE, terms=terms, spent=1500)
    timed = replace(move(1), at=2**41, took=2000)
    store.append("t", timed)
    assert store.entries("t") == [timed]
    assert store.tables()[0].spent == 0


def test_what_is_said_is_numbered_and_the_oldest_goes(opened: Callable[[], Store]) -> None:
    one, other = with_table(opened()), opened()
    first = Remark(1, 0, "<b>Ada</b>", "it's mine, isn't it?", 2**41)
    one.say("t", first)
    with pytest.raises(NumberTakenError):
        other.say("t", Remark(1, 1, "Bo", "no"))
    assert other.remarks("t") == [first] and other.remarks("t", after=1) == []
    other.say("t", Remark(REMARKS + 1, 1, "Bo", "no"))
    assert [remark.number for remark in one.remarks("t")] == [REMARKS + 1]


def test_tokens_have_128_bits_and_are_stored_as_hashes(tmp_path: Path) -> None:
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert all(len(token) == 22 for token in tokens)
    path = tmp_path / "tables.sqlite"
    store = SqliteStore(path)
    links = fresh_links("t", SEATS)
    store.create(TABLE, RULES, {hashed(token): link for token, link in links.items()})
    assert {link.role for link in links.values()} == {Role.SEAT, Role.WATCH}
    store.close()
    written = path.read_bytes()
    assert not any(token.encode() in written for token in links)
    assert path.stat().st_mode & 0o077 == 0


def test_sqlite_syncs_each_decision(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite")
    pragmas = [store._rows(f"pragma {name}")[0][0] for name in ("journal_mode", "synchronous")]
    assert pragmas == ["wal", 2]
    store.close()


def test_postgres_syncs_each_decision() -> None:
    store = PostgresStore(fresh_database())
    shown = [store._rows(f"show {name}")[0][0] for name in ("fsync", "synchronous_commit")]
    assert shown == ["on", "on"]
    store.close()


def test_other_servers_of_a_database_hear_what_one_does(tmp_path: Path) -> None:
    one, other = OPENERS["postgres"](tmp_path), OPENERS["postgres"](tmp_path)
    heard: Queue[TableNews] = Queue()
    other.listen(heard.put)
    with_table(one)
    one.append("t", move(1))
    cut = TableNews("t", Link("t", Role.SEAT, 1), "gone")
    order = one.announce(cut)
    said = [TableNews("t"), replace(cut, order=order)]
    assert [heard.get(timeout=30) for _ in said] == said
    assert other.announce(cut) > order
    other.append("t", move(2))
    with psycopg.connect(database(tmp_path), autocommit=True) as db:
        db.execute("notify cairn, 'nonsense'")
        db.execute(ENDING_OTHERS)
    assert heard.get(timeout=30) == TableNews("")
    assert heard.empty()
    for store in (one, other):
        with pytest.raises(RulesError, match="can't be used"):
            store.tables()
        assert len(store.tables()) == 1
        store.close()


def test_two_servers_may_begin_at_once(tmp_path: Path) -> None:
    with ThreadPoolExecutor() as pool:
        stores = list(pool.map(PostgresStore, [database(tmp_path)] * 4))
        names = "abcd"
        list(pool.map(lambda pair: with_table(*pair), zip(stores, names, strict=True)))
    assert {record.id for record in stores[0].tables()} == set(names)
    for store in stores:
        store.close()


def test_a_database_that_cant_be_used_is_told_without_its_password(tmp_path: Path) -> None:
    address = f"postgresql://ada:secret@/tables?host={tmp_path}"
    with pytest.raises(RulesError, match="can't be used") as refused:
        PostgresStore(address)
    assert "secret" not in str(refused.value)
    with pytest.raises(RulesError, match="can't be used"):
        PostgresStore("postgresql://[")
    newer = fresh_database()
    PostgresStore(newer).close()
    with psycopg.connect(newer, autocommit=True) as db:
        db.execute("update cairn.format set number = 99")
    with pytest.raises(RulesError, match="newer Cairn"):
        PostgresStore(newer)


def test_a_store_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    db = sqlite3.connect(path)
    db.execute("pragma user_version = 99")
    db.close()
    with pytest.raises(RulesError, match="newer Cairn"):
        SqliteStore(path)


@pytest.mark.parametrize("number", range(1, FORMAT))
def test_tables_of_every_older_format_continue(number: int, tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    db = sqlite3.connect(path)
    db.executescript((FORMATS / f"{number}.sql").read_text("utf-8"))
    db.close()
    ada = Person(a_house(tmp_path), "48fPu5JTn9yBBps6BLRWVw")
    assert ada.last("state")["names"] == ["Ada", "Bo"] and ada.version == 3
    bo = Person(ada.connection.house, "-8WLrmEzdoyLKr_DxnuJjw")
    assert bo.act("take(3, 2)")["type"] == "made"


def test_what_is_no_store_is_refused_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    path.write_text("no database at all, but a text that is long enough" * 20)
    with pytest.raises(RulesError, match=r"tables\.sqlite can't be used"):
        SqliteStore(path)


def test_rules_stay_as_they_were_when_their_file_changes(tmp_path: Path) -> None:
    game = tmp_path / "nim.cairn"
    text = load("examples/nim.cairn").path.read_text("utf-8")
    game.write_text(text, "utf-8")
    kept = pinned(load(game))
    game.write_text(text.replace("Nim", "Other"), "utf-8")
    again = unpinned(kept)
    assert (again.title, again.digest) == ("Nim", kept.digest)
    assert load(game).title == "Other"


def test_variants_are_pinned_with_what_they_build_on() -> None:
    loaded = load("short-game")
    kept = pinned(loaded)
    assert [Path(path).stem for path, _ in kept.texts] == ["short-game", "lost-cities-board"]
    assert unpinned(kept).title == loaded.title
