"""Sentences that stay while their rules change, and numbers that sentences have by themselves."""

from pathlib import Path

import pytest

from engine.cli.ruleset_texts import check_one
from engine.language.codes import Code
from engine.language.diagnostics import Findings
from engine.language.parser import parse
from engine.language.source import Source
from engine.rules.load import Loaded, load, load_text
from engine.rules.stale_sentences import RulesText, stale

CARD = load("lost-cities-card").path.read_text("utf-8")
RISING = "Each number must be higher than the one before it. Wagers must come before all numbers."


def read(text: str) -> RulesText:
    source = Source("card.cairn", text)
    return RulesText(parse(source, Findings()).items, {source.name: source})


def warned(*changes: tuple[str, str]) -> list[str]:
    text = CARD
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    found = list(stale(read(CARD), read(text)))
    assert all(one.code is Code.W010 and one.severity == "warning" for one in found)
    return [one.message for one in found]


def test_one_line_shows_both_versions_and_the_sentence() -> None:
    (message,) = warned(("> last(column)", ">= last(column)"))
    became = "'card.value > last(column).value' became 'card.value >= last(column).value'"
    assert message == f'{became}, but the sentence is still: "{RISING}"'


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        ("deal 8 from deck", "deal 7 from deck", "'8' became '7'"),
        ("  shuffle deck\n", "", "'shuffle deck' is gone"),
        ("  shuffle deck\n", "  shuffle deck\n  shuffle deck\n", "'shuffle deck' is new"),
        ("-20", "-25", "'20' became '25'"),
        (" 20 when", " 20 if yes else 10 when", "'20' became '20 if yes else 10'"),
        ("take_back or colour != laid", "take_back", "'take_back or colour != laid' became 't"),
        ("  laid := card.colour\n", "  laid := none\n", "'card.colour' became 'none'"),
        ("winner highest", "winner lowest", "'highest total' became 'lowest total'"),
    ],
)
def test_shows_the_part_that_changed(old: str, new: str, shown: str) -> None:
    (message,) = warned((old, new))
    assert message.startswith(shown)


@pytest.mark.parametrize(
    "changes",
    [
        [("> last(column)", ">= last(column)"), ("must be higher than", "can't be lower than")],
        [("  shuffle deck\n", "  shuffle deck  # well\n")],
        [("fits", "suits")],
        [("laid", "thrown")],
        [("        require fits(card, my expedition[card.colour])\n", "")],
        [("matches: 1..3 = 1", "matches: 1..9 = 2")],
        [("setup\n", 'rule fits2()\n  "As always."\n  deck is empty\n\nsetup\n')],
    ],
)
def test_nothing_is_said_where_no_rule_changed_or_its_sentence_did(
    changes: list[tuple[str, str]],
) -> None:
    assert warned(*changes) == []


def test_a_swapped_name_is_no_new_name() -> None:
    (message,) = warned(("move card to discards[card.colour]", "move card to my hand"))
    assert message.startswith("'discards[card.colour]' became 'my hand'")


def test_a_text_that_is_checked_again_is_compared_with_how_it_was_first(tmp_path: Path) -> None:
    text = load("nim").path.read_text("utf-8")
    path, opened = tmp_path / "matches.cairn", dict[str, Loaded]()
    for old, new, codes in (
        ("", "", []),
        ("= me and last_loses", "!= me and last_loses", ["W010"]),
        ("", "", []),
    ):
        path.write_text(text.replace(old, new), encoding="utf-8")
        found = check_one(str(path), opened).findings.items
        assert [one.code for one in found] == codes


def test_a_variant_that_keeps_the_sentence_of_what_it_replaces(tmp_path: Path) -> None:
    rule = f'replace rule fits(card: Card, column: expedition)\n  "{RISING}"\n  column is empty\n'
    text = f'variant "Any" of "lost-cities-card"\n\n{rule}'
    (found,) = load_text(text, tmp_path / "any.cairn").findings.items
    assert (found.code, found.span.line) == (Code.W010, 5)
    assert found.message.endswith(
        f"became 'column is empty', but the sentence is still: \"{RISING}\""
    )
    new = text.replace(RISING, "Only one card.")
    assert load_text(new, tmp_path / "any.cairn").findings.items == []


def test_what_a_variant_takes_away_is_said_at_its_header(tmp_path: Path) -> None:
    base = CARD.replace("    choose\n", '    "Play or discard a card."\n    choose\n', 1)
    (tmp_path / "base.cairn").write_text(base, encoding="utf-8")
    text = 'variant "No" of "base"\n\nremove action discard\nremove advice discard\n'
    found = [
        one for one in load_text(text, tmp_path / "no.cairn").findings.items if one.code == "W010"
    ]
    assert [one.span.line for one in found] == [1]
    assert 'is gone, but the sentence is still: "Play or discard a card."' in found[0].message


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("Your seven cards.", ["seven"]),
        ("You hold 11 cards, at most 13 or 31.", ["11", "13", "31"]),
        ("Seat 4 has one or two cards, as 1st or in 2-player games.", []),
        ("Your {size(my hand)} cards, below {9}.", []),
    ],
)
def test_a_number_that_the_rule_lacks(sentence: str, said: list[str]) -> None:
    text = CARD.replace("The cards in your hand.", sentence)
    found = load_text(text, Path("card.cairn")).findings.items
    lines = text.split("\n")
    spans = [one.span for one in found]
    words = [lines[span.line - 1][span.column - 1 : span.end_column - 1] for span in spans]
    assert sorted(words) == sorted(said)
    assert {one.code for one in found} <= {Code.W011}


def test_a_number_may_be_in_what_the_construct_names() -> None:
    sentence = "Put {card} where nothing is above 4."
    action = CARD.replace("Put {card} on the discard pile of its colour.", sentence)
    assert [one.code for one in load_text(action, Path("card.cairn")).findings.items] == ["W011"]
    named = action.replace("laid := card.colour", "if low(card): laid := card.colour")
    named = named.replace("setup\n", "rule low(card: Card)\n  card.value <= 4\n\nsetup\n")
    assert load_text(named, Path("card.cairn")).findings.items == []
