"""How strong opponents are, against players that plan: `python -m benchmarks.strength --help`.

The sensible players here know their game by name, as a person does: they count what a colour can
still bring, begin only what pays, and bid by what cards are worth to them. They are yardsticks; the
engine never uses them. They are given what their seat knows and nothing else. With `--old FOLDER`
the other seats are played by an earlier version of Cairn that is checked out there, which follows
the same game move by move in a process of its own.

Every game's deal is played once from each seat. What is printed: games won (shared wins in parts)
with a 95% interval, and the mean scores.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence

from engine.agents.agent import Agent
from engine.agents.evaluation import scores_now
from engine.agents.registry import make_agent
from engine.game.interpreter import Move
from engine.game.knowledge import InformationSet
from engine.game.observation_history import ObservationHistories
from engine.game.session import Game
from engine.game.view import Item
from engine.rules.load import load
from engine.study.intervals import wilson
from engine.study.one_game import agent_seed, game_seed

SERVER = """
import json, sys
from engine.agents import registry
from engine.game.session import Game
from engine.rules.load import load
make_agent = getattr(registry, "make_agent", None) or registry.agent
try:
    from engine.game.observation_history import ObservationHistories
except ImportError:
    try:
        from engine.game.recollection import Recollections as ObservationHistories
        ObservationHistories.information_set = ObservationHistories.knows
    except ImportError:  # a version that doesn't look back
        ObservationHistories = None
game, agents, state, kept = Game(load(sys.argv[1]), int(sys.argv[2])), {}, [], None
for line in sys.stdin:
    asked = json.loads(line)
    run, found = game.interpreter, 0
    if asked[0] == "start":
        state, agents = run.start(asked[1]), {}
        kept = ObservationHistories and ObservationHistories(game.knowledge, range(game.players))
    elif asked[0] == "sit":
        agents[asked[1]] = make_agent(asked[2], asked[3])
    elif asked[0] == "made":
        legal = run.legal(state)
        found, move = len(legal), legal[asked[1]]
        kept and kept.see(state, move)
        run.apply(state, move)
    else:
        seat, legal = run.seat(state), run.legal(state)
        known = kept.information_set(state, seat) if kept else game.knowledge.observe(state, seat)
        found = legal.index(agents[seat].choose(game, known, legal, seat))
    print(found, flush=True)
"""


class Sensible:
    """Takes the move that it rates highest; `rate` is given the game, a position and the move."""

    def __init__(self, rate: Callable[[Position, str, list[str]], float]) -> None:
        """Keep how it rates."""
        self.rate = rate

    def choose(self, game: Game, known: InformationSet, legal: Sequence[Move], seat: int) -> Move:
        """Return the best move; the first among equals."""
        state = game.knowledge.sample(known, 0)
        here = Position(game, state, seat)
        there = game.interpreter.legal(state)
        best = max(range(len(legal)), key=lambda i: self.rate(here, *_parts(game, state, there[i])))
        return legal[best]


def _parts(game: Game, state: list[int], move: Move) -> tuple[str, list[str]]:
    name, _, rest = game.wording.notation(state, move).rstrip(")").partition("(")
    return name, [part.strip() for part in rest.split(",")] if rest else []


class Position:
    """What a player sees, by names: the contents of zones, in the words of the cards."""

    def __init__(self, game: Game, state: list[int], seat: int) -> None:
        """Look."""
        view = game.viewer.view(state, seat)
        self.seat = seat
        self.view = view

    def cards(self, zone: str, owner: int | None = None, colour: str = "") -> list[int]:
        """Return the values of the cards of a colour in a zone, wagers as 0."""
        found = []
        for z in self.view.zones:
            if z.family == zone and (owner is None or z.owner == owner):
                for item in z.items:
                    word, _, value = (item.name or "").partition(" ")
                    if word == colour and value:
                        found.append(0 if not value.isdigit() else int(value))
        return found

    def lying(self, zone: str, owner: int | None, word: str) -> list[Item]:
        """Return the contents of the zone of a family that is a player's and bears a word."""
        for z in self.view.zones:
            if z.family == zone and z.owner == owner and z.name.endswith(f"{word}]"):
                return list(z.items)
        return []

    def left(self) -> int:
        """Return how many cards the deck has."""
        return sum(z.count for z in self.view.zones if z.family == "deck")


def card_game(here: Position, action: str, given: list[str]) -> float:
    """Rate a move of the card game: small steps where a colour pays; don't feed the neighbour."""
    if action == "draw":
        return 0.0
    if action == "take":
        colour = given[0]
        pile = here.cards("discards", None, colour)
        own = here.cards("expedition", here.seat, colour)
        return 5.0 if own and pile and pile[-1] > own[-1] else -1.0
    colour, _, word = given[0].partition(" ")
    value = int(word) if word.isdigit() else 0
    own = here.cards("expedition", here.seat, colour)
    hand = here.cards("hand", here.seat, colour)
    if action == "explore":
        later = [v for v in hand if v >= value] if value else hand
        if own:
            gap = value - max(own)
            return 20.0 - 2 * gap + (5 if here.left() < 12 else 0)
        wagers = sum(v == 0 for v in later)
        total = sum(later)
        good = total >= 18 + 6 * wagers and len(later) >= 3 and here.left() > 14
        return 12.0 - value if good else -20.0
    other = max(here.cards("expedition", 1 - here.seat, colour) or [-1])
    useful = bool(own) and value > max(own)
    feeds = other >= 0 and value > other
    return -3.0 - 8 * useful - 4 * feeds - 0.3 * sum(hand) / max(1, len(hand)) * (not own)


def rivals(here: Position, action: str, given: list[str]) -> float:
    """Rate a move of the auctions: bid up to what the river brings, take what fits, low first."""
    worth = 0.0
    colours = {(i.name or "").partition(" ")[0] for z in here.view.zones if z.family == "river"
               for i in z.items}  # fmt: skip
    for colour in colours:
        own = here.cards("expedition", here.seat, colour)
        top = max(own) if own else -1
        for value in here.cards("river", None, colour):
            if value >= top:
                worth += (1.5 if value <= 5 else 2.5) + (1.0 if value == 0 else 0.0)
    if action in ("bid", "raise"):
        price = float(given[0])
        return 3.0 - price if price <= worth * 0.8 else -10.0
    if action == "reveal":
        return 1.0 if worth < 6 else -1.0
    if action == "take":
        word = given[0].partition(" ")[2]
        return 20.0 - (int(word) if word.isdigit() else 0)
    return 0.0


STONES = (0, -20, -15, -10, 5, 10, 15, 30, 35, 50)
"""What a path is worth by how far it goes, on the board and on the sheet."""
RESTS = (0, -40, -30, -20, 10, 20, 30, 60, 70, 0, 0)


def board_game(here: Position, action: str, given: list[str]) -> float:
    """Rate a move of the board games: begin where three cards follow, continue in small steps, send
    the researcher where most cards follow, and others over a bridge.
    """
    if action in ("draw", "pass"):
        return 0.0
    if action == "take":
        pile = here.cards("discards", None, given[0])
        own = here.cards("expedition", here.seat, given[0])
        if not own:
            return 2.0 if len(here.cards("hand", here.seat, given[0])) >= 3 else -1.0
        return 5.0 - (pile[-1] - own[-1]) if pile and pile[-1] >= own[-1] else -1.0
    if action == "onward":
        colour = given[0].rpartition("[")[2].rstrip("]") if "[" in given[0] else ""
        found = here.lying("path", here.seat, colour) if colour else []
        space = found[0].space if found and found[0].space else 1
        return 1.0 + (STONES[min(9, space + 1)] - STONES[space]) / 10
    colour, _, word = given[0].partition(" ")
    value = int(word) if word.isdigit() else 0
    own = here.cards("expedition", here.seat, colour)
    hand = here.cards("hand", here.seat, colour)
    if action == "step":
        return 20.0 - 2 * (value - own[-1]) + (3 if here.left() < 15 else 0)
    if action == "begin":
        later = sum(v >= value for v in hand)
        researcher = given[1].startswith("researcher")
        good = later >= 3 and here.left() > 16
        return 10.0 + later - value + (1.5 if researcher == (later >= 4) else 0) if good else -20.0
    useful = bool(own) and value >= own[-1]
    return -3.0 - 8 * useful - (0.5 * len(hand) if not own else 0)


def roll_and_write(here: Position, action: str, given: list[str]) -> float:
    """Rate a move with dice: what the next field brings, less what numbers are lost by it; a rest
    where nothing fits well, as far as rests pay.
    """
    if action == "pass":
        rests = len(here.lying("track", here.seat, "dice"))
        return (RESTS[rests + 1] - RESTS[rests]) / 10 - 1
    path = [int(i.name or 0) for i in here.lying("path", here.seat, given[0])]
    if action == "double":
        return 1.0
    number = int(given[1]) or 10
    gap = number - (path[-1] if path else 1)
    size = len(path)
    gain = (STONES[min(9, size + 1)] - STONES[min(9, size)]) / 10 if size else 1.0
    return gain + 2.0 + 0.3 * size - 1.2 * gap


PLAYERS = {
    "lost-cities-card": card_game, "lost-cities-rivals": rivals, "lost-cities-board": board_game,
    "lost-cities-board-2018": board_game, "auf-und-ab": board_game,
    "lost-cities-roll-and-write": roll_and_write,
}  # fmt: skip


class Old:
    """An earlier version's agent, which follows the game in a process of its own."""

    def __init__(self, folder: str, name: str, players: int) -> None:
        """Start it."""
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVER, name, str(players)], cwd=folder, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": folder},
        )  # fmt: skip

    def ask(self, *words: object) -> int:
        """Tell or ask it something."""
        to, back = self.process.stdin, self.process.stdout
        assert to is not None
        assert back is not None
        to.write(json.dumps(words) + "\n")
        to.flush()
        return int(back.readline())


def play(
    game: Game, number: int, one: str, other: str, old: Old | None, seed: int, *, forget: bool
) -> tuple[float, list[int], int]:
    """Play a game; return the share of the win of `one`, the scores, and its seat.

    `forget`: the other seats aren't told what they have seen others do.
    """
    run, own = game.interpreter, (number - 1) % game.players
    dealt = game_seed(seed, 1 + (number - 1) // game.players)
    state = run.start(dealt)
    following = ObservationHistories(game.knowledge, [own] if forget else range(game.players))
    seats: list[Agent | None] = []
    if old is not None:
        old.ask("start", dealt)
    for seat in range(game.players):
        name, given = one if seat == own else other, agent_seed(seed, number, seat + 1)
        if seat != own and old is not None:
            old.ask("sit", seat, name, given)
            seats.append(None)
        elif name == "sensible":
            seats.append(Sensible(PLAYERS[game.rules.name]))
        else:
            seats.append(make_agent(name, given))
    while not run.over(state):
        seat, legal = run.seat(state), run.legal(state)
        choosing = seats[seat]
        if len(legal) == 1:
            number_of = 0
        elif choosing is None and old is not None:
            number_of = old.ask("choose")
        elif choosing is not None:
            known = following.information_set(state, seat)
            number_of = legal.index(choosing.choose(game, known, legal, seat))
        if old is not None and old.ask("made", number_of) != len(legal):
            raise SystemExit("The earlier version doesn't play the same game.")
        following.see(state, legal[number_of])
        run.apply(state, legal[number_of])
    winners = run.winners(state)
    scores = [score or 0 for score in scores_now(game, state)]
    return (1 / len(winners) if own in winners else 0.0), scores, own


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="Example: python -m benchmarks.strength lost-cities-card hard sensible --games 40",
    )  # fmt: skip
    parser.add_argument("ruleset")
    parser.add_argument("one", help="an agent, or sensible")
    parser.add_argument("other", help="who has all other seats")
    parser.add_argument("--players", type=int)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--old", metavar="FOLDER", help="play OTHER by the version checked out here"
    )
    parser.add_argument(
        "--forget", action="store_true", help="OTHER isn't told what it has seen others do"
    )
    asked = parser.parse_args()
    loaded = load(asked.ruleset)
    players = asked.players or loaded.checked().header.players[0]
    game = Game(loaded, players)
    old = Old(asked.old, asked.ruleset, players) if asked.old else None
    won, mine, theirs = 0.0, 0.0, 0.0
    for number in range(1, asked.games + 1):
        share, points, own = play(
            game, number, asked.one, asked.other, old, asked.seed, forget=asked.forget
        )
        won += share
        mine += points[own]
        theirs += (sum(points) - points[own]) / (players - 1)
    at = wilson(won, asked.games)
    print(
        f"{asked.ruleset}, {players} players: {asked.one} against {asked.other}"
        f"{' of ' + asked.old if asked.old else ''}{' that forgets' * asked.forget}: "
        f"{won:g} of {asked.games} "
        f"({100 * at.low:.0f} to {100 * at.high:.0f}%), {mine / asked.games:.1f} : "
        f"{theirs / asked.games:.1f}"
    )


if __name__ == "__main__":
    main()
