"""Pieces that go from an open zone into a hidden one: in set-up, which is warned of, and in play.

Nobody watches set-up, so nobody knows of such a piece where it is; at a real table everybody
would have seen it pass, unless the hidden zone is shuffled afterwards. In play everybody watches:
what is taken back into a hand stays known there until it is shuffled.
"""

from __future__ import annotations

from typing import Any

from engine.language.codes import Code
from engine.language.diagnostics import Findings
from engine.language.frozen import walk
from engine.language.message import Message
from engine.rules import model as m


def warn_unwatched(rules: m.Ruleset, findings: Findings) -> None:
    """Warn of pieces that set-up takes from an open zone into a hidden one, unshuffled (W006)."""
    _backwards((rules.setup_once, rules.setup), rules, set(), set(), findings)


def _backwards(
    part: Any,
    rules: m.Ruleset,
    shuffled: set[str],
    done: set[tuple[str, frozenset[str]]],
    findings: Findings,
) -> None:
    """Go through what is done from its end; `shuffled` are the zones that are shuffled later.

    A procedure is gone through again only where more is shuffled after it than before.
    """
    for inner in reversed(list(walk(part))):
        if isinstance(inner, m.Shuffle):
            shuffled.add(inner.zone.type.name)
        elif isinstance(inner, m.Perform):
            call = (inner.procedure, frozenset(shuffled))
            if call not in done:
                done.add(call)
                body = rules.procedures[inner.procedure].body
                _backwards(body, rules, shuffled, done, findings)
        elif isinstance(inner, m.Move):
            to = _hidden(inner, rules)
            shown = [z.name for z in walk(inner.what) if isinstance(z, m.ZoneRef)]
            opened = [name for name in shown if rules.zones[name].seen == "all"]
            if to is not None and opened and to not in shuffled:
                findings.warn(
                    Code.W006,
                    Message(
                        "these pass through '{opened}', which all see, to '{to}'; but nobody "
                        "watches setup, so no player knows what is in '{to}'",
                        opened[0],
                        to,
                    ),
                    inner.span,
                    hint=Message(
                        "shuffle '{to}' afterwards, or move them through hidden zones only", to
                    ),
                )


def _hidden(move: m.Move, rules: m.Ruleset) -> str | None:
    """Return the zone that a move leads into, if not everybody sees into it."""
    to = rules.zones.get(move.to.type.name)
    return None if to is None or to.seen == "all" else to.name


def stays_known(rules: m.Ruleset) -> dict[str, list[str]]:
    """Return the hidden zones into which play takes pieces that all have seen, with where from."""
    parts = list(walk((rules.turn, rules.triggers, rules.afters, rules.procedures)))
    domains = {p.key: p.domain for p in parts if isinstance(p, (m.Bind, m.ActionParameter))}
    found: dict[str, list[str]] = {}
    for part in parts:
        if not isinstance(part, m.Move) or (to := _hidden(part, rules)) is None:
            continue
        named = [domains.get(x.key) for x in walk(part.what) if isinstance(x, m.Local)]
        for zone in walk((part.what, named)):
            if isinstance(zone, m.ZoneRef) and rules.zones[zone.name].seen == "all":
                sources = found.setdefault(to, [])
                sources += [zone.name] if zone.name not in sources else []
    return found
