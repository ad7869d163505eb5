"""The built-in operations of the checked model, by what they are about.

A new one is named here; mypy then says where a `match` over `Operator` doesn't know it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from itertools import product
from typing import Literal, NamedTuple, TypeAlias, get_args

from engine.language.syntax.expressions import SeveralForm

Comparison: TypeAlias = Literal["=", "!=", "<", "<=", ">", ">="]
Arithmetic: TypeAlias = Literal["+", "-", "*", "/", "mod", "negate", "abs", "max", "min"]
Logic: TypeAlias = Literal["and", "or", "not", "if", "in"]
Conversion: TypeAlias = Literal["sure", "widen", "narrow", "number", "word"]
"""Put in by the checker: a value that isn't none here; a word as one of a larger or smaller
enumeration; a word's number and the word of a number.
"""
OfPosition: TypeAlias = Literal[
    "me", "active", "starter", "players", "round", "is new", "has come", "zone is new",
    "zone has come",
]  # fmt: skip
OfSeat: TypeAlias = Literal["left", "right", "partner", "team", "total", "score", "is out"]
OfZone: TypeAlias = Literal["size", "is empty", "is full", "first", "last"]
OfPiece: TypeAlias = Literal["is none", "place of", "row", "column", "cell"]
SetOperator: TypeAlias = Literal[
    "union", "without", "lines", "first of", "last of",
    "cells of", "cells next to", "cells around", "cells from", "cells along", "cells at",
    "cells between", "as far as", "before", SeveralForm,
]  # fmt: skip
"""What yields several values: a domain, never a value of its own."""
Operator: TypeAlias = Literal[
    Comparison, Arithmetic, Logic, Conversion, OfPosition, OfSeat, OfZone, OfPiece, SetOperator
]
OPERATORS: Mapping[str, Operator] = {one: one for one in get_args(Operator)}
"""Each operator by how it is written in the model; asked where a text's own word names it."""
SYMBOLS: Mapping[str, str] = {"=": "==", "/": "//", "mod": "%"}
"""How a program writes the operators of two integers that it doesn't write as the model does."""


class Operation(NamedTuple):
    """An operation on two integers: what it yields, and its instruction in WebAssembly.

    One that divides needs a dividend that isn't negative there.
    """

    yields: Callable[[int, int], int]
    instruction: str


OPERATIONS: Mapping[str, Operation] = {
    "+": Operation(operator.add, "add"),
    "-": Operation(operator.sub, "sub"),
    "*": Operation(operator.mul, "mul"),
    "//": Operation(operator.floordiv, "div_u"),
    "%": Operation(operator.mod, "rem_u"),
    "==": Operation(lambda a, b: int(a == b), "eq"),
    "!=": Operation(lambda a, b: int(a != b), "ne"),
    "<": Operation(lambda a, b: int(a < b), "lt_s"),
    "<=": Operation(lambda a, b: int(a <= b), "le_s"),
    ">": Operation(lambda a, b: int(a > b), "gt_s"),
    ">=": Operation(lambda a, b: int(a >= b), "ge_s"),
    "&": Operation(operator.and_, "and"),
    "|": Operation(operator.or_, "or"),
    "<<": Operation(lambda a, b: a << (b & 31), "shl"),
    ">>": Operation(lambda a, b: a >> (b & 31), "shr_s"),
}
"""Each by how a program writes it; shifts as in WebAssembly."""
COMPARISONS = frozenset(SYMBOLS.get(one, one) for one in get_args(Comparison))
"""The operations that yield 0 or 1."""
OPPOSITES: Mapping[str, Comparison] = {
    one: other
    for one, other in product(get_args(Comparison), repeat=2)
    if all(
        OPERATIONS[SYMBOLS.get(one, one)].yields(a, b)
        != OPERATIONS[SYMBOLS.get(other, other)].yields(a, b)
        for a, b in ((0, 0), (0, 1), (1, 0))
    )
}
"""The comparison that holds just where another doesn't."""
