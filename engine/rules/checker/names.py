"""What names mean while a text is checked: a game's declarations, the locals of a block."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.diagnostics import Findings
from engine.language.message import Message
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.checker.index import Declaration, Index, Key, Sort
from engine.rules.types import Type

BUILT_IN = ("me", "active", "starter", "players", "none", "yes", "no", "round", "total")
FUNCTIONS = ("size", "first", "last", "left", "right", "partner", "team", "abs", "max", "min")
UNREADABLE = ("my", "its", "the", "top", "bottom", "lines", "cells", "original", "not")
"""Words that begin something else wherever a value could stand."""
OTHER_WORDS = {
    "true": "yes", "false": "no", "True": "yes", "False": "no", "null": "none", "None": "none",
    "nil": "none", "nothing": "none", "self": "me", "this": "me", "myself": "me",
}  # fmt: skip
NUMBER_WORDS = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip
OTHER_WORDS |= {word: str(number) for number, word in enumerate(NUMBER_WORDS, 1)}
FOLDS = ("sum", "count", "any", "all", "max", "min", "distinct", "split", "random")


@dataclass
class LocalName:
    """A parameter, binder or local variable."""

    name: str
    key: int
    type: Type
    span: Span
    indices: tuple[m.Domain, ...] = ()
    variable: bool = False
    domain: m.Domain | None = None
    named: bool = False
    used: bool = False
    changed: bool = False


@dataclass
class Names:
    """All names of a ruleset; `declared` says what declared each lower-case name, and where."""

    findings: Findings
    declared: dict[str, tuple[str, Span]] = field(default_factory=dict)
    options: dict[str, m.Option] = field(default_factory=dict)
    constants: dict[str, m.Expr] = field(default_factory=dict)
    """What `let` at the left edge names: values that players and options decide."""
    enums: dict[str, m.EnumType] = field(default_factory=dict)
    aliases: dict[str, m.Domain] = field(default_factory=dict)
    components: dict[str, m.Component] = field(default_factory=dict)
    tables: dict[str, m.Table] = field(default_factory=dict)
    zones: dict[str, m.Zone] = field(default_factory=dict)
    variables: dict[str, m.Variable] = field(default_factory=dict)
    rules: dict[str, s.Rule] = field(default_factory=dict)
    procedures: dict[str, s.Procedure] = field(default_factory=dict)
    members: dict[str, list[str]] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    reported: set[str] = field(default_factory=set)
    contested: set[str] = field(default_factory=set)
    """Names of two different things: what is said with them can't be judged."""
    ended: dict[str, int] = field(default_factory=dict)
    """Local variables by name, with their lines: outside their blocks they mean nothing."""
    teams: int = 0
    """How many teams the game has; 0 when everybody plays for themselves."""
    lost: int = 0
    """So many declarations took a wrong name: so many unknown ones are no errors."""
    index: Index = field(init=False)
    """Where each name is declared and used."""
    scopes: list[dict[str, LocalName]] = field(default_factory=list)
    _keys: int = 0

    def __post_init__(self) -> None:
        """Let the index look into the texts."""
        self.index = Index(self.findings.sources)

    def declare(self, name: str, kind: str, span: Span) -> bool:
        """Take a name; report and return False when it is taken."""
        if name in BUILT_IN or name in FUNCTIONS or name in FOLDS:
            self.contested.add(name)
            self.lost += 1
            message = Message(
                "'{name}' already has a meaning in every game; use another name", name
            )
            self.findings.error(Code.E011, message, span)
            return False
        if name in UNREADABLE:
            self._unreadable(name, Code.E011, span)
            return False
        if name in self.declared:
            other, place = self.declared[name]
            self.lost += 1
            if other != kind:
                self.contested.add(name)
            self.findings.error(
                Code.E011,
                Message(
                    "'{name}' is already the name of {kind} (line {line})",
                    *(name, Message(other), place.line),
                ),
                span,
            )
            return False
        self.declared[name] = (kind, span)
        self.index.declare(Declaration(Key("name", _plain(name)), kind, span))
        return True

    def use(self, sort: Sort, name: str, span: Span, owner: str = "") -> None:
        """Keep in the index that a name stands somewhere in a span."""
        self.index.use(Key(sort, _plain(name), owner), span)

    def use_name(self, name: str, span: Span) -> None:
        """Keep that a declared name is used, and in the index that it is in a span."""
        self.used.add(name)
        self.use("name", name, span)

    def use_word(self, enumeration: str, member: m.Member, span: Span) -> None:
        """Keep in the index that a word of an enumeration stands somewhere in a span."""
        self.index.use(self.index.word(enumeration, member.name, member.span), span)

    def use_local(self, local: LocalName, span: Span) -> None:
        """Keep in the index that a local, or an attribute by its bare name, stands in a span."""
        key = self.index.places.get(local.span)
        if key is not None:
            self.index.use(key, span)

    def add_enum(self, enumeration: m.EnumType) -> None:
        """Keep an enumeration and remember its words."""
        self.enums[enumeration.name] = enumeration
        for member in enumeration.members:
            self.members.setdefault(member.name, []).append(enumeration.name)
            key = self.index.word(enumeration.name, member.name, member.span)
            if member.number is None and key not in self.index.declarations:
                self.index.declare(Declaration(key, "a word", member.span))

    def new_key(self) -> int:
        """Return a number that no other local has."""
        self._keys += 1
        return self._keys

    @contextmanager
    def block(self, quiet: bool = False) -> Iterator[None]:
        """Open a block: what is declared in it ends with it."""
        self.scopes.append({})
        yield
        scope = self.scopes.pop()
        if not quiet:
            self._warn_unused(scope)

    def _warn_unused(self, scope: dict[str, LocalName]) -> None:
        for local in scope.values():
            if not local.used and local.named:
                unused = "'{name}' is never used"
                if local.changed:
                    unused = "'{name}' is set but never used"
                self.findings.warn(Code.W001, Message(unused, local.name), local.span)

    def local(self, name: str) -> LocalName | None:
        """Find a local, innermost first."""
        return next((scope[name] for scope in reversed(self.scopes) if name in scope), None)

    def add_local(
        self,
        name: str,
        kind: Type,
        span: Span,
        *,
        indices: tuple[m.Domain, ...] = (),
        variable: bool = False,
        named: bool = False,
        domain: m.Domain | None = None,
        number: int | None = None,
    ) -> LocalName:
        """Declare a local; one that would hide another name is an error.

        `number`: its key, if it has one already.
        """
        local = LocalName(
            name,
            self.new_key() if number is None else number,
            kind,
            span,
            indices,
            variable,
            domain,
            named or variable,
        )
        hidden = self.local(name)
        if hidden:
            self._hides(name, Message("the '{name}' of line {line}", name, hidden.span.line), span)
        elif name in self.declared:
            other, place = self.declared[name]
            self._hides(name, Message("{kind} in line {line}", Message(other), place.line), span)
        elif name in BUILT_IN:
            self._hides(name, "a word that every game has", span)
        elif name in self.members:
            self._hides(name, Message("a word of {name}", self.members[name][0]), span)
        elif name in UNREADABLE:
            self._unreadable(name, Code.E012, span)
        self.scopes[-1][name] = local
        if span not in self.index.places:
            key = Key("local", name, f"{span.file}:{span.line}:{span.column}")
            what = "a variable of this block" if variable else "a name of this block"
            self.index.declare(Declaration(key, what, span, kind, named or variable))
        return local

    def _unreadable(self, name: str, code: Code, span: Span) -> None:
        self.lost += 1
        message = Message("'{name}' can't be a name, because it starts something else", name)
        hint = Message("use another name, such as 'this_{name}'", name)
        self.findings.error(code, message, span, hint=hint)

    def _hides(self, name: str, what: str, span: Span) -> None:
        self.lost += 1
        hint = Message("use another name, such as 'this_{name}'", name)
        self.findings.error(
            Code.E012, Message("'{name}' would hide {what}", name, Message(what)), span, hint=hint
        )

    def visible(self) -> list[str]:
        """Return every lower-case name that could stand here."""
        local = [name for scope in self.scopes for name in scope]
        return [*local, *self.declared, *self.members, *BUILT_IN]

    def maybe_declared(self, name: str) -> bool:
        """Return whether a name stood in a line that couldn't be read."""
        unread = self.findings.uncertain
        return bool(unread) and bool({name, name.casefold(), name.capitalize()} & unread)


def _plain(name: str) -> str:
    """Return a name as it is written, also of what a variant replaced."""
    return name.split()[1] if name.startswith("original ") else name
