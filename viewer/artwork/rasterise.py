"""Pictures to pixels: each is drawn once for its size, kept in memory and on disk.

A picture that can't be drawn becomes a plain sign for that, and `problems()` says why: a bad icon
in a view file costs a face, never the game.
"""

from __future__ import annotations

import hashlib
import io
import threading
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol, runtime_checkable

from PIL import Image, ImageDraw

from viewer.artwork import fonts
from viewer.nodes import Picture

VERSION = 1
"""Part of every key on disk: raised when the same SVG gives other pixels."""

LIMIT_IN_MEMORY = 96 * 1024 * 1024
LARGEST = 8192
_FINER = 3

_memory: OrderedDict[tuple[Picture, int, int], Image.Image] = OrderedDict()
_held = 0
_lock = threading.Lock()
_problems: dict[str, None] = {}


class NoRenderer(RuntimeError):
    """The library that draws SVG isn't there; the message says what to install."""


@runtime_checkable
class Painted(Protocol):
    """A picture that draws its own pixels, with no SVG."""

    def paint(self, width: int, height: int) -> Image.Image:
        """Return the pixels (RGBA)."""
        ...


@runtime_checkable
class Sliced(Protocol):
    """A picture whose middle columns are alike, perhaps its rows too: drawn small and stretched."""

    def slices(self, width: int, height: int) -> tuple[int, int]:
        """Return the size that has all that differs."""
        ...


def check() -> str:
    """Return what is wrong with the machine so that nothing can be drawn, or nothing."""
    try:
        _renderer()
    except NoRenderer as error:
        return str(error)
    return ""


def bake(picture: Picture, width: float, height: float) -> Image.Image:
    """Return a picture's pixels (RGBA, not premultiplied) for a box of this size.

    They reach a few pixels over the box on all sides alike, for shadows, glows and smooth edges:
    put the middle of the image where the middle of the box is.
    """
    w, h = _size(width), _size(height)
    key = (picture, w, h)
    with _lock:
        if key in _memory:
            _memory.move_to_end(key)
            return _memory[key]
    image = _made(picture, w, h)
    with _lock:
        _keep(key, image)
    return image


def problems() -> list[str]:
    """Return what could not be drawn and why, a sentence each, and forget it."""
    found = list(_problems)
    _problems.clear()
    return found


def forget() -> None:
    """Empty the memory (not the disk)."""
    global _held
    with _lock:
        _memory.clear()
        _held = 0


def _size(length: float) -> int:
    return max(1, min(LARGEST, round(length)))


def _keep(key: tuple[Picture, int, int], image: Image.Image) -> None:
    global _held
    old = _memory.pop(key, None)
    if old is not None:
        _held -= old.width * old.height * 4
    _memory[key] = image
    _held += image.width * image.height * 4
    while _held > LIMIT_IN_MEMORY and len(_memory) > 1:
        _, old = _memory.popitem(last=False)
        _held -= old.width * old.height * 4


def _made(picture: Picture, width: int, height: int) -> Image.Image:
    try:
        if isinstance(picture, Painted):
            return picture.paint(width, height)
        if isinstance(picture, Sliced):
            return _stretched(picture, width, height)
        return _drawn(picture.svg(width, height))
    except NoRenderer:
        raise
    except Exception as error:
        # Whatever goes wrong in one picture must cost that picture only.
        reason = " ".join(str(error).split()) or type(error).__name__
        _problems[f"A picture ({type(picture).__name__}) can't be drawn: {reason}."] = None
        return broken(width, height)


def _stretched(picture: Picture, width: int, height: int) -> Image.Image:
    """Draw a picture small and repeat its middle column and row."""
    small = picture.slices(width, height) if isinstance(picture, Sliced) else (width, height)
    w, h = min(small[0], width), min(small[1], height)
    image = _drawn(picture.svg(w, h))
    if w < width:
        image = _widened(image, width - w)
    if h < height:
        turn = Image.Transpose.TRANSPOSE
        image = _widened(image.transpose(turn), height - h).transpose(turn)
    return image


def _widened(image: Image.Image, more: int) -> Image.Image:
    """Return an image with `more` copies of its middle column."""
    wide, high, cut = image.width, image.height, image.width // 2
    out = Image.new("RGBA", (wide + more, high))
    out.paste(image.crop((0, 0, cut, high)), (0, 0))
    out.paste(image.crop((cut, 0, cut + 1, high)).resize((more, high)), (cut, 0))
    out.paste(image.crop((cut, 0, wide, high)), (cut + more, 0))
    return out


def broken(width: int, height: int) -> Image.Image:
    """Draw the sign for a picture that can't be drawn: a crossed-out empty card."""
    wide, high = width * _FINER, height * _FINER
    image = Image.new("RGBA", (wide, high), (179, 65, 63, 0))
    pen = ImageDraw.Draw(image)
    side = min(wide, high)
    line = max(_FINER, side // 22)
    half = line // 2
    if side > 4 * line:
        box = (half, half, wide - 1 - half, high - 1 - half)
        pen.rounded_rectangle(box, side // 10, "#f3e9e9", "#b3413f", line)
        x, y, arm = wide / 2, high / 2, side * 0.22
        pen.line((x - arm, y - arm, x + arm, y + arm), "#b3413f", line)
        pen.line((x - arm, y + arm, x + arm, y - arm), "#b3413f", line)
    return image.resize((width, height), Image.Resampling.BOX)


# ---------------------------------------------------------------- Drawing and the disk


def _drawn(svg: str) -> Image.Image:
    file = _file_of(svg)
    if file is not None and file.is_file():
        with suppress(Exception):
            return _opened(file.read_bytes())
    data = _rendered(svg)
    if file is not None:
        _write(file, data)
    return _opened(data)


def _opened(data: bytes) -> Image.Image:
    with Image.open(io.BytesIO(data)) as image:
        return image.convert("RGBA")


def _rendered(svg: str) -> bytes:
    files = [str(face.path) for face in _faces_in(svg)]
    return _renderer()(svg_string=svg, skip_system_fonts=True, font_files=files or None)


def _renderer() -> Callable[..., bytes]:
    """Load what draws SVG; only now, so that a machine without it can still say so."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError as error:
        reason = f"The pictures need the library resvg-py ({error}): pip install resvg-py."
        raise NoRenderer(reason) from error
    return svg_to_bytes


def _faces_in(svg: str) -> list[fonts.Face]:
    """Return the fonts that an SVG document speaks of: reading them all would take longer."""
    if "<text" not in svg:
        return []
    faces = dict.fromkeys(fonts.FACES.values())
    return [f for f in faces if f'"{f.family}" font-weight="{f.css_weight}"' in svg]


def cache_folder() -> Path:
    """Return where drawn pictures are kept from one start to the next. Raises OSError."""
    from engine.storage.folders import cache_folder

    return cache_folder("faces")


def _file_of(svg: str) -> Path | None:
    """Return the file on disk for a document, or None where there can be none."""
    try:
        folder = cache_folder()
    except OSError:  # a user without a home
        return None
    key = hashlib.blake2b(f"{VERSION}\n{svg}".encode(), digest_size=16).hexdigest()
    return folder / f"{key}.png"


def _write(file: Path, data: bytes) -> None:
    """Write a file whole or not at all; a disk that can't be written to costs nothing but time."""
    from engine.storage.cache import keep

    with suppress(OSError):
        keep(file, data)
