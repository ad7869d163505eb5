"""What is secret in the small games stays so until their rules show it."""

from __future__ import annotations

from engine.chronicle.chronicle import Chronicle
from engine.game.session import Game, Session
from tests.examples.test_examples import loaded


def game(name: str, players: int) -> Game:
    """A small game, compiled."""
    return Game(loaded(name), players)


def shown(session: Session, zone: str, viewer: int) -> list[str | None]:
    """What lies in a zone as a seat sees it."""
    found = next(z for z in session.view(viewer).zones if z.name == zone)
    return [item.name for item in found.items]


def test_nobody_sees_the_dice_of_others_before_the_cups_are_lifted() -> None:
    session = Session(game("liars-dice", 3), 5)
    for move in ("bid(1, 2)", "bid(2, 2)", "bid(2, 4)"):
        for viewer in range(3):
            for owner in range(3):
                dice = shown(session, f"cup[seat {owner + 1}]", viewer)
                if viewer == owner:
                    assert None not in dice
                else:
                    assert dice == [None] * 5
        session.play(move)


def test_dice_are_rolled_in_secret_again_after_a_doubt() -> None:
    session = Session(game("liars-dice", 2), 5)
    session.play("bid(1, 1)")
    session.play("doubt")
    for viewer in range(2):
        assert set(shown(session, f"cup[seat {2 - viewer}]", viewer)) == {None}
        assert None not in shown(session, f"cup[seat {1 + viewer}]", viewer)


def test_bids_are_hidden_until_all_are_in() -> None:
    session = Session(game("goofspiel", 3), 5)
    before = [session.view(viewer) for viewer in (1, 2)]
    session.play("offer(13)")
    assert [
        line for viewer in (1, 2) for line in Chronicle(session).log(viewer) if "13" in str(line)
    ] == []
    after = [session.view(viewer) for viewer in (1, 2)]
    assert [v.zones for v in after] == [v.zones for v in before]
    session.play("offer(2)")
    assert shown(session, "bid[seat 1]", 2) == []
    session.play("offer(1)")
    for viewer in range(3):
        assert shown(session, "spent[seat 1]", viewer) == ["13"]
        assert shown(session, "spent[seat 2]", viewer) == ["2"]
        assert any("13" in str(line) for line in Chronicle(session).log(viewer))


def test_sealed_bids_of_the_house_variant_are_hidden_until_all_are_in() -> None:
    session = Session(game("blind-bids", 3), 5)
    session.play("reveal")
    while not any(z.count for z in session.view(None).zones if z.name == "river"):
        session.play("reveal")
    opener = session.seat
    assert opener is not None
    session.play("bid(1)")
    first = session.seat
    assert first is not None
    session.play("raise(7)")
    second = session.seat
    assert second is not None
    assert {opener, first, second} == {0, 1, 2}
    for viewer in (opener, second):
        assert not any("7" in str(line) for line in Chronicle(session).log(viewer)[-1:])
    session.play("pass")
    assert session.seat == first
    assert next(z.count for z in session.view(None).zones if z.name == "reserve") == 7


def test_asking_tells_everybody_what_was_asked_but_not_what_was_fished() -> None:
    session = Session(game("go-fish", 2), 4)
    before = {z.name: z.count for z in session.view(None).zones}
    while session.view(None).zones and not session.over:
        move = session.legal()[0].text
        session.play(move)
        counts = {z.name: z.count for z in session.view(None).zones}
        if counts["pond"] < before["pond"] and session.seat == 1:
            hand = shown(session, "hand[seat 1]", 1)
            assert None in hand
            return
        before = counts
    raise AssertionError("nobody ever fished")


def test_the_card_that_makes_trumps_is_known_to_all_and_the_rest_is_not() -> None:
    session = Session(game("whist", 4), 9)
    trump = next(v.value for v in session.view(0).variables if v.name == "trump")
    known = [name for name in shown(session, "hand[seat 4]", 0) if name is not None]
    assert len(known) == 1
    assert known[0].endswith(f"of {trump}")


def test_following_suit_is_explained() -> None:
    session = Session(game("whist", 4), 9)
    lead = session.legal()[0].text
    session.play(lead)
    follower = session.seat
    assert follower is not None
    legal = {move.text for move in session.legal()}
    hand = shown(session, f"hand[seat {follower + 1}]", follower)
    refused = [name for name in hand if f"play({name})" not in legal]
    assert refused
    words = str(session.explain(follower, f"play({refused[0]})"))
    assert "If you have a card of the suit that was led, you must play one." in words
