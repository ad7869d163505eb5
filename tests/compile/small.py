"""Tiny rulesets, played: what the tests of lowering stand on."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from benchmarks.equality import Pair
from engine.compile.debug_info import Scope
from engine.compile.lower import Compiled, lower
from engine.game.interpreter import Interpreter
from engine.game.wasm_executor import Module
from engine.language.diagnostics import RulesError
from engine.rules.load import load_text
from engine.study.simulate import simulate

HERE = "# here"
"""Marks the line of a text that an error must name."""


class Small:
    """A ruleset, started: zones by name and indices as lists of integers, variables as integers."""

    def __init__(self, text: str, players: int = 2, **options: int) -> None:
        self.text = text
        self.compiled = compiled(text, players, options)
        self.interpreter = Interpreter(self.compiled)
        self.state = self.interpreter.start(1)

    def var(self, name: str, *indices: int) -> int:
        return self.state[self.compiled.layout.cells[name].address(indices)]

    def address(self, name: str, *indices: int) -> int:
        family = self.compiled.layout.families[name]
        return family.address(family.places.index(indices))

    def size(self, name: str, *indices: int) -> int:
        return self.state[self.address(name, *indices)]

    def zone(self, name: str, *indices: int) -> list[int]:
        start = self.address(name, *indices)
        return self.state[start + 1 : start + 1 + self.state[start]]

    def attribute(self, piece: int, name: str) -> int:
        """A piece's attribute as its place in the type's list, or its number."""
        if name in self.compiled.layout.changing:
            return self.state[self.compiled.layout.changing[name][0] + piece]
        if name == "space":
            return self.state[self.compiled.layout.space + piece]
        return dict(self.compiled.setting.pieces[piece].values)[name]

    def values(self, attribute: str, name: str, *indices: int) -> list[int]:
        return [self.attribute(p, attribute) for p in self.zone(name, *indices)]

    def moves(self) -> list[tuple[str, tuple[int, ...]]]:
        choice = self.compiled.program.choices[self.state[0]]
        found = self.interpreter.legal(self.state)
        return [("pass" if m[0] < 0 else choice.actions[m[0]].name, m[1:]) for m in found]

    def play(self, name: str, *arguments: int) -> None:
        moves = self.moves()
        assert (name, arguments) in moves, moves
        move = self.interpreter.legal(self.state)[moves.index((name, arguments))]
        self.interpreter.apply(self.state, move)

    @property
    def over(self) -> bool:
        return self.interpreter.over(self.state)


def compiled(text: str, players: int = 2, options: Mapping[str, int] | None = None) -> Compiled:
    return lower(load_text(text, Path("small.cairn")).checked(), players, options)


def ruleset(declarations: str = "", turn: str = "", setup: str = "") -> str:
    """A game whose first turn carries out statements, then asks for `go`."""

    def indented(block: str) -> str:
        lines = block.strip("\n").splitlines()
        margin = min((len(x) - len(x.lstrip()) for x in lines if x.strip()), default=0)
        return "".join(f"  {x[margin:]}\n" for x in lines)

    def flush(block: str) -> str:
        return "".join(x[2:] + "\n" for x in indented(block).splitlines())

    start = f"setup\n{indented(setup)}" if setup else ""
    return (
        f'game "Small"\n  players 2..4\n{flush(declarations)}'
        f"var answer: -2000000000..2000000000 = 0\n{start}"
        f"turn\n{indented(turn)}  choose\n    go\n      end game\n"
    )


def value(
    expression: str, declarations: str = "", before: str = "", setup: str = "", **how: int
) -> int:
    """What an expression yields in a turn after some statements."""
    text = ruleset(declarations, f"{before.rstrip()}\nanswer := {expression}".strip("\n"), setup)
    return Small(text, **how).var("answer")


def truth(
    expression: str, declarations: str = "", before: str = "", setup: str = "", **how: int
) -> bool:
    """Whether a condition holds in a turn after some statements."""
    return bool(value(f"1 if ({expression}) else 0", declarations, before, setup, **how))


def refused(text: str, code: str, players: int = 2, **options: int) -> str:
    """Compile and start a game that must be refused at the marked line; return the message."""
    with pytest.raises(RulesError) as caught:
        Small(text, players, **options)
    return at_mark(caught.value, text, code)


def values_in_both(
    expressions: Sequence[str], declarations: str = "", before: str = "", setup: str = ""
) -> list[int]:
    """What expressions yield in a turn after some statements, the same in both executors."""
    many = f"{declarations}\nvar found[1..{len(expressions)}]: -99..9999 = -1\n"
    asked = [f"found[{place}] := {asked}" for place, asked in enumerate(expressions, 1)]
    game = Small(ruleset(many, "\n".join((before, *asked)).strip("\n"), setup))
    Pair(game.compiled).game(1, 1)
    return [game.var("found", place) for place in range(1, len(expressions) + 1)]


def refused_in_both(text: str, code: str) -> str:
    """Start a game that both executors must refuse at the marked line; return the message."""
    Pair(compiled(text)).game(1, 1)
    return refused(text, code)


def at_mark(error: RulesError, text: str, code: str) -> str:
    """Check an error's code and line; return its message."""
    found = error.diagnostics[0]
    marked = [i for i, line in enumerate(text.splitlines(), 1) if HERE in line]
    assert (found.code, found.span.line) == (code, marked[0]), found
    return found.message


__all__ = [
    "Scope",
    "Small",
    "at_mark",
    "compiled",
    "refused",
    "refused_in_both",
    "ruleset",
    "same_games",
    "truth",
    "value",
    "values_in_both",
]


def same_games(text: str, games: int = 25) -> None:
    """Random games are the same by both executors; the module leaves none to the interpreter."""
    loaded, found = load_text(text, Path("same.cairn")), []
    for executor in ("wasm", "interpreter"):
        report = simulate(loaded, 2, games, 7, ["random"] * 2, executor=executor).as_json()
        found.append({name: value for name, value in report.items() if "second" not in name})
    assert found[0] == found[1]
    assert len(Module(compiled(text, 2)).random_games(7, 1, games)) == games
