"""What lines that a policy looks at mean, in words: of each, what it counts and where.

The words name zones, attributes and rules by parts in braces; a catalogue has both in other
languages. What is the seat's own is marked by `my ` before its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.rules.catalogue import Catalogue

SIZE = "{zone}: how many lie there"
SUM = "{zone}: {number} of all that lies there, together"
LEAST = "{zone}: how many with {number} {low} lie there"
LAST = "{zone}: {number} of the last one"
WRITTEN = "{zone}: the last number"
SPACES = "{zone}: how many spaces it has come"
OTHERS_SIZE = "{zone} of the others: how many lie there"
OTHERS_LAST = "{zone} of the others: {number} of the last ones, together"
OTHERS_SPACES = "{zone} of the others: how many spaces they have come"
WORTH = "what this {same} is worth to you now"
WITH_HELD = "what this {same} may still be worth to you"
WITH_MORE = "what this {same} may still be worth to you from here on"
NUMBER = "{number}"
OVER_LAST = "{zone}: by how much its {number} is above the last one"
OVER_WRITTEN = "{zone}: by how much it is above the last number"
FIRST = "{zone}: {number} with which you would begin"
FIRST_WRITTEN = "{zone}: the number with which you would begin"
HIGHER = "{zone}: how many of the same {same} have a higher {number}"
HIGHER_SUM = "{zone}: {number} of the higher ones of the same {same}, together"
LOWER = "{zone}: how many of the same {same} have a lower {number}"
LOWER_SUM = "{zone}: {number} of the lower ones of the same {same}, together"
LOWER_FITS = "{zone}: how many of the same {same} have a lower {number} and go by “{rule}”"
SAME = "{zone}: how many are of the same {same}"
SAME_SUM = "{zone}: {number} of those of the same {same}, together"
SAME_FITS = "{zone}: how many of the same {same} go by “{rule}”"
SAME_FITS_SUM = "{zone}: {number} of those of the same {same} that go by “{rule}”, together"
FITS_OTHERS = "how many others could use it by “{rule}”"
IS = "{name} {word}"
HOLDS = "{name}"
FITS = "{zone}: it goes there by “{rule}”"
BEGINS = "{zone}: nothing lies there yet"

BEGUN = "{zone}: something lies there already"

SURE = frozenset({IS, HOLDS, FITS, BEGINS})
"""Those that hold or don't; the others are numbers."""
OPPOSITE = {BEGINS: BEGUN}
"""What is said instead where one of these doesn't hold."""
WHERE_ANY = frozenset({LAST, WRITTEN, OVER_LAST, OVER_WRITTEN, FIRST, FIRST_WRITTEN, OTHERS_LAST})
"""Numbers that tell something only where they are more than 0: else there may be nothing there."""


@dataclass(frozen=True)
class Meaning:
    """What a line means: words, and the names of the rules that stand in them."""

    words: str
    parts: Mapping[str, str] = field(default_factory=dict)

    def text(self, catalogue: Catalogue, words: str = "") -> str:
        """Return it in a language, or other words about the same."""
        told = {key: _named(name, catalogue) for key, name in self.parts.items()}
        return catalogue.filled(words or self.words, **told)


def _named(name: str, catalogue: Catalogue) -> str:
    own = name.startswith("my ")
    told = catalogue.name(name.removeprefix("my ")).replace("_", " ")
    return catalogue.filled("your {zone}", zone=told) if own else told
