"""What a study sends to a cluster and gets back: JSON, and rows of integers. No objects of Python.

Anybody who reaches a Dask cluster can run code on it. Cairn adds no further way to do so: each side
reads data and checks it, and unpacks no objects, which could run code.
"""

from __future__ import annotations

import json
import sys
from array import array
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.distribution import VERSION
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError, Severity
from engine.language.message import Message
from engine.language.source import Span
from engine.rules.load import Loaded, display, load_text, looks_like_path
from engine.study.plan import Batch, GameRange, Matchup, Rows, StudyPlan

BYTES = 4
"""How long an integer of a row is; the first byte is the lowest."""


class _Sent(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class _Rules(_Sent):
    """A ruleset by its texts: `texts` by their paths, of which `main` was opened."""

    main: str
    more: tuple[str, ...]
    texts: dict[str, str]
    digest: str


class _Table(_Sent):
    rules: _Rules
    options: dict[str, int]
    seats: tuple[str, ...]
    deals: int
    close: int
    turning: bool
    measured: bool
    executor: str
    first: int


class _Versioned(BaseModel):
    """What can be read of a plan of any version."""

    version: str


class _Plan(_Sent):
    version: str
    seed: int
    tables: tuple[_Table, ...]


class _Head(_Sent):
    """A batch without its rows."""

    table: int
    first: int
    count: int = Field(ge=1)
    seconds: float = Field(ge=0, allow_inf_nan=False)
    slow: bool


class _Finding(_Sent):
    code: Code
    severity: Severity
    message: str
    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    notes: tuple[str, ...]
    fix: str | None
    hint: str | None


class _Findings(_Sent):
    findings: tuple[_Finding, ...] = Field(min_length=1)


# ------------------------------------------------------------------ a plan


def plan_as_json(plan: StudyPlan) -> str:
    """Return a plan as JSON, with the texts of its rulesets, but no folder for saves."""
    tables = tuple(
        _Table(
            rules=_rules(table.loaded),
            **{name: getattr(table, name) for name in _PLAIN},
        )
        for table in plan.tables
    )
    return _Plan(version=VERSION, seed=plan.seed, tables=tables).model_dump_json()


def plan_from_json(text: str) -> StudyPlan:
    """Return a plan again. Raises RulesError (E611) for what isn't one of this version of Cairn."""
    try:
        version = _Versioned.model_validate_json(text).version
        if version != VERSION:
            message = Message(
                "the cluster's worker has Cairn {theirs}, and this study is of {ours}; "
                "install the same version",
                VERSION, version,
            )  # fmt: skip
            raise RulesError(Diagnostic(Code.E611, message))
        found = _Plan.model_validate_json(text)
    except ValidationError as problem:
        raise _unreadable(_first(problem)) from None
    return StudyPlan(tuple(map(_matchup, found.tables)), found.seed)


def _rules(loaded: Loaded) -> _Rules:
    sources = loaded.findings.sources
    more = [str(Path(name).resolve()) if looks_like_path(name) else name for name in loaded.more]
    return _Rules(
        main=str(loaded.path.resolve()),
        more=tuple(more),
        texts={str(path.resolve()): sources[display(path)].text for path in loaded.files},
        digest=loaded.digest,
    )


def _matchup(table: _Table) -> Matchup:
    rules = table.rules
    texts = {Path(path): text for path, text in rules.texts.items()}
    loaded = load_text(rules.texts.get(rules.main, ""), Path(rules.main), rules.more, texts)
    loaded.checked()
    if loaded.digest != rules.digest:
        message = Message("the cluster's worker has another text of {path}", rules.main)
        raise RulesError(Diagnostic(Code.E611, message))
    return Matchup(loaded, **{name: getattr(table, name) for name in _PLAIN})


_PLAIN = tuple(name for name in _Table.model_fields if name != "rules")


# ------------------------------------------------------------------ what comes back

Reply = tuple[str, bytes]
"""JSON, and the rows of a batch. Without rows, the JSON is what was wrong."""


def reply(found: Batch | tuple[Diagnostic, ...]) -> Reply:
    """Return what a worker has played, or what was wrong, as it is sent back."""
    if not isinstance(found, Batch):
        return json.dumps({"findings": [one.as_json() for one in found]}), b""
    games = found.games
    head = _Head(
        table=games.table, first=games.first, count=games.count,
        seconds=found.seconds, slow=found.slow,
    )  # fmt: skip
    return head.model_dump_json(), _in_order(found.rows).tobytes()


def played(answer: object, games: GameRange, width: int) -> Batch:
    """Return the batch in an answer to the question for some games, of rows so wide.

    Raises RulesError for what the worker found wrong, and (E611) for what is no answer to that.
    """
    match answer:
        case (str() as text, b""):
            raise RulesError(*_diagnostics(text))
        case (str() as text, bytes() as raw):
            pass
        case _:
            raise _unreadable(Message("these are other games"))
    try:
        head = _Head.model_validate_json(text)
    except ValidationError as problem:
        raise _unreadable(_first(problem)) from None
    asked = GameRange(head.table, head.first, head.count) == games
    if not asked or len(raw) != BYTES * width * games.count:
        raise _unreadable(Message("these are other games"))
    rows: Rows[int] = array("i")
    rows.frombytes(raw)
    return Batch(games, _in_order(rows), head.seconds, head.slow)


def _in_order(rows: Rows[int]) -> Rows[int]:
    """Return rows with the lowest byte of each integer first, or such rows as this machine's."""
    if sys.byteorder == "big":
        rows = rows[:]
        rows.byteswap()
    return rows


def _diagnostics(text: str) -> tuple[Diagnostic, ...]:
    try:
        found = _Findings.model_validate_json(text).findings
    except ValidationError as problem:
        raise _unreadable(_first(problem)) from None
    return tuple(
        Diagnostic(
            one.code, one.message,
            Span(one.file, one.line, one.column, one.end_line, one.end_column),
            one.notes, one.fix, one.hint, one.severity,
        )
        for one in found
    )  # fmt: skip


def _first(problem: ValidationError) -> str:
    return str(problem.errors()[0]["msg"])


def _unreadable(reason: str) -> RulesError:
    message = Message("the cluster has sent something that can't be read: {reason}", reason)
    return RulesError(Diagnostic(Code.E611, message))
