"""Hand-written lessons: those of the library fit and are whole; broken ones are told, with places.

A case is `lessons/NN-name.diag`: lessons for the card game, `---- says`, and what is said of them.
`python -m tests.teach.test_lessons` writes what is said now.
"""

from pathlib import Path

import pytest

from engine.rules.files import library
from engine.rules.load import Loaded, find, load, read_text
from engine.table.addressed import addressed
from engine.teach.course import course_of
from engine.teach.lesson_positions import check_lessons, lessons_of
from engine.teach.lessons import SUFFIX, VALUE
from engine.teach.plan import plan_for
from tests.scope import CLASSICS, SAMPLE

HERE = Path(__file__).parent / "lessons"
CASES = sorted(HERE.glob("*.diag"))
SAYS = "---- says\n"
WITH_LESSONS = [
    path.stem for path in library() if path.with_suffix("").with_suffix(SUFFIX).exists()
]


def laid_out(folder: Path, lessons: str) -> Loaded:
    """The card game in a folder of its own, with these lessons beside it."""
    rules = folder / "mine.cairn"
    rules.write_text(read_text(find("lost-cities-card")), encoding="utf-8")
    (folder / f"mine{SUFFIX}").write_text(lessons, encoding="utf-8")
    return load(rules)


def said_of(folder: Path, lessons: str) -> str:
    loaded = laid_out(folder, lessons)
    found = "\n\n".join(d.render(loaded.findings.sources) for d in check_lessons(loaded))
    return found.replace(f"{folder}/", "") + "\n"


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_what_is_said_of_broken_lessons(path: Path, tmp_path: Path) -> None:
    lessons, _, says = path.read_text(encoding="utf-8").partition(SAYS)
    assert said_of(tmp_path, lessons) == says


def test_a_course_goes_on_without_a_lesson_that_no_longer_fits(tmp_path: Path) -> None:
    fits = "  - {title: Fits, position: given my hand has red 4, text: x, move: explore(red 4)}\n"
    lost = "  - {title: Lost, position: given my hand has red 1, text: x, move: explore(red 1)}\n"
    loaded = laid_out(tmp_path, f"lessons:\n{lost}{fits}")
    course = course_of(plan_for(loaded))
    assert course.exercises[0].title == "Fits" and len(course.exercises) > 6
    (problem,) = course.problems
    assert problem.message.startswith("the lesson 'Lost' doesn't fit the rules: no piece is called")


def test_many_lessons_with_the_same_mistake_spoil_no_other(tmp_path: Path) -> None:
    fits = "  - {title: Fits, position: given my hand has red 4, text: x, move: explore(red 4)}\n"
    wrong = "  - {title: Lost, position: given my hnad has red 4, text: x, move: explore(red 4)}\n"
    found, problems = lessons_of(laid_out(tmp_path, f"lessons:\n{wrong * 5}{fits}{wrong}"))
    assert [one.lesson.title["en"] for one in found] == ["Fits"]
    assert [p.span.line for p in problems] == [2, 3, 4, 5, 6, 8]


def test_a_lesson_takes_the_place_of_a_made_exercise(tmp_path: Path) -> None:
    lesson = "lessons:\n  - {title: Mine, about: rule fits, text: x}\n"
    plan = plan_for(laid_out(tmp_path, lesson))
    found = [plan.points[x.point].key for x in course_of(plan).exercises]
    assert found.count("rule fits") == 1 and found[0] == "rule fits"


def test_values_in_a_text_are_those_of_the_position(tmp_path: Path) -> None:
    position = "given my expedition[red] = red wager, red 10"
    text = '"{my score} and {size(my hand)}"'
    lesson = f"lessons:\n  - {{title: Mine, position: '{position}', text: {text}}}\n"
    first = course_of(plan_for(laid_out(tmp_path, lesson))).exercises[0]
    assert first.told == "−20 and 8"


def test_a_seat_in_a_text_is_read_as_who_sits_there(tmp_path: Path) -> None:
    text = '"Then {seat 2} leads. {seat 2} draws."'
    loaded = laid_out(tmp_path, f"lessons:\n  - {{title: Mine, text: {text}}}\n")
    told = course_of(plan_for(loaded)).exercises[0].told
    assert told == "Then seat 2 leads. Seat 2 draws."
    assert addressed(told, ["You", "Ada"], you=0) == "Then Ada leads. Ada draws."


def test_a_variant_keeps_only_lessons_on_what_it_has_not_changed() -> None:
    board, other = (course_of(plan_for(load(n))) for n in ("lost-cities-board", "auf-und-ab"))
    titles, kept = ([x.title for x in c.exercises if x.title] for c in (board, other))
    assert "Equal or higher" in titles and "Setting out" in titles
    assert "The researcher" in kept and not {"Equal or higher", "Setting out"} & set(kept)


@pytest.mark.parametrize("name", WITH_LESSONS)
def test_each_lesson_of_the_library_is_there_in_three_languages(name: str) -> None:
    loaded = load(name)
    found, problems = lessons_of(loaded)
    assert problems == [] and len(found) >= (2 if name in CLASSICS else 4)
    keys = {point.key for point in plan_for(loaded).points}
    for one in found:
        assert set(one.lesson.about) <= keys, one.lesson.title
        for path, words in one.lesson.texts():
            if VALUE.sub("", words["en"]).strip():
                assert set(words) == {"en", "de", "fr"}, (one.lesson.title, path)
    assert any(one.moves for one in found)
    assert name in CLASSICS or any(one.lesson.answers for one in found)


@pytest.mark.parametrize(
    "name", [name for name in WITH_LESSONS if name in {path.stem for path in SAMPLE}]
)
def test_each_move_of_a_lesson_is_judged_at_the_table(name: str) -> None:
    for exercise in course_of(plan_for(load(name), "de")).exercises:
        if exercise.title and exercise.moves:
            right, reply = exercise.judged(exercise.moves[0])
            assert right and reply == exercise.replies[exercise.right]
            assert exercise.judged("nothing like it") == (False, exercise.other)


if __name__ == "__main__":
    import tempfile

    for case in CASES:
        with tempfile.TemporaryDirectory() as folder:
            text = case.read_text(encoding="utf-8").partition(SAYS)[0]
            case.write_text(text + SAYS + said_of(Path(folder), text), encoding="utf-8")
