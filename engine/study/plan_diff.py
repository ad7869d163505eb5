"""In what two studies differ, in words: why the games of one can't be resumed as another's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Record = Mapping[str, Any]
"""What `Plan.record` returns, perhaps read from a file that anybody may have written."""


def difference(found: Record, wanted: Record) -> str:
    """Return what is different in the games that were found from those that are wanted."""
    try:
        return "; ".join(_differences(found, wanted)) or "it is of another study"
    except (TypeError, LookupError, AttributeError):
        return "it is of another study"


def _differences(found: Record, wanted: Record) -> Iterator[str]:
    """Yield what is different; where almost everything is, only what is so most of all."""
    if _kind(found) != _kind(wanted):
        yield f"it is of {_kind(found)}, not of {_kind(wanted)}"
        return
    if found["version"] != wanted["version"]:
        yield f"it is of Cairn {found['version']}, and this is Cairn {wanted['version']}"
    if _games(found) != _games(wanted):
        yield f"its games are of {_quoted(_games(found))}, not of {_quoted(_games(wanted))}"
        return
    yield from _changed_rules(found, wanted)
    players, now = (_players(record) for record in (found, wanted))
    if players != now:
        yield f"its games are for {players} players, not {now}"
    elif _agents(found) != _agents(wanted):
        yield f"its agents are {', '.join(_agents(found))}, not {', '.join(_agents(wanted))}"
    yield from _changed_options(found, wanted)
    if [table.get("policy") for table in found["tables"]] != [
        table.get("policy") for table in wanted["tables"]
    ]:
        yield "its players play by another policy"
    if found["seed"] != wanted["seed"]:
        yield f"its seed is {found['seed']}, not {wanted['seed']}"


def _kind(record: Record) -> str:
    """Return what the games were for: in an arena none is looked at closely."""
    return "a study" if record["tables"][0]["close look"] else "an arena"


def _games(record: Record) -> list[str]:
    return list(dict.fromkeys(table["ruleset"] for table in record["tables"]))


def _quoted(names: list[str]) -> str:
    return " and ".join(f"'{name}'" for name in names)


def _players(record: Record) -> int:
    return len(record["tables"][0]["seats"].split(", "))


def _agents(record: Record) -> list[str]:
    """Return who plays: by seats, or each once where there are many tables of them."""
    rows = list(dict.fromkeys(table["seats"] for table in record["tables"]))
    names = [name for row in rows for name in row.split(", ")]
    return names if len(rows) == 1 else list(dict.fromkeys(names))


def _changed_rules(found: Record, wanted: Record) -> Iterator[str]:
    texts = {table["ruleset"]: table["text"] for table in found["tables"]}
    for name, text in {t["ruleset"]: t["text"] for t in wanted["tables"]}.items():
        if texts[name] != text:
            yield f"the rules of '{name}' have changed since these games were played"


def _changed_options(found: Record, wanted: Record) -> Iterator[str]:
    """Yield which options are set to something else; a study may be of several of their values."""
    before, now = ([table["options"] for table in r["tables"]] for r in (found, wanted))
    for name in sorted({name for options in (*before, *now) for name in options}):
        values = [list(dict.fromkeys(o.get(name) for o in side)) for side in (before, now)]
        if values[0] != values[1]:
            yield f"the option '{name}' was set otherwise"
