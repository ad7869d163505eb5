"""Studies on a Dask cluster play the same games."""

from importlib import import_module
from pathlib import Path

import pytest

from engine.language.diagnostics import RulesError
from engine.rules.load import load_text
from engine.study.run import carry_out
from tests.agents.games import CIRCLE
from tests.scope import ALL
from tests.study.playing import plan_of, race

distributed = import_module("distributed")

pytestmark = pytest.mark.filterwarnings("default")


@pytest.mark.skipif(not ALL, reason="a cluster takes long to start: CAIRN_ALL=1")
def test_a_cluster_plays_the_same_games_and_its_errors_are_heard() -> None:
    plan = plan_of(race(), race(name="again"), seats=("greedy", "random"))
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        address = cluster.scheduler_address
        found = carry_out(plan, [60, 50], scheduler=address)
        with pytest.raises(RulesError) as caught:
            endless = plan_of(load_text(CIRCLE, Path("circle.cairn")))
            carry_out(endless, [3], scheduler=address)
    alone = carry_out(plan, [60, 50])
    assert [games.rows.tolist() for games in found] == [games.rows.tolist() for games in alone]
    assert caught.value.diagnostics[0].code == "E506"


def test_a_scheduler_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.study.cluster.SECONDS_TO_CONNECT", 0.3)
    with pytest.raises(RulesError) as caught:
        carry_out(plan_of(race()), [3], scheduler="tcp://127.0.0.1:9")
    found = caught.value.diagnostics[0]
    assert found.code == "E611"
    assert "no scheduler to be reached at tcp://127.0.0.1:9" in found.message
