"""The fast executor: the same games as the interpreter's, errors, stopping, kept machine code."""

from __future__ import annotations

import threading
from array import array
from pathlib import Path

import pytest

from benchmarks.equality import Pair, Unequal, compare, everything
from engine.agents.evaluation import WON, lead
from engine.compile.layout import RNG_HIGH, RNG_LOW
from engine.compile.lower import Compiled, lower
from engine.compile.wasm.memory import ENDLESS, INTERRUPTED, NOTHING_LEGAL, PLAYOUTS, STATE
from engine.game import code_cache
from engine.game.interpreter import Interpreter, Move, State
from engine.game.rng import Chance, derived
from engine.game.rng import seed as seed_words
from engine.game.sampling_table import plan, samples
from engine.game.wasm_executor import Module, Stopped, Unfinished
from engine.language.diagnostics import RulesError
from engine.rules.load import load, load_text
from tests.agents.games import CIRCLE
from tests.game.games import FILES, NAMES, machine, ready
from tests.scope import GAMES, telling

CARD = "lost-cities-card"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep machine code in a folder of the test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "cairn" / "code"


def card_game() -> Compiled:
    return lower(load(CARD).checked(), 2)


def small(text: str) -> Compiled:
    return lower(load_text(text, Path("small.cairn")).checked(), 2)


STACKED = [name for name in everything() if "+" in name]


@pytest.mark.parametrize(
    "name",
    telling([*map(str, GAMES), max(STACKED, key=len)], everything()),
    ids=lambda name: Path(name).stem,
)
def test_both_executors_play_the_same_games(name: str) -> None:
    decisions, settings = compare(name, 2, most=2)
    assert decisions > 0 < settings


def test_a_difference_is_found() -> None:
    pair = Pair(card_game())
    start = pair.module.start
    pair.module.start = lambda seed, starter=0: start(seed + 1, starter)  # type: ignore[method-assign]
    with pytest.raises(Unequal, match="after the start"):
        pair.game(1, 1)


def test_states_travel_both_ways() -> None:
    interpreter, module = Interpreter(card_game()), Module(card_game())
    state, chance = interpreter.start(5), Chance(5)
    for _ in range(40):
        moves = interpreter.legal(state)
        interpreter.apply(state, moves[chance.below(len(moves))])
    module.load(state)
    assert module.state() == state
    assert module.legal() == interpreter.legal(state)
    for _ in range(40):
        moves = module.legal()
        module.apply(moves[chance.below(len(moves))])
    found = module.state()
    assert interpreter.legal(found) == module.legal()
    assert [interpreter.points(found, 0, s) for s in (0, 1)] == [
        module.points(0, 0),
        module.points(0, 1),
    ]


def test_any_seed_deals_the_same_game() -> None:
    interpreter, module = Interpreter(card_game()), Module(card_game())
    for seed in (0, 1, -1, 2**63, 2**64 + 1, -(2**70)):
        module.start(seed, 3)
        assert module.state() == interpreter.start(seed, 3)
        module.deal(seed)
        assert module.state() == interpreter.deal(seed)


def test_seeds_that_follow_from_others() -> None:
    assert derived(1, 1) == 148257935536663
    assert derived(1, 1) == derived(1 + 2**64, 1)
    found = {derived(a, b, c) for a in range(5) for b in range(5) for c in range(5)}
    assert len(found) == 125 and max(found) < 2**48


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (CIRCLE, None),
        ('game "Stuck"\n  players 2\nvar n: 0..1 = 0\nturn\n  choose\n    go\n      require n = 1\n'
         "      end game\n", NOTHING_LEGAL),
        ('game "Endless"\n  players 2\nvar n: 0..1 = 0\nturn\n  if n = 1\n    choose\n      go\n'
         "        end game\n", ENDLESS),
    ],
)  # fmt: skip
def test_games_that_do_not_end_are_given_back(text: str, code: int | None) -> None:
    module = Module(small(text))
    with pytest.raises(Unfinished) as caught:
        module.random_games(1, 4, 10)
    assert caught.value.number == 4 and caught.value.rows == []
    assert code is None or caught.value.code == code


def test_what_runs_can_be_stopped_from_another_thread() -> None:
    module = Module(card_game())
    caught: list[int] = []

    def play() -> None:
        try:
            module.random_games(1, 1, 100_000_000)
        except Unfinished as problem:
            caught.append(problem.code)

    thread = threading.Thread(target=play)
    thread.start()
    while thread.is_alive():
        module.stop()
        thread.join(0.01)
    assert caught == [INTERRUPTED]
    module.start(1)
    assert module.state() == Interpreter(card_game()).start(1)


def test_an_error_leaves_the_module_usable() -> None:
    text = 'game "Small"\n  players 2\nvar n: 0..3 = 0\nturn\n  choose\n    go\n      n := n + 1\n'
    module = Module(small(text + "game ends when n = 9\n"))
    module.start(1)
    for _ in range(3):
        module.apply((0,))
    with pytest.raises(Stopped) as caught:
        module.apply((0,))
    assert module.compiled.program.sites[caught.value.code].code == "E503"
    module.start(1)
    assert module.legal() == [(0,)]


def test_memory_is_capped_and_guarded() -> None:
    module = Module(card_game(), pages=1)
    assert module.size > module.emitted.free
    with pytest.raises(IndexError):
        module.words(module.size - 4, 2)
    with pytest.raises(IndexError):
        module.write(-4, [1])
    with pytest.raises(Exception, match="grow"):
        Module(card_game(), pages=1 << 16)


def test_machine_code_is_kept_and_used_again(folder: Path) -> None:
    Module(card_game())
    (kept,) = folder.iterdir()
    assert kept.stat().st_mode & 0o077 == 0
    before = kept.read_bytes()
    Module(card_game())
    assert [path.read_bytes() for path in folder.iterdir()] == [before]


@pytest.mark.parametrize("harm", ["short", "changed", "empty", "writable", "link", "folder"])
def test_machine_code_that_is_not_surely_ours_is_never_loaded(folder: Path, harm: str) -> None:
    Module(card_game())
    (kept,) = folder.iterdir()
    good = kept.read_bytes()
    if harm == "writable":
        kept.chmod(0o666)
    elif harm == "folder":
        folder.chmod(0o777)
    elif harm == "link":
        kept.rename(folder / "elsewhere")
        kept.symlink_to(folder / "elsewhere")
    else:
        kept.write_bytes({"short": good[:-9], "empty": b"", "changed": good[:-1] + b"x"}[harm])
    assert code_cache._read(kept) is None
    module = Module(card_game())
    module.start(1)
    assert module.state() == Interpreter(card_game()).start(1)


def test_without_a_folder_code_is_compiled_every_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert len(Module(card_game()).random_games(1, 1, 3)) == 3


def test_a_state_begins_where_it_is_said_to() -> None:
    module = Module(card_game())
    module.start(9)
    assert module.words(STATE, module.emitted.size).tolist() == Interpreter(card_game()).start(9)


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_samples_are_those_of_the_interpreters_side(path: Path) -> None:
    game, module, chance = ready(path), machine(path), Chance(3)
    served = 0
    state = game.interpreter.start(1)
    for step in range(60):
        if game.interpreter.over(state):
            break
        known = game.knowledge.observe(state, step % game.players)
        given = plan(game.knowledge, known)
        if given is not None:
            served += 1
            wanted = [game.knowledge.sample(known, step + i) for i in range(3)]
            assert samples(module, given, step, 3) == wanted
        moves = game.interpreter.legal(state)
        game.interpreter.apply(state, moves[chance.below(len(moves))])
    assert served > 0


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_greedy_playouts_choose_what_the_ledger_says(path: Path) -> None:
    interpreter, module, chance = ready(path).interpreter, machine(path), Chance(7)
    words = [0] * (RNG_HIGH + 1)
    seed_words(words, 7)
    module.write(PLAYOUTS, words[RNG_LOW:])
    state = interpreter.start(4)
    module.load(state)
    for _ in range(25):
        if interpreter.over(state):
            break
        seat, moves = interpreter.seat(state), interpreter.legal(state)
        values = [after_move(interpreter, state, move, seat) for move in moves]
        assert module.call("values") == len(moves)
        found = module.words(module.emitted.values, 2 * len(moves)).tobytes()
        assert array("q", found).tolist() == values
        assert module.state() == state
        ties = [m for m, v in zip(moves, values, strict=True) if v == max(values)]
        move = moves[0] if len(moves) == 1 else one_of(chance, ties)
        interpreter.apply(state, move)
        module.call("greedy_playout", 1)
        assert module.state() == state


def one_of(chance: Chance, ties: list[Move]) -> Move:
    actions = list(dict.fromkeys(move[0] for move in ties))
    action = actions[chance.below(len(actions))]
    same = [move for move in ties if move[0] == action]
    return same[chance.below(len(same))]


def after_move(interpreter: Interpreter, state: State, move: Move, seat: int) -> int:
    after = list(state)
    try:
        interpreter.apply(after, move)
        return lead(interpreter, after, seat)
    except RulesError:
        return -3 * WON


def test_playouts_go_on_from_a_state_for_as_long_as_is_wished() -> None:
    interpreter, module, chance = Interpreter(card_game()), Module(card_game()), Chance(11)
    words = [0] * (RNG_HIGH + 1)
    seed_words(words, 11)
    state = interpreter.start(2)
    module.load(state)
    module.write(PLAYOUTS, words[RNG_LOW:])
    assert module.call("playout", 30) == 1
    for _ in range(30):
        moves = interpreter.legal(state)
        interpreter.apply(state, moves[chance.below(len(moves))])
    assert module.state() == state
    assert module.call("playout", 100_000) == 0
    assert module.state()[0] == -1 and module.legal() == []
    assert module.winners() == interpreter.winners(module.state())
