"""Sentences made from the statements of the rules, where their author has written none.

Everything that a statement says is in its sentence: two statements that do different things are
never described alike.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import TypeAlias, assert_never

from engine.game.passes import first_sentence, named_passes
from engine.language.frozen import walk, without_places
from engine.rules import model as m
from engine.rules.catalogue import Catalogue, capital
from engine.teach.drawn_pieces import letters_of
from engine.teach.grammar import Determiner, Noun, as_the_one
from engine.teach.phrases import sentence
from engine.teach.short_sentences import shortened
from engine.teach.values import MEMBERS, Values

_Nested: TypeAlias = (
    m.If | m.ForEach | m.EachSeat | m.Repeat | m.Circle | m.AsSeat | m.Together | m.Choose | m.Phase
    | m.Score | m.LedgerLine
)  # fmt: skip
_Loop: TypeAlias = m.ForEach | m.EachSeat | m.Repeat | m.Circle | m.AsSeat
_PREPOSITION = 3
"""So many letters has a word that can't end or begin a label: `on`, `in`, `of`, `the`."""


def _same(one: m.Expr, other: m.Expr) -> bool:
    """Return whether two expressions are written alike."""
    return without_places(one) == without_places(other)


def _short(text: str, most: int) -> bool:
    """Return whether a text has at most so many words."""
    return len(text.split()) <= most


class Speech(Values):
    """Puts statements of one ruleset into words of one language."""

    @cached_property
    def passes(self) -> dict[int, str]:
        """The sentences that name passes which mean different things, by the action's number."""
        return named_passes(self.rules)

    def __init__(self, rules: m.Ruleset, catalogue: Catalogue, *, pictured: bool = False) -> None:
        """Prepare for a ruleset; `pictured`: the table after set-up is shown beside the words."""
        super().__init__(rules, catalogue)
        self.pictured = pictured

    _depth = 0
    """In how many blocks a statement is that is put into words."""

    def block(self, block: m.Block | None) -> str:
        """Return what a block does, in order; several steps within others are in parentheses."""
        if block is None:
            return self.say("nothing")
        self._depth += 1
        parts = [part for part in map(self.statement, block.statements) if part]
        self._depth -= 1
        text = "; ".join(parts) or self.say("nothing")
        own = self.words(block.words).rstrip(".")
        if own:
            return self.say("exactly", own, text)
        return f"({text})" if len(parts) > 1 and self._depth else text

    def _within(self, block: m.Block) -> str:
        """Return what a block within a condition does: which `otherwise` is whose must be clear."""
        text = self.block(block)
        inner = (one for one in walk(block) if isinstance(one, m.If))
        open_ = any(self.settled(one.condition) is None for one in inner)
        return f"({text})" if open_ and not text.startswith("(") else text

    def steps(self, block: m.Block) -> tuple[str, ...]:
        """Return the statements of a block in order, each a sentence; phases say themselves."""
        parts = [self.told(s) for s in block.statements if not isinstance(s, m.Phase)]
        return tuple(sentence(self.finish(part)) for part in parts if part)

    def sentences(self, block: m.Block, *before: str, key: str = "") -> str:
        """Return the statements of a block in order, each a sentence of its own.

        `key`: the phrase that the first is put into, such as when it happens.
        """
        parts = [part for part in (*before, *map(self.told, block.statements)) if part]
        parts = [self.finish(part) for part in parts] or [self.say("nothing")]
        parts[0] = self.say(key, parts[0]) if key else parts[0]
        return " ".join(map(sentence, parts))

    def told(self, s: m.Stmt) -> str:
        """Return what a statement does; long parts of it get letters and follow."""
        return shortened(self, partial(self.statement, s), s)

    def statement(self, s: m.Stmt) -> str:
        """Return what a statement does."""
        match s:
            case m.Move():
                return self._move(s)
            case m.Forward():
                return self.say("forward", self.value(s.piece), self.value(s.steps))
            case m.Deal():
                return self._deal(s)
            case m.Shuffle():
                return self.say("shuffle", self.value(s.zone))
            case m.Roll():
                return self.say("roll", self.value(s.what))
            case m.Show():
                return self.say("show", self.value(s.what), self.value(s.to))
            case m.Announce():
                return self.say("announce", self._announced(s.words))
            case m.Swap():
                return self.say("swap", self.value(s.one), self.value(s.other))
            case m.PassOn():
                return self.say(f"pass {s.to}", self.value(s.zone))
            case m.Gain():
                return self._gain(s)
            case m.Write() if self._is_me(s.value):
                return self.say("write me", self.value(s.zone))
            case m.Write() if self._is_seat(s.value.type):
                return self.say("write seat", self.value(s.value), self.value(s.zone))
            case m.Write():
                return self.say("write", self.value(s.value), self.value(s.zone))
            case m.Erase():
                return self.say("erase", self.value(s.zone))
            case m.SetUp() if self.pictured and not self._depth:
                return self.say("set up shown", self.value(s.zone))
            case m.SetUp():  # within a condition it may not be in the picture
                rows, letters = " / ".join(s.rows), letters_of(self.rules, self.catalogue, s)
                drawn = f"{rows} ({letters})" if letters else rows
                return self.say("set up", self.value(s.zone), drawn)
            case m.Let():
                return self._let(s)
            case m.Assign():
                return self._assign(s)
            case m.Perform():
                given = self.all_of((self.value(a) for a in s.arguments), case="a")
                name = self.word(s.procedure)
                return self.say("perform for", name, given) if given else self.say("perform", name)
            case m.End():
                return self.say("end", self.stage(s.what))
            case m.Outcome():
                return self.outcome(s.result, s.seat)
            case m.NextTurn():
                return self.say("next turn", self.value(s.seat))
            case m.Out():
                return self.say("out", self.value(s.seat))
            case _:
                return self._nested(s)

    def _announced(self, words: m.Words) -> str:
        """Return the words of an announcement, with dots for values that only a game has."""
        parts = self.catalogue.template(words)
        return "".join("…" if i % 2 else p for i, p in enumerate(parts)).rstrip(".")

    def outcome(self, result: m.Result, seat: m.Expr | None) -> str:
        """Return what an ending of the game is for a seat, or for all."""
        if seat is None or self._is_me(seat):
            return self.say(result if seat is None else f"you {result}")
        return self.say(f"seat {result}", self.value(seat))

    def stage(self, what: str) -> str:
        """Return a phase, turn, round or game as it is spoken of."""
        return self.say("one round" if what == "round" else what)

    def _nested(self, s: _Nested) -> str:
        match s:
            case m.If() if (sure := self.settled(s.condition)) is not None:
                kept = s.then if sure else s.otherwise
                return self.block(kept) if kept is not None else ""
            case m.If():
                condition, then = self.condition(s.condition), self._within(s.then)
                if s.otherwise is None:
                    return self.say("if", condition, then)
                return self.say("if else", condition, then, self._within(s.otherwise))
            case m.ForEach() | m.EachSeat() | m.Repeat() | m.Circle() | m.AsSeat():
                return self._loop(s, self.block(s.body))
            case m.Together():
                return self.block(s.body)
            case m.Choose():
                return self._choose(s)
            case m.Phase():
                return self.say("phase follows", self.words(s.title))
            case m.Score():
                return self.say("scoring")
            case m.LedgerLine():
                return self.say("title of", self.label(s), self.line(s))
            case _:
                assert_never(s)

    def _loop(self, s: _Loop, done: str) -> str:
        """Return for whom, or how often, something is done."""
        match s:
            case m.ForEach():
                return self.say("for each", self._among(s.binders, s.where), done)
            case m.EachSeat():
                who = self.say("other players" if s.other else "every player")
                if s.where is not None:
                    who = self.say("where", who, self.condition(s.where))
                who = self.say("at once", who) if s.simultaneous else who
                return self.say("each seat", who, done)
            case m.Repeat():
                return self.say("repeat", self.condition(s.until), done)
            case m.Circle():
                who = self.say("in turn")
                if s.after is not None:
                    who = self.say("in turn after", self.value(s.after))
                if s.where is not None:
                    who = self.say("where", who, self.condition(s.where))
                return self.say("repeat", self.condition(s.until), self.say("each seat", who, done))
            case m.AsSeat():
                return self.say("as", self.value(s.seat), done)
            case _:
                assert_never(s)

    def outline(self, s: m.Stmt, most: int, depth: int = 0) -> list[tuple[int, str]]:
        """Return what a statement does as rows of a list, each with how deep it is.

        One of at most so many words is one row. In a longer one a condition or a loop heads a list
        of what it has inside.
        """
        said = self.statement(s)
        parts = self._parts(s)
        if not said or not parts or _short(said, most):
            return [(depth, sentence(self.finish(self.told(s))))] if said else []
        kept, self.pictured = self.pictured, False  # within a condition it may not be shown
        rows: list[tuple[int, str]] = []
        for head, block in parts:
            whole = head(self._within(block))
            if _short(whole, most):
                rows.append((depth, sentence(self.finish(whole))))
                continue
            text = shortened(self, partial(head, ""), s)
            rows.append((depth, capital(self.finish(text).strip())))
            if own := self.words(block.words):
                rows.append((depth + 1, sentence(own)))
            for inner in block.statements:
                rows += self.outline(inner, most, depth + 1)
        self.pictured = kept
        return rows

    def _parts(self, s: m.Stmt) -> list[tuple[Callable[[str], str], m.Block]]:
        """Return the blocks of a condition or a loop, each with the phrase that it is put into."""
        if isinstance(s, m.ForEach | m.EachSeat | m.Repeat | m.Circle | m.AsSeat):
            return [(partial(self._loop, s), s.body)]
        if not isinstance(s, m.If) or self.settled(s.condition) is not None:
            return []
        parts: list[tuple[Callable[[str], str], m.Block]]
        parts = [(partial(self._if, "if", s.condition), s.then)]
        other = s.otherwise
        while other is not None:
            inner = other.statements[0] if len(other.statements) == 1 else None
            if (
                isinstance(inner, m.If)
                and other.words is None
                and self.settled(inner.condition) is None
            ):
                parts.append((partial(self._if, "else if", inner.condition), inner.then))
                other = inner.otherwise
            else:
                parts.append((partial(self.say, "title of", self.say("otherwise")), other))
                break
        return parts

    def _if(self, key: str, condition: m.Expr, done: str) -> str:
        """Return when something is done."""
        return self.say(key, self.condition(condition), done)

    def _choose(self, s: m.Choose) -> str:
        names = self.all_of(map(self._choosable, s.actions), "or")
        key = "choose many" if s.repeatedly else "may choose" if s.optional else "choose"
        key = "choose all" if s.repeatedly and not s.optional else key
        key = "only choice" if key == "choose" and len(s.actions) == 1 else key
        text = self.say(key, names)
        if s.otherwise is not None:
            text = self.say("choose else", text, self.block(s.otherwise))
        return text

    def _choosable(self, action: m.Action) -> str:
        """Return what an action is called, a pass with a name of its own in quotation marks."""
        if action.number not in self.passes:
            return self.word(action.name)
        return self.say("rule bare", first_sentence(self.words(self.passes[action.number])))

    def _let(self, s: m.Let) -> str:
        """Return what a name stands for, or what a variable is at first."""
        value = self.value(s.value)
        if s.variable and s.domain.type.kind == "number":
            value = self.say("exactly", value, self.domain(s.domain))
        if not s.variable and s.value.type.kind == "truth":
            return self.say("let truth", self.word(s.name), value)
        if not s.variable:
            thing = self.thing(s.name, s.value.type, "the")
            value = as_the_one(value, thing, self.language)
            return self.say("let", thing, value) if value else ""
        if s.indices:
            return self.say("let for each", self.word(s.name), value, self.sides(s.indices))
        kept = self.remembered(s.name, s.domain.type)
        if isinstance(s.value, m.Literal_) and s.value.type.kind == "none":
            return self.say("let nothing", kept)
        return self.say("let variable", kept, value)

    def _assign(self, s: m.Assign) -> str:
        """Return what is noted under a name, or set; of a number, by how much it changes."""
        value = s.value
        while isinstance(value, m.Op) and value.op in ("sure", "widen", "narrow"):
            value = value.arguments[0]
        if (
            isinstance(value, m.Op)
            and value.op in ("+", "-")
            and _same(value.arguments[0], s.target)
        ):
            key = "gain" if value.op == "+" else "lose"
            return self.say(key, self.value(value.arguments[1]), self.value(s.target))
        if not isinstance(s.target, m.Local | m.VarRef) or s.target.indices:
            return self.say("assign", self.value(s.target), self.value(s.value))
        name = self.say("rule bare", self.word(s.target.name))
        if self._is_me(s.value):
            return self.say("note me", name)
        if isinstance(s.value, m.Literal_) and s.value.type.kind == "none":
            return self.say("forget", name)
        if s.value.type.kind == "truth" and not isinstance(s.value, m.Literal_):
            return self.say("let truth", self.word(s.target.name), self.condition(s.value))
        return self.say("note", name, self.value(s.value))

    def _gain(self, s: m.Gain) -> str:
        parts = [self.value(s.amount), self.value(s.counter)]
        if s.to is not None:
            return self.say("pay to", *parts, self.value(s.to))
        text = self.say(s.verb, *parts)
        return self.say("as fits", text) if s.fits else text

    def _deal(self, s: m.Deal) -> str:
        dealt = self._counted(s.count, s.source)
        if s.where is None:
            return self.say("deal", dealt, self.zone(s.source), self.zone(s.to))
        bound = [b for b in s.binders if b is not None]
        pairs = zip(s.to.indices, s.binders, strict=True)
        at = [
            index if bind is None else m.Local(name=bind.name, key=bind.key, type=bind.type)
            for index, bind in pairs
        ]
        to = self._placed(s.to.name, tuple(at))
        each = self.say("where", self.all_of(self._bound(b, "each") for b in bound),
            self.condition(s.where))  # fmt: skip
        return self.say("for each", each, self.say("deal", dealt, self.zone(s.source), to))

    def _move(self, s: m.Move) -> str:
        """Return what is moved to where; one by one, what each has is its own."""
        if s.form != "each":
            return self._moving(s)
        kept, self._moved = self._moved, s.each_key
        text = self._moving(s)
        self._moved = kept
        return text

    def _moving(self, s: m.Move) -> str:
        which: Determiner = "each"
        single = s.form == "each"
        whole = self.all_of(self.noun(c, which, many=not single) for c in s.components)
        match s.form:
            case "one":
                what = self.value(s.what)
            case "some" | "up to":
                counted = self._counted(s.count, s.what, s.components)
                away = isinstance(s.what, m.ZoneRef)
                some = self.at("some", s.what)
                what = self.say(some, counted, self.value(s.what)) if away else counted
                what = self.say("up to", what) if s.form == "up to" else what
            case "all from" if s.what is not None:
                parts = (self.at("some", s.what), whole) if whole else (s.form,)
                what = self.say(*parts, self.value(s.what))
            case _:
                what = whole
        if s.where is not None:
            what = self.say("where", what, self.condition(s.where))
        if isinstance(s.at, m.Local) and "space" in (s.at.name, self.word(s.at.name)):
            return self.say("move onto", what, self.value(s.to), self.value(s.at))
        if s.at is not None:
            return self.say("move at", what, self.value(s.to), self.value(s.at))
        return self.say(self.at("move", s.to), what, self.value(s.to))

    def _counted(
        self, count: m.Expr | None, source: m.Expr | None, components: tuple[str, ...] = ()
    ) -> str:
        """Return so many pieces of a place."""
        number, pieces = self.value(count), self._inside(source)
        if pieces is None and len(components) == 1:
            word, _, many = self._form(components[0])
            pieces = word, many, components[0]
        if pieces is None or not isinstance(count, m.Literal_ | m.Local | m.VarRef | m.OptionRef):
            return number
        one = isinstance(count, m.Literal_) and count.value == 1
        if not isinstance(count, m.Literal_):
            return self.say("in pieces", number, Noun(pieces[1], "", "p").open())
        counted = f"{self.finish(number)} {pieces[0] if one else pieces[1]}"
        return Noun(counted, "", "n" if one else "p").open()

    # -------------------------------------------------------------- the score

    def label(self, s: m.LedgerLine) -> str:
        """Return what a line of the score is called: of many alike, what they have in common."""
        values = [part for part in s.label.parts if isinstance(part, m.Expr)]
        template = self.catalogue.template(s.label)
        if len(values) != 1 or len(template) != 3:
            return self.text(s.label)
        before, after = template[0].split(), template[2].split()
        while before and len(before[-1]) <= _PREPOSITION:
            before.pop()
        while after and len(after[0]) <= _PREPOSITION:
            after.pop(0)
        return " ".join(before + after) or self.text(s.label)

    def labels(self, s: m.LedgerLine) -> list[str]:
        """Return what each of the lines is called that a line of the score means."""
        names = s.label.values
        values = [part for part in s.label.parts if isinstance(part, m.Expr)]
        enum = (
            self.rules.enums.get(values[0].type.name) if values and values[0].type.names else None
        )
        if enum is None or len(set(names)) != 1 or len(enum.members) > MEMBERS:
            return [self.text(s.label)]
        template = self.catalogue.template(s.label)
        return [
            "".join(self.word(one.name) if i % 2 else p for i, p in enumerate(template))
            for one in enum.members
        ]

    def loop(self, s: m.ForEach) -> str:
        """Return over what a loop of a score goes."""
        return self.say("score each", self._among(s.binders, s.where))

    def line(self, s: m.LedgerLine) -> str:
        """Return what a line of the score counts."""
        return shortened(self, partial(self._line, s), s.value, s.when)

    def line_of(self, s: m.LedgerLine, bound: Mapping[int, str]) -> str:
        """Return what one line of a ledger counts; `bound`: the words that its loops are at."""
        self.examples = dict(bound)
        text = self.finish(self._line(s))
        self.examples = {}
        return text

    def _line(self, s: m.LedgerLine) -> str:
        value = s.value
        if s.kind == "add" and isinstance(value, m.Literal_) and value.value < 0:
            text = self.say("line subtract", str(-value.value))
        else:
            text = self.say(f"line {s.kind}", self.value(value))
        sure = self.settled(s.when)
        if s.when is not None and sure is None:
            text = self.say("line when", text, self.condition(s.when))
        elif sure is False:
            text = self.say("line never")
        return text
