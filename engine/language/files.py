"""Files that can't be read or written, said in one sentence."""

from __future__ import annotations

from pathlib import Path

from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.message import Message
from engine.storage.atomic_write import write_whole
from engine.storage.plain_file import NotPlain, plain_status


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file so that it is either whole or not touched. Raises RulesError (E601)."""
    check_replaceable(path)
    try:
        write_whole(path, content)
    except (OSError, ValueError) as problem:
        raise file_error(path, "written", problem) from None


def check_replaceable(path: Path) -> None:
    """Raise RulesError (E601) for what no file may take the place of: a device, a pipe."""
    try:
        plain_status(path)
    except (NotPlain, IsADirectoryError) as problem:
        raise file_error(path, "written", problem) from None
    except (OSError, ValueError):
        return


def make_folder(folder: Path, what: str = "the saves") -> None:
    """Create a folder for something where it is missing. Raises RulesError (E601) if it can't."""
    if folder.exists() and not folder.is_dir():
        raise RulesError(
            Diagnostic(
                Code.E601,
                Message("{folder} is a file; name a folder for {what}", folder, Message(what)),
            )
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as problem:
        raise file_error(Message("the folder {folder}", folder), "made", problem) from None


def file_error(path: Path | str, done: str, problem: OSError | ValueError) -> RulesError:
    """Return what is said of a file with which something can't be done, as `read` (E601)."""
    reason = problem.strerror if isinstance(problem, OSError) else None
    return RulesError(
        Diagnostic(
            Code.E601,
            Message(f"{{path}} can't be {done}: {{reason}}", path, Message(f"{reason or problem}")),
        )
    )
