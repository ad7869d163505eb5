"""The texts that inputs are made of: the rulesets of the library and of the examples."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random

from engine.rules.files import library
from tests.cli.conftest import ROOT
from tests.fuzz.grammar import Sampler
from tests.fuzz.mutations import KEYWORDS


@cache
def rulesets() -> list[tuple[str, str]]:
    """Return the name and the text of each, in the order of their names."""
    paths = sorted([*library(), *(ROOT / "examples").glob("*.cairn")], key=lambda p: p.stem)
    return [(path.stem, path.read_text("utf-8")) for path in paths]


def some(chance: Random) -> tuple[str, str]:
    """Return a ruleset: a short one more often than a long one."""
    found = rulesets()
    return chance.choices(found, [(400 + len(text)) ** -1.5 for _, text in found])[0]


def beside() -> list[Path]:
    """Return the YAML and JSON files of the library."""
    return sorted(
        path
        for pattern in ("*.yaml", "*.policy.json")
        for path in (ROOT / "rulesets").glob(pattern)
    )


def sampler(text: str, chance: Random) -> Sampler:
    """Return what writes lines that the grammar allows, with the names of a text."""
    plain = re.sub(r'"[^"]*"|#.*', "", text)
    names = sorted(set(re.findall(r"\b[a-z_]\w*", plain)))
    types = sorted(set(re.findall(r"\b[A-Z]\w*", plain)))
    return Sampler(chance, [n for n in names if not KEYWORDS.fullmatch(n)], types)


def statements(text: str, chance: Random, count: int = 3) -> list[str]:
    """Return statements that the grammar allows."""
    grown = sampler(text, chance)
    return [grown.text(chance.choice(("simple", "simple", "compound"))) for _ in range(count)]


def items(text: str, chance: Random, count: int = 3) -> list[str]:
    """Return parts of rulesets that the grammar allows."""
    grown = sampler(text, chance)
    return [grown.text("item") for _ in range(count)]
