"""Props, which give the scale of the furniture."""

import math
import random

import bmesh
import bpy
from mathutils import Vector

from .materials import BLACK, BRASS, fabric, glow, metal, paint, wood
from .shapes import arc, board, box, cushion, lathe, rod, tube

CLOTH = [
    (0.60, 0.56, 0.49),
    (0.16, 0.19, 0.185),
    (0.40, 0.16, 0.10),
    (0.68, 0.64, 0.58),
    (0.29, 0.24, 0.19),
    (0.10, 0.115, 0.125),
    (0.53, 0.44, 0.32),
    (0.32, 0.36, 0.31),
]
CERAMIC = [(0.74, 0.70, 0.64), (0.16, 0.19, 0.18), (0.53, 0.34, 0.22), (0.46, 0.42, 0.35)]

VASE = [
    (0, 0),
    (0.05, 0),
    (0.075, 0.05),
    (0.08, 0.12),
    (0.045, 0.19),
    (0.035, 0.22),
    (0.04, 0.24),
    (0.032, 0.238),
    (0.028, 0.2),
    (0, 0.19),
]
JAR = [
    (0, 0),
    (0.05, 0),
    (0.056, 0.01),
    (0.056, 0.13),
    (0.048, 0.145),
    (0.05, 0.16),
    (0.044, 0.16),
    (0.04, 0.14),
    (0, 0.14),
]
BOWL = [
    (0, 0),
    (0.04, 0),
    (0.045, 0.008),
    (0.085, 0.045),
    (0.10, 0.075),
    (0.096, 0.076),
    (0.08, 0.05),
    (0.03, 0.018),
    (0, 0.016),
]
CUP = [(0, 0), (0.035, 0), (0.04, 0.006), (0.042, 0.09), (0.039, 0.091), (0.036, 0.012), (0, 0.01)]
PLATE = [(0, 0), (0.06, 0), (0.065, 0.006), (0.115, 0.018), (0.115, 0.021), (0.06, 0.010), (0, 0.009)]


def pottery(profile: list[tuple[float, float]], x: float, y: float, z: float, size: float, colour: int):
    """Builds turned pottery from a profile scaled by `size`, in one of four glazes."""
    material = paint(CERAMIC[colour % len(CERAMIC)], 0.48, 0.12, 90)
    return lathe([(radius * size, height * size) for radius, height in profile], (x, y, z), material)


def plant(x: float, y: float, size: float = 1.0) -> None:
    """Builds a potted plant with sword-shaped leaves, about 0.95 × `size` metres high."""
    pot = [(0, 0), (0.10, 0), (0.135, 0.02), (0.15, 0.24), (0.14, 0.245), (0.128, 0.2), (0, 0.2)]
    lathe(
        [(radius * size, height * size) for radius, height in pot],
        (x, y, 0),
        paint((0.70, 0.66, 0.60), 0.7, 0.2, 120),
    )
    material, rng = paint((0.045, 0.11, 0.035), 0.45, 0.15, 40), random.Random(5)
    for number in range(26):
        angle, tilt, length = number * 2.399, rng.uniform(0.15, 0.85), rng.uniform(0.45, 0.75) * size
        side = Vector((-math.sin(angle), math.cos(angle), 0))
        shape, before = bmesh.new(), None
        for step in range(9):
            t = step / 8
            out = length * math.sin(tilt) * t * (0.5 + 0.7 * t)
            up = 0.2 * size + length * t * math.cos(tilt) * (1.25 - 0.45 * t * tilt)
            half = 0.032 * size * math.sin(math.pi * min(1, 0.08 + 0.92 * t)) ** 0.8
            spine = Vector((x + out * math.cos(angle), y + out * math.sin(angle), up))
            edge = Vector((0, 0, half * 0.35))
            row = [shape.verts.new(spine + place) for place in (edge - side * half, Vector(), edge + side * half)]
            if before:
                shape.faces.new((before[0], before[1], row[1], row[0]))
                shape.faces.new((before[1], before[2], row[2], row[1]))
            before = row
        mesh = bpy.data.meshes.new("leaf")
        shape.to_mesh(mesh)
        shape.free()
        mesh.materials.append(material)
        mesh.shade_smooth()
        leaf = bpy.data.objects.new("leaf", mesh)
        bpy.context.scene.collection.objects.link(leaf)
        leaf.modifiers.new("round", "SUBSURF").render_levels = 2


def stool(x: float, y: float, kind: str = "oak", height: float = 0.43, folded: bool = True) -> None:
    """Builds a low wooden stool, by default with two folded cloths on it."""
    seat = wood(kind, "X")
    board((x - 0.22, x + 0.22), (y - 0.17, y + 0.17), (height - 0.03, height), seat, 0.006)
    for left in (x - 0.17, x + 0.17):
        for near in (y - 0.12, y + 0.12):
            foot = (left + (left - x) * 0.18, near + (near - y) * 0.18, 0)
            rod(0.014, foot, (left, near, height - 0.03), wood(kind, "Z"), 0.017)
    if folded:
        stack(x, y, height, [0, 2], 0.29)


def high_stool(x: float, y: float, height: float = 0.65, kind: str = "oak") -> None:
    """Builds a round bar stool on a black frame."""
    lathe(
        [(0, 0), (0.165, 0), (0.175, 0.008), (0.175, 0.026), (0.16, 0.034), (0, 0.03)],
        (x, y, height - 0.034),
        wood(kind, "X"),
    )
    steel = metal(BLACK, 0.4)
    for dx in (-1, 1):
        for dy in (-1, 1):
            rod(0.009, (x + dx * 0.18, y + dy * 0.18, 0), (x + dx * 0.10, y + dy * 0.10, height - 0.03), steel)
    ring = height * 0.32
    reach = 0.18 - 0.08 * 0.32
    corners = [
        (x - reach, y - reach, ring),
        (x + reach, y - reach, ring),
        (x + reach, y + reach, ring),
        (x - reach, y + reach, ring),
    ]
    for start, end in zip(corners, corners[1:] + corners[:1]):
        rod(0.007, start, end, steel)


def floor_vase(x: float, y: float, size: float = 1.0) -> None:
    """Builds a tall vase with bare twigs."""
    pottery(VASE, x, y, 0, 2.0 * size, 3)
    twig, rng = paint((0.16, 0.105, 0.06), 0.8), random.Random(9)
    for number in range(7):
        angle, reach, top = number * 2.4, rng.uniform(0.06, 0.24) * size, rng.uniform(0.95, 1.35) * size
        points = []
        for step in range(7):
            t = step / 6
            bend = 0.018 * math.sin(9 * t + number)
            points.append(
                (
                    x + math.cos(angle) * reach * t**1.6 + bend * t,
                    y + math.sin(angle) * reach * 0.5 * t**1.6,
                    0.40 * size + (top - 0.40 * size) * t,
                )
            )
        tube(points, 0.0042 * size, twig)
        for step in (3, 4, 5, 6):
            px, py, pz = points[step]
            lean = rng.uniform(-0.06, 0.06)
            tube([(px, py, pz), (px + lean, py, pz + 0.09)], 0.0026 * size, twig)


def floor_lamp(x: float, y: float, height: float = 1.55) -> None:
    """Builds a lamp with a linen shade, switched on."""
    black = metal(BLACK, 0.4)
    rod(0.14, (x, y, 0), (x, y, 0.02), black)
    rod(0.009, (x, y, 0.02), (x, y, height - 0.1), black)
    shade = [(0.17, 0), (0.135, 0.27), (0.131, 0.27), (0.166, 0)]
    lathe(shade, (x, y, height - 0.27), fabric((0.66, 0.60, 0.50)))
    lathe([(0, -0.03), (0.03, -0.01), (0.03, 0.03), (0, 0.05)], (x, y, height - 0.15), glow((1, 0.78, 0.5), 14))


def blocks(x: float, y: float) -> None:
    """Builds a child's wooden blocks and a ball."""
    colours = [(0.215, 0.265, 0.195), (0.47, 0.36, 0.2), (0.36, 0.125, 0.062)]
    for number, (dx, dz, turn) in enumerate(((0, 0, 0.2), (0.135, 0, -0.35), (0.06, 0.11, 0.5))):
        box(
            (0.11, 0.11, 0.11),
            (x + dx, y - 0.02 * number, 0.055 + dz),
            paint(colours[number], 0.5),
            0.006,
            (0, 0, turn),
        )
    lathe(
        [(0, -0.09), (0.05, -0.075), (0.085, -0.03), (0.09, 0.0), (0.085, 0.03), (0.05, 0.075), (0, 0.09)],
        (x + 0.30, y - 0.12, 0.09),
        paint((0.60, 0.54, 0.44), 0.6),
    )


def stack(x: float, y: float, z: float, colours: list[int], width: float = 0.30, thick: float = 0.048) -> float:
    """Builds a stack of folded cloths; returns the height of its top."""
    for number, colour in enumerate(colours):
        shrink = 0.012 * (number % 3)
        size = (width - shrink, 0.25, thick)
        box(
            size,
            (x + 0.004 * (number % 2), y, z + thick * (number + 0.5)),
            fabric(CLOTH[colour % len(CLOTH)]),
            thick * 0.38,
            (0, 0, 0.02 * (number % 3 - 1)),
            segments=4,
        )
    return z + thick * len(colours)


def basket(x: float, y: float, z: float, size: tuple[float, float, float], colour: int = 6) -> None:
    """Builds a cloth box with a lid."""
    width, depth, height = size
    cloth = fabric(CLOTH[colour % len(CLOTH)], 260)
    box((width, depth, height * 0.82), (x, y, z + height * 0.41), cloth, 0.012, segments=4)
    box((width + 0.012, depth + 0.012, height * 0.2), (x, y, z + height * 0.9), cloth, 0.012, segments=4)


def clothes(left: float, right: float, y: float, rail: float, longest: float, first: int = 0) -> None:
    """Builds clothes on hangers between two points of a rail `rail` metres high, none longer than `longest`."""
    black, count = metal(BLACK, 0.35), max(2, int((right - left - 0.06) / 0.088))
    for number in range(count):
        x = left + 0.07 + number * (right - left - 0.14) / max(1, count - 1)
        kind = (number * 5 + first * 3) % len(CLOTH)
        length = longest * (0.80, 0.97, 0.88, 0.74, 0.93)[(number + first) % 5]
        turn = math.radians((-1) ** number * (2 + number % 3))
        cushion(
            (0.046, 0.40, length),
            (x, y, rail - 0.07 - length / 2),
            fabric(CLOTH[kind]),
            (0, 0, turn),
            0.018,
            number + first,
        )
        tube(arc((x, y, rail - 0.022), 0.020, -0.5, math.pi + 0.3, "YZ", 10), 0.0026, black)
        tube([(x, y, rail - 0.042), (x, y, rail - 0.075)], 0.0026, black)


def scarf(x: float, y: float, top: float, colour: int) -> None:
    """Builds a scarf over a hook, its two ends of unequal length."""
    cloth = fabric(CLOTH[colour])
    for number, (shift_x, length) in enumerate(((-0.018, 0.78), (0.03, 0.62))):
        place = (x + shift_x, y - 0.022 * number, top - length / 2)
        cushion((0.115, 0.035, length), place, cloth, (0, 0.02 - 0.05 * number, 0), 0.012, number)


def tote(x: float, y: float, top: float, colour: int) -> None:
    """Builds a canvas bag on a hook."""
    cloth = fabric(CLOTH[colour])
    cushion((0.27, 0.07, 0.30), (x, y, top - 0.46), cloth, puff=0.03, seed=3)
    strap = [
        (x - 0.085, y - 0.03, top - 0.32),
        (x - 0.012, y, top),
        (x + 0.012, y, top),
        (x + 0.085, y - 0.03, top - 0.32),
    ]
    tube(strap, 0.008, cloth)


def books(x: float, y: float, z: float) -> None:
    """Builds three lying books."""
    for number, (colour, thick) in enumerate(
        (((0.40, 0.16, 0.10), 0.034), ((0.60, 0.56, 0.49), 0.026), ((0.16, 0.19, 0.185), 0.03))
    ):
        height = z + 0.031 * number
        box(
            (0.25 - 0.02 * number, 0.18, thick),
            (x, y, height + thick / 2),
            paint(colour, 0.65),
            0.002,
            (0, 0, 0.05 * number),
        )


def pendant(x: float, y: float, bottom: float, ceiling: float, radius: float = 0.13, brass: bool = False) -> None:
    """Builds a hanging lamp, switched on."""
    outer = metal(BRASS, 0.3) if brass else paint((0.03, 0.031, 0.032), 0.4)
    dome = [
        (radius, 0),
        (radius * 0.93, radius * 0.42),
        (radius * 0.62, radius * 0.82),
        (radius * 0.18, radius * 1.02),
        (0.012, radius * 1.2),
        (0.008, radius * 1.2),
    ]
    dome += [
        (0.006, radius * 0.98),
        (radius * 0.56, radius * 0.78),
        (radius * 0.89, radius * 0.4),
        (radius * 0.97, 0),
    ]
    lathe(dome, (x, y, bottom), outer)
    rod(0.0035, (x, y, bottom + radius), (x, y, ceiling), paint((0.03, 0.03, 0.03), 0.6), sides=8, bevel=0)
    lathe(
        [(0, -0.035), (0.03, -0.02), (0.035, 0.01), (0, 0.04)],
        (x, y, bottom + radius * 0.45),
        glow((1, 0.80, 0.55), 9),
        sides=16,
    )


def dishes(left: float, right: float, y: float, z: float, first: int = 0, tallest: float = 0.3) -> None:
    """Builds a row of bowls, cups, jars, vases and plates on a shelf, without equal neighbours."""
    x, number = left + 0.09, first
    while x < right - 0.08:
        kind = number % 5
        if kind == 0:
            for level in range(3):
                pottery(BOWL, x, y, z + level * 0.028, 1.0, 0)
            x += 0.26
        elif kind == 1:
            for step in range(3):
                if x + step * 0.1 < right - 0.05:
                    pottery(CUP, x + step * 0.1, y, z, 0.95, (0, 2, 0)[step])
            x += 0.38
        elif kind == 2:
            pottery(JAR, x, y, z, min(1.25, tallest / 0.17), 3)
            pottery(JAR, x + 0.14, y + 0.01, z, min(0.95, tallest / 0.18), 0)
            x += 0.34
        elif kind == 3:
            pottery(VASE, x, y, z, min(1.15, tallest / 0.25), 2 if first % 2 else 1)
            x += 0.30
        else:
            for level in range(5):
                pottery(PLATE, x + 0.02, y, z + level * 0.011, 1.05, 0)
            x += 0.33
        number += 1
