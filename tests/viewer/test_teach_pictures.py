"""The pictures of docs/learn.md are those that `make pictures` draws."""

import re

from tests.viewer.teach_pictures import FOLDER, PICTURES


def test_each_picture_has_its_command_and_its_place() -> None:
    text = (FOLDER.parent / "learn.md").read_text(encoding="utf-8")
    drawn = {f"teach-{name}.webp" for name in PICTURES}
    assert {path.name for path in FOLDER.glob("teach-*")} == drawn, "make pictures"
    assert set(re.findall(r"pictures/(teach-[\w-]+\.webp)", text)) == drawn
    assert all(5_000 < (FOLDER / name).stat().st_size < 200_000 for name in drawn)
