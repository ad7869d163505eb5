"""Where rulesets are: the library's folder, the examples, and those of one's own."""

from __future__ import annotations

from contextlib import suppress
from importlib import resources
from pathlib import Path

SUFFIX = ".cairn"
MOST_OWN = 40
"""How many rulesets of one's own are offered beside the library."""
OWN_BYTES = 200_000
"""How long they may be: they are read without having been asked for."""


def library() -> list[Path]:
    """Return the files of the library's rulesets in the order of their names.

    >>> from engine import library, load
    >>> load(library()[0]).findings.errors
    []
    """
    return sorted(library_folder().glob(f"*{SUFFIX}"))


def library_folder() -> Path:
    """Return the folder of the library's rulesets."""
    return Path(str(resources.files("rulesets")))


def examples() -> list[Path]:
    """Return the examples in the order of their names."""
    return sorted(examples_folder().glob(f"*{SUFFIX}"))


def examples_folder() -> Path:
    """Return the folder of the examples: within the library's in an installed copy, else beside it.

    A folder of its own among the installed packages would be in the way of others called so.
    """
    installed = library_folder() / "examples"
    return installed if installed.is_dir() else library_folder().parent / "examples"


def is_shipped(path: Path) -> bool:
    """Return whether a ruleset's file came with Cairn."""
    return path.suffix == SUFFIX and path.parent in (library_folder(), examples_folder())


def named(name: str) -> Path | None:
    """Return the file that a name without a path opens from here, None if there is none.

    The library comes first, then the folder one is in, then the examples.
    """
    file = Path(f"{name}{SUFFIX}")
    places = (library_folder() / file, file, examples_folder() / file)
    return next((p for p in places if _is_file(str(p))), None) if file.stem == name else None


def name_of(path: Path) -> str:
    """Return how a ruleset's file is opened from here: what came with Cairn by name, if that is
    enough, anything else by its path.
    """
    return path.stem if is_shipped(path) and named(path.stem) == path else str(path)


def parts_of(name: str) -> list[str]:
    """Part `game+variant+variant` at its plus signs, but for those in the path of a file."""
    words, parts = name.split("+"), []
    while words:
        joins = ("+".join(words[:count]) for count in range(len(words), 1, -1))
        part = next((join for join in joins if _is_file(join)), words[0])
        parts.append(part if "+" in part else part.strip())
        words = words[part.count("+") + 1 :]
    return parts


def _is_file(name: str) -> bool:
    with suppress(OSError, ValueError):
        return Path(name).is_file()
    return False


def own_rulesets(folder: Path = Path()) -> list[Path]:
    """Return the rulesets in a folder, by default the one one is in: what was changed last first,
    at most MOST_OWN of up to OWN_BYTES. None for the library's own folder, or one that can't be
    read. Left out are hidden files and names with a `+`, which joins names.
    """
    found = []
    with suppress(OSError):
        if folder.resolve() != library_folder().resolve():
            files = [p for p in folder.glob(f"*{SUFFIX}") if p.is_file()]
            found = [(p.stat(), p) for p in files if p.name[0] != "." and "+" not in p.name]
    fit = [(-s.st_mtime_ns, p) for s, p in found if s.st_size <= OWN_BYTES]
    return [path for _, path in sorted(fit)[:MOST_OWN]]


def catalogue_path(ruleset: Path, language: str) -> Path:
    """Return where the catalogue of a ruleset's file lies."""
    return ruleset.with_suffix(f".{language}.yaml")
