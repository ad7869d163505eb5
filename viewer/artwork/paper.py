"""Pictures for paper: on white, and no larger than print shows."""

from __future__ import annotations

import io

from PIL import Image

QUALITY = 80
"""Of a JPEG: below this, edges of numbers get blurred."""


def on_paper(data: bytes, width: int) -> bytes:
    """Return a picture as a JPEG on white, no wider than so many pixels."""
    with Image.open(io.BytesIO(data)) as image:
        drawn = image.convert("RGBA")
    if drawn.width > width:
        high = max(1, round(drawn.height * width / drawn.width))
        drawn = drawn.resize((width, high), Image.Resampling.LANCZOS)
    paper = Image.new("RGB", drawn.size, "white")
    paper.paste(drawn, mask=drawn.getchannel("A"))
    kept = io.BytesIO()
    paper.save(kept, "JPEG", quality=QUALITY, optimize=True)
    return kept.getvalue()
