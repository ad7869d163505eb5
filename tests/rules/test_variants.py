"""Variants: patches of named parts, their stacking, and what contradicts."""

from pathlib import Path

import pytest

from engine.game.examples import run_examples
from engine.game.options import read_options
from engine.language.diagnostics import Findings, RulesError
from engine.rules.differences import differences
from engine.rules.library import settings
from engine.rules.load import Loaded, load

BASE = """\
game "Pebbles"
  players 2

option many: yes, no = no

component Pebble
  size: 1..3
  make 1 for each size

table worth: 1..3 = 1, 2, 3

zone heap:         pile of Pebble
zone mine[Player]: area of Pebble

counter points[Player]: 0..20 = 2

rule good(pebble: Pebble)
  "Only pebbles of at least two are good."
  pebble.size >= 2

setup
  move all Pebble to heap

turn
  phase "Take"
    choose
      take(pebble in heap)
        "Take {pebble}."
        require good(pebble)
        move pebble to my mine
      rest
        "Do nothing."
        skip

game ends at end of turn when size(my mine) = 2 or many

score each Player
  add "Pebbles" sum(worth[pebble.size] for pebble in my mine) + my points

example "A small one is refused"
  given my mine is empty
  then  cannot take(1) because good
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pebbles.cairn").write_text(BASE)
    return tmp_path


def variant(folder: Path, text: str, name: str = "ours", title: str = "Ours") -> Loaded:
    path = folder / f"{name}.cairn"
    path.write_text(f'variant "{title}" of "pebbles"\n\n{text}')
    return load(str(path))


def codes(loaded: Loaded) -> list[str]:
    return [d.code for d in loaded.findings.errors]


def failing(loaded: Loaded) -> list[str]:
    return [o.title for o in run_examples(loaded) if not o.passed]


def told(folder: Path, loaded: Loaded) -> list[str]:
    base = load(str(folder / "pebbles.cairn"))
    sources = base.findings.sources | loaded.findings.sources
    return differences(base.items, loaded.items, Findings(sources))


def test_the_base_itself_is_sound(folder: Path) -> None:
    base = load(str(folder / "pebbles.cairn"))
    assert codes(base) == []
    assert failing(base) == []


def test_a_replaced_rule_may_ask_the_original(folder: Path) -> None:
    loaded = variant(
        folder,
        'replace rule good(pebble: Pebble)\n  "Not the largest."\n'
        "  original good(pebble) and pebble.size < 3\n\n"
        'example "The largest is refused"\n  given my mine is empty\n'
        "  then  cannot take(3) because good\n  then  can take(2)\n",
    )
    assert codes(loaded) == []
    assert failing(loaded) == []


def test_the_games_examples_run_under_the_variant(folder: Path) -> None:
    loaded = variant(folder, "replace rule good(pebble: Pebble)\n  pebble.size >= 1\n")
    assert failing(loaded) == ["A small one is refused"]


def test_an_example_that_no_longer_holds_is_removed(folder: Path) -> None:
    loaded = variant(
        folder,
        "replace rule good(pebble: Pebble)\n  pebble.size >= 1\n\n"
        'remove example "A small one is refused"\n\n'
        'example "Every pebble is good"\n  given my mine is empty\n  then  can take(1)\n',
    )
    assert codes(loaded) == []
    assert failing(loaded) == []
    assert [e.title for e in loaded.checked().examples] == ["Every pebble is good"]


def test_set_changes_options_cells_counters_headers_and_modifiers(folder: Path) -> None:
    loaded = variant(
        folder,
        "set many = yes\nset worth[2] = 9\nset points = 5\nset players 2..3\n"
        "set mine seen by owner\nremove action rest\n",
    )
    assert codes(loaded) == []
    assert told(folder, loaded) == [
        'The game is called "Ours" instead of "Pebbles".',
        "Players: 2..3 instead of 2.",
        "The option 'many' is yes instead of no when nothing else is chosen.",
        "In the table 'worth', 2 gives 9 instead of 2.",
        "The zone 'mine' is seen by owner instead of as its kind is.",
        "The counter 'points' starts at 5 instead of 2.",
        "In the phase 'Take', 'rest' can no longer be chosen.",
    ]


def test_actions_are_added_to_a_phase(folder: Path) -> None:
    loaded = variant(
        folder,
        'add to "Take"\n  drop(pebble in my mine)\n    "Give {pebble} back."\n'
        "    move pebble to heap\n\n"
        'example "It goes back"\n  given my mine = 2\n  do    drop(2)\n  then  my mine is empty\n',
    )
    assert codes(loaded) == []
    assert failing(loaded) == []


@pytest.mark.parametrize(
    ("patch", "word", "fix"),
    [
        ("replace rule goof(pebble: Pebble)\n  yes\n", "goof", "good"),
        ('remove example "A small one is refuse"\n', "refuse", "A small one is refused"),
        ("set many_ = yes\n", "many_", "many"),
        ('remove phase "Tak"\n', "Tak", "Take"),
        ("set worth[7] = 1\n", "7", None),
    ],
)
def test_a_patch_of_something_that_is_not_there(
    folder: Path, patch: str, word: str, fix: str | None
) -> None:
    first = variant(folder, patch).findings.errors[0]
    assert first.code == "E302"
    assert word in first.message
    assert first.fix == fix
    assert first.span.line == 3


def test_a_new_part_may_not_take_a_known_name_without_replace(folder: Path) -> None:
    loaded = variant(folder, "rule good(pebble: Pebble)\n  yes\n")
    assert codes(loaded) == ["E011"]
    assert "replace" in (loaded.findings.errors[0].hint or "")


def test_two_variants_stack_where_they_do_not_meet(folder: Path) -> None:
    variant(folder, "set many = yes\n", "quick", "Quick")
    variant(folder, "set worth[3] = 5\n", "rich", "Rich")
    both = load(f"{folder}/pebbles.cairn+{folder}/quick.cairn+{folder}/rich.cairn")
    assert codes(both) == []
    assert both.checked().options["many"].default == 1


def test_two_variants_that_replace_the_same_are_named(folder: Path) -> None:
    variant(folder, "replace rule good(pebble: Pebble)\n  yes\n", "one", "One")
    variant(folder, "replace rule good(pebble: Pebble)\n  no\n", "two", "Two")
    both = load(f"{folder}/one.cairn+{folder}/two.cairn")
    assert codes(both) == ["E303"]
    message = both.findings.errors[0].message
    assert "'One'" in message
    assert "'Two'" in message
    assert "rule 'good'" in message


def test_unless_the_later_says_over(folder: Path) -> None:
    variant(folder, "replace rule good(pebble: Pebble)\n  yes\n", "one", "One")
    path = folder / "two.cairn"
    path.write_text(
        'variant "Two" of "pebbles"\n  over "One"\n\nreplace rule good(pebble: Pebble)\n'
        "  pebble.size = 3\n"
    )
    both = load(f"{folder}/one.cairn+{path}")
    assert codes(both) == []
    assert failing(both) == []


def test_a_variant_of_a_variant_builds_on_it(folder: Path) -> None:
    variant(folder, "replace rule good(pebble: Pebble)\n  pebble.size = 3\n", "one", "One")
    path = folder / "two.cairn"
    path.write_text(
        'variant "Two" of "one"\n\nreplace rule good(pebble: Pebble)\n'
        "  original good(pebble) or pebble.size = 2\n"
    )
    loaded = load(str(path))
    assert codes(loaded) == []
    assert failing(loaded) == []
    assert [p.stem for p in loaded.files] == ["two", "one", "pebbles"]


def test_a_base_that_is_not_there_is_suggested(folder: Path) -> None:
    path = folder / "lost.cairn"
    path.write_text('variant "Lost" of "pebles"\n')
    first = load(str(path)).findings.errors[0]
    assert (first.code, first.fix) == ("E301", "pebbles")


def test_a_circle_of_variants_is_refused(folder: Path) -> None:
    (folder / "a.cairn").write_text('variant "A" of "b"\n')
    (folder / "b.cairn").write_text('variant "B" of "a"\n')
    assert codes(load(str(folder / "a.cairn"))) == ["E301"]


def test_another_game_does_not_stack(folder: Path) -> None:
    assert codes(load(f"{folder}/pebbles.cairn+lost-cities-card")) == ["E301"]


def test_an_unknown_name_on_top_is_an_error(folder: Path) -> None:
    with pytest.raises(RulesError, match="no ruleset 'nowhere'"):
        load(f"{folder}/pebbles.cairn+nowhere")


def test_an_option_that_is_fixed_is_offered_to_nobody(folder: Path) -> None:
    loaded = variant(folder, "fix many = yes\n")
    assert codes(loaded) == []
    assert settings(loaded) == () and [s.name for s in settings(load(f"{folder}/pebbles.cairn"))]
    assert read_options(loaded.checked(), {"many": "yes"}) == {"many": 1}
    with pytest.raises(RulesError, match="the option 'many' is always yes"):
        read_options(loaded.checked(), {"many": "no"})


def test_examples_that_speak_of_another_value_are_left_out(folder: Path) -> None:
    base = folder / "pebbles.cairn"
    both = "".join(
        f'\nexample "{x}"\n  given many = {x}\n  then  size(heap) = 3\n' for x in ("yes", "no")
    )
    base.write_text(BASE + both)
    loaded = variant(folder, "fix many = no\n")
    assert codes(loaded) == []
    assert [e.title for e in loaded.checked().examples] == ["A small one is refused", "no"]


def test_what_is_fixed_is_told_as_a_difference(folder: Path) -> None:
    assert told(folder, variant(folder, "fix many = no\n")) == [
        'The game is called "Ours" instead of "Pebbles".',
        "The option 'many' is always no; nobody chooses it any more.",
    ]


def test_examples_run_with_what_is_fixed(folder: Path) -> None:
    loaded = variant(folder, 'fix many = yes\n\nexample "Always"\n  then many\n')
    assert codes(loaded) == [] and failing(loaded) == []


def test_an_option_is_fixed_whichever_variant_comes_first(folder: Path) -> None:
    variant(folder, "fix many = no\n", "one", "One")
    other = 'example "With many"\n  given many = yes\n  then many\n'
    variant(folder, other, "two", "Two")
    for first, second in (("one", "two"), ("two", "one")):
        both = load(f"{folder}/{first}.cairn+{folder}/{second}.cairn")
        assert codes(both) == [] and failing(both) == []


def test_two_that_fix_and_set_the_same_option_contradict_each_other(folder: Path) -> None:
    variant(folder, "fix many = no\n", "one", "One")
    variant(folder, "set many = yes\n", "two", "Two")
    assert "E303" in codes(load(f"{folder}/one.cairn+{folder}/two.cairn"))


def test_a_variant_of_one_that_fixes_may_fix_anew(folder: Path) -> None:
    variant(folder, "fix many = no\n", "one", "One")
    path = folder / "two.cairn"
    path.write_text('variant "Two" of "one"\n\nfix many = yes\n')
    loaded = load(str(path))
    assert codes(loaded) == [] and loaded.checked().options["many"].default == 1
