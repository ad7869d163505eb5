"""Finding, reading and checking rulesets: the library's by name, anybody's by path."""

from __future__ import annotations

import gc
import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, Findings, RulesError, nearest
from engine.language.escaping import plain
from engine.language.files import file_error
from engine.language.message import Message, did_you_mean
from engine.language.parser import parse
from engine.language.source import Source
from engine.rules import model as m
from engine.rules.checker.check import check, checking
from engine.rules.checker.context import Checking
from engine.rules.checker.names import Names
from engine.rules.files import (
    SUFFIX,
    examples,
    examples_folder,
    library,
    library_folder,
    name_of,
    named,
    parts_of,
)
from engine.rules.stale_sentences import RulesText, stale
from engine.rules.variants import Patcher, index_patches, refuse_patches
from engine.storage.plain_file import is_there, is_within, read_plain

MAX_BYTES = 1_600_000


@dataclass
class Loaded:
    """A ruleset as it was read: its text, its errors and, if there are none, its rules.

    `findings` has every error and warning, `checked()` returns the rules or raises RulesError with
    the errors. `base`: the file of the game that a variant builds on. `files`: all files that were
    read. `digest`: a hash of their texts, 24 hexadecimal digits.

    >>> from engine import load
    >>> loaded = load("examples/nim.cairn")
    >>> loaded.title, loaded.checked().header.players, loaded.findings.errors
    ('Nim', (2, 2), [])
    """

    name: str
    path: Path
    findings: Findings
    rules: m.Ruleset | None
    digest: str
    files: list[Path] = field(default_factory=list)
    title: str = ""
    base: Path | None = None
    items: Sequence[s.Item] = ()
    """The game's parts with every variant applied."""
    own_items: Sequence[s.Item] = ()
    """What stands in the file itself."""
    checking: Checking | None = None
    """The run of the checker; None where it came to nothing."""
    more: tuple[str, ...] = ()
    """The variants that were stacked on top of it, as they were asked for."""

    def __repr__(self) -> str:
        errors = len(self.findings.errors)
        return f"<Loaded {self.name}: {self.title}, {f'{errors=}' if errors else 'no errors'}>"

    @property
    def rules_text(self) -> RulesText:
        """Return its parts with their texts, to be compared with those of another version."""
        return RulesText(self.items, self.findings.sources)

    @property
    def opened_as(self) -> str:
        """Return what `load` takes to open it from here, with its variants."""
        return "+".join([name_of(self.path), *self.more])

    def again(self, unsaved: Mapping[Path, str] | None = None) -> Loaded:
        """Read and check the same files as they are now; `unsaved` texts take the place of some.

        Raises RulesError when a file can't be read.
        """
        overlay = _resolved(unsaved)
        return load_text(_text_of(self.path, overlay), self.path, self.more, overlay)

    @property
    def names(self) -> Names | None:
        """What the checker knows of each name; None where it came to nothing."""
        return self.checking.names if self.checking else None

    def checked(self) -> m.Ruleset:
        """Return the model, or raise RulesError with every error."""
        self.findings.refuse()
        assert self.rules is not None
        return self.rules


def looks_like_path(name: str) -> bool:
    """Return whether a ruleset is named by its file, not as one of the library or the examples."""
    return name.endswith(SUFFIX) or os.sep in name or "/" in name


def find(name: str) -> Path:
    """Return the file of a ruleset: a path, or the name of one in the library or the examples.

    Raises RulesError (E601) when there is none.
    """
    if looks_like_path(name):
        return Path(name)
    known = named(name)
    if known is not None:
        return known
    below = (folder / f"{name}{SUFFIX}" for folder in sorted(Path().glob("*/")))
    names = [path.stem for path in (*library(), *examples())]
    guess = next((str(path) for path in below if path.is_file()), None) or nearest(name, names)
    hint = did_you_mean(guess) or Message("'cairn list' shows the rulesets there are")
    raise RulesError(
        Diagnostic(Code.E601, Message("there is no ruleset '{name}'; {hint}", name, hint))
    )


def read_text(path: Path, what: str = "ruleset") -> str:
    """Return a file's text. Raises RulesError (E601, E004) when it can't be read as one."""
    try:
        raw = read_plain(path, MAX_BYTES)
    except IsADirectoryError:
        raise RulesError(
            Diagnostic(Code.E601, Message("{path} is a folder, not a {what}", path, Message(what)))
        ) from None
    except OSError as problem:
        raise file_error(path, "read", problem) from None
    if len(raw) > MAX_BYTES:
        raise RulesError(
            Diagnostic(
                Code.E004, Message("{path} is too large to be a {what}", path, Message(what))
            )
        )
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as problem:
        line = raw[: problem.start].count(b"\n") + 1
        raise RulesError(
            Diagnostic(
                Code.E004, Message("{path} is not a text in UTF-8 (line {line})", path, line)
            )
        ) from None


def read_beside(path: Path, what: str) -> str:
    """Return the text of a file that nobody named: one in a ruleset's folder.

    Raises RulesError as `read_text` does, and (E601) for a link that leads out of the folder.
    """
    refuse_outside(path)
    return read_text(path, what)


def refuse_outside(path: Path) -> None:
    """Raise RulesError (E601) for a link in a ruleset's folder that leads out of it.

    The folders that came with Cairn are its own; some installers make them of links.
    """
    ours = (library_folder(), examples_folder())
    if path.parent not in ours and not is_within(path, path.parent):
        message = Message(
            "{path} leads out of its folder; put the file itself there", display(path)
        )
        raise RulesError(Diagnostic(Code.E601, message))


def display(path: Path) -> str:
    """Return a path as people are shown it: short where it can be. It must not be opened."""
    ours = ((examples_folder(), "examples/"), (library_folder(), "rulesets/"))
    for folder, prefix in (*ours, (Path.cwd(), "")):
        if path.is_absolute() and path.is_relative_to(folder):
            return plain(prefix + path.relative_to(folder).as_posix())
    return plain(path)


def digest(texts: Sequence[str]) -> str:
    """Return the content hash of a ruleset's texts."""
    whole = hashlib.sha256()
    for text in texts:
        whole.update(text.encode("utf-8", "surrogatepass"))
        whole.update(b"\0")
    return whole.hexdigest()[:24]


@contextmanager
def gc_paused() -> Iterator[None]:
    """Put off the collection of garbage: going through whole models again and again takes long.

    What was made counts as old then, so that it isn't gone through at once.
    """
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        frozen = gc.get_freeze_count()
        gc.freeze()
        if not frozen:
            gc.unfreeze()
        if running:
            gc.enable()


def load(name: str | Path, unsaved: Mapping[Path, str] | None = None) -> Loaded:
    """Read and check a ruleset: the name of one in the library, or the path of a file.

    `game+variant+variant` puts variants on top of a game. `unsaved`: texts that replace what is in
    some files, by path. Errors in the rules are in `findings` of the result, and the first use of
    the rules raises them. Raises RulesError (E601, E004) if a file can't be read.

    >>> from engine import load
    >>> load("examples/nim.cairn")
    <Loaded nim: Nim, no errors>
    """
    overlay = _resolved(unsaved)
    if isinstance(name, Path):
        return load_text(_text_of(name, overlay), name, unsaved=overlay)
    first, *more = parts_of(name)
    path = find(first)
    return load_text(_text_of(path, overlay), path, tuple(more), overlay)


def _resolved(unsaved: Mapping[Path, str] | None) -> dict[Path, str]:
    return {path.resolve(): text for path, text in (unsaved or {}).items()}


def _text_of(path: Path, unsaved: Mapping[Path, str] | None) -> str:
    """Return what is in a file, or would if it were saved."""
    known = unsaved.get(path.resolve()) if unsaved else None
    return read_text(path) if known is None else known.replace("\r\n", "\n")


def load_text(
    text: str, path: Path, more: Sequence[str] = (), unsaved: Mapping[Path, str] | None = None
) -> Loaded:
    """Read and check a text of rules as if it were in the file at `path`, which need not exist.

    `more`: names or paths of variants to put on top. `unsaved`: texts that replace what is in other
    files, by resolved path. The text itself never makes it raise: its errors are in `findings` of
    the result. Raises RulesError (E601, E004) if the file of a variant can't be read.

    >>> from engine import load, load_text
    >>> text = load("examples/nim.cairn").path.read_text("utf-8")
    >>> load_text(text.replace("players  2", "players  two"), load("examples/nim.cairn").path)
    <Loaded nim: Nim, errors=1>
    """
    findings = Findings()
    loaded = Loaded(plain("+".join([path.stem, *map(_stem, more)])), path, findings, None, "", [])
    loaded.more = tuple(more)
    texts: list[str] = []
    chain = _chain(text, path, loaded, texts, unsaved)
    extra = [_chain(_text_of(p, unsaved), p, loaded, texts, unsaved) for p in map(find, more)]
    loaded.digest = digest(texts)
    game = chain[0]
    header = next((i for i in game.items if isinstance(i, s.Game)), None)
    if isinstance(_header(game), s.Variant) or (findings.errors and header is None):
        return loaded
    items: Sequence[s.Item] = game.items
    refuse_patches(items, findings)
    if len(chain) > 1 or extra:
        items = _patch(chain, extra, findings)
        loaded.base = chain[0].path
    loaded.items, loaded.own_items = items, chain[-1].items
    title = next((i.title for i in items if isinstance(i, s.Game)), "")
    loaded.title = title
    loaded.checking = checking(items, loaded.name, findings)
    loaded.rules = check(loaded.checking)
    for link in (*chain[1:], *(link for links in extra for link in links[1:])):
        index_patches(link.items, loaded.checking.names)
    return loaded


def _stem(name: str) -> str:
    return Path(name).stem if name.endswith(SUFFIX) else name


@dataclass
class _Parsed:
    """A text's items and where it came from."""

    items: Sequence[s.Item]
    path: Path


def _header(parsed: _Parsed) -> s.Game | s.Variant | None:
    return next((i for i in parsed.items if isinstance(i, (s.Game, s.Variant))), None)


def _chain(
    text: str,
    path: Path,
    loaded: Loaded,
    texts: list[str],
    unsaved: Mapping[Path, str] | None,
) -> list[_Parsed]:
    """Return a text and all that it builds on, the game first."""
    chain: list[_Parsed] = []
    findings = loaded.findings
    while True:
        shown = display(path)
        loaded.files.append(path)
        texts.append(text)
        parsed = _Parsed(parse(Source(shown, text), findings).items, path)
        chain.insert(0, parsed)
        header = _header(parsed)
        if not isinstance(header, s.Variant):
            return chain
        base = _base_file(header, path, findings, unsaved or {})
        if base is None:
            return chain
        if any(base.resolve() == known.path.resolve() for known in chain):
            findings.error(
                Code.E301,
                Message("'{base}' builds on this file itself", header.base),
                header.base_span,
            )
            return chain
        try:
            refuse_outside(base)
            text, path = _text_of(base, unsaved), base
        except RulesError as problem:
            for found in problem.diagnostics:
                findings.error(found.code, found.message, header.base_span)
            return chain


def _base_file(
    header: s.Variant, path: Path, findings: Findings, unsaved: Mapping[Path, str]
) -> Path | None:
    """Return the file that a variant builds on: beside it, in the library or the examples."""
    beside = path.parent / f"{header.base}{SUFFIX}"
    known = {p.stem: p for p in (*examples(), *library())}
    if "/" not in header.base and os.sep not in header.base:
        if beside.resolve() in unsaved or is_there(beside):
            return beside
        if header.base in known:
            return known[header.base]
    around = [p.stem for p in path.parent.glob(f"*{SUFFIX}")] if path.parent.is_dir() else []
    guess = nearest(header.base, [*known, *around])
    findings.error(
        Code.E301,
        Message("there is no game '{base}' to build on", header.base),
        header.base_span,
        fix=guess,
    )
    return None


def _patch(
    chain: list[_Parsed], extra: list[list[_Parsed]], findings: Findings
) -> Sequence[s.Item]:
    """Apply the variants of a chain and those on top of it to the game."""
    patcher = Patcher(chain[0].items, findings)
    done: list[Path] = [chain[0].path]
    for links in [chain, *extra]:
        titles: list[str] = []
        if links[0].path.resolve() != chain[0].path.resolve():
            _other_game(links, chain, findings)
            continue
        for link in links[1:]:
            header = _header(link)
            assert isinstance(header, s.Variant)
            if link.path not in done:
                before = tuple(patcher.items)
                patcher.apply(link.items, header, titles)
                _warn_stale(before, patcher.items, header, findings)
                done.append(link.path)
            titles.append(header.title)
    return patcher.left_out(patcher.items)


def _warn_stale(
    before: Sequence[s.Item], after: Sequence[s.Item], variant: s.Variant, findings: Findings
) -> None:
    """Warn of sentences that a variant kept; of what it only took away, at its header.

    A zone that `set` shows to others stays what it was, and `set` has no place for a sentence.
    """
    places = {item.span for item in before}
    new = [item for item in after if not (isinstance(item, s.Zone) and item.span in places)]
    for found in stale(RulesText(before, findings.sources), RulesText(new, findings.sources)):
        own = found.span.file == variant.span.file
        findings.add(found if own else replace(found, span=variant.span))


def _other_game(links: list[_Parsed], chain: list[_Parsed], findings: Findings) -> None:
    header = _header(links[-1])
    game = _header(chain[0])
    wanted = game.title if game else chain[0].path.stem
    if isinstance(header, s.Variant):
        text = Message(
            "'{title}' is no variant of {game}, but of {base}", header.title, wanted, header.base
        )
        findings.error(Code.E301, text, header.base_span)
    elif header is not None:
        findings.error(
            Code.E301,
            Message("'{title}' is a game of its own, no variant", header.title),
            header.span,
        )
