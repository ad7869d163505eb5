"""Nouns and verbs within made sentences: articles, cases, and what agrees, by language.

While a sentence is put together a noun stands in it open, between marks, until the phrase that it
is put into says its case. Where nothing is known of a word's gender it is alone, so that no
sentence is wrong.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, cast

from engine.rules.said import Said
from engine.teach.lesson_words import lesson_words

Determiner = Literal["the", "a", "your", "each", "some", "no", "that", "its", "her", ""]

_OPEN, _NEXT, _SHUT = "\ue000", "\ue001", "\ue002"
_CLAUSE, _CLAUSE_END, _VERB, _VERB_END = "\ue003", "\ue004", "\ue005", "\ue006"
_NAMED = re.compile(r"^\[([^\[\]]+) ([mfnp]+)\]")
_SLOT = re.compile(r"\{(\d)(?::([a-zà]+))?\}")
_AGREES = re.compile(r"<([^<>|]+)(?:\|([^<>]+))?>")
_IN_CLAUSE = re.compile(f"{_CLAUSE}([^{_CLAUSE}{_CLAUSE_END}]*){_CLAUSE_END}")
_IN_VERB = re.compile(f" ?{_VERB}([^{_VERB_END}]*){_VERB_END}")
_MARKS = re.compile(f"[{_CLAUSE}{_CLAUSE_END}{_VERB}{_VERB_END}]")

_NOUN = re.compile(f"{_OPEN}([^{_SHUT}]*){_SHUT}")
_DEFINITE = {"m": "der den dem", "f": "die die der", "n": "das das dem", "p": "die die den"}
_EACH = {"m": "jeder jeden jedem", "f": "jede jede jeder", "n": "jedes jedes jedem"}
_THIS = {"m": "dieser diesen diesem", "f": "diese diese dieser", "n": "dieses dieses diesem",
    "p": "diese diese diesen"}  # fmt: skip
_ENDING = {"m": (" ", "en", "em"), "f": ("e", "e", "er"), "n": (" ", " ", "em"),
    "p": ("e", "e", "en")}  # fmt: skip
_CASES = {"": 0, "n": 0, "a": 1, "d": 2}
_VOWELS = "aeiouyàâéèêëîïôûœh"


@dataclass(frozen=True)
class Noun:
    """A word with what belongs to it.

    `gender`: m, f, n; p for several, with the gender after it where it is known; s for one thing in
    English; me for you; nothing where it isn't known.
    `adjective`: a German stem or an English word. `bare`: how it is where nothing is known.
    """

    word: str
    determiner: Determiner = "the"
    gender: str = ""
    adjective: str = ""
    after: str = ""
    bare: str = ""

    def open(self) -> str:
        """Return it with marks around it, for phrases that give it a case."""
        parts = (
            self.word, self.determiner, self.gender, self.adjective, self.after,
            self.bare or self.word,
        )  # fmt: skip
        return _OPEN + _NEXT.join(parts) + _SHUT


def _head(text: str) -> tuple[Noun, str] | None:
    """Return the noun that a text begins with, and what follows it."""
    if not text.startswith(_OPEN):
        return None
    inside, _, rest = text[1:].partition(_SHUT)
    return _read(inside), rest


def _read(inside: str) -> Noun:
    word, determiner, gender, adjective, after, bare = inside.split(_NEXT)
    return Noun(word, cast(Determiner, determiner), gender, adjective, after, bare)


def with_head(text: str, noun: str) -> str:
    """Return what an unfinished text says of the noun that it begins with, of another noun.

    >>> with_head(Noun("cells").open() + " of the board", Noun("cell", "a", "s").open())[-13:]
    ' of the board'
    """
    head = _head(text)
    return text if head is None else noun + head[1]


def as_the_one(text: str, noun: str, language: str) -> str:
    """Return an unfinished text without the noun that it shares with another: `the one from …`.

    Empty where nothing is said of it; the text itself where it begins with another noun.
    """
    head, other = _head(text), _head(noun)
    if head is None or other is None or head[0].word != other[0].word or head[0].adjective:
        return text
    gender = head[0].gender
    one = lesson_words(language).one
    rest = f"{head[0].after}{head[1]}"
    found = one.get(gender) or one.get(gender[:1])
    if not finished(rest, language).strip():
        return ""
    return f"{found}{rest}" if found else text


def filled(template: str, language: str, *parts: str) -> str:
    """Return a phrase with its parts put in.

    `{0:d}`: the noun that the part begins with stands in this case: `a`, `d`; in French `de` and
    `à` are put before it. `{0:v}`: whose something is. `{0:s}`: a German clause with its verb
    last, `{0:k}`: one that may still become such. A noun that begins the phrase stays open.
    `<is|are>` agrees with the part before it. `{0:bis}`: a number, or with a noun `zu` before it.
    `[Feld n] {0:v}` begins with a noun of this gender, open for a case.
    """
    template = _NAMED.sub(lambda found: Noun(found[1], "the", found[2]).open(), template)
    verbs = _AGREES.search(template) is not None
    subject = ""
    pieces = _SLOT.split(template)
    if verbs and len(pieces) > 1:
        head = _head(parts[int(pieces[1])])
        subject = head[0].gender if head is not None else ""
    phrase = _agreed(pieces[0], language, subject)
    for number, case, text in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True):
        part = parts[int(number)]
        first = not phrase and not case and not verbs
        phrase = part if first else _joined(phrase, _cased(part, language, case or ""), language)
        phrase += _agreed(text, language, subject)
    return f"{_CLAUSE}{phrase}{_CLAUSE_END}" if verbs and language == "de" else phrase


def _joined(before: str, after: str, language: str) -> str:
    """Return two texts one after the other, a preposition and an article in one word."""
    for long, short in lesson_words(language).joined.items():
        preposition, article = long.split()
        apart = re.search(rf"(?:^|\b){preposition} $", before, re.IGNORECASE)
        if apart and after.startswith(f"{article} "):
            first = short if before[apart.start()].islower() else short.capitalize()
            return before[: apart.start()] + first + after[len(article) + 1 :]
    return before + after


def _agreed(text: str, language: str, subject: str) -> str:
    with_me = lesson_words(language).with_me

    def one(found: re.Match[str]) -> str:
        verb = found[2] if subject.startswith("p") and found[2] else found[1]
        verb = with_me.get(verb, verb) if subject == "me" else verb
        return f"{_VERB}{verb}{_VERB_END}" if language == "de" else verb

    return _AGREES.sub(one, text)


def _cased(text: str, language: str, case: str) -> str:
    if case == "s":
        return verb_last(finished(text, language, keep=True))
    if case != "k" and not isinstance(text, Said):
        text = _MARKS.sub("", text)
    head = _head(text)
    if case == "bis":
        return _joined("zu ", noun_in(head[0], language, "d"), language) + head[1] if head else text
    if language == "de" and case == "v":
        return _of(head[0]) + head[1] if head is not None else f"von {text}"
    if head is None:
        if language == "fr" and case in ("de", "à"):
            return f"{_with(case, text)}"
        return text
    return noun_in(head[0], language, case) + head[1]


def listed_in(parts: list[str], language: str, case: str) -> list[str]:
    """Return several parts, each in a case."""
    return [_cased(part, language, case) for part in parts]


def finished(text: str, language: str, *, keep: bool = False) -> str:
    """Return a text with no marks left; `keep`: those of clauses, whose verbs may still move."""
    plain = _NOUN.sub(lambda found: noun_in(_read(found[1]), language, ""), text)
    if language == "fr":
        plain = re.sub(r"(?<=\S); ", " ; ", plain)
        plain = re.sub(r"\b([Ss])i (?=ils?\b)", r"\1'", plain)
    return plain if keep else _MARKS.sub("", plain)


def verb_last(text: str) -> str:
    """Return a German text with the verb of each clause at its end."""

    def moved(found: re.Match[str]) -> str:
        verbs = _IN_VERB.findall(found[1])
        return " ".join([_IN_VERB.sub("", found[1]).strip(), *verbs])

    return _MARKS.sub("", _IN_CLAUSE.sub(moved, text))


# ------------------------------------------------------------------ articles


def noun_in(noun: Noun, language: str, case: str) -> str:
    """Return a noun with its article in a case."""
    if noun.gender == "me":
        mine = lesson_words(language).me[_CASES.get(case, 0)]
        return _with(case, mine) if language == "fr" else mine
    if language == "de":
        return _german(noun, _CASES.get(case, 0)) + noun.after
    if language == "fr":
        return _french(noun, case) + noun.after
    return _english(noun) + noun.after


def _english(noun: Noun) -> str:
    words = " ".join(part for part in (noun.adjective, noun.word) if part)
    several = noun.gender.startswith("p")
    match noun.determiner:
        case "a" if words.split(" ")[0] == "other":
            return f"an{words}"
        case "a":
            an = "an" if words[:1].lower() in "aeiou" else "a"
            return words if several else f"{an} {words}"
        case "that":
            return f"those {words}" if several else f"that {words}"
        case "each":
            return f"all {words}" if several else f"each {words}"
        case "no":
            return f"no {words}"
        case "":
            return words
        case "her":
            return f"its {words}"
        case other:
            return f"{other} {words}"


def _german(noun: Noun, case: int) -> str:
    gender = noun.gender[:1]
    if not gender:
        return noun.bare
    word = noun.word
    if gender == "p" and case == 2 and not word.endswith(("n", "s")):
        word += "n"
    article = ""
    match noun.determiner:
        case "the":
            article = _DEFINITE[gender].split()[case]
        case "that":
            article = _THIS[gender].split()[case]
        case "a" | "some" if gender != "p":
            stem = "ein" if noun.determiner == "a" else "irgendein"
            article = stem + _ENDING[gender][case].strip()
        case "your" | "no" | "its" | "her":
            stem = {"your": "dein", "no": "kein", "its": "sein"}.get(noun.determiner, "ihr")
            article = stem + _ENDING[gender][case].strip()
        case "each":
            article = (
                _EACH[gender].split()[case] if gender != "p" else ("alle", "alle", "allen")[case]
            )
        case _:
            pass
    adjective = ""
    if noun.adjective:
        weak = gender == "p" or case == 2 or (case == 1 and gender == "m")
        adjective = noun.adjective + ("en" if weak else "e")
    return " ".join(part for part in (article, adjective, word) if part)


def _of(noun: Noun) -> str:
    """Return a German noun as what something belongs to."""
    if noun.gender == "f" and not noun.adjective:
        return _german(noun, 2) + noun.after
    if noun.gender.startswith("p") and noun.determiner in ("the", "that"):
        return f"{'der' if noun.determiner == 'the' else 'dieser'} {noun.word}{noun.after}"
    return _joined("von ", noun_in(noun, "de", "d"), "de")


def _french(noun: Noun, case: str) -> str:
    gender, word = noun.gender[:1], noun.word
    if not gender:
        return _with(case, noun.bare)
    soft = word[:1].lower() in _VOWELS
    match noun.determiner:
        case "that":
            these = {"p": "ces", "f": "cette"}.get(gender, "cet" if soft else "ce")
            words = f"{these} {word}"
        case "the":
            if gender == "p":
                return {"de": "des ", "à": "aux "}.get(case, "les ") + word
            if soft:
                return {"de": "de l'", "à": "à l'"}.get(case, "l'") + word
            if gender == "m":
                return {"de": "du ", "à": "au "}.get(case, "le ") + word
            words = f"la {word}"
        case "a" if gender == "p":
            return {"de": "de ", "à": "à des "}.get(case, "des ") + word
        case "a":
            words = f"un {word}" if gender == "m" else f"une {word}"
        case "some":
            words = f"au moins {'un' if gender == 'm' else 'une'} {word}"
        case "no":
            words = f"aucun {word}" if gender in ("m", "p") else f"aucune {word}"
        case "your":
            words = f"{'tes' if gender == 'p' else 'ton' if gender == 'm' or soft else 'ta'} {word}"
        case "its" | "her":
            words = f"{'ses' if gender == 'p' else 'son' if gender == 'm' or soft else 'sa'} {word}"
        case "each":
            every = "toutes" if noun.gender.endswith("f") else "tous"
            words = f"{every} les {word}" if gender == "p" else f"chaque {word}"
        case _:
            words = word
    return _with(case, words)


def _with(case: str, words: str) -> str:
    """Return a French text after its preposition."""
    if case == "de":
        return f"d'{words}" if words[:1].lower() in _VOWELS else _joined("de ", words, "fr")
    return _joined("à ", words, "fr") if case == "à" else words


# ------------------------------------------------------------------ English


def is_several(word: str) -> bool:
    """Return whether an English word is of several things."""
    plural = len(word) > 1 and word.endswith("s") and not word.endswith(("ss", "us", "is"))
    return plural or word.endswith("dice")


def several(word: str) -> str:
    """Return the English word for several."""
    if is_several(word):
        return word
    if word.endswith("man"):
        return word[:-2] + "en"
    if word == "die" or word.endswith(" die"):
        return word[:-3] + "dice"
    if word.endswith(("lf", "leaf", "loaf", "thief")):
        return word[:-1] + "ves"
    if word.endswith(("s", "x", "ch", "sh")):
        return word + "es"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s"
