"""What a seat reads is made from what it knows: where it can't tell two games apart, every text is
the same, character for character.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from functools import lru_cache
from itertools import islice, pairwise
from pathlib import Path

import pytest

from engine.agents.evaluation import scores_seen
from engine.agents.hints import hint
from engine.chronicle.chronicle import Chronicle
from engine.chronicle.rows import DecisionRow
from engine.cli.text_position import PositionText
from engine.compile import layout as at
from engine.game.interpreter import Move, State
from engine.game.rng import Chance
from engine.game.session import Decision, Game, Session
from engine.language.diagnostics import RulesError
from engine.rules.load import load, load_text
from engine.table.reload import reload
from engine.table.scoreboard import standings
from tests.game.playing import indistinguishable, swapped
from tests.scope import ALL, GAMES, telling
from tests.table.rows import rows_of

ROOT = Path(__file__).parents[2]
FOUND = sorted((ROOT / "tests" / "found").glob("**/*.cairn"))
FILES = [*GAMES, *telling(FOUND[::4], FOUND)]
DECISIONS = 13 if ALL else 7
EVERY = 6
"""After so many decisions the texts are compared."""
HINTED = {"Go Fish", "Goofspiel", "T", "Face down"}
"""The games in which a hint is asked for as well: it takes a search."""
SWAPS = 1
"""So many exchanges are looked for, for each seat and position."""


@lru_cache(maxsize=1)
def ready(path: Path) -> Game | None:
    """A ruleset with as many players as it takes; None for one that can't be played."""
    try:
        loaded = load(path)
        return Game(loaded, loaded.checked().header.players[1])
    except RulesError:
        return None


def other(session: Session, start: State, exchange: dict[int, int]) -> Session | None:
    """The same game from another start, with exchanged pieces taken; None where that can't be."""
    found = copy(session)
    found.state, found.history, found.results = list(start), [], []
    found.undone = []
    try:
        for decision in session.history:
            move = renamed(session, decision, exchange)
            if move not in session.game.interpreter.legal(found.state):
                return None
            found.apply(move)
    except (RulesError, ValueError):
        return None
    return found


def renamed(session: Session, decision: Decision, exchange: dict[int, int]) -> Move:
    pair = session.game.wording.action(decision.state[at.PC], decision.move)
    if pair is None:
        return decision.move
    kinds = [p.type.kind for p in session.game.wording.parameters(pair[0])]
    values = (
        exchange.get(value, value) if kind == "piece" else value
        for kind, value in zip(kinds, decision.move[1:], strict=True)
    )
    return (decision.move[0], *values)


def starts(session: Session, seat: int) -> Iterator[tuple[State, dict[int, int]]]:
    """Other beginnings that a seat may not be able to tell from the true one."""
    game = session.game
    first = list(session.history[0].state) if session.history else session.state
    for group in indistinguishable(game, first, seat):
        for one, two in pairwise(group):
            yield swapped(game, first, one, two), {one: two, two: one}
    for address, low, many in game.knowledge.hidden[seat]:
        changed = list(first)
        changed[address] = low if first[address] != low else low + many - 1
        yield changed, {}


def alike(session: Session, another: Session, seat: int) -> bool:
    """Return whether a seat could tell neither game from the other, at any time."""
    pairs = zip(
        (*(d.state for d in session.history), session.state),
        (*(d.state for d in another.history), another.state),
        strict=True,
    )
    observe = session.game.knowledge.observe
    return all(observe(list(a), seat) == observe(list(b), seat) for a, b in pairs)


def in_the_log(log: Chronicle, seat: int) -> dict[str, object]:
    """What a seat reads of the decisions in the log, and what the last one has shown to it."""
    entries = log.entries(seat)
    made = rows_of(DecisionRow, entries)
    if not made:
        return {"entries": entries}
    last = made[-1]
    turned = log.turned(last, seat)
    return {"entries": entries, "shown": (turned, log.passing(last.number, seat))}


def texts(session: Session, seat: int) -> dict[str, object]:
    """Everything that a seat reads of a game, in text play and in the window."""
    game, log, last = session.game, Chronicle(session), len(session.history)
    view = session.view(seat)
    names = [f"seat {number + 1}" for number in range(game.players)]
    drawn = PositionText(names, 100)._lines(view)
    found: dict[str, object] = {
        "view": (view, view.in_words(), drawn),
        "log": log.log(seat),
        "said": [log.said(n, seat) for n in range(last + 1)],
        "endings": [log.ending(n, seat) for n in range(last + 1)],
        "fired": log.fired(last, seat),
        "stages": log.stages(last, seat),
        "last": (log.known(last, seat), log.rows(last, seat)) if last else (),
        "paid": [r.ledgers for r in log.paid(seat)],
        **in_the_log(log, seat),
    }
    if session.over:
        return found
    found["scores"] = scores_seen(game, session.state, seat)
    found["standings"] = standings(session, seat)
    found["ledgers"] = [session.ledgers(number, seat) for number in range(game.players)]
    actions = sorted({x.action.name for x in game.explainer.everywhere})
    found["explained"] = [session.explain(seat, name).render() for name in actions]
    if session.seat != seat:
        return found
    if game.rules.header.title in HINTED:
        found["hint"] = hinted(session)
    legal = session.legal()
    found["legal"] = [(x.text, x.words) for x in legal]
    found["offers"] = [(o.text, o.label, o.words, o.arguments, o.sources, o.targets)
                       for o in session.move_options()]  # fmt: skip
    found["why"] = [session.explain(seat, x.text).render() for x in legal[:6]]
    spots = [zone.spot(index) for zone in view.zones for index in (-1, zone.count - 1)]
    found["why not"] = [[w.render() for w in session.why_not([spot])] for spot in spots[:12]]
    refused = [session.explain(seat, f"{name}({item.name})").render() for name in actions[:4]
               for zone in view.zones for item in zone.items[-1:] if item.name]  # fmt: skip
    found["refused"] = refused
    return found


def hinted(session: Session) -> object:
    """A hint without the numbers of its moves, which nobody reads."""
    try:
        found = hint(session, iterations=16)
    except RulesError as problem:
        return str(problem)
    return [(x.shown, x.words, x.tries, x.lead, x.wins) for x in found.moves], found.sentence


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_what_a_seat_reads_is_the_same_where_it_knows_the_same(path: Path) -> None:
    game = ready(path)
    if game is None:
        return  # Refused by the checker, so nobody reads anything.
    chance = Chance(7)
    try:
        session = Session(game, 3)
    except RulesError:
        return
    for step in range(DECISIONS):
        try:
            legal = session.legal()
        except RulesError:
            return
        if step % EVERY == 0 or session.over:
            compare(session)
        if session.over:
            return
        try:
            session.play(legal[chance.below(len(legal))].text)
        except RulesError:
            return


def compare(session: Session) -> None:
    for seat in range(session.game.players):
        mine: dict[str, object] | None = None
        tried = 0
        for start, exchange in islice(starts(session, seat), 30):
            another = other(session, start, exchange)
            if another is None or not alike(session, another, seat):
                continue
            mine = mine or texts(session, seat)
            theirs = texts(another, seat)
            for name, text in mine.items():
                assert text == theirs[name], name
            tried += 1
            if tried == SWAPS:
                break


# ------------------------------------------------------------------ rules that change under a game

FACE_DOWN = """\
game "Face down"
  players 2

component Card
  value: 1..4
  make 1 for each value

zone deck:         pile of Card, face down
zone hand[Player]: hand of Card
zone laid[Player]: pile of Card, face down

counter gold[Player]: 0..30 = 5, seen by owner

setup
  move all Card to deck
  shuffle deck
  deal 2 from deck to each hand

rule cheap(card: Card)
  "Only cheap cards may be laid."
  card.value < 9

var turns: 0..9 = 0

turn
  turns := turns + 1
  choose
    wait
    lay(card in my hand)
      "Lay {card}."
      require cheap(card)
      gain card.value gold
      move card to my laid

score each Player into gold
  add "Laid" size(my laid)

game ends at end of turn when turns = 4
winner highest gold
"""
"""What the other seat holds, lays and has is hidden."""
EDITS = [
    ("card.value < 9", "card.value < 3"),
    ("card.value < 9", "my gold < 8"),
    ("require cheap(card)", 'require card.value < 3 because "{card} is worth {card.value}."'),
    ("require cheap(card)", 'require my gold < 7 because "You have {my gold}."'),
    ("lay(card in my hand)", "lay(card in my hand where card.value > 1)"),
    ("lay(card in my hand)", "lay(card in my hand, n in 8..my gold)"),
    ("lay(card in my hand)", "put(card in my hand)"),
    ("to my laid", "to deck"),
    ("gain card.value gold", "gain 9 * card.value gold"),
]


@pytest.mark.parametrize(("old", "new"), EDITS)
def test_where_rules_part_is_told_alike_where_a_seat_knows_the_same(old: str, new: str) -> None:
    game = Game(load_text(FACE_DOWN, Path("face-down.cairn")), 2)
    changed = load_text(FACE_DOWN.replace(old, new), Path("face-down.cairn"))
    told: dict[object, set[tuple[str, str, str]]] = {}
    for seed in range(24):
        session = Session(game, seed)
        for _ in range(3):
            session.apply(game.interpreter.legal(session.state)[1])
        for seat in range(2):
            known = tuple(game.knowledge.observe(list(d.state), seat) for d in session.history)
            now = game.knowledge.observe(session.state, seat)
            parted = reload(session, changed, examples=False, reader=seat).parted
            if parted is not None:
                rows = told.setdefault((seat, known, now, parted.number), set())
                rows.add((parted.move, parted.sentence, parted.words))
    assert told and all(len(rows) == 1 for rows in told.values()), told
