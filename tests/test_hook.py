"""The hook that `make setup` enables refuses a commit whose subject is too long."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.test_project import ROOT

HOOK = ROOT / ".githooks" / "commit-msg"


def said(message: str, folder: Path) -> tuple[int, str]:
    """How the hook ends for a message, and what it says."""
    (folder / "message").write_text(message, "utf-8")
    done = subprocess.run([HOOK, folder / "message"], capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    "message",
    [
        "s" * 72,
        "ü" * 72,
        f"Say why\n\n{'b' * 100}\n",
        f"# {'c' * 100}\n\nSay why\n# {'c' * 100}\n",
        f"Say why\n# {'-' * 10} >8 {'-' * 10}\n+{'d' * 100}\n",
    ],
    ids=["longest", "not ASCII", "body", "comments", "diff"],
)
def test_a_short_subject_is_accepted(message: str, tmp_path: Path) -> None:
    assert said(message, tmp_path) == (0, "")


@pytest.mark.parametrize("message", ["s" * 73, f"# c\n\n{'ü' * 73}\n\nThe body\n"])
def test_a_long_subject_is_refused_with_its_length(message: str, tmp_path: Path) -> None:
    code, error = said(message, tmp_path)
    assert code == 1
    assert "73 characters" in error and "at most 72" in error


def test_setup_enables_the_hook_in_a_checkout() -> None:
    (recipe,) = re.findall(
        r"^setup:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text("utf-8"), re.M
    )
    assert f"core.hooksPath {HOOK.parent.name}" in recipe
