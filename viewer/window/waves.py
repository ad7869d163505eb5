"""The sounds as waves: made by arithmetic, short and quiet."""

from __future__ import annotations

import io
import math
import random
import wave
from array import array
from collections.abc import Sequence

from viewer.app.sounds import Sound

RATE = 22050
"""Samples in a second, of one channel of 16 bits."""
LOUDEST = 0.3
"""How far a wave goes at most, in parts of what could be."""
LOUD = 0.07
"""How loud a sound is where it is loudest: the root of the mean square, in the same parts."""
HEARD = 0.05
"""So long, in seconds, is what is heard as one loudness."""
FADE = 0.01
"""So long, in seconds, the end of a wave fades."""
_KNOCKS = ((0.0, 1.0), (0.07, 0.7), (0.12, 0.8), (0.2, 0.5), (0.24, 0.35), (0.31, 0.25))
"""When a die is heard to fall, and how hard."""
_CHORD = (523.25, 659.25, 783.99)


def samples(sound: Sound) -> array[int]:
    """Return the samples of a sound, between −32,768 and 32,767."""
    match sound:
        case "card":
            made = _rustle(0.11)
        case "dice":
            made = _mixed([(at, _knock(n, hard)) for n, (at, hard) in enumerate(_KNOCKS)])
        case "turn":
            made = _tone(659.25, 0.45, 0.11)
        case "end":
            made = _mixed([(0.14 * n, _tone(f, 1.0, 0.28)) for n, f in enumerate(_CHORD)])
    made = _faded(made)
    factor = 32767 * min(LOUD / loudness(made), LOUDEST / max(map(abs, made)))
    return array("h", (round(v * factor) for v in made))


def loudness(made: Sequence[float]) -> float:
    """Return how loud a wave is where it is loudest: the root of the mean square."""
    part = round(HEARD * RATE)
    starts = range(0, max(1, len(made) - part), part // 4)
    return max(math.sqrt(sum(v * v for v in made[i : i + part]) / part) for i in starts)


def _faded(made: Sequence[float]) -> list[float]:
    """Return a wave that ends at nothing, so that nothing clicks."""
    last = max(1, round(FADE * RATE))
    return [v * min(1.0, (len(made) - 1 - n) / last) for n, v in enumerate(made)]


def file_of(sound: Sound) -> io.BytesIO:
    """Return a sound as a WAV file."""
    file = io.BytesIO()
    with wave.open(file, "wb") as written:
        written.setnchannels(1)
        written.setsampwidth(2)
        written.setframerate(RATE)
        written.writeframes(samples(sound).tobytes())
    file.seek(0)
    return file


def _rustle(seconds: float) -> list[float]:
    """Return noise without its highest tones, as of a card that is laid on cloth."""
    chance, made, low = random.Random(1), list[float](), 0.0
    for n in range(round(seconds * RATE)):
        low += 0.3 * (chance.uniform(-1, 1) - low)
        made.append(low * min(1.0, n / RATE / 0.006) * math.exp(-n / RATE / 0.03))
    return made


def _knock(number: int, hard: float) -> list[float]:
    """Return a die that falls on wood: a dull tone under a short rattle."""
    chance = random.Random(number)
    tone = _tone(chance.uniform(700, 1300), 0.06, 0.008)
    return [
        hard * (v + 1.2 * chance.uniform(-1, 1) * min(1.0, n / RATE / 0.001) * fade)
        for n, v in enumerate(tone)
        for fade in (math.exp(-n / RATE / 0.005),)
    ]


def _tone(pitch: float, seconds: float, fades: float) -> list[float]:
    """Return a soft tone that dies away; after `fades` seconds it is a third as loud."""
    turn = 2 * math.pi * pitch / RATE
    return _faded(
        [
            (math.sin(turn * n) + 0.25 * math.sin(2 * turn * n))
            * min(1.0, n / RATE / 0.004)
            * math.exp(-n / RATE / fades)
            for n in range(round(seconds * RATE))
        ]
    )


def _mixed(parts: Sequence[tuple[float, list[float]]]) -> list[float]:
    """Return waves together, each from its own moment on."""
    made = [0.0] * max(round(at * RATE) + len(part) for at, part in parts)
    for at, part in parts:
        first = round(at * RATE)
        for n, value in enumerate(part):
            made[first + n] += value
    return made
