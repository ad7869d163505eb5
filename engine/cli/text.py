"""Sentences about a game's course and its end, for the text play and the record of a game."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.game.ledger import Ledger, LedgerGroup, LedgerRow, grouped
from engine.game.saves import finds_rules
from engine.game.session import Game, Session
from engine.language.escaping import plain
from engine.rules.catalogue import ENGLISH, Catalogue, capital, signed
from engine.rules.load import Loaded


def count(number: int, noun: str) -> str:
    """Return a number with its noun, `1 card` or `3 cards`."""
    return ENGLISH.several(number, noun)


def command(*words: object) -> str:
    """Return a command line that can be pasted as it is."""
    return plain(shlex.join(["cairn", *map(str, words)]))


def opening(name: str, save: Path, loaded: Loaded) -> str:
    """Return the command line that opens a save of a ruleset, which may have to be named."""
    rules = [] if finds_rules(save, loaded) else ["--rules", loaded.opened_as]
    return command(name, save, *rules)


def again() -> str:
    """Return the command line that continues with this one's work."""
    return command(*(word for word in sys.argv[1:] if word != "--resume"), "--resume")


def both(parts: Sequence[str], words: Catalogue = ENGLISH) -> str:
    """Return `a`, `a and b` or `a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return ", ".join(parts[:-1]) + words.text(" and ") + parts[-1]


def options_in_words(game: Game) -> str:
    """Return the options that aren't at their default, empty when all are."""
    words, catalogue = game.option_words(), game.wording.catalogue
    changed = [
        f"{catalogue.name(name)} = {catalogue.name(words[name])}"
        for name, option in game.rules.options.items()
        if game.compiled.setting.options[name] != option.default
    ]
    return ", ".join(changed)


def ledger_rows(ledgers: Sequence[Ledger], words: Catalogue = ENGLISH) -> list[str]:
    """Return ledgers as aligned lines: one for each group of lines, with what it is made of, and
    each ledger's sum.
    """
    rows: list[tuple[str, str, str]] = []
    for ledger in ledgers:
        for group in grouped(ledger.rows):
            value = group.shown
            made_of = ", ".join(_part(row, group) for row in group.rows)
            rows.append((group.label, value, made_of if len(group.rows) > 1 else ""))
        into = words.text("total")
        if ledger.into:
            into = words.filled("paid into {name}", name=words.name(ledger.into).replace("_", " "))
        rows.append((into, f"= {signed(ledger.total)}", ""))
    width = max((len(label) for label, *_ in rows), default=0)
    most = max((len(value) for _, value, _ in rows), default=0)
    return [f"{label:<{width}}  {value:>{most}}  {made}".rstrip() for label, value, made in rows]


def _part(row: LedgerRow, group: LedgerGroup) -> str:
    """Return a line of a ledger beside its group, whose name isn't said again."""
    label = row.label.removeprefix(f"{group.label} ")
    return f"{label} {row.shown}"


def winner_sentence(session: Session, names: Sequence[str]) -> str:
    """Return who has won, with the scores, and what a result is called that all share."""
    ratings = set(session.ratings)
    sentence = _who_won(session, names)
    if len(ratings) > 1 or not any(ratings):
        return sentence
    said = session.game.wording.catalogue
    return f"{sentence} {said.filled('Rating: {rating}.', rating=ratings.pop())}"


def _who_won(session: Session, names: Sequence[str]) -> str:
    won = session.winners
    scores = session.scores
    said = session.game.wording.catalogue
    shown = ", ".join(f"{n} {signed(s)}" for n, s in zip(names, scores, strict=True))
    shown = f" ({shown})" if session.game.compiled.rankings else ""
    if session.together:
        done = "Everybody has won." if won else "Everybody has lost."
        return said.text(done) + shown
    if len(won) == 1:
        who = names[won[0]]
        you = "You have won." if who == said.text("you") else "{who} has won."
        return said.filled(you, who=capital(who)) + shown
    if won:
        who = both([names[seat] for seat in won], said)
        return said.filled("{who} share the win.", who=capital(who)) + shown
    return said.text("The game is over without a winner.") + shown


def score_rows(session: Session, names: Sequence[str]) -> list[str]:
    """Return every ledger as it was paid, seat by seat, round by round, then who has won."""
    rows: list[str] = []
    words = session.game.wording.catalogue
    several = bool(session.results) and session.results[-1].round > 1
    plain = len(session.results) == 1 and session.results[0].ledgers[0].into is None
    ratings = session.ratings
    scored = bool(session.results or session.game.compiled.rankings)
    for seat, name in enumerate(names if scored else ()):
        rows += [capital(name)]
        for result in session.results:
            if several:
                rows += ["  " + words.filled("Round {number}", number=result.round)]
            own = [x for x in result.ledgers if x.seat == seat]
            rows += [f"  {row}" for row in ledger_rows(own, words)]
        if len(set(ratings)) > 1 and ratings[seat]:
            rows += ["  " + words.filled("Rating: {rating}.", rating=ratings[seat])]
        if not plain:
            rows += ["  " + words.filled("Score: {score}", score=signed(session.scores[seat]))]
        rows += [""]
    return [*rows, winner_sentence(session, names)]
