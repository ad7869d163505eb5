"""Opening a window from the command line, or staying in the terminal where there is no screen."""

from __future__ import annotations

from collections.abc import Callable

from engine.cli.errors import say


def in_window(play: Callable[[], None]) -> bool:
    """Play in a window until it is closed; return False if there is no screen for one.

    `play`: opens the window and plays, once the machine is known to have a screen.
    """
    from viewer import NoWindow
    from viewer.window.startup import check_machine

    try:
        check_machine()
        play()
    except NoWindow as problem:
        if problem.screen:
            raise
        say(
            "There is no graphical display here, so the game is played in the terminal "
            "(as with --text)."
        )
        return False
    return True
