"""The pages for players that are made from the program: games, examples, and the table of keys.

`python -m tests.docs.generated` writes them, so a new file in a folder is on its page.
"""

from __future__ import annotations

import re
from pathlib import Path

from engine import library, load
from engine.rules.library import LibraryEntry, ShownOption, library_entry
from tests.docs.reference import api_page, commands_page
from viewer.app.i18n import Translator
from viewer.app.keymap import HELP

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
EXAMPLES = ROOT / "examples"
_NOTE = (
    "<!-- Made by `python -m tests.docs.generated`; change the rules or that script instead. -->\n"
)
_COMMENT = re.compile(r"\A(?:# .*\n)+")
_UNSPOKEN = re.compile(r'"[^"\n]*"|#.*')

SHOWN: tuple[tuple[str, str, str], ...] = (
    ("auctions", "cookbook.md#auctions", r"repeat each (other )?Player clockwise"),
    ("simultaneous choice", "cookbook.md#simultaneous-choice", r"\bsimultaneously\b"),
    ("tricks", "cookbook.md#tricks", r"\bzone tricks?\b"),
    ("drafting", "cookbook.md#drafting", r"\bdraft\b|\bmove each \w+ to the (left|right)\b"),
    ("hidden pieces", "cookbook.md#hidden-roles", r"\bhand of\b|\bface down\b|\bseen by\b"),
    ("co-operation", "cookbook.md#co-operation", r"^(everybody (wins|loses)|rating)\b"),
    ("grids", "cookbook.md#grids", r"\bgrid of\b"),
    ("tracks", "cookbook.md#tracks", r"\btrack of\b"),
    ("dice", "cookbook.md#dice-pools", r"\broll\b"),
    ("teams", "cookbook.md#teams", r"^ +teams\b"),
    ("a variant", "language/4-examples-and-variants.md#variants", r"^variant\b"),
    ("options", "language/1-files-and-pieces.md#options", r"^option\b"),
    (
        "rounds",
        "cookbook.md#carrying-something-over-to-the-next-round",
        r"^ +rounds\b|^after each round\b",
    ),
)
"""What an example may show: its name, where to read about it, and the rules that show it."""


def anchor(title: str) -> str:
    """Return the anchor of a heading, as GitHub and the site make it."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def games_page() -> str:
    """The page on the games of the library."""
    entries = [library_entry(load(path)) for path in library()]
    games = sorted((e for e in entries if e.base is None), key=lambda e: e.title)
    parts = [
        f"# The included games\n\n{_NOTE}\n"
        f"Cairn includes {len(games)} games and {len(entries) - len(games)} variants. "
        "`cairn list` prints this list in your terminal.\n"
        "The [examples](examples.md) are smaller games that each show a part of the language.\n\n"
        "<!-- gallery -->\n"
    ]
    for game in games:
        parts.append(_game(game, [e for e in entries if e.base == game.name]))
    return "\n".join(parts)


def _game(game: LibraryEntry, variants: list[LibraryEntry]) -> str:
    minutes = game.minutes_shown
    length = f" A game takes about {minutes} minutes." if minutes else ""
    found = shown(game.path.read_text("utf-8"))
    lines = [
        f"## {game.title}\n",
        f"*{game.subtitle}.* {game.aim} For {players_of(game)}.{length}\n",
    ]
    picture = f"pictures/{game.name}.png"
    if (DOCS / picture).is_file():
        lines.append(f"![The table of {game.title}]({picture})\n")
    lines.append(_command(game.name))
    lines.append(
        f"Rulebook: [{game.title}](rulebooks/{game.name}.md). Languages: {_languages(game.path)}.\n"
    )
    if found:
        lines.append(f"What its rules show: {', '.join(found)}.\n")
    if game.settings:
        lines.append(_options(game.settings))
    if variants:
        lines += ["Variants:\n", *(_variant(variant) for variant in variants), ""]
    return "\n".join(lines)


def _languages(path: Path) -> str:
    translated = {"German": "de", "French": "fr"}
    found = [
        name for name, code in translated.items() if path.with_suffix(f".{code}.yaml").is_file()
    ]
    return ", ".join(["English", *found])


def _variant(entry: LibraryEntry) -> str:
    return (
        f"- **{entry.title}.** {entry.about} Play it with `cairn play {entry.name}`. "
        f"Rulebook: [{entry.title}](rulebooks/{entry.name}.md)"
    )


def _options(options: tuple[ShownOption, ...]) -> str:
    head = "| option | what it asks | values |\n|---|---|---|\n"
    rows = [
        f"| `--set {o.name}=…` | {o.words} | "
        + ", ".join(f"`{v}` (default)" if v == o.default else f"`{v}`" for v in o.values)
        + " |\n"
        for o in options
    ]
    return head + "".join(rows)


def players_of(entry: LibraryEntry) -> str:
    """Return how many people play a ruleset, in words."""
    least, most = entry.players
    if least == most:
        return "1 player" if most == 1 else f"{most} players"
    return f"{least} to {most} players"


def _command(ruleset: str) -> str:
    return f"```sh\ncairn play {ruleset}\n```\n"


def shown(text: str, up: str = "") -> list[str]:
    """Return what rules show, as links; `up` leads to the folder of the docs."""
    spoken = _UNSPOKEN.sub("", text)
    return [
        f"[{name}]({up}{place})"
        for name, place, rules in SHOWN
        if re.search(rules, spoken, re.MULTILINE)
    ]


def examples_page() -> str:
    """The page on the examples."""
    found = [(path, library_entry(load(path))) for path in sorted(EXAMPLES.glob("*.cairn"))]
    rows = "".join(
        f"| [{entry.title}](#{anchor(entry.title)}) "
        f"| {'–'.join(str(number) for number in sorted({*entry.players}))} "
        f"| {', '.join(shown(path.read_text('utf-8'))) or 'the basics'} |\n"
        for path, entry in found
    )
    head = (
        f"# Examples\n\n{_NOTE}\n"
        f"{len(found)} small games and variants come with Cairn as examples. Each is one file of "
        "the folder `examples` to read, play and\nchange. The last column links to the recipes of "
        "the [cookbook](cookbook.md).\n\n<!-- gallery -->\n\n"
        f"| example | players | what it shows |\n|---|---|---|\n{rows}"
    )
    return "\n".join([head, *(_example(path, entry) for path, entry in found)])


def _example(path: Path, entry: LibraryEntry) -> str:
    text = path.read_text("utf-8")
    header = load(path).checked().header
    comment = _COMMENT.match(text)
    if comment:
        lines = (line.removeprefix("# ") for line in comment[0].splitlines())
        changes = " ".join(lines).removeprefix("What it changes: ")
        words = f"{changes[0].upper()}{changes[1:]}"
    else:
        words = " ".join(filter(None, (sentence(entry.subtitle), header.words, entry.aim)))
    minutes = entry.minutes_shown
    length = f", about {minutes} minutes" if minutes else ""
    kind = f"a variant of `{entry.base}`, " if entry.base else ""
    name = path.relative_to(ROOT).as_posix()
    said = f"{words}\n\n" if words else ""
    about = f"For {players_of(entry)}{length}; {kind}[{path.name}](../{name})."
    return f"## {entry.title}\n\n{said}{about}\n\n{_command(path.stem)}"


def sentence(words: str) -> str:
    """Return words with a full stop, if there are any."""
    return words and words.rstrip(".") + "."


def keys() -> str:
    """The keys that the window's help shows."""
    words = Translator()
    rows = "".join(
        f"| {' '.join(key if key == '…' else f'`{key}`' for key in pressed.split())} "
        f"| {words(text)} |\n"
        for pressed, text in HELP
    )
    return f"| keys | what they do |\n|---|---|\n{rows}"


def play_page(text: str) -> str:
    """Return the page on playing with its table of keys made anew."""
    head, begin, rest = text.partition("<!-- generated: keys -->\n")
    return f"{head}{begin}{keys()}{rest[rest.index('<!-- end -->') :]}"


def pages() -> dict[Path, str]:
    """Return what each of these pages should hold."""
    play = DOCS / "play.md"
    return {
        DOCS / "games.md": games_page(),
        DOCS / "examples.md": examples_page(),
        DOCS / "commands.md": commands_page(),
        DOCS / "api.md": api_page(),
        play: play_page(play.read_text("utf-8")),
    }
