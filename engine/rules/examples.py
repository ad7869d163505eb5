"""Checking examples: what is given, done and claimed. Piece names are resolved when they run,
because only then it is known which pieces there are.
"""

from __future__ import annotations

import re
from typing import Any

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.diagnostics import nearest
from engine.language.samples import phrase_value
from engine.rules import model as m
from engine.rules.statements import Statements
from engine.rules.types import ERROR, PLAYER, TEAM, TRUTH

_ROLL = "roll"


class Examples(Statements):
    """Turns example blocks into the model's."""

    def example(self, node: s.Example) -> m.Example:
        """Check an example."""
        self.in_example = True
        steps: list[m.Given | m.WrittenMove | m.Then] = []
        with self.names.block():
            for line in node.lines:
                if isinstance(line, s.Given):
                    given = self._given(line)
                    if given:
                        steps.append(given)
                elif isinstance(line, s.Do):
                    steps += [self._doing(doing) for doing in line.moves]
                elif isinstance(line, s.Then):
                    then = self._then(line)
                    if then:
                        steps.append(then)
        self.in_example = False
        if not any(isinstance(line, (s.Then, s.Broken)) for line in node.lines):
            self.error(
                Code.E402, "this example claims nothing", node.span, hint="add a line 'then …'"
            )
        return m.Example(title=node.title, steps=tuple(steps), span=node.span)

    # -------------------------------------------------------------- given

    def _given(self, node: s.Given) -> m.Given | None:
        if node.form == "players":
            count = m.Item(value=self.literal(int(node.items[0].words[0]), node.span))
            return m.Given(form="players", items=(count,), span=node.span)
        place = node.place
        assert place is not None
        if isinstance(place, s.Name) and place.name == _ROLL and node.form == "is":
            items = tuple(self._item(i) for i in node.items)
            return m.Given(form="roll", items=items, span=node.span)
        if isinstance(place, s.Name) and place.name in self.names.contested:
            return None
        if node.form == "to move":
            who = m.Item(value=self.want(self.expr(place, PLAYER), PLAYER, "a player"))
            return m.Given(form="to move", items=(who,), span=node.span)
        base = place.target if isinstance(place, s.Index) else place
        if isinstance(base, (s.Name, s.My)) and base.name in ("round", "total"):
            return self._given_of_the_game(node, place)
        if isinstance(place, s.Name) and place.name in self.names.options:
            return self._given_option(node, place.name)
        if isinstance(place, s.EndOf):
            where = self.zone(place.zone)
            items = tuple(self._item(i) for i in node.items)
            return m.Given(form="top", place=where, name=place.which, items=items, span=node.span)
        if isinstance(place, s.Name) and place.name not in self.names.declared:
            known = [*self.names.options, *self.names.zones, *self.names.variables]
            message = f"'{place.name}' is no option, zone or variable"
            self.names.unknown(Code.E010, message, place.name, place.span, known)
            return None
        value = self.expr(place)
        if value.type.kind == "zone":
            return self._given_zone(node, self.zone(place, family=node.form == "empty"))
        if isinstance(value, m.VarRef) and node.form == "is" and len(node.items) == 1:
            item = m.Item(value=self._value(node.items[0], value.type), span=node.items[0].span)
            return m.Given(form="variable", place=value, items=(item,), span=node.span)
        if value.type != ERROR:
            self.error(Code.E402, "only zones, variables and options can be given", place.span)
        return None

    def _given_option(self, node: s.Given, name: str) -> m.Given | None:
        self.names.used.add(name)
        if node.form != "is" or len(node.items) != 1:
            self.error(Code.E402, f"an option is given as '{name} = …'", node.span)
            return None
        option = self.names.options[name]
        item = m.Item(value=self._value(node.items[0], option.domain.type), span=node.span)
        given = item.value.value if isinstance(item.value, m.Literal_) else option.default
        if option.fixed and given != option.default:
            self.error(Code.E402, f"the option '{name}' is fixed to another value", node.span)
            return None
        return m.Given(form="option", name=name, items=(item,), span=node.span)

    def _given_of_the_game(self, node: s.Given, place: s.Expr) -> m.Given | None:
        value = self.expr(place)
        if not isinstance(value, m.Op):
            return None
        if node.form != "is" or len(node.items) != 1:
            quoted = self.quote(place)
            self.error(Code.E402, f"this is given as '{quoted} = …'", node.span)
            return None
        number = self._value(node.items[0], value.type)
        item = m.Item(value=number, span=node.items[0].span)
        if value.op == "round":
            return m.Given(form="round", items=(item,), span=node.span)
        return m.Given(form="total", place=value.arguments[0], items=(item,), span=node.span)

    def _given_zone(self, node: s.Given, place: m.Expr) -> m.Given:
        form: Any = "zone has" if node.form == "has" else "zone is"
        items = tuple(self._item(i, place) for i in node.items)
        return m.Given(form=form, place=place, items=items, span=node.span)

    def _value(self, phrase: s.Phrase, kind: Any) -> m.Expr:
        node = phrase_value(phrase)
        if node is None:
            return self.error(Code.E402, f"'{' '.join(phrase.words)}' is no value", phrase.span)
        return self.want(self.expr(node, kind), kind, "this")

    def _item(self, phrase: s.Phrase, place: m.Expr | None = None) -> m.Item:
        """Read what lies in a zone: `7 x mark`, `15 points`, `adventurer at 2`, `3`."""
        words, count = phrase.words, 1
        if len(words) > 2 and words[0].isdigit() and words[1] == "x":
            words, count = words[2:], int(words[0])
            if count > 1000:
                self.error(Code.E402, "that is more than any game has", phrase.span)
                count = 1
        value: m.Expr | None = None
        family = (
            self.names.zones.get(place.type.name) if place and place.type.kind == "zone" else None
        )
        if family and family.written and words != ("mark",):
            value = self._value(s.Phrase(phrase.span, words, phrase.value), family.written.type)
        elif phrase.value is not None and family and self._has_names(family):
            name = self.quoted_text(phrase.span)
            message = "the name of a piece with signs in it stands in quotation marks"
            self.findings.error(Code.E402, message, phrase.span, fix=f'"{name}"')
        elif phrase.value is not None:
            value = self.expr(phrase.value)
        return m.Item(
            words=" ".join(words) or None, count=count, value=value, at=phrase.at, span=phrase.span
        )

    def _has_names(self, zone: m.Zone) -> bool:
        """Tell whether pieces lie in a zone that are told apart by their names."""
        known = [self.names.components.get(name) for name in zone.pieces]
        return any(component is not None and component.attributes for component in known)

    # -------------------------------------------------------------- do

    def _doing(self, node: s.Doing) -> m.WrittenMove:
        if node.move is None:
            return m.WrittenMove(name="", arguments=None, any_turn=True, span=node.span)
        move = self._move(node.move)
        return move.model_copy(update={"seat": None if node.seat is None else node.seat - 1})

    def _move(self, node: s.WrittenMove) -> m.WrittenMove:
        known = self.action_names
        if node.name not in {*known, "pass"} and not self.unread:
            span = self.word(node.name, node.span)
            message = f"there is no action '{node.name}'"
            self.names.unknown(Code.E010, message, node.name, span, {*known, "pass"})
        arguments = None
        if node.arguments is not None:
            arguments = tuple(self._argument(a) for a in node.arguments)
        return m.WrittenMove(name=node.name, arguments=arguments, span=node.span)

    action_names: set[str]
    unread: bool

    def _argument(self, node: s.MoveArgument) -> m.MoveArg:
        place: m.Expr | None = None
        if node.place is not None:
            place = self.zone(self._own(node.place))
        words = " ".join(node.phrase.words)
        if node.phrase.value is not None:
            value = self.expr(node.phrase.value)
            words = str(value.value) if isinstance(value, m.Literal_) else words
        return m.MoveArg(
            words=words,
            place=place if isinstance(place, m.ZoneRef) else None,
            more=tuple(self._argument(part) for part in node.more),
            nth=node.nth,
            span=node.span,
        )

    def _own(self, node: s.Expr) -> s.Expr:
        """Read `path[green]` as the mover's own where the seat is left out."""
        base = node.target if isinstance(node, s.Index) else node
        family = self.names.zones.get(base.name) if isinstance(base, s.Name) else None
        given = len(node.arguments) if isinstance(node, s.Index) else 0
        if not isinstance(base, s.Name) or not family or family.owner_index is None:
            return node
        if given != len(family.indices) - 1:
            return node
        mine = s.My(base.span, base.name)
        return s.Index(node.span, mine, node.arguments) if isinstance(node, s.Index) else mine

    # -------------------------------------------------------------- then

    def _then(self, node: s.Then) -> m.Then | None:
        fields: dict[str, Any] = {
            "span": node.span, "after_scoring": node.after_scoring, "negated": node.negated,
        }  # fmt: skip
        if node.form in ("can", "cannot"):
            return self._then_move(node, fields)
        subject = node.subject
        if isinstance(subject, s.Stage):
            return self._then_stage(node, subject, fields)
        if isinstance(subject, s.MyLine):
            if node.form not in ("is", "equal"):
                self.error(Code.E402, "a line is compared with 'is': my \"Label\" is 10", node.span)
                return None
            value = self.number(self._other(node))
            self._known_line(subject)
            return m.Then(form="line", label=subject.label, value=value, **fields)
        assert subject is not None
        if node.form in ("to move", "wins"):
            form: Any = node.form
            who = self.expr(subject, PLAYER)
            if form != "wins" or who.type != TEAM:
                who = self.want(who, PLAYER, "a player")
            return m.Then(form=form, subject=who, **fields)
        if node.form == "knows":
            return self._then_knows(node, subject, fields)
        return self._positive(self._then_value(node, subject, fields))

    def _positive(self, then: m.Then | None) -> m.Then | None:
        """Claim the opposite of a condition that is claimed not to hold, to quote its values."""
        if then is None or then.form != "true" or not then.negated or then.subject is None:
            return then
        test = m.Op(op="not", arguments=(then.subject,), type=TRUTH, span=then.subject.span)
        return then.model_copy(update={"subject": test, "negated": False})

    def _then_knows(self, node: s.Then, who: s.Expr, fields: dict[str, Any]) -> m.Then | None:
        """Check a claim on what a seat knows: of a zone, a piece or a variable."""
        assert node.other is not None
        seat = self.want(self.expr(who, PLAYER), PLAYER, "a player")
        value = self.expr(node.other)
        if value.type.kind == "zone":
            value = self.zone(node.other)
        elif value.type != ERROR and (
            node.items or not (value.type.kind == "piece" or isinstance(value, m.VarRef))
        ):
            message = "a seat knows a zone, a piece or a variable, or what a zone has"
            self.error(Code.E402, message, node.other.span)
            return None
        items = tuple(self._item(i, value) for i in node.items)
        return m.Then(form="knows", seat=seat, subject=value, items=items, **fields)

    def _known_line(self, node: s.MyLine) -> None:
        """Report a line that no score has; values in braces may be anything."""
        if not self.ledger_labels or self.unread:
            return
        shown = []
        for words in self.ledger_labels:
            parts = [part if isinstance(part, str) else None for part in words.parts]
            pattern = "".join(".*" if part is None else re.escape(part) for part in parts)
            if re.fullmatch(pattern, node.label):
                return
            shown.append("".join("{…}" if part is None else part for part in parts))
        message = f"no score has a line '{node.label}'"
        fix = nearest(node.label, shown)
        hint = None if fix else f"lines are {', '.join(sorted(set(shown))[:5])}"
        self.findings.error(Code.E010, message, node.span, fix=fix, hint=hint)

    def _other(self, node: s.Then) -> s.Expr:
        if node.other is not None:
            return node.other
        phrase = node.items[0]
        return phrase_value(phrase) or s.Name(phrase.span, " ".join(phrase.words))

    def _then_move(self, node: s.Then, fields: dict[str, Any]) -> m.Then:
        assert node.move is not None
        because = node.because
        form: m.ThenForm = "can" if (node.form == "can") != node.negated else "cannot"
        if form == "can" and because is not None:
            self.error(Code.E402, "what is legal has no 'because'", node.span)
            because = None
        seat = None
        if node.subject is not None:
            seat = self.want(self.expr(node.subject, PLAYER), PLAYER, "a player")
        fields |= {"negated": False, "seat": seat}
        if because is not None and node.because_is_rule and because not in self.names.rules:
            place = self.word(because, node.span)
            known = self.names.rules
            self.names.unknown(Code.E010, f"there is no rule '{because}'", because, place, known)
        return m.Then(
            form=form, move=self._move(node.move), because=because,
            because_is_rule=node.because_is_rule, **fields,
        )  # fmt: skip

    def _then_stage(self, node: s.Then, subject: s.Stage, fields: dict[str, Any]) -> m.Then | None:
        over = isinstance(node.other, s.Name) and node.other.name == "over"
        if subject.name not in ("round", "game") or node.form != "equal" or not over:
            message = "say 'the round is over' or 'the game is over', with 'not' if it isn't"
            self.error(Code.E402, message, node.span)
            return None
        return m.Then(form="over", stage=subject.name, **fields)

    def _then_value(self, node: s.Then, subject: s.Expr, fields: dict[str, Any]) -> m.Then | None:
        span = node.span
        if node.form == "state":
            negated = node.operator.startswith("not ")
            state = node.operator.removeprefix("not ")
            test = self.expr(s.IsState(span, subject, state, negated))
            return m.Then(form="true", subject=test, **fields)
        if node.form == "true":
            return m.Then(form="true", subject=self.truth(subject), **fields)
        value = self.expr(subject)
        if value.type == ERROR:
            return None
        if node.form == "has" and node.items[0].words[:1] == ("not",):
            rest = self.quote(node.items[0]).removeprefix("not").strip()
            self.error(
                Code.E402, "what isn't there is claimed with 'has no'", span,
                hint=f"write '{self.quote(subject)} has no {rest}'",
            )  # fmt: skip
            return None
        if node.form == "equal" and value.type.kind in ("zone", "piece") and node.other:
            said, other = self.quote(subject), self.quote(node.other)
            said = f"not {said}" if node.negated else said
            message = "what lies in a zone is claimed with '='"
            self.error(Code.E402, message, span, hint=f"write '{said} = {other}'")
            return None
        if node.form in ("has", "has no") or (node.form == "is" and value.type.kind == "zone"):
            place = self.zone(subject)
            items = tuple(self._item(i, place) for i in node.items)
            form: m.ThenForm = "items"
            if node.form in ("has", "has no"):
                form = "has" if node.form == "has" else "has no"
            return m.Then(form=form, subject=place, items=items, **fields)
        if node.form == "is" and value.type.kind == "piece":
            items = tuple(self._item(i) for i in node.items)
            return m.Then(form="items", subject=value, items=items, **fields)
        if node.form == "is" and len(node.items) != 1:
            self.error(Code.E402, "one value is compared with one value", span)
            return None
        operator = node.operator or "="
        test = self.expr(s.Compare(span, (subject, self._other(node)), (operator,)))
        return m.Then(form="true", subject=test, **fields)
