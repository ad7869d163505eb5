"""Questions of an exam on what is allowed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from engine.compile import layout as at
from engine.game.explain import Explanation
from engine.rules import model as m
from engine.teach.exam_moments import LEARNER, Asked, Asking, Moment
from engine.teach.exercises import ANSWERS, shown_move
from engine.teach.phrases import sentence

MOST_TRIED = 10
"""So many moves of an action at most are tried in a position, for a rule that forbids them."""

_Refused = list[tuple[str, list[tuple[str, Explanation]]]]


class MoveQuestions:
    """Asks which move is allowed, and which isn't."""

    def __init__(self, asking: Asking) -> None:
        """Prepare."""
        self.asking = asking
        self._last: tuple[Moment, _Refused] | None = None
        """What is refused in the position that was looked at last."""

    def allowed(self, now: Moment) -> Asked:
        """Ask which of some moves of one action is allowed."""
        asking = self.asking
        for action, refused in self._refused(now):
            legal = [x for x in now.legal if x.written.name == action]
            if legal and len(refused) >= 2:
                chosen = asking.dice.choice(legal)
                rows = [(chosen.shown, asking.say("try allowed", chosen.words))]
                rows += [
                    (shown, asking.say("try forbidden", why.sentence)) for shown, why in refused
                ]
                point = asking.by_span[refused[0][1].span.file, refused[0][1].span.line]
                yield from asking.exercise("allowed", point, asking.say("ask legal"), rows, now)

    def forbidden(self, now: Moment) -> Asked:
        """Ask which of some moves of one action is not allowed."""
        asking = self.asking
        for action, refused in self._refused(now):
            legal = [x for x in now.legal if x.written.name == action]
            if len(legal) >= 2:
                shown, why = asking.dice.choice(refused)
                asking.dice.shuffle(legal)
                rows = [(shown, sentence(asking.say("try forbidden", why.sentence)))]
                rows += [(x.shown, asking.say("try allowed", x.words)) for x in legal]
                point = asking.by_span[why.span.file, why.span.line]
                yield from asking.exercise("forbidden", point, asking.say("ask illegal"), rows, now)

    def _refused(self, now: Moment) -> _Refused:
        """Return the actions of which a rule refuses moves here, with these and the reasons."""
        if self._last is None or self._last[0] is not now:
            self._last = now, list(self._all_refused(now))
        return self._last[1]

    def _all_refused(self, now: Moment) -> Iterator[tuple[str, list[tuple[str, Explanation]]]]:
        asking, called = self.asking, self.asking.plan.speech.catalogue.name
        legal = {x.text for x in now.legal}
        offered = [x.action for x in asking.game.wording.actions(now.session.state[at.PC])]
        for action in {x.name: x for x in offered if x.parameters and x.requires}.values():
            texts = [text for text in self._texts(action, now) if text not in legal]
            asking.dice.shuffle(texts)
            found: list[tuple[str, Explanation]] = []
            offers = any(x.written.name == called(action.name) for x in now.legal)
            for text in texts[:MOST_TRIED] if offers else ():
                if len(found) == ANSWERS - 1:
                    break
                why = now.session.explain(LEARNER, text)
                known = (why.span.file, why.span.line) in asking.by_span
                if not why.legal and why.forbidden and known:
                    found.append((shown_move(now.session, text), why))
            if found:
                yield called(action.name), found

    def _texts(self, action: m.Action, now: Moment) -> list[str]:
        """Return moves of an action as they would be written, with what there is to name."""
        names: dict[str, None] = {}
        for zone in now.session.view(LEARNER).zones:
            if zone.owner in (None, LEARNER):
                names |= dict.fromkeys(item.name for item in zone.items if item.name)
        for enum in self.asking.plan.rules.enums.values():
            names |= dict.fromkeys(member.name for member in enum.members)
        name = self.asking.plan.speech.catalogue.name(action.name)
        texts = [list(names)] * len(action.parameters)
        if len(action.parameters) > 1:
            parts = [x.written.arguments or () for x in now.legal if x.written.name == name]
            places = range(len(action.parameters))
            texts = [
                list(dict.fromkeys([*(p[n] for p in parts if len(p) > n), *names])) for n in places
            ]
        return [f"{action.name}({', '.join(some)})" for some in islice(product(*texts), 600)]
