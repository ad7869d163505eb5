"""A start for a ruleset of one's own: a small game with comments, a copy of a game to change, or an
empty variant of it with comments that show what can be patched.
"""

from __future__ import annotations

import re
from pathlib import Path

from engine.language import syntax as s
from engine.language.source import Source
from engine.rules.load import Loaded, read_text

_FIRST_GAME = Path(__file__).with_name("first_game.cairn")


def first_game(title: str) -> str:
    """Return the text of a small game with comments, under a title."""
    return _titled(_FIRST_GAME.read_text("utf-8"), title)


def new_text(title: str, base: Loaded, *, variant: bool) -> str:
    """Return the text of a new ruleset that begins from a checked one."""
    return _variant(title, base) if variant else _copy(title, base)


def _titled(text: str, title: str) -> str:
    """Return the text of a ruleset under another title."""
    return re.sub(
        r'^(game|variant) "(\\.|[^"\\\n])*"', lambda match: f'{match[1]} "{title}"', text, count=1,
        flags=re.MULTILINE,
    )  # fmt: skip


def _copy(title: str, base: Loaded) -> str:
    """Return the game's own text under another title."""
    text = read_text(base.path)
    head = (
        f"# {title}: begun as a copy of {base.path.stem}. Everything below is yours to change.\n"
        "# Check it, and run its examples, with: cairn check, and play it with: cairn play.\n\n"
    )
    return head + _titled(text, title)


def _variant(title: str, base: Loaded) -> str:
    rows = [
        f"# A variant of {base.path.stem}. What isn't said here stays as it is in that game.",
        "# Check it, and all examples, with: cairn check, and play it with: cairn play.",
        "",
        f'variant "{title}" of "{base.path.stem}"',
        '  "Say here in a sentence what your variant changes."',
        "",
    ]
    sources = base.findings.sources
    for part in (_options(base), _rule(base, sources), _example()):
        rows += [*part, ""] if part else []
    return "\n".join(rows).rstrip() + "\n"


def _options(base: Loaded) -> list[str]:
    options = [item for item in base.items if isinstance(item, s.Option) and not item.fixed]
    if not options:
        return []
    rows = ["# An option is set like this (without the '#'):"]
    for option in options:
        source = base.findings.sources[option.span.file]
        rows.append(f"# set {option.name} = {source.quote(option.default.span)}")
    return rows


def _rule(base: Loaded, sources: dict[str, Source]) -> list[str]:
    rule = next((item for item in base.items if isinstance(item, s.Rule)), None)
    if rule is None:
        return []
    last = rule.cases[-1].span.end_line
    lines = sources[rule.span.file].lines[rule.span.line - 1 : last]
    return [
        "# A rule is replaced by writing it again. This one stands in the game as follows;",
        f"# 'original {rule.name}(…)' would ask the rule that is replaced:",
        "# replace " + lines[0],
        *(f"# {line}".rstrip() for line in lines[1:]),
    ]


def _example() -> list[str]:
    return [
        "# An example shows that your rules do what you mean; 'cairn check' runs it:",
        '# example "What it shows"',
        "#   given my hand has …",
        "#   then  can …",
    ]
