"""Why a move is legal or not: the rule's sentence, the values that decided, the line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from engine.compile import layout as at
from engine.compile.debug_info import Array, OfferedAction
from engine.compile.multi_choice import each
from engine.compile.program import Const, E
from engine.game.condition_facts import condition_facts
from engine.game.eval_context import EvalContext
from engine.game.evaluate import Locals
from engine.game.interpreter import State
from engine.game.masked_state import MaskedState
from engine.game.wording import UNSEEN, LegalMove, Wording, cell_name, several_zones
from engine.language.diagnostics import RulesError
from engine.language.source import NOWHERE, Source, Span
from engine.moves.notation import Key, MoveText, meant, things_of
from engine.rules import model as m
from engine.rules.catalogue import ENGLISH, Catalogue, signed

_TELLING = (
    "size", "is empty", "is full", "is none", "first", "last", "total", "round", "score",
)  # fmt: skip
"""Operations whose values tell something by themselves."""
WITNESSES = 4
"""In so many positions that its mover can't tell from the truth a move is looked at. One decides
unless the rules read what the mover can't see, which the checker refuses where it notices."""
MOST_ALIKE = 4
"""So many legal moves are listed that a text may mean."""


@dataclass(frozen=True)
class Explanation:
    """Why a move is legal or not.

    `sentence`: the words of the rule, or Cairn's own. `rule`: the named rule that refuses, None if
    there is none. `facts`: what its condition looked at. `span`: its place in the text.
    `forbidden`: a rule refuses the move, not just the moment or the notation. `render()`: all of
    it, for people.

    >>> from engine import Game, Session, load
    >>> session = Session(Game(load("examples/nim.cairn"), players=2))
    >>> session.explain(0, "take(2, 4)").sentence
    'many must be 1 to 3 here.'
    """

    legal: bool
    move: str
    sentence: str
    span: Span = NOWHERE
    rule: str | None = None
    facts: tuple[str, ...] = ()
    forbidden: bool = False
    failed: tuple[m.Expr, EvalContext] | None = field(default=None, compare=False, repr=False)

    def render(self, words: Catalogue = ENGLISH) -> str:
        """Return the explanation as a person reads it, in the language of a catalogue."""
        head = "{move} is legal: {why}" if self.legal else "{move} is not legal: {why}"
        rows = [words.filled(head, move=self.move, why=self.sentence)]
        if self.facts:
            rows.append("  " + " ".join(self.facts))
        if self.span.line:
            file, line = self.span.file, self.span.line
            rows.append("  " + words.filled("({file}, line {line})", file=file, line=line))
        return "\n".join(rows)


@dataclass(frozen=True)
class _Asked:
    """A move that is asked about: as it is written, whose it is, and where."""

    written: MoveText
    seat: int
    state: State
    openly: bool

    @property
    def shown(self) -> str:
        """Return how it is written: openly as in an example, otherwise as people type it."""
        return str(self.written) if self.openly else self.written.said

    def form(self, legal: LegalMove) -> str:
        """Return a legal move, written likewise."""
        return legal.text if self.openly else legal.shown


class Explainer:
    """Explains the moves of one compiled ruleset."""

    def __init__(
        self, wording: Wording, sources: dict[str, Source], reader: MaskedState | None = None
    ) -> None:
        """Prepare for a ruleset; its sources give the text of conditions.

        `reader`: a position as one knows it who reads of another's move there.
        """
        self.wording = wording
        self.reader = reader
        self.sources = sources
        self.rules = wording.rules
        self.everywhere = list(wording.compiled.debug.actions.values())
        self._sampled: tuple[State, int, list[State]] = ([], 0, [])

    def quote(self, e: m.Model) -> str:
        """Return how a node stands in the text."""
        source = self.sources.get(e.span.file)
        return source.quote(e.span) if source else "this"

    def reading(self, state: State, seat: int, known: Locals) -> EvalContext:
        """Return how the conditions of a seat's move are read: by the seat itself, if by nobody
        else.
        """
        sight = self.reader or self.wording.sight(state, seat)
        return EvalContext(self.wording, sight, seat, known)

    def refusal(
        self, shown: str, sentence: str, span: Span = NOWHERE, **values: object
    ) -> Explanation:
        """Return in words of our own that a move isn't legal."""
        return Explanation(False, shown, self._say(sentence, **values), span)

    def _say(self, sentence: str, **values: object) -> str:
        return self.wording.catalogue.filled(sentence, **values)

    # -------------------------------------------------------------- the whole move

    def explain(
        self,
        state: State,
        seat: int,
        written: MoveText,
        *,
        openly: bool = False,
    ) -> Explanation:
        """Explain a written move of a seat; without arguments, any move of that name.

        `openly`: the whole position decides what refuses it, as in an example, where nobody plays.
        """
        asked = _Asked(written, seat, state, openly)
        shown, name = asked.shown, self._as_in_the_rules(written.name)
        if state[at.PC] == at.OVER:
            return self.refusal(shown, "the game is over.")
        if seat == state[at.ME] and name == "pass" and self._is_another_pass(written.name, state):
            return self._elsewhere(asked, written.name)
        legals = self.wording.legal(state) if seat == state[at.ME] else []
        for legal in legals:
            named = written.arguments is None and legal.canonical.name == name
            alike = written.key in (legal.canonical.key, legal.written.key)
            if named or alike or shown == legal.shown:
                return self._legal(asked.form(legal), self.wording.action(state[at.PC], legal.move))
        if not any(x.action.name == name for x in self.everywhere) and name != "pass":
            return self.refusal(shown, "this game has no action '{name}'.", name=name)
        if seat != state[at.ME]:
            now = "it is {seat} that has to decide now."
            return self.refusal(shown, now, seat=self.wording.catalogue.seat(state[at.ME]))
        here = [x for x in self.wording.actions(state[at.PC]) if x.action.name == name]
        if not here:
            return self._elsewhere(asked, name)
        texts = {x.text: asked.form(x) for x in legals}
        similar = [] if written.arguments is None else meant(written, texts)
        if similar:
            return self._unclear(shown, [texts[text] for text in similar])
        keys = {x.canonical.key: asked.form(x) for x in legals}
        found = self._meant(here, written.arguments)
        refused = self._refused(asked, found, keys)
        same = next((asked.form(x) for x in legals if x.canonical.name == name), None)
        complete = len(written.arguments or ()) == len(found.action.parameters)
        if complete or same is None:
            return refused
        told = self._say("For example: {move}.", move=same)
        return replace(refused, sentence=f"{refused.sentence} {told}")

    def _unclear(self, shown: str, alike: Sequence[str]) -> Explanation:
        """Return which legal moves a text may mean that is written like none of them."""
        listed = self._say(" or ").join(alike[:MOST_ALIKE])
        return self.refusal(shown, "write {moves}.", moves=listed)

    def _as_in_the_rules(self, name: str) -> str:
        """Return the action that a person means by its name in the rules or in their language."""
        if name == "pass" or any(x.action.name == name for x in self.everywhere):
            return name
        titles = {self.wording.title(x.action): x.action.name for x in self.everywhere}
        return titles.get(name, "pass" if name == self.wording.title(None) else name)

    def _is_another_pass(self, title: str, state: State) -> bool:
        """Return whether a sentence belongs to a pass of the game that can't be chosen now."""
        here = {self.wording.title(x.action) for x in self.wording.actions(state[at.PC])}
        return title not in here and any(
            x.action.name == "pass" and self.wording.title(x.action) == title
            for x in self.everywhere
        )

    def _meant(
        self, same: Sequence[OfferedAction], arguments: Sequence[str] | None
    ) -> OfferedAction:
        """Return which of an action's versions takes as many things as are written, if any does."""
        written = [len(things_of(text)) for text in arguments or ()]

        def fits(offered: OfferedAction) -> bool:
            taken = [len(each(p, self.wording.setting)) for p in offered.action.parameters]
            return taken == written

        return next(filter(fits, same), same[0])

    def _legal(self, text: str, found: OfferedAction | None) -> Explanation:
        if found is None:
            return Explanation(True, text, self._say("you may always leave this choice."))
        action = found.action
        if not action.requires:
            return Explanation(True, text, self._say("nothing forbids it."), action.span)
        return Explanation(True, text, self._say("all that it requires holds."), action.span)

    def _elsewhere(self, asked: _Asked, name: str) -> Explanation:
        """Explain a move of another choice: if that was passed over, by its own rule."""
        shown, arguments = asked.shown, asked.written.arguments
        choice = self.wording.compiled.program.choices[asked.state[at.PC]]
        names = (self.wording.title(x.action) for x in self.wording.actions(choice.number))
        others = ", ".join(dict.fromkeys(names))
        found = [x for x in self.everywhere if x.action.name == name]
        span = found[0].action.span if found else NOWHERE
        passed_over = len(found) == 1 and self._may_be_left(found[0].choice)
        if arguments and passed_over and len(found[0].action.parameters) == len(arguments):
            refused = self._refused(asked, found[0])
            if refused.forbidden:
                return refused
        now = "'{name}' can't be chosen now; the choice is between {others}."
        if name == "pass":
            now = "this choice can't be left; the choice is between {others}."
        return self.refusal(shown, now, span, name=self.wording.catalogue.name(name), others=others)

    def _may_be_left(self, choice: int) -> bool:
        """Return whether a choice is passed over when nothing in it is legal."""
        return self.wording.compiled.program.choices[choice].passing is not None

    # -------------------------------------------------------------- arguments

    def _refused(
        self, asked: _Asked, found: OfferedAction, legal: Mapping[Key, str] | None = None
    ) -> Explanation:
        """Explain why an action is refused with what is written.

        `legal`: the legal moves as they are shown, by their notation; None where the action isn't
        offered now, so that it may be refused by nothing else.
        """
        shown, state, action = asked.shown, asked.state, found.action
        reading = self.reading(state, asked.seat, found.scope.locals)
        if asked.openly:
            whole = EvalContext(
                self.wording, MaskedState(None, state), asked.seat, found.scope.locals
            )
            reading = replace(reading, witness=whole)
        given = list(asked.written.arguments or ())
        if asked.written.arguments is None and not (self.reader and action.parameters):
            return self._no_argument(shown, action, reading, state)
        if len(given) != len(action.parameters):
            wanted = ", ".join(p.name for p in action.parameters) or self._say("nothing")
            takes, name = "'{name}' takes {wanted}.", asked.written.name
            return self.refusal(shown, takes, action.span, name=name, wanted=wanted)
        for p, text in zip(action.parameters, given, strict=True):
            taken = self._take(p, text, reading, state)
            if isinstance(taken, str):
                return Explanation(False, shown, taken, p.span)
            reading = taken
            if p.where is not None and not reading.holds(p.where):
                return self._failed(shown, p.where, None, p.span, reading)
        if legal is None:
            unmet = self.unmet(shown, action, reading)
        else:
            values = [_number(reading.known[p.key]) for p in self.wording.parameters(action)]
            key = self.wording.written(action, values, state).key
            if key in legal:
                return self._unclear(shown, [legal[key]])
            unmet = self.refused_by(shown, action, reading, state)
        if unmet is not None:
            return unmet[1]
        return self.refusal(shown, "it isn't legal any more.", action.span)

    def _no_argument(
        self, shown: str, action: m.Action, reading: EvalContext, state: State
    ) -> Explanation:
        """Explain why nothing at all of this name is legal: the first thing that can be said."""
        for p in action.parameters:
            single = each(p, self.wording.setting)
            if not single:
                continue
            values = reading.elements(single[0].domain, state)
            if len(values) < len(single):
                few = "there is nothing in {place}."
                if values:
                    few = "{place} can't be had: there are only {number}."
                place = self._place(p, reading)
                return self.refusal(shown, few, p.span, place=place, number=len(values))
            pairs = zip(single, values, strict=False)
            reading = reading.knowing({one.key: Const(v) for one, v in pairs})
        unmet = self.refused_by(shown, action, reading, state)
        if unmet is not None:
            return unmet[1]
        return self.refusal(shown, "nothing of this name is legal now.", action.span)

    def _take(
        self, p: m.ActionParameter, text: str, reading: EvalContext, state: State
    ) -> EvalContext | str:
        """Return a reading in which a parameter is what is written, or why that isn't anything."""
        single = each(p, self.wording.setting)
        parts = things_of(text) if single != [p] else [text]
        if len(parts) != len(single):
            return self._say(
                "'{name}' is {many}, not {number}.",
                name=p.name, many=self.quote(p.domain), number=len(parts),
            )  # fmt: skip
        taken: dict[int, E] = {}
        for one, part in zip(single, parts, strict=True):
            value = self._find(one, part, reading.knowing(taken), state, list(taken.values()))
            if isinstance(value, str):
                return value
            taken[one.key] = value
        return reading.knowing(taken)

    def _find(
        self,
        p: m.ActionParameter,
        text: str,
        reading: EvalContext,
        state: State,
        taken: Sequence[E],
    ) -> Const | str:
        """Return the value that a written argument means, or why it means none.

        `taken`: what the same argument has taken already.
        """
        wording, again = self.wording, ""
        knower = reading.me if p.type.kind == "piece" else None
        for value in reading.elements(p.domain, state):
            if text in (
                wording.argument(p, value, state),
                wording.argument(p, value, state, numbers=True),
                wording.value(value, p.type, state, knower),
                wording.argument(p, value, state, shown=True),
                wording.shown(value, p.type, state, knower),
            ):
                if Const(value) not in taken:
                    return Const(value)
                again = self._say("'{text}' is taken twice, and there is only one.", text=text)
        if again:
            return again
        if p.type.kind == "piece":
            return self._no_piece(p, text, reading)
        if p.type.kind == "number" and isinstance(p.domain, m.Interval):
            return self._no_number(p.name, p.domain, reading)
        said = self.rules.rules[p.domain.rule].words if isinstance(p.domain, m.RuleCall) else None
        if said:
            return self.wording.catalogue.text(said)
        if p.type.is_seat and any(
            str(value + 1) == text for value in reading.elements(p.domain, state)
        ):
            return self._say("write {moves}.", moves=f"seat {text}")
        return self._say("'{text}' is not in {place}.", text=text, place=self._place(p, reading))

    def _place(self, p: m.ActionParameter, reading: EvalContext) -> str:
        """Return what a parameter chooses from: a zone by its name, else as the rules write it."""
        domain = p.domain
        if isinstance(domain, m.Fold) and len(domain.binders) == 1:
            domain = domain.binders[0].domain
        if isinstance(domain, m.ZoneRef) and not domain.is_open:
            address = reading.value(domain)
            if address is not None:
                shown = self.wording.shown_zone(address, reading.me)
                own = shown != self.wording.shown_zone(address)
                return self._say("your {zone}", zone=shown) if own else shown
        return self.quote(p.domain)

    def _no_piece(self, p: m.ActionParameter, text: str, reading: EvalContext) -> str:
        name = text.split(" in ")[0] if several_zones(p.domain) else text
        seen, called = reading.sight.state, (self.wording.name, self.wording.shown_piece)
        exists = any(
            piece.component in self.wording.varying
            or name in [say(piece.number, seen) for say in called]
            for piece in self.wording.setting.pieces
            if piece.component in p.type.names
        )
        if not exists:
            zones = self.wording.layout.zones.values()
            if any(cell_name(zone) == text and not zone.lying(seen) for zone in zones):
                return self._say("there is nothing in {place}.", place=text)
            kinds = self._say(" or ").join(map(self.wording.shown_kind, p.type.names))
            return self._say("'{text}' is not {kinds} of this game.", text=text, kinds=kinds)
        place = self._place(p, reading)
        return self._say("there is no {name} in {place}.", name=name, place=place)

    def _no_number(self, name: str, domain: m.Interval, reading: EvalContext) -> str:
        low, high = (reading.possible(e) for e in (domain.low, domain.high))
        said = "{name} must be {low} to {high} here."
        if isinstance(low, int) and isinstance(high, int) and low >= high:
            said = "{name} can only be {low} here."
            if low > high:
                said = "{name} would have to be at least {low}, and at most {high}."
        first, last = (signed(x) if isinstance(x, int) else UNSEEN for x in (low, high))
        return self._say(said, name=self.wording.catalogue.name(name), low=first, high=last)

    # -------------------------------------------------------------- conditions

    def refused_by(
        self, shown: str, action: m.Action, reading: EvalContext, state: State
    ) -> tuple[int, Explanation] | None:
        """Return which of an action's conditions refuses a move that isn't legal, as `unmet` does.

        One that fails by what its reader knows; else one that fails in a position that the reader
        can't tell from the truth, so that what is hidden changes no word; else one that may fail.
        """
        unmet = self.unmet(shown, action, reading)
        for witness in self._witnesses(action, reading, state) if unmet is None else ():
            unmet = self.unmet(shown, action, replace(reading, witness=witness))
            if unmet is not None:
                return unmet
        return unmet or self.unmet(shown, action, reading, doubtful=True)

    def _witnesses(
        self, action: m.Action, reading: EvalContext, state: State
    ) -> Iterator[EvalContext]:
        """Yield how a move is read in whole positions that its mover can't tell from the truth."""
        if self.reader or reading.witness or reading.sight.whole:
            return
        if self._sampled[:2] != (state, reading.me):
            samples = self.wording.knowledge.samples(state, reading.me, WITNESSES)
            self._sampled = list(state), reading.me, samples
        taken = self.wording.parameters(action)
        move = (0, *(_number(reading.known[p.key]) for p in taken))
        for sample in self._sampled[2]:
            like = self.wording.same_move(move, action, state, sample, reading.me)
            if like is not None:
                values = {p.key: Const(v) for p, v in zip(taken, like[1:], strict=True)}
                known = {**reading.known, **values}
                yield EvalContext(self.wording, MaskedState(None, sample), reading.me, known)

    def unmet(
        self, shown: str, action: m.Action, reading: EvalContext, *, doubtful: bool = False
    ) -> tuple[int, Explanation] | None:
        """Return the first of an action's conditions that refuses a move, its arguments known: how
        many of its requirements hold (−1 for a condition of an argument), and why it fails.

        `doubtful`: the first that may fail.
        """

        def fails(condition: m.Expr) -> bool:
            return reading.value(condition) is None if doubtful else not reading.holds(condition)

        for p in action.parameters:
            if p.where is not None and fails(p.where):
                return -1, self._failed(shown, p.where, None, p.span, reading)
        for depth, require in enumerate(action.requires):
            condition, because = require.condition, require.because
            if fails(condition):
                return depth, self._failed(shown, condition, because, require.span, reading)
        return None

    def _failed(
        self,
        shown: str,
        condition: m.Expr,
        because: m.Words | None,
        span: Span,
        reading: EvalContext,
    ) -> Explanation:
        """Explain a condition that doesn't hold: its sentence, its line, the facts in it."""
        part, inside, path = self._culprit(condition, reading)
        spoken = [name for name in path if self.rules.rules[name].words]
        rule = next(iter([*reversed(spoken), *reversed(path)]), None)
        facts: tuple[str, ...] = ()
        if because is not None:  # a reason of its own says the cards and numbers on its own
            other = reading.sight.seat not in (None, reading.me)
            sentence: str = self.wording.text(
                because, reading.known, reading.me, reading.sight, other=other
            )
        else:
            facts = () if inside.supposed else condition_facts(part, inside)
            words = self.rules.rules[rule].words if rule is not None else None
            said = self.wording.conditions or self.quote
            sentence = (
                self.wording.catalogue.text(words)
                if words
                else self._say("it requires: {condition}.", condition=said(condition))
            )
        where = self.rules.rules[rule].span if rule else span
        failed = condition, reading.witness or reading
        return Explanation(
            False, shown, sentence, where, rule, facts, forbidden=True, failed=failed
        )

    def _culprit(self, e: m.Expr, reading: EvalContext) -> tuple[m.Expr, EvalContext, list[str]]:
        """Return the part of a failing condition that decides, how it is read, and the named rules
        on the way to it, the outermost first.
        """
        match e:
            case m.Op(op="and"):
                failing = next((part for part in e.arguments if not reading.holds(part)), None)
                return (e, reading, []) if failing is None else self._culprit(failing, reading)
            case m.Supposing():
                return self._culprit(e.value, reading.supposing(e))
            case m.RuleCall():
                rule = self.rules.rules[e.rule]
                # What a variant replaced speaks through what replaced it.
                path = [] if e.rule.startswith("original ") else [e.rule]
                if rule.written_out:
                    return e, reading, path
                inside = reading.calling(e)
                for case in rule.cases:
                    if case.condition is None or inside.holds(case.condition):
                        part, within, inner = self._culprit(case.value, inside)
                        return part, within, [*path, *inner]
                return e, reading, path
            case _:
                return e, reading, []

    def values(self, e: m.Expr, reading: EvalContext) -> dict[str, str]:
        """Return what a condition looked at: each part as it is, by how it is written."""
        found: dict[str, str] = {}
        for part in _telling(e):
            name = self.quote(part)
            if name not in found:
                with suppress(RulesError):
                    value = reading.possible(part)
                    found[name] = self.wording.read(value, part.type, reading.sight, plain=True)
        return found


def _telling(e: m.Expr) -> list[m.Expr]:
    """Return the parts of a condition whose values tell something."""
    parts: tuple[m.Expr, ...] = ()
    match e:
        case (
            m.Attr() | m.VarRef() | m.Lookup() | m.Local() | m.Fold() | m.RuleCall() | m.OptionRef()
        ):
            return [e] if e.type.kind not in ("zone", "set", "tuple") else []
        case m.Op(op="not", arguments=(m.Op(op=op),)) if op.startswith("is "):
            return [e]
        case m.Op():
            if e.op in _TELLING:
                return [e]
            parts = e.arguments
        case m.TupleOf() | m.SetOf():
            parts = e.items
        case m.Interval():
            parts = (e.low, e.high)
    return [telling for part in parts for telling in _telling(part)]


def _number(value: E | Array | frozenset[int]) -> int:
    """Return the argument of a move that a name means."""
    assert isinstance(value, Const)
    return value.value
