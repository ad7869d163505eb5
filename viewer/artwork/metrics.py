"""What a font file says of its characters: how far each takes the pen, and which pairs move closer.

Read from the file itself, since the widths that a text renderer gives are rounded for one size.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FONTS = Path(__file__).with_name("fonts")
"""Where the font files are."""


@dataclass(frozen=True, slots=True)
class Metrics:
    """Widths of characters and adjustments of pairs, in parts of the size."""

    advances: dict[str, float]
    kerns: dict[str, float]
    nothing: float

    def advance(self, char: str) -> float:
        """Return how far a character takes the pen."""
        return self.advances.get(char, self.nothing)


@cache
def metrics(path: Path) -> Metrics:
    """Read the metrics of a TrueType or OpenType file."""
    data = path.read_bytes()
    tables = _tables(data)
    units = struct.unpack_from(">H", data, tables["head"] + 18)[0]
    chars = _characters(data, tables["cmap"])
    widths = _widths(data, tables)
    names: dict[int, list[str]] = {}
    for char, glyph in chars.items():
        names.setdefault(glyph, []).append(char)
    pairs = _pairs(data, tables["kern"]) if "kern" in tables else {}
    kerns = {
        one + other: value / units
        for (left, right), value in pairs.items()
        for one in names.get(left, ())
        for other in names.get(right, ())
    }
    advances = {char: widths[min(g, len(widths) - 1)] / units for char, g in chars.items()}
    return Metrics(advances, kerns, widths[0] / units)


def _tables(data: bytes) -> dict[str, int]:
    """Return where each table of the file begins."""
    count = struct.unpack_from(">H", data, 4)[0]
    records = (struct.unpack_from(">4sIII", data, 12 + 16 * i) for i in range(count))
    return {name.decode("latin-1"): offset for name, _, offset, _ in records}


def _widths(data: bytes, tables: dict[str, int]) -> list[int]:
    count = struct.unpack_from(">H", data, tables["hhea"] + 34)[0]
    return [struct.unpack_from(">H", data, tables["hmtx"] + 4 * i)[0] for i in range(count)]


def _characters(data: bytes, start: int) -> dict[str, int]:
    """Return the glyph of each character, from the table's part for all of plane 0 (format 4)."""
    count = struct.unpack_from(">H", data, start + 2)[0]
    for i in range(count):
        offset = start + struct.unpack_from(">HHI", data, start + 4 + 8 * i)[2]
        if struct.unpack_from(">H", data, offset)[0] == 4:
            return _format_4(data, offset)
    return {}


def _format_4(data: bytes, at: int) -> dict[str, int]:
    segments = struct.unpack_from(">H", data, at + 6)[0] // 2

    def row(place: int, kind: str) -> tuple[int, ...]:
        return struct.unpack_from(f">{segments}{kind}", data, place)

    ends, starts = row(at + 14, "H"), row(at + 16 + 2 * segments, "H")
    deltas, ranges = row(at + 16 + 4 * segments, "h"), row(at + 16 + 6 * segments, "H")
    found = {}
    for i, (first, last) in enumerate(zip(starts, ends, strict=True)):
        for code in range(first, min(last, 0xFFFE) + 1):
            glyph = code
            if ranges[i]:
                here = at + 16 + 6 * segments + 2 * i + ranges[i] + 2 * (code - first)
                glyph = struct.unpack_from(">H", data, here)[0]
            if glyph or not ranges[i]:
                glyph = (glyph + deltas[i]) & 0xFFFF
            if glyph:
                found[chr(code)] = glyph
    return found


def _pairs(data: bytes, start: int) -> dict[tuple[int, int], int]:
    """Return the adjustments of pairs of glyphs, from a table of format 0."""
    count = struct.unpack_from(">H", data, start + 10)[0]
    rows = struct.iter_unpack(">HHh", data[start + 18 : start + 18 + 6 * count])
    return {(left, right): value for left, right, value in rows}
