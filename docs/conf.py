"""The documentation site: `make docs` builds it from the pages in this folder."""

from engine.distribution import VERSION

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
