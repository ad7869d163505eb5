"""Changes of texts: by token, by line, by what the grammar allows, and by odd characters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\w+|\s+|[^\w\s]')
NUMBERS = ("0", "1", "2", "3", "5", "9", "12", "40", "99", "1000", "100000", "2147483647", "9" * 30)
ODD = ("\0", "\x1b", "\u202e", "\u200b", "\ufeff", "\udc80", "\r", "\t", "\u2028", "é", "²", "\\",
       '"', "{", "}", "#", "%s", "\U0001f600", "\u0301", "'", "&a", "*a", "!!", ": ", "- ", "[",
       "|")  # fmt: skip
KEYWORDS = re.compile(
    "move|to|from|choose|require|if|else|each|for|in|all|deal|let|when|turn|of|and|or|not|is|with|"
    "the|my|do|then|given|has|example|zone|rule|game|variant|component|type|option|setup|score|add|"
    "called|make|ends|wins|winner|highest|lowest|players|because|var|counter|replace|remove|phase|"
    "any|can|cannot|empty|at|up|mod|repeat|until|pay|gain|lose|shuffle|announce|otherwise|end|of"
)
STATEMENT = r" +(?:move|deal|shuffle|gain|lose|let|require|add|end|roll|swap|show|write|next) "


def mutated(
    text: str, chance: Random, others: Sequence[str] = (), lines: Sequence[str] = ()
) -> str:
    """Return a text with a few changes. `others`: texts to take lines of; `lines`: new lines."""
    times = chance.choices((1, 2, 4, 12, 40), (66, 20, 8, 4, 2))[0]
    for _ in range(times):
        way = chance.choices((_token, _line, _odd), (78, 21, 1 if times < 12 else 10))[0]
        text = way(text, chance, others, lines)
    if chance.random() < 0.01:
        text = (text + "\n") * chance.choice((2, 10, 100))
    return text[:60_000]


def _token(text: str, chance: Random, others: Sequence[str], lines: Sequence[str]) -> str:
    """Change a token: mostly a number to a number and a name to a name of the text."""
    tokens = TOKEN.findall(text)
    seen = [n for n, token in enumerate(tokens) if not token.isspace()]
    if not seen:
        return text
    at = chance.choice(seen)
    old = tokens[at]
    roll = chance.random()
    if roll < 0.03:
        tokens[at] = ""
    elif roll < 0.06:
        tokens[at] = f"{old} {old}"
    elif roll < 0.1:
        other = chance.choice(seen)
        tokens[at], tokens[other] = tokens[other], old
    elif old.isdigit():
        tokens[at] = chance.choice(NUMBERS[: 7 if roll < 0.7 else len(NUMBERS)])
    elif roll < 0.95:
        like = [tokens[n] for n in seen if _alike(tokens[n], old)]
        tokens[at] = chance.choice(like)
    else:
        tokens[at] = chance.choice(tokens)
    return "".join(tokens)


def _alike(one: str, other: str) -> bool:
    """Return whether two tokens are words, types or texts alike, so that one can be the other."""
    a, b = one[:1], other[:1]
    if KEYWORDS.fullmatch(one) or KEYWORDS.fullmatch(other):
        return one == other
    return (a.isalpha(), a.isupper(), a == '"') == (b.isalpha(), b.isupper(), b == '"')


def _line(text: str, chance: Random, others: Sequence[str], lines: Sequence[str]) -> str:
    """Delete, double, move, swap, indent or replace lines, or put in new ones."""
    rows = text.split("\n")
    at, other = chance.randrange(len(rows)), chance.randrange(len(rows))
    indent = re.match(r" *", rows[at])
    pad = indent.group() if indent else ""
    match chance.randrange(9):
        case 0:
            del rows[at]
        case 1:
            rows.insert(at, rows[at])
        case 2:
            rows.insert(other, rows.pop(at))
        case 3:
            rows[at], rows[other] = rows[other], rows[at]
        case 4:
            rows[at] = chance.choice(("  ", "    ", " ")) + rows[at]
        case 5:
            rows[at] = rows[at].removeprefix("  ")
        case 6 if others:
            foreign = chance.choice(others).split("\n")
            begin = chance.randrange(len(foreign))
            rows[at:at] = foreign[begin : begin + chance.randint(1, 12)]
        case 7 if chance.random() < 0.2:
            rows = rows[:at]
        case _ if lines:
            alike = [n for n, row in enumerate(rows) if re.match(STATEMENT, row)] or [at]
            at = chance.choice(alike)
            pad = rows[at][: len(rows[at]) - len(rows[at].lstrip())]
            new = [pad + row for row in chance.choice(lines).split("\n")]
            rows[at : at + chance.randint(0, 1)] = new
        case _:
            rows[at] = pad + rows[other].strip()
    return "\n".join(rows)


def _odd(text: str, chance: Random, others: Sequence[str], lines: Sequence[str]) -> str:
    """Put in a character, or a thousand, that few texts have."""
    at = chance.randint(0, len(text))
    return text[:at] + chance.choice(ODD) * chance.choice((1, 1, 1, 3, 1000)) + text[at:]
