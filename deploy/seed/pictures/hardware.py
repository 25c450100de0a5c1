"""Handles, knobs, feet and legs of furniture."""

from .materials import front, hardware, paint
from .shapes import Point, box, cut, lathe, rod

KNOB = [
    (0, 0),
    (0.0105, 0),
    (0.010, 0.008),
    (0.0125, 0.013),
    (0.0165, 0.018),
    (0.0178, 0.023),
    (0.0165, 0.027),
    (0.011, 0.029),
    (0, 0.0295),
]


def bar_handle(at: Point, length: float, metal: str, upright: bool = True, radius: float = 0.006) -> None:
    """Builds a bar on two posts; `at` is its middle on a front that faces the camera."""
    x, y, z = at
    stand, material = 0.032, hardware(metal)
    reach = (0, 0, length / 2) if upright else (length / 2, 0, 0)
    rod(radius, (x - reach[0], y - stand, z - reach[2]), (x + reach[0], y - stand, z + reach[2]), material)
    for side in (-1, 1):
        px, pz = x + side * reach[0] * 0.86, z + side * reach[2] * 0.86
        rod(radius * 0.8, (px, y, pz), (px, y - stand, pz), material, sides=20)


def knob(at: Point, metal: str, size: float = 1.0) -> None:
    """Builds a turned knob, 35 mm across at size 1."""
    lathe(
        [(radius * size, height * size) for radius, height in KNOB],
        at,
        hardware(metal),
        (1.5708, 0, 0),
        sides=32,
    )


def grip(door, at: Point, height: float, width: float = 0.026) -> None:
    """Cuts a slot of `height` into a front, 12 mm deep, with a dark bottom."""
    x, y, z = at
    box((width + 0.002, 0.001, height + 0.002), (x, y + 0.0115, z), paint((0.03, 0.024, 0.018), 0.6), 0)
    cutter = box((width, 0.024, height), (x, y, z), door.data.materials[0], 0)
    cut(door, cutter)


def foot(x: float, y: float, height: float, metal: str) -> None:
    """Builds a round tapered foot."""
    rod(0.013, (x, y, 0), (x, y, height), hardware(metal), 0.019)


def leg(x: float, y: float, height: float, slug: str, lean: float) -> None:
    """Builds a tapered wooden leg that leans outwards by `lean` metres."""
    rod(0.014, (x + lean, y - abs(lean) * 0.5, 0), (x, y, height), front(slug, "Z"), 0.022)
