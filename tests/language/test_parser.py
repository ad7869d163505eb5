"""Reading texts: what a broken line leaves of the rest, and texts that nobody would write."""

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.language import syntax as s
from engine.language.diagnostics import Findings, nearest
from engine.language.frozen import without_places
from engine.language.parser import MAX_CHARACTERS, parse, parse_expression
from engine.language.source import Source, Span
from engine.rules.load import load_text
from tests.scope import ALL, often, telling

ROOT = Path(__file__).resolve().parents[2]
GAME = (ROOT / "rulesets" / "lost-cities-card.cairn").read_text(encoding="utf-8")
TEXTS = [path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("rulesets/*.cairn"))]
HEAD = 'game "X"\n  players 2\n\n'
TOKEN = re.compile(r'\n *|"[^"\n]*"|\w+| +|\S')
PATCHES = [
    *("", " ", "\n", "\n  ", "\t", "(", ")", "]", '"', "{", "=", ":=", ":", ",", ".", "..", "-"),
    *("my", "its", "the", "none", "me", "yes", "total", "Player", "not", "if", "else", "0"),
    *("99999999999999999999", "\x01", "\u2028", "é", "日本", "Ø"),
]


def read(text: str) -> tuple[s.File, Findings]:
    findings = Findings()
    return parse(Source("a.cairn", text), findings), findings


def told(text: str) -> list[tuple[str, int, int]]:
    """Read a text and return code, line and column of every finding."""
    return [(d.code, d.span.line, d.span.column) for d in read(text)[1].in_order()]


def survives(text: str) -> None:
    """Read and check a text: findings may come of it, exceptions not, and never nothing at all."""
    loaded = load_text(text, Path("a.cairn"))
    loaded.findings.render()
    assert loaded.rules is not None or loaded.findings.errors
    for item in loaded.findings.items:
        assert item.span.line >= 1 and item.span.column >= 1


# ---------------------------------------------------------------- what stays of a broken text


def test_a_broken_line_hides_nothing_else() -> None:
    file, findings = read(
        "zone a: pile of\nsetup\n  shuffle a\n  shuffle a a\n  shuffle b\nvar c = 1 1\n"
    )
    assert [(d.code, d.span.line) for d in findings.in_order()] == [
        ("E001", 1), ("E001", 4), ("E001", 6),
    ]  # fmt: skip
    setup = next(item for item in file.items if isinstance(item, s.Setup))
    first, broken, last = setup.body.statements
    assert isinstance(first, s.Effect) and isinstance(broken, s.Broken)
    assert isinstance(last, s.Effect) and last.span == Span("a.cairn", 5, 3, 5, 12)


def test_a_broken_line_takes_its_block_along() -> None:
    file, findings = read("setup\n  if 1 1\n    shuffle a\n  shuffle b\n")
    (setup,) = file.items
    assert isinstance(setup, s.Setup)
    assert [type(x) for x in setup.body.statements] == [s.Broken, s.Effect]
    assert {"shuffle", "a"} <= findings.uncertain
    assert "b" not in findings.uncertain


def test_what_is_clear_is_read_as_it_was_meant() -> None:
    file, findings = read("turn:\n  shufle deck\n  x = 3\n  if a == b && c: skip\n")
    assert len(findings.errors) == 4
    (turn,) = file.items
    assert isinstance(turn, s.Turn)
    effect, assign, condition = turn.body.statements
    assert isinstance(effect, s.Effect) and effect.verb == "shuffle"
    assert isinstance(assign, s.Assign)
    assert isinstance(condition, s.If)


def test_places_in_a_mended_line_are_those_of_the_file() -> None:
    file, _ = read("zones deck: pile of Card\n")
    (zone,) = file.items
    assert isinstance(zone, s.Zone)
    assert zone.kind_span == Span("a.cairn", 1, 13, 1, 17)
    assert zone.content[0].span == Span("a.cairn", 1, 21, 1, 25)


def test_a_line_is_told_of_once() -> None:
    assert told("setup\n  shuffle ) ] }\n  deal 8 8 8 8\n") == [("E001", 2, 11), ("E001", 3, 10)]


def test_a_run_of_strange_lines_is_one_mistake() -> None:
    text = "Dear Anna,\nhere is a game.\n\n  It has cards.\nsetup\n  skip\nBye\n"
    assert told(text) == [("E001", 1, 1), ("E001", 7, 1)]


def test_continuation_lines_belong_to_the_line_before() -> None:
    file, findings = read("rule a\n  b\n    or c\nand d\n")
    assert not findings.items
    assert [type(item) for item in file.items] == [s.Rule]


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        ("x := 1\n    + 2", "x := 1 + 2"),
        ("x := 1\n  + 2", "x := 1 + 2"),
        ("x := 2\n    * 3  # so\n\n    / 2", "x := 2 * 3 / 2"),
        ("x := 1\n    - 2", "x := 1 - 2"),
        ("x := 1\n    -2\n      + 3", "x := 1 - 2 + 3"),
        ("x := 1\n    if y\n    else 2", "x := 1 if y else 2"),
        ("x := 1 if y\n      else 2", "x := 1 if y else 2"),
        ("x := 1\n    if y else 2", "x := 1 if y else 2"),
        ("if y: x := 1\n  else: x := 2", "if y: x := 1\n  else: x := 2"),
        ('phase "A"\n    if y: x := 1', 'phase "A"\n    if y: x := 1'),
    ],
)
def test_a_sign_and_a_condition_continue_the_line_above(lines: str, line: str) -> None:
    def shape(text: str) -> str:
        file, findings = read(f"setup\n  {text}\n  skip\n")
        assert not findings.items, findings.render()
        return re.sub(r"Span\(.*?\)", "", repr(file))

    assert shape(lines) == shape(line)


def test_cases_that_begin_with_a_minus_are_lines_of_their_own() -> None:
    file, findings = read("rule a\n  1 if b\n  -2 if c\n  - 3 otherwise\n")
    assert not findings.items
    [rule] = file.items
    assert isinstance(rule, s.Rule) and len(rule.cases) == 3


# ---------------------------------------------------------------- brackets, signs, indentation


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("let x = (1", 11),
        ("let x = f(a, [b)", 16),
        ("let x = a[1", 12),
        ("let x = 1)", 12),
        ('let x = f(")"', 12),
    ],
)
def test_brackets_are_told_of_where_they_stand(line: str, column: int) -> None:
    (found,) = told(f"setup\n  {line}\n  skip\n")
    assert found == ("E001", 2, column)


def test_brackets_in_texts_and_comments_count_for_nothing() -> None:
    assert told('setup # (\n  "A ( in words ["\n  skip # ]\n') == []


def test_a_bracket_may_be_closed_lines_later() -> None:
    assert (
        told("setup\n  let x = f(\n1,\n      2)\n") != []
    )  # an unindented line is a part of its own
    assert told("setup\n  let x = f(\n    1,\n      2)\n  skip\n") == []


@pytest.mark.parametrize("space", ["\xa0", "\u2003", "\u3000"])
def test_odd_spaces_are_told_of_outside_texts_only(space: str) -> None:
    assert told(f'setup\n  "a{space}b"  # c{space}d\n  skip\n') == []
    assert told(f"setup\n  end{space}turn\n") == [("E002", 2, 6)]


@pytest.mark.parametrize(
    "char", ["\x00", "\x01", "\x0c", "\x1c", "\x85", "\u2028", "\u202e", "\ud800"]
)
def test_what_nobody_sees_is_told_of(char: str) -> None:
    assert told(f'setup\n  "a{char}b"\n  skip\n  deal deal\n')[0] == ("E004", 2, 5)


def test_an_odd_indentation_is_told_of_and_read_nevertheless() -> None:
    file, findings = read("setup\n    shuffle a\n   shuffle b\n      shuffle c\n")
    assert [(d.code, d.span.line) for d in findings.in_order()] == [("E003", 3), ("E003", 4)]
    (setup,) = file.items
    assert isinstance(setup, s.Setup)
    assert len(setup.body.statements) == 3


# ---------------------------------------------------------------- texts that nobody would write


HUGE = {
    "brackets in a line": HEAD + "setup\n  let x = " + "(" * 2000 + "1" + ")" * 2000,
    "brackets in lines": HEAD + "setup\n  let x = " + "(\n   " * 2000 + "1" + ")\n   " * 2000,
    "brackets that stay open": HEAD + "setup\n  let x = " + "(\n  " * 10_000,
    "a long line": HEAD + "setup\n  let x = " + "1 + " * 90_000 + "1",
    "many conditions": HEAD + "rule r\n  yes\n" + "    or yes\n" * 30_000,
    "many else": HEAD + "setup\n  if yes: skip\n" + "  else if yes: skip\n" * 3000,
    "deep blocks": HEAD + "setup\n" + "".join("  " * i + "if yes\n" for i in range(1, 400)),
    "many dots": HEAD + "setup\n  let x = a" + ".b" * 2000,
    "many indices": HEAD + "setup\n  let x = a" + "[1]" * 1500,
    "many signs": HEAD + "setup\n  let x = " + "-" * 4000 + "1",
    "many types": HEAD + "\n".join(f"type T{i} = a{i}, b{i}" for i in range(2000)),
    "many unknown": HEAD + "\n".join(f"zone z{i}: pile of Card{i}" for i in range(2000)),
    "one name": HEAD + "zone a: pile of Card\n" * 3000,
    "controls": "\x01" * 399_000,
    "odd spaces": "a\xa0" * 199_000,
    "blank lines": "\n" * 390_000,
    "digits": HEAD + "option a: 0.." + "9" * 4900 + " = 1",
    "sizes": HEAD + "zone a: grid of C, " + "9" * 2000 + " by 3, at most " + "9" * 2000,
    "a huge range": HEAD + "type A = 0..2000000000, b",
}


SLOW = ("a long line", "odd spaces", "many unknown", "many types", "many conditions", "one name")


@pytest.mark.parametrize("name", telling([name for name in HUGE if name not in SLOW], SLOW))
def test_excess_is_refused(name: str) -> None:
    text = HUGE[name]
    loaded = load_text(text, Path("a.cairn"))
    said = loaded.findings.render()
    assert loaded.findings.errors and loaded.rules is None
    assert len(said) < 60_000


@pytest.mark.parametrize(
    "head", ["", "setup\n", "rule r\n", "turn\n  choose\n", "table t: A -> B\n"]
)
@pytest.mark.parametrize("letters", ["abc xyz=:,. ", 'ab(){}[]"=:,. \t', "or if else 1 -+"])
def test_garbage_comes_back(head: str, letters: str) -> None:
    rng = Random(1)
    lines = (
        "  " * bool(head) + "".join(rng.choices(letters, k=16))
        for _ in range(4000 if ALL else 1000)
    )
    _, findings = read(head + "\n".join(lines))
    assert findings.errors
    assert len(findings.items) <= 202


def test_rules_and_procedures_that_call_one_another_twice_each_are_looked_at_once() -> None:
    steps = "\n".join(f"rule r{i}(c: Card)\n  r{i + 1}(c) and r{i + 1}(c)" for i in range(40))
    text = f"{GAME}\n{steps}\nrule r40(c: Card)\n  c.value > 2\n".replace(
        "require fits(card,", "require r0(card) and fits(card,", 1
    )
    steps = "".join(f"\nto p{i}\n  p{i + 1}\n  p{i + 1}\n" for i in range(40))
    text = (
        text.replace("  shuffle deck\n", "  shuffle deck\n  p0\n", 1) + f"{steps}\nto p40\n  skip\n"
    )
    loaded = load_text(text, Path("a.cairn"))
    assert loaded.rules is not None


def test_a_text_of_a_book_is_refused_whole() -> None:
    file, findings = read("#" * (MAX_CHARACTERS + 1))
    assert file.items == ()
    assert [d.code for d in findings.items] == ["E004"]


# ---------------------------------------------------------------- nothing raises


@pytest.mark.parametrize("step", telling([0, 7, 13], range(20)))
def test_a_text_may_break_off_anywhere(step: int) -> None:
    for end in range(step * 13, len(GAME), 20 * 13):
        survives(GAME[:end])


@settings(max_examples=often(100), deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_only_told_of(text: str) -> None:
    survives(text)


@settings(max_examples=often(100), deadline=None)
@given(st.lists(st.sampled_from(TOKEN.findall(GAME) + PATCHES), max_size=60))
def test_any_row_of_words_is_only_told_of(tokens: list[str]) -> None:
    survives(HEAD + " ".join(tokens))


@settings(max_examples=often(50), deadline=None)
@given(st.data())
def test_a_ruleset_with_words_changed_is_only_told_of(data: st.DataObject) -> None:
    tokens = TOKEN.findall(data.draw(st.sampled_from(TEXTS)))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(tokens) - 1))
        match data.draw(st.integers(0, 3)):
            case 0:
                tokens[at] = ""
            case 1:
                tokens[at] = data.draw(st.sampled_from(PATCHES))
            case 2:
                tokens[at] = data.draw(st.sampled_from(tokens))
            case _:
                other = data.draw(st.integers(0, len(tokens) - 1))
                tokens[at], tokens[other] = tokens[other], tokens[at]
    survives("".join(tokens))


@settings(max_examples=often(50), deadline=None)
@given(st.data())
def test_a_ruleset_with_lines_changed_is_only_told_of(data: st.DataObject) -> None:
    lines = data.draw(st.sampled_from(TEXTS)).split("\n")
    at = data.draw(st.integers(0, len(lines) - 1))
    other = data.draw(st.integers(0, len(lines) - 1))
    match data.draw(st.integers(0, 4)):
        case 0:
            del lines[at]
        case 1:
            lines.insert(other, lines[at])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            lines[at] = " " * data.draw(st.integers(0, 9)) + lines[at].lstrip()
        case _:
            del lines[min(at, other) : max(at, other)]
    survives("\n".join(lines))


# ---------------------------------------------------------------- small things


def test_an_expression_in_words_is_placed_where_it_stands() -> None:
    node = parse_expression("a.b", Span("a.cairn", 7, 5, 7, 8))
    assert isinstance(node, s.Dot)
    assert node.name_span == Span("a.cairn", 7, 7, 7, 8)


@pytest.mark.parametrize("text", ["", "  ", "a b", "(", '"', "a.", "1 +", "\n", "x" * 6000])
def test_what_is_no_expression_is_none(text: str) -> None:
    assert parse_expression(text, Span("a.cairn", 1, 1, 1, 2)) is None


@pytest.mark.parametrize(
    ("word", "known", "guess"),
    [
        ("dek", ["deck", "desk", "hand"], "deck"),
        ("hnad", ["hand", "land"], "hand"),
        ("Card", ["card"], "card"),
        ("cards", ["card"], "card"),
        ("expanse", ["hand"], None),
        ("a", ["b", "c"], None),
        ("colour", ["six_colours"], None),
        ("deck", ["deck"], None),
        ("x", [], None),
    ],
)
def test_the_nearest_name_is_guessed(word: str, known: list[str], guess: str | None) -> None:
    assert nearest(word, known) == guess


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("move top of deck to my hand", "move top of deck\n        to my hand"),
        ("each Player: move deck to heap", "each Player\n        move deck to heap"),
        ("as me: choose\n        wait", "as me\n        choose\n          wait"),
        (
            "simultaneously each Player: may choose\n        wait\n          end turn",
            "simultaneously each Player\n        may choose\n          wait\n            end turn",
        ),
    ],
)
def test_one_line_or_several_say_the_same(short: str, long: str) -> None:
    trees = []
    for text in (short, long):
        file, findings = read(f"turn\n      {text}\n      skip\n")
        assert findings.items == []
        trees.append(without_places(file.items))
    assert trees[0] == trees[1]
