"""What is chosen before a game: game, edition, variants, options, players, seats, deal."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from engine import RulesError, Session, agent_names, playable
from engine.agents.search_config import BUDGETED, current_name
from engine.rules.files import examples, name_of, parts_of
from engine.rules.library import settings
from engine.rules.shelf import Search, grouped
from engine.rules.translations import catalogue_for
from engine.table.background import can_be_learned
from engine.table.deal import deal
from engine.table.seats import HUMAN, usual_agent
from engine.teach.newcomer import is_newcomer
from viewer.app.editions import (
    begin,
    example_editions,
    library_editions,
    opened,
    own_editions,
    read,
)
from viewer.scene.look import Look
from viewer.scene.look_loader import read_look

if TYPE_CHECKING:
    from engine import Diagnostic, Loaded
    from engine.rules.library import LibraryEntry, ShownOption

LONGEST_NAME = 16
LONGEST_SEARCH = 40
SEARCH = "search"
"""What `GameSetup.typing` is while words for a search are typed."""


@dataclass
class GameSetup:
    """What has been chosen so far.

    `game` and `edition` are names that rulesets are opened with, the second with variants as
    `one+other`. `people` are the names of the seats' people; `typing` is what is being written.
    """

    language: str = "en"
    game: str = ""
    edition: str = ""
    players: int = 2
    seats: list[str] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)
    seed: str = ""
    first: int = 0
    """The seat that begins, from 0."""
    study: bool = False
    training: bool = False
    """Whether agents shall learn the game while it is played, where that can be."""
    typing: str = ""
    people: list[str] = field(default_factory=list)
    search: Search = field(default_factory=Search)
    examples: bool = False
    """Whether the examples stand on the shelf, too."""
    new: bool = field(default_factory=is_newcomer)
    """Whether nobody has played here yet: then learning stands before playing."""
    own: tuple[LibraryEntry, ...] = ()
    """The rulesets of one's own, as they were when something was chosen last."""
    mistakes: dict[str, Diagnostic] = field(default_factory=dict)
    """What keeps some of these from being played, by name."""
    dealt: tuple[Session, Look] | None = None
    """A game as it was chosen, dealt for the picture of its table; None before that is known."""
    _asked: tuple[str, int, str] | None = None
    _dealing: Future[tuple[Session, Look]] | None = None
    chosen: Loaded | None = None
    """What was chosen, as it was then: its file may have errors by now."""

    def __post_init__(self) -> None:
        """Begin with the first game."""
        self._look_around()
        known = self.games()
        if not self.game and known:
            self.choose_game(known[0].name)

    # -------------------------------------------------------------- what there is

    def speak(self, language: str) -> None:
        """Say everything in another language."""
        self.language = language
        self._look_around()

    def _look_around(self) -> None:
        """Read the rulesets of one's own as they are now."""
        self.own, self.mistakes = own_editions(self.language), {}
        for name in (e.name for e in self.own if e.errors):
            with suppress(RulesError):
                for error in read(name).findings.errors[:1]:
                    self.mistakes[name] = error

    def games(self) -> list[LibraryEntry]:
        """Return the games in front, those of one's own, the examples if they are wanted, and the
        rest of the library.

        Variants are left out. Files with errors are among one's own, also variants: they can't
        stand beside their game.
        """
        own = [e for e in self.own if e.errors or e.base is None]
        there = {e.path.resolve() for e in own}
        more = [e for e in self._examples() if e.path.resolve() not in there]
        library = (e for e in library_editions(self.language) if e.base is None)
        first, *rest = grouped(library)
        return [*first.entries, *own, *more, *(e for group in rest for e in group.entries)]

    def found(self) -> list[LibraryEntry]:
        """Return the games that the search finds; a file with errors always is among them."""
        return [e for e in self.games() if e.errors or self.search.finds(e)]

    def variants(self) -> list[LibraryEntry]:
        """Return the game that was chosen, and its variants."""
        own = [e for e in self.own if not e.errors]
        known = [*library_editions(self.language), *own, *self._examples()]
        return [e for e in known if e.name == self.game or e.base == self.game]

    def _examples(self) -> Sequence[LibraryEntry]:
        return example_editions(self.language) if self.examples else ()

    @property
    def varied(self) -> list[str]:
        """Return the variants that were chosen."""
        return [name for name in parts_of(self.edition) if name != self.game]

    @property
    def title(self) -> str:
        """Return what the chosen game is called, with its variants."""
        known = {e.name: e.title for e in self.variants()}
        if not self.varied or any(name not in known for name in self.varied):
            header = self.loaded.checked().header
            return self.words(self.loaded.title or header.title)
        return " + ".join(known[name] for name in self.varied)

    @property
    def loaded(self) -> Loaded:
        """Return the ruleset that was chosen."""
        if self.chosen is None:
            self.chosen = opened(self.edition or self.game)
        return self.chosen

    def words(self, text: str) -> str:
        """Return a sentence of the chosen ruleset in the person's language."""
        return str(catalogue_for(self.loaded, self.language).text(text))

    def agents(self) -> Sequence[str]:
        """Return who can take a seat: people first."""
        return [HUMAN, *(n for n in agent_names() if n != BUDGETED)]

    def values(self, option: str) -> list[str]:
        """Return what an option can be, as the rules write it."""
        return list(self._setting(option).values)

    def value(self, option: str) -> str:
        """Return what an option is set to."""
        return self.options.get(option) or str(self._setting(option).default)

    def _setting(self, option: str) -> ShownOption:
        return next(s for s in settings(self.loaded, self.language) if s.name == option)

    # -------------------------------------------------------------- from time to time

    def memory(self) -> tuple[str, ...]:
        """Return what is kept for the next time."""
        options = (f"{name}={value}" for name, value in self.options.items())
        return (self.game, self.edition, ",".join(self.seats), *options)

    def recall(self, memory: Sequence[str]) -> GameSetup:
        """Return it with what was chosen the last time, as far as that can still be had."""
        if len(memory) < 3:
            return self
        game, edition, seats, *options = memory
        shown = {example.resolve(): name_of(example) for example in examples()}
        game = shown.get(Path(game).resolve(), game)
        self.examples |= game in shown.values()
        if all(e.name != game for e in self.games()):
            return self
        with suppress(RulesError):
            self.choose_game(game)
            for name in parts_of(edition):
                if name != game and any(e.name == name for e in self.variants()):
                    self.choose_edition(name)
            known = set(self.agents())
            sitting = [name for name in map(current_name, seats.split(",")) if name in known]
            self.players, self.seats = max(1, len(sitting)), sitting
            self._sit()
            for name, _, value in (option.partition("=") for option in options):
                if any(s.name == name and value in s.values for s in settings(self.loaded)):
                    self.options[name] = value
        return self

    # -------------------------------------------------------------- choosing

    def toggle_examples(self) -> None:
        """Put the examples on the shelf, or take them away again."""
        self.examples = not self.examples
        known = self.games()
        if all(e.name != self.game for e in known) and known:
            self.choose_game(known[0].name)

    def choose_game(self, rules: str) -> None:
        """Choose a game; everything else is as it usually is. Raises RulesError for errors."""
        self._look_around()
        self.chosen = opened(rules)
        self.game, self.edition, self.options = rules, rules, {}
        self._sit()

    def choose_edition(self, rules: str) -> None:
        """Choose a variant or let it go; the game itself is without any. Raises RulesError.

        Variants that contradict each other can't be chosen together: then nothing has changed.
        """
        chosen = [name for name in self.varied if name != rules]
        if rules == self.game:
            chosen = []
        elif rules not in self.varied:
            chosen.append(rules)
        edition = "+".join(chosen) or self.game
        self.chosen = opened(edition)
        self.edition = edition
        known = {setting.name for setting in settings(self.loaded)}
        self.options = {k: v for k, v in self.options.items() if k in known}
        self._sit()

    def _sit(self) -> None:
        low, high = self.loaded.checked().header.players
        self.players = max(low, min(self.players, high))
        self.first = min(self.first, self.players - 1)
        names = [*(self.seats or [HUMAN]), *[usual_agent()] * 64]
        self.seats = names[: self.players]
        if HUMAN not in self.seats:
            self.seats[0] = HUMAN

    def choose_players(self, number: int) -> None:
        """Choose how many play."""
        low, high = self.loaded.checked().header.players
        self.players = max(low, min(number, high))
        self._sit()

    def choose_seat(self, seat: int) -> None:
        """Let the next one in the list of people and agents have a seat."""
        known = list(self.agents())
        now = self.seats[seat]
        self.seats[seat] = known[(known.index(now) + 1) % len(known) if now in known else 0]

    def choose_option(self, name: str, value: str = "") -> None:
        """Set an option, to its next value when none is named."""
        values = self.values(name)
        following = values[(values.index(self.value(name)) + 1) % len(values)]
        self.options[name] = value or following

    @property
    def says_first(self) -> bool:
        """Return whether the rules leave it to the players who begins."""
        return bool(self.loaded.checked().header.starts == "anyone")

    @property
    def learnable(self) -> bool:
        """Return whether the agents could learn the game that was chosen, and haven't yet."""
        return can_be_learned(self.loaded, self.players)

    def write(self, what: str) -> None:
        """Begin or end writing: the number of the deal, words for a search, the name of a seat."""
        self.typing = "" if self.typing == what else what

    def _look_for(self, words: str) -> None:
        self.search = replace(self.search, words=words.lstrip()[:LONGEST_SEARCH])

    def typed(self, text: str) -> None:
        """Take typed characters for a search, for the number of the deal, or for a name."""
        if self.typing.isdigit():
            seat = int(self.typing)
            written = "".join(c for c in self.person(seat) + text if c.isprintable())
            self._call(seat, written.lstrip()[:LONGEST_NAME])
        elif self.typing == SEARCH:
            self._look_for(self.search.words + "".join(c for c in text if c.isprintable()))
        else:
            self.seed = (self.seed + "".join(c for c in text if c.isdigit()))[:9]

    def person(self, seat: int) -> str:
        """Return the name of who has a seat, empty without one."""
        return self.people[seat] if seat < len(self.people) else ""

    def _call(self, seat: int, name: str) -> None:
        self.people += [""] * (seat + 1 - len(self.people))
        self.people[seat] = name

    def key(self, name: str) -> bool:
        """Take a key while something is typed; return whether it was one for it."""
        if name == "backspace" and self.typing.isdigit():
            self._call(int(self.typing), self.person(int(self.typing))[:-1])
        elif name == "backspace" and self.typing == SEARCH:
            self._look_for(self.search.words[:-1])
        elif name == "backspace":
            self.seed = self.seed[:-1]
        elif name in ("enter", "escape"):
            self.typing = ""
        elif len(name) == 1 and name.isdigit():
            self.typed(name)
        elif name == "space" and (self.typing.isdigit() or self.typing == SEARCH):
            self.typed(" ")
        else:
            return False
        return True

    # -------------------------------------------------------------- the picture

    def tick(self) -> bool:
        """Have the chosen game dealt for its picture; return whether there is another one now.

        That takes a moment, so it is done beside everything else, and only for what is chosen last.
        """
        wanted = (self.edition or self.game, self.players, str(sorted(self.options.items())))
        if wanted != self._asked and self._dealing is None:
            self._asked = wanted
            self._dealing = _beside().submit(
                _dealt, wanted[0], self.players, dict(self.options), self.language
            )
        if self._dealing is None or not self._dealing.done():
            return False
        done, self._dealing = self._dealing, None
        self.dealt = None if done.exception() else done.result()
        return True

    # -------------------------------------------------------------- beginning

    def begin(self) -> tuple[Session, list[str], str]:
        """Return the game that was chosen, who sits there, how its rules are opened."""
        return begin(
            self.edition or self.game,
            seats=self.seats,
            seed=int(self.seed) if self.seed else None,
            options=self.options,
            study=self.study,
            language=self.language,
            first=self.first + 1 if self.says_first else None,
        )


@lru_cache
def _beside() -> ThreadPoolExecutor:
    """Return the thread in which pictures are prepared."""
    return ThreadPoolExecutor(1, "pictures")


def _dealt(
    rules: str, players: int, options: dict[str, str], language: str
) -> tuple[Session, Look]:
    """Return a game in its first position and how it looks. Raises RulesError."""
    loaded = playable(opened(rules))
    session = deal(loaded, players, seed=1, options=options, language=language)
    return session, read_look(session.game, language)
