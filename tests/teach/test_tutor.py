"""What the tutor says while a game is played is true, and comes when it happens."""

import io
import random
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
import typer

from engine.cli.arguments import LearnArguments
from engine.cli.learn import learn
from engine.game.ledger import grouped
from engine.game.session import Game, Session
from engine.rules.catalogue import capital, signed
from engine.rules.load import find, load, read_text
from engine.teach.boxes import TutorBox
from engine.teach.coach import coached
from engine.teach.kept_lesson import KeptLesson
from engine.teach.plan import plan_for
from engine.teach.progress import Progress, progress_file
from engine.teach.tutor import MOST_FIRST, Tutor
from tests.scope import ALL, telling
from tests.viewer.app.hands import game, near_the_end

NAMES = (
    "lost-cities-card", "lost-cities-board", "lost-cities-rivals", "lost-cities-roll-and-write",
    "auf-und-ab",
)  # fmt: skip
GAMES = 200 if ALL else 4
"""So many games of each are played."""
DECISIONS = 60 if ALL else 5
"""So many decisions of each are listened to, from some moment on."""


def told(
    session: Session, tutor: Tutor, dice: random.Random, most: int = DECISIONS
) -> Iterator[list[TutorBox]]:
    """Play at random, and yield the boxes before each choice of the learner."""
    last = len(session.history) + most
    while not session.over and len(session.history) < last:
        tutor.after(session)
        if session.seat == tutor.seat:
            yield list(iter(lambda: tutor.before(session), None))
        session.apply(dice.choice(list(session.game.interpreter.legal(session.state))))


def parts(session: Session, decisions: int) -> set[tuple[str, str]]:
    """What each part of the learner's score comes to, and each of its lines."""
    state = list(session.state_after(decisions))
    found = set()
    for ledger in session.game.ledgers.ledgers(state, 0, 0):
        found |= {(capital(g.label), signed(g.total)) for g in grouped(ledger.rows)}
        found |= {(row.label, row.shown) for row in ledger.rows}
    return found


def counters(session: Session, decisions: int) -> set[tuple[str, str | None]]:
    """What the learner's counters come to."""
    seen = session.at(decisions).view(0).variables
    return {(f"Your {v.family}", v.value) for v in seen if v.owner == 0}


@pytest.mark.parametrize("name", NAMES)
def test_no_box_says_what_the_ledger_does_not(name: str) -> None:
    played = game(name)
    words = {
        played.wording.catalogue.name(one.name)
        for enum in played.rules.enums.values()
        if enum.name == "Colour"
        for one in enum.members
    }
    plan = plan_for(played.loaded, "en", 2)
    own = {point.sentence for point in plan.points if point.own}
    for seed in range(GAMES):
        session, dice = Session(played, seed), random.Random(seed)
        for _ in range(dice.randrange(60)):
            move = dice.choice(list(played.interpreter.legal(session.state)))
            session.apply(move)
            if session.over:
                session.undo()
                break
        heard = len(session.history)
        tutor = Tutor(plan, 0, heard)
        for boxes in told(session, tutor, dice):
            known = [parts(session, n) for n in range(heard, len(session.history) + 1)]
            first, heard = heard, len(session.history)
            for row in (row for box in boxes for row in box.text.splitlines()):
                change = re.fullmatch(r"(.+): (\S+) → (\S+?)(?: \((.+)\))?", row)
                if change is None:
                    continue
                label, _, after, made = change.groups()
                if label.startswith("Your "):
                    counted = [counters(session, n) for n in range(first, heard + 1)]
                    assert any((label, after) in now for now in counted), row
                    continue
                assert any((label, after) in now for now in known) or after == "0"
                for part in (made or "").split(", "):
                    line = re.fullmatch(r"(.+?) (× ?\S+|\S+)", part)
                    assert not part or (line and any(line.groups() in now for now in known)), row
            for box in boxes:
                lines = [row for row in box.text.splitlines() if row not in own and "→" not in row]
                for said in lines if box.title == plan.speech.say("head score now") else ():
                    head, _, text = said.partition(": ")
                    named = {word for word in words if re.search(rf"\b{word}\b", text)}
                    assert named <= {word for word in words if word in head.lower()}, said


@pytest.mark.parametrize("name", telling(NAMES[2:4], NAMES))
def test_asking_again_brings_no_box(name: str) -> None:
    session, dice = Session(game(name), 3), random.Random(3)
    tutor = Tutor(plan_for(session.game.loaded, "en", 2), 0)
    tutor.opening(session.game)
    for number, _ in zip(count(), told(session, tutor, dice, 14), strict=False):
        said = set(tutor.said)
        assert tutor.before(session) is None and tutor.said == said
        if tutor._turns(session) < 5:
            assert sum(not box.brief for box in tutor.boxes) <= MOST_FIRST, number


def test_a_game_begins_with_four_lines() -> None:
    for name in NAMES:
        plan = plan_for(game(name).loaded, "en", 2)
        lines = Tutor(plan, 0).opening(game(name)).text.splitlines()
        assert len(lines) == 4 and all(line.endswith(".") for line in lines), lines


def test_a_move_that_is_called_by_its_sentence_is_told_once() -> None:
    session = Session(game("lost-cities-roll-and-write"), 3)
    tutor = Tutor(plan_for(session.game.loaded, "en", 2), 0)
    boxes = list(iter(lambda: tutor.before(session), None))
    lines = [line for box in boxes for line in box.text.splitlines() if "Use no dice" in line]
    assert lines and all(line.count("Use no dice") == 1 for line in lines)


def test_why_there_is_a_choice_is_told_with_it() -> None:
    session = Session(game("lost-cities-roll-and-write"), 3)
    tutor = Tutor(plan_for(session.game.loaded, "en", 2), 0)
    dice, texts = random.Random(1), list[str]()
    while not any("free number" in text for text in texts):
        tutor.after(session)
        texts = [box.text for box in iter(lambda: tutor.before(session), None)]
        session.apply(dice.choice(list(session.game.interpreter.legal(session.state))))
    told = next(text for text in texts if "free number" in text)
    assert "V a free number" in told and "3 → A, 5 → V" in told, "with the table of spaces"


def test_a_game_with_fewer_rounds_says_so() -> None:
    played = game("short-game")
    lines = Tutor(plan_for(played.loaded, "en", 2), 0).opening(played).text.splitlines()
    assert lines[1] == "One round is played."


def test_a_move_that_costs_by_an_untold_rule_is_warned_of_once() -> None:
    session = Session(game("lost-cities-card"), 5)
    tutor = Tutor(plan_for(session.game.loaded, "en", 2), 0)
    costly = next(x for x in session.legal() if x.text.startswith("explore"))
    warning = tutor.warning(session, costly.move)
    assert warning is not None and warning.title.startswith("This move lowers your score")
    assert "subtract 20" in warning.text and tutor.warning(session, costly.move) is None
    cheap = next(x for x in session.legal() if x.text.startswith("discard"))
    assert tutor.warning(session, cheap.move) is None


def test_what_happened_is_not_listed_as_missing() -> None:
    played = game("lost-cities-board")
    session, dice = Session(played, 3, fair=False), random.Random(3)
    session.state = list(near_the_end(played))
    tutor = Tutor(plan_for(played.loaded, "en", 2), 0)
    while not session.over:
        session.apply(dice.choice(list(played.interpreter.legal(session.state))))
        tutor.after(session)
    tutor.walk(session)
    missing = [point for point, _ in tutor.left()]
    assert missing and "after" not in {point.kind for point in missing}


def test_a_rule_that_a_step_has_asked_is_not_listed_as_missing() -> None:
    session, dice = Session(game("lost-cities-rivals"), 5), random.Random(2)
    tutor = Tutor(plan_for(session.game.loaded, "en", 2), 0)
    for _ in range(12):
        session.apply(dice.choice(session.legal()).move)
        tutor.after(session)
    assert "wanted" not in {point.name for point, _ in tutor.left()}


def test_what_the_learner_has_done_is_told_after_the_answer_of_the_others() -> None:
    session = Session(game("lost-cities-card"), 5)
    tutor = Tutor(plan_for(session.game.loaded, "en", 2), 0)
    moves = iter(("explore", "draw", "discard", "draw"))
    while tutor.before(session):
        pass
    for name in moves:
        session.apply(next(x for x in session.legal() if x.canonical.name == name).move)
        tutor.after(session)  # as text play does, which keeps the lesson after each decision
    heading = tutor.plan.speech.say("head score now")
    assert session.seat == 0
    assert heading in {box.title for box in iter(lambda: tutor.before(session), None)}


def test_what_a_tile_brings_is_told_when_it_first_does() -> None:
    played = game("lost-cities-board")
    plan = plan_for(played.loaded, "en", 2)
    session, dice = Session(played, 3, fair=False), random.Random(7)
    tutor, other = Tutor(plan, 0), Tutor(plan, 0)
    boxes = [box for boxes in told(session, tutor, dice, 24) for box in boxes]
    rows = [row for box in boxes for row in box.text.splitlines()]
    assert "Your coins: 0 → 15. Your victory points." in rows
    assert any(row.startswith("Artifact: event, green, 2 → your finds. Art") for row in rows)
    other.said = {point.number for point in plan.points}
    other.after(session)
    brief = [box.text for box in iter(lambda: other.before(session), None) if box.brief]
    assert "Your coins: 0 → 15" in brief


def test_each_kind_of_costly_move_is_warned_of_also_among_the_first_boxes() -> None:
    session = Session(game("lost-cities-board"), 5)
    tutor = Tutor(plan_for(session.game.loaded, "en", 2), 0)
    tutor.boxes += [tutor.opening(session.game)] * MOST_FIRST
    kinds = ("adventurer", "researcher")
    costly = {who: x for x in session.legal() for who in kinds if who in x.text}
    first = tutor.warning(session, costly["adventurer"].move)
    again = tutor.warning(session, costly["adventurer"].move)
    other = tutor.warning(session, costly["researcher"].move)
    assert first is not None and again is None
    assert other is not None and "Researcher on" in other.text


def test_a_total_that_stays_although_points_are_lost_is_explained_once() -> None:
    session, dice = Session(game("lost-cities-board"), 5), random.Random(1)
    tutor = Tutor(plan_for(session.game.loaded, "en", 2), 0)
    texts: list[str] = []
    while sum("→ −20" in text for text in texts) < 2:
        mine = [x for x in session.legal() if x.text.startswith("begin")]
        session.apply(dice.choice(mine or session.legal()).move)
        tutor.after(session)
        texts += [box.text for box in iter(lambda: tutor.before(session), None)]
    (told,) = (text for text in texts if "Even so, your total is still 0." in text)
    assert told == next(text for text in texts if "→ −" in text)


def test_a_value_table_comes_with_the_first_box_that_needs_it() -> None:
    session, dice = Session(game("lost-cities-board"), 3), random.Random(3)
    tutor = Tutor(plan_for(session.game.loaded, "en", 2), 0)
    score = tutor.plan.speech.say("head score now")
    rows = [b.text for boxes in told(session, tutor, dice, 14) for b in boxes if b.title == score]
    assert "1 → −20, 2 → −15" in rows[0] and not any("1 → −20" in row for row in rows[1:])


def test_a_line_without_a_sentence_is_told_for_its_own_colour(tmp_path: Path) -> None:
    text = read_text(find("lost-cities-card"))
    start = text.index('  "Add up the numbers')
    rules = tmp_path / "mine.cairn"
    rules.write_text(text[:start] + text[text.index("\n", start) + 1 :], encoding="utf-8")
    played = Game(load(rules), 2)
    session, tutor = Session(played, 5), Tutor(plan_for(played.loaded, "en", 2), 0)
    costly = next(x for x in session.legal() if x.text.startswith("explore(green"))
    warning = tutor.warning(session, costly.move)
    assert warning is not None
    assert "Green cost: Subtract 20." in warning.text and "in your green expedition" in warning.text
    assert "yellow" not in warning.text


def test_a_slip_is_no_rule_that_forbids() -> None:
    session = Session(game("lost-cities-card"), 5)
    tutor = Tutor(plan_for(session.game.loaded, "en", 2), 0)
    slip, rule = (session.explain(0, move) for move in ("explor(red 4)", "take(red)"))
    assert tutor.refused(slip.span, slip.sentence) is None and not tutor.boxes
    assert not rule.legal


def test_a_lesson_is_kept_and_goes_on(tmp_path: Path) -> None:
    played = game("lost-cities-card")
    plan = plan_for(played.loaded, "en", 2)
    session, tutor, dice = Session(played, 5, fair=False), Tutor(plan, 0), random.Random(5)
    tutor.opening(played)
    for _ in told(session, tutor, dice, 9):
        pass
    kept = KeptLesson(tmp_path / "one.lesson")
    assert kept.read(played.loaded, "en", None) is None
    kept.write(session, ["human", "easy"], tutor)
    again = kept.read(played.loaded, "en", 2)
    assert again is not None and again.state == session.state
    other = Tutor(plan, 0, len(again.history))
    kept.remind(other)
    assert (other.said, other.happened) == (tutor.said, tutor.happened)
    kept.path.write_text("damaged", encoding="utf-8")
    assert kept.read(played.loaded, "en", 2) is None
    kept.forget()
    assert not list(tmp_path.iterdir())


def test_a_learner_who_leaves_is_told_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    for typed, shown in (
        ("discard red 5\n" * 2 + "9\n9\nq\n", "cairn learn"),
        ("q\n", "You continue where"),
    ):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        learn(LearnArguments(ruleset="lost-cities-card"))
        assert shown in capsys.readouterr().out


def test_each_answer_of_the_course_is_kept_at_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))

    def killed() -> str:
        raise KeyboardInterrupt

    answers = iter(["1", "2", "3", "4"])
    monkeypatch.setattr(
        "engine.cli.questions.asked", lambda prompt: next(answers, None) or killed()
    )
    with pytest.raises(typer.Exit):
        learn(LearnArguments(ruleset="lost-cities-card", course=True))
    capsys.readouterr()
    assert Progress(progress_file("lost-cities-card")).cards


def test_the_coach_speaks_of_costly_moves_only() -> None:
    session = Session(Game(load("examples/nim.cairn"), 2), fair=False)
    speech = plan_for(session.game.loaded, "en", 2).speech
    for move in ("take(4, 7)", "take(3, 5)", "take(1, 1)"):
        session.play(move)
    assert re.match(r"Coach: take 2, 2 was better. It wins about \d+ of", coached(session, speech))
    session.undo()
    session.play("take(2, 2)")
    assert coached(session, speech) == ""
