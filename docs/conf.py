"""The documentation site: `make docs` builds it from the pages in this folder."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parents[1]))

from engine.distribution import VERSION
from tests.docs.gallery import linked, write_gallery

# A build makes many nodes and drops few: looking for those took a sixth of its time.
gc.set_threshold(50_000, 50, 50)

project = "Cairn"
author = "The Cairn founders"
project_copyright = author
release = VERSION

extensions = ["myst_parser"]
exclude_patterns = ["editors/**"]
myst_heading_anchors = 4
nitpicky = True

html_theme = "furo"
pygments_dark_style = "github-dark"
html_title = "Cairn"
html_static_path = ["site"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_copyright = False
html_theme_options = {"navigation_with_keys": True}


def _write_gallery(_: Sphinx) -> None:
    write_gallery(pictures=bool(os.environ.get("CAIRN_PICTURES")))


def _link_gallery(_: Sphinx, page: str, text: list[str]) -> None:
    text[0] = linked(page, text[0])


def _share_navigation(
    _: Sphinx, page: str, template: str, context: dict[str, Any], tree: nodes.document | None
) -> None:
    """Let the gallery's pages share a sidebar: no contents list them, so theirs are the same."""
    make = context["toctree"]

    def shared(**how: Any) -> str:
        key = repr(sorted(how.items()))
        if key not in _navigation:
            _navigation[key] = str(make(**how))
        return _navigation[key]

    if page.startswith("gallery/") and page != "gallery/index":
        context["toctree"] = shared


_navigation: dict[str, str] = {}


def setup(app: Sphinx) -> None:
    """Make the gallery before the pages are read."""
    app.connect("html-page-context", _share_navigation, priority=100)  # before the theme's own
    app.connect("builder-inited", _write_gallery)
    app.connect("source-read", _link_gallery)
