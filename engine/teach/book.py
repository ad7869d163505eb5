"""The rulebook: the points of a plan in the order in which a printed book tells them."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property

from engine.game.ledger import Ledger
from engine.language import syntax as s
from engine.language.diagnostics import RulesError
from engine.language.frozen import walk
from engine.language.source import Span
from engine.moves.notation import action_of
from engine.rules import model as m
from engine.rules.catalogue import capital
from engine.rules.load import load
from engine.teach.book_steps import MOST_IN_ROW, MOST_SMALL, Steps, brief, is_long, words_in
from engine.teach.constructs import Kind
from engine.teach.phrases import sentence
from engine.teach.plan import LessonPlan, plan_for
from engine.teach.positions import about_score, open_position
from engine.teach.topics import Topic, table_rows

MOST_EXAMPLES = 2
"""So many examples of a rule are named."""

STEPPED = frozenset[Kind](("setup", "phase", "rule", "procedure", "reaction", "after"))
"""The steps of these are printed as a list."""

MOST_ROWS = 12
"""A worked score that has more rows than these is no better for them."""


@dataclass(frozen=True)
class BookLine:
    """A sentence of the book with the line of the rules that it comes from.

    `lead`: what stands before it in bold. `depth`: 0 a paragraph, 1 and 2 items of a list.
    `picture`: the name of the picture that stands beside it. `small`: exactly when, in small print.
    `rows`: what it lists, each on a line of its own.
    """

    text: str
    span: Span
    lead: str = ""
    depth: int = 0
    picture: str = ""
    small: str = ""
    rows: tuple[str, ...] = ()


@dataclass(frozen=True)
class Section:
    """A section: its heading, its sentences, a worked score, and what its picture shows."""

    name: str
    heading: str
    lines: tuple[BookLine, ...]
    ledger: Ledger | None = None
    ledger_title: str = ""
    caption: str = ""


@dataclass(frozen=True)
class Book:
    """A rulebook in one language."""

    plan: LessonPlan
    title: str
    subtitle: str
    sections: tuple[Section, ...]
    sources: dict[str, str] = field(default_factory=dict)
    """The texts that the sentences come from, by file."""


def book_of(plan: LessonPlan, *, played: bool = True) -> Book:
    """Return the rulebook of a plan; `played`: with the worked score and what positions show."""
    header = plan.rules.header
    writer = _Writer(plan, played)
    sections = tuple(x for x in writer.sections() if x.lines or x.ledger)
    sources = {name: source.text for name, source in plan.loaded.findings.sources.items()}
    subtitle = plan.speech.words(header.subtitle)
    return Book(plan, plan.title, subtitle, sections, sources)


def setup_lines(plan: LessonPlan) -> tuple[BookLine, ...]:
    """Return the lines of a book about the set-up."""
    return _Writer(plan, played=False).setup()


class _Writer:
    def __init__(self, plan: LessonPlan, played: bool) -> None:
        self.plan = plan
        self.played = played
        self.say = plan.speech.say
        self.steps = Steps(plan)

    def sections(self) -> Iterator[Section]:
        """Yield the sections in the order of a printed book."""
        if self.plan.loaded.base:
            yield self._section("different", different(self.plan))
        yield self._section("aim", self._plain("aim", "players", "teams", "rounds"))
        yield self._section("box", list(self._box()))
        yield self._section("setup", list(self.setup()), caption=self.say("dealt"))
        yield self._section("turn", list(self._turn()))
        yield self._section("rules", list(self._details()))
        yield self._section("end", self._plain("ending"))
        yield self._scoring()
        yield self._section("winner", self._plain("winner", "rating"))
        yield self._section("options", self._named("option"))
        yield self._section("tips", self._named("advice"))
        yield self._section("zones", self._seen("zone"))
        yield self._section("counters", self._seen("variable"))
        yield self._section("words", self._words())
        yield self._section("short", list(self._short()))

    def setup(self) -> tuple[BookLine, ...]:
        """Return the lines of the set-up."""
        return (*self._plain("setup"), *self._plain("start"))

    def _section(self, name: str, lines: list[BookLine], caption: str = "") -> Section:
        return Section(name, self.say(f"head {name}"), tuple(lines), caption=caption)

    def _box(self) -> Iterator[BookLine]:
        for point in self.plan.of("piece"):
            kinds = " ".join(point.steps)
            for line in self._whole(point, 1, point.title):
                text = line.text.removesuffix(kinds).rstrip()
                picture = f"piece-{point.name}"
                yield replace(line, text=text, picture=picture, rows=point.steps)

    # -------------------------------------------------------------- lines

    def _plain(self, *kinds: Kind) -> list[BookLine]:
        return [line for p in self.plan.of(*kinds) for line in self._whole(p, 0)]

    def _named(self, *kinds: Kind) -> list[BookLine]:
        return [line for p in self.plan.of(*kinds) for line in self._whole(p, 1, p.title)]

    def _seen(self, kind: Kind) -> list[BookLine]:
        """Return the entries of what is on the table, and before them that everybody sees it."""
        lines, nodes = self._named(kind), [point.node for point in self.plan.of(kind)]
        seen = {node.seen for node in nodes if isinstance(node, m.Zone | m.Variable)}
        if "all" not in seen:
            return lines
        text = sentence(self.say("all see" if seen == {"all"} else "most see"))
        return [BookLine(text, lines[0].span), *lines]

    def _words(self) -> list[BookLine]:
        """Return the lists of words; those of an option stand with it."""
        options = [point.node for point in self.plan.of("option")]
        own = {name for o in options if isinstance(o, m.Option) for name in o.domain.type.names}
        own |= {table.value.name for table in self._naming}
        types = [point for point in self.plan.of("type") if point.name not in own]
        return [line for p in types for line in self._whole(p, 1, p.title)]

    def _whole(self, point: Topic, depth: int, lead: str = "") -> Iterator[BookLine]:
        """Yield a point's sentence, and what its construct adds to its author's words."""
        if not point.own and lead and point.sentence.startswith(lead):
            lead = ""
        yield from self._lines(point, depth, lead)

    def _lines(self, point: Topic, depth: int, lead: str = "") -> Iterator[BookLine]:
        """Yield what is said of a point, each part once, and its steps as a list."""
        said = {point.sentence} if point.own else set[str]()
        more = "" if point.more in said else point.more
        shown = {_bare(text) for text in (*said, more)}
        small = [] if _bare(point.small) in shown else [point.small]
        head = self.steps.head(point)
        stepped = point.kind in STEPPED and (not point.own or not brief(point))
        small += (
            []
            if stepped or point.kind == "piece"
            else [step for step in point.steps if step not in said]
        )
        text = f"{point.sentence} {more}".strip() if head is None else head
        yield BookLine(text, point.span, lead, depth, small=" ".join(filter(None, small)))
        if stepped and (point.own or head is not None):
            yield from self._rows(point, depth + 1, said)

    def _rows(self, point: Topic, depth: int, said: Container[str] = ()) -> Iterator[BookLine]:
        """Yield the steps of a point as a list."""
        for deeper, text in self.steps.rows(point, said):
            yield BookLine(text, point.span, "", depth + deeper)

    def _turn(self) -> Iterator[BookLine]:
        for turn in self.plan.of("turn"):
            inside = self.plan.inside(turn)
            phased = any(p.kind == "phase" for p in inside)
            if turn.own or not phased:
                yield from self._lines(turn, 0)
            else:
                yield from self._rows(turn, 0)
            yield from self._parts(turn, 1)

    def _parts(self, outer: Topic, depth: int) -> Iterator[BookLine]:
        """Yield what stands inside a point: phases, actions, and what forbids them.

        What several actions ask for alike follows them, once.
        """
        alike = self._alike(outer)
        for point in self.plan.inside(outer):
            if point.kind == "action":
                yield from self._action(point, depth, alike)
            elif point.kind == "phase":
                lead = "" if point.sentence.startswith(point.title) else point.title
                yield from self._lines(point, 0, lead)
                yield from self._parts(point, depth)

        for line, titles in alike.values():
            names = self.plan.speech.all_of(titles)
            yield replace(line, lead=self.plan.speech.finish(names), depth=depth)

    def _alike(self, outer: Topic) -> dict[tuple[str, str], tuple[BookLine, list[str]]]:
        """Return the requirements that several actions inside a point share, by their words."""
        found: dict[tuple[str, str], tuple[BookLine, list[str]]] = {}
        for action in self.plan.inside(outer):
            for require in self.plan.inside(action) if action.kind == "action" else ():
                if require.kind == "require":
                    line = self._requirement(require, 0)
                    kept = found.setdefault((line.text, line.small), (line, []))
                    kept[1].append(action.title)
        return {words: kept for words, kept in found.items() if len(set(kept[1])) > 1}

    def _action(
        self, point: Topic, depth: int, alike: Container[tuple[str, str]]
    ) -> Iterator[BookLine]:
        text, small = self._told(point)
        yield BookLine(text, point.span, point.title, depth, small=small)
        if self._listed(point):
            yield from self._rows(point, depth + 1)
        for require in self.plan.inside(point):
            if require.kind == "require":
                line = self._requirement(require, depth + 1)
                if (line.text, line.small) not in alike:
                    yield line
        yield from self._parts(point, depth + 1)

    def _told(self, action: Topic) -> tuple[str, str]:
        """Return what an action's line says, and its small print: exactly what happens.

        That is no small print where the author's sentence is only told as it is in a position.
        """
        listed = self._listed(action)
        exact = " ".join(filter(None, (action.more, *(() if listed else action.steps))))
        if not action.own:
            text, exact = action.sentence, ""
        elif not _has_values(_text_of(action)):
            text = action.sentence
        else:
            text, exact = f"{exact} {self._example_of(action)}", ""
        return text.removeprefix(f"{action.title}.").strip(), exact

    def _listed(self, action: Topic) -> bool:
        """Return whether what an action does is long enough for a list."""
        most = MOST_IN_ROW if _has_values(_text_of(action)) else MOST_SMALL
        return action.own and words_in(action.steps) > most

    def _requirement(self, require: Topic, depth: int) -> BookLine:
        """Return what an action asks for: in general where its reason speaks of one case."""
        node = require.node
        assert isinstance(node, m.Require)
        if _has_values(node.because):
            case = capital(self.say("otherwise said", require.sentence))
            return BookLine(require.small, require.span, "", depth, small=case)
        if not require.own and not require.small:
            return BookLine(require.sentence, require.span, "", depth)
        if not require.own:  # it is the sentence of its rule, which doesn't say of what
            return BookLine(f"{require.sentence} {require.small}", require.span, "", depth)
        text = self.say("title of", self.say("hindered"), require.sentence)
        return BookLine(text, require.span, "", depth, small=require.small)

    def _example_of(self, point: Topic) -> str:
        """Return an action's sentence as it reads in a position, if it has values."""
        if not _has_values(_text_of(point)):
            return point.sentence
        words = read_out(self.plan, point) if self.played else ""
        return sentence(self.say("for example", words)) if words else point.sentence

    def _details(self) -> Iterator[BookLine]:
        for point in self.plan.of("rule", "procedure", "reaction", "after", "table"):
            if point.node in self._naming:
                if not point.own:
                    continue
                point = replace(point, more="")
            rows = (
                table_rows(point.node, self.plan.speech) if isinstance(point.node, m.Table) else []
            )
            if len(rows) > 1:
                head = capital(self.say("table is", "").strip())
                text = f"{point.sentence} {head}" if point.own else head
                yield BookLine(text, point.span, point.title, 1)
                yield from (BookLine(capital(row), point.span, "", 2) for row in rows)
                continue
            yield from self._whole(point, 1, point.title)
            yield from self._parts(point, 2)
            if isinstance(point.node, m.Rule) and self.plan.language == "en":
                for title in self._examples(point.node)[:MOST_EXAMPLES]:
                    yield BookLine(self.say("example", title) + ".", point.span, "", 2)

    @cached_property
    def _naming(self) -> list[m.Table]:
        """The tables that only say what the cells of a board are called, as it shows itself."""
        rules = self.plan.rules
        called = {name for zone in rules.zones.values() for row in zone.cells for name in row}
        asked = {p.table for p in walk(rules) if isinstance(p, m.Lookup)}
        return [
            table
            for table in rules.tables.values()
            if table.name not in asked
            and table.value.names
            and table.value.name in rules.enums
            and {one.name for one in rules.enums[table.value.name].members} <= called
        ]

    def _examples(self, rule: m.Rule) -> list[str]:
        """Return the titles of the examples that are about a rule: that name it as what refuses a
        move, or else that ask it.
        """
        examples, reasons = self.plan.rules.examples, (rule.name, rule.words)
        claims = [[s for s in e.steps if isinstance(s, m.Then)] for e in examples]
        refusing = [any(then.because in reasons for then in c if then.because) for c in claims]
        asking = [
            any(isinstance(p, m.RuleCall) and p.rule == rule.name for p in walk(tuple(c)))
            for c in claims
        ]
        about = refusing if any(refusing) else asking
        return [e.title for e, fits in zip(examples, about, strict=True) if fits]

    # -------------------------------------------------------------- the score

    def _scoring(self) -> Section:
        lines: list[BookLine] = []
        for score in self.plan.of("score"):
            lines += self._lines(score, 0)
            if isinstance(score.node, m.Score):
                lines += self._counted(score.node.body, 1)
        ledger, title = self._worked()
        return Section("score", self.say("head score"), tuple(lines), ledger, title)

    def _counted(self, block: m.Block, depth: int) -> Iterator[BookLine]:
        """Yield what a score counts, in order: loops and conditions with what is inside them."""
        speech = self.plan.speech
        for part in block.statements:
            match part:
                case m.LedgerLine():
                    point = next(p for p in self.plan.of("line") if p.node is part)
                    yield BookLine(point.sentence, point.span, point.title, depth)
                case m.ForEach():
                    head = speech.finish(self.say("title of", speech.loop(part), ""))
                    yield BookLine(capital(head.strip()), part.span, "", depth)
                    yield from self._counted(part.body, depth + 1)
                case m.If() if speech.settled(part.condition) is None:
                    head = speech.finish(self.say("if", speech.condition(part.condition), ""))
                    yield BookLine(capital(head.strip()), part.span, "", depth)
                    yield from self._counted(part.then, depth + 1)
                    if part.otherwise is not None:
                        head = self.say("title of", self.say("otherwise"), "")
                        yield BookLine(capital(head.strip()), part.span, "", depth)
                        yield from self._counted(part.otherwise, depth + 1)
                case _:
                    said = sentence(speech.finish(speech.statement(part)))
                    yield BookLine(said, part.span, "", depth)

    def _worked(self) -> tuple[Ledger | None, str]:
        """Return a worked score: of the examples of the score, that in which most lines count."""
        examples = self.plan.rules.examples
        best: tuple[tuple[int, int, int], Ledger, str] | None = None
        seen = set()
        for point in self.plan.of("line") if self.played else ():
            for position in self.plan.positions(point):
                if position.state in seen or position.example is None:
                    continue
                if not about_score(examples[position.example]):
                    continue
                seen.add(position.state)
                session = open_position(self.plan.loaded, position, self.plan.language)
                for ledger in session.ledgers(0):
                    counting = [row for row in ledger.rows if row.value]
                    lines = len({row.span.line for row in counting})
                    worth = (lines, min(len(counting), MOST_ROWS), -len(ledger.rows))
                    if best is None or worth > best[0]:
                        title = position.title if self.plan.language == "en" else ""
                        best = (worth, ledger, title)
        return (best[1], best[2]) if best else (None, "")

    def _short(self) -> Iterator[BookLine]:
        """Yield what is beside the table: each sentence of the author's that a turn needs.

        A phase or an end without an author's has a made one, if it is short.
        """
        for point in self.plan.of("phase", "action", "ending", "score", "winner"):
            if point.own or (point.kind in ("phase", "ending") and not is_long(point)):
                lead = "" if point.kind in ("ending", "winner", "score") else point.title
                text = self._briefly(point) if point.kind == "action" else point.sentence
                if text.startswith(lead):
                    lead = ""
                yield BookLine(text, point.span, lead, 1)

    def _briefly(self, action: Topic) -> str:
        """Return an action's sentence; one with values is an example of what is chosen or done."""
        if not _has_values(_text_of(action)):
            return action.sentence
        return f"{action.more or ' '.join(action.steps)} {self._example_of(action)}".strip()


def _bare(text: str) -> str:
    """Return a text without its stops: two that differ only in these say the same."""
    return re.sub(r"[.;,:]", "", text).lower()


def _text_of(point: Topic) -> m.Words | None:
    assert isinstance(point.node, m.Action)
    return point.node.text


def _has_values(text: m.Words | None) -> bool:
    """Return whether a text speaks of one case: whether it has values in it."""
    return text is not None and any(isinstance(part, m.Expr) for part in text.parts)


def read_out(plan: LessonPlan, point: Topic) -> str:
    """Return how an action reads where a position shows it, in the plan's language, if it does."""
    assert isinstance(point.node, m.Action)
    for position in plan.positions(point):
        if position.legal and action_of(position.move) == point.node.name:
            words = position.words if plan.language == "en" else ""
            if not words:
                session = open_position(plan.loaded, position, plan.language)
                with suppress(RulesError, ValueError, IndexError):
                    words = next((x.words for x in session.legal() if x.text == position.move), "")
            if words:
                return words
    return ""


def _headed(plan: LessonPlan) -> Iterator[BookLine]:
    """Yield what the variant says of itself."""
    for item in plan.loaded.own_items:
        if isinstance(item, s.Variant) and item.words:
            yield BookLine(sentence(plan.speech.words(item.words)), item.span)


def different(plan: LessonPlan) -> list[BookLine]:
    """Return what a variant changes, as points: new ones, changed ones and those that are gone."""
    if plan.loaded.base is None:
        return []
    old = plan_for(load(plan.loaded.base), plan.language, plan.players)
    before, after = ({p.key: p for p in one.points} for one in (old, plan))
    say = plan.speech.say
    found: dict[tuple[str, str], BookLine] = {}

    def add(point: Topic, now: str, then: str, lead: str, text: str) -> None:
        """Keep a change once: a requirement often changes with the rule that it asks."""
        if (now, then) not in found or lead:
            found[now, then] = BookLine(text, point.span, lead, 1)

    for key, point in after.items():
        was = before.get(key)
        if was is None:
            if "original " not in key:
                lead = _lead(point, point.sentence, say)
                add(point, point.sentence, "", lead, say("new", point.sentence))
        elif _said(was) != _said(point):
            kept = (was.sentence, was.more) == (point.sentence, point.more)
            now, then = (" ".join(filter(None, _said(x)[kept])) for x in (point, was))
            add(point, now, then, _lead(point, now, say), say("instead", now, then))
    for key, point in before.items():
        if key not in after:
            add(point, "", point.sentence, "", say("gone", point.sentence))
    return [*_headed(plan), *found.values()]


def _said(point: Topic) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what is said of a point: its sentences, and the exact part."""
    return (point.sentence, point.more), (*point.steps, point.small)


def _lead(point: Topic, text: str, say: Callable[..., str]) -> str:
    """Return what is in bold before a change, empty where its text begins with that."""
    if isinstance(point.node, m.Header):
        return say("head setup") if point.kind == "start" else ""
    return "" if text.startswith(sentence(point.title)) else point.title
