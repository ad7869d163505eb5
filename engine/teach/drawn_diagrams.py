"""Diagrams of the set-up in a printed book: the picture of the table shows them, so their rows of
letters aren't printed. Where there is no picture, as in a terminal, the rows stay.
"""

from __future__ import annotations

from dataclasses import replace

from engine.rules import model as m
from engine.rules.catalogue import capital
from engine.teach.book import Book, BookLine, Section
from engine.teach.speech import Speech


def without_rows(sections: list[Section], book: Book) -> list[Section]:
    """Return sections that refer to the picture of the table for each diagram that it shows."""
    speech, rules = book.plan.speech, book.plan.rules
    texts: dict[str, str] = {}
    for block in (rules.setup_once, rules.setup):
        for statement in block.statements if block is not None else ():
            if isinstance(statement, m.SetUp):  # one under a condition may not be in the picture
                texts |= _shorter(speech, statement)
    return [
        replace(section, lines=tuple(_shown(line, texts) for line in section.lines))
        for section in sections
    ]


def _shorter(speech: Speech, statement: m.SetUp) -> dict[str, str]:
    whole = speech.finish(speech.statement(statement))
    short = speech.finish(speech.say("set up shown", speech.value(statement.zone)))
    return {whole: short, capital(whole): capital(short)}


def _shown(line: BookLine, texts: dict[str, str]) -> BookLine:
    text = line.text
    for whole, short in texts.items():
        text = text.replace(whole, short)
    return replace(line, text=text)
