"""Changed rules for a table on which a game is played: the host proposes them, everybody agrees.

The log of the table has it all: the proposal, who agrees or declines, and when the rules changed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine.game.session import Game, Session
from engine.language.diagnostics import Findings, RulesError
from engine.rules.load import Loaded
from engine.table.deal import in_language

if TYPE_CHECKING:
    from engine.table.reload import Reload

# What reads changed rules is loaded when rules change: a server begins sooner.

SHOWN = 12
"""So many differences are listed; the file has the rest."""
SAME = "the ruleset's file says what the table's rules say"
NOT_PROPOSED = "no other rules are proposed"


@dataclass(frozen=True)
class RuleProposal:
    """Rules that the host proposes, by their hash, and the seats that agree, from 0."""

    digest: str
    agreed: frozenset[int] = frozenset()

    def moved_on(self) -> RuleProposal:
        """Return the proposal after a decision: it may cost that now, so nobody agrees yet."""
        return replace(self, agreed=frozenset())


def tried(session: Session, loaded: Loaded) -> Reload:
    """Play a game again on other rules. Raises RulesError if they can't be played."""
    from engine.table.reload import reload

    found = reload(session, loaded, examples=False)
    if not found.ok:
        raise RulesError(*found.diagnostics)
    return found


def continued(session: Session, loaded: Loaded, kept: int) -> Session:
    """Return a game on other rules after the decisions that are kept. Raises RulesError."""
    from engine.game.arranged import begin_again
    from engine.table.reload import carried_over

    old = session.game
    options, _ = carried_over(old, loaded.checked())
    new = begin_again(session, Game(loaded, old.players, options, old.language))
    for decision in session.history[:kept]:
        new.play(decision.text)
    return new


class ProposalNews:
    """Puts a proposal into words for each reader. `opens`: returns rules by their hash."""

    def __init__(self, opens: Callable[[str], Loaded]) -> None:
        """Begin with nothing said."""
        self._opens = opens
        self._said: dict[tuple[int, str], dict[str, Any]] = {}
        self._of: tuple[str, int] = ("", -1)

    def told(
        self, proposal: RuleProposal, session: Session, version: int, reader: int, language: str
    ) -> dict[str, Any]:
        """Return what changes, and where the game and the rules part, as a seat may know it.

        `version`: the table's; what was said on another one is forgotten.
        """
        of = (proposal.digest, version)
        if self._of != of:
            self._of, self._said = of, {}
        if (reader, language) not in self._said:
            self._said[reader, language] = self._worded(proposal, session, reader, language)
        return self._said[reader, language]

    def _worded(
        self, proposal: RuleProposal, session: Session, reader: int, language: str
    ) -> dict[str, Any]:
        from engine.rules.differences import differences
        from engine.table.reload import reload

        loaded = self._opens(proposal.digest)
        own = session if language == session.game.language else in_language(session, language)
        found = reload(own, loaded, examples=False, reader=reader)
        old, words = own.game.loaded, own.game.wording.catalogue
        quoted = Findings(old.findings.sources | loaded.findings.sources)
        changes = [*differences(old.items, loaded.items, quoted, words), *found.notes]
        return {
            "rules": proposal.digest,
            "changes": changes[:SHOWN],
            "more": max(0, len(changes) - SHOWN),
            "parted": found.parted.words if found.parted is not None else "",
            "kept": found.moves_kept,
            "decisions": found.moves_total,
        }
