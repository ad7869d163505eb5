"""The lesson plan: everything is told once, in every language, with a position or a reason."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.language.frozen import rewritten, walk
from engine.rules import model as m
from engine.rules.engine_messages import LANGUAGES
from engine.rules.files import library
from engine.rules.load import Loaded, load, load_text
from engine.teach.lesson_words import lesson_words
from engine.teach.plan import LessonPlan, plan_for
from engine.teach.teachable import findings
from tests import scope

ROOT = Path(__file__).parents[2]
RULESETS = scope.telling(scope.GAMES, scope.RULESETS)
TOLD = (
    m.Component, m.Zone, m.Table, m.Variable, m.EnumType, m.Phase, m.Action, m.Require, m.Rule,
    m.Procedure, m.Trigger, m.After, m.Ending, m.Score, m.LedgerLine, m.Winner,
)  # fmt: skip


def stripped(loaded: Loaded) -> m.Ruleset:
    """The same rules with every sentence of their author taken out."""

    def without(node: m.Model) -> m.Model:
        if isinstance(node, m.Announce):
            return node  # its words are what it does
        said = {name for name in ("words", "text", "because", "starts_words") if name in vars(node)}
        silent: Any = dict.fromkeys(said)
        if isinstance(node, m.Header):
            silent["aim"] = ""
        return replace(node, **silent)

    return rewritten(loaded.checked(), without)


def everything(rules: m.Ruleset) -> list[m.Model]:
    parts = [rules.enums, rules.components, rules.zones, rules.tables, rules.variables, rules.rules]
    flow = [rules.procedures, rules.setup_once, rules.setup, rules.turn, rules.triggers]
    end = [rules.endings, rules.outcomes, rules.scores, rules.afters, rules.winner, rules.ratings]
    found = [n for part in (*parts, *flow, *end) for n in walk(part) if isinstance(n, TOLD)]
    return [*found, *(o for o in rules.options.values() if not o.fixed), *rules.advice.values()]


def assert_told_once(plan: LessonPlan, rules: m.Ruleset) -> None:
    told = [id(point.node) for point in plan.points]
    for node in everything(rules):
        assert told.count(id(node)) == 1, node
    for point in plan.points:
        assert point.sentence[-1] in ".!?", point
        assert "_" not in point.sentence + point.title + point.more, point
        assert "{" not in point.sentence and "  " not in point.sentence, point
        assert not re.search("[\ue000-\uf8ff]", point.sentence + point.title + point.more), point
    assert len({point.key for point in plan.points}) == len(plan.points)


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_construct_is_told_exactly_once(path: Path, language: str) -> None:
    loaded = load(path)
    assert_told_once(plan_for(loaded, language), loaded.checked())


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
@pytest.mark.parametrize("language", LANGUAGES)
def test_without_any_sentence_all_is_told_from_the_constructs(path: Path, language: str) -> None:
    loaded = load(path)
    loaded.rules = stripped(loaded)
    loaded.digest += "stripped"
    plan = plan_for(loaded, language)
    assert_told_once(plan, loaded.rules)
    assert not any(point.own for point in plan.points)


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_each_point_has_a_position_or_a_reason(path: Path) -> None:
    plan = plan_for(load(path))
    for point in plan.points:
        assert bool(plan.positions(point)) != bool(plan.why_no_position(point)), point
    shown = [p for p in plan.points if p.kind in ("action", "line", "ending", "phase", "reaction")]
    missing = [p.key for p in shown if not plan.positions(p)]
    assert len(missing) <= 1, missing
    if path in library():
        assert list(findings(plan)) == [], "cairn check --teach is silent for the library"


def test_a_rule_is_shown_by_the_example_that_it_refuses() -> None:
    plan = plan_for(load("lost-cities-card"))
    (fits,) = [point for point in plan.points if point.key == "rule fits"]
    first = plan.positions(fits)[0]
    assert not first.legal and first.title == "A lower card is refused"
    assert "must be higher" in first.why


def test_numbers_come_from_the_rules() -> None:
    plan = plan_for(load("lost-cities-card"))
    (card,) = [point for point in plan.points if point.key == "piece Card"]
    assert "60" in card.sentence


def test_a_ruleset_without_examples_is_shown_by_random_games() -> None:
    text = (ROOT / "examples" / "nim.cairn").read_text(encoding="utf-8").partition("\nexample")[0]
    plan = plan_for(load_text(text, Path("bare.cairn")))
    assert all(plan.positions(point) for point in plan.of("action"))


def test_every_phrase_puts_the_same_into_each_language() -> None:
    english, *others = (lesson_words(language).phrases for language in LANGUAGES)
    for other in others:
        assert list(other) == list(english)
        for key, text in english.items():
            slots = [set(re.findall(r"\{(\d)[:}]", one)) for one in (text, other[key])]
            assert slots[0] == slots[1], key
