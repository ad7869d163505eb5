"""What the letters of a diagram mean, in the language of a reader."""

from __future__ import annotations

import re

from engine.rules import model as m
from engine.rules.catalogue import Catalogue


def letters_of(rules: m.Ruleset, catalogue: Catalogue, s: m.SetUp) -> str:
    """Return the letters of a diagram that are drawn there, each with what it means."""
    zone, drawn = rules.zones[s.zone.name], {placed.words for placed in s.placed}
    return ", ".join(
        f"{letter.sign}{catalogue.colon}{_meaning(rules, catalogue, zone, letter.means)}"
        for letter in zone.letters
        if letter.means in drawn
    )


def _meaning(rules: m.Ruleset, catalogue: Catalogue, zone: m.Zone, means: str) -> str:
    """Return the name of a piece, or a value that is written, in the catalogue's language."""
    for name in zone.pieces:
        called = rules.components[name].called
        if isinstance(called, m.Words):
            parts = (re.escape(x) if isinstance(x, str) else "(.+?)" for x in called.parts)
            found = re.fullmatch("".join(parts), means)
            if found:
                said = map(catalogue.name, found.groups())
                known = dict(zip(called.values, said, strict=False))
                template = catalogue.template(called)
                return "".join(known.get(x, x) if n % 2 else x for n, x in enumerate(template))
    return catalogue.name(means)
