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
class Point:
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
) -> list[Point]:
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
        result.append(Point(
            number, construct.kind, key, sentence(title).rstrip("."), sentence(own or made),
            bool(own), construct.node.span, construct.node, construct.inside, tuple(sorted(after)),
            sentence(more) if own else "",
        ))  # fmt: skip
    return result


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

    def words(self, construct: Construct) -> _Told:
        """Return the words of a construct."""
        node = construct.node
        match node:
            case m.Header():
                return self._header(construct.kind, node)
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
            case _:
                return self._flow(construct.kind, node)

    def _name(self, name: str) -> str:
        return self.speech.word(name)

    def _type(self, name: str) -> str:
        """Return the name of an enumeration; of one without a name, what it is the values of."""
        owner, _, attribute = name.partition(".")
        if attribute:
            return self.speech.say("attr of", self._name(attribute), self._name(owner))
        return self._name(name.split()[-1])

    def _header(self, kind: Kind, header: m.Header) -> _Told:
        say, words = self.speech.say, self.speech.words
        if kind == "aim":
            return words(header.title), words(header.aim), say("aim made"), ""
        if kind == "players":
            low, high = (self.players, self.players) if self.players else header.players
            made = say("for one player") if high == 1 else say("for players", _range(low, high))
            return words(header.title), "", made, ""
        if kind == "teams":
            return words(header.title), "", say("teams of", str(header.teams)), ""
        if kind == "rounds" and header.until is not None:
            made = say("rounds until", self.speech.condition(header.until))
            return words(header.title), "", made, ""
        if kind == "rounds":
            value = header.rounds
            if isinstance(value, m.OptionRef):
                usual = self.speech.rules.options[value.name].default
                how_many = say("rounds option", self._name(value.name), str(usual))
                return words(header.title), "", how_many, ""
            number = isinstance(value, m.Literal_)
            one = isinstance(value, m.Literal_) and value.value == 1
            key = "one round only" if one else "rounds number" if number else "rounds of"
            made = say(key, self.speech.value(value))
            return words(header.title), "", made, ""
        then = say("then next player")
        if header.starter is not None:
            then = say("then who", self.speech.value(header.starter))
        made = say("starts anyone") + "; " + then
        return words(header.title), words(header.starts_words), made, ""

    def _enumeration(self, kind: m.EnumType) -> _Told:
        """Return which words there are, and what is said of those that are its own."""
        speech, name = self.speech, self._type(kind.name)
        others: set[str] = set()
        for part, _ in kind.parts:
            others |= {member.name for member in speech.rules.enums[part].members}
        meanings = [
            speech.say("title of", speech.word(member.name), speech.words(member.words))
            for member in kind.members
            if member.words and member.name not in others
        ]
        made = speech.say("type is", speech.members(kind))
        own = speech.words(kind.words)
        return name, own, " ".join([sentence(made), *map(sentence, meanings)]), " ".join(meanings)

    def _component(self, piece: m.Component) -> _Told:
        say = self.speech.say
        counts = [self._made(make, piece) for make in piece.makes if make.items]
        counts += [
            say("title of", self._name(a.name), self.speech.value(a.default))
            for a in piece.attributes
            if a.default is not None and any(isinstance(x, m.Local) for x in walk(a.default))
        ]
        detail = "; ".join(counts) if piece.attributes else ""
        made = say("pieces", self.counts.get(piece.name, "0"))
        more = f"{made}; {detail}" if detail else made
        return self._name(piece.name), self.speech.words(piece.words), more, more

    def _made(self, make: m.Make, piece: m.Component) -> str:
        """Return how many pieces a line makes, and of which kinds."""
        say, value, speech = self.speech.say, self.speech.value, self.speech
        text = value(make.count)
        each, fixed = [], []
        same: dict[str, m.Literal_] = {}
        for item in make.items:
            name, values = self._name(item.attribute), item.values
            if isinstance(values, m.Everything) and values.of.names == ("Player",):
                name = speech.finish(speech.noun("Player", ""))
            if isinstance(values, m.SetOf) and len(values.items) == 1:
                values = values.items[0]
            if isinstance(values, m.Literal_):
                same[item.attribute] = values
            match values:
                case m.Everything():
                    each.append(name)
                case m.Interval() | m.SetOf():
                    each.append(f"{name} {value(values)}")
                case m.Literal_(value=0, type=kind) if kind.kind == "truth":
                    pass
                case m.Literal_(type=kind) if kind.kind == "truth":
                    fixed.append(name)
                case _:
                    fixed.append(f"{name} {value(values)}")
        if each:
            text = say("made each", text, speech.all_of(each))
        called, inside = speech.called(piece, same)
        if called:
            numbers = [
                f"{self._name(a)} {value(v)}"
                for a, v in same.items()
                if v.type.kind == "number" and a not in inside
            ]
            more = f" ({speech.all_of(numbers)})" if numbers else ""
            text = say("title of" if each else "so many", text, called + more)
        elif fixed:
            text = say("with", text, speech.all_of(fixed))
        return say("line when", text, value(make.when)) if make.when is not None else text

    def _zone(self, zone: m.Zone) -> _Told:
        speech, say = self.speech, self.speech.say
        content = speech.all_of((speech.noun(p, "", many=True) for p in zone.pieces), "or")
        if zone.written is not None:
            content = speech.domain(zone.written)
        parts = [say("zone is", say(f"kind {zone.kind}"), content)]
        if zone.indices:
            parts = [say("zone many", parts[0], self._sides(zone.indices))]
        if zone.spaces is not None:
            parts.append(say("spaces", str(zone.spaces[0]), speech.value(zone.spaces[1])))
        if zone.capacity is not None:
            parts.append(say("at most", speech.value(zone.capacity)))
        if zone.hexes:
            parts.append(say("hexes"))
        seen = say(f"seen {zone.seen}")
        made = "; ".join([*parts, seen])
        return self._name(zone.name), speech.words(zone.words), made, seen

    def _sides(self, sides: tuple[m.Domain, ...]) -> str:
        """Return what there is one of something for each of."""
        speech = self.speech
        numbers = [side.type.kind == "number" for side in sides]
        pairs = zip(sides, numbers, strict=True)
        return speech.all_of(speech.domain(s) if n else speech.each(s.type, "") for s, n in pairs)

    def _table(self, table: m.Table) -> _Told:
        made = self.speech.say("table is", "; ".join(self._rows(table)))
        own = self.speech.words(table.words)
        return self._name(table.name), own, made, made if own else ""

    def _rows(self, table: m.Table) -> list[str]:
        """Return what a table gives: for each of its keys, or for each row."""
        say, value = self.speech.say, self.speech.value
        rows = [[value(cell) for cell in row] for row in table.cells]
        keys = [value(key) for key in table.keys] or self._keys(table)
        if len(rows) == 1 and len(keys) == len(rows[0]):
            return [", ".join(say("gives", *pair) for pair in zip(keys, rows[0], strict=True))]
        if len(rows) == len(keys):
            if len(table.sides) > 1 and any(NOTHING in row for row in rows):
                rows = [self._numbered(row) for row in rows]
            return [say("title of", k, ", ".join(row)) for k, row in zip(keys, rows, strict=True)]
        return [", ".join(row) for row in rows]

    def _numbered(self, row: list[str]) -> list[str]:
        """Return the cells of a row that say something, each with where it stands."""
        say = self.speech.say
        return [say("gives", str(n), cell) for n, cell in enumerate(row, 1) if cell != NOTHING]

    def _keys(self, table: m.Table) -> list[str]:
        """Return the values of the one side of a table that lists none."""
        side = table.sides[0]
        low, high = side.low, side.high
        if isinstance(low, m.Literal_) and isinstance(high, m.Literal_):
            return [str(number) for number in range(low.value, high.value + 1)]
        enum = self.speech.rules.enums.get(side.type.name) if side.type.kind == "enum" else None
        return [self._name(one.name) for one in enum.members] if enum is not None else []

    def _variable(self, v: m.Variable) -> _Told:
        say, speech = self.speech.say, self.speech
        parts = [speech.domain(v.domain)]
        if v.indices:
            parts = [say("zone many", parts[0], self._sides(v.indices))]
        start = say("begins at", speech.value(v.start))
        seen = say(f"seen {v.seen}")
        made = "; ".join([*parts, start, seen])
        return self._name(v.name), speech.words(v.words), made, f"{start}; {seen}"

    def _option(self, option: m.Option) -> _Told:
        speech, say = self.speech, self.speech.say
        default = m.Literal_(value=option.default, type=option.domain.type)
        values = say("option is", speech.domain(option.domain), speech.value(default))
        return self._name(option.name), speech.words(option.words), values, values

    def _flow(self, kind: Kind, node: m.Model) -> _Told:
        speech, say = self.speech, self.speech.say
        match node:
            case m.Block():
                own = speech.words(node.words)
                if kind == "turn":
                    return say("turn is", "").strip(" :"), own, speech.sentences(node), ""
                key = "setup once" if node is speech.rules.setup_once else "setup each"
                return say(key, "").strip(" :"), own, speech.sentences(node, key=key), ""
            case m.Phase():
                title = speech.words(node.title)
                own = speech.words(node.body.words)
                made = speech.sentences(node.body)
                when = say("only if", speech.condition(node.when)) if node.when is not None else ""
                return title, own, made, when
            case m.Action():
                return self._action(node)
            case m.Require():
                return self._require(node)
            case m.Rule():
                return self._rule(node)
            case m.Procedure():
                title = self._name(node.name)
                own = speech.words(node.body.words)
                return title, own, speech.sentences(node.body), ""
            case m.Trigger():
                return self._trigger(node)
            case m.After():
                key = node.when
                own = speech.words(node.body.words)
                return say(key, "").strip(" :"), own, speech.sentences(node.body, key=key), ""
            case _:
                return self._result(kind, node)

    def _require(self, require: m.Require) -> _Told:
        """Tell a requirement: by its reason, or the sentence of its rule, or what it asks for."""
        speech, say = self.speech, self.speech.say
        made = say("only if", speech.condition(require.condition))
        if isinstance(require.condition, m.RuleCall):
            rule = speech.rules.rules[require.condition.rule]
            made = speech.words(rule.words) or say("rule allows", self._name(rule.name))
        because = speech.text(require.because) if require.because is not None else ""
        return because or made, because, made, ""

    def _action(self, action: m.Action) -> _Told:
        speech, say = self.speech, self.speech.say
        taken = [self._choice(p) for p in action.parameters]
        choice = say("take", speech.all_of(taken, case="a")) if taken else ""
        own = speech.text(action.text) if action.text is not None else ""
        made = speech.sentences(action.body, choice)
        return self._name(action.name), own, made, choice

    def _choice(self, p: m.ActionParameter) -> str:
        chosen = self.speech.chosen(p)
        return (
            self.speech.say("where", chosen, self.speech.condition(p.where)) if p.where else chosen
        )

    def _rule(self, rule: m.Rule) -> _Told:
        speech, say = self.speech, self.speech.say
        cases = []
        for case in rule.cases:
            result = (
                speech.condition(case.value) if len(rule.cases) == 1 else speech.value(case.value)
            )
            if case.condition is not None:
                result = say("case if", result, speech.condition(case.condition))
            elif len(rule.cases) > 1:
                result = say("case else", result)
            cases.append(result)
        key = "holds if" if rule.type.kind == "truth" else "it is"
        title = self._name(rule.name)
        return title, speech.words(rule.words), say(key, "; ".join(cases)), ""

    def _trigger(self, trigger: m.Trigger) -> _Told:
        speech, say, event = self.speech, self.speech.say, trigger.event
        done = speech.inside(trigger.body)
        if isinstance(event, m.Arrives):
            bound = event.piece
            thing = say("something") if bound is None else speech.thing(bound.name, bound.type)
            where = speech.noun(
                event.zone, "a" if speech.rules.zones[event.zone].indices else "the"
            )
            made = say("arrives", thing, where, done)
            title = say("arrives", thing, where, "").strip(" :")
        else:
            made = say(f"becomes {event.state}", speech.zone(event.zone), done)
            title = say(f"becomes {event.state}", speech.zone(event.zone), "").strip(" :")
        return title, speech.words(trigger.body.words), made, ""

    def _result(self, kind: Kind, node: m.Model) -> _Told:
        speech, say = self.speech, self.speech.say
        match node:
            case m.Ending():
                made = say("ends when", speech.stage(node.what), speech.condition(node.condition))
                if node.result:
                    made = say(node.result, speech.condition(node.condition))
                if node.timing == "end of turn":
                    made += ", " + say("at end of turn")
                elif node.turns is not None:
                    made += ", " + say("more turns", speech.value(node.turns))
                return (
                    speech.say("end", speech.stage(node.what)),
                    speech.words(node.words),
                    made,
                    "",
                )
            case m.Score():
                into = self._name(node.into) if node.into else ""
                made = say("scoring into", into) if into else say("scoring")
                return say("scoring"), speech.words(node.body.words), made, ""
            case m.LedgerLine():
                return speech.label(node), "", speech.line(node), ""
            case m.Winner():
                return self._winner(node)
            case m.Rating():
                low, high = speech.value(node.low), speech.value(node.high)
                bounds = low if node.low == node.high else say("range", low, high)
                called = speech.words(node.words) or bounds
                return called, "", say("rated", bounds, called), ""
            case m.Advice():
                return self._name(node.name), speech.words(node.words), say("advice made"), ""
            case _:
                raise TypeError(f"{kind}: {type(node).__name__}")

    def _winner(self, winner: m.Winner) -> _Told:
        speech, say = self.speech, self.speech.say
        parts = []
        for number, ranking in enumerate(winner.rankings):
            best = say(ranking.best, speech.value(ranking.value))
            parts.append(say("tie", best) if number else best)
        made = "; ".join([*parts, say("shared")])
        return say("head winner"), speech.words(winner.words), made, ""


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"
