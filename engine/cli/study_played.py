"""`cairn study --played`: where people choose differently from trained players, and its cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from engine.cli.arguments import StudyArguments
from engine.cli.errors import as_json, open_game, read_seed, read_settings, refuse, say, spoken
from engine.cli.language import language_of
from engine.cli.output import put
from engine.cli.progress import progress
from engine.cli.review import cost_rows
from engine.cli.study_players import QUICK_SECONDS, SECONDS, players_of
from engine.cli.study_run import write_whole
from engine.cli.text import opening
from engine.cli.trial import read_time
from engine.game.options import read_options
from engine.game.saves import replay, write_save
from engine.language.files import make_folder
from engine.language.message import Message
from engine.rules.load import Loaded
from engine.storage.cache import tidy_at_exit
from engine.storage.folders import cache_folder
from engine.study.metric import interval_words, plain
from engine.teach.people_choices import (
    FEWEST,
    CostlyChoice,
    PeopleChoices,
    costly_choices,
    had_a_choice,
    people_choices,
)
from engine.teach.phrases import phrase
from engine.teach.played_saves import MOST, PlayedSaves, few, read_folder
from engine.training.files import Unusable
from engine.training.policy import policy_from

TRIES = 1000
"""Simulated games for each choice that is searched."""
SEARCH, QUICK_SEARCH = 60.0, 10.0
"""So many seconds choices are searched for at most."""


@dataclass(frozen=True)
class PlayedReport:
    """What saved games of people show. `paths`: where the position of each costly choice is."""

    loaded: Loaded
    saves: PlayedSaves
    players: Sequence[str]
    choices: PeopleChoices
    costly: Sequence[CostlyChoice]
    paths: Sequence[Path]
    searched: int
    without: str

    def text(self) -> str:
        """Return it as text."""
        found = self.choices
        agreed = interval_words(found.agreed, "%")
        rows = [
            f"{found.games:,} saved games of {self.loaded.checked().header.title}, with "
            f"{found.decisions:,} decisions in which a person had a choice",
            "",
            f"  In {agreed} of them people choose what trained players like best.",
            *(f"  {sentence}" for sentence in self.players),
            "",
            "Where people choose differently",
            "",
            *(f"  {row}" for row in self._differences()),
            "",
            "What costs people most",
            "",
            *(f"  {row}" for row in self._costs()),
        ]
        return "\n".join(rows)

    def _differences(self) -> Iterator[str]:
        clear = self.choices.differences()
        yield from (one.sentence for one in clear)
        if self.choices.games < FEWEST:
            yield f"Of fewer than {FEWEST} games nothing is clear."
        elif not clear:
            yield "No action is clearly chosen more or less often than by trained players."

    def _costs(self) -> Iterator[str]:
        if self.without:
            yield f"No search is possible: {self.without}"
        elif not self.costly:
            yield f"None of the {self.searched:,} choices that were searched clearly cost anything."
        else:
            yield (
                f"{self.searched:,} choices were searched that trained players would hardly make, "
                "the unlikeliest first."
            )
        say_ = partial(_phrase, language_of("en"))
        for one, path in zip(self.costly, self.paths, strict=True):
            yield ""
            yield f"{one.game.path}, seat {one.cost.seat + 1}"
            yield from cost_rows(one.session, one.cost, say_)
            yield f"     see: {opening('play', path, self.loaded)}"

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        found = self.choices
        return {
            "games": found.games, "decisions": found.decisions, "agreed": plain(found.agreed),
            "left_out": len(self.saves.left_out), "others": self.saves.others,
            "unread": self.saves.unread,
            "actions": [one.as_json() for one in found.actions],
            "searched": self.searched, "without": self.without,
            "costly": [
                {
                    "save": str(one.game.path), "decision": one.cost.number + 1,
                    "seat": one.cost.seat + 1, "made": one.cost.made.shown,
                    "better": one.cost.better.shown, "cost": round(one.cost.cost, 3),
                    "unit": "points" if one.cost.by_points else "wins of 100", "see": str(path),
                }
                for one, path in zip(self.costly, self.paths, strict=True)
            ],
        }  # fmt: skip


def _phrase(language: str, key: str, *parts: str) -> str:
    return phrase(key, language, *parts)


def study_saves(args: StudyArguments, folder: Path) -> None:
    """Read the saves of a folder, train players if needed, and print where people differ."""
    for name, value in (("--vs", args.vs), ("--option", args.option), ("--agents", args.agents)):
        if value is not None:
            raise refuse(
                Message("--played compares people with trained players; leave out {option}", name)
            )
    loaded = open_game(args.ruleset)
    given = read_settings(args.settings)
    read = read_options(loaded.checked(), given)
    asked = {name: read[name] for name in given}
    with progress("Reading saved games", 100) as update:
        saves = read_folder(folder, loaded, args.players, asked, lambda n, of: update(100 * n / of))
    if saves.unread:
        words = "only the first {number} saves are read, by their names; {more} more are not"
        say(spoken(Message(words, f"{MOST:,}", f"{saves.unread:,}")))
    for problem in few(saves.left_out):
        say(problem.render(loaded.findings.sources, spoken))
    if saves.others:
        words = "{number} saves have other players or options; choose them with --players and --set"
        say(spoken(Message(words, saves.others)))
    if not saves.games:
        raise refuse(Message("{folder} has no saved game that can be compared", folder))
    if not had_a_choice(saves.games):
        raise refuse(Message("in the saved games of {folder} no person had a choice", folder))
    report = _report(args, loaded, saves)
    put(as_json(report.as_json()) if args.json else report.text())
    if args.out is not None:
        write_whole(args.out / "people.txt", report.text() + "\n")
        write_whole(args.out / "people.json", as_json(report.as_json()) + "\n")


def _report(args: StudyArguments, loaded: Loaded, saves: PlayedSaves) -> PlayedReport:
    game = saves.games[0].open().game
    seconds = None if args.train is None else read_time("--train", args.train)
    limit = QUICK_SECONDS if args.quick and seconds is None else SECONDS
    rulesets = [(loaded.checked().header.title, loaded, saves.options)]
    (players,) = players_of(
        rulesets, game.players, seconds, limit, read_seed(args.seed), named=True
    )
    try:
        policy = policy_from(players.policy, game)
    except Unusable:
        raise refuse(
            Message("there is nobody to compare people with: {why}", players.how)
        ) from None
    choices = people_choices(policy, saves.games)
    time = QUICK_SEARCH if args.quick else SEARCH
    with progress("Searching for better moves", int(time)) as update:
        costly, searched, without = costly_choices(choices.choices, policy, TRIES, time, update)
    paths = _positions(costly, loaded, args.out)
    return PlayedReport(
        loaded, saves, list(players.sentences()), choices, costly, paths, searched, without
    )


def _positions(costly: Sequence[CostlyChoice], loaded: Loaded, out: Path | None) -> list[Path]:
    """Save the position before each choice, and return where. Raises RulesError (E601)."""
    folder = cache_folder("played") if out is None else out / "positions"
    if out is None:
        tidy_at_exit(folder)
    make_folder(folder)
    paths = []
    for number, one in enumerate(costly, 1):
        cut = one.game.save.model_copy(
            update={"moves": one.game.save.moves[: one.cost.number], "position": "", "study": True}
        )
        path = folder / f"{loaded.path.stem}-choice-{number}.save"
        write_save(replay(cut, loaded), path, one.game.save.seats)
        paths.append(path)
    return paths
