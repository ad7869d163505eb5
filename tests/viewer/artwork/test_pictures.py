"""Every picture at every size: it can be drawn, lies in the middle, and shows what it is given."""

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.scope import telling
from viewer.artwork import backs, cards, pieces, rasterise, sheet, theme, widgets
from viewer.nodes import Picture

A, B = theme.AUTO_HUES[0], theme.AUTO_HUES[1]
T = theme.TABLE

PICTURES: list[Picture] = [
    cards.Card(A, "7", "sun", "desert"),
    cards.Card(A, "10", "sun", "desert", note="Ten & more"),
    cards.Card(A, "", "sun", "desert", "diamond", "×2"),
    cards.Card(A, "Ж <b>"),
    cards.Card(A),
    *(cards.PlainCard(str(i), "heart", B, i) for i in range(1, 11)),
    cards.PlainCard("K", "spade"),
    cards.PlainCard("12"),
    cards.PlainCard("", "gem", A),
    backs.Back(),
    backs.Back(A, "gem"),
    backs.Back(A, ""),
    *(pieces.Token(A, shape, "star", "5") for shape in ("round", "square", "hex", "diamond")),
    pieces.Token(A, "tile", text="15"),
    pieces.Token(A, "shield", "arrow_up"),
    *(pieces.Stone(B, tone, shape=3) for tone in ("", "bad", "good", "gold")),
    pieces.Pawn(A, "hat"),
    pieces.Pawn(A, big=True, badge="×2"),
    *(pieces.Die(pips=i) for i in range(1, 10)),
    pieces.Die(A, icon="sun"),
    pieces.Die(B, text="0"),
    pieces.Coin(),
    pieces.Coin("20"),
    pieces.Disc(A, "A"),
    pieces.Disc(B, icon="hat"),
    sheet.Cell("#ffffff", "#888888"),
    sheet.Cell("#ffffff"),
    sheet.Ring("#333333"),
    *(sheet.HandMark(kind) for kind in ("cross", "check", "stroke", "circle", "dot", "star")),
    widgets.Ground(T),
    widgets.Ground(theme.CONTRAST),
    widgets.Panel(T.panel, T.panel_line, shadow=6, top=T.panel_top),
    widgets.Panel(T.panel),
    widgets.Well(T, "sun", A),
    widgets.Well(theme.CONTRAST),
    widgets.Badge(T.good),
    widgets.Chip(A, "7", "sun"),
    widgets.Chip(A, icon="sun"),
    widgets.Chip(A, "Queen"),
    widgets.Glow(T.legal),
    widgets.Glow(T.target, dashed=True),
    widgets.Icon("undo", "#ffffff"),
    widgets.Shade("#000000", 0.5),
]


def ident(picture: object) -> str:
    return type(picture).__name__


@pytest.mark.parametrize("picture", PICTURES, ids=ident)
@pytest.mark.parametrize("size", telling([(1, 1), (47, 66)], [(9, 12), (45, 45), (130, 90)]))
def test_a_picture_can_be_drawn_at_any_size(picture: Picture, size: tuple[int, int]) -> None:
    image = rasterise.bake(picture, *size)
    assert rasterise.problems() == []
    assert image.mode == "RGBA"
    across, down = image.width - size[0], image.height - size[1]
    assert across == down >= 0
    assert across % 2 == 0


@pytest.mark.parametrize("picture", PICTURES, ids=ident)
def test_what_may_be_turned_has_a_clear_edge(picture: Picture) -> None:
    image = rasterise.bake(picture, 60, 84)
    if image.size == (60, 84):
        assert isinstance(picture, widgets.Ground | widgets.Shade)
        return
    alpha = image.getchannel("A")
    rest = alpha.copy()
    rest.paste(0, (1, 1, image.width - 1, image.height - 1))
    assert max(i for i, count in enumerate(rest.histogram()) if count) <= 40


@pytest.mark.parametrize("picture", PICTURES, ids=ident)
def test_a_picture_is_a_key(picture: Picture) -> None:
    assert hash(picture) == hash(picture)
    assert rasterise.bake(picture, 40, 56) is rasterise.bake(picture, 40.2, 55.8)


def apart(one: Picture, other: Picture, size: tuple[int, int]) -> float:
    images: list[Image.Image] = [rasterise.bake(p, *size) for p in (one, other)]
    return sum(ImageStat.Stat(ImageChops.difference(*images)).mean)


@pytest.mark.parametrize("width", [30, 40, 46, 60, 90, 200, 600])
def test_a_card_shows_its_number_its_suit_and_its_kind_at_every_size(width: int) -> None:
    size = (width, round(width * 1.4))
    card = cards.Card(A, "3", "sun", "desert")
    assert apart(card, cards.Card(A, "8", "sun", "desert"), size) > 0.8
    assert apart(card, cards.Card(A, "3", "leaf", "desert"), size) > 0.8
    assert apart(card, cards.Card(B, "3", "sun", "desert"), size) > 20
    assert apart(card, cards.Card(A, "", "sun", "desert", "diamond", "×2"), size) > 2
    assert (
        apart(cards.PlainCard("9", "heart", A, 9), cards.PlainCard("9", "spade", A, 9), size) > 0.8
    )


def test_dice_and_stones_show_what_they_are() -> None:
    faces_of = [pieces.Die(pips=i) for i in range(1, 7)]
    for i, one in enumerate(faces_of):
        for other in faces_of[i + 1 :]:
            assert apart(one, other, (20, 20)) > 0.8
    assert apart(pieces.Stone(A), pieces.Stone(A, "gold"), (60, 30)) > 2
    assert apart(pieces.Stone(A), pieces.Stone(A, shape=1), (60, 30)) > 1


@pytest.mark.parametrize(
    "picture",
    [
        widgets.Panel(T.panel, T.panel_line, 14, 8),
        widgets.Panel(T.panel, T.panel_line, 14, 0, T.panel_top),
        widgets.Glow(T.legal, 10, 3),
        widgets.Well(T, radius=10),
    ],
    ids=ident,
)
def test_stretching_a_box_gives_what_drawing_it_whole_would(
    picture: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = rasterise.bake(picture, 200, 140)
    monkeypatch.setattr(type(picture), "slices", lambda self, width, height: (width, height))
    rasterise.forget()
    whole = rasterise.bake(picture, 200, 140)
    assert quick.size == whole.size
    lightest = ImageChops.difference(quick, whole).getextrema()
    assert all(isinstance(pair, tuple) and pair[1] <= 6 for pair in lightest)


def test_writing_in_pictures_is_escaped_and_never_from_the_system() -> None:
    svg = cards.Card(A, "<&>", note="漢").svg(90, 126)
    assert "&lt;&amp;&gt;" in svg
    families = {part.split('"')[0] for part in svg.split('font-family="')[1:]}
    assert families <= {"Inter", "Cairn Title", "JetBrains Mono"}
