"""The lines that a score is made of."""

from engine import Ledger, LedgerRow, Span, Standing
from viewer.desk.i18n import Translator
from viewer.desk.scoreboard import subtotals

HERE = Span("game.cairn", 1, 1, 1, 2)


def test_a_sum_with_a_line_that_is_not_known_is_not_known() -> None:
    known = (
        LedgerRow("red cards", "add", 3, HERE, "red"),
        LedgerRow("red cost", "add", -5, HERE, "red"),
        LedgerRow("red bets", "times", 2, HERE, "red"),
    )
    hidden = (
        LedgerRow("blue cards", "add", None, HERE, "blue"),
        LedgerRow("blue cost", "add", -5, HERE, "blue"),
    )
    standing = Standing(None, (Ledger(0, known + hidden, None),))
    assert subtotals(standing, Translator("en"), str) == "Red −4 · Blue ?"


def test_a_factor_of_one_is_no_line() -> None:
    rows = (
        LedgerRow("red cards", "add", 3, HERE, "red"),
        LedgerRow("red bets", "times", 1, HERE, "red"),
        LedgerRow("Bonus", "times", 1, HERE),
        LedgerRow("Long row", "times", 2, HERE),
    )
    standing = Standing(6, (Ledger(0, rows, 6),))
    assert subtotals(standing, Translator("en"), str) == "Red 3 · Long row × 2"
