"""A number of alike pieces that its owner alone knows: a counter behind a screen."""

from __future__ import annotations

from engine.game.session import Game, Session
from engine.rules.load import load
from tests.constructs.tiny import codes
from tests.test_project import ROOT


def test_nobody_else_reads_samples_or_infers_what_lies_behind_a_screen() -> None:
    session = Session(Game(load(ROOT / "examples/behind-screens.cairn"), 3), 4, fair=False)
    for move in ("hold(0)", "hold(2)", "hold(1)"):
        session.play(move)
    game, state = session.game, session.state
    cells = game.compiled.layout.cells["chips"]
    earned = state[cells.base] - 6
    assert earned in range(1, 5)
    other = list(state)
    other[cells.base] = 6 + earned % 4 + 1
    assert game.viewer.view(state, 0) != game.viewer.view(other, 0)
    for seat in (1, 2):
        assert game.viewer.view(state, seat) == game.viewer.view(other, seat)
        known = game.knowledge.observe(state, seat)
        assert known == game.knowledge.observe(other, seat)
        assert len({game.knowledge.sample(known, n)[cells.base] for n in range(40)}) > 5
    shown = {v.name: v.value for v in session.view(1).variables}
    assert shown["chips[seat 1]"] is None and shown["chips[seat 2]"] == "4"


def test_who_does_not_see_it_cannot_be_let_choose_by_it() -> None:
    text = """
        counter chips[Player]: 0..9 = 3, seen by owner
        turn
          choose
            rob(rival in Player where rival != me)
              require chips[rival] > 0
              lose 1 chips from rival
            pass
    """
    assert codes(text) == ["E206"]
    assert codes(text.replace("chips[rival] > 0", "my chips > 0")) == []
