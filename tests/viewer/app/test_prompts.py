"""A prompt says what to do: no bare name of a type or a parameter."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.viewer.app.hands import app_with, node, nodes, table
from viewer.app.controller import AppController


def touched(app: AppController, zone: str, glow: str = "legal") -> None:
    """Click the first thing that glows in a zone."""
    found = next(
        n for n in nodes(app) if n.glow == glow and any(zone in str(z) for z, _ in n.spots)
    )
    app.click(found, *found.box.centre)


def said(app: AppController, name: str) -> str:
    words = node(app, name).words
    assert words is not None
    return words.text.replace("\n", " ")


@pytest.mark.parametrize(
    ("language", "start", "end"),
    [
        ("en", "Choose an explorer. Begin the ", "and your …"),
        ("de", "Wähle eine Spielfigur. Beginne die Expedition in ", "schicke deine … los."),
        ("fr", "Choisis un explorateur. Commence le chemin ", "et ton …"),
    ],
)
def test_a_piece_that_comes_next_is_asked_for_with_its_article_and_the_rules_sentence(
    language: str, start: str, end: str
) -> None:
    app = app_with("lost-cities-board", language=language)
    offer = next(o for o in table(app).guest.offers if o.action == "begin")
    zone = offer.arguments[0].place
    assert zone is not None
    touched(app, str(zone))
    touched(app, "path", "target")
    shown = said(app, "prompt:say")
    assert shown.startswith(start) and shown.endswith(end)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Start an auction for the river with a bid of … gold."),
        ("de", "Eröffne mit … Gold eine Versteigerung um den Fluss."),
        ("fr", "Ouvre l'enchère pour la rivière ; ton offre en or : …"),
    ],
)
def test_a_number_is_asked_for_with_the_sentence_that_it_completes(
    language: str, sentence: str
) -> None:
    app = app_with("lost-cities-rivals", language=language, players=3)
    turn = table(app).turn
    turn.make(next(o for o in table(app).guest.offers if o.action == "reveal"))
    asked = turn.question
    assert asked is not None
    turn.answer(next(n for n, choice in enumerate(asked.choices) if choice.offer is None))
    assert said(app, "prompt:ask") == sentence


def test_what_has_no_sentence_is_asked_for_by_its_name_with_an_article(tmp_path: Path) -> None:
    text = Path("examples/nim.cairn").read_text()
    rules = tmp_path / "plain.cairn"
    rules.write_text(text.replace('      "Take {many} from heap {number}."\n', ""))
    assert rules.read_text() != text
    app = app_with(str(rules))
    touched(app, "heap[4]")
    assert said(app, "prompt:ask") == "Choose the many."
