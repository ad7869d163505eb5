"""The list of legal moves in a terminal: in what order, by which numbers, how many at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from rich.table import Table
from rich.text import Text

from engine.cli.colours import style_of
from engine.game.session import Session
from engine.game.wording import LegalMove
from engine.moves.notation import MoveText, natural, things_of

FEW = 6
"""So many moves are written with their sentences."""
MANY = 24
"""More moves of one action than these are written as spans, without numbers of their own."""
SPAN = 4
"""So many numbers one after the other are written as a span."""
LIKE = 0.6
"""How much of a line is at least like the move that it is taken for."""
LONGEST = 80
"""So much of a line at most is looked at for that."""
INDENT = 2
"""So many spaces stand before each line of a long list."""


@dataclass(frozen=True)
class Listed:
    """A move in the list: its number, empty where it is written in words; its notation and its
    sentence.
    """

    label: str
    move: MoveText
    words: str

    @property
    def shown(self) -> str:
        """Return how it is written and read."""
        return self.move.said

    @property
    def news(self) -> str:
        """Return what its sentence adds to its notation: a pass may be called by its sentence."""
        return self.words.removeprefix(f"{self.shown}.").lstrip()

    @property
    def action(self) -> str:
        """Return what is done."""
        return self.move.name

    @property
    def arguments(self) -> tuple[str, ...]:
        """Return with what it is done."""
        return self.move.arguments or ()

    @property
    def named(self) -> bool:
        """Return whether it takes nothing but a number."""
        return len(self.arguments) == 1 and self.arguments[0].isdecimal()


def in_order(legal: Sequence[LegalMove]) -> list[LegalMove]:
    """Return moves as they are listed: action by action, in each those first that take fewest
    things, then by name and by size.
    """
    actions: dict[str, int] = {}
    for move in legal:
        actions.setdefault(move.written.name, len(actions))
    return sorted(
        legal,
        key=lambda x: (
            actions[x.written.name], _taken(x), natural(x.written.arguments or ())
        ),
    )  # fmt: skip


def _taken(move: LegalMove) -> int:
    """Return how many things a move takes."""
    return sum(len(things_of(x)) for x in move.written.arguments or ())


def takes_numbers(session: Session) -> bool:
    """Return whether a move of a game may take nothing but a number, as `bid(5)` does.

    In such a game no entry of a list has a number, on no menu: a number would mean two things.
    """
    wording, state = session.game.wording, session.state
    pieces = wording.setting.pieces
    for found in wording.compiled.debug.actions.values():
        for p in found.action.parameters if len(found.action.parameters) == 1 else ():
            kind = p.type.items[0] if p.type.kind == "set" else p.type
            known = (x for x in pieces if kind.kind == "piece" and x.component in kind.names)
            names = (wording.name(x.number, state) for x in known)
            if kind.kind == "number" or any(name.isdecimal() for name in names):
                return True
    return False


def listed(shown: Sequence[tuple[MoveText, str]], *, numbered: bool = True) -> list[Listed]:
    """Return moves, each as it is written and its sentence.

    Where they are `numbered`, a number is a move's place in the list; else no number alone means a
    move, and a move that takes one is written with its word.
    """
    return [
        Listed(str(place) if numbered else "", move, words)
        for place, (move, words) in enumerate(shown, 1)
    ]


def meant(line: str, moves: Sequence[Listed]) -> int | None:
    """Return which move is meant, by its number or as the list shows it; None for none.

    Brackets, commas and capitals count for nothing, and the number may be written, too: for `2)
    begin(green 1, adventurer)` people write `2`, `begin 2 green 1, adventurer` or `green 1
    adventurer`.
    """
    wanted = _bare(line)
    ways: tuple[Callable[[Listed], tuple[str, ...]], ...] = (
        lambda move: (move.label,),
        lambda move: (move.action, *move.arguments),
        lambda move: (move.action, move.label, *move.arguments),
        lambda move: (move.label, move.action, *move.arguments),
        lambda move: (move.action, move.label),
        lambda move: () if move.named else move.arguments,
    )
    for way in ways if wanted else ():
        found = [place for place, move in enumerate(moves) if _bare(" ".join(way(move))) == wanted]
        if len(found) == 1:
            return found[0]
    return None


def closest(line: str, moves: Sequence[Listed]) -> str | None:
    """Return the move, as it is written, that a line with a slip is most like; None for none.

    If no whole move is like the line, the first one of an action whose name is like its first word.
    """
    forms = {_bare(move.shown): move.shown for move in moves}
    forms |= {_bare(" ".join(move.arguments)): move.shown for move in moves if move.arguments}
    wanted = _bare(line)[:LONGEST]
    found = get_close_matches(wanted, list(forms), 1, LIKE)
    if not found:
        forms = {_bare(move.action): move.shown for move in reversed(moves)}
        found = get_close_matches(wanted.partition(" ")[0], list(forms), 1, LIKE)
    return forms[found[0]] if found else None


def _bare(text: str) -> str:
    """Return a line without what people leave out: brackets, commas, capitals."""
    return " ".join(re.sub(r"[()\[\],:]", " ", text).casefold().split())


def with_words(number: str, moves: Sequence[Listed]) -> list[str]:
    """Return the moves that take a number, as they are written with their word: `bid 5`."""
    named = (move for move in moves if move.arguments == (number,))
    return [move.shown for move in named]


def moves_text(
    moves: Sequence[tuple[MoveText, str]], width: int, *, numbered: bool = True
) -> Text | Table:
    """Return legal moves, each as it is written and its words: a few as lines, many by action."""
    found = listed(moves, numbered=numbered)
    label = max(4, *(len(move.label) for move in found)) if numbered else 1
    notation = max(len(move.shown) for move in found)
    longest = max(len(move.news) for move in found)
    if len(found) <= FEW and label + notation + longest + 4 <= width:
        rows = Text()
        for move in found:
            rows.append("\n" if rows else "")
            rows.append(f"{move.label:>{label}} ", style="bold")
            rows.append(f"{move.shown:<{notation}}", style=_style(move.shown))
            rows.append(f"  {move.news}".rstrip(), style="dim")
        return rows
    return _by_action(found, width)


def _by_action(moves: Sequence[Listed], width: int) -> Table:
    """Return moves in columns, each action on lines of its own."""
    actions: dict[str, list[Listed]] = {}
    for move in moves:
        actions.setdefault(move.action, []).append(move)
    table = Table(box=None, show_header=False, padding=(0, 0, 0, INDENT), pad_edge=True)
    table.add_column(no_wrap=True)
    wide = max(len(move.label) for move in moves)
    for rows in actions.values():
        cells = _spans(rows) if _spanned(rows) else [_cell(x, wide, len(rows) == 1) for x in rows]
        table.add_row(_in_columns(cells, width - INDENT))
    return table


def _in_columns(cells: Sequence[Text], width: int) -> Text:
    wide = max(len(cell) for cell in cells) + 3
    columns = max(1, (width + 3) // wide)
    text = Text()
    for number, cell in enumerate(cells):
        if number:
            text.append("\n" if number % columns == 0 else " " * (wide - len(cells[number - 1])))
        text.append_text(cell)
    return text


def _cell(move: Listed, wide: int, alone: bool) -> Text:
    """Return a move after its label; one that is `alone` and takes nothing, with its sentence."""
    cell = Text(move.label and f"{move.label:>{wide}} ", style="bold")
    cell.append(move.shown, style=_style(move.shown) or ("bold" if move.named else ""))
    if alone and not move.arguments and move.news:
        cell.append(f"  {move.news}", style="dim")
    return cell


# ------------------------------------------------------------------ many at once


def _spanned(moves: Sequence[Listed]) -> bool:
    """Return whether moves are written as spans: many, or numbers one after the other."""
    return len(moves) > MANY or (len(moves) >= SPAN and all(move.named for move in moves))


def _spans(moves: Sequence[Listed]) -> list[Text]:
    """Return many moves of an action as they would be written, with spans for arguments."""
    action = moves[0].action
    if all(len(move.arguments) == 1 for move in moves):
        runs = _span([move.arguments[0] for move in moves]).split("/")
        return [Text(f"{action} {run}", style="bold") for run in runs]
    found: dict[tuple[str, ...], list[str]] = {}
    for move in moves:
        found.setdefault(move.arguments[:-1], []).append(move.arguments[-1])
    merged: dict[tuple[tuple[str, ...], str], list[str]] = {}
    for head, last in found.items():
        merged.setdefault((head[:-1], _span(last)), []).extend(head[-1:])
    cells = []
    for (before, lasts), firsts in merged.items():
        ranges = ", ".join(part for part in (*before, _span(firsts), lasts) if part)
        cells.append(Text(f"{action} {ranges}", style="bold"))
    return cells


def _span(words: Sequence[str]) -> str:
    """Return words of which numbers that follow one another are written as `3–6`."""
    runs: list[tuple[str, int, int]] = []
    for word in words:
        number = re.search(r"\d+$", word)
        head, last = (word[: number.start()], int(number[0])) if number else (word, -1)
        if runs and number and (runs[-1][0], runs[-1][2]) == (head, last - 1):
            runs[-1] = (head, runs[-1][1], last)
        else:
            runs.append((head, last, last))
    return "/".join(
        head + ("" if last < 0 else str(last) if first == last else f"{first}–{last}")
        for head, first, last in runs
    )


def _style(text: str) -> str:
    words = text.replace("(", " ").replace(")", " ").replace(",", " ").split()
    return next(filter(None, map(style_of, words)), "")
