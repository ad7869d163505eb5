"""Putting into words why a line can't be read, and what should stand there instead."""

from __future__ import annotations

import re

from lark.exceptions import UnexpectedCharacters, UnexpectedToken

from engine.language.codes import Code
from engine.language.diagnostics import nearest
from engine.language.expectations import (
    FOREIGN,
    SIGNS,
    SPELLED,
    keywords,
    listed,
    symbols,
    wanted,
    words_of_lines,
)
from engine.language.keywords import line_words, part_words
from engine.language.lexer import IndentError
from engine.language.line_errors import Trouble, told_at, too_much
from engine.language.message import Message, joined
from engine.language.recovery import MARK, Draft, Repair, Word, lead, words_of
from engine.language.syntax_hints import habit_of

_SENTENCE = re.compile(
    r"\s*(?P<at>[A-ZÀ-ÖØ-Þ][^\" ]* (?=[^\"]*$)(?:[^\"]*[.!?]|[^\"]*\{[^{},\"]*\}[^\"]*))$"
)
"""What players read, written without quotation marks."""
_NAME = re.compile(r"(?![A-ZÀ-ÖØ-Þ])[^\W\d]\w*")


# ---------------------------------------------------------------- lines that begin no part


def is_part(word: str) -> bool:
    """Return whether a part of a game begins with a word."""
    return word in part_words()


def unknown_part(draft: Draft, first: Word) -> Trouble:
    """Say what is wrong with an unindented line that begins no part of a game."""
    if habit := _habit(draft, 0):
        return habit
    if any(first.text in line_words(part) for part in part_words()):
        message = Message("'{text}' belongs inside a block, so indent its line", first.text)
        return told_at(draft, message, first, hint="indent it by two spaces", code=Code.E003)
    if first.text in FOREIGN:
        return _foreign(draft, first)
    guess = nearest(first.text, part_words())
    if guess is None and len(first.text) == 1 and not first.text.isalnum():
        rest = words_of(draft.lines[0])[1:2]
        if rest and rest[0].text in part_words():
            message = Message("this '{text}' has no meaning here", first.text)
            return too_much(draft, message, first, Code.E002)
    message = Message("no part of a game starts with '{text}'", first.text)
    hint = None if guess else Message("a part starts with {names}", listed(_BEGINNINGS, "or"))
    return told_at(draft, message, first, fix=guess, hint=hint)


_BEGINNINGS = ("game", "option", "type", "component", "zone", "var", "rule", "setup", "turn",
               "score", "winner", "example")  # fmt: skip


# ---------------------------------------------------------------- what the parser stumbled over


def explain(problem: UnexpectedToken | UnexpectedCharacters | IndentError, draft: Draft) -> Trouble:
    """Say what is wrong where the parser could not continue."""
    if isinstance(problem, IndentError):
        return _between_levels(problem, draft)
    if isinstance(problem, UnexpectedCharacters):
        found = _habit(draft, problem.line - 1)
        return found or _strange_sign(problem.line - 1, problem.column - 1, draft)
    return _unexpected(problem, draft)


def _habit(draft: Draft, line: int) -> Trouble | None:
    """Recognise a line that is often written in another way than the language's."""
    words = words_of(draft.lines[line], line)
    if not words or draft.mended.get(line):
        return None
    text = draft.lines[line][: words[-1].end]
    sentence = _SENTENCE.match(text)
    if sentence and words[0].text.lower() not in (*part_words(), *words_of_lines(draft)):
        at = Word(sentence["at"], line, sentence.start("at"))
        message = "a sentence must be in quotation marks"
        return told_at(draft, Message(message), at, fix=f'"{at.text}"')
    found = habit_of(text, words_of(draft.lines[0])[0].text)
    if found is None:
        return None
    habit, match = found
    groups = {name: text or "" for name, text in match.groupdict().items()}
    at = Word(match["at"], line, match.start("at"))
    message, hint = (Message.filled(x, groups) for x in (habit.message, habit.hint))
    fix = habit.fix.format(**groups)
    return told_at(draft, message, at, hint=hint or None, fix=fix or None, rest=habit.rest)


def _between_levels(problem: IndentError, draft: Draft) -> Trouble:
    line = problem.line
    have = lead(draft.lines[line])
    inner = [level for level in problem.levels if level] or [0]
    close = sorted({level for level in inner if abs(level - have) <= 4}) or [max(inner)]
    others = joined([str(level) for level in close], "or")
    message = Message(
        "this line is indented by {have} spaces, but the blocks above it are indented by {others}",
        have,
        others,
    )
    target = min(inner, key=lambda level: (abs(level - have), -level))
    spaces = Message("indent it by {number} spaces", target)
    return Trouble(
        Code.E003, message, draft.line_span(line), line, spaces, None,
        Repair(line, 0, have, " " * target),
    )  # fmt: skip


def _strange_sign(line: int, column: int, draft: Draft) -> Trouble:
    text = draft.lines[line]
    sign = text[column]
    if sign == '"':
        words = words_of(text, line)
        end = words[-1].end if words else len(text)
        span = draft.span(line, column, end)
        return Trouble(Code.E002, "this text has no closing quotation mark", span, line, "add '\"'")
    if sign in "'‘’“”„«»`":
        last = max((text.rfind(q) for q in "'‘’“”„«»`"), default=column)
        span = draft.span(line, column, max(column, last) + 1)
        hint = 'use straight double quotation marks: "…"'
        return Trouble(
            Code.E002, "this text has the wrong kind of quotation marks", span, line, hint
        )
    for spelled, fix in SPELLED.items():
        if text.startswith(spelled, column):
            return _spelled(line, column, spelled, fix, draft)
    word = Word(sign, line, column)
    return told_at(
        draft,
        Message("'{sign}' has no meaning in a ruleset", sign),
        word,
        hint=SIGNS.get(sign),
        code=Code.E002,
    )


def _spelled(line: int, column: int, spelled: str, fix: str, draft: Draft) -> Trouble:
    """Report a sign that other languages write, and read the one that is meant."""
    word = Word(spelled, line, column)
    message = Message("'{spelled}' is written '{fix}' here", spelled, fix)
    repair = Repair(line, column, word.end, f" {fix} " if fix.isalpha() else fix)
    return told_at(draft, message, word, fix=fix, code=Code.E002, repair=repair)


def _unexpected(problem: UnexpectedToken, draft: Draft) -> Trouble:
    token, line = problem.token, (problem.token.line or 1) - 1
    accepts = set(problem.accepts or problem.expected)
    if token.type == "BROKEN" or "".join(draft.lines[line : line + 1]).strip() == MARK:
        return Trouble(Code.E001, "", draft.span(0, 0, 1), line)
    if accepts == {"UNTIL"}:
        return _without_until(draft, line)
    if token.type == "_INDENT":
        return _too_deep(draft, (token.end_line or 1) - 1)
    if token.type in ("_NL", "_DEDENT", "$END"):
        return _too_early(draft, token.type, line, accepts)
    word = Word(str(token), line, (token.column or 1) - 1)
    return _unexpected_word(draft, word, accepts)


def _without_until(draft: Draft, line: int) -> Trouble:
    """Explain a block of `repeat` that ends otherwise; `while` below it means the opposite."""
    line = min(line, len(draft.lines) - 1)
    found = re.match(r"\s*(?P<at>while (?P<what>[^\"#]+?))\s*(?:#.*)?$", draft.lines[line])
    if found is not None:
        word = Word(found["at"], line, found.start("at"))
        fix = f"until not ({found['what']})"
        return told_at(draft, "there is no 'while'", word, fix=fix)
    head = _open_repeat(draft, line)
    message = "the lines of 'repeat' are followed by 'until'"
    hint = "write 'repeat', the lines, then 'until' and the condition that ends it"
    return Trouble(Code.E001, message, draft.line_span(head), head, hint)


def _open_repeat(draft: Draft, line: int) -> int:
    """Return the line of the last `repeat` above a line that no `until` has ended there."""
    ended: set[int] = set()
    for above in range(line - 1, 0, -1):
        text = draft.lines[above]
        first = next((word.text for word in words_of(text)), "")
        if first == "repeat" and lead(text) not in ended:
            return above
        if first == "repeat":
            ended.remove(lead(text))
        elif first == "until":
            ended.add(lead(text))
    return line


def _too_deep(draft: Draft, line: int) -> Trouble:
    """Explain a line that is indented below one that opens no block."""
    above = draft.start_of(line - 1)
    first = words_of(draft.lines[above], above)[0]
    below = words_of(draft.lines[line], line)
    if above and first.text not in words_of_lines(draft):
        guess = nearest(first.text, words_of_lines(draft))
        if guess:
            message = Message("'{text}' opens no block", first.text)
            return told_at(draft, message, first, fix=guess)
    if below and below[0].text in part_words() and below[0].text not in words_of_lines(draft):
        message = Message(
            "'{text}' starts a part of the game, so don't indent its line", below[0].text
        )
        return told_at(draft, message, below[0], hint="start it at the left edge", code=Code.E003)
    have, wants = lead(draft.lines[line]), lead(draft.lines[above])
    return Trouble(
        Code.E003, "this line is indented, but the line above it opens no block",
        draft.line_span(line), line, "indent it like the line above it", None,
        Repair(line, 0, have, " " * wants),
    )  # fmt: skip


def _too_early(draft: Draft, kind: str, line: int, accepts: set[str]) -> Trouble:
    """Explain a line, or a block, that ends before it is complete."""
    line = min(line, len(draft.lines) - 1)
    while line > 0 and not words_of(draft.lines[line]):
        line -= 1
    line = draft.start_of(line)
    last_line = max(
        (n for n in range(line, len(draft.lines)) if draft.start_of(n) == line
         and words_of(draft.lines[n])), default=line,
    )  # fmt: skip
    words = words_of(draft.lines[last_line], last_line)
    if not words:
        return Trouble(Code.E001, "", draft.span(line, 0, 1), line)
    if habit := _habit(draft, line):
        return habit
    if "_INDENT" in accepts and kind != "_NL":
        head = words_of(draft.lines[line], line)[0]
        message = Message("'{text}' needs a block below it, indented by two spaces", head.text)
        return Trouble(Code.E001, message, draft.line_span(line), line)
    last = words[-1]
    if last.text == ",":
        return too_much(draft, "nothing follows this ','", last)
    span = draft.span(last_line, last.column, last.end)
    typo = _misspelt_start(draft, line, last.end)
    if typo:
        return typo
    message = Message(
        "the line ends too early: {wanted} is missing after '{text}'", wanted(accepts), last.text
    )
    return Trouble(Code.E001, message, span, line)


# ---------------------------------------------------------------- a word in the wrong place


def _unexpected_word(draft: Draft, word: Word, accepts: set[str]) -> Trouble:
    for line in (word.line, draft.start_of(word.line)):
        if habit := _habit(draft, line):
            return habit
    if word.text == "in" and {"IS", "OF"} <= accepts and not _counts(draft, word):
        message = "to ask where something is, write 'is in'"
        return told_at(draft, message, word, fix="is in")
    for find in (_operator, _case, _keyword, _first_word, _punctuation):
        found = find(draft, word, accepts)
        if found:
            return found
    before = draft.before(word.line, word.column)
    what = wanted(accepts)
    if word.text == "else":
        return _lonely_else(draft, word)
    if what == "a text in quotation marks":
        return _no_quotes(draft, word, before)
    begins_value = re.fullmatch(r'\w.*|[("{].*', word.text) is not None
    options = keywords(accepts)
    if before and begins_value and what.startswith("'") and options:
        message = Message("{what} is missing before '{text}'", what, word.text)
        hint = Message("put '{text}' here", options[0]) if len(options) == 1 else None
        repair = None
        if len(options) == 1:
            repair = Repair(word.line, word.column, word.column, options[0] + " ")
        return told_at(draft, message, word, hint=hint, repair=repair)
    if before is None:
        start = "'{text}' can't start a line: {what} is expected"
        return told_at(draft, Message(start, word.text, what), word)
    message = "'{text}' can't follow '{before}': {what} is expected"
    return told_at(draft, Message(message, word.text, before.text, what), word)


def _counts(draft: Draft, word: Word) -> bool:
    """Return whether a plain number stands before a word, as in '2 of my hand'."""
    before = draft.before(word.line, word.column)
    return before is not None and before.text.isdigit()


def _lonely_else(draft: Draft, word: Word) -> Trouble:
    message = "'else' can only be directly below an 'if' or a 'choose'"
    return told_at(draft, message, word)


def _no_quotes(draft: Draft, word: Word, before: Word | None) -> Trouble:
    text = draft.lines[word.line].split("#")[0].rstrip()
    span = draft.span(word.line, word.column, len(text))
    message: str = "a text in quotation marks is expected here"
    if before:
        message = Message("a text in quotation marks is expected after '{text}'", before.text)
    return Trouble(
        Code.E001, message, span, word.line,
        'write "…" around it',
    )  # fmt: skip


def _operator(draft: Draft, word: Word, accepts: set[str]) -> Trouble | None:
    """Recognise operators as other languages write them."""
    text, line, column = draft.lines[word.line], word.line, word.column
    for spelled, fix in SPELLED.items():
        for start in range(max(0, column - len(spelled) + 1), column + 1):
            if text.startswith(spelled, start) and not _inside_word(text, start, spelled):
                return _spelled(line, start, spelled, fix, draft)
    for sign in ("+=", "-=", "*=", "/="):
        if text.startswith(sign, column):
            before = draft.before(line, column)
            name = before.text if before else "x"
            none = Message("there is no '{sign}'", sign)
            hint = Message("write '{name} := {name} {sign} …'", name, sign[0])
            return told_at(draft, none, Word(sign, line, column), hint=hint)
    if word.text == "=" and ":=" in symbols(accepts):
        return told_at(draft, "'=' compares; change a value with ':='", word, fix=":=")
    if word.text == ":=":
        message = "':=' changes a variable; to compare, write '='"
        if "EQUAL" in accepts and "LESSTHAN" not in accepts:
            message = "give a starting value with '='"
        elif "EQUAL" not in accepts:
            return None
        repair = Repair(line, column, word.end, "= ")
        return told_at(draft, message, word, fix="=", repair=repair)
    return None


def _inside_word(text: str, start: int, spelled: str) -> bool:
    """Return whether letters found in a line are only part of a word."""
    if not spelled[0].isalpha():
        return False
    around = text[start - 1 : start] + text[start + len(spelled) : start + len(spelled) + 1]
    return any(char.isalnum() or char == "_" for char in around)


def _case(draft: Draft, word: Word, accepts: set[str]) -> Trouble | None:
    """Recognise a small letter where a capital is needed, and the other way round."""
    if re.match(r"[A-ZÀ-ÖØ-Þ]", word.text) and "NAME" in accepts and "TYPE" not in accepts:
        before = draft.before(word.line, word.column)
        if before and before.text not in (".", "my"):
            fix = word.text[0].lower() + word.text[1:]
            message = "a name here starts with a small letter"
            if before.text in part_words():
                message = Message("the name of a {part} starts with a small letter", before.text)
            return told_at(draft, message, word, fix=fix)
    if _NAME.fullmatch(word.text) and "TYPE" in accepts and "NAME" not in accepts:
        if keywords(accepts) and nearest(word.text, keywords(accepts)):
            return None
        fix = word.text[0].upper() + word.text[1:]
        return told_at(draft, "a type starts with a capital letter", word, fix=fix)
    return None


_INSTEAD = {
    "into": ("to",), "onto": ("to",), "in": ("of", "to", "from", "at"), "if": ("when",),
    "when": ("if", "where"), "where": ("when", "if"), "most": ("highest",), "best": ("highest",),
    "greatest": ("highest",), "least": ("lowest",), "fewest": ("lowest",), "every": ("each",),
    "all": ("each",), "of": ("in", "from"), "from": ("in", "of"), "on": ("to", "in"),
    "elif": ("else",), "with": ("to", "where"), "because": ("when",), "is": ("when",),
}  # fmt: skip


def _keyword(draft: Draft, word: Word, accepts: set[str]) -> Trouble | None:
    """Recognise a misspelt keyword, or one that was taken for another."""
    if not word.text[:1].isalpha():
        return None
    known = keywords(accepts)
    instead = next((x for x in _INSTEAD.get(word.text, ()) if x in known), None)
    first = draft.before(word.line, word.column) is None
    guess = instead or nearest(word.text, known)
    if guess:
        return told_at(draft, Message("'{text}' can't be here", word.text), word, fix=guess)
    if first and word.text in FOREIGN:
        return _foreign(draft, word)
    return None


def _foreign(draft: Draft, word: Word) -> Trouble:
    message = Message("'{text}' is not a word of this language", word.text)
    return told_at(draft, message, word, hint=FOREIGN[word.text])


def _first_word(draft: Draft, word: Word, accepts: set[str]) -> Trouble | None:
    """Recognise that the line's first word is the one that is wrong."""
    first = words_of(draft.lines[word.line], word.line)[0]
    if first.column == word.column:
        indented = not draft.lines[word.line][:1].strip()
        return _strange_start(draft, word, words_of_lines(draft), accepts) if indented else None
    return _misspelt_start(draft, word.line, word.column)


def _strange_start(
    draft: Draft, word: Word, known: tuple[str, ...], accepts: set[str]
) -> Trouble | None:
    """Explain a line of a part whose lines all begin with words of their own."""
    if word.text in part_words() and word.text not in known:
        message = Message("'{text}' starts a part of the game, so don't indent its line", word.text)
        return told_at(draft, message, word, hint="start it at the left edge", code=Code.E003)
    if not known or "NAME" in accepts or not word.text[:1].isalpha() or word.text == "else":
        return None
    head = words_of(draft.lines[0])[0].text
    message = Message("no line of '{head}' starts with '{text}'", head, word.text)
    guess = nearest(word.text, known)
    return told_at(
        draft,
        message,
        word,
        fix=guess,
        hint=None if guess else Message("its lines start with {names}", listed(known)),
    )


def _misspelt_start(draft: Draft, line: int, column: int) -> Trouble | None:
    """Recognise a misspelt keyword at a line's beginning, which the parser took for a name."""
    words = words_of(draft.lines[line], line)
    known = words_of_lines(draft)
    first = words[0]
    if first.text == "else":
        return _lonely_else(draft, first)
    if line == 0 or first.text in known or not _NAME.fullmatch(first.text.lower()):
        return None
    if words[1:2] and words[1].text in (":=", "(", ".", "[", ":") and words[1].end < column:
        return None
    if first.text == "elif":
        return told_at(draft, "'elif' is written 'else if' here", first, fix="else if")
    if first.text in FOREIGN:
        return _foreign(draft, first)
    guess = nearest(first.text, known)
    if guess:
        message = Message("no line starts with '{text}'", first.text)
        return told_at(draft, message, first, fix=guess)
    return None


def _punctuation(draft: Draft, word: Word, accepts: set[str]) -> Trouble | None:
    """Recognise a colon, a comma, a hyphen or a full stop that is missing or too much."""
    line, text = word.line, draft.lines[word.line]
    before = draft.before(line, word.column)
    follows = text[word.end :].lstrip()
    if word.text == ":" and (not follows or follows.startswith("#")):
        return too_much(draft, "the line before a block has no ':'", word)
    if word.text == "-" and before and before.end == word.column and "COLON" in accepts:
        after = words_of(text[word.end :], line)
        if after and after[0].column == 0:
            whole = Word(f"{before.text}-{after[0].text}", line, before.column)
            message = "a name can't contain '-'"
            return told_at(draft, message, whole, fix=whole.text.replace("-", "_"))
    if word.text == "." and before and before.text == "my":
        return too_much(draft, "there is no '.' after 'my'", word)
    if word.text == ":" and wanted(accepts) == "'='":
        return told_at(draft, "'=' is missing here", word, fix="=")
    if "COLON" in accepts and before and _wants_colon(draft, word, accepts):
        gap = text[before.end : word.column]
        repair = Repair(line, before.end, before.end + bool(gap), ":")
        message = Message("':' is missing before '{text}'", word.text)
        return told_at(draft, message, word, hint="put ':' here", repair=repair)
    if "COMMA" in accepts and before and re.match(r"\w", word.text) and _in_list(accepts):
        message = Message("',' is missing before '{text}'", word.text)
        repair = Repair(line, before.end, before.end + 1, ",")
        return told_at(draft, message, word, hint="put ',' here", repair=repair)
    return None


def _wants_colon(draft: Draft, word: Word, accepts: set[str]) -> bool:
    """Return whether a ':' is what is missing: not where a block already stands below the line."""
    below = next(
        (n for n in range(word.line + 1, len(draft.lines)) if draft.lines[n].strip()), None
    )
    has_block = below is not None and lead(draft.lines[below]) > lead(draft.lines[word.line])
    return word.text not in (",", ")", "]", "}", "=") and not ("_NL" in accepts and has_block)


def _in_list(accepts: set[str]) -> bool:
    """Return whether a comma is what a list needs here, and no keyword could stand instead."""
    plain = {"when", "if", "and", "or", "mod", "is", "where", "at", "for", "else", "in"}
    return not set(keywords(accepts)) - plain
