"""The gallery of the site: a page for every ruleset of the library and every example.

Sphinx writes it into `docs/gallery` when it builds the site (`docs/conf.py`). With pictures this
takes a minute or two, and only what has changed is drawn anew.
"""

from __future__ import annotations

import random
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from engine import Game, Session, library, load, plan_for
from engine.rules.library import LibraryEntry, library_entries
from engine.rules.load import Loaded
from engine.teach.book import book_of
from engine.teach.printing import Pictures, markdown
from tests.docs.pages import DOCS, EXAMPLES, ROOT, players_of, sentence, shown

FOLDER = DOCS / "gallery"
SIZE = (1280, 720)
SMALL = (640, 360)
MOVES = 40
DEAL = 11
GAMES = 20
MARK = "<!-- gallery -->"
"""Where a page of the site says that there is a gallery."""
LINK = (
    "The [gallery](gallery/index.md) shows every game and example with its picture, its rules and "
    "its rulebook."
)


def linked(page: str, text: str) -> str:
    """Return a page of the site with its link to the gallery, which isn't there on GitHub.

    The sidebar leaves out the pages within the gallery: each page of the site has the whole
    sidebar, and the gallery leads to its own pages.
    """
    if page.startswith("gallery/") and page != "gallery/index":
        return f"---\norphan: true\n---\n\n{text}"
    return text.replace(
        MARK, LINK.replace("gallery/", "../gallery/" if "/" in page else "gallery/")
    )


def rulesets() -> list[Path]:
    """Return every ruleset that has a page: those of the library, then the examples."""
    return [*library(), *sorted(EXAMPLES.glob("*.cairn"))]


def write_gallery(*, pictures: bool) -> None:
    """Write all pages; with pictures, rulebooks and lengths, or with what is there already."""
    FOLDER.mkdir(exist_ok=True)
    paths = rulesets()
    if pictures:
        with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
            for _ in pool.map(prepare, paths):
                pass
    entries = library_entries(paths)
    for path, entry in zip(paths, entries, strict=True):
        (FOLDER / f"{path.stem}.md").write_text(_page(path, entry), "utf-8")
    (FOLDER / "index.md").write_text(_index(paths, entries), "utf-8")
    kept = {path.stem for path in paths}
    for file in FOLDER.iterdir():
        if file.name != "index.md" and file.name.partition(".")[0] not in kept:
            file.unlink()


# ------------------------------------------------------------------ what takes long


def prepare(path: Path) -> None:
    """Draw a ruleset's picture, write its book, and play some games for their length."""
    loaded = load(path)
    stamp = FOLDER / f"{path.stem}.stamp"
    if stamp.is_file() and stamp.read_text("utf-8") == loaded.digest:
        return
    (FOLDER / f"{path.stem}.length").write_text(str(_decisions(loaded)), "utf-8")
    if path.parent == EXAMPLES:
        book = markdown(book_of(plan_for(loaded)), Pictures(), path.stem)
        (FOLDER / f"{path.stem}.rulebook.md").write_text(book, "utf-8")
    _draw(loaded, FOLDER / f"{path.stem}.webp")
    stamp.write_text(loaded.digest, "utf-8")


def _draw(loaded: Loaded, file: Path) -> None:
    from PIL import Image

    from viewer.panels import shot_app
    from viewer.window import shot

    low, high = loaded.checked().header.players
    session, chance = Session(Game(loaded, max(low, min(high, 3))), DEAL), random.Random(DEAL)
    before = 0
    while not session.over and before < MOVES:
        session.play(chance.choice(session.written_moves()))
        before += 1
    if session.over:
        session = session.at(len(session.history) // 2)
    app = shot_app(session, None, "en")
    picture = shot.picture(app.nodes, app.theme, SIZE)
    picture.resize(SMALL, Image.Resampling.LANCZOS).save(file, quality=80, method=4)


def _decisions(loaded: Loaded) -> int:
    """Return how many decisions a game between random players takes on average."""
    from engine import simulate

    low, high = loaded.checked().header.players
    players = max(low, min(high, 3))
    report = simulate(loaded, players, games=GAMES, seed=DEAL, seats=["random"] * players)
    return round(report.decisions)


# ------------------------------------------------------------------ the pages


def _length(path: Path, entry: LibraryEntry) -> str:
    minutes = entry.minutes_shown
    if minutes:
        return f"about {minutes} minutes"
    file = FOLDER / f"{path.stem}.length"
    if entry.base or not file.is_file():
        return ""  # of a variant, its game says it
    return f"about {file.read_text('utf-8')} decisions"


def _picture(path: Path, entry: LibraryEntry) -> str:
    file = FOLDER / f"{path.stem}.webp"
    return f"![The table of {entry.title}]({file.name})" if file.is_file() else ""


def _page(path: Path, entry: LibraryEntry) -> str:
    name = path.stem
    rows = [("players", players_of(entry)), ("length", _length(path, entry))]
    if entry.base:
        rows.append(("variant of", f"[{entry.base}]({entry.base}.md)"))
    rows.append(("shows", ", ".join(shown(path.read_text("utf-8"), "../"))))
    rows.append(("rulebook", _rulebook(path, entry)))
    table = "".join(f"| {head} | {text} |\n" for head, text in rows if text)
    words = " ".join(filter(None, (sentence(entry.subtitle), entry.about, entry.aim)))
    text = path.relative_to(ROOT).as_posix()
    parts = [
        f"# {entry.title}",
        words,
        _picture(path, entry),
        f"| | |\n|---|---|\n{table.rstrip()}",
        f"## Play it\n\n```sh\ncairn play {name}\n```",
        f"## The rules\n\n```{{literalinclude}} ../../{text}\n:language: cairn\n```",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _rulebook(path: Path, entry: LibraryEntry) -> str:
    if path.parent != EXAMPLES:
        return f"[{entry.title}](../rulebooks/{path.stem}.md)"
    if (FOLDER / f"{path.stem}.rulebook.md").is_file():
        return f"[{entry.title}]({path.stem}.rulebook.md)"
    return f"`cairn rules {path.stem}`"


def _index(paths: list[Path], entries: list[LibraryEntry]) -> str:
    head = (
        "# Gallery\n\nEvery game that comes with Cairn, and every example. A page has the picture "
        "of a table, the rules,\nthe rulebook, and the command that plays the game. Lengths in "
        "decisions are those of random games.\n"
    )
    parts = [head]
    for title, examples in (("The library", False), ("Examples", True)):
        cards = [
            _card(path, entry)
            for path, entry in zip(paths, entries, strict=True)
            if (path.parent == EXAMPLES) is examples
        ]
        parts.append(f"## {title}\n\n````{{container}} gallery\n{''.join(cards)}````\n")
    return "\n".join(parts)


def _card(path: Path, entry: LibraryEntry) -> str:
    picture = _picture(path, entry)
    facts = ", ".join(filter(None, (players_of(entry), _length(path, entry))))
    mechanisms = ", ".join(shown(path.read_text("utf-8"), "../"))
    lines = [
        f"[{picture}]({path.stem}.md)\n" if picture else "",
        f"**[{entry.title}]({path.stem}.md)**<br>{facts}<br>{mechanisms}".removesuffix("<br>"),
    ]
    return "```{container} card\n" + "\n".join(line for line in lines if line) + "\n```\n"
