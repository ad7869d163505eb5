"""Sentences that speak to a player, as another player reads them: `your hand` is `their hand`.

A rule speaks to the player who acts, who reads it as it is. Nobody knows a player's gender: English
has `their`, and German has the article. French verbs differ for others, so that a sentence with
`tu` stays whole, as does a German one with `du`; the log says before it who is spoken to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from engine.rules.catalogue import capital

_ENGLISH = re.compile(r"(?:(\w+) )?\b(your|yours|yourself|you)\b(?![\w-])(.?)", re.IGNORECASE)
_THEIRS = {"your": "their", "yours": "theirs", "yourself": "themselves"}
_BEFORE_THEM = frozenset({
    "about", "above", "against", "after", "around", "at", "before", "behind", "below", "beside",
    "between", "by", "for", "from", "in", "into", "near", "of", "on", "past", "than", "to",
    "towards", "under", "with", "without", "allow", "allows", "bring", "brings", "cost",
    "costs", "earn", "earns", "give", "gives", "leave", "leaves", "let", "lets", "make",
    "makes", "owe", "owes", "pay", "pays", "show", "shows", "tell", "tells",
})  # fmt: skip
"""English words after which someone else is `them`, not `they`."""
_GERMAN = re.compile(r"(?:\b(an|bei|in|von|zu) )?\bdein(e|er|en|em|es|)\b", re.IGNORECASE)
_ARTICLES = {"e": "die", "er": "der", "en": "den", "em": "dem", "es": "des"}
_WITH_ARTICLE = {
    "an dem": "am", "bei dem": "beim", "in dem": "im", "von dem": "vom", "zu dem": "zum",
    "zu der": "zur",
}  # fmt: skip
_FRENCH = re.compile(r"\bt(on|a|es)\b", re.IGNORECASE)
_SPOKEN_TO = {
    "de": re.compile(r"\b(du|dich|dir)\b", re.IGNORECASE),
    "fr": re.compile(r"\b(tu|te|toi)\b|\bt['’]", re.IGNORECASE),
}


def of_another(texts: Sequence[str], language: str) -> list[str]:
    """Return the texts of a sentence between its values, as those read them whom it isn't about.

    >>> of_another(["Add ", " to your ", " row."], "en")
    ['Add ', ' to their ', ' row.']
    """
    exchange = _EXCHANGES.get(language)
    whole = _SPOKEN_TO.get(language)
    if exchange is None or (whole is not None and any(map(whole.search, texts))):
        return list(texts)
    return [exchange(text) for text in texts]


def _like(word: str, before: str) -> str:
    """Return a word with a capital letter if that in its place has one."""
    return capital(word) if before[:1].isupper() else word


def _english(text: str) -> str:
    def one(found: re.Match[str]) -> str:
        before, word, after = found[1], found[2], found[3]
        ends = after in (".", ",", ";", ":", "!", "?", ")", "")
        them = before is not None and (ends or before.lower() in _BEFORE_THEM)
        theirs = _THEIRS.get(word.lower(), "them" if them else "they")
        return f"{before + ' ' if before else ''}{_like(theirs, word)}{after}"

    return _ENGLISH.sub(one, text)


def _german(text: str) -> str:
    def one(found: re.Match[str]) -> str:
        article = _ARTICLES.get(found[2].lower(), "sein")
        words = f"{found[1].lower()} {article}" if found[1] else article
        return _like(_WITH_ARTICLE.get(words, words), found[0])

    return _GERMAN.sub(one, text)


def _french(text: str) -> str:
    return _FRENCH.sub(lambda found: _like(f"s{found[1]}", found[0]), text)


_EXCHANGES: dict[str, Callable[[str], str]] = {"en": _english, "de": _german, "fr": _french}
