"""Lost Cities: The Board Game (2014), for 2 to 4, programmed from the printed book alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

COLOURS = ("yellow", "blue", "white", "green", "red")
STONES = {1: -20, 2: -15, 3: -10, 4: 5, 5: 10, 6: 15, 7: 30, 8: 35, 9: 50}
MARKED = {
    "yellow": (3, 5, 6, 7, 9),
    "blue": (2, 4, 5, 7, 9),
    "white": (3, 4, 6, 7, 9),
    "green": (2, 3, 5, 7, 9),
    "red": (2, 4, 5, 7, 9),
}
DECK = {2: 64, 3: 86, 4: 78}
LONG = (-60, -50, -40, -30, -20, -10, 30, 40, 50, 70, 90, 110, 130)
SHORT = (-20, -15, 10, 15, 30, 50, 50, 50, 50, 50, 50, 50, 50)

Tile = Literal["artifact", "arrow"] | int  # a number is a points tile
TILES: list[Tile] = [*["artifact"] * 9, *["arrow"] * 9, 5, 5, 10, 10, 10, 15, 15]  # type: ignore[list-item]

# ("begin", colour, value, "adventurer" or "researcher"), ("continue", colour, value),
# ("discard", colour, value), ("move", colour), ("nobody",), ("draw",) or ("take", colour)
Move = tuple[str, str, int, str] | tuple[str, str, int] | tuple[str, str] | tuple[str]


class Card(NamedTuple):
    colour: str
    value: int


@dataclass(frozen=True)
class Deal:
    """What is shuffled before an expedition. `deck` has its top card first."""

    hands: Sequence[Sequence[Card]]
    deck: Sequence[Card]
    tiles: Mapping[tuple[str, int], Tile]  # by path and stone


@dataclass
class Explorer:
    researcher: bool
    stone: int = 1


class Player:
    def __init__(self) -> None:
        self.points = 0
        self.tokens = 0
        self.set_up(())

    def set_up(self, hand: Sequence[Card]) -> None:
        self.hand = list(hand)
        self.columns: dict[str, list[Card]] = {colour: [] for colour in COLOURS}
        self.explorers: dict[str, Explorer] = {}  # by path; all others are in the camp
        self.tiles = 0

    def researcher_in_camp(self) -> bool:
        return not any(explorer.researcher for explorer in self.explorers.values())

    def adventurer_in_camp(self) -> bool:
        return sum(not explorer.researcher for explorer in self.explorers.values()) < 4

    def movable(self) -> list[str]:
        return [path for path, explorer in self.explorers.items() if explorer.stone < 9]

    def expedition_points(self) -> int:
        return sum(
            STONES[explorer.stone] * (2 if explorer.researcher else 1)
            for explorer in self.explorers.values()
        )

    def gain(self, points: int) -> None:
        self.points = max(0, self.points + points)


class Game:
    def __init__(self, players: int, starter: int, deal: Deal, expeditions: int = 3) -> None:
        """Play `expeditions` 3 (full) or 1 (short). Call `set_up` when `awaits_deal`."""
        self.players = [Player() for _ in range(players)]
        self.turn = starter
        self.expeditions = expeditions
        self.expedition = 0
        self.over = False
        self.awaits_deal = True
        self.set_up(deal)

    def set_up(self, deal: Deal) -> None:
        assert self.awaits_deal
        cards = [card for hand in deal.hands for card in hand] + list(deal.deck)
        assert len(deal.deck) == DECK[len(self.players)]
        assert all(len(hand) == 8 for hand in deal.hands)
        assert all(cards.count(Card(c, v)) <= 2 for c in COLOURS for v in range(11))
        assert set(deal.tiles) == {(c, stone) for c in COLOURS for stone in MARKED[c]}
        assert sorted(map(str, deal.tiles.values())) == sorted(map(str, TILES))
        for player, hand in zip(self.players, deal.hands, strict=True):
            player.set_up(hand)
        self.deck = list(deal.deck)
        self.tiles = dict(deal.tiles)
        self.piles: dict[str, list[Card]] = {colour: [] for colour in COLOURS}
        self.step: Literal["play", "move", "draw"] = "play"
        self.awaits_deal = False

    def legal(self) -> list[Move]:
        if self.over or self.awaits_deal:
            return []
        player = self.players[self.turn]
        moves: list[Move] = []
        if self.step == "move":
            return [("nobody",), *(("move", path) for path in player.movable())]
        if self.step == "draw":
            return [("draw",), *(("take", colour) for colour in COLOURS if self.piles[colour])]
        for card in sorted(set(player.hand)):
            moves.append(("discard", *card))
            column = player.columns[card.colour]
            if column:
                if card.value >= column[-1].value:
                    moves.append(("continue", *card))
            elif card.value == min(c.value for c in player.hand if c.colour == card.colour):
                if player.adventurer_in_camp():
                    moves.append(("begin", *card, "adventurer"))
                if player.researcher_in_camp():
                    moves.append(("begin", *card, "researcher"))
        return moves

    def play(self, move: Move) -> None:
        if move not in self.legal():
            raise ValueError(f"not legal: {move}")
        player = self.players[self.turn]
        match move:
            case ("begin", colour, value, who):
                self._lay(player.columns[colour], Card(colour, value))
                player.explorers[colour] = Explorer(who == "researcher")
                self.step = "draw"
            case ("continue", colour, value):
                self._lay(player.columns[colour], Card(colour, value))
                if player.explorers[colour].stone < 9:
                    self._move(colour)
                else:
                    self._choose_explorer()
            case ("discard", colour, value):
                self._lay(self.piles[colour], Card(colour, value))
                self.step = "draw"
            case ("move", colour):
                self._move(colour)
            case ("nobody",):
                self.step = "draw"
            case ("take", colour):
                player.hand.append(self.piles[colour].pop())
                self._end_turn()
            case _:
                player.hand.append(self.deck.pop(0))
                self._end_turn()
                if not self.deck:
                    self._end_expedition()

    def _lay(self, place: list[Card], card: Card) -> None:
        self.players[self.turn].hand.remove(card)
        place.append(card)

    def _choose_explorer(self) -> None:
        self.step = "move" if self.players[self.turn].movable() else "draw"

    def _move(self, path: str) -> None:
        player = self.players[self.turn]
        explorer = player.explorers[path]
        explorer.stone += 1
        if explorer.stone == 7 and self._across() == 5:
            self._end_turn()
            self._end_expedition()
            return
        self.step = "draw"
        tile = self.tiles.get((path, explorer.stone))
        if tile == "artifact":
            player.tiles += 1
            del self.tiles[path, explorer.stone]
        elif tile == "arrow":
            self._choose_explorer()
        elif tile is not None:
            player.gain(int(tile))

    def _across(self) -> int:
        return sum(
            explorer.stone >= 7 for player in self.players for explorer in player.explorers.values()
        )

    def _end_turn(self) -> None:
        self.turn = (self.turn + 1) % len(self.players)
        self.step = "play"

    def _end_expedition(self) -> None:
        for player in self.players:
            player.gain(player.expedition_points())
            player.tokens += player.tiles
            player.tiles = 0
        self.expedition += 1
        if self.expedition < self.expeditions:
            self.awaits_deal = True
            return
        track = LONG if self.expeditions > 1 else SHORT
        for player in self.players:
            player.gain(track[min(player.tokens, 12)])
        self.over = True

    def scores(self) -> list[int]:
        return [player.points for player in self.players]

    def winners(self) -> list[int]:
        ranks = [(player.points, player.tokens) for player in self.players]
        return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
