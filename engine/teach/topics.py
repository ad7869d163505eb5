"""The points of a lesson plan: each one thing to know, with its sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.language.source import Span
from engine.rules import model as m
from engine.rules.walk import walk
from engine.teach.constructs import Construct, Kind
from engine.teach.phrases import sentence
from engine.teach.speech import NOTHING, Speech


@dataclass(frozen=True)
class Topic:
    """One thing to know.

    `key` stays the same while the rules are edited; `own`: the sentence is the author's. `after`:
    the numbers of the points that it builds on; `inside`: of the one that it is a part of.
    `more`: what the construct itself says, where the author's sentence doesn't give the numbers.
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
        spoken = teller.words(construct)
        own = spoken[1]
        title, made, more = (speech.finish(part) for part in (spoken[0], *spoken[2:]))
        key = f"{construct.kind} {_key(construct)}"
        keys[key] = keys.get(key, 0) + 1
        key += f" #{keys[key]}" if keys[key] > 1 else ""
        after = {names[name] for name in _uses(construct) if name in names} - {number}
        result.append(Topic(
            number, construct.kind, key, sentence(title).rstrip("."), sentence(own or made),
            bool(own), construct.node.span, construct.node, construct.inside, tuple(sorted(after)),
            sentence(more) if own else "",
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


_Told = tuple[str, str, str, str]
"""A title, the author's sentence or nothing, the sentence made, and what the numbers are."""


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
                return called, "", self.say("rated", bounds, called), ""
            case m.Advice():
                return self.name(node.name), self.text(node.words), self.say("advice made"), ""
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
            return title, self.text(header.aim), say("aim made"), ""
        if kind == "players":
            low, high = (self.players, self.players) if self.players else header.players
            made = say("for one player") if high == 1 else say("for players", _range(low, high))
            return title, "", made, ""
        if kind == "teams":
            return title, "", say("teams of", str(header.teams)), ""
        if kind == "rounds":
            return title, "", self._rounds(header), ""
        return title, self.text(header.starts_words), self._starts(header), ""

    def _starts(self, header: m.Header) -> str:
        """Return who starts the first round, and each later one where there are several."""
        say = self.say
        first = say("starts random" if header.starts == "random" else "starts anyone")
        if (
            header.until is None
            and isinstance(header.rounds, m.Literal_)
            and header.rounds.value == 1
        ):
            return f"{first}; {say('then turns')}"
        if header.starter is not None:
            return f"{first}; {say('then who', self.value(header.starter))}"
        return f"{first}; {say(f'then {header.then}')}"

    def _rounds(self, header: m.Header) -> str:
        value = header.rounds
        if header.until is not None:
            return self.say("rounds until", self.condition(header.until))
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
        return name, own, " ".join([sentence(made), *map(sentence, meanings)]), " ".join(meanings)

    def _component(self, piece: m.Component) -> _Told:
        counts = [self._made(make, piece) for make in piece.makes if make.items]
        counts += [
            self.say("title of", self.name(a.name), self.value(a.default))
            for a in piece.attributes
            if a.default is not None and any(isinstance(x, m.Local) for x in walk(a.default))
        ]
        detail = "; ".join(counts) if piece.attributes else ""
        made = self.say("pieces", self.counts.get(piece.name, "0"))
        more = f"{made}; {detail}" if detail else made
        return self.name(piece.name), self.text(piece.words), more, more

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
                case m.Interval() | m.SetOf():
                    each.append(f"{name} {self.value(values)}")
                case m.Literal_(value=0, type=kind) if kind.kind == "truth":
                    pass
                case m.Literal_(type=kind) if kind.kind == "truth":
                    fixed.append(name)
                case _:
                    fixed.append(f"{name} {self.value(values)}")
        if each:
            text = self.say("made each", text, self.speech.all_of(each))
        called, inside = self.speech.called(piece, same)
        if called:
            numbers = [
                f"{self.name(a)} {self.value(v)}"
                for a, v in same.items()
                if v.type.kind == "number" and a not in inside
            ]
            more = f" ({self.speech.all_of(numbers)})" if numbers else ""
            text = self.say("title of" if each else "so many", text, called + more)
        elif fixed:
            text = self.say("with", text, self.speech.all_of(fixed))
        return self.say("line when", text, self.value(make.when)) if make.when is not None else text

    def _zone(self, zone: m.Zone) -> _Told:
        content = self.speech.all_of(
            (self.speech.noun(p, "", many=True) for p in zone.pieces), "or"
        )
        if zone.written is not None:
            content = self.speech.domain(zone.written)
        parts = [self.say("zone is", self.say(f"kind {zone.kind}"), content)]
        if zone.indices:
            parts = [self.say("zone many", parts[0], self._sides(zone.indices))]
        if zone.spaces is not None:
            parts.append(self.say("spaces", str(zone.spaces[0]), self.value(zone.spaces[1])))
        if zone.capacity is not None:
            parts.append(self.say("at most", self.value(zone.capacity)))
        if zone.hexes:
            parts.append(self.say("hexes"))
        seen = self.say(f"seen {zone.seen}")
        made = "; ".join([*parts, seen])
        return self.name(zone.name), self.text(zone.words), made, seen

    def _sides(self, sides: tuple[m.Domain, ...]) -> str:
        """Return what there is one of something for each of."""
        speech = self.speech
        numbers = [side.type.kind == "number" for side in sides]
        pairs = zip(sides, numbers, strict=True)
        return speech.all_of(speech.domain(s) if n else speech.each(s.type, "") for s, n in pairs)

    def _table(self, table: m.Table) -> _Told:
        made = self.say("table is", "; ".join(self._rows(table)))
        own = self.text(table.words)
        return self.name(table.name), own, made, made if own else ""

    def _rows(self, table: m.Table) -> list[str]:
        """Return what a table gives: for each of its keys, or for each row."""
        rows = [[self.value(cell) for cell in row] for row in table.cells]
        keys = [self.value(key) for key in table.keys] or self._keys(table)
        if len(rows) == 1 and len(keys) == len(rows[0]):
            return [", ".join(self.say("gives", *pair) for pair in zip(keys, rows[0], strict=True))]
        if len(rows) == len(keys):
            if len(table.sides) > 1 and any(NOTHING in row for row in rows):
                rows = [self._numbered(row) for row in rows]
            return [
                self.say("title of", k, ", ".join(row)) for k, row in zip(keys, rows, strict=True)
            ]
        return [", ".join(row) for row in rows]

    def _numbered(self, row: list[str]) -> list[str]:
        """Return the cells of a row that say something, each with where it is."""
        return [self.say("gives", str(n), cell) for n, cell in enumerate(row, 1) if cell != NOTHING]

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
            parts = [self.say("zone many", parts[0], self._sides(v.indices))]
        start = self.say("begins at", self.value(v.start))
        seen = self.say(f"seen {v.seen}")
        made = "; ".join([*parts, start, seen])
        return self.name(v.name), self.text(v.words), made, f"{start}; {seen}"

    def _option(self, option: m.Option) -> _Told:
        default = m.Literal_(value=option.default, type=option.domain.type)
        values = self.say("option is", self.speech.domain(option.domain), self.value(default))
        return self.name(option.name), self.text(option.words), values, values

    def _flow(self, kind: Kind, node: m.Model) -> _Told:
        speech, say = self.speech, self.say
        match node:
            case m.Block() if kind == "turn":
                return self._heading("turn is"), self.text(node.words), speech.sentences(node), ""
            case m.Block():
                key = "setup once" if node is speech.rules.setup_once else "setup each"
                made = speech.sentences(node, key=key)
                return self._heading(key), self.text(node.words), made, ""
            case m.Phase():
                made = speech.sentences(node.body)
                when = say("only if", self.condition(node.when)) if node.when is not None else ""
                return self.text(node.title), self.text(node.body.words), made, when
            case m.Action():
                return self._action(node)
            case m.Require():
                return self._require(node)
            case m.Rule():
                return self._rule(node)
            case m.Procedure():
                made = speech.sentences(node.body)
                return self.name(node.name), self.text(node.body.words), made, ""
            case m.Trigger():
                return self._trigger(node)
            case m.After():
                made = speech.sentences(node.body, key=node.when)
                return self._heading(node.when), self.text(node.body.words), made, ""
            case m.Ending():
                return self._ending(node)
            case m.Score():
                into = (self.name(node.into),) if node.into else ()
                made = say("scoring into" if into else "scoring", *into)
                return say("scoring"), self.text(node.body.words), made, ""
            case m.LedgerLine():
                return speech.label(node), "", speech.line(node), ""
            case m.Winner():
                return self._winner(node)
            case _:
                raise TypeError(f"{kind}: {type(node).__name__}")

    def _heading(self, key: str, *parts: str) -> str:
        """Return a phrase as a title: without what would follow."""
        return self.say(key, *parts, "").strip(" :")

    def _ending(self, node: m.Ending) -> _Told:
        what = self.speech.stage(node.what)
        made = self.say("ends when", what, self.condition(node.condition))
        if node.result:
            made = self.say(node.result, self.condition(node.condition))
        if node.timing == "end of turn":
            made += ", " + self.say("at end of turn")
        elif node.turns is not None:
            made += ", " + self.say("more turns", self.value(node.turns))
        return self.say("end", what), self.text(node.words), made, ""

    def _require(self, require: m.Require) -> _Told:
        """Report a requirement: by its reason, or the sentence of its rule, or what it asks for."""
        made = self.say("only if", self.condition(require.condition))
        if isinstance(require.condition, m.RuleCall):
            rule = self.speech.rules.rules[require.condition.rule]
            made = self.text(rule.words) or self.say("rule allows", self.name(rule.name))
        because = self.speech.text(require.because) if require.because is not None else ""
        return because or made, because, made, ""

    def _action(self, action: m.Action) -> _Told:
        taken = [self._choice(p) for p in action.parameters]
        choice = self.say("take", self.speech.all_of(taken, case="a")) if taken else ""
        own = self.speech.text(action.text) if action.text is not None else ""
        made = self.speech.sentences(action.body, choice)
        return self.name(action.name), own, made, choice

    def _choice(self, p: m.ActionParameter) -> str:
        chosen = self.speech.chosen(p)
        return self.say("where", chosen, self.condition(p.where)) if p.where else chosen

    def _rule(self, rule: m.Rule) -> _Told:
        cases = []
        for case in rule.cases:
            result = self.condition(case.value) if len(rule.cases) == 1 else self.value(case.value)
            if case.condition is not None:
                result = self.say("case if", result, self.condition(case.condition))
            elif len(rule.cases) > 1:
                result = self.say("case else", result)
            cases.append(result)
        key = "holds if" if rule.type.kind == "truth" else "it is"
        title = self.name(rule.name)
        return title, self.text(rule.words), self.say(key, "; ".join(cases)), ""

    def _trigger(self, trigger: m.Trigger) -> _Told:
        speech, event = self.speech, trigger.event
        done = speech.inside(trigger.body)
        if isinstance(event, m.Arrives):
            bound = event.piece
            thing = self.say("something") if bound is None else speech.thing(bound.name, bound.type)
            where = speech.noun(
                event.zone, "a" if speech.rules.zones[event.zone].indices else "the"
            )
            made = self.say("arrives", thing, where, done)
            title = self.say("arrives", thing, where, "").strip(" :")
        else:
            made = self.say(f"becomes {event.state}", speech.zone(event.zone), done)
            title = self.say(f"becomes {event.state}", speech.zone(event.zone), "").strip(" :")
        return title, self.text(trigger.body.words), made, ""

    def _winner(self, winner: m.Winner) -> _Told:
        parts = []
        for number, ranking in enumerate(winner.rankings):
            best = self.say(ranking.best, self.value(ranking.value))
            parts.append(self.say("tie", best) if number else best)
        made = "; ".join([*parts, self.say("shared")])
        return self.say("head winner"), self.text(winner.words), made, ""


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"
