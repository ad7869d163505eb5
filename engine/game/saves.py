"""Saves, which are replays: the ruleset, players, options, seed and moves of a game, as readable
YAML.

The last line is a checksum of all before it, so a changed or truncated file is refused. Raise
FORMAT when a save written by an older version would be read wrongly: when a key changes its
meaning, the notation of moves changes, or the same seed and moves lead to another position. New
keys with a default don't need it, unless a version that passes them over would play another game.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from engine.compile import layout
from engine.game.arranged import arranged_start
from engine.game.options import read_options
from engine.game.session import Game, Session
from engine.language.codes import Code
from engine.language.control_characters import obeyed_in
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.files import file_error, write_file
from engine.language.message import Message
from engine.rules.files import SUFFIX, examples, library, parts_of
from engine.rules.load import Loaded, find
from engine.storage.plain_file import is_below, is_there, is_within, read_plain

FORMAT = 3
"""In 1 and 2 `position` was a hash of the state as it was laid out then, so it is not looked at."""
_TOLD = (
    layout.ME, layout.ACTIVE, layout.STARTER, layout.ROUND, layout.RNG_LOW, layout.RNG_HIGH,
    layout.ENDED, layout.WON, layout.OUT, layout.DECISIONS,
)  # fmt: skip
MAX_BYTES = 4_000_000
MOST_BRACKETS = 20
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9 _().,\[\]-]*")


Word = Annotated[str, Field(max_length=300)]
Sentence = Annotated[str, Field(max_length=2_000)]
"""A move as it is written; those of real games take a line."""
Line = Annotated[str, Field(min_length=1, max_length=20_000)]
"""What is given of a start: all in a place, at most."""


class Save(BaseModel):
    """A saved game: the ruleset, players, options, seed and moves from which it is played again.

    `rules`: a hash of the ruleset's text. `moves`: each `SEAT NOTATION`, seats from 1. `given`: in
    a game that begins at an example, what the example gives. `position`: a hash of the last
    position.

    >>> from engine import Game, Session, load, read_save, write_save
    >>> write_save(Session(Game(load("examples/nim.cairn"), players=2)), folder / "nim.save")
    >>> read_save(folder / "nim.save")
    <Save of nim, seed=0, moves=0>
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    cairn: int = Field(ge=1, le=FORMAT)
    ruleset: str = Field(min_length=1, max_length=300)
    rules: Word
    players: int = Field(ge=1, le=64)
    options: dict[Word, Word] = {}
    seats: list[Word] = Field(default=[], max_length=64)
    seed: int = Field(ge=-(2**127), lt=2**127)
    starter: int = Field(default=1, ge=1, le=64)
    study: bool = False
    given: list[Line] = Field(default=[], max_length=500)
    moves: list[Sentence] = Field(default=[], max_length=20_000)
    position: Word = ""

    def __repr__(self) -> str:
        return f"<Save of {self.ruleset}, seed={self.seed}, moves={len(self.moves)}>"


def position_hash(session: Session) -> str:
    """Return a short hash of the last position: of what lies where and what the variables hold.

    It doesn't depend on how states are laid out, which changes from version to version.
    """
    state, lies = session.state, session.game.compiled.layout
    said: list[object] = [session.over, *(state[word] for word in _TOLD)]
    said.append(state[lies.totals : lies.totals + session.game.players])
    for at, zone in lies.zones.items():
        said.append((zone.family.name, zone.number, [state[at], *zone.lying(state)]))
    pieces = len(lies.setting.pieces)
    for name, (base, *_) in lies.changing.items():
        said.append((name, state[base : base + pieces]))
    if lies.space:
        said.append(state[lies.space : lies.space + pieces])
    for name, cells in lies.cells.items():
        said.append((name, state[cells.base : cells.base + cells.size]))
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:16]


def save_text(session: Session, seats: Sequence[str] = ()) -> str:
    """Return a session as the text of a save."""
    game = session.game
    given = session.start.given if session.start else ()
    rows = [
        f"cairn: {FORMAT}",
        f"ruleset: {_scalar(game.loaded.name)}",
        f"rules: {_scalar(game.loaded.digest)}",
        f"players: {game.players}",
        "options:" + ("" if game.rules.options else " {}"),
        *(f"  {_scalar(k)}: {_scalar(v)}" for k, v in game.option_words().items()),
        f"seats: [{', '.join(map(_scalar, seats))}]",
        f"seed: {session.seed}",
        f"starter: {session.starter + 1}",
        f"study: {'false' if session.fair else 'true'}",
        *(["given:", *(f"- {_quoted(line)}" for line in given)] if given else []),
        "moves:" + ("" if session.history else " []"),
        *(f"- {_quoted(f'{d.seat + 1} {d.text}')}" for d in session.history),
        f"position: {_scalar(position_hash(session))}",
    ]
    body = "\n".join(rows) + "\n"
    return f"{body}# checksum: {_checksum(body)}\n"


def _scalar(text: str) -> str:
    return (
        text if _PLAIN.fullmatch(text) and text not in ("yes", "no", "on", "off") else _quoted(text)
    )


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _checksum(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()[:16]


def write_save(session: Session, path: Path, seats: Sequence[str] = ()) -> None:
    """Write a session to a file; a file that is there already is replaced as a whole.

    `seats`: who plays, for example human or medium. Raises RulesError (E601) if it can't be
    written.

    >>> from engine import Game, Session, load, write_save
    >>> session = Session(Game(load("examples/nim.cairn"), players=2))
    >>> write_save(session, folder / "nim.save", seats=["human", "greedy"])
    """
    write_file(path, save_text(session, seats))


def _refuse(message: str) -> RulesError:
    return RulesError(Diagnostic(Code.E602, message))


def read_save(path: Path) -> Save:
    """Read a save. Raises RulesError (E601, E602) if it can't be read, or was changed by hand.

    >>> from engine import Game, Session, load, read_save, write_save
    >>> session = Session(Game(load("examples/nim.cairn"), players=2), seed=3)
    >>> write_save(session, folder / "nim.save")
    >>> read_save(folder / "nim.save").seed
    3
    """
    try:
        raw = read_plain(path, MAX_BYTES)
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
        raise RulesError(Diagnostic(Code.E601, Message("there is no save {name}", path))) from None
    except OSError as problem:
        raise file_error(path, "read", problem) from None
    if len(raw) > MAX_BYTES:
        raise _refuse(Message("{name} is too large to be a save", path))
    return parse_save(raw, str(path))


def parse_save(raw: bytes, name: str) -> Save:
    """Read the bytes of a save that is called by a name in messages."""
    try:
        text = raw.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise _refuse(Message("{name} is no save: it isn't a text", name)) from None
    if not text.startswith("cairn:"):
        raise _refuse(
            Message("{name} is no save: a save begins with {head}", name, f"'cairn: {FORMAT}'")
        )
    head = re.match(r"cairn: (\d{1,9})\n", text)
    if head and int(head[1]) > FORMAT:
        raise _refuse(
            Message(
                "{name} was written by a newer Cairn (format {number}); update to read it",
                name,
                head[1],
            )
        )
    body, found, last = text.rpartition("# checksum: ")
    if not found:
        raise _refuse(Message("{name} is cut off: its last line, the checksum, is missing", name))
    if last.strip() != _checksum(body):
        raise _refuse(
            Message(
                "{name} was changed or damaged after it was written; its checksum is wrong", name
            )
        )
    try:
        data: Any = _plain_yaml(body)
        for code in obeyed_in(data):
            raise _refuse(Message("{name} holds an invisible character ({code})", name, code))
        return Save.model_validate(data)
    except ValidationError as problem:
        first = problem.errors(include_input=False, include_url=False)[0]
        reason = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"[:120]
        raise _refuse(
            Message("{name} is no save that this version can read: {reason}", name, reason)
        ) from None
    except (YAMLError, ValueError, RecursionError) as problem:
        reason = " ".join(str(problem).split())[:120]
        raise _refuse(
            Message("{name} is no save that this version can read: {reason}", name, reason)
        ) from None


def _plain_yaml(text: str) -> Any:
    """Read YAML as simple as saves are written.

    Aliases in a few lines could mean more than any memory holds, and deep nesting takes hours.
    """
    bare = re.sub(r'"(\\.|[^"\\\n])*"', "", text).replace("{}", "")
    if re.search(r"[*&!'|>{]", bare) or bare.count("[") > MOST_BRACKETS:
        raise YAMLError("it is more than plain names, numbers and quoted texts")
    return YAML(typ="safe", pure=True).load(text)


def rules_named(ruleset: str, path: Path) -> str:
    """Return how the rules are opened that the save at a path names.

    They are the library's, files in the folder of the save or below, or the examples. A save may
    come from anybody, so it can't name any other file. Raises RulesError (E601) if there are none.
    """
    whole = _file_below(ruleset, path)
    names = [ruleset] if whole is not None else [name.strip() for name in ruleset.split("+")]
    known = {file.stem for file in library()}
    shown = {file.stem: file for file in examples()}
    found = [
        name if name in known else _file_below(name, path) or shown.get(name) for name in names
    ]
    if None in found:
        message = Message(
            "{path} was played by '{name}', which is not found here; say where it is with "
            "'--rules RULESET'", path, ruleset
        )  # fmt: skip
        raise RulesError(Diagnostic(Code.E601, message))
    return "+".join(map(str, found))


def _file_below(name: str, path: Path) -> Path | None:
    """Return the ruleset of a name in a save's folder or below, None if there is none."""
    file = path.parent / f"{name.removesuffix(SUFFIX)}{SUFFIX}"
    return file if is_below(name) and is_there(file) and is_within(file, path.parent) else None


def finds_rules(path: Path, loaded: Loaded) -> bool:
    """Return whether a save at a path finds the rules that it was played by, without being told."""
    try:
        found = [find(part).resolve() for part in parts_of(rules_named(loaded.name, path))]
        return found == [file.resolve() for file in (loaded.path, *map(find, loaded.more))]
    except (OSError, RulesError):
        return False


def replay(save: Save, loaded: Loaded, *, name: str = "this save", language: str = "en") -> Session:
    """Play a save again and return the session. `name`: what messages call the save.

    Raises RulesError (E602) if the ruleset isn't the one of the save, or a move can't be made.

    >>> from engine import Game, Session, load, read_save, replay, write_save
    >>> session = Session(Game(load("examples/nim.cairn"), players=2))
    >>> decision = session.play("take(4, 7)")
    >>> write_save(session, folder / "nim.save")
    >>> replay(read_save(folder / "nim.save"), session.game.loaded).state == session.state
    True
    """
    if save.rules != loaded.digest:
        raise _refuse(
            Message(
                "{name} was played on another text of '{ruleset}' than {loaded} is now",
                name,
                save.ruleset,
                loaded.path.name,
            )
        )
    return replay_on(save, loaded, name=name, language=language)


def _begun(save: Save, game: Game, name: str) -> Session:
    """Return the game of a save before its first move."""
    starter, start = save.starter - 1, None
    if save.given:
        try:
            start = arranged_start(game, save.seed, save.given, starter)
        except RulesError as problem:
            raise _refuse(
                Message(
                    "{name} begins where these rules can't: {problem}",
                    name,
                    problem.diagnostics[0].message,
                )
            ) from None
    return Session(game, save.seed, fair=not save.study, starter=starter, start=start)


def replay_on(
    save: Save, loaded: Loaded, *, name: str = "this save", language: str = "en"
) -> Session:
    """Play a save's moves on a ruleset that may have changed since."""
    rules = loaded.checked()
    try:
        game = Game(loaded, save.players, read_options(rules, save.options), language)
    except RulesError as problem:
        raise _refuse(
            Message("{name} can't be played: {problem}", name, problem.diagnostics[0].message)
        ) from None
    session = _begun(save, game, name)
    for number, written in enumerate(save.moves, 1):
        seat, _, move = written.partition(" ")
        if session.over:
            raise _refuse(
                Message("{name} goes on after the game is over, at move {number}", name, number)
            )
        if seat != str(session.state[layout.ME] + 1):
            raise _refuse(
                Message(
                    "in {name}, move {number} is by seat {seat}, but it is another's turn",
                    name,
                    number,
                    seat,
                )
            )
        try:
            session.play(move)
        except RulesError as problem:
            raise _refuse(
                Message(
                    "in {name}, move {number} can't be made: {problem}",
                    name,
                    number,
                    problem.diagnostics[0].message,
                )
            ) from None
    if save.cairn > 2 and save.position not in ("", position_hash(session)):
        raise _refuse(
            Message("{name} leads to another position than it did when it was written", name)
        )
    return session
