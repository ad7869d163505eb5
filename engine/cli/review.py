"""`cairn review`: what a saved game teaches."""

from __future__ import annotations

from collections.abc import Callable

from engine.agents.hints import Advised
from engine.cli.arguments import ReviewArguments
from engine.cli.errors import refuse
from engine.cli.language import language_of
from engine.cli.output import put
from engine.cli.progress import progress
from engine.cli.replay import rules_of
from engine.cli.text import ledger_rows
from engine.game.saves import read_save, replay
from engine.game.session import Session
from engine.game.view import ZoneView
from engine.language.message import Message
from engine.rules.catalogue import signed
from engine.teach.phrases import phrase
from engine.teach.review import Cost, Review, review, worth_in_words

Say = Callable[..., str]

HEIGHT = " ▁▂▃▄▅▆▇█"


def print_review(args: ReviewArguments) -> None:
    """Review a save and print it."""
    save = read_save(args.file)
    loaded = rules_of(save, args.file, args.rules)
    language = language_of(args.lang)
    session = replay(save, loaded, name=str(args.file), language=language)
    if args.seat > session.game.players:
        raise refuse(
            Message(
                "there is no seat {seat} in a game of {players}", args.seat, session.game.players
            )
        )
    with progress("Reviewing", len(session.history)) as update:
        found = review(session, args.seat - 1, args.playouts, lambda done, of: update(done))
    put("\n".join(review_lines(session, found, language)))


def review_lines(session: Session, found: Review, language: str) -> list[str]:
    """Return a review as people read it."""

    def say(key: str, *parts: str) -> str:
        return phrase(key, language, *parts)

    words = session.game.wording.catalogue
    rows = [say("ahead", words.seat(found.seat)), f"  {curve(found.curve)}"]
    low, high = min(found.curve), max(found.curve)
    rows += [f"  {say('range', signed(low), signed(high))}", ""]
    if found.without:
        rows += [say("no search", words.text(found.without)), ""]
        for ledger in session.ledgers(found.seat):
            rows += [f"  {row}" for row in ledger_rows([ledger], words)]
        return rows
    rows.append(say("looked at", str(found.looked)))
    for heading, costs in (("costly", found.costly), ("well played", found.good)):
        if costs:
            rows += ["", say(heading)]
        for cost in costs:
            rows += [f"  {row}" for row in cost_rows(session, cost, say)]
    return rows


def cost_rows(session: Session, cost: Cost, say: Say) -> list[str]:
    """Return what a decision cost, and what was in hand."""

    def worth(move: Advised) -> str:
        return worth_in_words(cost, move, session.game.language)

    view = session.game.viewer.view(list(session.history[cost.number].state), cost.seat)
    hand = [
        say("title of", _place(zone), ", ".join(i.shown or i.name or "?" for i in zone.items))
        for zone in view.zones
        if zone.owner == cost.seat and zone.items
    ]
    rows = [f"{cost.number + 1}. {say('title of', cost.made.shown, worth(cost.made))}"]
    key = "better" if cost.cost else "next best"
    rows.append(f"   {say(key, cost.better.shown, worth(cost.better))}")
    reason = cost.better.reason if cost.cost else cost.made.reason
    rows += [f"   {reason}"] if reason else []
    rows += [f"     {row}" for row in hand[:6]]
    return rows


def _place(zone: ZoneView) -> str:
    """Return a place without its owner."""
    return " ".join([zone.heading or zone.family, *(s for _, s in zone.spoken)]).replace("_", " ")


def curve(values: tuple[int, ...], width: int = 60) -> str:
    """Return a curve as a row of blocks, from the lowest value to the highest."""
    count = min(width, len(values))
    few = [values[n * len(values) // count] for n in range(count)]
    low, span = min(few), (max(few) - min(few)) or 1
    return "".join(HEIGHT[1 + (value - low) * (len(HEIGHT) - 2) // span] for value in few)
