"""Files of policies, beside their rulesets: `NAME.PLAYERS.policy.json`.

They hold the features as the rules' language has them, so that a variant reads what it understands
of its game's. The last key is a checksum of all before it; the hash of the rules leaves out words,
examples and advice. Raise FORMAT when a file that an older version wrote would be read wrongly.
"""

from __future__ import annotations

import base64
import hashlib
import json
import math
import re
from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.compile.cost import Costs
from engine.compile.policy_features import STANDING, UNITS
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.files import file_error, write_file
from engine.rules.load import Loaded, display, refuse_outside
from engine.storage.plain_file import is_there, read_plain
from engine.training.feature_sets import FeatureSet
from engine.training.templates import ActionFeatures

FORMAT = 1
SUFFIX = ".policy.json"
MAX_BYTES = 100_000
MOST_PLAYERS = 28
MOST_STEPS = 10_000_000
"""How many steps what a policy looks at of a move may take at most, all cases computed: a hundredth
of a second; those of the library take a thirtieth of that.
"""
_FINEST = 32_000
_SUM = ',\n"sum":"'
_SAID = re.compile(r'"[^"]*"')


_Name = Annotated[str, Field(pattern=r"^[A-Za-z_]\w{0,59}$")]
_Line = Annotated[str, Field(min_length=1, max_length=2000, pattern=r"^[^\x00-\x1f\x7f]+$")]
_Scale = Annotated[float, Field(ge=0, lt=1e6, allow_inf_nan=False)]


class Unusable(Exception):
    """A file holds no policy that can be used here; the text is a sentence that says why."""


class ActionWeights(BaseModel):
    """The weights of an action: what it takes, its lines by their numbers, and its numbers."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    names: list[_Name] = Field(max_length=20)
    lines: list[int] = Field(max_length=80)
    size: float = Field(gt=0, lt=1e6, allow_inf_nan=False)
    weights: str = Field(max_length=40_000)


class PolicyFile(BaseModel):
    """A policy as it is kept. `rules` is the hash of those it was learned from; a line's scale is
    what it is multiplied by.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    policy: int
    game: str = Field(max_length=300)
    players: int = Field(ge=1, le=MOST_PLAYERS)
    rules: str = Field(max_length=64)
    learned: str = Field(max_length=300)
    lines: list[_Line] = Field(max_length=1000)
    scales: list[_Scale] = Field(max_length=1000)
    actions: dict[_Line, ActionWeights] = Field(max_length=500)


def fingerprint(loaded: Loaded) -> str:
    """Return a hash of what decides how a game is played: of its texts without words, comments,
    examples and advice, without what is only announced and what only lists of games show.
    """
    whole = hashlib.sha256()
    for source in loaded.findings.sources.values():
        item = ""
        for line in source.text.splitlines():
            if line[:1].strip():
                item = line.split()[0]
            bare = _SAID.sub('""', line).partition("#")[0].strip()
            listed = item == "game" and bare.split(" ")[0] in ("kind", "minutes")
            kept = item not in ("example", "advice") and not listed
            if kept and bare and bare not in ('""', 'announce ""'):
                whole.update(" ".join(bare.split()).encode("utf-8", "surrogatepass") + b"\n")
    return whole.hexdigest()[:24]


# ------------------------------------------------------------------ writing


def path_for(path: Path, players: int) -> Path:
    """Return where the policy for a ruleset's file and a number of players lies."""
    return path.with_name(f"{path.stem}.{players}{SUFFIX}")


def keep(
    path: Path, plan: FeatureSet, weights: Sequence[float], scales: Sequence[float], how: str
) -> None:
    """Write a policy. Raises RulesError (E601) where no file can be written."""
    write_file(path, text_of(plan, weights, scales, how))


def text_of(plan: FeatureSet, weights: Sequence[float], scales: Sequence[float], how: str) -> str:
    """Return a policy as the text of its file."""
    rated = plan.rated
    numbers: dict[str, int] = {}
    factors: list[float] = []
    first = 0
    for group in rated.groups:
        for i, text in enumerate(group.texts):
            if text not in numbers:
                numbers[text] = len(numbers)
                factors.append(float(f"{scales[first + i]:.4g}"))
        first += len(group.values)
    actions = {}
    at = 0
    for head, size in enumerate(rated.sizes):
        count = UNITS * (size + 1)
        values = weights[at : at + count]
        at += count
        texts = rated.texts(head)[1:]
        name = rated.heads[head].name
        most = max(1e-6, *(abs(v) for v in values))
        raw = array("h", (round(v / most * _FINEST) for v in values))
        actions[name] = ActionWeights(
            names=list(plan.names(name)), lines=[numbers[t] for t in texts],
            size=float(f"{most:.6g}"), weights=base64.b64encode(raw.tobytes()).decode(),
        )  # fmt: skip
    kept = PolicyFile(
        policy=FORMAT, game=plan.loaded.title, players=plan.players,
        rules=fingerprint(plan.loaded), learned=how, lines=list(numbers), scales=factors,
        actions=actions,
    )  # fmt: skip
    body = json.dumps(kept.model_dump(), ensure_ascii=False, separators=(",", ":"), indent=0)
    return f'{body[:-2]}{_SUM}{_check(body)}"}}\n'


# ------------------------------------------------------------------ reading


def read_kept(path: Path) -> PolicyFile:
    """Read a file. Raises Unusable."""
    try:
        refuse_outside(path)
        raw = read_plain(path, MAX_BYTES)
    except OSError as problem:
        raise Unusable(f"{path.name} can't be read ({problem.strerror})") from None
    except RulesError as problem:
        raise Unusable(str(problem)) from None
    if len(raw) > MAX_BYTES:
        raise Unusable(f"{path.name} is too large to be a policy")
    return parsed(raw.decode("utf-8", "replace"), path.name)


def parsed(text: str, name: str) -> PolicyFile:
    """Return what the text of a file holds; `name` is what it is called. Raises Unusable."""
    damaged = f"{name} is damaged"
    body, found, check = text.rpartition(_SUM)
    if not found or check != _check(body + "\n}") + '"}\n':
        raise Unusable(damaged)
    try:
        kept = PolicyFile.model_validate_json(body + "\n}")
    except (ValidationError, RecursionError, ValueError):
        raise Unusable(damaged) from None
    if kept.policy != FORMAT:
        raise Unusable(f"{name} was written by another version of Cairn")
    if len(kept.scales) != len(kept.lines):
        raise Unusable(damaged)
    if any(not 0 <= n < len(kept.lines) for a in kept.actions.values() for n in a.lines):
        raise Unusable(damaged)
    return kept


def fitted(
    kept: PolicyFile, loaded: Loaded, players: int, options: Any
) -> tuple[FeatureSet, list[float], list[float]]:
    """Return what a policy looks at here, its weights and its scales.

    Lines that these rules don't understand are left out. Raises Unusable where none are left, or
    where they would take far too long.
    """
    try:
        plan = FeatureSet.of(loaded, players, options, asked_by(kept))
        costs = Costs(plan.compiled.program, plan.compiled.layout)
        steps = sum(costs.of(value) for group in plan.rated.groups for value in group.values)
    except RulesError as problem:
        raise Unusable(f"what it looks at can't be reckoned ({problem})") from None
    if steps > MOST_STEPS:
        raise Unusable("what it looks at takes too long")
    if len(plan.rated.heads) == 1 or not plan.rated.groups:
        raise Unusable("it speaks of another game")
    scale_of = dict(zip(kept.lines, kept.scales, strict=True))
    scales = [scale_of.get(t, 1.0) for g in plan.rated.groups for t in g.texts]
    weights = [value for head in weights_for(kept, plan) for value in head]
    return plan, [*weights, *([0.0] * STANDING)], scales


def asked_by(kept: PolicyFile) -> list[ActionFeatures]:
    """Return what a policy looks at, action by action."""
    return [
        ActionFeatures(name, tuple(a.names), tuple(kept.lines[n] for n in a.lines))
        for name, a in kept.actions.items()
    ]


def weights_for(kept: PolicyFile, plan: FeatureSet) -> list[list[float]]:
    """Return the weights of each head of what is looked at; 0 for what a policy doesn't know.

    Raises Unusable where its numbers are damaged.
    """
    return [_head(kept, plan, number) for number in range(len(plan.rated.heads))]


def _head(kept: PolicyFile, plan: FeatureSet, number: int) -> list[float]:
    """Return the weights of a head, rows of what these rules ask."""
    texts = plan.rated.texts(number)
    found = kept.actions.get(plan.rated.heads[number].name)
    if found is None:
        return [0.0] * UNITS * (len(texts) + 1)
    try:
        raw = array("h", base64.b64decode(found.weights, validate=True))
    except ValueError:
        raise Unusable("its numbers are damaged") from None
    if len(raw) != UNITS * (len(found.lines) + 2):
        raise Unusable("its numbers are damaged")
    rows = [[v / _FINEST * found.size for v in raw[i : i + UNITS]]
            for i in range(0, len(raw), UNITS)]  # fmt: skip
    by_text = {"1": rows[0]}
    by_text |= {kept.lines[n]: row for n, row in zip(found.lines, rows[1:-1], strict=True)}
    empty = [0.0] * UNITS
    parts = [*(by_text.get(t, empty) for t in texts), rows[-1]]
    values = [v for row in parts for v in row]
    if not all(math.isfinite(v) for v in values):
        raise Unusable("its numbers are damaged")
    return values


def _check(body: str) -> str:
    return hashlib.sha256(body.encode("utf-8")).hexdigest()


# ------------------------------------------------------------------ finding


def candidates(loaded: Loaded, players: int) -> list[tuple[Path, bool]]:
    """Return the files that there are for a ruleset, the best first, and whether each is its own.

    A variant takes its game's; a number of players that has none takes that of the nearest.
    """
    found: list[tuple[Path, bool]] = []
    for number, path in enumerate(dict.fromkeys(loaded.files)):
        counts = sorted(range(1, MOST_PLAYERS + 1), key=lambda n: (abs(n - players), n))
        for count in counts:
            place = path_for(path, count)
            if is_there(place):
                found.append((place, number == 0 and not loaded.more))
    return found


def check_policies(loaded: Loaded) -> list[Diagnostic]:
    """Return which of the files that should hold a policy of a ruleset can't be read at all."""
    found: list[Diagnostic] = []
    for path, _ in candidates(loaded, loaded.checked().header.players[0]):
        try:
            refuse_outside(path)
            read_plain(path, 0)
        except RulesError as problem:
            found += problem.diagnostics
        except OSError as problem:
            found += file_error(Path(display(path)), "read", problem).diagnostics
    return found
