"""Running the examples in the rules.

`given` says how a position differs from one that was dealt (see `arrange`). Each example runs with
several deals, so that none passes by the luck of one; where they disagree, the example is told to
depend on the deal, with what was dealt and what `given` moved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce

from engine.compile import layout as at
from engine.game.dealing import dealt
from engine.game.example_claims import Claims
from engine.game.example_setup import Arranger
from engine.game.session import Game
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.frozen import walk
from engine.language.message import Message
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.load import Loaded

SEEDS = (11, 23, 37, 41, 59, 67)
"""The deals that each example runs with."""
MOST_TOLD = 5
"""So many pieces, or zones, of a deal are told."""


@dataclass(frozen=True)
class Outcome:
    """How an example went: `passed`, or the `diagnostic` that says what didn't hold.

    `title` and `span` say which example it is.

    >>> from engine import load, run_examples
    >>> run_examples(load("examples/nim.cairn"), ["A whole heap may go"])[0].diagnostic is None
    True
    """

    title: str
    span: Span
    diagnostic: Diagnostic | None = None

    @property
    def passed(self) -> bool:
        """Return whether everything it claims holds."""
        return self.diagnostic is None


class Examples:
    """Runs the examples of one ruleset; games are compiled once for each setting."""

    def __init__(
        self, loaded: Loaded, seeds: Sequence[int] = SEEDS, ready: Sequence[Game] = ()
    ) -> None:
        """Prepare for a checked ruleset; some of its games may be ready, in English."""
        self.loaded = loaded
        self.seeds = seeds
        self.rules = loaded.checked()
        self.chance = self.rules.header.starts == "random" or any(
            part.by_chance if isinstance(part, m.StmtBase)
            else isinstance(part, m.Fold) and part.kind == "random"
            for part in walk(self.rules)
        )  # fmt: skip
        """Whether anything in the rules is random."""
        self._games = {_setting(g.players, g.given, self.rules): g for g in ready}

    def game(self, example: m.Example) -> Game:
        """Return the game that an example plays: its players and options."""
        players = self.rules.header.players[0]
        options: dict[str, int] = {}
        for step in example.steps:
            if isinstance(step, m.Given) and step.form in ("players", "option"):
                value = step.items[0].value
                assert isinstance(value, m.Literal_)
                if step.form == "players":
                    players = value.value
                else:
                    options[step.name] = value.value
        key = _setting(players, options, self.rules)
        if key not in self._games:
            self._games[key] = Game(self.loaded, players, options)
        return self._games[key]

    def run(self, example: m.Example) -> Outcome:
        """Run an example with each seed; the first failure counts.

        An example that holds with other deals is reported: it depends on them.
        """
        failed: list[tuple[int, Diagnostic]] = []
        seeds = self.seeds if self._by_chance(example) else self.seeds[:1]
        for seed in seeds:
            try:
                self.once(example, seed)
            except RulesError as problem:
                failed.append((seed, problem.diagnostics[0]))
        if not failed:
            return Outcome(example.title, example.span)
        seed, found = failed[0]
        notes: tuple[str, ...] = ()
        if len(failed) < len(seeds):
            failing = [number for number, _ in failed]
            passing = [s for s in seeds if s not in failing]
            notes = (
                Message(
                    "this depends on the deal: it holds in {number} of {total} deals; {hint}",
                    *(len(passing), len(self.seeds), self._begins(example, failing, passing)),
                ),
                *self._told_of(example, seed, passing[0]),
            )
        if found.code.startswith("E4"):
            return Outcome(example.title, example.span, replace(found, notes=found.notes + notes))
        where = (Message("at {place}", found.span.place),) if found.span.line else ()
        diagnostic = Diagnostic(
            Code.E401,
            Message(
                "the example '{title}' meets an error: {message}", example.title, found.message
            ),
            example.span,
            where + notes,
        )
        return Outcome(example.title, example.span, diagnostic)

    def _by_chance(self, example: m.Example) -> bool:
        """Return whether an example may come out differently with another deal."""
        turns = (step.any_turn for step in example.steps if isinstance(step, m.WrittenMove))
        return self.chance or any(turns)

    def _begins(self, example: m.Example, failing: list[int], passing: list[int]) -> Message:
        """Return what to say, and that is who begins where deals differ in that."""
        try:
            here, there = (
                [self.arranged(example, seed).state[at.STARTER] for seed in seeds]
                for seeds in (failing, passing)
            )
        except RulesError:
            return _NEEDS
        if {*here} & {*there}:
            return _NEEDS
        return Message(
            "the starting player is random, so write 'given seat {seat} is to move'", there[0] + 1
        )

    def _told_of(self, example: m.Example, seed: int, other: int) -> Iterator[str]:
        """Yield what is at random in a deal, compared with another, and what `given` moved."""
        try:
            one, another = self.arranged(example, seed), self.arranged(example, other)
        except RulesError:
            return
        wording = self.game(example).wording
        chance = [
            Message(
                "{zone} has {pieces}",
                *(wording.zone_at(zone), _listed([wording.name(p, one.state) for p in pieces])),
            )
            for zone, pieces in one.by_chance(another)
        ]
        if chance:
            yield Message("dealt at random here: {names}", _listed(chance, "; "))
        moved = [
            Message(
                "{piece} from {zone} to {other}",
                *(wording.name(piece, one.state), wording.zone_at(source)),
                wording.zone_at(target),
            )
            for piece, source, target in one.moved()
        ]
        if moved:
            yield Message("'given' moved {names}", _listed(moved))

    def arranged(self, example: m.Example, seed: int) -> Arranger:
        """Return what is given, arranged in a deal. Raises RulesError (E402)."""
        game = self.game(example)
        givens = [s for s in example.steps if isinstance(s, m.Given)]
        arranger = Arranger(game, dealt(game, seed, givens))
        arranger.arrange(givens)
        return arranger

    def claims(self, example: m.Example, seed: int) -> Claims:
        """Return an example in a deal, before its first step. Raises RulesError (E402)."""
        return Claims(self.game(example), self.arranged(example, seed), seed)

    def once(self, example: m.Example, seed: int) -> None:
        """Run an example with one seed. Raises RulesError (E401, E402) for what doesn't hold."""
        claims = self.claims(example, seed)
        for step in example.steps:
            if isinstance(step, m.WrittenMove):
                claims.do(step)
            elif isinstance(step, m.Then):
                claims.check(step)


_NEEDS = Message("say what it needs with 'given'")


def _listed(items: Sequence[str], joint: str = ", ") -> str:
    """Return the first of some things, and how many more there are."""
    told = reduce(partial(Message, f"{{first}}{joint}{{last}}"), items[:MOST_TOLD])
    more = len(items) - MOST_TOLD
    return Message("{first} and {number} more", told, more) if more > 0 else told


def _setting(
    players: int, options: Mapping[str, int], rules: m.Ruleset
) -> tuple[int, tuple[int, ...]]:
    """Return what games are equal in: the number of players, and the value of every option."""
    values = (options.get(o.name, o.default) for o in rules.options.values())
    return players, tuple(values)


def run_examples(
    loaded: Loaded,
    titles: Sequence[str] | None = None,
    seeds: Sequence[int] = SEEDS,
    ready: Sequence[Game] = (),
    tell: Callable[[float], object] | None = None,
) -> list[Outcome]:
    """Run the examples of a checked ruleset: all, or those with some titles. One outcome for each.

    `seeds`: the deals that each example is run with; it passes if it holds with all of them.
    `ready`: games of the ruleset that exist already, which saves time. `tell` hears after each
    example which share of them is done, from 0 to 1. Raises RulesError if the ruleset has errors;
    an example that fails doesn't raise.

    >>> from engine import load, run_examples
    >>> outcomes = run_examples(load("examples/nim.cairn"))
    >>> len(outcomes), all(outcome.passed for outcome in outcomes)
    (6, True)
    """
    english = [game for game in ready if game.language == "en"]
    runner = Examples(loaded, seeds, english)
    wanted = [x for x in runner.rules.examples if titles is None or x.title in titles]
    outcomes = []
    for example in wanted:
        outcomes.append(runner.run(example))
        if tell is not None:
            tell(len(outcomes) / len(wanted))
    return outcomes


def examples_of(game: Game) -> Iterator[Outcome]:
    """Run the examples of a game's rules one after the other, each with one seed.

    The player who waits for them can do something else between two.
    """
    runner = Examples(game.loaded, SEEDS[:1], [game] if game.language == "en" else [])
    for example in runner.rules.examples:
        yield runner.run(example)
