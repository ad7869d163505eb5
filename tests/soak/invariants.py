"""What must hold of every position and every game, whatever the rules are."""

from __future__ import annotations

from engine.compile.program import NONE
from engine.game.interpreter import State
from engine.game.ledger import Ledger, grouped
from engine.game.saves import parse_save, replay, save_text
from engine.game.session import Game, Session
from tests.game.playing import check_pieces, counted_pieces

Pieces = tuple[list[int], dict[str, int]]


def pieces(game: Game, state: State) -> Pieces:
    """Check where the pieces lie; return what must never change: those that lie nowhere, and how
    many there are of those that are only counted.
    """
    return check_pieces(game, state), counted_pieces(game, state)


def in_range(game: Game, state: State) -> None:
    """Check that variables and attributes hold what their declarations allow."""
    layout = game.compiled.layout
    for name, cells in layout.cells.items():
        maybe = game.rules.variables[name].domain.type.maybe
        for value in state[cells.base : cells.base + cells.size]:
            fits = cells.low <= value <= cells.high or (maybe and value == NONE)
            assert fits, f"{name} is {value}, not {cells.low}..{cells.high}"
    many = len(game.compiled.setting.pieces)
    for name, (base, low, high) in layout.changing.items():
        for value in state[base : base + many]:
            assert low <= value <= high, f"the attribute {name} is {value}, not {low}..{high}"


def ledgers_add_up(game: Game, state: State) -> None:
    """Check that the lines of every seat's scores come to what the executors would pay."""
    for seat in range(game.players):
        for number, ledger in enumerate(game.ledgers.ledgers(state, seat)):
            if ledger.total is None:
                continue
            assert sum_of(ledger) == ledger.total == game.interpreter.points(state, number, seat), (
                f"the lines of seat {seat + 1} come to {sum_of(ledger)}, not {ledger.total}"
            )


def sum_of(ledger: Ledger) -> int:
    """Return what the lines of a ledger come to, as people read them."""
    total = 0
    for group in grouped(ledger.rows):
        assert group.total is not None
        total = total * group.total if group.factor else total + group.total
    return total


def goes_back_and_forth(session: Session) -> None:
    """Check that undo leads to the start, and redo to the same end."""
    before = [d.state for d in session.history]
    last, results = list(session.state), list(session.results)
    while session.history:
        session.undo()
        assert session.state == list(before[len(session.history)]), "undo leads elsewhere"
    dealt = Session(session.game, session.seed, fair=False, starter=session.starter)
    assert session.state == dealt.state, "undo doesn't lead to the start"
    while session.undone:
        session.redo()
    assert (session.state, session.results) == (last, results), "redo leads elsewhere"


def is_saved(session: Session) -> None:
    """Check that a save of the session replays to the same game."""
    text = save_text(session)
    again = replay(parse_save(text.encode(), "soak"), session.game.loaded)
    assert (again.state, again.results) == (session.state, session.results), (
        "a save leads elsewhere"
    )
    assert save_text(again) == text, "a save of a save differs"
