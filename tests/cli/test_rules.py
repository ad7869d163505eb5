"""`cairn list`, `check` and `fmt`."""

import json
from pathlib import Path

import pytest

from engine.cli.ruleset_texts import check_one
from engine.rules.files import library
from tests.agents.games import CIRCLE, LEAST
from tests.cli.conftest import ROOT, Cairn

EXAMPLE = """
example "Two cards"
  given my kept = 3, 4
  then  size(my kept) = 2
"""
WRONG = """
example "Three cards"
  given my kept = 3, 4
  then  size(my kept) = 3
"""


def test_list_names_every_ruleset_its_players_and_options(cairn: Cairn) -> None:
    result = cairn("list")
    assert result.code == 0
    for path in library():
        assert path.stem in result.out
    assert "The card game for two" in result.out
    assert "--set take_back=no (no, yes)" in result.out


def test_list_as_json(cairn: Cairn) -> None:
    rows = json.loads(cairn("list", "--json").out)
    card = next(row for row in rows if row["name"] == "lost-cities-card")
    assert card["players"] == {"min": 2, "max": 2}
    matches = card["options"][0]
    assert (matches["name"], matches["values"], matches["default"]) == (
        "matches", ["1", "2", "3"], "1",
    )  # fmt: skip


def test_check_passes_and_counts_examples(cairn: Cairn) -> None:
    Path("small.cairn").write_text(LEAST + EXAMPLE)
    for name in ("small.cairn", "small", "./small.cairn"):
        result = cairn("check", name)
        assert (result.code, result.out.splitlines()[-1]) == (0, "small.cairn: 1 example passes")


def test_check_of_the_library_runs_its_examples(cairn: Cairn) -> None:
    result = cairn("check", "lost-cities-card", "--json")
    data = json.loads(result.out)
    file = data["files"][0]
    assert result.code == 0 and data["ok"] and file["ok"]
    assert len(file["examples"]) >= 12 and all(x["passed"] for x in file["examples"])


def test_check_names_examples_and_who_sees_what(cairn: Cairn) -> None:
    Path("small.cairn").write_text(LEAST + EXAMPLE)
    out = cairn("check", "--verbose", "small").out
    assert "passes: Two cards (line" in out
    assert "zone deck: a pile; nobody sees it" in out
    assert "zone hand[Player]: a hand; only its owner sees it" in out
    assert "zone kept[Player]: a column; everybody sees it" in out


def test_check_shows_a_failing_example_with_its_line(cairn: Cairn) -> None:
    Path("small.cairn").write_text(LEAST + EXAMPLE + WRONG)
    result = cairn("check", "small.cairn")
    assert result.code == 1
    assert "E401" in result.out
    assert result.out.splitlines()[-1] == "small.cairn: 1 of 2 examples fails"
    data = json.loads(cairn("check", "small.cairn", "--json").out)
    failing = data["files"][0]["examples"][1]
    assert not data["ok"] and not failing["passed"] and failing["diagnostic"]["code"] == "E401"


def test_check_goes_on_after_a_file_that_is_wrong(cairn: Cairn) -> None:
    Path("bad.cairn").write_text(LEAST.replace("card in my hand", "card in my hnad"))
    Path("good.cairn").write_text(LEAST + EXAMPLE)
    result = cairn("check", "bad.cairn", "nowhere.cairn", "lost-cities-crad", "good.cairn")
    assert result.code == 1
    assert "bad.cairn:21:" in result.out and "did you mean 'hand'?" in result.out
    assert "nowhere.cairn can't be read: No such file" in result.out
    assert "did you mean 'lost-cities-card'?" in result.out
    assert result.out.splitlines()[-1] == "good.cairn: 1 example passes"


def test_check_finds_what_only_some_players_and_options_show(cairn: Cairn) -> None:
    text = LEAST.replace("players 2", "players 2..3").replace("value: 1..9", "value: 1..few")
    text = text.replace("component Card", "option few: 2..9 = 9\n\ncomponent Card")
    Path("few.cairn").write_text(text.replace("0..500 = 0", "0..few = 3"))
    result = cairn("check", "few.cairn")
    assert result.code == 1
    assert "  = with 2 players, few = 2" in result.out


@pytest.mark.parametrize("command", ["check", "fmt"])
def test_bad_files_are_refused(cairn: Cairn, command: str) -> None:
    Path("folder.cairn").mkdir()
    Path("binary.cairn").write_bytes(b"\xff\xfe\x00game")
    Path("large.cairn").write_bytes(b"#" * 2_000_000)
    Path("nul.cairn").write_bytes(b"game\x00")
    Path("empty.cairn").write_bytes(b"")
    for name in ("folder", "binary", "large", "nul", "empty", "missing"):
        result = cairn(command, f"{name}.cairn")
        if (command, name) != ("fmt", "empty"):
            assert result.code == 1
            assert f"{name}.cairn" in result.out + result.err


def test_fmt_writes_the_canonical_form_and_check_names_what_would_change(cairn: Cairn) -> None:
    untidy = LEAST.replace('"Keep {card}."', '"Keep {card}."    #  with a word\n') + "\n\n\n"
    path = Path("small.cairn")
    path.write_text(untidy)
    path.chmod(0o640)
    result = cairn("fmt", "--check", path)
    assert (result.code, result.out) == (1, "small.cairn would change\n")
    assert path.read_text() == untidy
    assert cairn("fmt", path).code == 0
    tidy = path.read_text()
    assert tidy != untidy and "# with a word" in tidy
    assert path.stat().st_mode & 0o777 == 0o640
    assert cairn("fmt", "--check", path).code == 0
    assert cairn("fmt", path).out == ""
    assert [p.name for p in Path().iterdir()] == ["small.cairn"]


def test_fmt_never_changes_what_it_cannot_read(cairn: Cairn) -> None:
    path = Path("small.cairn")
    path.write_text(CIRCLE + "\nnonsense here\n")
    before = path.read_bytes()
    result = cairn("fmt", path)
    assert result.code == 1
    assert "small.cairn isn't changed" in result.err
    assert path.read_bytes() == before


def test_fmt_goes_through_a_link(cairn: Cairn) -> None:
    Path("real.cairn").write_text(LEAST + "\n\n\n")
    Path("link.cairn").symlink_to("real.cairn")
    assert cairn("fmt", "link.cairn").code == 0
    assert Path("link.cairn").is_symlink()
    assert not Path("real.cairn").read_text().endswith("\n\n")


def test_who_waits_for_a_check_hears_how_many_examples_have_been_run() -> None:
    shares: list[float] = []
    result = check_one(str(ROOT / "examples" / "nim.cairn"), tell=shares.append)
    assert shares == [number / 6 for number in range(1, 7)]
    assert len(result.outcomes) == 6
