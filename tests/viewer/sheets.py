"""Contact sheets: every ruleset at its beginning, in its middle and at its end, to be looked at.

`python -m tests.viewer.sheets [FOLDER]` writes them, small enough to be kept beside the docs.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from engine import Game, Session, library, load
from viewer.panels import shot_app
from viewer.window import shot

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "pictures"
SIZE = (1280, 720)
SMALL = (480, 270)
MIDDLE = 40
SETS = {
    "library": list(map(str, library())),
    "examples": sorted(map(str, (ROOT / "examples").glob("*.cairn"))),
    "made-up": sorted(map(str, (ROOT / "tests" / "viewer" / "made").glob("*.cairn"))),
}
ROWS = 5
"""So many rulesets stand on a sheet."""


def positions(name: str | Path, after: Sequence[int] = (0, MIDDLE, 5000)) -> list[Session]:
    """Return a game after so many random moves: at its beginning, in its middle and at its end."""
    loaded = load(name)
    low, high = loaded.checked().header.players
    game = Game(loaded, max(low, min(high, 4)) if high < 10 else high)
    found = []
    for moves in after:
        session, chance = Session(game, 11), random.Random(11)
        for _ in range(moves):
            if session.over:
                break
            session.play(chance.choice(session.written_moves()))
        found.append(session)
    return found


def sheet(names: list[str]) -> Image.Image:
    """Return the pictures of some rulesets, a row each."""
    whole = Image.new("RGB", (SMALL[0] * 3, SMALL[1] * len(names)))
    for row, name in enumerate(names):
        for column, session in enumerate(positions(name)):
            app = shot_app(session, None, "en")
            picture = shot.picture(app.nodes, app.theme, SIZE)
            small = picture.resize(SMALL, Image.Resampling.LANCZOS)
            whole.paste(small, (column * SMALL[0], row * SMALL[1]))
    return whole


def main(folder: Path) -> None:
    """Write all sheets."""
    folder.mkdir(parents=True, exist_ok=True)
    for title, names in SETS.items():
        for number, start in enumerate(range(0, len(names), ROWS), 1):
            path = folder / f"sheet-{title}-{number}.webp"
            sheet(names[start : start + ROWS]).save(path, quality=72, method=6)
            print(f"{path.name}: {path.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
