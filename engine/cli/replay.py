"""`cairn replay`: the record of a saved game, for people or, as JSON, for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Any, assert_never

from engine.chronicle.chronicle import Chronicle
from engine.chronicle.rows import (
    AnnouncementRow,
    DecisionRow,
    EndingRow,
    PaymentRow,
    RevealRow,
    listing,
)
from engine.cli.errors import as_json, open_game
from engine.cli.happening_data import happened
from engine.cli.language import language_of
from engine.cli.output import put
from engine.cli.text import options_in_words, score_rows
from engine.game.ledger import Ledger
from engine.game.saves import Save, read_save, replay, rules_named
from engine.game.session import Session
from engine.game.view_data import position
from engine.rules.catalogue import capital
from engine.rules.load import Loaded


def print_record(path: Path, json: bool, rules: str | None) -> None:
    """Replay a save and print its record."""
    save = read_save(path)
    loaded = rules_of(save, path, rules)
    session = replay(save, loaded, name=str(path), language="en" if json else language_of(None))
    if json:
        chronicle = Chronicle(session)
        for number in range(len(session.history)):
            put(as_json(decision_line(chronicle, number)))
        put(as_json(last_line(session, save)))
    else:
        put("\n".join(record(session, save)))


def rules_of(save: Save, path: Path, rules: str | None) -> Loaded:
    """Return the ruleset of a save: the one given, or else the one that the save names."""
    return open_game(rules_named(save.ruleset, path) if rules is None else rules)


# ------------------------------------------------------------------ for programs


def decision_line(chronicle: Chronicle, number: int) -> dict[str, Any]:
    """Return decision `number` (from 0) with the whole position before it and what happened."""
    session = chronicle.session
    game, decision = session.game, session.history[number]
    state = list(decision.state)
    return {
        "decision": number + 1,
        "seat": decision.seat + 1,
        "legal": [legal.text for legal in game.wording.legal(state)],
        "move": decision.text,
        "position": position(game.viewer.view(state, None)),
        "happened": happened(chronicle, number + 1),
    }


def last_line(session: Session, save: Save) -> dict[str, Any]:
    """Return how the game ended: every ledger that was paid, the scores, the winners."""
    paid = [(r.round, ledger) for r in session.results for ledger in r.ledgers]
    if not session.over:
        view = session.view(None)
        seats = range(session.game.players)
        paid += [(view.round, x) for seat in seats for x in session.ledgers(seat)]
    return {
        "over": session.over,
        "ruleset": session.game.loaded.name,
        "players": session.game.players,
        "options": session.game.option_words(),
        "seats": list(save.seats),
        "seed": session.seed,
        "decisions": len(session.history),
        "position": position(session.view(None)),
        "ledgers": [_ledger(number, ledger) for number, ledger in paid],
        "scores": session.scores,
        "winners": [seat + 1 for seat in session.winners],
    }


def _ledger(number: int, ledger: Ledger) -> dict[str, Any]:
    return {
        "seat": ledger.seat + 1,
        "round": number,
        "into": ledger.into,
        "total": ledger.total,
        "lines": [
            {"label": row.label, "kind": row.kind, "value": row.value} for row in ledger.rows
        ],
    }


# ------------------------------------------------------------------ for people


def record(session: Session, save: Save) -> list[str]:
    """Return the record of a game, line by line."""
    game = session.game
    header = game.rules.header
    words = game.wording.catalogue
    subtitle = f": {words.text(header.subtitle)}" if header.subtitle else ""
    options = options_in_words(game)
    seed = words.filled("Seed {number}", number=session.seed)
    rows = [f"{words.text(header.title)}{subtitle}", f"{seed}{', ' if options else ''}{options}"]
    seats = save.seats if len(save.seats) == game.players else [""] * game.players
    for seat, who in enumerate(seats):
        rows.append(f"{capital(words.seat(seat))}{': ' if who else ''}{who}")
    rows.append("")
    rows += _moves(session)
    rows.append("")
    if session.over:
        names = [words.seat(seat) for seat in range(game.players)]
        return rows + score_rows(session, names)
    made = words.several(len(session.history), "decision")
    return [*rows, capital(words.filled("the game is left after {decisions}.", decisions=made))]


def _moves(session: Session) -> list[str]:
    rows = []
    ends = {result.decisions: result.round for result in session.results}
    wording = session.game.wording
    chronicle, seat_of = Chronicle(session), wording.catalogue.seat
    digits = len(str(len(session.history)))
    shown = [wording.notation(list(made.state), made.move, shown=True) for made in session.history]
    width = max(map(len, shown), default=0)
    for number in range(len(session.history) + 1):
        for row in chronicle.rows(number, None):
            match row:
                case DecisionRow():
                    turned = chronicle.turned(row, None)
                    words = f"{row.words}{f' ({listing(turned)})' if turned else ''}"
                    move = f"{shown[number - 1]:<{width}}"
                    rows.append(
                        f"{number:>{digits}}  {seat_of(row.seat)}  {move}  {words}".rstrip()
                    )
                case RevealRow():
                    name = capital(seat_of(row.seat))
                    rows.append(f"{'':>{digits}}  {name} → {row.words}")
                case AnnouncementRow():
                    rows.append(f"{'':>{digits}}  » {row.words}")
                case EndingRow() | PaymentRow():
                    pass  # told below, with the number of the round
                case _:
                    assert_never(row)
        if number in ends:
            over = wording.catalogue.filled("Round {number} is over.", number=ends[number])
            rows.append(f"{'':>{digits}}  {over}")
    return rows
