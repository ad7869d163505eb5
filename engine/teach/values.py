"""Names and expressions of the rules in words.

A sentence is put together from phrases; what a name needs in it, its gender and its plural, is told
by the catalogue's forms, and where they don't, the name stands alone. Nouns stay open until all is
put together (see `grammar`); `finish` shuts what is left.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import NoneType
from typing import assert_never, get_args

from engine.language.frozen import walk
from engine.rules import model as m
from engine.rules.catalogue import Catalogue, capital, signed, values_of
from engine.rules.model.operators import OPPOSITES
from engine.rules.types import Type
from engine.teach.grammar import (
    Determiner,
    Noun,
    finished,
    is_several,
    listed_in,
    several,
    with_head,
)
from engine.teach.lesson_words import lesson_words
from engine.teach.phrases import listed, phrase

_COMPARED = frozenset(get_args(m.Arithmetic)) | {"=", "!=", "<", "<=", ">", ">="}
_CALCULATING = frozenset(get_args(m.Arithmetic)) - {"max", "min", "abs"}
NOTHING = "."
"""How a table says that there is nothing."""
MEMBERS = 14
"""So many words of an enumeration are listed."""
_CELL = ("a cell", "cell")
"""What a cell is called that has no other name."""
_OVER_ALL = ("sum", "distinct", "max", "min")
_IN_PILE = {"last": "top", "first": "bottom"}
"""What the ends of a line are where it is as a pile."""


class Values(ABC):
    """Puts names and expressions of one ruleset into words of one language."""

    def __init__(self, rules: m.Ruleset, catalogue: Catalogue) -> None:
        """Prepare for a ruleset."""
        self.rules = rules
        self.catalogue = catalogue
        self.language = catalogue.language
        self.vocabulary = lesson_words(self.language)
        self.examples: dict[int, str] = {}
        """Words that mean what is bound, by its key: a line of the score is told by one."""
        self.named: dict[int, str] = {}
        """What stands for an expression that has a letter, by its identity."""
        self.letters = 0
        """How many letters are in use in what is said of one construct."""
        self._plain: frozenset[int] = frozenset()
        """The keys of what is run through: its attributes are told without it."""
        self._moved = -1
        """The local variable of the piece that a statement moves: "its owner" is that piece's."""
        flow = [rules.setup_once, rules.setup, rules.turn, rules.procedures, rules.triggers]
        self._noted = frozenset(
            s.key
            for part in (*flow, rules.afters)
            for s in walk(part)
            if isinstance(s, m.Let) and s.variable
        )
        """The keys of variables of the flow: they are told by their names in quotes."""

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
        written = apart != name or (name[:1].isupper() and len(name) > 1)
        return apart.lower() if written else apart

    def title(self, name: str) -> str:
        """Return a name as it is at the beginning of a line."""
        return capital(self.word(name))

    def words(self, text: str | None) -> str:
        """Return a quoted sentence in the language, empty for none."""
        return self.catalogue.text(text) if text else ""

    def all_of(self, parts: Iterable[str], joint: str = "and", case: str = "") -> str:
        """Return several things with `and` before the last, each in a case."""
        kept = [part for part in parts if part]
        return listed(listed_in(kept, self.language, case) if case else kept, self.language, joint)

    def finish(self, text: str) -> str:
        """Return what was made as it is read."""
        return finished(text, self.language)

    def noun(
        self,
        name: str,
        determiner: Determiner = "the",
        *,
        many: bool = False,
        adjective: str = "",
        after: str = "",
    ) -> str:
        """Return a name of the rules as a noun, open for a case; `many`: several of it."""
        word, gender, plural = self._form(name)
        bare = plural if many else word
        if determiner == "your":
            bare = self.catalogue.filled("your {zone}", zone=bare)
        gender = f"p{gender.strip('ps')}" if many and gender else gender
        return Noun(plural if many else word, determiner, gender, adjective, after, bare).open()

    def _form(self, name: str) -> tuple[str, str, str]:
        """Return the word for a name, its gender, and the word for several."""
        known = self.vocabulary.names.get(name)
        if known is not None and name not in self.catalogue.names:
            return known
        word = self.word(name)
        if self.language == "en":
            return word, "p" if is_several(word) else "s", several(word)
        forms = self.catalogue.forms
        form = forms.get(name) or forms.get(name.lower())
        if form is None:
            return word, "", word
        return word, form.gender, form.many or word

    # -------------------------------------------------------------- names

    def kind(self, of: Type) -> str:
        """Return what kind of thing a type is."""
        if of.kind == "enum":
            enum = self.rules.enums.get(of.name)
            if enum is None:
                return self.noun(of.name.strip("."), "a")
            return self.members(enum)
        if of.kind == "piece":
            return self.all_of((self.word(name) for name in of.names), "or")
        if of.kind == "zone":
            return self.noun(of.name)
        return self.say("something") if of.kind != "number" else self.say("any")

    def each(self, of: Type, determiner: Determiner, *, many: bool = False) -> str:
        """Return all, one or some of what a type has."""
        if of.kind == "enum" and of.name in ("Player", "Team"):
            return self.noun(of.name, determiner, many=many)
        if of.kind == "enum" and of.name in self.rules.enums and of.name.isidentifier():
            return self.noun(of.name, determiner, many=many)
        if of.kind == "piece" and len(of.names) == 1:
            return self.noun(of.name, determiner, many=many)
        return self.kind(of)

    def members(self, enum: m.EnumType) -> str:
        """Return the words of an enumeration."""
        names = [self.word(one.name) for one in enum.members]
        more = ["…"] if len(names) > MEMBERS else []
        return ", ".join(names[:MEMBERS] + more)

    def domain(self, domain: m.Domain) -> str:
        """Return the values of a domain."""
        if domain.type.kind == "number" and domain.low is not None and domain.high is not None:
            return self.say("range", self.value(domain.low), self.value(domain.high))
        if domain.type.kind == "truth":
            return self.say("or", self.word("yes"), self.word("no"))
        if domain.type.kind == "mark":
            return self.word("mark")
        return self.kind(domain.type)

    def text(self, words: m.Expr) -> str:
        """Return a quoted text in general: the values in it by what they are."""
        if not isinstance(words, m.Words):
            return self.value(words)
        known = values_of(words)
        parts = [
            (self._example(known[p]) if p in known else p) if i % 2 else p
            for i, p in enumerate(self.catalogue.template(words))
        ]
        return "".join(parts)

    def _example(self, value: m.Expr) -> str:
        """Return a value within a sentence: for words of an enumeration, the first of them."""
        kind = value.type
        if kind.kind == "enum" and kind.name in self.rules.enums:
            return self.word(self.rules.enums[kind.name].members[0].name)
        if isinstance(value, m.Local) and kind.kind == "number":
            return "1"
        if kind.kind == "piece":
            return self._called(self.rules.components[kind.names[0]])
        return self.finish(self.value(value))

    def _called(self, piece: m.Component) -> str:
        """Return what the first piece of a component is called, more or less."""
        called = piece.called
        while isinstance(called, m.Op) and called.op == "if":
            called = called.arguments[2]
        if not isinstance(called, m.Words):
            return self.word(piece.name)
        firsts = {a.name: a.domain for a in piece.attributes}
        return "".join(
            (self._first(firsts[p]) if p in firsts else f"{{{p}}}") if i % 2 else p
            for i, p in enumerate(self.catalogue.template(called))
        )

    def called(
        self, piece: m.Component, same: Mapping[str, m.Literal_]
    ) -> tuple[str, frozenset[str]]:
        """Return what pieces are called that have these attributes the same, and which it says.

        What differs among them is left out; empty where that leaves no name that can stand alone.
        """
        known = {a.name: a.default for a in piece.attributes if isinstance(a.default, m.Literal_)}
        known |= same
        called = piece.called
        while isinstance(called, m.Op) and called.op == "if":
            sure = _sure(called.arguments[0], known)
            if sure is None:
                return "", frozenset()
            called = called.arguments[1 if sure else 2]
        if not isinstance(called, m.Words):
            return "", frozenset()
        template = self.catalogue.template(called)
        inside = frozenset(p for p in template[1::2] if p.isidentifier())
        stem = "".join(
            (self.value(same[p]) if p in same else "") if i % 2 else p
            for i, p in enumerate(template)
        ).strip()
        open_slots = inside - set(same)
        words = stem.split()
        prepositions = open_slots and any(len(word) <= 3 for word in (words[:1] + words[-1:]))
        if not words or len(open_slots) > 1 or prepositions:
            return "", frozenset()
        return " ".join(words), inside

    def _first(self, domain: m.Domain) -> str:
        """Return a value that an attribute may have."""
        if domain.type.kind == "enum" and domain.type.name in self.rules.enums:
            return self.word(self.rules.enums[domain.type.name].members[0].name)
        return self.value(domain.high) if domain.high is not None else "1"

    # -------------------------------------------------------------- values

    def value(self, e: m.Expr | None) -> str:
        """Return an expression in words."""
        if e is None:
            return self.say("any")
        if id(e) in self.named:
            return self.say("rule bare", self.named[id(e)])
        match e:
            case m.Literal_():
                return self._literal(e)
            case m.Words():
                return self.text(e)
            case m.Op():
                return self._op(e)
            case m.Fold():
                return self._fold(e)
            case m.ZoneRef():
                return self.zone(e)
            case m.VarRef() if not e.indices and not self._is_seat(e.type):
                return self.say("rule bare", self.word(e.name))
            case m.VarRef():
                return self._placed(e.name, e.indices, quoted=e.type.kind == "truth")
            case m.Local():
                return self._local(e)
            case m.OptionRef():
                return self.say("rule bare", self.word(e.name))
            case m.Attr():
                return self._attribute(e)
            case m.Lookup():
                return self._cell(e)
            case m.RuleCall():
                return self._rule(e)
            case m.Everything():
                return self.each(e.of.items[0] if e.of.kind == "set" else e.of, "each")
            case m.Interval():
                return self.say("range", self.value(e.low), self.value(e.high))
            case m.SetOf():
                return self.all_of((self.value(i) for i in e.items), "or")
            case m.TupleOf():
                first, *others = map(self._item, e.items)
                asks = e.items[0].type.kind == "truth" and bool(others)
                rest = ", ".join(others)
                return (
                    self.say("first whether", first, rest) if asks else ", ".join([first, *others])
                )
            case m.CanDo():
                return self._can_do(e, "can do")
            case m.Furthest():
                most = "leads highest" if e.highest else "leads lowest"
                return self.say(most, self.value(e.value))
            case m.Supposing():
                done = self.block(e.body) if isinstance(e.body, m.Block) else ""
                return self.say("supposing", self.value(e.value), done)
            case _:
                assert_never(e)

    def _item(self, e: m.Expr) -> str:
        """Return one of several values that are compared one after another."""
        if e.type.kind == "truth" and not isinstance(e, m.Literal_):
            return self.say("whether", self.condition(e))
        return self.value(e)

    def _attribute(self, e: m.Attr) -> str:
        """Return an attribute with whose it is: `the card's colour`."""
        if isinstance(e.piece, m.Local) and e.piece.key in self._plain:
            named = e.type.kind == "truth"
            return self.say("rule bare", self.word(e.name)) if named else self.noun(e.name)
        if isinstance(e.piece, m.Local) and e.piece.key == self._moved:
            whose = self._form("".join(e.piece.type.names[:1]))[1]
            if self._form(e.name)[1] and whose:
                return self.noun(e.name, "her" if whose.startswith("f") else "its")
        piece = self.value(e.piece)
        if self.language == "en" and isinstance(e.piece, m.Local):
            word, gender, _ = self._form(e.name)
            return Noun(f"{self.finish(piece)}'s {word}", "", gender).open()
        return self.say("attr", self.noun(e.name), piece)

    def _cell(self, e: m.Lookup) -> str:
        """Return what a table gives."""
        at = self.all_of(self.value(i) for i in e.indices)
        word, gender, many = self.vocabulary.names["a value"]
        after = self.say("of table", self.word(e.table), at)
        if e.type.kind == "set":
            return Noun(many, "the", f"p{gender}", after=after).open()
        return Noun(word, "the", gender, after=after).open()

    def _literal(self, e: m.Literal_) -> str:
        kind = e.type
        if kind.kind == "truth":
            return self.word("yes" if e.value else "no")
        if kind.kind == "none" or (kind.maybe and e.value < 0):
            return self.word("none")
        if kind.kind == "mark":
            return self.noun("mark", "a")
        if kind.kind == "enum":
            if kind.name == "Player":
                return self.catalogue.seat(e.value)
            enum = self.rules.enums.get(kind.name)
            if enum is not None and 0 <= e.value < len(enum.members):
                return self.word(enum.members[e.value].name)
        return signed(e.value)

    def _op(self, e: m.Op) -> str:
        op, arguments = e.op, e.arguments
        if op in ("sure", "widen", "narrow"):
            return self.value(arguments[0])
        if op == "not" and isinstance(arguments[0], m.Op) and id(arguments[0]) not in self.named:
            inner = arguments[0]
            if inner.op in ("is empty", "is full", "is none"):
                return self._is(inner, "is not")
        if op == "is empty":
            return self._is(e, "is")
        if op in ("=", "!=") and {getattr(a, "op", "") for a in arguments} == {"me", "active"}:
            return self.say("my turn" if op == "=" else "not my turn")
        if op in ("=", "!=") and any(map(self._is_me, arguments)):
            other = arguments[0] if self._is_me(arguments[1]) else arguments[1]
            return self.say(f"me {op}", self.value(other))
        if op == "me":
            return Noun("", "", "me").open()
        if op in ("and", "or"):
            return self.say(op, *(self._side(op, a) for a in arguments))
        if op == "not":
            return self._denied(arguments[0])
        if op == "if" and (sure := self.settled(arguments[0])) is not None:
            return self.value(arguments[1] if sure else arguments[2])
        if op == "if" and e.type.kind == "truth":
            return self.value(_either(e))
        if op == "if":
            return self.say("if value", *(self.value(a) for a in arguments))
        if op in ("total", "score", "team") and self._is_me(arguments[0]):
            return self.noun("Team", "your") if op == "team" else self.say(f"my {op}")
        if op in ("left", "right") and self.rules.header.players == (2, 2):
            me = self._is_me(arguments[0])
            return self.say("my opponent") if me else self.say("opponent", self.value(arguments[0]))
        if op == "in" and isinstance(arguments[1], m.SetOf):
            return self.say("=", *map(self.value, arguments))
        if op == "abs" and isinstance(arguments[0], m.Op) and arguments[0].op == "-":
            return self.say("difference", *map(self.value, arguments[0].arguments))
        if op in ("first", "last", "size"):
            return self._of_zone(op, arguments[0])
        if op == "number" and self._is_me(arguments[0]):
            return self.say("my number")
        values = [self._term(op, a) for a in arguments]
        if op == "=" and isinstance(arguments[1], m.Literal_):
            number = arguments[1].type.kind == "number"
            return self.say("= number" if number else op, *values)
        if op == "cells along":
            return self.say(self._lines_of(e), *values)
        if op in ("max", "min"):
            values = [", ".join(values[:-1]), values[-1]]
        return self.say(op, *values)

    def _lines_of(self, e: m.Op) -> str:
        """Return the key of the phrase of lines in all directions."""
        cell, *steps = e.arguments
        known = {abs(step.value) for step in steps if isinstance(step, m.Literal_)}
        if self.rules.zones[cell.type.name].hexes:
            return "cells along"
        return {(0, 1): "cells in rows", (1,): "cells in diagonals"}.get(
            tuple(sorted(known)), "cells along"
        )

    def _is(self, e: m.Op, key: str) -> str:
        """Return that something is empty, full or none, or is not; a set is by its members."""
        key = e.op.replace("is", key)
        several = e.arguments[0].type.kind == "set"
        return self.say(f"set {key}" if several else key, self.value(e.arguments[0]))

    def _side(self, op: str, e: m.Expr) -> str:
        """Return a side of `and` and `or`; the other of these is in parentheses."""
        text = self.condition(e)
        if id(e) in self.named:
            return text
        mixed = isinstance(e, m.Op) and e.op in ("and", "or") and e.op != op
        inner = e.arguments[0] if isinstance(e, m.Op) and e.op == "not" else e
        mixed = mixed or (
            isinstance(inner, m.Fold) and inner.kind in ("any", "all") and bool(inner.value)
        )
        return f"({text})" if mixed else text

    def _term(self, op: str, e: m.Expr) -> str:
        """Return a part of a calculation; a calculation of another kind is in parentheses."""
        text = self.value(e)
        if op in _COMPARED and isinstance(e, m.Op) and e.op == "if":
            return f"({self.finish(text)})" if self.settled(e.arguments[0]) is None else text
        mixed = isinstance(e, m.Op) and e.op in _CALCULATING and op in _CALCULATING
        return f"({text})" if mixed and isinstance(e, m.Op) and e.op != op else text

    def condition(self, e: m.Expr | None) -> str:
        """Return what has to be so."""
        if id(e) in self.named:
            return self.say("rule applies", self.named[id(e)])
        text = self.value(e)
        if isinstance(e, m.OptionRef):
            return self.say("option on", self.word(e.name))
        if isinstance(e, m.Local | m.VarRef | m.Attr) and e.type.kind == "truth":
            return self.say("=", self._quoted(e), self.word("yes"))
        if isinstance(e, m.RuleCall) and not e.arguments and e.type.kind == "truth":
            return self.say("rule applies", self.word(e.rule))
        return text

    def _quoted(self, e: m.Local | m.VarRef | m.Attr) -> str:
        """Return something that is yes or no; one that was noted as such by its name."""
        noted = isinstance(e, m.Local) and not e.indices and e.key not in self.examples
        return self.say("rule bare", self.word(e.name)) if noted else self.value(e)

    def _denied(self, e: m.Expr) -> str:
        """Return that something is not so."""
        if id(e) in self.named:
            return self.say("not rule applies", self.named[id(e)])
        if isinstance(e, m.Local | m.VarRef | m.Attr) and e.type.kind == "truth":
            return self.say("=", self._quoted(e), self.word("no"))
        if isinstance(e, m.CanDo):
            return self._can_do(e, "cannot do")
        if isinstance(e, m.RuleCall) and e.arguments:
            return self.say("not rule", self.word(e.rule), self._given(e))
        if isinstance(e, m.RuleCall):
            return self.say("not rule applies", self.word(e.rule))
        if isinstance(e, m.Op) and e.op in OPPOSITES:
            return self.value(replace(e, op=OPPOSITES[e.op]))
        if isinstance(e, m.Fold) and e.kind == "any" and len(e.binders) == 1:
            return self._fold(e, none=True)
        return self.say("not", self.condition(e))

    def _can_do(self, e: m.CanDo, phrase: str) -> str:
        action = self.word(e.action)
        if self._is_me(e.seat):
            return self.say(f"you {phrase}", action)
        return self.say(phrase, self.value(e.seat), action)

    def _given(self, e: m.RuleCall) -> str:
        return self.all_of((self.value(a) for a in e.arguments), case="a")

    def settled(self, e: m.Expr | None) -> bool | None:
        """Return what a condition on an option is where that is fixed, None where it is open."""

        def fixed(left: m.Expr) -> int | None:
            option = self.rules.options.get(left.name) if isinstance(left, m.OptionRef) else None
            return option.default if option is not None and option.fixed else None

        return _compared(e, fixed)

    def _rule(self, e: m.RuleCall) -> str:
        arguments, name = self._given(e), self.word(e.rule)
        if not arguments:
            return self.say("rule bare", name)
        return self.say("rule" if e.type.kind == "truth" else "rule value", name, arguments)

    def _fold(self, e: m.Fold, *, none: bool = False) -> str:
        """Return what is computed over several things; `none`: of any, that there is none."""
        many = e.kind in ("sum", "count", "distinct", "max", "min", "set", "group")
        match e:  # an attribute of the one thing that is run through
            case m.Fold(
                kind="sum",
                value=m.Attr(name=name, piece=m.Local(key=key)),
                binders=(b,),
                where=None,
            ) if b.key == key:
                return self.say("sum in", self._form(name)[2], self._lying(b.domain))
        which: Determiner = "" if many else "each" if e.kind == "all" else "some"
        which = "no" if none else which
        if e.kind in ("max", "min", "set", "split"):
            which = "each"
        if e.kind in ("the", "one", "random"):
            which = "the" if e.kind == "the" else "a"
        kept = self._plain
        if len(e.binders) == 1 and e.binders[0].type.kind == "piece":
            self._plain = kept | {e.binders[0].key}
        among = self._among(e.binders, e.where, which, many=many)
        whole = e.binders[0].domain
        if e.kind in _OVER_ALL and e.where is None and _is_given_set(whole) and len(e.binders) == 1:
            among = self.value(whole)
        asked = self.condition if e.kind in ("any", "all") else self.value
        inner = asked(e.value) if e.value is not None else ""
        own = False
        if isinstance(e.value, m.Attr) and e.kind in ("max", "min", "distinct"):
            own = isinstance(e.value.piece, m.Local) and e.value.piece.key in self._plain
            inner = self.noun(e.value.name, "", many=e.kind == "distinct") if own else inner
        self._plain = kept
        if e.best is not None:
            return self.say(f"best {e.best}", among, inner)
        if e.kind == "the" and (e.value is None or isinstance(e.value, m.Local)):
            return among
        if e.kind == "any" and e.value is None:
            return self.say("there is no" if none else "there is", "", among)
        bare = own or isinstance(e.value, m.Local) or e.kind not in ("max", "min")
        folded = self.say(f"fold {e.kind}" if bare else f"fold {e.kind} of", inner, among)
        if e.kind in ("set", "one", "group", "random") and not isinstance(
            e.value, m.Local | NoneType
        ):
            return self.say("fold the", inner, folded)
        return self._number_of(folded) if e.kind == "count" else folded

    def _among(
        self,
        binders: tuple[m.Bind, ...],
        where: m.Expr | None,
        which: Determiner = "each",
        *,
        many: bool = False,
    ) -> str:
        case = "a" if len(binders) > 1 and which in ("each", "some") else ""
        bound = self.all_of((self._bound(b, which, many=many) for b in binders), case=case)
        return self.say("where", bound, self.condition(where)) if where is not None else bound

    def _bound(self, bind: m.Bind, which: Determiner, *, many: bool = False) -> str:
        domain = bind.domain
        if isinstance(domain, m.Everything):
            of = domain.of.items[0] if domain.of.kind == "set" else domain.of
            return self.each(of, which, many=many)
        if m.takes_several(domain) and which in ("each", "some"):
            return self._group(bind, domain)
        several = m.takes_several(domain) or (many and not isinstance(domain, m.Interval))
        thing = self.thing(bind.name, bind.type, which, many=several)
        cell = self._named(bind.name, bind.type) in _CELL
        return self._out_of(thing, domain, "many in" if many else "from", cell=cell)

    def _group(self, bind: m.Bind, domain: m.Expr) -> str:
        """Return several things that are taken at once, with the name of all of them."""
        assert isinstance(domain, m.Op)
        name = self._named(bind.name, bind.type)
        member = self._member(bind.type) if bind.type.kind == "set" else ""
        after = f" {self.say('rule bare', self.word(name))}" if name == bind.name else ""
        thing = Noun(member or self._form(name)[2], "", "p", after=after if member else "").open()
        return self._out_of(thing, domain)

    def _out_of(self, thing: str, domain: m.Expr, key: str = "from", *, cell: bool = False) -> str:
        """Return a thing with where it is taken from; `cell`: it is called a cell."""
        if m.takes_several(domain):
            *counts, source = domain.arguments
            many = self.say(domain.op, *map(self.value, counts), thing)
            return self.say(key, Noun(self.finish(many), "", "p").open(), self.value(source))
        if isinstance(domain, m.Interval):
            return self.say("from range", thing, self.value(domain.low), self.value(domain.high))
        if domain.type.kind == "set" and domain.type.items[0].kind == "zone":
            if isinstance(domain, m.Fold) and domain.kind == "group":
                return self.say("from", thing, self.value(domain))
            among = self.value(domain)
            return with_head(among, thing) if cell else self.say("among", thing, among)
        lying = self._lying(domain) if key == "many in" else self.value(domain)
        return self.say(self.at(key, domain), thing, lying)

    def chosen(self, p: m.ActionParameter) -> str:
        """Return what a move takes: one of what."""
        domain = p.domain
        if m.takes_several(domain):
            return self._out_of(self.thing(p.name, p.type, "", many=True), domain)
        if not isinstance(domain, m.Everything):
            cell = self._named(p.name, p.type) in _CELL
            return self._out_of(self.thing(p.name, p.type), domain, cell=cell)
        of = domain.of.items[0] if domain.of.kind == "set" else domain.of
        thing = self.each(of, "a")
        named = self._named(p.name, p.type)
        one = of.kind in ("enum", "piece") and len(of.names) == 1 and of.name.isidentifier()
        if one and named not in ("Player", of.name, of.name.lower()):
            thing = self.noun(of.name, "a", after=f" {self.say('rule bare', self.word(named))}")
        enum = self.rules.enums.get(of.name) if of.kind == "enum" else None
        if enum is None or not of.name.isidentifier() or len(enum.members) > MEMBERS:
            return thing
        return self.say("one word of", thing, self.members(enum))

    def thing(
        self, name: str, of: Type, determiner: Determiner = "a", *, many: bool = False
    ) -> str:
        """Return something that is bound to a name."""
        name, after = self._beside(name, of)
        return self.noun(name, determiner, many=many, after=after)

    def _beside(self, name: str, of: Type) -> tuple[str, str]:
        """Return the noun for something bound, and its name in quotes if that is no noun."""
        known = self._named(name, of)
        if known not in self.vocabulary.no_nouns:
            return known, ""
        of = of.items[0] if of.kind == "set" else of
        if of.kind == "zone" and of.names and self._has_cells(of.name):
            kind = "a cell"
        elif of.kind in ("enum", "piece", "zone") and len(of.names) == 1:
            kind = of.name.strip(".")
        else:
            return known, ""
        return kind, f" {self.say('rule bare', self.word(known))}"

    def _named(self, name: str, of: Type) -> str:
        """Return the name by which something bound is spoken of: its own, or its kind's."""
        own = self.language == "en" and len(name) > 1 and name != "it"
        if own or name in self.catalogue.names:
            return "Player" if name == "player" else name
        of = of.items[0] if of.kind == "set" else of
        if of.kind == "zone" and of.names and self._has_cells(of.name):
            return "a cell"
        if of.kind in ("enum", "piece", "zone") and of.names and of.name.strip(".").isidentifier():
            return of.name.strip(".")
        return name

    def remembered(self, name: str, of: Type) -> str:
        """Return a value that the rules keep under a name: by what it is, and the name."""
        quoted = self.say("rule bare", self.word(name))
        if self._is_seat(of):
            return self.noun("Player", after=f" {quoted}")
        known = of.kind in ("enum", "piece") and len(of.names) == 1
        kind = of.name.strip(".") if known else ""
        return self.noun(kind, after=f" {quoted}") if kind.isidentifier() else quoted

    def _local(self, e: m.Local) -> str:
        if e.key in self.examples:
            return self.examples[e.key]
        if e.indices:
            return self._placed(e.name, e.indices, quoted=True)
        if e.key in self._noted:
            return self.remembered(e.name, e.type)
        name, after = self._beside(e.name, e.type)
        if after:
            return self.noun(name, many=e.type.kind == "set", after=after)
        if e.type.kind in ("piece", "zone"):
            return self.noun(name)
        if e.type.kind == "set" and name != e.name:
            return self.noun(name, many=True)
        if e.type.kind == "enum":
            return self.noun(
                name, "that" if name.lower() in (e.type.name.lower(), "player") else "the"
            )
        if len(name) == 1:
            return self.word(name)
        return self.noun(name)

    def _is_me(self, e: m.Expr | None) -> bool:
        return isinstance(e, m.Op) and e.op == "me"

    def _is_seat(self, of: Type) -> bool:
        return of.kind == "enum" and of.name in ("Player", "Team")

    def _lying(self, zone: m.Expr) -> str:
        """Return where things lie: of a family in all its zones."""
        return self.zone(zone, many=True) if isinstance(zone, m.ZoneRef) else self.value(zone)

    def _of_zone(self, op: str, zone: m.Expr) -> str:
        """Return a piece at an end of a zone, or how many there are."""
        inside, known = self._lying(zone), self._declared(zone)
        pieces = self._inside(zone)
        if op == "size":
            if pieces:
                return self._number_of(self.say(self.at("size", zone), inside, pieces[1]))
            if zone.type.kind == "set" and (member := self._member(zone.type)):
                itself = self.finish(inside).endswith(f" {member}")
                key = "fold count" if itself else "size of set"
                return self._number_of(self.say(key, member if itself else inside, member))
            written = known is not None and known.written is not None
            return self._number_of(self.say("entries" if written else "size bare", inside))
        if known is not None and self._has_cells(known.name) and _holds_one(known):
            there = pieces[2] if pieces else "entry" if known.written is not None else "piece"
            return self.say("many in board", self.noun(there), inside)
        if known is not None and known.kind == "spot" and self.language != "en":
            return inside  # it is called like the one piece that it has
        op = _IN_PILE.get(op, op) if known is not None and known.kind == "pile" else op
        written = known is not None and known.written is not None
        other = "entry" if written else "piece"
        if self.language == "en":
            return self.say(op, inside, pieces[0] if pieces else other)
        adjective, after = self.vocabulary.ends[op]
        thing = self.noun(pieces[2] if pieces else other, adjective=adjective, after=after)
        return self.say(op, inside, thing)

    def _member(self, of: Type) -> str:
        """Return the word for several of what is in a set."""
        inside = of.items[0]
        if inside.kind == "zone" and inside.names and self._has_cells(inside.name):
            return self._form("a cell")[2]
        known = inside.kind in ("enum", "piece") and len(inside.names) == 1
        return self._form(inside.name.strip("."))[2] if known else ""

    def _number_of(self, text: str) -> str:
        """Return a number of things as a noun that takes a case, if it is told by one."""
        word, gender = self.vocabulary.number
        article, _, rest = self.finish(text).partition(f" {word}")
        if not word or " " in article:
            return text
        return Noun(word, "the", gender, after=rest).open()

    def _has_cells(self, name: str) -> bool:
        """Return whether a zone is a board, or several: pieces are on it, not in it."""
        zone = self.rules.zones.get(name)
        return zone is not None and zone.grid is not None

    def at(self, key: str, zone: m.Expr | None) -> str:
        """Return the key of a phrase for what is in a zone, or on it."""
        known = self._declared(zone)
        return f"{key} board" if known is not None and self._has_cells(known.name) else key

    def _declared(self, zone: m.Expr | None) -> m.Zone | None:
        """Return the declaration of the zone that an expression yields."""
        while isinstance(zone, m.Op) and zone.op in ("sure", "widen"):
            zone = zone.arguments[0]
        if isinstance(zone, m.ZoneRef):
            return self.rules.zones.get(zone.name)
        found = zone is not None and zone.type.kind == "zone" and zone.type.names
        return self.rules.zones.get(zone.type.name) if zone is not None and found else None

    def _inside(self, zone: m.Expr | None) -> tuple[str, str, str] | None:
        """Return the word for a piece of a zone, the word for several, and its component."""
        known = self._declared(zone)
        if known is None or len(known.pieces) != 1:
            return None
        word, gender, many = self._form(known.pieces[0])
        return (word, many, known.pieces[0]) if gender else None

    def zone(self, e: m.ZoneRef, *, many: bool = False) -> str:
        """Return a zone, or each or all zones of a family, with whose it is."""
        grid = self.rules.zones[e.name]
        if grid.grid is not None and all(i is None for i in e.indices):
            name, after = self._place_name(e.name)
            return self.noun(name, after=after)
        cell = grid.cell_called(*e.indices[-2:]) if grid.cells else ""
        if not cell:
            boards = [zone for zone in self.rules.zones.values() if zone.grid is not None]
            one = boards == [grid] and len(e.indices) == 2 and None not in e.indices
            return self._placed("a cell" if one else e.name, e.indices, many=many)
        rest = e.indices[:-2]
        return f"{self._placed(e.name, rest, many=many)} {cell}" if rest else cell

    def _placed(
        self,
        name: str,
        indices: tuple[m.Expr | None, ...],
        *,
        many: bool = False,
        quoted: bool = False,
    ) -> str:
        """Return a place or a value by whose and which it is; `quoted`: its name as it is noted."""
        which: Determiner = "the"
        adjective, after, open_ = "", "", False
        named: list[str] = []
        for index in indices:
            if index is None:
                open_ = True
            elif self._is_me(index):
                which = "your"
            elif self._is_seat(index.type) and not isinstance(index, m.Literal_):
                after += self.say("of whom", self.value(index))
            else:
                word = self._term("=", index)
                known = isinstance(index, m.Literal_) and index.type.kind == "enum"
                known = known or (isinstance(index, m.Local) and index.key in self.examples)
                if self.language == "en" and known:
                    adjective = f"{adjective} {self.finish(word)}".strip()
                elif index.type.kind == "enum" and not known:
                    after += self.say("of which", word)
                else:
                    named.append(self.finish(word))
        if named:
            after += f" ({', '.join(named)})"
        if open_ and which == "the":
            which = "each"
        several = open_ and (many or which == "your")
        if quoted:
            mine: Determiner = "your" if which == "your" else ""
            word = self.say("rule bare", self.word(name))
            bare = self.catalogue.filled("your {zone}", zone=word) if mine else word
            gender = "s" if self.language == "en" else ""
            return Noun(word, mine, gender, adjective, after, bare).open()
        name, quoted_name = self._place_name(name)
        after = quoted_name + after
        return self.noun(name, which, many=several, adjective=adjective, after=after)

    def _place_name(self, name: str) -> tuple[str, str]:
        """Return the noun by which a zone is spoken of, and its name in quotes beside that.

        A name that is no noun, or that is the word for the pieces in it, can't be alone.
        """
        zone = self.rules.zones.get(name)
        if zone is None:
            return name, ""
        word = self.word(name)
        of_pieces = word.lower() in {self._form(piece)[2].lower() for piece in zone.pieces}
        if of_pieces or word in self.vocabulary.no_nouns:
            return f"a {zone.kind}", f" {self.say('rule bare', word)}"
        return name, ""

    def sides(self, sides: tuple[m.Domain, ...]) -> str:
        """Return what there is one of something for each of."""
        numbers = [side.type.kind == "number" for side in sides]
        pairs = zip(sides, numbers, strict=True)
        return self.all_of(
            self.say("number from", self.domain(s)) if n else self.each(s.type, "")
            for s, n in pairs
        )

    def counted(self, value: m.Expr) -> str:
        """Return the things that a value of the player who is spoken of counts, empty if none."""
        match value:
            case m.Op(op="total", arguments=(seat,)) if self._is_me(seat):
                word, gender, many = self.vocabulary.names["a point"]
            case m.VarRef(name=name, indices=(seat,)) if self._is_me(seat):
                word, gender, many = self._form(name)
            case _:
                return ""
        plural = gender.startswith("p") or (self.language != "en" and gender and many != word)
        return Noun(many, "", f"p{gender.strip('ps')}").open() if plural else ""

    # -------------------------------------------------------------- what is done

    @abstractmethod
    def block(self, block: m.Block | None) -> str:
        """Return what a block does."""


def _is_given_set(domain: m.Expr) -> bool:
    """Return whether a domain is a set that has a name."""
    return isinstance(domain, m.Local) and domain.type.kind == "set"


def _either(e: m.Op) -> m.Expr:
    """Return one of two conditions, by a third, with `and` and `or`."""
    asked, then, otherwise = e.arguments
    denied = replace(e, op="not", arguments=(asked,))
    sides = (asked, then), (denied, otherwise)
    return replace(e, op="or", arguments=tuple(replace(e, op="and", arguments=s) for s in sides))


def _holds_one(zone: m.Zone) -> bool:
    """Return whether a zone has at most one piece or entry."""
    if zone.capacity is None:
        return zone.written is not None
    return isinstance(zone.capacity, m.Literal_) and zone.capacity.value == 1


def _sure(condition: m.Expr, known: Mapping[str, m.Literal_]) -> bool | None:
    """Return whether a condition on attributes holds where these are known, None if unknown."""

    def own(e: m.Expr) -> int | None:
        return known[e.name].value if isinstance(e, m.Attr) and e.name in known else None

    if isinstance(condition, m.Attr):
        value = own(condition)
        return None if value is None else bool(value)
    return _compared(condition, own)


def _compared(e: m.Expr | None, known: Callable[[m.Expr], int | None]) -> bool | None:
    """Return what comes of comparing something with a literal, None where it isn't known."""
    if not isinstance(e, m.Op) or e.op not in ("=", "!="):
        return None
    left, right = e.arguments
    value = known(left)
    if value is None or not isinstance(right, m.Literal_):
        return None
    return (value == right.value) is (e.op == "=")
