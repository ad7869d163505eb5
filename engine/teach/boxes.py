"""The tutor's boxes: what one says, and what is put into it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.compile import layout as at
from engine.compile.instance import GameConfig
from engine.game.interpreter import Move, State
from engine.game.knowledge import InformationSet
from engine.game.ledger import LedgerRow, grouped
from engine.game.session import Game
from engine.language.diagnostics import RulesError
from engine.language.frozen import walk
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.catalogue import capital, signed
from engine.teach.phrases import sentence
from engine.teach.plan import LessonPlan
from engine.teach.positions import ShownPosition
from engine.teach.printed_values import printed_lines, read_from
from engine.teach.speech import Speech
from engine.teach.topics import Topic, table_rows

WIDEST = 12
"""A table with more rows than these is left to the rulebook."""


WORLDS = 2
"""In so many worlds a move is tried to find what it does for certain."""


@dataclass(frozen=True)
class TutorBox:
    """What is said at once: a heading, at most a few sentences, and the points that it explains.

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
    brief: bool = False
    """Whether it only reports a change of the score: it explains no rule."""
    short: str = ""
    """What is said instead where there have been boxes enough; empty where nothing need be."""
    minor: bool = False
    """Whether it can wait until it happens again."""


@dataclass(frozen=True)
class ScoreChange:
    """What a part of a player's score was before a decision, and what it is after it."""

    label: str
    before: int
    after: int
    rows: tuple[LedgerRow, ...]
    """The lines that make it up now."""

    def told(self, speech: Speech) -> str:
        """Return the change as people read it: `blue: 0 → −15 (blue cards 5, blue cost −20)`."""
        parts = ", ".join(f"{row.label} {row.shown}" for row in self.rows)
        made_of = f" ({parts})" if len(self.rows) > 1 else ""
        change = f"{signed(self.before)} → {signed(self.after)}{made_of}"
        return speech.say("title of", capital(self.label), change)


def score_changes(game: Game, before: State, after: State, seat: int) -> list[ScoreChange]:
    """Return which parts of a seat's score a decision has changed, as far as the seat knows them.

    Once a round is over, only parts that count on are compared.
    """
    going_on = same_round(before, after)
    found = []
    pairs = zip(
        game.ledgers.ledgers(before, seat, seat),
        game.ledgers.ledgers(after, seat, seat),
        strict=True,
    )
    for old, new in pairs:
        then = {group.label: group for group in grouped(old.rows) if not group.factor}
        now = {group.label: group for group in grouped(new.rows) if not group.factor}
        labels = dict.fromkeys([*then, *now]) if going_on else [x for x in then if x in now]
        for label in labels:
            totals = [groups[label].total if label in groups else 0 for groups in (then, now)]
            first, last = totals
            rows = now[label].rows if label in now else ()
            if first is not None and last is not None and first != last:
                found.append(ScoreChange(label, first, last, rows))
    return found


def same_round(before: State, after: State) -> bool:
    """Return whether the round of one position is still on in another."""
    return before[at.ROUND] == after[at.ROUND] and after[at.PC] != at.OVER


def tried(
    game: Game, known: InformationSet, move: Move, worlds: int = WORLDS
) -> list[tuple[State, State]]:
    """Return positions before and after a move, in worlds that its seat can't tell apart; none
    where the move can't be made in one of them.
    """
    found = []
    for number in range(1, worlds + 1):
        world: State = list(game.knowledge.sample(known, number))
        after = list(world)
        try:
            game.interpreter.apply(after, move)
        except RulesError:
            return []
        found.append((world, after))
    return found


def opening_lines(plan: LessonPlan, game: Game | None) -> tuple[list[str], list[Topic]]:
    """Return what a game begins with, a line each: the aim, how many rounds, what a turn is, how
    it ends; and the points that these lines explain.
    """
    aim, turn = plan.of("aim")[0], plan.of("turn")[0]
    endings = [point for point in plan.of("ending") if point.sentence]
    lines = [aim.sentence, _rounds(plan, game), _turn(plan, turn)]
    lines.append(" ".join(dict.fromkeys(point.sentence for point in endings)))
    phases = [] if turn.own else [p for p in plan.inside(turn) if p.kind == "phase" and p.own]
    rounds = plan.of("rounds")
    return [line for line in lines if line], [aim, *rounds, turn, *phases, *endings]


def _rounds(plan: LessonPlan, game: Game | None) -> str:
    """Return how many rounds are played, with the options of the game where it is known."""
    header = plan.rules.header
    point = next(iter(plan.of("rounds")), None)
    if header.until is not None or header.rounds is None:
        return point.sentence if point is not None else ""
    setting = (
        game.compiled.setting
        if game is not None
        else GameConfig(plan.rules, plan.players or header.players[0], {})
    )
    count = setting.value(header.rounds)
    say = plan.speech.say
    return sentence(say("one round only") if count == 1 else say("rounds number", str(count)))


def _turn(plan: LessonPlan, turn: Topic) -> str:
    """Return what a turn is: by its phases, one after the other, or by what is chosen in it."""
    if turn.own:
        return turn.sentence
    say = plan.speech.say
    parts = [point for point in plan.inside(turn) if point.kind == "phase" and point.title]
    if parts:
        return say("in a turn", _steps(parts))
    inside = (point.node for point in plan.inside(turn))
    actions = [plan.speech.word(node.name) for node in inside if isinstance(node, m.Action)]
    if actions:
        return sentence(say("in a turn", plan.speech.all_of(actions, "or")))
    return turn.sentence


def _steps(parts: list[Topic]) -> str:
    """Return the phases of a turn in order, each with what its author says of it."""
    told = [sentence(point.title) + (f" {point.sentence}" if point.own else "") for point in parts]
    return " ".join(f"{number}. {text}" for number, text in enumerate(told, 1))


def built_on(plan: LessonPlan, points: Iterable[Topic]) -> Iterator[Topic]:
    """Yield some points and all that they ask, call or look up, each once."""
    seen: set[int] = set()
    waiting = [point.number for point in points]
    while waiting:
        number = waiting.pop(0)
        if number in seen:
            continue
        seen.add(number)
        point = plan.points[number]
        yield point
        if point.kind in ("line", "rule", "procedure", "reaction", "action", "require"):
            waiting += point.after


def rules_of(plan: LessonPlan, action: Topic) -> list[Topic]:
    """Return the rules with a sentence that an action asks for."""
    asked = {
        part.rule
        for require in plan.inside(action)
        for part in walk(require.node)
        if isinstance(part, m.RuleCall)
    }
    return [point for point in plan.of("rule") if point.own and point.name in asked]


def tables_of(plan: LessonPlan, points: Iterable[Topic]) -> list[Topic]:
    """Return the tables that some points look values up in, themselves or in what they ask, and
    the kinds of pieces of which they read what no name says.
    """
    asked = list(built_on(plan, points))
    read = {name for point in asked for name, _ in read_from(plan.rules, point.node)}
    tables = [point for point in asked if point.kind == "table"]
    return [*tables, *(point for point in plan.of("piece") if point.name in read)]


def table_lines(plan: LessonPlan, point: Topic) -> list[str]:
    """Return a table, or what is printed on a kind of pieces, as lines: a sentence or title, then a
    line for each row; none where it is large.
    """
    if isinstance(point.node, m.Component):
        printed = printed_lines(plan, point.name)
        return [plan.speech.say("title of", capital(name), values) for name, values in printed]
    assert isinstance(point.node, m.Table)
    rows = table_rows(point.node, plan.speech)
    if len(rows) > WIDEST:
        return []
    head = point.sentence if point.own else plan.speech.say("title of", point.title, "").rstrip()
    return [head, *(f"  {row}" for row in rows)]
