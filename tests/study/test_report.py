"""What a study says: numbers that can be worked out, differences that were put there, the files."""

import csv
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from engine.language.diagnostics import RulesError
from engine.rules.load import load_text
from engine.study import measures as at
from engine.study.compare import compare
from engine.study.findings import GROUPS, findings
from engine.study.page import page
from engine.study.report import Arm, Report
from engine.study.results import best_format, slug, write_games
from engine.study.run import carry_out
from engine.study.shapes import shape
from engine.study.simulate import simulate
from tests.study.playing import CARD, RACE, games_of, plan_of, race

LONGER = RACE.replace("3..9 = 5", "3..9 = 8").replace("size(trail) >= 2", "size(trail) >= 5")
COUNT = 300


def two() -> Report:
    """A study of the race and of a longer one."""
    one, other = race(), load_text(LONGER, Path("longer.cairn"))
    games = carry_out(plan_of(one, other), [COUNT, COUNT])
    return Report((Arm("Race", games[0]), Arm("Long race", games[1])), 1)


REPORT = two()


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


def test_what_never_matters_is_named() -> None:
    sentences = " ".join(REPORT.arms[0].sentences())
    assert '"never" never counted.' in sentences


def test_clear_differences_are_told_in_the_rules_terms() -> None:
    told = list(REPORT.comparisons[0].sentences())
    assert any(
        re.match(r"Games are [\d.]+ decisions longer \([\d.]+ to [\d.]+\);", s) for s in told
    )
    assert any(s.startswith("'jump' requires long(my way): refuses ") for s in told)
    assert any(s.startswith("'jump' is ") for s in told)
    text = REPORT.text()
    assert "Long race against Race, game by game on the same seeds:" in text
    assert "The text: " in text
    assert "No clear difference: " in text
    assert "differences are clear of zero" in text
    for title in GROUPS.values():
        assert (title in text) == any(arm.group(g) for arm in REPORT.arms for g, t in
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
    assert 'Only the first has this: "never" gives a player: 0 (0 to 0).' in told
    assert 'Only the second has this: "start" gives a player: 1 (1 to 1).' in told


def test_skill_is_told_from_seats() -> None:
    games = games_of(CARD, 40, ("greedy", "random"))
    found = findings(games)
    assert found["agent.greedy.wins"].interval().low > 0.5
    assert found["agent.greedy.gap"].interval().low > 0
    assert found["agent.greedy.gap"].interval().value == pytest.approx(
        -found["agent.random.gap"].interval().value
    )
    seats = {games.table.seated(number) for number in (1, 2, 3)}
    assert seats == {("greedy", "random"), ("random", "greedy")}


def test_a_game_for_one_can_be_studied() -> None:
    alone = load_text(RACE.replace("players 2", "players 1"), Path("alone.cairn"))
    games = carry_out(plan_of(alone, seats=("random",)), [20])[0]
    report = Report((Arm("Alone", games),), 1)
    assert report.arms[0].group("win") == report.arms[0].group("lead") == []
    assert "Scores\n" in report.text()
    assert "Scores" in page(report, [])


def test_histograms_hold_every_value() -> None:
    values = [-7, -7, 0, 3, 121, 121, 40]
    found = shape("x", "x", values)
    assert sum(found.bins) == len(values)
    assert found.quartiles[0] == -7 and found.quartiles[4] == 121
    assert found.first <= -7 and found.first + len(found.bins) * found.width > 121
    assert found.as_json()["median"] == 3


def test_data_can_be_written_and_says_what_the_text_says() -> None:
    data = json.loads(json.dumps(REPORT.as_json()))
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


def test_the_page_stands_alone() -> None:
    pytest.importorskip("matplotlib")
    from engine.study.plots import draw

    plots = list(draw(REPORT))
    assert {"score", "length", "wins", "actions", "lines", "differences"} <= {p[0] for p in plots}
    assert all(png.startswith(b"\x89PNG") and len(png) > 2000 for _, _, png in plots)
    found = Page(page(REPORT, plots))
    assert len(found.links) == len(plots)
    assert all(link.startswith("data:image/png;base64,") for link in found.links)
    for sentence in REPORT.comparisons[0].sentences():
        assert sentence in found.text


def test_words_of_the_rules_do_no_harm_in_the_page() -> None:
    text = RACE.replace('"steps"', '"<b>&steps"').replace('"Race"', '"<script>"')
    loaded = load_text(text, Path("odd.cairn"))
    games = carry_out(plan_of(loaded), [3])
    made = page(Report((Arm(loaded.title, games[0]),), 1), [])
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
    parquet = pytest.importorskip("pyarrow.parquet")
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
    assert (found.code, found.hint) == ("E612", "pip install 'cairn[study]' brings it")


@pytest.mark.parametrize(
    ("name", "file"), [("Auf und Ab", "auf-und-ab"), ("take = yes", "take-yes"), ("…", "games")]
)
def test_names_of_files(name: str, file: str) -> None:
    assert slug(name) == file
