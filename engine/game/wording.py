"""Putting positions and moves into words: values, pieces, places, moves, quoted sentences.

Everything here is either for one seat, and then made from what that seat knows (its sight of the
position), or for nobody (seat None), and then says everything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from engine.compile import layout as at
from engine.compile.debug_info import Array, OfferedAction, Scope
from engine.compile.layout import PlacedZone
from engine.compile.lower import Compiled
from engine.compile.multi_choice import MOST_KEPT, each, keys
from engine.compile.program import NONE, Const, E, Load, add
from engine.game.evaluate import HIDDEN_SET, Locals
from engine.game.interpreter import PASS, Interpreter, Move, State
from engine.game.knowledge import Knowledge
from engine.game.masked_state import MaskedState
from engine.game.partial import ANYTHING, HIDDEN, Possible
from engine.game.passes import first_sentence, named_passes
from engine.game.places import TablePlace
from engine.game.voice import of_another
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.frozen import walk
from engine.language.message import Message
from engine.moves.notation import AND, NOTHING, MoveText, fits
from engine.rules import model as m
from engine.rules.analysis.secret_locals import secrets_kept
from engine.rules.catalogue import ENGLISH, Catalogue, values_of
from engine.rules.said import Ref, Said, joined
from engine.rules.types import NUMBER, Type, article, seat_word, team_word

_KEPT = 10**9
"""The key of how many values a set has that is kept; those of its values follow."""
GAP = "…"
"""What a sentence has in place of what isn't chosen yet."""
UNSEEN = "?"
"""What a reader reads in place of what they can't know."""


@dataclass(frozen=True)
class LegalMove:
    """A legal move: its notation, a sentence, and the move itself, which `Session.apply` takes.

    `text`: the canonical notation, the same in all languages. `shown`: the notation in the language
    of the game, which `Session.play` also takes. `move`: integers, the number of the action and its
    arguments. `canonical`, `written`: both notations with their parts.

    >>> from engine import Game, Session, load
    >>> session = Session(Game(load("examples/nim.cairn"), players=2))
    >>> session.legal()[0], session.legal()[0].words
    (<LegalMove take(1, 1)>, 'Take 1 from heap 1.')
    """

    text: str
    words: str
    move: Move
    canonical: MoveText
    written: MoveText

    def __repr__(self) -> str:
        return f"<LegalMove {self.text}>"

    @property
    def shown(self) -> str:
        """Return the notation in the language of the game's words."""
        return self.written.said


class Wording:
    """Speaks about the positions of one compiled ruleset."""

    def __init__(self, knowledge: Knowledge, catalogue: Catalogue = ENGLISH) -> None:
        """Prepare to speak. The catalogue's language is for what people read; notation has none."""
        self.knowledge = knowledge
        self.interpreter: Interpreter = knowledge.interpreter
        self.catalogue = catalogue
        self._translated: dict[tuple[int, bool], tuple[str | m.Expr, ...]] = {}
        self.compiled: Compiled = self.interpreter.compiled
        self.rules = self.compiled.rules
        self.layout = self.compiled.layout
        self.setting = self.compiled.setting
        self.conditions: Callable[[m.Expr], str] | None = None
        """Says what a condition comes to, for people; without it they read what the rules say."""
        self._names: dict[int, str] = {}
        self._zones: dict[tuple[int, int | None, bool], str] = {}
        self.varying = {name for name, x in self.rules.components.items() if x.name_varies}
        """The components whose pieces may be called otherwise later."""
        self._by_name: dict[frozenset[int], dict[str, list[int]]] = {}
        self._single: dict[int, tuple[m.Action, list[m.ActionParameter], list[int]]] = {}
        """By action: its parameters one by one, and how many arguments each of them takes."""
        self._members: dict[tuple[int, int], m.Local] = {}
        self._supposed: dict[tuple[int, int], m.Supposing] = {}
        self._by_choice: dict[int, list[OfferedAction]] = {}
        self._sights: list[tuple[State, int, MaskedState]] = []
        self._moves: tuple[State, Mapping[str, tuple[MoveText, Move]]] = [], {}
        for offered in self.compiled.debug.actions.values():
            self._by_choice.setdefault(offered.choice, []).append(offered)

    # -------------------------------------------------------------- values

    def value(self, value: int, kind: Type, state: State, seat: int | None = None) -> str:
        """Return a value of a type as people write it."""
        if value == HIDDEN:
            return UNSEEN
        if value == NONE:
            return "none"
        if kind.kind == "truth":
            return "yes" if value else "no"
        if kind.kind == "piece":
            return self.piece(value, state, seat)
        if kind.kind == "enum":
            return self.word(kind, value)
        if kind.kind == "mark":
            return "mark"
        if kind.kind == "zone":
            return self.zone_at(value)
        return str(value)

    def word(self, kind: Type, ordinal: int) -> str:
        """Return a word of an enumeration, or a seat counted from 1."""
        if kind.name == "Player":
            return seat_word(ordinal)
        if kind.name == "Team":
            return team_word(ordinal)
        present = self.setting.present[kind.name]
        if not 0 <= ordinal < len(present):
            return "?"
        return self.rules.enums[kind.name].members[present[ordinal]].name

    def knows(self, seat: int | None, piece: int, state: State) -> bool:
        """Return whether a seat knows which piece this is."""
        return seat is None or self.knowledge.knows(seat, piece, state)

    def piece(self, number: int, state: State, seat: int | None = None) -> str:
        """Return what a piece is called, or only its kind to a seat that doesn't know it."""
        component = self.rules.components[self.setting.pieces[number].component]
        if not self.knows(seat, number, state):
            return article(kind_words(component.name))
        return self.name(number, state)

    def name(self, number: int, state: State) -> str:
        """Return what a piece is called."""
        component = self.rules.components[self.setting.pieces[number].component]
        if number in self._names:
            return self._names[number]
        if component.called is None:
            name = self._plain_name(number, component, state)
        else:
            it = {component.self_key: Const(number)}
            name = self.text(component.called, it, 0, MaskedState(None, state), plain=True).short
        if component.name not in self.varying:
            self._names[number] = name
        return name

    def by_name(self, pieces: frozenset[int], state: State) -> Mapping[str, Sequence[int]]:
        """Return pieces by what they are called, each name's in the order of their numbers."""
        if pieces in self._by_name:
            return self._by_name[pieces]
        found: dict[str, list[int]] = {}
        for piece in sorted(pieces):
            found.setdefault(self.name(piece, state), []).append(piece)
        if pieces <= self._names.keys():
            self._by_name[pieces] = found
        return found

    def _plain_name(
        self,
        number: int,
        component: m.Component,
        state: State,
        reader: Callable[[int, Type, State], str] | None = None,
    ) -> str:
        values = dict(self.setting.pieces[number].values)
        parts = []
        for a in component.attributes:
            value = values[a.name]
            if a.changes:
                value = state[self.layout.changing[a.name][0] + number]
            kind = a.domain.type
            text = (reader or self.value)(value, kind, state)
            parts.append(Said([Ref(text, kind, value)]) if kind.is_group else text)
        return joined(" ", parts).short

    # -------------------------------------------------------------- texts

    def evaluate(self, e: m.Expr, known: Mapping[int, E | Array], seat: int, state: State) -> int:
        """Return the value of an expression for a seat as me, given its locals."""
        context = Scope(me=Const(seat), locals=dict(known))
        return self.interpreter.measures.value(e, context, state)

    def sight(self, state: State, seat: int) -> MaskedState:
        """Return a position as a seat knows it; kept a while, since it is asked again and again."""
        for position, reader, sight in self._sights:
            if reader == seat and position == state:
                return sight
        sight = self.knowledge.sight(state, seat)
        self._sights = [(list(state), seat, sight), *self._sights[:3]]
        return sight

    def possible(self, e: m.Expr, known: Locals, me: int, sight: MaskedState) -> Possible:
        """Return what an expression is for a seat as me, or what it may be as a reader knows it.

        Raises RulesError where it surely meets an error.
        """
        if sight.whole:
            plain = {key: v for key, v in known.items() if not isinstance(v, frozenset)}
            if len(plain) == len(known):
                return self.evaluate(e, plain, me, sight.state)
        return self.interpreter.measures.possible(e, me, self._read(known, me, sight), sight)

    def supposing(self, e: m.Expr, done: m.Model) -> m.Supposing:
        """Return a value as it would be if something were done, always the same node."""
        if (id(e), id(done)) not in self._supposed:
            made = m.Supposing(value=e, body=done, type=e.type, span=e.span)
            self._supposed[id(e), id(done)] = made
        return self._supposed[id(e), id(done)]

    def _read(self, known: Locals, me: int, sight: MaskedState) -> Locals:
        """Return what names mean to a reader: a piece they can't tell may be any of a kind."""
        read = dict(known)
        for key, value in known.items():
            if self._hides(key, me, sight):
                many = isinstance(value, Array) and value.count is not None
                read[key] = HIDDEN_SET if many else ANYTHING
            elif key in self._pieces and isinstance(value, Const) and value.value >= 0:
                piece = value.value
                if not sight.knows(piece):
                    read[key] = sight.unplaced[self.setting.pools[piece]]
        return read

    def _hides(self, key: int, me: int, sight: MaskedState) -> bool:
        """Return whether a name means a secret that a reader doesn't know."""
        if sight.whole or key not in self._secrets:
            return False
        return sight.seat != me or not self._secrets[key]

    @cached_property
    def _secrets(self) -> dict[int, bool]:
        """The names of secrets, and whether the player who acts may know them."""
        names = ("turn", "procedures", "triggers", "zones", "variables", "rules")
        return secrets_kept({name: getattr(self.rules, name) for name in names})

    @cached_property
    def _pieces(self) -> frozenset[int]:
        """The keys of names that mean pieces."""
        found: set[int] = set()
        for part in walk(self.rules):
            if isinstance(part, m.ActionParameter):
                found |= {p.key for p in each(part, self.setting) if p.type.kind == "piece"}
            elif isinstance(part, (m.Bind, m.Local, m.Parameter, m.Let)):
                kind = part.type if isinstance(part, (m.Bind, m.Local)) else part.domain.type
                found |= {part.key} if kind.kind == "piece" else set()
        return frozenset(found)

    def text(
        self,
        e: m.Expr,
        known: Locals,
        me: int,
        sight: MaskedState,
        *,
        plain: bool = False,
        other: bool = False,
    ) -> Said:
        """Return a quoted text for a reader with its values filled in, in the catalogue's language.

        `plain`: in the rules' own words, as notation needs it. `other`: it speaks to a player, but
        somebody else reads it.
        """
        if isinstance(e, m.Words):
            return Said(
                p
                if isinstance(p, str)
                else self.text(p, known, me, sight, plain=plain, other=other)
                for p in (e.parts if plain else self.parts(e, other=other))
            )
        if isinstance(e, m.Op) and e.op == "if" and e.type.kind == "text":
            return self._either(e, known, me, sight, plain, other)
        if isinstance(e, m.Local) and e.type.kind == "set":
            if self._hides(e.key, me, sight):
                return Said([UNSEEN])
            known, members = self.members(e, known, me, sight)
            listed = joined(", ", (self.text(x, known, me, sight, plain=plain) for x in members))
            return listed or Said([NOTHING if plain else self.catalogue.name(NOTHING)])
        try:
            value = self.possible(e, known, me, sight)
        except RulesError:
            return Said([NOTHING if plain else self.catalogue.name(NOTHING)])
        text = self.read(value, e.type, sight, plain=plain)
        if isinstance(value, int) and (e.type.kind != "piece" or sight.knows(value)):
            return Said([Ref(text, e.type, value)])
        return Said([text])

    def _either(
        self, e: m.Op, known: Locals, me: int, sight: MaskedState, plain: bool, other: bool
    ) -> Said:
        """Return one of two texts, or that it isn't known which."""
        condition, *texts = e.arguments
        holds = self.possible(condition, known, me, sight)
        if isinstance(holds, int):
            texts = texts[:1] if holds else texts[1:]
        found = {self.text(one, known, me, sight, plain=plain, other=other) for one in texts}
        return found.pop() if len(found) == 1 else Said([UNSEEN])

    def read(self, value: Possible, kind: Type, sight: MaskedState, *, plain: bool = False) -> str:
        """Return a value as a reader reads it: pieces that they can't tell by their kind."""
        if kind.kind == "piece" and value != NONE:
            if isinstance(value, int) and sight.knows(value):
                return self.name(value, sight.state) if plain else self._named(value, sight.state)
            pieces = {value} if isinstance(value, int) else value
            kinds = {self.setting.pieces[p].component for p in pieces if p >= 0} or {*kind.names}
            return self.shown_kind(kinds.pop()) if len(kinds) == 1 else UNSEEN
        if not isinstance(value, int):
            return UNSEEN
        if plain:
            return self.value(value, kind, sight.state)
        shown = self.shown(value, kind, sight.state)
        return shown.replace("_", " ") if kind.kind == "enum" else shown

    def members(
        self, e: m.Local, known: Locals, me: int, sight: MaskedState
    ) -> tuple[Locals, list[m.Local]]:
        """Return the values that a name means, which an action takes at once, and the locals
        with them: those of a set that is kept have no names of their own.
        """
        kept = known.get(e.key)
        if not (isinstance(kept, Array) and kept.count is not None):
            single = keys(e.key, self.compiled.debug.values_at_once[e.key])
            return known, [self._member(e, key) for key in single if key in known]
        found = self.possible(self._member(e, _KEPT), {_KEPT: kept.count}, me, sight)
        count = found if isinstance(found, int) else 0
        first = _KEPT + 1 + e.key * MOST_KEPT
        cells = {
            first + i: Load(add(kept.base, Const(i)), kept.low, kept.high) for i in range(count)
        }
        return {**known, **cells}, [self._member(e, key) for key in cells]

    def _member(self, e: m.Local, key: int) -> m.Local:
        """Return one of the values that a name means, always the same node."""
        if (e.key, key) not in self._members:
            kind = NUMBER if key == _KEPT else e.type.items[0]
            self._members[e.key, key] = m.Local(name=e.name, key=key, type=kind, span=e.span)
        return self._members[e.key, key]

    def parts(self, words: m.Words, *, other: bool = False) -> tuple[str | m.Expr, ...]:
        """Return the parts of a text in the catalogue's language, its values in their new order.

        `other`: as those read it whom it doesn't speak to.
        """
        key = id(words), other
        if key not in self._translated:
            known = values_of(words)
            template = self.catalogue.template(words)
            if other:
                translated = words.raw in self.catalogue.texts
                language = self.catalogue.language if translated else ENGLISH.language
                template[::2] = of_another(template[::2], language)
            self._translated[key] = tuple(
                known.get(part, part) if i % 2 else part for i, part in enumerate(template)
            )
        return self._translated[key]

    def shown(self, value: int, kind: Type, state: State, seat: int | None = None) -> str:
        """Return a value of a type in the catalogue's language."""
        if kind.kind == "piece" and value != NONE:
            return self.shown_piece(value, state, seat)
        if kind.kind == "zone" and value != NONE:
            return self.shown_zone(value, seat)
        if kind.is_group and value != NONE:
            return Said([Ref(self.catalogue.name(self.word(kind, value)), kind, value)])
        if value == NONE or kind.kind in ("enum", "truth", "mark"):
            return self.catalogue.name(self.value(value, kind, state, seat))
        return self.value(value, kind, state, seat)

    def shown_piece(self, number: int, state: State, seat: int | None = None) -> str:
        """Return what a piece is called in the catalogue's language, or only its kind."""
        if not self.knows(seat, number, state):
            return self.shown_kind(self.setting.pieces[number].component)
        return self._named(number, state)

    def shown_kind(self, component: str) -> str:
        """Return what a piece is called by those who don't know which it is."""
        kind = self.catalogue.name(component)
        return kind if kind != component else article(kind_words(kind))

    def _named(self, number: int, state: State) -> str:
        """Return what a piece is called in the catalogue's language."""
        if self.catalogue.language == ENGLISH.language:
            return self.name(number, state)
        component = self.rules.components[self.setting.pieces[number].component]
        if component.called is None:
            return self._plain_name(number, component, state, self.shown)
        it = {component.self_key: Const(number)}
        return self.text(component.called, it, 0, MaskedState(None, state)).short

    # -------------------------------------------------------------- places

    def zone_at(self, address: int, mover: int | None = None, *, numbers: bool = False) -> str:
        """Return the zone that begins at an address: `discards[blue]`, `hand[seat 2]`, `e4`; the
        mover's own seat is left out.

        `numbers`: a cell by its row and its column, also where it has a name.
        """
        asked = address, mover, numbers
        if asked not in self._zones:
            self._zones[asked] = self._zone_at(*asked)
        return self._zones[asked]

    def _zone_at(self, address: int, mover: int | None, numbers: bool) -> str:
        zone = self.layout.zones.get(address)
        if zone is None:
            return "out of play"
        place = self.place(zone.model.name, _indices(zone, mover))
        cell = "" if numbers else cell_name(zone)
        if cell in self._sole_cells:
            return cell
        if cell:
            place = TablePlace(place.family, (*place.indices[:-2], cell))
        return str(place)

    def place_at(self, address: int) -> TablePlace:
        """Return the zone that begins at an address, as a place."""
        zone = self.layout.zones[address]
        return self.place(zone.model.name, _indices(zone, None))

    def place(self, family: str, indices: Iterable[tuple[int, Type]]) -> TablePlace:
        """Return the member of a family of zones or variables that has these indices."""
        return TablePlace(
            family,
            tuple(v if kind.is_seat else self.value(v, kind, []) for v, kind in indices),
        )

    def shown_zone(self, address: int, mover: int | None = None) -> str:
        """Return the zone that begins at an address as people say it in the catalogue's language:
        `discards blue`, `row 4 column 2`, `e4`.

        The mover's own seat is left out, and the name of a board where there is only one.
        """
        zone = self.layout.zones.get(address)
        if zone is None:
            return self.catalogue.text("out of play")
        inside = [self.shown(value, kind, []) for value, kind in _indices(zone, mover)]
        name = [self.catalogue.name(zone.model.name).replace("_", " ")]
        if zone.model.traits.grid:
            row, column = inside[-2:]
            cell = cell_name(zone) or self.catalogue.filled(
                "row {row} column {column}", row=row, column=column
            )
            alone = sum(other.traits.grid for other in self.rules.zones.values()) == 1
            name = [] if alone else name
            inside = [*inside[:-2], cell]
        return joined(" ", [*name, *inside])

    @cached_property
    def _sole_cells(self) -> frozenset[str]:
        """The names of cells that tell a place from all others of the game."""
        many: dict[str, int] = {}
        for zone in self.rules.zones.values():
            for cell in (cell for row in zone.cells for cell in row if cell):
                many[cell] = many.get(cell, 0) + (1 if len(zone.indices) == 2 else 2)
        return frozenset(cell for cell, number in many.items() if number == 1)

    def is_named_spot(self, address: int) -> bool:
        """Return whether a place has a name of its own and room for one thing."""
        zone = self.layout.zones.get(address)
        return zone is not None and zone.room == 1 and cell_name(zone) != ""

    # -------------------------------------------------------------- moves

    @cached_property
    def _occasions(self) -> dict[int, str]:
        """The sentence at the head of the procedure or phase in which an action stands."""
        found: dict[int, str] = {}
        phases = [part.body for part in walk(self.rules.turn) if isinstance(part, m.Phase)]
        for body in (*phases, *(to.body for to in self.rules.procedures.values())):
            for choose in walk(body):
                if isinstance(choose, m.Choose) and body.words:
                    found |= {action.number: body.words for action in choose.actions}
        return found

    def occasion(self, state: State) -> str:
        """Return the rules' sentence on the procedure or phase in which a decision is asked for.

        In the catalogue's language; empty where the rules have none.
        """
        actions = [] if state[at.PC] == at.OVER else self.actions(state[at.PC])
        sentence = next((self._occasions.get(a.action.number, "") for a in actions), "")
        return self.catalogue.text(sentence) if sentence else ""

    def actions(self, choice: int) -> list[OfferedAction]:
        """Return the actions of a decision as the rules have them, with their contexts."""
        return self._by_choice.get(choice, [])

    @cached_property
    def _passes(self) -> dict[int, str]:
        return named_passes(self.rules)

    def title(self, action: m.Action | None) -> str:
        """Return what people call an action, in the catalogue's language; None is a plain pass."""
        sentence = self._passes.get(action.number) if action else None
        if sentence:
            return first_sentence(self.catalogue.text(sentence))
        return self.catalogue.name(action.name if action else "pass")

    def action(self, choice: int, move: Move) -> OfferedAction | None:
        """Return the action of a move; None for a pass without words of its own."""
        return self.compiled.debug.actions.get((choice, move[0]))

    def notation(self, state: State, move: Move, *, shown: bool = False) -> str:
        """Return a move's canonical notation, `explore(red 5)`; `shown`: as people read and write
        it, in the catalogue's language.
        """
        text = self.move_text(state, move, shown=shown)
        return text.said if shown else str(text)

    def move_text(self, state: State, move: Move, *, shown: bool = False) -> MoveText:
        """Return a move as it is written, with its parts; `shown` as for `notation`."""
        found = self.action(state[at.PC], move)
        if move == PASS or found is None:
            return MoveText(self.title(found and found[0]) if shown else "pass")
        return self.written(found[0], move[1:], state, shown=shown)

    def written(
        self,
        action: m.Action,
        values: Sequence[int],
        state: State,
        *,
        shown: bool = False,
        numbers: bool = False,
    ) -> MoveText:
        """Return how an action with arguments is written, be it legal or not.

        `shown`: in the catalogue's language. `numbers`: as `argument` has it.
        """
        name = self.catalogue.name if shown else str
        if not action.parameters:
            return MoveText(self.title(action) if shown else action.name)
        single = zip(self.parameters(action), values, strict=True)
        arguments = (
            joined(AND, (self.argument(one, value, state, shown=shown, numbers=numbers)
                     for one, value in islice(single, count))) or name(NOTHING)
            for count in self._single[id(action)][2]
        )  # fmt: skip
        return MoveText(name(action.name), tuple(arguments))

    def parameters(self, action: m.Action) -> list[m.ActionParameter]:
        """Return an action's parameters, one for each argument of its moves.

        One that takes several values at once is as many, all of its name.
        """
        if id(action) not in self._single:
            groups = [each(p, self.setting) for p in action.parameters]
            single = [one for group in groups for one in group]
            self._single[id(action)] = action, single, [len(group) for group in groups]
        return self._single[id(action)][1]

    def argument(
        self,
        p: m.ActionParameter,
        value: int,
        state: State,
        *,
        shown: bool = False,
        numbers: bool = False,
    ) -> str:
        """Return an argument as its mover writes it: a word, an unknown piece's place, or the cell
        that a piece is in.

        `shown`: in the catalogue's language. `numbers`: with each cell by its row and its column,
        and a piece by its name and its place, as where cells have no names.
        """
        seat = state[at.ME]
        if p.type.kind != "piece":
            if numbers and p.type.kind == "zone":
                return self.zone_at(value, numbers=True)
            return (
                self.shown(value, p.type, state, seat)
                if shown
                else self.value(value, p.type, state)
            )
        address = state[self.layout.zone_of + value]
        if numbers:
            place = self.zone_at(address, seat, numbers=True)
        else:
            place = (self.shown_zone if shown else self.zone_at)(address, seat)
            if self.is_named_spot(address) and (
                several_zones(p.domain) or not self.knows(seat, value, state)
            ):
                return place
        if not self.knows(seat, value, state):
            return Said([place, f" {state.index(value, address + 1) - address}"])
        name = (self.shown_piece if shown else self.name)(value, state)
        if not several_zones(p.domain):
            return name
        words = self.catalogue if shown else ENGLISH
        return words.filled("{piece} in {place}", piece=name, place=place)

    def meant_otherwise(self, state: State, wanted: MoveText) -> dict[str, Move]:
        """Return the legal moves, by their notation, that a text means which writes cells by their
        rows and columns or pieces by their names where the notation has the names of cells.
        """
        if not any(zone.cells for zone in self.rules.zones.values()):
            return {}
        found: dict[str, Move] = {}
        for text, (canonical, move) in self.canonical_moves(state).items():
            offered = self.action(state[at.PC], move)
            if offered is not None:
                longer = self.written(offered.action, move[1:], state, numbers=True)
                if fits(wanted, canonical, longer):
                    found[text] = move
        return found

    def locals_of(self, found: OfferedAction, move: Move) -> dict[int, E | Array]:
        """Return what an action's names mean when it is carried out with these arguments."""
        known = dict(found.scope.locals)
        for p, value in zip(self.parameters(found.action), move[1:], strict=False):
            known[p.key] = Const(value)
        return known

    def words(
        self, state: State, move: Move, viewer: int | None = None, after: State | None = None
    ) -> Said:
        """Return what a move does in the rules' own sentence, as far as the viewer may know it.

        `after`: the position after it, when it has been made. The sentence speaks only to the
        player who made it.
        """
        found = self.action(state[at.PC], move)
        if found is None:
            return Said([self.catalogue.text("Pass.")])
        if found[0].text is None:
            return Said()
        if viewer is None or after is None:
            sight = MaskedState(None, state) if viewer is None else self.sight(state, viewer)
        else:
            sight = self.knowledge.sight(state, viewer, after, self.taken(found[0], move))
        known, me = self.locals_of(found, move), state[at.ME]
        other = after is not None and viewer != me
        return self.text(found[0].text, known, me, sight, other=other)

    def amount(self, state: State, move: Move) -> str:
        """Return the number in the sentence of a move that takes nothing; empty for none or many.

        It says how much a move called `bet` is about.
        """
        found = self.action(state[at.PC], move)
        text = found.action.text if found is not None else None
        if found is None or found.action.parameters or not isinstance(text, m.Words):
            return ""
        numbers = [p for p in text.parts if isinstance(p, m.Expr) and p.type.kind == "number"]
        if len(numbers) != 1:
            return ""
        me = state[at.ME]
        return self.text(numbers[0], self.locals_of(found, move), me, self.sight(state, me))

    def with_gaps(self, state: State, moves: Sequence[Move], viewer: int) -> str:
        """Return the sentence of an action with a gap for each value that differs among some of its
        moves; empty where they have no sentence in common.
        """
        found = [self.action(state[at.PC], move) for move in moves]
        actions = {id(one.action.text) for one in found if one is not None}
        first = found[0]
        if first is None or None in found or len(actions) > 1 or first.action.text is None:
            return ""
        text, sight = first.action.text, self.sight(state, viewer)
        pairs = [(one, move) for one, move in zip(found, moves, strict=True) if one is not None]

        def filled(part: str | m.Expr) -> str:
            if isinstance(part, str):
                return part
            values = {
                self.text(part, self.locals_of(one, move), state[at.ME], sight)
                for one, move in pairs
            }
            return values.pop() if len(values) == 1 else GAP

        parts = self.parts(text) if isinstance(text, m.Words) else (text,)
        said = [*map(filled, parts)]
        for n, part in enumerate(said):
            if n and said[n - 1] == GAP:
                said[n] = part.removeprefix(".")
        sentence = Said(said)
        return "" if sentence == GAP else sentence

    def same_move(
        self, move: Move, action: m.Action | None, state: State, sample: State, seat: int
    ) -> Move | None:
        """Return the move of a sample that takes pieces from the same places as a seat sees it.

        None where nothing lies there: what others do at the same time is not done in a sample.
        """
        if action is None:
            return move
        values = list(move)
        for i, p in enumerate(self.parameters(action), 1):
            piece = values[i]
            if p.type.kind == "piece" and piece >= 0 and not self.knows(seat, piece, state):
                address = state[self.layout.zone_of + piece]
                if not address:
                    continue
                place = state.index(piece, address + 1) - address
                if place > sample[address]:
                    return None
                values[i] = sample[address + place]
        return tuple(values)

    def taken(self, action: m.Action, move: Move) -> list[int]:
        """Return the pieces among a move's arguments."""
        pairs = zip(self.parameters(action), move[1:], strict=False)
        return [value for p, value in pairs if p.type.kind == "piece"]

    def legal(self, state: State) -> list[LegalMove]:
        """Return the legal moves with their notation and words.

        Raises RulesError (E507) when two different moves read the same.
        """
        me = state[at.ME]
        return [
            LegalMove(
                text, self.words(state, move, me), move, canonical,
                self.move_text(state, move, shown=True),
            )
            for text, (canonical, move) in self.canonical_moves(state).items()
        ]  # fmt: skip

    def written_moves(self, state: State) -> dict[str, Move]:
        """Return the legal moves by their notation, in the order of the text.

        Raises RulesError (E507) when two different moves read the same.
        """
        return {text: move for text, (_, move) in self.canonical_moves(state).items()}

    def moves_named(self, state: State, name: str) -> Iterator[tuple[Move, str]]:
        """Yield the legal moves whose action has a name, in the order of the text, with their
        notation.
        """
        for move in self.interpreter.legal(state):
            found = self.action(state[at.PC], move)
            if ("pass" if move == PASS or found is None else found.action.name) == name:
                yield move, str(self.move_text(state, move))

    def canonical_moves(self, state: State) -> Mapping[str, tuple[MoveText, Move]]:
        """Return the legal moves by their notation, with its parts; those of the last position are
        kept. Raises RulesError (E507).
        """
        if self._moves[0] == state:
            return self._moves[1]
        seen: dict[str, tuple[MoveText, Move]] = {}
        for move in self.interpreter.legal(state):
            canonical = self.move_text(state, move)
            text = str(canonical)
            if text in seen:
                found = self.action(state[at.PC], move)
                span = found[0].span if found else self.rules.header.span
                raise RulesError(
                    Diagnostic(
                        Code.E507, Message("two different moves read '{text}'", text), span,
                        hint="let 'called' tell the pieces apart",
                    )
                )  # fmt: skip
            seen[text] = canonical, move
        self._moves = list(state), seen
        return seen


def _indices(zone: PlacedZone, mover: int | None) -> list[tuple[int, Type]]:
    """Return a zone's indices with their types, without the mover's own seat."""
    owner = zone.model.owner_index
    pairs = enumerate(zip(zone.indices, zone.model.indices, strict=True))
    return [(v, domain.type) for n, (v, domain) in pairs if n != owner or v != mover]


def kind_words(component: str) -> str:
    """Return a component's name as people write it: `ColourDie` is a colour die."""
    return re.sub(r"(?<=[^\W_])(?=[A-ZÀ-ÖØ-Þ][^\WA-ZÀ-ÖØ-Þ])", " ", component).lower()


def cell_name(zone: PlacedZone) -> str:
    """Return what a cell of a grid is called; "" where it has no name, or is none."""
    if not zone.model.cells:
        return ""
    row, column = zone.indices[-2:]
    return zone.model.cells[row - 1][column - 1]


def several_zones(domain: m.Expr) -> bool:
    """Return whether the pieces of a domain can be in several zones."""
    if isinstance(domain, m.ZoneRef):
        return domain.is_open
    if isinstance(domain, m.Fold) and domain.kind == "set":
        return several_zones(domain.binders[0].domain)
    if isinstance(domain, m.Op) and domain.op == "without":
        return several_zones(domain.arguments[0])
    return not isinstance(domain, m.Local)
