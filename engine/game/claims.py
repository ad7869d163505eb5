"""What an example does and claims, checked in the position that it leads to."""

from __future__ import annotations

from engine.compile import layout as at
from engine.game.chance import Chance
from engine.game.interpreter import State
from engine.game.session import Game
from engine.game.wording import AND, Legal, sorted_out
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.types import TEAM

_ANY_TURN_LIMIT = 1000
_UNORDERED = ("hand", "area", "bag", "track")


class Claims:
    """Plays an example and checks what it claims.

    The game stops where a round ends, before anything is scored; only a claim that looks further
    (`after scoring`, who is to move, who wins) goes on from there, on a copy.
    """

    def __init__(self, game: Game, state: State, example: m.Example, seed: int) -> None:
        """Begin in an arranged position, before the first turn."""
        self.game = game
        self.example = example
        self.chance = Chance(seed)
        self.state = state
        self.stops = frozenset({game.compiled.program.round_end})
        self.stopped = game.interpreter.run_to(state, game.compiled.program.turn, self.stops)

    @property
    def ended(self) -> bool:
        """Tell whether the round is over."""
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
            raise self.fail(f"'{step.name}' comes after the round is over", step.span)
        seat = self.state[at.ME]
        if step.seat is not None and step.seat != seat:
            raise self.fail(
                f"seat {step.seat + 1} can't do this: it is seat {seat + 1} that has to decide",
                step.span,
            )  # fmt: skip
        found = self.matching(step)
        if not found:
            why = self._why(step)
            raise self.fail(f"'{self.written(step)}' can't be done here: {why[0]}", step.span)
        self.make(found[0])

    def make(self, legal: Legal) -> None:
        """Make a legal move and go on to the next decision or the round's end."""
        interpreter = self.game.interpreter
        block = interpreter.begin(self.state, legal.move)
        self.stopped = interpreter.run_to(self.state, block, self.stops)

    def _any_turn(self) -> None:
        """Let whose turn it is play it to its end, at random."""
        active = self.state[at.ACTIVE]
        for _ in range(_ANY_TURN_LIMIT):
            if self.ended or self.state[at.ACTIVE] != active:
                return
            legal = self.game.wording.legal(self.state)
            self.make(legal[self.chance.below(len(legal))])

    def written(self, step: m.WrittenMove) -> str:
        """Return a move as the notation has it, with its places spelled out."""
        if step.arguments is None:
            return step.name
        return f"{step.name}({', '.join(self._argument(a) for a in step.arguments)})"

    def _argument(self, argument: m.MoveArg) -> str:
        return AND.join(self._piece(one) for one in (argument, *argument.more))

    def _piece(self, argument: m.MoveArg) -> str:
        if argument.place is None:
            return argument.words
        seat = self.state[at.ME]
        address = self.game.wording.evaluate(argument.place, {}, seat, self.state)
        return f"{argument.words} in {self.game.wording.zone_at(address, seat)}"

    def matching(self, step: m.WrittenMove) -> list[Legal]:
        """Return the legal moves that a written move may mean."""
        if self.ended:
            return []
        legal = self.game.wording.legal(self.state)
        wanted = self.written(step)
        same = [x for x in legal if sorted_out(x.text) == sorted_out(wanted)]
        if same or step.arguments is not None:
            wanted = sorted_out(wanted)
            return same or [x for x in legal if sorted_out(_without_places(x.text)) == wanted]
        return [x for x in legal if x.text.partition("(")[0] == step.name]

    def _why(self, step: m.WrittenMove) -> tuple[str, str | None]:
        if self.ended:
            return "the round is over.", None
        arguments = None if step.arguments is None else [self._argument(a) for a in step.arguments]
        if arguments is None and any(
            a.name == step.name and not a.parameters
            for a, _ in self.game.wording.actions(self.state[at.PC])
        ):
            arguments = []
        seat = self.state[at.ME]
        why = self.game.explainer.explain(self.state, seat, step.name, arguments)
        return why.sentence, why.rule

    # -------------------------------------------------------------- claims

    def check(self, then: m.Then) -> None:
        """Check a claim. Raises RulesError (E401) when it doesn't hold."""
        state = self.after_scoring() if then.after_scoring else self.state
        getattr(self, "_" + then.form.replace(" ", "_"))(then, state)

    def after_scoring(self) -> State:
        """Return the position after the round was scored, before the next is set up."""
        if self.stopped < 0:
            return self.state
        state = list(self.state)
        program = self.game.compiled.program
        self.game.interpreter.run_to(state, self.stopped, frozenset({program.setup}))
        return state

    def further(self) -> State:
        """Return the position at the next decision, in the next round if need be."""
        if self.stopped < 0:
            return self.state
        state = list(self.state)
        self.game.interpreter.run(state, self.stopped)
        return state

    def _can(self, then: m.Then, state: State) -> None:
        assert then.move is not None
        if not self.matching(then.move):
            why, _ = self._why(then.move)
            raise self.fail(f"'{self.written(then.move)}' is not legal here: {why}", then.span)

    def _cannot(self, then: m.Then, state: State) -> None:
        assert then.move is not None
        found = self.matching(then.move)
        if found:
            raise self.fail(
                f"'{found[0].text}' is legal here, though the example refuses it", then.span
            )
        if then.because is None:
            return
        sentence, rule = self._why(then.move)
        if then.because_is_rule and rule != then.because:
            reason = f"by the rule '{rule}'" if rule else f"because: {sentence}"
            raise self.fail(
                f"'{self.written(then.move)}' is refused, but not by '{then.because}': {reason}",
                then.span,
            )  # fmt: skip
        if not then.because_is_rule and sentence.strip() != then.because.strip():
            raise self.fail(
                f"'{self.written(then.move)}' is refused for another reason: {sentence}", then.span
            )

    def _true(self, then: m.Then, state: State) -> None:
        assert then.subject is not None
        if self.value(then.subject, state):
            return
        told = self.game.explainer.values(then.subject, {}, 0, state)
        values = ", ".join(f"{name} is {value}" for name, value in told)
        raise self.fail(f"this doesn't hold{': ' + values if values else ''}", then.span)

    def value(self, e: m.Expr, state: State) -> int:
        """Return a value with seat 1 as me."""
        return self.game.wording.evaluate(e, {}, 0, state)

    def _items(self, then: m.Then, state: State) -> None:
        assert then.subject is not None
        wanted = self._wanted(then, state)
        if then.subject.type.kind == "piece":
            have = [self.game.wording.name(self.value(then.subject, state), state)]
        else:
            have = self.lying(then.subject, state, any(i.at is not None for i in then.items))
            if self.game.rules.zones[then.subject.type.name].kind in _UNORDERED:
                wanted, have = sorted(wanted), sorted(have)
        if have != wanted:
            shown = ", ".join(have) or "nothing"
            raise self.fail(f"there is {shown}, not {', '.join(wanted)}", then.span)

    def _has(self, then: m.Then, state: State) -> None:
        assert then.subject is not None
        have = self.lying(then.subject, state, any(i.at is not None for i in then.items))
        shown = ", ".join(have) or "nothing"
        for name in self._wanted(then, state):
            if name not in have:
                raise self.fail(f"{name} is not there; there is {shown}", then.span)
            have.remove(name)

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
        """Return what lies in a zone by name, in order."""
        wording, layout = self.game.wording, self.game.compiled.layout
        address = self.value(zone, state)
        family = self.game.rules.zones[zone.type.name]
        if layout.families[family.name].counted:
            return [family.pieces[0].lower()] * state[address]
        values = state[address + 1 : address + 1 + state[address]]
        if family.written:
            return [wording.value(v, family.written.type, state) for v in values]
        if spaces:
            return [f"{wording.name(p, state)} at {state[layout.space + p]}" for p in values]
        return [wording.name(p, state) for p in values]

    def _over(self, then: m.Then, state: State) -> None:
        over = self.ended
        if then.stage == "game" and over:
            over = self.after_scoring()[at.PC] == at.OVER
        if not over:
            raise self.fail(f"the {then.stage} is not over", then.span)

    def _to_move(self, then: m.Then, state: State) -> None:
        assert then.subject is not None
        later = self.further()
        wanted = self.value(then.subject, later)
        if later[at.PC] == at.OVER:
            raise self.fail("nobody is to move: the game is over", then.span)
        if later[at.ME] != wanted:
            raise self.fail(f"it is seat {later[at.ME] + 1} that is to move", then.span)

    def _wins(self, then: m.Then, state: State) -> None:
        assert then.subject is not None
        later = self.further()
        if later[at.PC] != at.OVER:
            raise self.fail("nobody has won yet: the game is not over", then.span)
        winners = self.game.interpreter.winners(later)
        if then.subject.type == TEAM:
            winners = sorted({w % self.game.rules.header.teams for w in winners})
        if self.value(then.subject, later) not in winners:
            kind = then.subject.type
            shown = " and ".join(self.game.wording.word(kind, w) for w in winners) or "nobody"
            raise self.fail(f"{shown} wins", then.span)

    def _line(self, then: m.Then, state: State) -> None:
        assert then.value is not None
        rows = [row for ledger in self.game.ledgers.ledgers(state, 0) for row in ledger.rows]
        known = [row for row in rows if row.label == then.label]
        wanted = self.value(then.value, state)
        if not known and wanted != 0:
            labels = ", ".join(f'"{row.label}"' for row in rows) or "no lines"
            raise self.fail(f'the score has no line "{then.label}" now; it has {labels}', then.span)
        have = sum(row.value or 0 for row in known)
        if have != wanted:
            raise self.fail(f'"{then.label}" is {have}, not {wanted}', then.span)


def _without_places(text: str) -> str:
    """Return a notation with the places of its pieces left out."""
    name, bracket, rest = text.partition("(")
    if not bracket:
        return text
    arguments = [
        AND.join(one.split(" in ")[0] for one in a.split(AND)) for a in rest[:-1].split(", ")
    ]
    return f"{name}({', '.join(arguments)})"
