"""What a study says: numbers that can be computed, differences that were put there, the files."""

import csv
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from pyarrow import parquet

from engine.language.diagnostics import Findings, RulesError
from engine.rules.differences import differences
from engine.rules.load import load_text
from engine.study import game_record as at
from engine.study.arm import Arm
from engine.study.compare import compare
from engine.study.distributions import Histogram, width_of
from engine.study.fairness import FEW, Fairness, Starts
from engine.study.html_report import page
from engine.study.intervals import Interval
from engine.study.metrics import GROUPS, findings
from engine.study.plots import draw
from engine.study.questions import Answers
from engine.study.report import StudyReport
from engine.study.results import best_format, distinct_names, slug, write_games
from engine.study.run import carry_out
from engine.study.simulate import simulate
from tests.scope import ALL
from tests.study.playing import CARD, RACE, ROOT, games_of, plan_of, race

LONGER = RACE.replace("3..9 = 5", "3..9 = 8").replace("size(trail) >= 2", "size(trail) >= 5")
COUNT = 300


@pytest.fixture(scope="module")
def two() -> StudyReport:
    """A study of the race and of a longer one."""
    one, other = race(), load_text(LONGER, Path("longer.cairn"))
    games = carry_out(plan_of(one, other), [COUNT, COUNT])
    return StudyReport((Arm("Race", games[0]), Arm("Long race", games[1])), 1)


def test_findings_are_those_of_a_simulation() -> None:
    games = games_of(CARD, 120)
    found = findings(games)
    report = simulate(CARD, 2, 120, 1, ("random", "random"))
    assert found["length.decisions"].interval().value == pytest.approx(report.decisions, abs=1e-3)
    for place, seat in enumerate(report.seats, 1):
        score = found[f"score.place.{place}"].interval()
        assert score.value == pytest.approx(seat.mean, abs=1e-3)
        wins = found[f"win.place.{place}"].interval()
        assert wins.value * 120 == pytest.approx(seat.wins + seat.ties / 2)


def test_shares_of_all_actions_add_up() -> None:
    found = findings(games_of(CARD, 30))
    chosen = [
        s.interval().value for s in found.values() if re.fullmatch(r"action\..*\.chosen", s.key)
    ]
    assert sum(chosen) == pytest.approx(1)
    wins = [s.interval().value for s in found.values() if s.key.startswith("win.place")]
    assert sum(wins) == pytest.approx(1)


def test_what_never_matters_is_named(two: StudyReport) -> None:
    sentences = " ".join(two.arms[0].sentences())
    assert '"never" never counted.' in sentences


def test_clear_differences_are_told_in_the_rules_terms(two: StudyReport) -> None:
    told = list(two.comparisons[0].sentences())
    assert any(
        re.match(r"Games are [\d.]+ decisions longer \([\d.]+ to [\d.]+\);", s) for s in told
    )
    assert any(s.startswith("'jump' requires long(my way): refuses ") for s in told)
    assert any(s.startswith("'jump' is ") for s in told)
    text = two.text()
    assert "Long race against Race, game by game on the same seeds:" in text
    assert "The text: " in text
    assert "No clear difference: " in text
    assert "differences are clear of zero" in text
    for title in GROUPS.values():
        assert (title in text) == any(arm.group(g) for arm in two.arms for g, t in
                                      GROUPS.items() if t == title)  # fmt: skip


def test_a_ruleset_is_not_different_from_itself() -> None:
    games = carry_out(plan_of(race(), race(name="same")), [50, 50])
    comparison = compare(findings(games[0]), findings(games[1]))
    assert not any(change.clear for change in comparison.changes)
    assert not comparison.gone and not comparison.new
    assert list(comparison.sentences()) == []


def test_what_only_one_of_them_has_is_told() -> None:
    text = RACE.replace('  add   "never" 7 when size(pool) > 20\n', '  add   "start" 1\n')
    other = load_text(text, Path("other.cairn"))
    games = carry_out(plan_of(race(), other), [10, 10])
    comparison = compare(findings(games[0]), findings(games[1]))
    told = list(comparison.sentences())
    assert 'Only the first has this: "never" gives a player: 0 in all 10 games.' in told
    assert 'Only the second has this: "start" gives a player: 1 in all 10 games.' in told


def test_skill_is_told_from_seats() -> None:
    games = games_of(CARD, 20, ("greedy", "random"))
    found = findings(games)
    assert found["agent.greedy.wins"].interval().low > 0.5
    assert found["agent.greedy.gap"].interval().low > 0
    assert found["agent.greedy.gap"].interval().value == pytest.approx(
        -found["agent.random.gap"].interval().value
    )
    seats = {games.table.seated(number) for number in (1, 2, 3)}
    assert seats == {("greedy", "random"), ("random", "greedy")}
    words = " ".join(Arm("Card", games).sentences())
    for name, more in (("greedy", "more"), ("random", "fewer")):
        wins = rf"A seat of {name} wins [\d.]+% \(\S+ to \S+\)"
        assert re.search(wins + rf" and scores [\d.]+ \(.*?\) points {more} than", words)


def test_a_game_for_one_can_be_studied() -> None:
    alone = load_text(RACE.replace("players 2", "players 1"), Path("alone.cairn"))
    games = carry_out(plan_of(alone, seats=("random",)), [20])[0]
    report = StudyReport((Arm("Alone", games),), 1)
    assert report.arms[0].group("win") == report.arms[0].group("lead") == []
    assert "Scores\n" in report.text()
    assert "Scores" in page(report, [])


def test_histograms_hold_every_value() -> None:
    values = [-7, -7, 0, 3, 121, 121, 40]
    found = Histogram("x", "x", np.array(values))
    width = width_of([found])
    first, bins = found.binned(width)
    assert sum(bins) == len(values)
    assert found.quartiles == (-7, -3.5, 3, 80.5, 121)
    assert first <= -7 and first + len(bins) * width > 121
    assert found.as_json()["median"] == 3


def test_data_can_be_written_and_says_what_the_text_says(two: StudyReport) -> None:
    data = json.loads(json.dumps(two.as_json()))
    one = data["rulesets"][0]
    assert (one["name"], one["games"], one["players"]) == ("Race", COUNT, 2)
    assert {"key", "label", "unit", "value", "low", "high", "games"} == set(one["findings"][0])
    (comparison,) = data["comparisons"]
    length = next(c for c in comparison["changes"] if c["key"] == "length.decisions")
    assert length["clear"] and length["difference"]["low"] > 0
    assert length["difference"]["value"] == pytest.approx(
        length["other"]["value"] - length["one"]["value"], abs=1e-5
    )


# ------------------------------------------------------------------ files


class Page(HTMLParser):
    """Reads a page and keeps what matters."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "img", "!doctype"):
            self.open.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_stands_alone(two: StudyReport) -> None:
    plots = list(draw(two))
    assert {"score", "length", "wins", "actions", "lines", "differences"} <= {p[0] for p in plots}
    assert all(png.startswith(b"\x89PNG") and len(png) > 2000 for _, _, png in plots)
    found = Page(page(two, plots))
    assert len(found.links) == len(plots)
    assert all(link.startswith("data:image/png;base64,") for link in found.links)
    for sentence in two.comparisons[0].sentences():
        assert sentence in found.text


def test_words_of_the_rules_do_no_harm_in_the_page() -> None:
    text = RACE.replace('"steps"', '"<b>&steps"').replace('"Race"', '"<script>"')
    loaded = load_text(text, Path("odd.cairn"))
    games = carry_out(plan_of(loaded), [3])
    made = page(StudyReport((Arm(loaded.title, games[0]),), 1), [])
    assert "<script" not in made and "<b>" not in made
    assert "<b>&steps" in Page(made).text


def test_the_table_of_games(tmp_path: Path) -> None:
    games = games_of(race(), 210, ("greedy", "random"))
    path = tmp_path / "games.csv"
    write_games(games, 1, path, "csv")
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 210
    assert list(rows[0])[:6] == ["game", "deal_seed", "agent_1", "agent_2", "starter", "decisions"]
    assert {"score_1", "score_2", "taken_0_step", "offered_0_jump", "line_1_2"} <= set(rows[0])
    assert [int(row["decisions"]) for row in rows] == list(games.column(at.DECISIONS))
    assert (rows[0]["agent_1"], rows[1]["agent_1"]) == ("greedy", "random")
    assert rows[199]["asked_long"] != "" and rows[200]["asked_long"] == ""


def test_parquet_holds_the_same(tmp_path: Path) -> None:
    games = games_of(race(), 205)
    write_games(games, 1, tmp_path / "games.parquet", "parquet")
    write_games(games, 1, tmp_path / "games.csv", "csv")
    found = parquet.read_table(tmp_path / "games.parquet").to_pydict()
    with (tmp_path / "games.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(found) == list(rows[0])
    for name, values in found.items():
        assert ["" if v is None else str(v) for v in values] == [row[name] for row in rows]


def test_without_pyarrow_it_is_csv(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert best_format() == "csv"
    with pytest.raises(RulesError) as caught:
        write_games(games_of(race(), 2), 1, tmp_path / "x.parquet", "parquet")
    found = caught.value.diagnostics[0]
    assert (found.code, found.hint) == ("E612", "pip install 'cairn-tabletop[study]' brings it")


@pytest.mark.parametrize(
    ("name", "file"), [("Auf und Ab", "auf-und-ab"), ("take = yes", "take-yes"), ("…", "games")]
)
def test_names_of_files(name: str, file: str) -> None:
    assert slug(name) == file


# ------------------------------------------------------------------ what people read

QUICK = """
game "Quick"
  players 2

var begun: 0..9 = 0

turn
  choose
    step "Go on."
      begun := begun + 1

wins when begun >= 1 and active = me
"""


def words_of(text: str, count: int = 60, name: str = "rules") -> tuple[StudyReport, str]:
    """Return the report on a ruleset's text, and what it says of the games before its tables."""
    loaded = load_text(text, Path(f"{name}.cairn"))
    players = loaded.checked().header.players[0]
    games = carry_out(plan_of(loaded, seats=("random",) * players), [count])[0]
    report = StudyReport((Arm(loaded.title, games),), 1)
    return report, " ".join(report.arms[0].sentences())


def test_places_are_compared_with_each_other() -> None:
    text = (ROOT / "examples" / "tic-tac-toe.cairn").read_text("utf-8")
    report, words = words_of(text, 400)
    first, second, nobody = (
        report.arms[0].findings[key].words() for key in ("win.place.1", "win.place.2", "win.nobody")
    )
    assert (
        f"The first player wins more often than the second player: {first} against {second}; "
        f"nobody wins {nobody} of the games."
    ) in words
    assert "even" not in words
    games = report.arms[0].games
    share = Interval(0.5, 0.4, 0.6, 100)
    fair = Fairness(Starts.TURNED, (share, share), (share, share), 100, partners=False)
    said = list(Arm("Draws", games, answers=Answers(fair)).sentences())
    assert f"Nobody wins {nobody} of the games." in said
    few = replace(fair, places=(share._replace(games=1),) * 2)
    said = list(Arm("Draws", games, answers=Answers(few)).sentences())
    assert FEW in said and any("wins more often than" in x for x in said)


def test_a_place_that_wins_everything_is_ahead_after_few_games() -> None:
    _, words = words_of(QUICK, 8)
    assert "The first player wins more often than the second player: 100% " in words


def test_nobody_leads_where_nothing_ranks() -> None:
    report, words = words_of((ROOT / "examples" / "nim.cairn").read_text("utf-8"), 20)
    assert report.arms[0].group("lead") == []
    assert "lead" not in words


def test_the_last_change_of_the_lead_is_told_of_games_that_have_one() -> None:
    games = games_of(race(), 60)
    series = findings(games)["lead.settled"]
    rows = zip(*(games.column(at_) for at_ in (at.CHANGES, at.SETTLED, at.DECISIONS)), strict=True)
    shares = [settled / decisions for changes, settled, decisions in rows if changes]
    assert 0 < len(shares) < 60
    assert series.interval().value == pytest.approx(sum(shares) / len(shares))


def test_partners_are_one_side() -> None:
    report, words = words_of((ROOT / "examples" / "whist.cairn").read_text("utf-8"), 12)
    found = report.arms[0].findings
    wins = [s for s in found.values() if s.key.startswith("win.place.")]
    assert [s.label for s in wins] == [
        "the first player's side wins",
        "the second player's side wins",
    ]
    assert sum(s.interval().value for s in wins) == pytest.approx(1)
    assert found["score.apart"].interval().value > 0
    assert not any(found["win.shared"].values)
    assert "The first player's side wins " in words


def test_what_never_came_may_still_come() -> None:
    text = RACE + '\nround ends when size(pool) < 3\n  "Too few stones."\n'
    report, _ = words_of(text, 50)
    (ending,) = [
        s for s in report.arms[0].group("part") if "size(pool)" in s.key and s.key.endswith("times")
    ]
    found = ending.interval()
    assert (found.value, found.low) == (0, 0)
    assert 3 / 50 < found.high < 5 / 50


def test_groups_say_when_they_rest_on_the_first_games(two: StudyReport) -> None:
    assert "\nRequirements (counted in the first 200 games)" in two.text()
    assert "<h2>Named rules (counted in the first 200 games)</h2>" in page(two, [])
    assert "\nScores  " in two.text()
    few, _ = words_of(RACE, 20)
    assert "counted in the first" not in few.text()


def test_two_texts_that_share_nothing_are_told_apart_in_their_own_words() -> None:
    lines = "\n" * 40 + RACE.replace("3..9 = 5", "3..9 = 8")
    one, other = load_text(RACE, Path("one.cairn")), load_text(lines, Path("other.cairn"))
    games = carry_out(plan_of(one, other), [5, 5])
    report = StudyReport((Arm("one", games[0]), Arm("other", games[1])), 1)
    sources = one.findings.sources | other.findings.sources
    assert report.changed_text(1) == differences(one.items, other.items, Findings(sources))
    assert report.changed_text(1) == [
        "The option 'goal' is 8 instead of 5 when nothing else is chosen."
    ]


def test_what_the_text_changes_is_told_with_how_often_it_comes_up(two: StudyReport) -> None:
    found = two.at_work(1)
    assert any(
        re.match(r"The rule 'long' is asked .* times a game and says yes .*, instead of ", s)
        for s in found
    )
    assert "How often that comes up (counted in the first 200 games): The rule 'long'" in two.text()


def test_long_names_stay_whole() -> None:
    long = "A variant with a name that is much longer than a column, number "
    rule = "my way is not empty and size(my way) >= 0 and size(pool) >= 0 and size(pool) < "
    text = RACE.replace(
        "      require long(my way)\n", f"      require {rule}21\n      require {rule}22\n"
    )
    games = carry_out(plan_of(load_text(text, Path("x.cairn"))), [20])[0]
    told = StudyReport((Arm(f"{long}1", games), Arm(f"{long}2", games)), 1).text()
    assert "…" not in told
    heads = told[told.index("\nWho wins") : told.index("the first player wins")]
    assert {"1", "2"} <= set(re.findall(r"\w+", heads))
    flat = re.sub(r"\s+", " ", re.sub(r"  +[\d.]+% \([^)]*\)", "", told))
    assert f"moves refused: 'jump' requires {rule}21" in flat
    assert f"moves refused: 'jump' requires {rule}22" in flat


# ------------------------------------------------------------------ plots


def text_of(monkeypatch: pytest.MonkeyPatch, report: StudyReport) -> dict[str, list[str]]:
    """Draw a report's plots; return the texts in each, none read as a formula."""
    from matplotlib.backend_bases import RendererBase
    from matplotlib.text import Text

    drawn: dict[str, list[str]] = {}
    texts: list[str] = []
    original = Text.draw

    def hear(text: Text, renderer: RendererBase) -> None:
        assert not text.get_parse_math()
        if text.get_text():
            texts.append(re.sub(r"\s+", " ", text.get_text()))
        original(text, renderer)

    monkeypatch.setattr(Text, "draw", hear)
    for name, _, _ in draw(report):
        drawn[name] = list(texts)
        texts.clear()
    return drawn


def test_a_plot_says_what_it_is_of(monkeypatch: pytest.MonkeyPatch, two: StudyReport) -> None:
    drawn = text_of(monkeypatch, two)
    for name, texts in drawn.items():
        close = "the first 200" if name == "requirements" else f"{COUNT}"
        assert any(f"{close} games of " in text for text in texts), name
        if not name.startswith("differences"):
            assert {"Race", "Long race"} <= set(texts), name
    assert any(
        "to the left: less in Long race; to the right: more" in t for t in drawn["differences"]
    )
    assert any(t.startswith("What is clearly different in Long race, against Race") for t in
               drawn["differences"])  # fmt: skip
    assert "decisions (dotted: the mean)" in drawn["length"]


def quick(*lengths: int) -> StudyReport:
    """Return a study of games in which nothing is left to chance."""
    loaded = [
        load_text(QUICK.replace("begun >= 1", f"begun >= {n}"), Path(f"{n}.cairn")) for n in lengths
    ]
    games = carry_out(plan_of(*loaded), [10] * len(lengths))
    return StudyReport(tuple(Arm(f"To {n}", x) for n, x in zip(lengths, games, strict=True)), 1)


def test_every_comparison_has_its_plot() -> None:
    names = [name for name, _, _ in draw(quick(1, 3, 5))]
    assert [n for n in names if n.startswith("differences")] == ["differences", "differences-2"]


def test_a_difference_without_spread_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = text_of(monkeypatch, quick(1, 3))
    assert "Decisions a game" in drawn["differences"]
    assert "+2 decisions in all games" in drawn["differences"]


@pytest.mark.skipif(not ALL, reason="draws a whole report: CAIRN_ALL=1")
def test_dollar_signs_are_no_formulas(monkeypatch: pytest.MonkeyPatch) -> None:
    text = RACE.replace('"Race"', '"Pay $5% tax, win $10"').replace('"steps"', '"$x^2$"')
    one = load_text(text, Path("tax.cairn"))
    games = carry_out(plan_of(one, race()), [10, 10])
    drawn = text_of(monkeypatch, StudyReport((Arm(one.title, games[0]), Arm("_b", games[1])), 1))
    assert "Pay $5% tax, win $10" in drawn["score"] and "_b" in drawn["score"]
    assert '"$x^2$"' in drawn["lines"]


@pytest.mark.skipif(not ALL, reason="draws a whole report: CAIRN_ALL=1")
def test_a_plot_that_fails_loses_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    report = quick(1, 3)
    whole = [name for name, _, _ in draw(report)]

    def fails(*arguments: object) -> None:
        raise ValueError("too wide")

    monkeypatch.setattr("engine.study.plots._bars", fails)
    drawn = text_of(monkeypatch, report)
    assert list(drawn) == whole
    assert "This can't be drawn: too wide" in drawn["wins"]
    assert "Decisions a game" in drawn["differences"]


def test_bins_are_shared_and_stand_around_whole_numbers() -> None:
    narrow, wide = (Histogram("x", "x", np.array(x)) for x in ([3, 3, 4], [0, 100]))
    assert narrow.binned(width_of([narrow])) == (3, (2, 1))
    assert width_of([narrow, wide]) == width_of([wide]) == 5
    assert narrow.binned(5) == (0, (3,))


# ------------------------------------------------------------------ names of files


def test_files_of_one_run_have_different_names() -> None:
    names = [
        "bonus = -1",
        "bonus = 1",
        "Draw 2+1",
        "Draw 2-1",
        "mcts:.5s",
        "mcts:5s",
        "A!",
        "a?",
    ]
    assert [slug(name) for name in distinct_names(names)] == [
        "bonus-minus-1", "bonus-1", "draw-2-plus-1", "draw-2-minus-1", "mcts-point-5s",
        "mcts-5s", "a", "a-2",
    ]  # fmt: skip
    assert distinct_names(names)[:-1] == names[:-1]
