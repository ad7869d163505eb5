"""Run commands, and print as JSON every path that they open, make, move or remove.

Its argument is a list of commands in JSON, each a list of words. Python's own files, those of
installed packages and of the program, and fonts don't count.
"""

from __future__ import annotations

import json
import os
import site
import sys
import sysconfig
from pathlib import Path

EVENTS = {
    "open": 1, "os.mkdir": 1, "os.remove": 1, "os.rmdir": 1, "os.rename": 2, "os.link": 2,
    "os.symlink": 2, "os.truncate": 1, "os.chmod": 1,
}  # fmt: skip
"""How many paths there are among what each event tells of, at its beginning."""
ROOT = Path(__file__).resolve().parents[2]
OWN = {
    *(Path(place) for place in sysconfig.get_paths().values()),
    *(Path(place) for place in (*site.getsitepackages(), site.getusersitepackages())),
    Path(sys.prefix), Path(sys.base_prefix), ROOT / "engine", ROOT / "viewer",
    Path("/dev"), Path("/proc"), Path("/sys"), Path("/usr/share"), Path("/etc"),
}  # fmt: skip

if __name__ == "__main__":
    seen: dict[str, str] = {}
    now = [""]

    def hear(event: str, args: tuple[object, ...]) -> None:
        for path in args[: EVENTS.get(event, 0)]:
            if isinstance(path, str | bytes):
                seen.setdefault(str(Path(os.fsdecode(path)).resolve()), now[0])

    from typer.testing import CliRunner

    from engine.cli.app import app

    sys.addaudithook(hear)
    codes = []
    for words in json.loads(sys.argv[1]):
        now[0] = " ".join(words)
        codes.append(CliRunner().invoke(app, words, input="1\nq\n").exit_code)
    found = {
        path: command for path, command in seen.items()
        if not any(Path(path).is_relative_to(own.resolve()) for own in OWN)
    }  # fmt: skip
    print(json.dumps({"codes": codes, "opened": found}))
