"""A printed book shows a diagram of the set-up as a picture; only a terminal gets its letters."""

from html import unescape

import pytest

from engine.rules.load import load
from engine.teach.book import book_of
from engine.teach.plan import plan_for
from engine.teach.printing import Pictures, html, markdown, typst_text

SAID = {
    "en": "Set up the board as the picture shows.",
    "de": "Stelle das Brett so auf, wie das Bild es zeigt.",
    "fr": "Dispose l'échiquier comme le montre l'image.",
}
ROW = "rnbqkbnr"


@pytest.mark.parametrize(("language", "said"), SAID.items())
def test_the_rows_of_a_diagram_are_in_the_picture(language: str, said: str) -> None:
    book = book_of(plan_for(load("chess"), language), played=False)
    drawn = Pictures({"setup": b""}, ("board",))
    for text in (markdown(book, drawn, "chess"), html(book, drawn), typst_text(book, drawn)):
        body = text.split("<pre")[0].split('id="f0')[0]
        assert said in unescape(body) and ROW not in body
    plain = markdown(book, Pictures())
    assert ROW in plain and said not in plain
