"""The canonical form: what it looks like, and that nothing but blanks ever moves."""

import dataclasses
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.language import syntax
from engine.language.diagnostics import Findings, RulesError
from engine.language.format import format_text
from engine.language.parser import parse
from engine.language.source import Source, Span
from tests.scope import often

# Texts in canonical form, which together use every construct of the grammar.

STONES = """\
#!/usr/bin/env cairn
####################
# Two heaps; whoever takes the last stone wins "all" of it.

game "Stones"
  subtitle "An old pastime"
  kind     tiles
  minutes  5..10
  players  2..4
  rounds   1 if brief else 3
  teams    2
  aim      "Take the last # of them."
  starts   anyone, then next player  # both directions

option length: full, brief when players > 2, other = full

let most = 3 if players > 2 else 2

type Colour = red, green, pale_blue
  red "Stop."
  "What a stone looks like."
type Either = Colour, other, Player when heaps = 2
type Depth  = -1..2 * heaps  # counted downwards

component Stone
  colour:     Colour
  weight:     0..10 = 1
  owner:      Player?
  var turned: yes, no = no
  called      "{colour} stone" if weight = 1 else "{colour} {weight}"  # shown
  back        colour, owner
  make 3 for each colour, weight in 2..10
  make 2 colour = red, weight = 0 when heaps = 1

table price: 1..3   = 5, -10, heaps
table later: from 0 = 1, 2
table twin: Colour -> set of Colour
  red       = {green}, {red, green}
  pale_blue = {x in Colour where x != red}
table places: 0..2 -> 1..9
  0 = 1
table board: Colour by 1..3 -> Colour?  # as printed
  space  1  2 3
  red    .  A -10
  green  -1 . free

zone heap[1..3]:           pile of Stone, face down
zone box:                  bag of Stone or Colour, face up, seen by all but owner
zone line[Player, Colour]: column of 1..10, at most 10
# the last two
zone marks[Player, -1..1]: track of mark, spaces 1..9
zone ring:                 grid of Stone
  "Where stones lie."
  letters R = red stone, r = "pale blue" stone  # two
  letters x = mark
  drawn
    "o-o"  # above
    "| |"
    "o o"
var bold = no
var left[Player]:    0..9 = 3, seen by none
counter coins[Team]: 0..999 = 0, seen by owner  # gains

winner highest coins, then lowest size(my heap)

rating 3..5 "fair"
"""

FLOW = """\
rule fits(stone: Stone, column: line, n: 1..3, other: Colour?)
  "Lines rise."
  column is empty
    or stone.weight > last(column).weight
    or not (stone.weight = 0 and last(column).weight <= 1)

rule worth
  -5 if heap[1] is full  # a note on the first case
  (1, -2, "three") if price[2] mod 2 = 1 / 2 or bold
  20 otherwise

rule kinds(some: set of Stone)
  let x = 2
  any(a < b <= c for a in 1..3, b in 1..3, colour where b is not in {1, 2} - {a})
  max(-x * (2 + -y) for x in marks)
  count(stone in heap[1] where stone.owner is none)
  the(s in box where s.turned with highest s.weight) = the Stone in heap[1]
  not the(s in box) >= top of heap[left(me)]
  lines of 3 in board is in twin[red] and bottom of box is not none
  cells next to here is in cells of board + cells around it
  cells from here going (1, -1) is in cells between here and there
  cells from here along (1, 0) as far as the first piece is in cells at (1, 2) from there
  cells from here going (0, 1) before the first piece is empty
  group(cell around here where cell is empty) is full
  next(p after me where p != me) = me
  all(x > 2 for x in heap)
    supposing move marks to heap
  the position is not new or the position has come 2 + 1 times
  2 of heap[1] is in 3 of 1..9 and its owner = seat 2 or team(me) = team 1 + seat - -seat

# Before the first round.
setup once
  move all Stone to box at 1
  move each Stone where its turned = no to each heap[n] where n < 3
  move up to 3 from box to heap[2] + {1}
  move all from box to heap[price[-1]]
  move stone forward -1

  deal 8 from box to each hand
  set up ring
    "R-o"  # above
    "r o"
  shuffle box
  show (1, 2) to all(me)
  gain 3 coins
  gain at most 3 coins
  gain 2 coins[red] for left(me)
  lose 2 coins from left(me)
  lose (1 + 2) * 3 coins
  pay -x coins to seat 2
  write mark in marks[me]
  erase marks
  var c[1..2]: yes, no = yes
  var longer:  Colour?
  my left := a if c else d
  next turn left(me)
  end phase
  me loses "They pass."
  round ends
  out me
  # the end of the setup

turn
  phase "Take" when left > 0
    choose
      take(stone in heap[1] where stone.weight = 1, n in 1..3)
        require n > 1 because "Too few."
        require fits(stone, my line[stone.colour])
          because "It does not fit."
        # the stone goes away
        move stone to box
      pass "Do nothing."
      move(n in 1..2) "Move {n}."
        skip
        depending on n
          1: skip
          otherwise: skip
        announce "{me} waits."
      throw(some in any number of heap[1], others in 2 or more of heap[2] where bold)
        skip
      keep(some in up to 2 of heap[1], others in 1..3 of heap[2])
        skip
    else: skip

  phase "Think"
    "Think it over."
    may choose repeatedly
      think
        move each hand to the left
        if bold: swap heap[1] with heap[2]
        else: end round
        if a = 1:  go(1)
        if a = 12: go(2)
        if left[me] > 0 and a = 2: go(3)
        else if b: skip
    choose repeatedly with highest n because "Most."
      go_on
        skip
    # nothing else
    choose
      wait
        for each x in 1..3, colour where x > 1: go(x)
        each other Player where bold: skip
        repeat
          let a = b
        until bold
    else
      repeat each Player clockwise after me where left > 0
        as seat 2: skip
        as (me)
          simultaneously each other Player where bold
            together
              roll one
      until bold

to go(n: 0..9)
  score each Player into coins
    add   "Stones"    size(heap[1])       # all of them
    add   "Price"     -20   when bold     # only
    times "A quarter" 1 + 2 when n > 200  # the times line
"""

REST = """\
when stone arrives in heap[n, -1] at place
  skip

when box becomes empty
  skip

round ends when box is empty
everybody loses at end of turn when box is full
  "The round ends."
game ends after 2 * players more turns when bold
wins when my line is full
nobody wins when round = 9 and left(me) can take(red, 4)

before score
  skip

after each turn
  skip

after last round
  skip

score each Team
  add "One" 1 + sum(
    card.weight
    - 1
    for card in my heap
    # only the heavy ones
    where card.weight > 3
      and (card.weight < 9
        or bold)
    )

example "Everything that can be claimed"
  given ring
    "o . R"
    " x"
  given 3 players
  given my line[red]       = 1, 2, 3 at 4, -5, (1 + 2), 7 x mark
  given my line[pale_blue] = red stone at 3
  given heap[1] = "red stone" 5  # in quotes
  given heap[1] has red 4
  do    take(red 4 in heap[1], 2), seat 2: pass, any turn, wait
  then  seat 2 can take(red 4)
  then  cannot move(-1) because "It does not fit."
  then  my "One" is -35 after scoring
  then  not my "One" - 1 != 30
  then  box is not empty
  then  seat 2 is to move
  then  seat 2 knows my line
  then  seat 2 does not know my line
  then  me does not win
  then  the round is over
"""

VARIANT = """\
variant "High Stones" of "stones"
  over "Low Stones"

replace rule worth
  original worth() + 1

add zone well:       pile of Stone
add zone deep[1..3]: pile of Stone

add to "Take"
  steal(n in 1..2)
    skip

remove rule fits
remove example "Everything that can be claimed"
remove round ends at end of turn when bold
remove when stone arrives in heap[1]

set subtitle "High"
set starts   leader
  "The leader starts."
set coins    seen by all, at most 3
set price[2] = -5, 6
fix deep = yes
"""
ADVICE = 'advice take(stone, n)\n  "Small stones first."\n  5 - n if n < 5\n  0 otherwise\n'
TEXTS = {"stones": STONES, "flow": FLOW, "rest": REST, "variant": VARIANT, "advice": ADVICE}


def formatted(text: str) -> str:
    return format_text(Source("a.cairn", text), Findings())


def bare(thing: Any) -> Any:
    """A node as plain data, without places."""
    if isinstance(thing, Span):
        return None
    if isinstance(thing, tuple):
        return tuple(map(bare, thing))
    if dataclasses.is_dataclass(thing):
        fields = dataclasses.fields(thing)
        return type(thing).__name__, *(bare(getattr(thing, field.name)) for field in fields)
    return thing


def tree(text: str) -> Any:
    findings = Findings()
    file = parse(Source("a.cairn", text), findings)
    assert not findings.items, findings.render()
    return bare(file)


def comments(text: str) -> list[str]:
    """The comments of a text in order, blanks left out."""
    found = re.findall(r'"(?:\\.|[^"\\\n])*"|(#[^\n]*)', text)
    return [re.sub(r"\s", "", comment) for comment in found if comment]


TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\w+|:=|<=|>=|!=|->|\.\.|\S')


def pieces(line: str) -> tuple[list[str], str]:
    """The tokens of a line and its comment."""
    code = re.match(r'(?:"(?:\\.|[^"\\])*"|[^#"])*', line)
    assert code
    return TOKEN.findall(code[0]), line[code.end() :]


def messed(text: str, seed: int) -> str:
    """The same text as someone might type it who doesn't care about blanks."""
    random = Random(seed)
    width, after_hash = random.randint(1, 7), " " * random.randint(0, 3)
    lines: list[str] = []
    brackets = before = 0
    for line in text.splitlines():
        if not line:
            lines += [random.choice(["", " ", "\t", "     "]) for _ in range(random.randint(1, 3))]
            continue
        tokens, comment = pieces(line)
        indent = (len(line) - len(line.lstrip())) // 2
        more = brackets > 0 or tokens[:1] in (["or"], ["and"], ["because"])
        if lines and (more or indent > before) and random.random() < 0.2:
            lines += [""] * random.randint(1, 2)
        before = before if more else indent
        lead = random.randint(1, 20) if more and tokens else indent * width
        row = " " * lead
        for token, following in zip(tokens, [*tokens[1:], ""], strict=False):
            words = re.fullmatch(r"\w\w", token[-1] + following[:1])
            row += token + " " * random.choice([1, 2, 9] if words else [0, 0, 1, 3])
            brackets += (token in "([{") - (token in ")]}")
        if comment and not comment.startswith(("#!", "##")):
            comment = "#" + after_hash + comment[1:]
        lines.append(row + comment + " " * random.choice([0, 0, 2]))
    end = random.choice(["\n", "\r\n"])
    return end.join(lines) + random.choice(["", end, end * 3])


def with_comments(text: str, seed: int) -> str:
    """The text with comments of all sorts at random places."""
    random = Random(seed)
    lines: list[str] = []
    for line in text.splitlines():
        while lines and random.random() < 0.1:
            comment = random.choice(["#", "# a", '#an "unclosed text', "#   # b", "####", "#! c"])
            lines.append(" " * random.randint(0, 9) + comment)
        if line and not pieces(line)[1] and random.random() < 0.3:
            line += " " * random.randint(0, 60) + random.choice(["#", "#d", '#  e "f"', "## g"])
        lines.append(line)
    return "\n".join(lines)


texts = pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
seeds = st.integers(0, 2**32)


@texts
def test_a_canonical_text_stays_as_it_is(text: str) -> None:
    assert formatted(text) == text


def test_the_texts_here_use_every_construct() -> None:
    grammar = (Path(syntax.__file__).parents[1] / "grammar.lark").read_text("utf-8")
    rules = re.sub(r"//.*", "", grammar).split("NAME: /")[0]
    known = set(re.findall(r'"([^"\\]+)"', rules))
    rows = "".join(TEXTS.values()).splitlines()
    assert known - {token for row in rows for token in pieces(row)[0]} == set()
    kinds = {kind.__name__ for kind in syntax.Node.__subclasses__()}
    trees = repr([tree(text) for text in TEXTS.values()])
    assert {kind for kind in kinds if f"('{kind}'" not in trees} == {"Broken"}


@texts
@given(seed=seeds)
@settings(max_examples=often(10), deadline=None)
def test_blanks_make_no_difference(text: str, seed: int) -> None:
    mess = messed(text, seed)
    assert tree(mess) == tree(text)
    assert formatted(mess) == text


@texts
@given(seed=seeds)
@settings(max_examples=often(10), deadline=None)
def test_comments_stay_and_change_nothing(text: str, seed: int) -> None:
    commented = with_comments(text, seed)
    result = formatted(commented)
    assert comments(result) == comments(commented)
    assert tree(result) == tree(text)
    assert formatted(result) == result
    assert not re.search(r"[ \t\r]$|\n\n\n|\A\n|\n\n\Z", result, re.MULTILINE)
    assert result.endswith("\n")


def test_before_and_after() -> None:
    before = """

game   "Pairs"
    players 2 .. 4
    aim "Collect pairs."
type Colour=red,green
component Tile
    colour:Colour
    worth:0..3=1   #counted once
    called"{colour}"
zone row [ Player ] : row of Tile


turn

    choose
        draw ( tile in heap where tile . worth<2or tile.worth = - 1 )
            #comment
            if ( size (my row)>=8 ) : end round   # eight
            else : end turn   #fewer
"""
    after = """\
game "Pairs"
  players 2..4
  aim     "Collect pairs."

type Colour = red, green

component Tile
  colour: Colour
  worth:  0..3 = 1  # counted once
  called  "{colour}"

zone row[Player]: row of Tile

turn
  choose
    draw(tile in heap where tile.worth < 2 or tile.worth = -1)
      # comment
      if (size(my row) >= 8): end round  # eight
      else: end turn                     # fewer
"""
    assert formatted(before) == after


def test_items_stand_apart_unless_the_writer_grouped_their_like() -> None:
    before = "zone a: pile of T\nvar b = 1\n\n\nvar c = 2\nsetup\n  skip\nturn\n\n  skip\n"
    after = "zone a: pile of T\nvar b = 1\n\nvar c = 2\n\nsetup\n  skip\n\nturn\n  skip\n"
    assert formatted(before) == after


def test_a_comment_belongs_to_what_follows_or_ends_its_block() -> None:
    before = """\
# the file
setup
        # first
        if a
                    skip
                    # of the condition
           # of the setup
  # next to the item
# of the next
var b
# the end
"""
    after = """\
# the file
setup
  # first
  if a
    skip
    # of the condition
  # of the setup

# next to the item
# of the next
var b

# the end
"""
    assert formatted(before) == after


def test_a_block_of_comments_keeps_its_inner_indentation() -> None:
    before = "#   Places:\n#     - one\n#   - two\n#three\nvar a  #   b\nvar c  #       d\n"
    after = "# Places:\n#   - one\n# - two\n# three\nvar a  # b\nvar c  #     d\n"
    assert formatted(before) == after


def test_columns_are_never_absurdly_far() -> None:
    name = "n" * 60
    text = f"var a:  0..1\nvar bb: 0..1\nvar {name}: 0..1\n"
    assert formatted(text) == text
    text = f"setup\n  let a = b   # c\n  let aa = b  # d\n  let {name} = b  # e\n"
    assert formatted(text) == text


@pytest.mark.parametrize("text", ["", "\n\n", " \r\n\t"])
def test_an_empty_text_is_one_line_end(text: str) -> None:
    assert formatted(text) == "\n"


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("zone a: pile of T\nvar   b = = 1\n", "E001", 2),
        ('game "a\n', "E002", 1),
        ("setup\n\tskip\n", "E003", 2),
        ("  setup\n    skip\n", "E003", 1),
    ],
)
def test_a_text_that_cannot_be_read_is_refused(text: str, code: str, line: int) -> None:
    findings = Findings()
    with pytest.raises(RulesError) as refusal:
        format_text(Source("a.cairn", text), findings)
    first = refusal.value.diagnostics[0]
    assert (first.code, first.span.line) == (code, line)
    assert findings.errors == list(refusal.value.diagnostics)


def test_findings_about_other_texts_are_no_hindrance() -> None:
    parse(Source("other.cairn", "zone\n"), findings := Findings())
    assert format_text(Source("a.cairn", "var  a"), findings) == "var a\n"


def test_a_line_that_only_its_spaces_make_too_long_is_refused() -> None:
    text = "table a: from 0 = " + ",".join(["1"] * 2400) + "\n"
    tree(text)
    with pytest.raises(RulesError, match="too long"):
        formatted(text)
