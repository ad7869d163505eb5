"""The shipped fonts: measuring, wrapping and drawing text, with nothing that the machine has.

Widths come from the fonts' own units, so they scale exactly with the size, and a line that fits at
one size of the window fits at all. Glyphs are drawn at quarters of a pixel: small text stays even.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from viewer.artwork.metrics import FONTS, Metrics, metrics
from viewer.nodes import Box, Words

ELLIPSIS = "…"
PAD = 2
"""Pixels around drawn text, since letters may lean out of their lines."""

_QUARTERS = 4

# Light letters on a dark ground look thinner than they are: pixels covered in part count for more.
_STRONGER = [round(255 * (i / 255) ** 0.8) for i in range(256)]


@dataclass(frozen=True, slots=True)
class Face:
    """One font file and what is known of it; lengths in parts of the size."""

    font: str
    weight: str
    file: str
    family: str
    css_weight: int
    cap: float
    line: float

    @property
    def path(self) -> Path:
        """Return where its file is."""
        return FONTS / self.file


_INTER = ("Inter", 2048 / 2816, 1.36)
_MONO = ("JetBrains Mono", 0.73, 1.45)


def _face(font: str, weight: str, file: str, css: int, rest: tuple[str, float, float]) -> Face:
    family, cap, line = rest
    return Face(font, weight, file, family, css, cap, line)


_TITLE = _face("title", "bold", "CairnTitle-Bold.otf", 700, ("Cairn Title", 0.66, 1.15))
FACES: dict[tuple[str, str], Face] = {
    ("text", "regular"): _face("text", "regular", "Inter-Regular.otf", 400, _INTER),
    ("text", "semibold"): _face("text", "semibold", "Inter-SemiBold.otf", 600, _INTER),
    ("text", "bold"): _face("text", "bold", "Inter-Bold.otf", 700, _INTER),
    ("title", "regular"): _TITLE,
    ("title", "semibold"): _TITLE,
    ("title", "bold"): _TITLE,
    ("mono", "regular"): _face("mono", "regular", "JetBrainsMono-Regular.ttf", 400, _MONO),
    ("mono", "semibold"): _face("mono", "bold", "JetBrainsMono-Bold.ttf", 700, _MONO),
    ("mono", "bold"): _face("mono", "bold", "JetBrainsMono-Bold.ttf", 700, _MONO),
}


# ---------------------------------------------------------------- What a font has


@lru_cache(maxsize=64)
def _loaded(file: str, size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONTS / file), size, layout_engine=ImageFont.Layout.BASIC)


def _has(face: Face, char: str) -> bool:
    """Return whether a font has a glyph for a character."""
    return char in _metrics_of(face.file).advances or char.isspace()


@cache
def _metrics_of(file: str) -> Metrics:
    return metrics(FONTS / file)


@cache
def _chain(font: str, weight: str) -> tuple[Face, ...]:
    """Return the fonts to look in for a glyph, the wanted one first."""
    wanted = FACES.get((font, weight)) or FACES["text", "regular"]
    chain = [wanted]
    for other in (FACES["text", wanted.weight], FACES["mono", wanted.weight]):
        if other not in chain:
            chain.append(other)
    return tuple(chain)


@lru_cache(maxsize=4096)
def _face_of(char: str, font: str, weight: str) -> Face:
    chain = _chain(font, weight)
    return next((face for face in chain if _has(face, char)), chain[0])


def face_for(text: str, font: str = "text", weight: str = "regular") -> Face:
    """Return the first font that has all the characters of a text, else the one that was wanted."""
    chain = _chain(font, weight)
    return next((f for f in chain if all(_has(f, c) for c in text)), chain[0])


def missing(text: str) -> str:
    """Return the characters of a text for which no shipped font has a glyph, each once."""
    faces = _chain("title", "bold")
    lacking = (c for c in text if not any(_has(face, c) for face in faces))
    return "".join(dict.fromkeys(lacking))


# ---------------------------------------------------------------- Measuring


@lru_cache(maxsize=16384)
def _steps(text: str, font: str, weight: str) -> tuple[float, ...]:
    """Return where each character of a line starts, and its end, in parts of the size."""
    at, places = 0.0, [0.0]
    before: tuple[Face, str] | None = None
    for char in text:
        face = _face_of(char, font, weight)
        known = _metrics_of(face.file)
        if before is not None and before[0] is face:
            at += known.kerns.get(before[1] + char, 0.0)
            places[-1] = at
        at += known.advance(char)
        places.append(at)
        before = face, char
    return tuple(places)


def width(text: str, size: float, font: str = "text", weight: str = "regular") -> float:
    """Return how wide a text is in pixels: its widest line."""
    if "\n" not in text:
        return _steps(text, font, weight)[-1] * size
    return max((_steps(line, font, weight)[-1] for line in text.split("\n")), default=0.0) * size


def line_height(size: float, font: str = "text") -> float:
    """Return how far apart lines are, in pixels."""
    return FACES[font, "regular"].line * size


def height(text: str, size: float, font: str = "text") -> float:
    """Return how high a text of lines parted by newlines is, in pixels."""
    return line_height(size, font) * (text.count("\n") + 1)


def fit(text: str, room: float, size: float, font: str = "text", weight: str = "regular") -> str:
    """Return one line no wider than `room`: its end is left out for an ellipsis if it must be."""
    line = " ".join(text.split())
    if width(line, size, font, weight) <= room:
        return line

    def cut(length: int) -> str:
        return line[:length].rstrip() + ELLIPSIS

    def too_wide(length: int) -> bool:
        return width(cut(length), size, font, weight) > room

    length = bisect_left(range(1, len(line) + 1), True, key=too_wide)
    return "" if length == 0 and too_wide(0) else cut(length)


def wrap(
    text: str,
    room: float,
    size: float,
    font: str = "text",
    weight: str = "regular",
    lines: int = 0,
) -> str:
    """Break a text into lines no wider than `room`, at spaces, in words only where one is too wide.

    Newlines in it stay. With `lines`, what doesn't fit into so many ends in an ellipsis.
    """
    done: list[str] = []
    for paragraph in text.split("\n"):
        done += _broken(paragraph, room, size, font, weight)
    if lines and len(done) > lines:
        rest = " ".join(done[lines - 1 :])
        kept = fit(rest, room, size, font, weight)
        if not kept.endswith(ELLIPSIS):
            kept = fit(kept + ELLIPSIS, room, size, font, weight)
        done = [*done[: lines - 1], kept]
    return "\n".join(done)


def _broken(text: str, room: float, size: float, font: str, weight: str) -> list[str]:
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if width(longer, size, font, weight) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        *full, line = _pieces(word, room, size, font, weight)
        lines += full
    return [*lines, line]


def _pieces(word: str, room: float, size: float, font: str, weight: str) -> list[str]:
    """Cut a word into pieces that fit, each of one character at least."""
    pieces = []
    while width(word, size, font, weight) > room and len(word) > 1:
        fits = [i for i in range(1, len(word)) if width(word[:i], size, font, weight) <= room]
        cut = fits[-1] if fits else 1
        pieces.append(word[:cut])
        word = word[cut:]
    return [*pieces, word]


# ---------------------------------------------------------------- Drawing


@lru_cache(maxsize=8192)
def _glyph(file: str, size: float, char: str, quarter: int) -> tuple[Image.Image, int, int] | None:
    """Draw a character that starts `quarter` quarters of a pixel right of a whole one."""
    font = _loaded(file, size)
    left, top, right, bottom = font.getbbox(char, anchor="ls")
    if right <= left or bottom <= top:
        return None
    x, y = math.floor(left) - 1, math.floor(top) - 1
    mask = Image.new("L", (math.ceil(right) - x + 2, math.ceil(bottom) - y + 2))
    at = (quarter / _QUARTERS - x, -y)
    ImageDraw.Draw(mask).text(at, char, font=font, fill=255, anchor="ls")
    return mask, x, y


def size_of(words: Words) -> tuple[int, int]:
    """Return the width and height of the picture that `draw` makes."""
    wide = width(words.text, words.size, words.font, words.weight)
    high = height(words.text, words.size, words.font)
    return math.ceil(wide) + 2 * PAD, math.ceil(high) + 2 * PAD


def draw(words: Words) -> Image.Image:
    """Draw text in white on nothing (RGBA), to be tinted; `align` is kept among its lines."""
    mask = Image.new("L", size_of(words))
    step = line_height(words.size, words.font)
    cap = (FACES.get((words.font, words.weight)) or FACES["text", "regular"]).cap * words.size
    for number, line in enumerate(words.text.split("\n")):
        baseline = round(PAD + step * (number + 0.5) + cap / 2)
        _draw_line(mask, line, words, baseline)
    picture = Image.new("RGBA", mask.size, (255, 255, 255, 0))
    picture.putalpha(mask.point(_STRONGER))
    return picture


def _draw_line(mask: Image.Image, line: str, words: Words, baseline: int) -> None:
    places = _steps(line, words.font, words.weight)
    spare = mask.width - 2 * PAD - places[-1] * words.size
    start = PAD + spare * {"center": 0.5, "right": 1.0}.get(words.align, 0.0)
    for char, place in zip(line, places, strict=False):
        x = start + place * words.size
        whole = math.floor(x)
        face = _face_of(char, words.font, words.weight)
        glyph = _glyph(face.file, words.size, char, int((x - whole) * _QUARTERS))
        if glyph is not None:
            drawn, dx, dy = glyph
            mask.paste(255, (whole + dx, baseline + dy), drawn)


def place(words: Words, box: Box) -> tuple[int, int]:
    """Return where the top left corner of `draw`'s picture goes for text in a box."""
    wide, high = size_of(words)
    share = {"center": 0.5, "right": 1.0}.get(words.align, 0.0)
    x = box.x - PAD + (box.w - (wide - 2 * PAD)) * share
    y = box.y - PAD if words.top else box.y + (box.h - high) / 2
    return round(x), round(y)
