"""`cairn check`, `explain` and `fmt`: what is done with rulesets as texts."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.cli.errors import as_json, refuse, report_problem, say, spoken
from engine.cli.output import put
from engine.cli.progress import progress
from engine.game.examples import Outcome, run_examples
from engine.game.ruleset_tests import check_games
from engine.language.codes import Code
from engine.language.diagnostics import Findings, RulesError
from engine.language.explain import explanation
from engine.language.files import write_file
from engine.language.format import format_text
from engine.language.message import Message
from engine.language.source import Source
from engine.rules import model as m
from engine.rules.analysis.unwatched_moves import stays_known
from engine.rules.load import Loaded, display, find, load, read_text
from engine.rules.stale_sentences import stale
from engine.rules.translations import check_catalogues
from engine.rules.types import article
from engine.rules.zone_kinds import SEEN_BY
from engine.teach.handbook_check import check_handbooks
from engine.teach.lesson_positions import check_lessons
from engine.training.files import check_policies

# ------------------------------------------------------------------ check


@dataclass
class Checked:
    """What checking a file found."""

    file: str
    name: str
    findings: Findings = field(default_factory=Findings)
    title: str = ""
    rules: m.Ruleset | None = None
    outcomes: list[Outcome] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Return whether there is no error and every example holds."""
        return not self.findings.errors and all(x.passed for x in self.outcomes)

    def summary(self) -> str:
        """Return one line on the file."""
        errors = len(self.findings.errors)
        if self.findings.errors:
            return _counted("{file}: 1 error", "{file}: {number} errors", self.file, errors)
        passed, total = sum(x.passed for x in self.outcomes), len(self.outcomes)
        if passed < total:
            if total - passed == 1:
                return Message("{file}: 1 of {number} examples fails", self.file, total)
            failing = "{file}: {failed} of {number} examples fail"
            return Message(failing, self.file, total - passed, total)
        if total == 0:
            return Message("{file}: no examples", self.file)
        one, many = "{file}: 1 example passes", "{file}: {number} examples pass"
        return _counted(one, many, self.file, total)

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {
            "file": self.file,
            "name": self.name,
            "title": self.title,
            "ok": self.passed,
            "diagnostics": [d.as_json() for d in self.findings.in_order()],
            "examples": [
                {
                    "title": x.title,
                    "line": x.span.line,
                    "passed": x.passed,
                    "diagnostic": x.diagnostic.as_json() if x.diagnostic else None,
                }
                for x in self.outcomes
            ],
        }


def _counted(one: str, many: str, file: str, number: int) -> str:
    return Message.filled(one if number == 1 else many, {"file": file, "number": f"{number:,}"})


def check_files(
    files: Sequence[str], json: bool, verbose: bool, opened: dict[str, Loaded] | None = None
) -> bool:
    """Check each file and print what was found; return whether all is well.

    `opened`: how they were when they were first checked; keeps those that it hasn't.
    """
    results = []
    with progress("Checking", len(files)) as update:
        for number, name in enumerate(files):

            def tell(share: float, before: int = number) -> None:
                update(before + share)

            results.append(check_one(name, opened, tell))
            update(number + 1)
    if json:
        put(
            as_json({"ok": all(r.passed for r in results), "files": [r.as_json() for r in results]})
        )
    else:
        for result in results:
            _print_check(result, verbose)
    return all(r.passed for r in results)


def check_one(
    name: str,
    opened: dict[str, Loaded] | None = None,
    tell: Callable[[float], object] | None = None,
) -> Checked:
    """Check a ruleset for every number of players and its options, and run its examples.

    `opened`: as it was when it was first checked, to find sentences that stayed while their rules
    changed. `tell` hears which share of the examples has been run, from 0 to 1.
    """
    try:
        loaded = load(name)
    except RulesError as problem:
        result = Checked(name, Path(name).stem)
        for diagnostic in problem.diagnostics:
            result.findings.add(diagnostic)
        return result
    result = Checked(display(loaded.path), loaded.name, loaded.findings, loaded.title, loaded.rules)
    if loaded.rules is None or loaded.findings.errors:
        return result
    if opened is not None:
        for kept in stale(opened.setdefault(name, loaded).rules_text, loaded.rules_text):
            loaded.findings.add(kept)
    beside = (*check_catalogues(loaded), *check_lessons(loaded), *check_policies(loaded))
    for found in (*check_games(loaded), *beside, *check_handbooks(loaded)):
        loaded.findings.add(found)
    if not loaded.findings.errors:
        result.outcomes = run_examples(loaded, tell=tell)
        _check_look(loaded)
    return result


def _check_look(loaded: Loaded) -> None:
    """Add what is wrong with the view files."""
    from viewer import check_look

    look = check_look(loaded)
    loaded.findings.sources |= look.sources
    for found in look.items:
        loaded.findings.add(found)


def print_explanation(code: str) -> None:
    """Print what a code means. Raises RulesError (E603) for one that doesn't exist."""
    found = explanation(code)
    if isinstance(found, str):
        hint = (
            Message("; did you mean {found}?", found) if found else "; codes look like E206 or W001"
        )
        raise refuse(Message("there is no code '{code}'{hint}", code[:30], hint))
    put(found.render())


def _print_check(result: Checked, verbose: bool) -> None:
    if result.findings.items:
        put(result.findings.render(spoken), end="\n\n")
    for outcome in result.outcomes:
        if outcome.diagnostic is not None:
            put(outcome.diagnostic.render(result.findings.sources, spoken), end="\n\n")
        elif verbose:
            put(f"  passes: {outcome.title} (line {outcome.span.line})")
    if verbose and result.rules is not None:
        known = stays_known(result.rules)
        for zone in result.rules.zones.values():
            put(f"  {zone_in_words(zone)}")
            if zone.name in known:
                sources = " and ".join(f"'{name}'" for name in known[zone.name])
                put(f"    what comes from {sources} stays known there until it is shuffled")
        if not result.findings.errors:
            _print_for_programs(result.rules)
    put(spoken(result.summary()))


def _print_for_programs(rules: m.Ruleset) -> None:
    """Print how many numbers the moves have, and how many numbers a seat's tensor has, for each
    number of players.
    """
    from engine.compile.lower import lower
    from engine.compile.move_numbers import number_moves
    from engine.game.interpreter import Interpreter
    from engine.game.knowledge import Knowledge
    from engine.game.knowledge_tensor import KnowledgeTensor
    from engine.game.wording import Wording

    low, high = rules.header.players
    for players in range(low, high + 1):
        compiled = lower(rules, players)
        _, numbers = number_moves(compiled)
        seats = "1 player" if players == 1 else f"{players} players"
        each = "one for each move" if numbers.whole else "a move may have one for each argument"
        put(f"  {seats}: {numbers.size:,} move numbers, {each}")
        knowledge = Knowledge(Interpreter(compiled))
        tensor = KnowledgeTensor(knowledge, Wording(knowledge))
        put(f"  {seats}: what a seat knows is a tensor of {tensor.size:,} numbers")
        for cut in (part.cut for part in tensor.parts if part.cut):
            put(f"    only a fingerprint: {cut}")


def zone_in_words(zone: m.Zone) -> str:
    """Return a zone with its kind and who sees the contents of it."""
    sides = ", ".join(_side(domain) for domain in zone.indices)
    name = f"{zone.name}[{sides}]" if sides else zone.name
    return f"zone {name}: {article(zone.kind)}; {SEEN_BY[zone.seen]}"


def _side(domain: m.Domain) -> str:
    kind = domain.type
    if kind.kind == "enum":
        return kind.name
    return f"{_bound(domain.low)}..{_bound(domain.high)}"


def _bound(value: m.Expr | None) -> str:
    """Return the end of a range; one that hangs on options or players by what decides it."""
    if isinstance(value, m.Literal_):
        return str(value.value)
    if isinstance(value, m.OptionRef):
        return value.name
    return value.op if isinstance(value, m.Op) and not value.arguments else "…"


# ------------------------------------------------------------------ fmt


def format_files(files: Sequence[str], check: bool) -> bool:
    """Bring each file into the canonical form, or say which aren't; return whether all is well."""
    well = True
    for name in files:
        try:
            well = format_one(name, check) and well
        except RulesError as problem:
            report_problem(problem)
            well = False
    return well


def format_one(name: str, check: bool) -> bool:
    """Format a file; with `check` only tell whether it is canonical already."""
    path = find(name)
    text = read_text(path)
    source = Source(display(path), text)
    findings = Findings()
    try:
        result = format_text(source, findings)
    except RulesError:
        say(
            findings.render()
            + Message("\n\n{name} isn't changed, since it can't be read.", source.name)
        )
        return False
    if result.encode() == path.read_bytes():
        return True
    if check:
        put(spoken(Message("{file} would change", source.name)))
        return False
    if not os.access(path, os.W_OK):
        raise refuse(Message("{name} can't be written: it is read-only", source.name), Code.E601)
    write_file(path.resolve(), result)
    put(spoken(Message("{file} is formatted", source.name)))
    return True
