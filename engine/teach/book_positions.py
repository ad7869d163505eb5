"""The positions that a handwritten book shows: given by its own lines, or an example of the rules.

What a book gives is read as an example, so that the same words mean the same and the same errors
get the same messages, at their places in the book.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.compile import layout as at
from engine.game.examples import Examples
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.frozen import walk
from engine.language.message import Message
from engine.language.source import Span
from engine.moves.notation import action_of
from engine.rules import model as m
from engine.rules.additions import read_examples
from engine.rules.load import Loaded
from engine.teach.handbook import CODE, BookPicture, ExampleShown, Handbook, PositionShown
from engine.teach.positions import SEED, ShownPosition, about_score


@dataclass(frozen=True)
class BookPosition:
    """A position as a book shows it, with the families of zones that it is about.

    `position.move` is what is tried there, if anything is; `counted`: its score is shown.
    """

    position: ShownPosition
    families: tuple[str, ...]
    counted: bool = False


class BookPositions:
    """Sets positions of one handwritten book up on a ruleset."""

    def __init__(self, book: Handbook, loaded: Loaded) -> None:
        """Prepare for a checked ruleset."""
        self.book = book
        self.loaded = loaded
        self.examples = Examples(loaded, (SEED,))

    def shown(self, picture: BookPicture) -> BookPosition | None:
        """Return the position that a picture shows, None for a picture of something else.

        Raises RulesError (E608), at its place in the book, for one that can't be set up.
        """
        match picture.shows:
            case PositionShown():
                return self._given(picture, picture.shows)
            case ExampleShown():
                return self._example(picture, picture.shows)
            case _:
                return None

    def _given(self, picture: BookPicture, shows: PositionShown) -> BookPosition:
        text = "".join([f'example "{SEED}"\n', *(f"  {line}\n" for line in shows.lines)])
        claim = "  then  players >= 1\n"
        try:
            (example,) = read_examples(self.loaded, text + claim, self.book.source.name)
            return self._played(example)
        except RulesError as problem:
            found = problem.diagnostics[0]
            number = found.span.line - 2
            line = shows.lines[number] if 0 <= number < len(shows.lines) else ""
            message = Message("this position doesn't fit the rules: {why}", Message(found.message))
            span = _row(self.book, picture.span, line)
            raise RulesError(Diagnostic(CODE, message, span, hint=found.hint)) from None

    def _example(self, picture: BookPicture, shows: ExampleShown) -> BookPosition:
        examples = self.examples.rules.examples
        found = next((one for one in examples if one.title == shows.title), None)
        if found is None:
            message = Message("the rules have no example '{title}'", shows.title)
            raise RulesError(Diagnostic(CODE, message, picture.span))
        try:
            return self._played(found)
        except RulesError as problem:
            why = Message(problem.diagnostics[0].message)
            message = Message("this position doesn't fit the rules: {why}", why)
            raise RulesError(Diagnostic(CODE, message, picture.span)) from None

    def _played(self, example: m.Example) -> BookPosition:
        """Return the position in which an example decides something: where it refuses a move with a
        reason, else before its first move, else where it counts.
        """
        game = self.examples.game(example)
        claims = self.examples.claims(example, SEED)
        counted = about_score(example)
        title = example.title if example.title != str(SEED) else ""
        setting = (title, game.players, tuple(game.given.items()))
        shown = _position(*setting, claims.state)
        for step in example.steps:
            first = not shown.move
            if isinstance(step, m.WrittenMove):
                found = claims.matching(step) if not step.any_turn else {}
                if found and first:
                    shown = replace(_position(*setting, claims.state), move=next(iter(found)))
                claims.do(step)
            elif isinstance(step, m.Then) and step.move is not None and not claims.ended:
                tried = next(iter(claims.matching(step.move)), str(claims.written(step.move)))
                if first or step.because is not None:
                    shown = replace(_position(*setting, claims.state), move=tried)
                if step.because is not None:
                    break
        if counted:
            shown = _position(*setting, claims.state)
        actions = (a for a in walk(game.rules) if isinstance(a, m.Action))
        tried_action = [a for a in actions if a.name == action_of(shown.move)]
        named = {p.name: None for p in walk((example, *tried_action)) if isinstance(p, m.ZoneRef)}
        return BookPosition(shown, tuple(named), counted)


def _position(
    title: str, players: int, options: tuple[tuple[str, int], ...], state: list[int]
) -> ShownPosition:
    return ShownPosition(title, players, options, tuple(state), decisions=state[at.DECISIONS])


def _row(book: Handbook, within: Span, line: str) -> Span:
    """Return where a line is within lines of a book."""
    for number in range(within.line, within.end_line + 1):
        column = book.source.lines[number - 1].find(line) if line else -1
        if column >= 0:
            return Span(book.source.name, number, column + 1, number, column + 1 + len(line))
    return within
