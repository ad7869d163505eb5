"""Every ruleset of the library: it checks, its examples pass, its games end and lose no piece."""

import re
from functools import cache
from random import Random

import pytest

from engine.compile import layout as at
from engine.game.interpreter import State
from engine.game.options import read_options
from engine.game.session import Game, Session
from engine.rules.load import find, read_text
from tests.game.playing import positions
from tests.rulesets.outcomes import loaded, outcomes
from tests.scope import FIVE, telling

BOARD = "lost-cities-board"
EDITION = "lost-cities-board-2018"
RIVALS = "lost-cities-rivals"
DICE = "lost-cities-roll-and-write"
CARD = "lost-cities-card"

LINES = {BOARD: 260, EDITION: 260, RIVALS: 260, DICE: 260, CARD: 100, "auf-und-ab": 16,
         "short-game": 260}  # fmt: skip
"""The most lines that a ruleset may have beside its examples."""
VARIANTS = {EDITION, "auf-und-ab", "short-game"}
STACKS = [
    f"{EDITION}+auf-und-ab",
    f"{EDITION}+short-game",
    "auf-und-ab+short-game",
    f"{EDITION}+auf-und-ab+short-game",
]
PLAYERS = {CARD: (2, 2), RIVALS: (2, 4), DICE: (2, 5)}
"""For how many a game is; the board game and all its variants are for two to four."""
GAMES = 2


@cache
def game(name: str, players: int, *options: tuple[str, str]) -> Game:
    """A ruleset ready to be played, compiled once."""
    rules = loaded(name).checked()
    return Game(loaded(name), players, read_options(rules, dict(options)))


def parts(name: str) -> tuple[list[str], list[str]]:
    """The lines of a ruleset that speak of examples and those that don't, blank ones left out."""
    examples: list[str] = []
    rules: list[str] = []
    inside = False
    for line in read_text(find(name)).splitlines():
        if line.strip() and not line.startswith(" "):
            inside = line.removeprefix("replace ").removeprefix("remove ").startswith("example ")
        if line.strip() and not line.startswith("# ---"):
            (examples if inside else rules).append(line)
    return examples, rules


def played(of: Game, seed: int) -> Session:
    """A random game with all that was decided and scored."""
    chance = Random(seed)
    session = Session(of, seed)
    while not session.over:
        session.apply(chance.choice(of.interpreter.legal(session.state)), "")
    return session


def zone(of: Game, state: State, name: str) -> list[list[int]]:
    """What lies in the zones of a family."""
    family = of.compiled.layout.families[name]
    bases = [family.address(number) for number in range(len(family.places))]
    return [list(state[base + 1 : base + 1 + state[base]]) for base in bases]


def counter(of: Game, state: State, name: str) -> list[int]:
    """The values of a counter, seat by seat."""
    base = of.compiled.layout.cells[name].base
    return state[base : base + of.players]


# ---------------------------------------------------------------- texts


def test_none_of_the_five_is_forgotten() -> None:
    assert set(FIVE) == set(LINES)


@pytest.mark.parametrize("name", [*LINES, *telling(STACKS[-1:], STACKS)])
def test_it_checks_without_a_word(name: str) -> None:
    findings = loaded(name).findings
    assert findings.items == [], findings.render()


@pytest.mark.parametrize("name", LINES)
def test_it_is_short_and_has_examples_of_its_own(name: str) -> None:
    examples, rules = parts(name)
    assert len(rules) <= LINES[name]
    own = [line for line in examples if line.startswith(("example ", "replace example "))]
    assert len(own) >= (3 if name in VARIANTS else 15)


@pytest.mark.parametrize("name", LINES)
def test_what_a_player_meets_has_words(name: str) -> None:
    rules = loaded(name).checked()
    said = {rule.name: rule.words for rule in rules.rules.values() if " " not in rule.name}
    said |= {f"option {option.name}": option.words for option in rules.options.values()}
    said |= {ending.title: ending.words for ending in rules.endings}
    assert [what for what, words in said.items() if not words] == []


# ---------------------------------------------------------------- examples


@pytest.mark.parametrize("name", [*LINES, *telling(STACKS[-1:], STACKS)])
def test_its_examples_pass(name: str) -> None:
    sources = loaded(name).findings.sources
    failed = [o.diagnostic.render(sources) for o in outcomes(name) if o.diagnostic]
    assert failed == []


def long_games() -> set[str]:
    """The examples of the board game that are about three expeditions."""
    text = read_text(find(BOARD))
    parts = re.findall(r'^example "(.+)"\n((?:  .*\n)*)', text, re.MULTILINE)
    return {title for title, body in parts if "given length = full" in body}


@pytest.mark.parametrize("name", [*sorted(VARIANTS), *STACKS])
def test_a_variant_keeps_the_examples_that_it_does_not_change(name: str) -> None:
    titles = {example.title for example in loaded(name).checked().examples}
    missing = {example.title for example in loaded(BOARD).checked().examples} - titles
    changed = {
        EDITION: {
            "Five artifacts are still too few, and fewer cost more",
            "Only you see your points",
        },
        "auf-und-ab": {"Paths are begun low, and their cards only rise"},
        "short-game": long_games(),
    }
    assert missing == set[str]().union(*(changed[part] for part in name.split("+")))


@pytest.mark.parametrize("name", [*LINES, *STACKS])
def test_for_how_many_it_is(name: str) -> None:
    assert loaded(name).checked().header.players == PLAYERS.get(name, (2, 4))


# ---------------------------------------------------------------- whole games


def test_the_card_game_in_all_its_editions() -> None:
    for options in [("six_colours", "yes")], [("matches", "3")], [("take_back", "yes")]:
        of = game(CARD, 2, *options)
        cards = len(of.compiled.setting.pieces)
        assert cards == (72 if ("six_colours", "yes") in options else 60)
        *_, state = positions(of, 7)
        assert state[at.ROUND] == (3 if ("matches", "3") in options else 1)


@pytest.mark.parametrize("name", [BOARD, EDITION])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_expedition_is_laid_out_anew(name: str, players: int) -> None:
    of = game(name, players, ("length", "full"))
    layouts: list[list[list[int]]] = []
    hands: list[list[list[int]]] = []
    before: State = []
    for state in positions(of, 5):
        if not layouts or state[at.ROUND] != before[at.ROUND]:
            layouts.append(zone(of, state, "event"))
            hands.append(zone(of, state, "hand"))
            assert [len(hand) for hand in hands[-1]] == [8] * players
            assert len(zone(of, state, "box")[0]) == (30 if players == 2 else 0)
            assert all(len(camp) == 5 for camp in zone(of, state, "camp"))
            if before:
                assert state[at.ME] == (before[at.ACTIVE] + 1) % players
        before = list(state)
    assert len(layouts) == 3
    assert layouts[0] != layouts[1] != layouts[2] != layouts[0]
    assert hands[0] != hands[1] != hands[2] != hands[0]
    assert [[i for i, spot in enumerate(layout) if spot] for layout in layouts] == [
        [i for i, spot in enumerate(layouts[0]) if spot]
    ] * 3


@pytest.mark.parametrize("name", telling([EDITION], [BOARD]))
def test_artifacts_are_kept_and_paid_for_after_the_last_expedition(name: str) -> None:
    track = [-60, -50, -40, -30, -20, -10, 30, 40, 50, 70, 90, 110, 130]
    if name == EDITION:
        track[5] = 0
    met = set()
    for seed in range(2):
        session = played(game(name, 3, ("length", "full")), seed)
        assert [result.round for result in session.results] == [1, 2, 3, 3]
        artifacts = counter(session.game, session.state, "artifacts")
        paid = [ledger.total for ledger in session.results[-1].ledgers]
        assert paid == [track[min(number, 12)] for number in artifacts]
        met |= set(artifacts)
    assert len(met) > 3


def test_the_short_game_has_one_expedition() -> None:
    track = [-20, -15, 10, 15, 30, 50]
    for name in ("short-game", f"{EDITION}+short-game"):
        session = played(game(name, 4), 3)
        assert [result.round for result in session.results] == [1, 1]
        artifacts = counter(session.game, session.state, "artifacts")
        paid = [ledger.total for ledger in session.results[-1].ledgers]
        assert paid == [track[min(number, 5)] for number in artifacts]


@pytest.mark.parametrize(("name", "others"), [(BOARD, False), (EDITION, True)])
def test_points_are_secret_in_the_first_edition_only(name: str, others: bool) -> None:
    view = Session(game(name, 3), 1).view(0)
    shown = [v.value is not None for v in view.variables if v.family == "coins"]
    assert shown == [True, others, others]


def test_starting_wagers_differ_however_they_are_drawn() -> None:
    of = game(RIVALS, 4)
    for seed in range(100):
        state = of.interpreter.start(seed)
        assert sorted(map(len, zone(of, state, "expedition"))) == [0] * 12 + [1] * 8
        assert [len(pile) for pile in zone(of, state, "stock")] == [20, 20, 20]


def test_a_two_player_auction_never_costs_more_than_there_is() -> None:
    of = game(RIVALS, 2)
    families = of.compiled.layout.families
    for seed in range(20):
        for state in positions(of, seed):
            gold = [state[families["purse"].address(seat)] for seat in range(2)]
            assert min(gold) >= 0
            assert sum(gold) + state[families["reserve"].address(0)] == 36
