"""`cairn play --text --lang de`: nothing that a person reads there is left in English."""

import ast
import re
from collections.abc import Iterator
from itertools import product

import pytest
import typer
from typer.core import TyperGroup

from engine.cli import errors
from engine.cli.app import app
from engine.cli.localized_command import help_text
from engine.game.session import Game, Session
from engine.language.diagnostics import Findings
from engine.rules.catalogue import Catalogue
from engine.rules.differences import differences
from engine.rules.engine_messages import HELP, engine_words, messages
from engine.rules.files import library
from engine.rules.load import load
from tests.cli.conftest import Cairn
from tests.scope import GAMES, telling
from tests.test_project import sources, tree

NAMES = [path.stem for path in GAMES if path in library()]
SHORT = ("lost-cities-card", "lost-cities-rivals", "lost-cities-roll-and-write")
_WORDS = """
    after again and any arrow because before begin begins bid blue bridge by can cannot card cards
    choice chosen decides decision decisions deck discard draw each end enter everything explore
    game games green has have hidden holds isn't it its legal looks mark move moves must nothing
    of others over paid pass piece pieces purple raise red reveal right round rounds saved seat
    second seed share shows step take taken than that the their them there these they this those
    to turn what when where which white who whose why win winner with without won yellow you your
"""
ENGLISH = set(_WORDS.split())
"""Words of the engine and of the library's notation that are no words of German or French."""
ASKING = "help\n?\n? 1\n?2\n\nl\nt\nu\nr\n0\n99\nnonsense\ns kept.save\n"


def words_of(text: str) -> set[str]:
    """The words of a text without places in files, commands, file names and what was typed."""
    text = re.sub(r"\([^()\n]*\.cairn, \w+ \d+\)|^  cairn .*$|\S+\.save", "", text, flags=re.M)
    return set(re.findall(r"[^\W\d_]+(?:'[a-z]+)?", text.lower()))


@pytest.mark.parametrize(
    ("name", "language"),
    telling([(NAMES[0], "de"), (NAMES[-1], "fr")], list(product(NAMES, ("de", "fr")))),
)
def test_a_game_of_a_person_is_in_one_language(cairn: Cairn, name: str, language: str) -> None:
    command = ("play", name, "--text", "--seed", 4, "--lang", language, "--agents", "human,random")
    given = ASKING + "1\n" * 10 + ASKING + "2\n1\n" * 5
    result = cairn(*command, given=given)
    assert (result.code, result.err) == (0, "")
    assert words_of(result.out) & ENGLISH == set()


@pytest.mark.parametrize(
    ("name", "language"),
    telling([(SHORT[0], "fr"), (SHORT[2], "de")], list(product(SHORT, ("de", "fr")))),
)
def test_a_whole_game_is_told_in_one_language(cairn: Cairn, name: str, language: str) -> None:
    command = ("play", name, "--text", "--seed", 4, "--lang", language, "--agents", "random,random")
    result = cairn(*command)
    assert (result.code, result.err) == (0, "")
    assert len(result.out.splitlines()) > 40
    assert words_of(result.out) & ENGLISH == set()


def test_two_people_at_one_screen_read_german(cairn: Cairn) -> None:
    out = cairn(
        "play", "lost-cities-rivals", "--text", "--lang", "de", "--agents", "human,human",
        given="aufdecken\nbieten(2)\npassen\n",
    ).out  # fmt: skip
    assert "Platz 1 ist ein Mensch, Platz 2 ist ein Mensch" in out
    assert "Platz 2: Eröffne mit 2 Gold eine Versteigerung um den Fluss." in out
    assert words_of(out) & ENGLISH == set()


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("? erkunden(Gelb 6)", "erkunden Gelb 6 ist erlaubt: alles, was dafür nötig ist"),
        ("? explore(yellow 6)", "erkunden Gelb 6 ist erlaubt: alles, was dafür nötig ist"),
        ("? erkunden(Rot 9)", "in Hand (du) liegt Rot 9 nicht."),
        ("? ziehen", "„ziehen“ geht jetzt nicht; zur Wahl stehen erkunden, abwerfen."),
        ("? unsinn", "in diesem Spiel gibt es kein „unsinn“."),
        ("unsinn", "In diesem Spiel gibt es kein „unsinn“."),
        ("h", "erwarten"),
        ("77", "Einen Zug 77 gibt es nicht; sie tragen die Nummern 1 bis 16."),
    ],
)
def test_what_is_asked_in_german_is_answered_in_german(
    cairn: Cairn, line: str, answer: str
) -> None:
    out = cairn(
        "play", "lost-cities-card", "--text", "--seed", 5, "--lang", "de", given=line + "\n"
    ).out
    assert answer in out


def test_a_move_may_be_written_as_it_is_shown(cairn: Cairn) -> None:
    command = ("play", "lost-cities-card", "--text", "--seed", 5, "--lang", "de")
    by_number = cairn(*command, given="1\n1\n").out
    assert "Du: Lege Blau 5 an deine Expedition in Blau an." in by_number
    for written in ("erkunden(Blau 5)\nziehen\n", "ERKUNDEN( blau  5 )\ndraw\n"):
        assert cairn(*command, given=written).out == by_number


def test_a_program_may_write_a_move_with_brackets_in_the_games_language() -> None:
    session = Session(Game(load("lost-cities-card"), 2, language="de"), 5)
    shown = next(x for x in session.legal() if x.text == "explore(blue 5)")
    assert shown.shown == "erkunden Blau 5" and str(shown.written) == "erkunden(Blau 5)"
    assert session.play(str(shown.written)).text == "explore(blue 5)"


def test_why_a_game_cannot_be_started_is_told_in_the_persons_language(cairn: Cairn) -> None:
    for given, told in (
        (("lost-cities-crad",), "ein Spiel „lost-cities-crad“ gibt es nicht; war „lost-cities-c"),
        (("lost-cities-card", "--players", 4), "Lost Cities ist für 2 Personen, nicht für 4"),
        (("lost-cities-card", "--agents", "humna,greedy"), "einen Gegner „humna“ gibt es nicht"),
        (("lost-cities-card", "--set", "matches=9"), "„matches“ kann 1..3 sein, nicht „9“"),
        (("lost-cities-card", "--save", "."), ". ist ein Ordner; nenne eine Datei zum Sichern"),
    ):
        err = cairn("play", *given, "--text", "--lang", "de").err
        assert told in err and err.startswith("Fehler[") and not words_of(err) & {"is", "the", "to"}
    assert cairn("play", "lost-cities-crad", "--text").err.startswith(
        "error[E601]: there is no ruleset"
    )


def test_what_changes_in_rules_is_told_in_every_language() -> None:
    one, other = load("lost-cities-board"), load("lost-cities-board-2018")
    sources = Findings(one.findings.sources | other.findings.sources)
    english = differences(one.items, other.items, sources)
    for language in ("de", "fr"):
        told = differences(one.items, other.items, sources, Catalogue(language))
        assert len(told) == len(english) and not set(told) & set(english)


def test_both_languages_have_every_sentence_with_the_same_values() -> None:
    german, french = engine_words("de"), engine_words("fr")
    assert german.keys() == french.keys() and HELP in german
    assert messages("de").keys() == messages("fr").keys()
    for part in (german, french, messages("de"), messages("fr")):
        for english, told in part.items():
            values, wanted = (set(re.findall(r"\{\w+\}", text)) for text in (told, english))
            assert values == wanted, english


def literals(node: ast.expr) -> Iterator[str]:
    """Yield the texts that an expression may be, as far as the code shows."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=other):
            yield from (*literals(body), *literals(other))


def test_every_message_of_the_code_is_in_german_and_french() -> None:
    known = messages("de")
    missing = {
        text
        for source, _ in sources().values()
        for node in ast.walk(tree(source))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Message" and node.args
        for text in literals(node.args[0])
        if text not in known
    }
    assert not missing


def test_the_list_of_games_is_in_the_language_that_was_asked_for(cairn: Cairn) -> None:
    listed = cairn("list", "--lang", "de").out
    assert "2 bis 4 Personen" in listed and "eine Variante von" in listed
    assert "players" not in listed and "variant of" not in listed
    out = cairn("play", "--lang", "de", given="9999\n").out
    assert "2 Personen" in out and "Es gibt kein Spiel „9999“" in out
    assert out.splitlines()[-1].startswith("Es wurde kein Spiel gewählt")


@pytest.mark.parametrize("language", ["de", "fr"])
def test_all_help_is_in_the_persons_language(
    monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setattr(errors, "_language", [language])
    every = typer.main.get_command(app)
    assert isinstance(every, TyperGroup)
    for command in (every, *every.commands.values()):
        texts = [command.help, command.epilog]
        texts += [getattr(command, "short_help", None)] if command is not every else []
        texts += [getattr(parameter, "help", None) for parameter in command.params]
        for text in filter(None, texts):
            for part in text.split("\n\n"):
                plain = " ".join(part.split())
                assert help_text(plain) != plain


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("plya",), "Fehler: einen Befehl 'plya' gibt es nicht. War 'play', 'replay' gemeint?"),
        (("play", "--playrs", 2), "Fehler: eine Einstellung --playrs gibt es nicht; war eine von"),
        (("play", "--players", 0), "der Wert von '--players' stimmt nicht: er muss mindestens 1"),
        (("play", "--seed", "x"), "der Wert von '--seed' stimmt nicht: er muss eine ganze Zahl"),
        (("lsp", "all"), "Fehler: „all“ ist zu viel"),
        (("check",), "Hilfe gibt 'cairn check -h'.\n\nFehler: es fehlt die Angabe 'RULESET'."),
    ],
)
def test_what_is_wrong_with_a_command_is_told_in_the_machines_language(
    cairn: Cairn, monkeypatch: pytest.MonkeyPatch, given: tuple[object, ...], told: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    result = cairn(*given)
    assert result.code == 2 and told in result.err.replace("'root ", "'cairn ")
    assert words_of(result.err) & {"error", "for", "usage", "such", "try"} == set()


def test_help_is_asked_for_in_a_language(cairn: Cairn) -> None:
    assert "Listet die mitgelieferten Spiele mit" in cairn("list", "--lang", "de", "--help").out
    assert "Affiche cette aide." in cairn("play", "--lang=fr", "-h").out
    assert "Show this message and exit." in cairn("play", "-h").out


def test_what_commands_have_done_is_told_in_the_machines_language(
    cairn: Cairn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    card, copied = "lost-cities-card", "unser.cairn"
    assert "ist geschrieben; ändere es" in cairn("new", copied, "--from", card, "--variant").out
    assert "Beispiele stimmen" in cairn("check", copied).out
    assert cairn("diff", card, copied).out.startswith("Das Spiel heißt")
    simulated = cairn("sim", card, "--games", 2).out
    assert "2 Partien zu 2, Startwert 1" in simulated and "Platz 2, random" in simulated
    cairn("play", card, "--text", "--agents", "random,random", "--seed", 4, "--save", "a.save")
    record = cairn("replay", "a.save").out
    assert words_of(record) & ENGLISH == set() and "Startwert 4" in record
