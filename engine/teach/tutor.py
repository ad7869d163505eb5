"""The tutor: says each thing when it first matters, one at a time, while a real game is played.

It knows nothing of terminals and windows: whoever shows the game asks it for the next box before a
choice, tells it what has happened, and shows what it answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from engine.agents.evaluation import scores_seen
from engine.chronicle.chronicle import Chronicle
from engine.compile import layout as at
from engine.game.interpreter import Move, State
from engine.game.ledger import Ledger, LedgerRow, grouped
from engine.game.session import Game, Session
from engine.language.frozen import walk
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.catalogue import capital, signed
from engine.teach.boxes import (
    ScoreChange,
    TutorBox,
    built_on,
    opening_lines,
    rules_of,
    same_round,
    score_changes,
    table_lines,
    tables_of,
    tried,
)
from engine.teach.consequences import Consequences
from engine.teach.constructs import Kind
from engine.teach.idle import idle_reactions
from engine.teach.phrases import sentence
from engine.teach.plan import LessonPlan
from engine.teach.positions import ShownPosition
from engine.teach.topics import Topic

MOST_MISSED = 5
"""So many things that didn't happen in the game are told after it."""
MOST_FIRST, SETTLED = 7, 5
"""So many boxes at most appear before this turn of the learner."""
MINOR_FIRST = 4
"""Once there were so many, what can wait does wait until then."""
MOST_AT_ONCE = 3
"""So many boxes at most appear before one decision."""
COSTLY = 10
"""The tutor warns of a move that lowers the score by so much."""
_HEADS: dict[Kind, str] = {
    "rule": "head allowed", "require": "head allowed", "procedure": "head happened",
    "reaction": "head happened", "after": "head happened", "ending": "head happened",
}  # fmt: skip
"""Under which heading a point is told whose own title is only a name in the rules."""


class Tutor:
    """Teaches one player a game while it is played: says each thing when it first matters.

    Show `opening()` first, `before(session)` before each choice of the player until it is None, and
    call `after(session)` after each decision of anybody. `missed()` has what didn't happen.

    >>> from engine import Game, Session, Tutor, load, plan_for
    >>> session = Session(Game(load("examples/nim.cairn"), players=2))
    >>> tutor = Tutor(plan_for(session.game.loaded), seat=0)
    >>> tutor.opening().text.splitlines()[0], tutor.before(session).title
    ('Take the last match.', 'What you can do')
    """

    def __init__(self, plan: LessonPlan, seat: int, heard: int = 0) -> None:
        """Begin; nothing has been said yet. `heard`: the decisions before which it has come."""
        self.plan = plan
        self.seat = seat
        self.said: set[int] = set()
        self.happened: set[int] = set()
        """What the game has come to, said or not, by the numbers of the points."""
        self.boxes: list[TutorBox] = []
        self.silent = False
        self._due: list[TutorBox] = []
        self._heard = heard
        self._moment = -1
        self._room = 0
        """How many more boxes may appear now."""
        self._table: Consequences | None = None
        self._same_total_said = False
        self._by_span: dict[tuple[str, int], Topic] = {}
        for point in reversed(plan.points):
            if not isinstance(point.node, m.Header):
                self._by_span[point.span.file, point.span.line] = point

    def opening(self, game: Game | None = None) -> TutorBox:
        """Return the first box: the aim, the rounds, what a turn is and how it ends, a line each.

        `game` has the options, which may decide how many rounds there are.
        """
        lines, points = opening_lines(self.plan, game)
        return self._say(self._box(self.plan.title, "\n".join(lines), points))

    def before(self, session: Session) -> TutorBox | None:
        """Return what to say before the learner decides; None when there is nothing new.

        One box at a time: the player who has closed it may ask again. Asking again at the same
        decision brings nothing twice.
        """
        if self.silent or session.over:
            return None
        if self._moment != len(session.history):
            self._moment, self._room = len(session.history), MOST_AT_ONCE
            self._due += self._choice(session)
        while self._due:
            box = self._due.pop(0)
            if box.points and self.said.issuperset(box.points):
                continue
            if not box.brief and self._room and not self._enough(session, box.minor):
                self._room -= 1
                return self._say(box)
            if box.brief or box.short:
                short = box.short or box.text
                return self._say(replace(box, text=short, points=(), brief=True))
        return None

    def _enough(self, session: Session, minor: bool = False) -> bool:
        """Return whether the learner, who plays the first turns, has read enough for now."""
        told = sum(not box.brief for box in self.boxes)
        most = MINOR_FIRST if minor else MOST_FIRST
        return told >= most and self._turns(session) < SETTLED

    def _turns(self, session: Session) -> int:
        """Return how many turns of the learner have begun."""
        if session.game.players == 1:
            return len(session.history)
        whose = [decision.state[at.ACTIVE] for decision in session.history]
        runs = [seat for seat, _ in groupby([*whose, session.state[at.ACTIVE]])]
        return runs.count(self.seat)

    def after(self, session: Session) -> None:
        """Take note of the decisions since the last call; the learner's next choice reports them.

        Boxes that the learner could read before their last decision, and didn't, are dropped.
        """
        made = len(session.history)
        self._heard = min(self._heard, made)
        if self._moment == self._heard < made:
            self._due.clear()
        chronicle = Chronicle(session)
        while self._heard < made:
            self._heard += 1
            self._due += self._score(session, self._heard)
            self._due += self._events(chronicle, self._heard)
            self._due += self._brought(session, self._heard)

    def refused(self, span: Span, why: str) -> TutorBox | None:
        """Return a box on the rule that forbids a move; None if no rule does, as after a slip."""
        points = self._forbidding(span)
        if not points:
            return None
        self.happened |= {point.number for point in points}
        return self._say(self._box(self.plan.speech.say("forbidden"), sentence(why), points, span))

    def tells(self, span: Span) -> bool:
        """Return whether what stands here forbids moves, and hasn't been said yet."""
        return any(point.number not in self.said for point in self._forbidding(span))

    def warning(self, session: Session, move: Move) -> TutorBox | None:
        """Return a warning of a legal move that costs the learner points by a rule which nothing
        was said of yet; None where it doesn't, or where that depends on what isn't known.
        """
        if self.silent or session.seat != self.seat:
            return None
        changes = self._certain_changes(session, move)
        lost = _lost(changes)
        points = self._unsaid(row for change in changes for row in change.rows)
        if lost < COSTLY or not points:
            return None
        box = self._score_box(changes, points)
        head = self.plan.speech.say("head warning", str(lost))
        again = self.plan.speech.say("write again")
        return self._say(replace(box, title=head, text=f"{box.text}\n{again}"))

    def _certain_changes(self, session: Session, move: Move) -> list[ScoreChange]:
        """Return what a move changes in the learner's score in all positions that may be so."""
        game, known = session.game, session.information_set(self.seat)
        trials = tried(game, known, move)
        found = [score_changes(game, before, after, self.seat) for before, after in trials]
        return found[0] if found and all(one == found[0] for one in found) else []

    def walk(self, session: Session) -> list[TutorBox]:
        """Return the learner's score, after the game: a box for each turn of a loop."""
        boxes = []
        for ledger in session.ledgers(self.seat):
            total = 0
            self._counted(ledger.rows)
            for group in grouped(ledger.rows):
                if group.total is None or (not group.total and len(group.rows) == 1):
                    continue
                total = total * group.total if group.factor else total + group.total
                several = group.rows if len(group.rows) > 1 else ()
                rows = [f"{row.label} {row.shown}" for row in several]
                rows.append(self.plan.speech.say("so far", group.shown, signed(total)))
                known = self._points(group.rows)
                text, span = "\n".join(rows), group.rows[0].span
                boxes.append(self._say(self._box(capital(group.label), text, known, span)))
        heading = self.plan.speech.say("head winner")
        winners = self.plan.of("winner")
        boxes += [self._say(self._box(heading, point.sentence, [point])) for point in winners]
        return boxes

    def left(self) -> Iterator[tuple[Topic, ShownPosition]]:
        """Yield what didn't happen in the game, each with a position to try."""
        happened = (self.plan.points[number] for number in self.happened)
        asked = {p.number for p in built_on(self.plan, happened) if p.kind == "rule"}
        known = self.said | self.happened | asked
        sentences = {self.plan.points[number].sentence for number in known}
        scores: set[str] = set()
        for point in self.plan.of(
            "require", "rule", "reaction", "ending", "line", "after", "action"
        ):
            if point.number in known or point.sentence in sentences:
                continue
            sentences.add(point.sentence)
            position = next((p for p in self.plan.positions(point) if p.title), None)
            if position is None:
                continue
            if point.kind == "line" and not point.own:
                point = self._scored(point)
                if point.sentence in scores:
                    continue
                scores.add(point.sentence)
            elif point.kind == "require" and not position.legal and position.why:
                why = sentence(position.why)
                point = replace(point, title=why, sentence=why)
            yield point, position

    def _scored(self, line: Topic) -> Topic:
        """Return the point of the score that a line is in if nothing was said of it, else the line
        by its name.
        """
        score = self.plan.points[line.inside] if line.inside is not None else None
        if score is None or not score.own or score.number in self.said:
            return replace(line, sentence=line.title)
        heading = self.plan.speech.say("head score")
        return replace(line, title=heading, sentence=score.sentence, number=score.number)

    def missed(self) -> list[TutorBox]:
        """Return boxes on what didn't happen in the game, each with a position to try."""
        heading = self.plan.speech.say("head missed")
        found = list(self.left())[:MOST_MISSED]
        return [
            replace(self._say(self._box(heading, titled(p, ". "), [p], p.span)), to_try=position)
            for p, position in found
        ]

    # -------------------------------------------------------------- what has happened

    def _events(self, chronicle: Chronicle, number: int) -> list[TutorBox]:
        """Return boxes on the rules that a decision has set off, and take note of them."""
        made = chronicle.session.history[number - 1]
        record = chronicle.secrecy.record(number, self.seat)
        idle = idle_reactions(record, chronicle.replays) if record is not None else set()
        own: list[TutorBox] = []
        others: list[TutorBox] = []
        for fired in chronicle.fired(number, self.seat):
            place = (fired.span.file, fired.span.line)
            point = self._by_span.get(place)
            if point is None or place in idle:
                continue
            self.happened.add(point.number)
            if point.kind == "action" or (point.kind == "phase" and not point.own):
                continue  # What is chosen is told at the choice.
            if point.kind in ("score", "line"):
                continue  # They are told when they change the learner's score.
            if any(isinstance(part, m.Choose) for part in walk(point.node)):
                continue  # So is what lets choose.
            if point.number not in self.said:
                head = _HEADS.get(point.kind)
                title = self.plan.speech.say(head) if head is not None else point.title
                box = self._box(title, point.sentence, [point])
                telling = point.kind in ("reaction", "ending", "after")
                (own if telling else others).append(replace(box, minor=not telling))
        found = [*own, *others]
        return found if made.seat == self.seat else found[:1]

    def _brought(self, session: Session, number: int) -> list[TutorBox]:
        """Return boxes on what a decision of the learner has brought beyond what it names: of each
        place and counter once, and briefly of each gain in what is scored.
        """
        if session.history[number - 1].seat != self.seat:
            return []
        if self._table is None:
            self._table = Consequences(self.plan, session.game, self.seat)
        told, again = self._table.of(session, number, self.said)
        boxes = []
        if told:
            points = [self.plan.points[one] for one in told]
            heading = self.plan.speech.say("head happened")
            box = self._box(heading, "\n".join(told.values()), points)
            boxes.append(replace(box, minor=True))
        if again:
            box = self._box(self.plan.speech.say("head score now"), "\n".join(again), [])
            boxes.append(replace(box, brief=True))
        return boxes

    def _score(self, session: Session, number: int) -> list[TutorBox]:
        """Return a box on how a decision has changed the learner's score, if it has."""
        before, after = session.history[number - 1].state, session.state_after(number)
        game, state = session.game, list(before)
        for ledger in game.ledgers.ledgers(list(after), self.seat, self.seat):
            self._counted(ledger.rows)
        for result in session.results:
            if result.decisions == number:
                self._paid(result.ledgers)
        changes = score_changes(game, state, list(after), self.seat)
        if not changes:
            return []
        points = self._unsaid(row for change in changes for row in change.rows)
        box, short = self._score_box(changes, points), self._score_box(changes, []).text
        stays = self._total_stays(session.game, state, list(after))
        text, short = (f"{one}\n{stays}".rstrip() for one in (box.text, short))
        return [replace(box, text=text, short=short, brief=not points)]

    def _total_stays(self, game: Game, before: State, after: State) -> str:
        """Return that the learner's total stays what it was although parts of it have changed,
        the first time that this is so.
        """
        if self._same_total_said or not same_round(before, after):
            return ""
        then, now = (scores_seen(game, state, self.seat)[self.seat] for state in (before, after))
        if then is None or then != now:
            return ""
        self._same_total_said = True
        return sentence(self.plan.speech.say("total stays", signed(now)))

    def _score_box(self, changes: Sequence[ScoreChange], points: list[Topic]) -> TutorBox:
        """Return a box on what parts of the score are now; it explains some points, with tables."""
        rows = [change.told(self.plan.speech) for change in changes]
        told: list[str] = []
        outer = [self.plan.points[p.inside] for p in points if p.inside is not None]
        scores = list(dict.fromkeys(p for p in outer if p.own and p.number not in self.said))
        told += [point.sentence for point in scores]
        tops = {p.number for p in outer if p.own}
        for change in changes:
            for row in change.rows:
                point = self._by_span.get((row.span.file, row.span.line))
                if point in points and point is not None and point.inside not in tops:
                    told.append(self._line(point, row))
        tables = [p for p in tables_of(self.plan, points) if p.number not in self.said]
        for table in tables:
            told += table_lines(self.plan, table)
        text = "\n".join(dict.fromkeys([*rows, *told]))
        return self._box(self.plan.speech.say("head score now"), text, [*scores, *points, *tables])

    def _line(self, point: Topic, row: LedgerRow) -> str:
        """Return what a line of the score counts, for the line of a ledger that it has become."""
        assert isinstance(point.node, m.LedgerLine)
        text = self.plan.speech.line_of(point.node, dict(row.bound))
        return self.plan.speech.say("title of", capital(row.label), sentence(text))

    def _points(self, rows: Iterable[LedgerRow]) -> list[Topic]:
        """Return the points of lines of the score, each once."""
        found = [self._by_span.get((row.span.file, row.span.line)) for row in rows]
        return list({point.number: point for point in found if point is not None}.values())

    def _unsaid(self, rows: Iterable[LedgerRow]) -> list[Topic]:
        """Return the points of lines that count something and that nothing was said of yet."""
        counting = [row for row in rows if _counts(row)]
        return [point for point in self._points(counting) if point.number not in self.said]

    def _counted(self, rows: Iterable[LedgerRow]) -> None:
        """Take note of the lines that count something."""
        self.happened |= {point.number for point in self._points(filter(_counts, rows))}

    def _paid(self, ledgers: Iterable[Ledger]) -> None:
        for ledger in ledgers:
            if ledger.seat == self.seat:
                self._counted(ledger.rows)

    # -------------------------------------------------------------- boxes

    def _choice(self, session: Session) -> list[TutorBox]:
        """Return what can be done here, if something of it is new."""
        words: dict[str, str] = {}
        for legal in session.legal():
            words.setdefault(legal.canonical.name, legal.words)
        known = {p.node.number: p for p in self.plan.of("action") if isinstance(p.node, m.Action)}
        offered = [x.action for x in session.game.wording.actions(session.state[at.PC])]
        every = {
            known[x.number]: words[x.name] for x in offered if x.name in words and x.number in known
        }
        new = [point for point in every if point.number not in self.said]
        if not new:
            return []
        why = [p for p in self._letting(new) if p.number not in self.said]
        lines, asked = [point.sentence for point in why], [*why, *new]
        for point in new:
            example = every[point]
            one = sentence(self.plan.speech.say("for example", example))
            varies = point.own and example and sentence(example) != point.sentence
            said = one if varies else point.sentence
            lines.append(said if said.startswith(point.title) else f"{point.title}. {said}")
            rules = [
                rule
                for rule in rules_of(self.plan, point)
                if rule.number not in self.said and rule not in asked
            ]
            lines += [rule.sentence for rule in rules]
            asked += rules
        heading = self.plan.speech.say("head choice")
        return [self._box(heading, "\n".join(dict.fromkeys(lines)), asked)]

    def _letting(self, actions: Sequence[Topic]) -> list[Topic]:
        """Return the reactions with a sentence that let choose these actions."""
        outer = dict.fromkeys(x.inside for x in actions if x.inside is not None)
        points = (self.plan.points[number] for number in outer)
        return [point for point in points if point.kind == "reaction" and point.own]

    def _forbidding(self, span: Span) -> list[Topic]:
        """Return the point that stands here, if it forbids moves."""
        point = self._by_span.get((span.file, span.line))
        return [point] if point is not None and point.kind in ("require", "rule") else []

    def _box(
        self, title: str, text: str, points: Sequence[Topic], span: Span | None = None
    ) -> TutorBox:
        """Return a box on some points, with what they speak of and the tables that they need."""
        lines = [text]
        tables: list[Topic] = []
        if not any(point.kind in ("line", "table", "aim") for point in points):
            tables = [
                p
                for p in tables_of(self.plan, list(points))
                if p.number not in self.said and p not in points
            ]
            for table in tables:
                lines += table_lines(self.plan, table)
        told = [*points, *tables]
        place = span or (points[0].span if points else self.plan.points[0].span)
        spoken = [self.plan.points[n] for point in points for n in (point.number, *point.after)]
        families = dict.fromkeys(point.name for point in spoken if point.kind == "zone")
        pieces = dict.fromkeys(point.name for point in spoken if point.kind == "piece")
        numbers = tuple(dict.fromkeys(p.number for p in told))
        return TutorBox(title, "\n".join(lines), numbers, place, tuple(families), tuple(pieces))

    def _say(self, box: TutorBox) -> TutorBox:
        """Return a box that is shown now: its points have been said."""
        self.said |= set(box.points)
        self.boxes.append(box)
        return box


def titled(point: Topic, joint: str) -> str:
    """Return a point's sentence with its title before it, if it doesn't begin with it already."""
    known = point.sentence.startswith(point.title)
    return point.sentence if known else f"{point.title}{joint}{point.sentence}"


def _lost(changes: Iterable[ScoreChange]) -> int:
    """Return how many points have been lost in parts of a score."""
    return sum(max(0, change.before - change.after) for change in changes)


def _counts(row: LedgerRow) -> bool:
    """Return whether a line of a ledger makes a difference."""
    return row.value not in (None, 0) and not (row.kind == "times" and row.value == 1)
