"""The look of any ruleset without a view file, computed from its rules alone."""

from __future__ import annotations

from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from engine.rules.zone_kinds import ZONE_KINDS
from viewer.artwork.theme import AUTO_HUES, AUTO_ICONS, AUTO_SCENES, SEAT_HUES, Hues, hues_named
from viewer.scene.facts import (
    NUMBER,
    SEAT,
    AttributeFacts,
    Facts,
    PieceFacts,
    VariableFacts,
    ZoneFacts,
)
from viewer.scene.look import (
    BackLook,
    CaseLook,
    Labels,
    Look,
    MemberLook,
    PieceKind,
    PieceLook,
    Sides,
    VariableLook,
    ZoneLook,
)

MOST_FOOTERS = 2
"""So many further attributes stand at a card's foot."""
HEAPS = ("deck", "pile", "count")
"""What lies beside plates: of all that is in it one piece is seen."""
CHEQUERED = ((8, 8), (10, 10))
"""Boards of these sizes have light and dark squares."""
EDGED = 5
"""Larger boards have their rows and columns named at their edges."""
FEW = 10
"""An enumeration with more words is no colour."""
SUITS = ("club", "diamond_suit", "heart", "spade")
_SEAT_SHAPES = ("pawn", "hat", "tent", "boat", "jeep", "crown", "star", "moon")
SEAT_MARKS = ("cross", "ring")
"""What two seats write where a seat is written."""
_RED = Hues("#fbf7ec", "#c8372c", "#8f1f1c")
_BLACK = Hues("#fbf7ec", "#2a3138", "#14191d")


@cache
def _words() -> dict[str, Any]:
    data: dict[str, Any] = YAML(typ="safe").load(
        Path(__file__).with_name("words.yaml").read_text("utf-8")
    )
    return data


@cache
def icon_for(word: str) -> str:
    """Return the icon that a word of any rules is usually drawn as, if there is one."""
    plain = word.lower()
    return next((icon for icon, words in _words()["icons"].items() if plain in words), "")


@cache
def short_for(word: str) -> str:
    """Return what a word becomes in the corner of a card: `jack` is J, `6` stays."""
    plain = word.lower()
    for short, words in _words()["short"].items():
        if plain in words:
            return str(short)
    return word if len(word) <= 2 or word.lstrip("-").isdigit() else word[:1].upper() + word[1:]


def automatic(facts: Facts, language: str = "en") -> Look:
    """Return the look of a game that has no view file."""
    dimensions = {name: _dimension(name, words) for name, words in facts.words.items()}
    if facts.players == 2 and any(zone.written == SEAT for zone in facts.zones.values()):
        seats = dimensions[SEAT].items()
        dimensions[SEAT] = {
            word: MemberLook(hues=member.hues, icon=mark)
            for (word, member), mark in zip(seats, SEAT_MARKS, strict=True)
        }
    return Look(
        facts=facts,
        dimensions=dimensions,
        pieces={
            name: _piece(piece, facts, dimensions, number)
            for number, (name, piece) in enumerate(facts.pieces.items())
        },
        zones={name: _zone(zone, facts) for name, zone in facts.zones.items()},
        variables={name: _variable(name, v, facts) for name, v in facts.variables.items()},
        plates=Sides("info_here", "info_others" if facts.players == 2 else "others"),
        language=language,
        order=_order(facts),
    )


def _dimension(name: str, words: tuple[str, ...]) -> dict[str, MemberLook]:
    """Return how the words of an enumeration look."""
    if name == SEAT:
        return {
            word: MemberLook(hues=hues, icon=icon)
            for word, hues, icon in zip(words, cycle(SEAT_HUES), cycle(_SEAT_SHAPES), strict=False)
        }
    icons = [icon_for(word) for word in words]
    if words and all(icon in SUITS for icon in icons):
        return {
            word: MemberLook(hues=_BLACK if icon in ("club", "spade") else _RED, icon=icon)
            for word, icon in zip(words, icons, strict=True)
        }
    if len(words) > FEW:
        return {}
    hues = [hues_named(word) for word in words]
    free = [h for h in AUTO_HUES if h not in hues]
    known = [hue or free[i % len(free)] for i, hue in enumerate(hues)]
    usual = [AUTO_HUES.index(hue) if hue in AUTO_HUES else -1 for hue in known]
    icons = [
        icon or (AUTO_ICONS[number] if number >= 0 else "")
        for icon, number in zip(icons, usual, strict=True)
    ]
    spare = [icon for icon in AUTO_ICONS if icon not in icons]
    return {
        word: MemberLook(
            hues=known[i],
            icon=icons[i] or spare[i % len(spare)],
            scene=AUTO_SCENES[usual[i]] if usual[i] >= 0 else "hills",
        )
        for i, word in enumerate(words)
    }


# ------------------------------------------------------------------ pieces


def _piece(
    piece: PieceFacts, facts: Facts, dimensions: dict[str, dict[str, MemberLook]], number: int
) -> PieceLook:
    """Return how a kind of pieces looks."""
    kind = _kind(piece, facts)
    hue = _hue(piece, dimensions)
    rest = [a for a in piece.attributes if a.name != hue and not a.truth and a.dimension != SEAT]
    if piece.rolled:
        rest.sort(key=lambda a: not a.changes)
    else:
        rest.sort(key=lambda a: (*_incidental(a), a.dimension != NUMBER))
    index = rest[0] if rest else None
    own = AUTO_HUES[(number * 3) % len(AUTO_HUES)]
    text = f"{{{index.name}}}" if index else ""
    if not index and _only_words(piece, hue, kind):
        text = f"{{{hue}}}"
    icon = "" if kind in ("card", "die") else icon_for(piece.name)
    if kind == "tile" and _stands_on_a_board(piece, facts) and (not index or _figures(index)):
        return PieceLook(
            kind="token",
            cases=(*_truths(piece, kind), *(_figures(index) if index else ())),
            hue=hue,
            hues=None if hue else own,
            icon=icon,
            shape="figure" if index or icon else "man",
        )
    loose = not piece.attributes and not icon and kind == "token"
    more = rest[1 : 1 + MOST_FOOTERS]
    slate = AUTO_HUES[(number * 3 + 1) % len(AUTO_HUES)]
    return PieceLook(
        kind=kind,
        back=BackLook(hues=slate, icon="compass"),
        cases=_truths(piece, kind),
        hue=hue,
        hues=None if hue or kind == "coin" else own,
        index=text,
        icon=icon,
        text=text if kind in ("tile", "token") and index else "",
        shape="pebble" if loose else "round" if kind in ("token", "coin") else "square",
        pips=_has_pips(piece),
        footer=" · ".join(f"{_titled(a)} {{{a.name}}}" for a in more) if kind == "card" else "",
    )


def _stands_on_a_board(piece: PieceFacts, facts: Facts) -> bool:
    """Return whether pieces of a kind belong on squares or points."""
    zones = [zone for zone in facts.zones.values() if piece.name in zone.pieces]
    return any(ZONE_KINDS[zone.kind].grid for zone in zones)


def _figures(attribute: AttributeFacts) -> tuple[CaseLook, ...]:
    """Return how pieces look whose kinds all have icons of their own; none where one has none."""
    icons = {word: icon_for(word) for word in attribute.words}
    if not all(icons.values()):
        return ()
    return tuple(CaseLook(when={attribute.name: (w,)}, icon=i) for w, i in icons.items())


def _titled(attribute: AttributeFacts) -> str:
    words = (attribute.heading or attribute.name).replace("_", " ")
    return words[:1].upper() + words[1:]


def _only_words(piece: PieceFacts, hue: str, kind: str) -> bool:
    """Return whether a piece's only name is the word that colours it, and it is to be read there.

    Dice whose words are colours, or have icons of their own, say what they show by these.
    """
    attribute = next((a for a in piece.attributes if a.name == hue), None)
    if attribute is None or attribute.dimension == SEAT or kind not in ("card", "die"):
        return False
    if kind == "card":
        return True
    return not all(hues_named(word) or icon_for(word) for word in attribute.words)


def _truths(piece: PieceFacts, kind: str) -> tuple[CaseLook, ...]:
    """Return what is different for pieces of which something is yes."""
    return tuple(
        CaseLook(when={a.name: ("yes",)}, badge=_titled(a))
        if kind == "card"
        else CaseLook(when={a.name: ("yes",)}, icon=icon_for(a.name) or "crown", text="")
        for a in piece.attributes
        if a.truth
    )


def _has_pips(piece: PieceFacts) -> bool:
    """Return whether a die shows pips: numbers that a usual die has."""
    if not piece.rolled:
        return False
    shown = next(a for a in piece.attributes if a.changes)
    low, high = shown.range
    return shown.dimension == NUMBER and low >= 1 and high <= 6


def _kind(piece: PieceFacts, facts: Facts) -> PieceKind:
    """Return whether pieces are cards, dice, pawns, tiles or tokens, by where they may lie."""
    if piece.rolled:
        return "die"
    zones = [zone for zone in facts.zones.values() if piece.name in zone.pieces]
    kinds = [ZONE_KINDS[zone.kind] for zone in zones]
    if not piece.attributes:
        return "coin" if icon_for(piece.name) == "coin" else "token"
    if any(kind.spaces for kind in kinds):
        return "pawn"
    if any(kind.held or kind.in_line for kind in kinds) or any(z.face_down for z in zones):
        return "card"
    return "tile"


def _hue(piece: PieceFacts, dimensions: dict[str, dict[str, MemberLook]]) -> str:
    """Return the attribute that colours a piece: its owner, else one whose words are colours, else
    the enumeration with the fewest words. What is printed on a piece and named counts first; a
    suit is not hidden by a note of who has played the card.
    """
    found = [a for a in piece.attributes if a.dimension != NUMBER and dimensions.get(a.dimension)]
    if not found:
        return ""
    printed = [a for a in found if not a.changes]
    if any(_colourful(a) for a in printed):
        found = printed
    return min(
        found,
        key=lambda a: (
            a.dimension != SEAT, not _colourful(a), *_incidental(a), len(a.words), a.name
        ),
    ).name  # fmt: skip


def _incidental(attribute: AttributeFacts) -> tuple[bool, bool]:
    """Return a key by which what identifies a piece comes before what is only noted on it."""
    return not attribute.named, attribute.changes


def _colourful(attribute: AttributeFacts) -> bool:
    """Return whether most words of an enumeration are colours or suits."""
    known = [word for word in attribute.words if hues_named(word) or icon_for(word) in SUITS]
    return 2 * len(known) > len(attribute.words)


# ------------------------------------------------------------------ zones


def _zone(zone: ZoneFacts, facts: Facts) -> ZoneLook:
    """Return where and how the zones of a family are shown without a view file."""
    kind = ZONE_KINDS[zone.kind]
    presenter: str = kind.presenter
    if zone.face_down:
        presenter = "deck"
    if zone.counted:
        presenter = "count" if kind.stacked else "pit"
    if zone.written and zone.cells:
        presenter = "ladder"
    if len(zone.free_axes) == 2:
        presenter = "grid"
    common = kind.room == 1 and zone.owner is not None and not zone.free_axes
    if common and not zone.written and facts.players > 2:
        presenter = "round"
    board = any(z.owner is None and len(z.free_axes) == 2 for z in facts.zones.values())
    beside = (*HEAPS, "spread") if board else HEAPS
    if zone.owner is None and not zone.axes and presenter in beside:
        area = Sides("info", "info")
    elif zone.owner is None or common:
        area = Sides("middle", "middle")
    elif kind.held:
        area = Sides("hand", "others")
    elif presenter in HEAPS and not zone.free_axes and facts.players == 2:
        area = Sides("info_here", "info_others")
    else:
        area = Sides("here", "others")
    small = area.others == "others" and facts.players > 2 and presenter != "grid"
    others = "mini" if small else presenter
    joined = zone.board is not None and bool(zone.board.joined)
    leaning = zone.board is not None and zone.hexes
    if kind.held:
        others = "backs"
    return ZoneLook(
        area=area,
        presenter=Sides(presenter, others),
        icon=icon_for(zone.name),
        labels=_labels(zone, facts),
        chequer=presenter == "grid" and _chequered(zone),
        edges=presenter == "grid" and _edged(zone, drawn=joined or leaning),
        cells="rhombus" if zone.hexes else "point" if joined else "square",
    )


def _chequered(zone: ZoneFacts) -> bool:
    """Return whether a board has light and dark squares: by its size, or as it is drawn."""
    if zone.hexes or zone.board is None:
        return not zone.hexes and _sides_of(zone) in CHEQUERED
    return bool(zone.board.ground) and len({sum(cell) % 2 for cell in zone.board.cells}) == 1


def _edged(zone: ZoneFacts, *, drawn: bool) -> bool:
    """Return whether rows and columns are named at the edges: they have names, or are many."""
    return bool(zone.sides) or (max(_sides_of(zone)) >= EDGED and not drawn)


def _sides_of(zone: ZoneFacts) -> tuple[int, ...]:
    return tuple(len(words) for words in zone.free_members)


def _labels(zone: ZoneFacts, facts: Facts) -> Labels | None:
    """Return the table that says what each space of a track is worth, if there is one."""
    if not ZONE_KINDS[zone.kind].spaces or zone.cells is None:
        return None
    low, high = zone.cells
    wanted = {(str(number),) for number in range(max(low, 1), high + 1)}
    found = [name for name, table in facts.tables.items() if wanted <= set(table)]
    return Labels(table=found[0]) if len(found) == 1 else None


def _variable(name: str, variable: VariableFacts, facts: Facts) -> VariableLook:
    """Return where a variable is shown: at the cells of zones that have the same indices."""
    owned = variable.owner is not None
    area = Sides("plate", "plate") if owned else Sides("info", "info")
    cells = next((z.name for z in facts.zones.values() if _has_cells(z, variable)), "")
    on = (cells,) if cells else ()
    return VariableLook(area=area, icon=icon_for(name), cell=bool(cells), on=on)


def _has_cells(zone: ZoneFacts, variable: VariableFacts) -> bool:
    """Return whether each variable of a family has a zone of the same indices that is seen."""
    indices = tuple(zip(zone.free_axes, zone.free_members, strict=True))
    same = bool(indices) and indices == variable.free
    return (
        same
        and (zone.owner is None) == (variable.owner is None)
        and not (zone.written or ZONE_KINDS[zone.kind].held or ZONE_KINDS[zone.kind].spaces)
    )


def _order(facts: Facts) -> tuple[str, ...]:
    """Return the families in the order in which they are laid out: those with columns first."""
    return tuple(sorted(facts.zones, key=lambda name: not facts.zones[name].free_axes))
