"""Exercises made from a lesson plan: a position, a question, some answers, one of them right.

A wrong answer has a reply of its own where the rules give one: the line of the score that was
missed, or the rule that forbids the move.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

from engine.compile import layout as at
from engine.game.ledger import LedgerRow
from engine.game.session import Session
from engine.language.diagnostics import RulesError
from engine.rules import model as m
from engine.teach.plan import Plan
from engine.teach.points import Point
from engine.teach.positions import Position, open_position

ANSWERS = 4
"""So many answers there are at most."""


@dataclass(frozen=True)
class Exercise:
    """A question on a point. `key` stays while the point's sentence does; `right` is an index.

    `replies`: what is said of each answer. `position` is shown with it, where there is one.
    """

    key: str
    point: int
    question: str
    answers: tuple[str, ...]
    right: int
    replies: tuple[str, ...]
    position: Position | None = None


def key_of(point: Point) -> str:
    """Return what progress is kept under: a point whose sentence has changed is new again."""
    said = sha256(f"{point.sentence}\n{point.more}".encode()).hexdigest()[:12]
    return f"{point.key}|{said}"


def exercises(plan: Plan, seed: int = 1) -> list[Exercise]:
    """Return an exercise for each point that one can be made of, the same for the same seed."""
    maker = _Maker(plan, random.Random(seed))
    return list(maker.all())


class _Maker:
    def __init__(self, plan: Plan, dice: random.Random) -> None:
        self.plan = plan
        self.dice = dice
        self.say = plan.speech.say

    def all(self) -> Iterator[Exercise]:
        """Yield the exercises in the order of the plan."""
        dull = ("aim", "players", "rounds", "teams", "start", "type", "advice", "option")
        for point in self.plan.points:
            if point.kind in dull:
                continue
            made = self._special(point) or self._which(point)
            if made is not None:
                yield made

    def _special(self, point: Point) -> Exercise | None:
        try:
            match point.kind:
                case "require" | "rule":
                    return self._forbids(point)
                case "action":
                    return self._legal(point)
                case "line" | "score":
                    return self._worth(point)
                case _:
                    return None
        except (RulesError, ValueError, IndexError):
            return None  # The position doesn't fit any more; the plain question does.

    def _mixed(
        self, point: Point, question: str, told: list[tuple[str, str]], position: Position | None
    ) -> Exercise | None:
        """Return an exercise of answers with replies, of which the first is right, mixed."""
        seen: dict[str, str] = {}
        for answer, reply in told:
            seen.setdefault(answer, reply)
        rows = list(seen.items())[:ANSWERS]
        if len(rows) < 2:
            return None
        right = rows[0]
        self.dice.shuffle(rows)
        return Exercise(
            key_of(point), point.number, question, tuple(a for a, _ in rows), rows.index(right),
            tuple(reply for _, reply in rows), position,
        )  # fmt: skip

    def _forbids(self, point: Point) -> Exercise | None:
        """Ask which rule forbids a move that is refused."""
        refused = next((p for p in self.plan.positions(point) if not p.legal), None)
        if refused is None:
            return None
        others = [
            p for p in self.plan.of("require", "rule", "ending") if p.sentence != point.sentence
        ]
        self.dice.shuffle(others)
        question = self.say("ask forbids", self._shown(refused))
        told = [(point.sentence, point.sentence)]
        told += [(p.sentence, point.sentence) for p in others]
        return self._mixed(point, question, told, refused)

    def _legal(self, point: Point) -> Exercise | None:
        """Ask which of some moves is legal, or which one isn't."""
        assert isinstance(point.node, m.Action)
        for position in self.plan.positions(point):
            session = self._open(position)
            legal = session.legal()
            mine = [x for x in legal if x.text.partition("(")[0] == point.node.name]
            wrong = self._refused(session, point.node)
            if mine and wrong:
                chosen = self.dice.choice(mine)
                told = [(f"{chosen.shown}", chosen.words or point.sentence)]
                return self._mixed(point, self.say("ask legal"), told + wrong, position)
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

    def _worth(self, point: Point) -> Exercise | None:
        """Ask what a score is; wrong answers are those that miss one line of it."""
        for position in self.plan.positions(point):
            session = self._open(position)
            ledgers = session.ledgers(0)
            ledger = ledgers[0] if ledgers else None
            if ledger is None or not ledger.total or not position.title:
                continue
            told = [(str(ledger.total), _added(ledger.rows))]
            for missed in ledger.rows:
                total = _sum([row for row in ledger.rows if row is not missed])
                told.append((str(total), self.say("missed", missed.label, str(missed.value))))
            return self._mixed(point, self.say("ask worth"), told, position)
        return None

    def _which(self, point: Point) -> Exercise | None:
        """Ask which sentence is true of something."""
        others = [p for p in self.plan.of(point.kind) if p.title != point.title] or [
            p for p in self.plan.points if p.own and p.kind != point.kind
        ]
        self.dice.shuffle(others)
        told = [(point.sentence, point.sentence)]
        told += [(p.sentence, f"{p.title}: {p.sentence}") for p in others]
        return self._mixed(point, self.say("ask which", point.title), told, None)

    def _open(self, position: Position) -> Session:
        return open_position(self.plan.loaded, position, self.plan.language)

    def _shown(self, position: Position) -> str:
        return position.move.replace("_", " ")


def _sum(rows: Sequence[LedgerRow]) -> int:
    total = 0
    for row in rows:
        total = total * (row.value or 0) if row.kind == "times" else total + (row.value or 0)
    return total


def _added(rows: Sequence[LedgerRow]) -> str:
    told = [f"{row.label} {'× ' if row.kind == 'times' else ''}{row.value}" for row in rows]
    return ", ".join(told)
