"""Examples proposed for what no example exercises: made from games at random, as small as they get.

A position in which the part takes part is written down as `given`, with the moves of its turn and
one claim. Then everything is left out without which the example still holds with every deal and
still exercises the part.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TypeVar

from engine.compile import layout as at
from engine.game.arranged import arranged_start
from engine.game.dealing import dealt
from engine.game.examples import SEEDS, Examples, run_examples
from engine.game.interpreter import Move, State
from engine.game.session import Game, Session
from engine.game.written_position import (
    GivenThing,
    changed_variables,
    lying_in_words,
    piece_in_words,
    place_in_words,
    setting_of,
    told_of,
)
from engine.language.diagnostics import Findings, RulesError
from engine.language.format import format_text
from engine.language.source import Source
from engine.playtest.coverage import CoverablePart, times
from engine.playtest.example_runs import work_on
from engine.playtest.instrumented_game import CoverageCounts
from engine.playtest.witnesses import Witness, find_witnesses
from engine.rules import model as m
from engine.rules.additions import read_examples
from engine.rules.load import Loaded, display, load_text
from engine.rules.types import seat_word

SECONDS = 20.0
PLAYING = 0.4
"""This part of the time at most is for playing; the rest for making examples small."""
MOST_ITEMS = 16
"""Of a longer list of pieces, single ones aren't left out."""
TITLE = 70
_SHOWN = "proposed.cairn"
_T = TypeVar("_T")


@dataclass(frozen=True)
class Proposal:
    """An example for a part of the rules, ready to paste; or, without a text, why there is none.

    `session`: the game that it leads to, where everything may be taken back.
    """

    part: CoverablePart
    text: str = ""
    why: str = ""
    session: Session | None = None


@dataclass(frozen=True)
class _Draft:
    """An example that is being made."""

    witness: Witness
    title: str
    givens: tuple[GivenThing, ...]
    moves: tuple[str, ...]
    claim: str

    @property
    def text(self) -> str:
        rows = [f'example "{self.title}"']
        rows += [f"  given {thing.line}" for thing in self.givens]
        rows += [f"  do    {move}" for move in self.moves]
        return "\n".join([*rows, f"  then  {self.claim}"]) + "\n"


def propose(
    loaded: Loaded,
    parts: Sequence[CoverablePart],
    seconds: float = SECONDS,
    stopped: Callable[[], bool] = lambda: False,
    games: int = 10**9,
) -> list[Proposal]:
    """Propose an example for each of some parts of a checked ruleset, the smallest first.

    Each was run: it holds with every deal, and it exercises its part. About so many seconds are
    taken at most, and so many games are played.
    """
    started = perf_counter()

    def spent(share: float) -> bool:
        return stopped() or perf_counter() - started > seconds * share

    found = find_witnesses(loaded, parts, lambda: spent(PLAYING), games)
    maker = _Maker(loaded, lambda: spent(1.0))
    made = [maker.make(part, found.get(part, ())) for part in parts]
    return sorted(made, key=lambda p: (not p.text, p.text.count("\n"), len(p.text), p.part.span))


class _Maker:
    """Makes examples for one ruleset."""

    def __init__(self, loaded: Loaded, late: Callable[[], bool]) -> None:
        self.loaded = loaded
        self.late = late
        self.seen = CoverageCounts()
        self.examples = Examples(loaded)
        self.titles = {example.title for example in self.examples.rules.examples}
        self._deals: dict[int, list[State]] = {}

    def make(self, part: CoverablePart, witnesses: Sequence[Witness]) -> Proposal:
        """Make an example for a part out of the positions in which it takes part."""
        if not witnesses:
            return Proposal(part, why="no game by chance came to it")
        if self.late():
            return Proposal(part, why="there was no time left for it")
        drafts = [self._draft(witness) for witness in witnesses]
        claimed = [one for group in self._claimed(drafts) for one in group]
        best: _Draft | None = None
        tried: set[int] = set()
        for draft, example in self._read(claimed):
            if id(draft.witness) in tried or (best is not None and self.late()):
                continue
            small = self._smallest(draft, example)
            if small is not None:
                tried.add(id(draft.witness))
                if best is None or len(small.text) < len(best.text):
                    best = small
        text = "" if best is None else self._ready(best)
        if not text:
            return Proposal(part, why="the position can't be given in an example, or not in time")
        assert best is not None
        self.titles.add(best.title)
        return Proposal(part, text, session=_laid(best))

    def _ready(self, draft: _Draft) -> str:
        """Return a draft in the canonical form; empty unless it holds where it is pasted."""
        try:
            text = format_text(Source(_SHOWN, draft.text), Findings())
        except RulesError:
            return ""
        source = self.loaded.findings.sources.get(display(self.loaded.path))
        if source is None:
            return text
        whole = f"{source.text.rstrip()}\n\n{text}"
        pasted = load_text(whole, self.loaded.path, self.loaded.more)
        if pasted.rules is None or not all(o.passed for o in run_examples(pasted, [draft.title])):
            return ""
        return text

    # -------------------------------------------------------------- writing it down

    def _draft(self, witness: Witness) -> _Draft:
        game = witness.game
        givens = setting_of(game)
        if not witness.deal:
            givens += told_of(game, witness.start, self._dealt(game))
        moves = [
            _by(state, game.wording.notation(state, move)) for state, move in witness.moves
        ]  # fmt: skip
        return _Draft(witness, self._title(witness), tuple(givens), tuple(moves), "1 = 1")

    def _dealt(self, game: Game) -> list[State]:
        """Return two deals of a game."""
        if id(game) not in self._deals:
            self._deals[id(game)] = [dealt(game, seed, []) for seed in SEEDS[:2]]
        return self._deals[id(game)]

    def _title(self, witness: Witness) -> str:
        """Return what an example is called that isn't called so yet."""
        part = witness.part
        title = {
            "begins": part.what.strip("'"),
            "rule": f"The {part.what} at work",
            "requirement": part.what,
            "line": f"{part.what} counts",
        }[part.sort]
        if part.what.startswith(("action", "procedure")):
            title = f"What {part.what.partition(' ')[2]} does"
        if part.sort == "requirement" and witness.asked is not None:
            asked = witness.asked
            condition, because = asked.require.condition, asked.require.because
            rule = condition.rule if isinstance(condition, m.RuleCall) else ""
            words = because.raw if because else witness.game.rules.rules[rule].words if rule else ""
            why = words or witness.game.explainer.quote(condition)
            title = f"'{asked.action.name}' is refused: {why.rstrip('.')}"
        title = re.sub(r'["\\{}]', "", title)
        title = title[0].upper() + (title[1:] if len(title) <= TITLE else f"{title[1:TITLE]} …")
        number, base = 2, title
        while title in self.titles:
            title, number = f"{base} ({number})", number + 1
        return title

    # -------------------------------------------------------------- claims

    def _claimed(self, drafts: Sequence[_Draft]) -> Iterator[list[_Draft]]:
        """Yield each draft with every claim that it could make, the best first."""
        moved = [draft for draft in drafts if not _is_claim(draft.witness)]
        done = {id(draft): example for draft, example in self._read(moved)}
        for draft in drafts:
            witness = draft.witness
            if witness.asked is not None:
                claims = list(_of_a_move(witness))
            elif not witness.moves:
                claims = list(_of_a_line(witness))
            else:
                claims = self._of_effects(draft, done[id(draft)]) if id(draft) in done else []
            yield [replace(draft, claim=claim) for claim in claims]

    def _of_effects(self, draft: _Draft, example: m.Example) -> list[str]:
        game = self.examples.game(example)
        try:
            claims = self.examples.claims(example, SEEDS[0])
            steps = [s for s in example.steps if isinstance(s, m.WrittenMove)]
            for step in steps[:-1]:
                claims.do(step)
            before = list(claims.state)
            move = next(iter(claims.matching(steps[-1]).values()), None)
            claims.do(steps[-1])
        except (RulesError, ValueError, IndexError):
            return []
        assert move is not None
        over = ["the game is over", "the round is over"] if claims.ended else []
        near = list(_taken(game, before, claims.state, move))
        far = list(_changed(game, before, claims.state))
        acted = draft.witness.part.what.startswith("action")
        claimed = [*near, *far] if acted else [*over, *far, *near]
        return [*claimed[:6], *over, f"{seat_word(claims.state[at.ME])} is to move"]

    # -------------------------------------------------------------- running it

    def _read(self, drafts: Sequence[_Draft]) -> list[tuple[_Draft, m.Example]]:
        """Check drafts against the rules; those with something in them that can't be said go."""
        found = []
        for draft in drafts:
            with suppress(RulesError):
                found += [(draft, e) for e in read_examples(self.loaded, draft.text, _SHOWN)]
        return found

    def _holds(self, part: CoverablePart, example: m.Example) -> bool:
        """Return whether an example holds with every deal, and exercises a part."""
        try:
            for seed in SEEDS:
                self.examples.once(example, seed)
            before = times(part, self.seen)
            work_on(self.examples, example, self.seen.looking_at(self.examples.game(example)))
        except (RulesError, ValueError, IndexError):
            return False
        return times(part, self.seen) > before

    # -------------------------------------------------------------- making it small

    def _smallest(self, draft: _Draft, example: m.Example) -> _Draft | None:
        """Return a draft without what it doesn't need; None if it doesn't even hold whole."""
        part = draft.witness.part
        steps = example.steps
        rest = [s for s in steps if not isinstance(s, m.Given)]
        given = [s for s in steps if isinstance(s, m.Given)]
        pairs = list(zip(draft.givens, given, strict=True))

        def holds(kept: Sequence[tuple[GivenThing, m.Given]]) -> bool:
            some = tuple(g for _, g in kept)
            return self._holds(part, replace(example, steps=(*some, *rest)))

        if not holds(pairs):
            return None
        pairs.sort(key=lambda pair: (not pair[0].stock, -len(pair[0].items)))
        kept = _least(pairs, holds, self.late)
        named = " ".join([*draft.moves, draft.claim])
        for number, pair in enumerate(kept):
            for shorter in _shorter(pair, named):
                if not self.late() and holds([*kept[:number], shorter, *kept[number + 1 :]]):
                    kept[number] = shorter
                    break
            else:
                kept[number] = self._fewer(kept, number, holds)
        order = {id(g): n for n, g in enumerate(given)}
        kept.sort(key=lambda pair: order.get(id(pair[1]), len(order)))
        return replace(draft, givens=tuple(thing for thing, _ in kept))

    def _fewer(
        self,
        kept: Sequence[tuple[GivenThing, m.Given]],
        number: int,
        holds: Callable[[Sequence[tuple[GivenThing, m.Given]]], bool],
    ) -> tuple[GivenThing, m.Given]:
        """Return the contents of a zone without the pieces that aren't needed there."""
        thing, given = kept[number]
        if not thing.zone or not 1 < len(thing.items) <= MOST_ITEMS:
            return thing, given

        def some(places: Sequence[int]) -> tuple[GivenThing, m.Given]:
            return _some(thing, given, places)

        def still(places: Sequence[int]) -> bool:
            return holds([*kept[:number], some(places), *kept[number + 1 :]])

        return some(_least(range(len(thing.items)), still, self.late))


def _laid(draft: _Draft) -> Session | None:
    """Return the game that an example leads to, None where it can't be had outside of one."""
    game = draft.witness.game
    said = setting_of(game)
    try:
        given = [thing.line for thing in draft.givens if thing not in said]
        start = arranged_start(game, SEEDS[0], given)
        session = Session(game, SEEDS[0], fair=False, start=start)
        for move in draft.moves:
            session.play(re.sub(r"^seat \d+: ", "", move))
    except RulesError:
        return None
    return session


def _least(
    items: Iterable[_T], holds: Callable[[Sequence[_T]], bool], late: Callable[[], bool]
) -> list[_T]:
    """Return some of the items without any of which it no longer holds; larger runs go first."""
    kept = list(items)
    if not kept or holds([]):
        return []
    size = max(1, len(kept) // 2)
    while size:
        place = 0
        while place < len(kept) and not late():
            rest = [*kept[:place], *kept[place + size :]]
            if holds(rest):
                kept = rest
            else:
                place += size
        size //= 2
    return kept


def _some(
    thing: GivenThing, given: m.Given, places: Sequence[int], sign: str = "="
) -> tuple[GivenThing, m.Given]:
    """Return what is given of a zone with some of the things that lie there."""
    items = tuple(thing.items[place] for place in places)
    form: m.GivenForm = "zone is" if sign == "=" else "zone has"
    fewer = replace(given, form=form, items=tuple(given.items[place] for place in places))
    return replace(thing, items=items, sign=sign), fewer


def _shorter(pair: tuple[GivenThing, m.Given], named: str) -> Iterator[tuple[GivenThing, m.Given]]:
    """Yield ways to say less of a zone: what is on top, or only what the example speaks of."""
    thing, given = pair
    if not thing.zone or not thing.items:
        return
    spoken = [n for n, item in enumerate(thing.items) if item.strip('"') in named]
    if spoken and len(spoken) < len(thing.items):
        yield _some(thing, given, spoken, "has")
    if thing.stock:
        for many in range(1, min(4, len(thing.items))):
            top = replace(thing, place=f"top of {thing.place}", items=thing.items[: -many - 1 : -1])
            items = given.items[: -many - 1 : -1]
            yield top, replace(given, form="top", name="top", items=items)


# ------------------------------------------------------------------ what can be claimed


def _is_claim(witness: Witness) -> bool:
    """Tell whether an example of it ends with a claim about a move or a score, not with a move."""
    return witness.asked is not None or not witness.moves


def _by(state: State, move: str) -> str:
    """Return a move as an example writes it, with its seat unless it is the first."""
    return f"{seat_word(state[at.ME])}: {move}" if state[at.ME] else move


def _of_a_move(witness: Witness) -> Iterator[str]:
    """Yield claims that a move can or can't be made."""
    asked, state, game = witness.asked, witness.state, witness.game
    assert asked is not None
    written = game.wording.written(asked.action, asked.arguments, state)
    who = f"{seat_word(state[at.ME])} " if state[at.ME] else ""
    if asked.holds:
        yield f"{who}can {written}"
        return
    require = asked.require
    if isinstance(require.condition, m.RuleCall):
        yield f"{who}cannot {written} because {require.condition.rule}"
    elif require.because is not None and "{" not in require.because.raw:
        yield f'{who}cannot {written} because "{require.because.raw}"'
    yield f"{who}cannot {written}"


def _of_a_line(witness: Witness) -> Iterator[str]:
    """Yield what a line of the first seat's score counts."""
    for ledger in witness.game.ledgers.ledgers(witness.start, 0):
        for row in ledger.rows:
            if row.span == witness.part.span and '"' not in row.label:
                yield f'my "{row.label}" is {row.value}'


def _taken(game: Game, before: State, after: State, move: Move) -> Iterator[str]:
    """Yield where the pieces are now that a move took."""
    found = game.wording.action(before[at.PC], move)
    for piece in game.wording.taken(found[0], move) if found else ():
        yield from _arrived(game, before, after, piece)


def _arrived(game: Game, before: State, after: State, piece: int) -> Iterator[str]:
    if piece < 0:
        return
    word = game.compiled.layout.zone_of + piece
    if after[word] and after[word] != before[word]:
        yield f"{place_in_words(game, after[word])} has {piece_in_words(game, piece, after)}"


def _changed(game: Game, before: State, after: State) -> Iterator[str]:
    """Yield what has changed: variables, what is written, how much lies somewhere, other pieces."""
    for name, word in changed_variables(game, after, [before]):
        yield f"{name} = {word}"
    sizes: list[tuple[bool, str]] = []
    for address, zone in game.compiled.layout.zones.items():
        place = place_in_words(game, address)
        if zone.model.written is not None:
            items = lying_in_words(game, address, after)
            if items != lying_in_words(game, address, before):
                yield GivenThing(place, items, zone=True).line
        elif after[address] != before[address]:
            sizes.append((zone.model.traits.stock, f"size({place}) = {after[address]}"))
    yield from (size for _, size in sorted(sizes, key=lambda one: one[0]))
    for piece in game.compiled.setting.pieces:
        yield from _arrived(game, before, after, piece.number)
