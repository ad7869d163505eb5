"""Why a move is legal or not: the rule's sentence, the values that decided, the line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.compile import layout as at
from engine.compile.debug_info import Array, OfferedAction, Scope
from engine.compile.multi_choice import each
from engine.compile.program import Const, E
from engine.game.condition_facts import ConditionFacts
from engine.game.evaluate import Locals
from engine.game.interpreter import State
from engine.game.partial import Possible
from engine.game.sight import Sight
from engine.game.wording import NOTHING, UNSEEN, Wording, several_zones, sorted_out
from engine.language.diagnostics import RulesError
from engine.language.source import NOWHERE, Source, Span
from engine.rules import model as m
from engine.rules.catalogue import ENGLISH, Catalogue

_Locals = dict[int, E | Array | frozenset[int]]


@dataclass(frozen=True)
class Explanation:
    """Whether a move is legal, in words.

    `sentence`: the rule's own words, or ours where it has none. `rule`: the named rule that failed.
    `values`: what the failing condition looked at, as written and as it is now; `facts`: the same
    in words of the game. `span`: the line. `forbidden`: a rule of the game says no, and not merely
    the moment or what was written.
    """

    legal: bool
    move: str
    sentence: str
    span: Span = NOWHERE
    rule: str | None = None
    values: tuple[tuple[str, str], ...] = ()
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
        self.interpreter = wording.interpreter
        self.facts = ConditionFacts(wording)
        self.everywhere = list(wording.compiled.debug.actions.values())

    def quote(self, e: m.Model) -> str:
        """Return how a node stands in the text."""
        source = self.sources.get(e.span.file)
        return source.quote(e.span) if source else "this"

    def _sight(self, state: State, seat: int) -> Sight:
        """Return what whoever reads an explanation knows: the seat itself, if nobody else."""
        return self.reader or self.wording.sight(state, seat)

    # -------------------------------------------------------------- the whole move

    def explain(
        self, state: State, seat: int, name: str, arguments: Sequence[str] | None
    ) -> Explanation:
        """Explain a move of a seat; `arguments` as written, None for any of that name."""
        shown = name if not arguments else f"{name}({', '.join(arguments)})"
        name = self._as_in_the_rules(name)
        for legal in self.wording.legal(state) if state[at.PC] != at.OVER else []:
            same = sorted_out(shown) in (sorted_out(legal.text), sorted_out(legal.shown)) or (
                arguments is None and legal.text.split("(")[0] == name
            )
            if same and seat == state[at.ME]:
                return self._legal(legal.shown, self.wording.action(state[at.PC], legal.move))
        if state[at.PC] == at.OVER:
            return Explanation(False, shown, self._say("the game is over."))
        if not any(x.action.name == name for x in self.everywhere) and name != "pass":
            return Explanation(
                False, shown, self._say("this game has no action '{name}'.", name=name)
            )
        if seat != state[at.ME]:
            now = self._say("it is seat {seat} that has to decide now.", seat=state[at.ME] + 1)
            return Explanation(False, shown, now)
        here = [x for x in self.wording.actions(state[at.PC]) if x.action.name == name]
        if not here:
            return self._elsewhere(shown, name, seat, arguments, state)
        return self._refused(shown, self._meant(here, arguments), seat, arguments, state)

    def _say(self, sentence: str, **values: object) -> str:
        return self.wording.catalogue.filled(sentence, **values)

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
        rules = [
            self.rules.rules[r.condition.rule].words
            for r in action.requires
            if isinstance(r.condition, m.RuleCall)
        ]
        sentence = next((w for w in rules if w), "all that it requires holds.")
        return Explanation(True, text, self.wording.catalogue.text(sentence), action.span)

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
            if refused.rule or refused.values:
                return refused
        now = "'{name}' can't be chosen now; the choice is between {others}."
        if name == "pass":
            now = "this choice can't be left; the choice is between {others}."
        said = self._say(now, name=self.wording.catalogue.name(name), others=others)
        return Explanation(False, shown, said, span)

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
        action = found.action
        given = list(arguments or ())
        if arguments is None and not (self.reader and action.parameters):
            return self._no_argument(shown, found, seat, state)
        if len(given) != len(action.parameters):
            wanted = ", ".join(p.name for p in action.parameters) or self._say("nothing")
            said = self._say("'{name}' takes {wanted}.", name=shown.split("(")[0], wanted=wanted)
            return Explanation(False, shown, said, action.span)
        known: _Locals = dict(found.scope.locals)
        for p, text in zip(action.parameters, given, strict=True):
            wrong = self._take(p, text, known, seat, state)
            if wrong is not None:
                return Explanation(False, shown, wrong, p.span)
            if p.where is not None and not self.holds(p.where, known, seat, state):
                return self.failed(shown, p.where, None, p.span, known, seat, state)
        for require in action.requires:
            if not self.holds(require.condition, known, seat, state):
                return self.failed(
                    shown, require.condition, require.because, require.span, known, seat, state
                )
        none = "it reads like no legal move; see the numbered list."
        said = self._say("it isn't legal any more." if self.reader else none)
        return Explanation(False, shown, said, action.span)

    def _no_argument(
        self, shown: str, found: OfferedAction, seat: int, state: State
    ) -> Explanation:
        """Explain why nothing at all of this name is legal: the first thing that can be said."""
        action = found.action
        known: _Locals = dict(found.scope.locals)
        for p in action.parameters:
            single = each(p, self.wording.setting)
            if not single:
                continue
            values = self._values(single[0], known, seat, state)
            if len(values) < len(single):
                few = "there is nothing in {place}."
                if values:
                    few = "{place} can't be had: there are only {number}."
                said = self._say(few, place=self._place(p, seat, state), number=len(values))
                return Explanation(False, shown, said, p.span)
            known |= {one.key: Const(v) for one, v in zip(single, values, strict=False)}
        for require in action.requires:
            if not self.holds(require.condition, known, seat, state):
                return self.failed(
                    shown, require.condition, require.because, require.span, known, seat, state
                )
        return Explanation(
            False, shown, self._say("nothing of this name is legal now."), action.span
        )

    def _values(self, p: m.ActionParameter, known: _Locals, seat: int, state: State) -> list[int]:
        """Return the values that a parameter may take now."""
        names = {key: v for key, v in known.items() if not isinstance(v, frozenset)}
        return self.interpreter.elements(p.domain, Scope(me=Const(seat), locals=names), state)

    def _take(
        self, p: m.ActionParameter, text: str, known: _Locals, seat: int, state: State
    ) -> str | None:
        """Add what a written argument stands for to the locals; return why it stands for none."""
        single = each(p, self.wording.setting)
        parts = _parts(text) if single != [p] else [text]
        if len(parts) != len(single):
            return self._say(
                "'{name}' is {many}, not {number}.",
                name=p.name, many=self.quote(p.domain), number=len(parts),
            )  # fmt: skip
        taken: list[int] = []
        for one, part in zip(single, parts, strict=True):
            value = self.find(one, part, known, seat, state, taken)
            if isinstance(value, str):
                return value
            known[one.key] = Const(value)
            taken.append(value)
        return None

    def find(
        self,
        p: m.ActionParameter,
        text: str,
        known: _Locals,
        seat: int,
        state: State,
        taken: Sequence[int] = (),
    ) -> int | str:
        """Return the value that a written argument stands for, or why it stands for none.

        `taken`: what the same argument has taken already.
        """
        wording = self.wording
        values = self._values(p, known, seat, state)
        again = ""
        for value in values:
            knower = seat if p.type.kind == "piece" else None
            if text in (
                wording.argument(p, value, state),
                wording.value(value, p.type, state, knower),
                wording.argument(p, value, state, shown=True),
                wording.shown(value, p.type, state, knower),
            ):
                if value not in taken:
                    return value
                again = self._say("'{text}' is taken twice, and there is only one.", text=text)
        if again:
            return again
        if p.type.kind == "piece":
            return self._no_piece(p, text, state, seat)
        if p.type.kind == "number":
            return self._no_number(p, text, known, seat, state)
        return self._not_in(p, text, seat, state)

    def _place(self, p: m.ActionParameter, seat: int, state: State) -> str:
        """Return what a parameter chooses from: a zone by its name, else as the rules write it."""
        domain = p.domain
        if isinstance(domain, m.Fold) and len(domain.binders) == 1:
            domain = domain.binders[0].domain
        if isinstance(domain, m.ZoneRef) and not domain.is_open:
            try:
                address = self.wording.possible(domain, {}, seat, self._sight(state, seat))
            except (RulesError, KeyError):
                address = None
            if isinstance(address, int):
                shown = self.wording.shown_zone(address, seat)
                own = shown != self.wording.shown_zone(address)
                return self._say("your {zone}", zone=shown) if own else shown
        return self.quote(p.domain)

    def _not_in(self, p: m.ActionParameter, text: str, seat: int, state: State) -> str:
        place = self._place(p, seat, state)
        return self._say("'{text}' is not in {place}.", text=text, place=place)

    def _no_piece(self, p: m.ActionParameter, text: str, state: State, seat: int) -> str:
        place = self._place(p, seat, state)
        name = text.split(" in ")[0] if several_zones(p.domain) else text
        seen = self._sight(state, seat).state
        exists = any(
            name
            in (
                self.wording.name(piece.number, seen),
                self.wording.shown_piece(piece.number, seen),
            )
            for piece in self.wording.setting.pieces
            if piece.component in p.type.names
        )
        if not exists:
            kinds = self._say(" or ").join(map(self.wording.shown_kind, p.type.names))
            return self._say("'{text}' is not {kinds} of this game.", text=text, kinds=kinds)
        return self._say("there is no {name} in {place}.", name=name, place=place)

    def _no_number(
        self, p: m.ActionParameter, text: str, known: _Locals, seat: int, state: State
    ) -> str:
        if isinstance(p.domain, m.Interval):
            sight = self._sight(state, seat)
            low, high = (
                self.wording.possible(e, known, seat, sight) for e in (p.domain.low, p.domain.high)
            )
            now = "..".join(str(x) if isinstance(x, int) else UNSEEN for x in (low, high))
            said = "{name} must be in {bounds}, which is {now} now."
            if isinstance(low, int) and isinstance(high, int) and low > high:
                said = "{name} would have to be in {bounds}, and nothing is: {now}."
            return self._say(said, name=p.name, bounds=self.quote(p.domain), now=now)
        return self._not_in(p, text, seat, state)

    # -------------------------------------------------------------- conditions

    def holds(self, e: m.Expr, known: Locals, seat: int, state: State) -> bool:
        """Tell whether a condition holds; one that meets an error doesn't.

        What the seat that asks can't know, it can't be refused for.
        """
        try:
            found = self.wording.possible(e, known, seat, self._sight(state, seat))
        except RulesError:
            return False
        return bool(found) if isinstance(found, int) else True

    def failed(
        self,
        shown: str,
        condition: m.Expr,
        because: m.Words | None,
        span: Span,
        known: Locals,
        seat: int,
        state: State,
    ) -> Explanation:
        """Explain a condition that doesn't hold: its sentence, its line, the values in it."""
        part, locals_here, rule = self.culprit(condition, known, seat, state)
        values = self.values(part, locals_here, seat, state)
        facts: tuple[str, ...] = ()
        if because is None:  # a reason of its own says the cards and numbers by itself
            facts = self.facts.of(part, locals_here, seat, self._sight(state, seat))
        if because is not None:
            sentence = self.wording.text(because, known, seat, self._sight(state, seat))
        elif rule is not None and self.rules.rules[rule].words:
            sentence = self.wording.catalogue.text(self.rules.rules[rule].words or "")
        else:
            said = self.wording.conditions or self.quote
            sentence = self._say("it requires: {condition}.", condition=said(condition))
        where = self.rules.rules[rule].span if rule else span
        line = where if rule else span
        return Explanation(False, shown, sentence, line, rule, values, facts, forbidden=True)

    def culprit(
        self, e: m.Expr, known: Locals, seat: int, state: State
    ) -> tuple[m.Expr, Locals, str | None]:
        """Return the part of a failing condition that decides, its locals, and its named rule."""
        if isinstance(e, m.Op) and e.op == "and":
            for part in e.arguments:
                if not self.holds(part, known, seat, state):
                    return self.culprit(part, known, seat, state)
        if isinstance(e, m.RuleCall):
            rule = self.rules.rules[e.rule]
            if rule.written_out:
                return e, known, e.rule
            inside: _Locals = {}
            for p, argument in zip(rule.parameters, e.arguments, strict=True):
                sight = self._sight(state, seat)
                inside[p.key] = _bound(self.wording.possible(argument, known, seat, sight))
            for case in rule.cases:
                if case.condition is None or self.holds(case.condition, inside, seat, state):
                    part, locals_here, inner = self.culprit(case.value, inside, seat, state)
                    if inner is None or inner.startswith("original "):
                        inner = e.rule  # what a variant replaced speaks through what replaced it
                    return part, locals_here, inner
            return e, known, e.rule
        if isinstance(e, m.Supposing) and isinstance(e.value, m.RuleCall):
            return e, known, e.value.rule
        return e, known, None

    def values(
        self, e: m.Expr, known: Locals, seat: int, state: State
    ) -> tuple[tuple[str, str], ...]:
        """Return what a condition looked at: each part as written and as it is."""
        found: dict[str, str] = {}
        sight = self._sight(state, seat)
        for part in self._telling(e):
            name = self.quote(part)
            if name in found:
                continue
            try:
                value = self.wording.possible(part, known, seat, sight)
            except RulesError:
                continue
            found[name] = self.wording.read(value, part.type, sight, plain=True)
        return tuple(found.items())

    def _telling(self, e: m.Expr) -> list[m.Expr]:
        """Return the parts of a condition whose values tell something."""
        if isinstance(e, (m.Attr, m.VarRef, m.Lookup, m.Local, m.Fold, m.RuleCall, m.OptionRef)):
            return [e] if e.type.kind not in ("zone", "set", "tuple") else []
        if isinstance(e, m.Op):
            inner = e.arguments[0] if e.op == "not" else None
            if isinstance(inner, m.Op) and inner.op.startswith("is "):
                return [e]
            if e.op in (
                "size",
                "is empty",
                "is full",
                "is none",
                "first",
                "last",
                "total",
                "round",
                "score",
            ):
                return [e]
            return [part for a in e.arguments for part in self._telling(a)]
        if isinstance(e, (m.TupleOf, m.SetOf)):
            return [part for item in e.items for part in self._telling(item)]
        if isinstance(e, m.Interval):
            return [*self._telling(e.low), *self._telling(e.high)]
        return []


def _parts(text: str) -> list[str]:
    """Return the pieces of a written argument, which may name several or none."""
    return [] if text == NOTHING else re.split(r" ?\+ ?", text)


def _bound(value: Possible) -> E | frozenset[int]:
    """Return what a name stands for that has a value."""
    return Const(value) if isinstance(value, int) else value
