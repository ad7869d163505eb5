"""Learners of every kind get through the first game, the course and a review of each game."""

import io
import json
import math
import os
import random
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from html import unescape
from itertools import product
from pathlib import Path

import pytest

from engine.cli.arguments import LearnArguments
from engine.cli.learn import TaughtPlay, first_game, learn
from engine.cli.questions import Questions
from engine.cli.review import review_lines
from engine.cli.textplay import PersonLeft
from engine.game.session import Game, Session
from engine.language.diagnostics import RulesError
from engine.language.escaping import html
from engine.rules.files import library
from engine.rules.load import load
from engine.teach.course import exercises
from engine.teach.exam_page import exam_html
from engine.teach.plan import plan_for
from engine.teach.progress import Progress
from engine.teach.review import review
from engine.teach.tutor import Tutor
from tests.scope import FIVE, telling
from tests.viewer.app.hands import game, near_the_end

VARIANTS = ("auf-und-ab", "short-game")
GAMES = telling([p.stem for p in library() if p.stem not in VARIANTS], VARIANTS)
LEARNERS = ("right", "wrong first", "by chance")
FIRST, LAST = 6, 80
"""So many decisions at most the learner makes at a game's beginning, and at its end."""
NOTHING_MADE = ["nonsense(1)", "", "?", "b", "h 2", "0", "999", "x", "x"]


class Learner(io.StringIO):
    """Types moves: legal ones, each after one that isn't, or whatever comes."""

    def __init__(self, kind: str, play: TaughtPlay, most: int) -> None:
        super().__init__()
        self.kind, self.play, self.most = kind, play, most
        self.dice = random.Random(5)
        self.tried: set[int] = set()
        self.lines = 0

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        session = self.play.session
        made = len(session.history)
        mine = [d.text for d in session.history if d.seat == self.play.humans[0]]
        self.lines += 1
        assert self.lines < 40 * (self.most + 1), "the learner gets no further"
        if len(mine) >= self.most:
            return ""
        legal = [x.text for x in session.legal()]
        if self.kind == "wrong first" and made not in self.tried:
            self.tried.add(made)
            return f"{mine[-1]}\n" if mine and mine[-1] not in legal else "nonsense(1)\n"
        if self.kind == "by chance" and self.dice.random() < 0.5:
            return self.dice.choice(NOTHING_MADE) + "\n"
        return self.dice.choice(legal) + "\n"


def told_once(tutor: Tutor) -> None:
    """Each box says something, and what each tells is what has been said."""
    assert all(box.text for box in tutor.boxes)
    assert {number for box in tutor.boxes for number in box.points} == tutor.said


@pytest.mark.parametrize(
    ("name", "learner"),
    telling(
        list(zip([name for name in GAMES if name in FIVE][-3:], LEARNERS, strict=False)),
        list(product(GAMES, LEARNERS)),
    ),
)
def test_every_learner_gets_through_the_first_game(
    name: str, learner: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play = first_game(game(name), False, 3)
    monkeypatch.setattr("sys.stdin", Learner(learner, play, FIRST))
    with pytest.raises(PersonLeft):
        play.run()
    shown = capsys.readouterr().out
    say = play.plan.speech.say
    assert f"┃ {say('head choice')}" in shown
    assert shown.index(play.plan.of("aim")[0].sentence) < shown.index(f"┃ {say('head choice')}")
    told_once(play.tutor)

    play = first_game(game(name), False, 3)
    play.session.state = list(near_the_end(game(name)))
    monkeypatch.setattr("sys.stdin", Learner(learner, play, LAST))
    play.run()
    assert play.session.over
    if not play.tutor.silent:
        shown = capsys.readouterr().out
        kinds = {"aim", *(point.kind for point in play.plan.of("winner"))}
        assert {play.plan.points[n].kind for n in play.tutor.said} >= kinds
        if "winner" in kinds:  # other games say with their endings who wins
            winner = f"┃ {say('head winner')}"
            assert winner in shown
            if say("didn't happen") in shown:  # not where everything has happened
                assert shown.rindex(winner) < shown.index(say("didn't happen"))
        for ledger in play.session.ledgers(0):
            assert not ledger.total or f"so far {ledger.total}".replace("-", "−") in shown


@pytest.mark.parametrize(
    ("name", "wrong_first"),
    telling([(GAMES[0], True), (GAMES[-1], False)], list(product(GAMES, (False, True)))),
)
def test_the_course_has_no_dead_end(
    name: str, wrong_first: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    plan = plan_for(load(name))
    found = exercises(plan)
    assert len(found) >= 6
    progress = Progress(tmp_path / "p.json")
    for exercise in found:
        assert len(set(exercise.answers)) == len(exercise.answers) == len(exercise.replies)
        others = [n for n in range(len(exercise.answers)) if n != exercise.right]
        tries = [*others, exercise.right] if wrong_first else [exercise.right]
        typed = "x\n" + "".join(f"{number + 1}\n" for number in tries)
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        assert Questions(plan).ask(exercise) is not (wrong_first and bool(others))
        progress.answered(exercise.key, not wrong_first)
    progress.write()
    later = datetime.now(UTC) + timedelta(minutes=5)
    assert (len(Progress(progress.path).due(found, later)) > 0) is wrong_first


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["Only one move is possible: draw.", "Press Enter to continue, or write q."]),
        ("de", ["Nur ein Zug ist möglich: ziehen.", "Weiter mit der Eingabetaste; q hört auf."]),
        ("fr", ["Un seul coup est possible : piocher.", "Appuie sur Entrée pour continuer"]),
    ],
)
def test_a_lesson_with_one_legal_move_asks_for_no_number(
    language: str,
    said: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    plan = plan_for(load("dominoes"), language)
    (lesson,) = (x for x in exercises(plan) if x.moves == ("draw",))
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    assert Questions(plan).ask(lesson)
    shown = capsys.readouterr().out
    assert all(line in shown for line in said)
    assert shown.endswith(f"{lesson.replies[0]}\n")
    assert plan.speech.say("find move") not in shown
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    with pytest.raises(PersonLeft):
        Questions(plan).ask(lesson)


def test_a_question_shows_the_table_as_a_game_does(capsys: pytest.CaptureFixture[str]) -> None:
    plan = plan_for(load("lost-cities-rivals"))
    outbid = next(x for x in exercises(plan) if x.title == "Outbid")
    questions = Questions(plan)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("sys.stdin", io.StringIO("9\n1\n2\n3\n4\n" * 2))
        questions.ask(outbid)
        first = capsys.readouterr().out
        questions.ask(outbid)
    again = capsys.readouterr().out
    assert re.search(r"leader seat 2 +bidding you, seat 2", first) and "your purse" in first
    assert not any(":" in line.partition("  ")[0] for line in first.splitlines() if "purse" in line)
    assert "2–5 → 1; 6–10 → 2" in first and "2–5 → 1" not in again


@pytest.mark.parametrize("name", telling(["lost-cities-card", "holdem"], FIVE))
def test_a_course_with_positions_asks_for_no_words_alone(name: str) -> None:
    plan = plan_for(load(name))
    words = plan.speech.say("ask which", "|").partition("|")[0]
    assert not any(x.question.startswith(words) for x in exercises(plan))


def test_what_a_score_is_worth_is_answered_by_the_line_that_was_missed() -> None:
    plan = plan_for(load("lost-cities-card"))
    worth = [x for x in exercises(plan) if x.question == "What is this worth to you?"]
    assert worth
    replies = [r for x in worth for n, r in enumerate(x.replies) if n != x.right]
    assert any("This misses a line of the score" in reply for reply in replies)


def test_a_point_whose_sentence_changed_is_new_again(tmp_path: Path) -> None:
    plan = plan_for(load("lost-cities-card"))
    found = exercises(plan)
    progress = Progress(tmp_path / "p.json")
    now = datetime.now(UTC)
    for exercise in found:
        progress.answered(exercise.key, True, now)
    assert progress.due(found, now) == []
    other = exercises(plan_for(load("lost-cities-card"), "de"))
    assert len(progress.due(other, now)) == len(other)


DAMAGED = [
    "{", '{"version": 99, "cards": {}}', '{"version": 1}', "[]", "\udc80",
    '{"version": 1, "cards": {"a": {"due": 3}}}', '{"version": 1, "cards": []}', "3", "[" * 100_000,
    '{"version": ' + "9" * 5000 + "}",
]  # fmt: skip
ODD: list[dict[str, object]] = [
    {"stability": 1e308}, {"stability": math.nan}, {"stability": math.inf}, {"stability": -1},
    {"difficulty": 1e308}, {"step": 10**30}, {"due": "9999-12-31T23:59:59+00:00"}, {"state": 99},
    {"last_review": "2026-01-01T00:00:00"}, {"stability": "x"}, {"step": -3},
]  # fmt: skip


@pytest.mark.parametrize("odd", ODD, ids=str)
def test_a_card_that_no_answer_leads_to_is_set_aside(
    tmp_path: Path, odd: dict[str, object]
) -> None:
    progress = Progress(tmp_path / "p.json")
    for right in (True, True, False):
        progress.answered("a", right)
    progress.write()
    data = json.loads(progress.path.read_text(encoding="utf-8"))
    assert Progress(progress.path).set_aside is None
    data["cards"]["a"] |= odd
    progress.path.write_text(json.dumps(data), encoding="utf-8")
    again = Progress(progress.path)
    again.answered("a", True)
    assert again.set_aside is not None


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo], ids=["folder", "pipe"])
def test_what_is_no_file_of_progress_is_set_aside(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    make(tmp_path / "p.json")
    progress = Progress(tmp_path / "p.json")
    assert progress.set_aside is not None and progress.set_aside.exists()
    progress.write()
    assert Progress(progress.path).set_aside is None


@pytest.mark.parametrize("text", DAMAGED)
def test_a_damaged_file_is_set_aside(tmp_path: Path, text: str) -> None:
    path = tmp_path / "p.json"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    progress = Progress(path)
    assert progress.cards == {} and progress.set_aside is not None
    assert progress.set_aside.read_bytes() == text.encode("utf-8", "surrogateescape")
    progress.write()
    assert json.loads(path.read_text(encoding="utf-8"))["cards"] == {}


def test_an_exam_is_a_page_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "class"
    learn(LearnArguments(ruleset="lost-cities-rivals", seed=4, lang="fr", folder=folder))
    page = Path(capsys.readouterr().out.strip())
    text = page.read_text(encoding="utf-8")
    assert text.count("<fieldset") == 12 and "http" not in text and 'lang="fr"' in text
    read = unescape(re.sub(r"<(style|script)\b.*?</\1>|<[^>]*>", "", text, flags=re.DOTALL))
    assert " : " in read and not re.search(r"\w[:;!?]\s", read)
    plan = plan_for(load("lost-cities-rivals"), "fr")
    to_move = next(x for x in exercises(plan, 4) if x.moves and x.told)
    page_of_one = exam_html(plan, [to_move])
    assert page_of_one.count("<fieldset") == 1 and html(to_move.told) in page_of_one


def test_a_language_that_a_ruleset_lacks_is_refused() -> None:
    root = Path(__file__).parents[2]
    with pytest.raises(RulesError, match="isn't translated into 'de'"):
        learn(LearnArguments(ruleset=str(root / "examples" / "nim.cairn"), lang="de"))


def test_a_review_tells_what_cost_most_and_how_sure_it_is() -> None:
    loaded = load("lost-cities-card")
    session = Session(Game(loaded, 2), 4)
    dice = random.Random(1)
    for _ in range(30):
        session.apply(dice.choice(list(session.game.interpreter.legal(session.state))))
    found = review(session, 0, tries=200)
    assert len(found.curve) == 31 and found.looked > 0
    assert all(cost.cost > 0 and cost.seat == 0 for cost in found.costly)
    rows = "\n".join(review_lines(session, found, "en"))
    assert "estimates" in rows
    assert ("better:" in rows) == bool(found.costly)
