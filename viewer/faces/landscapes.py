"""The landscapes themselves: each a painter that is given hues and how high its box is.

A box is 100 wide and its ground lies at its bottom: hills are measured from there upwards, what is
in the sky hangs from the top.
"""

from __future__ import annotations

from collections.abc import Callable

from viewer.faces import skies
from viewer.faces.svg import circle, n, path
from viewer.faces.theme import Hues, blend

Painter = Callable[[Hues, float], str]


def _tones(hues: Hues) -> tuple[str, str, str, str]:
    """Return the colours of ground from far to near."""
    return (
        blend(hues.mid, hues.light, 0.25),
        hues.mid,
        blend(hues.mid, hues.dark, 0.6),
        hues.dark,
    )


def _glow(hues: Hues) -> str:
    """Return the colour of a sun or moon over these hues."""
    return blend(hues.light, "#fffbe6", 0.72)


def _desert(hues: Hues, high: float) -> str:
    far, mid, near, front = _tones(hues)
    lit, dim = blend(mid, hues.dark, 0.55), hues.deep
    return (
        skies.orb(67, high * 0.4, 17, _glow(hues))
        + skies.hills(high, 52, 60, 48, 58, 46, fill=far)
        + skies.hills(high, 36, 40, 50, 40, 48, fill=mid, more='fill-opacity=".75"')
        + skies.shape(high, (14, 36), (32, 64), (38, 36), fill=lit)
        + skies.shape(high, (32, 64), (38, 36), (49, 36), fill=dim, more='fill-opacity=".85"')
        + skies.shape(high, (52, 38), (62, 53), (66, 38), fill=lit, more='fill-opacity=".7"')
        + skies.shape(high, (62, 53), (66, 38), (72, 38), fill=dim, more='fill-opacity=".6"')
        + skies.hills(high, 34, 40, 30, 22, 34, fill=blend(near, mid, 0.35))
        + skies.hills(high, 12, 20, 25, 14, 5, fill=blend(near, front, 0.35))
    )


def _sails(high: float, x: float, y: float, size: float, colour: str) -> str:
    s = size / 10
    return (
        skies.shape(
            high,
            (x - 0.3 * s, y + 10 * s),
            (x - 0.3 * s, y + 2.6 * s),
            (x - 3 * s, y + 2.6 * s),
            fill=colour,
            more='fill-opacity=".82"',
        )
        + skies.shape(
            high,
            (x + 0.5 * s, y + 9.4 * s),
            (x + 0.5 * s, y + 2.6 * s),
            (x + 4.6 * s, y + 2.6 * s),
            fill=colour,
        )
        + skies.shape(
            high,
            (x - 4 * s, y + 1.8 * s),
            (x + 5 * s, y + 1.8 * s),
            (x + 3.4 * s, y - 0.6 * s),
            (x - 2.6 * s, y - 0.6 * s),
            fill=colour,
        )
    )


def _ocean(hues: Hues, high: float) -> str:
    far, mid, near, front = _tones(hues)
    return (
        skies.orb(30, high * 0.38, 13, "#f2fafe")
        + skies.cloud(72, high * 0.34, 26, "#ffffff", 0.35)
        + skies.hills(high, 54, 61, 54, 61, 54, fill=far)
        + _sails(high, 72, 49, 34, "#ffffff")
        + skies.hills(high, 42, 50, 40, 48, 40, 48, fill=mid)
        + skies.hills(high, 38, 28, 37, 28, 38, 30, fill=near)
        + skies.hills(high, 14, 24, 12, 24, 14, fill=blend(front, hues.deep, 0.5))
    )


def _alps(hues: Hues, high: float) -> str:
    rock, far, snow = blend(hues.dark, hues.mid, 0.08), blend(hues.mid, hues.dark, 0.42), "#ffffff"
    return (
        skies.specks(4, 9, high * 0.22, high * 0.5, "#ffffff", 1.6)
        + skies.ridge(
            high,
            (-0.5, 40),
            (14, 58),
            (30, 46),
            (52, 70),
            (74, 48),
            (88, 60),
            (100.5, 44),
            fill=far,
            more='fill-opacity=".55"',
        )
        + skies.ridge(high, (-0.5, 34), (28, 86), (50, 50), (67, 74), (100.5, 34), fill=rock)
        + skies.shape(
            high, (28, 86), (15, 63.5), (21.5, 66), (27, 60), (33, 67), (41.5, 63.8), fill=snow
        )
        + skies.shape(
            high, (67, 74), (56.8, 59.5), (62, 61), (67, 56.5), (72.5, 62), (80.5, 60), fill=snow
        )
        + skies.shape(high, (28, 86), (33, 67), (41.5, 63.8), fill=blend(hues.mid, snow, 0.35))
        + skies.shape(high, (67, 74), (72.5, 62), (80.5, 60), fill=blend(hues.mid, snow, 0.35))
        + skies.hills(high, 22, 32, 26, 18, 26, fill=blend(snow, hues.mid, 0.28))
        + skies.hills(high, 8, 14, 20, 12, 4, fill=blend(snow, hues.mid, 0.6))
    )


def _stairs(high: float, x: float, y: float, size: float, stone: str, door: str) -> str:
    """Return a stepped pyramid with a door."""
    s = size / 10
    steps = ((5, 2.5), (3.6, 4.6), (2.3, 6.6), (1, 8.2))
    points = [(-5.0, 0.0)]
    for half, top in steps:
        points += [(-half, points[-1][1]), (-half, top)]
    points += [(-a, b) for a, b in reversed(points)]
    body = skies.shape(high, *((x + a * s, y + b * s) for a, b in points), fill=stone)
    shade = [(0.0, 0.0), (0.0, 8.2), *((-a, b) for a, b in reversed(points[: len(points) // 2]))]
    dark = skies.shape(
        high, *((x + a * s, y + b * s) for a, b in shade), fill=door, more='fill-opacity=".16"'
    )
    return body + dark + skies.block(high, x - 0.95 * s, y, 1.9 * s, 4 * s, door)


def _jungle(hues: Hues, high: float) -> str:
    _, mid, near, front = _tones(hues)
    return (
        skies.orb(68, high * 0.38, 12, blend(_glow(hues), "#efffc8", 0.5))
        + skies.hills(high, 50, 44, 60, 52, 60, 50, fill=mid, more='fill-opacity=".6"')
        + skies.palm(high, 18, 36, 27, near)
        + skies.hills(high, 40, 34, 40, 44, 38, 46, fill=mid)
        + _stairs(high, 52, 30, 40, "#d9cd98", hues.deep)
        + skies.palm(high, 79, 28, 29, front)
        + skies.hills(high, 32, 36, 28, 36, 30, 35, 27, fill=near)
        + skies.hills(high, 18, 10, 20, 12, 18, 10, fill=front)
    )


def _volcano(hues: Hues, high: float) -> str:
    mountain = blend(hues.dark, hues.mid, 0.04)
    return (
        skies.cloud(52, high * 0.42, 34, hues.dark, 0.55)
        + skies.cloud(62, high * 0.36, 20, hues.dark, 0.4)
        + skies.ridge(
            high,
            (-0.5, 40),
            (20, 52),
            (38, 42),
            (70, 50),
            (100.5, 36),
            fill=blend(hues.mid, hues.dark, 0.4),
            more='fill-opacity=".7"',
        )
        + skies.ridge(high, (-0.5, 24), (31, 77), (63, 77), (100.5, 26), fill=mountain)
        + skies.shape(
            high,
            (63, 77),
            (100.5, 26),
            (100.5, 0),
            (58, 0),
            (52, 40),
            fill=hues.deep,
            more='fill-opacity=".35"',
        )
        + skies.shape(
            high,
            (31, 77),
            (63, 77),
            (69, 68.5),
            (61, 62),
            (56, 68),
            (49, 49),
            (43, 64),
            (34, 60),
            (25.5, 68),
            fill="#ffc04d",
        )
        + skies.shape(
            high, (36, 77), (58, 77), (55, 71), (50, 60), (46, 70), (40, 69), fill="#ff7a33"
        )
        + skies.hills(high, 8, 14, 20, 12, 22, fill=hues.deep)
    )


def _night(hues: Hues, high: float) -> str:
    far, _, near, _ = _tones(hues)
    moon = f"M70 {n(high * 0.28)}a15 15 0 1 0 14 22 12 12 0 0 1-14-22z"
    return (
        skies.specks(11, 14, high * 0.2, high * 0.55, "#ffffff", 1.3)
        + path(moon, _glow(hues))
        + skies.hills(high, 44, 56, 46, 60, 48, fill=far)
        + skies.ridge(high, (-0.5, 30), (22, 52), (44, 32), (70, 50), (100.5, 26), fill=near)
        + skies.hills(high, 16, 26, 14, 24, 12, fill=hues.dark)
        + skies.hills(high, 8, 6, 12, 5, 10, fill=hues.deep)
    )


def _cave(hues: Hues, high: float) -> str:
    far, mid, near, front = _tones(hues)
    crystal = blend(hues.light, "#ffffff", 0.55)
    crystals = "".join(
        skies.shape(
            high,
            (x, 24),
            (x - w, 24 + h * 0.7),
            (x - w * 0.2, 24 + h),
            (x + w, 24 + h * 0.65),
            (x + w * 0.8, 24),
            fill=crystal,
            more=f'fill-opacity="{o}"',
        )
        for x, w, h, o in (
            (32, 6, 34, ".75"),
            (48, 7, 50, ".95"),
            (62, 6, 30, ".7"),
            (76, 5, 20, ".55"),
        )
    )
    left = f"M-0.5 {n(high * 0.26)}Q12 {n(high * 0.5)} 6 {n(high * 0.62)}T-0.5 {n(high)}z"
    right = f"M100.5 {n(high * 0.24)}Q86 {n(high * 0.46)} 94 {n(high * 0.6)}T100.5 {n(high)}z"
    return (
        skies.hills(high, 60, 74, 66, 78, 60, fill=far)
        + crystals
        + skies.hills(high, 30, 22, 32, 22, 30, fill=near)
        + path(left + right, mid)
        + skies.hills(high, 18, 10, 14, 8, 16, fill=front)
    )


def _storm(hues: Hues, high: float) -> str:
    far, _, near, front = _tones(hues)
    bolt = skies.shape(
        high, (54, 96), (40, 66), (51, 66), (43, 40), (68, 74), (56, 74), (64, 96), fill="#fff0b0"
    )
    return (
        bolt
        + skies.cloud(58, high - 90, 62, blend(hues.dark, hues.mid, 0.25), 0.95)
        + skies.cloud(30, high - 84, 40, hues.dark, 0.8)
        + skies.hills(high, 40, 48, 36, 46, 38, fill=far)
        + skies.hills(high, 26, 20, 34, 22, 30, fill=near)
        + skies.hills(high, 8, 18, 10, 16, 6, fill=front)
    )


def _forest(hues: Hues, high: float) -> str:
    far, mid, near, front = _tones(hues)
    row = ((8, 44, 34), (26, 46, 44), (45, 44, 36), (64, 46, 48), (84, 44, 38))
    nearer = ((0, 20, 40), (17, 20, 32), (38, 18, 46), (58, 20, 34), (78, 18, 50), (98, 20, 40))
    return (
        skies.orb(72, high * 0.36, 12, _glow(hues))
        + skies.hills(high, 54, 62, 52, 60, 56, fill=far)
        + "".join(skies.fir(high, x, y, s, mid) for x, y, s in row)
        + skies.hills(high, 46, 40, 46, 42, 46, fill=mid)
        + "".join(skies.fir(high, x, y, s, near) for x, y, s in nearer)
        + skies.hills(high, 22, 18, 22, 20, 22, fill=near)
        + skies.hills(high, 6, 12, 8, 12, 5, fill=front)
    )


def _castle(hues: Hues, high: float) -> str:
    far, mid, near, front = _tones(hues)
    stone, roof = blend(hues.dark, hues.mid, 0.3), hues.deep
    towers = "".join(
        skies.block(high, x, 34, w, h, stone)
        + skies.shape(
            high, (x - 1.5, 34 + h), (x + w / 2, 34 + h + w * 1.2), (x + w + 1.5, 34 + h), fill=roof
        )
        for x, w, h in ((30, 10, 24), (46, 13, 36), (66, 9, 20))
    )
    return (
        skies.orb(24, high * 0.4, 11, _glow(hues))
        + skies.hills(high, 40, 50, 44, 54, 42, fill=far)
        + skies.block(high, 34, 30, 38, 18, stone)
        + towers
        + skies.block(high, 49.5, 34, 6, 10, roof, 3)
        + skies.hills(high, 24, 34, 40, 34, 24, fill=mid)
        + skies.hills(high, 26, 18, 26, 18, 24, fill=near)
        + skies.hills(high, 8, 14, 8, 12, 6, fill=front)
    )


def _reef(hues: Hues, high: float) -> str:
    far, mid, near, front = _tones(hues)
    fish = path(
        f"M28 {n(high - 66)}c8-9 20-9 27 0l9-6v14l-9-6c-7 8-19 8-27-2z",
        blend(hues.light, "#ffffff", 0.5),
    )
    weed = "".join(
        path(
            f"M{x} {n(high - 10)}q{b} -{h / 2} 0 -{h}t0 -{h}t0 -{h}",
            "none",
            f'stroke="{c}" stroke-width="4" stroke-linecap="round"',
        )
        for x, b, h, c in ((18, 8, 9, mid), (28, -7, 7, near), (74, 8, 10, near), (85, -8, 8, mid))
    )
    bubbles = "".join(
        circle(x, high - y, r, "#ffffff", 'fill-opacity=".45"')
        for x, y, r in ((22, 82, 2.5), (18, 92, 1.8), (78, 74, 2.2), (70, 90, 3))
    )
    return (
        skies.hills(high, 70, 76, 68, 78, 70, fill=far, more='fill-opacity=".5"')
        + bubbles
        + fish
        + skies.hills(high, 34, 44, 30, 26, 38, fill=mid, more='fill-opacity=".6"')
        + weed
        + skies.hills(high, 16, 24, 12, 22, 18, fill=near)
        + skies.hills(high, 6, 8, 14, 6, 8, fill=front)
    )


def _space(hues: Hues, high: float) -> str:
    _, mid, near, front = _tones(hues)
    y = high * 0.52
    light = blend(hues.light, "#ffffff", 0.4)
    ring = (
        f'<ellipse cx="56" cy="{n(y)}" rx="38" ry="9" fill="none" stroke="{light}"'
        f' stroke-width="3.2" transform="rotate(-18 56 {n(y)})"/>'
    )
    return (
        skies.specks(7, 16, high * 0.2, high * 0.9, "#ffffff", 1.2)
        + circle(56, y, 23, blend(near, front, 0.35))
        + circle(51, y - 5, 16, mid, 'fill-opacity=".5"')
        + ring
        + path(f"M33 {n(y)}a23 23 0 0 1 45-6L34 {n(y + 6)}z", blend(near, mid, 0.45))
        + skies.hills(high, 16, 26, 22, 12, 18, fill=front)
        + circle(26, high - 16, 5, hues.deep, 'fill-opacity=".5"')
        + circle(72, high - 10, 4, hues.deep, 'fill-opacity=".5"')
    )


def _glacier(hues: Hues, high: float) -> str:
    far, mid, near, front = _tones(hues)
    ice = blend(hues.light, "#ffffff", 0.7)
    return (
        skies.orb(72, high * 0.36, 11, "#ffffff")
        + skies.ridge(high, (-0.5, 50), (18, 66), (40, 50), (60, 62), (100.5, 46), fill=far)
        + skies.shape(
            high, (14, 36), (28, 78), (38, 70), (46, 84), (62, 56), (70, 60), (84, 36), fill=ice
        )
        + skies.shape(
            high,
            (46, 84),
            (62, 56),
            (70, 60),
            (84, 36),
            (52, 36),
            (56, 56),
            fill=mid,
            more='fill-opacity=".35"',
        )
        + skies.hills(high, 38, 34, 39, 34, 38, fill=mid)
        + skies.hills(high, 24, 20, 26, 20, 24, fill=near)
        + skies.hills(high, 8, 12, 6, 11, 8, fill=front)
    )


def _temple(hues: Hues, high: float) -> str:
    far, mid, near, front = _tones(hues)
    stone, dark = blend(hues.light, "#fff6dc", 0.6), blend(hues.dark, hues.mid, 0.2)
    columns = "".join(skies.block(high, x, 36, 6, 24, stone, 1) for x in (25, 37, 49, 61, 73))
    return (
        skies.orb(76, high * 0.35, 11, _glow(hues))
        + skies.hills(high, 48, 56, 46, 54, 48, fill=far)
        + skies.block(high, 24, 36, 56, 24, dark)
        + columns
        + skies.shape(high, (17, 60), (17, 64), (52, 80), (87, 64), (87, 60), fill=stone)
        + skies.shape(high, (28, 64), (52, 75), (76, 64), fill=dark, more='fill-opacity=".35"')
        + skies.block(high, 19, 30, 66, 6, stone)
        + skies.hills(high, 30, 32, 30, 33, 30, fill=mid)
        + skies.hills(high, 22, 16, 24, 18, 22, fill=near)
        + skies.hills(high, 6, 12, 8, 10, 6, fill=front)
    )


def _city(hues: Hues, high: float) -> str:
    far, mid, near, front = _tones(hues)
    window = blend(hues.light, "#fff3c4", 0.6)
    back = ((4, 14, 54), (20, 12, 68), (40, 14, 60), (60, 12, 74), (78, 16, 58))
    face = ((-0.5, 18, 34), (18, 16, 50), (36, 20, 40), (58, 16, 56), (76, 26, 42))
    lights = "".join(
        skies.block(high, x + 3 + 5 * i, y, 2.6, 3.6, window)
        for x, w, h in face
        for i in range(int((w - 4) // 5))
        for y in range(20, h - 5, 8)
        if (int(x) + i * 3 + y) % 4
    )
    return (
        skies.orb(30, high * 0.36, 11, _glow(hues))
        + "".join(skies.block(high, x, 0, w, h, far) for x, w, h in back)
        + "".join(
            skies.block(high, x, 0, w, h, near if i % 2 else blend(near, mid, 0.35))
            for i, (x, w, h) in enumerate(face)
        )
        + lights
        + skies.hills(high, 10, 14, 10, 14, 10, fill=front)
    )


def _meadow(hues: Hues, high: float) -> str:
    far, mid, near, front = _tones(hues)
    flowers = "".join(
        circle(x, high - y, 2.4, blend(hues.light, "#ffffff", 0.6))
        + circle(x, high - y, 0.9, hues.dark)
        for x, y in ((12, 24), (26, 14), (44, 22), (58, 10), (70, 21), (88, 14))
    )
    return (
        skies.orb(68, high * 0.38, 13, _glow(hues))
        + skies.cloud(28, high * 0.42, 26, "#ffffff", 0.5)
        + skies.hills(high, 46, 56, 44, 54, 46, fill=far)
        + skies.hills(high, 34, 44, 38, 30, 42, fill=mid)
        + skies.hills(high, 32, 24, 30, 26, 18, fill=near)
        + flowers
        + skies.hills(high, 4, 8, 4, 8, 4, fill=front)
    )


def _harbour(hues: Hues, high: float) -> str:
    far, mid, near, front = _tones(hues)
    tower = (
        skies.shape(high, (20, 34), (23, 76), (33, 76), (36, 34), fill="#fdf6ea")
        + skies.shape(high, (21, 46), (21.8, 56), (34.2, 56), (35, 46), fill=near)
        + skies.block(high, 22, 76, 12, 7, front)
        + skies.block(high, 25.5, 77, 5, 5, "#ffe69a")
        + skies.shape(high, (21, 83), (28, 90), (35, 83), fill=near)
    )
    beam = skies.shape(
        high, (31, 80), (100.5, 96), (100.5, 64), fill="#fff3bf", more='fill-opacity=".35"'
    )
    return (
        skies.specks(5, 7, high * 0.2, high * 0.36, "#ffffff", 1)
        + beam
        + skies.hills(high, 44, 50, 44, 48, 44, fill=far)
        + tower
        + _sails(high, 72, 36, 26, "#ffffff")
        + skies.hills(high, 36, 40, 34, 26, 22, fill=near)
        + skies.hills(high, 26, 34, 26, 34, 26, fill=mid)
        + skies.hills(high, 18, 10, 20, 10, 18, fill=front)
    )


def _hills(hues: Hues, high: float) -> str:
    far, mid, near, front = _tones(hues)
    return (
        skies.orb(66, high * 0.4, 14, _glow(hues))
        + skies.hills(high, 48, 60, 46, 58, 50, fill=far)
        + skies.hills(high, 40, 34, 46, 36, 42, fill=mid)
        + skies.hills(high, 22, 32, 20, 28, 22, fill=near)
        + skies.hills(high, 8, 14, 16, 8, 5, fill=front)
    )


PAINTERS: dict[str, Painter] = {
    "hills": _hills,
    "desert": _desert,
    "ocean": _ocean,
    "alps": _alps,
    "jungle": _jungle,
    "volcano": _volcano,
    "night": _night,
    "cave": _cave,
    "storm": _storm,
    "forest": _forest,
    "castle": _castle,
    "reef": _reef,
    "space": _space,
    "glacier": _glacier,
    "temple": _temple,
    "city": _city,
    "meadow": _meadow,
    "harbour": _harbour,
}
