"""Giving a name another one, through a game, its variants, their catalogues and view files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from engine.editor.definition import Place, everywhere, index_of, key_at
from engine.editor.workspace import Workspace
from engine.editor.yaml_names import edits_in_catalogue, edits_in_view
from engine.language.source import Edit, Span, applied
from engine.rules.checker.index import Key
from engine.rules.engine_messages import LANGUAGES
from engine.rules.files import catalogue_path
from engine.rules.load import load

_LOWER = re.compile(r"[^\W\dA-ZÀ-ÖØ-Þ]\w*")
_UPPER = re.compile(r"[A-ZÀ-ÖØ-Þ]\w*")


class CannotRename(Exception):
    """Why a name can't be changed, in one sentence."""


def what_is_renamed(workspace: Workspace, path: Path, line: int, column: int) -> tuple[Span, Key]:
    """Return the name at a place. Raises CannotRename where there is none."""
    found = key_at(workspace.loaded(path), path, line, column)
    if found is None:
        raise CannotRename("no name of these rules stands here")
    return found


def rename(
    workspace: Workspace, path: Path, line: int, column: int, name: str
) -> dict[Path, list[Edit]]:
    """Return the edits that give the name at a place another one, by file.

    Raises CannotRename when the new name can't be had: the rules would be wrong with it.
    """
    loaded = workspace.loaded(path)
    _, key = what_is_renamed(workspace, path, line, column)
    form = _UPPER if key.sort == "type" else _LOWER
    if not form.fullmatch(name):
        how = "with a capital letter" if key.sort == "type" else "with a small letter"
        raise CannotRename(f"'{name}' is no name: one begins {how} and has no spaces or signs")
    edits: dict[Path, list[Edit]] = {}
    for place, span in everywhere(workspace, loaded, key):
        edits.setdefault(place, []).append(Edit(span, name))
    for place, edit in _implied(workspace, path, key, name):
        edits.setdefault(place, []).append(edit)
    _must_hold(workspace, edits)
    for file in list(edits):
        _beside(workspace, file, key, name, edits)
    return edits


def _implied(workspace: Workspace, path: Path, key: Key, name: str) -> Iterator[tuple[Path, Edit]]:
    """Yield what says of which type a name is that was called like the type."""
    loaded = workspace.loaded(path)
    home = next((place for place, _ in everywhere(workspace, loaded, key)), loaded.path)
    done: set[Place] = set()
    for one in (loaded, *workspace.family(home)):
        for span, other in index_of(one).implied.items():
            place = workspace.path_of(one, span)
            if other == key and (place, span) not in done:
                done.add((place, span))
                end = Span("", span.end_line, span.end_column, span.end_line, span.end_column)
                yield place, Edit(end, f" in {name}")


def _must_hold(workspace: Workspace, edits: dict[Path, list[Edit]]) -> None:
    """Check the files as they would be. Raises CannotRename if one has new errors then."""
    texts = {file: applied(workspace.text(file), found) for file, found in edits.items()}
    for file in edits:
        before = len(workspace.loaded(file).findings.errors)
        after = load(file, {**workspace.unsaved, **texts}).findings.errors
        if len(after) > before:
            raise CannotRename(f"with that name {after[-1].message}")


def _beside(
    workspace: Workspace, file: Path, key: Key, name: str, edits: dict[Path, list[Edit]]
) -> None:
    """Add the edits of the catalogues and the view file of a ruleset's file."""

    def add(path: Path, edits_in: Callable[[str, Key, str], list[Edit]]) -> None:
        found = edits_in(workspace.text(path), key, name) if path.is_file() else []
        if found:
            edits[path.resolve()] = found

    for language in LANGUAGES:
        add(catalogue_path(file, language), edits_in_catalogue)
    add(file.with_suffix(".view.yaml"), edits_in_view)
