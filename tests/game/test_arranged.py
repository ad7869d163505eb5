"""Games that begin at an example: put on the table, taken back, saved, replayed, on other rules."""

import re
from pathlib import Path

import pytest

from engine.game import saves
from engine.game.arranged import lay_example
from engine.game.examples import SEEDS, Examples
from engine.game.session import Game, Session
from engine.language.diagnostics import RulesError
from engine.rules.load import Loaded, load
from engine.table.deal import deal_again, in_language
from engine.table.reload import reload
from tests.scope import telling

ROOT = Path(__file__).parents[2]
GAMES = telling(
    ["lost-cities-card", "kalah"],
    [
        "lost-cities-roll-and-write",
        "lost-cities-rivals",
        "lost-cities-board",
        "liars-dice",
        "whist",
        "beacons",
    ],
)


def game(name: str) -> Loaded:
    return load(name)


def saved(session: Session) -> str:
    return saves.save_text(session, ["human"])


def again(session: Session) -> Session:
    text = saved(session).encode()
    return saves.replay(saves.parse_save(text, "game"), session.game.loaded)


@pytest.mark.parametrize("name", GAMES)
def test_every_example_lies_on_the_table_as_it_runs_and_is_saved(name: str) -> None:
    loaded = game(name)
    examples = Examples(loaded)
    for example in loaded.checked().examples[:5]:
        session = lay_example(loaded, example.title).session
        claims = examples.claims(example, SEEDS[0])  # fmt: skip
        for step in example.steps:
            if type(step).__name__ == "WrittenMove":
                claims.do(step)  # type: ignore[arg-type]
        assert session.state == claims.further()
        back = again(session)
        assert back.state == session.state
        assert [d.text for d in back.history] == [d.text for d in session.history]
        before = list(session.state)
        made = len(session.history)
        for _ in range(made):
            session.undo()
        assert session.history == [] and session.at(0).state == session.state
        for _ in range(made):
            session.redo()
        assert session.state == before


def test_a_save_that_begins_somewhere_else_says_so() -> None:
    loaded = game("kalah")
    title = loaded.checked().examples[2].title
    laid = saved(lay_example(loaded, title).session)
    assert "\ngiven:\n- " in laid
    dealt = saved(Session(Game(loaded, 2), 3))
    assert "given" not in dealt


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("my house[9] is empty", "9"),
        ("nothing = 3", "'nothing' is not an option, zone or variable"),
        ("my house[1] is empty\\n  do sow(1)", "a line that is several"),
        ("2 players", "can't change players or options"),
        ("my house[1] =", "a value is missing"),
    ],
)
def test_a_forged_start_is_refused_in_one_sentence(line: str, why: str) -> None:
    loaded = game("kalah")
    session = lay_example(loaded, loaded.checked().examples[2].title).session
    body = saved(session).rpartition("# checksum")[0]
    body = re.sub(r"given:\n(- .*\n)+", lambda _: f'given:\n- "{line}"\n', body)
    text = f"{body}# checksum: {saves._checksum(body)}\n".encode()
    with pytest.raises(RulesError, match="begins where these rules can't") as told:
        saves.replay(saves.parse_save(text, "game"), loaded)
    assert re.search(why, str(told.value))


def test_dice_of_an_example_show_the_same_when_they_are_rolled_again() -> None:
    loaded = game("lost-cities-roll-and-write")
    rolled = [e for e in loaded.checked().examples
              if any(getattr(s, "form", "") == "roll" for s in e.steps)]  # fmt: skip
    assert rolled
    session = lay_example(loaded, rolled[0].title).session
    first = session.at(0)
    assert first.state == again(session).at(0).state


def test_the_game_goes_on_when_the_rules_are_edited() -> None:
    loaded = game("kalah")
    session = lay_example(loaded, loaded.checked().examples[2].title).session
    text = (ROOT / "rulesets/kalah.cairn").read_text("utf-8")
    kept = reload(session, text.replace("Kalah", "Our Kalah"), examples=False)
    assert kept.ok and kept.parted is None
    assert kept.session.state == session.state and kept.session.start is not None
    gone = reload(session, text.replace("house", "pit"), examples=False)
    assert not gone.ok and "house" in gone.diagnostics[0].message


def test_another_language_and_another_deal_begin_there_too() -> None:
    loaded = game("lost-cities-card")
    session = lay_example(loaded, loaded.checked().examples[-1].title).session
    german = in_language(session, "de")
    assert german.state == session.state and german.game.language == "de"
    assert deal_again(session).start is not None


def test_a_title_that_is_not_there_is_told_with_the_nearest() -> None:
    loaded = game("kalah")
    title = loaded.checked().examples[0].title
    with pytest.raises(RulesError, match=f"did you mean '{title}'"):
        lay_example(loaded, title[:-1] + "x")
    assert lay_example(loaded, title[:20]).session.history
