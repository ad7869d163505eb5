"""Whatever keeps a window from opening is one sentence, and never a traceback."""

import subprocess
from pathlib import Path

import pytest

from tests.scope import ALL, telling
from tests.viewer.window.screens import run, x_server

CAIRN = "from engine.cli import main; main()"
NO_LIBRARY = """
import ctypes.util, ctypes
known, load = ctypes.util.find_library, ctypes.cdll.LoadLibrary
def without(name):
    return None if name == {name!r} else known(name)
def refusing(name, *rest):
    if name and str(name).split("/")[-1].split(".")[0].removeprefix("lib") == {name!r}:
        raise OSError("no such library")
    return load(name, *rest)
ctypes.util.find_library, ctypes.cdll.LoadLibrary = without, refusing
"""
NO_MODULE = "import sys; sys.modules[{name!r}] = None\n"

Done = subprocess.CompletedProcess[str]


def says(done: Done, *words: str, code: int = 3) -> None:
    """A command has ended with one sentence that holds these words."""
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    sentences = [line for line in done.stderr.splitlines() if line.strip()]
    assert len(sentences) == 1, done.stderr
    assert all(word in sentences[0] for word in words), sentences[0]


def play(display: str, before: str = "", **environment: str) -> Done:
    return run(before + CAIRN, "play", "lost-cities-card", display=display, **environment)


def shot(folder: Path, before: str = "", **environment: str) -> Done:
    out = folder / "a.png"
    done = run(before + CAIRN, "shot", "lost-cities-card", "--out", out, **environment)
    assert not out.exists()
    assert list(folder.iterdir()) == []
    return done


def test_without_a_screen_the_terminal_is_played_in() -> None:
    for display in telling([""], [":4711"]):
        done = play(display)
        says(done, "There is no graphical display here", "terminal", "--text", code=0)
        assert "the game is left after 0 decisions" in done.stdout


@pytest.mark.skipif(not ALL, reason="a process for one sentence: CAIRN_ALL=1")
@pytest.mark.parametrize(
    ("library", "package"),
    telling(
        [("GL", "libgl1")],
        [("X11", "libx11-6"), ("fontconfig", "libfontconfig1"), ("freetype", "libfreetype6")],
    ),
)
def test_a_missing_library_is_named(screen: str, library: str, package: str) -> None:
    done = play(screen, NO_LIBRARY.format(name=library))
    says(done, library, f"apt-get install {package}", "--text")


@pytest.mark.skipif(not ALL, reason="a process for one sentence: CAIRN_ALL=1")
@pytest.mark.parametrize(
    ("module", "package"),
    telling([("resvg_py", "resvg-py")], [("pyglet", "pyglet"), ("PIL", "pillow")]),
)
def test_a_missing_package_is_named(tmp_path: Path, module: str, package: str) -> None:
    before = NO_MODULE.format(name=module)
    says(shot(tmp_path, before), f"pip install {package}")


@pytest.mark.skipif(not ALL, reason="a process for one sentence: CAIRN_ALL=1")
def test_an_old_opengl_is_said_to_be_too_old(tmp_path: Path) -> None:
    says(shot(tmp_path, MESA_GL_VERSION_OVERRIDE="2.1"), "OpenGL 3.3 is needed")


@pytest.mark.skipif(not ALL, reason="a process for one sentence: CAIRN_ALL=1")
def test_a_screen_without_opengl_is_said_to_have_none() -> None:
    with x_server(800, 600, "-extension", "GLX") as display:
        says(play(display), "OpenGL 3.3 is needed", "--text")


@pytest.mark.skipif(not ALL, reason="a process for one sentence: CAIRN_ALL=1")
def test_a_picture_needs_egl(tmp_path: Path) -> None:
    says(shot(tmp_path, NO_LIBRARY.format(name="EGL")), "EGL", "apt-get install libegl1")


def test_nothing_of_the_window_is_loaded_for_other_things() -> None:
    program = (
        "import sys\nimport viewer, engine\nfrom viewer.window.input import InputController\n"
        "from viewer.window.painter import Painter\n"
        "print([name for name in sys.modules if name.startswith('pyglet')])"
    )
    assert run(program).stdout == "[]\n"
