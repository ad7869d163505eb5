"""Actions as numbers: what a number says, masks, steps, and that the promise of the hash is kept.

`CAIRN_REWRITE=1 pytest tests/moves/test_action_space.py` writes the golden file anew; read the
difference: where the size or the mapping has changed, the hash must have changed, too.
"""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path

import pytest

from engine import Game, Session, load_text
from engine.game.rng import Chance
from engine.rules.files import library
from tests.game.games import FILES, NAMES, ready, walk
from tests.moves.test_numbering import several
from tests.scope import ALL

GOLDEN = Path(__file__).with_name("numbers.txt")
REWRITE = os.environ.get("CAIRN_REWRITE") == "1"
DECISIONS = 12
HELD = [p for p in library() if ALL or REWRITE or p.stem in ("kalah", "lost-cities-card", "yacht")]
CHOICE = """\
game "Choice"
  players 2

type Colour = {colours}

var painted: Colour = red

turn
  choose
    {verb}(colour in Colour)
      painted := colour

game ends at end of turn when painted = blue
"""


def mapping(game: Game) -> str:
    """A hash of the numbers of every move in the first positions of a game."""
    told = sha256()
    for session in walk(Session(game, 1), Chance(1), DECISIONS):
        for path, move in game.action_space.moves(session.state).items():
            told.update(f"{game.wording.notation(session.state, move)} {path}\n".encode())
    return told.hexdigest()[:12]


def row(path: Path) -> str:
    game = ready(path)
    actions, tensor = game.action_space, game.tensor
    moves = f"{actions.size} {actions.digest} {mapping(game)}"
    return f"{path.stem} {game.players} {moves} {tensor.size} {tensor.digest}"


def held() -> dict[str, str]:
    lines = GOLDEN.read_text("utf-8").splitlines() if GOLDEN.exists() else []
    return {line.split()[0]: line for line in lines if not line.startswith("#")}


def test_the_golden_file_has_every_ruleset_of_the_library() -> None:
    assert sorted(held()) == sorted(path.stem for path in library())


@pytest.mark.parametrize("path", HELD, ids=lambda path: path.stem)
def test_the_numbers_of_the_library_are_those_of_before(path: Path) -> None:
    found, known = row(path), held()
    if REWRITE:
        known[path.stem] = found
        head = "# ruleset, players; numbers, hash of them, of a game's; columns, hash of them\n"
        GOLDEN.write_text(head + "".join(f"{known[n]}\n" for n in sorted(known)), "utf-8")
        return
    assert found == known[path.stem]


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_numbers_and_notation_say_the_same_and_the_mask_has_just_those(path: Path) -> None:
    actions = ready(path).action_space
    for session in walk(Session(ready(path), 2), Chance(3), 3):
        state, legal = session.state, session.written_moves()
        paths = [actions.numbers(state, text) for text in legal]
        assert [actions.notation(state, *path) for path in paths] == legal
        assert actions.legal(state) == sorted({path[0] for path in paths})
        mask = actions.mask(state)
        assert len(mask) == actions.size
        assert [n for n, allowed in enumerate(mask) if allowed] == actions.legal(state)


def test_a_move_of_several_numbers_is_chosen_step_by_step() -> None:
    game = several(40, 1, "4")
    actions, session = game.action_space, Session(game, 1)
    begun: list[int] = []
    while actions.move(session.state, begun) is None:
        options = actions.legal(session.state, begun)
        assert sum(actions.mask(session.state, begun)) == len(options)
        begun.append(options[0])
    assert len(begun) == 5
    move = actions.move(session.state, begun)
    assert move is not None
    decision = session.apply(move)
    before = [*decision.state]
    assert decision.text == actions.notation(before, *begun)
    assert " or " in actions.notation(before, *begun[:4])


def test_what_is_no_legal_move_is_refused() -> None:
    game = several(8, 5, "2")
    session = Session(game, 1)
    free = game.action_space.mask(session.state).index(0)
    with pytest.raises(ValueError, match="no legal move has the number"):
        game.action_space.move(session.state, [free])
    with pytest.raises(ValueError, match="no legal move here"):
        game.action_space.numbers(session.state, "dance")


@pytest.mark.parametrize(
    ("colours", "verb", "same"),
    [
        ("red, green, blue", "paint", True),
        ("red, green, blue", "draw", False),
        ("green, red, blue", "paint", False),
        ("red, green, blue, white", "paint", False),
    ],
)
def test_the_hash_changes_where_a_number_means_another_move(
    colours: str, verb: str, same: bool
) -> None:
    def digest(text: str) -> str:
        return Game(load_text(text, Path("choice.cairn")), 2).action_space.digest

    plain = digest(CHOICE.format(colours="red, green, blue", verb="paint"))
    commented = "# The same.\n" + CHOICE.format(colours=colours, verb=verb)
    assert (digest(commented) == plain) == same
