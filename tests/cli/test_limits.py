"""A file that is larger than such files are is refused, by the code that docs/security.md tells."""

import re
import shutil
from pathlib import Path

import pytest

from engine.game import saves
from engine.rules import load
from engine.teach import lessons
from tests.cli.conftest import ROOT, Cairn

NIM = ROOT / "examples" / "nim.cairn"


@pytest.mark.parametrize(
    ("name", "code"),
    [("nim.cairn", "E004"), ("nim.view.yaml", "E004"), ("nim.de.yaml", "E004"),
     ("nim.lessons.yaml", "E004"), ("nim.save", "E602")],
)  # fmt: skip
def test_a_file_that_is_too_large_is_refused(
    cairn: Cairn, tmp_path: Path, name: str, code: str
) -> None:
    shutil.copy(NIM, tmp_path)
    most = saves.MAX_BYTES if name.endswith(".save") else load.MAX_BYTES
    (tmp_path / name).write_text("# \n" * (most // 3 + 1), "utf-8")
    words = ["replay", tmp_path / name] if code == "E602" else ["check", tmp_path / "nim.cairn"]
    done = cairn(*words)
    assert done.code == 1
    assert re.search(rf"\[{code}\]: \S*{name} is too large", done.out + done.err)


def test_a_file_has_so_many_lessons(cairn: Cairn, tmp_path: Path) -> None:
    shutil.copy(NIM, tmp_path)
    lesson = "  - title: {en: Take}\n    about: [action take]\n"
    (tmp_path / "nim.lessons.yaml").write_text(f"lessons:\n{lesson * (lessons.MOST + 1)}", "utf-8")
    done = cairn("check", tmp_path / "nim.cairn")
    assert done.code == 1
    assert (
        f"[E607]: at most {lessons.MOST} lessons stand here, not {lessons.MOST + 1}"
        in done.out + done.err
    )
