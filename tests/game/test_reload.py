"""Going on with a game on rules that are changed under it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from engine.chronicle.chronicle import Chronicle
from engine.game.rng import Chance
from engine.game.session import Game, Session
from engine.rules.files import library
from engine.rules.load import Loaded, load, load_text
from engine.table.reload import Reload, reload
from tests.game.games import FEWER, named, ready, walk
from tests.scope import telling

CARD_GAME = named("lost-cities-card")
TEXT = CARD_GAME.read_text()
COST = '"{colour} cost"   -20'


def after(moves: int, seed: int = 5, path: Path = CARD_GAME, **options: int) -> Session:
    """A game of the card game after some random moves."""
    game = Game(load(path), 2, options)
    session = Session(game, seed)
    for _ in walk(session, Chance(seed), moves):
        pass
    return session


def edited(session: Session, *changes: tuple[str, str], examples: bool = False) -> Reload:
    """What becomes of a game when its text is edited; each part to be replaced is there once."""
    text = TEXT
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return reload(session, text, examples=examples)


def kept(result: Reload, session: Session) -> bool:
    """Whether a game is kept as it was."""
    assert result.ok
    return (
        result.parted is None
        and (result.moves_kept, result.moves_total) == (len(session.history),) * 2
        and [d.text for d in result.session.history] == [d.text for d in session.history]
        and result.session.view(0).zones == session.view(0).zones
    )


# ------------------------------------------------------------------ the same rules


@pytest.mark.parametrize("path", FEWER, ids=[path.stem for path in FEWER])
def test_the_same_text_keeps_everything(path: Path) -> None:
    session = Session(ready(path), 13)
    for _ in walk(session, Chance(13), 50):
        pass
    result = reload(session, path.read_text(), examples=False)
    assert result.ok and result.parted is None and not result.notes
    new = result.session
    assert new.state == session.state and new.game is not session.game
    assert [d.text for d in new.history] == [d.text for d in session.history]
    assert new.results == session.results and Chronicle(new).log(0) == Chronicle(session).log(0)
    assert (new.seed, new.fair, new.starter) == (session.seed, session.fair, session.starter)


def test_comments_and_lines_that_move_change_nothing() -> None:
    session = after(30)
    result = reload(session, "# at the head\n\n" + TEXT, examples=False)
    assert kept(result, session)
    rule = result.session.game.rules.rules["fits"]
    assert rule.span.line == session.game.rules.rules["fits"].span.line + 2


def test_players_options_language_and_study_are_kept() -> None:
    game = Game(load(CARD_GAME), 2, {"six_colours": 1, "matches": 2}, "de")
    session = Session(game, 3, fair=False)
    result = reload(session, TEXT, examples=False)
    new = result.session.game
    assert new.option_words() == game.option_words() and new.language == "de"
    assert not result.session.fair


# ------------------------------------------------------------------ changes that keep the game


def test_a_score_that_is_changed_keeps_the_game_and_changes_the_ledger() -> None:
    session = after(40)
    assert -20 in [row.value for row in session.ledgers(0)[0].rows]
    result = edited(session, (COST, COST.replace("-20", "-10")))
    assert kept(result, session)
    assert -10 in [row.value for row in result.session.ledgers(0)[0].rows]
    assert -20 in [row.value for row in session.ledgers(0)[0].rows]


def test_a_rule_that_has_not_mattered_keeps_the_game() -> None:
    session = after(0)
    session.play("explore(yellow 6)")
    result = edited(session, ("before all numbers.", "before all numbers!"))
    assert kept(result, session)


# ------------------------------------------------------------------ parting


def test_a_move_that_is_illegal_now_parts_the_rules() -> None:
    session = after(0)
    for move in ("explore(yellow 6)", "draw", "discard(red 7)", "draw", "explore(blue 5)"):
        session.play(move)
    result = reload(session, _with_rule(TEXT, "card.value > 5"), examples=False)
    assert result.parted is not None
    assert (result.parted.number, result.parted.move) == (5, "explore(blue 5)")
    assert result.parted.sentence.startswith("Each number must be higher")
    rule = TEXT.splitlines().index("rule fits(card: Card, column: expedition)") + 1
    assert result.parted.span.line == rule and result.parted.seat == 0
    assert (result.moves_kept, result.moves_total) == (4, 5)
    assert result.session.state == session.at(4).state
    assert result.session.seat == 0 and len(session.history) == 5


def _with_rule(text: str, condition: str) -> str:
    """The text with one more condition on cards that are played."""
    head, tail = text.split('come before all numbers."\n')
    value, rest = tail.split("\n\n", 1)
    return f'{head}come before all numbers."\n  {condition} and ({value.strip()})\n\n{rest}'


def test_another_deal_parts_the_rules_before_the_first_move() -> None:
    session = after(6)
    result = edited(session, ("deal 8 from deck", "deal 7 from deck"))
    assert result.parted is not None and result.parted.number == 0
    assert result.parted.words.startswith("The rules part at the deal: ")
    assert result.moves_kept == 0 and len(result.session.view(0).zones) > 0


def test_another_place_parts_the_rules_at_that_move() -> None:
    session = after(0)
    for move in ("discard(yellow 6)", "draw", "discard(red 7)"):
        session.play(move)
    result = edited(
        session, ("move card to discards[card.colour]", "move card to discards[yellow]")
    )
    assert result.parted is not None
    assert (result.parted.number, result.parted.move) == (3, "discard(red 7)")
    told = result.parted.sentence
    assert told == "now discards[yellow] has yellow 6, red 7, where it had yellow 6."
    assert len(result.session.history) == 2


def test_what_is_hidden_is_not_told_by_what_parts_the_rules() -> None:
    session = after(0)
    session.play("discard(yellow 6)")
    session.play("draw")
    text = "        move top of deck to my hand"
    result = reload(
        session, TEXT.replace(text, "        move bottom of deck to my hand", 1), examples=False
    )
    assert result.parted is not None and result.parted.number == 2
    assert result.parted.sentence == "now hand[seat 1] isn't what it was."


def test_another_seat_and_a_game_that_is_over_part_the_rules() -> None:
    tiny = """\
game "Tiny"
  players 2
var n: 0..9 = 0
turn
  choose
    count
      n := n + 1
game ends at end of turn when n = 9
"""
    from engine.rules.load import load_text

    game = Game(load_text(tiny, Path("tiny.cairn")), 2)
    session = Session(game, 1)
    for _ in range(4):
        session.play("count")

    def changed(old: str, new: str) -> Reload:
        return reload(session, load_text(tiny.replace(old, new), Path("tiny.cairn")))

    parted = changed("when n = 9", "when n = 3").parted
    assert parted is not None and (parted.number, parted.sentence) == (3, "now the game is over.")
    parted = changed("n := n + 1", "n := n + 1\n  if n = 2: next turn me").parted
    assert parted is not None and parted.sentence == "now seat 2 has to decide."
    assert parted.number == 2
    parted = changed("n := n + 1", "n := n + 4").parted
    assert parted is not None and parted.number == 3
    assert parted.span.line == 7 and "0..9" in parted.sentence
    parted = changed("count", "number").parted
    assert parted is not None and parted.number == 1
    assert parted.sentence == "this game has no action 'count'."


# ------------------------------------------------------------------ options


def test_options_that_are_gone_new_or_narrower_are_told() -> None:
    session = after(4, matches=2, six_colours=0)
    narrower = TEXT.replace("option matches: 1..3 = 1", "option matches: 1..1 = 1")
    result = reload(session, narrower.replace("take_back", "take_again"), examples=False)
    assert result.ok, result.diagnostics
    assert result.notes == (
        "There is no option 'take_back' any longer.",
        "The option 'matches' can't be 2 any longer; it is 1.",
        "There is a new option 'take_again'; it is no.",
    )


def test_a_number_of_players_that_no_longer_fits_changes_nothing() -> None:
    session = after(4)
    result = edited(session, ("players  2", "players  3"))
    assert not result.ok and result.session is session
    assert "is for 3 players, not 2" in result.diagnostics[0].message


# ------------------------------------------------------------------ errors and examples


def test_a_text_with_mistakes_changes_nothing_and_says_what_is_wrong() -> None:
    session = after(10)
    before = list(session.state)
    result = edited(session, ("or card.value = 0", "or card.valeu = 0"))
    assert not result.ok and result.session is session and session.state == before
    (found,) = result.diagnostics
    assert found.code == "E014" and found.fix == "value"
    assert "did you mean 'value'?" in found.render(dict(result.sources or {}))
    assert not reload(session, "", examples=False).ok


def test_examples_are_reported_green_and_red() -> None:
    session = after(5)
    assert all(x.passed for x in reload(session, TEXT).outcomes)
    changed = (COST, COST.replace("-20", "-10"))
    result = edited(session, changed, examples=True)
    assert result.ok and result.failed
    assert len(result.outcomes) > len(result.failed)
    first = result.failed[0]
    assert first.diagnostic is not None and first.diagnostic.span.line >= first.span.line


def test_dice_that_an_example_sets_do_not_show_in_the_game() -> None:
    path = named("lost-cities-roll-and-write")
    session = Session(Game(load(path), 2), 4)
    result = reload(session, path.read_text())
    assert result.outcomes and not result.failed
    assert Session(result.session.game, 4).state == session.state


# ------------------------------------------------------------------ several files


@pytest.fixture
def variant(tmp_path: Path) -> Callable[[str], Loaded]:
    """A game and two variants in a folder; loads what is asked for."""
    (tmp_path / "game.cairn").write_text(TEXT)
    for name, cost in (("one", "-30"), ("two", "-40")):
        text = f'variant "{name}" of "game"\n  "It costs {cost}."\n'
        (tmp_path / f"{name}.cairn").write_text(text)

    def loaded(name: str) -> Loaded:
        first, *more = name.split("+")
        paths = "+".join(str(tmp_path / f"{part}.cairn") for part in (first, *more))
        return load(paths)

    return loaded


def test_a_variant_follows_its_own_text_and_its_base(
    variant: Callable[[str], Loaded], tmp_path: Path
) -> None:
    for name in ("one", "one+two"):
        loaded = variant(name)
        assert not loaded.findings.errors, loaded.findings.render()
        session = Session(Game(loaded, 2), 5)
        session.play("discard(yellow 6)")
        files = {path.name for path in loaded.files}
        assert {"one.cairn", "game.cairn"} <= files
        base = tmp_path / "game.cairn"
        line = "move card to discards[card.colour]"
        changed = TEXT.replace(line, "move card to discards[red]")
        result = reload(session, {base: changed}, examples=False)
        assert result.ok and result.parted is not None and result.parted.number == 1
        broken = reload(session, {base: "nonsense\n" + TEXT}, examples=False)
        assert not broken.ok
        assert reload(session, {}, examples=False).parted is None
        again = result.session.game.loaded
        assert again.name == loaded.name and again.more == loaded.more
        assert again.digest != loaded.digest


def test_a_stack_of_variants_reloads_each_of_its_files() -> None:
    loaded = load("lost-cities-board-2018+auf-und-ab")
    session = Session(Game(loaded, 3), 2)
    for _ in walk(session, Chance(2), 20):
        pass
    for path in loaded.files:
        result = reload(session, {path: path.read_text() + "\n# more\n"}, examples=False)
        assert result.ok and result.moves_kept == result.moves_total
        assert result.session.game.loaded.digest != loaded.digest


def test_a_base_that_is_gone_changes_nothing(
    variant: Callable[[str], Loaded], tmp_path: Path
) -> None:
    session = Session(Game(variant("one"), 2), 5)
    (tmp_path / "game.cairn").unlink()
    result = reload(session, {}, examples=False)
    assert not result.ok and result.diagnostics and result.session is session


def test_every_ruleset_of_the_library_can_be_read_again() -> None:
    for path in telling([CARD_GAME], library()):
        loaded = load(path)
        assert loaded.again().digest == loaded.digest
        assert not loaded.again({path: "game"}).rules


# ------------------------------------------------------------------ whatever is edited


def cut_up(text: str, seed: int) -> str:
    """The text with a few lines left out, twice there, or with words and numbers changed."""
    random, lines = Random(seed), text.split("\n")
    for _ in range(random.randint(1, 3)):
        number = random.randrange(len(lines))
        attributes = [n for n, line in enumerate(lines) if re.match(r"  (var )?\w+: ", line)]
        words = re.findall(r"[A-Za-z_]{3,}", "\n".join(lines))
        match random.randrange(5):
            case 0:
                del lines[number]
            case 1 if attributes:
                name = lines.pop(random.choice(attributes)).split(":")[0].split()[-1]
                lines = [re.sub(rf"\w+\.{name}\b", "1", line) for line in lines]
                lines = [re.sub(rf",? *\b{name}\b( in [\d.]+)?", "", line) for line in lines]
            case 2:
                old, new = random.choice(words), random.choice(words)
                lines = [re.sub(rf"\b{old}\b", new, line) for line in lines]
            case 3:
                lines[number] = re.sub(r"\d+", str(random.choice([0, 1, 2, 9])), lines[number])
            case _:
                lines.insert(number, random.choice(lines))
    return "\n".join(lines)


@pytest.mark.parametrize("path", FEWER, ids=[path.stem for path in FEWER])
def test_a_text_that_was_cut_up_is_refused_or_played_on(path: Path) -> None:
    session = Session(ready(path), 13)
    for _ in walk(session, Chance(13), 6):
        pass
    before = [d.text for d in session.history]
    for seed in range(6):
        result = reload(session, cut_up(path.read_text(), seed), examples=False)
        assert result.ok or result.diagnostics
    assert [d.text for d in session.history] == before


def test_an_attribute_of_which_no_piece_was_made_is_no_trouble() -> None:
    gems = """\
game "Gems"
  players 2

component Gem
  worth: 1..3
  make 1 for each worth

zone box:           area of Gem
zone purse[Player]: area of Gem

setup
  move all Gem to box

turn
  choose
    take(gem in box)
      require gem.worth > 1
      move gem to my purse
  else: end game

score each Player
  add "Gems" sum(gem.worth for gem in my purse)

winner highest total
"""
    session = Session(Game(load_text(gems, Path("gems.cairn")), 2), 1)
    session.apply(session.legal()[0].move)
    result = reload(session, gems.replace("make 1", "make 0"))
    assert result.ok and result.parted is not None and result.session.over
