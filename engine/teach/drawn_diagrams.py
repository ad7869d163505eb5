"""Diagrams of the set-up in a printed book: the picture of the table shows them, so their rows of
letters aren't printed. Where there is no picture, as in a terminal, the rows stay.
"""

from __future__ import annotations

from dataclasses import replace

from engine.teach.book import Book, Section, setup_lines


def without_rows(sections: list[Section], book: Book) -> list[Section]:
    """Return sections of which the set-up refers to the picture of the table for diagrams."""
    lines = setup_lines(book.plan.pictured())
    return [
        replace(section, lines=lines) if section.name == "setup" else section
        for section in sections
    ]
