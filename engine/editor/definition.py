"""Going to where a name is declared, and to everything that uses it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine.editor.workspace import Workspace, name_in
from engine.language.source import Span
from engine.rules.checker.index import Index, Key
from engine.rules.load import Loaded

Place = tuple[Path, Span]


def key_at(loaded: Loaded, path: Path, line: int, column: int) -> tuple[Span, Key] | None:
    """Return the name that stands at a place (both from 1), and where it begins and ends."""
    index = index_of(loaded)
    return index.at(name_in(loaded, path), line, column) if index else None


def keys_on(loaded: Loaded, path: Path, line: int) -> Iterator[Key]:
    """Yield the names that stand on a line (from 1)."""
    index, file = index_of(loaded), name_in(loaded, path)
    for span, key in index.uses.items() if index else ():
        if span.line == line and span.file == file:
            yield key


def index_of(loaded: Loaded) -> Index | None:
    """Return the index of a ruleset, if the checker got so far."""
    return loaded.names.index if loaded.names else None


def definition(workspace: Workspace, path: Path, line: int, column: int) -> list[Place]:
    """Return where the name or the sentence at a place is declared."""
    loaded = workspace.loaded(path)
    found, index = key_at(loaded, path, line, column), index_of(loaded)
    if found is not None and index is not None:
        declared = index.declarations.get(found[1])
        if declared is not None:
            return [(workspace.path_of(loaded, declared.span), declared.span)]
    return same_sentence(workspace, loaded, path, line, column)[:1]


def references(workspace: Workspace, path: Path, line: int, column: int) -> list[Place]:
    """Return everywhere that the name at a place stands, in all files that share it."""
    loaded = workspace.loaded(path)
    found = key_at(loaded, path, line, column)
    if found is None:
        return same_sentence(workspace, loaded, path, line, column)
    return list(dict.fromkeys(everywhere(workspace, loaded, found[1])))


def everywhere(workspace: Workspace, loaded: Loaded, key: Key) -> Iterator[Place]:
    """Yield every place of a name, in the order of files and lines."""
    index = index_of(loaded)
    declared = index.declarations.get(key) if index else None
    home = workspace.path_of(loaded, declared.span) if declared else loaded.path
    spans: dict[Place, None] = {}
    for one in (workspace.loaded(home), loaded, *workspace.family(home)):
        known = index_of(one)
        for span in known.of(key) if known else ():
            spans[workspace.path_of(one, span), span._replace(file="")] = None
    yield from sorted(spans, key=lambda place: (str(place[0]), place[1]))


def name_places(workspace: Workspace, loaded: Loaded, name: str) -> Iterator[Place]:
    """Yield every place where a name of the top level stands in the files of a ruleset."""
    index = index_of(loaded)
    for span, key in index.uses.items() if index else ():
        if key.name == name:
            yield workspace.path_of(loaded, span), span


def same_sentence(
    workspace: Workspace, loaded: Loaded, path: Path, line: int, column: int
) -> list[Place]:
    """Return where else the quoted sentence at a place stands: rules before examples."""
    own = loaded.findings.sources.get(name_in(loaded, path))
    if own is None or not 1 <= line <= len(own.lines):
        return []
    whole = Span(own.name, line, 1, line, len(own.lines[line - 1]) + 1)
    here = next(
        (s for s in own.quotations(whole) if s.column <= column < s.end_column), None
    )  # fmt: skip
    if here is None or len(own.quote(here)) <= 2:
        return []
    found: list[Span] = []
    for source in loaded.findings.sources.values():
        everything = Span(source.name, 1, 1, len(source.lines), 10**6)
        found += [s for s in source.quotations(everything) if source.quote(s) == own.quote(here)]
    examples = {s: _in_example(loaded, s) for s in found}
    found = [s for s in found if s != here]
    found.sort(key=lambda s: (examples[s], s))
    return [(workspace.path_of(loaded, s), s) for s in found]


def _in_example(loaded: Loaded, span: Span) -> bool:
    from engine.language import syntax as s

    return any(
        isinstance(item, s.Example)
        and item.span.file == span.file
        and item.span.line <= span.line <= item.span.end_line
        for item in loaded.items
    )
