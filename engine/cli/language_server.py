"""Starting the language server, which needs an optional package."""

from __future__ import annotations

from importlib.util import find_spec

from engine.cli.errors import refuse


def serve_editor() -> None:
    """Serve one editor. Raises RulesError (E603) where pygls isn't installed."""
    if find_spec("pygls") is None:
        raise refuse("the language server needs pygls: pip install 'cairn[lsp]'")
    from engine.cli.lsp import serve

    serve()
