"""Going on with a game on rules that have been changed under it.

The moves are made again on the new rules, from the same seed. As long as they are legal there and
lead to what the players saw before, the game is kept; a changed score, or a rule that has not
mattered yet, does not end it. At the first move that is no longer legal, or that leads elsewhere,
the rules part, and the new game stands at the last position that both share.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.chronicle.chronicle import Chronicle
from engine.compile import layout as at
from engine.game.arranged import begin_again
from engine.game.evaluate import HERE
from engine.game.examples import SEEDS, Outcome, run_examples
from engine.game.explain import Explainer
from engine.game.interpreter import Move
from engine.game.options import read_options
from engine.game.position_diff import PositionDiff
from engine.game.ruleset_tests import unsound
from engine.game.session import Decision, Game, Session
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.source import NOWHERE, Source, Span
from engine.rules import model as m
from engine.rules.load import Loaded, gc_paused
from engine.rules.options import option_words, values_of


@dataclass(frozen=True)
class Divergence:
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
    parted: Divergence | None = None
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
    place of what is in some of its files. `reader`: the seat that reads what became of it, None
    for one who may know everything. The session itself stays as it is.
    """
    old, total = session.game, len(session.history)
    sources: Mapping[str, Source] = {}
    try:
        with gc_paused():
            loaded = _loaded(old.loaded, source)
            sources = loaded.findings.sources
            options, notes = carried_over(old, loaded.checked())
            game = Game(loaded, old.players, options, old.language)
            if problems := unsound(game):
                raise RulesError(*problems)
            new, parted = replayed(session, game, reader)
            outcomes = run_examples(loaded, seeds=SEEDS[:1], ready=[game]) if examples else []
    except RulesError as problem:
        return Reload(False, session, problem.diagnostics, total, total, sources=sources)
    return Reload(
        True, new, tuple(loaded.findings.in_order()), len(new.history), total,
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
) -> tuple[Session, Divergence | None]:
    """Make a game's moves again on other rules; return how far that went, and where they part.

    `reader`: the seat that is told where, None for one who may know everything.
    """
    new = begin_again(session, game)
    alike, chronicle = PositionDiff(session.game, game), Chronicle(session)
    states: list[Sequence[int]] = [*(d.state for d in session.history), session.state]
    other = alike.difference(states[0], new.state)
    if other:
        words = game.wording.catalogue.text("The rules part at the deal: {what}")
        return new, Divergence(0, "", new.seat or 0, other, words=words.format(what=other))
    for number, decision in enumerate(session.history, 1):
        met = _make_again(new, chronicle, number, alike, states[number], reader)
        if met is not None:
            sentence, span = met
            _, written, words = chronicle.known(number, reader)
            move = written or words.removesuffix(".")
            template = "The rules part at move {number}, {move}: {what}"
            if not move:
                template = "The rules part at move {number}: {what}"
            say = game.wording.catalogue.text(template).format
            whole = say(number=number, move=move, what=sentence)
            parted = Divergence(number, move, decision.seat, sentence, span, whole)
            return new.at(number - 1), parted
    return new, None


def _make_again(
    new: Session,
    chronicle: Chronicle,
    number: int,
    alike: PositionDiff,
    after: Sequence[int],
    reader: int | None,
) -> tuple[str, Span] | None:
    """Make a decision on the new rules; return what it met there, None when it is as it was."""
    decision = chronicle.session.history[number - 1]
    move = _same_move(new, decision)
    if move is None:
        return _refused(new, chronicle, number, reader)
    try:
        new.apply(move, decision.text)
        other = alike.difference(after, new.state)
    except RulesError as problem:
        found = problem.diagnostics[0]
        message = found.message if reader is None else found.message.partition(HERE)[0]
        return message, found.span
    return (other, NOWHERE) if other else None


def _refused(
    new: Session, chronicle: Chronicle, number: int, reader: int | None
) -> tuple[str, Span]:
    """Return why a decision can't be made on new rules, as far as a reader knows, and the line."""
    game, session = new.game, chronicle.session
    old, decision = session.game.wording, session.history[number - 1]
    if reader in (None, decision.seat):
        why = new.explain(decision.seat, decision.text)
    elif not chronicle.known(number, reader)[1]:
        return game.wording.catalogue.text("it isn't legal any more."), NOWHERE
    else:
        found = old.action(decision.state[at.PC], decision.move)
        taken = old.taken(found[0], decision.move) if found else []
        sight = game.knowledge.sight(new.state, reader, session.state_after(number), taken)
        explainer = Explainer(game.wording, game.explainer.sources, sight)
        written = old.move_text(list(decision.state), decision.move)
        why = explainer.explain(new.state, decision.seat, written)
    return why.sentence, why.span


def _same_move(session: Session, decision: Decision) -> Move | None:
    """Return the legal move that reads like a decision made elsewhere; most have its numbers."""
    wording, state = session.game.wording, session.state
    legal = [] if session.over else session.game.interpreter.legal(state)
    likely = [decision.move] if decision.move in legal else []
    for move in (*likely, *legal):
        if wording.notation(state, move) == decision.text:
            return move
    return None
