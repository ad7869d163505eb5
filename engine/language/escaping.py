"""Escaping: how what strangers wrote becomes words, and nothing else, in each kind of output.

Sentences of rules and catalogues, names of files, titles of examples: all of it may hold what an
output would obey. Each kind of output has one function here, and nothing of a stranger's reaches an
output but through it: pages are templates that escape every value (`page`), the terminal is written
to through `visible`, and what has to be one line of it through `plain`.
"""

from __future__ import annotations

import html as entities
import json as notation
import re
from collections.abc import Callable, Mapping
from importlib import resources
from typing import Any, Literal
from urllib.parse import quote

from engine.language.control_characters import OBEYED, UNSEEN

Form = Literal["html", "markdown", "typst"]
_SIGN = "\N{REPLACEMENT CHARACTER}"
_BREAKS = re.compile(r"[\t\n\r]")
_MARKDOWN = re.compile(
    r"[\\`*_\[\]<>|#~$]"  # signs that mean something anywhere
    r"|^[-+=]"  # a list, or the underline of a heading
    r"|&(?=[#\w])"  # names of characters
    r"|:(?=//)|(?<=www)\.|(?<=\w)@(?=\w)",  # addresses, which some readers make into links
    re.IGNORECASE,
)
_TYPST = re.compile(r"[\\#$*_`<>@\[\]~/=+-]")
_NUMBERED = re.compile(r"^(\d+)([.)])(?=\s|$)")
"""What begins a line of a numbered list."""


def visible(text: str) -> str:
    """Return a text for the terminal, with a sign in place of every character that it obeys."""
    return UNSEEN.sub(_SIGN, text)


def plain(text: object) -> str:
    """Return a text as one line for the terminal: no part of it can pass for a line of its own."""
    return visible(_BREAKS.sub(_SIGN, str(text)))


def html(text: str) -> str:
    """Return a text in which nothing is a sign of HTML."""
    return entities.escape(OBEYED.sub(_SIGN, text))


def svg_text(text: str) -> str:
    """Return a text in which nothing is a sign of SVG."""
    return entities.escape(_one_line(text))


def markdown(text: str) -> str:
    """Return a text in which nothing is a sign of Markdown, wherever in a line it is put."""
    return _NUMBERED.sub(r"\1\\\2", _MARKDOWN.sub(r"\\\g<0>", _one_line(text)))


def fenced(text: str, language: str) -> str:
    """Return a text as a block of code in Markdown, which ends where the text ends."""
    longest = max((len(ticks) for ticks in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{visible(text)}\n{fence}"


def typst(text: str) -> str:
    """Return a text in which nothing is a sign of Typst."""
    return _NUMBERED.sub(r"\1\\\2", _TYPST.sub(r"\\\g<0>", _one_line(text)))


def json(data: Any, **settings: Any) -> str:
    """Return data as JSON in which unseen characters are written by their numbers."""
    written = notation.dumps(data, ensure_ascii=False, **settings)
    return UNSEEN.sub(lambda found: _numbered(found[0]), written)


def csv(value: object) -> object:
    """Return a cell of a table in which a text is no formula of a spreadsheet's."""
    if not isinstance(value, str):
        return value
    return f"'{plain(value)}" if value[:1] in ("=", "+", "-", "@") else plain(value)


def page(room: str, template: str, form: Form, **values: object) -> str:
    """Return a template of a room with its values filled in; every value is escaped."""
    from jinja2 import Environment
    from markupsafe import Markup

    def final(value: object) -> object:
        return value if isinstance(value, Markup) else Markup(escape(str(value)))

    escape = _ESCAPES[form]
    environment = Environment(autoescape=True, finalize=final, trim_blocks=True, lstrip_blocks=True)
    environment.filters |= {
        "address": lambda text: Markup(quote(text)),  # of a file, in Markdown
        "quoted": lambda text: Markup(json(text)),  # a name of a file, in Typst
    }
    text = resources.files(room).joinpath(template).read_text("utf-8")
    return environment.from_string(text).render(values)


def escaped(text: str) -> object:
    """Return a text for `page` whose parts have gone through this file's functions already."""
    from markupsafe import Markup

    return Markup(text)


_ESCAPES: Mapping[Form, Callable[[str], str]] = {
    "html": html, "markdown": markdown, "typst": typst,
}  # fmt: skip


def _one_line(text: str) -> str:
    return OBEYED.sub(_SIGN, _BREAKS.sub(" ", text)).strip(" ")


def _numbered(character: str) -> str:
    """Return a character by its numbers in UTF-16, as JSON writes it."""
    raw = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{raw[i]:02x}{raw[i + 1]:02x}" for i in range(0, len(raw), 2))
