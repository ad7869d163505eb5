"""QR codes: in a terminal, and as rows of dark and light for a page."""

from __future__ import annotations

from engine.cli.output import put


def code_of(address: str) -> list[list[int]]:
    """Return the rows of a QR code: 1 is dark. It needs segno, of the extra `serve`."""
    import segno

    return [list(row) for row in segno.make(address, error="l").matrix_iter(border=2)]


def print_code(address: str) -> None:
    """Print a QR code: half blocks, light on the dark ground of a terminal."""
    rows = code_of(address)
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    signs = {(1, 1): " ", (1, 0): "▄", (0, 1): "▀", (0, 0): "█"}
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        put("".join(signs[bool(u), bool(v)] for u, v in zip(upper, lower, strict=True)))
