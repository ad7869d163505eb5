"""The lines that a score is made of."""

from engine import Ledger, LedgerRow, Span, Standing
from viewer.desk.i18n import Tongue
from viewer.desk.scoreboard import subtotals

HERE = Span("game.cairn", 1, 1, 1, 2)


def test_a_sum_with_a_line_that_is_not_known_is_not_known() -> None:
    known = (LedgerRow("cards red", "add", 3, HERE), LedgerRow("cards blue", "add", 4, HERE))
    hidden = (LedgerRow("bets red", "add", None, HERE), LedgerRow("bets blue", "add", 1, HERE))
    standing = Standing(None, (Ledger(0, known + hidden, None),))
    assert subtotals(standing, Tongue("en"), str) == "Cards 7 · Bets ?"
