"""OpenGL: pages of pictures, and rectangles drawn from them into a picture of the whole window.

What is drawn stays from frame to frame, so only what has changed is drawn again. The picture lies
upside down, as a window's pixels do, and in the order of bytes that they have: then it is copied
into the window as it is, which takes a drawing program on the processor a tenth of a millisecond
instead of six.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

from pyglet import gl
from pyglet.graphics.shader import Shader, ShaderProgram

from viewer.window.dirty_rects import Rect
from viewer.window.quads import QUAD, QuadRun

VERTEX = """#version 330 core
layout(location = 0) in vec2 centre;
layout(location = 1) in vec4 axes;
layout(location = 2) in vec4 part;
layout(location = 3) in vec4 tint;
layout(location = 4) in vec4 clip;
uniform vec2 size;
out vec2 at;
out vec4 colour;
void main() {
    vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
    vec2 side = corner * 2.0 - 1.0;
    vec2 p = centre + side.x * axes.xy + side.y * axes.zw;
    gl_ClipDistance[0] = p.x - clip.x;
    gl_ClipDistance[1] = p.y - clip.y;
    gl_ClipDistance[2] = clip.z - p.x;
    gl_ClipDistance[3] = clip.w - p.y;
    gl_Position = vec4(p.x / size.x * 2.0 - 1.0, p.y / size.y * 2.0 - 1.0, 0.0, 1.0);
    at = mix(part.xy, part.zw, corner);
    colour = tint;
}
"""
FRAGMENT = """#version 330 core
in vec2 at;
in vec4 colour;
uniform sampler2D page;
out vec4 pixel;
void main() {
    pixel = texture(page, at) * colour;
}
"""
FIELDS = ((2, 0), (4, 8), (4, 24), (4, 40), (4, 56))
"""How many numbers each input of the shader has, and at which byte they begin."""


AS_PICTURES = (gl.GL_RGBA8, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE)
AS_WINDOWS = (gl.GL_RGBA, gl.GL_BGRA, gl.GL_UNSIGNED_INT_8_8_8_8_REV)
"""How pixels of a window are kept; a sized form would be another one."""


class Canvas:
    """The picture of the window, in the memory of the graphics card."""

    def __init__(self, background: tuple[float, float, float]) -> None:
        """Make what drawing needs in the OpenGL context that is current."""
        self.size = (0, 0)
        self.background = background
        self._program = ShaderProgram(Shader(VERTEX, "vertex"), Shader(FRAGMENT, "fragment"))
        self._array = _made(gl.glGenVertexArrays)
        self._buffer = _made(gl.glGenBuffers)
        self._frame = _made(gl.glGenFramebuffers)
        self._plain = _made(gl.glGenSamplers)
        self._picture = 0
        self._set_up()

    def _set_up(self) -> None:
        gl.glBindVertexArray(self._array)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self._buffer)
        for number in range(len(FIELDS)):
            gl.glEnableVertexAttribArray(number)
            gl.glVertexAttribDivisor(number, 1)
        gl.glBindVertexArray(0)
        for name in (gl.GL_TEXTURE_MIN_FILTER, gl.GL_TEXTURE_MAG_FILTER):
            gl.glSamplerParameteri(self._plain, name, gl.GL_NEAREST)
        gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
        gl.glPixelStorei(gl.GL_PACK_ALIGNMENT, 1)

    # -------------------------------------------------------------- pages

    def new_page(self, width: int, height: int, form: tuple[int, int, int] = AS_PICTURES) -> int:
        """Return a new page, on which is undefined what; `form`: as it is kept, and the order and
        kind of what it is from.
        """
        page = _made(gl.glGenTextures)
        gl.glBindTexture(gl.GL_TEXTURE_2D, page)
        for name, value in (
            (gl.GL_TEXTURE_MIN_FILTER, gl.GL_LINEAR),
            (gl.GL_TEXTURE_MAG_FILTER, gl.GL_LINEAR),
            (gl.GL_TEXTURE_WRAP_S, gl.GL_CLAMP_TO_EDGE),
            (gl.GL_TEXTURE_WRAP_T, gl.GL_CLAMP_TO_EDGE),
        ):
            gl.glTexParameteri(gl.GL_TEXTURE_2D, name, value)
        kept, order, kind = form
        gl.glTexImage2D(gl.GL_TEXTURE_2D, 0, kept, width, height, 0, order, kind, None)
        return page

    def upload(self, page: int, x: int, y: int, width: int, height: int, pixels: bytes) -> None:
        """Put pixels, premultiplied by their alpha, onto a page."""
        gl.glBindTexture(gl.GL_TEXTURE_2D, page)
        gl.glTexSubImage2D(
            gl.GL_TEXTURE_2D, 0, x, y, width, height, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, pixels
        )

    def drop_page(self, page: int) -> None:
        """Free a page."""
        _free(gl.glDeleteTextures, page)

    # -------------------------------------------------------------- drawing

    def resize(self, width: int, height: int) -> None:
        """Make the picture this large; all of it is to be drawn again."""
        if self._picture:
            self.drop_page(self._picture)
        self.size = (width, height)
        self._picture = self.new_page(width, height, AS_WINDOWS)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self._frame)
        gl.glFramebufferTexture2D(
            gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0, gl.GL_TEXTURE_2D, self._picture, 0
        )
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)

    def close(self) -> None:
        """Free everything but the pages."""
        if self._picture:
            self.drop_page(self._picture)
        _free(gl.glDeleteFramebuffers, self._frame)
        _free(gl.glDeleteBuffers, self._buffer)
        _free(gl.glDeleteVertexArrays, self._array)
        _free(gl.glDeleteSamplers, self._plain)

    def begin(self) -> None:
        """Prepare for drawing into the picture."""
        width, height = self.size
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self._frame)
        gl.glViewport(0, 0, width, height)
        gl.glEnable(gl.GL_SCISSOR_TEST)

    def clear(self, rect: Rect) -> None:
        """Confine drawing to a rectangle and make that empty."""
        left, top, right, bottom = rect
        gl.glScissor(left, top, right - left, bottom - top)
        gl.glClearColor(*self.background, 1.0)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)

    def draw(self, runs: Sequence[QuadRun]) -> None:
        """Draw rectangles one over the other."""
        if not runs:
            return
        gl.glDisable(gl.GL_DEPTH_TEST)
        gl.glEnable(gl.GL_BLEND)
        gl.glBlendFunc(gl.GL_ONE, gl.GL_ONE_MINUS_SRC_ALPHA)
        for number in range(4):
            gl.glEnable(gl.GL_CLIP_DISTANCE0 + number)
        self._program.use()
        self._program["size"] = tuple(float(side) for side in self.size)
        gl.glActiveTexture(gl.GL_TEXTURE0)
        gl.glBindVertexArray(self._array)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self._buffer)
        data = b"".join(run.data for run in runs)
        gl.glBufferData(gl.GL_ARRAY_BUFFER, len(data), data, gl.GL_STREAM_DRAW)
        at = 0
        for run in runs:
            for number, (count, offset) in enumerate(FIELDS):
                gl.glVertexAttribPointer(
                    number, count, gl.GL_FLOAT, gl.GL_FALSE, QUAD.size, at + offset
                )
            page, blended = run.sheet
            gl.glBindTexture(gl.GL_TEXTURE_2D, page)
            gl.glBindSampler(0, 0 if blended else self._plain)
            gl.glDrawArraysInstanced(gl.GL_TRIANGLE_STRIP, 0, 4, run.count)
            at += len(run.data)
        gl.glBindVertexArray(0)
        gl.glBindSampler(0, 0)
        for number in range(4):
            gl.glDisable(gl.GL_CLIP_DISTANCE0 + number)
        self._program.stop()

    def end(self) -> None:
        """End drawing into the picture."""
        gl.glDisable(gl.GL_SCISSOR_TEST)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)

    def present(self, width: int, height: int) -> None:
        """Copy the picture into the window, which may just have another size."""
        gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, self._frame)
        gl.glBindFramebuffer(gl.GL_DRAW_FRAMEBUFFER, 0)
        gl.glBlitFramebuffer(
            0, 0, *self.size, 0, height, width, 0, gl.GL_COLOR_BUFFER_BIT, gl.GL_NEAREST
        )
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)

    def pixels(self) -> bytes:
        """Return the picture's pixels, four bytes each, the highest row first."""
        width, height = self.size
        found = (ctypes.c_ubyte * (width * height * 4))()
        gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, self._frame)
        gl.glReadPixels(0, 0, width, height, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, found)
        gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, 0)
        return bytes(found)


def _free(delete: Any, name: int) -> None:
    delete(1, ctypes.byref(gl.GLuint(name)))


def _made(generate: Any) -> int:
    """Return the name of one new OpenGL object."""
    name = gl.GLuint()
    generate(1, ctypes.byref(name))
    return int(name.value)
