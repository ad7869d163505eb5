"""Checking endings, what happens after them, the winner, and reactions to changes."""

from __future__ import annotations

from typing import cast

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.diagnostics import nearest
from engine.rules import model as m
from engine.rules.examples import Examples
from engine.rules.types import ERROR, NUMBER, Type


class Endings(Examples):
    """Turns endings, rankings and triggers into the model's."""

    def ending(self, node: s.Ending) -> m.Ending:
        """Check what ends a round or the game."""
        turns = None if node.turns is None else self.number(node.turns, "how many turns")
        condition = self.truth(node.condition)
        title = f"{node.what} ends when {self.quote(node.condition)}"
        return m.Ending(
            what=cast(m.Stage, node.what), timing=cast(m.Timing, node.timing), turns=turns,
            condition=condition, words=node.words, title=title, order=self.place(node),
            span=node.span,
        )  # fmt: skip

    def wins(self, node: s.WinsWhen) -> m.Ending:
        """Check what wins the game at once."""
        title = f"wins when {self.quote(node.condition)}"
        return m.Ending(
            what="game", timing="at once", turns=None, condition=self.truth(node.condition),
            words=node.words, title=title, order=self.place(node), span=node.span,
        )  # fmt: skip

    def place(self, node: s.Item) -> int:
        """Return the how-manieth part of the text an item is."""
        raise NotImplementedError

    def after(self, node: s.After) -> m.After:
        """Check what happens after turns or rounds."""
        if (node.which, node.what) == ("last", "turn"):
            self.error(
                Code.E015, "there is no 'after last turn'; say 'after last round'", node.span
            )
        body = self.block(node.body, "after")
        which, what = cast(m.EachOrLast, node.which), cast(m.TurnOrRound, node.what)
        return m.After(which=which, what=what, body=body, span=node.span)

    def winner(self, node: s.Winner) -> m.Winner:
        """Check how the winner is found."""
        rankings = tuple(self._ranking(r) for r in node.rankings)
        return m.Winner(rankings=rankings, words=node.words, span=node.span)

    def _ranking(self, node: s.Ranking) -> m.Ranking:
        """Check what is ranked: `total`, a counter of each seat, or any number of `me`."""
        value: s.Expr = node.value
        if isinstance(value, s.Name):
            known = self.names.variables.get(value.name)
            if known and known.indices and known.kind in ("var", "counter"):
                value = s.My(value.span, value.name)
            elif value.name not in self.names.declared and value.name != "total":
                counters = [v.name for v in self.names.variables.values() if v.indices]
                message = f"'{value.name}' is nothing that can be ranked"
                guess = nearest(value.name, ["total", *counters])
                listed = ", ".join(["'total'", *(f"'{name}'" for name in counters)])
                hint = None if guess else f"what can be ranked is {listed}"
                if not self.names.maybe_declared(value.name):
                    self.findings.error(Code.E010, message, value.span, fix=guess, hint=hint)
                best = cast(m.Best, node.best)
                return m.Ranking(best=best, value=self.fail(value.span), span=node.span)
        best = cast(m.Best, node.best)
        return m.Ranking(best=best, value=self.number(value, "a ranking"), span=node.span)

    # -------------------------------------------------------------- triggers

    def trigger(self, node: s.Trigger) -> m.Trigger:
        """Check a reaction to a change."""
        with self.names.block():
            if isinstance(node.event, s.Arrival):
                event: m.Arrives | m.Becomes = self._arrives(node.event)
            else:
                event = self._becomes(node.event)
            body = self.block(node.body, "trigger")
        return m.Trigger(
            event=event, body=body, title=f"when {self.quote(node.event)}", span=node.span
        )

    def _becomes(self, node: s.Becoming) -> m.Becomes:
        value = self.zone(node.zone)
        if not isinstance(value, m.ZoneRef):
            value = m.ZoneRef(name="", indices=(), type=ERROR, span=node.span)
        return m.Becomes(zone=value, state=cast(m.FillState, node.state), span=node.span)

    def _arrives(self, node: s.Arrival) -> m.Arrives:
        family = self.names.zones.get(node.zone)
        if family is None:
            place = self.word(node.zone, node.span)
            known = self.names.zones
            self.names.unknown(
                Code.E010, f"there is no zone '{node.zone}'", node.zone, place, known
            )
            return m.Arrives(zone="", piece=None, indices=(), at=None)
        self.names.used.add(node.zone)
        kind = (
            family.written.type if family.written else Type("piece", tuple(sorted(family.pieces)))
        )
        piece: m.Bind | None = None
        if not (kind.kind == "mark" and node.piece == "mark"):
            domain = m.Domain(type=kind, span=node.span)
            piece = self.index_binder(s.Name(node.span, node.piece), domain)
        given = node.indices or ()
        if node.indices is not None and len(given) != len(family.indices):
            self._wrong_count(node.zone, len(family.indices), len(given), node.span)
            given = ()
        indices: list[m.Bind | m.Expr | None] = [
            self._bound(index, domain) for index, domain in zip(given, family.indices, strict=False)
        ]
        indices += [None] * (len(family.indices) - len(indices))
        at = None if node.at is None else self._bound(node.at, m.Domain(type=NUMBER))
        return m.Arrives(
            zone=node.zone,
            piece=piece,
            indices=tuple(indices),
            at=at,
            span=node.span,
        )

    def _bound(self, node: s.Expr, domain: m.Domain) -> m.Bind | m.Expr:
        bind = self.index_binder(node, domain)
        return bind or self.want(self.expr(node, domain.type), domain.type, "this")
