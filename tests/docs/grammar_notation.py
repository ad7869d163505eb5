"""The grammar in a notation for people: the forms of each construct, and the words it reserves.

The language reference is made from it, so that what it says of a construct's form can't drift from
what is read. CAPITALS mean something to fill in, [brackets] for what may be left out, `…` for
more of the same, `|` and `or` for one or the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import engine.language

_HEAD = re.compile(r"[?!]*([a-z_]+)\s*:")
_TOKEN = re.compile(r'"(?:\\.|[^"])*"|->\s*\w+|[A-Za-z_]+|[\[\]()|*+?]')
GRAMMAR = Path(engine.language.__file__).with_name("grammar.lark")
_VALUES = (
    "expr", "disj", "conj", "negation", "comparison", "range", "sum", "term", "unary", "postfix",
    "atom",
)  # fmt: skip
_STANDS_FOR = {
    "NAME": "NAME",
    "TYPE": "TYPE",
    "INT": "NUMBER",
    "STRING": '"WORDS"',
    "words": '"WORDS"',
    "_body": "BODY",
    "_statement": "STATEMENT",
    "simple": "STATEMENT",
    "choices": "CHOICE, …",
    "args": "VALUE, …",
    "cells": "VALUE, …",
    "domains": "NAME in VALUE, …",
    "modifiers": ", MODIFIER …",
    "rankings": "RANKING [, then RANKING …]",
    "actions": "ACTION …",
    "quoted": '"WORDS"',
    "side_type": "TYPE",
    "member_range": "VALUE..VALUE",
    "params": "PARAMETER, …",
    "param": "PARAMETER",
    "move_arg": "MOVE-ARGUMENT",
    "placed_phrase": "PIECE-NAME [in VALUE]",
    "binders": "BINDER, …",
    "phrases": "PIECES",
    "phrase_at": "PIECE",
    "phrase": "PIECE-NAME",
    "reckoned": "PIECE-NAME [(+ | - | * | /) PIECE-NAME …]",
    "move_call": "MOVE",
    "move_args": "MOVE-ARGUMENT, …",
    "type_spec": "TYPES",
    "type_part": "TYPE-PART",
    "param_type": "PARAMETER-TYPE",
    "bind_in": "NAME in VALUE",
    "bind_name": "NAME",
    "moved_to": "VALUE",
    "counted": "NAME [[VALUE, …]]",
    "moved": "PIECES-MOVED",
    "taken": "TAKEN",
    "item": "PART",
    "doing": "DOING",
    "grid_line": "GRID-ROW",
    "drawn": "DRAWING",
    "drawn_row": '"ROW"',
} | dict.fromkeys(_VALUES, "VALUE")
LEFT_OUT = (
    "broken", "block", "_words_block", "index_types", "words", "_statement", "_body", "else",
    "item", "args", "cells", "params", "choices", "binders", "bind_in", "phrases", "move_args",
    "placed_phrase",
    "bind_name",
    "moved_to",
    "counted", "reckoned", "domains", "modifiers", "rankings", "actions", "quoted", "side_type",
    "member_range", "drawn_row",
)  # fmt: skip
"""Rules that the notation shows in place, or that are no construct of their own."""


class Form(NamedTuple):
    """One form of a construct: the grammar's rule, the name of the alternative, the notation."""

    rule: str
    name: str
    text: str


class _Part(NamedTuple):
    """A piece of a grammar rule: a token, or `[…]` and `(…)` with their alternatives."""

    text: str
    choices: tuple[tuple[_Part, ...], ...] = ()
    many: str = ""


@cache
def _rules() -> dict[str, tuple[tuple[_Part, ...], ...]]:
    """Return the grammar's rules: each a tuple of alternatives, without the terminals."""
    grammar = GRAMMAR.read_text("utf-8")
    grammar = grammar.split("// ---------------------------------------------------------------- "
                            "terminals")[0]  # fmt: skip
    found: dict[str, str] = {}
    name = ""
    for line in grammar.splitlines():
        head = _HEAD.match(line)
        if head:
            name = head[1]
            found[name] = line[head.end() :]
        elif name and line.strip() and not line.startswith("//"):
            found[name] += " " + line.strip()
    return {name: _read(iter(_TOKEN.findall(body))) for name, body in found.items()}


def _read(tokens: Iterator[str]) -> tuple[tuple[_Part, ...], ...]:
    """Read alternatives up to the bracket that closes them."""
    choices: list[list[_Part]] = [[]]
    for token in tokens:
        if token == "|":
            choices.append([])
        elif token in ("[", "("):
            choices[-1].append(_Part(token, _read(tokens)))
        elif token in ("]", ")"):
            break
        elif token in ("*", "+", "?"):
            choices[-1][-1] = choices[-1][-1]._replace(many=token)
        else:
            choices[-1].append(_Part(token))
    return tuple(map(tuple, choices))


def _only_words(name: str) -> bool:
    """Return whether a rule is nothing but a choice of words or signs."""
    return name not in ("item", *_STANDS_FOR) and all(
        part.text.startswith(('"', "->")) for choice in _rules()[name] for part in choice
    )


def _refers(part: _Part) -> bool:
    """Return whether a part is a construct that has forms of its own."""
    return part.text in _rules() and not _only_words(part.text) and not part.many


def _called(name: str) -> str:
    return _STANDS_FOR.get(name, name.strip("_").replace("_", "-").upper())


class _Writer:
    """Writes the notation of one alternative, line by line."""

    def __init__(self) -> None:
        self.lines = [""]
        self.depth = 0
        self.tight = False
        self.ended = False
        """A block has ended: what follows stands on a line of its own."""

    def add(self, text: str, sign: bool = False) -> None:
        """Add a word or a sign; signs stand close to their neighbours."""
        line = self.lines[-1]
        if self.ended:
            self.ended = False
            self.start()
            line = self.lines[-1]
        close = not line.strip() or line[-1] in "({" or text[0] in ",)}]?"
        if sign and text in ("(", "[", ":", "."):
            close = True
        if self.tight:
            close = True
        self.tight = sign and text in ("[", ".", "-") and not line.endswith("VALUE ")
        self.lines[-1] += text if close else f" {text}"

    def start(self) -> None:
        """Begin a line, unless one is begun already."""
        self.ended = False
        if self.lines[-1].strip():
            self.lines.append("  " * self.depth)
        else:
            self.lines[-1] = "  " * self.depth

    def sequence(self, parts: Sequence[_Part]) -> None:
        """Write parts one after the other; `X (sign X)*` becomes `X, …`."""
        for number, part in enumerate(parts):
            before = parts[number - 1] if number else None
            if part.many == "*" and part.choices and before is not None:
                again = part.choices[0]
                if [p.text for p in again] == ['","', before.text]:
                    self.add(", …")
                    continue
            self.part(part)

    def part(self, part: _Part) -> None:
        """Write a token or a bracket."""
        text = part.text
        if part.choices:
            self._bracket(part)
        elif text.startswith('"'):
            self.add(text[1:-1], sign=True)
        elif text == "_NL":
            self.start()
        elif text == "_INDENT":
            self.depth += 1
            self.start()
        elif text == "_DEDENT":
            self.depth -= 1
        elif text in ("block", "_words_block"):
            self._below('"WORDS"' if text == "_words_block" else "STATEMENT …")
        elif text == "else":
            self.start()
            self.add("else BODY")
        elif not text.startswith("->"):
            self._named(part)

    def _named(self, part: _Part) -> None:
        rules = _rules()
        if part.text in rules and _only_words(part.text):
            words = [self._inline(choice) for choice in rules[part.text]]
            shown = words[0] if len(words) == 1 else f"({' | '.join(words)})"
        else:
            shown = _called(part.text)
        self.add(shown + (" …" if part.many in ("+", "*") else ""))

    def _below(self, text: str) -> None:
        self.depth += 1
        self.start()
        self.add(text)
        self.depth -= 1
        self.ended = True

    def _bracket(self, part: _Part) -> None:
        inner = [choice for choice in part.choices if choice]
        first = inner[0][0].text
        if first in ("_words_block", "block"):
            self._below('["WORDS"]' if first == "_words_block" else "[STATEMENT …]")
            return
        if first == "else":
            self.start()
            self.add("[else BODY]")
            return
        if first == "_INDENT":
            self.depth += 1
            self.start()
            self.add(f"[{self._inline(inner[0][1:-1])}]")
            self.depth -= 1
            return
        if first == "index_types":
            self.lines[-1] += "[[INDEX-TYPE, …]]"
            return
        shown = " | ".join(self._inline(choice) for choice in inner)
        more = " …" if part.many in ("*", "+") else ""
        if part.text == "[" or part.many == "*":
            glued = shown[0] in "([" and self.lines[-1][-1:].isalpha()
            if glued or not self.lines[-1].strip() or self.lines[-1].endswith("("):
                self.lines[-1] += f"[{shown}{more}]"
            else:
                self.add(f" [{shown}{more}]" if self.lines[-1] == "" else f"[{shown}{more}]")
        else:
            self.add(f"({shown}){more}" if len(inner) > 1 or more else shown)

    def _inline(self, parts: Sequence[_Part]) -> str:
        inner = _Writer()
        inner.sequence(parts)
        return " ".join(line.strip() for line in inner.lines if line.strip())


def _forms_of(rule: str) -> list[Form]:
    result = []
    for choice in _rules()[rule]:
        name = next((part.text[2:].strip() for part in choice if part.text.startswith("->")), "")
        shown = [part for part in choice if not part.text.startswith("->")]
        if len(shown) == 1 and shown[0].text in (*_VALUES, "broken") and rule in _VALUES:
            continue
        if not name and len(shown) == 1 and _refers(shown[0]):
            continue
        writer = _Writer()
        writer.sequence(shown)
        text = "\n".join(line for line in writer.lines if line.strip()).replace(" .. ", "..")
        result.append(Form(rule, name, text))
    return result


@cache
def forms() -> tuple[Form, ...]:
    """Return every form that the notation shows, in the grammar's order."""
    return tuple(
        form
        for rule in _rules()
        if rule not in LEFT_OUT and not _only_words(rule)
        for form in _forms_of(rule)
    )


def shown(wanted: Iterable[str]) -> str:
    """Return the notation of rules (`zone`) or single alternatives (`simple.deal`).

    Parts of a game and statements stand as they are; anything else is given its name first.
    Raises KeyError for what the grammar doesn't have.
    """
    rows: list[str] = []
    for name in wanted:
        rule, _, alternative = name.partition(".")
        chosen = [f for f in forms() if f.rule == rule and alternative in ("", f.name)]
        if not chosen:
            raise KeyError(name)
        plain = bool(alternative) or rule in _VALUES or rule in _lines()
        if plain:
            rows += [form.text for form in chosen]
        else:
            rows += _defined(_called(rule), [*(form.text for form in chosen), *_others(rule)])
    return "\n".join(rows)


def _others(rule: str) -> list[str]:
    """Return the constructs that may stand in a rule's place as they are."""
    bare = [choice[0] for choice in _rules()[rule] if len(choice) == 1]
    kept = [part for part in bare if _refers(part) and part.text not in ("broken", "words")]
    return [_called(part.text) for part in kept if _called(part.text) != _called(rule)]


def _defined(name: str, texts: list[str]) -> list[str]:
    """Return `NAME is one` and below it `or other`, in columns."""
    rows = []
    for number, text in enumerate(texts):
        lead = f"{name} is " if not number else f"{' ' * len(name)} or "
        rows += [lead + text.split("\n")[0]]
        rows += [" " * len(lead) + line for line in text.split("\n")[1:]]
    return rows


@cache
def _lines() -> frozenset[str]:
    """Return the rules that are lines by themselves: parts of a game and statements."""
    rules = _rules()
    named = {c[0].text for rule in ("item", "compound") for c in rules[rule] if len(c) == 1}
    return frozenset({"simple", "compound", "_example_line", "do"} | (named & set(rules)))


@cache
def constructs() -> frozenset[str]:
    """Return the names that a syntax tree of a text without errors can have."""
    names: set[str] = set()
    grammar = GRAMMAR.read_text("utf-8")
    plain = set(re.findall(r"^([a-z_]+):", grammar, re.MULTILINE))
    for rule, choices in _rules().items():
        for choice in choices:
            alias = next((p.text[2:].strip() for p in choice if p.text.startswith("->")), "")
            names.add(alias or rule)
            if not alias and rule not in plain:
                names.discard(rule)
    return frozenset(name for name in names if not name.startswith("_") and name != "broken")
