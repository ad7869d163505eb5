"""How large rules may be: what docs/security.md and the quick reference list, each with a text that
is beyond the limit.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.compile.cost import LIMIT, MOST_CANDIDATES, MOST_MOVES, MOST_OFFERED
from engine.compile.instance import MAX_PIECES
from engine.compile.instance import MAX_VALUES as MAX_LISTED
from engine.compile.layout import MAX_STATE
from engine.compile.lowering.context import CHAIN_LIMIT
from engine.compile.lowering.context import MOST_STEPS as MOST_LOWERED
from engine.game.interpreter import STEP_LIMIT
from engine.language.codes import Code
from engine.language.parser import MAX_CHARACTERS, MAX_DEPTH, MAX_LEVELS, MAX_LINE
from engine.rules.analysis.supposed import MOST_NESTED
from engine.rules.checker.context import MOST_COPIED, MOST_PARTS
from engine.rules.checker.declarations import MAX_SPACES, MAX_VALUES
from engine.rules.checker.drawings import MAX_SIDE
from engine.rules.checker.header import MAX_PLAYERS
from engine.rules.checker.sets import MOST_AT_ONCE

_GAME = """\
game "Limits"
  players {players}

component Card
  {card}make {make}

zone heap: pile of Card, face up
zone rest: pile of Card, face up
var n:     0..9 = 0
{declared}
setup
  move all Card to heap

turn
  choose
    go{arguments}
{body}

wins when heap is empty
"""


class Limit(NamedTuple):
    """What is limited, to how much, by which code it is refused, and a text that is refused."""

    what: str
    most: int
    code: Code
    beyond: str
    told: bool = True
    """Whether the message names the number."""
    slow: bool = False
    """Whether it takes long to read so much."""


def _game(
    body: str = "skip",
    *,
    players: str = "2",
    card: str = "",
    make: str = "20",
    declared: str = "",
    arguments: str = "",
) -> str:
    lines = "\n".join(f"      {line}" for line in body.split("\n"))
    return _GAME.format(
        players=players, card=card, make=make, declared=declared, arguments=arguments, body=lines
    )


def _nested(levels: int) -> str:
    return "\n".join(f"{'  ' * n}if heap is empty" for n in range(levels)) + "\n" + "  " * levels


def _doubled(times: int) -> str:
    """Return names of which each has the one above in it twice."""
    names = (f"let a{n} = a{n - 1} + a{n - 1}\n" for n in range(1, times + 1))
    return f"let a0 = 1 + 1\n{''.join(names)}"


_PATIENCE = "supposing move top of heap to rest"

LIMITS = (
    Limit("characters in a file", MAX_CHARACTERS, Code.E004, "#\n" * (MAX_CHARACTERS // 2 + 1)),
    Limit("characters in a line", MAX_LINE, Code.E004, _game() + f"# {'x' * MAX_LINE}\n"),
    Limit(
        "nested brackets", MAX_DEPTH, Code.E004,
        _game(f"n := {'(' * (MAX_DEPTH + 1)}1{')' * (MAX_DEPTH + 1)}"),
    ),
    Limit("nested blocks", MAX_LEVELS, Code.E004, _game(_nested(MAX_LEVELS - 2) + "skip")),
    Limit(
        "nested suppositions", MOST_NESTED, Code.E203,
        _game(f"require {'(' * MOST_NESTED}size(heap) > 1 {_PATIENCE}"
              f"{f') {_PATIENCE}' * MOST_NESTED}"),
    ),
    Limit("players", MAX_PLAYERS, Code.E104, _game(players=f"2..{MAX_PLAYERS + 1}")),
    Limit(
        "pieces with attributes", MAX_PIECES, Code.E104,
        _game(card='rank: 1..9\n  called "{rank}"\n  ',
              make=f"{MAX_PIECES // 9 + 1} for each rank"),
    ),
    Limit(
        "spaces of a track", MAX_SPACES, Code.E104,
        _game(declared=f"zone road: track of Card, spaces 0..{MAX_SPACES}"),
    ),
    Limit(
        "rows or columns of a grid", MAX_SIDE, Code.E104,
        _game(declared=f"zone board: grid of Card, {MAX_SIDE + 1} by 1"),
    ),
    Limit(
        "values of an option", MAX_VALUES, Code.E107,
        _game(declared=f"option many: 1..{MAX_VALUES + 1} = 1"),
    ),
    Limit(
        "values that pieces are made for", MAX_LISTED, Code.E104,
        _game(card=f'rank: 0..{MAX_LISTED + 1}\n  called "{{rank}}"\n  ', make="1 for each rank"),
    ),
    Limit(
        "parts of an expression, its names replaced by their values", MOST_PARTS, Code.E004,
        _game("n := a12 mod 9", declared=_doubled(12)),
    ),
    Limit(
        "parts of all such expressions together", MOST_COPIED, Code.E004,
        _game("\n".join(["n := a10 mod 9"] * 50), declared=_doubled(10)),
    ),
    Limit(
        "steps of the program that the rules become", MOST_LOWERED, Code.E004,
        _game("\n".join([f"n := ({'n+' * 58}n) mod 9"] * 1_800)), slow=True,
    ),
    Limit(
        "numbers that describe a position", MAX_STATE, Code.E104,
        _game(declared="\n".join(
            f"var many{n}[1..{MAX_SPACES}, 1..30]: 0..1 = 0" for n in range(7))),
    ),
    Limit(
        "steps that a decision may take, at worst", LIMIT, Code.E502,
        _game("for each a in 1..1000, b in 1..1000, c in 1..1000: n := (n + 1) mod 9"),
    ),
    Limit(
        "procedures and reactions that call one another", CHAIN_LIMIT, Code.E502,
        _game("again", declared="to again\n  again"),
    ),
    Limit(
        "blocks of rules from one decision to the next", STEP_LIMIT, Code.E502,
        _game().replace("  choose\n    go\n      skip\n", "  n := 1\n"), told=False,
    ),
    Limit(
        "moves that an action offers in every position", MOST_OFFERED, Code.E510,
        _game(arguments="(a in 1..200, b in 1..200)"),
    ),
    Limit(
        "moves that are legal in a position", MOST_MOVES, Code.E510,
        _game(arguments="(a in 1..200, b in 1..200 where a != b)"),
    ),
    Limit(
        "moves that a decision looks through", MOST_CANDIDATES, Code.E510,
        _game("require a + b + c = 3", arguments="(a in 1..1000, b in 1..1000, c in 1..2)"),
    ),
    Limit(
        "pieces that a move takes at once", MOST_AT_ONCE, Code.E104,
        _game(arguments=f"(cards in {MOST_AT_ONCE + 1} of heap)"),
    ),
)  # fmt: skip
"""The limits of rules."""


def limits() -> list[tuple[str, str, str]]:
    """Return the rows of the table in the docs: what, how much, and the code."""
    return [(limit.what, f"{limit.most:,}", f"`{limit.code}`") for limit in LIMITS]
