"""`left(me) can play`: whether a player has a legal move, and suppositions inside one another."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.compile import layout as at
from engine.compile.program import Const
from engine.editor.completion import completions
from engine.language.diagnostics import Findings
from engine.language.format import format_text
from engine.language.source import Source
from engine.rules.load import load
from engine.teach.plan import plan_for
from tests.constructs.tiny import codes, examples, moves, same_in_both, start

CARDS = """
component Card
  rank: 1..6
  called "{rank}"
  make 1 for each rank

zone heap:         pile of Card
zone hand[Player]: hand of Card, seen by all
var n: 0..99

setup
  move all Card to heap
  deal 2 from heap to each hand

rule sum_of(who: Player)
  sum(card.rank for card in hand[who])

rule stuck(who: Player)
  "Has nothing to play."
  who cannot play

to bigger(card: Card)
  n := n + card.rank
  if any(c in my hand where (n > c.rank supposing move c to heap)): move card to heap

rule helped(card: Card)
  stuck(left(me)) supposing move card to hand[left(me)]

turn
  choose
    play(card in my hand)
      require card.rank > 2 or (size(heap) > 5 supposing bigger(card))
      move card to heap
    block(card in my hand)
      require helped(card)
        or (all(sum_of(me) > 1 supposing move c to heap for c in my hand) supposing bigger(card))
      move card to hand[left(me)]
    pair(cards in 1..2 of my hand)
      require sum(card.rank for card in cards) > 5
      move all from heap to hand[left(me)]
    pass
      n := n + 1

seat 1 wins when seat 2 cannot pair and not stuck(seat 1) and n > 7
game ends when n > 20
"""


def test_who_can_do_something_has_a_legal_move_of_it() -> None:
    claims = """
example "somebody else, whose turn it isn't"
  given 2 players
  given my hand = 1, 2
  given hand[seat 2] is empty
  then  not (seat 1 can play)
  then  (seat 1 can pass)
  then  (seat 1 cannot pair)
  then  cannot play(1)
  then  stuck(me)
  then  (seat 2 cannot play)
  then  (stuck(seat 2) supposing move the(c in my hand where c.rank = 2) to hand[seat 2])
  then  (seat 2 cannot pair)

example "by what is supposed"
  given 2 players
  given my hand = 1, 2
  given hand[seat 2] = 3
  then  (seat 2 can play)
  then  not (seat 2 cannot play)
  then  (seat 2 cannot play supposing move first(hand[seat 2]) to heap)
  then  (seat 2 can play)

example "several at once"
  given 2 players
  given my hand = 1, 5
  given hand[seat 2] = 2, 3
  then  (seat 1 can pair)
  then  can pair(1 + 5)
  then  (seat 2 cannot pair)
"""
    assert set(examples(CARDS + claims).values()) == {""}


def test_it_is_what_the_list_of_moves_says() -> None:
    session, seen = start(CARDS, seed=4), set[bool]()
    stuck = session.game.rules.rules["stuck"]
    for _ in range(12):
        if session.over:
            break
        seat = session.state[at.ME]
        known = {stuck.parameters[0].key: Const(seat)}
        cannot = session.game.wording.evaluate(stuck.cases[0].value, known, 1 - seat, session.state)
        assert cannot != any(move.startswith("play") for move in moves(session))
        seen.add(bool(cannot))
        session.play(moves(session)[0])
    assert seen == {False, True}


def test_both_executors_agree() -> None:
    same_in_both(CARDS, games=4)


@pytest.mark.parametrize(
    ("condition", "code"),
    [
        ("stuck(me)", "E204"),
        ("me can play", "E204"),
        ("me can pla", "E010"),
        ("me can block(card)", "E102"),
        ("card can block", "E101"),
    ],
)
def test_what_is_refused(condition: str, code: str) -> None:
    text = CARDS.replace("require card.rank > 2 or", f"require {condition} or")
    assert code in codes(text)


BOOK = """\
game "Book"
  players 2

var n: 0..9

turn
  choose
    take
      require n > 3
      skip
    pass
      n := n + 1

wins when left(me) cannot take and me can pass
"""
HIDDEN = """
component Card
  rank: 1..6
  called "{rank}"
  make 1 for each rank

zone heap:         pile of Card
zone hand[Player]: hand of Card

setup
  move all Card to heap
  deal 2 from heap to each hand

turn
  choose
    low(card in my hand)
      require left(me) can any_more
      move card to heap
    high(card in my hand)
      require card.rank > 2 and CONDITION
      move card to heap
    any_more(card in my hand)
      move card to heap
    ask(card in my hand where card.rank > 3)
      move card to heap
"""


@pytest.mark.parametrize(
    ("condition", "code"),
    [
        ("me can ask", []),
        ("left(me) can ask", ["E206"]),
        ("left(me) can any_more", []),
        ("any(who can ask for who in Player)", ["E206"]),
    ],
)
def test_what_another_player_can_do_must_not_depend_on_what_is_hidden(
    condition: str, code: list[str]
) -> None:
    assert codes(HIDDEN.replace("CONDITION", condition)) == code


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "wins when your opponent can't choose “take” and you can choose"),
        (
            "de",
            "wenn dein Gegner „Nehmen“ nicht wählen kann und du „passen“ wählen ka",
        ),
        ("fr", "ton adversaire ne peut pas choisir « prendre » et tu peux choisir « p"),
    ],
)
def test_a_book_tells_what_a_player_can_do(language: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "book.cairn"
    path.write_text(BOOK)
    for other, taken in (("de", "Nehmen"), ("fr", "prendre")):
        path.with_suffix(f".{other}.yaml").write_text(f"names: {{take: {taken}}}\ntexts: {{}}\n")
    said = [point.sentence for point in plan_for(load(path), language).points]
    assert any(sentence.replace("wins", "You win") in one for one in said), said


def test_names_of_actions_are_offered_behind_can(tmp_path: Path) -> None:
    path = tmp_path / "book.cairn"
    path.write_text(BOOK)
    line = BOOK.split("\n").index("wins when left(me) cannot take and me can pass") + 1
    offered = completions(load(path), path, line, len("wins when left(me) cannot ") + 1)
    assert [one.label for one in offered] == ["take", "pass"]
    offered = completions(load(path), path, line, len("wins when left(me) ") + 1)
    assert {"can", "cannot"} <= {one.label for one in offered}


def test_blanks_around_can_are_put_right() -> None:
    broken = BOOK.replace(
        "left(me) cannot take and me can pass", "left(me)   cannot  take  and me can   pass"
    )
    assert format_text(Source("book.cairn", broken), Findings()) == BOOK
