"""Pixels: kept in memory and on disk, and never the reason for a traceback."""

import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image

from viewer.artwork import cards, rasterise, theme, widgets

CARD = cards.Card(theme.AUTO_HUES[0], "7", "sun", "desert")


@dataclass(frozen=True)
class Bad:
    """A picture whose SVG is none."""

    text: str

    def svg(self, width: int, height: int) -> str:
        return self.text


def test_a_picture_is_drawn_once(cache: Path) -> None:
    first = rasterise.bake(CARD, 90, 126)
    assert rasterise.bake(CARD, 90, 126) is first
    assert rasterise.bake(cards.Card(theme.AUTO_HUES[0], "7", "sun", "desert"), 90, 126) is first
    assert len(list(cache.glob("*.png"))) == 1
    assert list(cache.glob("*.part")) == []


def test_the_next_start_needs_no_drawing(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = rasterise.bake(CARD, 90, 126)
    rasterise.forget()
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert rasterise.bake(CARD, 90, 126).tobytes() == first.tobytes()


def test_a_spoiled_file_is_drawn_again(cache: Path) -> None:
    first = rasterise.bake(CARD, 90, 126)
    (file,) = cache.glob("*.png")
    file.write_bytes(file.read_bytes()[:200])
    rasterise.forget()
    assert rasterise.bake(CARD, 90, 126).tobytes() == first.tobytes()
    assert rasterise.problems() == []


def test_a_disk_that_cannot_be_written_to_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "a-file"
    blocked.write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    assert rasterise.bake(CARD, 90, 126).width > 90
    assert rasterise.problems() == []


@pytest.mark.parametrize(
    "text", ["", "no picture", "<svg", "<svg xmlns='x' width='0' height='0'/>"]
)
def test_what_cannot_be_drawn_is_a_sign_and_a_sentence(text: str) -> None:
    image = rasterise.bake(Bad(text), 60, 84)
    assert image.size == (60, 84)
    assert image.getbbox() is not None
    (problem,) = rasterise.problems()
    assert problem.startswith("A picture (Bad) can't be drawn: ")
    assert "\n" not in problem
    assert rasterise.problems() == []


def test_an_unknown_icon_costs_one_picture(cache: Path) -> None:
    assert rasterise.bake(widgets.Icon("sunn", "#ffffff"), 20, 20).size == (20, 20)
    assert rasterise.bake(CARD, 60, 84).size != (20, 20)
    (problem,) = rasterise.problems()
    assert "there is no icon 'sunn', did you mean 'sun'?" in problem


def test_without_the_library_one_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert rasterise.check() == ""
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert "pip install resvg-py" in rasterise.check()
    with pytest.raises(rasterise.NoRenderer, match="resvg-py"):
        rasterise.bake(CARD, 91, 127)


def test_the_cloth_is_lit_in_its_middle_and_the_same_every_time() -> None:
    ground = rasterise.bake(widgets.Ground(theme.TABLE), 320, 200)
    assert ground.size == (320, 200)
    small = ground.convert("L").resize((9, 9), Image.Resampling.BOX)
    middle, corner = small.getpixel((4, 4)), small.getpixel((0, 0))
    assert isinstance(middle, int | float)
    assert isinstance(corner, int | float)
    assert middle > corner + 15
    rasterise.forget()
    assert rasterise.bake(widgets.Ground(theme.TABLE), 320, 200).tobytes() == ground.tobytes()


@pytest.mark.parametrize("size", [(1, 1), (3, 40), (24, 24), (200, 280)])
def test_the_sign_for_what_cannot_be_drawn_fits_any_box(size: tuple[int, int]) -> None:
    assert rasterise.broken(*size).size == size
