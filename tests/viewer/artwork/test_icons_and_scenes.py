"""Icons and landscapes: all can be drawn, and those given out unasked can be told apart."""

from itertools import combinations

import pytest
from PIL import ImageChops, ImageStat

from viewer.artwork import cards, icons, rasterise, scenes, theme, widgets
from viewer.artwork.svg import UnknownPicture


@pytest.mark.parametrize("name", icons.icon_names())
def test_each_icon_shows_something_and_stays_in_its_box(name: str) -> None:
    image = rasterise.bake(widgets.Icon(name, "#ffffff"), 48, 48)
    alpha = image.getchannel("A")
    assert rasterise.problems() == []
    assert ImageStat.Stat(alpha).sum[0] > 255 * 40
    edge = ImageChops.invert(alpha).point(lambda v: 255 - v)
    inside = edge.crop((1, 1, image.width - 1, image.height - 1))
    assert ImageStat.Stat(edge).sum == ImageStat.Stat(inside).sum


def test_the_icons_given_out_unasked_have_different_outlines() -> None:
    images = {
        name: rasterise.bake(widgets.Icon(name, "#ffffff"), 20, 20).getchannel("A")
        for name in theme.AUTO_ICONS
    }
    for one, other in combinations(images, 2):
        apart = ImageStat.Stat(ImageChops.difference(images[one], images[other])).mean[0]
        assert apart > 18, (one, other)


def test_an_unknown_icon_names_the_nearest() -> None:
    with pytest.raises(UnknownPicture, match="'flamme', did you mean 'flame'"):
        icons.icon("flamme", 0, 0, 9, "#000000")
    with pytest.raises(UnknownPicture, match="there are: "):
        icons.icon("zzzzzz", 0, 0, 9, "#000000")


def test_an_unknown_scene_names_the_nearest() -> None:
    with pytest.raises(UnknownPicture, match="did you mean 'jungle'"):
        scenes.scene("jungel", theme.AUTO_HUES[0], 0, 0, 9, 9)
    with pytest.raises(UnknownPicture, match="there are: alps"):
        scenes.scene("qqqqqq", theme.AUTO_HUES[0], 0, 0, 9, 9)


def test_what_is_given_out_unasked_exists() -> None:
    assert all(map(icons.has_icon, theme.AUTO_ICONS))
    assert set(theme.AUTO_SCENES) <= set(scenes.scene_names())
    assert len(set(theme.AUTO_SCENES)) == len(theme.AUTO_SCENES) == len(theme.AUTO_ICONS)


@pytest.mark.parametrize("name", scenes.scene_names())
@pytest.mark.parametrize("size", [(90, 126), (120, 120), (60, 150)])
def test_a_landscape_stays_within_its_card(name: str, size: tuple[int, int]) -> None:
    hues = theme.AUTO_HUES[4]
    card = rasterise.bake(cards.Card(hues, scene=name), *size)
    plain = rasterise.bake(cards.PlainCard(""), *size)
    assert rasterise.problems() == []
    # What lies outside of a card is its shadow: the same for all cards of a size, but for the hint
    # of paper in the first row.
    for corner in range(4):
        one, other = card.rotate(90 * corner, expand=True), plain.rotate(90 * corner, expand=True)
        strip = (0, 0, one.width, (card.width - size[0]) // 2)
        seen = [image.crop(strip).convert("RGBa") for image in (one, other)]
        bands = ImageChops.difference(*seen).split()
        assert not any(any(band.histogram()[17:]) for band in bands)


def test_landscapes_differ() -> None:
    hues = theme.AUTO_HUES[1]
    images = [rasterise.bake(cards.Card(hues, scene=s), 90, 126) for s in scenes.scene_names()]
    for one, other in combinations(images, 2):
        apart = ImageChops.difference(one.convert("L"), other.convert("L"))
        assert ImageStat.Stat(apart).mean[0] > 2
