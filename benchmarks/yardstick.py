"""The Lost Cities card game written by hand: what the engine's speed and results are held against.

One round for two players, in the plain Python that one would write for this one game alone. It
knows nothing of the engine and shares no code with it, so that an error in one shows against the
other. Run it with `python -m benchmarks.yardstick --games 2000 --seed 1`.
"""

import argparse
import random
import statistics
import time

COLOURS = 5
WAGER = 0  # a wager's value, below every number
DECK = [
    (colour, value)
    for colour in range(COLOURS)
    for value in (WAGER, WAGER, WAGER, 2, 3, 4, 5, 6, 7, 8, 9, 10)
]
HAND = 8

Card = tuple[int, int]
Move = tuple[str, int, int]  # what is done, with a card's colour and value
DRAW: Move = ("draw", -1, -1)


class Game:
    """A position: whose turn it is, which of the turn's two decisions comes next, and the cards."""

    def __init__(self, rng: random.Random, take_back: bool = False) -> None:
        self.deck: list[Card] = DECK.copy()
        rng.shuffle(self.deck)
        self.hands: list[list[Card]] = [[self.deck.pop() for _ in range(HAND)] for _ in range(2)]
        self.columns: list[list[list[int]]] = [[[] for _ in range(COLOURS)] for _ in range(2)]
        self.discards: list[list[int]] = [[] for _ in range(COLOURS)]
        self.take_back = take_back
        self.seat = 0
        self.drawing = False  # a card has been laid, one is still to be drawn
        self.closed = -1  # the colour just discarded, which may not be taken back

    @property
    def over(self) -> bool:
        """The round ends at once when the deck's last card is drawn."""
        return not self.deck

    def legal(self) -> list[Move]:
        """The moves of the seat to decide; equal wagers in a hand are one move, not several."""
        if self.drawing:
            moves = [DRAW]
            for colour, pile in enumerate(self.discards):
                if pile and colour != self.closed:
                    moves.append(("take", colour, pile[-1]))
            return moves
        moves = []
        columns = self.columns[self.seat]
        for colour, value in set(self.hands[self.seat]):
            column = columns[colour]
            # Each number exists once, so only a wager can equal the last card, and then it may.
            if not column or value >= column[-1]:
                moves.append(("explore", colour, value))
            moves.append(("discard", colour, value))
        return moves

    def apply(self, move: Move) -> None:
        """Make a legal move."""
        action, colour, value = move
        hand = self.hands[self.seat]
        if action == "explore":
            hand.remove((colour, value))
            self.columns[self.seat][colour].append(value)
            self.drawing = True
        elif action == "discard":
            hand.remove((colour, value))
            self.discards[colour].append(value)
            if not self.take_back:
                self.closed = colour
            self.drawing = True
        else:
            if action == "draw":
                hand.append(self.deck.pop())
            else:
                hand.append((colour, self.discards[colour].pop()))
            self.drawing = False
            self.closed = -1
            self.seat = 1 - self.seat

    def scores(self) -> list[int]:
        """Each seat's points if the round ended here."""
        return [sum(map(column_score, columns)) for columns in self.columns]


def column_score(column: list[int]) -> int:
    """The points of one column: costs 20, multiplied by its wagers, with a bonus for 8 cards."""
    if not column:
        return 0
    score = (sum(column) - 20) * (1 + column.count(WAGER))
    return score + 20 if len(column) >= 8 else score


def playout(rng: random.Random, take_back: bool = False) -> tuple[list[int], int]:
    """Play one game uniformly at random: the seats' scores and how many decisions it took."""
    game = Game(rng, take_back)
    decisions = 0
    while not game.over:
        game.apply(rng.choice(game.legal()))
        decisions += 1
    return game.scores(), decisions


def main() -> None:
    """Play random games and print how fast it went and how they ended."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--take-back", action="store_true", help="allow taking back a discard")
    arguments = parser.parse_args()

    rng = random.Random(arguments.seed)
    started = time.perf_counter()
    games = [playout(rng, arguments.take_back) for _ in range(arguments.games)]
    seconds = time.perf_counter() - started

    decisions = sum(count for _, count in games)
    print(f"games                {len(games)}")
    print(f"decisions per second {decisions / seconds:.0f}")
    print(f"decisions per game   {decisions / len(games):.2f}")
    for seat in range(2):
        own = [scores[seat] for scores, _ in games]
        wins = sum(scores[seat] > scores[1 - seat] for scores, _ in games)
        mean, sd = statistics.mean(own), statistics.pstdev(own)
        print(f"seat {seat}: mean {mean:.2f}, sd {sd:.2f}, wins {wins}")
    print(f"ties: {sum(scores[0] == scores[1] for scores, _ in games)}")


if __name__ == "__main__":
    main()
