"""Text: what is measured is what is drawn, and what is wrapped fits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.artwork import fonts, metrics
from viewer.nodes import Box, Words

FONTS = [("text", "regular"), ("text", "semibold"), ("text", "bold"), ("title", "bold")]
FONTS += [("mono", "regular"), ("mono", "bold")]
texts = st.text(st.characters(min_codepoint=32, max_codepoint=0x17F), max_size=60)
rooms = st.floats(30, 400)


@pytest.mark.parametrize(("font", "weight"), FONTS)
def test_each_font_has_its_file_and_its_licence(font: str, weight: str) -> None:
    assert fonts.face_for("Az", font, weight).path.is_file()
    assert (metrics.FONTS / "OFL.txt").is_file()


@pytest.mark.parametrize(("font", "weight"), FONTS)
def test_width_grows_with_the_size_exactly(font: str, weight: str) -> None:
    one = fonts.width("Wave to Ada: −22, ×2", 10, font, weight)
    assert fonts.width("Wave to Ada: −22, ×2", 35, font, weight) == pytest.approx(one * 3.5)


def test_pairs_of_letters_move_closer() -> None:
    apart = fonts.width("A", 100) + fonts.width("V", 100)
    assert fonts.width("AV", 100) < apart - 3
    assert fonts.width("AV", 100, "mono") == pytest.approx(2 * fonts.width("A", 100, "mono"))


def test_width_of_several_lines_is_that_of_the_widest() -> None:
    assert fonts.width("a\nwide one\nb", 14) == fonts.width("wide one", 14)
    assert fonts.width("", 14) == 0


@given(texts, rooms, st.sampled_from(FONTS))
def test_wrapped_lines_fit_and_lose_nothing(text: str, room: float, face: tuple[str, str]) -> None:
    wrapped = fonts.wrap(text, room, 14, *face)
    for line in wrapped.split("\n"):
        assert fonts.width(line, 14, *face) <= room or len(line) == 1
    assert "".join(wrapped.split()) == "".join(text.split())


@given(texts, rooms, st.integers(1, 3))
def test_wrapping_into_so_many_lines_says_that_there_is_more(
    text: str, room: float, lines: int
) -> None:
    whole = fonts.wrap(text, room, 14)
    some = fonts.wrap(text, room, 14, lines=lines)
    assert some.count("\n") < lines
    assert fonts.width(some, 14) <= room or len(some) == 1
    if whole.count("\n") >= lines:
        assert some.endswith(fonts.ELLIPSIS)
    else:
        assert some == whole


@given(texts, st.floats(0, 300))
def test_a_fitted_line_fits(text: str, room: float) -> None:
    line = fonts.fit(text, room, 13, "text", "semibold")
    assert fonts.width(line, 13, "text", "semibold") <= room
    if fonts.width(" ".join(text.split()), 13, "text", "semibold") <= room:
        assert line == " ".join(text.split())


def test_newlines_stay() -> None:
    assert fonts.wrap("one\n\ntwo", 400, 14) == "one\n\ntwo"


def test_what_no_font_has_is_named() -> None:
    assert fonts.missing("Größe → 3 ≥ −2 × “ça” Ελλάδα Привет") == ""
    assert fonts.missing("a漢b漢字") == "漢字"


def test_a_letter_that_the_title_font_lacks_comes_from_another() -> None:
    assert fonts.face_for("Ж", "title", "bold").font == "text"
    assert fonts.face_for("Zug", "title", "bold").font == "title"
    assert fonts.width("Ж", 20, "title", "bold") == fonts.width("Ж", 20, "text", "bold")


@pytest.mark.parametrize("align", ["left", "center", "right"])
def test_drawn_text_lies_within_its_measures(align: str) -> None:
    words = Words("Longest line here\nshort", 17, "#ffffff", align=align)
    image = fonts.draw(words)
    assert image.size == fonts.size_of(words)
    box = image.getchannel("A").getbbox()
    assert box is not None
    assert box[2] - box[0] <= fonts.width(words.text, 17) + 2
    assert [band.getextrema() for band in image.split()[:3]] == [(255, 255)] * 3


def test_lines_keep_to_their_side() -> None:
    def start(align: str) -> int:
        image = fonts.draw(Words("A long first line\nx", 20, "#ffffff", align=align))
        lower = image.crop((0, image.height // 2, image.width, image.height))
        box = lower.getchannel("A").getbbox()
        assert box is not None
        return box[0]

    assert start("left") < start("center") < start("right")


def test_text_is_placed_in_its_box() -> None:
    box = Box(100, 50, 200, 40)
    wide = fonts.width("Hello", 16)
    assert fonts.place(Words("Hello", 16, "#fff"), box)[0] == 100 - fonts.PAD
    right = fonts.place(Words("Hello", 16, "#fff", align="right"), box)[0] + fonts.PAD + wide
    assert right == pytest.approx(300, abs=1.5)
    x, y = fonts.place(Words("Hello", 16, "#fff", align="center"), box)
    size = fonts.size_of(Words("Hello", 16, "#fff"))
    assert (x + size[0] / 2, y + size[1] / 2) == pytest.approx((200, 70), abs=1.5)
    assert fonts.place(Words("Hello", 16, "#fff", top=True), box)[1] == 50 - fonts.PAD


def test_the_middle_of_capitals_is_the_middle_of_the_line() -> None:
    for size in (11.0, 14.0, 23.5, 40.0):
        for font in ("text", "title"):
            image = fonts.draw(Words("H", size, "#ffffff", font, "bold"))
            box = image.getchannel("A").getbbox()
            assert box is not None
            assert (box[1] + box[3]) / 2 == pytest.approx(image.height / 2, abs=1.6)
