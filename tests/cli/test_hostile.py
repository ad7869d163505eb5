"""What strangers write is words in every output: no markup, no forged lines, no control characters.

The outputs are held against those of a ruleset with harmless words in the same places: they have
the same structure, and say the hostile words as they are.
"""

import csv
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
import typst
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from engine.editor.hover import hover
from engine.language import escaping
from engine.language.control_characters import OBEYED, UNSEEN
from engine.language.diagnostics import RulesError
from engine.rules import model as m
from engine.rules.catalogue import Catalogue
from engine.rules.load import Loaded, load_text
from engine.rules.translations import read_catalogue
from engine.study import figures
from engine.teach.book import Book, book_of
from engine.teach.constructs import constructs
from engine.teach.plan import plan_for
from engine.teach.printing import Pictures, html, markdown, typst_text
from tests.cli.conftest import ROOT, run_here
from tests.cli.hostile import FRAGMENTS, HARMLESS, HOSTILE, PLACES, catalogue, ruleset, written
from tests.scope import ALL, often, telling
from viewer.artwork.svg import label

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
PICTURES = Pictures({"setup": b"RIFF", "piece-Card": b"RIFF"}, ("deck", "heap", "hand"))
FEW = settings(max_examples=often(8), deadline=None, suppress_health_check=list(HealthCheck))
WORST = list(FRAGMENTS)


def loaded(words: list[str]) -> Loaded:
    found = load_text(ruleset(words), Path("hostile.cairn"))
    assert not found.findings.errors, found.findings.render()
    return found


def book(words: list[str]) -> Book:
    return book_of(plan_for(loaded(words)))


# ------------------------------------------------------------------ Markdown


def tokens(text: str) -> Iterator[Token]:
    for token in READER.parse(text):
        yield token
        yield from token.children or ()


def structure(text: str) -> list[str]:
    """The kinds of what a Markdown text holds; texts that follow one another are one."""
    kinds = ["text" if x.type == "text_special" else x.type for x in tokens(text)]
    return [kind for n, kind in enumerate(kinds) if n == 0 or (kind, kinds[n - 1]) != ("text",) * 2]


@cache
def harmless() -> Book:
    return book(HARMLESS)


@pytest.mark.skipif(not ALL, reason="dozens of whole books: CAIRN_ALL=1")
@FEW
@example(WORST)
@given(HOSTILE)
def test_a_book_in_markdown_holds_no_markup_of_a_ruleset(words: list[str]) -> None:
    for sheet in (False, True):
        made = markdown(book(words), PICTURES, "x", sheet)
        assert structure(made) == structure(markdown(harmless(), PICTURES, "x", sheet))
        for token in tokens(made):
            assert token.type != "image" or re.fullmatch(r"x-[\w-]+\.webp", str(token.attrs["src"]))
        assert not OBEYED.search(made)
        title = f"{' '.join(words[0].split())} Wtitle".removeprefix(" ")
        assert sheet or READER.parse(made)[1].children is not None
        shown = "".join(x.content for x in READER.parse(made)[1].children or ())
        assert " ".join(shown.split()) == title


@given(st.text())
def test_any_text_is_words_in_markdown(text: str) -> None:
    made = escaping.markdown(text)
    for around in ("{}", "- {}", "**a.** {}", "# {}", "| {} | b |", "*{}*", "![{}](x.webp)"):
        kinds = {x.type for x in tokens(around.format(made))}
        assert not kinds & {
            "link_open", "html_inline", "html_block", "code_inline", "code_block", "fence", "hr",
            "blockquote_open", "ordered_list_open", "s_open", "hardbreak", "softbreak",
        }  # fmt: skip
        assert "image" not in kinds or around.startswith("!")
    assert "\n" not in made and not OBEYED.search(made)


# ------------------------------------------------------------------ HTML


class Page(HTMLParser):
    """The tags of a page with their attributes, and its words."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, tuple[str, ...]]] = []
        self.links: set[str] = set()
        self.words = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(name for name, _ in attrs)))
        self.links |= {str(value) for name, value in attrs if name in ("href", "src")}

    def handle_endtag(self, tag: str) -> None:
        self.tags.append((f"/{tag}", ()))

    def handle_data(self, data: str) -> None:
        self.words += data

    def handle_comment(self, data: str) -> None:
        self.tags.append(("!--", ()))


@FEW
@example(WORST)
@given(HOSTILE)
def test_a_book_in_html_holds_no_markup_of_a_ruleset(words: list[str]) -> None:
    made, plain = Page(html(book(words), PICTURES)), Page(html(harmless(), PICTURES))
    assert made.tags == plain.tags
    assert all(link.startswith(("#f", "data:image/webp;base64,")) for link in made.links)
    shown = " ".join(made.words.split())
    for number, place in enumerate(PLACES):
        if place not in ("called", "starts", "helper", "setup", "turn", "example", "heading"):
            said = " ".join(f"{words[number % len(words)]} W{place}".split())
            assert said[1:] in shown  # a sentence begins with a capital


# ------------------------------------------------------------------ Typst


SHOWN = "selector(heading)" + "".join(
    f".or({kind})"
    for kind in ("link", "strong", "emph", "list", "enum", "raw", "math.equation", "ref", "terms")
)


def drawn(book: Book, folder: Path) -> list[str]:
    source = folder / "book.typ"
    source.write_text(typst_text(book, Pictures()), encoding="utf-8")
    assert typst.compile(str(source)).startswith(b"%PDF")
    return [thing["func"] for thing in json.loads(typst.query(str(source), SHOWN))]


@settings(parent=FEW, max_examples=2)
@example(WORST)
@given(HOSTILE)
def test_a_book_in_typst_holds_no_markup_of_a_ruleset(
    tmp_path_factory: pytest.TempPathFactory, words: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("book")
    assert drawn(book(words), folder) == drawn(harmless(), folder)


# ------------------------------------------------------------------ an editor's hover


@FEW
@example(WORST)
@given(HOSTILE)
def test_hovers_hold_no_markup_of_a_ruleset(words: list[str]) -> None:
    hostile, plain = loaded(words), loaded(HARMLESS)
    lines = ruleset(HARMLESS).splitlines()
    seen = 0
    for number, line in enumerate(lines, 1):
        for name in re.finditer(r"[a-zA-Z_]\w*", re.sub(r'".*"', "", line)):
            place = (Path("hostile.cairn"), number, name.start() + 1)
            found, usual = hover(hostile, *place), hover(plain, *place)
            assert (found is None) == (usual is None)
            if found is not None and usual is not None:
                assert structure(found.text) == structure(usual.text)
                seen += 1
    assert seen > 30


def test_code_in_a_hover_ends_where_it_ends() -> None:
    for text in ("a\n```\n# b", "````\n![p](x)", "`", "~~~\n[a](b)"):
        (token,) = READER.parse(escaping.fenced(text, "cairn"))
        assert (token.type, token.content) == ("fence", f"{text}\n")


# ------------------------------------------------------------------ other outputs


@given(st.text())
def test_any_text_is_words_in_the_other_outputs(text: str) -> None:
    assert "\n" not in escaping.plain(text) and not UNSEEN.search(escaping.plain(text))
    data = json.loads(escaping.json({"a": text}))
    assert data == {"a": text} and not UNSEEN.search(escaping.json({"a": text}))
    cell = escaping.csv(text)
    assert isinstance(cell, str) and not cell.startswith(("=", "+", "-", "@"))
    page = Page(f"<p title='{escaping.html(text)}'>{escaping.html(text)}</p>")
    assert page.tags == [("p", ("title",)), ("/p", ())]
    drawing = f"<svg xmlns='http://www.w3.org/2000/svg'>{label(text, 0, 0, 10, '#000')}</svg>"
    assert [x.tag.rpartition("}")[2] for x in ET.fromstring(drawing)] in (["text"], [])


# ------------------------------------------------------------------ commands

EVIL = "x\nseat 1 wins!\x1b[31m\u202e\u2800 #"
"""A name of a file that a terminal would obey, and a line that nobody wrote."""
COMMANDS = telling(
    [
        ("check", "{}", "--json"), ("rules", "{}", "--out", "{out}.md"),
        ("rules", "{}", "--sheet"),
        ("play", "{}", "--text", "--agents", "human,random", "--seed", "1", "--lang", "de"),
        ("play", "{}", "--text", "--agents", "random,random", "--save", "{out}.save"),
        ("replay", "{out}.save"), ("learn", "{}", "--exam"),
        ("sim", "{}", "--games", "1", "--seed", "1", "--record", "{out}-games"),
        ("study", "{}", "--games", "2", "--agents", "random", "--out", "{out}-study",
         "--format", "csv"),
        ("diff", "{}", "lost-cities-card"), ("fmt", "{}"), ("explain", "{out}"), ("check", "{out}"),
        ("new", "{out}-new", "--from", "{}", "--variant"),
    ],
    [
        ("check", "{}"), ("check", "{}", "--verbose"), ("rules", "{}"),
        ("rules", "{}", "--lang", "de"), ("rules", "{}", "--out", "{out}.html"),
        ("rules", "{}", "--out", "{out}.pdf"), ("rules", "{}", "--out", "{out}.txt"),
        ("play", "{}", "--text", "--agents", "human,random", "--seed", "1"),
        ("replay", "{out}.save", "--rules", "{}"), ("learn", "{}"),
        ("learn", "{}", "--export-exam", "{out}-class"), ("diff", "{}", "{}"),
        ("shot", "{}", "--moves", "2", "--out", "{out}.png"),
    ],
)  # fmt: skip


def test_no_command_obeys_or_forges_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(figures, "_written", lambda figure: b"")  # what is drawn isn't read here
    Path(f"{EVIL}.cairn").write_text(ruleset(WORST), "utf-8")
    Path(f"{EVIL}.de.yaml").write_text(catalogue(WORST), "utf-8")
    for command in COMMANDS:
        line = [part.format(f"{EVIL}.cairn", out=EVIL) for part in command]
        said = run_here(*line, given="? climb\n1\nl\nt\ns\nq\n")
        assert said.code in (0, 1), (command, said.err)
        shown = said.out + said.err
        assert not UNSEEN.search(shown), command
        assert "\nseat 1 wins!" not in f"\n{shown}", command
        assert said.code == 0 or re.search(r"(error|Fehler)\[E\d+\]: ", said.err), command
    for path in tmp_path.rglob("*"):
        if path.suffix in (".md", ".html", ".json", ".csv", ".txt"):
            assert not OBEYED.search(path.read_text("utf-8")), path
    (games,) = tmp_path.rglob("*.csv")
    with games.open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    assert all(len(row) == len(head) for row in rows) and len(rows) == 2
    assert not any(name.startswith(("=", "+", "-", "@")) for name in head)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('texts:\n  "W": "one\\nseat 1 wins!"\n', 2),
        ("names:\n  Card: a\n  deck: |\n    d\n    # h\n", 3),
        ('forms:\n  Card: "m Karten\\nx"\n', 2),
        ('texts:\n  a: b\n  "c\\nd": e\n', 3),
        ("texts: [a]\n", 1),
    ],
)
def test_an_entry_of_a_catalogue_is_one_line(
    text: str, line: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("h.cairn").write_text(ruleset(HARMLESS), "utf-8")
    Path("h.de.yaml").write_text(text, "utf-8")
    for command in (
        ("check",), ("rules", "--lang", "de", "--out", "h.pdf"), ("rules", "--lang", "de"),
        ("play", "--text", "--lang", "de", "--seed", "1"),
    ):  # fmt: skip
        said = run_here(command[0], "h.cairn", *command[1:])
        assert said.code == 1
        assert re.search(rf"h\.de\.yaml:{line}:\d+: \w+\[E601\]: ", said.out + said.err)


UNSEEN_LETTERS = (
    "\u200b", "\u2060", "\u00ad", "\u2800", "\u3164", "\uffa0", "\u115f", "\u061c", "\u180e",
    "\U000e0041", "\ufff9", "\uffff", "\u206a",
)  # fmt: skip


@pytest.mark.parametrize("letter", UNSEEN_LETTERS, ids=lambda c: f"U+{ord(c):04X}")
def test_no_text_holds_what_nobody_sees(letter: str, tmp_path: Path) -> None:
    text = ruleset(HARMLESS).replace("Wtitle", f"W{letter}title")
    (found,) = load_text(text, Path("h.cairn")).findings.errors
    assert found.code == "E004" and f"(U+{ord(letter):04X})" in found.message
    assert (found.span.line, found.span.column) == (1, text.index(letter) + 1)
    path = tmp_path / "h.de.yaml"
    path.write_text(f'texts:\n  "a": "b{letter}"\n', "utf-8")
    with pytest.raises(RulesError, match=r"invisible character|not allowed"):
        read_catalogue(path)


@pytest.mark.parametrize("word", ["a\u200db", "a\ufe0f", "\u200da", " \u200c", "1\u200d"])
def test_what_joins_letters_stands_only_where_letters_join(word: str) -> None:
    assert OBEYED.search(word)


@pytest.mark.parametrize(
    "word",
    [
        "\u0645\u06cc\u200c\u062e",
        "\u0915\u094d\u200d\u0937",
        "\u2764\ufe0f\u200d\U0001f525",
        "é",
        "日",
    ],
)
def test_writing_that_needs_joiners_is_allowed(word: str) -> None:
    text = ruleset(HARMLESS).replace("Wtitle", word)
    assert not load_text(text, Path("h.cairn")).findings.errors
    assert word in markdown(book_of(plan_for(load_text(text, Path("h.cairn")))), Pictures())


# ------------------------------------------------------------------ braces


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Zs"])))
def test_what_is_escaped_in_a_sentence_is_what_it_says(text: str) -> None:
    if OBEYED.search(text):
        return
    found = load_text(ruleset(HARMLESS).replace("plain Waction", written(text)), Path("h.cairn"))
    assert not found.findings.errors, found.findings.render()
    actions = (x.node for x in constructs(found.checked()) if isinstance(x.node, m.Action))
    words = next(action.text for action in actions if action.name == "climb")
    assert isinstance(words, m.Words)
    assert Catalogue().template(words) == [f"{text} ", "card", ""]
    escaped = re.sub(r"[\\{]", r"\\\g<0>", text)
    other = Catalogue("de", texts={words.raw: f"{{card}}: {escaped}"})
    assert other.template(words) == ["", "card", f": {text}"]


def test_every_output_has_one_way_in() -> None:
    """What escapes stands in one file, and nothing goes past it."""
    for path in sorted([*(ROOT / "engine").rglob("*.py"), *(ROOT / "viewer").rglob("*.py")]):
        text, name = path.read_text("utf-8"), path.relative_to(ROOT).as_posix()
        if name != "engine/language/escaping.py":
            assert not re.search(r"\bjinja2\b|\bMarkup\(|\bhtml\.escape|from html import", text), (
                name
            )
        if name not in ("engine/cli/output.py", "engine/cli/errors.py"):
            code = re.sub(r"^ *(>>>|\.\.\.) .*", "", text, flags=re.M)  # what a docstring shows
            assert not re.search(r"(?<![\w.])print\(|sys\.stdout\.write", code), name
