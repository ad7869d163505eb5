"""Who plays the games of `cairn study`: players that are trained for the rules they play by."""

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
from engine.study.cheap_ways import StrategyResult, cheap_ways
from engine.study.ladder import SkillLadder, ladder, rungs_of
from engine.study.study_players import PLAIN, TRAINED, StudyPlayers, measured
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
) -> list[StudyPlayers]:
    """Return who plays each ruleset, given with its name and options; train them where needed.

    All are trained for the same time, so that a comparison shows what the rules change and not who
    knows them: `seconds`, or where that isn't given the `usual` time. Without it a single ruleset
    takes the policy beside its file.
    """
    limit = usual if seconds is None else seconds
    found: list[StudyPlayers] = []
    for name, loaded, options in rulesets:
        beside = None
        if len(rulesets) == 1 and seconds is None:
            beside = _beside(loaded, players, options)
        if beside is None:
            budget = TrainingBudget(loaded, players, options, limit, seed)
            beside, limit = _trained(name, budget)
        found.append(_measured(beside, Game(loaded, players, options), seed))
    if any(one.agent == PLAIN for one in found):  # all are to play alike
        others = "Greedy players play, as they do in what this is compared with."
        found = [x if x.agent == PLAIN else StudyPlayers(PLAIN, others) for x in found]
    return found


def ways_of(name: str, players: StudyPlayers, game: Game, seed: int) -> list[StrategyResult]:
    """Return what strategies win against trained players; by Ctrl-C those that have been played.

    There are none where other players play, or where the module can't play them.
    """
    found: list[StrategyResult] = []
    if players.random is None:
        return found
    with suppress(KeyboardInterrupt), progress(f"Trying strategies in {name}", 100) as update:
        for result in cheap_ways(game, seed, lambda share: update(100 * share)):
            found.append(result)
    return found


def ladder_of(name: str, players: StudyPlayers, game: Game, seed: int) -> SkillLadder | None:
    """Return the ladder up to trained players; None where there is none, or after Ctrl-C."""
    if players.random is None:
        return None
    with suppress(KeyboardInterrupt), progress(f"A ladder of {name}", 100) as update:
        return ladder(game, rungs_of(players, game), seed, lambda share: update(100 * share))
    return None


def _beside(loaded: Loaded, players: int, options: Mapping[str, int]) -> StudyPlayers | None:
    """Return who plays by the policy beside a ruleset, if it was learned from just these rules."""
    defaults = {name: option.default for name, option in loaded.checked().options.items()}
    path = path_for(loaded.path, players)
    if loaded.more or any(defaults[name] != value for name, value in options.items()):
        return None
    if not path.is_file():
        return None
    try:
        kept = read_kept(path)
    except Unusable:
        return None
    if kept.rules != fingerprint(loaded):
        return None
    how = f"The players play by the trained policy {path.name} ({kept.learned})."
    return StudyPlayers(TRAINED, how, read_plain(path, MAX_BYTES).decode())


def _trained(name: str, budget: TrainingBudget) -> tuple[StudyPlayers, float]:
    """Return who plays after training, and for how long others are to be trained."""
    found = budget.kept()
    if found is None:
        say(
            f"Training players for {name}: {budget.seconds:g} s. Ctrl-C continues with what they "
            "have learned by then."
        )
        try:
            with progress(f"Training {name}", int(budget.seconds)) as update:
                found = budget.train(update)
        except ImportError:
            return _plain("learning needs wasmtime (pip install wasmtime)"), budget.seconds
        except RulesError as problem:
            return _plain(f"these rules can't be learned ({problem})"), budget.seconds
        except KeyboardInterrupt:
            return _plain("training was stopped before it began"), budget.seconds
    if found is None:
        return _plain("nothing could be learned of this game"), budget.seconds
    return _by(found), min(budget.seconds, found.seconds)


def _by(found: TrainedPolicy) -> StudyPlayers:
    how = (
        f"The players were trained on these rules for {found.seconds:.0f} s, "
        f"{found.steps:,} steps of self-play."
    )
    return StudyPlayers(TRAINED, how, found.text, found.seconds, found.earlier)


def _plain(why: str) -> StudyPlayers:
    return StudyPlayers(PLAIN, f"Greedy players play: {why}.")


def _measured(players: StudyPlayers, game: Game, seed: int) -> StudyPlayers:
    """Return players with how strong they are, or others where their policy can't be used."""
    if players.agent == PLAIN:
        return players
    try:
        use(game, policy_from(players.policy, game))
    except Unusable as why:
        return _plain(str(why))
    try:
        return measured(players, game, seed)
    except KeyboardInterrupt:
        say("How strong they are is left out.")
        return replace(players, earlier=())
