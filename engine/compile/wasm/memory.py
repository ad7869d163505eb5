"""Where things lie in the module's memory, in bytes.

First what the kernel counts and remembers, then the state, then fixed tables, then room to work
in: lists of moves, sets of what has been met, copies of zones that a loop goes through. What is
left is free for the player who runs the module: samples, trees, results.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

PAGE = 0x10000
MOST_PAGES = 4096
"""The most memory a module may ever have: 256 MiB."""
STATE = 256
"""Where the state begins: before it is what the kernel keeps, see the addresses below."""
FAILED = 0
"""The site of the last error, or one of the codes below."""
STOP = 4
"""Not 0 as soon as what runs shall stop: another thread may write it."""
STAMP = 8
"""A number that no set of met keys has been marked with yet."""
CHANCE = 16
"""Generators of the seats' agents: 8 bytes a seat; the last belongs to playouts."""
MOST_SEATS = 28
PLAYOUTS = CHANCE + 8 * MOST_SEATS
"""The generator that playouts use."""
WORK = 248
"""How often loops have gone round, where that is counted: see `Writer.counts`."""

STEPS = 1_000_000
"""How many blocks may run between two decisions; the interpreter says whether it was too many."""
NOTHING_LEGAL = -1
ENDLESS = -2
TOO_MANY = -3
FINE = -4
INTERRUPTED = -5
UNLIKE = -6
TRAPPED = -7
"""What FAILED holds when it isn't a site: no legal move, an endless turn, too many moves for the
room there is, no error, stopped from outside, a sample in which other moves are legal, a fault of
the machine code itself: an address outside the memory, a stack that is used up.
"""


@dataclass
class FixedTable:
    """Fixed integers in memory, in as few bytes each as they fit into."""

    address: int
    values: tuple[int, ...]
    load: str
    """The instruction that reads one."""
    shift: int
    """How many bits an index is shifted by to count bytes."""

    def segment(self) -> str:
        """Return the data segment of the values."""
        return segment(self.address, self.values, 1 << self.shift)


def segment(address: int, values: Iterable[int], width: int = 4) -> str:
    """Return the data segment of some integers, each of so many bytes."""
    raw = b"".join((v & (1 << 8 * width) - 1).to_bytes(width, "little") for v in values)
    return f'(data (i32.const {address}) "' + "".join(f"\\{byte:02x}" for byte in raw) + '")'


@dataclass
class Memory:
    """Hands out memory from the state's end on."""

    size: int
    """Integers of the state."""
    next: int = 0
    tables: dict[tuple[bool, tuple[int, ...]], FixedTable] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Begin behind the state."""
        self.next = STATE + 4 * self.size

    def take(self, size: int, align: int = 8) -> int:
        """Reserve a stretch; return where it begins."""
        start = (self.next + align - 1) // align * align
        self.next = start + size
        return start

    def table(self, values: tuple[int, ...], *, wide: bool = False) -> FixedTable:
        """Return the table of some integers; equal ones share theirs. `wide`: of 64 bits each."""
        if (wide, values) not in self.tables:
            low, high = min(values), max(values)
            kinds = (
                ("i32.load8_u", 0, 0, 0xFF),
                ("i32.load8_s", 0, -0x80, 0x7F),
                ("i32.load16_s", 1, -0x8000, 0x7FFF),
                ("i32.load", 2, low, high),
            )
            load, shift = next((k[0], k[1]) for k in kinds if k[2] <= low and high <= k[3])
            if wide:
                load, shift = "i64.load", 3
            address = self.take(len(values) << shift, 1 << shift)
            self.tables[wide, values] = FixedTable(address, values, load, shift)
        return self.tables[wide, values]
