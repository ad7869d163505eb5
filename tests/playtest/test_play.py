"""The checker that plays says what games show, and saves a game that shows it."""

from pathlib import Path
from textwrap import indent

import pytest

from benchmarks.planted import FAULTS, told
from engine.cli.trial import print_report
from engine.game.saves import read_save
from engine.language.diagnostics import RulesError
from engine.playtest.coverage import coverage
from engine.playtest.findings import Finding, findings
from engine.playtest.games import play
from engine.playtest.report import report
from engine.playtest.saved_findings import save_games
from engine.rules.load import Loaded, load, load_text

RULES = """
game "Stones"
  players 2

option strict: yes, no = no
option long: yes, no = no

component Stone
  called "stone"
  make 12

zone heap:         pile of Stone
zone bowl[Player]: pile of Stone
counter spare[Player]: 0..5 = 0

setup
  move all Stone to heap

turn
  choose
    take(many in 1..3)
      require size(heap) >= many
      require many <= 3
      if many > 4: shuffle heap
      move many from heap to my bowl
    sleep
      require size(heap) > 12 or strict and size(heap) > 20
      skip

round ends when heap is empty
round ends when size(heap) = 2 and long and size(heap) = 3

score each Player
  add "stones" size(my bowl)
  add "spare"  my spare

winner highest total
"""


@pytest.fixture(scope="module")
def loaded() -> Loaded:
    return load_text(RULES, Path("stones.cairn"))


@pytest.fixture(scope="module")
def found(loaded: Loaded) -> list[Finding]:
    return findings(loaded, play(loaded, 60, games=60))


def test_what_no_game_showed_is_told_once_each(found: list[Finding]) -> None:
    assert sorted(f.diagnostic.message for f in found) == [
        "'require many <= 3' never refuses anything",
        "'sleep' is never possible: "
        "'require size(heap) > 12 or strict and size(heap) > 20' refuses it every time",
        "no game ends so: round ends when size(heap) = 2 and long and size(heap) = 3",
        "no game ever chooses 'sleep'",
        "no game reaches this line",
        "the counter 'spare' never changes",
        "the line 'spare' of the score never counts",
        "the option 'long' changes nothing in any game",
        "the option 'strict' changes nothing in any game",
    ]


def test_every_finding_has_its_line_and_a_game(
    loaded: Loaded, found: list[Finding], tmp_path: Path
) -> None:
    paths = save_games(loaded, found, tmp_path)
    assert sorted(paths) == list(range(len(found)))
    assert all(read_save(path).moves for path in paths.values())
    assert all(f.diagnostic.span.line for f in found)


@pytest.mark.parametrize("name", ["counter that overflows", "that is never reached"])
def test_planted_faults_are_found(name: str, tmp_path: Path) -> None:
    fault = next(f for f in FAULTS if name in f.what)
    said, shown = told(fault, 60, tmp_path, games=9)
    assert any(fault.said in one for one in said) and shown


def test_a_sound_game_has_nothing_to_tell() -> None:
    loaded = load(Path("examples/tic-tac-toe.cairn"))
    assert findings(loaded, play(loaded, 60, games=40)) == []


DECK = """
game "Draws"
  players 2

component Card
  rank: 1..9
  called "{rank}"
  make 1 for each rank

zone box:          pile of Card, face down
zone deck:         pile of Card, face down
zone hand[Player]: hand of Card

setup
  move all Card to box
  SHUFFLE
  move all from box to deck
  deal 2 from deck to each hand

turn
  choose
    draw
      move top of deck to my hand

game ends when deck is empty

score each Player
  add "cards" sum(card.rank for card in my hand)

winner highest total
"""


@pytest.mark.parametrize(
    ("statement", "told"),
    [("if round = 2: move all from deck to box", True), ("shuffle box", False)],
)
def test_a_deck_that_nothing_shuffles_is_told(statement: str, told: bool) -> None:
    loaded = load_text(DECK.replace("SHUFFLE", statement), Path("draws.cairn"))
    said = [f.diagnostic.message for f in findings(loaded, play(loaded, 60, games=16))]
    message = "'deck' lies in the same order in every game: nothing shuffles it"
    assert (message in said) == told, said


def test_a_variable_that_is_as_before_at_the_next_decision_has_changed() -> None:
    within = "      spare[me] := 2\n      skip\n      spare[me] := 0\n"
    text = RULES.replace("      skip\n", within).replace("      require size(heap) > 12", "#")
    assert "spare[me] := 0" in text
    loaded = load_text(text, Path("stones.cairn"))
    said = [f.diagnostic.message for f in findings(loaded, play(loaded, 60, games=16))]
    assert said and "the counter 'spare' never changes" not in said


POWERS = """
game "Powers"
  players 1..2

component Stone
  make 30

zone heap:         area of Stone
zone bowl[Player]: area of Stone
counter powers[Player]: 0..2 = 2

setup
  move all Stone to heap

turn
  {choose}
  choose
    draw
      move 2 from heap to my bowl

game ends at end of turn when size(heap) < 10
"""
REFRESH = """
refresh
  require my powers > 0
  require my powers < 9
  lose 1 powers
"""


@pytest.mark.parametrize(
    "choose",
    [
        "may choose{}",
        "may choose repeatedly{}",
        "choose repeatedly{}",
        "choose{}\n  else\n    gain at most 1 powers",
        "simultaneously each Player\n    may choose{}",
    ],
)
def test_a_requirement_that_leaves_nothing_to_choose_refuses(choose: str) -> None:
    """Nobody is asked then; but that is because it refuses."""
    text = POWERS.format(choose=choose.format(indent(REFRESH.rstrip(), " " * 6)))
    loaded = load_text(text, Path("powers.cairn"))
    said = [f.diagnostic.message for f in findings(loaded, play(loaded, 60, games=20))]
    told = [message for message in said if "refuses" in message]
    assert told == ["'require my powers < 9' never refuses anything"]


@pytest.mark.parametrize("text", ["soon", "0s", "10 days", "-3s", ""])
def test_what_is_no_time_is_told(text: str) -> None:
    from engine.cli.arguments import CheckArguments
    from engine.cli.check import check_rulesets

    with pytest.raises(RulesError, match="is no time"):
        check_rulesets(CheckArguments(files=["nim"], playtest=text))


def test_coverage_tells_what_no_example_exercises() -> None:
    example = """
example "Three stones are taken"
  do   take(3)
  then size(my bowl) = 3
  then my "stones" is 3
  then cannot sleep
"""
    parts = coverage(load_text(RULES + example, Path("stones.cairn")))
    assert {part.what for part in parts if part.shown} == {
        "action 'take'",
        "the line 'stones'",
        "'require size(heap) > 12 or strict and size(heap) > 20' of 'sleep'",
    }
    assert "action 'sleep'" in {part.what for part in parts if not part.shown}


def test_what_never_happened_is_told_only_when_all_examples_were_gone_through(
    loaded: Loaded,
) -> None:
    played = play(loaded, 60, games=20)
    assert played.worked and any("never" in f.diagnostic.message for f in findings(loaded, played))
    played.worked = False
    told = [f.diagnostic.message for f in findings(loaded, played)]
    assert told and all(one.startswith("the option") for one in told)


def test_games_that_are_decided_early_and_counters_at_their_ends_are_told(tmp_path: Path) -> None:
    text = """
game "Purses"
  players 2

component Stone
  make 30

zone heap:          pile of Stone
zone bowl[Player]:  pile of Stone
counter purse[Player]: 0..5 = 0
var first_of_all[Player] = no

setup
  move all Stone to heap

turn
  choose
    take
      move top of heap to my bowl
      gain at most 3 purse
      if all(not first_of_all[p] for p in Player): my first_of_all := yes
    leave
      move top of heap to my bowl
      lose 1 purse

game ends when heap is empty

score each Player
  add "first" 50 when my first_of_all
  add "purse" my purse

winner highest total
"""
    loaded = load_text(text, Path("purses.cairn"))
    found = findings(loaded, play(loaded, 60, games=20))
    assert [f.diagnostic.message for f in found] == [
        "with 2 players a third of a game often decides who can't win it",
        "'purse' mostly stops at the top of its range here",
    ]
    decided, cut = found
    assert decided.diagnostic.notes[1].endswith("20 decisions were still to come on average")
    saved = read_save(save_games(loaded, found, tmp_path)[0])
    assert len(saved.moves) == 10
    assert "give it a wider range" in cut.diagnostic.notes[0]


def test_a_report_says_when_the_time_was_too_short_for_a_game(
    loaded: Loaded, capsys: pytest.CaptureFixture[str]
) -> None:
    print_report(loaded, report(play(loaded, 1e-9), []), None)
    assert "0 games" in (told := capsys.readouterr().out)
    assert "too little time for a game" in told
