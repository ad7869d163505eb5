"""What zones are worth now: the lines of the ledger that speak of a zone, as short texts on it."""

from __future__ import annotations

from collections.abc import Sequence

from engine import Ledger, LedgerRow, View, ZoneView
from viewer.scene.look import Look


def badges(
    look: Look, view: View, ledgers: Sequence[Sequence[Ledger]]
) -> dict[str, tuple[str, ...]]:
    """Return short texts on zones, by notation: what a zone adds to the score, and how often.

    `ledgers` are those of each seat, in the language of the view. A line speaks of a zone when its
    words name the zone's index; that is right for every game whose lines name their column.
    """
    found: dict[str, tuple[str, ...]] = {}
    for zone in view.zones:
        spec = look.zones.get(zone.family)
        if spec is None or spec.badge != "score" or zone.owner is None:
            continue
        if not zone.count or zone.owner >= len(ledgers):
            continue
        rows = [row for ledger in ledgers[zone.owner] for row in ledger.rows]
        texts = _worth(zone, rows)
        if texts:
            found[zone.name] = texts
    return found


def _worth(zone: ZoneView, rows: Sequence[LedgerRow]) -> tuple[str, ...]:
    """Return what some lines make of a zone: the sum, and by how much it was multiplied."""
    words = [shown for _, shown in zone.besides]
    if not words:
        return ()
    total, times, any_ = 0, 1, False
    for row in rows:
        if row.names.issuperset(words):
            if row.value is None:
                return ("?",)
            any_ = True
            if row.kind == "times":
                total *= row.value
                times *= row.value
            else:
                total += row.value
    if not any_:
        return ()
    sign = "−" if total < 0 else "+" if total > 0 else ""
    text = f"{sign}{abs(total)}"
    return (text, f"×{times}") if times != 1 else (text,)
