"""What the grammar would have taken, in words: keywords, signs, and lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.language.keywords import line_words, patch_words, terminals
from engine.language.message import Message, joined
from engine.language.recovery import Draft, words_of

FOREIGN = {
    "return": "the line of a rule is its value; leave out 'return'",
    "def": "a rule starts with 'rule', a procedure with 'to'",
    "function": "a rule starts with 'rule', a procedure with 'to'",
    "procedure": "a procedure begins with 'to'",
    "action": "actions stand below 'choose', each by its name",
    "class": "a kind of piece begins with 'component'",
    "enum": "a list of words is 'type Name = word, word'",
    "const": "a name for a value is 'let name = value'",
    "while": "write 'repeat', the lines, then 'until' and the condition that ends it",
    "import": "a ruleset stands alone",
    "include": "a ruleset stands alone",
    "print": "what players read stands in quotation marks below the line it explains",
    "switch": "write 'depending on', and below it a line for each value",
    "case": "write 'depending on', and below it a line for each value",
    "goto": "write 'repeat', or a procedure with 'to'",
    "player": "how many play is 'players 2..4'",
    "end_turn": "write 'end turn'",
}

# Signs of other languages and what they are here. Longer ones first.
SPELLED = {
    "===": "=", "!==": "!=", "==": "=", "<>": "!=", "=>": ">=", "=<": "<=", "&&": "and",
    "||": "or", "**": "*", "≠": "!=", "≤": "<=", "≥": ">=", "×": "*", "÷": "/", "−": "-",
    "–": "-", "—": "-", "…": "..", "·": "*",
}  # fmt: skip
SIGNS = {
    ";": "end the line instead",
    "&": "write 'and'",
    "|": "write 'or'",
    "!": "write 'not'",
    "%": "what remains of a division is 'mod'",
    "^": "multiply instead",
    "@": "leave it out",
    "$": "leave it out",
    "\\": "leave it out",
}

_NAMES = {
    "COLON": "':'", "LPAR": "'('", "RPAR": "')'", "LSQB": "'['", "RSQB": "']'", "LBRACE": "'{'",
    "RBRACE": "'}'", "EQUAL": "'='", "COMMA": "','", "DOT": "'.'", "INT": "a number",
    "NAME": "a name", "TYPE": "a capitalised name", "STRING": "a text in quotation marks",
    "DRAWN": "a text in quotation marks",
    "_NL": "the end of the line", "_INDENT": "an indented line", "QMARK": "'?'",
}  # fmt: skip
# What may continue after every value: telling it would say nothing.
_ALWAYS = {
    "PLUS", "MINUS", "STAR", "SLASH", "MOD", "LSQB", "DOT", "LPAR", "EQUAL", "LESSTHAN",
    "MORETHAN", "AND", "OR", "IS", "IF", "QMARK", "LBRACE",
}  # fmt: skip
_NO_WORDS = {"BROKEN", "JOIN", "COMMENT", "PLUS", "MINUS", "STAR", "SLASH", "LESSTHAN", "MORETHAN"}


def symbols(accepts: Iterable[str]) -> set[str]:
    """Return how the accepted terminals are written."""
    return {terminals().get(name, "") for name in accepts}


def keywords(accepts: Iterable[str]) -> list[str]:
    """Return the accepted keywords, in the order of the alphabet."""
    plain = {name for name in accepts if name not in _NAMES and name not in _NO_WORDS}
    return sorted(word for word in symbols(plain) if word.isalpha())


def listed(words: Sequence[str], joint: str = "and") -> str:
    """Return words in quotation marks, the last after 'and' or another joint."""
    return joined([f"'{word}'" for word in words], joint)


def wanted(accepts: set[str]) -> str:
    """Name what could have stood there, no more than five things."""
    if {"NAME", "INT", "LPAR"} <= accepts:
        return Message("a value")
    telling = accepts - _ALWAYS
    if not telling & (set(_NAMES) | {"_DEDENT"}) and not keywords(telling):
        telling = accepts
    ends = "_NL" in telling
    known = [Message(name) for key, name in _NAMES.items() if key in telling and key != "_NL"]
    words = [f"'{word}'" for word in keywords(telling)]
    signs = sorted(f"'{s}'" for s in symbols(telling) if s in (":=", "..", "->"))
    everything = [*known, *words, *signs]
    if ends:
        return Message("the end of the line")
    if not everything:
        return Message("something else")
    return joined(everything[:5], "or")


def words_of_lines(draft: Draft) -> tuple[str, ...]:
    """Return the words that a line of this part may begin with; none when anything may."""
    first = [word.text for word in words_of(draft.lines[0])]
    while first and first[0] in patch_words():
        first = first[1:]
    return line_words(first[0]) if first else ()
