"""What people call a pass: two passes of one game that mean different things have two names.

In the rules and in saves every pass is written `pass`.
"""

from __future__ import annotations

import re

from engine.language.frozen import walk
from engine.rules import model as m

PASS = "pass"
_FIRST = re.compile(r"(.+?)[.!?](?:\s|$)", re.DOTALL)


def named_passes(rules: m.Ruleset) -> dict[int, str]:
    """Return the sentence that names each pass, by the number of its action.

    Empty where all passes of the game say the same, or a sentence has a value in it.
    """
    found = {
        one.number: one.text.raw
        for one in walk(rules)
        if isinstance(one, m.Action) and one.name == PASS and one.text and not one.text.values
    }
    return found if len(set(found.values())) > 1 else {}


def first_sentence(text: str) -> str:
    """Return the first sentence of a text, without its full stop.

    >>> first_sentence("Drop out. You can't come back.")
    'Drop out'
    """
    match = _FIRST.match(text)
    return match[1] if match else text
