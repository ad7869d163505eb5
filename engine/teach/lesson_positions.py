"""Hand-written lessons set up on the rules: their positions, moves and values.

What a lesson gives is read as an example of the rules, so that the same words mean the same and the
same errors get the same messages, at their places in the lessons' file.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace

from engine.compile import layout as at
from engine.game.example_claims import Claims
from engine.game.examples import Examples
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.source import Source, Span
from engine.rules import model as m
from engine.rules.additions import read_examples
from engine.rules.catalogue import Catalogue, signed
from engine.rules.load import Loaded, display, read_beside
from engine.rules.reached import remembered
from engine.rules.said import Said
from engine.teach.lessons import (
    CODE,
    OTHER,
    SEAT,
    SUFFIX,
    VALUE,
    Lesson,
    LessonFile,
    lesson_paths,
    read_lessons,
)
from engine.teach.positions import SEED, ShownPosition

Path_ = tuple[str | int, ...]


@dataclass(frozen=True)
class SetUp:
    """A lesson that fits the rules: its position, the right moves by their notation, what is said
    of others, and the values of its texts by what is in the braces.
    """

    lesson: Lesson
    position: ShownPosition
    moves: tuple[str, ...] = ()
    wrong: tuple[tuple[str, str], ...] = ()
    """A move as the game writes it, and as the lesson does."""
    values: dict[str, int] = field(default_factory=dict)
    own: bool = True
    """Whether it is beside the ruleset itself, not beside what that builds on."""


@dataclass(frozen=True)
class _Line:
    """A line of an example that was made from a lesson: where it is in the lessons' file.

    `shift`: how much further left its words stand there. `span`: the place as a whole.
    """

    text: str
    span: Span
    shift: int | None = None
    place: int = 0


def lessons_of(loaded: Loaded) -> tuple[list[SetUp], list[Diagnostic]]:
    """Return the lessons of a ruleset that fit it, in their order, and what is wrong with others.

    Those of the game that a variant builds on come first; they are left out without a word where
    the variant has changed what they teach.
    """
    found: list[SetUp] = []
    problems: list[Diagnostic] = []
    for path in reversed(lesson_paths(loaded)):
        own = path.name.removesuffix(SUFFIX) == loaded.path.stem
        try:
            written = read_lessons(path)
        except RulesError as problem:
            unread = all(one.code == Code.E601 for one in problem.diagnostics)
            problems += problem.diagnostics if own or unread else []
            with suppress(RulesError):
                source = Source(display(path), read_beside(path, "file of lessons"))
                loaded.findings.sources.setdefault(source.name, source)
            continue
        loaded.findings.sources.setdefault(written.places.source.name, written.places.source)
        fitting, faults = _Setting(loaded, written).all()
        fitting = [replace(one, own=own) for one in fitting]
        taught = {key for one in fitting for key in one.lesson.about}
        found = [one for one in found if not taught & set(one.lesson.about)] + fitting
        problems += faults if own else []
    return found, problems


def check_lessons(loaded: Loaded) -> list[Diagnostic]:
    """Return what is wrong with the lessons beside a ruleset."""
    return lessons_of(loaded)[1]


class _Setting:
    """Sets the lessons of one file up on a ruleset."""

    def __init__(self, loaded: Loaded, written: LessonFile) -> None:
        self.loaded = loaded
        self.written = written
        self.places = written.places
        self.problems: list[Diagnostic] = []
        self.bad: set[int] = set()

    def all(self) -> tuple[list[SetUp], list[Diagnostic]]:
        """Return the lessons that fit, and what is wrong with the others."""
        examples = self._checked()
        found = []
        if examples is not None:
            runner = Examples(examples, (SEED,))
            for example in examples.checked().examples:
                number = int(example.title)
                try:
                    found.append(self._one(runner, example, number))
                except RulesError as problem:
                    self._lost(number, problem.diagnostics[0])
        return found, sorted(self.problems, key=lambda d: (d.span.line, d.span.column))

    # -------------------------------------------------------------- reading

    def _checked(self) -> Loaded | None:
        """Return the rules with the lessons as their examples, without those that don't fit."""
        if self.loaded.rules is None:
            return None
        found: list[m.Example] = []
        for number in range(len(self.written.lessons)):
            lines = list(self._lines(number))
            text = "\n".join(line.text for line in lines) + "\n"
            try:
                found += read_examples(self.loaded, text, self.places.source.name)
            except RulesError as problem:
                first = problem.diagnostics[0]
                line = lines[min(first.span.line, len(lines)) - 1]
                self._fault(number, replace(first, span=_moved(first.span, line)))
        rules, examples = self.loaded.rules, tuple(found)
        remembers = rules.remembers | remembered(rules, examples)
        rules = replace(rules, examples=examples, remembers=remembers)
        return replace(self.loaded, rules=rules)

    def _fault(self, number: int, diagnostic: Diagnostic) -> None:
        if number not in self.bad:
            title = self.written.lessons[number].title["en"]
            message = f"the lesson '{title}' doesn't fit the rules: {diagnostic.message}"
            known = replace(diagnostic, code=CODE, message=message, notes=())
            self.problems.append(known)
            self.bad.add(number)

    def _lost(self, number: int, diagnostic: Diagnostic) -> None:
        """Take note of a lesson that can't be set up."""
        inner = ("position",) if self.written.lessons[number].position else ()
        inside = diagnostic.span.file == self.places.source.name and diagnostic.code == CODE
        span = diagnostic.span if inside else self.places.span(("lessons", number, *inner))
        self._fault(number, replace(diagnostic, span=span))

    def _lines(self, number: int) -> Iterator[_Line]:
        """Yield the example that a lesson is read as, line by line."""
        lesson, here = self.written.lessons[number], ("lessons", number)
        yield _Line(f'example "{number}"', self.places.span(here))
        yield from self._position(number, lesson)
        for place, (path, move) in enumerate(_moves(lesson)):
            span = self.places.span((*here, *path), on_key=path[0] == "wrong")
            text = " ".join(move.split())
            yield _Line(f"  then  can {text}", span, place=place)
        for value, path in _values(lesson).items():
            span = self.places.span((*here, *path))
            yield _Line(f"  then  {' '.join(value.split())} is 0", span)
        yield _Line("  then  not the game is over", self.places.span(here))

    def _position(self, number: int, lesson: Lesson) -> Iterator[_Line]:
        span = self.places.span(("lessons", number, "position"))
        row = self.places.row(span.line)[span.column - 1 :]
        block = row[:1] in ("|", ">")
        indent = 0
        for count, text in enumerate(lesson.position.split("\n")):
            if not text.strip():
                continue
            line, column = span.line, span.column
            if block:
                line = span.line + 1 + count
                row = self.places.row(line)
                indent = indent or len(row) - len(row.lstrip())
                column = indent + 1
            place = Span(span.file, line, column, line, column + len(text))
            yield _Line(f"  {text.rstrip()}", place, column - 3)

    # -------------------------------------------------------------- setting up

    def _one(self, runner: Examples, example: m.Example, number: int) -> SetUp:
        lesson = self.written.lessons[number]
        game = runner.game(example)
        claims = runner.claims(example, SEED)
        for step in example.steps:
            if isinstance(step, m.WrittenMove):
                claims.do(step)
        thens = [step for step in example.steps if isinstance(step, m.Then)]
        moves = list(_moves(lesson))
        right: list[str] = []
        wrong: list[tuple[str, str]] = []
        for then, (path, written) in zip(thens, moves, strict=False):
            assert then.move is not None
            found = claims.matching(then.move)
            if path[0] == "move":
                if not found:
                    raise self._illegal(number, path, claims, then.move)
                right += list(found)
            else:
                name = next(iter(found), str(claims.written(then.move)))
                wrong.append((name, written))
        asked = zip(_values(lesson), thens[len(moves) :], strict=False)
        values = {value: _value(claims, then) for value, then in asked}
        for path, words in lesson.texts():
            for seat in SEAT.findall(" ".join(VALUE.findall(words["en"]))):
                if not 1 <= int(seat) <= game.players:
                    raise self._refused(number, path, f"there is no seat {seat} here")
        if lesson.move and claims.ended:
            raise self._refused(number, ("position",), "the round is over here")
        state = tuple(claims.state)
        position = ShownPosition(
            lesson.title["en"], game.players, tuple(game.given.items()), state, decisions=1
        )
        return SetUp(lesson, position, tuple(right), tuple(wrong), values)

    def _illegal(self, number: int, path: Path_, claims: Claims, move: m.WrittenMove) -> RulesError:
        why = "the round is over"
        if not claims.ended:
            state, written = claims.state, claims.written(move)
            why = claims.game.explainer.explain(state, state[at.ME], written).sentence
        return self._refused(number, path, f"its move isn't legal: {why}".rstrip("."))

    def _refused(self, number: int, path: Path_, message: str) -> RulesError:
        return RulesError(self.places.problem(("lessons", number, *path), message))


def _moves(lesson: Lesson) -> Iterator[tuple[Path_, str]]:
    """Yield the moves that a lesson names, with their paths: right ones first."""
    for move in lesson.move:
        yield ("move",), move
    for move in lesson.wrong:
        if move != OTHER:
            yield ("wrong", move), move


def _values(lesson: Lesson) -> dict[str, Path_]:
    """Return what is in braces in a lesson, each once, with the first place where it does."""
    found: dict[str, Path_] = {}
    for path, words in lesson.texts():
        for value in VALUE.findall(words.get("en", "")):
            if not SEAT.fullmatch(value):
                found.setdefault(value, (*path, "en"))
    return found


def _value(claims: Claims, then: m.Then) -> int:
    """Return the value that a claim speaks of."""
    state = claims.state
    if then.form == "line":
        rows = [row for one in claims.game.ledgers.ledgers(state, 0) for row in one.rows]
        return sum(row.value or 0 for row in rows if row.label == then.label)
    assert isinstance(then.subject, m.Op)
    return claims.value(then.subject.arguments[0], state)


def _moved(span: Span, line: _Line) -> Span:
    """Return a place in the lessons' file for one in the example that was made of it."""
    if line.shift is None:
        return line.span
    column = span.column + line.shift
    end = span.end_column + line.shift if span.end_line == span.line else column + 1
    return Span(line.span.file, line.span.line, column, line.span.line, max(end, column + 1))


def told_values(text: str, values: dict[str, int], words: Catalogue) -> str:
    """Return a text with its values put in, and its seats as people call them."""
    parts: list[str] = VALUE.split(text)
    for n, value in enumerate(parts[1::2]):
        seat, begins = SEAT.fullmatch(value), parts[2 * n].rstrip()[-1:] in ("", ".", "!", "?")
        who = words.seat(int(seat[1]) - 1) if seat else Said([signed(values[value])])
        parts[2 * n + 1] = who.capital if begins else who
    return Said(parts).short
