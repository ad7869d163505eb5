"""Messages of an editor to the language server, over its pipes."""

from __future__ import annotations

import json
import os
import re
import selectors
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from tests.cli.conftest import PROGRAM, ROOT
from tests.fuzz.mutations import mutated
from tests.fuzz.sources import rulesets, some
from tests.fuzz.target import Door, FaultError, Input, Reached, Target

PATIENCE = 20.0
"""In seconds, by the clock: so long a busy server may leave an editor without an answer."""
AT_A_PLACE = ("hover", "completion", "definition", "references", "prepareRename", "rename",
              "signatureHelp")  # fmt: skip
OF_A_TEXT = ("documentSymbol", "foldingRange", "formatting", "semanticTokens/full", "inlayHint",
             "codeLens", "codeAction")  # fmt: skip
VALUES: tuple[Any, ...] = (None, -1, 0, 10**9, "", "x", [], {}, 1.5, True)
INTERNAL = -32603
"""The code of JSON-RPC for a fault of the server's own."""


def make(chance: Random) -> Input:
    """Return the name of a file, its text, and requests as JSON."""
    _, text = some(chance)
    text = mutated(text, chance, [other for _, other in rulesets()])
    text = "".join("?" if 0xD800 <= ord(c) < 0xE000 else c for c in text)
    name = chance.choice(("game.cairn", "game.cairn", "game.cairn", "game.de.yaml",
                          "game.view.yaml", "game.txt"))  # fmt: skip
    rows = text.split("\n")
    asked = []
    for _ in range(chance.randint(1, 6)):
        params: dict[str, Any] = {"textDocument": {"uri": name}}
        method = chance.choice((*AT_A_PLACE, *OF_A_TEXT, "didChange"))
        line = chance.randrange(len(rows))
        place = {"line": line, "character": chance.randint(0, len(rows[line]) + 1)}
        if chance.random() < 0.1:
            place = {"line": chance.choice((0, 10**6)), "character": chance.choice((0, 10**6))}
        params["position"] = place
        params["range"] = {"start": place, "end": {"line": line + 2, "character": 0}}
        params["context"] = {
            "includeDeclaration": True, "diagnostics": [], "triggerKind": 1, "isRetrigger": False,
        }  # fmt: skip
        params["newName"] = chance.choice(("other", "deck", "Card", "", "a b", "\u202e", "if"))
        params["options"] = {"tabSize": 2, "insertSpaces": True}
        change = {"text": chance.choice(("", "\n", "x", '"', "  ", "\0"))}
        params["contentChanges"] = [chance.choice((change, {**change, "range": params["range"]}))]
        odd = chance.random() < 0.1
        if odd:
            params[chance.choice(list(params))] = chance.choice(VALUES)
        asked.append(json.dumps({"method": f"textDocument/{method}", "params": params, "odd": odd}))
    return name, text, *asked


class Editor:
    """A language server, and what is said to it."""

    def __init__(self, process: subprocess.Popen[bytes], faults: Path) -> None:
        self.process, self.faults = process, faults
        self.number = 0
        self.read = selectors.DefaultSelector()
        self.read.register(self._stdout, selectors.EVENT_READ)
        self.buffer = b""
        self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
        self.tell("initialized", {})

    @property
    def _stdout(self) -> Any:
        return self.process.stdout

    def _send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.process.stdin.flush()

    def tell(self, method: str, params: Any) -> None:
        """Tell the server something that it doesn't answer."""
        self._send({"method": method, "params": params})

    def ask(self, method: str, params: Any) -> dict[str, Any]:
        """Return the answer to a request. Raises FaultError for a fault, or without an answer."""
        self.number += 1
        self._send({"id": self.number, "method": method, "params": params})
        until = time.monotonic() + PATIENCE
        while True:
            told = self._heard(until)
            if told.get("id") == self.number and "method" not in told:
                error = told.get("error") or {}
                if error.get("code") == INTERNAL:
                    raise FaultError(f"{method}: {str(error.get('message'))[:120]}")
                return told

    def _heard(self, until: float) -> dict[str, Any]:
        while True:
            head = re.match(rb"(?:[^\r\n]+\r\n)*?Content-Length: (\d+)\r\n(?:[^\r\n]+\r\n)*\r\n",
                            self.buffer)  # fmt: skip
            if head and len(self.buffer) >= head.end() + int(head[1]):
                end = head.end() + int(head[1])
                told: dict[str, Any] = json.loads(self.buffer[head.end() : end])
                self.buffer = self.buffer[end:]
                return told
            left = until - time.monotonic()
            if left <= 0 or not self.read.select(left):
                raise FaultError("the language server doesn't answer")
            more = os.read(self._stdout.fileno(), 65_536)
            if not more:
                raise FaultError("the language server has ended")
            self.buffer += more

    def take(self, given: Input) -> Reached:
        """Open a text, ask what is to be asked, and close it."""
        name, text, *asked = given
        uri = Path(name).absolute().as_uri()
        Path("game.cairn").write_text(text, "utf-8", "replace")
        item = {"uri": uri, "languageId": "cairn", "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": item})
        answers = 0
        for number, line in enumerate(asked, 2):
            said = json.loads(line)
            document = said["params"].get("textDocument")
            if isinstance(document, dict):
                document.update(uri=uri, version=number)
            if said["method"].endswith("didChange") or said["odd"]:  # pygls needn't answer these
                self.tell(said["method"], said["params"])
            else:
                answers += bool(self.ask(said["method"], said["params"]).get("result"))
        self.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
        self.ask("textDocument/foldingRange", {"textDocument": {"uri": uri}})
        if self.faults.stat().st_size:
            told = self.faults.read_text("utf-8", "replace")
            os.truncate(self.faults, 0)
            if "Traceback" in told and f"{os.sep}engine{os.sep}" in told:
                last = [row.strip() for row in told.split("\n") if f"{os.sep}engine{os.sep}" in row]
                raise FaultError(f"the language server has met a fault: {last[-1][-100:]}")
        return Reached.CHECKED if answers else Reached.PARSED


@contextmanager
def door(folder: Path) -> Iterator[Door]:
    """Run a language server."""
    faults = folder.parent / "home" / "language-server.txt"
    with faults.open("ab") as errors:
        process = subprocess.Popen(
            [*PROGRAM, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        try:
            yield Door(Editor(process, faults).take, process.pid)
        finally:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()


EDITOR = Target(make, door)
