"""A PostgreSQL of its own for tests: started when it is first asked for, gone at the end."""

from __future__ import annotations

import atexit
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path

import psycopg

_numbers = count(1)


def binary(name: str) -> str:
    """The program of the newest PostgreSQL: Debian's isn't on the path."""
    found = shutil.which(name)
    installed = Path("/usr/lib/postgresql").glob(f"*/bin/{name}")
    return found or str(max(installed, key=lambda path: float(path.parts[-3])))


def _unprivileged() -> tuple[list[str], int]:
    """What a command begins with so that it isn't run by root, which PostgreSQL refuses."""
    if os.getuid():
        return [], os.getuid()
    names = {user.pw_name for user in pwd.getpwall()}
    name = "postgres" if "postgres" in names else "nobody"
    return ["runuser", "-u", name, "--"], pwd.getpwnam(name).pw_uid


def cluster(folder: Path, port: int = 0) -> subprocess.Popen[bytes]:
    """Start a PostgreSQL that keeps its files in a folder, and has its socket there.

    `port`: where it listens on this machine; 0 for the socket alone. `fsync` stays on.
    """
    begin, owner = _unprivileged()
    data = folder / "data"
    os.chown(folder, owner, -1)
    if not data.exists():
        made = [binary("initdb"), "-D", str(data), "-U", "cairn", "-A", "trust", "--no-sync"]
        made += ["--encoding", "UTF8", "--locale", "C"]
        subprocess.run([*begin, *made], check=True, cwd=folder, stdout=subprocess.DEVNULL)
    settings = {
        "unix_socket_directories": str(folder),
        "listen_addresses": "127.0.0.1" if port else "",
        "port": str(port or 5432),
        "shared_buffers": "16MB",
    }
    options = [word for item in settings.items() for word in ("-c", "=".join(item))]
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(
            [*begin, binary("postgres"), "-D", str(data), *options],
            cwd=folder, stdout=log, stderr=log,
        )  # fmt: skip
    asking = [binary("pg_isready"), "-q", "-h", str(folder), "-p", settings["port"], "-t", "30"]
    while subprocess.run(asking).returncode:
        assert process.poll() is None, (folder / "log").read_text("utf-8")
        time.sleep(0.02)
    return process


def stop(folder: Path, process: subprocess.Popen[bytes], how: signal.Signals) -> None:
    """End a cluster: orderly (SIGINT), or at once (SIGQUIT), which is like a crash."""
    with suppress(ProcessLookupError):
        pid = int((folder / "data" / "postmaster.pid").read_text("utf-8").split()[0])
        os.kill(pid, how)  # `runuser` would keep the signal for itself
    process.wait(30)


@cache
def _folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="cairn-pg-", dir="/tmp"))
    process = cluster(folder)

    def end() -> None:
        stop(folder, process, signal.SIGQUIT)
        shutil.rmtree(folder, ignore_errors=True)

    atexit.register(end)
    return folder


def address(name: str) -> str:
    return f"postgresql://cairn@/{name}?host={_folder()}"


def fresh_database() -> str:
    """The address of a database in which there is nothing yet."""
    name = f"tables{next(_numbers)}"
    with psycopg.connect(address("postgres"), autocommit=True) as db:
        db.execute(f"create database {name}".encode())
    return address(name)
