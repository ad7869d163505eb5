"""What the pictures of a book say in words: counts, the answer to a move, a worked score."""

from __future__ import annotations

from collections.abc import Iterable

from engine.rules.catalogue import capital
from engine.teach.book_positions import BookPosition
from engine.teach.handbook_pages import Pages
from engine.teach.plan import piece_counts
from engine.teach.positions import open_position
from engine.teach.printing import ledger_rows


def box_of(pages: Pages) -> list[tuple[str, str]]:
    """Return the components in the box, each with its name; the book's text says how many."""
    plan = pages.plan
    found = []
    for name, count in piece_counts(plan.rules, plan.players).items():
        many = plan.speech.finish(plan.speech.noun(name, "", many=count != "1"))
        found.append((name, capital(many)))
    return found


def legend_of(pages: Pages, places: Iterable[str]) -> str:
    """Return what the numbers in a picture mean: those of some families of zones, from 1."""
    word = pages.plan.speech.title
    return " · ".join(f"{n}\N{NO-BREAK SPACE}{word(place)}" for n, place in enumerate(places, 1))


def answer_in(pages: Pages, shown: BookPosition) -> str:
    """Return what comes of the move that is tried in a position; empty without one, and where the
    score is what is shown.
    """
    plan, position = pages.plan, shown.position
    if not position.move or shown.counted:
        return ""
    session = open_position(plan.loaded, position, plan.language)
    legal = {move.text: move.words for move in session.legal()}
    if position.move in legal:
        return capital(plan.speech.say("shown allowed", legal[position.move]))
    why = session.explain(session.seat or 0, position.move)
    return capital(plan.speech.say("shown forbidden", why.sentence))


def counted_in(pages: Pages, shown: BookPosition) -> list[tuple[str, str]]:
    """Return the score of a position, row by row, where that is what is shown."""
    if not shown.counted:
        return []
    plan = pages.plan
    session = open_position(plan.loaded, shown.position, plan.language)
    ledgers = [ledger for ledger in session.ledgers(0) if ledger.rows]
    rows = [row for ledger in ledgers for row in ledger_rows(ledger, plan.speech.say("sum"))]
    return [(capital(label), value) for label, value in rows]
