"""The numbers of moves as WebAssembly text: of one move, and of all legal moves at once."""

from __future__ import annotations

from engine.compile import layout as at
from engine.compile.move_numbers import PASS, MoveNumbers
from engine.compile.program import Choice
from engine.compile.wasm.expressions import i32
from engine.compile.wasm.games import dispatch
from engine.compile.wasm.memory import STATE
from engine.compile.wasm.move_keys import take_arguments
from engine.compile.wasm.writer import Writer


def write_numbers(w: Writer, numbers: MoveNumbers) -> None:
    """Write what numbers a move, and what numbers every legal move, step by step.

    `$number` takes a decision, a move's place in memory and a step; it returns -1 where the move
    has no number for that step. The export `numbers` writes those of all legal moves to a place, 64
    bits each, and returns how many there are.
    """
    with w.func(
        "$number (param $choice i32) (param $move i32) (param $step i32) (result i64)",
        ("choice", "move", "step"),
    ):
        cases = [
            f"(return (call $number{c.number} (local.get $move) (local.get $step)))"
            for c in w.program.choices
        ]
        if cases:
            dispatch(w, len(cases), "(local.get $choice)", cases)
        else:
            w.line("(unreachable)")
    for choice in w.program.choices:
        _number_of(w, choice, numbers)
    head = '(export "numbers") (param $step i32) (param $to i32) (result i32)'
    with w.func(head, ("step", "to")):
        w.locals |= {"n": "i32", "i": "i32"}
        w.set("n", "(call $legal)")
        w.line("(if (local.get $n) (then (loop $next")
        pc = f"(i32.load offset={STATE + 4 * at.PC} (i32.const 0))"
        skip = f"(i32.mul (local.get $i) (i32.const {4 * w.width}))"
        move = f"(i32.add (i32.const {w.moves}) {skip})"
        place = "(i32.add (local.get $to) (i32.shl (local.get $i) (i32.const 3)))"
        w.line(f"(i64.store {place} (call $number {pc} {move} (local.get $step)))")
        w.set("i", "(i32.add (local.get $i) (i32.const 1))")
        w.line("(br_if $next (i32.lt_u (local.get $i) (local.get $n))))))")
        w.line("(local.get $n)")


def _number_of(w: Writer, choice: Choice, numbers: MoveNumbers) -> None:
    with w.func(
        f"$number{choice.number} (param $move i32) (param $step i32) (result i64)",
        ("move", "step"),
    ):
        if choice.passing is not None:
            passes = "(i32.lt_s (i32.load (local.get $move)) (i32.const 0))"
            first = numbers.ranges[choice.number, PASS][0].first
            only = f"(select (i64.const -1) (i64.const {first}) (local.get $step))"
            w.line(f"(if {passes} (then (return {only})))")
        for place, action in enumerate(choice.actions):
            w.line(f"(if (i32.eq (i32.load (local.get $move)) (i32.const {place})) (then")
            take_arguments(w, action)
            for number, one in enumerate(numbers.ranges[choice.number, place]):
                value = f"(i64.const {one.first})"
                if one.call is not None:
                    value = f"(i64.add {value} (i64.extend_i32_u {i32(w, one.call)}))"
                here = f"(i32.eq (local.get $step) (i32.const {number}))"
                w.line(f"(if {here} (then (return {value})))")
            w.line("(return (i64.const -1))))")
        w.line("(i64.const -1)")
