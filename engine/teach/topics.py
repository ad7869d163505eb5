"""The points of a lesson plan: each one thing to know, with its sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

from engine.game.passes import first_sentence
from engine.language.frozen import walk
from engine.language.source import Span
from engine.rules import model as m
from engine.teach.constructs import Construct, Kind
from engine.teach.phrases import sentence
from engine.teach.short_sentences import MOST, longest, shortened
from engine.teach.speech import Speech
from engine.teach.values import NOTHING

LONG = 20
"""A condition of more words is split into sentences, where its parts can stand alone."""


@dataclass(frozen=True)
class Topic:
    """One thing to know.

    `key` stays the same while the rules are edited; `own`: the sentence is the author's. `after`:
    the numbers of the points that it builds on; `inside`: of the one that it is a part of.
    `more`: what the construct itself says, where the author's sentence doesn't give the numbers.
    `steps`: what is done, in order, and `small`: exactly when, both where the sentence is the
    author's.
    """

    number: int
    kind: Kind
    key: str
    title: str
    sentence: str
    own: bool
    span: Span
    node: m.Model = field(compare=False, repr=False)
    inside: int | None = None
    after: tuple[int, ...] = ()
    more: str = ""
    steps: tuple[str, ...] = ()
    small: str = ""

    @property
    def name(self) -> str:
        """What it is about, as the rules write it."""
        return self.key.partition(" ")[2]


def points(
    found: Sequence[Construct], speech: Speech, players: int | None, counts: Mapping[str, str]
) -> list[Topic]:
    """Return a point for each construct, in their order; `counts`: how many of each component."""
    teller = _Teller(speech, players, counts)
    names = _names(found)
    result = []
    keys: dict[str, int] = {}
    for number, construct in enumerate(found):
        speech.letters = 0
        told = teller.words(construct)
        own = told.own
        title, made, more, small = map(
            speech.finish, (told.title, told.made, told.more, told.small)
        )
        key = f"{construct.kind} {_key(construct)}"
        keys[key] = keys.get(key, 0) + 1
        key += f" #{keys[key]}" if keys[key] > 1 else ""
        after = {names[name] for name in _uses(construct) if name in names} - {number}
        result.append(Topic(
            number, construct.kind, key, sentence(title).rstrip("."), sentence(own or made),
            bool(own), construct.node.span, construct.node, construct.inside, tuple(sorted(after)),
            sentence(more) if own else "",
            told.steps if own or construct.kind == "piece" else (),
            sentence(small) if own or small != made else "",
        ))  # fmt: skip
    return result


def table_rows(table: m.Table, speech: Speech) -> list[str]:
    """Return what a table gives, a row for each of its first side: `1 → −20, 2 → −15`."""
    return [speech.finish(row) for row in _Teller(speech, None, {})._rows(table)]


def _key(construct: Construct) -> str:
    node = construct.node
    for name in ("name", "title"):
        value = getattr(node, name, None)
        if isinstance(value, str) and not isinstance(node, m.Header):
            return value
    if isinstance(node, m.LedgerLine):
        return node.label.raw
    if isinstance(node, m.Require):
        reason = node.because.raw if node.because is not None else ""
        rule = next((p.rule for p in walk(node.condition) if isinstance(p, m.RuleCall)), "")
        return reason or rule
    return ""


def _names(found: Sequence[Construct]) -> dict[tuple[str, str], int]:
    """Return the numbers of the constructs that others speak of, by kind and name."""
    kinds = ("piece", "zone", "table", "variable", "rule", "procedure", "option")
    return {
        (c.kind, getattr(c.node, "name", "")): number
        for number, c in enumerate(found)
        if c.kind in kinds
    }


def _uses(construct: Construct) -> set[tuple[str, str]]:
    """Return what a construct speaks of."""
    if isinstance(construct.node, m.Header):
        return set()
    used: set[tuple[str, str]] = set()
    for part in walk(construct.node):
        match part:
            case m.ZoneRef():
                used.add(("zone", part.name))
            case m.RuleCall():
                used.add(("rule", part.rule))
            case m.Lookup():
                used.add(("table", part.table))
            case m.VarRef():
                used.add(("variable", part.name))
            case m.OptionRef():
                used.add(("option", part.name))
            case m.Perform():
                used.add(("procedure", part.procedure))
            case m.Zone():
                used |= {("piece", name) for name in part.pieces}
            case _:
                pass
    return used


class _Told(NamedTuple):
    """The title, the author's sentence or nothing, and the sentence made, which says everything.

    `more`, `steps`, `small`: what of it is printed with an author's sentence; see `Topic`.
    """

    title: str
    own: str
    made: str
    more: str = ""
    steps: tuple[str, ...] = ()
    small: str = ""


class _Teller:
    def __init__(self, speech: Speech, players: int | None, counts: Mapping[str, str]) -> None:
        self.speech = speech
        self.players = players
        self.counts = counts
        self.say, self.name, self.text = self.speech.say, self.speech.word, self.speech.words
        self.value, self.condition = self.speech.value, self.speech.condition

    def words(self, construct: Construct) -> _Told:
        """Return the words of a construct."""
        kind, node = construct.kind, construct.node
        match node:
            case m.Header():
                return self._header(kind, node)
            case m.EnumType():
                return self._enumeration(node)
            case m.Component():
                return self._component(node)
            case m.Zone():
                return self._zone(node)
            case m.Table():
                return self._table(node)
            case m.Variable():
                return self._variable(node)
            case m.Option():
                return self._option(node)
            case m.ResultBand():
                low, high = self.value(node.low), self.value(node.high)
                bounds = low if node.low == node.high else self.say("range", low, high)
                called = self.text(node.words) or bounds
                return _Told(called, "", self.say("rated", bounds, called))
            case m.Advice():
                return _Told(self.name(node.name), self.text(node.words), self.say("advice made"))
            case _:
                return self._flow(kind, node)

    def _type(self, name: str) -> str:
        """Return the name of an enumeration; of one without a name, what it is the values of."""
        owner, _, attribute = name.partition(".")
        if attribute:
            return self.say("attr of", self.name(attribute), self.name(owner))
        return self.name(name.split()[-1])

    def _header(self, kind: Kind, header: m.Header) -> _Told:
        title, say = self.text(header.title), self.say
        if kind == "aim":
            return _Told(title, self.text(header.aim), say("aim made"))
        if kind == "players":
            low, high = (self.players, self.players) if self.players else header.players
            made = say("for one player") if high == 1 else say("for players", _range(low, high))
            return _Told(title, "", made)
        if kind == "teams":
            return _Told(title, "", say("teams of", str(header.teams)))
        if kind == "rounds":
            return _Told(title, "", self._rounds(header))
        made = self._starts(header)
        return _Told(title, self.text(header.starts_words), made, small=made)

    def _starts(self, header: m.Header) -> str:
        """Return who starts the first round, and each later one where there are several."""
        say = self.say
        first = say("starts random" if header.starts == "random" else "starts anyone")
        if header.opener is not None:
            first = self._opens("starts who", header.opener)
        if (
            header.until is None
            and isinstance(header.rounds, m.Literal_)
            and header.rounds.value == 1
        ):
            return self._apart(first, say("then turns"))
        if not header.then:
            return self._opens("starts each", header.opener) if header.opener else first
        if header.starter is not None:
            return self._apart(first, self._opens("then who", header.starter))
        return self._apart(first, say(f"then {header.then}"))

    def _opens(self, key: str, who: m.Expr) -> str:
        """Return who has a first turn."""
        return shortened(self.speech, lambda: self.say(key, self.value(who)), (who,))

    def _apart(self, *parts: str) -> str:
        """Return things in a sentence, or each in its own where that would be a long one."""
        whole = "; ".join(parts)
        ended = any(part.rstrip().endswith((".", "!", "?")) for part in parts[:-1])
        if not ended and longest(self.speech.finish(whole)) <= MOST:
            return whole
        return " ".join(sentence(self.speech.finish(part)) for part in parts)

    def _rounds(self, header: m.Header) -> str:
        value = header.rounds
        if header.until is not None:
            until = header.until
            return shortened(
                self.speech, lambda: self.say("rounds until", self.condition(until)), (until,)
            )
        if isinstance(value, m.OptionRef):
            usual = self.speech.rules.options[value.name].default
            return self.say("rounds option", self.name(value.name), str(usual))
        number = isinstance(value, m.Literal_)
        one = isinstance(value, m.Literal_) and value.value == 1
        key = "one round only" if one else "rounds number" if number else "rounds of"
        return self.say(key, self.value(value))

    def _enumeration(self, kind: m.EnumType) -> _Told:
        """Return which words there are, and what is said of those that are its own."""
        speech, name = self.speech, self._type(kind.name)
        others: set[str] = set()
        for part, _ in kind.parts:
            others |= {member.name for member in speech.rules.enums[part].members}
        meanings = [
            self.say("title of", self.name(member.name), self.text(member.words))
            for member in kind.members
            if member.words and member.name not in others
        ]
        made = self.say("type is", speech.members(kind))
        own = self.text(kind.words)
        more = [self.say("member when", self.name(member.name), self.condition(member.when))
            for member in kind.members
            if member.when is not None and speech.settled(member.when) is None]  # fmt: skip
        meanings = [sentence(speech.finish(one)) for one in (*more, *meanings)]
        said = " ".join([sentence(made), *meanings])
        return _Told(name, own, said, said)

    def _component(self, piece: m.Component) -> _Told:
        counts = [self._made(make, piece) for make in piece.makes if make.items]
        counts += [
            self.say("title of", self.name(a.name), self.value(a.default))
            for a in piece.attributes
            if a.default is not None
            and (
                any(isinstance(x, m.Local) for x in walk(a.default))
                or (isinstance(a.default, m.Literal_) and a.default.value and not a.changes)
            )
        ]
        counts += [
            self.say("title of", self.name(a.name), self.speech.domain(a.domain))
            for a in piece.attributes
            if a.changes
        ]
        if piece.back:
            counts.append(self.say("back", self.speech.all_of(map(self.name, piece.back))))
        detail = "; ".join(counts) if piece.attributes else ""
        made = self.say("pieces", self.counts.get(piece.name, "0"))
        made_of = any(make.items for make in piece.makes)
        with_detail = self.say("title of", made, detail) if made_of else f"{made}; {detail}"
        more = with_detail if detail else made
        steps: tuple[str, ...] = ()
        if detail and longest(self.speech.finish(more)) > MOST:  # a row for each kind
            steps = tuple(sentence(self.speech.finish(one)) for one in counts)
            more = f"{self.say('title of', made, '').rstrip()} {' '.join(steps)}"
        return _Told(self.name(piece.name), self.text(piece.words), more, more, steps)

    def _made(self, make: m.Make, piece: m.Component) -> str:
        """Return how many pieces a line makes, and of which kinds."""
        text = self.value(make.count)
        each, fixed = [], []
        same: dict[str, m.Literal_] = {}
        for item in make.items:
            name, values = self.name(item.attribute), item.values
            if isinstance(values, m.Everything) and values.of.names == ("Player",):
                name = self.speech.finish(self.speech.noun("Player", ""))
            if isinstance(values, m.SetOf) and len(values.items) == 1:
                values = values.items[0]
            if isinstance(values, m.Literal_):
                same[item.attribute] = values
            match values:
                case m.Everything():
                    each.append(name)
                case m.Interval():
                    ends = self.value(values.low), self.value(values.high)
                    each.append(self.say("from range", name, *ends))
                case m.SetOf():
                    each.append(self.say("exactly", name, self.value(values)))
                case m.Literal_(value=0, type=kind) if kind.kind == "truth":
                    pass
                case m.Literal_(type=kind) if kind.kind == "truth":
                    fixed.append(name)
                case _:
                    fixed.append(f"{name} {self.value(values)}")
        called, inside = self.speech.called(piece, same)
        if called:
            numbers = [
                f"{self.name(a)} {self.value(v)}"
                for a, v in same.items()
                if v.type.kind == "number" and a not in inside
            ]
            more = f" ({self.speech.all_of(numbers)})" if numbers else ""
            text = self.say("so many", text, called + more)
        if each:
            kinds = self.speech.all_of(self.say("of each kind", one) for one in each)
            text = self.say("made each", text, kinds)
        if fixed and not called:
            text = self.say("with", text, self.speech.all_of(fixed))
        return self.say("line when", text, self.value(make.when)) if make.when is not None else text

    def _zone(self, zone: m.Zone) -> _Told:
        content = self.speech.all_of(
            (self.speech.noun(p, "", many=True) for p in zone.pieces), "or"
        )
        if zone.written is not None:
            mark = zone.written.type.kind == "mark"
            content = self.speech.domain(zone.written)
            content = self.speech.noun("mark", "", many=True) if mark else content
        parts = [self.say("zone is", self.say(f"kind {zone.kind}"), content)]
        indices = zone.indices if zone.board is None else zone.indices[:-2]
        sides = [side.high for side in zone.indices[-2:]]
        if zone.board is None and zone.grid is not None and len(sides) == 2:
            indices = zone.indices[:-2]
            parts += [self.say("rows and columns", *map(self.value, sides))]
            parts = [" ".join(parts)]
        if indices:
            parts = [self.say("zone many", parts[0], self.speech.sides(indices))]
        if zone.board is not None:
            key = "points joined" if zone.board.joined else "cells drawn"
            parts.append(self.say(key, str(len(zone.board.cells))))
        if zone.spaces is not None:
            parts.append(self.say("spaces", str(zone.spaces[0]), self.value(zone.spaces[1])))
        if zone.capacity is not None:
            parts.append(self.say("at most", self.value(zone.capacity)))
        if zone.hexes:
            parts.append(self.say("hexes"))
        made = "; ".join([*parts, *self._seen(zone.seen)])
        return _Told(self.name(zone.name), self.text(zone.words), made, made)

    def _table(self, table: m.Table) -> _Told:
        made = self.say("table is", "; ".join(self._rows(table)))
        own = self.text(table.words)
        return _Told(self.name(table.name), own, made, made)

    def _rows(self, table: m.Table) -> list[str]:
        """Return what a table gives: for each of its keys, or for each row."""
        rows = [[self._cell_of(cell) for cell in row] for row in table.cells]
        keys = [self.value(key) for key in table.keys] or self._keys(table)
        if isinstance(table.start, m.Literal_):
            keys = [str(table.start.value + n) for n in range(len(rows[0]))]
            keys[-1] += self.say("and above") if table.holds_on else ""
        if len(rows) == 1 and len(keys) == len(rows[0]):
            return [", ".join(self.say("gives", *pair) for pair in zip(keys, rows[0], strict=True))]
        if len(rows) == len(keys):
            if len(table.sides) > 1 and any(NOTHING in row for row in rows):
                low = table.sides[1].low
                first = low.value if isinstance(low, m.Literal_) else 1
                columns = [self.value(column) for column in table.columns]
                columns = columns or [str(first + n) for n in range(len(rows[0]))]
                rows = [self._numbered(row, columns) for row in rows]
            return [
                self.say("title of", k, ", ".join(row)) for k, row in zip(keys, rows, strict=True)
            ]
        return [", ".join(row) for row in rows]

    def _cell_of(self, cell: m.Expr) -> str:
        """Return what a cell of a table says."""
        return NOTHING if cell.type.kind == "none" else self.value(cell)

    def _numbered(self, row: list[str], columns: list[str]) -> list[str]:
        """Return the cells of a row that say something, each with where it is."""
        pairs = zip(columns, row, strict=True)
        return [self.say("gives", column, cell) for column, cell in pairs if cell != NOTHING]

    def _keys(self, table: m.Table) -> list[str]:
        """Return the values of the one side of a table that lists none."""
        side = table.sides[0]
        low, high = side.low, side.high
        if isinstance(low, m.Literal_) and isinstance(high, m.Literal_):
            return [str(number) for number in range(low.value, high.value + 1)]
        enum = self.speech.rules.enums.get(side.type.name) if side.type.kind == "enum" else None
        return [self.name(one.name) for one in enum.members] if enum is not None else []

    def _variable(self, v: m.Variable) -> _Told:
        parts = [self.speech.domain(v.domain)]
        if v.indices:
            parts = [self.say("zone many", parts[0], self.speech.sides(v.indices))]
        numbers = (v.domain.low, v.domain.high) if v.domain.type.kind == "number" else ()
        if numbers and [side.type.names for side in v.indices] == [("Player",)]:
            parts = [self.say("number of each", *map(self.value, (*numbers, v.start)))]
            start = ""
        elif numbers and not v.indices:
            parts = [self.say("number kept", *map(self.value, (*numbers, v.start)))]
            start = ""
        else:
            start = self.say("begins at", self.value(v.start))
        made = "; ".join(filter(None, [*parts, start, *self._seen(v.seen)]))
        return _Told(self.name(v.name), self.text(v.words), made, made)

    def _seen(self, seen: str) -> list[str]:
        """Return who can see something, where that isn't everybody."""
        return [] if seen == "all" else [self.say(f"seen {seen}")]

    def _option(self, option: m.Option) -> _Told:
        default = m.Literal_(value=option.default, type=option.domain.type)
        values = self.say("option is", self._choices(option.domain, self.value(default)))
        return _Told(self.name(option.name), self.text(option.words), values, values)

    def _choices(self, domain: m.Domain, usual: str) -> str:
        """Return what an option may be, and what it usually is."""
        enum = self.speech.rules.enums.get("".join(domain.type.names[:1]))
        words = [self.name(one.name) for one in enum.members] if enum is not None else []
        words = [self.name("yes"), self.name("no")] if domain.type.kind == "truth" else words
        if not words:
            return self.say("usually", self.speech.domain(domain), usual)
        quoted = {word: self.say("rule bare", word) for word in words}
        named = [self.say("usual", q) if w == usual else q for w, q in quoted.items()]
        return self.speech.all_of(named, "or")

    def _flow(self, kind: Kind, node: m.Model) -> _Told:
        speech, say = self.speech, self.say
        match node:
            case m.Block() if kind == "turn":
                made, steps = speech.sentences(node), speech.steps(node)
                return _Told(self._heading("turn is"), self.text(node.words), made, steps=steps)
            case m.Block():
                key = "setup once" if node is speech.rules.setup_once else "setup each"
                made, steps = speech.sentences(node, key=key), speech.steps(node)
                return _Told(self._heading(key), self.text(node.words), made, steps=steps)
            case m.Phase():
                made, steps = speech.sentences(node.body), speech.steps(node.body)
                when = say("only if", self.condition(node.when)) if node.when is not None else ""
                own = self.text(node.body.words)
                made = f"{sentence(when)} {made}" if when else made
                return _Told(self.text(node.title), own, made, when, steps)
            case m.Action():
                return self._action(node)
            case m.Require():
                return self._require(node)
            case m.Rule():
                return self._rule(node)
            case m.Procedure():
                made, steps = speech.sentences(node.body), speech.steps(node.body)
                name, own = self.name(node.name), self.text(node.body.words)
                return _Told(name, own, made, "", steps, self._ranges(node.parameters))
            case m.Trigger():
                return self._trigger(node)
            case m.After():
                made, steps = speech.sentences(node.body, key=node.when), speech.steps(node.body)
                own = self.text(node.body.words)
                return _Told(self._heading(node.when), own, made, steps=steps)
            case m.Ending() | m.Outcome():
                return self._ending(node)
            case m.Score():
                whose = say("scoring of teams" if node.teams else "scoring")
                into = say("paid into", self._counter(node.into)) if node.into else ""
                made = " ".join(map(sentence, filter(None, (whose, into))))
                return _Told(say("scoring"), self.text(node.body.words), made, into)
            case m.LedgerLine():
                return _Told(speech.label(node), "", speech.line(node))
            case m.Winner():
                return self._winner(node)
            case _:
                raise TypeError(f"{kind}: {type(node).__name__}")

    def _heading(self, key: str, *parts: str) -> str:
        """Return a phrase as a title: without what would follow."""
        return self.say(key, *parts, "").strip(" :")

    def _ending(self, node: m.Ending | m.Outcome) -> _Told:
        if isinstance(node, m.Outcome):
            made = self.speech.outcome(node.result, node.seat)
            return _Told(self.say("end", self.speech.stage("game")), self.text(node.words), made,
                         small=made)  # fmt: skip
        what = self.speech.stage(node.what)
        key = "ends after turn" if node.timing == "end of turn" else "ends when"

        def said() -> str:
            text = self.say(key, what, self.condition(node.condition))
            if node.result is not None:
                text = self.say("by result", self._result(node), self.condition(node.condition))
                if node.timing == "end of turn":
                    text += ", " + self.say("at end of turn")
            if node.turns is not None:
                text += ", " + self.say("more turns", self.value(node.turns))
            return text

        made = shortened(self.speech, said, (node.condition,))
        return _Told(self.say("end", what), self.text(node.words), made, small=made)

    def _result(self, node: m.Ending) -> str:
        if node.seat is None and node.result in ("wins", "loses"):
            return self.say(f"you {node.result}")
        assert node.result is not None
        return self.speech.outcome(node.result, node.seat)

    def _counter(self, name: str) -> str:
        """Return a counter as that of the player who is spoken of."""
        indices = self.speech.rules.variables[name].indices
        return self.speech.noun(name, "your" if indices else "the")

    def _require(self, require: m.Require) -> _Told:
        """Report a requirement: by its reason, or the sentence of its rule, or what it asks for."""
        asked = require.condition
        exact = made = shortened(
            self.speech, lambda: self.say("allowed if", self.condition(asked)), (asked,)
        )
        if isinstance(require.condition, m.RuleCall):
            rule = self.speech.rules.rules[require.condition.rule]
            made = self.text(rule.words) or self.say("rule allows", self.name(rule.name))
            if require.because is None and require.condition.arguments:
                exact = shortened(self.speech, partial(self._asked, require.condition), asked)
        because = self.speech.text(require.because) if require.because is not None else ""
        return _Told(because or made, because, made, small=exact)

    def _asked(self, call: m.RuleCall) -> str:
        """Return which rule must hold for what."""
        given = self.speech.all_of(map(self.value, call.arguments), case="a")
        return self.say("rule must", self.name(call.rule), given)

    def _action(self, action: m.Action) -> _Told:
        taken = [self._choice(p) for p in action.parameters]
        choice = self.say("take", self.speech.all_of(taken, case="a")) if taken else ""
        if longest(self.speech.finish(choice)) > MOST:
            choice = " ".join(sentence(self.speech.finish(one)) for one in self._each(action))
        own = self.speech.text(action.text) if action.text is not None else ""
        made, steps = self.speech.sentences(action.body, choice), self.speech.steps(action.body)
        named = action.number in self.speech.passes
        return _Told(
            first_sentence(own) if named else self.name(action.name), own, made, choice, steps
        )

    def _each(self, action: m.Action) -> Iterator[str]:
        """Yield what an action takes, a sentence for each thing."""
        for p in action.parameters:
            yield shortened(self.speech, partial(self._taken, p), p)

    def _taken(self, p: m.ActionParameter) -> str:
        """Return that one thing is chosen."""
        return self.say("take", self.speech.all_of([self._choice(p)], case="a"))

    def _choice(self, p: m.ActionParameter) -> str:
        chosen = self.speech.chosen(p)
        return self.say("where", chosen, self.condition(p.where)) if p.where else chosen

    def _rule(self, rule: m.Rule) -> _Told:
        steps = tuple(sentence(self.speech.finish(one)) for one in self._cases(rule))
        own, made = self.text(rule.words), " ".join(steps)
        small = self._ranges(rule.parameters)
        return _Told(self.name(rule.name), own, made, steps=steps, small=small)

    def _cases(self, rule: m.Rule) -> Iterator[str]:
        """Yield what a rule is, a sentence for each case, or for each part of a long condition."""
        key = {"truth": "holds if", "set": "they are"}.get(rule.type.kind, "it is")
        if len(rule.cases) == 1 and rule.cases[0].condition is None:
            yield from self._held(key, rule.cases[0].value)
            return
        for number, case in enumerate(rule.cases):
            how = f"else {key}" if number else key
            yield shortened(self.speech, partial(self._case, how, case), case)

    def _case(self, key: str, case: m.Case) -> str:
        """Return what a rule is in one of its cases."""
        result = self.value(case.value)
        if case.condition is not None:
            result = self.say("case if", result, self.condition(case.condition))
        return self.say(key, result)

    def _held(self, key: str, value: m.Expr) -> Iterator[str]:
        """Yield what a rule of one case is; a long `or` or `and` has a sentence for each part."""
        whole = self.say(key, self.condition(value))
        parts = _joined(value) if key == "holds if" else []
        if len(parts) < 2 or len(self.speech.finish(whole).split()) <= LONG:
            yield self._holding(key, value)
            return
        either = isinstance(value, m.Op) and value.op == "or"
        first, later = ("holds if", "also holds if") if either else ("holds only if", "and only if")
        for number, part in enumerate(parts):
            yield self._holding(later if number else first, part)

    def _holding(self, key: str, part: m.Expr) -> str:
        """Return that a rule is, or holds only if, something."""
        return shortened(self.speech, lambda: self.say(key, self.condition(part)), (part,))

    def _ranges(self, parameters: tuple[m.Parameter, ...]) -> str:
        """Return from where to where the numbers are that a rule or procedure is asked with."""
        thing, domain = self.speech.thing, self.speech.domain
        return "; ".join(
            self.say("=", thing(p.name, p.domain.type, "the"), domain(p.domain))
            for p in parameters
            if p.domain.type.kind == "number"
        )

    def _trigger(self, trigger: m.Trigger) -> _Told:
        speech, event = self.speech, trigger.event
        if isinstance(event, m.Arrives):
            key, parts = "arrives", [self._arriving(event), self._where(event)]
        else:
            key, parts = f"becomes {event.state}", [speech.zone(event.zone)]
        done = speech.block(replace(trigger.body, words=None))
        made = self.say(key, *parts, done)
        title = self.say(key, *parts, "").strip(" :")
        own = self.text(trigger.body.words)
        return _Told(title, own, made, steps=speech.steps(trigger.body))

    def _arriving(self, event: m.Arrives) -> str:
        bound = event.piece
        if bound is None:
            return self.speech.noun("mark", "a")
        return self.speech.thing(bound.name, bound.type)

    def _where(self, event: m.Arrives) -> str:
        """Return where something arrives: in a zone of a family, perhaps at one of its spaces."""
        speech = self.speech
        given = [i for i in event.indices if i is not None and not isinstance(i, m.Bind)]
        where = speech.noun(event.zone, "a" if event.indices else "the")
        if given:
            where = self.say("arrives of", where, speech.all_of(map(self.value, given)))
        if event.at is not None and not isinstance(event.at, m.Bind):
            where = self.say("arrives at", where, self.value(event.at))
        return where

    def _winner(self, winner: m.Winner) -> _Told:
        parts = [self._best(r, first=not n) for n, r in enumerate(winner.rankings)]
        made = self._apart(*parts, self.say("still shared" if parts[1:] else "shared"))
        return _Told(self.say("head winner"), self.text(winner.words), made, small=made)

    def _best(self, ranking: m.Ranking, *, first: bool) -> str:
        """Return what decides who wins: the first thing, or a later one where that is equal."""
        value, most = ranking.value, ranking.best == "highest"
        counted = self.speech.counted(value)
        if counted:
            best = self.say("most" if most else "fewest", counted)
            return self.say("has most" if first else "tie", best)
        best = self.say(ranking.best, self.value(value))
        return best if first else self.say("tie", best)


def _joined(e: m.Expr) -> list[m.Expr]:
    """Return the parts that an `or` or an `and` joins, of any depth; else the expression alone."""

    def parts(inner: m.Expr, op: str) -> list[m.Expr]:
        if isinstance(inner, m.Op) and inner.op == op:
            return [part for one in inner.arguments for part in parts(one, op)]
        return [inner]

    return parts(e, e.op) if isinstance(e, m.Op) and e.op in ("or", "and") else [e]


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"
