"""A killed server loses nothing that it acknowledged. `python -m tests.kill server` kills more."""

from __future__ import annotations

import asyncio

import pytest

from tests.kill.server import Plan, killed
from tests.scope import ALL, telling

ONE, SHARED = Plan(20, 4) if ALL else Plan(1, 2), Plan(20, 4, servers=2, database=True)


@pytest.mark.parametrize("plan", telling([ONE], [SHARED]))
def test_a_killed_server_loses_nothing_that_it_acknowledged(plan: Plan) -> None:
    verdict = asyncio.run(killed(plan))
    assert verdict.faults == []
    assert verdict.kills == plan.times and verdict.acknowledged
