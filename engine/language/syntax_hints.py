"""What people write out of habit, and how it is written here: hints for lines that can't be read.

A line is looked up here only once the grammar has refused it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple


class Habit(NamedTuple):
    """A line that is often written: its form, what is wrong with it, and what helps.

    The group `at` of the form is what is underlined. Message, hint and fix may quote any group.
    With a fix the line is read on as if `at` were the fix. `part` is the part of the game that it
    is looked for in; nothing for all.
    """

    form: str
    message: str
    hint: str = ""
    fix: str = ""
    part: str = ""
    rest: bool = False
    """Whether the lines below it in its block go with it."""

    def found(self, code: str, head: str) -> re.Match[str] | None:
        """Return how the form stands in a line, without its comment."""
        return re.search(rf"^\s*(?:{self.form})", code) if self.part in ("", head) else None


_COMPARED = {
    "<=": r"(?:at most|(?:no|not) (?:more|greater|higher) than|max(?:imum)?)",
    ">=": r"(?:at least|(?:no|not) (?:less|fewer|lower) than|min(?:imum)?)",
    ">": r"(?:more|greater|larger|bigger|higher) than",
    "<": r"(?:less|fewer|smaller|lower) than",
    "=": r"(?:equals?(?: to)?|exactly|the same as)",
}
"""How two numbers are compared in words, by the sign that is written here."""
_ASKED = r"(?:[^\"]* )?(?:require|if|when|where|until|then) [^\"]*(?<!gain)(?<!lose)(?<!to)[\w\])] "
"""A condition up to the end of a value in it."""
_EACH = r",? (?:for each|for every|of each|one per|one each|per|each) "
_INDICES = ((r"(?:player|seat)s?", "Player"), (r"(?P<type>[A-Z]\w*)", "{type}"))
"""For what there is one each: how it is written, and the index that it comes to."""


def _families() -> Iterator[Habit]:
    """Yield families whose index stands behind their kind, or in words behind their name."""
    for kind in (r"(?P<kind>:[^\"]*?[^\s\",:])", ""):
        for written, index in _INDICES:
            yield Habit(
                rf"(?:zone|var|counter) (?P<at>(?P<name>\w+){kind}{_EACH}{written})\b",
                "put the index of a family right after its name",
                fix=f"{{name}}[{index}]" + ("{kind}" if kind else ""),
            )


def _rooms() -> Iterator[Habit]:
    """Yield zones of which it is said in other words how many they hold."""
    for room in (r"(?:max(?:imum)?\.?|limit(?:ed to)?|no more than) ?(?P<n>\w+)",
                 r"(?P<n>\d+) max(?:imum)?\b"):  # fmt: skip
        yield Habit(
            rf"zone [^\"]*?(?P<at>(?P<of>\w+),? {room})",
            "give the capacity with 'at most'",
            fix="{of}, at most {n}",
        )


HABITS = (
    # -------------------------------------------------- how parts begin
    Habit(r"[^\"]*?(?P<at>//)", "a comment starts with '#'", fix="#"),
    Habit(r"(?P<at>(?:each|every|on) turn)$", "put what a player does below 'turn'", fix="turn"),
    Habit(
        r"(?P<at>end(?:s|ing)? (?:the )?(?P<what>game|round) (?:when|if))\b",
        "an ending starts with what ends",
        fix="{what} ends when",
    ),
    Habit(
        r"players (?P<at>(?P<a>\d+) ?(?:to|-|–|and|or) ?(?P<b>\d+))$",
        "write the number of players as a range",
        fix="{a}..{b}",
    ),
    Habit(
        r"winner (?P<at>(?:is|has|the|with|player)\b.*)$",
        "name the value that decides the winner",
        "write 'winner highest total', or 'lowest' if the lowest value wins",
    ),
    Habit(
        r"(?P<at>choose (?:one|an action)(?: of(?: these)?)?:?)$",
        "'choose' always chooses one action",
        fix="choose",
    ),
    # -------------------------------------------------- moving pieces
    Habit(
        r"move (?P<at>at most|max(?:imum)?|no more than) [\w(]",
        "for as many as there are, but no more, write 'up to'",
        fix="up to",
    ),
    Habit(
        r"(?P<at>draws?) (?P<n>[^\"]+?) from (?P<zone>[^\"]+)$",
        "to draw, use 'move'",
        "write 'move {n} from {zone} to …'",
    ),
    Habit(
        r"(?P<at>refill) (?P<zone>[a-z]\w*)\b.*$",
        "there is no 'refill'",
        "write 'move up to 4 - size({zone}) from … to {zone}'",
    ),
    Habit(
        r"[^\"]*?\b(?P<at>(?P<end>top|bottom) (?:card|piece|tile|one|[0-9]+)) (?:of|from)\b",
        "'{end}' takes a zone and means one piece",
        "write '{end} of ZONE', or for a number of pieces 'move 2 from ZONE to …'",
        rest=True,
    ),
    Habit(
        r"(?P<at>(?P<zone>[a-z]\w*) (?:is|are|gets|get) shuffled)$",
        "a statement starts with its verb",
        fix="shuffle {zone}",
    ),
    # -------------------------------------------------- turns and loops
    Habit(
        r"(?P<at>next player)$",
        "the next player's turn comes next without being named",
        "for another player, write 'next turn PLAYER'",
    ),
    Habit(r"(?P<at>next turn)$", "'next turn' needs a player", "for example 'next turn left(me)'"),
    Habit(
        r"repeat (?P<at>(?P<n>\w+)(?: times)?):?$",
        "'repeat' needs an 'until'; it doesn't count",
        "write 'for each n in 1..{n}', and below it what to repeat",
    ),
    Habit(
        r"repeat (?P<at>each other) ",
        "'repeat' goes around the table until a condition holds",
        "write 'repeat each Player clockwise after me', or 'each other Player' to go around once",
        rest=True,
    ),
    Habit(
        r".*(?:\bfor(?: each)? |\{)\w+ in (?P<at>up to \w+|any number|\w+ or more) of .*",
        "only an action's brackets can leave the number open",
        "elsewhere write a number, for example '2 of my hand'",
        rest=True,
    ),
    Habit(
        r"(?P<at>while .*)$",
        "there is no 'while'",
        "write 'repeat', the lines, then 'until' and the condition that ends it",
    ),
    Habit(
        r"(?P<at>(?:the |each |every )?(?:opponents?|other players?|next player|everyone|everybody|"
        r"all players)) (?:gain|lose|pay|draw|take|discard|move)s? ",
        "name the player first, and put what they do below",
        "write 'each other Player' or 'as PLAYER', and below it the line with 'my'",
        rest=True,
    ),
    Habit(
        r"[^\"]*[a-z\]] (?:for|from|to|of) (?P<at>(?:the )?next player)\b",
        "call the neighbouring player by name",
        fix="left(me)",
    ),
    Habit(
        r"(?P<at>(?P<who>[a-z]\w*(?:\[[^\]]*\])?) (?:is|goes) out)$",
        "a statement starts with its verb",
        fix="out {who}",
    ),
    Habit(
        r"(?P<at>(?:eliminate|knock out|kick out) (?P<who>[^\"]+))$",
        "to put a player out of the round, use 'out'",
        fix="out {who}",
    ),
    Habit(
        r"(?P<at>look at (?P<zone>[^\"]+))$",
        "to let a player see something, use 'show'",
        fix="show {zone} to me",
    ),
    Habit(
        r"(?:move|deal|shuffle|roll|gain|lose|pay|show|announce|out|end|next turn) "
        r"(?:(?! if )[^\"])+ (?P<at>if (?P<what>(?:(?! else )[^\"])+))$",
        "the condition comes before what it allows",
        "write 'if {what}: …'",
    ),
    # -------------------------------------------------- counters
    Habit(
        r"(?P<verb>gain|lose) (?P<n>[^\"]+?) (?P<what>\w+) (?P<at>(?:to|for|from|of|by) me)$",
        "'{verb}' always applies to the acting player",
        "leave out '{at}'",
    ),
    Habit(
        r"gain (?P<n>[^\"]+?) (?P<what>\w+) (?P<at>(?:to|from|of|by) (?P<who>.+))$",
        "for another player, use 'for'",
        "write 'gain {n} {what} for {who}'",
    ),
    Habit(
        r"lose (?P<n>[^\"]+?) (?P<what>\w+) (?P<at>(?:to|for|of|by) (?P<who>.+))$",
        "for another player, use 'from'",
        "write 'lose {n} {what} from {who}'",
    ),
    Habit(
        r"(?P<verb>gain|lose) (?P<n>[^\"]+?) (?P<at>my) (?P<what>\w+)$",
        "'{verb}' applies to the acting player, so it takes only the counter's name",
        "leave out 'my'",
    ),
    Habit(
        r"(?P<verb>gain|lose) (?P<at>(?P<n>.+ if .+ else .+?)) (?P<what>\w+)$",
        "put a number with an 'if' in brackets here",
        "write '{verb} ({n}) {what}'",
    ),
    # -------------------------------------------------- questions
    Habit(
        r"(?:if|require|[^\"]*\b(?:where|until|when)) (?P<zone>(?:my )?[a-z]\w*(?:\[[^\]]*\])?) "
        r"(?P<at>has) ",
        "only examples ask with 'has' what lies in a zone",
        "in rules, write 'any(CONDITION for piece in {zone})'",
    ),
    Habit(
        r".*\b(?P<fold>count|any|all)\((?P<at>(?P<type>[A-Z]\w*)) where\b",
        "give a name to what is gone through before you ask about it",
        "write '{fold}(x in {type} where …)'",
        rest=True,
    ),
    Habit(
        r".*\w\(\w+ in [^()]*? (?P<at>where [^()]*?, \w+ in [^()]*? where) ",
        "use a single 'where', after everything that you go through",
        "join its conditions with 'and'",
        rest=True,
    ),
    Habit(
        r".*\bthe (?P<at>(?!position )\w+ is (?:not )?new)\b",
        "only the position can be new, or can have occurred several times",
        "write 'the position is new'",
        rest=True,
    ),
    # -------------------------------------------------- what players are told
    Habit(
        r"(?P<at>say|print|tell|announce|message|log) \"",
        "put what players read in quotation marks on its own line, below what it explains",
        "leave out '{at}', and put the words below an action, a phase or an ending",
    ),
    Habit(
        r"show (?P<at>(?P<what>.+? (?:!=|<=|>=|=|<|>|is|and|or) .+)) to ",
        "put a condition that is shown in brackets",
        "write 'show ({what}) to …'",
    ),
    Habit(
        r"(?P<at>wins when any) (?P<who>\w+)\b",
        "'wins when' is tested for each player in turn, with that player as 'me'",
        "write it about 'me', for example 'wins when my hand is empty'",
    ),
    # -------------------------------------------------- declarations
    *_families(),
    *_rooms(),
    Habit(
        r"option \w+: (?P<at>yes ?(?:/|or|\|) ?no)\b",
        "separate the values of an option with commas",
        fix="yes, no",
    ),
    Habit(
        r"option \w+: (?P<at>(?P<a>\w+) (?:or|\|) (?P<b>\w+))\b",
        "separate the values of an option with commas",
        fix="{a}, {b}",
    ),
    Habit(
        r"(?:zone|var|counter) \w+\[(?:[^\]]*, ?)?(?P<at>player|seat)\s*[\],]",
        "a family has one for each value of a type, and a type starts with a capital letter",
        fix="Player",
    ),
    Habit(
        r"(?:zone|var|counter) \w+\[(?:[^\]]*, ?)?(?P<at>team)\s*[\],]",
        "a family has one for each value of a type, and a type starts with a capital letter",
        fix="Team",
    ),
    Habit(
        r"(?:zone|var|counter) \w+\[(?:[^\]]*, ?)?(?P<at>[a-zà-ÿ]\w*)\s*[\],]",
        "a family has one for each value of a type or a range, for example [Player] or [1..4]",
        "a type starts with a capital letter",
    ),
    Habit(
        r"make (?P<at>(?P<n>[^\"]+? if .+? else \w+))",
        "put a number with an 'if' in brackets here",
        "write 'make ({n})'",
    ),
    Habit(
        r"make (?P<n>\w+) (?P<at>if (?P<what>\w+ = \w+))$",
        "describe the pieces without 'if'",
        "write 'make {n} {what}'; 'when' is for players and options",
    ),
    Habit(
        r"make \w+ .*?(?P<at>\w+ = \w+\.\.\w+)",
        "'=' gives one value; go through several with 'in'",
        "write '{at}' with 'in' instead of '='",
    ),
    # -------------------------------------------------- rules
    Habit(
        r"(?:rule|to) \w+\((?:[^)]*, )?(?P<at>(?P<name>[a-z]\w*))\s*[,)]",
        "each value that is passed on has a type",
        "write '{name}: TYPE', for example '{name}: Player' or '{name}: Card'",
    ),
    Habit(
        r"(?P<at>if) .+",
        "in a rule the value comes before its condition",
        "write 'VALUE if CONDITION', and 'VALUE otherwise' in the last line",
        part="rule",
        rest=True,
    ),
    Habit(
        r"(?P<at>if) .+",
        "in advice the number comes before its condition",
        "write 'NUMBER if CONDITION', and 'NUMBER otherwise' in the last line",
        part="advice",
        rest=True,
    ),
    # -------------------------------------------------- examples
    Habit(
        r"(?:given|then) .*?"
        r"(?P<at>seat (?P<n>\d+)(?:'s)? (?P<zone>(?!is\b|wins\b|has\b|to\b)[a-z]\w*))",
        "to name what belongs to a player, put the player in square brackets",
        fix="{zone}[seat {n}]",
        part="example",
    ),
    Habit(
        r"given .*?(?P<at>\w[\w ]* \([\w ]*\))$",
        "put the name of a piece in quotation marks if it has more than words and numbers",
        fix='"{at}"',
        part="example",
    ),
    Habit(
        r"then +(?P<at>(?P<action>[a-z]\w*)\([^\"]*\))$",
        "claim what is legal with 'can' or 'cannot'",
        fix="can {at}",
        part="example",
    ),
    Habit(
        r"then +(?P<at>(?P<move>[a-z]\w*(?:\([^\"]*\))?) is "
        r"(?:not allowed|not legal|illegal|forbidden))$",
        "claim what is not legal with 'cannot'",
        fix="cannot {move}",
        part="example",
    ),
    Habit(
        r"then +(?P<at>(?P<move>[a-z]\w*(?:\([^\"]*\))?) is (?:allowed|legal|possible))$",
        "claim what is legal with 'can'",
        fix="can {move}",
        part="example",
    ),
    # -------------------------------------------------- conditions
    *(
        Habit(
            rf"{_ASKED}(?P<at>(?:(?:is|are|=) )?{words}) [\w(]",
            f"compare numbers with a sign, here '{sign}'",
            fix=sign,
        )
        for sign, words in _COMPARED.items()
    ),
    Habit(
        r"[^\"]*[\w\])] (?<!is )(?<!not )(?P<at>(?:not )?empty)\b",
        "claim that something is so with 'is'",
        fix="is {at}",
    ),
    Habit(
        r".*?cells (?P<at>along (?P<steps>\([^()]*\)) from (?P<cell>[a-z][\w.]*(?:\[[^\]]*\])?))",
        "lines begin at a cell, so name it first",
        fix="from {cell} along {steps}",
    ),
    Habit(
        r".*?(?:going|along) \([^\"]*\) (?P<at>(?:up )?(?:to|until)|including) the first piece",
        "a line ends with the first piece or before it",
        fix="as far as",
    ),
    Habit(
        r".*?[\w\])] (?P<at>not in) ",
        "to ask where something isn't, write 'is not in'",
        fix="is not in",
    ),
    Habit(
        r"[^\"]*[\w\])] (?P<at>can(?:'t| not)|is (?:not able|unable) to) [a-z]",
        "to say that a player can't do something, write 'cannot'",
        fix="cannot",
    ),
    Habit(
        r"[^\"]*[\w\])] (?P<at>is able to) [a-z]",
        "to ask whether a player can do something, write 'can'",
        fix="can",
    ),
    Habit(
        r"[^\"]*[\w\])] (?P<at>has (?:an?|any|no) (?:legal |possible |valid )?(?:moves?|turn))\b",
        "ask for an action by its name: 'PLAYER can ACTION'",
    ),
    Habit(
        r".*?(?P<at>[\w\])]'s) (?P<what>\w+)",
        'there is no "\'s"',
        "write an attribute as 'card.{what}', and what belongs to a player as 'hand[PLAYER]'",
    ),
)


def habit_of(code: str, head: str) -> tuple[Habit, re.Match[str]] | None:
    """Return which habit a line that can't be read shows, in a part with this head."""
    for habit in HABITS:
        match = habit.found(code, head)
        if match:
            return habit, match
    return None
