"""The gallery: what `make docs` prepares for a ruleset is on its page and on its card."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs import gallery
from tests.docs.pages import EXAMPLES

NIM = EXAMPLES / "nim.cairn"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A gallery of one game, whose picture is not drawn."""
    monkeypatch.setattr(gallery, "FOLDER", tmp_path)
    monkeypatch.setattr(gallery, "rulesets", lambda: [NIM])
    monkeypatch.setattr(gallery, "_draw", lambda _, file: file.write_bytes(b"drawn"))
    return tmp_path


def test_a_page_has_picture_length_book_command_and_text(folder: Path) -> None:
    gallery.prepare(NIM)
    gallery.write_gallery(pictures=False)
    page, index = ((folder / f"{name}.md").read_text("utf-8") for name in ("nim", "index"))
    assert "![The table of Nim](nim.webp)" in page and "![The table of Nim](nim.webp)" in index
    assert "| length | about " in page and "| players | 2 players |" in page
    assert "[Nim](nim.rulebook.md)" in page and (folder / "nim.rulebook.md").is_file()
    assert "cairn play nim" in page
    assert "{literalinclude} ../../examples/nim.cairn" in page


def test_only_what_has_changed_is_drawn_anew(folder: Path) -> None:
    gallery.prepare(NIM)
    (folder / "nim.webp").write_bytes(b"old")
    gallery.prepare(NIM)
    assert (folder / "nim.webp").read_bytes() == b"old"
    (folder / "nim.stamp").write_text("another text", "utf-8")
    gallery.prepare(NIM)
    assert (folder / "nim.webp").read_bytes() == b"drawn"


def test_without_pictures_a_page_names_the_command_for_the_book(folder: Path) -> None:
    gallery.write_gallery(pictures=False)
    page = (folder / "nim.md").read_text("utf-8")
    assert "webp" not in page and "`cairn rules nim`" in page


def test_a_ruleset_that_is_gone_leaves_the_gallery(folder: Path) -> None:
    (folder / "gone.md").write_text("# Gone\n", "utf-8")
    gallery.write_gallery(pictures=False)
    assert not (folder / "gone.md").exists()


def test_the_link_to_the_gallery_is_on_the_site_only() -> None:
    assert gallery.linked("index", f"{gallery.MARK}\n") == f"{gallery.LINK}\n"
