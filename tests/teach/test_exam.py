"""The exam asks what was taught, in positions that show all that an answer depends on."""

import io
import random
import re
from functools import cache
from pathlib import Path

import pytest

from engine.cli.arguments import LearnArguments
from engine.cli.learn import learn
from engine.game.session import Game, Session
from engine.language.frozen import walk
from engine.rules import model as m
from engine.rules.catalogue import signed
from engine.rules.load import load
from engine.teach.boxes import table_lines, tables_of
from engine.teach.course import course_of
from engine.teach.exam import QUESTIONS, exam_of
from engine.teach.exam_page import table_of
from engine.teach.exercises import Exercise
from engine.teach.place_words import place_called
from engine.teach.plan import LessonPlan, plan_for
from engine.teach.positions import ShownPosition, open_position
from engine.teach.printed_values import read_from
from engine.teach.tutor import Tutor
from tests.scope import ALL, telling

NAMES = (
    "lost-cities-card", "lost-cities-rivals", "lost-cities-board", "lost-cities-roll-and-write",
    "auf-und-ab",
)  # fmt: skip
SOME = telling(NAMES[:2], NAMES)
SEEDS = range(1, 6 if ALL else 2)


@cache
def exam(name: str, seed: int) -> tuple[LessonPlan, list[Exercise]]:
    plan = plan_for(load(name))
    return plan, exam_of(plan, seed)


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))


def used(plan: LessonPlan, exercise: Exercise) -> set[tuple[str, str]]:
    """The places, tables and values that the rule of a question looks at, and those it asks; of a
    requirement also those of the action that it is in.
    """
    point = plan.points[exercise.point]
    waiting: list[m.Model] = [point.node]
    if point.kind == "require" and point.inside is not None:
        waiting.append(plan.points[point.inside].node)
    found: set[tuple[str, str]] = set()
    asked: set[str] = set()
    while waiting:
        for part in walk(waiting.pop()):
            match part:
                case m.ZoneRef():
                    found.add(("zone", part.name))
                case m.Lookup():
                    found.add(("table", part.table))
                case m.Attr():
                    found |= {("attribute", name) for _, name in read_from(plan.rules, part)}
                case m.RuleCall() if part.rule not in asked:
                    asked.add(part.rule)
                    waiting.append(plan.rules.rules[part.rule])
                case _:
                    pass
    return found


def drawn(plan: LessonPlan, exercise: Exercise) -> str:
    return "\n".join(f"{name}: {things}" for name, things in table_of(plan, exercise)).casefold()


def places(plan: LessonPlan, exercise: Exercise, family: str) -> list[str]:
    """What the places of a family are called in a picture, each with whose it is."""
    assert exercise.position is not None
    session = open_position(plan.loaded, exercise.position)
    found = []
    for zone in session.view(session.seat).zones:
        if zone.family == family:
            whose = "your " if zone.owner == session.seat else f"seat {(zone.owner or 0) + 1} "
            parts = [family.replace("_", " "), *(shown for _, shown in zone.besides)]
            found.append(("" if zone.owner is None else whose) + ", ".join(parts))
    return found


@pytest.mark.parametrize("name", SOME)
def test_an_exam_asks_nothing_that_is_not_drawn(name: str) -> None:
    for seed in SEEDS:
        plan, found = exam(name, seed)
        assert len(found) == QUESTIONS
        assert len({exercise.key.partition(" ")[0] for exercise in found}) == 1
        assert len({(x.question, x.answers[x.right], x.position) for x in found}) == QUESTIONS
        for exercise in found:
            assert not exercise.title and not exercise.told
            assert exercise.position is not None and 3 <= len(exercise.answers) <= 4
            assert plan.speech.say("ask which", "").strip(" .?“”") not in exercise.question
            picture = drawn(plan, exercise)
            empty = plan.speech.say("empty places") + ":"
            bare = next((x for x in picture.splitlines() if x.startswith(empty)), "")
            for kind, part in used(plan, exercise):
                known = plan.speech.word(part).casefold()
                if kind == "table":
                    table = next(point for point in plan.of("table") if point.name == part)
                    known = (table.sentence if table.own else table.title).casefold().rstrip(".")
                assert known in picture, (exercise.question, part)
                if kind == "zone" and not re.search(rf"[ ;]{known}(;|$)", bare):
                    for place in places(plan, exercise, part):
                        whole = place.partition(", ")[0]
                        listed = re.search(rf"[ ;]({place}|{whole})(;|$)", bare)
                        shown = f"{place}:" in picture or listed
                        assert shown, (exercise.question, place)


def test_what_is_yes_or_no_is_in_the_picture_by_what_is_yes() -> None:
    plan, found = exam("lost-cities-rivals", 1)
    auctions = [x for x in found if "bidding" in drawn(plan, x)]
    assert auctions and not any(" yes" in drawn(plan, x) for x in auctions)


def test_an_answer_says_whether_its_move_is_allowed() -> None:
    plan, found = exam("lost-cities-card", 1)
    allowed, forbidden = (plan.speech.say(f"try {x}", "") for x in ("allowed", "forbidden"))
    asked = [x for x in found if "allowed" in x.question]
    assert asked
    for exercise in asked:
        starts = [reply.startswith((allowed, forbidden)) for reply in exercise.replies]
        assert all(starts)


def test_what_is_printed_on_cards_is_in_the_picture_and_in_a_box() -> None:
    plan, found = exam("lost-cities-rivals", 1)
    told = "2–5 → 1; 6–10 → 2"
    about = [x for x in found if ("attribute", "footprints") in used(plan, x)]
    assert about and all(told in drawn(plan, x) for x in found)
    line = next(point for point in plan.of("line") if point.title == "Footprints")
    assert any(told in row for p in tables_of(plan, [line]) for row in table_lines(plan, p))


def test_a_hand_that_is_known_in_part_says_how_many_cards_more() -> None:
    plan = plan_for(load("lost-cities-card"))
    session = Session(Game(plan.loaded, 2), 5, fair=False)
    for move in ("discard(red 5)", "draw"):
        name = move.partition("(")[0]
        session.apply(next(x for x in session.legal() if x.canonical.name == name).move)
    session.apply(next(x for x in session.legal() if x.canonical.name == "discard").move)
    session.apply(next(x for x in session.legal() if x.canonical.name == "take").move)
    position = ShownPosition("", 2, (), tuple(session.state))
    exercise = Exercise("", 0, "", ("",), 0, ("",), position)
    rows = dict(table_of(plan, exercise))
    assert rows["seat 2 hand"].endswith(", and 7 cards")
    assert not any("laid" in name for name in rows)
    assert rows["empty"].endswith("discards, green; expedition")
    french = dict(table_of(plan_for(plan.loaded, "fr"), exercise))
    assert french["main (place 2)"].endswith(", et 7 autres")
    assert french["vide"].endswith("tas de défausse, vert ; expédition")


def test_what_an_action_asks_for_is_told_with_it() -> None:
    session = Session(Game(load("lost-cities-rivals"), 2), 5)
    tutor = Tutor(plan_for(session.game.loaded, "en", 2), 0)
    for move in ("reveal", "reveal", "bid(1)", "pass"):
        assert "at least as high" not in "".join(box.text for box in tutor.boxes)
        session.play(move)
    while tutor.before(session):
        pass
    assert "Each card must be at least as high" in tutor.boxes[-1].text


@pytest.mark.parametrize("name", SOME)
def test_every_answer_is_the_engines(name: str) -> None:
    plan, found = exam(name, 1)
    for exercise in found:
        assert exercise.position is not None
        session = open_position(plan.loaded, exercise.position)
        legal = {x.text.replace("(", " ").rstrip(")") for x in session.legal()}
        allowed = [answer in legal for answer in exercise.answers]
        if exercise.key.startswith("exam allowed"):
            assert allowed.count(True) == 1 and allowed[exercise.right]
        elif exercise.key.startswith("exam forbidden"):
            assert allowed.count(False) == 1 and not allowed[exercise.right]
        elif exercise.key.startswith("exam worth"):
            assert exercise.answers[exercise.right].strip("−").isdecimal()


@pytest.mark.parametrize("name", SOME)
def test_what_a_move_changes_is_what_the_engine_does(name: str) -> None:
    plan, found = exam(name, 1)
    asked = [x for x in found if x.key.startswith("exam changes")]
    assert asked
    for exercise in asked:
        assert exercise.position is not None
        session = open_position(plan.loaded, exercise.position)
        moves = [x for x in session.legal() if x.shown in exercise.question]
        session.apply(max(moves, key=lambda x: len(x.shown)).move)
        changes = [part.split(": ", 1) for part in exercise.answers[exercise.right].split("; ")]
        what, last = changes.pop()
        points = session.game.interpreter.points(session.state, 0, 0)
        assert what == "your score" and last.split()[-1] == signed(points)
        lying = {
            (item.name, place_called(plan, zone, 0))
            for zone in session.view(0).zones
            for item in zone.items
        }
        for what, change in changes:
            after = change.partition(" → ")[2].partition(" on space")[0]
            assert "," not in after or (what, after) in lying, (what, after)
        assert len(set(exercise.answers)) == len(exercise.answers)


def test_what_depends_on_chance_is_not_asked() -> None:
    """Rolling again may lose the turn, so nobody knows what comes next."""
    for seed in range(1, 4):
        plan = plan_for(load("examples/pig.cairn"))
        assert not any("again." in x.question for x in exam_of(plan, seed))


def test_a_small_game_has_a_shorter_exam_and_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    for name in ("nim", "goofspiel"):
        found = exam_of(plan_for(load(f"examples/{name}.cairn")), 3)
        assert len(found) < QUESTIONS and all(x.key.startswith("exam ") for x in found)
        learn(LearnArguments(ruleset=name, exam=True, seed=3))
        said = f"has fewer questions: {len(found)}." if found else "too few rules for an exam"
        assert said in capsys.readouterr().out


def test_a_score_that_cannot_be_told_yet_is_not_asked_for() -> None:
    assert exam_of(plan_for(load("spades")), 1, 3)


def test_matching_words_fails_the_exam() -> None:
    """A player that picks the option with most words in common gets as much as by chance."""
    right, asked, dice = 0.0, 0, random.Random(1)
    for name in SOME:
        for seed in SEEDS:
            plan, found = exam(name, seed)
            for exercise in found:
                known = words(f"{exercise.question} {drawn(plan, exercise)}")
                order = list(range(len(exercise.answers)))
                dice.shuffle(order)
                best = max(order, key=lambda n: len(words(exercise.answers[n]) & known))
                right += best == exercise.right
                asked += 1
    assert right / asked <= 0.4, (right, asked)


@pytest.mark.parametrize("name", telling(NAMES[:1], NAMES))
def test_nothing_of_the_course_comes_again(name: str) -> None:
    plan, found = exam(name, 1)
    taught = {(x.question, x.position) for x in course_of(plan).exercises}
    assert not any((x.question, x.position) in taught for x in found)


def test_the_same_seed_asks_the_same_and_another_something_else() -> None:
    plan, found = exam("lost-cities-card", 1)
    assert exam_of(plan, 1) == found != exam_of(plan, 4)
