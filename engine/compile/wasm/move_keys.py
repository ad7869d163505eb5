"""What a move reads as, in one number: so that a search knows it again in another position.

Positions sampled from what a seat knows differ in which piece lies where; moves that read the same
are the same move to the player who chooses.
"""

from __future__ import annotations

from engine.compile import layout as at
from engine.compile.lower import Compiled
from engine.compile.program import Action, Choice, E, Reg
from engine.compile.wasm.expressions import i32
from engine.compile.wasm.games import dispatch
from engine.compile.wasm.memory import STATE, UNLIKE
from engine.compile.wasm.writer import Writer, when_action
from engine.rules import model as m

_PASSES = 0x5EED


def write_keys(w: Writer) -> None:
    """Write what tells the key of a move, given by its decision and its place in memory."""
    head = "$key (param $choice i32) (param $move i32) (result i64)"
    with w.func(head, ("choice", "move")):
        choices = w.program.choices
        if not choices:
            w.line("(unreachable)")
        else:
            cases = [f"(return (call $key{c.number} (local.get $move)))" for c in choices]
            dispatch(w, len(choices), "(local.get $choice)", cases)
    for choice in w.program.choices:
        _key_of(w, choice)


def write_weights(w: Writer) -> None:
    """Write what weighs a move as the rules advise; 1 where they don't."""
    head = "$weight (param $choice i32) (param $move i32) (result i32)"
    with w.func(head, ("choice", "move")):
        for (choice, action), call in w.program.weights.items():
            parameters = w.program.choices[choice].actions[action].parameters
            places = {p.reg.name: 4 * i for i, p in enumerate(parameters, 1)}
            given = " ".join(
                f"(i32.load offset={places[r.name]} (local.get $move))"
                for r in call.arguments
                if isinstance(r, Reg)
            )
            weight = f"(return (call ${call.name} {given}))"
            when_action(w, choice, action, "(i32.load (local.get $move))", weight)
        w.line("(i32.const 1)")
    with w.func("$advised (param $choice i32) (result i32)", ("choice",)):
        for choice in sorted({choice for choice, _ in w.program.weights}):
            here = f"(i32.eq (local.get $choice) (i32.const {choice}))"
            w.line(f"(if {here} (then (return (i32.const 1))))")
        w.line("(i32.const 0)")


def _key_of(w: Writer, choice: Choice) -> None:
    with w.func(f"$key{choice.number} (param $move i32) (result i64)", ("move",)):
        w.locals["key"] = "i64"
        start = (choice.number + 1) << 16
        passes = "(i32.lt_s (i32.load (local.get $move)) (i32.const 0))"
        w.line(f"(if {passes} (then (return (i64.const {start + _PASSES}))))")
        for number, action in enumerate(choice.actions):
            here = f"(i32.eq (i32.load (local.get $move)) (i32.const {number}))"
            w.line(f"(if {here} (then")
            w.set("key", f"(i64.const {start + number})")
            _arguments(w, action)
            w.line("(return (local.get $key))))")
        w.line("(unreachable)")


def take_arguments(w: Writer, action: Action) -> None:
    """Write what takes the arguments of the move at `$move` into their registers."""
    for i, p in enumerate(action.parameters, 1):
        given = f"(i32.load offset={4 * i} (local.get $move))"
        kind = "(i64.extend_i32_s {})" if w.long(p.reg) else "{}"
        w.set(w.name(p.reg), kind.format(given))


def _arguments(w: Writer, action: Action) -> None:
    """Write what mixes the arguments of a move into its key."""
    take_arguments(w, action)
    for p in action.parameters:
        parts: tuple[E, ...] = (p.reg,) if p.same is None else p.same
        for part in parts:
            value = f"(i64.extend_i32_s {i32(w, part)})"
            w.set("key", f"(call $mix (i64.xor (local.get $key) {value}))")


# ------------------------------------------------------------------ where the search keeps things

DEEPEST = 512
"""How many decisions a path through the tree may have."""
LONGEST = 4096
"""How many decisions of a playout are remembered, to learn from them."""
FIELDS = {
    "": 0, "COUNT": 4, "ROOT": 8, "END": 12, "FREE": 16, "MOVES": 20, "AVERAGES": 24, "MASK": 28,
    "SEED": 32, "MOST": 40, "TRIES": 48, "CHANCE": 52, "EXPLORE": 56, "WINS": 64,
    "NEXT": 72, "DEEP": 76, "LESS": 80, "SETTLED": 88, "LEFT": 96, "LEADS": 104, "SHARES": 112,
    "RACING": 120, "TURN": 124, "ROUNDS": 128, "HALVING": 132, "SEAT": 136, "LIKELY": 144,
    "RISK": 152, "OTHERS": 160, "NUMBERS": 168, "MANY": 172,
}  # fmt: skip
"""What the search is told and keeps, by its place from the beginning, in bytes; see search.wat."""
AVERAGES = 1 << 15
"""How many averages of moves there is room for; moves beyond that share theirs."""
_FEWEST_AVERAGES = 1 << 10
_FOR_ALL: frozenset[m.Result | None] = frozenset({"everybody wins", "everybody loses"})
NODE = 40
"""Bytes of a node of the tree."""
_HEAD = 176
_JUDGED = 48


def room_for_search(compiled: Compiled, moves: int) -> int:
    """Return how many bytes the search keeps, but for samples, tree and averages.

    `moves`: how many there may be to choose from.
    """
    played = 8 * (DEEPEST + LONGEST)
    return _HEAD + _JUDGED * compiled.setting.players + played + 20 * (moves + 1)


def sides(compiled: Compiled) -> int:
    """Return how many sides there are: teams, or everybody alone, or all together against the game.

    Seats are on a side in turn. Where no ranking speaks of who is ranked, all win or lose together;
    so they do where nothing is ranked and the rules end the game for all alike.
    """
    rules, calls = compiled.rules, [ranked.call for ranked in compiled.rankings]
    if calls and not any(getattr(a, "name", "") == "me" for c in calls for a in c.arguments):
        return 1
    if not calls and _all_alike(rules):
        return 1
    return rules.header.teams or compiled.setting.players


def _all_alike(rules: m.Ruleset) -> bool:
    results = {part.result for part in rules.deciding} - {None}
    return bool(results & _FOR_ALL) and results <= _FOR_ALL | {"nobody wins"}


def places_of_search(start: int, compiled: Compiled, moves: int) -> dict[str, int]:
    """Return where the search keeps what, and its numbers, by the names that search.wat uses.

    `moves`: as in `room_for_search`.
    """
    judged = start + _HEAD
    path = judged + _JUDGED * compiled.setting.players
    played = path + 8 * DEEPEST
    weights = played + 8 * LONGEST
    fields = {"_".join(filter(None, ("SEARCH", n))): start + at for n, at in FIELDS.items()}
    return fields | {
        "JUDGED": judged, "PATH": path, "PATH_SEAT": path + 4, "PLAYED": played,
        "PLAYED_SEAT": played + 4, "MOST_PLAYED": LONGEST - 1, "WEIGHTS": weights,
        "CHILDREN": weights + 4 * (moves + 1), "PRIORS": weights + 8 * (moves + 1),
        "RACERS": weights + 12 * (moves + 1), "BELIEFS": weights + 16 * (moves + 1),
        "WON": STATE + 4 * at.WON, "UNLIKE": UNLIKE,
        "MOST_AVERAGES": AVERAGES - 1, "FEWEST_AVERAGES": _FEWEST_AVERAGES - 1,
    }  # fmt: skip
