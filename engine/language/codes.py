"""The codes of everything that can be wrong: one registry, each with what it is about.

Codes are stable: `E0xx` the text can't be read or a name isn't known, `E1xx` types, `E2xx` the
game's structure, `E3xx` variants, `E4xx` examples, `E5xx` a running game, `E6xx` files, saves and
command lines, `W0xx` warnings.
"""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """The code of a diagnostic, such as `E206`; `meaning` says in a few words what it is about.

    >>> from engine import Code
    >>> Code.E206, Code.E206.meaning
    (<Code.E206: 'E206'>, "a move that would depend on what its mover can't see")
    """

    meaning: str

    def __new__(cls, code: str, meaning: str) -> Code:
        """Make a member that is its own code as a text."""
        self = str.__new__(cls, code)
        self._value_ = code
        self.meaning = meaning
        return self

    E001 = "E001", "a line that can't be read"
    E002 = "E002", "a character or a quotation mark that can't be read"
    E003 = "E003", "indentation that fits no block"
    E004 = "E004", "a text that is too large or not text at all"
    E005 = "E005", "more errors than Cairn reports at once"
    E010 = "E010", "a name that nothing has"
    E011 = "E011", "a name that is taken already"
    E012 = "E012", "a name that hides another"
    E013 = "E013", "a type that nothing declares"
    E014 = "E014", "an attribute that the component doesn't have"
    E015 = "E015", "a word that belongs to no kind, modifier or setting"
    E016 = "E016", "words that quote something unknown"
    E101 = "E101", "a value of another type than the place needs"
    E102 = "E102", "a wrong number of arguments or indices"
    E103 = "E103", "a comparison of things that can't be compared"
    E104 = "E104", "a number that can never be in range"
    E105 = "E105", "a statement that has no effect here"
    E106 = "E106", "a value that changes where a fixed one is needed"
    E107 = "E107", "an option with too many values"
    E201 = "E201", "a part of the game that is missing"
    E202 = "E202", "a part of the game that is there twice"
    E203 = "E203", "a statement in a place where it can't stand"
    E204 = "E204", "rules that call each other in a circle"
    E205 = "E205", "a piece without a name of its own"
    E206 = "E206", "a move that would depend on what its mover can't see"
    E207 = "E207", "a simultaneous choice that touches what others use"
    E208 = "E208", "a setup that doesn't collect every piece again"
    E301 = "E301", "a variant of a game that can't be found"
    E302 = "E302", "a patch for something that isn't there"
    E303 = "E303", "two variants that replace the same thing"
    E401 = "E401", "an example that doesn't hold"
    E402 = "E402", "an example that can't be set up"
    E501 = "E501", "a choice without a legal move"
    E502 = "E502", "a loop or chain without an end"
    E503 = "E503", "a number out of its range"
    E504 = "E504", "a supply that has run out"
    E505 = "E505", "a search that found no piece or several"
    E506 = "E506", "a game that goes round in circles"
    E507 = "E507", "two different moves that read the same"
    E508 = "E508", "a zone that is full"
    E509 = "E509", "a piece that isn't there"
    E510 = "E510", "a choice with too many moves"
    E601 = "E601", "a file that can't be read or written"
    E602 = "E602", "a save that can't be used"
    E603 = "E603", "a command line that can't be understood"
    E604 = "E604", "a move that can't be understood or isn't legal"
    E605 = "E605", "a catalogue of words that doesn't fit its ruleset"
    E606 = "E606", "a view file that can't be used"
    E607 = "E607", "lessons that don't fit their ruleset"
    E608 = "E608", "a handwritten book that doesn't fit its ruleset"
    E610 = "E610", "a study that can't be resumed"
    E611 = "E611", "workers that can't be used"
    E612 = "E612", "an optional part that isn't installed"
    W001 = "W001", "something that is never used"
    W002 = "W002", "something that can never be reached"
    W003 = "W003", "a game without an example"
    W004 = "W004", "rules of which one comes too late, because another ends the game first"
    W005 = "W005", "a loop over the players in which one player does everything"
    W006 = "W006", "a set-up that takes pieces through a zone that everybody sees"
    W007 = "W007", "so many players and options that not every game was tried"
    W008 = "W008", "a translation that doesn't follow the rules any longer"
    W009 = "W009", "something that no game showed when the checker played"
    W010 = "W010", "a sentence that stayed as it was while its rule changed"
    W011 = "W011", "a number in a sentence that its rule doesn't contain"
    W012 = "W012", "a handwritten book that leaves something out or tells it twice"
    W013 = "W013", "a paragraph of a handwritten book that a change of the rules has made doubtful"
