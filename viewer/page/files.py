"""The files of the page: what a browser loads, by its path."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from viewer.app.i18n import ENGLISH, languages, sentences
from viewer.artwork.metrics import FONTS

_FOLDER = Path(__file__).with_name("static")
_KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".otf": "font/otf",
    ".ttf": "font/ttf",
}
_OWN = "page_"
"""How the words that the page itself says begin."""


def page_files() -> Mapping[str, tuple[str, Callable[[], bytes]]]:
    """Return the media type of each file, and what reads it, by its path: `/` and `/page.js`.

    They are read when they are wanted, since words take long to read.
    """
    found: dict[str, tuple[str, Callable[[], bytes]]] = {
        f"{folder}/{file.name}": (_KINDS[file.suffix], file.read_bytes)
        for folder, files in (("", _FOLDER), ("/fonts", FONTS))
        for file in sorted(files.iterdir())
        if file.suffix in _KINDS
    }
    for language in languages():
        found[f"/words/{language}.json"] = (_KINDS[".json"], partial(_words, language))
    found["/"] = found.pop("/index.html")
    return found


def _words(language: str) -> bytes:
    spoken = {**sentences(ENGLISH), **sentences(language)}
    own = {key: text for key, text in spoken.items() if key.startswith(_OWN)}
    return json.dumps(own, ensure_ascii=False).encode()
