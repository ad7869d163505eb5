"""The contact sheets under docs/pictures: there is one picture of every ruleset, small enough."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from tests.viewer.sheets import FOLDER, ROWS, SETS, SMALL


def test_every_ruleset_stands_on_a_sheet() -> None:
    for title, names in SETS.items():
        sheets = sorted(Path(FOLDER).glob(f"sheet-{title}-*.webp"))
        rows = 0
        for path in sheets:
            assert path.stat().st_size < 300_000, path.name
            with Image.open(path) as picture:
                rows += picture.height // SMALL[1]
        assert rows == len(names), f"make sheets writes those of {title} anew"
        assert len(sheets) == -(-len(names) // ROWS)
