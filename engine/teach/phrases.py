"""The phrases that sentences about rules are made of; they are in `words/*.yaml`.

What is put into them may be a noun that they give its case; see `grammar` for what slots say.
"""

from __future__ import annotations

from engine.teach.grammar import filled
from engine.teach.lesson_words import lesson_words


def phrase(key: str, language: str, *parts: str) -> str:
    """Return a phrase with its parts put in. Raises KeyError for a key that doesn't exist."""
    return filled(lesson_words(language).phrases[key], language, *parts)


def listed(parts: list[str], language: str, joint: str = "and") -> str:
    """Return `a`, `a and b` or `a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return phrase(joint, language, ", ".join(parts[:-1]), parts[-1])


def sentence(text: str) -> str:
    """Return a text as a sentence: a capital first, a full stop last."""
    text = text.strip()
    if not text:
        return text
    return text[0].upper() + text[1:] + ("" if text[-1] in ".!?" else ".")
