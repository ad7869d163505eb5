"""Options as people write them: `take_back=yes`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError, nearest
from engine.language.message import Message, did_you_mean, joined
from engine.rules import model as m
from engine.rules.options import chosen_by_people, option_words


def read_options(rules: m.Ruleset, given: Mapping[str, str]) -> dict[str, int]:
    """Return the values of options that are written as on the command line, for `Game`.

    Numbers, yes and no, and words become integers. Raises RulesError (E603) for an option that the
    rules don't have, or a value that it can't have.

    >>> from engine import load, read_options
    >>> read_options(load("examples/nim.cairn").checked(), {"last_loses": "yes"})
    {'last_loses': 1}
    """
    values: dict[str, int] = {}
    for name, text in given.items():
        option = rules.options.get(name)
        if option is None:
            raise _no_option(rules, name)
        values[name] = _option_value(rules, option, text)
        if option.fixed and values[name] != option.default:
            always = option_words(rules, option)[0]
            message = Message(
                "in {title} the option '{name}' is always {value}",
                rules.header.title,
                name,
                always,
            )
            raise RulesError(Diagnostic(Code.E603, message))
    return values


def _no_option(rules: m.Ruleset, name: str) -> RulesError:
    guess = nearest(name, rules.options)
    known = ", ".join(option.name for option in chosen_by_people(rules)) or Message("none")
    hint = did_you_mean(guess) or Message("it has {names}", known)
    return RulesError(
        Diagnostic(
            Code.E603,
            Message("{title} has no option '{name}'; {hint}", rules.header.title, name, hint),
        )
    )


def _option_value(rules: m.Ruleset, option: m.Option, text: str) -> int:
    domain = option.domain
    if domain.type.kind == "truth":
        words = {"yes": 1, "no": 0, "true": 1, "false": 0, "on": 1, "off": 0}
        if text in words:
            return words[text]
        raise _bad_option(option, text, Message("yes or no"))
    if domain.type.kind == "enum":
        names = [x.name for x in rules.enums[domain.type.name].members]
        if text in names:
            return names.index(text)
        raise _bad_option(option, text, joined(names, "or"))
    low, high = (getattr(x, "value", 0) for x in (domain.low, domain.high))
    if re.fullmatch(r"-?\d{1,9}", text) and low <= int(text) <= high:
        return int(text)
    raise _bad_option(option, text, f"{low}..{high}")


def _bad_option(option: m.Option, text: str, allowed: str) -> RulesError:
    return RulesError(
        Diagnostic(
            Code.E603,
            Message(
                "the option '{name}' can be {allowed}, not '{text}'", option.name, allowed, text
            ),
        )
    )


def read_starter(rules: m.Ruleset, players: int, first: int | None) -> int:
    """Return the seat that begins, from 0; `first` counts from 1, None is the usual one.

    Raises RulesError (E603) for a seat that isn't there, or where chance decides.
    """
    if first is None:
        return 0
    title = rules.header.title
    if rules.header.opener is not None:
        raise RulesError(
            Diagnostic(
                Code.E603, Message("in {title} the deal says who begins, not --first", title)
            )
        )
    if rules.header.starts == "random":
        raise RulesError(
            Diagnostic(Code.E603, Message("in {title} chance says who begins, not --first", title))
        )
    if not 1 <= first <= players:
        raise RulesError(
            Diagnostic(
                Code.E603,
                Message(
                    "there is no seat {number} at a table for {players}; who begins is one of "
                    "{seats}",
                    first,
                    players,
                    f"1..{players}",
                ),
            )
        )
    return first - 1
