"""Lost Cities, one round for two, programmed from the printed book alone."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

COLOURS = ("yellow", "blue", "white", "green", "red")
WAGER = 0  # "count as 0"


class Card(NamedTuple):
    colour: str
    value: int


# ("explore", colour, value), ("discard", colour, value), ("draw",) or ("take", colour)
Move = tuple[str, str, int] | tuple[str, str] | tuple[str]


def all_cards() -> list[Card]:
    values = [WAGER] * 3 + list(range(2, 11))
    return [Card(colour, value) for colour in COLOURS for value in values]


def points(column: Sequence[Card]) -> int:
    if not column:
        return 0
    result = sum(card.value for card in column) - 20
    result *= 1 + sum(card.value == WAGER for card in column)
    return result + (20 if len(column) >= 8 else 0)


class Game:
    def __init__(
        self, hands: Sequence[Sequence[Card]], deck: Sequence[Card], starter: Literal[0, 1]
    ) -> None:
        """`deck` has its top card first."""
        self.hands = [list(hand) for hand in hands]
        self.deck = list(deck)
        assert [len(hand) for hand in self.hands] == [8, 8]
        assert len(self.deck) == 44
        assert sorted([*self.hands[0], *self.hands[1], *self.deck]) == sorted(all_cards())
        self.piles: dict[str, list[Card]] = {colour: [] for colour in COLOURS}
        self.columns: list[dict[str, list[Card]]] = [
            {colour: [] for colour in COLOURS} for _ in range(2)
        ]
        self.turn: int = starter
        self.must_draw = False
        self.closed: str | None = None
        self.over = False

    def legal(self) -> list[Move]:
        if self.over:
            return []
        if self.must_draw:
            open_piles = [c for c in COLOURS if self.piles[c] and c != self.closed]
            return [("draw",), *(("take", colour) for colour in open_piles)]
        cards = sorted(set(self.hands[self.turn]))
        explore: list[Move] = [("explore", *card) for card in cards if self._fits(card)]
        return explore + [("discard", *card) for card in cards]

    def _fits(self, card: Card) -> bool:
        column = self.columns[self.turn][card.colour]
        if not column:
            return True
        last = column[-1]
        return card.value > last.value or card.value == last.value == WAGER

    def play(self, move: Move) -> None:
        if move not in self.legal():
            raise ValueError(f"not legal: {move}")
        hand = self.hands[self.turn]
        match move:
            case ("explore", colour, value):
                card = Card(colour, value)
                hand.remove(card)
                self.columns[self.turn][colour].append(card)
                self.must_draw = True
            case ("discard", colour, value):
                card = Card(colour, value)
                hand.remove(card)
                self.piles[colour].append(card)
                self.closed = colour
                self.must_draw = True
            case ("take", colour):
                hand.append(self.piles[colour].pop())
                self._end_turn()
            case _:
                hand.append(self.deck.pop(0))
                self.over = not self.deck
                self._end_turn()

    def _end_turn(self) -> None:
        self.must_draw = False
        self.closed = None
        self.turn = 1 - self.turn

    def scores(self) -> list[int]:
        return [sum(map(points, columns.values())) for columns in self.columns]

    def winners(self) -> list[int]:
        scores = self.scores()
        return [player for player in (0, 1) if scores[player] == max(scores)]
