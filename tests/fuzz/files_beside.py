"""The YAML and JSON files beside a ruleset: catalogues, view files, lessons and policies."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random

from engine.rules.files import library
from tests.cli.conftest import ROOT
from tests.cli.test_strange_files import FORMS, GAME, VALUES
from tests.fuzz.commands import command, plays
from tests.fuzz.mutations import mutated
from tests.fuzz.sources import beside
from tests.fuzz.target import Door, Input, Reached, Target, raw

SMALL = ("kalah", "hex", "reversi", "nine-mens-morris", "yacht", "spades")
"""Games that are checked soon; the others' files are read too, with the rules of these."""
WISHES = {
    ".view.yaml": ("check {}", "check {}", "shot {} --moves 2 --size 320x240 --out a.png"),
    ".lessons.yaml": ("check {}", "learn {} --course", "learn {}"),
    ".json": ("sim {} --games 1 --agents easy,random",),
    ".yaml": ("check {}", "rules {} --lang LANG", "play {} --text --lang LANG"),
}
"""What reads each kind of file."""
_SUM = ',\n"sum":"'
_LINE = re.compile(r'"(?:\\.|[^"\\])*",')
POLICY = ROOT / "tests" / "training" / "kept" / "rows.2.policy.json"


@cache
def _files() -> list[tuple[str, str]]:
    return [(path.name, path.read_text("utf-8")) for path in beside() if ".policy" not in path.name]


def make(chance: Random) -> Input:
    """Return a command line, the name of the file, and its text."""
    if chance.random() < 0.15:
        form, value = chance.choice(FORMS), chance.choice(VALUES)
        name, text = "game.view.yaml", f"view: 1\n{form.replace('VALUE', value)}\n"
        game = "game"
    else:
        name, text = chance.choice([f for f in _files() if f[0].split(".")[0] in SMALL])
        game = name.split(".")[0]
    text = mutated(text, chance, [other for _, other in _files()[:40]])
    kind = next(kind for kind in WISHES if name.endswith(kind))
    language = name.split(".")[1]
    return _wish(kind, game, language, chance), name, text


def _wish(kind: str, game: str, language: str, chance: Random) -> str:
    return chance.choice(WISHES[kind]).format(f"{game}.cairn").replace("LANG", language)


def make_policy(chance: Random) -> Input:
    """Return the same for a policy, mostly with a checksum that is right."""
    text = POLICY.read_text("utf-8")
    rows = text.split("\n")
    lines = [n for n, row in enumerate(rows) if _LINE.fullmatch(row)]
    if chance.random() < 0.6:  # what it looks at is a text of the rule language
        for at in chance.sample(lines, chance.choice((1, 1, 2, 8))):
            said = json.loads(rows[at][:-1])
            others = [json.loads(rows[n][:-1]) for n in lines]
            rows[at] = json.dumps(mutated(said, chance, lines=others)) + ","
        text = "\n".join(rows)
    else:
        text = mutated(text, chance, VALUES)
    if chance.random() < 0.8:
        text = summed(text)
    return _wish(".json", "rows", "", chance), POLICY.name, text


def summed(text: str) -> str:
    """Return a policy with a checksum that is right."""
    body = text.rpartition(_SUM)[0]
    whole = hashlib.sha256(raw(f"{body}\n}}")).hexdigest()
    return f'{body}{_SUM}{whole}"}}\n'


def take(given: Input) -> Reached:
    """Put the file beside its ruleset and let a command read it."""
    wish, name, text = given
    stem = name.split(".")[0]
    if stem == "game":
        Path("game.cairn").write_text(GAME, "utf-8")
    elif stem == "rows":
        shutil.copy(POLICY.with_name("rows.cairn"), "rows.cairn")
    else:
        path = next(path for path in library() if path.stem == stem)
        shutil.copy(path, path.name)
    Path(name).write_bytes(raw(text))
    code = command(*wish.split(), given="1\n1\n2\nl\nq\n")
    return Reached.PARSED if code else Reached.CHECKED


@contextmanager
def door(folder: Path) -> Iterator[Door]:
    """Use this process."""
    yield Door(take, plays=lambda given: plays(given[0]))


BESIDE = Target(make, door)
POLICIES = Target(make_policy, door)
