"""`cairn study`: what a ruleset's games are like, and what a variant or an option changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.agents.registry import WasmPolicy, spec_of
from engine.cli.arguments import StudyArguments
from engine.cli.errors import as_json, open_game, read_seed, read_settings, refuse, say
from engine.cli.output import put
from engine.cli.seats import seats_for
from engine.cli.study_players import QUICK_SECONDS, SECONDS, ladder_of, players_of, ways_of
from engine.cli.study_questions import answers_of
from engine.cli.study_run import played, table_format, write_table, write_whole
from engine.cli.trial import read_time
from engine.game.options import read_options
from engine.language.diagnostics import RulesError
from engine.language.escaping import plain
from engine.language.message import Message
from engine.rules import model as m
from engine.rules.load import Loaded
from engine.rules.options import option_words, values_of
from engine.study.arm import Arm
from engine.study.cheap_ways import StrategyResult
from engine.study.game_results import GameResults
from engine.study.good_play import tips
from engine.study.html_report import Plot, page
from engine.study.ladder import SkillLadder
from engine.study.plan import Matchup, StudyPlan
from engine.study.questions import NOTHING
from engine.study.report import StudyReport, names_for
from engine.study.results import Format, distinct_names, need
from engine.study.study_players import TRAINED, StudyPlayers, unequal
from engine.study.unfinished import none_finished
from engine.training.habits import GAMES
from engine.training.policy import policy_for

QUICK = (
    "This is a quick study: no strategies were tried against the players, and no weaker players. "
    "Fewer games were played to find out what is fair and what the deal decides, and none to find "
    "out how long games are open and what pieces do. Leave out --quick for all of it."
)
MOST_VALUES = 8
"""Of an option, at most so many values are compared."""

PLOTS = {
    "score", "length", "wins", "agents", "actions", "lines", "requirements", "differences",
    "fair", "deal", "tense", "pieces",
}  # fmt: skip
"""What plots can be called."""


@dataclass(frozen=True)
class _Side:
    """One of the rulesets that are studied."""

    name: str
    loaded: Loaded
    options: dict[str, int]


def study_games(args: StudyArguments) -> None:
    """Play the games, print the report, and write it where it is asked for."""
    if args.played is not None:
        from engine.cli.study_played import study_saves  # takes long to load

        study_saves(args, args.played)
        return
    sides = _sides(args)
    first = sides[0].loaded.checked()
    seats = seats_for(first, args.players, args.agents, TRAINED, TRAINED)
    seconds = None if args.train is None else read_time("--train", args.train)
    form = table_format(args)
    who = _players(sides, seats, args, seconds)
    tables = tuple(_table(*pair, seats, args) for pair in zip(sides, who, strict=True))
    plan = StudyPlan(tables, read_seed(args.seed))
    title = f"Studying {' and '.join(dict.fromkeys(side.name for side in sides))}"
    with played(title, plan, [args.games] * len(sides), args) as games:
        for found in games:
            if not found.count:
                raise none_finished(found.table, args.games, args.seed)
        arms = tuple(
            _arm(side.name, found, players, args)
            for side, found, players in zip(sides, games, who, strict=True)
        )
        _tell(arms, args, form)


def _players(
    sides: list[_Side], seats: list[str], args: StudyArguments, seconds: float | None
) -> list[StudyPlayers | None]:
    """Return the players of each ruleset: trained ones, unless the command names others."""
    learned = any(spec_of(name).in_module is WasmPolicy.SEARCH for name in seats)
    if args.agents is not None and (seconds is None or not learned):
        if seconds is not None:
            raise refuse("--train is for players that learn; leave out --agents, or name 'medium'")
        return [None] * len(sides)
    rulesets = [(side.name, side.loaded, side.options) for side in sides]
    limit = QUICK_SECONDS if args.quick and seconds is None else SECONDS
    named, seed = args.agents is not None, read_seed(args.seed)
    return list(players_of(rulesets, len(seats), seconds, limit, seed, named=named))


def _table(
    side: _Side, players: StudyPlayers | None, seats: list[str], args: StudyArguments
) -> Matchup:
    """Return what is played of a ruleset."""
    names = seats if players is None or args.agents is not None else [players.agent] * len(seats)
    policy = players.policy if players is not None else ""
    return Matchup(side.loaded, side.options, tuple(names), policy=policy)


def _arm(name: str, games: GameResults, players: StudyPlayers | None, args: StudyArguments) -> Arm:
    """Return what was found of some games, with what good players do where that is known."""
    ways: Sequence[StrategyResult] = ()
    strategies = 0
    steps: SkillLadder | None = None
    if players is not None and args.agents is None and not args.quick:
        ways, strategies = ways_of(name, players, games.game, read_seed(args.seed))
        steps = ladder_of(name, players, games.game, read_seed(args.seed))
    answers = NOTHING
    if players is not None and args.agents is None:
        answers = answers_of(name, players, games.game, read_seed(args.seed), quick=args.quick)
    try:
        policy = policy_for(games.game)
        few = min(GAMES, games.count)
        found = tips(policy, few) if policy is not None else ()
    except ImportError:
        found = ()
    return Arm(name, games, found, players, tuple(ways), strategies, steps, answers)


def _tell(arms: tuple[Arm, ...], args: StudyArguments, form: Format) -> None:
    """Print the report, and write it with the games where that is asked for."""
    out = args.out
    if out is not None:
        names = distinct_names([arm.name for arm in arms])
        for arm, name in zip(arms, names, strict=True):
            write_table(arm.games, name, args.seed, out, form)
    plots, notes = _plots(StudyReport(arms, args.seed)) if out else ([], ())
    report = StudyReport(arms, args.seed, (*notes, *_notes(arms, args)))
    if out is not None:
        _write(report, plots, out)
    put(as_json(report.as_json()) if args.json else report.text())
    if out is not None:
        say(f"The report, its plots and the games are in {plain(out)}.")


def _notes(arms: Sequence[Arm], args: StudyArguments) -> Iterator[str]:
    """Yield what the whole report is to be read with."""
    trained = unequal([arm.players for arm in arms if arm.players is not None])
    if trained is not None:
        yield trained
    if args.quick and args.agents is None:
        yield QUICK


# ------------------------------------------------------------------ what is compared


def _sides(args: StudyArguments) -> list[_Side]:
    """Return what is studied: the ruleset, then what it is compared with."""
    loaded = open_game(args.ruleset)
    rules = loaded.checked()
    given = read_settings(args.settings)
    if args.vs is not None and args.option is not None:
        raise refuse("a study compares with a variant or with an option's values, not both")
    if args.vs is None:
        options = read_options(rules, given)
        side = _Side(rules.header.title, loaded, options)
        return [side] if args.option is None else _values(side, rules, args.option)
    return _two(loaded, open_game(args.vs), given)


def _two(one: Loaded, other: Loaded, given: dict[str, str]) -> list[_Side]:
    """Return two rulesets, each with those of the settings that it has."""
    sides = []
    titles = [x.checked().header.title for x in (one, other)]
    names = titles if titles[0] != titles[1] else names_for([one.name, other.name])
    for name, loaded in zip(names, (one, other), strict=True):
        rules = loaded.checked()
        either = {*one.checked().options, *other.checked().options}
        own = {k: v for k, v in given.items() if k in rules.options or k not in either}
        sides.append(_Side(name, loaded, read_options(rules, own)))
    return sides


def _values(side: _Side, rules: m.Ruleset, name: str) -> list[_Side]:
    """Return a ruleset with an option as it is set, then with each other value of it."""
    read_options(rules, {name: "?"} if name not in rules.options else {})
    option = rules.options[name]
    values, words = values_of(rules, option), option_words(rules, option)
    now = side.options.get(name, option.default)
    if len(values) > MOST_VALUES:
        raise refuse(
            Message(
                "the option '{name}' has {number} values; compare two of them with "
                "--set, or one that has at most {most}",
                name,
                len(values),
                MOST_VALUES,
            )
        )
    others = [(v, w) for v, w in zip(values, words, strict=True) if v != now]
    chosen = [(now, words[values.index(now)]), *others]
    return [
        _Side(f"{name} = {word}", side.loaded, side.options | {name: value})
        for value, word in chosen
    ]


# ------------------------------------------------------------------ what is written


def _plots(report: StudyReport) -> tuple[list[Plot], tuple[str, ...]]:
    """Return the plots, or a note that there are none and why."""
    try:
        need("matplotlib", "drawing plots")
    except RulesError as problem:
        found = problem.diagnostics[0]
        note = f"There are no plots: {found.message} ({found.hint})."
        say(note)
        return [], (note,)
    from engine.study.plots import draw

    return list(draw(report)), ()


def _write(report: StudyReport, plots: list[Plot], folder: Path) -> None:
    """Write the report as text, JSON and HTML, and its plots."""
    write_whole(folder / "report.txt", report.text() + "\n")
    write_whole(folder / "report.json", as_json(report.as_json()) + "\n")
    write_whole(folder / "report.html", page(report, plots))
    for name, _, png in plots:
        write_whole(folder / "plots" / f"{name}.png", png)
    drawn = {name for name, _, _ in plots}
    for path in (folder / "plots").glob("*.png"):  # the report may be of more games than before
        if path.stem not in drawn and path.stem.partition("-")[0] in PLOTS:
            path.unlink(missing_ok=True)
