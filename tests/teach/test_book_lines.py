"""What a generated book says of single lines of the rules, in three languages."""

from pathlib import Path

import pytest

from engine.rules.load import load
from engine.teach.book import Book, book_of
from engine.teach.plan import plan_for

HEAD = 'game "Small"\n  players 2\n\ncomponent Card\n  rank: 1..9\n  make 1 for each rank\n\n'
ZONES = "zone deck: pile of Card\nzone hand[Player]: hand of Card\nzone heap: pile of Card\n\n"


def book(tmp_path: Path, rules: str, language: str, *, played: bool = False) -> Book:
    """Return the book of rules that have no words in other languages."""
    path = tmp_path / "small.cairn"
    path.write_text(rules, encoding="utf-8")
    return book_of(plan_for(load(path), language), played=played)


def told(tmp_path: Path, rules: str, language: str) -> str:
    """Return the lines of that book."""
    made = book(tmp_path, rules, language)
    lines = [line for section in made.sections for line in section.lines]
    return "\n".join(f"{line.lead}|{line.text}|{line.small}" for line in lines)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "If the heap is empty: say: “… takes the last one!”"),
        ("de", "Falls heap leer ist: sage: „… takes the last one!“"),
        ("fr", "Si heap est vide : dis : « … takes the last one! »"),
    ],
)
def test_what_is_announced_is_said(tmp_path: Path, language: str, sentence: str) -> None:
    turn = 'turn\n  if heap is empty: announce "{me} takes the last one!"\n\n'
    text = told(tmp_path, HEAD + ZONES + turn + "game ends when deck is empty\n", language)
    assert sentence in text


@pytest.mark.parametrize(
    ("language", "refusal", "rule"),
    [
        (
            "en",
            "What can stop you: No nines.|Allowed only if the card's rank is not 9.",
            "|Only low ones. The exact rule is “low”, for the card.",
        ),
        (
            "de",
            "Was dem entgegenstehen kann: No nines.|Erlaubt nur, falls rank von card nicht 9 ist.",
            "|Only low ones. Die genaue Regel ist „low“ für card.",
        ),
        (
            "fr",
            "Ce qui peut t'en empêcher : No nines.|Permis seulement si rank de card n'est pas 9.",
            "|Only low ones. La règle exacte est « low », pour card.",
        ),
    ],
)
def test_what_an_action_asks_for_is_not_told_as_what_forbids_it(
    tmp_path: Path, language: str, refusal: str, rule: str
) -> None:
    flow = (
        'turn\n  choose\n    lay(card in my hand)\n      "Lay a card."\n'
        '      require card.rank != 9 because "No nines."\n      require low(card)\n'
        '      move card to heap\n\nrule low(card: Card)\n  "Only low ones."\n  card.rank < 8\n\n'
        "game ends when deck is empty\n"
    )
    text = told(tmp_path, HEAD + ZONES + flow, language)
    assert refusal in text and rule in text


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_examples_are_about_what_they_are_printed_with(tmp_path: Path, language: str) -> None:
    flow = (
        "turn\n  choose\n    lay(card in my hand)\n      require low(card)\n"
        "      move card to my heap\n\nrule low(card: Card)\n  fair(card)\n\n"
        "rule fair(card: Card)\n  card.rank < 8\n\n"
        'score each Player\n  add "Cards" size(my heap)\n\nwinner highest total\n\n'
        "game ends when size(hand) = 0\n\n"
    )
    examples = (
        'example "A card is laid"\n  given my hand = 3, 4\n  given hand[seat 2] = 6\n'
        "  do lay(3)\n  then size(my hand) = 1\n\n"
        'example "No nine"\n  given my hand = 9\n  then cannot lay(9) because low\n\n'
        'example "Each card counts"\n  given my hand = 3\n  given hand[seat 2] = 4\n'
        "  do lay(3), lay(4)\n  then total[seat 1] = 1 after scoring\n"
    )
    zones = ZONES.replace("heap:", "heap[Player]:")
    made = book(tmp_path, HEAD + zones + flow + examples, language, played=True)
    (score,) = [section for section in made.sections if section.name == "score"]
    titles = [
        line.text for s in made.sections for line in s.lines if line.text.startswith("Example")
    ]
    assert score.ledger is not None and [row.value for row in score.ledger.rows] == [1]
    assert score.ledger_title == ("Each card counts" if language == "en" else "")
    assert titles == (["Example: No nine."] if language == "en" else [])


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            [
                "Card|54 in all: 1 for each suit and each rank from 1 to 9; 18 × joker (rank 0) "
                "for each suit.|",
                "coins|Each player has a number from 0 to 99, which starts at 3.|",
                "length|Choose “short” or “full” (the default).|",
                "|The player with the most coins wins; if tied, the highest number wins: your "
                "place; players who are still tied share the victory.|",
                "draw|Draw a card.|Move the top card of the deck to your hand.",
                "lay|Choose a card from your hand. Lay red 9.|",
            ],
        ),
        (
            "de",
            [
                "Card|Zusammen 54: 1 je suit und je rank von 1 bis 9; 18 × joker (rank 0) je "
                "suit.|",
                "Coins|Jede Person hat eine Zahl von 0 bis 99, die am Anfang 3 ist.|",
                "Length|Zur Wahl steht „short“ oder „full“ (üblich).|",
                "Draw|Draw a card.|Lege das oberste Stück von deck zu hand (du).",
            ],
        ),
        (
            "fr",
            [
                "Card|54 en tout : 1 pour chaque suit et chaque rank de 1 à 9 ; 18 × joker "
                "(rank 0) pour chaque suit.|",
                "Coins|Chaque joueur a un nombre de 0 à 99, qui est 3 au début.|",
                "Length|Au choix : « short » ou « full » (d'habitude).|",
                "Draw|Draw a card.|Place la pièce du dessus de deck dans hand (toi).",
            ],
        ),
    ],
)
def test_how_many_there_are_and_what_is_chosen(
    tmp_path: Path, language: str, lines: list[str]
) -> None:
    rules = (
        'game "Small"\n  players 2\n\noption length: short, full = full\n\n'
        "type Suit = red, blue\n\ncomponent Card\n  suit: Suit\n  rank: 0..9\n"
        '  called "joker" if rank = 0 else "{suit} {rank}"\n'
        "  make 1 for each suit, rank in 1..9\n  make 18 for each suit, rank = 0\n\n"
    )
    flow = (
        "counter coins[Player]: 0..99 = 3\ncounter place[Player]: 0..9 = 0\n\n"
        'turn\n  choose\n    draw\n      "Draw a card."\n'
        "      move top of deck to my hand\n"
        '    lay(card in my hand)\n      "Lay {card}."\n      move card to heap\n\n'
        "winner highest my coins, then highest my place\n\n"
        "game ends when length = short and deck is empty\n"
    )
    text = told(tmp_path, rules + ZONES + flow, language)
    assert [line for line in lines if line.lower() not in text.lower()] == [], text


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "The player with the most coins wins; if tied, the most artifacts;"),
        ("de", "Es gewinnt, wer die meisten Siegpunkte hat; bei Gleichstand: die meisten"),
        ("fr", "Gagne qui a le plus de points de victoire ; en cas d'égalité : le plus d'artefact"),
    ],
)
def test_who_has_most_of_what_counts_wins(language: str, sentence: str) -> None:
    plan = plan_for(load("lost-cities-board"), language)
    assert [p.small for p in plan.of("winner") if sentence in p.small], plan.of("winner")


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            "en",
            [
                "move all cards to the pile “cards”.",
                "The card is the one from your hand.",
                "Move the card to your area “kept”.",
                "Choose a player “rival” where",
                "If for 2 to 3 cards “group” from your hand, the sum of all ranks in the group is",
                "the number of cards among “low ones” is 2",
            ],
        ),
        (
            "de",
            [
                "lege alle Karten zum Stapel „Karten“.",
                "Die Karte ist die aus deiner Hand.",
                "Lege die Karte zu deiner Ablage.",
                "die Anzahl der Karten unter „low ones“ gleich 2 ist",
            ],
        ),
        (
            "fr",
            [
                "place toutes les cartes dans la pile « cartes ».",
                "La carte est celle de ta main.",
                "Place la carte dans ta réserve.",
                "le nombre de cartes parmi « low ones » est 2",
            ],
        ),
    ],
)
def test_places_and_things_are_spoken_of_by_nouns(
    tmp_path: Path, language: str, sentences: list[str]
) -> None:
    words = {
        "de": {"Card": "Karte f Karten", "hand": "Hand f Hände", "kept": "Ablage f Ablagen"},
        "fr": {"Card": "carte f cartes", "hand": "main f mains", "kept": "réserve f réserves"},
    }
    for other, known in words.items():
        names = "".join(f"  {name}: {form.split()[0]}\n" for name, form in known.items())
        forms = "".join(f"  {name}: {form.partition(' ')[2]}\n" for name, form in known.items())
        plural = known["Card"].split()[2]
        text = f"names:\n{names}  cards: {plural}\nforms:\n{forms}  cards: p\n"
        (tmp_path / f"small.{other}.yaml").write_text(text, encoding="utf-8")
    zones = (
        "zone cards: pile of Card\nzone hand[Player]: hand of Card\n"
        "zone kept[Player]: area of Card\n\n"
    )
    flow = (
        "setup\n  move all Card to cards\n\n"
        "turn\n  let card = the Card in my hand\n  move card to my kept\n"
        "  if any(sum(c.rank for c in group) = 9 for group in 2..3 of my hand): end game\n"
        "  if size(low_ones()) = 2: end game\n"
        "  choose\n    give(rival in Player where rival != me)\n"
        "      swap my hand with hand[rival]\n\n"
        "rule low_ones\n  {c in Card where c.rank < 3}\n\ngame ends when cards is empty\n"
    )
    text = told(tmp_path, HEAD + zones + flow, language)
    assert [one for one in sentences if one not in text] == [], text


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_table_that_only_names_cells_is_left_out(tmp_path: Path, language: str) -> None:
    board = (
        'game "Small"\n  players 2\n\ntable spot: 1..2 by 1..2\n  .  1    2\n'
        "  1  oak  elm\n  2  ash  fir\n\nzone board: grid of Player, 2 by 2, called spot\n\n"
        "turn\n  choose\n    place(point in cells of board)\n      write me in point\n\n"
        "game ends when board is full\n"
    )
    text = told(tmp_path, board, language)
    assert "board" in text.lower() and "oak" not in text


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Move each explorer to the camp of its owner."),
        ("de", "Lege jede Spielfigur zum Lager von ihrem Besitzer."),
        ("fr", "Place chaque explorateur dans le camp de son propriétaire."),
    ],
)
def test_what_is_moved_one_by_one_has_its_own(language: str, sentence: str) -> None:
    plan = plan_for(load("lost-cities-board"), language)
    assert sentence in [step for point in plan.of("setup") for step in point.steps]


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            [
                "|It is 5 if the card's rank is 1.|",
                "|Otherwise it is 3 if the card's rank is 2.|",
                "|Otherwise it is 0.|",
                "|It holds only if the card's rank is more than 2.|",
                "|And only if the card's rank is less than 8.|",
                "|And only if the card's rank is not 5.|",
                "|And only if “gone” is no.|",
                "“gone” is now yes.",
            ],
        ),
        (
            "de",
            [
                "|Das ist 5, falls rank von card gleich 1 ist.|",
                "|Sonst ist das 3, falls rank von card gleich 2 ist.|",
                "|Sonst ist das 0.|",
                "|Sie gilt nur, falls rank von card größer als 2 ist.|",
                "|Und nur, falls rank von card nicht 5 ist.|",
                "„gone“ ist jetzt ja.",
            ],
        ),
        (
            "fr",
            [
                "|C'est 5 si rank de card est 1.|",
                "|Sinon, c'est 3 si rank de card est 2.|",
                "|Sinon, c'est 0.|",
                "|Et seulement si rank de card n'est pas 5.|",
                "« gone » : désormais oui.",
            ],
        ),
    ],
)
def test_cases_and_long_conditions_have_a_sentence_each(
    tmp_path: Path, language: str, lines: list[str]
) -> None:
    rules = (
        "var gone = no\n\nturn\n  choose\n    lay(card in my hand)\n"
        "      require fair(card)\n      move card to heap\n      gone := yes\n\n"
        'rule worth(card: Card)\n  "What a card is worth."\n  5 if card.rank = 1\n'
        "  3 if card.rank = 2\n  0 otherwise\n\n"
        'rule fair(card: Card)\n  "Only some."\n'
        "  card.rank > 2 and card.rank < 8 and card.rank != 5 and not gone\n\n"
        "game ends when any(worth(card) = 5 for card in heap)\n"
    )
    text = told(tmp_path, HEAD + ZONES + rules, language)
    assert [line for line in lines if line not in text] == []


def test_small_print_that_only_repeats_its_sentence_is_left_out(tmp_path: Path) -> None:
    flow = (
        "turn\n  move top of deck to heap\n\ngame ends when deck is empty\n\n"
        'score each Player\n  add "Cards" 1\n\nwinner highest total\n'
    )
    own = "The player with the most points wins. Tied players share the victory."
    repeated = told(tmp_path, HEAD + ZONES + f'{flow}  "{own}"\n', "en")
    differing = told(tmp_path, HEAD + ZONES + f'{flow}  "The most points win."\n', "en")
    assert f"|{own}|\n" in repeated
    assert "|The most points win.|The player with the most points wins; tied" in differing


def test_a_long_phase_is_a_list_and_is_not_repeated_on_the_last_page(tmp_path: Path) -> None:
    phases = (
        'turn\n  phase "Draw"\n    move top of deck to my hand\n'
        '  phase "Turn up" when heap is empty\n'
        "    move top of deck to heap\n    if size(my hand) > 2: move top of deck to my hand\n"
        "    if size(heap) > 3: end round\n\ngame ends when deck is empty\n"
    )
    made = book(tmp_path, HEAD + ZONES + phases, "en")
    turn, short = (
        [(line.lead, line.text, line.depth) for line in section.lines]
        for section in made.sections
        if section.name in ("turn", "short")
    )
    assert turn == [
        ("Draw", "Move the top card of the deck to your hand.", 0),
        ("Turn up", "Only if the heap is empty.", 0),
        ("", "Move the top card of the deck to the heap.", 1),
        ("", "If the number of cards in your hand is more than 2: move the top card of the deck "
         "to your hand.", 1),
        ("", "If the number of cards in the heap is more than 3: the round ends.", 1),
    ]  # fmt: skip
    assert [lead for lead, *_ in short] == ["Draw", ""]


@pytest.mark.parametrize(
    ("language", "first", "other"),
    [
        ("en", "If “street” is pre flop:", "Otherwise, if “street” is flop:"),
        ("de", "Falls „Setzrunde“ vor dem Flop ist:", "Sonst, falls „Setzrunde“ Flop ist:"),
        ("fr", "Si « tour d'enchères » est avant le flop :", "Sinon, si « tour d'enchères » est"),
    ],
)
def test_a_long_case_heads_a_list_of_what_is_done(language: str, first: str, other: str) -> None:
    plan = plan_for(load("holdem"), language)
    turn = next(part for part in book_of(plan, played=False).sections if part.name == "turn")
    (one,) = (line for line in turn.lines if line.text.startswith(first))
    cases = [line for line in turn.lines if line.text.startswith(other)]
    assert cases and {line.depth for line in (one, *cases)} == {1}
    heads = [n for n, line in enumerate(turn.lines) if line.text.endswith(":")]
    assert heads and all(turn.lines[n + 1].depth == turn.lines[n].depth + 1 for n in heads)
    assert not any(len(line.text.split()) > 60 for line in turn.lines)
