"""What runs games: going on from block to block and from decision to decision, and who won."""

from __future__ import annotations

from engine.compile import layout as at
from engine.compile.lower import Compiled
from engine.compile.program import Choice
from engine.compile.wasm.memory import STATE, STEPS, STOP, Memory
from engine.compile.wasm.random_choice import Chances


class Games(Chances):
    """Writes what dispatches to blocks, decisions and scores."""

    def __init__(self, compiled: Compiled, memory: Memory) -> None:
        """Prepare to write a program."""
        super().__init__(compiled.program, compiled.layout, memory)
        self.compiled = compiled
        self.players = compiled.setting.players

    def dispatch(self, count: int, index: str, cases: list[str]) -> None:
        """Write a branch to one of several cases, each of which returns."""
        labels = [self.label("case") for _ in range(count)]
        self.line("".join(f"(block ${label} " for label in reversed(labels)))
        self.line(f"(br_table {' '.join('$' + label for label in labels)} {index}))")
        for number, case in enumerate(cases):
            self.line(f"{case}{')' if number < count - 1 else ''}")
        self.line("(unreachable)")

    def games(self) -> None:
        """Write everything that dispatches."""
        blocks, choices = self.program.blocks, self.program.choices
        with self.func("$step (param $next i32) (result i32)", ("next",)):
            cases = [f"(return (call $block{b.number}))" for b in blocks]
            self.dispatch(len(blocks), "(local.get $next)", cases)
        with self.func("$list (param $choice i32) (result i32)", ("choice",)):
            cases = [f"(return (call $legal{c.number}))" for c in choices]
            self._dispatch_choices(cases)
        head = "(param $choice i32) (param $move i32) (result i32)"
        with self.func(f"$begin {head}", ("choice", "move")):
            cases = [f"(return (call $begin{c.number} (local.get $move)))" for c in choices]
            self._dispatch_choices(cases)
        for choice in choices:
            self._begin(choice)
        self._random()
        self._points()
        self._ranks()
        self._winners()

    def _dispatch_choices(self, cases: list[str]) -> None:
        if cases:
            self.dispatch(len(cases), "(local.get $choice)", cases)
        else:
            self.line("(unreachable)")

    def _begin(self, choice: Choice) -> None:
        """Write what puts a move's arguments into place and returns the block to go on with."""
        with self.func(f"$begin{choice.number} (param $move i32) (result i32)", ("move",)):
            if choice.passing is not None:
                passes = "(i32.lt_s (i32.load (local.get $move)) (i32.const 0))"
                self.line(f"(if {passes} (then (return (i32.const {choice.passing}))))")
            cases = []
            for action in choice.actions:
                stores = "".join(
                    f"(i32.store offset={STATE + 4 * (at.ARGUMENTS + i)} (i32.const 0) "
                    f"(i32.load offset={4 + 4 * i} (local.get $move)))"
                    for i in range(len(action.parameters))
                )
                cases.append(f"{stores}(return (i32.const {action.block}))")
            if cases:
                self.dispatch(len(cases), "(i32.load (local.get $move))", cases)
            else:
                self.line("(unreachable)")

    def _random(self) -> None:
        """Write what plays on by chance until the game is over or some decisions are made.

        Each seat has the generator that lies at `chance`, `apart` bytes from the next seat's.
        `next` is where to go on, as a block returns it. Returns 0 when the game is over, else 1.
        """
        names = ("next", "most", "chance", "apart")
        given = " ".join(f"(param ${name} i32)" for name in names)
        with self.func(f"$random {given} (result i32)", names):
            left = self.local("left")
            self.set(left, f"(i32.const {STEPS})")
            self.line("(loop $go")
            self.set(left, f"(i32.sub {self.get(left)} (i32.const 1))")
            stop = f"(i32.load offset={STOP} (i32.const 0))"
            self.line(f"(if (i32.or (i32.eqz {self.get(left)}) {stop}) (then (call $halt)))")
            cases = [
                f"(local.set $next (call $block{b.number})) (br $go)" for b in self.program.blocks
            ]
            cases += [self._random_case(choice, left) for choice in self.program.choices]
            cases.append("(return (i32.const 0))")
            self.dispatch(len(cases), "(local.get $next)", cases)
            self.line(")(unreachable)")

    def _random_case(self, choice: Choice, left: str) -> str:
        """Return what makes a random choice, in the loop that goes from block to block."""
        before, self.rows = self.rows, []
        self.line("(if (i32.eqz (local.get $most)) (then (return (i32.const 1))))")
        self.set("most", "(i32.sub (local.get $most) (i32.const 1))")
        self.set(left, f"(i32.const {STEPS})")
        me = f"(i32.load offset={STATE + 4 * at.ME} (i32.const 0))"
        self.locals["by"] = "i32"
        self.set("by", f"(i32.add (local.get $chance) (i32.mul {me} (local.get $apart)))")
        self.choose(choice)
        rows, self.rows = self.rows, before
        return "\n".join(rows)

    # -------------------------------------------------------------- results

    def _points(self) -> None:
        with self.func(
            "$points (param $score i32) (param $seat i32) (result i32)", ("score", "seat")
        ):
            scores = self.program.scores
            cases = [f"(return (call ${name} (local.get $seat)))" for name in scores]
            if cases:
                self.dispatch(len(cases), "(local.get $score)", cases)
            else:
                self.line("(i32.const 0)")

    @property
    def row(self) -> int:
        """How many bytes the ranks of a seat take."""
        return 4 * len(self.compiled.rankings)

    def _ranks(self) -> None:
        """Write what puts the seats' ranks to a place, more being better."""
        with self.func("$ranks (param $to i32)", ("to",)):
            for seat in range(self.players):
                for i, (best, call) in enumerate(self.compiled.rankings):
                    given = " ".join(
                        f"(i32.const {seat if getattr(a, 'name', '') == 'me' else 0})"
                        for a in call.arguments
                    )
                    value = f"(call ${call.name} {given})"
                    if best != "highest":
                        value = f"(i32.sub (i32.const 0) {value})"
                    place = seat * self.row + 4 * i
                    self.line(f"(i32.store offset={place} (local.get $to) {value})")

    def _winners(self) -> None:
        """Write who wins, as bits: those whose ranks nobody surpasses."""
        with self.func("$winners (param $ranks i32) (result i32)", ("ranks",)):
            won = f"(i32.load offset={STATE + 4 * at.WON} (i32.const 0))"
            self.line(f"(if {won} (then (return {won})))")
            if not self.compiled.rankings:
                self.line("(i32.const 0)")
                return
            if self.compiled.rules.header.teams:
                self._winning_teams()
                return
            best, found = self.local("best"), self.local("found")
            self.set(best, "(local.get $ranks)")
            for seat in range(self.players):
                here = f"(i32.add (local.get $ranks) (i32.const {seat * self.row}))"
                self.line(f"(if {self._better(here, self.get(best))} (then")
                self.set(best, here)
                self.line("))")
            for seat in range(self.players):
                here = f"(i32.add (local.get $ranks) (i32.const {seat * self.row}))"
                worse = self._better(self.get(best), here)
                bit = f"(select (i32.const 0) (i32.const {1 << seat}) {worse})"
                self.set(found, f"(i32.or {self.get(found)} {bit})")
            self.line(self.get(found))

    def _winning_teams(self) -> None:
        """Write which teams' ranks, added up, no other team surpasses."""
        teams, found = self.compiled.rules.header.teams, self.local("found")
        for team in range(teams):
            worse = "(i32.const 0)"
            for other in range(teams):
                if other != team:
                    worse = f"(i32.or {worse} {self._surpasses(other, team)})"
            bits = self.compiled.setting.side(team)
            won = f"(select (i32.const 0) (i32.const {bits}) {worse})"
            self.set(found, f"(i32.or {self.get(found)} {won})")
        self.line(self.get(found))

    def _surpasses(self, one: int, other: int) -> str:
        """Return whether a team's ranks surpass another's."""
        result = "(i32.const 0)"
        for i in reversed(range(len(self.compiled.rankings))):
            a, b = self._of_team(one, i), self._of_team(other, i)
            result = f"(select {result} (i32.gt_s {a} {b}) (i32.eq {a} {b}))"
        return result

    def _of_team(self, team: int, ranking: int) -> str:
        """Return what the players of a team have of a ranking, added up."""
        total = "(i32.const 0)"
        for seat in range(team, self.players, self.compiled.rules.header.teams):
            place = seat * self.row + 4 * ranking
            total = f"(i32.add {total} (i32.load offset={place} (local.get $ranks)))"
        return total

    def _better(self, one: str, other: str) -> str:
        """Return whether the ranks at one place surpass those at another."""
        result = "(i32.const 0)"
        for i in reversed(range(len(self.compiled.rankings))):
            a, b = f"(i32.load offset={4 * i} {one})", f"(i32.load offset={4 * i} {other})"
            result = f"(select {result} (i32.gt_s {a} {b}) (i32.eq {a} {b}))"
        return result
