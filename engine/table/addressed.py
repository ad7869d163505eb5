"""Sentences of the rules with people in the place of seats: the reader is `you`.

Rules name a seat anywhere in a sentence, with a verb in the third person: `seat 1 takes the trick`.
For the reader the verb and the pronoun have other forms. Where a sentence doesn't show which ones,
the reader is called by their name, with which any sentence is right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine.rules.catalogue import capital
from engine.rules.said import Part, Ref, Said, part_text

Made: TypeAlias = tuple[str, str, str] | None
"""What stands before the pronoun, the pronoun, and what follows; None where that isn't plain."""

_WORD = r"[^\W\d_][\w'’-]*"
_STOP = re.compile(r"[.!?;:,–—«»“”„()\n]")
_SENTENCE_END = re.compile(r"[.!?;:\n]")


def addressed(
    text: str,
    names: Sequence[str],
    *,
    you: int | None = None,
    teams: Sequence[str] = (),
    language: str = "en",
) -> str:
    """Return a sentence with people in the place of the seats and teams that it names.

    `names`: what each seat is called; `teams`: the people of each team. `you`: the seat of the
    reader; they are called by their name only where the grammar of the sentence doesn't show how to
    speak to them. A text without references stays as it is.
    """
    if not isinstance(text, Said):
        return text
    grammar = _GRAMMARS.get(language, _OTHER)
    parts = [*_people(text.parts, teams=bool(teams))]
    ended = text.rstrip()[-1:] in (".", "!", "?")
    for n, part in enumerate(parts):
        if isinstance(part, Ref) and not (part.type.is_seat and part.value == you):
            who = (names if part.type.is_seat else teams)[part.value]
            parts[n] = capital(who) if _begins(parts, n, part, grammar) else who
    for n, part in reversed([*enumerate(parts)]):
        if isinstance(part, Ref):
            _speak_to(parts, n, part, names[part.value], grammar, ended=ended)
    return "".join(map(part_text, parts))


def _people(parts: Iterable[Part], *, teams: bool) -> Iterator[Part]:
    """Yield the parts of a sentence; only seats are still references, and with `teams` these."""
    for part in parts:
        if isinstance(part, str):
            yield part
            continue
        called = part.type.is_group if teams else part.type.is_seat
        inner = part.text.parts if isinstance(part.text, Said) else (part.text,)
        yield from (part,) if called and part.value >= 0 else _people(inner, teams=teams)


def _begins(parts: list[Part], n: int, part: Ref, grammar: _Grammar) -> bool:
    """Return whether a reference begins a sentence; the article before it goes away."""
    shown, before = part.text, part_text(parts[n - 1]) if n else ""
    if grammar.article and before.lower().endswith(grammar.article):
        shown = before[-len(grammar.article) :]
        parts[n - 1] = before.removesuffix(shown)
    return shown[:1].isupper() and not grammar.large


def _speak_to(
    parts: list[Part], n: int, part: Ref, name: str, grammar: _Grammar, *, ended: bool
) -> None:
    """Speak to the reader in the place of a reference, or call them by their name.

    `ended`: the text ends as a sentence does, so that it begins as one too.
    """
    large, word = _begins(parts, n, part, grammar), name
    before, after = ("".join(map(part_text, some)) for some in (parts[:n], parts[n + 1 :]))
    made = grammar.you(before, after)
    kept = len("".join(map(part_text, parts[: n - 1]))) if n else 0
    if made is not None and made[0][:kept] == before[:kept]:
        before, word, after = made
        parts[n - 1 if n else 0 : n] = [before[kept:]] if n else []
        parts[n + 1 :] = [after]
        large = large or (ended and before.rstrip()[-1:] in ("", ".", "!", "?"))
    parts[n] = capital(word) if large else word


# ------------------------------------------------------------------ grammars


@dataclass(frozen=True)
class _Grammar:
    """How one language speaks to the reader.

    `you` puts the reader between two halves of a text. `article` stands before a seat's name.
    `large`: a seat's name always has a capital letter, so that it begins no sentence by that.
    """

    you: Callable[[str, str], Made]
    article: str = ""
    large: bool = False


def _words(text: str) -> list[str]:
    return re.findall(_WORD, text)


def _clause(before: str) -> list[str]:
    """Return the words of the clause that a text ends with."""
    return _words(_STOP.split(before)[-1])


def _speaks_of(words: frozenset[str], before: str, after: str) -> bool:
    """Return whether the sentence around a place has one of some words."""
    around = f"{_SENTENCE_END.split(before)[-1]} {_SENTENCE_END.split(after)[0]}"
    return any(word.lower() in words for word in _words(around))


def _with_verb(after: str, between: str, form: Callable[[str], str | None]) -> str | None:
    """Return what follows a subject with its verb in another form; None where there is no verb."""
    found = re.match(rf"(?: (?:{between}))*(?: |(?<=['’]))({_WORD})", after)
    verb = form(found[1]) if found is not None else None
    if found is None or verb is None:
        return None
    return after[: found.start(1)] + verb + after[found.end() :]


def _joined(after: str, joins: str, form: Callable[[str], str | None]) -> str | None:
    """Return what follows a subject with the verbs joined to its own in another form too, None
    where one may be a verb or not. `form` gives a word that follows a joining word, or None.
    """
    end = _SENTENCE_END.search(after)
    here, rest = (after[: end.start()], after[end.start() :]) if end else (after, "")
    done = ""
    while (found := re.search(rf"(?:, |(?<!\w)(?:{joins}) )+({_WORD})", here)) is not None:
        word = form(found[1])
        if word is None:
            return None
        done, here = done + here[: found.start(1)] + word, here[found.end() :]
    return done + here + rest


def _bare(after: str) -> bool:
    """Return whether no word follows that might be a verb."""
    return re.match(rf" {_WORD}", after) is None


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


# ------------------------------------------------------------------ English

_ENGLISH_VERBS = {
    "is": "are", "has": "have", "was": "were", "does": "do", "isn't": "aren't",
    "hasn't": "haven't", "wasn't": "weren't", "doesn't": "don't", "dies": "die", "lies": "lie",
    "ties": "tie",
}  # fmt: skip
_ENGLISH_JOINED = _set(
    "add ask attack become begin bid block build burn buy call capture choose claim climb "
    "collect come cross cut deal defend discard draw drop earn end exchange fall fill flip "
    "fold follow gain get give go guess hold jump keep knock lay lead leave lose mark meld "
    "move must name need open own pass pay pick place play point put raise reach receive "
    "refill return reveal roll run say score sell send set share show shuffle sit skip spend "
    "start steal stop swap take throw trade trump turn want win write are have were do aren't "
    "haven't weren't don't die lie tie"
)
_ENGLISH_OPENERS = _set(
    "and or but if when whenever while because that which what who unless where then so "
    "whatever whom whose now today"
)
_ENGLISH_PREPOSITIONS = _set(
    "to for from by with of at on against behind beside between in into left right over past "
    "towards under without about around near opposite onto"
)
_ENGLISH_WHOLES = _set(
    "front ahead instead because inside outside top turn left right side each all both one "
    "none care"
)
_ENGLISH_OTHERS = _set("their theirs them they themselves his him he her hers she")
_ENGLISH_BETWEEN = "also|now|then|still|already|always|never|only|first|again|alone|just|\\w+ly"


def _english_form(verb: str) -> str:
    """Return an English verb of someone as it is of you."""
    if verb in _ENGLISH_VERBS:
        return _ENGLISH_VERBS[verb]
    if not verb.endswith("s") or verb.endswith(("ss", "us", "is")):
        return verb
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    return verb[:-2] if verb.endswith(("sses", "shes", "ches", "xes", "oes", "zzes")) else verb[:-1]


def _english_joined(word: str) -> str | None:
    form = _english_form(word)
    return form if form == word or form in _ENGLISH_JOINED else None


def _english(before: str, after: str) -> Made:
    if _speaks_of(_ENGLISH_OTHERS, before, after):
        return None
    if after.startswith(("'s", "’s")):
        return before, "your", after[2:]
    clause = [word.lower() for word in _clause(before)]
    last = clause[-1] if clause else ""
    if not clause or last in _ENGLISH_OPENERS:
        changed = after if _bare(after) else _with_verb(after, _ENGLISH_BETWEEN, _english_form)
        joined = None if changed is None else _joined(changed, "and|or|but|then", _english_joined)
        return None if joined is None else (before, "you", joined)
    if last == "of" and clause[-2:-1] and clause[-2] not in _ENGLISH_WHOLES:
        return before, "yours", after
    following = _words(after[:40])[:1] if not _bare(after) else []
    unclear = any(_english_form(word) != word for word in following)
    return None if unclear and last not in _ENGLISH_PREPOSITIONS else (before, "you", after)


# ------------------------------------------------------------------ German

_GERMAN_VERBS = {
    "ist": "bist", "hat": "hast", "wird": "wirst", "darf": "darfst", "muss": "musst",
    "kann": "kannst", "soll": "sollst", "will": "willst", "mag": "magst", "war": "warst",
    "weiß": "weißt", "hält": "hältst", "gilt": "giltst", "rät": "rätst", "tritt": "trittst",
    "behält": "behältst", "erhält": "erhältst", "lädt": "lädst", "hatte": "hattest",
    "wurde": "wurdest", "durfte": "durftest", "musste": "musstest", "konnte": "konntest",
}  # fmt: skip
_GERMAN_HELPERS = _set("ist hat wird darf muss kann soll will war hatte wurde")
_GERMAN_PLAIN = _set(
    "nicht jetzt mit dort selbst zuletzt fast erst zuerst höchst rot gut seit acht statt laut "
    "mitunter damit somit nächst direkt sofort weit leicht meist überhaupt bereit"
)
_GERMAN_LEADING = _set(
    "den dem jetzt dann nun danach damit so hier dort zuerst zuletzt am im beim mit in nach "
    "von für auf diesen einen keinen sonst darum also heute"
)
_GERMAN_ACCUSATIVE = _set("für gegen ohne um durch an")
_GERMAN_DATIVE = _set("von mit bei zu aus nach gegenüber außer gehört fehlt")
_GERMAN_LYING = _set("ist liegt bleibt war bist")
_GERMAN_OTHERS = _set(
    "sich er ihm ihn sein seine seinen seinem seiner seines ihr ihre ihren ihrem ihrer ihres"
)


def _german_form(verb: str) -> str | None:
    """Return a German verb of someone as it is of you, None for what is no verb."""
    if verb in _GERMAN_VERBS:
        return _GERMAN_VERBS[verb]
    if verb[:1].isupper() or verb in _GERMAN_PLAIN:
        return None
    if verb.endswith("te"):
        return verb + "st"
    if not verb.endswith("t") or len(verb) < 3:
        return None
    stem = verb[:-1]
    return verb if stem.endswith(("s", "z", "ß", "x")) else stem + "st"


def _german_joined(word: str) -> str | None:
    """Return a word after `und`: a verb in its form, and what can't be one as it is."""
    return _german_form(word) or word


def _german(before: str, after: str) -> Made:
    if _speaks_of(_GERMAN_OTHERS, before, after):
        return None
    clause = _clause(before)
    last = clause[-1] if clause else ""
    joined = _joined(after, "und|oder|aber|dann", _german_joined)
    if not clause or (len(clause) == 1 and last in ("und", "oder", "aber")):
        changed = after if _bare(after) else _with_verb(after, "(?!)", _german_form)
        joined = None if changed is None else _joined(changed, "und|oder|aber|dann", _german_joined)
        return None if joined is None else (before, "du", joined)
    if last in _GERMAN_ACCUSATIVE:
        lying = last == "an" and not _GERMAN_LYING.isdisjoint(clause)
        return before, "dir" if lying else "dich", after
    if last in _GERMAN_DATIVE:
        return before, "dir", after
    verb = _german_form(last)
    inverted = last in _GERMAN_HELPERS or clause[0].lower() in _GERMAN_LEADING or len(clause) == 1
    if verb is None or joined is None or not inverted:
        return None
    at = before.rindex(last)
    return before[:at] + verb + before[at + len(last) :], "du", joined


# ------------------------------------------------------------------ French

_FRENCH_VERBS = {
    "a": "as", "est": "es", "va": "vas", "peut": "peux", "veut": "veux", "vaut": "vaux",
    "n'a": "n'as", "n'est": "n'es",
}  # fmt: skip
_FRENCH_OPENERS = _set("si que quand lorsque et mais ou où puis car donc")
_FRENCH_PREPOSITIONS = _set(
    "à pour de par avec contre chez sans vers entre sur devant derrière c'est"
)
_FRENCH_PLAIN = _set(
    "le la les un une des de du à au aux en dans sur pour par avec sans ton ta tes deux trois "
    "quatre ne pas tous toutes tout chaque ensuite enfin sinon qui que dont où"
)
_FRENCH_JOINED = _set(
    "prend pose joue gagne perd pioche défausse paie paye reçoit marque passe mise garde "
    "place déplace révèle commence met donne choisit écarte retourne montre jette vend achète "
    "range a est va peut"
)
_FRENCH_OTHERS = _set("se son sa ses lui leur il elle")
_FRENCH_BETWEEN = "ne|y|en|le|la|les|l'|n'"


def _french_form(verb: str) -> str | None:
    """Return a French verb of someone as it is of you, None for what is no verb."""
    if verb in _FRENCH_VERBS:
        return _FRENCH_VERBS[verb]
    if verb[:1].isupper() or verb in _FRENCH_PLAIN or verb.startswith(("s'", "s’")):
        return None
    if verb.endswith("t"):
        return verb[:-1] + "s"
    return verb + "s" if verb.endswith(("e", "d", "c", "ra")) else None


def _french_joined(word: str) -> str | None:
    if word in _FRENCH_JOINED:
        return _french_form(word)
    elided = word.lower().startswith(("l'", "d'", "l’", "d’", "qu'"))
    return word if elided or word.lower() in _FRENCH_PLAIN else None


def _french(before: str, after: str) -> Made:
    if _speaks_of(_FRENCH_OTHERS, before, after):
        return None
    clause = [word.lower() for word in _clause(before)]
    last = clause[-1] if clause else ""
    if last in _FRENCH_PREPOSITIONS:
        return before, "toi", after
    if clause and last not in _FRENCH_OPENERS:
        return None
    if _bare(after):
        return before, "toi", after
    changed = _with_verb(after, _FRENCH_BETWEEN, _french_form)
    joined = None if changed is None else _joined(changed, "et|ou|mais|puis", _french_joined)
    return None if joined is None else (before, "tu", joined)


_GRAMMARS = {
    "en": _Grammar(_english),
    "de": _Grammar(_german, large=True),
    "fr": _Grammar(_french, "la "),
}
_OTHER = _Grammar(lambda before, after: None)
"""How a language speaks of which nothing is known: never to the reader."""
