"""Sentences made from the constructs of the rules, where their author has written none.

A sentence is put together from phrases that need no grammar of what is put into them, so that it is
right in every language, if sometimes plain.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.rules import model as m
from engine.rules.catalogue import Catalogue
from engine.rules.types import Type, article
from engine.teach.phrases import listed, phrase

_MEMBERS = 12
"""So many words of an enumeration are listed."""


class Speech:
    """Puts expressions and statements of one ruleset into words of one language."""

    def __init__(self, rules: m.Ruleset, catalogue: Catalogue) -> None:
        """Prepare for a ruleset."""
        self.rules = rules
        self.catalogue = catalogue
        self.language = catalogue.language

    def say(self, key: str, *parts: str) -> str:
        """Return a phrase in the language."""
        return phrase(key, self.language, *parts)

    def word(self, name: str) -> str:
        """Return a name of the rules as people read it: translated, without notation."""
        found = self.catalogue.name(name)
        if found != name:
            return found.replace("_", " ")
        if name.startswith("original "):
            return self.say("before change", self.word(name.split()[1]))
        apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name.replace("_", " "))
        return apart.lower() if apart != name or name[:1].isupper() else apart

    def title(self, name: str) -> str:
        """Return a name as it stands at the beginning of a line."""
        word = self.word(name)
        return word[:1].upper() + word[1:]

    def words(self, text: str | None) -> str:
        """Return a quoted sentence in the language, empty for none."""
        return self.catalogue.text(text) if text else ""

    def all_of(self, parts: Iterable[str], joint: str = "and") -> str:
        """Return several things with `and` before the last."""
        return listed([part for part in parts if part], self.language, joint)

    # -------------------------------------------------------------- names

    def kind(self, of: Type) -> str:
        """Return what kind of thing a type is."""
        if of.kind == "enum":
            known = {"Player": "every player", "Team": "team"}
            if of.name == "Player":
                return self.say(known[of.name])
            enum = self.rules.enums.get(of.name)
            if enum is None:
                return self.word(of.name.strip("."))
            return self.members(enum)
        if of.kind == "piece":
            return self.all_of((self.word(name) for name in of.names), "or")
        if of.kind == "zone":
            return self.word(of.name)
        return self.say("something") if of.kind != "number" else self.say("any")

    def members(self, enum: m.EnumType) -> str:
        """Return the words of an enumeration."""
        names = [self.word(one.name) for one in enum.members]
        more = ["…"] if len(names) > _MEMBERS else []
        return ", ".join(names[:_MEMBERS] + more)

    def domain(self, domain: m.Domain) -> str:
        """Return the values of a domain."""
        if domain.type.kind == "number" and domain.low is not None and domain.high is not None:
            return self.say("range", self.value(domain.low), self.value(domain.high))
        if domain.type.kind == "truth":
            return self.say("or", self.word("yes"), self.word("no"))
        return self.kind(domain.type)

    def text(self, words: m.Expr) -> str:
        """Return a quoted text in general: the values in it by what they are."""
        if not isinstance(words, m.Words):
            return self.value(words)
        inside = re.findall(r"\{([^}]*)\}", words.raw)
        values = [part for part in words.parts if isinstance(part, m.Expr)]
        known = dict(zip(inside, values, strict=False))
        pieces = re.split(r"\{([^}]*)\}", self.catalogue.text(words.raw))
        told = [
            (self._example(known[p]) if p in known else p) if i % 2 else p
            for i, p in enumerate(pieces)
        ]
        return "".join(told)

    def _example(self, value: m.Expr) -> str:
        """Return a value within a sentence: for words of an enumeration, the first of them."""
        kind = value.type
        if kind.kind == "enum" and kind.name in self.rules.enums:
            return self.word(self.rules.enums[kind.name].members[0].name)
        if isinstance(value, m.Local) and kind.kind == "number":
            return "1"
        if kind.kind == "piece":
            return " / ".join(self.one(name) for name in kind.names)
        return self.value(value)

    # -------------------------------------------------------------- values

    def value(self, e: m.Expr | None) -> str:
        """Return an expression in words."""
        if e is None:
            return self.say("any")
        match e:
            case m.Literal_():
                return self._literal(e)
            case m.Words():
                return self.text(e)
            case m.Op():
                return self._op(e)
            case m.Fold():
                among = self._among(e.binders, e.where)
                if e.kind == "sum" and self._of_binder(e) and e.where is None:
                    assert isinstance(e.value, m.Attr)
                    inside = self.value(e.binders[0].domain)
                    return self.say("sum in", self.word(e.value.name), inside)
                if e.kind == "the" and (e.value is None or isinstance(e.value, m.Local)):
                    return among
                inner = self.value(e.value) if e.value is not None else ""
                return self.say(f"fold {e.kind}", inner, among)
            case m.ZoneRef():
                return self.zone(e)
            case m.VarRef():
                return self._owned(self.word(e.name), e.indices)
            case m.Local():
                name = self.word(e.name)
                return self._owned(
                    self.say("the", name) if e.type.kind == "piece" else name, e.indices
                )
            case m.OptionRef():
                return self.word(e.name)
            case m.Attr():
                return self.say("attr", self.word(e.name), self.value(e.piece))
            case m.Lookup():
                cell = self.all_of(self.value(i) for i in e.indices)
                return self.say("in table", self.word(e.table), cell)
            case m.RuleCall():
                return self._rule(e)
            case m.Everything():
                return self.kind(e.of.items[0] if e.of.kind == "set" else e.of)
            case m.Interval():
                return self.say("range", self.value(e.low), self.value(e.high))
            case m.SetOf():
                return self.all_of((self.value(i) for i in e.items), "or")
            case m.TupleOf():
                told = [self.value(i) for i in e.items]
                return ", ".join(told)
            case m.Supposing():
                done = self.block(e.body) if isinstance(e.body, m.Block) else ""
                return self.say("supposing", self.value(e.value), done)
            case _:
                return self.say("something")

    def _literal(self, e: m.Literal_) -> str:
        kind = e.type
        if kind.kind == "truth":
            return self.word("yes" if e.value else "no")
        if kind.kind == "none" or (kind.maybe and e.value < 0):
            return self.word("none")
        if kind.kind == "mark":
            return self.word("mark")
        if kind.kind == "enum":
            if kind.name == "Player":
                return self.catalogue.name(f"seat {e.value + 1}")
            enum = self.rules.enums.get(kind.name)
            if enum is not None and 0 <= e.value < len(enum.members):
                return self.word(enum.members[e.value].name)
        return f"−{-e.value}" if e.value < 0 else str(e.value)

    def _op(self, e: m.Op) -> str:
        op, arguments = e.op, e.arguments
        if op in ("sure", "widen", "narrow"):
            return self.value(arguments[0])
        if op == "not" and isinstance(arguments[0], m.Op):
            inner = arguments[0]
            if inner.op in ("is empty", "is full"):
                return self.say(inner.op.replace("is", "is not"), self.value(inner.arguments[0]))
        if op == "if" and (sure := self.settled(arguments[0])) is not None:
            return self.value(arguments[1] if sure else arguments[2])
        if op == "if":
            return self.say("if value", *(self.value(a) for a in arguments))
        told = [self.value(a) for a in arguments]
        try:
            return self.say(op, *told)
        except (KeyError, IndexError):
            return ", ".join(told) or self.word(op)

    def settled(self, e: m.Expr | None) -> bool | None:
        """Return what a condition on an option is where that is fixed, None where it is open."""
        if not isinstance(e, m.Op) or e.op not in ("=", "!="):
            return None
        left, right = e.arguments
        if not isinstance(left, m.OptionRef) or not isinstance(right, m.Literal_):
            return None
        option = self.rules.options.get(left.name)
        if option is None or not option.fixed:
            return None
        return (option.default == right.value) is (e.op == "=")

    def _rule(self, e: m.RuleCall) -> str:
        told = self.all_of(self.value(a) for a in e.arguments)
        name = self.word(e.rule)
        if not told:
            return self.say("rule bare", name)
        return self.say("rule" if e.type.kind == "truth" else "rule value", name, told)

    def _of_binder(self, e: m.Fold) -> bool:
        """Tell whether the value is an attribute of the one thing that is run through."""
        of = e.value.piece if isinstance(e.value, m.Attr) else None
        return isinstance(of, m.Local) and [b.key for b in e.binders] == [of.key]

    def _among(self, binders: tuple[m.Bind, ...], where: m.Expr | None) -> str:
        told = self.all_of(self._bound(b) for b in binders)
        return self.say("where", told, self.value(where)) if where is not None else told

    def _bound(self, bind: m.Bind) -> str:
        domain = bind.domain
        return self.value(domain) if isinstance(domain, m.Everything) else self.taken(bind)

    def taken(self, choice: m.Bind | m.Choice) -> str:
        """Return what is taken under a name, one thing or several, and from where."""
        if m.takes_several(choice.domain):
            *counts, source = map(self.value, choice.domain.arguments)
            many = self.say(choice.domain.op, *counts, self.word(choice.name))
            return self.say("from", many, source)
        return self.say("from", self.one(choice.name), self.value(choice.domain))

    def one(self, name: str) -> str:
        """Return one of something: with its article where that needs no gender."""
        word = self.word(name)
        return article(word) if self.language == "en" else word

    def zone(self, e: m.ZoneRef) -> str:
        """Return a zone, or the zones of a family, with whose it is."""
        return self._owned(self.word(e.name), e.indices)

    def _owned(self, name: str, indices: tuple[m.Expr | None, ...]) -> str:
        told: list[str] = []
        for index in indices:
            if isinstance(index, m.Op) and index.op == "me":
                name = self.catalogue.filled("your {zone}", zone=name)
            elif index is not None:
                told.append(self.value(index))
        return self.say("zone of", name, ", ".join(told)) if told else name

    # -------------------------------------------------------------- statements

    def block(self, block: m.Block | None) -> str:
        """Return what a block does: the author's sentence, or its statements in order."""
        if block is None:
            return self.say("nothing")
        return self.words(block.words).rstrip(".") or self.inside(block)

    def inside(self, block: m.Block) -> str:
        """Return the statements of a block in order."""
        told = [self.statement(s) for s in block.statements]
        return "; ".join(part for part in told if part) or self.say("nothing")

    def statement(self, s: m.Stmt) -> str:
        """Return what a statement does."""
        match s:
            case m.Move():
                return self._move(s)
            case m.Forward():
                return self.say("forward", self.value(s.piece), self.value(s.steps))
            case m.Deal():
                return self.say("deal", self.value(s.count), self.zone(s.source), self.zone(s.to))
            case m.Shuffle():
                return self.say("shuffle", self.value(s.zone))
            case m.Roll():
                return self.say("roll", self.value(s.what))
            case m.Show():
                return self.say("show", self.value(s.what), self.value(s.to))
            case m.Announce():
                return self.say("announce", self.text(s.words))
            case m.Swap():
                return self.say("swap", self.value(s.one), self.value(s.other))
            case m.Gain():
                parts = [self.value(s.amount), self.value(s.counter)]
                if s.to is not None:
                    return self.say("pay to", *parts, self.value(s.to))
                return self.say(s.verb, *parts)
            case m.Write():
                return self.say("write", self.value(s.value), self.value(s.zone))
            case m.Erase():
                return self.say("erase", self.value(s.zone))
            case m.Let() if s.variable:
                return ""
            case m.Let():
                return self.say("let", self.word(s.name), self.value(s.value))
            case m.Assign():
                return self.say("assign", self.value(s.target), self.value(s.value))
            case m.Perform():
                return self.say("perform", self.word(s.procedure))
            case m.End():
                return self.say("end", self.stage(s.what))
            case m.NextTurn():
                return self.say("next turn", self.value(s.seat))
            case m.Out():
                return self.say("out", self.value(s.seat))
            case _:
                return self._nested(s)

    def stage(self, what: str) -> str:
        """Return a phase, turn, round or game as it is spoken of."""
        return self.say("one round" if what == "round" else what)

    def _nested(self, s: m.Stmt) -> str:
        match s:
            case m.If() if (sure := self.settled(s.condition)) is not None:
                kept = s.then if sure else s.otherwise
                return self.block(kept) if kept is not None else ""
            case m.If():
                condition, then = self.value(s.condition), self.block(s.then)
                if s.otherwise is None:
                    return self.say("if", condition, then)
                return self.say("if else", condition, then, self.block(s.otherwise))
            case m.ForEach():
                return self.say("for each", self._among(s.binders, s.where), self.block(s.body))
            case m.EachSeat():
                who = self.say("other players" if s.other else "every player")
                if s.where is not None:
                    who = self.say("where", who, self.value(s.where))
                told = self.say("each seat", who, self.block(s.body))
                return self.say("at once", told) if s.simultaneous else told
            case m.Repeat():
                return self.say("repeat", self.value(s.until), self.block(s.body))
            case m.Circle():
                told = self.say("each seat", self.say("every player"), self.block(s.body))
                return self.say("repeat", self.value(s.until), told)
            case m.AsSeat():
                return self.say("as", self.value(s.seat), self.block(s.body))
            case m.Together():
                return self.block(s.body)
            case m.Choose():
                return self._choose(s)
            case m.Phase():
                return self.say("phase follows", self.words(s.title))
            case m.Score():
                return self.say("scoring")
            case m.LedgerLine():
                return self.line(s)
            case _:
                return ""

    def _choose(self, s: m.Choose) -> str:
        told = self.all_of((self.word(a.name) for a in s.actions), "or")
        key = "choose many" if s.repeatedly else "may choose" if s.optional else "choose"
        key = "choose all" if s.repeatedly and not s.optional else key
        return self.say(key, told)

    def _move(self, s: m.Move) -> str:
        to = self.value(s.to)
        if s.components:
            what = self.all_of(self.word(c) for c in s.components)
            what = self.say("all") + " " + what
        else:
            what = self.value(s.what)
        if s.form == "all from":
            what = self.say("everything in", what)
        elif s.form == "some":
            what = self.say("some", self.value(s.count), what)
        elif s.form == "up to":
            what = self.say("up to", self.value(s.count), what)
        if s.where is not None:
            what = self.say("where", what, self.value(s.where))
        return self.say("move", what, to)

    def line(self, s: m.LedgerLine) -> str:
        """Return a line of the score."""
        told = self.say(f"line {s.kind}", self.value(s.value))
        sure = self.settled(s.when)
        if s.when is not None and sure is None:
            told = self.say("line when", told, self.value(s.when))
        elif sure is False:
            told = self.say("line never")
        label = self.text(s.label)
        if any(isinstance(part, m.Expr) for part in s.label.parts):
            label = self.say("alike", label)
        return self.say("title of", label, told)
