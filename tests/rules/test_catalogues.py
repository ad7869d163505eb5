"""Words in other languages: every ruleset has them, and they change only what people read."""

import re
from pathlib import Path

import pytest

from engine.chronicle.chronicle import Chronicle
from engine.game.saves import parse_save, replay, save_text
from engine.game.session import Game, Session
from engine.language.diagnostics import RulesError
from engine.rules.catalogue import Catalogue, Form
from engine.rules.engine_messages import LANGUAGES
from engine.rules.files import catalogue_path, library
from engine.rules.load import Loaded, load
from engine.rules.translations import catalogue_for, check_catalogue, read_catalogue

OTHERS = [language for language in LANGUAGES if language != "en"]

FRUIT = """\
game "Fruit"
  players 2

option sweet: yes, no = no

type Sort = apple, pear

component Fruit
  sort: Sort
  size: 1..3
  called "{sort} {size}"
  make 1 for each sort, size

component Basket
  sort: Sort
  ripe: yes, no
  make 1 sort = pear, ripe = yes

zone heap:         area of Fruit
zone mine[Player]: area of Fruit
zone sack:         bag of Fruit
zone shelf:        area of Basket
zone ticks[Player, Sort]: column of mark, at most 9

var wanted: Sort?
counter bites[Player]: 0..9 = 0

rule good(fruit: Fruit)
  "Only large fruit is good."
  fruit.size >= 2

setup
  move all Fruit to heap
  move all Basket to shelf

turn
  phase "Eat"
    may choose
      eat(fruit in heap)
        "Take {fruit} of the sort {fruit.sort}."
        require good(fruit)
        require fruit.sort != wanted
          because "{fruit} is not wanted."
        move fruit to my mine
        write mark in my ticks[fruit.sort]
        wanted := fruit.sort

game ends when size(mine[seat 1]) = 2

score each Player
  for each sort
    add "Fruit: {sort}" count(fruit in my mine where fruit.sort = sort)

example "Large fruit may be eaten"
  given my mine is empty
  then  can eat(apple 2)
"""

GERMAN = """\
names:
  sweet: süß
  apple: Apfel
  pear: Birne
  Fruit: Obst
  Basket: Korb
  heap: Haufen
  mine: Vorrat
  sack: Sack
  shelf: Regal
  ticks: Striche
  mark: Strich
  wanted: gewünscht
  bites: Bissen
  eat: essen
  Sort: Sorte
  sort: Sorte
  size: Größe
  ripe: reif
  good: Was gut ist
texts:
  "Fruit": "Obst"
  "{sort} {size}": "{size} {sort}"
  "Only large fruit is good.": "Nur großes Obst ist gut."
  "Eat": "Essen"
  "Take {fruit} of the sort {fruit.sort}.": "Aus der Sorte {fruit.sort}: {fruit} nehmen."
  "{fruit} is not wanted.": "Nicht gewünscht: {fruit}."
  "Fruit: {sort}": "Obst von {sort}"
"""

VARIANT = """\
variant "More fruit" of "fruit"

replace rule good(fruit: Fruit)
  "Any fruit will do but the smallest pear."
  original good(fruit) or fruit.sort = apple
"""

GERMAN_VARIANT = """\
texts:
  "More fruit": "Mehr Obst"
  "Any fruit will do but the smallest pear.": "Alles geht außer der kleinsten Birne."
"""


@pytest.fixture
def fruit(tmp_path: Path) -> Path:
    path = tmp_path / "fruit.cairn"
    path.write_text(FRUIT, encoding="utf-8")
    catalogue_path(path, "de").write_text(GERMAN, encoding="utf-8")
    return path


def rewrite(ruleset: Path, old: str, new: str) -> Loaded:
    """Change the German words of a ruleset."""
    path = catalogue_path(ruleset, "de")
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    return load(ruleset)


def told(loaded: Loaded) -> list[str]:
    return [d.message.replace(str(loaded.path.parent), "") for d in check_catalogue(loaded, "de")]


# ------------------------------------------------------------------ the library


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("path", library(), ids=lambda path: path.stem)
def test_nothing_is_missing_unused_or_wrong(path: Path, language: str) -> None:
    assert [d.message for d in check_catalogue(load(path), language)] == []


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("path", library(), ids=lambda path: path.stem)
def test_every_sentence_is_really_translated(path: Path, language: str) -> None:
    found = read_catalogue(catalogue_path(path, language))
    for text, other in found.texts.items():
        assert (text[-1] in ".?!") == (other[-1] in ".?!"), f"{text} / {other}"
        assert text != other or text[-1] not in ".?!", text
        assert text[0].isalpha() <= (other[0].isupper() or other[0] == "{"), f"{text} / {other}"


def test_every_catalogue_belongs_to_a_ruleset() -> None:
    rulesets = library()
    wanted = {catalogue_path(path, language) for path in rulesets for language in OTHERS}
    kinds = ("view", "lessons")
    found = {p for p in rulesets[0].parent.glob("*.yaml") if p.stem.rpartition(".")[2] not in kinds}
    assert found == wanted


def test_cards_and_sentences_of_the_library_in_german_and_french() -> None:
    first = {
        language: Session(Game(load("lost-cities-card"), 2, language=language), 3).legal()[0]
        for language in LANGUAGES
    }
    notation = first["en"].text
    match = re.fullmatch(r"explore\((\w+) (\w+)\)", notation)
    assert match is not None
    colour, value = match.groups()
    german = {"yellow": "Gelb", "blue": "Blau", "white": "Weiß", "green": "Grün", "red": "Rot"}
    french = {"yellow": "jaune", "blue": "bleu", "white": "blanc", "green": "vert", "red": "rouge"}
    card_de = f"{german[colour]} {value.replace('wager', 'Wette')}"
    card_fr = f"{value.replace('wager', 'pari')} {french[colour]}"
    assert {legal.text for legal in first.values()} == {notation}
    assert first["de"].words == f"Lege {card_de} an deine Expedition in {german[colour]} an."
    assert first["fr"].words == f"Ajoute le {card_fr} à ton expédition de cette couleur."


# ------------------------------------------------------------------ what is reported


def test_a_complete_catalogue_has_no_problems(fruit: Path) -> None:
    assert told(load(fruit)) == []


def test_a_missing_file_is_reported(fruit: Path) -> None:
    found = check_catalogue(load(fruit), "fr")
    assert [d.code for d in found] == ["E601"]
    assert "fruit.fr.yaml" in found[0].message


@pytest.mark.parametrize(
    ("line", "problem", "where"),
    [
        ("  pear: Birne\n", "/fruit.de.yaml lacks the name 'pear'", "type Sort"),
        ('  "Eat": "Essen"\n', "/fruit.de.yaml lacks the text 'Eat'", '  phase "Eat"'),
    ],
)
def test_a_missing_entry_is_reported_with_its_place_in_the_rules(
    fruit: Path, line: str, problem: str, where: str
) -> None:
    loaded = rewrite(fruit, line, "")
    assert told(loaded) == [problem]
    assert FRUIT.splitlines()[check_catalogue(loaded, "de")[0].span.line - 1].startswith(where)


def test_an_unused_entry_is_reported(fruit: Path) -> None:
    loaded = rewrite(fruit, '  "Eat": "Essen"\n', '  "Eat": "Essen"\n  "Drink": "Trinken"\n')
    assert told(loaded) == ["/fruit.de.yaml has a text that nothing uses: 'Drink'"]
    loaded = rewrite(fruit, "  pear: Birne\n", "  pear: Birne\n  plum: Pflaume\n")
    assert "/fruit.de.yaml has a name that nothing uses: 'plum'" in told(loaded)


def test_the_words_of_examples_are_not_wanted(fruit: Path) -> None:
    title = "Large fruit may be eaten"
    loaded = rewrite(fruit, '  "Eat"', f'  "{title}": "Großes darf man essen"\n  "Eat"')
    assert told(loaded) == [f"/fruit.de.yaml has a text that nothing uses: '{title}'"]


def test_a_value_that_the_sentence_does_not_have_is_reported(fruit: Path) -> None:
    loaded = rewrite(fruit, "Nicht gewünscht: {fruit}.", "{fruti} und {fruit.size}: unerwünscht.")
    assert told(loaded) == [
        "/fruit.de.yaml quotes {fruit.size}, {fruti}, which '{fruit} is not wanted.' doesn't"
    ]


def test_a_value_may_be_left_out_or_said_twice(fruit: Path) -> None:
    assert told(rewrite(fruit, "Nicht gewünscht: {fruit}.", "Das will niemand.")) == []
    assert told(rewrite(fruit, "Das will niemand.", "{fruit}? Nicht {fruit}!")) == []


@pytest.mark.parametrize(
    ("old", "new", "line", "column"),
    [
        ('"Eat": "Essen"', '"Eat": "Essen', 26, 4),
        ("  pear: Birne", "   pear: Birne", 4, 8),
        ("  pear: Birne", "  pear: Birne\n  pear: Birnen", 5, 3),
        ("  pear: Birne", "  pear: !!python/name:os.system x", 4, 9),
    ],
)
def test_a_broken_file_is_one_sentence_with_line_and_column(
    fruit: Path, old: str, new: str, line: int, column: int
) -> None:
    loaded = rewrite(fruit, old, new)
    with pytest.raises(RulesError) as caught:
        check_catalogue(loaded, "de")
    (found,) = caught.value.diagnostics
    assert found.code == "E601"
    assert found.message.startswith("this catalogue can't be read: ")
    assert "\n" not in found.message
    assert (Path(found.span.file).name, found.span.line) == ("fruit.de.yaml", line)
    assert found.span.column == column
    with pytest.raises(RulesError):
        Game(loaded, 2, language="de")
    Game(loaded, 2, language="fr")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("- apple\n", "'names', 'texts' and 'forms', and nothing else"),
        ("names: [apple]\n", "'names' doesn't fit in"),
        ("names:\n  pear: 7\n", "'names: pear' doesn't fit in"),
        ("names:\n  7: seven\n", "'names: 7' doesn't fit in"),
        ("words:\n  pear: Birne\n", "'words' doesn't fit in"),
        ("forms:\n  pear: weiblich\n", "'forms: pear' is m, f, n or p, with the word for several"),
    ],
)
def test_a_file_with_something_else_in_it_is_refused_in_a_sentence(
    fruit: Path, text: str, reason: str
) -> None:
    catalogue_path(fruit, "de").write_text(text, encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        read_catalogue(catalogue_path(fruit, "de"))
    (found,) = caught.value.diagnostics
    assert found.code == "E601"
    assert "fruit.de.yaml is no catalogue: " in found.message
    assert reason in found.message
    assert "\n" not in found.message


def test_a_form_of_a_name_that_is_gone_is_reported(fruit: Path) -> None:
    forms = "forms:\n  Fruit: n Früchte\n  plum: f Pflaumen\ntexts:"
    loaded = rewrite(fruit, "texts:", forms)
    assert told(loaded) == ["/fruit.de.yaml has a form that nothing uses: 'plum'"]
    assert catalogue_for(loaded, "de").forms["Fruit"] == Form("n", "Früchte")


def test_an_empty_file_leaves_the_rules_own_words(fruit: Path) -> None:
    catalogue_path(fruit, "de").write_text("# Not yet.\n", encoding="utf-8")
    assert read_catalogue(catalogue_path(fruit, "de")) == Catalogue("de")
    assert Session(Game(load(fruit), 2, language="de")).legal()[0].words == (
        "Take apple 2 of the sort apple."
    )


# ------------------------------------------------------------------ play


def test_sentences_take_their_values_in_the_new_order(fruit: Path) -> None:
    session = Session(Game(load(fruit), 2, language="de"))
    assert [(legal.text, legal.words) for legal in session.legal()][:2] == [
        ("eat(apple 2)", "Aus der Sorte Apfel: 2 Apfel nehmen."),
        ("eat(apple 3)", "Aus der Sorte Apfel: 3 Apfel nehmen."),
    ]
    session.play("eat(apple 2)")
    assert Chronicle(session).log(1) == [
        (0, "eat(apple 2)", "Aus der Sorte Apfel: 2 Apfel nehmen.")
    ]
    assert session.explain(1, "eat(apple 3)").sentence == "Nicht gewünscht: 3 Apfel."
    assert session.explain(1, "eat(pear 1)").sentence == "Nur großes Obst ist gut."


def test_words_that_every_game_has_need_no_entry(fruit: Path) -> None:
    for language, words in (("de", "Passe."), ("fr", "Passe."), ("en", "Pass.")):
        session = Session(Game(load(fruit), 2, language=language))
        assert [(x.text, x.words) for x in session.legal()][-1] == ("pass", words)


def test_ledgers_speak_the_language(fruit: Path) -> None:
    session = Session(Game(load(fruit), 2, language="de"))
    session.play("eat(pear 3)")
    rows = session.ledgers(0)[0].rows
    assert [(row.label, row.value) for row in rows] == [
        ("Obst von Apfel", 0),
        ("Obst von Birne", 1),
    ]


def test_notation_saves_and_records_stay_in_the_rules_words(fruit: Path) -> None:
    loaded = load(fruit)
    german, english = (Session(Game(loaded, 2, language=x), 5) for x in ("de", "en"))
    for session in (german, english):
        for move in ("eat(apple 3)", "eat(pear 2)", "pass"):
            session.play(move)
    assert [d.text for d in german.history] == [d.text for d in english.history]
    assert [legal.text for legal in german.legal()] == [legal.text for legal in english.legal()]
    saved = save_text(german)
    assert saved == save_text(english)
    assert "Apfel" not in saved
    again = replay(parse_save(saved.encode(), "a save"), loaded)
    assert again.state == german.state
    with pytest.raises(RulesError):
        german.play("eat(1 Apfel)")


def test_views_carry_both_the_rules_words_and_the_translated_ones(fruit: Path) -> None:
    session = Session(Game(load(fruit), 2, language="de"))
    session.play("eat(pear 2)")
    view = session.view(1)
    assert (view.phase, view.phase_title) == ("Eat", "Essen")
    zones = {zone.name: zone for zone in view.zones}
    mine = zones["mine[seat 1]"]
    assert (mine.family, mine.title) == ("mine", "Vorrat Platz 1")
    assert [(item.name, item.shown) for item in mine.items] == [("pear 2", "2 Birne")]
    assert mine.items[0].values == (("sort", "pear"), ("size", "2"))
    ticks = zones["ticks[seat 1, pear]"]
    assert ticks.title == "Striche Platz 1 Birne"
    assert [(item.name, item.shown) for item in ticks.items] == [("mark", "Strich")]
    assert [item.shown for item in zones["shelf"].items] == ["Birne ja"]
    variables = {variable.name: variable for variable in view.variables}
    assert (variables["wanted"].title, variables["wanted"].shown) == ("gewünscht", "Birne")
    assert variables["wanted"].value == "pear"
    assert variables["bites[seat 2]"].title == "Bissen Platz 2"


def test_nothing_is_shown_in_the_language_too(fruit: Path) -> None:
    view = Session(Game(load(fruit), 2, language="de")).view(0)
    assert {v.name: v.shown for v in view.variables}["wanted"] == "nichts"


def test_what_a_seat_cannot_see_is_named_by_its_kind() -> None:
    session = Session(Game(load("lost-cities-card"), 2, language="de"))
    hand = {zone.name: zone for zone in session.view(1).zones}["hand[seat 1]"]
    assert {(item.name, item.component, item.shown) for item in hand.items} == {
        (None, "Card", "Karte")
    }


# ------------------------------------------------------------------ variants


@pytest.fixture
def variant(fruit: Path) -> Loaded:
    path = fruit.with_name("more-fruit.cairn")
    path.write_text(VARIANT, encoding="utf-8")
    catalogue_path(path, "de").write_text(GERMAN_VARIANT, encoding="utf-8")
    return load(path)


def test_a_variant_translates_only_what_it_adds(variant: Loaded) -> None:
    assert told(variant) == []


def test_a_variants_words_go_before_those_of_its_game(variant: Loaded) -> None:
    path = catalogue_path(variant.path, "de")
    path.write_text(GERMAN_VARIANT + "names:\n  pear: Williamsbirne\n", encoding="utf-8")
    found = catalogue_for(variant, "de")
    assert found.name("pear") == "Williamsbirne"
    assert found.name("apple") == "Apfel"
    assert found.text("More fruit") == "Mehr Obst"
    assert found.text("Eat") == "Essen"
    session = Session(Game(variant, 2, language="de"))
    assert session.legal()[0].words == "Aus der Sorte Apfel: 1 Apfel nehmen."
    sentence = session.explain(0, "eat(pear 1)").sentence
    assert sentence == "Alles geht außer der kleinsten Birne."


def test_stacked_variants_keep_all_their_words() -> None:
    found = catalogue_for(load("lost-cities-board+auf-und-ab+short-game"), "de")
    assert found.text("Auf und Ab") == "Auf und Ab"
    assert found.text("The short game") == "Das Kurzspiel"
    assert found.name("researcher") == "Expeditionsleitung"


def test_a_diagram_is_no_text_to_translate() -> None:
    rules = load("draughts")
    assert '"b.b.b.b."' in rules.path.read_text("utf-8")
    assert check_catalogue(rules, "de") == []
