"""`cairn --version`: what is installed, and what it runs on."""

from __future__ import annotations

import platform
import re
from importlib import metadata

from engine.cli.errors import spoken
from engine.cli.output import put
from engine.distribution import NAME, VERSION
from engine.game.code_cache import installed


def print_version() -> None:
    """Print the version, Python, the system, the executors and the extras that are installed."""
    system = f"{platform.system()} {platform.release()}, {platform.machine()}"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    executors = ["interpreter"]
    if installed():
        executors.append(f"WebAssembly (wasmtime {metadata.version('wasmtime')})")
    put(f"cairn {VERSION}")
    for what, found in (
        ("runs on", [f"{python}, {system}"]), ("executors", executors), ("extras", extras()),
    ):  # fmt: skip
        put(f"{spoken(what)}: {', '.join(found) or spoken('none')}")


def extras() -> list[str]:
    """Return the extras of the distribution whose packages are all installed.

    None in a source tree that isn't installed: what its extras are isn't known there.
    """
    try:
        required = metadata.requires(NAME) or []
    except metadata.PackageNotFoundError:
        return []
    present: dict[str, bool] = {}
    for line in required:
        name = re.match(r"[\w.-]+", line)
        extra = re.search(r"extra == ['\"]([\w-]+)['\"]", line)
        if name and extra:
            present[extra[1]] = present.get(extra[1], True) and _present(name[0])
    return sorted(extra for extra, whole in present.items() if whole)


def _present(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True
