"""The players of `cairn study`, trained for the rules that they play by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from engine.cli.errors import say
from engine.cli.progress import progress
from engine.game.session import Game
from engine.language.diagnostics import RulesError
from engine.rules.load import Loaded
from engine.storage.plain_file import read_plain
from engine.study.cheap_ways import StrategyResult, cheap_ways, strategies_of
from engine.study.ladder import SkillLadder, ladder, rungs_of
from engine.study.study_players import PLAIN, TRAINED, StudyPlayers, measured, seconds_words
from engine.training.files import MAX_BYTES, Unusable, fingerprint, path_for, read_kept
from engine.training.policy import policy_from, use
from engine.training.trained_policies import TrainedPolicy, TrainingBudget

SECONDS = 60.0
"""So long each ruleset is trained for, unless the command says otherwise."""
QUICK_SECONDS = 10.0
"""So long in a quick study."""


def players_of(
    rulesets: Sequence[tuple[str, Loaded, Mapping[str, int]]],
    players: int,
    seconds: float | None,
    usual: float,
    seed: int,
    *,
    named: bool = False,
) -> list[StudyPlayers]:
    """Return the players of each ruleset, given with its name and options; train them if needed.

    All are trained for the same time, so that a comparison shows what the rules change and not who
    knows them: `seconds`, or where that isn't given the `usual` time. Without it a single ruleset
    takes the policy beside its file. `named`: whether the command names the players; greedy players
    then take no seats.
    """
    limit = usual if seconds is None else seconds
    found: list[StudyPlayers] = []
    for name, loaded, options in rulesets:
        game = Game(loaded, players, options)
        one = None
        if len(rulesets) == 1 and seconds is None:
            one = _beside(game)
        if one is None:
            budget = TrainingBudget(loaded, players, options, limit, seed)
            one, limit = _trained(name, budget, game, named=named)
        found.append(_measured(one, game, seed, named=named))
    if all(one.policy for one in found):
        return found
    how = "The players use no training here" if named else "Greedy players play here"
    alike = f"{how}, too, so that all sides have the same players."
    return [
        one if not one.policy else StudyPlayers(TRAINED if named else PLAIN, alike) for one in found
    ]


def ways_of(
    name: str, players: StudyPlayers, game: Game, seed: int
) -> tuple[list[StrategyResult], int]:
    """Return what strategies win against trained players, and how many there are: when the time is
    up or by Ctrl-C some haven't been played.

    There are none where other players play, or where the module can't play them.
    """
    found: list[StrategyResult] = []
    if players.random is None:
        return found, 0
    with suppress(KeyboardInterrupt), progress(f"Trying strategies in {name}", 100) as update:
        for result in cheap_ways(game, seed, lambda share: update(100 * share)):
            found.append(result)
    return found, len(strategies_of(game))


def ladder_of(name: str, players: StudyPlayers, game: Game, seed: int) -> SkillLadder | None:
    """Return the ladder up to trained players; None where there is none, or after Ctrl-C."""
    if players.random is None:
        return None
    with suppress(KeyboardInterrupt), progress(f"A ladder of {name}", 100) as update:
        return ladder(game, rungs_of(players, game), seed, lambda share: update(100 * share))
    return None


def _beside(game: Game) -> StudyPlayers | None:
    """Return players with the policy beside a ruleset, if it was learned from just these rules and
    can be used.
    """
    loaded = game.loaded
    defaults = {name: option.default for name, option in loaded.checked().options.items()}
    path = path_for(loaded.path, game.players)
    if loaded.more or any(defaults[name] != value for name, value in game.given.items()):
        return None
    if not path.is_file():
        return None
    try:
        kept = read_kept(path)
        text = read_plain(path, MAX_BYTES).decode()
        if kept.rules != fingerprint(loaded):
            return None
        use(game, policy_from(text, game))
    except Unusable:
        return None
    return StudyPlayers(
        TRAINED, f"The players play by the trained policy {path.name} ({kept.learned}).", text
    )


def _kept(budget: TrainingBudget, game: Game) -> TrainedPolicy | None:
    """Return the policy that was trained before, if it can be used."""
    found = budget.kept()
    try:
        if found is not None:
            use(game, policy_from(found.text, game))
    except Unusable:
        return None
    return found


def _trained(
    name: str, budget: TrainingBudget, game: Game, *, named: bool
) -> tuple[StudyPlayers, float]:
    """Return players after their training, and for how long others are to be trained."""
    found = _kept(budget, game)
    why = "nothing could be learned of this game"
    if found is None:
        say(
            f"Training players for {name}: {budget.seconds:g} s. Ctrl-C continues with what they "
            "have learned by then."
        )
        try:
            with progress(f"Training {name}", int(budget.seconds)) as update:
                found = budget.train(update)
            if found is not None:
                use(game, policy_from(found.text, game))
        except ImportError:
            why = "learning needs wasmtime (pip install wasmtime)"
        except RulesError as problem:
            why = f"these rules can't be learned ({problem})"
        except KeyboardInterrupt:
            why = "training was stopped before it began"
        except Unusable as problem:
            found, why = None, str(problem)
    if found is None:
        return _untrained(why, named=named), budget.seconds
    return _by(found), min(budget.seconds, found.seconds)


def _by(found: TrainedPolicy) -> StudyPlayers:
    how = (
        f"The players were trained on these rules for {seconds_words(found.seconds)}, "
        f"{found.steps:,} steps of self-play."
    )
    return StudyPlayers(TRAINED, how, found.text, found.seconds, found.earlier)


def _untrained(why: str, *, named: bool) -> StudyPlayers:
    """Return players without a policy: greedy ones, unless the command names them."""
    if named:
        return StudyPlayers(TRAINED, f"The players weren't trained: {why}.")
    return StudyPlayers(PLAIN, f"Greedy players play: {why}.")


def _measured(players: StudyPlayers, game: Game, seed: int, *, named: bool) -> StudyPlayers:
    """Return players with how strong they are; `game` has their policy."""
    if not players.policy:
        return players
    try:
        return measured(players, game, seed, named=named)
    except KeyboardInterrupt:
        say("How strong they are is left out.")
        return replace(players, earlier=())
