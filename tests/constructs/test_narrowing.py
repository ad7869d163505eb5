"""Types that join, and what a condition tells of them: `card.face is in Colour`."""

from __future__ import annotations

import pytest

from tests.constructs.tiny import codes, examples, play, same_in_both, start, zone

TEXT = """
option greens: yes, no = yes

type Special = joker, star
type Colour = red, green when greens, blue
type Face = Special, Colour, bonus

table worth: Colour -> 0..9
  red   = 1
  green = 2
  blue  = 5

component Card
  face: Face
  rank: 1..2
  called "{face} {rank}"
  make 1 for each face, rank

component Marker
  colour: Colour
  var left: 0..3 = 2
  called "{colour} marker"
  make 1 for each colour

zone mats:        area of Card or Marker
zone row[Colour]: row of Card
zone out_of_it:   area of Card or Marker

var wild: Face = joker

rule value(face: Face)
  10 if face = joker
  worth[face] * 2 if face is in Colour
  0 otherwise

rule other_way(card: Card)
  0 if card.face is not in Colour
  worth[card.face]

setup
  move all Card to mats
  move all Marker to mats

turn
  choose
    lay(card in mats where card is in Card and card.face is in Colour)
      "Lay {card} into the row of {card.face}."
      require worth[card.face] > 1 or row[card.face] is empty
      move card to row[card.face]
      for each other in mats where other is in Card and other.face is in Colour
        if row[other.face] is empty: move other to out_of_it
    use(thing in mats)
      require thing is in Marker and thing.left > 0
      move thing to out_of_it
    put(thing in mats)
      let kind = wild if thing is in Marker else thing.face
      if thing is in Marker
        move thing to out_of_it
      else if kind is in Colour
        move thing to row[kind]
      else if kind is not in Special or kind = star
        move thing to out_of_it

score each Player
  for each card in mats where card is in Card
    add "{card}" worth[card.face] when card.face is in Colour
"""

EXAMPLES = """
example "narrowed"
  then value(joker) = 10
  then value(green) = 4
  then value(bonus) = 0
  then sum(other_way(card) for card in mats where card is in Card) = 16
  then sum(worth[card.face] for card in mats where card is in Card and card.face is in Colour) = 16
  then max(worth[card.face] if card.face is in Colour else 0 for card in Card) = 5
  then count(card in Card where card.face is in Special) = 4
  then count(thing in mats where thing is in Marker and thing.colour = red) = 1
  then cannot use(joker 1)
  then can use(blue marker)
  then my score is 16
  do   lay(red 1)
  then row[red] = red 1
  then out_of_it has green 1
  then cannot lay(red 2)
"""


def test_what_is_known_of_a_word_can_be_used() -> None:
    assert examples(TEXT + EXAMPLES) == {"narrowed": ""}


def test_words_that_options_leave_out_are_skipped() -> None:
    session = play(start(TEXT, greens="no"), "put(blue 2)", "put(star 1)", "put(joker 1)")
    assert zone(session, "row[blue]") == ["blue 2"]
    assert zone(session, "out_of_it") == ["star 1"]
    assert "green" not in str(zone(session, "mats"))
    assert zone(play(session, "lay(blue 1)"), "row[blue]") == ["blue 2", "blue 1"]


def test_both_executors_agree() -> None:
    same_in_both(TEXT)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("require worth[card.face] > 1", "E101"),
        ("require card.face is in Colour or worth[card.face] > 1", "E101"),
        ("require not (card.face is not in Colour) and worth[card.face] > 1", ""),
        ("require card.face is not in Colour or worth[card.face] > 1", ""),
        ("require card.face is in Colour and worth[wild] > 1", "E101"),
        ("require wild is in Colour and worth[wild] > 1", ""),
        ("require card.face is in Special and worth[card.face] > 1", "E101"),
    ],
)
def test_only_what_is_known_is_taken_for_granted(line: str, code: str) -> None:
    text = TEXT.replace(
        "    use(thing", f"    try_it(card in row[red])\n      {line}\n      skip\n    use(thing"
    )
    assert codes(text) == ([code] if code else [])


def test_what_may_change_is_known_only_while_it_is_asked() -> None:
    lasting = TEXT.replace(
        "    use(thing",
        "    try_it\n      if wild is in Colour: move 1 from row[wild] to mats\n    use(thing",
    )
    assert codes(lasting) == ["E101"]
    named = lasting.replace("if wild is in", "let one = wild\n      if one is in")
    assert codes(named.replace("row[wild]", "row[one]")) == []
