"""What can be found wrong with a checked ruleset by looking at the games that it makes: for every
number of players and every setting of the options that is worth trying.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from dataclasses import replace
from math import inf
from pathlib import Path
from time import thread_time
from typing import TYPE_CHECKING

from engine.compile import layout as at
from engine.game.interpreter import Move, State
from engine.game.visits import by_chance, visits
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.frozen import walk
from engine.language.message import Message
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.library import known_playable
from engine.rules.load import Loaded
from engine.rules.options import in_words, settings
from engine.storage.cache import keep
from engine.storage.code_stamp import code_stamp
from engine.storage.folders import cache_folder

if TYPE_CHECKING:
    from engine.game.session import Game

DEALS = 3
"""So many games are begun for each number of players and setting of the options."""
DECISIONS = 24
"""So many decisions are made in each of them, at random."""
COMPARED = 20
"""With so many deals a set-up is compared that ends in another way when it is run again, and so
often it is run once more.
"""
PATIENCE = 4.0
"""After so many seconds of work no more settings are tried: few rules have so many."""
IN_PASSING = 2.0
"""The same when a game is about to be played."""
TOLD = 4
"""So many of the last moves are told that led to an error."""


_sound: set[str] = set()
"""The digests of the rules that were found to be playable in this run."""
_ROOMS = ("language", "rules", "compile", "game")


def playable(loaded: Loaded) -> Loaded:
    """Return a ruleset after test games in which nothing went wrong; call it before people play.

    The first call takes up to some seconds; later ones remember the result, also in other programs.
    Examples aren't run. Raises RulesError with the errors of the rules or of the test games.

    >>> from engine import load, playable
    >>> playable(load("examples/nim.cairn"))
    <Loaded nim: Nim, no errors>
    """
    loaded.checked()
    found = loaded.digest in _sound or known_playable(loaded.digest)
    if not found and not _found_before(loaded.digest):
        errors = [d for d in check_games(loaded, IN_PASSING) if d.severity == "error"]
        if errors:
            raise RulesError(*errors)
        with suppress(OSError):
            keep(_place(loaded.digest), b"")
    _sound.add(loaded.digest)
    return loaded


def _found_before(digest: str) -> bool:
    """Return whether an earlier run has found these rules to be playable."""
    try:
        return _place(digest).exists()
    except OSError:
        return False


def _place(digest: str) -> Path:
    """Return the file that is there when rules are playable. Raises OSError without a home."""
    whole = hashlib.sha256(f"{digest}\0{code_stamp(*_ROOMS)}".encode()).hexdigest()
    return cache_folder("playable") / whole[:32]


def check_games(loaded: Loaded, patience: float = PATIENCE) -> list[Diagnostic]:
    """Return what is wrong with the games of a checked ruleset, the same thing once.

    Whatever only players and options show, what `unsound` finds, and what goes wrong while games
    are set up and a few decisions are made at random. `patience`: after so many seconds the rest
    isn't tried, which is a warning (W007).
    """
    from engine.game.session import Game

    found: dict[tuple[Code, Span], Diagnostic] = {}
    rules, started = loaded.checked(), thread_time()
    for number, (players, options) in enumerate(settings(rules)):
        if thread_time() - started > patience:
            message = Message(
                "only {number} of the games that players and options make were tried", f"{number:,}"
            )
            late = Diagnostic(Code.W007, message, rules.header.span, severity="warning")
            return [*found.values(), late]
        try:
            problems = tried(Game(loaded, players, options), started + patience)
        except RulesError as problem:
            problems = list(problem.diagnostics)
        for d in problems:
            note = f"with {in_words(rules, players, options)}"
            found.setdefault((d.code, d.span), replace(d, notes=(*d.notes, note)))
    return list(found.values())


def tried(game: Game, until: float = inf) -> list[Diagnostic]:
    """Return what is wrong with a game, or else goes wrong first where some are begun at random.

    `until`: by this thread's clock, when no more decisions are made.
    """
    problems = unsound(game)
    if problems:
        return problems
    for seed in range(1, DEALS + 1):
        moves: list[str] = []
        try:
            _begin(game, seed, moves, until)
        except RulesError as problem:
            return [replace(d, notes=(*d.notes, _after(moves))) for d in problem.diagnostics]
    return []


def _begin(game: Game, seed: int, moves: list[str], until: float) -> None:
    """Begin a game at random, writing its moves down. Raises RulesError where it goes wrong."""
    state = game.interpreter.start(seed, seed - 1)
    for visit in visits(game.interpreter, state, DECISIONS, by_chance(seed)):
        written = game.wording.written_moves(state)
        moves.append(next(text for text, move in written.items() if move == visit.move))
        _say(game, state, visit.move)
        if thread_time() >= until:
            return
    if game.interpreter.over(state):
        game.interpreter.winners(state)


def _say(game: Game, state: State, move: Move) -> None:
    """Put a move into its seat's words. Raises RulesError where a condition in them meets an error.

    The seat's sight of many pieces takes long to make; only conditions can fail on it.
    """
    found = game.wording.action(state[at.PC], move)
    sentence = None if found is None else found[0].text
    conditional = any(isinstance(part, m.Op) and part.op == "if" for part in walk(sentence))
    game.wording.words(state, move, state[at.ME] if conditional else None)


def _after(moves: list[str]) -> str:
    """Return what was done at random before something went wrong."""
    if not moves:
        return "as soon as a game begins"
    last = ", ".join(moves[-TOLD:])
    if len(moves) <= TOLD:
        return Message("after {moves}", last)
    return Message(
        "after {number} moves made by chance, the last of them {moves}", len(moves), last
    )


def unsound(game: Game) -> list[Diagnostic]:
    """Return why a game can't be played although its rules can be read.

    Pieces that nobody could tell apart by name (E205), a setup that doesn't collect every piece
    again (E208).
    """
    return [*same_names(game), *collects(game)]


def same_names(game: Game) -> list[Diagnostic]:
    """Return the components whose unlike pieces have one name; whose they are may differ."""
    state: State = [0] * game.compiled.program.size
    seen: dict[tuple[str, str], tuple[tuple[str, int], ...]] = {}
    problems = []
    for piece in game.compiled.setting.pieces:
        component = game.rules.components[piece.component]
        if component.name_varies:
            continue
        owners = {a.name for a in component.attributes if a.domain.type.is_seat}
        values = tuple((n, v) for n, v in piece.values if n not in owners)
        name = game.wording.name(piece.number, state)
        other = seen.setdefault((component.name, name), values)
        if other != values:
            unlike = next(n for (n, a), (_, b) in zip(values, other, strict=True) if a != b)
            message = Message(
                "pieces that differ in '{unlike}' are all called '{name}'", unlike, name
            )
            span = component.called.span if component.called else component.span
            problems.append(
                Diagnostic(
                    Code.E205, message, span, hint=Message("quote {{{unlike}}} in 'called'", unlike)
                )
            )
            break
    return problems


def collects(game: Game) -> list[Diagnostic]:
    """Set up twice, where several rounds are possible: the second time must end like the first.

    Chance is the same both times, so it makes no difference unless the pieces are collected in
    another order. Then a zone may hold as much as chance gives it when a game begins, and setting
    up again and again must not run out of pieces.
    """
    header = game.rules.header
    rounds = 2 if header.until else game.compiled.setting.value(header.rounds)
    if game.rules.setup is None or rounds < 2:
        return []
    program, interpreter, span = game.compiled.program, game.interpreter, game.rules.setup.span
    state = interpreter.fresh(1)
    interpreter.run_to(state, program.start, frozenset({program.setup}))
    chance = state[at.RNG_LOW], state[at.RNG_HIGH]
    turn = frozenset({program.turn})
    interpreter.run_to(state, program.setup, turn)
    first = _counts(game, state)
    state[at.RNG_LOW], state[at.RNG_HIGH] = chance
    try:
        interpreter.run_to(state, program.setup, turn)
        second = _counts(game, state)
        if second == first:
            return []
        dealt = [_counts(game, interpreter.deal(seed)) for seed in range(1, COMPARED + 1)]
        for name, count in second.items():
            usual = [counts[name] for counts in dealt]
            if not min(usual) <= count <= max(usual):
                what = "the setup leaves pieces where they were when it is run again"
                note = Message(
                    "'{name}' then holds {count} instead of {first}", name, count, first[name]
                )
                return [_uncollected(what, span, note)]
        for _ in range(COMPARED):
            interpreter.run_to(state, program.setup, turn)
    except RulesError as problem:
        why = problem.diagnostics[0]
        told = Message("{message} (line {line})", why.message, why.span.line)
        return [_uncollected("the setup can't be run again for the next round", span, told)]
    return []


def _uncollected(what: str, span: Span, note: str) -> Diagnostic:
    return Diagnostic(Code.E208, what, span, (note,), hint="let it collect every piece first")


def _counts(game: Game, state: State) -> dict[str, int]:
    return {game.wording.zone_at(address): state[address] for address in game.compiled.layout.zones}
