"""Rules are played in a process of its own: what it tells, and when it ends."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from engine.playtest.background import BackgroundTrial
from engine.playtest.background_process import LAST
from engine.playtest.saved_findings import played_again
from engine.rules.load import Loaded, load_text
from tests.playtest.test_play import RULES

T = TypeVar("T")
ROOT = Path(__file__).parents[2]
STUCK = RULES.replace("require size(heap) >= many", "require many < 2 and size(heap) > 1")


def rules(text: str) -> Loaded:
    return load_text(text, Path("stones.cairn"))


def wait(until: Callable[[], T | None]) -> T:
    """Return what comes at last."""
    end = time.monotonic() + 60
    while not (found := until()):
        assert time.monotonic() < end
        time.sleep(0.02)
    return found


def test_what_is_surely_wrong_is_told_while_it_still_plays() -> None:
    loaded = rules(STUCK)
    trial = BackgroundTrial(loaded, 600)
    try:
        report = wait(trial.look)
        (found,) = report.findings
        assert report.going and not trial.over
        assert found.diagnostic.code == "E501" and found.run is not None
        session = played_again(loaded, found.run)
        assert session is not None and not session.over
        pid = trial._process.pid
        assert pid is not None
        ours, its = (os.getpriority(os.PRIO_PROCESS, which) for which in (0, pid))
        assert its >= min(19, ours + LAST)
    finally:
        trial.stop()
    assert trial.over and trial.look() is None and not trial._process.is_alive()


def test_it_ends_with_whoever_began_it_however_that_ends(tmp_path: Path) -> None:
    (tmp_path / "stones.cairn").write_text(RULES, "utf-8")
    script = tmp_path / "begins.py"
    script.write_text(
        "import time\n"
        "from pathlib import Path\n"
        "from engine import load\nfrom engine.playtest.background import BackgroundTrial\n"
        "if __name__ == '__main__':\n"
        "    trial = BackgroundTrial(load(Path('stones.cairn')), 600)\n"
        "    print(trial._process.pid, flush=True)\n"
        "    time.sleep(600)\n",
        "utf-8",
    )
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, cwd=tmp_path, env=environment
    ) as begun:
        assert begun.stdout is not None
        pid = int(begun.stdout.readline())
        time.sleep(0.5)
        begun.send_signal(signal.SIGKILL)
    wait(lambda: not _runs(pid))


def _runs(pid: int) -> bool:
    """Whether a process runs that nobody need have waited for."""
    done = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True)
    return done.stdout.strip()[:1] not in ("", "Z")
