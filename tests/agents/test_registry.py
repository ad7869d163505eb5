"""An agent is its entry in the registry: guides and the window's words speak of each."""

import re
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from engine.agents.registry import AGENTS, names_in_words

ROOT = Path(__file__).resolve().parents[2]


def test_the_guide_says_of_each_agent_what_the_registry_says() -> None:
    text = (ROOT / "docs/ai-players.md").read_text("utf-8").partition("```")[0]
    rows = dict(re.findall(r"^\| `(\w+)[^|]*` \| (.*) \|$", text, re.MULTILINE))
    assert set(rows) == set(AGENTS)
    for name in set(AGENTS) - {"mcts"}:
        assert rows[name].startswith(AGENTS[name].summary), name


@pytest.mark.parametrize(
    "path", sorted((ROOT / "viewer/words").glob("*.yaml")), ids=lambda p: p.stem
)
def test_the_window_has_a_word_for_each_agent_that_it_offers(path: Path) -> None:
    words = YAML(typ="safe", pure=True).load(path.read_text("utf-8"))
    assert {f"agent_{name}" for name in AGENTS if name != "mcts"} <= words.keys()


def test_help_names_every_agent() -> None:
    told = names_in_words("human")
    assert told.startswith("human, ") and told.endswith(", mcts:2000 or mcts:1.5s")
    assert set(AGENTS) - {"mcts"} <= set(told.split(", "))
