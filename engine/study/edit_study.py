"""What each edit of a text does to play, while it is written.

Each text has players of its own. They begin with what the players of the text before had learned,
and both train for the same number of steps before they play the same deals. So a difference comes
from the rules, and not from who knows them better. They do so twice, since no training has quite
the same result as another.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

import numpy as np

from engine.game.code_cache import installed
from engine.language.diagnostics import RulesError
from engine.language.message import Message
from engine.rules.load import Loaded
from engine.storage.plain_file import read_plain
from engine.study import game_record as at
from engine.study.edit_effect import EditEffect, edit_effect
from engine.study.game_results import GameResults
from engine.study.plan import Batch, GameRange
from engine.study.run import MOST_ENDLESS
from engine.study.text_players import Interrupted, Stopped, TextPlayers
from engine.study.unfinished import none_finished
from engine.study.wins import UNFINISHED
from engine.training.files import (
    MAX_BYTES,
    PolicyFile,
    Unusable,
    candidates,
    fingerprint,
    parsed,
)
from engine.training.policy import Policy
from engine.training.trained_policies import TrainingBudget

FIRST = 0.5
"""So much of the time the players of the first text train."""
AGAIN = 0.125
"""So much of the time each training takes after an edit; there are four."""
AT_ONCE = 0.5
"""About so many seconds a batch of games takes."""
MOST = 4000
"""So many games of each text are played at most."""
SEED = 1
SAME = Message("only words or examples are different: play is the same")
OTHER_PLAYERS = Message(
    "these rules are for other numbers of players; the next edit is compared with them"
)
GREEDY = Message("greedy players, because trained ones can't play this")


def never() -> bool:
    """Let nothing stop the work."""
    return False


class EditStudy:
    """Finds out what edits did to play. `seconds`: about so long it takes for each.

    An edit is compared with the last text for which there was an answer: one that was interrupted
    is part of the next.
    """

    def __init__(self, seconds: float) -> None:
        """Begin without a text."""
        self.seconds = seconds
        self.reference: TextPlayers | None = None
        self.edits = 0

    def open(self, loaded: Loaded, stopped: Stopped = never) -> None:
        """Take a checked text that edits are compared with, and train its players.

        They know what a policy beside the rules knows, else what they learn in half of the time.
        Where that is stopped they know nothing, and train from the beginning after an edit.
        """
        players = loaded.checked().header.players[0]
        self.reference = TextPlayers(loaded, players)
        known = _beside(loaded, players)
        if known is None and installed():
            with suppress(Interrupted, RulesError):
                known = self._learned(self.reference, stopped)
        self.reference = TextPlayers(loaded, players, known)
        if not stopped():
            self.reference.ready()

    def _learned(self, text: TextPlayers, stopped: Stopped) -> PolicyFile | None:
        limit = FIRST * self.seconds
        budget = TrainingBudget(text.loaded, text.players, text.options, limit, SEED)
        found = budget.kept() or budget.train(_interrupting(stopped))
        try:
            return parsed(found.text, "the trained policy") if found is not None else None
        except Unusable:
            return None

    def effect(self, loaded: Loaded, stopped: Stopped = never) -> EditEffect:
        """Return what is different in a checked text since the last one, which it then replaces.

        Raises RulesError where a game of it stops with an error or where none ends, and Interrupted
        as soon as `stopped` says so; nothing is replaced then.
        """
        before, until = self.reference, time.monotonic() + self.seconds
        if before is None:
            raise ValueError("no text was opened")
        if fingerprint(before.loaded) == fingerprint(loaded):
            return EditEffect((), 0, SAME)
        least, most = loaded.checked().header.players
        if not least <= before.players <= most:
            self.open(loaded, stopped)
            return EditEffect((), 0, OTHER_PLAYERS)
        after = TextPlayers(loaded, before.players, before.known)
        found = self._trained(before, after, until, stopped)
        if found is None:
            found = self._greedy(before, after, until, stopped)
        self.reference = after
        self.edits += 1
        return found

    def _trained(
        self, before: TextPlayers, after: TextPlayers, until: float, stopped: Stopped
    ) -> EditEffect | None:
        """Return what is different for trained players; None where these can't play both texts."""
        if before.trainer is None or after.trainer is None:
            return None
        limit = AGAIN * self.seconds
        steps = min(before.affordable(limit), after.affordable(limit))
        trained: list[list[Policy]] = []
        for text in (before, after):
            seeds = (2 * self.edits + 1, 2 * self.edits + 2)
            latest = [time.monotonic() + 2 * limit * n for n in (1, 2)]
            trained.append(
                [text.trained(s, steps, t, stopped) for s, t in zip(seeds, latest, strict=True)]
            )
        batches = _games((before, after), trained, until, stopped)
        if any(map(_endless, batches)):
            return None
        first = [n for x in batches[0][::2] for n in range(x.games.first, x.games.last + 1)]
        one, other = (
            text.results(policies[0], found)
            for text, policies, found in zip((before, after), trained, batches, strict=True)
        )
        effect = edit_effect(one, other, np.array(first))
        if not effect.games:
            return None
        after.learn(trained[1][0])
        return effect

    def _greedy(
        self, before: TextPlayers, after: TextPlayers, until: float, stopped: Stopped
    ) -> EditEffect:
        """Return what is different for greedy players. Raises RulesError where no game ends."""
        batches = _games((before, after), [[None], [None]], until, stopped)
        games = list[GameResults]()
        for text, found in zip((before, after), batches, strict=True):
            games.append(text.results(None, found))
            if _endless(found):
                raise none_finished(games[-1].table, MOST_ENDLESS, SEED)
        return edit_effect(games[0], games[1], None, GREEDY)


def _games(
    texts: Sequence[TextPlayers],
    policies: Sequence[Sequence[Policy | None]],
    until: float,
    stopped: Stopped,
) -> list[list[Batch]]:
    """Return batches of the same games of each text; its policies take turns from batch to batch.

    There is a batch by each at least, and MOST games at most.
    """
    batches: list[list[Batch]] = [[] for _ in texts]
    turns, size, played, turn = len(policies[0]), MOST_ENDLESS // 2, 0, 0
    while turn < turns or (played < MOST and time.monotonic() < until):
        seconds = 0.0
        for text, own, found in zip(texts, policies, batches, strict=True):
            if stopped():
                raise Interrupted
            found.append(text.play(own[turn % turns], GameRange(0, played + 1, size)))
            seconds += found[-1].seconds
        played, turn = played + size, turn + 1
        if turn == turns and any(map(_endless, batches)):
            break
        if turn % turns == 0:
            faster = int(size * AT_ONCE / max(seconds, 1e-6))
            size = max(1, min(faster, 4 * size, (MOST - played) // turns))
    return batches


def _endless(batches: Iterable[Batch]) -> bool:
    """Return whether none of some games was finished."""
    return all(
        won == UNFINISHED
        for batch in batches
        for won in batch.rows[at.WINNERS :: len(batch.rows) // batch.games.count]
    )


def _interrupting(stopped: Stopped) -> Callable[[float], None]:
    """Return what hears of a training's seconds, and interrupts it."""

    def heard(_: float) -> None:
        if stopped():
            raise Interrupted

    return heard


def _beside(loaded: Loaded, players: int) -> PolicyFile | None:
    """Return the policy that is beside a ruleset, or beside what it builds on."""
    for path, _ in candidates(loaded, players):
        with suppress(OSError, RulesError, Unusable, ValueError):
            return parsed(read_plain(path, MAX_BYTES).decode(), path.name)
    return None
