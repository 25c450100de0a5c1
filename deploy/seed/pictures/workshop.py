"""Workshop: a joiner's bench by the wall, tools in their rack, stored boards."""

import math

from mathutils import Matrix

from . import joint, studio
from .lattice import laths
from .materials import STEEL, brushed, metal, paint, wood
from .shapes import board, box, cut, lathe, prism, recorded, rod, shift, transform
from .studio import camera, lamp

HEIGHT = 0.88


def _bench() -> None:
    """Builds a beech bench: thick top with dog holes, a leg vice at its left, a shelf below."""
    across, along, up = wood("beech", "X"), wood("beech", "Y"), wood("beech", "Z")
    left, right, near, far = -1.05, 1.05, -0.80, -0.12
    top = board((left, right), (near, far), (HEIGHT - 0.085, HEIGHT), across, 0.004)
    dark = paint((0.05, 0.03, 0.02), 0.8)
    for number in range(7):
        x = left + 0.34 + number * 0.24
        cut(top, rod(0.010, (x, near + 0.10, HEIGHT - 0.05), (x, near + 0.10, HEIGHT + 0.05), dark, sides=20, bevel=0))
    for x in (left + 0.16, right - 0.25):
        for y in (near + 0.03, far - 0.12):
            board((x, x + 0.09), (y, y + 0.09), (0, HEIGHT - 0.085), up, 0.004)
        board((x + 0.015, x + 0.075), (near + 0.12, far - 0.12), (0.14, 0.23), along, 0.003)
    for y in (near + 0.05, far - 0.09):
        board((left + 0.25, right - 0.25), (y, y + 0.045), (0.14, 0.24), across, 0.003)
    for number in range(5):
        y = near + 0.10 + number * 0.095
        board((left + 0.27, right - 0.27), (y, y + 0.09), (0.24, 0.262), across, 0.002)
    x = left + 0.205
    chop = [(-0.075, 0), (0.075, 0), (0.095, 0.55), (0.095, 0.80), (-0.095, 0.80), (-0.095, 0.55)]
    with recorded() as vice:
        prism(chop, 0.05, (0, 0, 0), wood("beech", "Y"), 0.004)
    transform(vice, Matrix.Translation((x, near - 0.012, 0.075)) @ Matrix.Rotation(math.pi / 2, 4, "X"))
    walnut = wood("walnut", "Y")
    rod(0.030, (x, near - 0.06, 0.62), (x, near - 0.15, 0.62), walnut)
    rod(0.013, (x - 0.17, near - 0.115, 0.70), (x + 0.17, near - 0.115, 0.54), wood("walnut", "X"))
    for way in (-1, 1):
        lathe(
            [(0, -0.02), (0.018, -0.014), (0.02, 0), (0.018, 0.014), (0, 0.02)],
            (x + way * 0.17, near - 0.115, 0.62 - way * 0.08),
            walnut,
        )


def _plane(x: float, y: float, turn: float) -> None:
    """Builds a wooden plane on the bench."""
    with recorded() as parts:
        box((0.26, 0.062, 0.062), (0, 0, 0.031), wood("walnut", "X"), 0.004)
        box((0.09, 0.046, 0.004), (-0.012, 0, 0.082), brushed(), 0.001, (0, math.radians(-48), 0))
        box((0.05, 0.040, 0.014), (0.012, 0, 0.076), wood("beech", "X"), 0.003, (0, math.radians(-48), 0))
        handle = [(-0.012, 0), (0.022, 0), (0.010, 0.045), (0.018, 0.085), (-0.016, 0.09), (-0.022, 0.05)]
        tote = prism(handle, 0.024, (0, 0, 0), wood("walnut", "Y"), 0.006)
        transform([tote], Matrix.Translation((-0.085, 0.012, 0.06)) @ Matrix.Rotation(math.pi / 2, 4, "X"))
        lathe(
            [(0, 0), (0.012, 0), (0.010, 0.015), (0.017, 0.03), (0.012, 0.042), (0, 0.044)],
            (0.095, 0, 0.062),
            wood("walnut", "Z"),
        )
    transform(parts, Matrix.Translation((x, y, HEIGHT)) @ Matrix.Rotation(turn, 4, "Z"))


def _chisel(at: tuple[float, float, float], wide: float, lying: float | None = None) -> None:
    """Builds a chisel, in the rack with its edge down, or on the bench at the angle `lying`."""
    handle = [(0, 0), (0.011, 0), (0.012, 0.02), (0.015, 0.07), (0.013, 0.11), (0.009, 0.118), (0, 0.12)]
    with recorded() as parts:
        lathe(handle, (0, 0, 0), wood("beech", "Z"), sides=24)
        board((-wide / 2, wide / 2), (-0.002, 0.002), (-0.13, 0.0), metal(STEEL, 0.3), 0.0006)
    flat = Matrix.Identity(4)
    if lying is not None:
        flat = (
            Matrix.Rotation(lying, 4, "Z") @ Matrix.Translation((0, 0, 0.013)) @ Matrix.Rotation(-math.pi / 2, 4, "X")
        )
    transform(parts, Matrix.Translation(at) @ flat)


def _rack() -> None:
    """Builds a strip on the wall with chisels, and a try square beside it."""
    board((-0.95, 0.10), (-0.055, -0.002), (1.56, 1.60), wood("oak", "X"), 0.003)
    for number, wide in enumerate((0.006, 0.010, 0.012, 0.016, 0.020, 0.025, 0.032)):
        _chisel((-0.87 + number * 0.105, -0.066, 1.585), wide)
    for x in (-0.08, 0.03):
        rod(0.006, (x, -0.055, 1.58), (x, -0.11, 1.586), wood("beech", "Y"), sides=16)
    mallet = wood("beech", "Z")
    rod(0.014, (-0.025, -0.085, 1.36), (-0.025, -0.085, 1.60), mallet, 0.016)
    box((0.15, 0.075, 0.10), (-0.025, -0.085, 1.65), wood("beech", "X"), 0.006)


def _leaning_boards() -> None:
    """Builds boards of several woods that lean against the wall."""
    for number, (kind, width, length) in enumerate(
        (
            ("oak", 0.21, 2.30),
            ("walnut", 0.18, 2.05),
            ("ash", 0.24, 2.42),
            ("beech", 0.16, 1.90),
            ("smoked-oak", 0.20, 2.15),
        )
    ):
        x, lean = 1.36 + number * 0.17, math.radians(-6 - number % 3)
        y = -0.03 - math.sin(-lean) * length / 2 - 0.03 * (number % 2)
        box(
            (width, 0.028, length),
            (x, y, length / 2 * math.cos(lean)),
            wood(kind, "Z"),
            0.002,
            (lean, 0.012 * (-1) ** number, 0),
        )


def bench() -> None:
    """Builds the bench in morning light: an unfinished lattice, a dovetailed corner, a plane."""
    rng = studio.start(41)
    studio.room(rng, skirting=False)
    _bench()
    _rack()
    _leaning_boards()
    _plane(-0.28, -0.55, math.radians(14))
    with recorded() as corner:
        joint.dovetail("oak", "walnut")
    shift(corner, (0.28, -0.42, HEIGHT))
    with recorded() as panel:
        laths(4, 3, 0.125, 0.0125, 0.020, "walnut")
    transform(panel, Matrix.Translation((0.68, -0.10, HEIGHT + 0.19)) @ Matrix.Rotation(math.radians(-10), 4, "X"))
    for number, (x, y, lying) in enumerate(((0.52, -0.60, 0.5), (0.60, -0.64, 0.62))):
        _chisel((x, y, HEIGHT), 0.016 + 0.008 * number, lying)
    for number in range(9):
        x, y = -0.42 + rng.uniform(-0.30, 0.42), -0.62 + rng.uniform(-0.12, 0.14)
        _shaving(x, y, HEIGHT if number < 7 else 0.0, rng.uniform(0, math.tau), rng.uniform(0.012, 0.02))
    studio.daylight(2.4, key=190, sunny=1.4)
    lamp((-2.6, -1.2, 2.4), (0, -0.4, 0.9), (1.2, 1.2), 45, (1, 0.95, 0.88))
    camera((-0.95, -3.75, 1.46), (0.26, -0.20, 0.94), 39)


def _shaving(x: float, y: float, z: float, turn: float, radius: float) -> None:
    """Builds a wood shaving."""
    outline = [
        (math.cos(a) * radius * (0.55 + a / 14), math.sin(a) * radius * (0.55 + a / 14))
        for a in (k * 0.35 for k in range(26))
    ]
    inner = [(px * 0.965, py * 0.965) for px, py in reversed(outline)]
    curl = prism(outline + inner, 0.03, (0, 0, 0), wood("oak", "X"), 0)
    lie = Matrix.Rotation(turn, 4, "Z") @ Matrix.Rotation(math.pi / 2, 4, "X")
    transform([curl], Matrix.Translation((x, y, z + radius * 1.15)) @ lie)
