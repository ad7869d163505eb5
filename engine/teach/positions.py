"""Positions that show what the rules say: from the ruleset's own examples, else from random games.

Which points an example shows is seen by tracing it: what fired, and which requirement refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from operator import ne
from threading import get_ident

from engine.chronicle.happenings import Replays
from engine.compile import layout as at
from engine.game.example_claims import Claims
from engine.game.examples import Examples
from engine.game.interpreter import Listener, State
from engine.game.session import Game, Session
from engine.game.visits import by_chance, visits
from engine.language.diagnostics import RulesError
from engine.language.frozen import walk
from engine.rules import model as m
from engine.rules.load import Loaded
from engine.teach.constructs import Construct

SEED = 11
"""The deal that examples are shown with."""
MOST = 3
"""So many positions are kept of a point."""
TRIED = 8
"""So many are looked at, of which the smallest are kept."""
LONGEST = 600
"""A game that is longer is not played to its end."""
GAMES, PLIES = 2, 90
"""How many random games are searched for a point, and how far."""
WHOLE = ("aim", "players", "rounds", "teams", "type", "rating")
"""What is about the whole game: no position shows it."""


@dataclass(frozen=True)
class ShownPosition:
    """A position that shows a point: the game it is of, its state, and the move that matters there.

    `legal`: the move can be made; otherwise it is refused, and `why` says by what. `title`: that of
    the example, empty for one from a random game. `words`: what the move does.
    """

    title: str
    players: int
    options: tuple[tuple[str, int], ...]
    state: tuple[int, ...] = field(repr=False)
    move: str = ""
    legal: bool = True
    words: str = ""
    why: str = ""
    decisions: int = 0
    example: int | None = None


class Witnesses:
    """Looks for positions that show the constructs of a ruleset."""

    def __init__(self, loaded: Loaded, found: Iterable[Construct]) -> None:
        """Prepare for a checked ruleset."""
        self.loaded = loaded
        self.rules = loaded.checked()
        self.examples = Examples(loaded, (SEED,))
        self.found = list(found)
        self.shown: dict[int, list[ShownPosition]] = {}
        """By the identity of a node: the positions that show it."""
        self._refused: set[int] = set()
        self._deals: dict[tuple[int, tuple[tuple[str, int], ...]], State] = {}
        self._by_span = {
            (c.node.span.file, c.node.span.line): c.node for c in self.found if c.kind == "line"
        }
        self._lines = {id(node) for node in self._by_span.values()}
        self._counting = frozenset(
            number for number, example in enumerate(self.rules.examples) if about_score(example)
        )
        self._start: dict[tuple[int, str], list[int]] = {}

    def search(self) -> list[list[ShownPosition]]:
        """Return the positions that show each construct, the best first."""
        for number, example in enumerate(self.rules.examples):
            try:
                self._example(number, example)
            except (RulesError, ValueError, IndexError):
                continue  # What doesn't hold is told by 'cairn check'.
        self._games()
        return [self._smallest(id(c.node)) if c.kind not in WHOLE else [] for c in self.found]

    def _smallest(self, node: int) -> list[ShownPosition]:
        """Return the positions that are kept: what refuses first, then examples, then small ones.

        A position is the smaller, the less has changed in it since its deal. What counts is shown
        by examples that claim something of the score, where there are any.
        """
        found = self.shown.get(node, [])
        refused = found[:1] if node in self._refused else []
        counted = self._counting if node in self._lines else frozenset()
        rest = sorted(
            found[len(refused) :],
            key=lambda p: (not p.title, p.example not in counted, self._changed(p)),
        )
        return [*refused, *rest][:MOST]

    def _changed(self, position: ShownPosition) -> int:
        """Return in how many numbers a position differs from the deal of its game."""
        key = (position.players, position.options)
        deal = self._deals.get(key, position.state)
        return sum(map(ne, deal, position.state))

    def missing(self) -> set[int]:
        """Return the nodes that a position could show and none does yet."""
        dull = (*WHOLE, "option", "advice")
        return {id(c.node) for c in self.found if c.kind not in dull} - set(self.shown)

    # -------------------------------------------------------------- examples

    def _example(self, number: int, example: m.Example) -> None:
        game = self.examples.game(example)
        key = (game.players, tuple(game.given.items()))
        if key not in self._deals:
            self._deals[key] = list(Session(game, SEED).state)
        claims = self.examples.claims(example, SEED)
        made = 0
        for step in example.steps:
            if isinstance(step, m.WrittenMove) and not step.any_turn:
                found = claims.matching(step)
                if not found:
                    return  # as where `claims.do` would raise: 'cairn check' tells
                text, move = next(iter(found.items()))
                words = game.wording.words(claims.state, move, claims.state[at.ME])
                before = self._position(game, claims.state, made, example.title, number)
                self._made(game, claims.state, move, replace(before, move=text, words=words))
                claims.make(move)
                made += 1
            elif isinstance(step, m.WrittenMove):
                claims.do(step)
            elif isinstance(step, m.Then):
                before = self._position(game, claims.state, made, example.title, number)
                self._claimed(game, claims, step, before)
        last = self._position(game, claims.state, made, example.title, number)
        self._lying(game, claims.state, last)
        self._scored(game, claims.state, last)
        for given in example.steps:
            if isinstance(given, m.Given) and given.form == "option":
                self._show(self.rules.options[given.name], last)

    def _claimed(self, game: Game, claims: Claims, then: m.Then, position: ShownPosition) -> None:
        if then.form == "cannot" and then.move is not None and not claims.ended:
            self._refusal(game, claims, then.move, position)
        if then.form == "wins" and self.rules.winner is not None:
            over = replace(position, state=tuple(claims.further()))
            self._show(self.rules.winner, over)

    def _refusal(
        self, game: Game, claims: Claims, move: m.WrittenMove, position: ShownPosition
    ) -> None:
        written, state = claims.written(move), claims.state
        why = game.explainer.explain(state, state[at.ME], written)
        if why.legal:
            return
        refused = replace(position, move=str(written), legal=False, why=why.sentence)
        for offered in game.wording.actions(state[at.PC]):
            action = offered.action
            if action.name != move.name:
                continue
            for require in action.requires:
                called = self._rules_in(require.condition)
                if require.span == why.span or (why.rule is not None and why.rule in called):
                    self._show(require, refused, first=True)
                    for rule in called:
                        self._show(self.rules.rules[rule], refused, first=True)

    # -------------------------------------------------------------- what a position shows

    def _made(
        self, game: Game, state: State, move: tuple[int, ...], position: ShownPosition
    ) -> None:
        """Note what a decision sets off, and the pieces there before it."""
        if position.example is not None or position.decisions % 10 == 0:
            self._lying(game, state, position)
        for node in self._heard(game, state, move):
            self._show(node, position)
            if isinstance(node, m.Block):
                continue
            for part in (*self._asked(node), *(p for p in walk(node) if isinstance(p, m.Require))):
                self._show(part, position)

    def _heard(self, game: Game, state: State, move: tuple[int, ...]) -> Iterator[m.Model]:
        action = game.wording.action(state[at.PC], move)
        replays = Replays(game)
        record = replays.replay(state, move)
        parts = [action.action] if action is not None else []
        heard = map(self._as_written, (*parts, *(part for part, _ in replays.begun(record))))
        return iter({id(part): part for part in heard}.values())

    def _as_written(self, part: m.Model) -> m.Model:
        """Return an action as it is in the rules, which is offered once for each number."""
        if not isinstance(part, m.Action):
            return part
        nodes = (c.node for c in self.found if isinstance(c.node, m.Action))
        return next((node for node in nodes if node.number == part.number), part)

    def _lying(self, game: Game, state: State, position: ShownPosition) -> None:
        """Note which zones have something in them, which kinds of pieces lie there, and which
        variables have changed since the deal.
        """
        wanted = self.missing()
        layout, pieces = game.compiled.layout, game.compiled.setting.pieces
        for address, zone in layout.zones.items():
            if not state[address]:
                continue
            model = self.rules.zones[zone.family.name]
            if id(model) in wanted:
                self._show(model, position)
            kinds = set(model.pieces) if len(model.pieces) == 1 else set()
            if zone.tells_apart:
                kinds |= {pieces[piece].component for piece in zone.lying(state)}
            for kind in kinds:
                component = self.rules.components[kind]
                if id(component) in wanted:
                    self._show(component, position)
        for variable in self.rules.variables.values():
            cells = layout.cells[variable.name]
            values = list(state[cells.base : cells.base + cells.size])
            first = self._start.setdefault((id(game), variable.name), values)
            if id(variable) in wanted and values != first:
                self._show(variable, position)

    def _scored(self, game: Game, state: State, position: ShownPosition) -> None:
        for seat in range(game.players):
            for ledger in game.ledgers.ledgers(state, seat):
                for row in ledger.rows:
                    line = self._by_span.get((row.span.file, row.span.line))
                    if line is not None and row.value not in (0, 1 if row.kind == "times" else 0):
                        self._show(line, position)
                        for score in game.ledgers.scores:
                            if any(part is line for part in walk(score)):
                                self._show(score, position)
                        for part in self._asked(line):
                            self._show(part, position)

    def _asked(self, node: object) -> Iterator[m.Model]:
        """Yield the tables and the rules that something asks."""
        yield from (self.rules.tables[p.table] for p in walk(node) if isinstance(p, m.Lookup))
        for name in self._rules_in(node):
            yield self.rules.rules[name]

    def _rules_in(self, node: object) -> set[str]:
        """Return the rules that something asks, and those that these ask."""
        asked: set[str] = set()
        waiting = [node]
        while waiting:
            new = {p.rule for p in walk(waiting.pop()) if isinstance(p, m.RuleCall)} - asked
            asked |= new
            waiting += [self.rules.rules[name] for name in new]
        return asked

    # -------------------------------------------------------------- random games

    def _games(self) -> None:
        """Search random games for what no example shows; the deal shows the set-up."""
        plain = m.Example(title="", steps=())
        game = self.examples.game(plain)
        for seed in range(1, GAMES + 1):
            with suppress(RulesError):  # A game that stops is reported by 'cairn check --playtest'.
                self._game(game, seed)
        if self.rules.winner is not None and id(self.rules.winner) not in self.shown:
            self._finished(game)
        self._set_up(self._position(game, Session(game, 1).state))

    def _game(self, game: Game, seed: int) -> None:
        """Search one random game. Raises RulesError where the rules go wrong in it."""
        state = game.interpreter.start(seed)
        if seed == 1:
            deal = self._position(game, state)
            for c in self.found:
                if c.kind in ("setup", "turn", "start"):
                    self._show(c.node, deal)
        paid: list[int] = []
        listener = Listener(tell=lambda _, score: paid.append(score))

        def made(decisions: int) -> None:
            over = game.interpreter.over(state)
            if decisions % 8 == 1 or paid or over:
                now = self._position(game, state, decisions)
                self._scored(game, state, now)
                if over and self.rules.winner is not None:
                    self._show(self.rules.winner, now)

        done = 0
        for visit in visits(game.interpreter, state, PLIES, by_chance(seed), listener):
            made(visit.number)
            paid.clear()
            if not self.missing():
                return
            position = self._position(game, state, visit.number)
            text = game.wording.notation(state, visit.move)
            self._made(game, state, visit.move, replace(position, move=text))
            done = visit.number + 1
        made(done)

    def _set_up(self, deal: ShownPosition) -> None:
        """Note what only the set-up uses: the deal shows it."""
        missing, blocks = self.missing(), (self.rules.setup_once, self.rules.setup)
        zones = (self.rules.zones[p.name] for p in walk(blocks) if isinstance(p, m.ZoneRef))
        for part in (*zones, *self._asked(blocks)):
            if id(part) in missing:
                self._show(part, deal)

    def _finished(self, game: Game) -> None:
        """Play one game to its end, which shows who wins."""
        state = game.interpreter.start(SEED)
        with suppress(RulesError):
            for _ in visits(game.interpreter, state, LONGEST, by_chance(SEED)):
                pass
            if game.interpreter.over(state) and self.rules.winner is not None:
                self._show(self.rules.winner, self._position(game, state))

    # -------------------------------------------------------------- keeping

    def _position(
        self,
        game: Game,
        state: State,
        decisions: int = 0,
        title: str = "",
        example: int | None = None,
    ) -> ShownPosition:
        return ShownPosition(
            title, game.players, tuple(game.given.items()), tuple(state), decisions=decisions,
            example=example,
        )  # fmt: skip

    def _show(self, node: m.Model, position: ShownPosition, *, first: bool = False) -> None:
        known = self.shown.setdefault(id(node), [])
        if first and id(node) not in self._refused:
            self._refused.add(id(node))
            known.insert(0, position)
        elif len(known) < TRIED and all(p.state != position.state for p in known):
            known.append(position)


@dataclass(frozen=True)
class ByDigest:
    """A ruleset as caches know it: by its digest and name."""

    digest: str
    name: str
    loaded: Loaded = field(compare=False)

    @classmethod
    def of(cls, loaded: Loaded) -> ByDigest:
        """Return the key of a ruleset."""
        return cls(loaded.digest, loaded.name, loaded)


_Options = tuple[tuple[str, int], ...]


@lru_cache(maxsize=12)
def _compiled(key: ByDigest, players: int, options: _Options, language: str, thread: int) -> Game:
    """Return a game of its own for each thread: two may not use one at once."""
    return Game(key.loaded, players, dict(options), language)


def game_of(loaded: Loaded, players: int, options: _Options, language: str = "en") -> Game:
    """Return a compiled game, the one of before where it was asked for before."""
    return _compiled(ByDigest.of(loaded), players, options, language, get_ident())


Games = dict[tuple[int, _Options], Game]
"""Compiled games by their players and options: those of one thread."""


def open_position(
    loaded: Loaded, position: ShownPosition, language: str = "en", games: Games | None = None
) -> Session:
    """Return a study game that continues from a position.

    `games`: where a thread of its own keeps the games that it has compiled.
    """
    key = position.players, position.options
    if games is None:
        game = game_of(loaded, *key, language)
    else:
        if key not in games:
            games[key] = Game(loaded, key[0], dict(key[1]), language)
        game = games[key]
    session = Session(game, SEED, fair=False)
    session.state = list(position.state)
    session.history, session.results = [], []
    return session


def about_score(example: m.Example) -> bool:
    """Return whether an example claims something about what is counted."""
    return any(isinstance(step, m.Then) and _of_score(step) for step in example.steps)


def _of_score(then: m.Then) -> bool:
    of_score = (p.op in ("score", "total") for p in walk(then) if isinstance(p, m.Op))
    return then.form == "line" or then.after_scoring or any(of_score)
