"""Lines that the grammar of the rule language allows, at random."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from random import Random

from lark.grammar import Rule, Symbol
from lark.lexer import PatternStr

from engine.language.lexer import reader

DEEPEST = 7
_BY_CHANCE = {"NAME": "name", "TYPE": "Type", "INT": "4", "STRING": '"text"', "DRAWN": '"..x"'}


@cache
def _rules() -> dict[str, list[Rule]]:
    found: dict[str, list[Rule]] = defaultdict(list)
    for rule in reader().rules:
        if not any(symbol.name in ("BROKEN", "broken") for symbol in rule.expansion):
            found[rule.origin.name].append(rule)
    return found


@cache
def _words() -> dict[str, str]:
    return {
        t.name: t.pattern.value for t in reader().terminals if isinstance(t.pattern, PatternStr)
    }


@cache
def _heights() -> dict[str, int]:
    """How deep the shallowest text of each rule is."""
    heights: dict[str, int] = {}
    while True:
        before = dict(heights)
        for name, rules in _rules().items():
            for rule in rules:
                inner = [0 if s.is_term else heights.get(s.name, 999) for s in rule.expansion]
                heights[name] = min(heights.get(name, 999), 1 + max(inner, default=0))
        if heights == before:
            return heights


class Sampler:
    """Writes texts of the grammar with the names of a text."""

    def __init__(self, chance: Random, names: list[str], types: list[str]) -> None:
        self.chance, self.pads = chance, 0
        self.named = {"NAME": names or ["name"], "TYPE": types or ["Type"]}

    def text(self, start: str) -> str:
        """Return a text of a rule of the grammar."""
        self.pads = 0
        return self._of(start, DEEPEST).replace(" \n", "\n").strip("\n ")

    def _of(self, name: str, deep: int) -> str:
        rules = _rules()[name]
        fit = [rule for rule in rules if self._height(rule) < max(deep, 1)]
        least = min(map(self._height, rules))
        fit = fit or [rule for rule in rules if self._height(rule) == least]
        return "".join(self._symbol(s, deep - 1) for s in self.chance.choice(fit).expansion)

    def _height(self, rule: Rule) -> int:
        return max((0 if s.is_term else _heights()[s.name] for s in rule.expansion), default=0)

    def _symbol(self, symbol: Symbol, deep: int) -> str:
        if not symbol.is_term:
            return self._of(symbol.name, deep)
        match symbol.name:
            case "_NL":
                return "\n" + "  " * self.pads
            case "_INDENT":
                self.pads += 1
                return "  "
            case "_DEDENT":
                self.pads -= 1
                return "\n" + "  " * self.pads
            case "INT":
                return f"{self.chance.choice((0, 1, 2, 3, 4, 7, 12, 30))} "
            case "NAME" | "TYPE":
                return self.chance.choice(self.named[symbol.name]) + " "
        return _words().get(symbol.name, _BY_CHANCE.get(symbol.name, "x")) + " "
