"""Scenes of the home page and the static pages, named as in the web app's src/lib/scenes."""

import math

from mathutils import Vector

from . import props, studio
from .kitchen import Kitchen
from .lattice import laths, panel
from .materials import paint
from .shapes import board, recorded, shift, swing
from .studio import camera, lamp
from .wardrobe import Wardrobe

SUNLIT_WALL = (0.68, 0.625, 0.545)

HERO = {
    "code": "HERO",
    "sizeMm": {"width": 2000, "depth": 600, "height": 2200},
    "drawing": {"doors": 4, "drawers": 2, "handle": "bar", "metal": "black", "legs": "feet", "prop": "none"},
}


def _lattice_window(centre: Vector, yaw: float, cells: int, cell: float, lath: float) -> None:
    """Builds a lattice window far to the left of the picture, of which only the light is visible."""
    dark, half, rim = paint((0.3, 0.2, 0.1), 0.8), cells * cell / 2, 9.0
    with recorded() as parts:
        panel(cells, cells, cell, lath, 0.02, (0, 0, 0), dark)
        for x in ((-rim, -half), (half, rim)):
            board(x, (-0.01, 0.01), (-rim, rim), dark, 0)
        for z in ((-rim, -half), (half, rim)):
            board((-half, half), (-0.01, 0.01), z, dark, 0)
    swing(parts, (0, 0), math.radians(yaw))
    shift(parts, tuple(centre))
    for obj in parts:
        obj.visible_camera = obj.visible_diffuse = obj.visible_glossy = obj.visible_transmission = False


def _hero_room() -> None:
    rng = studio.start(3)
    studio.room(rng, SUNLIT_WALL)
    with recorded() as parts:
        Wardrobe(HERO, "oak").build()
    shift(parts, (1.15, 0, 0))
    props.stool(-1.05, -0.40)
    towards = Vector((0.656, 0.591, -0.469))
    _lattice_window(Vector((-0.42, 0, 1.40)) - towards * 3.6, -12, 6, 0.36, 0.030)
    studio.sun((62, 0, -48), 6.5, 0.26, (1, 0.91, 0.77))
    lamp((-3.2, -3.75, 2.8), (0, -0.3, 1.0), (2.4, 2.4), 105, (1, 0.965, 0.92))
    lamp((3.6, -3.35, 1.9), (0.6, -0.3, 1), (2.5, 2.5), 34, (0.93, 0.96, 1))
    lamp((0, -4.15, 3.5), (0, -0.15, 0.8), (5, 1.5), 48)
    studio.sky(strength=0.27)


def hero() -> None:
    """Builds a wardrobe in the light of a lattice window."""
    _hero_room()
    props.plant(-2.55, -0.45, 1.35)
    camera((0.05, -6.55, 1.20), (0.05, 0, 1.20), 35.5, lift=-0.02)


def hero_narrow() -> None:
    """Builds the hero's room for narrow screens: the light and the wardrobe's edge."""
    _hero_room()
    camera((-0.30, -6.55, 1.20), (-0.30, 0, 1.20), 76, lift=-0.04)


def about() -> None:
    """Builds a close-up of a lattice."""
    studio.start(12, close=True)
    board((-3, 3), (0.10, 0.14), (-3, 3), paint((0.66, 0.57, 0.44), 0.9), 0)
    laths(6, 7, 0.115, 0.0125, 0.022, "walnut")
    lamp((-0.9, -0.75, 0.9), (0, 0, 0), (0.45, 0.45), 42, (1, 0.94, 0.86))
    lamp((1.0, -0.7, -0.1), (0, 0, 0), (0.7, 0.8), 8, (0.93, 0.96, 1))
    studio.sky((1, 0.97, 0.93), 0.28)
    camera((0.17, -0.52, 0.10), (0, 0, 0), 50, 7)


def showcase(product: dict, narrow: bool) -> None:
    """Builds a kitchen in a wide room, seen from the front; the hotspots lie on its shelf and its drawers."""
    rng = studio.start(22)
    studio.room(rng, skirting=False)
    Kitchen(product, product["colors"][0], rng).build()
    props.plant(2.45, -0.40, 1.3)
    studio.daylight(3.6, key=200, sunny=1.2)
    if narrow:
        camera((-0.95, -4.35, 1.34), (-0.55, 0, 1.12), 52)
    else:
        camera((-0.55, -5.2, 1.35), (0.14, 0, 1.00), 36)


def campaign(product: dict) -> None:
    """Builds a dark kitchen seen from near its sink, for the campaign's half of the page."""
    rng = studio.start(21)
    studio.room(rng, skirting=False)
    studio.daylight(3.6, key=200, sunny=1.2)
    plain = {**product, "drawing": {**product["drawing"], "pendants": 0}}
    Kitchen(plain, product["colors"][0], rng).build()
    camera((-0.75, -2.75, 1.45), (0.55, -0.25, 1.02), 40)


def opened(product: dict, narrow: bool) -> None:
    """Builds an open wardrobe in a wide room; the hotspots lie on it."""
    rng = studio.start(5)
    studio.room(rng)
    Wardrobe(product, product["colors"][0], opened=True).build()
    props.stool(1.85, -0.40)
    props.plant(-2.05, -0.43, 1.3)
    studio.daylight(2.2, key=170, sunny=1.2)
    if narrow:
        camera((-0.10, -5.95, 1.14), (0.0, 0, 1.14), 62)
    else:
        camera((-0.12, -5.95, 1.16), (0.10, 0, 1.10), 37)
