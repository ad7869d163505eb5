"""A game that is being played: its moves, undo and redo, views, explanations, ledgers.

A session is a seed and a list of moves; every position follows from those. In a fair game an undo
that would let someone decide again with what they have learned since is refused; that is worked
out from the positions, never declared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property

from engine.compile import layout as at
from engine.compile.layout import PlacedZone
from engine.compile.lower import Compiled, lower
from engine.compile.program import STALL, as_counted, rating_of
from engine.game.action_space import ActionSpace
from engine.game.explain import Explainer, Explanation
from engine.game.interpreter import Interpreter, Listener, Move, State, circles
from engine.game.knowledge import InformationSet, Knowledge
from engine.game.knowledge_tensor import KnowledgeTensor
from engine.game.ledger import Ledger, Ledgers
from engine.game.move_options import MoveOption, MoveOptions
from engine.game.observation_history import MOST_ROWS, ObservationHistory
from engine.game.places import Spot
from engine.game.positions import Position
from engine.game.refusals import Refusals
from engine.game.tables import cells
from engine.game.trace import Tracer
from engine.game.view import Item, View, Viewer
from engine.game.wording import LegalMove, Wording
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.frozen import walk
from engine.language.message import Message
from engine.moves.notation import read_move
from engine.moves.numbering import Numbering
from engine.rules import model as m
from engine.rules.load import Loaded
from engine.rules.said import Said
from engine.rules.translations import catalogue_for
from engine.rules.types import seat_word


@dataclass(frozen=True)
class Decision:
    """A decision that was made: the position before it, who made it, the move and its notation.

    `seat`: from 0. `move`: what `Session.apply` takes. `faces`: what the next dice show, in a game
    that begins at an example.

    >>> from engine import Game, Session, load
    >>> session = Session(Game(load("examples/nim.cairn"), players=2))
    >>> session.play("take(4, 7)")
    Decision(seat=0, move=(0, 4, 7), text='take(4, 7)', faces=())
    """

    state: Position = field(repr=False)
    seat: int
    move: Move
    text: str
    faces: tuple[str, ...] = ()


@dataclass(frozen=True)
class RoundResult:
    """Scores that were paid: after how many decisions, in which round, and each seat's ledger.

    `round`: from 1. `ledgers`: by seat. `stands`: what each seat was ranked by just before; empty
    if that couldn't be computed.

    >>> from engine import Game, Session, load
    >>> session = Session(Game(load("examples/knock.cairn"), players=2), seed=5)
    >>> for move in ("knock", "pass"):
    ...     decision = session.play(move)
    >>> session.results[0].round, [ledger.total for ledger in session.results[0].ledgers]
    (1, [10, 10])
    """

    decisions: int
    round: int
    ledgers: tuple[Ledger, ...]
    stands: tuple[int, ...] = ()


@dataclass(frozen=True)
class Start:
    """Where a game begins that isn't dealt: what is given, as an example writes it, the position
    before the first turn, and what the dice that are rolled first show.
    """

    given: tuple[str, ...]
    state: tuple[int, ...]
    faces: tuple[str, ...] = ()


class Game:
    """A ruleset with its number of players and its options fixed: what sessions are started from.

    `rules`: the checked ruleset. `numbering`: the numbers of its moves. Making a game compiles its
    rules, which takes some hundredths of a second; any number of sessions may share it.

    >>> from engine import Game, load
    >>> Game(load("examples/nim.cairn"), players=2, options={"last_loses": 1})
    <Game nim, players=2, last_loses=yes>
    """

    def __init__(
        self,
        loaded: Loaded,
        players: int,
        options: Mapping[str, int] | None = None,
        language: str = "en",
    ) -> None:
        """Compile a ruleset for a number of players.

        `options`: option values as `read_options` returns them; the others keep their defaults.
        `language`: the language of texts for people (en, de or fr), if the ruleset has it. Raises
        RulesError with the errors of the rules, or (E603) for players that they don't allow.
        """
        self.loaded = loaded
        self.language = language
        self.rules: m.Ruleset = loaded.checked()
        self.players = players
        self.given = dict(options or {})
        self._holds: dict[int, frozenset[int]] = {}
        self.compiled: Compiled = lower(self.rules, players, options)
        self.interpreter = Interpreter(self.compiled)
        self.knowledge = Knowledge(self.interpreter)
        self.wording = Wording(self.knowledge, catalogue_for(loaded, language))
        self.viewer = Viewer(self.wording, self.knowledge)
        self.ledgers = Ledgers(self.wording)
        self.explainer = Explainer(self.wording, loaded.findings.sources)

    def __repr__(self) -> str:
        words = self.option_words().items()
        chosen = "".join(f", {name}={value}" for name, value in words if name in self.given)
        return f"<Game {self.loaded.name}, players={self.players}{chosen}>"

    @cached_property
    def tracer(self) -> Tracer:
        """The same program with marks, made when it is first needed."""
        return Tracer(self.compiled)

    @cached_property
    def move_options(self) -> MoveOptions:
        """What describes the legal moves of a position in full."""
        return MoveOptions(self.wording, self.knowledge, self.tracer)

    @cached_property
    def refusals(self) -> Refusals:
        """What explains why nothing can be done with something."""
        return Refusals(self.move_options, self.explainer)

    @cached_property
    def numbering(self) -> Numbering:
        """The static numbers of this game's moves."""
        return Numbering(self.compiled, self.interpreter.legal)

    @cached_property
    def action_space(self) -> ActionSpace:
        """This game's moves as the actions of an environment."""
        return ActionSpace(self.numbering, self.wording)

    @cached_property
    def tensor(self) -> KnowledgeTensor:
        """What turns what a seat knows into a row of numbers."""
        return KnowledgeTensor(self.knowledge, self.wording)

    def may_hold(self, zone: int) -> frozenset[int]:
        """Return the pieces that the zone at an address may hold.

        Of pieces that are made for seats, only the seat's own can be in a zone of its own.
        """
        if zone not in self._holds:
            self._holds[zone] = frozenset(self._fitting(self.compiled.layout.zones[zone]))
        return self._holds[zone]

    def of_kinds(self, components: Sequence[str]) -> frozenset[int]:
        """Return the pieces of some components."""
        pieces = self.compiled.setting.pieces
        return frozenset(p.number for p in pieces if p.component in components)

    def _fitting(self, zone: PlacedZone) -> Iterator[int]:
        for number in self.of_kinds(zone.model.pieces):
            piece = self.compiled.setting.pieces[number]
            values = dict(piece.values)
            fixed = (a for a in self.rules.components[piece.component].attributes if not a.changes)
            seats = (values[a.name] for a in fixed if a.domain.type.is_seat)
            if zone.owner is None or all(seat == zone.owner for seat in seats):
                yield number

    @cached_property
    def optional_actions(self) -> frozenset[str]:
        """The actions that may be passed over when nothing of their choice is legal."""
        return frozenset(
            action.name
            for name, part in vars(self.rules).items()
            if name != "examples"  # often most of the text, and without choices
            for choose in walk(part)
            if isinstance(choose, m.Choose) and (choose.optional or choose.repeatedly)
            for action in choose.actions
        )

    @cached_property
    def all_at_once(self) -> bool:
        """Return whether some seats choose at once with the seat whose turn it is among them."""
        return any(
            isinstance(part, m.EachSeat) and part.simultaneous and not part.other
            for name, part in vars(self.rules).items()
            if name != "examples"
            for part in walk(part)
        )

    @cached_property
    def asked_in_order(self) -> frozenset[int]:
        """The choices that one seat after another makes in anybody's turn, such as in a trick.

        Choices that only answer the seat whose turn it is aren't among them.
        """
        spans = {
            choose.span
            for name, flow in vars(self.rules).items()
            if name != "examples"
            for part in walk(flow)
            if isinstance(part, m.Circle | m.EachSeat) and not _answers(part)
            for choose in walk(part.body)
            if isinstance(choose, m.Choose)
        }
        choices = self.compiled.program.choices
        return frozenset(choice.number for choice in choices if choice.span in spans)

    def table(self, name: str) -> dict[tuple[str, ...], str]:
        """Return the cells of a table of the rules in words, by their indices; of a set its
        members.

        Raises KeyError for a table that the rules don't have.
        """
        return cells(self.wording, name)

    def option_words(self) -> dict[str, str]:
        """Return the options in force, each value as the rules write it."""
        setting = self.compiled.setting
        return {
            name: self.wording.value(
                setting.ordinal(option.domain.type, setting.options[name]), option.domain.type, []
            )
            for name, option in self.rules.options.items()
        }


def _answers(part: m.Circle | m.EachSeat) -> bool:
    """Return whether a loop over seats asks only others, or begins with the seat after `me`."""
    match part:
        case m.EachSeat():
            return part.other or part.simultaneous
        case m.Circle():
            return isinstance(part.after, m.Op) and part.after.op == "me"


class Session:
    """One game that is being played: its position, its decisions, and what each seat may see.

    Seats are counted from 0 here and from 1 in words. The same seed deals the same game. A session
    isn't safe to share between threads; give each thread its own, for example `at(decisions)`.

    >>> from engine import Game, Session, load
    >>> session = Session(Game(load("examples/nim.cairn"), players=2), seed=5)
    >>> session.play("take(4, 7)").seat, session
    (0, <Session nim, seed=5, decisions=1: seat 2 to decide>)
    """

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        *,
        fair: bool = True,
        starter: int = 0,
        start: Start | None = None,
    ) -> None:
        """Deal a game, or begin at an arranged start.

        `seed`: any integer. `fair`: undo is refused once something was revealed or random.
        `starter`: the seat that begins, from 0, unless the rules decide. Raises RulesError (E5..)
        if setup fails.
        """
        self.game = game
        self.seed = seed
        self.starter = starter
        self.start = start
        self.fair = fair
        self.history: list[Decision] = []
        self.undone: list[Decision] = []
        self.results: list[RoundResult] = []
        self._remembered: dict[int, list[int]] = {}
        """What seats know of pieces from positions taken back, by the number of decisions."""
        self.state: State = [0] * game.compiled.program.size
        self._faces = start.faces if start else ()
        """What the next dice show."""
        listener = Listener(tell=self._hear, faces=list(self._faces))
        if start is None:
            self.state = game.interpreter.start(seed, starter, listener)
        else:
            self.state = list(start.state)
            game.interpreter.run(self.state, game.compiled.program.turn, listener)
            self._faces = tuple(listener.faces)

    def __repr__(self) -> str:
        now = "over" if self.seat is None else f"{seat_word(self.seat)} to decide"
        name, made = self.game.loaded.name, len(self.history)
        return f"<Session {name}, seed={self.seed}, decisions={made}: {now}>"

    # -------------------------------------------------------------- looking

    @property
    def over(self) -> bool:
        """Return whether the game is over."""
        return self.game.interpreter.over(self.state)

    @property
    def seat(self) -> int | None:
        """Return the seat that has to decide, from 0; None when the game is over."""
        return None if self.over else self.state[at.ME]

    @property
    def together(self) -> str:
        """Return 'everybody wins' or 'everybody loses' where the rules end the game for all alike;
        empty otherwise.
        """
        ended, deciding = self.state[at.ENDED], self.game.rules.deciding
        result = deciding[ended - 1].result if self.over and ended else None
        return result if result in ("everybody wins", "everybody loses") else ""

    @property
    def winners(self) -> list[int]:
        """Return the seats that have won; none while the game continues."""
        return self.game.interpreter.winners(self.state) if self.over else []

    @property
    def scores(self) -> list[int]:
        """Return by what the seats are ranked first: usually their points."""
        return self.ranked(self.state)

    def ranked(self, state: State) -> list[int]:
        """Return by what the seats are ranked first in a position of this game."""
        ranks = self.game.interpreter.ranks(state)
        return [as_counted(self.game.compiled.rankings, rank) for rank in ranks]

    @property
    def ratings(self) -> list[str]:
        """Return what each seat's result is called, in the language of the game; empty where it has
        no name, and while nobody has won.
        """
        found, text = self.game.compiled.ratings, self.game.wording.catalogue.text
        if not found or not self.winners:
            return [""] * self.game.players
        return [
            text(words) if words else "" for words in (rating_of(found, s) for s in self.scores)
        ]

    @property
    def occasion(self) -> str:
        """Return the rules' sentence on the procedure or phase in which a decision is asked for."""
        return self.game.wording.occasion(self.state)

    def legal(self) -> list[LegalMove]:
        """Return the legal moves in the order of the rules; none if the game is over."""
        return [] if self.over else self.game.wording.legal(self.state)

    def written_moves(self) -> list[str]:
        """Return the notation of the legal moves, in their order; quicker than `legal`."""
        return [] if self.over else list(self.game.wording.written_moves(self.state))

    def move_options(self) -> list[MoveOption]:
        """Return the legal moves in full: their arguments, and the zones that they touch."""
        return self.game.move_options.of(self.state)

    def view(self, seat: int | None) -> View:
        """Return what a seat sees, from 0; None sees everything."""
        return self.game.viewer.view(self.state, seat)

    def pieces(self, component: str) -> list[Item]:
        """Return all pieces of a kind with their faces, wherever they are, as nobody sees them."""
        return self.game.viewer.pieces(self.state, component)

    @property
    def turn_of(self) -> int | None:
        """Return the seat whose turn it is, None while all seats choose at once.

        Where only the others choose at once, they do so in the turn of the seat that has it.
        Where each seat makes the same choice in order, it is the turn of the seat that chooses.
        """
        at_once = self.state[at.HIDING] or self.state[at.PC] in self.game.knowledge.collected
        if at_once and self.game.all_at_once:
            return None
        in_order = self.state[at.PC] in self.game.asked_in_order
        return self.state[at.ME if in_order else at.ACTIVE]

    def information_set(
        self, seat: int, *, history: bool = False, decisions: int | None = None
    ) -> InformationSet:
        """Return what a seat knows, as agents use it: now, or after so many decisions.

        `history`: also what it has seen others do on the way there.
        """
        now = len(self.history) if decisions is None else decisions
        if not history:
            return self.game.knowledge.observe(self.state_after(now), seat)
        following = ObservationHistory(self.game.knowledge, seat)
        first = max(0, now - MOST_ROWS) if self.game.knowledge.others_see else now
        for decision in self.history[first:now]:
            following.see(list(decision.state), decision.move)
        return following.information_set(self.state_after(now))

    def ledgers(self, seat: int, viewer: int | None = None) -> list[Ledger]:
        """Return a seat's scores: those paid last if the game is over, else as if it ended now.

        `viewer`: what this seat can't know is left open; None knows everything. Paid scores are
        public.
        """
        if self.over and self.results:
            last = [r for r in self.results if r.decisions == self.results[-1].decisions]
            return [ledger for r in last for ledger in r.ledgers if ledger.seat == seat]
        return self.game.ledgers.ledgers(self.state, seat, viewer)

    def explain(self, seat: int, move: str) -> Explanation:
        """Explain why a written move of a seat is legal or not, also in the turn of another."""
        return self.game.explainer.explain(self.state, seat, read_move(move))

    def why_not(self, spots: Sequence[Spot], seat: int | None = None) -> list[Explanation]:
        """Explain why no legal move touches all of these places, the best explanation first.

        `spots`: what `ZoneView.spot` gives. `seat`: who asks, from 0; the seat that has to decide
        if None.
        """
        asking = self.state[at.ME] if seat is None else seat
        return self.game.refusals.why_not(self.state, spots, asking)

    def state_after(self, number: int) -> State:
        """Return the position after so many decisions."""
        return list(self.history[number].state) if number < len(self.history) else self.state

    def apart_from(self, count: int) -> int:
        """Return from which decision on, of the first few, seats choose apart from one another.

        The number itself when nothing that was chosen is still to be merged.
        """
        state = self.history[count].state if count < len(self.history) else self.state
        last, hiding = state[at.ME], state[at.HIDING]
        if state[at.PC] == at.OVER or not (hiding or state[at.PC] in self.game.knowledge.collected):
            return count
        while count:
            before = self.history[count - 1]
            same = before.state[at.HIDING] if hiding else before.state[at.PC] == state[at.PC]
            if not same or before.seat > last - (0 if hiding else 1):
                break
            count, last = count - 1, before.seat
        return count

    # -------------------------------------------------------------- other times

    def at(self, decisions: int) -> Session:
        """Return the position after so many decisions, from 0 to all, as a session of its own.

        Raises RulesError (E604) for a number outside this range.
        """
        if not 0 <= decisions <= len(self.history):
            message = Message(
                "there is no position after {decisions} of {number} decisions",
                decisions,
                len(self.history),
            )
            raise RulesError(Diagnostic(Code.E604, message))
        past = copy(self)
        past.history, past.undone = self.history[:decisions], []
        if decisions < len(self.history):
            past._faces = self.history[decisions].faces
        past.results = [r for r in self.results if r.decisions <= decisions]
        past._remembered = {n: list(k) for n, k in self._remembered.items() if n <= decisions}
        past.state = list(self.state_after(decisions))
        return past

    def fork(self, decisions: int) -> Session:
        """Return `at(decisions)` as a what-if game, in which any decision can be undone."""
        study = self.at(decisions)
        study.fair = False
        return study

    # -------------------------------------------------------------- playing

    def play(self, move: str) -> Decision:
        """Make a move by its notation, for example `take(4, 7)`.

        Raises RulesError (E604) with the reason if it isn't legal; nothing changes then.
        """
        if self.over:
            raise RulesError(Diagnostic(Code.E604, "the game is over; no move can be made"))
        wanted = read_move(move)
        text, legal = str(wanted), self.game.wording.written_moves(self.state)
        same = [text] if text in legal else [x for x in legal if read_move(x).key == wanted.key]
        if same:
            return self.apply(legal[same[0]], same[0])
        otherwise = self.game.wording.meant_otherwise(self.state, wanted)
        if len(otherwise) == 1:
            ((text, meant),) = otherwise.items()
            return self.apply(meant, text)
        folded = [
            x for x in self.legal()
            if text.casefold() in {way.casefold() for way in (x.text, x.shown, str(x.written))}
        ]  # fmt: skip
        if len(folded) != 1:
            why = self.explain(self.state[at.ME], move)
            said = self._said("For example: {move}.", move=why.move) if why.legal else why.sentence
            told = self._said("{move}: {why}", move=wanted.said, why=said)
            raise RulesError(Diagnostic(Code.E604, told, why.span))
        return self.apply(folded[0].move, folded[0].text)

    def repeat(self, move: str) -> Decision:
        """Make a move of a record by its notation; quicker than `play`, for whole games.

        Raises RulesError (E604) with the reason if it isn't legal.
        """
        for legal, text in self.game.wording.moves_named(self.state, read_move(move).name):
            if text == move:
                return self.apply(legal, text)
        return self.play(move)

    def apply(self, move: Move, text: str | None = None) -> Decision:
        """Make a move that `legal` has listed; quicker than `play`, and nothing is checked.

        Raises RulesError (E506) if the game goes round in circles, or with the code of a rule that
        fails; nothing changes then.
        """
        if len(self.history) >= STALL:
            raise circles(self.game.rules.header.span)
        notation = text if text is not None else self.game.wording.notation(self.state, move)
        decision = Decision(Position(self.state), self.state[at.ME], move, notation, self._faces)
        after = list(self.state)
        kept = len(self.results)
        try:
            listener = Listener(tell=self._hear, faces=list(self._faces))
            self.game.interpreter.apply(after, move, listener)
        except RulesError:
            del self.results[kept:]
            raise
        self.state = after
        self._faces = tuple(listener.faces)
        self.history.append(decision)
        if self.undone and self.undone[-1].move == move:
            self.undone.pop()
        else:
            self.undone.clear()
        return decision

    def _hear(self, state: State, number: int) -> None:
        seats = range(self.game.players)
        ledgers = tuple(self.game.ledgers.ledger(state, seat, number) for seat in seats)
        try:
            stands = tuple(self.ranked(state))
        except RulesError:
            stands = ()
        self.results.append(RoundResult(state[at.DECISIONS], state[at.ROUND], ledgers, stands))

    # -------------------------------------------------------------- going back

    def why_no_undo(self) -> str | None:
        """Return why the last decision can't be undone, a sentence; None if it can."""
        if not self.history:
            return self._said("there is nothing to take back.")
        if not self.fair:
            return None
        last, count = self.history[-1], len(self.history)
        others = {d.seat for d in self.history[self.apart_from(count - 1) : count - 1]}
        if others - {last.seat} and self.apart_from(count) == count:
            return self._said("what the others have chosen has come to light since.")
        if any(last.state[word] != self.state[word] for word in (at.RNG_LOW, at.RNG_HIGH)):
            return self._said("chance has decided something since.")
        pairs = zip(self._known(last.state), self._known_since(), strict=True)
        if any(new >> last.seat & 1 and not old >> last.seat & 1 for old, new in pairs):
            return self._said("{seat} has seen something since.", seat=self._seat(last.seat))
        return None

    def _seat(self, seat: int) -> Said:
        """Return a seat as people call it."""
        return self.game.wording.catalogue.seat(seat)

    def _said(self, sentence: str, **values: object) -> str:
        """Return a sentence of our own in the game's language."""
        return self.game.wording.catalogue.filled(sentence, **values)

    def _known(self, state: Sequence[int]) -> Sequence[int]:
        """Return for each piece who knows it."""
        known = self.game.compiled.layout.known
        pieces = state[known : known + len(self.game.compiled.setting.pieces)]
        places = (place for f in self.game.compiled.debug.revealed for place, _ in f.entries())
        return [*pieces, *(state[place] for place in places)]

    def _known_since(self) -> list[int]:
        """Return for each piece who knows it now, or knew it in a position that was taken back."""
        now = self._known(self.state)
        remembered = self._remembered.get(len(self.history), [0] * len(now))
        return [a | b for a, b in zip(now, remembered, strict=True)]

    def undo(self) -> Decision:
        """Undo the last decision and return it. Raises RulesError (E604) if that isn't allowed."""
        why = self.why_no_undo()
        if why:
            message = self._said("this can't be taken back: {why}", why=why)
            raise RulesError(Diagnostic(Code.E604, message))
        known = self._known_since()
        self._remembered.pop(len(self.history), None)
        decision = self.history.pop()
        self._faces = decision.faces
        self.state = list(decision.state)
        self._remembered[len(self.history)] = [
            a | b for a, b in zip(known, self._known_since(), strict=True)
        ]
        self.undone.append(decision)
        self.results = [r for r in self.results if r.decisions <= len(self.history)]
        return decision

    def redo(self) -> Decision:
        """Make the last undone decision again. Raises RulesError (E604) if there is none."""
        if not self.undone:
            raise RulesError(Diagnostic(Code.E604, self._said("there is nothing to make again")))
        return self.apply(self.undone[-1].move)
