"""Fittings of metal and wood, in use or lying on the bench, around the origin."""

import math
import random

from mathutils import Matrix

from . import props
from .hardware import bar_handle, knob
from .lattice import laths
from .materials import METALS, brushed, front, hardware, metal, paint, wood
from .shapes import arc, board, box, cut, lathe, prism, recorded, rod, shift, swing, transform, tube

DARK = (0.012, 0.012, 0.012)
UPRIGHT = Matrix.Rotation(math.pi / 2, 4, "X")


def _screw_head(x: float, y: float, z: float, radius: float, material, turn: float = 0.0, facing: str = "up") -> None:
    """Builds a countersunk cross head, flush with a surface that faces up or the camera."""
    with recorded() as parts:
        lathe(
            [(0, 0.0004), (radius * 0.8, 0.0004), (radius, 0), (radius, -0.0008), (0, -0.0008)],
            (0, 0, 0),
            material,
            sides=24,
        )
        for angle in (turn, turn + math.pi / 2):
            box((radius * 1.15, radius * 0.26, 0.0004), (0, 0, 0.0004), paint(DARK, 0.5), 0, (0, 0, angle))
    base = Matrix.Translation((x, y, z))
    transform(parts, base if facing == "up" else base @ UPRIGHT)


def _screw(x: float, y: float, length: float, turn: float, material, radius: float = 0.0042) -> None:
    """Builds a wood screw that lies on the bench."""
    profile, z = [(0, 0), (radius, 0), (radius * 0.45, radius * 0.9)], radius
    while z < length * 0.86:
        profile += [
            (radius * 0.40, z),
            (radius * 0.62, z + radius * 0.22),
            (radius * 0.40, z + radius * 0.44),
        ]
        z += radius * 0.44
    profile.append((0, length))
    lathe(profile, (x, y, radius * 0.8), material, (math.pi / 2, 0, turn), sides=20)


def _slab(thick: float, outline_x: float, outline_y: float, material, at, bevel=0.0004):
    x, y, z = at
    return board(
        (x - outline_x / 2, x + outline_x / 2),
        (y - outline_y / 2, y + outline_y / 2),
        (z, z + thick),
        material,
        bevel,
    )


def dowels(slug: str) -> None:
    """Builds a handful of fluted dowels, three of them standing."""
    rng, material = random.Random(4), front(slug, "Y")
    flutes = []
    for step in range(48):
        angle, radius = math.tau * step / 48, 0.005 if step % 4 < 2 else 0.0045
        flutes.append((radius * math.cos(angle), radius * math.sin(angle)))
    for row in range(4):
        for column in range(4):
            x, y = (column - 1.5) * 0.034 + rng.uniform(-0.004, 0.004), (row - 1.2) * 0.046 + rng.uniform(
                -0.003, 0.003
            )
            dowel = prism(flutes, 0.04, (0, 0, 0), material, 0.0006)
            turn = Matrix.Rotation(math.radians(rng.uniform(-42, 42)), 4, "Z")
            transform(
                [dowel],
                Matrix.Translation((x, y, 0.005)) @ turn @ UPRIGHT @ Matrix.Translation((0, 0, -0.02)),
            )
    for x, y in ((-0.075, 0.10), (-0.058, 0.118), (0.078, 0.112)):
        prism(flutes, 0.04, (x, y, 0), front(slug, "Z"), 0.0006)


def cup_hinge(slug: str) -> None:
    """Builds two cup hinges: one lying, one turned to show its cup."""
    body = brushed(METALS[slug][0], METALS[slug][1])
    shine = metal(METALS[slug][0], METALS[slug][1])
    for x, y, turn in ((-0.045, 0.01, 0.35), (0.05, 0.045, -0.7)):
        with recorded() as parts:
            prism(
                [(-0.03, -0.009), (0.03, -0.009), (0.03, 0.009), (-0.03, 0.009)],
                0.0018,
                (0, 0, 0.0115),
                body,
                0.0008,
            )
            lathe(
                [
                    (0, 0),
                    (0.0165, 0),
                    (0.0172, 0.0006),
                    (0.0172, 0.0115),
                    (0.0205, 0.0117),
                    (0.0205, 0.0133),
                    (0.0150, 0.0133),
                    (0.0146, 0.003),
                    (0, 0.003),
                ],
                (0, 0, 0),
                shine,
            )
            for sx in (-0.0245, 0.0245):
                _screw_head(sx, 0, 0.0133, 0.0036, shine, sx * 30)
            for sx in (-0.008, 0.008):
                board((sx - 0.0012, sx + 0.0012), (0.002, 0.045), (0.010, 0.024), shine, 0.0006)
            _slab(0.0016, 0.0185, 0.062, body, (0, 0.066, 0.0235), 0.0008)
            for sx in (-0.0088, 0.0088):
                board((sx - 0.0007, sx + 0.0007), (0.036, 0.097), (0.0125, 0.0245), body, 0.0004)
            for sy in (0.056, 0.082):
                _screw_head(0, sy, 0.0252, 0.0042, shine, sy * 40)
            wings = [(-0.031, 0.072), (0.031, 0.072), (0.031, 0.088), (-0.031, 0.088)]
            prism(wings, 0.0115, (0, 0, 0.0005), body, 0.0012)
            for sx in (-0.024, 0.024):
                _screw_head(sx, 0.080, 0.0121, 0.0042, shine, sx * 55)
        swing(parts, (0, 0), turn)
        shift(parts, (x, y - 0.04, 0))


def butt_hinge(slug: str) -> None:
    """Builds two butt hinges: one open on the bench, one standing at a right angle."""
    material = metal(METALS[slug][0], METALS[slug][1])

    def leaf(side: int) -> list:
        with recorded() as parts:
            plate = _slab(0.0025, 0.027, 0.076, material, (side * 0.0165, 0, 0), 0.0006)
            for number, y in enumerate((-0.028, -0.0095, 0.0095, 0.028)):
                x = side * (0.0135 if number in (1, 2) else 0.0215)
                hole = rod(0.0031, (x, y, -0.01), (x, y, 0.01), material, sides=24, bevel=0)
                cut(plate, hole)
                _screw_head(x, y, 0.0019, 0.0036, material, number + side)
        return parts

    def barrel() -> list:
        with recorded() as parts:
            for number in range(5):
                y = -0.038 + number * 0.0152
                rod(0.0040, (0, y + 0.0002, 0.0025), (0, y + 0.015, 0.0025), material, sides=28, bevel=0.0003)
            for y, way in ((-0.038, -1), (0.038, 1)):
                lathe(
                    [(0.0036, 0), (0.0028, 0.0016), (0.0036, 0.0034), (0.0024, 0.0056), (0, 0.006)],
                    (0, y, 0.0025),
                    material,
                    (-way * math.pi / 2, 0, 0),
                    sides=20,
                )
        return parts

    flat = leaf(-1) + leaf(1) + barrel()
    transform(flat, Matrix.Translation((-0.03, -0.02, 0.0)) @ Matrix.Rotation(math.radians(-28), 4, "Z"))
    lying = leaf(1) + barrel()
    standing = leaf(-1)
    transform(standing, Matrix.Rotation(math.radians(82), 4, "Y"))
    transform(lying + standing, Matrix.Translation((0.055, 0.055, 0.0)) @ Matrix.Rotation(math.radians(24), 4, "Z"))
    for x, y, turn in ((0.052, -0.045, 0.5), (0.068, -0.032, -0.3), (0.036, -0.055, 1.1)):
        _screw(x, y, 0.02, turn, material, 0.0034)


def bracket(slug: str) -> None:
    """Builds two brackets under an oak shelf on a wall."""
    board((-2, 2), (0, 0.05), (-1.5, 2), paint((0.62, 0.58, 0.51), 0.85, 0.05, 200), 0)
    board((-0.42, 0.42), (-0.235, -0.001), (0, 0.028), wood("oak", "X", cut=0.05), 0.002)
    material = hardware(slug)
    for x in (-0.24, 0.24):
        bend = [(-0.004, -0.18), (0, -0.18), (0, -0.002), (-0.002, 0), (-0.22, 0), (-0.22, -0.004)]
        bend += [(-0.006, -0.004), (-0.004, -0.006)]
        outline = [(-y, z) for y, z in bend]
        with recorded() as parts:
            prism(outline, 0.03, (0, 0, -0.015), material, 0.0006)
        turn = Matrix(((0, 0, 1, 0), (-1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 0, 1)))
        transform(parts, Matrix.Translation((x, -0.001, 0)) @ turn)
        for z in (-0.06, -0.145):
            _screw_head(x, -0.0055, z, 0.0048, material, z * 30, "camera")
    props.dishes(-0.36, 0.38, -0.12, 0.028, 2, 0.24)


def runner(slug: str) -> None:
    """Builds a pair of drawer runners, one extended."""
    body, bright = brushed(METALS[slug][0], 0.36), metal(METALS[slug][0], 0.22)

    def channel(start: float, end: float, high: float, deep: float) -> None:
        board((start, end), (deep, deep + 0.0012), (0.0225 - high / 2, 0.0225 + high / 2), body, 0.0003)
        for z in (0.0225 - high / 2, 0.0225 + high / 2 - 0.0012):
            board((start, end), (deep - 0.006, deep), (z, z + 0.0012), body, 0.0003)

    for y, drawn, turn in ((0.05, 0.16, 0.10), (-0.035, 0.0, 0.10)):
        with recorded() as parts:
            channel(-0.25, 0.25, 0.045, 0.004)
            channel(-0.24 + drawn * 0.5, 0.245 + drawn * 0.5, 0.034, 0.0005)
            channel(-0.25 + drawn, 0.25 + drawn, 0.026, -0.0035)
            for x in (-0.20, -0.08, 0.06, 0.19):
                _screw_head(x + drawn, -0.0045, 0.0225, 0.0042, bright, x * 50, "camera")
            for step in range(10):
                x = 0.10 + step * 0.012 + drawn * 0.4
                for z in (0.0075, 0.0375):
                    lathe([(0, -0.002), (0.002, 0), (0, 0.002)], (x, -0.002, z), bright, sides=12)
            board(
                (drawn + 0.17, drawn + 0.21),
                (-0.008, -0.0035),
                (0.014, 0.019),
                paint((0.03, 0.03, 0.03), 0.5),
                0.0008,
            )
        swing(parts, (0, 0), turn)
        shift(parts, (-0.08, y, 0))


def bar_handles(slug: str) -> None:
    """Builds a pair of bar handles on two doors."""
    kind = "oak" if slug != "steel" else "walnut"
    for left, right in ((-0.6, -0.0015), (0.0015, 0.6)):
        board((left, right), (0, 0.022), (-0.6, 0.6), wood(kind, "Z", cut=0.08), 0.0015)
    for x in (-0.045, 0.045):
        bar_handle((x, 0, 0.0), 0.256, slug)


def knobs(slug: str) -> None:
    """Builds knobs on two painted drawers, seen from the side, and a loose one on the edge below."""
    colour = "forest" if slug in ("oak", "beech", "brass") else "sand"
    for low, high in ((-0.30, -0.0015), (0.0015, 0.30)):
        board((-0.5, 0.5), (0, 0.02), (low, high), front(colour), 0.0018)
    knob((-0.0, 0, 0.075), slug, 1.0)
    knob((-0.0, 0, -0.075), slug, 1.0)


def leg(slug: str) -> None:
    """Builds a small table on four of the legs, to be seen in a room."""
    top = front(slug if slug != "black" else "oak", "X")
    board((-0.55, 0.55), (-1.05, -0.45), (0.72, 0.745), top, 0.004)
    for sx in (-1, 1):
        for sy in (-1, 1):
            x, y = sx * 0.46, -0.75 + sy * 0.21
            rod(0.0175, (x + sx * 0.055, y + sy * 0.055, 0), (x, y, 0.715), front(slug, "Z"), 0.030, sides=40)
            box((0.10, 0.10, 0.004), (x, y, 0.718), metal((0.03, 0.03, 0.03), 0.4), 0.001)
    props.pottery(props.VASE, -0.22, -0.72, 0.745, 1.15, 0)
    props.books(0.18, -0.75, 0.745)


def lattice(slug: str) -> None:
    """Builds a framed lattice panel that leans against the wall, lit from behind."""
    size, rim = 0.30, 0.022
    with recorded() as parts:
        laths(2, 2, 0.128, 0.0115, 0.020, slug)
        for x in (-1, 1):
            board(
                (x * size / 2 - (rim if x > 0 else 0), x * size / 2 + (rim if x < 0 else 0)),
                (-0.011, 0.011),
                (-size / 2, size / 2),
                front(slug, "Z"),
                0.001,
            )
            board(
                (-size / 2 + rim, size / 2 - rim),
                (-0.011, 0.011),
                (x * size / 2 - (rim if x > 0 else 0), x * size / 2 + (rim if x < 0 else 0)),
                front(slug, "X"),
                0.001,
            )
    lean = Matrix.Translation((0, 0.02, size / 2)) @ Matrix.Rotation(math.radians(-9), 4, "X")
    transform(parts, lean)
    board((-3, 3), (0.062, 0.09), (-0.1, 2), paint((0.66, 0.61, 0.53), 0.9), 0)


def rail(slug: str) -> None:
    """Builds the rail in a wardrobe, with clothes on it."""
    for x in (-0.52, 0.50):
        board((x, x + 0.022), (-0.30, 0.28), (-1.4, 0.142), wood("oak", "Z", cut=0.08), 0.0015)
    board((-0.5, 0.5), (-0.28, 0.28), (0.12, 0.142), wood("oak", "X", cut=0.08), 0.0015)
    board((-0.5, 0.5), (0.27, 0.28), (-1.4, 0.12), wood("oak", "Z", cut=0.08), 0)
    board((-4, 4), (0.30, 0.34), (-3, 3), paint((0.60, 0.56, 0.49), 0.85), 0)
    material = hardware(slug)
    rod(0.0125, (-0.498, 0, 0), (0.5, 0, 0), material)
    for x in (-0.498, 0.5):
        way = 1 if x < 0 else -1
        rod(0.024, (x, 0, 0), (x + way * 0.006, 0, 0), material)
        rod(0.0165, (x + way * 0.006, 0, 0), (x + way * 0.02, 0, 0), material)
    props.clothes(-0.30, 0.44, 0, 0.012, 0.95, 3)


def angle(slug: str) -> None:
    """Builds four corner braces, each in another position."""
    material, turns = hardware(slug), (0.3, -0.5, 1.9, 2.7)
    for (x, y), turn in zip(((-0.06, -0.04), (0.05, -0.05), (-0.045, 0.06), (0.065, 0.05)), turns):
        with recorded() as parts:
            foot = _slab(0.002, 0.02, 0.06, material, (0, 0.03, 0), 0.0006)
            wall = board((-0.01, 0.01), (0, 0.002), (0, 0.06), material, 0.0006)
            for place in (0.022, 0.046):
                for side in (-0.003, 0.003):
                    cut(
                        foot,
                        rod(
                            0.0024,
                            (0, place + side, -0.01),
                            (0, place + side, 0.01),
                            material,
                            sides=20,
                            bevel=0,
                        ),
                    )
                    cut(
                        wall,
                        rod(
                            0.0024,
                            (0, -0.01, place + side),
                            (0, 0.01, place + side),
                            material,
                            sides=20,
                            bevel=0,
                        ),
                    )
                slot = board((-0.00225, 0.00225), (place - 0.003, place + 0.003), (-0.01, 0.01), material, 0)
                cut(foot, slot)
                slot = board((-0.00225, 0.00225), (-0.011, 0.011), (place - 0.003, place + 0.003), material, 0)
                cut(wall, slot)
        swing(parts, (0, 0.03), turn)
        shift(parts, (x, y, 0))
    for x, y, turn in ((0.0, -0.005, 0.4), (0.012, 0.012, -0.8), (-0.016, 0.006, 1.7)):
        _screw(x, y, 0.022, turn, metal(METALS["steel"][0], 0.3), 0.0032)


def cam(slug: str) -> None:
    """Builds cams and bolts on a piece of board, one pair joined in it."""
    shine, body = metal(METALS[slug][0], 0.25), metal(METALS[slug][0], 0.42)
    block = board((-0.09, 0.03), (-0.055, 0.055), (0, 0.018), wood("oak", "X", cut=0.05), 0.001)
    board((0.0302, 0.0482), (-0.055, 0.055), (0, 0.075), wood("ash", "Z", cut=0.05), 0.001)
    cut(block, rod(0.0076, (-0.004, -0.01, 0.004), (-0.004, -0.01, 0.03), body, sides=40, bevel=0))

    def disc(x: float, y: float, z: float, turn: float) -> None:
        lathe(
            [(0, 0), (0.0072, 0), (0.0075, 0.0004), (0.0075, 0.0115), (0.0068, 0.0122), (0, 0.0122)],
            (x, y, z),
            body,
            sides=40,
        )
        for more in (0, math.pi / 2):
            box((0.0085, 0.0016, 0.0006), (x, y, z + 0.0122), paint(DARK, 0.5), 0, (0, 0, turn + more))

    def bolt(x: float, y: float, turn: float) -> None:
        profile = [
            (0, 0),
            (0.0032, 0),
            (0.0036, 0.0008),
            (0.0036, 0.0026),
            (0.0018, 0.0034),
            (0.0018, 0.0062),
            (0.0032, 0.0066),
            (0.0032, 0.020),
            (0.0040, 0.0204),
            (0.0040, 0.0222),
        ]
        z = 0.0226
        while z < 0.0335:
            profile += [(0.0021, z), (0.0031, z + 0.0008), (0.0021, z + 0.0016)]
            z += 0.0017
        profile.append((0, 0.0345))
        lathe(profile, (x, y, 0.0038), shine, (math.pi / 2, 0, turn), sides=28)

    disc(-0.004, -0.01, 0.0062, 0.5)
    for x, y, z, turn in (
        (-0.055, 0.02, 0.018, 0.2),
        (-0.032, 0.034, 0.018, 1.0),
        (0.078, -0.02, 0, 0.4),
        (0.092, 0.008, 0, 1.3),
    ):
        disc(x, y, z, turn)
    for x, y, turn in ((-0.03, -0.075, 1.2), (0.02, -0.08, 1.9), (0.075, -0.055, 0.7)):
        bolt(x, y, turn)


def hook(slug: str) -> None:
    """Builds two hooks on an oak board, one with a scarf."""
    material = hardware(slug)
    board((-2, 2), (0.022, 0.05), (-1.5, 2), paint((0.60, 0.56, 0.49), 0.85, 0.05, 200), 0)
    board((-0.5, 0.5), (0, 0.022), (-0.055, 0.055), wood("oak", "X", cut=0.05), 0.0025)
    for x in (-0.085, 0.085):
        _slab(0.005, 0.024, 0.078, material, (0, 0, 0)).matrix_world = Matrix.Translation((x, 0, 0)) @ UPRIGHT
        for z in (-0.030, 0.030):
            _screw_head(x, -0.0052, z, 0.0042, material, z * 60, "camera")
        upper = [
            (x, -0.004, 0.008),
            (x, -0.022, 0.010),
            (x, -0.036, 0.018),
            (x, -0.044, 0.032),
            (x, -0.047, 0.046),
        ]
        lower = [(x, -0.004, -0.008), *arc((x, -0.021, -0.018), 0.019, 0.4, -math.pi + 0.15, "YZ", 14)]
        for line in (upper, lower):
            tube(line, 0.0048, material)
            end = line[-1]
            lathe(
                [(0, -0.0078), (0.0055, -0.0055), (0.0078, 0), (0.0055, 0.0055), (0, 0.0078)],
                end,
                material,
                sides=24,
            )


FITTINGS = {
    "dowels": (dowels, 0.24, 34),
    "cup-hinge": (cup_hinge, 0.245, 38),
    "butt-hinge": (butt_hinge, 0.21, 34),
    "bracket": (bracket, 0.80, -12),
    "runner": (runner, 0.70, 26),
    "bar-handle": (bar_handles, 0.46, 4),
    "knob": (knobs, 0.26, 8),
    "leg": (leg, 0.0, 0),
    "lattice": (lattice, 0.50, 12),
    "rail": (rail, 1.05, -2),
    "angle": (angle, 0.26, 36),
    "cam": (cam, 0.285, 34),
    "hook": (hook, 0.36, 4),
}
"""For each kind: its builder, the width of the picture in metres, the camera's elevation in degrees."""
ON_WALL = ("bracket", "bar-handle", "knob", "rail", "hook")
"""Kinds that build their own background, so that they need no bench."""
