"""Exercises made from a lesson plan: a position, a question, some answers, one of them right.

A wrong answer has a reply of its own where the rules give one: the line of the score that was
missed, or the rule that forbids the move.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from engine.chronicle.happenings import Replays
from engine.compile import layout as at
from engine.game.interpreter import Move
from engine.game.ledger import Ledger, LedgerRow
from engine.game.session import Session
from engine.language.diagnostics import RulesError
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.catalogue import signed
from engine.rules.said import Said, joined
from engine.teach.book import read_out
from engine.teach.exercises import ANSWERS, Exercise, key_of, mixed, shown_move
from engine.teach.phrases import sentence
from engine.teach.plan import LessonPlan
from engine.teach.positions import ShownPosition, open_position
from engine.teach.topics import Topic

_DULL = ("aim", "players", "rounds", "teams", "start", "type", "advice", "option")
MOST_TRIED = 40
"""Of so many legal moves at most it is seen what they set off."""
ENOUGH = 6
"""With so many exercises at positions, none is added that only asks which sentence fits a word."""


def made_exercises(
    plan: LessonPlan, dice: random.Random, taught: set[str], lessons: int = 0
) -> list[Exercise]:
    """Return exercises at positions, in the plan's order, but for points that lessons teach.

    A game with so few of them, its `lessons` counted, that they are no course also gets some that
    ask which sentence is true of something.
    """
    maker = _Maker(plan, dice)
    points = [
        point
        for point in plan.points
        if point.kind not in _DULL and point.key not in taught and not _by_a_rule(point)
    ]
    made = {point.number: maker.special(point) for point in points}
    for point in points:
        if lessons + sum(one is not None for one in made.values()) >= ENOUGH:
            break
        made[point.number] = made[point.number] or maker.which(point)
    return [one for one in made.values() if one is not None]


def _by_a_rule(point: Topic) -> bool:
    """Return whether a requirement only asks a named rule, which has an exercise of its own."""
    node = point.node
    return isinstance(node, m.Require) and not point.own and isinstance(node.condition, m.RuleCall)


class _Maker:
    def __init__(self, plan: LessonPlan, dice: random.Random) -> None:
        self.plan = plan
        self.dice = dice
        self.say = plan.speech.say
        self.turn = 0

    def special(self, point: Topic) -> Exercise | None:
        """Return an exercise at a position that shows the point."""
        with suppress(RulesError, ValueError, IndexError):  # else the plain question does
            match point.kind:
                case "require" | "rule":
                    return self._forbids(point)
                case "action":
                    return self._legal(point)
                case "line":
                    return self._worth(point)
                case "score":
                    return self._mistake(point) or self._worth(point)
                case "reaction" | "ending" | "after":
                    self.turn += 1
                    kinds = [self._bring_about, self._what_happens]
                    first, second = kinds if self.turn % 2 else reversed(kinds)
                    return first(point) or second(point)
                case "winner":
                    return self._who_wins(point)
                case _:
                    return None
        return None

    def _mixed(
        self,
        point: Topic,
        question: str,
        answers: Sequence[tuple[str, str]],
        position: ShownPosition | None,
        moves: Sequence[str] = (),
        other: str = "",
    ) -> Exercise | None:
        """Return an exercise of answers with replies, of which the first is right, mixed."""
        if len({answer for answer, _ in answers}) < 2:
            return None
        return Exercise(
            key_of(point), point.number, question, *mixed(answers, self.dice), position,
            moves=tuple(moves), other=other,
        )  # fmt: skip

    def _open(self, position: ShownPosition) -> Session:
        return open_position(self.plan.loaded, position, self.plan.language)

    # -------------------------------------------------------------- rules

    def _forbids(self, point: Topic) -> Exercise | None:
        """Ask which rule forbids a move that is refused."""
        refused = next((p for p in self.plan.positions(point) if not p.legal), None)
        if refused is None:
            return None
        session = self._open(refused)
        right = session.explain(session.seat or 0, refused.move).sentence
        others = [
            p for p in self.plan.of("require", "rule", "ending")
            if p.sentence not in (point.sentence, right) and not _by_a_rule(p)
        ]  # fmt: skip
        self.dice.shuffle(others)
        answers = [(right, right), *((p.sentence, right) for p in others)]
        shown = shown_move(session, refused.move)
        return self._mixed(point, self.say("ask forbids", shown), answers, refused)

    def _legal(self, point: Topic) -> Exercise | None:
        """Ask which of some moves is legal."""
        assert isinstance(point.node, m.Action)
        for position in self.plan.positions(point):
            session = self._open(position)
            legal = session.legal()
            mine = [x for x in legal if x.canonical.name == point.node.name]
            wrong = self._refused(session, point.node)
            if mine and wrong:
                chosen = self.dice.choice(mine)
                answers = [(chosen.shown, chosen.words or point.sentence)]
                answers += [(shown_move(session, text), why) for text, why in wrong]
                return self._mixed(point, self.say("ask legal"), answers, position)
        return None

    def _refused(self, session: Session, action: m.Action) -> list[tuple[str, str]]:
        """Return moves of an action that aren't legal here, with the reasons."""
        seat = session.state[at.ME]
        legal = {x.text for x in session.legal()}
        found: list[tuple[str, str]] = []
        if len(action.parameters) != 1:
            return found
        names: list[str] = []
        for zone in session.view(seat).zones:
            names += [item.name for item in zone.items if item.name]
        for enum in self.plan.rules.enums.values():
            names += [member.name for member in enum.members]
        for name in dict.fromkeys(names):
            text = f"{action.name}({name})"
            if text in legal or len(found) >= ANSWERS - 1:
                continue
            why = session.explain(seat, text)
            if not why.legal and any(why.span.line == r.span.line for r in action.requires):
                found.append((text, why.sentence))
        return found

    # -------------------------------------------------------------- scores

    def _counted(self, point: Topic) -> Iterator[tuple[ShownPosition, Ledger]]:
        """Yield positions of examples in which there is something to count."""
        for position in self.plan.positions(point):
            ledgers = self._open(position).ledgers(0)
            if ledgers and ledgers[0].total and position.title:
                yield position, ledgers[0]

    def _worth(self, point: Topic) -> Exercise | None:
        """Ask what a score is; wrong answers are those that miss one line of it."""
        for position, ledger in self._counted(point):
            answers = [(signed(ledger.total or 0), _added(ledger.rows))]
            for missed in ledger.rows:
                total = _sum([row for row in ledger.rows if row is not missed])
                answers.append((signed(total), self.say("missed", missed.label, missed.shown)))
            return self._mixed(point, self.say("ask worth"), answers, position)
        return None

    def _mistake(self, point: Topic) -> Exercise | None:
        """Ask where someone has counted wrongly: one line of a score has another value."""
        for position, ledger in self._counted(point):
            rows = [row for row in ledger.rows if row.value]
            if len(rows) < 2:
                continue
            wrong = self.dice.choice(rows)
            value = -(wrong.value or 0) if (wrong.value or 0) < 0 else (wrong.value or 0) + 1
            right = self.say("really", wrong.label, wrong.shown)
            counted = replace(wrong, value=value).shown
            answers = [(self.say("title of", wrong.label, counted), right)]
            others = [row for row in rows if row is not wrong]
            told = [(row.label, row.shown) for row in others]
            answers += [(self.say("title of", *one), self.say("is right", *one)) for one in told]
            return self._mixed(point, self.say("ask mistake"), answers, position)
        return None

    def _who_wins(self, point: Topic) -> Exercise | None:
        """Ask who wins a game that is over."""
        for position in self.plan.positions(point):
            session = self._open(position)
            if not session.over or session.game.players < 2:
                continue
            words = session.game.wording.catalogue
            names = [words.seat(seat) for seat in range(session.game.players)]
            scores = zip(names, session.scores, strict=True)
            results = joined(", ", (Said([name, f" {signed(score)}"]) for name, score in scores))
            reply = Said([results, ". ", point.sentence])
            right = self.say("shares") if len(session.winners) > 1 else names[session.winners[0]]
            rows = [(answer, reply) for answer in (right, *names, self.say("shares"))]
            return self._mixed(point, self.say("ask who wins"), rows, position)
        return None

    # -------------------------------------------------------------- what moves set off

    def _set_off(self, session: Session, move: Move) -> set[Span]:
        """Return where the parts of the rules stand that a move sets off."""
        replays = Replays(session.game)
        record = replays.replay(session.state, move).finished()
        return {part.span for part, _ in replays.begun(record)}

    def _bring_about(self, point: Topic) -> Exercise | None:
        """Ask for a move that brings something about."""
        for position in self._before(point):
            session = self._open(position)
            legal = session.legal()
            if not 2 <= len(legal) <= MOST_TRIED:
                continue
            does = {x.text: point.span in self._set_off(session, x.move) for x in legal}
            right = [x for x in legal if does[x.text]]
            wrong = [x for x in legal if not does[x.text]]
            if not right or not wrong:
                continue
            reply = self.say("not about", point.title)
            self.dice.shuffle(wrong)
            answers = [
                (right[0].shown, point.sentence),
                *((x.shown, reply) for x in wrong),
            ]
            question = self.say("ask about", point.sentence)
            moves = [x.text for x in right]
            return self._mixed(point, question, answers, position, moves, reply)
        return None

    def _what_happens(self, point: Topic) -> Exercise | None:
        """Ask what a move sets off."""
        for position in self._before(point):
            session = self._open(position)
            chosen = next((x for x in session.legal() if x.text == position.move), None)
            if chosen is None:
                continue
            heard = self._set_off(session, chosen.move)
            if point.span not in heard:
                continue
            others = [
                p for p in self.plan.of("reaction", "ending", "after", "procedure")
                if p.span not in heard and p.sentence != point.sentence
            ]  # fmt: skip
            self.dice.shuffle(others)
            answers = [(point.sentence, point.sentence)]
            answers += [(p.sentence, self.say("not now", point.sentence)) for p in others]
            answers.append((self.say("nothing more"), self.say("not now", point.sentence)))
            question = self.say("ask happens", chosen.shown)
            return self._mixed(point, question, answers, position)
        return None

    def _before(self, point: Topic) -> Iterator[ShownPosition]:
        """Yield positions before a legal move that shows the point."""
        return (p for p in self.plan.positions(point) if p.legal and p.move)

    # -------------------------------------------------------------- plain

    def which(self, point: Topic) -> Exercise | None:
        """Ask which sentence is true of something."""
        others = [p for p in self.plan.of(point.kind) if p.title != point.title] or [
            p for p in self.plan.points if p.own and p.kind != point.kind
        ]
        self.dice.shuffle(others)
        right = self._in_words(point)
        answers = [(right, right)]
        answers += [
            (said, self.say("title of", p.title, said))
            for p in others[:ANSWERS]
            if (said := self._in_words(p))
        ]
        return self._mixed(point, self.say("ask which", point.title), answers, None)

    def _in_words(self, point: Topic) -> str:
        """Return what is said of something, without its name; of an action, how it reads."""
        words = read_out(self.plan, point) if point.kind == "action" else ""
        name = self.say("title of", point.title, "").rstrip()
        named = point.sentence.startswith(name)
        return words or (sentence(point.sentence.removeprefix(name)) if named else point.sentence)


def _sum(rows: Sequence[LedgerRow]) -> int:
    total = 0
    for row in rows:
        total = total * (row.value or 0) if row.kind == "times" else total + (row.value or 0)
    return total


def _added(rows: Sequence[LedgerRow]) -> str:
    count = [row for row in rows if row.value not in ((1,) if row.kind == "times" else (0,))]
    return joined(", ", (Said([row.label, " ", row.shown]) for row in count or rows))
