"""What an example does and claims, checked in the position that it leads to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from engine.compile import layout as at
from engine.game.blamed_rules import blamed_rules
from engine.game.example_setup import Arranger
from engine.game.explain import Explanation
from engine.game.interpreter import Move, State
from engine.game.knowledge import UNKNOWN
from engine.game.pending_decisions import PendingDecisions
from engine.game.rng import Chance
from engine.game.session import Game
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.message import Message, comma, joined
from engine.language.source import Span
from engine.moves.notation import AND, MoveText, meant
from engine.rules import model as m
from engine.rules.types import PLAYER, TEAM, seat_word

_ANY_TURN_LIMIT = 1000


class Claims:
    """Plays an example and checks what it claims.

    The game stops where a round ends, before anything is scored; only a claim that looks further
    (`after scoring`, who is to move, who wins) continues from there, on a copy.
    """

    def __init__(self, game: Game, arranged: Arranger, seed: int) -> None:
        """Begin in an arranged position, before the first turn."""
        self.game = game
        self.chance = Chance(seed)
        self.state = state = arranged.state
        self.asked = PendingDecisions(game, arranged.faces)
        self.made: list[Move] = []
        """All moves that were made so far."""
        self.stops = frozenset({game.compiled.program.round_end})
        self.stopped = self.asked.step(state, game.compiled.program.turn, self.stops)

    @property
    def ended(self) -> bool:
        """Return whether the round is over."""
        return self.stopped >= 0 or self.state[at.PC] == at.OVER

    def fail(self, message: str, span: Span) -> RulesError:
        """Return the error of a claim that doesn't hold."""
        return RulesError(Diagnostic(Code.E401, message, span))

    # -------------------------------------------------------------- moves

    def do(self, step: m.WrittenMove) -> None:
        """Make a move of the example. Raises RulesError (E401) when it isn't legal."""
        if step.any_turn:
            self._any_turn()
            return
        if self.ended:
            raise self.fail(Message("'{name}' comes after the round is over", step.name), step.span)
        seat = self.state[at.ME]
        if step.seat is not None and step.seat != seat:
            raise self.fail(
                Message(
                    "seat {seat} can't do this: it is seat {other} that has to decide",
                    step.seat + 1,
                    seat + 1,
                ),
                step.span,
            )
        found = self.matching(step)
        if not found:
            why = self._why(step, self.state).sentence
            raise self.fail(
                Message("'{written}' can't be done here: {why}", self.written(step), why), step.span
            )
        self.make(next(iter(found.values())))

    def make(self, move: Move) -> None:
        """Make a legal move and continue to the next decision or the round's end."""
        self.made.append(move)
        block = self.game.interpreter.begin(self.state, move)
        self.stopped = self.asked.step(self.state, block, self.stops)

    def _any_turn(self) -> None:
        """Let whose turn it is play it to its end, at random."""
        active = self.state[at.ACTIVE]
        for _ in range(_ANY_TURN_LIMIT):
            if self.ended or self.state[at.ACTIVE] != active:
                return
            moves = self.game.interpreter.legal(self.state)
            self.make(moves[self.chance.below(len(moves))])

    def written(self, step: m.WrittenMove, state: State | None = None) -> MoveText:
        """Return a move as the notation has it, with its places spelled out."""
        if step.arguments is None:
            return MoveText(step.name)
        state = self.state if state is None else state
        return MoveText(step.name, tuple(self._argument(a, state) for a in step.arguments))

    def _argument(self, argument: m.MoveArg, state: State) -> str:
        return AND.join(self._piece(one, state) for one in (argument, *argument.more))

    def _piece(self, argument: m.MoveArg, state: State) -> str:
        if argument.place is None:
            return argument.words
        seat = state[at.ME]
        address = self.game.wording.evaluate(argument.place, {}, seat, state)
        if argument.nth is not None:
            place = self.game.wording.zone_at(address, seat)
            return place if self.game.wording.is_named_spot(address) else f"{place} {argument.nth}"
        if not argument.words:
            return self.game.wording.zone_at(address)
        return f"{argument.words} in {self.game.wording.zone_at(address, seat, numbers=True)}"

    def matching(self, step: m.WrittenMove, state: State | None = None) -> dict[str, Move]:
        """Return the legal moves that a written move may mean by their notation, in a position or
        in this one.
        """
        if state is None and self.ended:
            return {}
        state = self.state if state is None else state
        legal = self.game.wording.written_moves(state) if state[at.PC] != at.OVER else {}
        meant = self.meant(step, state, legal)
        if not meant and legal:
            return self.game.wording.meant_otherwise(state, self.written(step, state))
        return {text: legal[text] for text in meant}

    def meant(self, step: m.WrittenMove, state: State, known: Iterable[str]) -> list[str]:
        """Return those of some moves, as they are written in a position, that a step may mean."""
        return meant(self.written(step, state), known)

    def _why(self, step: m.WrittenMove, state: State | None) -> Explanation:
        """Return why a move isn't legal in a position; None where its seat isn't asked."""
        explainer = self.game.explainer
        if state is None or (state is self.state and self.ended):
            return explainer.refusal(step.name, self._unasked())
        return explainer.explain(state, state[at.ME], self.written(step, state), openly=True)

    # -------------------------------------------------------------- claims

    def check(self, then: m.Then) -> None:
        """Check a claim. Raises RulesError (E401) when it doesn't hold."""
        state = self.after_scoring() if then.after_scoring else self.state
        why = self._doubt(then, state)
        if (why is None) == then.negated:
            raise self.fail(why or self._so(then), then.span)

    def _doubt(self, then: m.Then, state: State) -> str | None:
        """Return what is so where a claim without its 'not' doesn't hold; None if it does."""
        match then.form:
            case "can":
                return self._can(then)
            case "cannot":
                return self._cannot(then)
            case "true":
                return self._true(then, state)
            case "items":
                return self._items(then, state)
            case "has":
                return self._has(then, state)
            case "has no":
                return self._has_no(then, state)
            case "over":
                return self._over(then)
            case "to move":
                return self._to_move(then)
            case "wins":
                return self._wins(then)
            case "line":
                return self._line(then, state)
            case "knows":
                return self._knows(then, state)
            case _:
                assert_never(then.form)

    def _so(self, then: m.Then) -> str:
        """Return what a claim that is denied tells, though it holds."""
        if then.form == "over":
            return "the game is over" if then.stage == "game" else "the round is over"
        if then.form in ("to move", "wins") and then.subject is not None:
            who = self.game.wording.word(then.subject.type, self.value(then.subject, self.state))
            form = "{seat} is to move" if then.form == "to move" else "{seat} wins"
            return Message(form, who)
        return "this is so, though the example says that it isn't"

    def after_scoring(self) -> State:
        """Return the position after the round was scored, before the next is set up."""
        if self.stopped < 0:
            return self.state
        state = list(self.state)
        program = self.game.compiled.program
        self.game.interpreter.run_to(
            state, self.stopped, frozenset({program.setup}), self.asked.same_dice()
        )
        return state

    def further(self) -> State:
        """Return the position at the next decision, in the next round if need be."""
        if self.stopped < 0:
            return self.state
        state = list(self.state)
        self.game.interpreter.run(state, self.stopped, self.asked.same_dice())
        return state

    # -------------------------------------------------------------- claims on moves

    def asked_in(self, then: m.Then, step: m.WrittenMove) -> State | None:
        """Return the position in which the seat that is meant is asked; None if it isn't asked.

        Raises RulesError (E401) where it isn't clear whose choice is meant.
        """
        passed = self.asked.passed_over(step.name)
        here = None if self.ended else self.state
        if then.seat is None:
            others = [s[at.ME] for s in passed if here is None or s[at.ME] != here[at.ME]]
            if others:
                who = seat_word(others[-1])
                means = [f"'{who} {then.form} …'"]
                if here is not None:
                    means.append(f"'{seat_word(here[at.ME])} {then.form} …'")
                message = Message(
                    "{seat} was skipped here, because nothing was legal; write {means}",
                    *(who, joined(means, "or")),
                )
                raise self.fail(message, then.span)
            return here
        seat = self.value(then.seat, self.state)
        if here is not None and here[at.ME] == seat:
            return here
        mine = [s for s in passed if s[at.ME] == seat]
        if mine:
            return mine[-1]
        return None if here is None else self.asked.at_once(here, seat)

    def _unasked(self) -> str:
        if self.ended:
            return "the round is over."
        return Message("it is seat {seat} that has to decide.", self.state[at.ME] + 1)

    def _can(self, then: m.Then) -> str | None:
        assert then.move is not None
        state = self.asked_in(then, then.move)
        if state is not None and self.matching(then.move, state):
            return None
        why = self._why(then.move, state).sentence
        return Message("'{written}' is not legal here: {why}", self.written(then.move, state), why)

    def _cannot(self, then: m.Then) -> str | None:
        assert then.move is not None
        state = self.asked_in(then, then.move)
        found = {} if state is None else self.matching(then.move, state)
        if found:
            return Message(
                "'{move}' is legal here, though the example refuses it", next(iter(found))
            )
        if then.because is None:
            return None
        written = self.written(then.move, state)
        why = self._why(then.move, state)
        if then.because_is_rule:
            rules = [] if why.failed is None else blamed_rules(*why.failed)
            if then.because in rules:
                return None
            right = joined([f"'because {name}'" for name in rules], "or")
            reason = Message("write {right}", right) if rules else why.sentence
            return Message(
                "'{written}' is refused, but not by '{name}': {reason}",
                *(written, then.because, reason),
            )
        if why.sentence.strip() != then.because.strip():
            return Message(
                "'{written}' is refused for another reason: {sentence}", written, why.sentence
            )
        return None

    # -------------------------------------------------------------- claims on the position

    def _true(self, then: m.Then, state: State) -> str | None:
        assert then.subject is not None
        if self.value(then.subject, state):
            return None
        explainer = self.game.explainer
        looked_at = explainer.values(then.subject, explainer.reading(state, 0, {}))
        values = [Message("{name} is {value}", *each) for each in looked_at.items()]
        return (
            Message("this doesn't hold: {values}", comma(values)) if values else "this doesn't hold"
        )

    def value(self, e: m.Expr, state: State) -> int:
        """Return a value with seat 1 as me."""
        return self.game.wording.evaluate(e, {}, 0, state)

    def _items(self, then: m.Then, state: State) -> str | None:
        assert then.subject is not None
        wanted = self._wanted(then, state)
        if then.subject.type.kind == "piece":
            have = [self.game.wording.name(self.value(then.subject, state), state)]
        else:
            have = self.lying(then.subject, state, any(i.at is not None for i in then.items))
            if not self.game.rules.zones[then.subject.type.name].traits.ordered:
                wanted, have = sorted(wanted), sorted(have)
        if have == wanted:
            return None
        return Message(
            "there is {names}, not {wanted}",
            ", ".join(have) or Message("nothing"),
            ", ".join(wanted),
        )

    def _has(self, then: m.Then, state: State) -> str | None:
        assert then.subject is not None
        have = self.lying(then.subject, state, any(i.at is not None for i in then.items))
        shown = ", ".join(have) or Message("nothing")
        for name in self._wanted(then, state):
            if name not in have:
                return Message("{name} is not there; the zone has {names}", name, shown)
            have.remove(name)
        return None

    def _has_no(self, then: m.Then, state: State) -> str | None:
        assert then.subject is not None
        have = self.lying(then.subject, state, any(i.at is not None for i in then.items))
        found = next((name for name in self._wanted(then, state) if name in have), None)
        there = "{name} is there; the zone has {names}"
        return None if found is None else Message(there, found, ", ".join(have))

    def _wanted(self, then: m.Then, state: State) -> list[str]:
        names = []
        for item in then.items:
            name = item.words or ""
            if item.value is not None:
                name = self.game.wording.value(
                    self.value(item.value, state), item.value.type, state
                )
            names += [f"{name} at {item.at}" if item.at is not None else name] * item.count
        return names

    def lying(self, zone: m.Expr, state: State, spaces: bool) -> list[str]:
        """Return the contents of a zone by name, in order."""
        wording, layout = self.game.wording, self.game.compiled.layout
        place = layout.zones[self.value(zone, state)]
        if place.family.counted:
            return [place.model.pieces[0].lower()] * state[place.address]
        values = place.lying(state)
        if place.model.written:
            return [wording.value(v, place.model.written.type, state) for v in values]
        if spaces:
            return [f"{wording.name(p, state)} at {state[layout.space + p]}" for p in values]
        return [wording.name(p, state) for p in values]

    def _over(self, then: m.Then) -> str | None:
        over = self.ended
        if then.stage == "game" and over:
            over = self.after_scoring()[at.PC] == at.OVER
        if over:
            return None
        return "the game is not over" if then.stage == "game" else "the round is not over"

    def _to_move(self, then: m.Then) -> str | None:
        assert then.subject is not None
        later = self.further()
        if later[at.PC] == at.OVER:
            return "nobody is to move: the game is over"
        if later[at.ME] != self.value(then.subject, later):
            return Message("it is seat {seat} that is to move", later[at.ME] + 1)
        return None

    def _wins(self, then: m.Then) -> str | None:
        later = self.further()
        if later[at.PC] != at.OVER:
            raise self.fail("no player has won yet: the game is not over", then.span)
        winners = self.game.interpreter.winners(later)
        kind = PLAYER if then.subject is None else then.subject.type
        if kind == TEAM:
            winners = sorted({w % self.game.rules.header.teams for w in winners})
        if not winners if then.subject is None else self.value(then.subject, later) in winners:
            return None
        shown = joined([self.game.wording.word(kind, w) for w in winners])
        number = later[at.ENDED]
        who = shown or Message("nobody")
        if not number:
            return Message("{seat} wins", who)
        line = self.game.rules.deciding[number - 1].span.line
        return Message("{seat} wins: line {line} has ended the game", who, line)

    def _line(self, then: m.Then, state: State) -> str | None:
        assert then.value is not None
        rows = [row for ledger in self.game.ledgers.ledgers(state, 0) for row in ledger.rows]
        known = [row for row in rows if row.label == then.label]
        wanted = self.value(then.value, state)
        if not known and wanted != 0:
            labels = ", ".join(f'"{row.label}"' for row in rows) or Message("no lines")
            return Message(
                'the score has no line "{label}" now; it has {labels}', then.label, labels
            )
        have = sum(row.value or 0 for row in known)
        return (
            None
            if have == wanted
            else Message('"{label}" is {have}, not {wanted}', then.label, have, wanted)
        )

    # -------------------------------------------------------------- claims on what a seat knows

    def _knows(self, then: m.Then, state: State) -> str | None:
        """Ask whether a seat knows all in a zone, what is named of it, or a value."""
        assert then.subject is not None and then.seat is not None
        seat, subject = self.value(then.seat, state), then.subject
        layout = self.game.compiled.layout
        known = self.game.knowledge.observe(state, seat).state
        who = seat_word(seat)
        if isinstance(subject, m.VarRef) and self._hidden(subject, state, seat):
            return Message("{seat} doesn't know '{name}'", who, subject.name)
        if subject.type.kind == "piece":
            pieces = [self.value(subject, state)]
        elif subject.type.kind == "zone":
            zone = layout.zones[self.value(subject, state)]
            pieces = zone.lying(state) if zone.tells_apart else []
        else:
            pieces = []
        name = self.game.wording.name
        seen = [p for p in pieces if known[layout.zone_of + p] != UNKNOWN]
        if not then.items:
            unknown = [name(p, state) for p in pieces if p not in seen]
            return (
                Message("{seat} doesn't know {names}", who, ", ".join(unknown)) if unknown else None
            )
        sure = [name(p, state) for p in seen]
        for wanted in self._wanted(then, state):
            if wanted not in sure:
                shown = ", ".join(sure) or Message("nothing")
                return Message(
                    "{seat} doesn't know of {name} there; what it knows there is {names}",
                    who,
                    wanted,
                    shown,
                )
            sure.remove(wanted)
        return None

    def _hidden(self, variable: m.VarRef, state: State, seat: int) -> bool:
        """Return whether a seat may not look at a variable; who kept count may still know it."""
        cells = self.game.compiled.layout.cells[variable.name]
        address = cells.address([self.value(index, state) for index in variable.indices])
        return address in cells.hidden_from(seat, self.game.rules.variables[variable.name].seen)
