"""Going on with a game on rules that have been changed under it.

The moves are made again on the new rules, from the same seed. As long as they are legal there and
lead to what the players saw before, the game is kept; a changed score, or a rule that has not
mattered yet, does not end it. At the first move that is no longer legal, or that leads elsewhere,
the rules part, and the new game stands at the last position that both share.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from engine.compile import layout as at
from engine.game.arranged import begin_again
from engine.game.evaluate import HERE
from engine.game.examples import SEEDS, Outcome, run_examples
from engine.game.explain import Explainer, Explanation
from engine.game.interpreter import Move
from engine.game.options import read_options
from engine.game.position_diff import PositionDiff
from engine.game.ruleset_tests import unsound
from engine.game.session import Decision, Game, Session, read_move
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.source import NOWHERE, Source, Span
from engine.rules import model as m
from engine.rules.load import Loaded, undisturbed
from engine.rules.options import option_words, values_of


@dataclass(frozen=True)
class Parted:
    """The first move at which two rulesets part: its number from 1, and what it met.

    Number 0 is the deal. `seat` made the move; `move` is how it is written, or says what it does
    where that would name what the reader can't know. `span` is the line of the rule that refuses
    it. `words` is all of it in one sentence.
    """

    number: int
    move: str
    seat: int
    sentence: str
    span: Span = NOWHERE
    words: str = ""


@dataclass(frozen=True)
class Reload:
    """What became of a game on changed rules. Not `ok`: nothing changes, the diagnostics say why.

    `session` is the game on the new rules, at the last position that both share; the old one when
    not `ok`. `notes` say which options are no longer what they were. `outcomes`: how the examples
    of the new rules went. `sources`: the texts that diagnostics quote.
    """

    ok: bool
    session: Session
    diagnostics: tuple[Diagnostic, ...] = ()
    moves_kept: int = 0
    moves_total: int = 0
    parted: Parted | None = None
    notes: tuple[str, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    sources: Mapping[str, Source] | None = None

    @property
    def failed(self) -> list[Outcome]:
        """Return the examples that don't hold."""
        return [outcome for outcome in self.outcomes if not outcome.passed]


def reload(
    session: Session,
    source: Loaded | str | Mapping[Path, str],
    *,
    examples: bool = True,
    reader: int | None = None,
) -> Reload:
    """Play a game again on rules that have changed, as far as they agree.

    `source`: the ruleset as it was loaded anew, or the new text of its file, or texts that take the
    place of what stands in some of its files. `reader`: the seat that reads what became of it, None
    for one who may know everything. The session itself stays as it is.
    """
    sources: dict[str, Source] = {}
    try:
        with undisturbed():
            return _reload(session, source, sources, reader, examples=examples)
    except RulesError as problem:
        total = len(session.history)
        return Reload(False, session, problem.diagnostics, total, total, sources=sources)


def _reload(
    session: Session,
    source: Loaded | str | Mapping[Path, str],
    sources: dict[str, Source],
    reader: int | None,
    *,
    examples: bool,
) -> Reload:
    old = session.game
    loaded = _loaded(old.loaded, source)
    sources |= loaded.findings.sources
    options, notes = carried_over(old, loaded.checked())
    game = Game(loaded, old.players, options, old.language)
    if problems := unsound(game):
        raise RulesError(*problems)
    new, parted = replayed(session, game, reader)
    outcomes = run_examples(loaded, seeds=SEEDS[:1], ready=[game]) if examples else []
    return Reload(
        True, new, tuple(loaded.findings.in_order()), len(new.history), len(session.history),
        parted, tuple(notes), tuple(outcomes), sources,
    )  # fmt: skip


def _loaded(old: Loaded, source: Loaded | str | Mapping[Path, str]) -> Loaded:
    if isinstance(source, Loaded):
        return source
    return old.again({old.path: source} if isinstance(source, str) else source)


# ------------------------------------------------------------------ options


def carried_over(old: Game, rules: m.Ruleset) -> tuple[dict[str, int], list[str]]:
    """Return a game's options as they are for other rules, and notes on those that changed."""
    before, text = old.option_words(), old.wording.catalogue.text
    gone = text("There is no option '{name}' any longer.")
    new = text("There is a new option '{name}'; it is {value}.")
    narrower = text("The option '{name}' can't be {before} any longer; it is {value}.")
    options: dict[str, int] = {}
    notes = [gone.format(name=name) for name in before if name not in rules.options]
    for name, option in rules.options.items():
        value = option_words(rules, option)[values_of(rules, option).index(option.default)]
        if name not in before:
            notes.append(new.format(name=name, value=value))
            continue
        try:
            options |= read_options(rules, {name: before[name]})
        except RulesError:
            notes.append(narrower.format(name=name, before=before[name], value=value))
    return options, notes


# ------------------------------------------------------------------ moves


def replayed(
    session: Session, game: Game, reader: int | None = None
) -> tuple[Session, Parted | None]:
    """Make a game's moves again on other rules; return how far that went, and where they part.

    `reader`: the seat that is told where, None for one who may know everything.
    """
    new = begin_again(session, game)
    alike = PositionDiff(session.game, game)
    states: list[Sequence[int]] = [*(d.state for d in session.history), session.state]
    other = alike.difference(states[0], new.state)
    if other:
        words = game.wording.catalogue.text("The rules part at the deal: {what}")
        return new, Parted(0, "", new.seat or 0, other, words=words.format(what=other))
    for number, decision in enumerate(session.history, 1):
        told = _Told(session, number, reader)
        met = _make_again(new, decision, alike, states[number], told)
        if met is not None:
            sentence, span = met
            template = "The rules part at move {number}, {move}: {what}"
            if not told.move:
                template = "The rules part at move {number}: {what}"
            words = game.wording.catalogue.text(template)
            words = words.format(number=number, move=told.move, what=sentence)
            parted = Parted(number, told.move, decision.seat, sentence, span, words)
            return new.at(number - 1), parted
    return new, None


class _Told:
    """What a reader may know of a decision: how it is written, or else what it does in words."""

    def __init__(self, session: Session, number: int, reader: int | None) -> None:
        self.session, self.number, self.reader = session, number, reader
        self.decision = session.history[number - 1]

    @cached_property
    def written(self) -> str:
        """Return the move's notation, empty where it would name what the reader can't know."""
        return self._row[1]

    @cached_property
    def move(self) -> str:
        """Return the move as the reader may know it, empty where nothing can be said of it."""
        return self.written or self._row[2].removesuffix(".")

    @cached_property
    def _row(self) -> tuple[int, str, str]:
        return self.session.log_row(self.number, self.reader)

    def why(self, new: Session) -> Explanation:
        """Return why the decision can't be made on new rules, as far as the reader knows."""
        game, decision = new.game, self.decision
        if self.reader in (None, decision.seat):
            return new.explain(decision.seat, decision.text)
        if not self.written:
            said = game.wording.catalogue.text("it isn't legal any more.")
            return Explanation(False, self.move, said)
        found = self.session.game.wording.action(decision.state[at.PC], decision.move)
        taken = self.session.game.wording.taken(found[0], decision.move) if found else []
        after = self.session.at(self.number).state
        sight = game.knowledge.sight(new.state, self.reader, after, taken)
        explainer = Explainer(game.wording, game.explainer.sources, sight)
        return explainer.explain(new.state, decision.seat, *read_move(decision.text))


def _make_again(
    new: Session, decision: Decision, alike: PositionDiff, after: Sequence[int], told: _Told
) -> tuple[str, Span] | None:
    """Make a decision on the new rules; return what it met there, None when it is as it was."""
    move = _same_move(new, decision)
    if move is None:
        why = told.why(new)
        return why.sentence, why.span
    try:
        new.apply(move, decision.text)
        other = alike.difference(after, new.state)
    except RulesError as problem:
        found = problem.diagnostics[0]
        message = found.message if told.reader is None else found.message.partition(HERE)[0]
        return message, found.span
    return (other, NOWHERE) if other else None


def _same_move(session: Session, decision: Decision) -> Move | None:
    """Return the legal move that reads like a decision made elsewhere; most have its numbers."""
    wording, state = session.game.wording, session.state
    legal = [] if session.over else session.game.interpreter.legal(state)
    likely = [decision.move] if decision.move in legal else []
    for move in (*likely, *legal):
        if wording.notation(state, move) == decision.text:
            return move
    return None
