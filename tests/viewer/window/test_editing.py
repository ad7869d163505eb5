"""Editing a text: what keys do to it, undo and redo, search."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import load_text
from engine.editor.completion import completions
from viewer.app.document import OfferedWords
from viewer.artwork import fonts
from viewer.artwork.theme import THEMES
from viewer.nodes import Box
from viewer.window.choice_list import ChoiceList, written
from viewer.window.text_buffer import TextBuffer, TextEdit

if TYPE_CHECKING:
    from viewer.window.text_layout import TextLayout


def typed(text: TextBuffer, letters: str) -> TextBuffer:
    for letter in letters:
        text.insert(letter)
    return text


def test_typing_undo_and_redo_by_words() -> None:
    text = typed(TextBuffer(), "one two")
    assert (text.text, text.caret) == ("one two", 7)
    text.undo()
    assert (text.text, text.caret) == ("one ", 4)
    text.undo()
    assert text.text == ""
    text.undo()
    text.redo()
    text.redo()
    text.redo()
    assert (text.text, text.caret) == ("one two", 7)


def test_moving_the_caret_ends_a_step() -> None:
    text = typed(TextBuffer(), "ab")
    text.place(1)
    typed(text, "x")
    text.undo()
    assert (text.text, text.caret) == ("ab", 1)


def test_after_a_new_change_nothing_can_be_done_again() -> None:
    text = typed(TextBuffer(), "a")
    text.undo()
    typed(text, "b")
    text.redo()
    assert text.text == "b"


def test_selections_are_overwritten_deleted_and_cut() -> None:
    text = TextBuffer("one two three")
    text.select(4, 7)
    assert text.selected == "two"
    text.insert("2")
    assert text.text == "one 2 three"
    text.undo()
    assert text.text == "one two three"
    text.select(3, 7)
    text.backspace()
    assert text.text == "one three"
    text.select(0, 4)
    assert text.cut() == "one "
    assert text.text == "three"
    text.select_all()
    text.delete()
    assert text.text == ""


def test_without_a_selection_the_line_is_cut() -> None:
    text = TextBuffer("one\ntwo\nthree")
    text.place(5)
    assert text.cut() == "two\n"
    assert text.text == "one\nthree"


@pytest.mark.parametrize(
    ("act", "left"),
    [
        (lambda t: t.backspace(), "one tw three"),
        (lambda t: t.backspace(word=True), "one  three"),
        (lambda t: t.delete(), "one twothree"),
        (lambda t: t.delete(word=True), "one twothree"),
    ],
)
def test_deleting(act: Callable[[TextBuffer], None], left: str) -> None:
    text = TextBuffer("one two three")
    text.place(7)
    act(text)
    assert text.text == left


def test_new_lines_are_indented_like_the_last() -> None:
    text = TextBuffer("rule:\n  a")
    text.place(5)
    text.newline()
    assert text.text == "rule:\n  \n  a"
    text.place(len(text.text))
    text.newline()
    assert text.text.endswith("  a\n  ")
    text.backspace()  # a whole step of the indent
    assert text.text.endswith("  a\n")


def test_selected_lines_are_indented_and_back() -> None:
    text = TextBuffer("a\n\nb\nc")
    text.select(0, 5)
    text.indent()
    assert text.text == "  a\n\n  b\nc"
    text.outdent()
    assert text.text == "a\n\nb\nc"
    text.place(1)
    text.indent()
    assert text.text.startswith("a  \n")


def test_home_goes_to_the_first_letter_and_then_to_the_start() -> None:
    text = TextBuffer("one\n    two")
    text.place(10)
    text.place(text.home())
    assert text.caret == 8
    text.place(text.home())
    assert text.caret == 4


def test_words_are_walked_and_selected() -> None:
    text = TextBuffer("one(two, three)")
    text.place(4)
    assert text.word_right() == 7
    assert text.word_left() == 3
    text.select_word(5)
    assert text.selected == "two"


def test_lines_are_counted_from_one() -> None:
    text = TextBuffer("a\nbb\nccc")
    assert [text.start_of(line) for line in (0, 1, 2, 3, 9)] == [0, 0, 2, 5, 5]


def test_search_goes_round() -> None:
    text = TextBuffer("Card card CARD")
    text.query = "card"
    found = []
    for _ in range(4):
        assert text.find()
        found.append(text.selection[0])
    assert found == [5, 10, 0, 5]
    assert text.find(-1) and text.selection == (0, 4)
    text.query = "Card"
    assert text.matches() == [0]
    text.query = "(missing"
    assert not text.find()
    text.query = ""
    assert text.matches() == []


def test_a_text_from_outside_keeps_the_place() -> None:
    text = TextBuffer("one\ntwo\nthree")
    text.place(9)
    text.take("one\nand a half\ntwo\nthree")
    assert text.text[text.caret - 1 :] == "three"
    text.undo()
    assert text.text == "one\ntwo\nthree"


letters = st.text("ab \n", max_size=30)
acts = st.lists(
    st.one_of(
        st.tuples(st.just("insert"), letters),
        st.tuples(st.just("take"), letters),
        st.tuples(st.just("place"), st.integers(0, 40)),
        st.tuples(st.just("reach"), st.integers(0, 40)),
        st.tuples(
            st.sampled_from(
                ["backspace", "delete", "newline", "indent", "outdent", "cut", "undo", "redo"]
            ),
            st.none(),
        ),
    ),
    max_size=25,
)


@given(letters, acts)
def test_whatever_is_done_can_be_undone_and_is_heard(
    start: str, doings: list[tuple[str, str | int | None]]
) -> None:
    text, heard = TextBuffer(start), [start]

    def hear(change: TextEdit) -> None:
        old = heard[-1]
        end = change.start + len(change.old)
        assert old[change.start : end] == change.old
        heard.append(old[: change.start] + change.new + old[end:])

    text.heard = hear
    for name, detail in doings:
        if name == "reach":
            assert isinstance(detail, int)
            text.place(detail, select=True)
        elif detail is None:
            getattr(text, name)()
        else:
            getattr(text, name)(detail)
        assert heard[-1] == text.text
        assert 0 <= text.selection[0] <= text.selection[1] <= len(text.text)
    last = text.text
    for _ in range(200):
        text.undo()
    assert text.text == start
    for _ in range(200):
        text.redo()
    assert text.text == last or "undo" in [name for name, _ in doings]


def test_one_of_the_offered_words_is_chosen_with_keys() -> None:
    text, choices = TextBuffer("move to d"), ChoiceList()
    text.place(len(text.text))
    words = ("deck", "discards", "dice", "my")
    offered = OfferedWords(8, tuple((word, "zone") for word in words))
    choices.open(offered, text)
    assert [word for word, _ in choices.words] == ["deck", "discards", "dice"]
    assert choices.key("up", text) and choices.words[choices.chosen][0] == "dice"
    typed(text, "i")
    choices.follow(text)
    assert [word for word, _ in choices.words] == ["discards", "dice"]
    assert not choices.key("left", text)
    assert choices.key("tab", text) and text.text == "move to discards"
    assert choices.words == [] and not choices.key("enter", text)
    text.undo()
    choices.open(offered, text)
    text.place(2)
    choices.follow(text)
    assert choices.words == [] and not choices.key("escape", text)


def test_what_a_word_is_never_covers_the_word() -> None:
    """Every word that could stand after `zone hand[Player]: `, in lists of any width."""
    text = 'game "Heaps"\n  players 2\n\ncomponent Card\n  make 4\n\nzone hand[Player]: '
    loaded = load_text(text, Path("heaps.cairn"))
    offered = completions(loaded, Path("heaps.cairn"), 7, 20)
    assert len(offered) > 5 and max(len(item.detail or item.sort) for item in offered) > 20
    for wide in range(40, 700, 20):
        for size in (10, 13, 20):
            box = Box(100, 0, wide, size * 1.6)
            for item in offered:
                parts = written(item.label, item.detail or item.sort, box, size, THEMES["table"])
                left = box.x
                for words, place in parts:
                    need = fonts.width(words.text, words.size, words.font, words.weight)
                    start = place.right - need if words.align == "right" else place.x
                    assert left <= start and start + need <= box.right + 0.5
                    left = start + need
                assert len(parts) == 2 or wide < 400


class Page:
    """A page of rows, of which the caret is in one."""

    size = 13

    def __init__(self, high: float, row: float) -> None:
        self.box, self.row = Box(0, 0, 300, high), row

    def caret(self, at: int) -> Box:
        return Box(120, self.row, 1, 17)


@pytest.mark.parametrize("high", [60, 120, 200, 400])
def test_the_list_never_covers_the_row_that_is_written(high: float) -> None:
    text, choices = TextBuffer("zone deck: "), ChoiceList()
    text.place(11)
    choices.open(OfferedWords(11, tuple((f"word{n}", "a kind") for n in range(20))), text)
    for row in range(0, int(high) - 17, 10):
        page = Page(high, row)
        box = choices.box(cast("TextLayout", page), 11)
        assert box.bottom <= row + 0.5 or box.y >= row + 16.5
        if high > 100:
            assert box.y >= 0 and box.bottom <= high + 0.5
