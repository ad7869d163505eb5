"""Rules that contradict an example that stands beside them, with the exact message."""

from pathlib import Path

import pytest

from engine.game.examples import run_examples
from engine.rules.load import find, load_text, read_text

CARD_GAME = read_text(find("lost-cities-card"))


def failures(old: str, new: str) -> list[str]:
    """What the examples say of the card game with a line changed."""
    assert old in CARD_GAME
    loaded = load_text(CARD_GAME.replace(old, new, 1), Path("mine.cairn"))
    assert not loaded.findings.errors, loaded.findings.render()
    sources = loaded.findings.sources
    return [o.diagnostic.render(sources) for o in run_examples(loaded) if o.diagnostic]


def line_of(text: str) -> int:
    return next(i for i, row in enumerate(CARD_GAME.splitlines(), 1) if text in row)


@pytest.mark.parametrize(
    ("old", "new", "claim", "told"),
    [
        (
            "or card.value > last(column).value",
            "or card.value > 0",
            "cannot explore(red 4) because fits",
            "'explore(red 4)' is legal here, though the example refuses it",
        ),
        (
            "20 when size(my expedition[colour]) >= 8",
            "20 when size(my expedition[colour]) >= 9",
            'my "red bonus" is 20',
            'the score has no line "red bonus" now; it has "red cards", "red cost", "red wagers"',
        ),
        (
            'because "The {colour} discard pile is empty."',
            'because "There is no {colour} card."',
            'cannot take(white) because "The white discard pile is empty."',
            "'take(white)' is refused for another reason: There is no white card.",
        ),
    ],
)
def test_a_contradicted_example_is_told_with_its_line(
    old: str, new: str, claim: str, told: str
) -> None:
    number = line_of(claim)
    row = CARD_GAME.splitlines()[number - 1]
    start = row.index(claim)
    expected = (
        f"mine.cairn:{number}:{start + 1}: error[E401]: {told}\n"
        f"{number:>5} | {row}\n      | {' ' * start}{'^' * len(claim)}"
    )
    assert expected in failures(old, new)
