"""What lines that a policy looks at mean, in words: of each, what it counts and where.

The words name zones, attributes and rules by parts in braces; a catalogue has both in other
languages. What is the seat's own is marked by `my ` before its name. What no family would
understand has no words: a line without any is never told as a reason, the next one is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.rules.catalogue import Catalogue

SIZE = "{zone}, how many lie there"
SUM = "{zone}, {number} of all there added up"
LAST = "{zone}, {number} of the last one"
WRITTEN = "{zone}, the last number"
SPACES = "{zone}, spaces come so far"
OTHERS_SIZE = "{zone} of the others, how many lie there"
OTHERS_SPACES = "{zone} of the others, spaces come so far"
WORTH = "what this {same} is worth to you now"
WITH_HELD = "what this {same} may still be worth to you"
WITH_MORE = "what this {same} may still be worth to you from here on"
NUMBER = "{number}"
OVER_LAST = "{zone}, step in {number} from the last one"
OVER_WRITTEN = "{zone}, step from the last number"
FIRST = "{zone}, {number} to begin with"
FIRST_WRITTEN = "{zone}, the number to begin with"
HIGHER = "{zone}, higher ones of the same {same}"
HIGHER_SUM = "{zone}, {number} of the higher ones of the same {same} added up"
LOWER = "{zone}, lower ones of the same {same}"
LOWER_SUM = "{zone}, {number} of the lower ones of the same {same} added up"
LOWER_FITS = "{zone}, lower ones of the same {same} that still fit"
SAME = "{zone}, how many of the same {same}"
SAME_SUM = "{zone}, {number} of those of the same {same} added up"
SAME_FITS = "{zone}, how many of the same {same} still fit"
FITS_OTHERS = "others who could use it"
IS = "{name}: {word}"
HOLDS = "{name}"
FITS = "{zone}: it fits there"
BEGINS = "{zone}: nothing lies there yet"

BEGUN = "{zone}: something lies there already"

SURE = frozenset({IS, HOLDS, FITS, BEGINS})
"""Those that hold or don't; the others are numbers."""
OPPOSITE = {BEGINS: BEGUN}
"""What is said instead where one of these doesn't hold."""
WORTHS = frozenset({WORTH, WITH_HELD, WITH_MORE})
"""Points: fewer of them are no reason that anybody would understand."""
WHERE_ANY = frozenset({LAST, WRITTEN, OVER_LAST, OVER_WRITTEN, FIRST, FIRST_WRITTEN})
"""Numbers that tell something only where they are more than 0: else there may be nothing there."""


@dataclass(frozen=True)
class Meaning:
    """What a line means: words, and the names of the rules in them."""

    words: str
    parts: Mapping[str, str] = field(default_factory=dict)

    def text(self, catalogue: Catalogue, words: str = "") -> str:
        """Return it in a language, or other words about the same."""
        names = {key: _named(name, catalogue) for key, name in self.parts.items()}
        return catalogue.filled(words or self.words, **names)


def _named(name: str, catalogue: Catalogue) -> str:
    own = name.startswith("my ")
    word = catalogue.name(name.removeprefix("my ")).replace("_", " ")
    return catalogue.filled("your {zone}", zone=word) if own else word
