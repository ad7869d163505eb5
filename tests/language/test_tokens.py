"""Colouring a text by the kinds of its words."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.language.highlight import highlight
from tests.game.games import FILES, NAMES
from tests.scope import often


def words(text: str) -> list[tuple[str, str]]:
    """The words of a text with their kinds."""
    return [(text[start:end], kind) for start, end, kind in highlight(text)]


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_every_word_of_a_ruleset_has_a_kind(path: Path) -> None:
    text = path.read_text()
    found = highlight(text)
    end = 0
    for start, stop, kind in found:
        assert end <= start < stop
        assert not any(char.isalnum() or char in '"#' for char in text[end:start])
        looks = {"#": "comment", '"': "string"}.get(text[start])
        assert looks in (None, kind)
        end = stop
    assert {kind for _, _, kind in found} >= {"keyword", "name", "string"}


def test_a_word_is_a_keyword_only_where_the_grammar_says_so() -> None:
    text = 'rule top(deal: Card)\n  "Its words."  # said\n  deal.round = 3\n'
    assert words(text) == [
        ("rule", "keyword"), ("top", "name"), ("deal", "name"), ("Card", "type"),
        ('"Its words."', "string"), ("# said", "comment"), ("deal", "name"), ("round", "name"),
        ("3", "number"),
    ]  # fmt: skip
    assert ("deal", "keyword") in words("setup\n  deal 3 from deck to each hand\n")


def test_most_is_a_name_but_for_what_is_gained() -> None:
    text = "turn\n  let most = 3\n  gain at most most coins\n"
    words = [(text[a:b], kind) for a, b, kind in highlight(text)]
    assert words == [
        ("turn", "keyword"), ("let", "keyword"), ("most", "name"), ("3", "number"),
        ("gain", "keyword"), ("at", "keyword"), ("most", "keyword"), ("most", "name"),
        ("coins", "name"),
    ]  # fmt: skip


def test_what_cannot_be_read_is_told_apart_by_looks() -> None:
    text = 'setup\n  move (( top of deck to "unfinished\n  shuffle Deck 12 # so\n'
    found = words(text)
    assert found[0] == ("setup", "keyword")
    for word in (("move", "keyword"), ("deck", "name"), ('"unfinished', "string")):
        assert word in found
    assert found[-4:] == [
        ("shuffle", "keyword"), ("Deck", "type"), ("12", "number"), ("# so", "comment"),
    ]  # fmt: skip


def test_a_mistake_in_one_part_leaves_the_others_alone() -> None:
    good = "rule top(deal: Card)\n  yes\n"
    assert words("zone ((\n" + good)[-5:] == words(good)


def test_comments_before_and_between() -> None:
    found = words("# one\n\n# two\nturn\n  # three\n  draw_all()\n# four\n")
    assert [w for w, kind in found if kind == "comment"] == ["# one", "# two", "# three", "# four"]
    assert ("turn", "keyword") in found and ("draw_all", "name") in found


def test_nothing_is_coloured_in_nothing_or_far_too_much() -> None:
    assert highlight("") == [] and highlight("\n\n  \n") == []
    assert highlight("a" * 400_001) == []


@settings(deadline=None, max_examples=often(150))
@given(
    st.text(
        st.sampled_from('abz AZ"#\\\n\r\t (){}[]:=.,0129ÀÖé\u2028\x00')
        | st.characters(exclude_categories=["Cs"]),
        max_size=80,
    )
)
def test_any_text_has_words_in_order(text: str) -> None:
    end = 0
    for start, stop, _ in highlight("rule a()\n  " + text):
        assert end <= start < stop
        end = stop
    highlight(text)
