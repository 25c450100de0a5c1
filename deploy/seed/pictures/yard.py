"""Outdoor surroundings: ground, walls, leaves, sunlight."""

import math
import random
from collections.abc import Iterable

import bmesh
from mathutils import Euler, Vector

from . import studio
from .materials import paint, stone, wood
from .shapes import _mesh, _object, board

LEAF = (0.095, 0.175, 0.060)
DEEP = (0.030, 0.050, 0.022)
SKY = 1.6
"""Brightness of the visible sky; its light is weaker."""
LIMESTONE = (0.60, 0.525, 0.41)


def foliage(places: Iterable[Vector], rng: random.Random, size: float, colour=LEAF):
    """Builds leaves at the given places, each turned at random, as one light mesh."""
    shape = bmesh.new()
    for place in places:
        length = size * rng.uniform(0.65, 1.35)
        angles = (rng.uniform(-0.9, 0.9), rng.uniform(-0.9, 0.9), rng.uniform(0, math.tau))
        turn = Euler(angles).to_matrix()
        leaf = ((0, 0, 0), (0.42, 0.24, 0.07), (1, 0, 0), (0.42, -0.24, 0.07))
        shape.faces.new([shape.verts.new(place + turn @ Vector(corner) * length) for corner in leaf])
    return _object(_mesh(shape, "leaves"), (0, 0, 0), paint(colour, 0.5))


def hedge(x: tuple[float, float], y: float, height: float, rng: random.Random) -> None:
    """Builds a clipped hedge; `y` is its near face."""
    board(x, (y + 0.06, y + 0.5), (0, height - 0.06), paint(DEEP, 0.9), 0)

    def places():
        for _ in range(int((x[1] - x[0]) * height * 620)):
            yield Vector((rng.uniform(*x), y + rng.uniform(-0.03, 0.07), height * math.sqrt(rng.random())))
        for _ in range(int((x[1] - x[0]) * 300)):
            yield Vector((rng.uniform(*x), y + rng.uniform(0, 0.5), height + rng.uniform(-0.07, 0.04)))

    foliage(places(), rng, 0.075)


def dapple(rng: random.Random, x=(-5.5, -2.2), y=(-3.5, 1.0), z=(3.0, 4.6), twigs: int = 70) -> None:
    """Builds twigs of a tree outside the picture, of which only the shadow is visible."""

    def places():
        for _ in range(twigs):
            twig = Vector((rng.uniform(*x), rng.uniform(*y), rng.uniform(*z)))
            for _ in range(7):
                yield twig + Vector([rng.uniform(-0.35, 0.35) for _ in range(3)])

    foliage(places(), rng, 0.16).visible_camera = False


def limestone(rng: random.Random, x: tuple[float, float], y: float, height: float, base: float = 0.0) -> None:
    """Builds a wall of sawn blocks in running bond, its face at `y`."""
    material, joint = stone(LIMESTONE, 2.6, 0.16, 0.8), paint((0.40, 0.35, 0.275), 0.95)
    long, high = 0.42, 0.21
    board(x, (y + 0.004, y + 0.2), (base, height), joint, 0)
    row, z = 0, base
    while z < height - 0.02:
        left = x[0] - (row % 2) * long / 2
        while left < x[1]:
            span = (max(x[0], left) + 0.002, min(x[1], left + long) - 0.002)
            if span[1] - span[0] > 0.02:
                lift = rng.uniform(0, 0.003)
                board(
                    span, (y - lift, y + 0.1), (z + 0.002, min(height, z + high) - 0.002), material, 0.003, segments=1
                )
            left += long
        row, z = row + 1, z + high


def deck(kind: str, x=(-9.0, 9.0), y=(-5.0, 2.0)) -> None:
    """Builds boards along x with drainage gaps."""
    material, row = wood(kind, "X", 0.6, cut=0.05), y[1]
    while row > y[0]:
        board(x, (row - 0.14, row - 0.006), (-0.03, 0), material, 0.003)
        row -= 0.14
    board(x, y, (-0.06, -0.05), paint((0.03, 0.025, 0.02), 0.9), 0)


def sunlight(turn=(50, 0, -58), strength: float = 4.2, fill: float = 90) -> None:
    """Adds the light of a clear day; angles are in degrees."""
    studio.sun(turn, strength, 0.7, (1, 0.90, 0.76))
    studio.lamp((2.5, -4.5, 3), (0, 0, 0.5), (4, 3), fill, (0.9, 0.95, 1))
    studio.sky((0.62, 0.78, 1.0), 0.55, SKY)
