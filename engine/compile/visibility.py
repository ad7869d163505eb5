"""What seats can't see of variables, and where these name pieces: for both executors."""

from __future__ import annotations

from engine.compile.lower import Compiled


def hidden_values(compiled: Compiled, seat: int) -> list[tuple[int, int, int]]:
    """Return the values that a seat can neither see nor work out, of all variables in order: where
    they are, the least, how many they can be. A spectator, the seat after the last, can't work out
    any.
    """
    found, spectator = [], compiled.setting.players
    for v in compiled.rules.variables.values():
        if seat == spectator or v.name not in compiled.debug.derivable:
            cells = compiled.layout.cells[v.name]
            low = max(cells.low, 0) if cells.low < -1_000_000 else cells.low
            found += [(at, low, cells.high - low + 1) for at in cells.hidden_from(seat, v.seen)]
    return found


def naming_pieces(compiled: Compiled) -> list[int]:
    """Return where variables name pieces."""
    return [
        address
        for v in compiled.rules.variables.values() if v.domain.type.kind == "piece"
        for address in compiled.layout.cells[v.name].addresses
    ]  # fmt: skip
