"""`cairn sim` and `cairn replay`."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.agents.games import CIRCLE, LEAST
from tests.cli.conftest import ROOT, Cairn

SIM = ("sim", "lost-cities-card", "--players", 2, "--games", 40, "--seed", 1)


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def pieces(zones: dict[str, list[str]]) -> list[str]:
    return sorted(name for zone in zones.values() for name in zone)


def test_who_plays_the_games_makes_no_difference(cairn: Cairn) -> None:
    one, other = (
        json.loads(cairn(*SIM, "--agents", "random,random", "--json", *how).out)
        for how in ((), ("--executor", "interpreter", "--workers", 2))
    )
    for data in (one, other):
        assert data.pop("seconds") > 0 < data.pop("decisions_per_second")
    assert one == other
    assert one["decisions"] > 100
    assert set(one) == {
        "ruleset", "players", "games", "unfinished", "seed", "options", "decisions", "seats",
        "ratings", "shared", "nobody",
    }  # fmt: skip
    assert set(one["seats"][0]) == {"seat", "agent", "mean", "sd", "wins", "ties", "losses"}


@pytest.mark.parametrize("seats", ["random,random", "greedy,random"])
def test_who_begins_is_the_same_for_both_executors(cairn: Cairn, seats: str) -> None:
    found = []
    for how in [("interpreter", 2), ("wasm", 2), ("wasm", 1)]:
        executor, first = how
        told = cairn(
            "sim", "lost-cities-card", "--games", 6, "--agents", seats, "--executor", executor,
            "--first", first, "--json",
        )  # fmt: skip
        found.append(json.loads(told.out)["seats"])
    assert found[0] == found[1] != found[2]


def test_recorded_games_keep_who_began(cairn: Cairn) -> None:
    cairn(*SIM[:4], "--games", 2, "--first", 2, "--record", "games")
    for path in Path("games").glob("*.save"):
        assert "\nstarter: 2\n" in path.read_text()
        assert cairn("replay", path).code == 0


@pytest.mark.parametrize(
    ("ruleset", "first", "sentence"),
    [
        ("lost-cities-card", 3, "there is no seat 3 at a table for 2; who begins is one of 1..2"),
        ("dice.cairn", 1, "in Dice chance says who begins, not --first"),
    ],
)
def test_a_seat_that_cant_begin_is_refused(
    cairn: Cairn, ruleset: str, first: int, sentence: str
) -> None:
    pig = (ROOT / "examples" / "pig.cairn").read_text()
    Path("dice.cairn").write_text(pig.replace('game "Pig"\n', 'game "Dice"\n  starts random\n'))
    for command in (("sim",), ("shot",), ("play", "--text")):
        result = cairn(*command, ruleset, "--first", first)
        assert result.code == 1 and sentence in result.err


def test_sim_in_words(cairn: Cairn) -> None:
    result = cairn(*SIM, "--set", "take_back=yes")
    assert result.code == 0 and result.err == ""
    assert "Lost Cities: 40 games between 2 players, seed 1" in result.out
    assert "take_back = yes" in result.out
    assert "seat 2, random" in result.out
    shared = cairn("sim", ROOT / "examples" / "tic-tac-toe.cairn", "--games", 20, "--json")
    rest = 20 - sum(seat["wins"] for seat in json.loads(shared.out)["seats"])
    told = cairn("sim", ROOT / "examples" / "tic-tac-toe.cairn", "--games", 20)
    assert f"In {rest} of the games nobody won." in told.out
    assert "a draw, also if everybody loses" in told.out


def test_recorded_games_have_the_same_winners_when_replayed(cairn: Cairn) -> None:
    seats = json.loads(
        cairn(*SIM[:4], "--games", 2, "--seed", 9, "--record", "games", "--json").out
    )["seats"]
    wins, ties = [0, 0], [0, 0]
    for path in sorted(Path("games").iterdir()):
        last = lines(cairn("replay", path, "--json").out)[-1]
        counted = wins if len(last["winners"]) == 1 else ties
        for seat in last["winners"]:
            counted[seat - 1] += 1
    assert wins == [seat["wins"] for seat in seats]
    assert ties == [seat["ties"] for seat in seats]
    before = Path("games/0001.save").read_bytes()
    again = cairn(*SIM[:4], "--games", 1, "--record", "games")
    assert again.code == 1 and "games holds the saves of a simulation already" in again.err
    assert Path("games/0001.save").read_bytes() == before


def test_replay_as_json_lets_another_program_check_a_game(cairn: Cairn) -> None:
    cairn(*SIM[:4], "--games", 1, "--record", "games")
    *decisions, last = lines(cairn("replay", "games/0001.save", "--json").out)
    assert [d["decision"] for d in decisions] == list(range(1, last["decisions"] + 1))
    for before, after in zip(decisions, [*decisions[1:], last], strict=True):
        assert before["move"] in before["legal"]
        chose, *others = before["happened"]
        assert chose == {"what": "chose", "seat": before["seat"]}
        action = before["move"].partition("(")[0]
        began = [x for x in others if x["what"] == "began" and x["part"] == "action"]
        assert [x["name"] for x in began] == [action]
        paid = [x for x in others if x["what"] == "paid"]
        assert bool(paid) == (after is last)
        zones = before["position"]["zones"]
        assert pieces(zones) == pieces(last["position"]["zones"])
        name, _, card = before["move"].removesuffix(")").partition("(")
        mine = f"seat {before['seat']}"
        if name == "draw":
            drawn = zones["deck"][-1]
            assert after["position"]["zones"][f"hand[{mine}]"][-1] == drawn
        elif name == "explore":
            place = f"expedition[{mine}, {card.split()[0]}]"
            assert after["position"]["zones"][place] == [*zones[place], card]
    assert last["over"] and last["position"]["to_move"] is None
    for seat in (1, 2):
        ledgers = [x for x in last["ledgers"] if x["seat"] == seat]
        assert sum(x["total"] for x in ledgers) == last["scores"][seat - 1]
    best = max(last["scores"])
    assert last["winners"] == [n for n, s in enumerate(last["scores"], 1) if s == best]


def test_replay_in_words(cairn: Cairn) -> None:
    cairn(*SIM[:4], "--games", 1, "--record", "games", "--set", "matches=2")
    out = cairn("replay", "games/0001.save").out
    assert out.startswith("Lost Cities: The card game for two\n")
    assert "matches = 2" in out
    assert "Draw the top card of the deck." in out
    assert "Round 1 is over." in out and "Round 2 is over." in out
    assert "won. (seat 1 " in out.splitlines()[-1]


def test_a_save_of_ones_own_ruleset_is_found_beside_it_or_by_name(cairn: Cairn) -> None:
    Path("mine").mkdir()
    Path("mine/least.cairn").write_text(LEAST)
    cairn("sim", "mine/least.cairn", "--games", 1, "--record", "mine")
    assert cairn("replay", "mine/0001.save").code == 0
    Path("mine/0001.save").rename("else.save")
    missing = cairn("replay", "else.save")
    assert missing.code == 1 and "say where it is with '--rules RULESET'" in missing.err
    assert cairn("replay", "else.save", "--rules", "mine/least.cairn").code == 0
    other = cairn("replay", "else.save", "--rules", "lost-cities-card")
    assert other.code == 1 and "another text" in other.err


def test_saves_that_were_harmed_are_refused_with_one_sentence(cairn: Cairn) -> None:
    cairn(*SIM[:4], "--games", 1, "--record", "games")
    good = Path("games/0001.save").read_text()
    broken = {
        "changed": good.replace("discard", "explore", 1),
        "short": good[: len(good) // 2],
        "empty": "",
        "binary": "cairn: 1\n\x00\x01",
    }
    for name, text in broken.items():
        Path(name).write_text(text)
        result = cairn("replay", name)
        assert result.code == 1
        assert name in result.err and len(result.err.splitlines()) == 1
    for name in ("games", "nowhere", "bad\nname"):
        result = cairn("replay", name)
        assert result.code == 1 and "there is no save" in result.err


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("sim",), 2, "Missing argument"),
        (("sim", "lost-cities-crad"), 1, "did you mean 'lost-cities-card'?"),
        (("sim", "lost-cities-card", "--sedes", "1"), 2, "No such option"),
        (("sim", "lost-cities-card", "--seed", "one"), 2, "--seed"),
        (("sim", "lost-cities-card", "--seed", "-1"), 2, "--seed"),
        (("sim", "lost-cities-card", "--seed", "9" * 30), 1, "a seed can be at most"),
        (("sim", "lost-cities-card", "--seed", "9" * 5000), 2, "--seed"),
        (("sim", "lost-cities-card", "--games", "0"), 2, "--games"),
        (("sim", "lost-cities-card", "--players", "0"), 2, "--players"),
        (("sim", "lost-cities-card", "--players", "3"), 1, "is for 2 players, not 3"),
        (("sim", "lost-cities-card", "--agents", "random,greedy,random"), 1, "players, not 3"),
        (("sim", "lost-cities-card", "--agents", "random,"), 1, "leaves out a name"),
        (("sim", "lost-cities-card", "--agents", "random,gredy"), 1, "did you mean 'greedy'?"),
        (("sim", "lost-cities-card", "--agents", "human,random"), 1, "no human seats"),
        (("sim", "lost-cities-card", "--set", "matches"), 1, "write --set option=value"),
        (("sim", "lost-cities-card", "--set", "matches=4"), 1, "can be 1..3, not '4'"),
        (("sim", "lost-cities-card", "--set", "mathces=1"), 1, "did you mean 'matches'?"),
        (("sim", "lost-cities-card", "--set", "take_back=maybe"), 1, "yes or no"),
        (
            ("sim", "lost-cities-card", "--set", "matches=1", "--set", "matches=2"),
            1,
            "'matches' is set twice",
        ),
        (("sim", "lost-cities-card", "--workers", "0"), 2, "--workers"),
        (("sim", "lost-cities-card", "--workers", "many"), 2, "--workers"),
        (("sim", "lost-cities-card", "--executor", "wams"), 1, "did you mean 'wasm'?"),
        (("sim", "lost-cities-card", "--executor", "wasm", "--record", "x"), 1, "leave out"),
        (("sim", "lost-cities-card", "--record", "file"), 1, "file is a file; name a folder"),
        (("sim", "lost-cities-card", "--record", "file/in"), 1, "can't be made"),
        (("sim", "circle.cairn"), 1, "E506"),
        (("sim", "."), 1, "there is no ruleset '.'"),
        (("replay",), 2, "Missing argument"),
        (("nonsense",), 2, "No such command"),
    ],
)
def test_bad_command_lines_are_refused(
    cairn: Cairn, arguments: tuple[str, ...], code: int, sentence: str
) -> None:
    Path("file").write_text("")
    Path("circle.cairn").write_text(CIRCLE)
    result = cairn(*arguments)
    assert (result.code, result.out) == (code, "")
    assert sentence in result.err
