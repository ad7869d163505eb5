"""What a newcomer still wanted to know of three games is answered in their printed books.

The questions are those of somebody who had learnt the games from earlier books. Each stands here
with the part of the book, and the sentence, that answers it now.
"""

import re

import pytest

from engine.rules.load import load

ANSWERS = {
    "lost-cities-board": [
        ("May I take back the card I just laid?", "Then, draw a card",
         "It may even be the card that you have just discarded."),
        ("Must I use the tile's effect when an arrow moves somebody?", "Event tiles",
         "If an arrow takes an explorer to another tile, carry out that tile too, and so on."),
        ("May a card be played when all my explorers are home?", "Questions and answers",
         "Yes, if they fit their columns. They then move nobody."),
        ("Does 'lowest card in hand' apply when I hold only one?", "First, play a card",
         "If you hold only one, it may have any value."),
        ("When is 'not below zero' applied to points from tiles?", "Scoring",
         "Add up gains and losses first, then add the result to your victory points. "
         "If you then have fewer than 0, you have 0."),
        ("Are victory points secret?", "What is in the box",
         "Keep yours face down: only you know your points."),
        ("Who starts rounds two and three?", "Setting up",
         "Later, the player after the one who took the last turn begins the next expedition."),
        ("Which cards stay out with three or four players?", "Setting up",
         "With three or four players, use every card."),
        ("Is the draw skipped when an arrow makes the fifth crossing?", "Questions and answers",
         "No. The expedition is over, and the player on your left begins the next."),
        ("How is the short game chosen?", "The short game",
         "Before the game, agree to play only **one** expedition."),
    ],
    "lost-cities-roll-and-write": [
        ("Must the others mark, too, if no die fits?", "Questions and answers",
         "Yes. In every turn, everybody either uses two dice or marks."),
        ("May I pass although a pair fits?", "Or use no dice",
         "You may always **use no dice**, even if a pair fits."),
        ("When may a 0 be a 10 and when a circle?", "Questions and answers",
         "Yes, as long as the path is empty and its circle free. Otherwise a 0 is a 10."),
        ("Does a free number on a V give another?", "What a space brings",
         "On another V it brings the next free number, and it may cross a bridge."),
        ("Does a bridge crossed by a free number count in this turn?", "Questions and answers",
         "Yes, like any other."),
        ("Does a tenth number move the value?", "Scoring",
         "A tenth number adds nothing: the path stays at 50."),
        ("Which colours are on which die?", "What is in the box",
         "Each has six faces, one in each colour: red, orange, yellow, green, blue and purple."),
        ("What does an exhausted player still do?", "Questions and answers",
         "Everything: roll, write, double, cross bridges and use no dice."),
        ("Do both get 20 on crossing in one turn?", "Bridges",
         "In the turn in which a bridge is **first** crossed, every player who crosses it gets "
         "the full 20 points."),
        ("Does the ninth mark really cost 70, and can it be avoided?", "Questions and answers",
         "Only by using a pair that fits. If none fits, you mark it, and 70 points become 0."),
    ],
    "lost-cities-rivals": [
        ("How much gold does each player get?", "Setting up", "| 2 | 18 | 6 |"),
        ("Is that before each game or each round?", "Setting up", "Set up once, like this:"),
        ("Are the two starting wagers chosen or dealt?", "Questions and answers",
         "No. They are dealt at random, once, before the game."),
        ("May I box a card that I could take?", "If you win the auction",
         "It may be any card, even one that you could have taken."),
        ("May the winner take nothing?", "If you win the auction", "You may take none."),
        ("Must I open an auction if the river is full?", "Questions and answers",
         "No. You may always reveal instead."),
        ("What if nobody wants to bid or reveal?", "Questions and answers",
         "Passing a turn isn't possible. If you don't open an auction, you reveal."),
        ("Who starts the next auction?", "If you win the auction",
         "The next turn belongs to the player on the **winner's** left, no matter who opened "
         "the auction."),
        ("What remains of the reserve at the end?", "The end of the game",
         "This time the reserve is **not** shared out; its gold scores for nobody."),
        ("May wagers be added after a number?", "Which cards fit",
         "Wagers have the value 0, so they fit only before the first number."),
    ],
}  # fmt: skip


def parts(name: str, language: str = "") -> dict[str, str]:
    """Return the parts of a printed book by their headings, without marks."""
    path = load(name).path
    book = path.with_name(f"{path.stem}.book{language}.md").read_text("utf-8")
    found = re.split(r"^#+ (.+)$", re.sub(r"<!--.*?-->", "", book), flags=re.MULTILINE)
    return dict(zip(found[1::2], found[2::2], strict=True))


@pytest.mark.parametrize(
    ("name", "question", "heading", "answer"),
    [(name, *row) for name, rows in ANSWERS.items() for row in rows],
)
def test_a_question_is_answered_where_the_table_says(
    name: str, question: str, heading: str, answer: str
) -> None:
    assert answer in parts(name)[heading], question


@pytest.mark.parametrize("language", [".de", ".fr"])
@pytest.mark.parametrize("name", ANSWERS)
def test_a_translated_book_answers_as_many_questions(name: str, language: str) -> None:
    english, other = ([*parts(name, one).values()] for one in ("", language))
    assert [text.count("**") for text in other[-1:]] == [text.count("**") for text in english[-1:]]
    assert len(other) == len(english)
