"""What decides is seen: tricks, sealed bids, dice, and the card just drawn before handing over."""

from __future__ import annotations

import random

import pytest

from engine import Session
from engine.chronicle.chronicle import Chronicle
from engine.chronicle.rows import DecisionRow
from engine.chronicle.stages import Stage
from engine.table.guest import Guest
from tests.table.rows import rows_of
from tests.viewer.app.hands import app_with, game, nodes, table, texts
from viewer.app.controller import AppController
from viewer.app.match_controller import SEEN
from viewer.commands import AtTable
from viewer.panels import shot_app


def at(app: AppController) -> Guest:
    return table(app).guest


def followed(name: str, *, covers: bool = False, players: int = 0) -> AppController:
    """A desk at which what a move shows in passing is shown."""
    app = app_with(name, covers=covers, players=players)
    table(app).people.passing = True
    return app


def play(app: AppController, text: str = "") -> None:
    offers = at(app).offers
    table(app).turn.make(next((o for o in offers if o.text == text), offers[0]))


def lying(app: AppController, family: str) -> int:
    return sum(z.count for z in at(app).view().zones if z.family == family)


def test_a_trick_lies_there_until_it_has_been_seen() -> None:
    app = followed("examples/whist.cairn")
    for _ in range(4):
        play(app)
    assert lying(app, "played") == 4
    assert "Tricks Player 1 + Player 3: +4" in texts(app)
    assert not at(app).offers
    app.tick(app.shell.now + SEEN * 0.9)
    assert lying(app, "played") == 4
    app.tick(app.shell.now + SEEN)
    assert lying(app, "played") == 0
    assert at(app).offers


def test_what_goes_nowhere_is_told_in_the_words_of_the_log() -> None:
    app = followed("examples/pig.cairn")
    while not at(app).stages:
        play(app, "again")
    (stage, *_) = at(app).stages
    last = rows_of(DecisionRow, table(app).text.entries())[-1]
    assert (stage.swept, stage.said) == ((), "")
    assert table(app).turn.swept() == f"Player {last.seat + 1}: {last.words}"


def test_a_click_or_a_key_goes_on() -> None:
    for how in ("click", "enter"):
        app = followed("examples/whist.cairn")
        for _ in range(4):
            play(app)
        before = len(at(app).session.history)
        if how == "click":
            found = next(n for n in nodes(app) if n.spots)
            app.click(found, *found.box.centre)
        else:
            app.key("enter")
        assert lying(app, "played") == 0
        assert len(at(app).session.history) == before


def test_sealed_bids_are_turned_over_before_they_are_swept() -> None:
    app = followed("examples/goofspiel.cairn")
    play(app, "offer(3)")
    assert lying(app, "bid") == 0
    play(app, "offer(9)")
    shown = [i.name for z in at(app).view().zones if z.family == "bid" for i in z.items]
    assert shown == ["3", "9"]


def test_the_die_that_ends_a_turn_is_seen() -> None:
    chance = random.Random(1)
    app = followed("examples/pig.cairn")
    seen = 0
    for _ in range(40):
        play(app, chance.choice(("again", "pass")))
        while at(app).stages:
            tray = next(z for z in at(app).view().zones if z.family == "tray")
            seen += dict(tray.items[0].values)["face"] == "1"
            app.key("enter")
    assert seen


def test_the_card_just_drawn_is_seen_before_the_screen_is_covered() -> None:
    app = followed("lost-cities-card", covers=True)
    app.key("enter")
    play(app, next(o.text for o in at(app).offers if o.action == "discard"))
    play(app, "draw")
    assert at(app).present
    hand = next(z for z in at(app).view().zones if z.name == "hand[seat 1]")
    assert hand.count == 8 and all(item.name for item in hand.items)
    app.tick(app.shell.now + SEEN + 0.1)
    assert (at(app).seat, at(app).present) == (1, False)


def test_nothing_is_shown_to_who_may_not_know_it() -> None:
    """Of what is shown in passing nobody sees more than at the end or the beginning of a move."""
    for name in ("lost-cities-card", "examples/go-fish.cairn", "examples/liars-dice.cairn"):
        chance = random.Random(5)
        app = followed(name)
        session = at(app).session
        for _ in range(60):
            if session.over:
                break
            session.apply(chance.choice(session.move_options()).move)
            for seat in range(session.game.players):
                for stage in Chronicle(session).stages(len(session.history), seat):
                    assert isinstance(stage, Stage)
                    _sees_no_strange_hand(stage, seat, name)


def _sees_no_strange_hand(stage: Stage, seat: int, name: str) -> None:
    if name.endswith("liars-dice.cairn"):
        return  # all cups are lifted there
    for zone in stage.view.zones:
        if zone.kind == "hand" and zone.owner != seat and zone.count > 3:
            assert any(item.name is None for item in zone.items)


def test_what_is_announced_stands_over_the_table_and_in_the_log() -> None:
    app = followed("examples/liars-dice.cairn")
    play(app, "bid(1, 1)")
    play(app, "doubt")
    said = next(stage.said for stage in at(app).stages if stage.said)
    while not at(app).stages[0].said:
        app.key("enter")
    assert "dice show 1" in said
    told = table(app).text.named(said)
    assert told in texts(app)
    app.key("enter")
    assert not at(app).stages
    assert said in [entry.words for entry in table(app).text.entries()]


def test_what_the_others_did_since_ones_own_move_is_marked_and_shown_again_with_its_words() -> None:
    app = app_with("lost-cities-rivals", seats=["human", "greedy", "greedy"], players=3, seed=5)
    guest, turn = table(app).guest, table(app).turn
    turn.make(guest.offers[0])
    assert turn.last_own == 1
    while guest.table.agent is not None:
        turn.made(guest.table.play_agent)
    count = len(guest.session.history)
    marked = {n.id for n in nodes(app) if n.id.startswith("log!new:")}
    assert len(marked) == count - 1 > 0
    assert any(n.id == "replay" for n in nodes(app))
    app.run(AtTable.REPLAY)
    said = [stage.said for stage in guest.stages]
    assert len(said) == count - 1 and said[0].startswith("seat 2: ")


def test_it_is_said_who_decides_and_in_whose_turn() -> None:
    session, chance = Session(game("lost-cities-rivals", 3), 5), random.Random(2)
    found: dict[tuple[int | None, int | None], Session] = {}
    for _ in range(30):
        found.setdefault((session.seat, session.turn_of), session.at(len(session.history)))
        session.apply(chance.choice(session.legal()).move)
    for at_work, said in (
        ((0, 1), "YOU DECIDE IN ADA'S TURN"), ((1, 0), "ADA DECIDES IN YOUR TURN"),
        ((2, 1), "BRUNO DECIDES IN ADA'S TURN"),
    ):  # fmt: skip
        assert said in texts(shot_app(found[at_work], 0))


def rolled(language: str = "en") -> Session:
    """The dice are rolled, the first seat has chosen, and the others choose from what it left."""
    session = Session(game("lost-cities-roll-and-write", 3, language), 5)
    session.apply(session.legal()[0].move)
    return session


@pytest.mark.parametrize(
    ("language", "yours", "theirs", "own"),
    [
        ("en", "YOU DECIDE IN ADA'S TURN", "ADA DECIDES IN YOUR TURN", "YOUR TURN"),
        ("de", "DU ENTSCHEIDEST IM ZUG VON ADA", "ADA ENTSCHEIDET IN DEINEM ZUG", "DU BIST DRAN"),
        ("fr", "TU DÉCIDES, AU TOUR DE ADA", "ADA DÉCIDE, À TON TOUR", "À TOI DE JOUER"),
    ],
)
def test_it_is_your_turn_only_while_you_decide_in_your_own(
    language: str, yours: str, theirs: str, own: str
) -> None:
    session = rolled(language)
    first = session.at(0)
    assert (first.seat, session.seat) == (0, 1)
    said = texts(shot_app(session, 1, language))
    assert yours in said and own not in said
    assert theirs in texts(shot_app(session, 0, language))
    assert own in texts(shot_app(first, 0, language))


def test_where_all_choose_at_once_it_is_nobodys_turn() -> None:
    session = Session(game("examples/goofspiel.cairn", 2), 5)
    said = texts(shot_app(session, 0))
    assert "YOU CHOOSE AT THE SAME TIME AS THE OTHERS" in said and "YOUR TURN" not in said
    assert "ADA CHOOSES; EVERYONE CHOOSES AT THE SAME TIME" in texts(shot_app(session, 1))


def test_a_click_while_others_decide_says_who_and_in_whose_turn() -> None:
    app = shot_app(rolled(), 0)
    place = next(n for n in nodes(app) if n.spots)
    app.click(place, *place.box.centre)
    tip = app.shell.tip
    assert tip is not None and tip.text == "Not now. Ada decides in your turn."


def test_the_cover_asks_who_decides_in_anothers_turn_not_whose_turn_it_is() -> None:
    app = app_with("lost-cities-rivals", players=3, seed=5, covers=True)
    session, people = at(app).session, table(app).people
    assert session.seat == session.turn_of == at(app).seat and not at(app).present
    assert "it is your turn" in texts(app)
    people.reveal()
    while session.seat == session.turn_of:
        people.reveal()
        offers = at(app).offers
        found = next((offer for offer in offers if offer.action == "bid"), offers[0])
        table(app).turn.make(found)
    assert session.seat == at(app).seat != session.turn_of and not at(app).present
    assert "the decision is yours" in texts(app) and "your turn" not in texts(app)
