"""The text play: a game in a terminal, or through a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import assert_never

from rich.console import RenderableType
from rich.rule import Rule
from rich.segment import Segment, Segments
from rich.text import Text

from engine.agents.hints import hint
from engine.chronicle.rows import (
    AnnouncementRow,
    DecisionRow,
    EndingRow,
    LogRow,
    PaymentRow,
    RevealRow,
    listing,
)
from engine.cli.files import can_save
from engine.cli.ledger_text import ledger_lines
from engine.cli.line_input import InputLines
from engine.cli.move_list import (
    Listed,
    closest,
    in_order,
    listed,
    meant,
    moves_text,
    takes_numbers,
    with_words,
)
from engine.cli.output import console, put
from engine.cli.rules_watcher import RulesWatcher
from engine.cli.text import (
    command,
    options_in_words,
    score_rows,
)
from engine.cli.text_position import PositionText, as_typed, letters_of
from engine.compile import layout as at
from engine.game.saves import write_save
from engine.game.session import Decision, Session
from engine.game.wording import LegalMove
from engine.language.codes import Code
from engine.language.diagnostics import RulesError
from engine.language.escaping import plain
from engine.moves.notation import action_of, bracketed
from engine.rules.catalogue import capital, signed
from engine.rules.engine_messages import HELP
from engine.table.addressed import addressed
from engine.table.guest import Guest
from engine.table.pass_and_play import PassAndPlay
from engine.table.scoreboard import known_scores
from engine.table.seats import HUMAN
from engine.table.table import Table

HINT = 3000
"""Iterations for a hint: the same position, the same hint."""
SAMPLES = 4
"""On how many positions a score is computed that may depend on what isn't seen."""

ROOM = 4
"""So much of a title's line is left for the line itself."""
REFUSED = (Code.E601, Code.E604)
"""What is wrong with what a person has written, not with the rules."""
ASK = "Write a move's number, or 'help'."
ASK_IN_WORDS = "Write a move as the list shows it, or 'help'."
MORE = "Enter shows more."


class PersonLeft(Exception):
    """The person has left the game; the text says so."""


class Reloaded(Exception):
    """The game continues with other rules; the player who was asked is asked anew."""


class TextPlay:
    """One game: the player who has to decide is asked, agents answer by themselves."""

    def __init__(
        self, session: Session, seats: list[str], save: Path, *, watch: bool = False
    ) -> None:
        """Prepare; `save` is where `s` saves to when no file is named.

        `watch`: when the rules' files change, the game continues with what they say then.
        """
        self.table = Table(session, seats)
        self.people = PassAndPlay(self.table, passing=False)
        self.save = save
        self.console = console()
        self.asks = sys.stdin.isatty() and self.console.is_terminal
        self.seats, self.humans = self.table.seats, self.table.humans
        self.words = session.game.wording.catalogue
        self.drawn: dict[int, dict[str, str]] = {}
        """What each seat has read of the table: only what differs is printed again."""
        self.occasion = ""
        self.printed = 0
        """How many lines stand on the screen since the last input."""
        self.ahead: str | None = None
        """What was written where only Enter was asked for."""
        self.guest: Guest | None = None if len(self.humans) > 1 else self.people.guest
        """Who has come to the screen."""
        self.dirty = True
        self.lines = InputLines() if watch else None
        self.rereading = RulesWatcher(session, self.say, self._yes) if watch else None

    @property
    def session(self) -> Session:
        """Return the game, on the rules as they are now."""
        return self.table.session

    @property
    def numbered(self) -> bool:
        """Return whether moves are chosen by their number in the list."""
        return not takes_numbers(self.session)

    # -------------------------------------------------------------- words

    def say(self, text: str = "") -> None:
        """Print a text as it is."""
        self.show(Text(text), soft_wrap=not self.console.is_terminal)

    def show(self, shown: RenderableType, *, soft_wrap: bool = False) -> None:
        """Print something, on a screen as much at once as it shows."""
        if not self.asks:
            self.console.print(shown, soft_wrap=soft_wrap)
            return
        for row in self.console.render_lines(shown, pad=False):
            if self.printed >= self.console.height - 2 and self.ahead is None:
                more = self._read(self.words.text(MORE) + " ", meanwhile=_nothing_else)
                self.ahead = more or None
            if not self.printed and not any(segment.text.strip() for segment in row):
                continue  # what continues at the top of a screen begins with words
            self.console.print(Segments([*row, Segment.line()]), end="")
            self.printed += 1

    def tell(self, sentence: str, **values: object) -> None:
        """Print a sentence of ours in the language of the game."""
        self.say(self.words.filled(sentence, **values))

    def names(self, viewer: int | None) -> list[str]:
        """Return what the seats are called by one who looks."""
        you, seats = self.words.text("you"), range(len(self.seats))
        return [you if seat == viewer else self.words.seat(seat) for seat in seats]

    def _spoken(self, text: str, viewer: int | None) -> str:
        """Return a sentence of the rules as one who looks reads it: their own seat is `you`."""
        names: list[str] = [self.words.seat(seat) for seat in range(len(self.seats))]
        if viewer is not None:
            names[viewer] += f" ({self.words.text('you')})"
        return addressed(text, names, you=viewer, language=self.words.language)

    # -------------------------------------------------------------- the game

    def run(self) -> None:
        """Play to the end. Raises Stopped when a person leaves before."""
        self._greet()
        while (seat := self.session.seat) is not None:
            try:
                if self.table.agent is None:
                    self._person(seat)
                else:
                    self._reread()
                    self._agent(seat)
            except Reloaded:
                self.dirty = True
        self._end()

    def _reread(self) -> None:
        """Look whether the rules have changed. Raises Reloaded when the game goes on with them."""
        new = self.rereading.look(self.session, self._reader()) if self.rereading else None
        if new is not None:
            self.table.replace(new)
            self.drawn.clear()
            raise Reloaded

    def _reader(self) -> int | None:
        """Return the seat of the player who looks at the screen, None when only agents play."""
        return (self.guest or self.people.guest).seat

    def _yes(self, question: str) -> bool:
        """Ask a question of yes or no while the rules are not looked at."""
        if not self.asks:
            self.say(question.rstrip())
        yes, no = self.words.name("yes"), self.words.name("no")
        while True:
            answer = self._read(question, meanwhile=_nothing_else).casefold()
            if answer in ("y", "yes", yes[0], yes):
                return True
            if answer in ("n", "no", no[0], no):
                return False
            self.tell("Write {yes} or {no}.", yes=yes[0], no=no[0])

    def _greet(self) -> None:
        game = self.session.game
        header = game.rules.header
        words = game.wording.catalogue.text
        self.say(self.words.colon.join(words(x) for x in (header.title, header.subtitle) if x))
        if header.aim:
            self.say(words(header.aim))
        self.say(self._who())
        if self.humans:
            self._ask()

    def _ask(self) -> None:
        """Say how a move is written."""
        self.tell(ASK if self.numbered else ASK_IN_WORDS)

    def _who(self) -> str:
        """Return which game is played, and by whom."""
        options = options_in_words(self.session.game)
        who = ", ".join(self._sits(seat, name) for seat, name in enumerate(self.seats))
        seed = self.words.filled("Seed {number}", number=self.session.seed)
        return f"{seed}{', ' if options else ''}{options}{self.words.semicolon}{who}."

    def _sits(self, seat: int, name: str) -> str:
        if name == HUMAN and len(self.humans) == 1:
            return self.words.filled("seat {seat} is you", seat=seat + 1)
        computer = self.words.filled("the computer ({agent})", agent=name)
        who = self.words.text("a person") if name == HUMAN else computer
        return self.words.filled("seat {seat} is {who}", seat=seat + 1, who=who)

    def _agent(self, seat: int) -> None:
        self.table.play_agent()
        if not self.humans:
            self._tell(self.people.guest)

    def _person(self, seat: int) -> None:
        guest = self.people.guest
        if guest is not self.guest:
            self._hand_over(guest, seat)
        self._tell(guest)
        legal = in_order(self.session.legal())
        if self.dirty:
            self._show(seat, legal)
        line = self._read()
        try:
            self.dirty = self._command(line, seat, legal)
        except RulesError as problem:
            if problem.diagnostics[0].code not in REFUSED:
                raise
            self.say(_sentence(self._spoken(problem.diagnostics[0].message, seat)))
            self.dirty = False

    def _hand_over(self, guest: Guest, seat: int) -> None:
        """Let the next person come to the screen before what only they may see is shown."""
        first, self.guest = self.guest is None, guest
        self.dirty = True
        self.drawn.pop(seat, None)
        if guest.present:
            return
        if self.asks:
            if not first:
                self.console.clear()
            alone = "Seat {seat}: press Enter when only you see the screen."
            self._read(self.words.filled(alone, seat=seat + 1) + " ")
        self.people.reveal()

    def _tell(self, guest: Guest) -> None:
        """Say what a guest hasn't read yet, as far as they may know it."""
        for number in guest.unread():
            for row in guest.chronicle.rows(number, guest.seat):
                self._tell_row(row, guest.seat)
        guest.read = len(self.session.history)

    def _tell_row(self, row: LogRow, viewer: int | None) -> None:
        """Say what a row of the log does; how the whole game ended is said at its end."""
        names = self.names(viewer)
        match row:
            case DecisionRow():
                self._tell_decision(row, capital(names[row.seat]), viewer)
            case RevealRow():
                self.say(f"{capital(names[row.seat])} → {row.words}")
            case AnnouncementRow():
                self.say(f"» {capital(self._spoken(row.words, viewer))}")
            case PaymentRow():
                if not self.session.over:
                    shown = [f"{n} {signed(s)}" for n, s in zip(names, row.totals, strict=True)]
                    over, scores = "Round {number} is over: {scores}.", ", ".join(shown)
                    self.tell(over, number=row.round, scores=scores)
            case EndingRow():
                if not self.session.over:
                    self.say(self._spoken(row.words, viewer))
            case _:
                assert_never(row)

    def _tell_decision(self, row: DecisionRow, who: str, viewer: int | None) -> None:
        """Say what was decided, and what that has shown which its words don't name already."""
        made, wording = self.session.history[row.number - 1], self.session.game.wording
        what = self._spoken(row.words, viewer) or (
            row.title and wording.notation(list(made.state), made.move, shown=True)
        )
        news = self.table.chronicle.turned(row, viewer)
        news_told = f" ({listing(news)})" if news else ""
        self.say(f"{who}{self.words.colon}{what}{news_told}")
        for seen in self.table.chronicle.passing(row.number, viewer):
            self.say(f"  {seen}")

    # -------------------------------------------------------------- showing

    def _show(self, seat: int, legal: Sequence[LegalMove]) -> None:
        session = self.session
        view = as_typed(session.view(seat), self.words)
        number = self.words.filled("round {number}", number=view.round)
        parts = [number] if session.results else []
        parts += [view.phase] if view.phase else []
        parts += [self._whose(seat, session.turn_of)]
        scores = self._scores(seat)
        whole = " · ".join([*parts, scores] if scores else parts)
        fits = len(whole) <= self.console.width - ROOM
        self.say()
        title = Text(whole if fits else " · ".join(parts), style="bold")
        self.show(Rule(title, align="left", characters="─", style="dim"))
        if not fits:
            self.show(Text(capital(scores)))
        if session.occasion and session.occasion != self.occasion:
            self.show(Text(self._spoken(session.occasion, seat), style="italic"))
        self.occasion = session.occasion
        letters = letters_of(self.session.game.rules)
        table = PositionText(self.names(seat), self.console.width, self.words, letters)
        drawn = table.draw(view, self.drawn.get(seat))
        if drawn is not None:
            self.show(drawn)
            self.say()
        self.drawn[seat] = table.rows(view)
        moves = [(x.written, self._spoken(x.words, seat)) for x in legal]
        self.show(moves_text(moves, self.console.width, numbered=self.numbered))

    def _whose(self, seat: int, active: int | None) -> str:
        """Return in whose turn a seat decides."""
        if active is None:
            return self.words.text("you choose at the same time as the others")
        if seat == active:
            return self.words.text("your turn")
        return self.words.filled("your decision in the turn of {who}", who=self.names(seat)[active])

    def _scores(self, seat: int) -> str:
        """Return what the seats would end with here, as far as this seat can tell."""
        found = known_scores(self.session, seat)
        shown = [f"{name} {signed(s)}" for name, s in zip(self.names(seat), found, strict=True)]
        if not self.session.game.compiled.rankings:
            return ""
        return self.words.filled("score: {scores}", scores=", ".join(shown))

    # -------------------------------------------------------------- asking

    def _read(self, prompt: str = "> ", meanwhile: Callable[[], None] | None = None) -> str:
        """Return a line of input. Raises Stopped when there is no more."""
        if self.ahead is not None:
            line, self.ahead = self.ahead, None
            return line
        self.printed = 0
        if self.asks:
            put(prompt, end="", flush=True)
        if self.lines is None:
            line = sys.stdin.readline()
        else:
            line = self.lines.read(meanwhile or self._reread)
        if not line:
            if self.asks:
                put()
            raise PersonLeft(self.words.filled("No more input; {left}", left=self._left()))
        return line.strip()

    def _left(self) -> str:
        made = self.words.several(len(self.session.history), "decision")
        return self.words.filled("the game is left after {decisions}.", decisions=made)

    def _command(self, line: str, seat: int, legal: list[LegalMove]) -> bool:
        """Do what a line asks for; return whether the table is to be shown anew."""
        word, _, rest = line.partition(" ")
        if line.startswith("?"):
            self._why(line[1:].strip(), seat, legal)
            return False
        if word in ("q", "quit", "exit"):
            left = self._left()
            raise PersonLeft(capital(left))
        if word in ("s", "save"):
            self._save(rest.strip())
            return False
        commands = {
            "": self._nothing, "u": self._undo, "undo": self._undo, "r": self._redo,
            "redo": self._redo, "h": self._hint, "hint": self._hint, "l": self._ledger,
            "ledger": self._ledger, "t": self._again, "table": self._again, "help": self._help,
        }  # fmt: skip
        if line in commands:
            return commands[line](seat)
        return self._move(line, legal)

    def _move(self, line: str, legal: list[LegalMove]) -> bool:
        moves = self._listed(legal)
        number = meant(line, moves)
        if number is not None:
            self.table.make(legal[number].move, legal[number].text)
            return True
        if line.isdecimal():
            self._no_move(line, moves)
            return False
        written = bracketed(line, self._names())
        if written is None:
            self._unknown(line, moves)
            return False
        self.table.play(written)
        return True

    def _names(self) -> set[str]:
        """Return the names that actions have, in the rules and in the language of the game."""
        wording = self.session.game.wording
        actions = [found.action for found in wording.compiled.debug.actions.values()]
        names = {"pass", wording.title(None), *(action.name for action in actions)}
        return names | set(map(wording.title, actions))

    def _unknown(self, line: str, moves: Sequence[Listed]) -> None:
        """Answer what is no move of this game with the one that it is most like."""
        near = closest(line, moves)
        said = "this game has no action '{name}'."
        told = self.words.filled(said, name=action_of(line))
        if near is not None:
            told += " " + self.words.filled("Did you mean {move}?", move=near)
        elif moves:
            told += " " + self.words.filled("Write {move}, for example.", move=moves[0].shown)
        self.say(_sentence(told))

    def _no_move(self, number: str, moves: Sequence[Listed]) -> None:
        named = with_words(number, moves)
        if named:
            self.tell("Write the word before the number: {move}.", move=", ".join(named))
            return
        if self.numbered:
            none = "There is no move {number}; they are numbered from 1 to {last}."
            self.tell(none, number=number[:9], last=len(moves))
            return
        first = moves[0].shown
        told = self.words.filled(
            "There is no move {number}; '?' lists all of them.", number=number[:9]
        )
        self.say(f"{told} {self.words.filled('Write {move}, for example.', move=first)}")

    def _listed(self, legal: Sequence[LegalMove]) -> list[Listed]:
        return listed([(x.written, x.words) for x in legal], numbered=self.numbered)

    # -------------------------------------------------------------- commands

    def _nothing(self, seat: int) -> bool:
        self._ask()
        return False

    def _again(self, seat: int) -> bool:
        self.drawn.pop(seat, None)
        return True

    def _help(self, seat: int) -> bool:
        self.tell(HELP)
        return False

    def _why(self, move: str, seat: int, legal: list[LegalMove]) -> None:
        if not move:
            for x in self._listed(legal):
                words = self._spoken(x.words, seat)
                colon = self.words.colon
                self.say(f"{x.label:>4} {x.shown}{colon}{words}".removesuffix(colon))
            items = (i for zone in self.session.view(seat).zones for i in zone.items)
            for word, text in dict.fromkeys(said for item in items for said in item.says):
                self.say(f"     {capital(word)}{self.words.colon}{text}")
            self.tell("Write ? and a move to learn why it is legal, or why it isn't.")
            return
        move = self._notation(move, legal)
        self.say(self._spoken(self.session.explain(seat, move).render(self.words), seat))

    def _notation(self, line: str, legal: Sequence[LegalMove]) -> str:
        """Return the notation of what a person has written for a move, legal or not."""
        number = meant(line, self._listed(legal))
        return legal[number].text if number is not None else bracketed(line, self._names()) or line

    def _undo(self, seat: int) -> bool:
        """Take back up to the last decision of a person, agents' decisions with it."""
        decision = self.table.undo()
        self.tell("Taken back: {move}", move=self._written(decision, seat))
        return True

    def _written(self, decision: Decision, seat: int) -> str:
        """Return a move for whoever sits there: in words where it names what they don't know."""
        wording, before = self.session.game.wording, list(decision.state)
        found = wording.action(before[at.PC], decision.move)
        taken = wording.taken(found[0], decision.move) if found else []
        known = all(piece < 0 or wording.knows(seat, piece, before) for piece in taken)
        if decision.seat == seat or known:
            return wording.notation(before, decision.move, shown=True)
        return wording.words(before, decision.move, seat)

    def _redo(self, seat: int) -> bool:
        made = len(self.session.history)
        decision = self.table.redo()
        self.tell("Made again: {move}", move=self._written(decision, seat))
        self.people.guest.read = made + 1
        return True

    def _hint(self, seat: int) -> bool:
        advice = hint(self.session, iterations=HINT)
        self.say(advice.sentence)
        if advice.best.reason:
            self.say(self._spoken(advice.best.reason, seat))
        if advice.without:
            why = self.words.text(advice.without)
            self.tell("This looks only one decision ahead: {why}.", why=why)
        return False

    def _ledger(self, seat: int) -> bool:
        """Show every seat's ledger as of now, as far as this seat can tell."""
        for number, name in enumerate(self.names(seat)):
            self.say(capital(name))
            for row in ledger_lines(self.session, number, seat, self.words):
                self.say(f"  {row}")
        return False

    def _save(self, name: str) -> None:
        path = Path(name).expanduser() if name else self.save
        can_save(path)
        write_save(self.session, path, self.seats)
        self.tell("Saved to {path}. To go on from here:", path=plain(path))
        self.say(f"  {command('play', path)}")

    # -------------------------------------------------------------- the end

    def _end(self) -> None:
        viewer = self.humans[0] if len(self.humans) == 1 else None
        self._tell(self.guest or self.people.guest)
        self.say()
        why = self.table.chronicle.ending(len(self.session.history), viewer)
        if why:
            self.say(self._spoken(why, viewer))
        over = Text(self.words.text("The game is over.").rstrip("."), style="bold")
        self.show(Rule(over, align="left", style="dim"))
        for row in score_rows(self.session, self.names(viewer)):
            self.say(row)


def _nothing_else() -> None:
    """Do nothing while a person is waited for."""


def _sentence(text: str) -> str:
    """Return a message as a sentence of its own."""
    word = text.split(" ")[0]
    first = capital(text) if word.rstrip(",").isalpha() else text
    return first if first.endswith((".", "!", "?")) else first + "."
