"""What is done, step by step, as a list of the book: which steps are long, and what heads them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from engine.rules import model as m
from engine.rules.catalogue import capital
from engine.teach.phrases import sentence
from engine.teach.plan import LessonPlan
from engine.teach.speech import Speech
from engine.teach.topics import LONG, Topic

MOST_IN_ROW = 25
"""A step of more words is a list of its own, where it has parts."""
MOST_SMALL = 40
"""What is done follows its author's words in at most so many words of small print, or as a list."""


class Steps:
    """Lists the steps of a plan's points."""

    def __init__(self, plan: LessonPlan) -> None:
        """Prepare."""
        self.plan = plan
        self.say = plan.speech.say

    def head(self, point: Topic) -> str | None:
        """Return what heads the steps of a point whose made sentences are too long for a paragraph.

        None where they aren't, or where there are no steps.
        """
        if point.own or not is_long(point):
            return None
        match point.node:
            case m.Phase():
                when = point.node.when
                text = self.say("only if", self.plan.speech.condition(when)) if when else ""
                return sentence(self.plan.speech.finish(text))
            case m.Block() if point.kind == "setup":
                once = point.node is self.plan.rules.setup_once
                return self._colon("setup once" if once else "setup each")
            case m.After():
                return self._colon(point.node.when)
            case m.Procedure():
                return ""
            case _:
                return None

    def rows(self, point: Topic, said: Container[str] = ()) -> Iterator[tuple[int, str]]:
        """Yield the steps of a point, each with how deep it is; what is `said` already is left out.

        A long step with parts heads a list of its own.
        """
        body, speech = _body(point.node), self.plan.speech
        speech.letters = 0
        if body is None:
            yield from ((0, step) for step in point.steps if step not in said)
            return
        for one in body.statements:
            if not isinstance(one, m.Phase) and _written(speech, one) not in said:
                yield from speech.outline(one, MOST_IN_ROW)

    def _colon(self, key: str) -> str:
        """Return a phrase that ends with a colon, before what follows it."""
        return capital(self.plan.speech.finish(self.say(key, "")).strip())


def _written(speech: Speech, one: m.Stmt) -> str:
    """Return a statement as one sentence."""
    return sentence(speech.finish(speech.statement(one)))


def _body(node: m.Model) -> m.Block | None:
    """Return the statements of a construct, None where it has none."""
    match node:
        case m.Block():
            return node
        case m.Phase() | m.Procedure() | m.Trigger() | m.After() | m.Action():
            return node.body
        case _:
            return None


def brief(point: Topic) -> bool:
    """Return whether what a set-up does is short enough for small print."""
    return point.kind == "setup" and words_in(point.steps) <= MOST_SMALL


def is_long(point: Topic) -> bool:
    """Return whether a point's sentences have more words than one should have."""
    return words_in([point.sentence]) > LONG


def words_in(texts: Iterable[str]) -> int:
    """Return how many words texts have."""
    return sum(len(text.split()) for text in texts)
