"""What pieces are called before the game begins: diagrams name them so."""

from __future__ import annotations

from engine.compile.instance import GameConfig, Piece
from engine.compile.program import NONE
from engine.language.frozen import rewritten
from engine.rules import model as m
from engine.rules.types import Type


def first_name(setting: GameConfig, piece: Piece) -> str:
    """Return what a piece is called as it is made. Raises RulesError (E106) where `called` asks for
    what isn't fixed before the game.
    """
    component = setting.rules.components[piece.component]
    if component.called is not None:
        return _text(setting, piece, component.called)
    values = dict(piece.values)
    words = (_word(setting, values[a.name], a.domain.type) for a in component.attributes)
    return " ".join(words)


def _text(setting: GameConfig, piece: Piece, e: m.Expr) -> str:
    if isinstance(e, m.Words):
        parts = (x if isinstance(x, str) else _text(setting, piece, x) for x in e.parts)
        return "".join(parts)
    if isinstance(e, m.Op) and e.op == "if":
        holds = setting.value(_made(setting, piece, e.arguments[0]))
        return _text(setting, piece, e.arguments[1 if holds else 2])
    return _word(setting, setting.value(_made(setting, piece, e)), e.type)


def _made(setting: GameConfig, piece: Piece, e: m.Expr) -> m.Expr:
    """Return an expression with the values of the piece in place of its attributes."""
    values = dict(piece.values)

    def known(e: m.Model) -> m.Model:
        if not isinstance(e, m.Attr) or e.name not in values:
            return e
        value = values[e.name]
        if value == NONE:
            return m.Literal_(type=Type("none"), value=0, span=e.span)
        if e.type.kind == "enum" and e.type.name in setting.present:
            value = setting.present[e.type.name][value]
        return m.Literal_(type=e.type, value=value, span=e.span)

    return rewritten(e, known)


def _word(setting: GameConfig, value: int, kind: Type) -> str:
    if value == NONE:
        return "none"
    if kind.kind == "truth":
        return "yes" if value else "no"
    if kind.is_seat or kind.name in ("Player", "Team"):
        return f"{'team' if kind.name == 'Team' else 'seat'} {value + 1}"
    if kind.kind == "enum":
        return setting.rules.enums[kind.name].members[setting.present[kind.name][value]].name
    return str(value)
