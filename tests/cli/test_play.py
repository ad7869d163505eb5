"""`cairn play`: the text play through a pipe."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
from pathlib import Path

import pytest

from tests.agents.games import BLIND, LEAST
from tests.cli.conftest import PROGRAM, Cairn

PIG = Path(__file__).parents[2] / "examples" / "pig.cairn"
PLAY = ("play", "lost-cities-card", "--text", "--seed", 5)


def test_no_input_ends_with_one_sentence(cairn: Cairn) -> None:
    result = cairn(*PLAY)
    assert (result.code, result.err) == (0, "")
    assert result.out.splitlines()[-1] == "No more input; the game is left after 0 decisions."


def test_the_table_shows_what_the_seat_may_see(cairn: Cairn) -> None:
    out = cairn(*PLAY).out
    assert "\x1b" not in out
    assert "> " not in out
    for words in (
        "seat 2 hand 8 cards   deck 44 cards", "your hand  blue ", " 1 explore blue 5 ",
        " 16 discard yellow 6",
        "Play a card · your turn · score: you 0, seat 2 0",
    ):  # fmt: skip
        assert words in out


def test_a_whole_game_against_greedy(cairn: Cairn) -> None:
    result = cairn(*PLAY, "--save", "game.save", given="1\n" * 500)
    assert result.code == 0
    end = result.out[result.out.index("The game is over") :]
    assert re.search(r"  blue +−?\d+  cards \d+, cost −20", end) and "× 1" not in end
    assert re.search(r"(has|have) won\. \(you −?\d+, seat 2 −?\d+\)\n", end)
    assert "Seat 2: Draw the top card of the deck.\n" in result.out
    replayed = cairn("replay", "game.save")
    assert replayed.code == 0 and "won. (seat 1" in replayed.out


def test_what_a_person_draws_is_named_to_them_alone(cairn: Cairn) -> None:
    out = cairn(*PLAY, given="1\ndraw\n").out
    assert re.search(r"You: Draw the top card of the deck\. \(\w+ \w+\)\n", out)
    assert "Seat 2: Draw the top card of the deck.\n" in out


def test_the_seat_that_is_named_begins_and_a_save_keeps_it(cairn: Cairn) -> None:
    out = cairn(*PLAY, "--first", 2, "--save", "game.save").out
    first = next(line for line in out.splitlines() if line.startswith(("You:", "Seat ")))
    assert first.startswith("Seat 2: ")
    assert "\nstarter: 2\n" in Path("game.save").read_text()
    refused = cairn("play", "game.save", "--text", "--first", 1)
    assert refused.code == 1 and "who began are what they were" in refused.err


def test_moves_by_number_or_notation(cairn: Cairn) -> None:
    by_number = cairn(*PLAY, given="1\n1\n").out
    for written in ("explore(blue 5)\ndraw\n", " Explore( blue  5 )\nDRAW\n"):
        assert cairn(*PLAY, given=written).out == by_number


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("? 2", "explore blue wager is legal: all that it requires holds."),
        ("? explore(red 4)", "explore red 4 is legal: all that it requires holds."),
        ("?explore(red 9)", "there is no red 9 in your hand."),
        ("? nonsense", "this game has no action 'nonsense'."),
        ("?", "   4 explore red 4: Add red 4 to your red expedition."),
        ("h", ": expected lead at the end, in points: "),
        ("l", "You\n  nothing yet\nSeat 2\n  nothing yet"),
        ("u", "There is nothing of yours to take back."),
        ("r", "There is nothing to make again."),
        ("help", "take back your last decision"),
        ("", "Write a move's number, or 'help'."),
        ("0", "There is no move 0; they are numbered from 1 to 16."),
        ("17", "There is no move 17;"),
        ("9" * 9999, "There is no move 999999999;"),
        ("²", "This game has no action '²'"),
        ("explore(red 9)", "Explore red 9: there is no red 9 in your hand."),
        ("explore red 9", "Explore red 9: there is no red 9 in your hand."),
        ("explor red 4", "Did you mean explore red 4?"),
        ("explore(", "explore"),
        ("explore()()((", "explore"),
        ("(" * 5000, "This game has no action"),
        ("\x00\x1b[31m", "This game has no action"),
        ("s .", "is a folder; name a file to save to"),
        ("s nowhere/x.save", "nowhere/x.save can't be written: there is no folder nowhere"),
    ],
)
def test_what_is_answered(cairn: Cairn, line: str, answer: str) -> None:
    result = cairn(*PLAY, given=line + "\n")
    assert result.code == 0
    assert answer in result.out
    assert result.out.endswith("the game is left after 0 decisions.\n")


def test_undo_and_redo(cairn: Cairn) -> None:
    out = cairn(*PLAY, given="9\nu\nr\n1\nu\nq\n").out
    assert "Taken back: discard blue 5" in out
    assert "Made again: discard blue 5" in out
    assert "This can't be taken back" in out
    assert out.endswith("The game is left after 4 decisions.\n")
    assert out.count("You: Draw the top card of the deck.") == 1


def test_a_study_game_allows_undo_past_what_was_revealed(cairn: Cairn) -> None:
    out = cairn(*PLAY, "--free-undo", given="9\n1\nu\nu\nr\nr\nq\n").out
    assert "Taken back: draw" in out and "Taken back: discard blue 5" in out
    assert "Made again: draw" in out
    assert out.endswith("The game is left after 4 decisions.\n")


def test_saving_and_going_on(cairn: Cairn) -> None:
    out = cairn(*PLAY, given="9\ns a.save\ns\n1\nq\n").out
    assert "Saved to a.save" in out and "Saved to lost-cities-card.save" in out
    assert Path("lost-cities-card.save").is_file()
    going = cairn("play", "a.save", given="draw\nq\n")
    assert going.code == 0
    assert "You: Put" not in going.out
    assert going.out.endswith("The game is left after 4 decisions.\n")
    refused = cairn("play", "a.save", "--seed", 3)
    assert refused.code == 1 and "a.save is a save" in refused.err


def test_leaving_saves_where_it_was_asked_for(cairn: Cairn) -> None:
    for number, given in enumerate(("9\ns as well.save\nq\n", "9\n")):
        result = cairn(*PLAY, "--save", f"{number} of.save", given=given)
        assert f"Saved to {number} of.save" in result.out
        assert f"\n  cairn play '{number} of.save'\n" in result.out
        assert "left after 1 decision." in cairn("replay", f"{number} of.save").out
        assert number or "\n  cairn play 'as well.save'\n" in result.out


def test_several_people_see_only_their_own_hands(cairn: Cairn) -> None:
    out = cairn(*PLAY, "--agents", "human,human", given="9\n1\n1\n").out
    first, second = out.split("You: Put", 1)[0], out.split("Seat 1: Put", 1)[1]
    assert "seat 2 hand 8 cards" in first
    assert "seat 1 hand 8 cards" in second
    assert "Seat 1: Draw the top card of the deck.\n" in second


def test_agents_alone_play_to_the_end(cairn: Cairn) -> None:
    result = cairn(*PLAY, "--agents", "greedy,random", "--set", "matches=2")
    assert result.code == 0
    assert "Round 1 is over: seat 1 " in result.out
    assert "The game is over" in result.out and "won. (seat 1 " in result.out


def test_a_ledger_says_when_it_is_paid_and_what_that_makes(cairn: Cairn) -> None:
    out = cairn("play", "lost-cities-board", "--text", "--seed", 5, given="l\n").out
    own = out.split("\nYou\n")[1].split("\nSeat 2")[0]
    assert "At the end of the game; now it would be:" in own and "Artifacts          −60" in own
    assert "Coins: 0 now, 0 if the game ended here." in own
    assert "Coins can't fall below 0." in own and "At the end of the round" not in own


def test_a_game_without_grids_and_one_whose_moves_name_places(cairn: Cairn) -> None:
    Path("least.cairn").write_text(LEAST)
    Path("blind.cairn").write_text(BLIND)
    given = "".join(f"keep {number}\n" for number in (1, 2, 3, 4)) * 2
    out = cairn("play", "least.cairn", "--seed", 1, given=given).out
    assert "coins" in out and "paid into coins" in out
    out = cairn("play", "blind", "--seed", 1, given="keep(hand 2)\nkeep\nkeep(hand 1)\n").out
    assert " keep hand 1  Keep a card." in out and "The game is over" in out


def test_a_number_that_names_a_piece_is_written_with_its_word(cairn: Cairn) -> None:
    game = str(Path(__file__).parents[2] / "examples" / "goofspiel.cairn")
    out = cairn("play", game, "--text", "--seed", 3, given="1\noffer 13\n13\nq\n").out
    assert "You: Bid 13 in secret" in out and "You: Bid 1 " not in out
    assert "Write the word before the number: offer 1." in out
    assert "There is no move 13; '?' lists all of them." in out


def test_a_number_means_one_thing_on_all_menus_of_a_game(cairn: Cairn) -> None:
    given = "1\nreveal\n1\nbid 1\n1\npass\nq\n"
    options = ("--text", "--seed", 5, "--agents", "human,human", "--lang", "en")
    out = cairn("play", "lost-cities-rivals", *options, given=given).out
    assert "Write a move as the list shows it" in out
    assert out.count("There is no move 1; '?' lists all of them. Write ") == 2
    assert out.count("Write the word before the number: bid 1.") == 1
    assert not re.search(r"^ *\d+ reveal|^  reveal +\d", out, re.MULTILINE)


def test_a_hand_is_sorted_and_the_end_says_why(cairn: Cairn) -> None:
    out = cairn(*PLAY, given="1\n" * 500).out
    hand = next(row for row in out.splitlines() if "your hand" in row).split("your hand")[1]
    names = re.findall(r"(\w+) (\d+|wager)", hand)
    assert [colour for colour, _ in names] == sorted(colour for colour, _ in names)
    assert "The round ends as soon as a player draws the last card" in out


def test_a_game_that_is_over_before_anybody_decides_is_told(cairn: Cairn) -> None:
    text = """
game "War"
  players 2
  aim     "Have more coins."
counter coins[Player]: 0..9
turn
  gain 1 coins
  if my coins > 2
    game ends
  if my coins > 5
    choose
      wait
winner highest coins
"""
    Path("war.cairn").write_text(text)
    result = cairn("play", "war.cairn", "--text")
    assert (result.code, result.err) == (0, "")
    assert result.out.endswith("You have won. (you 3, seat 2 2)\n")


def test_without_a_ruleset_the_list_is_offered(cairn: Cairn) -> None:
    result = cairn("play")
    assert result.code == 0
    assert "lost-cities-card" in result.out
    assert result.out.splitlines()[-1].startswith("No game was chosen")
    number = re.search(r" (\d+)  Lost Cities, The card game for two", result.out)
    assert number is not None
    for answer in (number[1], "lost-cities-card", f"0\nnonsense\n{number[1]}"):
        assert "Launch expeditions" in cairn("play", given=f"{answer}\nq\n").out
    assert cairn("play", given="q\n").code == 0


def test_rulesets_in_the_folder_are_offered_too(cairn: Cairn) -> None:
    Path("least.cairn").write_text(LEAST)
    Path("torn.cairn").write_text("game\n")
    Path("bytes.cairn").write_bytes(b"\xff\xfe\0")
    out = cairn("play", given="least.cairn\nq\n").out
    assert "least.cairn" in out and "coins" in out
    for name in ("torn", "bytes"):
        assert f"{name}.cairn has mistakes; 'cairn check {name}.cairn' shows them" in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("lost-cities-crad",), "did you mean 'lost-cities-card'?"),
        (("lost-cities-card", "--agents", "humna,greedy"), "did you mean 'human'?"),
        (("lost-cities-card", "--agents", "human,greedy,greedy"), "is for 2 players, not 3"),
        (("lost-cities-card", "--players", "4"), "is for 2 players, not 4"),
        (("lost-cities-card", "--save", "folder"), "folder is a folder"),
        (("lost-cities-card", "--save", "none/x.save"), "there is no folder none"),
        (("lost-cities-card", "--save", "letter.txt"), "is there already and is no save"),
        (("broken.cairn",), "broken.cairn:1:1: error[E001]"),
        (("nowhere.save",), "there is no save nowhere.save"),
        (("folder",), "there is no ruleset 'folder'"),
        (("letters",), "did you mean 'folder/letters.cairn'?"),
    ],
)
def test_what_cannot_be_played_is_refused(
    cairn: Cairn, arguments: tuple[str, ...], sentence: str
) -> None:
    Path("folder").mkdir()
    Path("folder/letters.cairn").write_text("")
    Path("letter.txt").write_text("Dear Ann")
    Path("broken.cairn").write_text("nonsense")
    result = cairn("play", *arguments)
    assert (result.code, result.out) == (1, "")
    assert sentence in result.err
    assert Path("letter.txt").read_text() == "Dear Ann"


def test_a_save_whose_ruleset_is_elsewhere_says_how_to_give_it(cairn: Cairn) -> None:
    Path("there").mkdir()
    Path("there/mine.cairn").write_text(PIG.read_text("utf-8"))
    assert cairn("sim", "there/mine.cairn", "--games", "1", "--record", ".").code == 0
    save = str(next(Path().glob("*.save")))
    text = Path(save).read_text("utf-8")
    assert "ruleset: there/mine" not in text
    for command in ("replay", "review", "play"):
        result = cairn(command, save)
        assert result.code == 1
        assert "was played by 'mine', which is not found here; say where it is" in result.err
        assert "with '--rules RULESET'" in result.err
    assert cairn("replay", save, "--rules", "there/mine.cairn").code == 0


def test_a_game_can_be_learned_while_it_is_played(cairn: Cairn, tmp_path: Path) -> None:
    rules = tmp_path / "small.cairn"
    rules.write_text(LEAST, "utf-8")
    result = cairn("play", rules, "--text", "--train")
    assert result.code == 0
    assert "Small is being learned meanwhile; easy, medium and hard play by it" in result.err
    assert "the next 'cairn play --train' goes on with it.\n" in result.err


def test_what_is_learned_already_is_not_learned_again(cairn: Cairn) -> None:
    result = cairn(*PLAY, "--train")
    assert result.code == 0
    assert "easy, medium and hard have learned Lost Cities already: " in result.err


def test_only_a_ruleset_can_be_learned(cairn: Cairn) -> None:
    result = cairn("play", "--text", "--train")
    assert result.code == 1
    assert "--train needs a ruleset to train for: cairn play RULESET --train" in result.err


def test_what_has_been_read_is_not_printed_again_unless_it_is_asked_for(cairn: Cairn) -> None:
    first, then = cairn(*PLAY, given="1\nt\n").out.split("You: ")
    changed, whole = then.split("Draw a card", 2)[1:]
    assert "seat 2 hand 8 cards" in first and "seat 2 hand 8 cards" in whole
    assert "seat 2 hand" not in changed and "your expedition  –       5" in changed


def test_dice_that_were_rolled_and_what_was_laid_open_in_passing_are_told(cairn: Cairn) -> None:
    examples = Path(__file__).parents[2] / "examples"
    dice = cairn("play", "lost-cities-roll-and-write", "--text", "--seed", 5,
                 "--agents", "human,greedy", given="1\n" * 6).out  # fmt: skip
    assert re.search(r"\nSeat 2 → (?:\w+(?: ×\d)?, ?){2,5}\w+(?: ×\d)?\n", dice)
    cups = cairn("play", examples / "liars-dice.cairn", "--text", "--seed", 5,
                 "--agents", "human,greedy", given="bid(9, 6)\n").out  # fmt: skip
    assert re.search(r"Call the last bid a lie.*\n  cup seat 2: \d, \d, \d, \d, \d\n", cups)
    tricks = cairn("play", examples / "whist.cairn", "--text", "--seed", 5,
                   "--agents", "human,greedy,greedy,greedy", given="1\n1\n").out  # fmt: skip
    assert "\n  → tricks team " in tricks
    assert "\nyour turn · score: you 0, seat 2 0, seat 3 0, seat 4 0 ─" in tricks


def test_scores_that_do_not_fit_have_a_line_of_their_own(cairn: Cairn) -> None:
    five = cairn("play", "lost-cities-roll-and-write", "--text", "--seed", 5,
                 "--agents", "human,greedy,greedy,greedy,greedy", given="1\n").out  # fmt: skip
    assert "\nScore: you 0, seat 2 0, seat 3 0, seat 4 0, seat 5 0\n" in five


def test_cells_are_written_as_they_are_read(cairn: Cairn) -> None:
    given = "? place(a1)\nplace(d3)\n"
    out = cairn("play", "reversi", "--text", "--agents", "human,greedy", given=given).out
    assert "place a1 is not legal: You may put a disc only where" in out
    assert "You: Put a disc on d3, and turn" in out and "board[" not in out


def test_a_screen_is_filled_by_parts(tmp_path: Path) -> None:
    """A person at a terminal of 80 by 24 reads all of a table that is higher."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    command = [*PROGRAM, "play", "lost-cities-board", "--text", "--agents", "human,greedy"]
    known = os.environ | {"PYTHONPATH": str(PIG.parents[1]), "TERM": "xterm"}
    playing = subprocess.Popen(
        command, stdin=follower, stdout=follower, stderr=follower, cwd=tmp_path, env=known
    )
    os.close(follower)

    def until(end: bytes) -> str:
        read = b""
        while not read.endswith(end):
            read += os.read(leader, 1024)
        return re.sub(r"\x1b\[[0-9;]*m", "", read.decode().replace("\r", ""))

    try:
        top = until(b"Enter shows more. ")
        assert top.count("\n") <= 23 and "your hand" in top and "  discard" not in top
        os.write(leader, b"\n")
        assert "discard" in until(b"> ")
        os.write(leader, b"q\n")
        assert playing.wait(timeout=60) == 0
    finally:
        playing.kill()
        playing.wait()
        os.close(leader)


@pytest.mark.parametrize(
    ("language", "read"),
    [
        ("en", "» You win the auction for 18 gold."),
        ("de", "» Den Zuschlag für 18 Gold erhältst du."),
        ("fr", "» Enchère remportée par toi ; offre en or : 18."),
    ],
)
def test_what_is_announced_speaks_to_the_reader(cairn: Cairn, language: str, read: str) -> None:
    options = ("--text", "--seed", 5, "--agents", "human,greedy", "--lang", language)
    out = cairn("play", "lost-cities-rivals", *options, given="reveal\nraise(18)\nq\n").out
    assert read in out
