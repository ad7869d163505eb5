"""Getting at pyglet, a screen and OpenGL, and one sentence for each way in which that fails."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from viewer.errors import NoWindow

if TYPE_CHECKING:
    from pyglet.window import BaseWindow

    from viewer.nodes import Picture
    from viewer.window.window_app import WindowApp

TEXT = "or play in the terminal with 'cairn play --text'"
MAJOR, MINOR = 3, 3

PACKAGES = {
    "X11": "libx11-6",
    "Xext": "libxext6",
    "GL": "libgl1",
    "EGL": "libegl1",
    "fontconfig": "libfontconfig1",
    "freetype": "libfreetype6",
}
"""The Debian packages of the libraries that pyglet loads by these names."""

MODULES = {"pyglet": "pyglet", "PIL": "pillow", "resvg_py": "resvg-py"}
"""What is installed with pip for the modules that the window needs."""


def import_pyglet(headless: bool) -> ModuleType:
    """Import pyglet, set up as the window needs it; raise NoWindow if it isn't there."""
    try:
        import pyglet
    except ImportError as problem:
        raise missing(problem, headless) from problem
    pyglet.options.shadow_window = False
    pyglet.options.debug_gl = bool(os.environ.get("CAIRN_DEBUG_GL"))
    pyglet.options.search_local_libs = False
    pyglet.options.headless = headless
    return pyglet


def check_drawing(headless: bool = True) -> None:
    """Raise NoWindow if a module that draws pictures isn't installed."""
    for module in MODULES:
        try:
            import_module(module)
        except ImportError as problem:
            raise missing(problem, headless) from problem


def check_machine() -> None:
    """Raise NoWindow if it is plain before any work that no window can be opened."""
    if not has_screen():
        raise no_screen()
    check_drawing(headless=False)


def window_size(known: tuple[int, int]) -> tuple[int, int]:
    """Return how large the window will be, which was so large at last. Raises NoWindow."""
    import_pyglet(headless=False)
    try:
        from viewer.window.app import first_size

        return first_size(known)
    except ImportError as problem:
        raise missing(problem) from problem
    except Exception as problem:
        raise _failure(problem, headless=False) from problem


def show(app: WindowApp) -> None:
    """Open a window that shows an app and run it until it is closed."""
    from viewer.artwork.rasterise import bake

    try:
        window = open_window("viewer.window.app.TableWindow", app=app, bake=bake, flips=flips)
    except BaseException:
        app.closed()
        raise
    from viewer.window.app import TableWindow, run
    from viewer.window.speaker import Speaker

    assert isinstance(window, TableWindow)
    window.speaker = Speaker()
    run(window)


def flips(old: Picture | None, new: Picture | None) -> bool:
    """Return whether a change of a picture is seen as turning over: from a back or to one."""
    from viewer.artwork.backs import Back

    return isinstance(old, Back) is not isinstance(new, Back) and None not in (old, new)


def has_screen() -> bool:
    """Return whether this machine says that it has a screen; elsewhere than on X it always has."""
    return sys.platform in ("win32", "darwin", "cygwin") or bool(os.environ.get("DISPLAY"))


def open_window(window_class: str, headless: bool = False, **wishes: Any) -> BaseWindow:
    """Open a window of OpenGL 3.3 with 8 bits per colour; raise NoWindow if it can't be.

    `window_class` is a module and a class, which is imported when pyglet is ready for it.
    """
    if not headless and not has_screen():
        raise no_screen()
    import_pyglet(headless)
    try:
        if not headless:
            _load_for_letters()
        return _open(window_class, wishes)
    except ImportError as problem:
        raise missing(problem, headless) from problem
    except Exception as problem:
        raise _failure(problem, headless) from problem


def _load_for_letters() -> None:
    """Load what the editor's letters need: it opens late, which is no time to find that missing."""
    if sys.platform.startswith("linux"):
        from pyglet.lib import load_library

        load_library("freetype")
        load_library("fontconfig")


def _open(window_class: str, wishes: dict[str, Any]) -> BaseWindow:
    from pyglet.gl import Config as AnyConfig

    make: Any = AnyConfig
    config = make(
        double_buffer=True,
        major_version=MAJOR,
        minor_version=MINOR,
        red_size=8,
        green_size=8,
        blue_size=8,
        alpha_size=8,
        depth_size=0,
    )
    module, name = window_class.rsplit(".", 1)
    window: BaseWindow = getattr(import_module(module), name)(config=config, **wishes)
    return window


def no_screen() -> NoWindow:
    """Return what is said where there is no screen."""
    return NoWindow(
        "there is no screen here (DISPLAY isn't set); play in the terminal with "
        "'cairn play --text'",
        screen=False,
    )


def missing(problem: ImportError, headless: bool = False) -> NoWindow:
    """Return what is said when a module or a system library isn't installed."""
    otherwise = "" if headless else f", {TEXT}"
    module = (problem.name or "").split(".")[0]
    if module in MODULES:
        return NoWindow(
            f"the Python package {MODULES[module]} isn't installed; install it "
            f"('pip install {MODULES[module]}'){otherwise}"
        )
    for library, package in PACKAGES.items():
        if f'"{library}"' in str(problem):
            return NoWindow(
                f"the system library {library} isn't installed; install {package} "
                f"(on Debian or Ubuntu: apt-get install {package} libgl1-mesa-dri){otherwise}"
            )
    return NoWindow(f"the window can't be loaded: {problem}{otherwise}")


def _failure(problem: Exception, headless: bool) -> NoWindow:
    """Return what is said when pyglet can't open a window though its libraries are there."""
    otherwise = "" if headless else f", {TEXT}"
    name = type(problem).__name__
    if name == "NoSuchDisplayException":  # two unrelated classes have this name
        display = os.environ.get("DISPLAY", "")
        return NoWindow(
            f"the screen '{display}' can't be opened; check DISPLAY{otherwise}", screen=False
        )
    if headless and name in ("AttributeError", "ArgumentError", "MissingFunctionException"):
        name = "ContextException"
    if name in ("NoSuchConfigException", "ContextException", "GLException", "ShaderException"):
        return NoWindow(
            f"OpenGL {MAJOR}.{MINOR} is needed and isn't to be had here; install the graphics "
            f"card's driver, or for drawing without one libgl1-mesa-dri{otherwise}"
        )
    return NoWindow(f"no window can be opened ({name}: {problem}){otherwise}")
