"""Second family of scenes: a narrow hall, a children's room, a bedroom and a courtyard in the evening."""

import math

from . import pieces, props, studio
from .lattice import panel
from .materials import BRASS, fabric, glow, metal, mirror, paint, wood
from .props import CLOTH
from .shapes import arc, board, box, cushion, lathe, prism, recorded, rod, shift, swing, tube
from .studio import Subject, lamp
from .wardrobe import Wardrobe
from .yard import limestone

WARM = (1.0, 0.70, 0.40)
DUSK = (0.16, 0.26, 0.52)
LINEN = (0.70, 0.67, 0.61)
CEILING = 2.75
"""Height of the hall's ceiling, in metres."""


def _seed(product: dict) -> int:
    return sum(product["code"].encode()) + 1


def hidden_light(*arguments, **options) -> None:
    """Adds an area light that is invisible itself."""
    light = lamp(*arguments, **options)
    light.visible_camera = light.visible_glossy = False


def _rug(x: tuple[float, float], y: tuple[float, float], colour, border) -> None:
    board(x, y, (0, 0.008), fabric(border, 260), 0.003)
    board((x[0] + 0.07, x[1] - 0.07), (y[0] + 0.07, y[1] - 0.07), (0.008, 0.010), fabric(colour, 260), 0.001)


def _round_mirror(x: float, z: float, radius: float) -> None:
    """Hangs a round mirror with a thin brass rim on the wall at y = 0."""
    with recorded() as parts:
        lathe([(0, 0), (radius, 0), (radius, 0.014), (0, 0.014)], (0, 0, 0), metal(BRASS, 0.3), sides=64)
        lathe([(0, 0.015), (radius - 0.012, 0.015), (radius - 0.012, 0.016), (0, 0.016)], (0, 0, 0), mirror(), sides=64)
    for obj in parts:
        obj.rotation_euler = (math.pi / 2, 0, 0)
    shift(parts, (x, -0.001, z))


def hall(product: dict, slug: str) -> None:
    """Builds a wardrobe or a console at the end of a narrow hall."""
    rng = studio.start(_seed(product))
    size = {key: value / 1000 for key, value in product["sizeMm"].items()}
    half, depth = size["width"] / 2, size["depth"]
    side = max(0.78, half + 0.16)
    plaster, trim = paint((0.60, 0.565, 0.50), 0.85, 0.06, 220), paint((0.74, 0.715, 0.66), 0.45)
    board((-side - 0.1, side + 0.1), (0, 0.1), (-0.1, CEILING), paint((0.42, 0.425, 0.37), 0.85, 0.06, 220), 0)
    for way in (-1, 1):
        board(tuple(sorted((way * side, way * (side + 0.1)))), (-7, 0), (-0.1, CEILING), plaster, 0)
        board(tuple(sorted((way * side, way * (side - 0.012)))), (-7, 0), (0, 0.08), trim, 0.003)
    board((-side, side), (-7, 0), (CEILING, CEILING + 0.1), paint((0.76, 0.74, 0.70), 0.9), 0)
    studio.floor(rng, x=(-side, side), y=(-6.6, 0.0))
    _side_door(-side, -depth - 1.45, trim)
    _rug((-0.38, 0.38), (-5.2, -depth - 0.28), CLOTH[2], CLOTH[4])
    if "piece" in product["drawing"]:
        with recorded() as parts:
            pieces.VIEWS[product["drawing"]["piece"]].build(slug, size["width"], depth, size["height"], rng)
        shift(parts, (0, -depth / 2 - 0.02, 0))
        _round_mirror(0.0, 1.48, 0.36)
    else:
        Wardrobe({**product, "drawing": {**product["drawing"], "prop": "none"}}, slug).build()
    for y in (-depth - 0.80, -depth - 1.02, -depth - 1.24):
        rod(0.012, (side - 0.002, y, 1.72), (side - 0.05, y, 1.73), metal(BRASS, 0.3))
    with recorded() as hung:
        props.tote(0, 0, 1.72, 6)
    swing(hung, (0, 0), math.radians(-90))
    shift(hung, (side - 0.06, -depth - 1.02, 0))
    # Behind the camera, for the mirror.
    board((-side, side), (-7.1, -7), (0, CEILING), plaster, 0)
    middle = -depth - 1.1
    props.pendant(0, middle, 2.04, CEILING, 0.14, brass=True)
    hidden_light((0, middle, 2.0), (0, middle, 0), (0.26, 0.26), 10, (1, 0.80, 0.58))
    hidden_light((0, middle + 0.2, 2.5), (0, 0, 1.2), (0.5, 0.2), 9, (1, 0.84, 0.66))
    hidden_light((0, -4.4, CEILING - 0.03), (0, -3.4, 0), (0.8, 1.6), 36, (1, 0.90, 0.78))
    hidden_light((0, -6.2, 1.8), (0, 0, 1.1), (1.2, 1.6), 46, (0.93, 0.96, 1))
    studio.sky(strength=0.10)
    away = -depth - 3.55
    studio.camera((0.10, away, 1.30), (-0.02, 0, 1.30), 36 * (-away - depth) / 3.35, lift=-0.01)


def _side_door(x: float, y: float, trim) -> None:
    """Builds an oak door in the wall at `x`, its middle at `y`."""
    board((x, x + 0.03), (y - 0.47, y + 0.47), (0, 2.10), trim, 0.003)
    board((x, x + 0.042), (y - 0.40, y + 0.40), (0.005, 2.03), wood("oak", "Z"), 0.003)
    rod(0.009, (x + 0.04, y + 0.33, 1.02), (x + 0.09, y + 0.33, 1.02), metal(BRASS, 0.3))
    rod(0.009, (x + 0.09, y + 0.33, 1.02), (x + 0.09, y + 0.21, 1.02), metal(BRASS, 0.3))


def _bed(x: float, y: float, kind: str, cover, width: float = 0.95, length: float = 1.95) -> None:
    """Builds a low bed along the wall at `y`; `x` is its left end, with the head."""
    board((x, x + 0.045), (y - width, y), (0.05, 0.80), wood(kind, "Y"), 0.012)
    board((x + length, x + length + 0.045), (y - width, y), (0.05, 0.44), wood(kind, "Y"), 0.012)
    for side in (y - width, y - 0.03):
        board((x + 0.045, x + length), (side, side + 0.03), (0.18, 0.34), wood(kind, "X"), 0.006)
    for post in (x + 0.022, x + length + 0.022):
        for side in (y - width + 0.03, y - 0.03):
            rod(0.022, (post, side, 0), (post, side, 0.06), wood(kind, "Z"))
    middle, across = x + length / 2 + 0.02, y - width / 2
    cushion((length - 0.05, width - 0.07, 0.17), (middle, across, 0.40), fabric(LINEN), puff=0.012)
    cushion(
        (length * 0.62, width + 0.02, 0.075), (x + length * 0.66, across, 0.475), fabric(cover, 300), puff=0.02, seed=4
    )
    cushion((0.38, 0.62, 0.13), (x + 0.27, across, 0.55), fabric((0.74, 0.72, 0.68)), (0, 0.40, 0), 0.05, 2)


def _bunting(left: float, right: float, z: float) -> None:
    """Hangs a garland of cloth triangles on the wall."""
    count, sag = 9, 0.14
    points = [(left + (right - left) * t / 24, -0.012, z - sag * (1 - (t / 12 - 1) ** 2)) for t in range(25)]
    tube(points, 0.003, paint((0.62, 0.58, 0.50), 0.8))
    for number in range(count):
        t = (number + 0.5) / count
        x, top = left + (right - left) * t, z - sag * (1 - (2 * t - 1) ** 2)
        with recorded() as flag:
            prism([(-0.07, 0), (0.07, 0), (0, -0.16)], 0.002, (0, 0, 0), fabric(CLOTH[(2, 6, 7, 0)[number % 4]]), 0)
        for obj in flag:
            obj.rotation_euler = (math.pi / 2, 0, 0)
        shift(flag, (x, -0.010, top))


def children(product: dict, slug: str) -> None:
    """Builds a wardrobe beside a low bed in a children's room."""
    rng = studio.start(_seed(product))
    studio.room(rng, (0.68, 0.645, 0.575))
    lower = (0.50, 0.40, 0.30) if slug == "sage" else (0.40, 0.445, 0.36)
    board((-8, 8), (-0.004, 0), (0.08, 1.18), paint(lower, 0.85, 0.06, 220), 0)
    board((-8, 8), (-0.022, 0), (1.18, 1.215), paint((0.74, 0.715, 0.66), 0.45), 0.004)
    Wardrobe({**product, "drawing": {**product["drawing"], "prop": "none"}}, slug).build()
    half, height = product["sizeMm"]["width"] / 2000, product["sizeMm"]["height"] / 1000
    _bed(half + 0.28, -0.06, "oak", CLOTH[7] if slug != "sage" else CLOTH[2])
    _bunting(half + 0.22, half + 1.50, 1.92)
    with recorded() as rug:
        lathe([(0, 0), (0.74, 0), (0.75, 0.006), (0.74, 0.012), (0, 0.012)], (0, 0, 0), fabric(CLOTH[0], 200), sides=72)
        lathe([(0, 0.012), (0.56, 0.012), (0.56, 0.014), (0, 0.014)], (0, 0, 0), fabric(CLOTH[6], 200), sides=72)
    shift(rug, (half + 0.18, -1.62, 0))
    with recorded() as toys:
        props.blocks(0, 0)
    shift(toys, (half + 0.02, -1.52, 0.014))
    studio.daylight(2.0, key=205, sunny=1.1)
    studio.portrait(
        Subject(-half, half + 1.30, max(height, 2.0), 0.95), yaw=-8.0, distance=4.8, least_height=2.7, fill=0.94
    )


def evening(product: dict, slug: str) -> None:
    """Builds a wardrobe in a bedroom after sunset: a lamp, and dusk in the window."""
    rng = studio.start(_seed(product))
    studio.room(rng, (0.34, 0.335, 0.30) if slug in ("white", "sand", "oak", "ash") else (0.46, 0.41, 0.34))
    half, height = product["sizeMm"]["width"] / 2000, product["sizeMm"]["height"] / 1000
    Wardrobe({**product, "drawing": {**product["drawing"], "prop": "none"}}, slug).build()
    window(-half - 1.02, -half - 0.36, 0.92, 2.15)
    props.floor_lamp(half + 0.40, -0.34, 1.62)
    light = studio.lamp((half + 0.40, -0.34, 1.46), (half + 0.40, -0.34, 0), (0.12, 0.12), 9, WARM)
    light.visible_camera = False
    hidden_light((half + 0.40, -0.36, 1.62), (half + 0.40, -0.3, 3), (0.2, 0.2), 7, WARM)
    with recorded() as pouf:
        lathe(
            [(0, 0), (0.25, 0), (0.28, 0.04), (0.29, 0.20), (0.27, 0.34), (0.2, 0.38), (0, 0.39)],
            (0, 0, 0),
            fabric(CLOTH[2]),
        )
        props.books(-0.02, 0.0, 0.388)
    shift(pouf, (half + 0.15, -1.10, 0))
    _rug((-half - 0.5, half + 0.75), (-2.05, -0.80), CLOTH[0], CLOTH[6])
    hidden_light((2.1, -3.0, 2.1), (0, -0.3, 1.0), (1.0, 1.0), 92, (1, 0.78, 0.54))
    hidden_light((-2.8, -2.4, 2.0), (0, -0.3, 1.0), (1.6, 1.8), 44, (0.45, 0.60, 1.0))
    studio.sky(DUSK, 0.10)
    studio.portrait(Subject(-half - 1.12, half + 0.62, height, 0.62), yaw=7.0, least_height=2.7, fill=0.97)


def window(left: float, right: float, low: float, high: float) -> None:
    """Builds a window in the wall at y = 0, with the sky after sunset behind it."""
    steps = 28
    for number in range(steps):
        share = number / (steps - 1)
        tone = tuple(a + (b - a) * share for a, b in zip((0.62, 0.42, 0.34), (0.10, 0.17, 0.40)))
        z = (low + (high - low) * number / steps, low + (high - low) * (number + 1) / steps)
        board((left, right), (-0.004, -0.002), z, glow(tone, 0.55), 0)
    frame = paint((0.62, 0.60, 0.55), 0.4)
    for x in (left - 0.05, (left + right) / 2 - 0.025, right):
        board((x, x + 0.05), (-0.045, -0.001), (low - 0.05, high + 0.05), frame, 0.003)
    for z in (low - 0.05, low + (high - low) * 0.68, high):
        board((left - 0.05, right + 0.05), (-0.040, -0.002), (z, z + 0.05), frame, 0.003)
    board((left - 0.09, right + 0.09), (-0.12, -0.001), (low - 0.09, low - 0.05), frame, 0.004)


def _lit_lattice(x: float, low: float, high: float, width: float) -> None:
    """Builds a lattice window in the wall at y = 0, a lit room behind it."""
    columns = max(2, round(width / 0.24))
    cell = width / columns
    rows = max(2, round((high - low) / cell))
    high = low + rows * cell
    left = x - width / 2
    board((left, left + width), (-0.006, -0.004), (low, high), glow((1.0, 0.66, 0.32), 2.6), 0)
    panel(columns, rows, cell, 0.022, 0.02, (x, -0.022, (low + high) / 2), wood("walnut", "Z"))
    stone = paint((0.50, 0.43, 0.33), 0.85, 0.06, 90)
    for side in ((left - 0.10, left), (left + width, left + width + 0.10)):
        board(side, (-0.06, 0.0), (low - 0.1, high + 0.1), stone, 0.004)
    for z in ((low - 0.10, low), (high, high + 0.10)):
        board((left, left + width), (-0.06, 0.0), z, stone, 0.004)


def _lantern(x: float, y: float, z: float) -> None:
    """Builds a lantern of four posts and a roof around a flame."""
    black = metal((0.03, 0.03, 0.03), 0.5)
    for side in (-0.07, 0.07):
        for way in (-0.07, 0.07):
            box((0.012, 0.012, 0.26), (x + side, y + way, z + 0.14), black, 0.001)
    box((0.18, 0.18, 0.014), (x, y, z + 0.007), black, 0.003)
    box((0.18, 0.18, 0.014), (x, y, z + 0.272), black, 0.003)
    box((0.09, 0.09, 0.03), (x, y, z + 0.290), black, 0.010)
    tube(arc((x, y, z + 0.305), 0.035, 0, math.pi), 0.004, black)
    rod(0.03, (x, y, z + 0.014), (x, y, z + 0.10), paint((0.76, 0.70, 0.58), 0.5))
    lathe([(0, 0), (0.012, 0.015), (0.009, 0.035), (0, 0.06)], (x, y, z + 0.10), glow((1.0, 0.62, 0.26), 60), sides=12)
    hidden_light((x, y, z + 0.25), (x, y, 0), (0.08, 0.08), 2.2, (1.0, 0.62, 0.30))


def _bulbs(left: float, right: float, y: float, z: float) -> None:
    """Hangs a string of bulbs."""
    points = []
    for number in range(33):
        t = number / 32
        points.append((left + (right - left) * t, y, z - 0.30 * (1 - (2 * t - 1) ** 2)))
    tube(points, 0.004, paint((0.02, 0.02, 0.02), 0.6))
    drop = [(0, -0.030), (0.018, -0.022), (0.022, -0.004), (0.010, 0.018), (0, 0.02)]
    for x, at, high in points[2:-1:4]:
        lathe(drop, (x, at, high - 0.03), glow((1.0, 0.72, 0.40), 16), sides=16)


def courtyard(product: dict, slug: str) -> None:
    """Builds a piece in a courtyard after sunset, under bulbs, beside a lit lattice window."""
    view = pieces.VIEWS[product["drawing"]["piece"]]
    rng = studio.start(_seed(product))
    width, depth, height = (product["sizeMm"][side] / 1000 for side in ("width", "depth", "height"))
    studio.paving(rng)
    limestone(rng, (-5.0, 5.0), 0.0, 4.6)
    aside = width / 2 + 0.15
    _lit_lattice(-min(aside, 0.75), 1.25, 2.2, 0.72)
    back = max(view.back, 0.35)
    with recorded() as parts:
        view.build(slug, width, depth, height, rng)
    away = -(back + depth / 2)
    shift(parts, (0, away, 0))
    props.plant(width / 2 + 0.34, -0.36, 1.5)
    _lantern(-width / 2 - 0.22, away - depth / 2 - 0.05, 0.0)
    _lantern(width / 2 + 0.42, away - depth / 2 + 0.02, 0.0)
    _bulbs(-2.6, 2.6, -0.45, 2.62)
    hidden_light((0, -0.9, 2.5), (0, away, 0), (2.6, 0.3), 52, WARM)
    hidden_light((-min(aside, 0.75), -0.25, 1.7), (-0.3, -2.0, 0.2), (0.7, 0.9), 10, (1.0, 0.66, 0.34))
    hidden_light((2.8, -3.4, 2.6), (0, 0, 0.6), (2.6, 2.2), 70, (0.46, 0.60, 1.0))
    studio.sky(DUSK, 0.22, 0.5)
    studio.portrait(
        Subject(-width / 2 - 0.42, width / 2 + 0.62, height, depth + back),
        yaw=-view.yaw * 0.7,
        distance=view.distance,
        least_height=max(view.least_height, 2.35),
        fill=0.92,
        floor_line=0.70,
        eye=1.2,
    )
