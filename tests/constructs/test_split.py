"""Groups out of a small set: those of several sizes in a question, and the best split of it."""

from __future__ import annotations

from functools import cache
from itertools import combinations, pairwise

from engine.game.session import Session
from tests.constructs.tiny import codes, examples, refused, same_in_both, start, var, zone

MELDS = """
type Suit = red, blue

component Card
  rank: 1..6
  suit: Suit
  called "{rank} {suit}"
  make 2 for each rank, suit

zone deck:         pile of Card, face down
zone hand[Player]: hand of Card, at most 6

counter best[Player]:   0..99 = 0
counter pairs[Player]:  0..99 = 0
counter looks:          0..30 = 0
counter groups[Player]: 0..999 = 0

rule melds(cards: set of Card)
  distinct(card.rank for card in cards) = 1
    or distinct(card.suit for card in cards) = 1
      and distinct(card.rank for card in cards) = size(cards)
      and max(card.rank for card in cards) - min(card.rank for card in cards) = size(cards) - 1

rule worth(cards: set of Card)
  split(sum(card.rank for card in meld) for meld in 3 or more of cards where melds(meld))

setup
  move all Card to deck
  shuffle deck
  for each player: best[player] := 0
  deal 6 from deck to each hand

turn
  choose
    look
      my best := worth(my hand)
      my pairs := split(1 for pair in 2 of {card in my hand where card.rank > 2} where melds(pair))
      my groups := count(group in 1 or more of my hand
        where sum(card.rank for card in group) = 7)
      move all from my hand to deck
      shuffle deck
      deal 6 from deck to my hand
      looks := looks + 1

game ends when looks = 6
"""


def _melds(cards: tuple[tuple[int, str], ...]) -> bool:
    ranks = sorted(rank for rank, _ in cards)
    if len(set(ranks)) == 1:
        return True
    runs = all(b == a + 1 for a, b in pairwise(ranks))
    return runs and len({suit for _, suit in cards}) == 1


def _best(cards: list[tuple[int, str]], sizes: range, *, each: bool) -> int:
    """The best split, found by trying what becomes of the first thing."""

    @cache
    def left(places: frozenset[int]) -> int:
        if not places:
            return 0
        first = min(places)
        found = left(places - {first})
        for size in sizes:
            for more in combinations(places - {first}, size - 1):
                group = tuple(cards[place] for place in (first, *more))
                if _melds(group):
                    worth = 1 if each else sum(rank for rank, _ in group)
                    found = max(found, worth + left(places - {first, *more}))
        return found

    return left(frozenset(range(len(cards))))


def _cards(session: Session, name: str) -> list[tuple[int, str]]:
    """What lies in a zone: ranks and suits."""
    words = [str(card).split() for card in zone(session, name)]
    return [(int(rank), suit) for rank, suit in words]


def test_split_is_the_best_there_is() -> None:
    session = start(MELDS, 2, seed=3)
    seen = set()
    while session.seat is not None:
        me = f"[seat {session.seat + 1}]"
        hand = _cards(session, "hand" + me)
        session.play("look")
        best = _best(hand, range(3, 7), each=False)
        assert var(session, "best" + me) == str(best)
        high = [card for card in hand if card[0] > 2]
        assert var(session, "pairs" + me) == str(_best(high, range(2, 3), each=True))
        sevens = sum(
            sum(rank for rank, _ in group) == 7
            for size in range(1, 7)
            for group in combinations(hand, size)
        )
        assert var(session, "groups" + me) == str(sevens)
        seen.add(best)
    assert len(seen) > 2


def test_both_executors_split_alike() -> None:
    same_in_both(MELDS.replace("looks = 6", "looks = 6"))


FEW = """
component Card
  rank: 1..9
  called "{rank}"
  make 3 for each rank

zone hand[Player]: hand of Card, at most 6
zone heap:         pile of Card
zone log:          row of 1..9, at most 6

setup
  move all Card to heap
  write 3 in log
  write 3 in log

turn
  choose
    pass

example "Questions about groups of several sizes"
  given my hand = 1, 2, 3, 4
  then  count(group in 2 or more of my hand) = 11
  then  count(group in any number of my hand) = 16
  then  count(group in up to 1 of my hand) = 5
  then  count(size(group) = 2 for group in 2..3 of my hand) = 6
  then  sum(size(group) for group in 2..3 of my hand) = 24
  then  any(sum(card.rank for card in group) = 10 for group in 2 or more of my hand)
  then  not any(group in 2..3 of my hand where sum(card.rank for card in group) = 10)
  then  all(sum(card.rank for card in group) < 10 for group in 2..3 of my hand)
  then  max(sum(card.rank for card in group) for group in 1..2 of my hand) = 7
  then  min(sum(card.rank for card in group) for group in 2..3 of my hand) = 3
  then  distinct(sum(card.rank for card in group) for group in 1 or more of my hand) = 10
  then  sum(1 for group in 1..2 of my hand, number in 1..3) = 30

example "What is split shares nothing"
  given my hand = 1, 1, 2, 3, 3, 3
  then  split(1 for pair in 2 of my hand where distinct(card.rank for card in pair) = 1) = 2
  then  split(size(same) for same in 2 or more of my hand
    where distinct(card.rank for card in same) = 1) = 5
  then  split(size(same) for same in 3..4 of my hand where sum(card.rank for card in same) = 99) = 0
  then  split(-1 for pair in 2 of my hand) = 0
  then  split(2 for numbers in 2 of {1, 2, 3, 4, 5} where sum(n for n in numbers) = 6) = 4

example "A set without anything"
  given my hand is empty
  then  split(1 for pair in 1 or more of my hand) = 0
  then  count(group in any number of my hand) = 1
"""


def test_groups_of_several_sizes() -> None:
    found = examples(FEW)
    assert set(found.values()) == {""}, found


def test_what_players_write_is_not_split() -> None:
    split = "rule pairs()\n  split(1 for pair in 2 of log)\n"
    refused(
        "E101",
        FEW.split("example")[0].replace("    pass", "    pass\n      require pairs() = 0") + split,
    )


def test_a_split_needs_groups() -> None:
    split = "rule best()\n  split(card.rank for card in hand)\n"
    assert codes(FEW + split) == ["E102"]
