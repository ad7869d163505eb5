"""Faults planted in copies of the library's rulesets: does the checker that plays find them?

    python -m benchmarks.planted [--seconds 10] [--only NUMBER]

Each fault is a text that is put in the place of another. It is found when `cairn check --playtest`
says what is expected of it; what only games show must come with a game that shows it.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.game.examples import run_examples
from engine.game.ruleset_tests import check_games
from engine.playtest.findings import findings
from engine.playtest.games import play
from engine.playtest.saved_findings import save_games
from engine.rules.load import find, load_text, read_text

CARD, BOARD = "lost-cities-card", "lost-cities-board"
RIVALS, DICE = "lost-cities-rivals", "lost-cities-roll-and-write"
_EXAMPLES = re.compile(r'^example "[^\n]*\n(?:[ \t#][^\n]*\n|\n(?=[ \t]))*', re.MULTILINE)


@dataclass(frozen=True)
class Fault:
    """A fault: its ruleset, what is changed into what, and what must be said. `checked`: by the
    checks before any game; `examples`: they stay in the copy.
    """

    what: str
    ruleset: str
    changes: tuple[tuple[str, str], ...]
    said: str
    checked: bool = False
    examples: bool = False


FAULTS = (
    Fault("an option that changes nothing", CARD, (
        ("option take_back", "option strict: yes, no = no\noption take_back"),
        ("  column is empty\n", "  column is empty or strict and size(column) = 0\n"),
    ), "the option 'strict' changes nothing"),
    Fault("an ending that can't come", CARD, (
        ("score each Player", "round ends when size(deck) > 60\n\nscore each Player"),
    ), "no game ends so: round ends when size(deck) > 60"),
    Fault("a counter that overflows", BOARD, (("0..27 = 0", "0..1 = 0"),), "0..1"),
    Fault("points that overflow", BOARD, (("0..9999 = 0", "0..40 = 0"),), "0..40"),
    Fault("a requirement that never refuses", CARD, (
        ("        require fits(card,", "        require card.value <= 10\n"
         "        require fits(card,"),
    ), "'require card.value <= 10' never refuses"),
    Fault("a requirement that always refuses", CARD, (
        ("require take_back or colour != laid", "require laid is none and laid = colour"),
    ), "is never possible"),
    Fault("a score line that never counts", CARD, (
        ("size(my expedition[colour]) >= 8", "size(my expedition[colour]) >= 80"),
    ), "bonus' of the score never counts"),
    Fault("a score line with the wrong sign, where an example contradicts", CARD, (
        ('cost"   -20', 'cost"   20'),
    ), "this doesn't hold", checked=True, examples=True),
    Fault("a case that shadows another", DICE, (
        ("  10 if die.face = 0\n", "  die.face\n  10 if die.face = 0\n"),
    ), "this line is never reached", checked=True),
    Fault("a deck that nobody shuffles", CARD, (("  shuffle deck\n", ""),),
          "'deck' lies in the same order in every game"),
    Fault("an empty deck that is drawn from", CARD, (
        ("round ends when deck is empty", "round ends when deck is empty and size(my hand) = 0"),
    ), "'deck' is empty here"),
    Fault("a round that doesn't end", CARD, (
        ("        move card to discards[card.colour]\n        laid := card.colour",
         "        move card to deck\n        shuffle deck"),
    ), "go on after 2,000 decisions"),
    Fault("a start that wins", CARD, (
        ("rule fits", "var opener[Player] = no\n\nrule fits"),
        ("  deal 8 from deck to each hand", "  deal 8 from deck to each hand\n"
         "  each Player\n    my opener := me = active"),
        ('    times "{colour} wagers"', '    add "first" 500 when my opener\n'
         '    times "{colour} wagers"'),
    ), "who begins wins too much"),
    Fault("a variable that never changes", DICE, (
        ("      closed[column] := yes\n", "      skip\n"),
    ), "the variable 'closed' never changes"),
    Fault("a phase that never comes", CARD, (
        ('  phase "Draw a card"\n', '  phase "Rest" when round > 7\n    shuffle deck\n\n'
         '  phase "Draw a card"\n'),
    ), "no game reaches the phase 'Rest'"),
    Fault("a reaction that never happens", BOARD, (
        ("round ends when deck is empty", "when tile arrives in event[colour, space]\n"
         "  shuffle tiles\n\nround ends when deck is empty"),
        ("  deal 1 from tiles to each event[colour, s] where s is in event_stones[colour]\n", ""),
    ), "'when tile arrives in event[colour, space]' never happens"),
    Fault("a line that is never reached", RIVALS, (
        ("    win(price)\n", "    win(price)\n    if price > 36: shuffle box\n"),
    ), "no game reaches this line"),
    Fault("a procedure that is never done", DICE, (
        ("  if not closed[column]: write", "  if closed[column] and size(hues) > 3: tick(dice)\n"
         "  if not closed[column]: write"),
    ), "no game reaches this line"),
    Fault("a factor that never counts", CARD, (
        ("1 + count(card in my expedition[colour] where card.value = 0)",
         "1 + count(card in my expedition[colour] where card.value > 10)"),
    ), "wagers' of the score never counts"),
    Fault("a rule that nothing asks", BOARD, (
        ("    if tile.kind = arrow:    send_on()",
         "    if tile.kind = arrow and tile.worth > 0: send_on()"),
    ), "no game reaches this line"),
    Fault("a first card that wins", CARD, (
        ("rule fits", "var first_of_all[Player] = no\n\nrule fits"),
        ("        move card to my expedition[card.colour]\n",
         "        move card to my expedition[card.colour]\n"
         "        if all(not first_of_all[p] for p in Player): my first_of_all := yes\n"),
        ('    times "{colour} wagers"', '    add "first" 500 when my first_of_all\n'
         '    times "{colour} wagers"'),
    ), "with 2 players a third of a game often decides who can't win it"),
    Fault("a counter that stops at its end", BOARD, (
        ("0..27 = 0", "0..1 = 0"), ("gain size(my found)", "gain at most size(my found)"),
    ), "'artifacts' mostly stops at the top of its range here"),
    Fault("a hand that is dealt too large", BOARD, (
        ("deal 8 from deck to each hand", "deal 30 from deck to each hand"),
    ), "", checked=True),
)  # fmt: skip


def planted(fault: Fault) -> str:
    """Return a ruleset's text with a fault in it."""
    text = read_text(find(fault.ruleset))
    for old, new in fault.changes:
        if old not in text:
            raise ValueError(f"{fault.what}: {old!r} doesn't stand in {fault.ruleset}")
        text = text.replace(old, new, 1)
    return text if fault.examples else _EXAMPLES.sub("", text)


def told(fault: Fault, seconds: float, folder: Path, games: int = 10**9) -> tuple[list[str], bool]:
    """Return what is said of a fault's copy, and whether what was expected came with a game."""
    loaded = load_text(planted(fault), folder / f"{fault.ruleset}.cairn")
    said = [d.message for d in loaded.findings.items if d.code != "W003"]
    if loaded.findings.errors or loaded.rules is None:
        return said, fault.checked
    said += [d.message for d in check_games(loaded)]
    said += [o.diagnostic.message for o in run_examples(loaded) if o.diagnostic is not None]
    if fault.checked and any(fault.said in one for one in said):
        return said, True
    found = findings(loaded, play(loaded, seconds, games=games))
    saved = save_games(loaded, found, folder)
    shown = [n for n, f in enumerate(found) if fault.said in f.diagnostic.message]
    messages = [f.diagnostic.message for f in found]
    return [*said, *messages], any(n in saved for n in shown)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--only", type=int)
    given = parser.parse_args(arguments)
    well = 0
    faults = [f for n, f in enumerate(FAULTS, 1) if given.only in (None, n)]
    for fault in faults:
        with tempfile.TemporaryDirectory() as folder:
            said, shown = told(fault, given.seconds, Path(folder))
        found = any(fault.said in one for one in said) and bool(said) and shown
        well += found
        print(f"{'found ' if found else 'MISSED'}  {fault.what}")
        for one in said if not found else [x for x in said if fault.said in x][:1]:
            print(f"          {one[:110]}")
    print(f"{well} of {len(faults)} found in {given.seconds:g} s each")


if __name__ == "__main__":
    main()
