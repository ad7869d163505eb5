"""Pieces that go from an open zone into a hidden one: in set-up, which is warned of, and in play.

Nobody watches set-up, so nobody knows of such a piece where it lies; at a real table everybody
would have seen it pass, unless the hidden zone is shuffled afterwards. In play everybody watches:
what is taken back into a hand stays known there until it is shuffled.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.language.codes import Code
from engine.language.diagnostics import Findings
from engine.rules import model as m
from engine.rules.walk import walk


def warn_unwatched(rules: m.Ruleset, findings: Findings) -> None:
    """Warn of pieces that set-up takes from an open zone into a hidden one, unshuffled (W006)."""
    parts = list(_carried_out((rules.setup_once, rules.setup), rules, ()))
    for number, part in enumerate(parts):
        if not isinstance(part, m.Move) or part.what is None:
            continue
        to = rules.zones.get(part.to.type.name)
        shown = [z for z in walk(part.what) if isinstance(z, m.ZoneRef)]
        open_ones = [z.name for z in shown if rules.zones[z.name].seen == "all"]
        if to is None or to.seen == "all" or not open_ones:
            continue
        later = (p for p in parts[number:] if isinstance(p, m.Shuffle))
        if any(shuffled.zone.type.name == to.name for shuffled in later):
            continue
        findings.warn(
            Code.W006,
            f"everybody could see these in '{open_ones[0]}' on their way to '{to.name}'; nobody "
            f"watches setup, so what lies in '{to.name}' isn't known",
            part.span, hint=f"shuffle '{to.name}' afterwards, or take a way that is hidden",
        )  # fmt: skip


def _carried_out(part: Any, rules: m.Ruleset, inside: tuple[str, ...]) -> Iterator[m.Model]:
    """Yield what is carried out in its order, with procedures where they are called."""
    for inner in walk(part):
        yield inner
        if isinstance(inner, m.Perform) and inner.procedure not in inside:
            body = rules.procedures[inner.procedure].body
            yield from _carried_out(body, rules, (*inside, inner.procedure))


def stays_known(rules: m.Ruleset) -> dict[str, list[str]]:
    """Return the hidden zones into which play takes pieces that all have seen, with where from."""
    parts = list(walk((rules.turn, rules.triggers, rules.afters, rules.procedures)))
    domains = {p.key: p.domain for p in parts if isinstance(p, (m.Bind, m.ActionParameter))}
    found: dict[str, list[str]] = {}
    for part in parts:
        if not isinstance(part, m.Move) or part.what is None:
            continue
        to = rules.zones.get(part.to.type.name)
        if to is None or to.seen == "all":
            continue
        named = [domains.get(x.key) for x in walk(part.what) if isinstance(x, m.Local)]
        for zone in walk((part.what, named)):
            if isinstance(zone, m.ZoneRef) and rules.zones[zone.name].seen == "all":
                sources = found.setdefault(to.name, [])
                sources += [zone.name] if zone.name not in sources else []
    return found
