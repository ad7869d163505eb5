"""Why a move is legal or not: the rule's sentence, the values that decided, the line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from engine.compile import layout as at
from engine.compile.debug_info import OfferedAction
from engine.compile.multi_choice import each
from engine.compile.program import Const, E
from engine.game.condition_facts import condition_facts
from engine.game.evaluate import Locals
from engine.game.interpreter import State
from engine.game.partial import Possible
from engine.game.reading import Reading
from engine.game.sight import Sight
from engine.game.wording import NOTHING, UNSEEN, Wording, several_zones, sorted_out
from engine.language.diagnostics import RulesError
from engine.language.source import NOWHERE, Source, Span
from engine.rules import model as m
from engine.rules.catalogue import ENGLISH, Catalogue

_TELLING = (
    "size", "is empty", "is full", "is none", "first", "last", "total", "round", "score",
)  # fmt: skip
"""Operations whose values tell something by themselves."""


@dataclass(frozen=True)
class Explanation:
    """Whether a move is legal, in words.

    `sentence`: the rule's own words, or ours where it has none. `rule`: the named rule that failed.
    `facts`: what the failing condition looked at, in words of the game. `span`: the line.
    `forbidden`: a rule of the game says no, and not merely the moment or what was written.
    """

    legal: bool
    move: str
    sentence: str
    span: Span = NOWHERE
    rule: str | None = None
    facts: tuple[str, ...] = ()
    forbidden: bool = False

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


class Explainer:
    """Explains the moves of one compiled ruleset."""

    def __init__(
        self, wording: Wording, sources: dict[str, Source], reader: Sight | None = None
    ) -> None:
        """Prepare for a ruleset; its sources give the text of conditions.

        `reader`: a position as one knows it who reads of another's move there.
        """
        self.wording = wording
        self.reader = reader
        self.sources = sources
        self.rules = wording.rules
        self.everywhere = list(wording.compiled.debug.actions.values())

    def quote(self, e: m.Model) -> str:
        """Return how a node stands in the text."""
        source = self.sources.get(e.span.file)
        return source.quote(e.span) if source else "this"

    def reading(self, state: State, seat: int, known: Locals) -> Reading:
        """Return how the conditions of a seat's move are read: by the seat itself, if by nobody
        else.
        """
        sight = self.reader or self.wording.sight(state, seat)
        return Reading(self.wording, sight, seat, known)

    def refusal(
        self, shown: str, sentence: str, span: Span = NOWHERE, **values: object
    ) -> Explanation:
        """Return in words of our own that a move isn't legal."""
        return Explanation(False, shown, self._say(sentence, **values), span)

    def _say(self, sentence: str, **values: object) -> str:
        return self.wording.catalogue.filled(sentence, **values)

    # -------------------------------------------------------------- the whole move

    def explain(
        self, state: State, seat: int, name: str, arguments: Sequence[str] | None
    ) -> Explanation:
        """Explain a move of a seat; `arguments` as written, None for any of that name."""
        shown = name if not arguments else f"{name}({', '.join(arguments)})"
        name = self._as_in_the_rules(name)
        if state[at.PC] == at.OVER:
            return self.refusal(shown, "the game is over.")
        for legal in self.wording.legal(state) if seat == state[at.ME] else ():
            if sorted_out(shown) in (sorted_out(legal.text), sorted_out(legal.shown)) or (
                arguments is None and legal.text.split("(")[0] == name
            ):
                return self._legal(legal.shown, self.wording.action(state[at.PC], legal.move))
        if not any(x.action.name == name for x in self.everywhere) and name != "pass":
            return self.refusal(shown, "this game has no action '{name}'.", name=name)
        if seat != state[at.ME]:
            now = "it is seat {seat} that has to decide now."
            return self.refusal(shown, now, seat=state[at.ME] + 1)
        here = [x for x in self.wording.actions(state[at.PC]) if x.action.name == name]
        if not here:
            return self._elsewhere(shown, name, seat, arguments, state)
        return self._refused(shown, self._meant(here, arguments), seat, arguments, state)

    def _as_in_the_rules(self, name: str) -> str:
        """Return the action that a person means by its name in the rules or in their language."""
        known = [x.action.name for x in self.everywhere] + ["pass"]
        if name in known:
            return name
        return next((x for x in known if self.wording.catalogue.name(x) == name), name)

    def _meant(
        self, same: Sequence[OfferedAction], arguments: Sequence[str] | None
    ) -> OfferedAction:
        """Return which of an action's versions takes as many things as are written, if any does."""
        written = [len(_parts(text)) for text in arguments or ()]

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

    def _elsewhere(
        self, shown: str, name: str, seat: int, arguments: Sequence[str] | None, state: State
    ) -> Explanation:
        """Explain a move of another choice: if that was passed over, by its own rule."""
        choice = self.wording.compiled.program.choices[state[at.PC]]
        names = (x.action.name for x in self.wording.actions(choice.number))
        others = ", ".join(dict.fromkeys(map(self.wording.catalogue.name, names)))
        found = [x for x in self.everywhere if x.action.name == name]
        span = found[0].action.span if found else NOWHERE
        passed_over = len(found) == 1 and self._may_be_left(found[0].choice)
        if arguments and passed_over and len(found[0].action.parameters) == len(arguments):
            refused = self._refused(shown, found[0], seat, arguments, state)
            if refused.forbidden:
                return refused
        now = "'{name}' can't be chosen now; the choice is between {others}."
        if name == "pass":
            now = "this choice can't be left; the choice is between {others}."
        return self.refusal(shown, now, span, name=self.wording.catalogue.name(name), others=others)

    def _may_be_left(self, choice: int) -> bool:
        """Tell whether a choice is passed over when nothing in it is legal."""
        return self.wording.compiled.program.choices[choice].passing is not None

    # -------------------------------------------------------------- arguments

    def _refused(
        self,
        shown: str,
        found: OfferedAction,
        seat: int,
        arguments: Sequence[str] | None,
        state: State,
    ) -> Explanation:
        action, reading = found.action, self.reading(state, seat, found.scope.locals)
        given = list(arguments or ())
        if arguments is None and not (self.reader and action.parameters):
            return self._no_argument(shown, action, reading, state)
        if len(given) != len(action.parameters):
            wanted = ", ".join(p.name for p in action.parameters) or self._say("nothing")
            takes, name = "'{name}' takes {wanted}.", shown.split("(")[0]
            return self.refusal(shown, takes, action.span, name=name, wanted=wanted)
        for p, text in zip(action.parameters, given, strict=True):
            taken = self._take(p, text, reading, state)
            if isinstance(taken, str):
                return Explanation(False, shown, taken, p.span)
            reading = taken
            if p.where is not None and not reading.holds(p.where):
                return self._failed(shown, p.where, None, p.span, reading)
        unmet = self.unmet(shown, action, reading)
        if unmet is not None:
            return unmet[1]
        none = "it reads like no legal move; see the numbered list."
        return self.refusal(shown, "it isn't legal any more." if self.reader else none, action.span)

    def _no_argument(
        self, shown: str, action: m.Action, reading: Reading, state: State
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
        unmet = self.unmet(shown, action, reading, wheres=False)
        if unmet is not None:
            return unmet[1]
        return self.refusal(shown, "nothing of this name is legal now.", action.span)

    def _take(
        self, p: m.ActionParameter, text: str, reading: Reading, state: State
    ) -> Reading | str:
        """Return a reading in which a parameter is what is written, or why that isn't anything."""
        single = each(p, self.wording.setting)
        parts = _parts(text) if single != [p] else [text]
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
        self, p: m.ActionParameter, text: str, reading: Reading, state: State, taken: Sequence[E]
    ) -> Const | str:
        """Return the value that a written argument stands for, or why it stands for none.

        `taken`: what the same argument has taken already.
        """
        wording, again = self.wording, ""
        knower = reading.me if p.type.kind == "piece" else None
        for value in reading.elements(p.domain, state):
            if text in (
                wording.argument(p, value, state),
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
        return self._say("'{text}' is not in {place}.", text=text, place=self._place(p, reading))

    def _place(self, p: m.ActionParameter, reading: Reading) -> str:
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

    def _no_piece(self, p: m.ActionParameter, text: str, reading: Reading) -> str:
        name = text.split(" in ")[0] if several_zones(p.domain) else text
        seen, called = reading.sight.state, (self.wording.name, self.wording.shown_piece)
        exists = any(
            name in [say(piece.number, seen) for say in called]
            for piece in self.wording.setting.pieces
            if piece.component in p.type.names
        )
        if not exists:
            kinds = self._say(" or ").join(map(self.wording.shown_kind, p.type.names))
            return self._say("'{text}' is not {kinds} of this game.", text=text, kinds=kinds)
        place = self._place(p, reading)
        return self._say("there is no {name} in {place}.", name=name, place=place)

    def _no_number(self, name: str, domain: m.Interval, reading: Reading) -> str:
        low, high = (reading.possible(e) for e in (domain.low, domain.high))
        now = "..".join(str(x) if isinstance(x, int) else UNSEEN for x in (low, high))
        said = "{name} must be in {bounds}, which is {now} now."
        if isinstance(low, int) and isinstance(high, int) and low > high:
            said = "{name} would have to be in {bounds}, and nothing is: {now}."
        return self._say(said, name=name, bounds=self.quote(domain), now=now)

    # -------------------------------------------------------------- conditions

    def unmet(
        self, shown: str, action: m.Action, reading: Reading, *, wheres: bool = True
    ) -> tuple[int, Explanation] | None:
        """Return the first of an action's conditions that refuses a move, its arguments known: how
        many of its requirements hold (−1 for a condition of an argument), and why it fails.
        """
        for p in action.parameters if wheres else ():
            if p.where is not None and not reading.holds(p.where):
                return -1, self._failed(shown, p.where, None, p.span, reading)
        for depth, require in enumerate(action.requires):
            condition, because = require.condition, require.because
            if not reading.holds(condition):
                return depth, self._failed(shown, condition, because, require.span, reading)
        return None

    def _failed(
        self,
        shown: str,
        condition: m.Expr,
        because: m.Words | None,
        span: Span,
        reading: Reading,
    ) -> Explanation:
        """Explain a condition that doesn't hold: its sentence, its line, the facts in it."""
        part, inside, rule = self._culprit(condition, reading)
        facts: tuple[str, ...] = ()
        if because is not None:  # a reason of its own says the cards and numbers by itself
            sentence = self.wording.text(because, reading.known, reading.me, reading.sight)
        else:
            facts = condition_facts(part, inside)
            words = self.rules.rules[rule].words if rule is not None else None
            said = self.wording.conditions or self.quote
            sentence = (
                self.wording.catalogue.text(words)
                if words
                else self._say("it requires: {condition}.", condition=said(condition))
            )
        where = self.rules.rules[rule].span if rule else span
        return Explanation(False, shown, sentence, where, rule, facts, forbidden=True)

    def _culprit(self, e: m.Expr, reading: Reading) -> tuple[m.Expr, Reading, str | None]:
        """Return the part of a failing condition that decides, how it is read, its named rule."""
        if isinstance(e, m.Op) and e.op == "and":
            for part in e.arguments:
                if not reading.holds(part):
                    return self._culprit(part, reading)
        if isinstance(e, m.RuleCall):
            rule = self.rules.rules[e.rule]
            if rule.written_out:
                return e, reading, e.rule
            given = zip(rule.parameters, e.arguments, strict=True)
            known = {p.key: _bound(reading.possible(argument)) for p, argument in given}
            inside = replace(reading, known=known)
            for case in rule.cases:
                if case.condition is None or inside.holds(case.condition):
                    part, within, inner = self._culprit(case.value, inside)
                    if inner is None or inner.startswith("original "):
                        inner = e.rule  # what a variant replaced speaks through what replaced it
                    return part, within, inner
            return e, reading, e.rule
        if isinstance(e, m.Supposing) and isinstance(e.value, m.RuleCall):
            return e, reading, e.value.rule
        return e, reading, None

    def values(self, e: m.Expr, reading: Reading) -> dict[str, str]:
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


def _parts(text: str) -> list[str]:
    """Return the pieces of a written argument, which may name several or none."""
    return [] if text == NOTHING else re.split(r" ?\+ ?", text)


def _bound(value: Possible) -> E | frozenset[int]:
    """Return what a name stands for that has a value."""
    return Const(value) if isinstance(value, int) else value
