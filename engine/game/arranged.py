"""Games that begin at a position that is given in the words of an example, not at a deal."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from engine.game.dealing import dealt
from engine.game.example_claims import Claims
from engine.game.example_setup import Arranger
from engine.game.examples import SEEDS, Examples
from engine.game.session import Game, Session, Start
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError, nearest
from engine.language.message import Message, did_you_mean
from engine.language.source import Source
from engine.rules import model as m
from engine.rules.additions import read_examples
from engine.rules.load import Loaded

SHOWN = "the arranged start"
"""What the text of a start is called in diagnostics."""
_WORD = re.compile(r"\s*(given|do)\b")
"""What a line of an example begins with."""
_OF_THE_GAME = ("players", "option")


def arranged_start(game: Game, seed: int, given: Sequence[str], starter: int = 0) -> Start:
    """Return a start as `given` lines say it: what stands after each `given`.

    Raises RulesError for what can't be read, had, or is no line of `given`.
    """
    if any("\n" in line for line in given):
        raise RulesError(
            Diagnostic(Code.E602, Message("{shown} has a line that is several", SHOWN))
        )
    lines = "".join(f"  given {line}\n" for line in given)
    text = f'example "{SHOWN}"\n{lines}  then  1 = 1\n'
    (example,) = read_examples(game.loaded, text, SHOWN)
    givens = [step for step in example.steps if isinstance(step, m.Given)]
    if any(step.form in _OF_THE_GAME for step in givens):
        raise RulesError(
            Diagnostic(Code.E602, Message("{shown} can't change players or options", SHOWN))
        )
    arranger = Arranger(game, dealt(game, seed, givens, starter))
    arranger.arrange(givens)
    return Start(tuple(given), tuple(arranger.state), tuple(arranger.faces))


def begin_again(session: Session, game: Game, seed: int | None = None) -> Session:
    """Return a new game that begins as another did, on other rules or with another deal."""
    seed = session.seed if seed is None else seed
    start = None
    if session.start is not None:
        start = arranged_start(game, seed, session.start.given, session.starter)
    return Session(game, seed, fair=session.fair, starter=session.starter, start=start)


@dataclass(frozen=True)
class OpenedExample:
    """An example on the table: the game, everything may be taken back in it. `stopped`: which move
    couldn't be made, and why; empty where all were.
    """

    session: Session
    stopped: str = ""


def begin_from(loaded: Loaded, said: str, language: str = "en") -> Session:
    """Return a game that begins at a position. `said`: the title of an example, whose moves are
    made too; or a text with lines as in an example (`given …`, `do …`), or a diagram alone.

    Raises RulesError: E603 where no example has this title, E402 for what can't be given or done.

    >>> from engine import begin_from, load
    >>> begin_from(load("examples/two-kings.cairn"), "given board[1, 1] = king of seat 1").seat
    0
    """
    laid = lay_position(loaded, said, language)
    if laid.stopped:
        raise RulesError(Diagnostic(Code.E402, laid.stopped))
    return laid.session


def lay_position(
    loaded: Loaded, said: str, language: str = "en", shown: str = SHOWN
) -> OpenedExample:
    """Return the game of an example by its title, or of a text with the lines of one; a diagram
    alone is of the only grid with letters. `shown`: what the text is called in diagnostics.
    """
    body = [line for line in said.splitlines() if line.strip()]
    titles = {example.title for example in loaded.checked().examples}
    if said in titles or (len(body) == 1 and not _WORD.match(body[0])):
        return lay_example(loaded, said, language)
    if not any(_WORD.match(line) for line in body):
        grids = [zone for zone in loaded.checked().zones.values() if zone.letters]
        if len(grids) != 1:
            message = Message("{shown} doesn't say of which grid it is: write 'given GRID'", shown)
            raise RulesError(Diagnostic(Code.E402, message))
        rows = (line.strip().strip('"') if '"' in line else line.rstrip() for line in body)
        body = [f"given {grids[0].name}", *(f'  "{row}"' for row in rows)]
    text = textwrap.indent(textwrap.dedent("\n".join(body)), "  ")
    text = f'example "{SHOWN}"\n{text}\n  then 1 = 1\n'
    (example,) = read_examples(loaded, text, shown)
    return _lay(loaded, example, Source(shown, text), language)


def lay_example(loaded: Loaded, title: str, language: str = "en") -> OpenedExample:
    """Return the game of an example: it begins at what is given, and the moves of the example have
    been made. `title`: whole, or as far as no other begins so.

    Raises RulesError: E603 where there is none of this title, E402 for what can't be given.
    """
    examples = Examples(loaded)
    known = {example.title: example for example in examples.rules.examples}
    begun = [known[title]] if title in known else [
        example for name, example in known.items() if name.startswith(title)
    ]  # fmt: skip
    if len(begun) != 1:
        guess = nearest(title, known)
        hint = did_you_mean(guess) or Message("'cairn check --verbose' names them")
        raise RulesError(
            Diagnostic(Code.E603, Message("there is no example '{title}'; {hint}", title, hint))
        )
    example = begun[0]
    return _lay(loaded, example, loaded.findings.sources[example.span.file], language)


def _lay(loaded: Loaded, example: m.Example, source: Source, language: str) -> OpenedExample:
    examples, seed = Examples(loaded), SEEDS[0]
    usual = examples.game(example)
    given = [
        step.written or " ".join(source.quote(step.span).split())
        for step in example.steps
        if isinstance(step, m.Given) and step.form not in _OF_THE_GAME
    ]
    game = usual if language == "en" else Game(loaded, usual.players, usual.given, language)
    start = arranged_start(game, seed, given) if given else None
    session = Session(game, seed, fair=False, start=start)
    claims = Claims(game, examples.arranged(example, seed), seed)
    stopped = ""
    try:
        for step in example.steps:
            if isinstance(step, m.WrittenMove):
                claims.do(step)
    except RulesError as problem:
        stopped = problem.diagnostics[0].message
    for move in claims.made:
        session.apply(move)
    return OpenedExample(session, stopped)
