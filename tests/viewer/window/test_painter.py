"""What is drawn again, and what is left as it is."""

from typing import TYPE_CHECKING, cast

import pytest
from PIL import Image

from tests.viewer.window.stand import Flat
from viewer.artwork.theme import THEMES
from viewer.nodes import Box, Node, Picture, Words
from viewer.window.animation import Motion, Shown
from viewer.window.dirty_rects import Rect, area
from viewer.window.painter import Inset, Painter
from viewer.window.quads import QUAD, QuadRun
from viewer.window.sprites import Sprites
from viewer.window.texture_cache import TextureAtlas

if TYPE_CHECKING:
    from viewer.window.canvas import Canvas as OpenGL

SIZE = (1440, 900)
WHOLE = (0, 0, *SIZE)


class Canvas:
    """Notes what it should draw."""

    def __init__(self) -> None:
        self.size = SIZE
        self.rects: list[Rect] = []
        self.runs: list[QuadRun] = []
        self.pages: list[int] = []
        self.order: list[str] = []

    def new_page(self, width: int, height: int) -> int:
        self.pages.append(len(self.pages) + 1)
        return len(self.pages)

    def upload(self, page: int, x: int, y: int, width: int, height: int, pixels: bytes) -> None:
        assert len(pixels) == width * height * 4

    def drop_page(self, page: int) -> None:
        self.pages.remove(page)

    def begin(self) -> None:
        self.rects, self.runs, self.order = [], [], []

    def clear(self, rect: Rect) -> None:
        self.rects.append(rect)

    def draw(self, runs: list[QuadRun]) -> None:
        self.runs += runs
        self.order.append("quads" if runs else "")

    def end(self) -> None:
        pass


class Bench:
    """A painter with a canvas to look at."""

    def __init__(self) -> None:
        self.canvas = Canvas()
        self.baked: list[tuple[Picture, int, int]] = []
        canvas = cast("OpenGL", self.canvas)
        self.sheets = TextureAtlas(canvas, self.bake)
        self.sprites = Sprites(self.sheets, THEMES["table"])
        self.painter = Painter(canvas, self.sprites)

    def bake(self, picture: Picture, width: int, height: int) -> Image.Image:
        self.baked.append((picture, width, height))
        return Image.new("RGBA", (width, height), "#ff8800")

    def frame(self, *nodes: Node, seconds: float = 9.0) -> bool:
        """Draw nodes at rest."""
        return self.painter.frame(at_rest(*nodes), seconds)

    @property
    def drawn(self) -> int:
        return sum(run.count for run in self.canvas.runs)


def at_rest(*nodes: Node) -> list[Shown]:
    motion = Motion()
    motion.show(nodes, 0.0, jump=True)
    return motion.shown(0.0)


@pytest.fixture
def bench() -> Bench:
    return Bench()


def box(x: float, y: float = 100) -> Box:
    return Box(x, y, 90, 130)


CARD = Node("card", box(100), picture=Flat("#aa0000"))
OTHER = Node("other", box(600), z=2, picture=Flat("#00aa00"))
LABEL = Node("label", Box(900, 500, 200, 40), z=3, words=Words("Your turn", 20, "#ffffff"))


def test_the_first_frame_is_whole_and_the_next_is_nothing(bench: Bench) -> None:
    assert bench.frame(CARD, OTHER, LABEL)
    assert bench.canvas.rects == [WHOLE]
    assert bench.drawn == 3
    assert not bench.frame(CARD, OTHER._replace(), LABEL)
    assert len(bench.baked) == 2


def test_only_what_moved_is_drawn_again(bench: Bench) -> None:
    bench.frame(CARD, OTHER, LABEL)
    bench.frame(CARD._replace(box=box(110)), OTHER, LABEL)
    assert sum(area(rect) for rect in bench.canvas.rects) < 130 * 150
    assert bench.drawn == 1
    assert len(bench.baked) == 2


def test_what_goes_and_what_comes_is_drawn(bench: Bench) -> None:
    bench.frame(CARD, OTHER)
    assert bench.frame(OTHER)
    assert bench.drawn == 0
    assert bench.frame(OTHER, LABEL)
    assert bench.drawn == 1


def test_another_order_draws_everything(bench: Bench) -> None:
    over = Node("over", box(120), picture=Flat("#0000aa"))
    bench.frame(CARD, over)
    assert bench.frame(over, CARD)
    assert bench.canvas.rects == [WHOLE]


def test_equal_pictures_are_baked_once(bench: Bench) -> None:
    bench.frame(*(Node(str(i), box(i * 100), picture=Flat("#123456")) for i in range(9)))
    assert len(bench.baked) == 1


def test_pictures_come_in_batches_and_another_size_stands_in(bench: Bench) -> None:
    many = [Node(str(i), box(i * 100), picture=Flat(f"#0000{i:02}")) for i in range(5)]
    bench.frame(*many, seconds=0.0)
    assert bench.drawn == 1
    assert bench.sheets.waiting == 4
    for _ in range(4):
        bench.frame(*many, seconds=0.0)
    assert bench.sheets.waiting == 0
    larger = [n._replace(box=Box(n.box.x, 100, 95, 140)) for n in many]
    bench.painter.redraw()
    bench.frame(*larger, seconds=0.0)
    assert bench.drawn == 5
    assert bench.sheets.waiting == 4


def test_while_the_window_is_resized_nothing_is_baked(bench: Bench) -> None:
    bench.frame(CARD, LABEL)
    bench.sheets.patient = True
    bench.frame(CARD._replace(box=Box(10, 10, 99, 140)), LABEL._replace(words=words(24)))
    assert bench.drawn >= 2
    assert len(bench.baked) == 1
    assert bench.sheets.waiting == 0
    bench.sheets.patient = False
    bench.painter.redraw()
    bench.frame(CARD._replace(box=Box(10, 10, 99, 140)), LABEL._replace(words=words(24)))
    assert len(bench.baked) == 2


def words(size: float) -> Words:
    return Words("Your turn", size, "#ffffff")


def test_a_crowded_sheet_begins_anew(bench: Bench) -> None:
    for number in range(12):
        bench.frame(Node("x", Box(0, 0, 3000, 1500), picture=Flat(f"#{number:06}")))
    assert bench.sheets.crowded()
    bench.sheets.clear()
    assert bench.canvas.pages == []
    assert not bench.sheets.crowded()
    bench.painter.redraw()
    assert bench.frame(CARD)


def quad(bench: Bench) -> tuple[float, ...]:
    return QUAD.unpack(bench.canvas.runs[0].data)


def test_at_rest_each_pixel_of_a_picture_falls_on_one_of_the_window(bench: Bench) -> None:
    bench.frame(CARD._replace(box=Box(100.4, 99.6, 90.2, 130.3)))
    x, y, half, _, _, high = quad(bench)[:6]
    assert (x, y, half, high) == (145, 165, 46, 66)  # with a clear pixel around
    assert not bench.canvas.runs[0].sheet[1]


def test_what_is_turned_is_smooth(bench: Bench) -> None:
    bench.frame(CARD._replace(turn=90))
    assert quad(bench)[2:6] == pytest.approx((0, 46, -66, 0), abs=1e-4)
    assert bench.canvas.runs[0].sheet[1]


def test_colours_are_multiplied_by_how_opaque_they_are(bench: Bench) -> None:
    bench.frame(LABEL._replace(opacity=0.5, words=Words("A", 20, "#ff0080")))
    assert quad(bench)[10:14] == pytest.approx((0.5, 0, 0.251, 0.5), abs=0.01)


def test_clipped_nodes_are_drawn_only_inside(bench: Bench) -> None:
    clip = Box(110, 110, 20, 20)
    bench.frame(CARD._replace(clip=clip))
    assert quad(bench)[14:] == (110, 110, 130, 130)
    bench.frame()
    assert area(bench.canvas.rects[0]) == 400


@pytest.mark.parametrize("glow", ["legal", "chosen", "target", "focus"])
def test_halos_reach_beyond_their_box_and_leave_its_middle(bench: Bench, glow: str) -> None:
    bench.frame()
    bench.frame(CARD._replace(glow=glow))
    assert bench.drawn == 9
    left, top, right, bottom = bench.canvas.rects[0]
    assert left < 100 < 190 < right
    assert top < 100 < 230 < bottom
    bench.frame(CARD._replace(glow=glow, box=box(700, 300)))
    assert len(bench.baked) == 2


def test_an_unknown_glow_is_none(bench: Bench) -> None:
    bench.frame(CARD._replace(glow="sparkling"))
    assert bench.drawn == 1


class Pane(Inset):
    """Draws itself over the card."""

    def __init__(self, canvas: Canvas) -> None:
        self.id = "card"
        self.canvas = canvas
        self.wish: Rect | None = None

    def changed(self) -> Rect | None:
        return self.wish

    def draw(self) -> None:
        self.canvas.order.append("pane")


def test_an_editor_is_drawn_between_what_is_below_and_above(bench: Bench) -> None:
    pane = Pane(bench.canvas)
    bench.painter.inset = pane
    above = Node("above", box(120), z=5, picture=Flat("#00ffff"))
    bench.frame(CARD, above)
    assert bench.canvas.order == ["quads", "pane", "quads"]
    assert not bench.frame(CARD, above)
    pane.wish = (100, 100, 150, 120)
    assert bench.frame(CARD, above)
    assert bench.canvas.rects == [(100, 100, 150, 120)]
    assert bench.canvas.order == ["quads", "pane", "quads"]
