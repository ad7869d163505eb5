"""Texts that are broken in one line: a small run of the benchmark."""

from pathlib import Path

from benchmarks.mutants import judged, mutants, report

FILES = [
    *(Path(f"examples/{name}.cairn") for name in ("pig", "nim", "tic-tac-toe")),
    Path("rulesets/kalah.cairn"),
]


def test_mutants_end_in_diagnostics_beside_the_changed_line() -> None:
    told = report([judged(one) for one in mutants(60, seed=7, files=FILES)])
    assert (told["raised"], told["slow"]) == (0, 0)
    assert told["refused"] > 25
    assert told["near"] >= 0.85  # a name whose declaration is deleted is missed elsewhere


def test_the_same_seed_gives_the_same_mutants() -> None:
    assert mutants(20, 3, FILES) == mutants(20, 3, FILES)
