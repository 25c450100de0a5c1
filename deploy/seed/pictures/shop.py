"""The two stores: their street fronts and the showroom."""

import math
import random
import re
from pathlib import Path

from mathutils import Matrix

from . import props, studio
from .lattice import laths
from .materials import BRASS, PAINTS, front, glass, metal, paint, wood
from .shapes import board, cut, prism, recorded, rod, shift, swing, transform

from .studio import camera, lamp
from .wardrobe import Wardrobe
from .yard import limestone

LOGO = Path(__file__).parents[3] / "web" / "public" / "images" / "logo.svg"
FACADE_HEIGHT = 3.9
"""Visible height of the façade, in metres."""


def mark(size: float, at: tuple[float, float, float], material) -> None:
    """Builds the upright logo, cut out of one plate `size` metres wide; `at` is its middle."""
    path = re.search(r' d="([^"]+)"', LOGO.read_text())
    outlines = []
    for part in path.group(1).split("Z") if path else []:
        points = [tuple(map(float, pair.split())) for pair in re.split("[ML]", part) if pair.strip()]
        if points:
            outlines.append([((x / 24 - 0.5) * size, (0.5 - y / 24) * size) for x, y in points])
    with recorded() as parts:
        plate = prism(outlines[0], 0.03, (0, 0, 0), material, 0.002)
        for hole in outlines[1:]:
            cut(plate, prism(hole, 0.06, (0, 0, -0.015), material, 0))
    transform(parts, Matrix.Translation(at) @ Matrix.Rotation(math.pi / 2, 4, "X"))


def _frame(x: tuple[float, float], z: tuple[float, float], material, bars: int = 0, rim: float = 0.07) -> None:
    """Builds a window or a glazed door: its frame, vertical bars, one pane."""
    y = (0.06, 0.13)
    for side in ((x[0], x[0] + rim), (x[1] - rim, x[1])):
        board(side, y, z, material, 0.003)
    for bar in ((z[0], z[0] + rim), (z[1] - rim, z[1])):
        board((x[0] + rim, x[1] - rim), y, bar, material, 0.003)
    for number in range(bars):
        middle = x[0] + (x[1] - x[0]) * (number + 1) / (bars + 1)
        board((middle - 0.025, middle + 0.025), (0.07, 0.12), (z[0] + rim, z[1] - rim), material, 0.003)
    board((x[0] + rim, x[1] - rim), (0.09, 0.096), (z[0] + rim, z[1] - rim), glass((0.96, 0.97, 0.96), 0.07), 0)


def _room_behind(half: float) -> None:
    """Builds the room behind the window: floor, walls, ceiling, warm light."""
    wall = paint((0.62, 0.57, 0.49), 0.85)
    board((-half, half), (0.32, 4.2), (-0.02, 0.02), wood("oak", "X", 0.4), 0)
    board((-half, half), (4.2, 4.3), (0, 3.3), wall, 0)
    for x in (-half, half - 0.1):
        board((x, x + 0.1), (0.3, 4.2), (0, 3.3), wall, 0)
    board((-half, half), (0.3, 4.3), (3.2, 3.3), paint((0.72, 0.70, 0.66), 0.9), 0)
    for x in (-half * 0.55, 0.0, half * 0.55):
        lamp((x, 1.7, 3.15), (x, 2.3, 0.8), (1.3, 1.6), 95, (1, 0.87, 0.70))


def _furnish(pieces: list[tuple[dict, str, float, float]]) -> None:
    """Builds wardrobes behind the window: product, colour, x, distance of their backs from the street."""
    for product, slug, x, y in pieces:
        without_prop = {**product, "drawing": {**product["drawing"], "prop": "none"}}
        with recorded() as parts:
            Wardrobe(without_prop, slug).build()
        shift(parts, (x, y, 0.02))


def _street(seed: int) -> random.Random:
    rng = studio.start(seed)
    studio.paving(rng, 0.5)
    studio.sun((50, 0, -46), 2.6, 2.0, (1, 0.92, 0.80))
    # The window must not mirror the lamp.
    lamp((2.5, -6.0, 4.0), (0, 0, 1.4), (5, 3), 240, (0.93, 0.96, 1)).visible_glossy = False
    studio.sky((0.80, 0.88, 1.0), 0.45)
    return rng


def nizami(pieces: list[dict]) -> None:
    """Builds a limestone front: a wide window in walnut, the door at its right."""
    rng = _street(51)
    window, door = ((-2.45, 0.85), (0.42, 2.72)), ((1.25, 2.25), (0.02, 2.72))
    limestone(rng, (-7.5, window[0][0]), 0, FACADE_HEIGHT)
    limestone(rng, (door[0][1], 7.5), 0, FACADE_HEIGHT)
    limestone(rng, (window[0][1], door[0][0]), 0, 2.72)
    limestone(rng, window[0], 0, 0.42)
    limestone(rng, (window[0][0], door[0][1]), 0, FACADE_HEIGHT, 2.72)
    reveal = paint((0.50, 0.435, 0.34), 0.9)
    for x in (*window[0], *door[0]):
        inward = -0.02 if x in (window[0][0], door[0][0]) else 0.0
        board((x + inward, x + inward + 0.02), (0.004, 0.32), (0, 2.72), reveal, 0)
    board((window[0][0] - 0.06, window[0][1] + 0.06), (-0.07, 0.32), (0.38, 0.42), reveal, 0.004)
    timber = front("walnut", "Z")
    _frame(*window, timber, bars=2)
    _frame(*door, timber, rim=0.11)
    rod(0.011, (1.44, 0.02, 0.85), (1.44, 0.02, 1.55), metal(BRASS, 0.3))
    for z in (0.93, 1.47):
        rod(0.008, (1.44, 0.02, z), (1.44, 0.08, z), metal(BRASS, 0.3))
    board((-2.6, 2.4), (-0.05, 0.0), (2.80, 3.32), wood("walnut", "X"), 0.006)
    mark(0.36, (-2.25, -0.052, 3.06), metal(BRASS, 0.28))
    _room_behind(3.0)
    _furnish([(pieces[0], "walnut", -1.35, 3.3), (pieces[1], "walnut", 0.25, 2.0)])
    props.pottery(props.VASE, -0.05, 1.75, 1.34, 1.5, 0)
    for x in (-1.35, -0.1):
        props.pendant(x, 1.5, 2.15, 3.2, brass=True)
    props.plant(1.02, -0.42, 1.15)
    props.plant(2.72, -0.45, 1.5)
    camera((-1.0, -7.2, 1.55), (-0.02, 0, 1.62), 40)


def babek(pieces: list[dict]) -> None:
    """Builds a front of painted wood under plaster: the door at the left, a lattice over it."""
    _street(53)
    plaster, panel_paint = paint((0.70, 0.64, 0.545), 0.9, 0.06, 60), paint(PAINTS["forest"], 0.42)
    board((-7.5, 7.5), (0, 0.3), (3.35, 5.5), plaster, 0)
    for x in ((-7.5, -2.6), (2.6, 7.5)):
        board(x, (0, 0.3), (0, 3.35), plaster, 0)
    for x in ((-2.6, -2.25), (-1.2, -0.85), (2.25, 2.6)):
        board(x, (-0.03, 0.3), (0, 2.8), panel_paint, 0.004)
        board((x[0] + 0.07, x[1] - 0.07), (-0.042, -0.03), (0.25, 2.6), panel_paint, 0.004)
    board((-0.85, 2.25), (-0.03, 0.3), (0, 0.45), panel_paint, 0.004)
    board((-0.78, 2.18), (-0.042, -0.03), (0.10, 0.36), panel_paint, 0.004)
    board((-2.6, 2.6), (-0.07, 0.3), (2.8, 3.35), panel_paint, 0.006)
    board((-2.7, 2.7), (-0.16, 0.3), (3.35, 3.43), panel_paint, 0.008)
    mark(0.36, (0.72, -0.072, 3.075), metal(BRASS, 0.28))
    _frame((-0.85, 2.25), (0.45, 2.8), panel_paint, bars=1)
    _frame((-2.25, -1.2), (0.02, 2.15), panel_paint, rim=0.12)
    board((-2.25, -1.2), (0.05, 0.14), (2.15, 2.22), panel_paint, 0.003)
    with recorded() as over_door:
        laths(7, 4, 0.138, 0.014, 0.02, "oak")
    shift(over_door, (-1.725, 0.10, 2.51))
    rod(0.011, (-1.36, 0.02, 0.85), (-1.36, 0.02, 1.5), metal(BRASS, 0.3))
    _room_behind(3.0)
    _furnish([(pieces[0], "terracotta", 0.05, 2.9), (pieces[1], "sand", 1.50, 3.5)])
    with recorded() as pair:
        props.stool(0, 0, "oak", 0.45)
    shift(pair, (0.9, 1.5, 0.02))
    props.pendant(0.95, 1.6, 2.2, 3.2)
    props.plant(-2.95, -0.42, 1.35)
    props.plant(2.45, -0.5, 1.1)
    camera((0.75, -7.2, 1.6), (-0.22, 0, 1.62), 47, lift=0.02)


def showroom(pieces: list[dict]) -> None:
    """Builds furniture in the store: a lattice wardrobe, a low one, samples of wood on the wall."""
    rng = studio.start(55)
    studio.room(rng, studio.WALL)
    _furnish([(pieces[0], "oak", -1.55, 0.0), (pieces[1], "walnut", 0.95, 0.0)])
    props.pottery(props.VASE, 0.55, -0.25, 1.32, 1.5, 0)
    props.books(1.30, -0.25, 1.32)
    for number, slug in enumerate(("oak", "ash", "beech", "walnut", "smoked-oak")):
        x = 0.45 + number * 0.25
        board((x, x + 0.21), (-0.02, -0.002), (1.74, 2.04), wood(slug, "Z"), 0.002)
    for number, slug in enumerate(("white", "sand", "sage", "forest", "terracotta")):
        x = 0.45 + number * 0.25
        board((x, x + 0.21), (-0.02, -0.002), (2.10, 2.40), front(slug), 0.002)
    with recorded() as seat:
        props.stool(0, 0, "walnut")
    swing(seat, (0, 0), 0.3)
    shift(seat, (2.25, -0.75, 0))
    props.plant(-3.15, -0.45, 1.35)
    studio.daylight(3.4, key=195, sunny=1.3)
    camera((0.55, -6.4, 1.25), (-0.08, 0, 1.22), 40)
