"""Checking what a game declares before anything happens: its header, options, types and pieces,
tables, zones and variables.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, assert_never, cast, get_args

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.diagnostics import nearest
from engine.language.game_kinds import GameKind
from engine.language.message import Message, some_of
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.checker.cell_names import SIDES, check_cell_names, side_names
from engine.rules.checker.context import Checking
from engine.rules.checker.drawings import MAX_SIDE, check_drawing
from engine.rules.checker.index import Declaration, Key
from engine.rules.checker.named_rules import unread_line
from engine.rules.checker.sets import check_domain
from engine.rules.checker.types import (
    check_enumeration,
    check_type,
    domain_of,
    every_value,
    named_type,
    type_called,
)
from engine.rules.checker.wanted import (
    number_literal,
    want_condition,
    want_fixed,
    want_number,
    want_seat,
    want_value,
    want_within,
)
from engine.rules.substitution import put
from engine.rules.types import ERROR, MARK, NUMBER, PLAYER, TEXT, TRUTH, Type, enum, piece, set_of
from engine.rules.walk import walk
from engine.rules.zone_kinds import OTHER_NAMES, ZONE_KINDS, ZoneKind

MAX_SPACES = 1000


MAX_PLAYERS = 12


MAX_VALUES = 1_000
"""Of an option: they are all listed for who chooses one."""


MOST_MINUTES = 10_000
STARTS = ("anyone", "random", "leader", "loser", "next player", "next starter")


def check_table(cx: Checking, node: s.Table) -> m.Table:
    """Check a lookup table."""
    sides = tuple(domain_of(cx, side, node.name) for side in node.sides)
    value: Type | None = None
    if node.value is not None:
        value = domain_of(cx, node.value, f"table {node.name}").type
    if node.form in ("list", "from"):
        return _list_table(cx, node, sides)
    return _row_table(cx, node, sides, value)


def _list_table(cx: Checking, node: s.Table, sides: tuple[m.Domain, ...]) -> m.Table:
    if _loose_words(cx, node):
        return m.Table(
            name=node.name, sides=sides,
            cells=((cx.fail(node.span),),), value=ERROR, words=node.words, span=node.span,
        )  # fmt: skip
    cells = [cx.value(node.cells[0])]
    cells += [want_value(cx, c, cells[0].type, "a cell")
              for c in node.cells[1:]]  # fmt: skip
    start = None if node.start is None else want_fixed(cx, want_number(cx, node.start))
    if node.form == "from":
        sides = (m.Domain(type=NUMBER, low=start, high=None, span=node.span),)
    if sides[0].type == NUMBER and node.form == "list":
        low, high = sides[0].low, sides[0].high
        if isinstance(low, m.Literal_) and isinstance(high, m.Literal_):
            wanted = high.value - low.value + 1
            if wanted != len(cells) and low.type == high.type == NUMBER:
                message = Message(
                    "{value}..{high} needs {wanted} cells, not {number}",
                    low.value,
                    high.value,
                    wanted,
                    len(cells),
                )
                cx.error(Code.E102, message, _cells_span(node))
    elif sides[0].type.kind == "enum" and node.form == "list":
        _enough_cells(cx, node, sides[0].type, len(cells))
    return m.Table(
        name=node.name, sides=sides, start=start, holds_on=node.form == "from",
        cells=(tuple(map(partial(want_fixed, cx), cells)),), value=cells[0].type, words=node.words,
        span=node.span,
    )  # fmt: skip


def _loose_words(cx: Checking, node: s.Table) -> bool:
    """Report cells that are words of no type, once for all of them."""
    words = [cell.name for cell in node.cells if isinstance(cell, s.Name)]
    known = cx.names.visible()
    if len(words) < len(node.cells) or any(word in known for word in words):
        return False
    if any(cx.names.maybe_declared(word) for word in words):
        return False
    listed = ", ".join(dict.fromkeys(words))
    message = "the words in a table must belong to a type"
    hint = Message("add a line 'type {name} = {listed}'", node.name.capitalize(), listed)
    cx.error(Code.E010, message, _cells_span(node), hint)
    return True


def _cells_span(node: s.Table) -> Span:
    return node.cells[0].span.to(node.cells[-1].span)


def _enough_cells(cx: Checking, node: s.Table, kind: Type, have: int) -> None:
    """Report a list with more or fewer cells than its words, which none may switch off."""
    known = cx.names.enums.get(kind.name)
    if known is None or any(member.when for member in known.members):
        return
    if len(known.members) != have:
        message = Message(
            "{kind} needs {number} cells, not {have}", kind.describe(), len(known.members), have
        )
        cx.error(Code.E102, message, _cells_span(node))


def _every_row(cx: Checking, node: s.Table, kind: Type, keys: Sequence[m.Expr]) -> None:
    """Report words that have no row, unless an option may switch them off."""
    known = cx.names.enums.get(kind.name) if kind.kind == "enum" else None
    if known is None or any(key.type != kind for key in keys):
        return
    have = {key.value for key in keys if isinstance(key, m.Literal_)}
    missing = [
        member.name for position, member in enumerate(known.members)
        if position not in have and member.when is None
    ]  # fmt: skip
    if missing:
        message = Message("the table has no row for {what}", some_of(missing))
        cx.error(Code.E102, message, cx.word(node.name, node.span))


def _row_table(
    cx: Checking, node: s.Table, sides: tuple[m.Domain, ...], value: Type | None
) -> m.Table:
    rows = list(node.rows)
    columns: tuple[m.Expr, ...] = ()
    if node.form == "grid" and rows:
        columns = tuple(want_value(cx, c, sides[1].type, "a column")
                        for c in rows.pop(0).cells)  # fmt: skip
        value = _grid_words(cx, node, rows)
    keys, cells = [], []
    for row in rows:
        place = cx.word(str(row.key), row.span)
        key_node: s.Expr = (
            s.Number(place, row.key) if isinstance(row.key, int) else s.Name(place, row.key)
        )
        keys.append(want_value(cx, key_node, sides[0].type, "a row"))
        if columns and len(row.cells) != len(columns):
            cx.error(
                Code.E102,
                Message("this row has {number} cells, not {len}", len(row.cells), len(columns)),
                row.span,
            )
        if not node.sets and node.form == "rows" and len(row.cells) != 1:
            message = "each row has one value; for several, write 'set of' in the first line"
            cx.error(Code.E102, message, row.span)
        checked = [cx.value(cell, value) for cell in row.cells]
        if checked:
            value = value or checked[0].type
        cells.append(tuple(cx.want(c, value or ERROR, "a cell") for c in checked))
    kind = value or ERROR
    _every_row(cx, node, sides[0].type, keys)
    return m.Table(
        name=node.name, sides=sides, cells=tuple(cells),
        keys=tuple(keys), columns=columns, words=node.words, span=node.span,
        value=set_of(kind) if node.sets else kind,
    )  # fmt: skip


def _grid_words(cx: Checking, node: s.Table, rows: Sequence[s.TableRow]) -> Type:
    """The cells of a grid are numbers, or words that make an enumeration of their own."""
    words = [c for row in rows for c in row.cells if isinstance(c, s.Name)]
    if not words:
        return NUMBER
    distinct = dict.fromkeys(word.name for word in words)
    name = f"table {node.name}"
    cx.names.add_enum(
        m.EnumType(
            name=name, members=tuple(m.Member(name=w, span=node.span) for w in distinct),
            span=node.span,
        )
    )  # fmt: skip
    return enum(name)


def index_domains(cx: Checking, node: s.IndexTypes | None, name: str) -> tuple[m.Domain, ...]:
    """Check what the indices of a family run through."""
    domains = tuple(domain_of(cx, t, name) for t in (node.types if node else ()))
    for domain in domains:
        if domain.type.kind not in ("enum", "number", "error"):
            message = "an index must be words, players or a range of numbers"
            cx.error(Code.E101, message, domain.span)
    return domains


def check_zone(cx: Checking, node: s.Zone) -> m.Zone:
    """Check a zone's kind, content and modifiers."""
    kind = ZONE_KINDS.get(node.kind)
    if kind is None:
        guess = OTHER_NAMES.get(node.kind) or nearest(node.kind, ZONE_KINDS)
        unknown = Message(
            "'{kind}' is not a kind of zone; the kinds are {names}",
            node.kind,
            ", ".join(ZONE_KINDS),
        )
        cx.findings.error(Code.E015, unknown, node.kind_span, fix=guess)
        kind = ZONE_KINDS["area"]
    fields: dict[str, Any] = {"seen": kind.seen}
    _check_content(cx, node, fields)
    indices = index_domains(cx, node.indices, node.name)
    has_owner = any(d.type == PLAYER for d in indices)
    if fields["seen"] == "owner" and not has_owner:
        fields["seen"] = "all"
    with cx.names.block():
        fields["index_keys"] = _index_names(cx, node, indices)
        for modifier in node.modifiers:
            _zone_modifier(cx, modifier, fields, has_owner)
    name = cx.word(node.name, node.span)
    if kind.room is not None:
        fields.setdefault("capacity", number_literal(kind.room, node.span))
    if kind.spaces and not fields.get("written") and not fields.get("spaces"):
        message = "a track needs its number of spaces"
        cx.error(Code.E201, message, name, hint="add ', spaces 1..9'")
    if fields.get("written") and "capacity" not in fields:
        message = "a zone that is written in needs a size"
        cx.error(Code.E201, message, name, hint="add ', at most 9'")
    if node.drawn:
        _drawing(cx, node, kind, fields, name)
    if kind.grid:
        indices += _sides(cx, fields, name)
    elif fields.get("hexes"):
        text = Message("only a grid has hexes; '{name}' is a {kind}", node.name, kind.name)
        hint = Message("write ': grid of …' instead of ': {kind}'", kind.name)
        cx.error(Code.E015, text, name, hint=hint)
    check_cell_names(cx, node, fields, name)
    return m.Zone(
        name=node.name,
        kind=kind.name,
        indices=indices,
        words=node.words,
        span=node.span,
        **fields,
    )


def _index_names(
    cx: Checking, node: s.Zone, indices: tuple[m.Domain, ...]
) -> tuple[int | None, ...]:
    """Let bounds speak of the indices of a family, by the names of their types; return the keys."""
    sides = node.indices.types if node.indices else ()
    types = [side.name if isinstance(side, s.Member) else "" for side in sides]
    keys: list[int | None] = [None] * len(types)
    for name in _names_in(node.modifiers):
        kind, place = type_called(name), cx.word(name, node.modifiers[0].span)
        if types.count(kind) > 1:
            message = Message("'{name}' has several indices of the type {kind}", node.name, kind)
            cx.error(Code.E011, message, place, "give each its own type")
        elif kind not in types:
            known = cx.names.visible()
            meant = name in known or nearest(name, known) or cx.names.maybe_declared(name)
            if meant or "" not in types:
                continue
            hint = Message(
                "name the range, 'type {kind} = …', and write '{name}[{kind}]'", kind, node.name
            )
            cx.error(Code.E010, Message("nothing here is called '{name}'", name), place, hint)
        index = types.index(kind if kind in types else "")
        local = cx.names.add_local(name, indices[index].type, place)
        local.used = True
        keys[index] = local.key
    return tuple(keys)


def _check_content(cx: Checking, node: s.Zone, fields: dict[str, Any]) -> None:
    first = node.content[0]
    if isinstance(first, s.Range):
        fields["written"] = domain_of(cx, first, node.name)
    elif not first.is_type:
        if first.name != "mark":
            what = Message("a zone holds components, numbers or marks, not '{name}'", first.name)
            cx.unknown(what, first.name, first.span, ["mark", *cx.names.components], code=Code.E013)
        fields["written"] = m.Domain(type=MARK, span=first.span)
    else:
        kinds = [named_type(cx, part.name, part.span)
                 for part in node.content if isinstance(part, s.Member)]  # fmt: skip
        if len(kinds) == 1 and kinds[0].kind in ("enum", "number"):
            fields["written"] = domain_of(cx, first, node.name)
            return
        for kind in kinds:
            if kind.kind not in ("piece", "error"):
                cx.error(
                    Code.E101, Message("a zone can't hold {kind}", kind.describe()), first.span
                )
        fields["pieces"] = tuple(name for k in kinds if k.kind == "piece" for name in k.names)
        counted = [cx.names.components[c].counted for c in fields["pieces"]]
        if any(counted) and len(counted) > 1:
            cx.error(Code.E101, "counted pieces need their own zones", node.span)


def _zone_modifier(cx: Checking, node: s.Modifier, fields: dict[str, Any], has_owner: bool) -> None:
    parts = node.parts
    if parts == ("face", "up"):
        fields["seen"] = "all"
    elif parts == ("face", "down"):
        fields["seen"] = "none"
    elif parts[:2] == ("seen", "by"):
        _seen(cx, node, fields, has_owner)
    elif bounds := _bounds_of(node):
        _spaces(cx, *bounds, fields, node.span)
    elif parts[:2] == ("at", "most") and isinstance(parts[2], s.Node):
        fields["capacity"] = _bound(cx, parts[2])
    elif len(parts) == 3 and parts[1] == "by" and isinstance(parts[0], int):
        _grid(cx, parts[0], parts[2], fields, node)
    elif parts == ("hexes",):
        fields["hexes"] = True
    elif isinstance(parts[0], str) and parts[0] in SIDES and len(parts) > 1:
        fields[parts[0]] = side_names(cx, node)
    elif parts[0] == "called" and len(parts) == 2 and isinstance(parts[1], str):
        fields["called"] = parts[1], node.span
    else:
        _unknown_modifier(cx, node)


def _bounds_of(node: s.Modifier) -> tuple[int, s.Expr] | None:
    """Return the ends of `spaces A..B`; None for other modifiers."""
    match node.parts:
        case ("spaces", (int(low), s.Node() as high)):
            return low, high
    return None


def _grid(
    cx: Checking, rows: int, columns: object, fields: dict[str, Any], node: s.Modifier
) -> None:
    fields["grid"] = (1, 1)
    if not isinstance(columns, int):
        _unknown_modifier(cx, node)
    elif not (1 <= rows <= MAX_SIDE and 1 <= columns <= MAX_SIDE):
        message = Message("a grid has 1 to {most} rows and columns", MAX_SIDE)
        cx.error(Code.E104, message, node.span)
    else:
        fields["grid"] = (rows, columns)


def _drawing(
    cx: Checking, node: s.Zone, kind: ZoneKind, fields: dict[str, Any], name: Span
) -> None:
    """Take the cells and the size of a grid from its drawing."""
    if not kind.grid:
        text = Message("only a grid is drawn; '{name}' is a {kind}", node.name, kind.name)
        hint = Message("write ': grid of …' instead of ': {kind}'", kind.name)
        cx.error(Code.E015, text, name, hint=hint)
        return
    if "grid" in fields:
        text = Message("the drawing says how large '{name}' is", node.name)
        cx.error(Code.E202, text, name, hint="leave out its rows and columns")
    made = check_drawing(cx, node.drawn, hexes=bool(fields.get("hexes")))
    fields["board"], fields["grid"] = made or (None, (MAX_SIDE, MAX_SIDE))


def _sides(cx: Checking, fields: dict[str, Any], name: Span) -> tuple[m.Domain, ...]:
    """Return the indices that a grid has after its own: a family of spots, row by column."""
    if "grid" not in fields:
        cx.error(Code.E201, "a grid needs a size", name, hint="add ', 3 by 3', or draw it")
    one = number_literal(1, name)
    return tuple(
        m.Domain(type=NUMBER, low=one, high=number_literal(count, name), span=name)
        for count in fields.get("grid", (1, 1))
    )


def _spaces(cx: Checking, low: int, last: s.Expr, fields: dict[str, Any], span: Span) -> None:
    high = _bound(cx, last)
    if isinstance(high, m.Literal_) and not are_spaces(low, high.value):
        cx.error(
            Code.E104,
            Message("a track has at most {most} spaces; write the first one first", MAX_SPACES),
            span,
        )
    fields["spaces"] = (low, high)


def are_spaces(low: int, high: int) -> bool:
    """Return whether a track can have these spaces."""
    return 0 <= high - low < MAX_SPACES and high <= MAX_SPACES


def _bound(cx: Checking, node: s.Expr) -> m.Expr:
    """Check how much there is of something in each zone of a family: computed from its indices."""
    value = want_number(cx, node)
    known = {part.key for part in walk(value) if isinstance(part, m.Local)}
    return want_fixed(cx, value, known)


def _seen(cx: Checking, node: s.Modifier, fields: dict[str, Any], has_owner: bool) -> None:
    who = " ".join(str(part) for part in node.parts[2:])
    if who not in get_args(m.Seen):
        message = Message(
            "'seen by {who}' is not allowed; write owner, all, none or all but owner", who
        )
        cx.findings.error(Code.E015, message, node.span, fix=nearest(who, get_args(m.Seen)))
    elif "owner" in who and not has_owner:
        cx.error(Code.E102, "this belongs to nobody, so it has no owner", node.span)
    else:
        fields["seen"] = who


_ROOM = re.compile(
    r"(?:max(?:imum)?|limit(?:ed to)?|up to|no more than|capacity|size|holds) (\w+)"
    r"|(\w+) max(?:imum)?"
)
"""How people say how many have room in a zone."""
_EACH = re.compile(r"(?:for each|for every|of each|one per|one each|per|each) (\w+)")
"""How people say that there is one of something each."""


def _unknown_modifier(cx: Checking, node: s.Modifier) -> None:
    written = " ".join(str(part) for part in node.parts)
    known = ("face up", "face down", "seen by owner", "seen by all", "seen by none",
             "seen by all but owner", "spaces 1..9", "at most 9", "3 by 3", "hexes",
             "columns a..h", "rows 8..1")  # fmt: skip
    fix: str | None = nearest(written, known)
    hint: str | None = None
    if room := _ROOM.fullmatch(written):
        fix = f"at most {room[1] or room[2]}"
    elif index := _EACH.fullmatch(written):
        fix = None
        kind = index[1].capitalize()
        hint = Message("to have one each, write '[{kind}]' right after the name", kind)
    message = Message("'{written}' has no meaning for a zone or counter", written)
    cx.findings.error(Code.E015, message, node.span, fix=fix, hint=hint)


def check_variable(cx: Checking, node: s.Variable) -> m.Variable:
    """Check a top-level variable or counter."""
    domain, start = check_typed_start(cx, node, node.name)
    start = want_fixed(cx, start)
    fields: dict[str, Any] = {"seen": "all"}
    indices = index_domains(cx, node.indices, node.name)
    for modifier in node.modifiers:
        if modifier.parts[:2] == ("seen", "by"):
            _seen(cx, modifier, fields, any(d.type == PLAYER for d in indices))
        else:
            _unknown_modifier(cx, modifier)
    if node.kind == "counter" and domain.type != NUMBER:
        message = "a counter holds numbers; give it a range such as 0..99"
        if domain.type.maybe:
            message = "a counter holds numbers; give it a range such as 0..99, without '?'"
        cx.error(Code.E101, message, node.span)
    return m.Variable(
        name=node.name, kind=cast(m.VariableKind, node.kind), indices=indices, domain=domain,
        start=start, words=node.words, span=node.span, **fields,
    )  # fmt: skip


def check_typed_start(cx: Checking, node: s.Variable, name: str) -> tuple[m.Domain, m.Expr]:
    """Return the type and starting value of a variable; either may follow from the other."""
    if node.type is not None:
        domain = check_type(cx, node.type, name)
        if node.start is not None:
            start = want_value(cx, node.start, domain.type, f"'{name}'")
            start = want_within(cx, start, domain, f"'{name}'")
        else:
            start = default_value(cx, domain, node)
        return domain, start
    if node.start is None:
        start = cx.error(
            Code.E201,
            Message("'{name}' needs a type or a starting value", name),
            cx.word(name, node.span),
            hint="add ': 0..9 = 0' or '= no'",
        )
    else:
        start = cx.value(node.start)
    if start.type.sure() == NUMBER:
        start = cx.error(
            Code.E201,
            Message("'{name}' needs a range", name),
            cx.word(name, node.span),
            hint="add ': 0..99'",
        )
    if start.type.kind == "zone":
        start = cx.error(Code.E101, "a variable can't hold a zone", node.span)
    return m.Domain(type=start.type, span=node.span), start


def default_value(cx: Checking, domain: m.Domain, node: s.Variable) -> m.Expr:
    """Return what a variable starts with when its line doesn't say: none, no, the lowest."""
    kind = domain.type
    if kind.maybe:
        return m.Literal_(type=Type("none"), value=0, span=node.span)
    if kind == NUMBER and domain.low is not None:
        return domain.low
    if kind.kind == "piece":
        return cx.error(
            Code.E201,
            Message("'{name}' needs a starting value, or '?' after its type", node.name),
            node.span,
        )
    return m.Literal_(type=kind, value=0, span=node.span)


def check_header(cx: Checking, game: s.Game) -> m.Header:
    """Check the header's lines; each stands at most once."""
    fields: dict[str, Any] = {"rounds": number_literal(1, game.span)}
    seen: dict[str, Span] = {}
    for line in game.lines:
        if isinstance(line, s.Words):
            fields["words"] = line.text
        elif isinstance(line, s.HeaderLine):
            if line.field in seen:
                first = seen[line.field].line
                twice = Message("'{field}' is already set in line {line}", line.field, first)
                cx.error(Code.E202, twice, cx.word(line.field, line.span))
            seen[line.field] = line.span
            _check_header_line(cx, line, fields)
    unread = "players" in cx.findings.uncertain or unread_line(cx, game.span)
    if "players" not in seen and not unread:
        message = "the game doesn't say how many players it is for"
        cx.error(Code.E201, message, game.span, hint="add a line 'players 2' or 'players 2..4'")
    if "teams" in fields:
        _even_teams(cx, fields, seen["teams"])
    return m.Header(title=game.title, span=game.span, **fields)


def _head_kind(cx: Checking, line: s.HeaderLine, fields: dict[str, Any]) -> None:
    kind = _order(cx, line.values[0])
    if kind in tuple(GameKind):
        fields["kind"] = kind
        return
    message = Message("a game is of one of the kinds {names}", ", ".join(GameKind))
    cx.findings.error(
        Code.E015, message, line.values[0].span, fix=nearest(kind or "", tuple(GameKind))
    )


def _head_minutes(cx: Checking, line: s.HeaderLine, fields: dict[str, Any]) -> None:
    node = line.values[0]
    low, high = (node.low, node.high) if isinstance(node, s.Range) else (node, node)
    if not (isinstance(low, s.Number) and isinstance(high, s.Number)):
        message = "the minutes of a game must be a plain number or range"
        cx.error(Code.E106, message, node.span, "for example 20..30")
    elif not 1 <= low.value <= high.value <= MOST_MINUTES:
        message = "a game takes 1 to {most} minutes; write the fewest first"
        cx.error(Code.E104, Message(message, MOST_MINUTES), node.span)
    else:
        fields["minutes"] = (low.value, high.value)


def _head_players(cx: Checking, line: s.HeaderLine, fields: dict[str, Any]) -> None:
    node = line.values[0]
    pair = (node.low, node.high) if isinstance(node, s.Range) else (node, node)
    low, high = (n.value if isinstance(n, s.Number) else 0 for n in pair)
    if not all(isinstance(n, s.Number) for n in pair):
        cx.error(
            Code.E106,
            "the number of players must be a plain number or range",
            node.span,
            "for example 2..4",
        )
        return
    if not 1 <= low <= high <= MAX_PLAYERS:
        message = Message("a game is for 1 to {most} players; write the fewest first", MAX_PLAYERS)
        cx.error(Code.E104, message, node.span)
        return
    fields["players"] = (low, high)


def _head_rounds(cx: Checking, line: s.HeaderLine, fields: dict[str, Any]) -> None:
    if line.until:
        fields["until"] = want_condition(cx, line.values[0])
        return
    fields["rounds"] = want_fixed(cx, want_number(cx, line.values[0], "'rounds'"))


def _head_teams(cx: Checking, line: s.HeaderLine, fields: dict[str, Any]) -> None:
    node = line.values[0]
    if not isinstance(node, s.Number):
        cx.error(
            Code.E106, "the number of teams must be a plain number", node.span, "for example 2"
        )
        return
    if node.value < 2:
        cx.error(Code.E104, "a game has at least two teams, or none", node.span)
        return
    fields["teams"] = node.value


def _even_teams(cx: Checking, fields: dict[str, Any], span: Span) -> None:
    """Report a number of players that makes no teams of one size."""
    low, high = fields.get("players", (1, 0))
    teams = fields["teams"]
    for count in range(low, high + 1):
        if count % teams or count == teams:
            message = Message(
                "{count} players can't form {teams} equal teams of at least two", count, teams
            )
            cx.error(Code.E104, message, span)
            return


def count_teams(game: s.Game) -> int:
    """Return how many teams a game has, before anything else of it is checked."""
    said = [x for x in game.lines if isinstance(x, s.HeaderLine) and x.field == "teams"]
    counts = [line.values[0] for line in said]
    return next((n.value if isinstance(n, s.Number) else 2 for n in counts), 0)


def _head_starts(cx: Checking, line: s.HeaderLine, fields: dict[str, Any]) -> None:
    for key, value in zip(("starts", "then"), line.values, strict=False):
        order = _order(cx, value)
        if order is None:
            fields["then"] = cx.quote(value.span)
            fields["starter"] = want_seat(cx, value)
            continue
        if order not in STARTS:
            guess = nearest(order, STARTS)
            message = Message(
                "'{order}' doesn't say which player starts; write one of {names}",
                order,
                ", ".join(STARTS),
            )
            cx.findings.error(Code.E015, message, value.span, fix=guess)
            continue
        fields[key] = order
    fields["starts_words"] = line.words


def _order(cx: Checking, value: s.Node) -> str | None:
    """Return the order that says who starts, known or not; None for a value."""
    if isinstance(value, s.Phrase):
        return " ".join(value.words)
    if not isinstance(value, s.Name):
        return None
    known = value.name in cx.names.declared or value.name in ("me", "active")
    return None if known else value.name


def check_option(cx: Checking, node: s.Option) -> m.Option:
    """Check an option: numbers or words, and a default among them."""
    domain = check_type(cx, node.type, f"option {node.name}")
    value = _default(cx, node, domain)
    default = value.value if isinstance(value, m.Literal_) else 0
    if not isinstance(value, m.Literal_):
        cx.error(Code.E106, "the default of an option must be one of its values", node.default.span)
    what = f"'{node.name}'" if node.fixed else Message("the default of '{name}'", node.name)
    want_within(cx, value, domain, what)
    plain = isinstance(domain.low, m.Literal_) and isinstance(domain.high, m.Literal_)
    if domain.type.kind not in ("truth", "number", "enum", "error") or domain.type == PLAYER:
        cx.error(Code.E101, "the values of an option are numbers or words", node.type.span)
    if domain.type.maybe:
        cx.error(Code.E101, "an option always has a value; leave out the '?'", node.type.span)
    if domain.type.kind == "number" and not plain:
        cx.error(Code.E106, "the range of an option is two plain numbers", node.type.span)
    if domain.type.kind == "number" and plain:
        _can_be_listed(cx, node, domain)
    return m.Option(
        name=node.name,
        domain=domain,
        default=default,
        words=node.words,
        fixed=node.fixed,
        span=node.span,
    )


def _can_be_listed(cx: Checking, node: s.Option, domain: m.Domain) -> None:
    """Report an option with more values than can be listed for who chooses one."""
    low, high = (getattr(x, "value", 0) for x in (domain.low, domain.high))
    if high - low >= MAX_VALUES:
        count = f"{high - low + 1:,}"
        message = Message(
            "an option has at most {most} values; '{name}' has {count}",
            f"{MAX_VALUES:,}",
            node.name,
            count,
        )
        cx.error(Code.E107, message, node.type.span)


def _default(cx: Checking, node: s.Option, domain: m.Domain) -> m.Expr:
    """Check an option's default; of words it is one of those listed."""
    kind, written = domain.type, node.default
    if kind.kind == "enum" and kind.name in cx.names.enums and isinstance(written, s.Name):
        members = [member.name for member in cx.names.enums[kind.name].members]
        if written.name not in members:
            message = Message("'{name}' is not a value of '{node}'", written.name, node.name)
            cx.findings.error(Code.E010, message, written.span, fix=nearest(written.name, members))
            return cx.fail(written.span)
    if kind == TRUTH and isinstance(written, s.Name) and written.name not in ("yes", "no"):
        cx.error(Code.E010, Message("'{name}' is either yes or no", node.name), written.span)
        return cx.fail(written.span)
    return want_value(cx, written, kind, Message("the default of '{name}'", node.name))


def check_declared_type(cx: Checking, node: s.TypeDecl) -> None:
    """Check `type X = …`: an enumeration, or another name for a range."""
    if not _declare_type(cx, node.name, "a type", node.span):
        return
    first = node.type.parts[0]
    if len(node.type.parts) == 1 and isinstance(first, s.Range) and not first.maybe:
        cx.names.aliases[node.name] = check_type(cx, node.type, node.name)
        for text in node.texts:
            cx.error(
                Code.E203,
                Message("{name} is a range of numbers, and numbers have no texts", node.name),
                text.span,
            )
    else:
        check_enumeration(cx, node.type, node.name, node.words)
        _tell_of_words(cx, node)


def _tell_of_words(cx: Checking, node: s.TypeDecl) -> None:
    """Keep what is said of the words of a type."""
    known = cx.names.enums.get(node.name)
    if known is None or not node.texts:
        return
    sentences: dict[str, str] = {}
    names = [member.name for member in known.members]
    for text in node.texts:
        place = cx.word(text.name, text.span)
        if text.name not in names:
            message = Message("'{name}' is not a word of {node}", text.name, node.name)
            cx.unknown(message, text.name, place, names)
        elif text.name in sentences:
            cx.error(Code.E202, Message("'{name}' already has a text", text.name), place)
        sentences[text.name] = text.words
    members = tuple(
        x.model_copy(update={"words": sentences.get(x.name, x.words)}) for x in known.members
    )
    cx.names.enums[node.name] = known.model_copy(update={"members": members})


def component_shell(cx: Checking, node: s.Component) -> None:
    """Declare a component with its attributes, so that others may speak of it."""
    if not _declare_type(cx, node.name, "a component", node.span):
        return
    attributes: list[m.Attribute] = []
    taken: set[str] = set()
    for a in node.attributes:
        if a.name in taken:
            cx.names.lost += 1
            place = cx.word(a.name, a.span)
            cx.error(Code.E011, Message("{name} has '{a}' twice", node.name, a.name), place)
            continue
        taken.add(a.name)
        key = Key("attribute", a.name, node.name)
        what = Message("an attribute of {name}", node.name)
        cx.names.index.declare(Declaration(key, what, cx.word(a.name, a.span)))
        if a.name == "space":
            cx.error(Code.E011, "'space' already means where a piece is on a track", a.span)
        domain = check_type(cx, a.type, f"{node.name}.{a.name}")
        attributes.append(
            m.Attribute(
                name=a.name, domain=domain, default=None, changes=a.changes,
                key=cx.names.new_key(), span=a.span,
            )
        )  # fmt: skip
    cx.names.components[node.name] = m.Component(
        name=node.name, attributes=tuple(attributes), called=None,
        self_key=cx.names.new_key(), makes=(), words=node.words, span=node.span,
    )  # fmt: skip


def _declare_type(cx: Checking, name: str, kind: str, span: Span) -> bool:
    """Take the name of a type; report and return False when it is taken."""
    place = cx.word(name, span)
    if name in {"Player", "Team", *cx.names.enums, *cx.names.components, *cx.names.aliases}:
        cx.error(Code.E011, Message("there is already a type '{name}'", name), place)
        return False
    cx.names.index.declare(Declaration(Key("type", name), kind, place))
    return True


def check_component(cx: Checking, node: s.Component) -> m.Component | None:
    """Check what a component is called and how many are made."""
    shell = cx.names.components.get(node.name)
    if shell is None or shell.span != node.span:
        return None
    shell = shell.model_copy(update={"attributes": _with_defaults(cx, node, shell)})
    called = _called(cx, node, shell)
    makes = tuple(_make(cx, make, shell) for make in node.makes)
    if not makes and "make" not in cx.findings.uncertain:
        place = cx.word(node.name, node.span)
        cx.error(
            Code.E201, Message("no {name} is ever made", node.name), place, "add a line 'make 1 …'"
        )
    back = _back(cx, node, shell)
    return shell.model_copy(update={"called": called, "makes": makes, "back": back})


def _with_defaults(cx: Checking, node: s.Component, shell: m.Component) -> tuple[m.Attribute, ...]:
    """Return the attributes with what they are where nothing else is said: perhaps computed from
    those above them.
    """
    written = {a.name: a.default for a in reversed(node.attributes)}
    places = {a.name: place for place, a in enumerate(shell.attributes)}
    found: list[m.Attribute] = []
    for a in shell.attributes:
        default = written[a.name]
        value = None if default is None else _reckoned(cx, default, a, shell, places)
        found.append(a.model_copy(update={"default": value}))
    return tuple(found)


def _reckoned(
    cx: Checking, node: s.Expr, a: m.Attribute, shell: m.Component, places: Mapping[str, int]
) -> m.Expr:
    """Check what an attribute is where nothing else is said. `places`: of all, by their names."""
    what, here = f"'{a.name}'", places[a.name]
    asked = sorted(places[name] for name in _names_in(node) if name in places)
    known = [shell.attributes[place] for place in asked if place < here]
    for later in [shell.attributes[place] for place in asked if place >= here]:
        if later.name not in cx.names.members:
            message = Message(
                "{what} is computed from '{name}', which is not above it", what, later.name
            )
            hint = "an attribute can only be computed from those above it"
            return cx.error(Code.E203, message, cx.word(later.name, node.span), hint)
    with cx.names.block():
        for x in known:
            local = cx.names.add_local(x.name, x.domain.type, cx.word(x.name, x.span), number=x.key)
            local.used = True
            cx.names.used.add(f"{shell.name}.{x.name}")
        value = want_value(cx, node, a.domain.type, what)
    return want_within(cx, want_fixed(cx, value, [x.key for x in known]), a.domain, what)


def _names_in(node: object) -> list[str]:
    """Return the plain names in a piece of syntax, each once."""
    return list(dict.fromkeys(x.name for x in s.nodes_in(node) if isinstance(x, s.Name)))


def _back(cx: Checking, node: s.Component, shell: m.Component) -> tuple[str, ...]:
    """Check which attributes can be read on the back of a component."""
    known = {a.name: a for a in shell.attributes}
    found: list[str] = []
    for name in node.back.names if node.back else ():
        assert node.back is not None
        place = cx.word(name, node.back.span)
        if name not in known:
            message = Message("{component} has no attribute '{name}'", shell.name, name)
            cx.unknown(message, name, place, known, code=Code.E014)
        elif known[name].changes:
            message = Message("'{name}' changes, so it can't be printed on the back", name)
            cx.error(Code.E203, message, place, "only fixed attributes can be there")
        elif name in found:
            cx.error(Code.E202, Message("'{name}' is on the back twice", name), place)
        else:
            found.append(name)
            cx.names.used.add(f"{node.name}.{name}")
            cx.names.use("attribute", name, place, node.name)
    return tuple(found)


def _called(cx: Checking, node: s.Component, shell: m.Component) -> m.Expr | None:
    """Check what a piece is called; the names of its attributes are those of the piece itself."""
    if node.called is None:
        return None
    it = m.Local(name="it", key=shell.self_key, type=piece(node.name), span=node.called.span)
    own: dict[int, m.Expr] = {}
    with cx.names.block():
        for attribute in shell.attributes:
            place = cx.word(attribute.name, attribute.span)
            local = cx.names.add_local(attribute.name, attribute.domain.type, place)
            own[local.key] = m.Attr(piece=it, name=local.name, type=local.type, span=it.span)
        value = cx.value(node.called.value, TEXT)
        for local in cx.names.scopes[-1].values():
            if local.used:
                cx.names.used.add(f"{node.name}.{local.name}")
    return put(cx.want(value, TEXT, "'called'"), own)


def _make(cx: Checking, node: s.Make, shell: m.Component) -> m.Make:
    known = {a.name: a for a in shell.attributes}
    items: list[m.MakeItem] = []
    sure = True
    for item in node.items:
        attribute = known.get(item.name)
        if attribute is None:
            sure = False
            what = Message("{name} has no attribute '{item}'", shell.name, item.name)
            cx.unknown(what, item.name, item.span, known, code=Code.E014)
            continue
        cx.names.use("attribute", item.name, item.span, shell.name)
        if any(item.name == other.attribute for other in items):
            cx.error(Code.E202, Message("'{name}' is given twice", item.name), item.span)
        items.append(m.MakeItem(attribute=item.name, values=_values(cx, item, attribute)))
    given = {item.attribute for item in items}
    for a in shell.attributes:
        if sure and a.name not in given and a.default is None and not a.changes:
            message = Message("this doesn't say which '{name}' the pieces have", a.name)
            hint = Message("add '{name} = …', or 'for each {name}'", a.name)
            cx.error(Code.E201, message, node.span, hint=hint)
    count = want_fixed(cx, want_number(cx, node.count, "'make'"))
    when = None if node.when is None else want_fixed(cx, want_condition(cx, node.when))
    return m.Make(count=count, items=tuple(items), when=when, span=node.span)


def _numbers_as_words(cx: Checking, node: s.Expr, kind: Type) -> s.Expr:
    """Return a range as the list of its numbers, where these are words of a type."""
    known = cx.names.enums.get(kind.name) if kind.kind == "enum" else None
    if known is None or not isinstance(node, s.Range):
        return node
    if not isinstance(node.low, s.Number) or not isinstance(node.high, s.Number):
        return node
    low, high = node.low.value, node.high.value
    listed = [x.number for x in known.members if x.number is not None]
    if low not in listed or high not in listed or low > high:
        return node
    numbers = tuple(s.Number(node.span, n) for n in listed if low <= n <= high)
    return s.SetLiteral(node.span, numbers)


def _values(cx: Checking, item: s.MakeItem, attribute: m.Attribute) -> m.Expr:
    """Return the values of an attribute in a make line, as something to run through."""
    domain = attribute.domain
    if item.value is None:
        return every_value(domain, item.span)
    if item.form == "in":
        written: s.Expr = _numbers_as_words(cx, item.value, domain.type)
        source, kind = check_domain(cx, written, set_of(domain.type))
        if kind not in (domain.type.sure(), domain.type, ERROR):
            shown = Message(
                "'{name}' is {kind}, so it can't be {other}",
                *(item.name, domain.type.describe(), kind.describe()),
            )
            cx.error(Code.E101, shown, item.value.span)
        return want_fixed(cx, source)
    what = Message("'{name}' of a piece", item.name)
    value = want_value(cx, item.value, domain.type, what)
    value = want_within(cx, value, domain, what)
    return m.SetOf(items=(want_fixed(cx, value),), type=set_of(domain.type), span=item.span)


def _check_header_line(cx: Checking, line: s.HeaderLine, fields: dict[str, Any]) -> None:
    match line.field:
        case "subtitle" | "aim":
            assert isinstance(line.values[0], s.Text)
            fields[line.field] = line.values[0].value
        case "kind":
            _head_kind(cx, line, fields)
        case "minutes":
            _head_minutes(cx, line, fields)
        case "players":
            _head_players(cx, line, fields)
        case "rounds":
            _head_rounds(cx, line, fields)
        case "teams":
            _head_teams(cx, line, fields)
        case "starts":
            _head_starts(cx, line, fields)
        case _:
            assert_never(line.field)
