"""The values that options can have, and the settings that are worth trying."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.message import Message, comma
from engine.rules import model as m

MOST_SETTINGS = 48
"""Up to so many combinations of options are all tried; of more, each option on its own."""
MOST_VALUES = 8
"""Of an option with more values, the least, the greatest and the default are tried."""


def check_players(rules: m.Ruleset, count: int) -> None:
    """Raise RulesError (E603) unless so many can play."""
    low, high = rules.header.players
    if not low <= count <= high:
        many = f"{low}" if low == high else Message("{low} to {high}", low, high)
        message = Message(
            "{title} is for {many} players, not {number}", rules.header.title, many, count
        )
        raise RulesError(Diagnostic(Code.E603, message))


def values_of(rules: m.Ruleset, option: m.Option) -> list[int]:
    """Return the values that an option can have, as the compiler takes them."""
    if option.fixed:
        return [option.default]
    return _all_values(rules, option)


def _all_values(rules: m.Ruleset, option: m.Option) -> list[int]:
    kind = option.domain.type
    if kind.kind == "truth":
        return [0, 1]
    if kind.kind == "enum":
        return list(range(len(rules.enums[kind.name].members)))
    low, high = (getattr(x, "value", 0) for x in (option.domain.low, option.domain.high))
    return list(range(low, high + 1))


def option_words(rules: m.Ruleset, option: m.Option) -> list[str]:
    """Return the values that an option can have as people write them."""
    kind = option.domain.type
    words = [str(value) for value in _all_values(rules, option)]
    if kind.kind == "truth":
        words = ["no", "yes"]
    if kind.kind == "enum":
        words = [x.name for x in rules.enums[kind.name].members]
    if option.fixed:
        return [words[_all_values(rules, option).index(option.default)]]
    return words


def chosen_by_people(rules: m.Ruleset) -> list[m.Option]:
    """Return the options that can be chosen: those that no variant has fixed."""
    return [option for option in rules.options.values() if not option.fixed]


def settings(rules: m.Ruleset) -> Iterator[tuple[int, dict[str, int]]]:
    """Yield every number of players with every combination of options that is tried, those in
    which all options are as usual first.
    """
    low, high = rules.header.players
    for options in _combinations(rules):
        for players in range(low, high + 1):
            yield players, options


def _combinations(rules: m.Ruleset) -> Iterator[dict[str, int]]:
    """Yield combinations of options: the defaults first, then the others that are tried."""
    defaults = {option.name: option.default for option in rules.options.values()}
    yield defaults
    some = {option.name: _some_values(rules, option) for option in rules.options.values()}
    size = 1
    for values in some.values():
        size *= len(values)
    if size <= MOST_SETTINGS:
        for values_given in itertools.product(*some.values()):
            options = dict(zip(some, values_given, strict=True))
            if options != defaults:
                yield options
        return
    for name, values in some.items():
        for value in values:
            if value != defaults[name]:
                yield defaults | {name: value}


def _some_values(rules: m.Ruleset, option: m.Option) -> list[int]:
    values = values_of(rules, option)
    return values if len(values) <= MOST_VALUES else sorted({values[0], option.default, values[-1]})


def in_words(rules: m.Ruleset, players: int, options: dict[str, int]) -> str:
    """Return a setting as people say it: the players, and the options that aren't as usual."""
    parts = [Message("1 player") if players == 1 else Message("{number} players", players)]
    for name, value in options.items():
        option = rules.options[name]
        if value != option.default:
            words = option_words(rules, option)[values_of(rules, option).index(value)]
            parts.append(Message("{name} = {words}", name, words))
    return comma(parts)
