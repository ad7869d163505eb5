"""What can be found wrong with a checked ruleset by looking at the games that it makes: for every
number of players and every setting of the options that is worth trying.
"""

from __future__ import annotations

from dataclasses import replace

from engine.game.interpreter import State
from engine.game.session import Game
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.source import Span
from engine.rules.load import Loaded
from engine.rules.options import in_words, settings


def check_games(loaded: Loaded) -> list[Diagnostic]:
    """Return what is wrong with the games of a checked ruleset, the same thing once.

    Pieces that nobody could tell apart by name (E205), a setup that doesn't collect every piece
    again (E208), and whatever only players and options show.
    """
    found: dict[tuple[str, Span], Diagnostic] = {}
    rules = loaded.checked()
    for players, options in settings(rules):
        try:
            game = Game(loaded, players, options)
            problems = [*same_names(game), *collects(game)]
        except RulesError as problem:
            problems = list(problem.diagnostics)
        for d in problems:
            note = f"with {in_words(rules, players, options)}"
            found.setdefault((d.code, d.span), replace(d, notes=(*d.notes, note)))
    return list(found.values())


def same_names(game: Game) -> list[Diagnostic]:
    """Return the components whose unlike pieces have one name; whose they are may differ."""
    state: State = [0] * game.compiled.program.size
    seen: dict[tuple[str, str], tuple[tuple[str, int], ...]] = {}
    problems = []
    for piece in game.compiled.setting.pieces:
        component = game.rules.components[piece.component]
        if any(a.changes for a in component.attributes):
            continue
        owners = {a.name for a in component.attributes if a.domain.type.names[:1] == ("Player",)}
        values = tuple((n, v) for n, v in piece.values if n not in owners)
        name = game.wording.name(piece.number, state)
        other = seen.setdefault((component.name, name), values)
        if other != values:
            unlike = next(n for (n, a), (_, b) in zip(values, other, strict=True) if a != b)
            message = f"pieces that differ in '{unlike}' are all called '{name}'"
            span = component.called.span if component.called else component.span
            problems.append(
                Diagnostic(Code.E205, message, span, hint=f"quote {{{unlike}}} in 'called'")
            )
            break
    return problems


def collects(game: Game) -> list[Diagnostic]:
    """Set up twice, where several rounds are possible: the second time must end like the first."""
    if game.rules.setup is None or game.compiled.setting.value(game.rules.header.rounds) < 2:
        return []
    program, interpreter = game.compiled.program, game.interpreter
    state = interpreter.deal(1)
    first = _counts(game, state)
    span = game.rules.setup.span
    try:
        interpreter.run_to(state, program.setup, frozenset({program.turn}))
    except RulesError as problem:
        why = problem.diagnostics[0]
        note = f"{why.message} (line {why.span.line})"
        return [_uncollected("can't be run again for the next round", span, note)]
    second = _counts(game, state)
    for name, count in second.items():
        if count != first[name]:
            note = f"'{name}' then holds {count} instead of {first[name]}"
            return [_uncollected("leaves pieces where they were when it is run again", span, note)]
    return []


def _uncollected(what: str, span: Span, note: str) -> Diagnostic:
    return Diagnostic(
        Code.E208, f"the setup {what}; let it collect every piece first", span, (note,)
    )


def _counts(game: Game, state: State) -> dict[str, int]:
    return {
        game.wording.zone_at(family.address(number)): state[family.address(number)]
        for family in game.compiled.layout.families.values()
        for number in range(len(family.places))
    }
