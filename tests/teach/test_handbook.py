"""Handwritten books: their marks, values and pictures are held against the rules."""

import io
import re
from collections import Counter
from pathlib import Path

import pytest
from PIL import Image

from engine.rules.files import library
from engine.rules.load import load
from engine.teach.handbook_check import books_beside, check_handbooks
from engine.teach.handbook_pages import pages_of
from engine.teach.handbook_printing import (
    SHEET,
    BookPictures,
    handbook_html,
    handbook_markdown,
    handbook_pdf,
    handbook_typst,
    sides,
)
from engine.teach.plan import plan_for
from tests.cli.conftest import Cairn, run_here
from tests.scope import FIVE, telling
from viewer.artwork.paper import on_paper

BOOKS = Path(__file__).parents[2] / "docs" / "rulebooks"
MOST_BYTES = 1_000_000

GAME = """\
game "Climb"
  players 2..3

let hand_size = 3

component Card
  value: 1..9
  called "card {value}"
  make 2 for each value

zone deck:         pile of Card, face down
zone hand[Player]: hand of Card
zone path[Player]: column of Card

rule rises(card: Card)
  "Each card must be higher than the one before it."
  my path is empty or card.value > last(my path).value

setup
  move all Card to deck
  shuffle deck
  deal hand_size from deck to each hand

turn
  choose
    climb(card in my hand)
      "Lay {card} on your path."
      require rises(card)
      move card to my path
    rest
      "Do nothing."
      skip

round ends when my hand is empty

score each Player
  add "Cards" size(my path)

winner highest total

example "A lower card is refused"
  given my path = card 5
  given my hand has card 3
  then  cannot climb(card 3) because rises

example "A higher card may follow"
  given my path = card 5
  given my hand has card 7
  do    climb(card 7)
  then  my path = card 5, card 7

example "Each card counts"
  given my path = card 2, card 5
  then  my score is 2
"""
BOOK = """\
# Climb

A game for nimble fingers

## Set-up

<!-- aim; players; start; rounds; piece Card; zone deck -->
There are {size(Card)} cards.

![What is in the box](contents)

1. Shuffle them.
<!-- setup; zone hand -->
2. Deal **{hand_size} cards** to each.

![After set-up](setup 3)

## Your turn

<!-- turn; zone path -->
Lay a card on your path, or rest.

<!-- rule rises -->
Your cards must rise.

> Equal cards don't rise.

![Too low](example: "A lower card is refused")

![Now only the 7 fits](position:
  given my path = card 5
  given my hand has card 7)

<!-- round; score, winner -->
| Each card | counts |
|---|--:|
| one point | {2 - 1} |

![Write here](scores)
"""
BOOK = BOOK.replace("round; score", "ending round ends when my hand is empty; score")


@pytest.fixture
def climb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cairn:
    """The game and its book in the folder one is in."""
    monkeypatch.chdir(tmp_path)
    Path("climb.cairn").write_text(GAME, encoding="utf-8")
    Path("climb.book.md").write_text(BOOK, encoding="utf-8")
    return run_here


def change(name: str, old: str, new: str) -> None:
    path = Path(name)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def said() -> str:
    """What is said of the books, as `cairn check` prints it."""
    loaded = load("climb.cairn")
    found = check_handbooks(loaded)
    return "\n\n".join(one.render(loaded.findings.sources) for one in found)


def test_a_book_that_tells_each_point_once_passes(climb: Cairn) -> None:
    result = climb("check", "climb.cairn")
    assert (result.code, result.out) == (0, "climb.cairn: 3 examples pass\n")


def test_a_point_without_a_paragraph_or_with_several_is_named(climb: Cairn) -> None:
    change("climb.book.md", "<!-- rule rises -->", "<!-- score -->")
    assert said() == (
        "climb.book.md:1:1: warning[W012]: no paragraph describes 'rule rises'; "
        "several paragraphs describe 'score'\n    1 | # Climb\n      | ^^^^^^^"
    )


def test_what_is_inside_a_point_may_have_a_paragraph_of_its_own(climb: Cairn) -> None:
    change("climb.book.md", "<!-- rule rises -->", "<!-- rule rises; action climb -->")
    assert said() == ""


def test_what_is_written_wrong_is_named_with_its_place(climb: Cairn) -> None:
    change("climb.book.md", "<!-- rule rises -->", "<!-- rule rises, rule raises -->")
    change("climb.book.md", "{hand_size}", "{hand_sized}")
    change("climb.book.md", "(setup 3)", "(setup 4)")
    change("climb.book.md", "(contents)", "(content)")
    change("climb.book.md", "given my hand has card 7", "given my hand has card 11")
    change("climb.book.md", '"A lower card is refused"', '"A lower card is welcome"')
    result = climb("check", "climb.cairn")
    text = result.out
    assert result.code == 1
    for part in (
        "climb.book.md:10:1: error[E608]: there is no picture 'content'; there are contents, ",
        "climb.book.md:14:11: error[E608]: 'hand_sized' is no number of the rules: "
        "nothing here is called 'hand_sized'",
        "climb.book.md:16:1: error[E608]: the game is for 2 to 3 players, not 4",
        "climb.book.md:23:18: error[E608]: the rules have no point 'rule raises'",
        "did you mean 'rule rises'?",
        "climb.book.md:28:1: error[E608]: the rules have no example 'A lower card is welcome'",
        "climb.book.md:32:3: error[E608]: this position doesn't fit the rules: ",
    ):
        assert part in text


def test_a_value_that_differs_between_games_is_refused(climb: Cairn) -> None:
    change("climb.book.md", "{size(Card)}", "{size(deck)}")
    assert "'size(deck)' isn't the same in every game" in said()
    change("climb.cairn", "players 2..3", "players 3")
    assert said() == ""


def test_a_changed_rule_makes_its_paragraph_doubtful(climb: Cairn) -> None:
    result = climb("rules", "climb.cairn", "--confirm")
    assert (result.code, result.out) == (0, "climb.book.md: 5 marks confirmed\n")
    kept = Path("climb.book.md").read_text(encoding="utf-8")
    assert re.sub(r" \| [0-9a-f]{8} -->", " -->", kept) == BOOK
    assert said() == ""
    change("climb.cairn", "card.value > last", "card.value >= last")
    assert said() == (
        "climb.book.md:24:1: warning[W013]: the rules have changed since 'Your cards must rise.' "
        "was written: read it again with rule rises\n"
        "   24 | Your cards must rise.\n      | ^^^^^^^^^^^^^^^^^^^^^ "
        "then run 'cairn rules climb.cairn --confirm'"
    )
    assert climb("rules", "climb.cairn", "--confirm").code == 0
    assert said() == ""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("move all Card to deck\n", "move all Card to deck  # again\n"),
        ("Each card must be higher", "Every card must be higher"),
        ('add "Cards" ', 'add "Points"    '),
        ("example", 'advice rest\n  "Not often."\n  1\n\nexample'),
        ("my path is empty or card", "my path is empty\n    or card"),
    ],
)
def test_words_and_layout_leave_a_paragraph_as_it_was(climb: Cairn, old: str, new: str) -> None:
    climb("rules", "climb.cairn", "--confirm")
    path = Path("climb.cairn")
    text = path.read_text(encoding="utf-8").replace(old, new, 1)
    assert text != GAME
    path.write_text(text, encoding="utf-8")
    assert "W013" not in said()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("let hand_size = 3", "let hand_size = 4", "Deal 3 cards to each."),
        ("      require rises(card)\n", "", "Lay a card on your path, …"),
        ("size(my path)", "2 * size(my path)", "Each card"),
    ],
)
def test_what_a_paragraph_rests_on_counts_with_it(
    climb: Cairn, old: str, new: str, words: str
) -> None:
    climb("rules", "climb.cairn", "--confirm")
    change("climb.cairn", old, new)
    assert f"since '{words}" in said().replace("{hand_size}", "3")


def test_confirming_what_the_rules_lack_changes_nothing(climb: Cairn) -> None:
    change("climb.book.md", "rule rises", "rule raises")
    before = Path("climb.book.md").read_bytes()
    result = climb("rules", "climb.cairn", "--confirm")
    assert result.code == 1 and "the rules have no point 'rule raises'" in result.err
    assert Path("climb.book.md").read_bytes() == before
    result = climb("rules", "climb.cairn", "--confirm", "--lang", "de")
    assert result.code == 1
    assert "climb hat kein handgeschriebenes Buch: climb.book.de.md gibt es nicht" in result.err


# ------------------------------------------------------------------ printed


def printed(cairn: Cairn, *options: str, game: str = "climb.cairn", language: str = "en") -> str:
    result = cairn("rules", game, "--lang", language, *options)
    assert (result.code, result.err) == (0, "")
    return result.out


def test_the_handwritten_book_is_printed_with_its_values_and_answers(climb: Cairn) -> None:
    text = printed(climb)
    assert text.startswith(
        "# Climb\n\nA game for nimble fingers\n\n## Set-up\n\nThere are 18 cards."
    )
    assert "1. Shuffle them.\n2. Deal **3 cards** to each.\n" in text
    assert "*Too low*  \nThe rules forbid this here: Each card must be higher" in text
    assert "> Equal cards don't rise.\n" in text
    assert "| one point | 1 |" in text
    assert "<!--" not in text
    assert printed(climb, "--generated").startswith("# Climb\n\n## Aim of the game")


def test_an_example_that_moves_or_counts_shows_what_comes_of_it(climb: Cairn) -> None:
    change("climb.book.md", "A lower card is refused", "A higher card may follow")
    assert "In this position, this is allowed: Lay card 7 on your path." in printed(climb)
    change("climb.book.md", "A higher card may follow", "Each card counts")
    assert "*Too low*\n\n|  |  |\n| --- | ---: |\n| Cards | 2 |\n| Total | 2 |" in printed(climb)


def test_a_point_without_a_paragraph_gets_cairns_words_beside_its_like(climb: Cairn) -> None:
    change("climb.book.md", "<!-- rule rises -->\nYour cards must rise.\n", "")
    text = printed(climb)
    assert "Each card must be higher than the one before it." in text.split("## Write here")[0]
    change("climb.book.md", "ending round ends when my hand is empty; ", "")
    assert "## The end\n\nThe round ends when your hand is empty." in printed(climb)


def test_a_language_without_a_book_of_its_own_gets_cairns(climb: Cairn) -> None:
    Path("climb.de.yaml").write_text("names: {Card: Karte}\n", encoding="utf-8")
    assert "## Ziel des Spiels" in printed(climb, language="de")
    Path("climb.book.de.md").write_text("# Klettern\n\nHoch hinaus\n", encoding="utf-8")
    text = printed(climb, language="de")
    assert text.startswith("# Klettern\n\nHoch hinaus\n") and "## Spielmaterial" in text


VARIANT = """\
variant "Steep" of "climb"

replace rule rises(card: Card)
  "Each card must be much higher."
  my path is empty or card.value > last(my path).value + 1
"""
STEEP = """\
# Steep

Only for climbers

## What is different

Your steps are higher.
"""


def test_the_book_of_a_variant_is_followed_by_that_of_its_game(climb: Cairn) -> None:
    Path("steep.cairn").write_text(VARIANT, encoding="utf-8")
    assert "## What is different" in printed(climb, game="steep.cairn")
    Path("steep.book.md").write_text(STEEP, encoding="utf-8")
    text = printed(climb, game="steep.cairn")
    before, after = text.split("## Everything else is as in Climb\n")
    assert "Your steps are higher." in before
    assert "Your cards must rise." not in after and "Each card must be much higher." in after
    assert "Deal **3 cards** to each." in after
    loaded = load("steep.cairn")
    (found,) = check_handbooks(loaded)
    assert found.message == "no paragraph describes 'rule rises'"
    change("steep.book.md", "Your steps", "<!-- rule rises -->\nYour steps")
    assert check_handbooks(load("steep.cairn")) == []
    text = printed(climb, game="steep.cairn")
    assert text.count("Each card must be much higher") == 1, "only as the answer to the example"
    whole = BOOK.replace("# Climb", "# Steep").replace("must rise.", "must rise a lot.")
    Path("steep.book.md").write_text(whole, encoding="utf-8")
    assert "Everything else" not in printed(climb, game="steep.cairn")


def test_the_complete_book_of_a_variant_is_printed_alone(climb: Cairn) -> None:
    Path("steep.cairn").write_text(VARIANT, encoding="utf-8")
    whole = Path("climb.book.md").read_text(encoding="utf-8").replace("# Climb", "# Steep", 1)
    Path("steep.book.md").write_text(whole, encoding="utf-8")
    text = printed(climb, game="steep.cairn")
    assert text.startswith("# Steep\n") and "Everything else" not in text
    assert text.count("Your cards must rise.") == 1


def test_what_is_set_shows_in_the_handwritten_book(climb: Cairn) -> None:
    change("climb.cairn", "let hand_size = 3", "option many: 3..5 = 3\n\nlet hand_size = many")
    assert "Deal **5 cards** to each." in printed(climb, "--set", "many=5")


def test_a_handwritten_book_as_pages_and_as_a_booklet(climb: Cairn) -> None:
    pages = pages_of(plan_for(load("climb.cairn")))
    assert pages is not None
    picture = on_paper(white(1200, 600), 300)
    assert Image.open(io.BytesIO(picture)).size == (300, 150)
    names = dict.fromkeys((*pages.names.values(), "piece-Card"), picture)
    drawn = BookPictures(names, "jpg", {"setup-3": ("deck", "hand")})
    assert handbook_pdf(pages, drawn, Path()).startswith(b"%PDF")
    assert handbook_pdf(pages, drawn, Path(), folded=True).startswith(b"%PDF")
    page = handbook_html(pages, drawn)
    assert page.count("<img ") == 4 and "1\N{NO-BREAK SPACE}Deck" in page
    result = climb("rules", "climb.cairn", "--folded", "--out", "x.html")
    assert result.code == 1 and "only a PDF can be folded" in result.err


def white(width: int, height: int) -> bytes:
    kept = io.BytesIO()
    Image.new("RGBA", (width, height), (255, 255, 255, 0)).save(kept, "PNG")
    return kept.getvalue()


@pytest.mark.parametrize(
    ("count", "order"),
    [
        (4, [(4, 1), (2, 3)]),
        (6, [(6, 1), (2, 0), (0, 3), (4, 5)]),
        (8, [(8, 1), (2, 7), (6, 3), (4, 5)]),
    ],
)
def test_a_booklet_ends_with_its_last_page(count: int, order: list[tuple[int, int]]) -> None:
    assert sides(count) == order


def test_what_a_book_holds_is_text_in_every_form(climb: Cairn) -> None:
    change("climb.book.md", "Your cards must rise.", "<script>x</script> #read(1) $y$ `z` & **b**")
    pages = pages_of(plan_for(load("climb.cairn")))
    assert pages is not None
    page = handbook_html(pages, BookPictures())
    assert "<script>" not in page and "&lt;script&gt;" in page and "<strong>b</strong>" in page
    assert "\\#read(1)" in handbook_typst(pages, BookPictures())
    assert "\\<script\\>" in printed(climb)


# ------------------------------------------------------------------ of the library

PUBLISHED = [path for path in library() if path.stem in FIVE]


@pytest.mark.parametrize("path", telling(PUBLISHED[3:4], PUBLISHED), ids=lambda path: path.stem)
def test_the_books_of_the_published_games_fit_its_rules(path: Path) -> None:
    loaded = load(path)
    assert [one.name for one in books_beside(loaded)] == [
        f"{path.stem}.book.{end}" for end in ("de.md", "fr.md", "md")
    ]
    assert check_handbooks(loaded) == []


def test_the_printed_books_of_the_docs_are_small_and_of_one_sheet() -> None:
    found = sorted(BOOKS.glob("*.pdf"))
    named = Counter(path.stem.partition(".")[0] for path in found)
    assert len(named) == 5 and set(named.values()) == {3}, "in three languages"
    assert set(named) <= {path.stem for path in library()}
    assert all(path.stat().st_size < MOST_BYTES for path in found)
    assert all(path.read_bytes().count(b"/Type/Page/") == SHEET for path in found)


@pytest.mark.parametrize(
    ("language", "answer", "caption"),
    [
        ("en", "In this position, this is allowed: Add", "*Picture: One card"),
        ("de", "In dieser Stellung ist dies erlaubt: Lege", "*Bild: "),
        ("fr", "Dans cette position, ceci est permis : Ajoute", "*Image : "),
    ],
)
def test_a_book_in_markdown_says_what_is_a_picture(
    language: str, answer: str, caption: str
) -> None:
    pages = pages_of(plan_for(load("lost-cities-board"), language))
    assert pages is not None
    drawn = [f"piece-{name}" for name in pages.plan.rules.components]
    pieces = dict.fromkeys([*drawn, *pages.names.values()], b"")
    text = handbook_markdown(pages, BookPictures(pieces), "x")
    plain = text.replace("\\", "")
    assert answer in plain and caption in plain
    assert text.count("](x-piece-Card.webp)") == 1 and "110 " in text
    assert "→" in text.rpartition("| --- |")[2], "the values stand below the score sheet"
