"""Broken texts, each with exactly what is said of it.

A case is a file `NNN-name.diag`: a line on the error, then either `---- change` with lines of the
card game (a blank before lines that stay, `-` before those taken out, `+` before those put in; `~`
between two changes), or `---- text` with a whole small text, or `---- run` with one whose examples
are run as well; then `---- says` with the rendered diagnostics. Where they don't stand in a changed
line, the first line of the file ends with the lines that they do stand in: `(line 1)`.
"""

import re
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
BASE = HERE.parents[1] / "rulesets" / "lost-cities-card.cairn"
FILE = "broken.cairn"
MARK = "\ue000"


def bare(line: str) -> str:
    """A line without its comment and the blanks between its words, which may change freely."""
    indent = line[: len(line) - len(line.lstrip())]
    return indent + " ".join(line.split("#")[0].split())


@dataclass(frozen=True)
class Case:
    path: Path
    about: str
    body: str
    says: str

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def runs(self) -> bool:
        """Whether the examples of the text are run as well."""
        return self.body.startswith("run\n")

    @property
    def elsewhere(self) -> set[int] | None:
        """The lines named at the end of the first line, if any are."""
        found = re.search(r"\(lines? ([\d, ]+)\)$", self.about)
        return {int(number) for number in found.group(1).split(",")} if found else None

    def build(self) -> tuple[str, set[int]]:
        """Return the broken text and the lines in which the error was made."""
        kind, _, rest = self.body.partition("\n")
        if kind in ("text", "run"):
            return rest, set(range(1, rest.count("\n") + 2))
        lines = BASE.read_text(encoding="utf-8").split("\n")
        for hunk in rest.removesuffix("\n").split("\n~\n"):
            parts = [(line[:1], line[2:]) for line in hunk.split("\n")]
            old = [bare(line) for mark, line in parts if mark != "+"]
            places = [
                i for i in range(len(lines)) if [bare(x) for x in lines[i : i + len(old)]] == old
            ]
            assert len(places) == 1, f"{self.name}: stands in the card game {len(places)} times"
            kept = iter(lines[places[0] : places[0] + len(old)])
            new = []
            for mark, line in parts:
                if mark == "+":
                    new.append(MARK + line)
                elif mark == " ":
                    new.append(next(kept))
                else:
                    next(kept)
            lines[places[0] : places[0] + len(old)] = new
        touched = {number for number, line in enumerate(lines, 1) if line.startswith(MARK)}
        return "\n".join(line.removeprefix(MARK) for line in lines), touched

    def write(self, says: str) -> None:
        self.path.write_text(f"{self.about}\n---- {self.body}---- says\n{says}\n", encoding="utf-8")


def read(path: Path) -> Case:
    text = path.read_text(encoding="utf-8")
    about, body, says = re.split(r"\n?^---- (?=change\n|text\n|run\n|says\n)", text, flags=re.M)
    return Case(path, about.strip(), body + "\n", says.removeprefix("says\n").removesuffix("\n"))


def cases() -> list[Case]:
    return [read(path) for path in sorted(HERE.glob("*.diag"))]
