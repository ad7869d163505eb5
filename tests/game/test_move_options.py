"""Offers: the legal moves with what they take, where from and where to."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.game.move_options import MoveOption
from engine.game.rng import Chance
from engine.game.session import Session
from tests.constructs.tiny import start
from tests.game.games import FEWER, named, ready, walk
from tests.game.playing import indistinguishable, swapped
from tests.places import spot_of


def offers(name: str, seed: int = 3, *moves: str, players: int = 0) -> dict[str, MoveOption]:
    """The offers of a game after some moves, by their notation."""
    session = Session(ready(named(name)), seed)
    for move in moves:
        session.play(move)
    return {offer.text: offer for offer in session.move_options()}


def ways(offer: MoveOption) -> tuple[set[str], set[str]]:
    """From where and to where an offer goes."""
    return set(map(str, offer.sources)), set(map(str, offer.targets))


@pytest.mark.parametrize("path", FEWER, ids=[path.stem for path in FEWER])
def test_offers_are_the_legal_moves_and_point_at_what_the_mover_sees(path: Path) -> None:
    for session in walk(Session(ready(path), 7), Chance(7), 60):
        found = session.move_options()
        legal = session.legal()
        assert [(o.text, o.words, o.move) for o in found] == [
            (x.text, x.words, x.move) for x in legal
        ]
        view = session.view(session.seat)
        zones = {zone.place: zone for zone in view.zones}
        for offer in found:
            assert offer.text.split("(")[0] == offer.action
            assert {*offer.sources, *offer.targets} <= set(zones)
            for argument in offer.arguments:
                if argument.kind == "piece" and argument.place is not None:
                    assert argument.index is not None and argument.index in argument.same
                    item = zones[argument.place].items[argument.index]
                    assert item.name is None or item.name == argument.text.split(" in ")[0]
                    same = {zones[argument.place].items[i].values for i in argument.same}
                    assert len(same) == 1


@pytest.mark.parametrize("path", FEWER, ids=[path.stem for path in FEWER])
def test_offers_tell_nothing_that_the_mover_does_not_know(path: Path) -> None:
    game, chance = ready(path), Chance(2)
    for step, session in enumerate(walk(Session(game, 11), chance, 40)):
        assert session.seat is not None
        if step % 4:
            continue
        found = session.move_options()
        for group in indistinguishable(game, session.state, session.seat):
            i = chance.below(len(group) - 1)
            other = swapped(game, session.state, group[i], group[i + 1])
            again = game.move_options.of(other)
            assert [(o.text, o.sources, o.targets) for o in again] == [
                (o.text, o.sources, o.targets) for o in found
            ]


def test_cards_go_from_the_hand_to_columns_and_piles() -> None:
    found = offers("lost-cities-card")
    explore = next(o for o in found.values() if o.action == "explore")
    card = explore.arguments[0]
    assert (card.name, card.kind, str(card.place)) == ("card", "piece", "hand[seat 1]")
    colour = card.text.split()[0]
    assert ways(explore) == ({"hand[seat 1]"}, {f"expedition[seat 1, {colour}]"})
    discard = found[f"discard({card.text})"]
    assert ways(discard) == ({"hand[seat 1]"}, {f"discards[{colour}]"})


def test_a_pile_that_is_drawn_from_is_a_source() -> None:
    first = next(iter(offers("lost-cities-card")))
    found = offers("lost-cities-card", 3, first.replace("explore", "discard"))
    assert ways(found["draw"]) == ({"deck"}, {"hand[seat 1]"})


def test_a_card_and_a_pawn_of_equal_ones() -> None:
    begin = next(o for o in offers("lost-cities-board").values() if o.action == "begin")
    card, pawn = begin.arguments
    assert str(pawn.place) == "camp[seat 1]" and len(pawn.same) in (1, 4)
    assert [*map(str, begin.sources)] == ["hand[seat 1]", "camp[seat 1]"]
    colour = card.text.split()[0]
    assert ways(begin)[1] == {f"expedition[seat 1, {colour}]", f"path[seat 1, {colour}]"}


def test_cells_of_a_grid_are_targets() -> None:
    found = offers("tic-tac-toe")
    assert ways(found["mark(1, 2)"]) == (set(), {"board[1, 2]"})
    assert [a.kind for a in found["mark(1, 2)"].arguments] == ["number", "number"]


def test_sowing_takes_from_the_house_and_leaves_out_what_only_passes_by() -> None:
    sow = offers("kalah")["sow(3)"]
    sources, targets = ways(sow)
    assert sources == {"house[seat 1, 3]"}
    assert targets == {
        "house[seat 1, 4]", "house[seat 1, 5]", "house[seat 1, 6]", "store[seat 1]",
    }  # fmt: skip


def test_written_numbers_and_dice() -> None:
    found = offers("lost-cities-roll-and-write")
    enter = next(o for o in found.values() if o.action == "enter")
    hue, die = enter.arguments
    assert (str(hue.place), str(die.place)) == ("hues", "numbers")
    assert f"path[seat 1, {hue.text}]" in ways(enter)[1]
    assert ways(found["pass"]) == (set(), {"track[seat 1, dice]"})


def test_asking_names_a_seat_and_the_hand_that_is_asked() -> None:
    found = offers("go-fish")
    ask = next(o for o in found.values() if "seat 3" in o.text)
    assert (ask.arguments[0].kind, ask.arguments[0].text) == ("seat", "seat 3")
    assert str(ask.arguments[0].place) == "seat 3"
    sources, targets = ways(ask)
    assert "hand[seat 3]" in sources and "hand[seat 1]" in targets


def test_what_is_chosen_in_secret_has_its_target_though_it_waits() -> None:
    for moves in ((), ("offer(4)",)):
        session = Session(ready(named("goofspiel")), 3)
        for move in moves:
            session.play(move)
        seat = len(moves) + 1
        offer = session.move_options()[0]
        assert ways(offer) == ({f"hand[seat {seat}]"}, {f"bid[seat {seat}]"})


def test_a_reaction_is_no_work_of_the_move_itself() -> None:
    session = start("""
        component Card
          value: 1..4
          make 1 for each value
        zone deck: pile of Card, face down
        zone table: row of Card
        zone bin: pile of Card
        setup
          move all Card to deck
        turn
          choose
            deal_one
              move top of deck to table
        when card arrives in table
          move card to bin
        game ends when deck is empty
    """)
    (offer,) = session.move_options()
    assert ways(offer) == ({"deck"}, {"table"})


def test_what_follows_the_action_is_left_out() -> None:
    session = start("""
        component Card
          value: 1..4
          make 1 for each value
        zone deck: pile of Card, face down
        zone table: row of Card
        zone bin: pile of Card
        setup
          move all Card to deck
        turn
          choose
            deal_one
              move top of deck to table
          move all from table to bin
        after each turn
          move top of deck to bin
        game ends at end of turn when deck is empty
    """)
    (offer,) = session.move_options()
    assert ways(offer) == ({"deck"}, {"table"})


def test_endings_are_not_tested_while_an_action_is_tried_out() -> None:
    session = start("""
        component Card
          value: 1..4
          make 1 for each value
        zone deck: pile of Card, face down
        zone table: row of Card
        zone bin: pile of Card
        setup
          move all Card to deck
        turn
          choose
            deal_all
              move all from deck to table
              move all from table to bin
        game ends when 12 / size(deck) = 7
    """)
    (offer,) = session.move_options()  # its ending would fail with an empty deck
    assert ways(offer) == ({"deck"}, {"bin"})


def test_nothing_is_offered_when_the_game_is_over() -> None:
    session = Session(ready(named("tic-tac-toe")), 1)
    for _ in walk(session, Chance(1), 9):
        pass
    assert session.over and session.move_options() == []


def test_offers_speak_the_language_of_the_game() -> None:
    from engine.game.session import Game
    from engine.rules.load import load

    session = Session(Game(load("lost-cities-card"), 2, language="de"), 3)
    offer = session.move_options()[0]
    assert offer.text.startswith("explore(") and offer.action == "explore"
    assert offer.title != "explore" and offer.arguments[0].shown != offer.arguments[0].text


def test_several_pieces_at_once_are_arguments_of_one_name() -> None:
    from tests.constructs.test_several import DECK, MELD

    session = start(DECK + MELD)
    melds = [offer for offer in session.move_options() if offer.action == "meld"]
    for offer in melds:
        one, other = offer.arguments
        assert one.name == other.name == "cards" and one.index != other.index
        assert offer.text == f"meld({one.text} + {other.text})"
        assert ways(offer) == ({"hand[seat 1]"}, {"heap"})
    told = {why.sentence for i in range(4) for why in session.why_not([spot_of("hand[seat 1]", i)])}
    assert melds or told
