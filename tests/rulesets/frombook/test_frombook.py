"""Two games programmed from their printed books alone, against the engine: move by move, equal.

Whoever wrote `card.py` and `board.py` had read no ruleset, so a difference is a fault of a book's
sentence, of the ruleset, or of these programs.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Literal, TypeVar

import pytest

from engine import Game, Session, View, read_options
from engine.compile import layout as at
from engine.game.interpreter import Move, State
from tests.rulesets.frombook import board, card
from tests.rulesets.outcomes import loaded
from tests.scope import ALL, telling

SEEDS = range(100) if ALL else range(40, 50)  # everything happens in these ten already
BOARD_GAMES = telling(
    [(2, "full"), (3, "full"), (4, "short")], [(2, "short"), (3, "short"), (4, "full")]
)
FEW = (0, 3, None)
PREFERRED = {"continue": 12, "begin": 2, "move": 4, "draw": 3}
Cards = Mapping[str, Sequence[card.Card]] | Mapping[str, Sequence[board.Card]]
"""How often a kind of move is chosen where others come once: so games are short, and go far."""
Moved = TypeVar("Moved", card.Move, board.Move)


@cache
def game(name: str, players: int, *options: tuple[str, str]) -> Game:
    rules = loaded(name)
    return Game(rules, players, read_options(rules.checked(), dict(options)))


def worth(move: card.Move | board.Move, columns: Cards, piles: Cards, few: int) -> int:
    """What a move is worth to a player who wants to get far, with few columns or with any."""

    def gap(colour: str, value: int) -> int:
        return value - columns[colour][-1].value if columns[colour] else -1

    match move:
        case ("continue" | "explore", colour, value) if columns[colour]:
            return 5 - gap(colour, value)
        case ("begin" | "explore", _, value, *_):
            return -value - few * sum(map(bool, columns.values()))
        case ("discard", colour, value):
            return -2 if gap(colour, value) < 0 else -4
        case ("take", colour):
            return 1 if 0 <= gap(colour, piles[colour][-1].value) <= 3 else -1
        case ("move", _):
            return 1
        case _:
            return 0


def choose(
    chance: Random, moves: Iterable[Moved], columns: Cards, piles: Cards, few: int | None
) -> Moved:
    """Choose a kind of move by chance and then one of them, or mostly the one that gets far."""
    listed = sorted(moves)
    if few is not None and chance.random() < 0.97:
        return max(listed, key=lambda move: (worth(move, columns, piles, few), chance.random()))
    kinds = sorted({move[0] for move in listed})
    (kind,) = chance.choices(kinds, [PREFERRED.get(name, 1) for name in kinds])
    return chance.choice([move for move in listed if move[0] == kind])


def pieces(view: View, zone: str) -> list[str]:
    """What lies in a zone, the bottom first."""
    return [str(item.name) for found in view.zones if found.name == zone for item in found.items]


def action_of(notation: str) -> tuple[str, list[str]]:
    action, _, rest = notation.removesuffix(")").partition("(")
    return action, rest.split(", ") if rest else []


# ---------------------------------------------------------------- the card game


def a_card(name: str) -> card.Card:
    colour, value = name.split()
    return card.Card(colour, card.WAGER if value == "wager" else int(value))


def card_move(notation: str) -> card.Move:
    match action_of(notation):
        case ("explore" | "discard") as action, [what]:
            return (action, *a_card(what))
        case "take", [colour]:
            return ("take", colour)
        case "draw", []:
            return ("draw",)
        case _:
            raise AssertionError(notation)


def card_game(view: View, starter: Literal[0, 1]) -> card.Game:
    hands = [list(map(a_card, pieces(view, f"hand[seat {seat}]"))) for seat in (1, 2)]
    return card.Game(hands, list(map(a_card, reversed(pieces(view, "deck")))), starter)


@cache
def play_card(seed: int) -> Counter[str]:
    """Play a game on both sides; return how often each thing happened."""
    of = game("lost-cities-card", 2)
    starter: Literal[0, 1] = 1 if seed % 2 else 0
    chance = Random(seed)
    session = Session(of, seed, starter=starter)
    printed = card_game(session.view(None), starter)
    state = list(session.state)
    met: Counter[str] = Counter()
    while not of.interpreter.over(state):
        moves = {card_move(text): m for text, m in of.wording.written_moves(state).items()}
        assert state[at.ME] == printed.turn
        assert set(moves) == set(printed.legal())
        columns = printed.columns[printed.turn]
        few = None if seed % 4 == 3 else 0
        chosen = choose(chance, moves, columns, printed.piles, few)
        of.interpreter.apply(state, moves[chosen])
        printed.play(chosen)
        met[chosen[0]] += 1
    assert printed.over
    assert session.ranked(state) == printed.scores()
    assert of.interpreter.winners(state) == printed.winners()
    met["bonus"] += sum(len(x) >= 8 for columns in printed.columns for x in columns.values())
    return +met


# ---------------------------------------------------------------- the board game


def b_card(name: str) -> board.Card:
    colour, value = name.split()
    return board.Card(colour, int(value))


def tile(name: str) -> board.Tile:
    match name:
        case "artifact" | "arrow":
            return name
        case _:
            return int(name.removesuffix(" points"))


def board_move(notation: str) -> board.Move:
    match action_of(notation):
        case "begin", [what, who]:
            return ("begin", *b_card(what), who)
        case "step", [what]:
            return ("continue", *b_card(what))
        case "discard", [what]:
            return ("discard", *b_card(what))
        case "onward", [who]:
            return ("move", who.partition("path[")[2].removesuffix("]"))
        case "pass", []:
            return ("nobody",)
        case "take", [colour]:
            return ("take", colour)
        case "draw", []:
            return ("draw",)
        case _:
            raise AssertionError(notation)


def deal(view: View, players: int) -> board.Deal:
    hands = [list(map(b_card, pieces(view, f"hand[seat {n + 1}]"))) for n in range(players)]
    tiles = {
        (path, stone): tile(found)
        for path in board.COLOURS
        for stone in board.STONES
        for found in pieces(view, f"event[{path}, {stone}]")
    }
    return board.Deal(hands, list(map(b_card, reversed(pieces(view, "deck")))), tiles)


def kept(view: View, what: str) -> list[int]:
    return [int(v.value or 0) for v in view.variables if v.family == what]


def board_moves(of: Game, state: State) -> dict[board.Move, Move]:
    return {board_move(text): move for text, move in of.wording.written_moves(state).items()}


@cache
def play_board(seed: int) -> Counter[str]:
    """Play a game on both sides; return how often each thing happened."""
    players, length = BOARD_GAMES[seed % len(BOARD_GAMES)]
    of = game("lost-cities-board", players, ("length", length))
    chance = Random(seed)
    session = Session(of, seed, starter=seed % players)
    state = list(session.state)
    first = deal(session.view(None), players)
    printed = board.Game(players, seed % players, first, 1 if length == "short" else 3)
    met: Counter[str] = Counter()
    while not of.interpreter.over(state):
        if printed.awaits_deal:
            view = of.viewer.view(state, None)
            assert kept(view, "coins") == printed.scores()
            assert kept(view, "artifacts") == [player.tokens for player in printed.players]
            printed.set_up(deal(view, players))
        moves = board_moves(of, state)
        assert state[at.ME] == printed.turn
        assert set(moves) == set(printed.legal())
        player = printed.players[printed.turn]
        chosen = choose(chance, moves, player.columns, printed.piles, FEW[seed // 3 % 3])
        at_nine = chosen[0] == "continue" and not player.movable()
        of.interpreter.apply(state, moves[chosen])
        printed.play(chosen)
        met["none can move" if at_nine else chosen[0]] += 1
        if printed.awaits_deal or printed.over:
            met["deck is empty" if not printed.deck else "five across"] += 1
    assert printed.over
    assert session.ranked(state) == printed.scores()
    assert of.interpreter.winners(state) == printed.winners()
    level = sum(points == max(printed.scores()) for points in printed.scores())
    met["tie broken"] += level > len(printed.winners())
    return +met


@pytest.mark.parametrize("seed", SEEDS)
def test_the_card_game_is_as_its_book_says(seed: int) -> None:
    assert play_card(seed)["draw"] > 0


@pytest.mark.parametrize("seed", SEEDS)
def test_the_board_game_is_as_its_book_says(seed: int) -> None:
    assert play_board(seed)["draw"] > 0


def test_everything_that_can_happen_has_happened() -> None:
    """So that no rule is equal only because it was never met."""
    met = sum(map(play_card, SEEDS), Counter[str]())
    assert set(met) == {"explore", "discard", "draw", "take", "bonus"}
    met = sum(map(play_board, SEEDS), Counter[str]())
    kinds = {"begin", "continue", "discard", "move", "nobody", "draw", "take"}
    assert set(met) == kinds | {"none can move", "tie broken", "deck is empty", "five across"}
