"""What every part of the checker shares: the names, the findings, and what is being read now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeVar

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.diagnostics import Findings, nearest
from engine.language.frozen import children
from engine.language.message import Message
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.checker.names import OTHER_WORDS, LocalName, Names
from engine.rules.types import (
    ERROR,
    NUMBER,
    Type,
)

MOST_GUESSES = 100
"""So many unknown names are compared with those that are known."""
MOST_PARTS = 5_000
"""The most parts of an expression that has a name or is evaluated twice."""
MOST_COPIED = 100_000
"""How many parts all that may have together, each time that it is put in."""
_Node = TypeVar("_Node", bound=s.Node)


def op(name: str, kind: Type, span: Span, *arguments: m.Expr) -> m.Op:
    """Return a built-in operation, which yields a kind of value."""
    return m.Op(op=m.OPERATORS[name], arguments=arguments, type=kind, span=span)


class Checkers(NamedTuple):
    """What checks any expression and any statement.

    Those of each kind have files of their own, which call one another through this.
    """

    value: Callable[[Checking, s.Expr, Type | None], m.Expr]
    statement: Callable[[Checking, s.Statement], m.Stmt | None]


@dataclass
class Checking:
    """One run over one game's items: what is known so far, and where errors are reported."""

    name: str
    items: Sequence[s.Item]
    names: Names
    checkers: Checkers
    unread: bool
    """Whether some line could not be read, so that what seems to be missing may stand there."""
    action_names: dict[str, list[tuple[s.Action, s.Item]]] = field(default_factory=dict)
    """The actions of each name, each with the part of the text that has it."""
    cell_arguments: set[tuple[str, int]] = field(default_factory=set)
    """Which arguments of which actions are cells, by the action's name and their place in it."""
    original: str | None = None
    its: LocalName | None = None
    in_example: bool = False
    context: str = ""
    """Which part is read: setup, turn, score and so on; empty outside all of them."""
    remembers: set[str] = field(default_factory=set)
    """The zones of which something asks what they held before; empty for the whole position."""
    choices: int = 0
    actions: int = 0
    scores: int = 0
    outcomes: int = 0
    done_rules: dict[str, m.Rule] = field(default_factory=dict)
    open_rules: list[str] = field(default_factory=list)
    wrong_rules: set[str] = field(default_factory=set)
    """The rules in which an error was found: what uses them is not found fault with for it."""
    ledger_labels: list[m.Words] = field(default_factory=list)
    procedure_parameters: dict[str, tuple[m.Parameter, ...]] = field(default_factory=dict)
    tests: list[tuple[m.Expr, m.Expr, Type]] = field(default_factory=list)
    """Conditions that tell that a value is of a narrower type: the condition, the value, its type.
    """
    kinds: dict[object, Type] = field(default_factory=dict)
    """What is known here of values, by what they say."""
    copies: int = 0
    """How many parts stand in the model and not in the text: what names and ranges mean."""
    _parts: dict[int, tuple[object, int]] = field(default_factory=dict)
    _places: dict[int, int] = field(default_factory=dict)
    losers: set[Span] = field(default_factory=set)
    """Where the declarations stand whose name was taken: the first keeps it."""

    def further(self, items: Sequence[s.Item], findings: Findings) -> Checking:
        """Return a run over more items of a checked game; this run stays as it is."""
        names = replace(self.names, findings=findings, used=set(), reported=set(), scopes=[])
        return replace(
            self, items=items, names=names, cell_arguments=set(self.cell_arguments),
            ledger_labels=list(self.ledger_labels), remembers=set(self.remembers), tests=[],
            kinds={}, _parts={},
        )  # fmt: skip

    def value(self, node: s.Expr, expected: Type | None = None) -> m.Expr:
        """Check an expression; `expected` distinguishes equal words of several types."""
        return self.checkers.value(self, node, expected)

    def statement(self, node: s.Statement) -> m.Stmt | None:
        """Check a statement; None for one whose place in the model is elsewhere."""
        return self.checkers.statement(self, node)

    @property
    def findings(self) -> Findings:
        """Where errors are reported."""
        return self.names.findings

    def fail(self, span: Span) -> m.Expr:
        """Return a stand-in for an expression that was wrong; nothing more is said of it."""
        return m.Literal_(type=ERROR, value=0, span=span)

    def parts(self, node: object) -> int:
        """Return how many parts a piece of the model has; what is in it twice counts twice."""
        known, count = self._parts.get(id(node), (None, 0))
        if known is not node:
            count = isinstance(node, m.Model) + sum(map(self.parts, children(node)))
            self._parts[id(node)] = node, count
        return count

    def copied(self, value: m.Expr) -> m.Expr:
        """Return what is in the model beside what the text says; too much of it is refused."""
        parts, before = self.parts(value), self.copies
        self.copies += parts
        if parts <= MOST_PARTS and self.copies <= MOST_COPIED:
            return value
        if before > MOST_COPIED:
            return self.fail(value.span)
        message, most = (
            "once its names are replaced by their values, this text has more than {most} parts",
            MOST_COPIED,
        )
        if parts > MOST_PARTS:
            message, most = (
                "once its names are replaced by their values, this has more than {most} parts",
                MOST_PARTS,
            )
        message = Message(message, f"{most:,}")
        hint = "build fewer values from one another, or write their results down"
        return self.error(Code.E004, message, value.span, hint=hint)

    def error(self, code: Code, message: str, span: Span, hint: str | None = None) -> m.Expr:
        """Report an error and return a stand-in."""
        self.findings.error(code, message, span, hint=hint)
        return self.fail(span)

    def unknown(
        self,
        message: str,
        name: str,
        span: Span,
        known: Iterable[str],
        *,
        code: Code = Code.E010,
        hint: str | None = None,
    ) -> m.Expr:
        """Report a name that nothing has, once, and return a stand-in.

        Nothing is said of a name that stood in a line that couldn't be read, nor of one that was
        probably lost when a declaration took a wrong name.
        """
        names, guess = self.names, None
        if name in names.reported or names.maybe_declared(name):
            return self.fail(span)
        names.reported.add(name)
        if hint is None:
            guess = nearest(name, known) if len(names.reported) < MOST_GUESSES else None
            guess = guess or OTHER_WORDS.get(name)
            if guess is None and names.lost:
                names.lost -= 1
                return self.fail(span)
        self.findings.error(code, message, span, fix=guess, hint=hint)
        return self.fail(span)

    def word(self, word: str, span: Span) -> Span:
        """Return where a word stands in a node's text."""
        source = self.findings.sources.get(span.file)
        return source.find(word, span) if source else span

    def quoted(self, span: Span, line: int = 0, last: bool = False) -> Span:
        """Return where the first (or last) quoted text stands in a node's text, or in a line."""
        source = self.findings.sources.get(span.file)
        if source is None:
            return span
        if line:
            span = Span(span.file, line, span.column, line, len(source.lines[line - 1]) + 1)
        found = source.quotations(span)
        return found[-1 if last else 0] if found else span

    def quote(self, span: Span) -> str:
        """Return what is at a place in the text."""
        source = self.findings.sources.get(span.file)
        return source.quote(span) if source else "…"

    def no_teams(self, message: str, span: Span) -> m.Expr:
        """Report something of teams in a game without."""
        return self.error(Code.E201, message, span, "add a line 'teams 2' below 'game'")

    def want(self, value: m.Expr, wanted: Type, what: str) -> m.Expr:
        """Return the value, widened if need be, or report that it is of another type."""
        have = value.type
        if ERROR in (have, wanted) or have == wanted or have == wanted.sure():
            return value
        if have.sure() == wanted == NUMBER:
            return op("sure", NUMBER, value.span, value)
        if have.kind == "none" and wanted.maybe:
            return value
        if have.sure() == wanted:
            return value  # that it isn't none is checked when the game runs
        if have.kind == wanted.kind == "piece" and set(have.names) & set(wanted.names):
            return value
        if have.kind == wanted.kind == "enum" and self.offset(have.name, wanted.name) is not None:
            return op("widen", wanted.sure(), value.span, value)
        message = Message(
            "{what} needs {kind}, but this is {have}",
            *(Message(what), wanted.describe(), have.describe()),
        )
        fix = self.attribute_of(value, wanted)
        hint = None if fix else self.no_number(have, wanted) or self._ask_first(value, wanted)
        self.findings.error(Code.E101, message, value.span, fix=fix, hint=hint)
        return self.fail(value.span)

    def no_number(self, one: Type, other: Type) -> str | None:
        """Say that words written with digits don't count, where a number and one of them meet."""
        kinds = {one.kind: one, other.kind: other}
        known = self.names.enums.get(kinds["enum"].name) if "enum" in kinds else None
        if "number" not in kinds or known is None:
            return None
        if not any(member.number is not None for member in known.members):
            return None
        return "numbers in a list with words are words too; keep the number in its own attribute"

    def _ask_first(self, value: m.Expr, wanted: Type) -> str | None:
        """Return what to ask of a word that may be one of a narrower type."""
        have = value.type
        if (
            have.kind != "enum"
            or wanted.kind != "enum"
            or self.offset(wanted.name, have.name) is None
        ):
            return None
        return Message("ask '{quoted} is in {name}' first", self.quote(value.span), wanted.name)

    def attribute_of(self, value: m.Expr, wanted: Type) -> str | None:
        """Return which attribute of a piece would be of a type, if just one is."""
        if value.type.kind != "piece" or len(value.type.names) != 1:
            return None
        component = self.names.components.get(value.type.name)
        known = component.attributes if component else ()
        fitting = [a.name for a in known if a.domain.type.sure() == wanted.sure()]
        return f"{self.quote(value.span)}.{fitting[0]}" if len(fitting) == 1 else None

    def offset(self, narrow: str, wide: str) -> int | None:
        """Return where the words of one enumeration begin in another that was put together."""
        if narrow == wide:
            return 0
        known = self.names.enums.get(wide)
        return dict(known.parts).get(narrow) if known else None

    def place(self, node: s.Item) -> int:
        """Return the how-manieth part of the text an item is."""
        if not self._places:
            self._places = {id(item): number for number, item in enumerate(self.items)}
        return self._places[id(node)]

    def of(self, kind: type[_Node]) -> list[_Node]:
        """Return the items of a kind, in the order of the text, without those that lost a name."""
        return [x for x in self.items if isinstance(x, kind) and x.span not in self.losers]
