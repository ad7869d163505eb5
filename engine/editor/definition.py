"""Going to where a name is declared, and to everything that uses it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine.editor.workspace import Workspace, name_in
from engine.language import syntax as s
from engine.language.source import Span
from engine.rules.checker.index import Index, Key
from engine.rules.load import Loaded

Place = tuple[Path, Span]


def key_at(loaded: Loaded, path: Path, line: int, column: int) -> tuple[Span, Key] | None:
    """Return the name at a place (both from 1), and where it begins and ends."""
    return index_of(loaded).at(name_in(loaded, path), line, column)


def keys_on(loaded: Loaded, path: Path, line: int) -> Iterator[Key]:
    """Yield the names on a line (from 1)."""
    file = name_in(loaded, path)
    for span, key in index_of(loaded).uses.items():
        if span.line == line and span.file == file:
            yield key


def index_of(loaded: Loaded) -> Index:
    """Return the index of a ruleset: empty where the checker didn't get so far."""
    return loaded.names.index if loaded.names else Index()


def definition(workspace: Workspace, path: Path, line: int, column: int) -> list[Place]:
    """Return where the name or the sentence at a place is declared."""
    loaded = workspace.loaded(path)
    found = key_at(loaded, path, line, column)
    declared = index_of(loaded).declarations.get(found[1]) if found else None
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
    declared = index_of(loaded).declarations.get(key)
    home = workspace.path_of(loaded, declared.span) if declared else loaded.path
    spans: dict[Place, None] = {}
    for one in (workspace.loaded(home), loaded, *workspace.family(home)):
        for span in index_of(one).of(key):
            spans[workspace.path_of(one, span), span._replace(file="")] = None
    yield from sorted(spans, key=lambda place: (str(place[0]), place[1]))


def name_places(workspace: Workspace, loaded: Loaded, name: str) -> Iterator[Place]:
    """Yield every place where a name of the top level stands in the files of a ruleset."""
    for span, key in index_of(loaded).uses.items():
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
    at = (span for span in own.quotations(whole) if span.column <= column < span.end_column)
    here = next(at, None)
    if here is None or len(own.quote(here)) <= 2:
        return []
    found: list[Span] = []
    for source in loaded.findings.sources.values():
        everything = Span(source.name, 1, 1, len(source.lines), 10**6)
        same = (x for x in source.quotations(everything) if source.quote(x) == own.quote(here))
        found += [span for span in same if span != here]
    found.sort(key=lambda span: (_in_example(loaded, span), span))
    return [(workspace.path_of(loaded, span), span) for span in found]


def _in_example(loaded: Loaded, span: Span) -> bool:
    return any(
        isinstance(item, s.Example)
        and item.span.file == span.file
        and item.span.line <= span.line <= item.span.end_line
        for item in loaded.items
    )
