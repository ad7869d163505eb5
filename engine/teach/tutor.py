"""The tutor: says each thing when it first matters, one at a time, while a real game is played.

It knows nothing of terminals and windows: whoever shows the game asks it for the next box before a
choice, tells it what has happened, and shows what it answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from engine.chronicle.chronicle import Chronicle
from engine.chronicle.fired import Firing
from engine.chronicle.happenings import Replays
from engine.compile import layout as at
from engine.game.ledger import grouped
from engine.game.session import Game, Session
from engine.game.visits import by_chance, visits
from engine.language.diagnostics import RulesError
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.catalogue import capital, signed
from engine.teach.phrases import sentence
from engine.teach.plan import LessonPlan
from engine.teach.positions import ShownPosition
from engine.teach.topics import Topic

MOST_MISSED = 5
"""So many things that didn't happen in the game are told after it."""
SETTLED = 3
"""After so many decisions of the learner it is told how the game ends."""
DEALS, DEPTH = 5, 24
"""So many deals are tried for one on which much happens early, each so far."""


@dataclass(frozen=True)
class TutorBox:
    """What is said at once: a heading, at most a few sentences, and the points that it tells.

    `families` and `pieces` are the zones and components that it speaks of, to be lit on a table.
    """

    title: str
    text: str
    points: tuple[int, ...]
    span: Span
    families: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    to_try: ShownPosition | None = None
    """A position that shows what is told, and that the learner may play from."""


class Tutor:
    """Teaches one player a game while it is played: says each thing when it first matters.

    Show `opening()` first, `before(session)` before each choice of the player until it is None, and
    call `after(session)` after each decision of anybody. `missed()` has what didn't happen.

    >>> from engine import Game, Session, Tutor, load, plan_for
    >>> session = Session(Game(load("examples/nim.cairn"), players=2))
    >>> tutor = Tutor(plan_for(session.game.loaded), seat=0)
    >>> tutor.opening().text, tutor.before(session).title
    ('Take the last match.', 'What you can do')
    """

    def __init__(self, plan: LessonPlan, seat: int) -> None:
        """Begin; nothing has been said yet."""
        self.plan = plan
        self.seat = seat
        self.said: set[int] = set()
        self.boxes: list[TutorBox] = []
        self.silent = False
        self._waiting: list[Topic] = []
        self._chosen = 0
        self._by_span: dict[tuple[str, int], Topic] = {}
        for point in reversed(plan.points):
            if not isinstance(point.node, m.Header):
                self._by_span[point.span.file, point.span.line] = point

    def opening(self) -> TutorBox:
        """Return the first box: what the game is about."""
        aim = self.plan.of("aim")[0]
        return self._say(self.plan.title, aim.sentence, [aim])

    def before(self, session: Session) -> TutorBox | None:
        """Return what to say before the learner decides; None when there is nothing new.

        One box at a time: the player who has closed it may ask again.
        """
        if self.silent or session.over:
            return None
        choice = self._choice(session)
        if choice is not None:
            return choice
        while self._waiting:
            point = self._waiting.pop(0)
            if point.number not in self.said:
                return self._point(point)
        line = self._counting(session)
        if line is not None:
            return line
        if self._chosen >= SETTLED:
            for point in self.plan.of("ending"):
                if point.number not in self.said:
                    return self._point(point)
        return None

    def after(self, session: Session) -> None:
        """Take note of a decision, anybody's: what it set off is told at the next occasion."""
        if session.history and session.history[-1].seat == self.seat:
            self._chosen += 1
        for fired in Chronicle(session).fired(len(session.history), self.seat):
            point = self._by_span.get((fired.span.file, fired.span.line))
            if point is None or point.kind == "action" or point in self._waiting:
                continue
            if point.kind == "phase" and not point.own:
                continue  # What it lets choose is told at the choice.
            if point.number not in self.said:
                self._waiting.append(point)

    def refused(self, span: Span, why: str) -> TutorBox:
        """Return the answer to a move that isn't legal; the rule that forbids it is told by it."""
        points = self._forbidding(span)
        return self._say(self.plan.speech.say("forbidden"), sentence(why), points, span)

    def tells(self, span: Span) -> bool:
        """Return whether what stands here forbids moves, and hasn't been said yet."""
        return any(point.number not in self.said for point in self._forbidding(span))

    def _forbidding(self, span: Span) -> list[Topic]:
        """Return the point that stands here, if it forbids moves."""
        point = self._by_span.get((span.file, span.line))
        return [point] if point is not None and point.kind in ("require", "rule") else []

    def walk(self, session: Session) -> list[TutorBox]:
        """Return the learner's score, after the game: a box for each turn of a loop."""
        boxes = []
        for ledger in session.ledgers(self.seat):
            total = 0
            for group in grouped(ledger.rows):
                if group.total is None or (not group.total and len(group.rows) == 1):
                    continue
                total = total * group.total if group.factor else total + group.total
                several = group.rows if len(group.rows) > 1 else ()
                rows = [f"{row.label} {row.shown}" for row in several]
                rows.append(f"{group.shown} → {signed(total)}")
                points = [self._by_span.get((row.span.file, row.span.line)) for row in group.rows]
                known = list({point.number: point for point in points if point}.values())
                label = capital(group.label)
                boxes.append(self._say(label, "\n".join(rows), known, group.rows[0].span))
        heading = self.plan.speech.say("head winner")
        winners = self.plan.of("winner")
        return boxes + [self._say(heading, point.sentence, [point]) for point in winners]

    def left(self) -> Iterator[tuple[Topic, ShownPosition]]:
        """Yield what didn't happen in the game, each with a position to try."""
        sentences = {self.plan.points[number].sentence for number in self.said}
        for point in self.plan.of(
            "require", "rule", "reaction", "ending", "line", "after", "action"
        ):
            if point.number not in self.said and point.sentence not in sentences:
                sentences.add(point.sentence)
                positions = [p for p in self.plan.positions(point) if p.title]
                if positions:
                    yield point, positions[0]

    def missed(self) -> list[TutorBox]:
        """Return boxes on what didn't happen in the game, each with a position to try."""
        heading = self.plan.speech.say("head missed")
        found = list(self.left())[:MOST_MISSED]
        return [
            replace(self._say(heading, titled(p, ". "), [p], p.span), to_try=position)
            for p, position in found
        ]

    # -------------------------------------------------------------- boxes

    def _choice(self, session: Session) -> TutorBox | None:
        """Return what can be done here, if something of it is new."""
        words: dict[str, str] = {}
        for legal in session.legal():
            words.setdefault(legal.text.partition("(")[0], legal.words)
        known = {p.node.number: p for p in self.plan.of("action") if isinstance(p.node, m.Action)}
        offered = [x.action for x in session.game.wording.actions(session.state[at.PC])]
        every = {
            known[x.number]: words[x.name] for x in offered if x.name in words and x.number in known
        }
        new = [point for point in every if point.number not in self.said]
        if not new:
            return None
        lines = []
        for point in new[:2]:
            example = every[point]
            one = sentence(self.plan.speech.say("for example", example))
            varies = point.own and example and sentence(example) != point.sentence
            lines.append(f"{point.title}. {one if varies else point.sentence}")
        heading = self.plan.speech.say("head choice")
        return self._say(heading, "\n".join(lines), new[:2])

    def _counting(self, session: Session) -> TutorBox | None:
        """Return what to say of a line of the score that counts for the learner for the first time.

        It is told by the sentence of its score, or its own where that has been said, and its value.
        """
        for ledger in session.game.ledgers.ledgers(session.state, self.seat, self.seat):
            for row in ledger.rows:
                if row.value in (None, 0) or (row.kind == "times" and row.value == 1):
                    continue
                point = self._by_span.get((row.span.file, row.span.line))
                if point is None or point.number in self.said:
                    continue
                outer = self.plan.points[point.inside] if point.inside is not None else point
                first = [outer] if outer.own and outer.number not in self.said else []
                points = [*first, point]
                now = sentence(self.plan.speech.say("counts now", row.shown))
                label = capital(row.label)
                return self._say(label, f"{points[0].sentence} {now}", points)
        return None

    def _point(self, point: Topic) -> TutorBox:
        return self._say(point.title, point.sentence, [point])

    def _say(
        self, title: str, text: str, points: list[Topic], span: Span | None = None
    ) -> TutorBox:
        self.said |= {point.number for point in points}
        place = span or (points[0].span if points else self.plan.points[0].span)
        spoken = [self.plan.points[n] for point in points for n in (point.number, *point.after)]
        families = dict.fromkeys(point.name for point in spoken if point.kind == "zone")
        pieces = dict.fromkeys(point.name for point in spoken if point.kind == "piece")
        numbers = tuple(p.number for p in points)
        box = TutorBox(title, text, numbers, place, tuple(families), tuple(pieces))
        self.boxes.append(box)
        return box


def titled(point: Topic, joint: str) -> str:
    """Return a point's sentence with its title before it, if it doesn't begin with it already."""
    known = point.sentence.startswith(point.title)
    return point.sentence if known else f"{point.title}{joint}{point.sentence}"


def good_deal(game: Game, starter: int = 0) -> int:
    """Return the seed of a deal on which many parts of the rules matter early.

    Tried with moves at random: each part counts more the sooner it is met.
    """
    best, firing = (-1.0, 1), Firing(Replays(game))
    for seed in range(1, DEALS + 1):
        met: dict[int, int] = {}
        state = game.interpreter.start(seed, starter)
        with suppress(RulesError):
            for visit in visits(game.interpreter, state, DEPTH, by_chance(seed)):
                for part in firing.fired(state, visit.move, None):
                    met.setdefault(part.span.line, visit.number)
        worth = sum(1 / (1 + ply) for ply in met.values()) + len(met)
        best = max(best, (worth, -seed))
    return abs(int(best[1]))
