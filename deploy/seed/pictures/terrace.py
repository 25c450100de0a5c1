"""Small tables, a console and planters; each piece is built around the origin, its front towards the camera."""

import math
import random

from mathutils import Vector

from .garden import ROUGH, woods
from .lattice import panel
from .materials import paint, wood
from .shapes import board, box, prism
from .yard import foliage

SOIL = (0.035, 0.024, 0.016)
OLIVE = (0.16, 0.20, 0.12)
HERB = (0.10, 0.19, 0.055)


def low_table(kind: str, length: float, width: float, height: float) -> None:
    """Builds a low table: eleven boards across two rails, four legs."""
    across, along, up = woods(kind)
    thick, leg, step = 0.024, 0.06, length / 11
    for number in range(11):
        left = -length / 2 + number * step
        board((left + 0.004, left + step - 0.004), (-width / 2, width / 2), (height - thick, height), along, 0.004)
    x, y = length / 2 - 0.09, width / 2 - 0.06
    for way in (-1, 1):
        board((-x, x), (way * y - 0.014, way * y + 0.014), (height - thick - 0.07, height - thick), across, 0.003)
        for side in (-1, 1):
            box((leg, leg, height - thick), (side * x, way * y, (height - thick) / 2), up, 0.006)
    for side in (-1, 1):
        board((side * x - 0.013, side * x + 0.013), (-y, y), (height - thick - 0.07, height - thick), along, 0.003)


def round_table(kind: str, length: float, width: float, height: float) -> None:
    """Builds a round table: seven boards, four legs that lean outwards, two crossed stretchers."""
    thick, radius = 0.03, length / 2
    step, grain = 2 * radius / 7, wood(kind, "X", ROUGH)
    for number in range(7):
        low = -radius + number * step + 0.003
        high = low + step - 0.006
        ys = [low + (high - low) * part / 8 for part in range(9)]
        reach = [math.sqrt(max(0.0004, radius**2 - y**2)) for y in ys]
        outline = [(x, y) for x, y in zip(reach, ys)] + [(-x, y) for x, y in zip(reversed(reach), reversed(ys))]
        prism(outline, thick, (0, 0, height - thick), grain, 0.004)
    up, top = woods(kind)[2], height - thick
    spread, lean = radius * 0.52, math.radians(9)
    for quarter in range(4):
        angle = math.pi / 4 + quarter * math.pi / 2
        x, y = math.cos(angle) * spread, math.sin(angle) * spread
        box((0.06, 0.06, top / math.cos(lean)), (x, y, top / 2), up, 0.006, (0, -lean, angle))
    for number, low in enumerate((0.20, 0.20 + 0.0005)):
        angle = math.pi / 4 + number * math.pi / 2
        box((2 * spread + 0.02, 0.036, 0.05), (0, 0, low), woods(kind)[0], 0.003, (0, 0, angle))
        box((2 * spread + 0.16, 0.05, 0.04), (0, 0, top - 0.02 - 0.0005 * number), woods(kind)[0], 0.003, (0, 0, angle))


def console(kind: str, length: float, width: float, height: float) -> None:
    """Builds a console: a top, a lattice below its front edge, four legs and a shelf."""
    across, along, up = woods(kind)
    leg, thick = 0.04, 0.026
    board((-length / 2, length / 2), (-width / 2, width / 2), (height - thick, height), across, 0.004)
    x, y = length / 2 - 0.035, width / 2 - 0.03
    for side in (-1, 1):
        for way in (-1, 1):
            box((leg, leg, height - thick), (side * x, way * y, (height - thick) / 2), up, 0.004)
        board((side * x - 0.011, side * x + 0.011), (-y, y), (height - thick - 0.17, height - thick), along, 0.003)
        board((side * x - 0.011, side * x + 0.011), (-y, y), (0.13, 0.16), along, 0.003)
    board((-x, x), (y - 0.011, y + 0.011), (height - thick - 0.17, height - thick), across, 0.003)
    board((-x - 0.005, x + 0.005), (-y + 0.012, y + 0.012), (0.16, 0.178), across, 0.003)
    inner, low, high = 2 * x - leg, height - thick - 0.17, height - thick
    rail, cell = 0.02, 0.13
    for bar in ((low, low + rail), (high - rail, high)):
        board((-inner / 2, inner / 2), (-y - 0.011, -y + 0.011), bar, across, 0.002)
    columns = round(inner / cell)
    panel(columns, 1, inner / columns, 0.011, 0.016, (0, -y, (low + high) / 2), up)


def _bush(rng: random.Random, x: tuple[float, float], y: tuple[float, float], foot: float, high: float, colour) -> None:
    """Builds stalks with leaves over a bed from `foot` to `high` metres."""

    def places():
        for _ in range(int(900 * (x[1] - x[0]) / 0.35)):
            share = rng.random()
            narrow = 0.55 + 0.45 * math.sin(math.pi * min(1.0, 0.35 + share * 0.65))
            across = ((x[0] + x[1]) / 2 + rng.uniform(-0.5, 0.5) * (x[1] - x[0]) * narrow) * 1.0
            aside = (y[0] + y[1]) / 2 + rng.uniform(-0.5, 0.5) * (y[1] - y[0]) * narrow
            dome = 1 - 0.45 * ((aside - (y[0] + y[1]) / 2) / max(0.01, y[1] - y[0])) ** 2 * 4
            yield Vector((across, aside, foot + (high - foot) * share * dome * rng.uniform(0.8, 1.0)))

    foliage(places(), rng, 0.055, colour)


def planter(kind: str, length: float, width: float, height: float, rng: random.Random) -> None:
    """Builds a square planter: four posts, five boards on each side, a shrub."""
    across, along, up = woods(kind)
    post, thick = 0.05, 0.02
    x, y = length / 2, width / 2
    for side in (-1, 1):
        for way in (-1, 1):
            box((post, post, height), (side * (x - post / 2), way * (y - post / 2), height / 2), up, 0.005)
    step = (height - 0.075) / 5
    for number in range(5):
        rows = (0.05 + number * step + 0.003, 0.05 + (number + 1) * step - 0.003)
        for side in (-1, 1):
            flat = sorted((side * (y - 0.014), side * (y - 0.014 - thick)))
            board((-x + post, x - post), flat, rows, across, 0.003)
            flat = sorted((side * (x - 0.014), side * (x - 0.014 - thick)))
            board(flat, (-y + post, y - post), rows, along, 0.003)
    board((-x + post, x - post), (-y + post, y - post), (height - 0.07, height - 0.05), paint(SOIL, 0.95), 0)
    _bush(rng, (-x * 0.86, x * 0.86), (-y * 0.86, y * 0.86), height - 0.06, height + 0.46, OLIVE)


def raised_planter(kind: str, length: float, width: float, height: float, rng: random.Random) -> None:
    """Builds a bed on four legs: three boards high, with a shelf below and herbs above."""
    across, along, up = woods(kind)
    post, thick, low = 0.05, 0.02, height - 0.30
    x, y = length / 2, width / 2
    for side in (-1, 1):
        for way in (-1, 1):
            box((post, post, height), (side * (x - post / 2), way * (y - post / 2), height / 2), up, 0.005)
    step = (height - 0.025 - low) / 3
    for number in range(3):
        rows = (low + number * step + 0.003, low + (number + 1) * step - 0.003)
        for side in (-1, 1):
            flat = sorted((side * (y - 0.014), side * (y - 0.014 - thick)))
            board((-x + post, x - post), flat, rows, across, 0.003)
            flat = sorted((side * (x - 0.014), side * (x - 0.014 - thick)))
            board(flat, (-y + post, y - post), rows, along, 0.003)
    for side in (-1, 1):
        board(sorted((side * (x - 0.03), side * (x - 0.05))), (-y + post / 2, y - post / 2), (0.16, 0.19), along, 0.003)
    slat = (width - 2 * 0.012) / 4
    for number in range(4):
        near = -y + 0.012 + number * slat
        inner = x - post if number in (0, 3) else x - 0.022
        board((-inner, inner), (near + 0.006, near + slat - 0.006), (0.19, 0.208), across, 0.003)
    board((-x + post, x - post), (-y + post / 2, y - post / 2), (height - 0.07, height - 0.05), paint(SOIL, 0.95), 0)
    for number, (colour, high) in enumerate(((HERB, 0.22), (OLIVE, 0.34), (HERB, 0.17), (OLIVE, 0.27))):
        left = -x + 0.06 + number * (length - 0.12) / 4
        _bush(rng, (left, left + (length - 0.12) / 4), (-y + 0.05, y - 0.05), height - 0.06, height - 0.06 + high, colour)
