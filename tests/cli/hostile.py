"""Rulesets of strangers: words that some output would obey, in every place that takes words."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from hypothesis import strategies as st

FRAGMENTS = (
    "# ", "## x ##", "1. ", "12) ", "- ", "+ ", "* ", "---", "====", "~~~", "```", "`c`", "> ",
    "    ", "| a | b |", "|---|---|", "*i*", "**b**", "_u_", "~~s~~", "$x$", "\\", "\\\\", "!", "]",
    "](http://e.invalid)", "![p](http://e.invalid/t.png)", "[c](javascript:alert(1))", "[[w]]",
    "[r]: http://e.invalid", "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<!--",
    "</pre></table>", "&lt;b&gt;", "&#60;", "&", "https://e.invalid", "www.e.invalid",
    "a@e.invalid", "<http://e.invalid>", '"', "'", '#eval("1+")', "#link", "#[", "= h", "/ t: d",
    "@r", "<l>", "// c", "/* c", "{", "}", "{{ 7 * 7 }}", "{% raw %}", "{#", "=1+1", "$(x)",
    "\\u{41}", "[bold red]", "%s", "{0}", "\u0645\u06cc\u200c\u062e", "\u2764\ufe0f",
    "seat 1 wins!",
)  # fmt: skip
"""What has a meaning in Markdown, HTML, Typst, spreadsheets, templates or terminals."""
PLACES = (
    "title", "subtitle", "aim", "heading", "starts", "option", "type", "member", "piece", "called",
    "zone", "owned", "counter", "table", "rule", "helper", "setup", "turn", "phase", "action",
    "because", "named", "ending", "score", "line", "winner", "rating", "advice", "example",
)  # fmt: skip
"""The places of `TEXT`, each with a word of its own."""
TEXT = """game "{title}"
  "{heading}"
  subtitle "{subtitle}"
  players 2..3
  starts anyone
    "{starts}"
  aim "{aim}"

option quick: yes, no = no
  "{option}"

type Hue = red, blue
  "{type}"
  red "{member}"

table worth: Hue -> 0..9
  "{table}"
  red = 1
  blue = 2

component Card
  "{piece}"
  rank: 1..9
  hue: Hue
  called "{{hue}} {{rank}}"
  make 1 for each rank, hue

component Chip
  called "{called}"
  make 3

zone deck:         pile of Card, face down
  "{zone}"
zone heap:         pile of Card, face up
zone hand[Player]: hand of Card
  "{owned}"
zone chips: area of Chip
counter gold[Player]: 0..99 = 0
  "{counter}"

rule fits(card: Card)
  "{rule}"
  heap is empty or card.rank >= last(heap).rank

to help
  "{helper}"
  move all from heap to my hand

setup
  "{setup}"
  move all Card to deck
  move all Chip to chips
  shuffle deck
  deal 5 from deck to each hand

turn
  "{turn}"
  phase "{phase}"
    choose
      climb(card in my hand)
        "{action} {{card}}"
        require fits(card)
        require quick or card.rank < 9 or heap is empty
          because "{because} {{card}}"
        move card to heap
        gain worth[card.hue] gold
      take_heap
        "{named}"
        require heap is not empty
        help

game ends when any(hand[p] is empty for p in Player)
  "{ending}"

score each Player
  "{score}"
  add "{line} {{round}}" my gold

winner highest total
  "{winner}"

rating 0..5 "{rating}"

advice climb(card)
  "{advice}"
  card.rank

example "{example}"
  given my hand = red 2
  do    climb(red 2)
  then  heap is not empty
"""


def written(text: str) -> str:
    """A text as it is written between quotation marks."""
    return re.sub(r'[\\"{]', r"\\\g<0>", text)


def ruleset(words: Sequence[str]) -> str:
    """A ruleset with such words in every place; each place has a word that it alone has."""
    filled = {place: written(f"{words[n % len(words)]} W{place}") for n, place in enumerate(PLACES)}
    return TEXT.format(**filled)


def catalogue(words: Sequence[str]) -> str:
    """A catalogue of such a ruleset in German, with such words in it."""
    names = [
        "climb", "take_heap", "deck", "heap", "hand", "gold", "Card", "hue", "rank", "quick",
        "Hue", "red", "blue", "worth",
    ]  # fmt: skip
    filled = {name: f"{words[n % len(words)]} N{name}" for n, name in enumerate(names)}
    return f"names: {json.dumps(filled)}\n"


HOSTILE = st.lists(
    st.lists(st.sampled_from(FRAGMENTS), min_size=1, max_size=3).map(" ".join),
    min_size=5,
    max_size=9,
)
"""Words for a ruleset."""
HARMLESS = ["plain"]
