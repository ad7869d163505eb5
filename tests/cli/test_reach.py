"""What commands read and write: nothing that the person didn't name."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine import Code, RulesError
from engine.game.saves import save_text
from engine.rules.load import load
from engine.storage.folders import state_folder
from engine.table.deal import deal
from tests.cli.conftest import ROOT, Cairn, run_here
from tests.scope import telling
from viewer.panels import open_app

NIM = ROOT / "examples" / "nim.cairn"
SECRET = "root:x:0:0 hunter2\n"


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that the person is in, with a game; beside it is what nobody may read."""
    secret = tmp_path / "outside" / "secret.cairn"
    secret.parent.mkdir()
    secret.write_text(SECRET)
    inside = tmp_path / "inside"
    (inside / "below").mkdir(parents=True)
    shutil.copy(NIM, inside)
    monkeypatch.chdir(inside)
    return secret


def tree(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


# ------------------------------------------------------------------ saves


def save_naming(ruleset: str, path: Path) -> Path:
    """A save of a game of Nim that names another ruleset, its checksum put right."""
    body = save_text(deal(load(NIM), 2, seed=1)).rpartition("# checksum: ")[0]
    body = body.replace("ruleset: nim\n", f'ruleset: "{ruleset}"\n')
    path.parent.mkdir(parents=True, exist_ok=True)
    sum_ = hashlib.sha256(body.encode()).hexdigest()[:16]
    path.write_text(f"{body}# checksum: {sum_}\n")
    return path


@pytest.mark.parametrize("command", ["replay", "review", "play"])
@pytest.mark.parametrize("way", ["up", "whole", "link", "stacked", "windows"])
def test_a_save_names_no_file_outside_its_folder(outside: Path, command: str, way: str) -> None:
    Path("link.cairn").symlink_to(outside)
    names = {
        "up": "../outside/secret.cairn",
        "whole": str(outside),
        "link": "link",
        "stacked": "nim+../outside/secret",
        "windows": "..\\\\outside\\\\secret",
    }
    save = save_naming(names[way], Path("game.save"))
    done = run_here(command, save, *(["--text"] if command == "play" else []))
    assert done.code == 1 and "hunter2" not in done.out + done.err
    assert "error[E601]" in done.err and "--rules RULESET" in done.err
    with pytest.raises(RulesError) as caught:
        open_app(str(save))
    assert caught.value.diagnostics[0].code == Code.E601


@pytest.mark.parametrize(
    ("place", "name"), [("game.save", "nim"), ("game.save", "below/nim"), ("below/x.save", "nim")]
)
def test_a_save_finds_rules_in_its_folder_and_below(outside: Path, place: str, name: str) -> None:
    shutil.copy(NIM, "below")
    save = save_naming(name, Path(place))
    assert run_here("replay", save).code == 0
    assert open_app(str(save)).table is not None


def test_a_save_elsewhere_is_opened_with_the_rules_that_are_named(outside: Path) -> None:
    Path("nim.cairn").rename("ours.cairn")
    save = save_naming("ours", Path("below/game.save"))
    assert "--rules RULESET" in run_here("replay", save).err
    for command in (("replay",), ("review", "--playouts", "50"), ("play", "--text")):
        assert run_here(*command, save, "--rules", "ours.cairn", given="q\n").code == 0


def test_a_save_finds_the_examples(outside: Path) -> None:
    Path("nim.cairn").unlink()
    save = save_naming("nim", Path("game.save"))
    assert run_here("replay", save).code == 0
    assert "cairn play nim.save\n" in run_here("play", save, "--text", given="s\nq\n").out
    assert run_here("replay", "nim.save").code == 0
    assert open_app(str(save)).table is not None


def test_the_command_that_opens_a_save_again_can_be_pasted(outside: Path) -> None:
    done = run_here("play", "nim.cairn", "--text", "--save", "below/a b.save", given="q\n")
    assert "cairn replay 'below/a b.save' --rules nim.cairn" in done.out
    done = run_here("play", "nim.cairn", "--text", "--save", "game.save", given="q\n")
    assert "cairn replay game.save\n" in done.out


# ------------------------------------------------------------------ files beside a ruleset

BESIDE = ("nim.de.yaml", "nim.view.yaml", "nim.lessons.yaml", "nim.2.policy.json")
KINDS = ("folder", "pipe", "device", "link out", "link nowhere")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", BESIDE)
def test_what_is_no_file_of_the_folder_is_reported(outside: Path, name: str, kind: str) -> None:
    match kind:
        case "folder":
            Path(name).mkdir()
        case "pipe":
            os.mkfifo(name)
        case "device":
            Path(name).symlink_to("/dev/zero")
        case "link out":
            Path(name).symlink_to(outside)
        case _:
            Path(name).symlink_to("nowhere")
    done = run_here("check", "nim.cairn")
    assert done.code == 1 and "error[E601]" in done.out and name in done.out
    assert "hunter2" not in done.out + done.err
    assert "1 error" in done.out


def test_a_pipe_beside_a_ruleset_stops_no_command(outside: Path) -> None:
    for name in (*BESIDE, "other.cairn"):
        os.mkfifo(name)
    commands = (
        ("rules", "nim.cairn", "--lang", "de"), ("learn", "nim.cairn", "--course"), ("list",),
        ("play", "nim.cairn", "--text", "--lang", "de"), ("shot", "nim.cairn"), ("play", "--text"),
        ("sim", "nim.cairn", "--games", "1", "--agents", "easy,easy"), ("check", "other.cairn"),
    )  # fmt: skip
    for command in commands:
        done = run_here(*command, given="q\n")
        assert done.code in (0, 1)


def test_a_link_within_the_folder_is_read(outside: Path) -> None:
    Path("words.yaml").write_text("names: {}\n")
    Path("nim.de.yaml").symlink_to("words.yaml")
    assert "E601" not in run_here("check", "nim.cairn").out


def test_a_base_that_leads_out_is_reported_where_it_is_named(outside: Path) -> None:
    Path("other.cairn").symlink_to(outside)
    Path("mine.cairn").write_text('variant "Mine" of "other"\n')
    done = run_here("check", "mine.cairn")
    assert "mine.cairn:1:19: error[E601]" in done.out and "hunter2" not in done.out
    Path("other.cairn").unlink()
    os.mkfifo("other.cairn")
    assert "mine.cairn:1:19: error[E601]" in run_here("check", "mine.cairn").out


@pytest.mark.parametrize("name", ["../outside/secret", "{whole}", "linked"])
def test_a_view_file_uses_none_outside_its_folder(outside: Path, name: str) -> None:
    outside.with_name("secret.view.yaml").write_text(SECRET)
    Path("linked.view.yaml").symlink_to(outside.with_name("secret.view.yaml"))
    used = name.format(whole=outside.with_suffix(""))
    shutil.copy(ROOT / "rulesets" / "lost-cities-card.cairn", "mine.cairn")
    Path("mine.view.yaml").write_text(f"view: 1\ndimensions:\n  Colour: {{use: {used!r}}}\n")
    done = run_here("check", "mine.cairn")
    assert done.code == 1 and "error[E60" in done.out and "hunter2" not in done.out


# ------------------------------------------------------------------ names of files


@pytest.mark.parametrize(
    "name",
    [".", "..", "", "CON", "con.cairn", "nul.txt", "Lpt1", "ours.", "ours ", " ours", ".ours",
     "a+b", "a:b", "what?", "tab\there", "below/", "below/AUX", "x" * 300],
)  # fmt: skip
def test_new_writes_no_file_that_not_every_system_can_have(outside: Path, name: str) -> None:
    before = tree(outside.parents[1])
    done = run_here("new", name, "--from", "nim.cairn")
    assert done.code == 1 and "error[E603]" in done.err
    assert tree(outside.parents[1]) == before


@pytest.mark.parametrize("name", ["ours", "below/our game", "Österreich.cairn", "v1.2", "console"])
def test_new_writes_what_can_be_named(outside: Path, name: str) -> None:
    assert run_here("new", name, "--from", "nim.cairn").code == 0
    assert Path(name if name.endswith(".cairn") else f"{name}.cairn").is_file()


@pytest.mark.parametrize("name", ["../..", "../../x", "/x", "a\\b", "", "a\nb", "c:d"])
def test_progress_is_kept_nowhere_else(outside: Path, name: str) -> None:
    before = tree(state_folder().parent)
    done = run_here("learn", "nim.cairn", "--course", "--profile", name, given="1\nq\n")
    assert done.code == 1 and "error[E603]" in done.err
    assert tree(state_folder().parent) == before


@pytest.mark.parametrize(
    "command",
    ["sim nim.cairn --games 1 --record", "study nim.cairn --games 2 --out", "rules nim.cairn --out",
     "arena nim.cairn --games 2 --out", "learn nim.cairn --export-exam", "shot nim.cairn --out",
     "train nim.cairn --steps 1 --out", "play nim.cairn --text --save", "check nim.cairn --saves"],
)  # fmt: skip
@pytest.mark.parametrize("empty", ["", " "])
def test_an_empty_name_of_a_file_is_no_name(cairn: Cairn, command: str, empty: str) -> None:
    shutil.copy(NIM, ".")
    done = run_here(*command.split(), empty, given="q\n")
    assert (done.code, "is missing" in done.err) == (2, True)
    assert tree(Path()) == {"nim.cairn"}


def test_no_file_takes_the_place_of_a_pipe(cairn: Cairn) -> None:
    shutil.copy(NIM, ".")
    for name, command in {
        "a.json": "train nim.cairn --steps 1 --out",
        "a.html": "rules nim.cairn --out",
        "a.png": "shot nim.cairn --out",
        "a.save": "play nim.cairn --text --save",
    }.items():
        os.mkfifo(name)
        done = run_here(*command.split(), name, given="q\n")
        assert done.code == 1 and "error[E601]" in done.err
        assert Path(name).is_fifo()


# ------------------------------------------------------------------ all that is opened


def test_commands_open_nothing_but_what_they_were_given(tmp_path: Path) -> None:
    rules, here, given, home = (
        tmp_path.resolve() / name for name in ("rules", "here", "given", "home")
    )
    for folder in (rules, here, given, home):
        folder.mkdir()
    shutil.copy(NIM, rules)
    shutil.copy(NIM, here / "nim.cairn")
    (rules / "own.cairn").write_text('variant "Own" of "nim"\n')
    (given / "b").mkdir()
    own, save = str(rules / "own.cairn"), str(given / "a.save")
    commands = telling(
        [
            ["check", own, "--coverage"], ["fmt", "--check", own], ["list"], ["explain", "E601"],
            ["rules", own], ["learn", own, "--exam"], ["play", own, "--text", "--save", save],
            ["replay", save, "--rules", own], ["review", save, "--rules", own, "--playouts", "50"],
            ["new", str(given / "mine"), "--from", own],
            ["sim", own, "--games", "1", "--record", str(given / "b"), "--agents", "medium,easy"],
            ["study", own, "--games", "2", "--workers", "1", "--agents", "random"],
        ],
        [
            ["check", own], ["check", own, "--playtest", "0.2s"], ["diff", own, "lost-cities-card"],
            ["rules", own, "--out", str(given / "a.html")], ["learn", own],
            ["play", save, "--rules", own, "--text"], ["shot", own, "--out", str(given / "a.png")],
            ["sim", own, "--games", "1"],
            ["arena", own, "--games", "2", "--workers", "1", "--out", str(given / "c")],
            ["train", own, "--steps", "1", "--out", str(given / "p.json")],
        ],
    )  # fmt: skip
    places = {f"XDG_{name}_HOME": str(home / name) for name in ("CACHE", "STATE", "CONFIG", "DATA")}
    done = subprocess.run(
        [sys.executable, "-m", "tests.cli.opened", json.dumps(commands)],
        capture_output=True, cwd=here, text=True, check=True,
        env=os.environ | places | {"HOME": str(home), "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    found = json.loads(done.stdout.splitlines()[-1])
    assert dict(zip(map(" ".join, commands), found["codes"], strict=True)) == {
        " ".join(command): 0 for command in commands
    }
    allowed = (rules, given, home, ROOT / "rulesets")
    strange = {
        path: command for path, command in found["opened"].items()
        if not any(Path(path).is_relative_to(place) for place in allowed)
    }  # fmt: skip
    assert strange == {} and {own, save} <= found["opened"].keys()
    assert {path.name for path in here.iterdir()} == {"nim.cairn"}
    assert {path.name for path in rules.iterdir()} == {"nim.cairn", "own.cairn"}
