"""Chess: as many positions as are known, and the same legal moves as python-chess."""

import chess as other
import pytest

from engine import Session, begin_from
from engine.compile.wasm.memory import STATE
from engine.game.interpreter import State
from engine.game.rng import Chance
from engine.game.session import Game
from engine.game.wasm_executor import Module
from tests.rulesets.outcomes import loaded
from tests.scope import ALL, telling

KIWIPETE = """given board
  "r...k..r"
  "p.ppqpb."
  "bn..pnp."
  "...PN..."
  ".p..P..."
  "..N..Q.p"
  "PPPBBPPP"
  "R...K..R"
"""
GAME = Game(loaded("chess"), 2)
RULES = GAME.interpreter
FIFTY = 100
KINGS = {"kingside": "g", "queenside": "c"}


def leaves(state: State, depth: int) -> int:
    """How many positions a number of moves leads to."""
    moves = RULES.legal(state)
    if depth == 1:
        return len(moves)
    count = 0
    for move in moves:
        after = list(state)
        RULES.apply(after, move)
        count += 0 if RULES.over(after) else leaves(after, depth - 1)
    return count


@pytest.mark.parametrize(("depth", "known"), telling([(1, 20), (2, 400)], [(3, 8_902)]))
def test_the_start_has_as_many_positions_as_are_known(depth: int, known: int) -> None:
    assert leaves(Session(GAME, 1).state, depth) == known


@pytest.mark.parametrize(("depth", "known"), telling([(1, 48), (2, 2_039)], [(3, 97_862)]))
def test_kiwipete_has_as_many_positions_as_are_known(depth: int, known: int) -> None:
    assert leaves(begin_from(loaded("chess"), KIWIPETE).state, depth) == known


def uci(text: str, white: bool) -> str:
    """A move as python-chess writes it: `go(e2, e4)` is `e2e4`."""
    name, _, rest = text.rstrip(")").partition("(")
    words = rest.split(", ")
    if name == "castle":
        row = "1" if white else "8"
        return f"e{row}{KINGS[words[0]]}{row}"
    letter = ("n" if words[2] == "knight" else words[2][0]) if name == "promote" else ""
    return "".join(words[:2]) + letter


def result(board: other.Board) -> tuple[int, ...] | None:
    """Which seats, from 0, have won by python-chess: `None` while the game is on."""
    if board.is_checkmate():
        return (0,) if board.turn == other.BLACK else (1,)
    drawn = board.is_stalemate() or board.is_insufficient_material()
    if drawn or board.halfmove_clock >= FIFTY or board.is_repetition(3):
        return ()
    return None


@pytest.mark.parametrize("seed", range(10 if ALL else 1))
def test_python_chess_finds_the_same_moves_and_results(seed: int) -> None:
    session, board, chance = Session(GAME, seed), other.Board(), Chance(seed)
    while not session.over and len(session.history) < (1_000 if ALL else 80):
        moves = {uci(legal.text, board.turn): legal for legal in session.legal()}
        assert sorted(moves) == sorted(move.uci() for move in board.legal_moves)
        chosen = sorted(moves)[chance.below(len(moves))]
        session.apply(moves[chosen].move)
        board.push_uci(chosen)
        assert result(board) == (tuple(session.winners) if session.over else None)


@pytest.mark.skipif(not ALL, reason="a thousand whole games: CAIRN_ALL=1")
def test_python_chess_finds_the_same_moves_and_results_in_a_thousand_games() -> None:
    module = Module(GAME.compiled)
    for seed in range(1_000):
        state, board, chance = RULES.start(seed), other.Board(), Chance(seed)
        module.start(seed)
        while not RULES.over(state):
            assert result(board) is None
            moves = {
                uci(GAME.wording.notation(state, move), board.turn): move for move in module.legal()
            }
            assert sorted(moves) == sorted(move.uci() for move in board.legal_moves)
            chosen = sorted(moves)[chance.below(len(moves))]
            module.apply(moves[chosen])
            state = list(module.words(STATE, len(state)))
            board.push_uci(chosen)
        assert result(board) == tuple(RULES.winners(state))


@pytest.mark.parametrize(
    ("men", "drawn"),
    [
        ("k.......", True),
        ("k.n.....", True),
        ("k.b.....", True),
        ("k.b.B...", True),
        ("k.b.bB..", False),
        ("k.bB....", False),
        ("k.nn....", False),
        ("k.n.N...", False),
        ("k.p.....", False),
        ("k.r.....", False),
    ],
)
def test_few_men_are_a_draw_where_they_are_for_python_chess(men: str, drawn: bool) -> None:
    rows = [men, *["........"] * 5, "......q.", ".......K"]
    picture = "\n".join(f'  "{row}"' for row in rows)
    session = begin_from(loaded("chess"), f"given board\n{picture}\n")
    board = other.Board(None)
    for number, row in enumerate(rows):
        for column, letter in enumerate(row):
            if letter != ".":
                board.set_piece_at(
                    other.square(column, 7 - number), other.Piece.from_symbol(letter)
                )
    session.play("go(h1, g2)")
    board.push_uci("h1g2")
    assert board.is_insufficient_material() is drawn
    assert session.over is drawn
