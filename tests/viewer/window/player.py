"""Someone who plays at the window by what they see: with the pointer, or by keys alone."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Literal

from tests.viewer.window.scene import Scene, Thing, covered

ANSWERS = ("answer", "confirm", "set_number")
SUCH = 60
"""The key that moves the focus is pressed at most so often to get to a thing."""

Act = tuple[Literal["click"], int, int] | tuple[Literal["key"], str]


@dataclass
class Setting:
    """How a game is set up on the start screen; `seats` as their buttons say."""

    game: str
    edition: str = ""
    players: int = 0
    seats: dict[int, str] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    deal: int = 1

    def controls(self) -> list[tuple[str, str]]:
        """The buttons to press in this order, each until it says something; empty: once."""
        rows = [(f"game:{self.game}", "")]
        rows += [(f"edition:{self.edition}", "")] * bool(self.edition)
        rows += [(f"players:{self.players}", "")] * bool(self.players)
        rows += [(f"option:{name}:{value}", "") for name, value in self.options.items()]
        rows += [(f"seat:{seat}", f"{seat + 1} · {who}") for seat, who in self.seats.items()]
        return rows


class Player:
    """Decides what to do next about a scene."""

    def __init__(self, setting: Setting | None, seed: int, *, keys: bool) -> None:
        self.chance = random.Random(seed)
        self.keys = keys
        self.wanted = ""
        self.tries = 0
        self.controls = setting.controls() if setting else []
        self.typed = ["", *str(setting.deal), "enter"] if setting else []

    def act(self, scene: Scene) -> Act | None:
        """What to do; None to wait for what comes on its own."""
        if scene.thing("start:play"):
            return self._start(scene)
        lift = scene.thing("pass_and_play:reveal")
        if lift is not None:
            return ("key", "enter") if self.keys else self._to(scene, lift)
        pool = [t for t in self.pool(scene) if not (self.keys and t.id.startswith("slide:"))]
        if not pool:
            return None
        hidden = covered(scene)
        assert not hidden, f"glows, but can't be clicked: {hidden}"
        chosen = next((thing for thing in pool if thing.id == self.wanted), None)
        if chosen is None:
            chosen = self.chance.choice([thing for thing in pool if self.keys or thing.x >= 0])
        if self.keys and chosen.key.isdigit() and self.chance.random() < 0.7:
            return "key", chosen.key
        return self._to(scene, chosen)

    @staticmethod
    def pool(scene: Scene) -> list[Thing]:
        """What would bring the game on."""
        answers = [
            thing
            for thing in scene.things
            if thing.command in ANSWERS
            and (not thing.id.startswith("slide:") or thing.id.endswith("0"))
        ]
        targets = [thing for thing in scene.things if thing.glow == "target" and thing.spots]
        legal = [thing for thing in scene.things if thing.glow == "legal" and thing.spots]
        return targets + answers or legal

    def _start(self, scene: Scene) -> Act:
        """Press the buttons of the start screen one after the other."""
        while self.controls:
            name, says = self.controls[0]
            thing = scene.thing(name)
            assert thing is not None, f"the start screen has no {name}: {sorted(scene.texts)}"
            if says and thing.words == says:
                self.controls.pop(0)
                continue
            act = self._to(scene, thing)
            if not says and act != ("key", "tab"):
                self.controls.pop(0)
            return act
        if self.typed:
            return self._number(scene)
        play = scene.thing("start:play")
        assert play is not None
        return self._to(scene, play)

    def _number(self, scene: Scene) -> Act:
        """Press the button for the deal, and type which."""
        if self.typed[0]:
            return "key", self.typed.pop(0)
        seed = scene.thing("seed")
        assert seed is not None
        act = self._to(scene, seed)
        if act != ("key", "tab"):
            self.typed.pop(0)
        return act

    def _to(self, scene: Scene, thing: Thing) -> Act:
        """Activate a thing, or come nearer to it."""
        if not self.keys:
            assert thing.x >= 0, f"{thing.id} can't be clicked"
            return "click", thing.x, thing.y
        if thing.focused:
            self.wanted, self.tries = "", 0
            return "key", "enter"
        self.tries = self.tries + 1 if self.wanted == thing.id else 0
        assert self.tries < SUCH, f"{thing.id} can't be reached by keys"
        self.wanted = thing.id
        return "key", "tab"
