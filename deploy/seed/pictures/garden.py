"""Garden furniture; each piece is built around the origin, its front towards the camera."""

import math

from mathutils import Matrix

from .lattice import panel
from .materials import STEEL, fabric, metal, wood
from .shapes import Point, board, box, cushion, prism, recorded, rod, transform

ROUGH = 0.55
"""Roughness of oiled wood; higher outdoors than indoors."""


def woods(kind: str):
    """Returns the wood with its grain along x, y and z."""
    return wood(kind, "X", ROUGH), wood(kind, "Y", ROUGH), wood(kind, "Z", ROUGH)


def place(objects: list, x: float, y: float, turn: float = 0.0) -> None:
    """Moves a finished piece to a point and turns it by an angle in radians."""
    transform(objects, Matrix.Translation((x, y, 0)) @ Matrix.Rotation(turn, 4, "Z"))


def table(kind: str, length: float = 1.8, width: float = 0.92) -> None:
    """Builds a table of eight boards on a frame with four legs, 75 cm high."""
    across, along, up = woods(kind)
    step = width / 8
    for number in range(8):
        box((length, step - 0.0067, 0.024), (0, -width / 2 + (number + 0.5) * step, 0.738), across, 0.004)
    for side in (-1, 1):
        x = side * (length / 2 - 0.16)
        box((0.07, width - 0.06, 0.024), (x, 0, 0.714), along, 0.003)
        for way in (-1, 1):
            box((0.07, 0.07, 0.726), (x, way * (width / 2 - 0.10), 0.363), up, 0.006)
        box((length - 0.32, 0.026, 0.08), (0, side * (width / 2 - 0.10), 0.665), across, 0.003)


def chair(x: float, y: float, turn: float, kind: str) -> None:
    """Builds a chair with arms, nine seat slats and five back slats; at `turn` 0 it faces the camera."""
    across, along, up = woods(kind)
    lean = math.radians(-7)
    with recorded() as parts:
        for side in (-0.22, 0.22):
            box((0.03, 0.045, 0.44), (side, -0.21, 0.22), up, 0.004)
            box((0.03, 0.045, 0.92), (side, 0.235, 0.455), up, 0.004, (lean, 0, 0))
            board((side - 0.013, side + 0.013), (-0.22, 0.21), (0.36, 0.405), along, 0.003)
            board((side - 0.013, side + 0.013), (-0.20, 0.20), (0.14, 0.17), along, 0.003)
            board((side - 0.025, side + 0.025), (-0.26, 0.25), (0.63, 0.65), along, 0.006)
            box((0.03, 0.045, 0.20), (side, -0.21, 0.53), up, 0.004)
        for number in range(9):
            box((0.42, 0.040, 0.016), (0, -0.215 + number * 0.0515, 0.415), across, 0.003)
        for number in range(5):
            z = 0.52 + number * 0.078
            back = 0.235 - math.tan(lean) * (z - 0.455)
            box((0.42, 0.014, 0.055), (0, back, z), across, 0.004, (lean, 0, 0))
    place(parts, x, y, turn)


def trestle_table(kind: str, length: float = 1.9, width: float = 0.84) -> None:
    """Builds a wedged table: two trestles, a beam through both, four loose boards."""
    across, along, up = woods(kind)
    step, lean = width / 4, 0.225
    for number in range(4):
        box((length, step - 0.006, 0.034), (0, -width / 2 + (number + 0.5) * step, 0.733), across, 0.004)
    for side in (-1, 1):
        x = side * (length / 2 - 0.34)
        for way in (-1, 1):
            box((0.07, 0.065, 0.70), (x, way * 0.27, 0.343), up, 0.005, (way * lean, 0, 0))
        box((0.062, 0.74, 0.06), (x, 0, 0.686), along, 0.004)
        box((0.05, 0.62, 0.075), (x, 0, 0.19), along, 0.004)
        box((0.03, 0.016, 0.15), (x + side * 0.062, 0, 0.20), wood("walnut", "Z", ROUGH), 0.003, (0, side * 0.10, 0))
    reach = length / 2 - 0.34 + 0.12
    box((2 * reach, 0.034, 0.062), (0, 0, 0.19), across, 0.004)


def bench(kind: str, length: float = 2.1) -> None:
    """Builds a bench: three frames, a seat of five boards 6 mm apart, a back of three."""
    across, along, up = woods(kind)
    lean, ends = math.radians(-8), length / 2 - 0.12
    for x in (-ends, 0.0, ends):
        box((0.07, 0.06, 0.43), (x, -0.22, 0.215), up, 0.005)
        box((0.07, 0.06, 0.90), (x, 0.235, 0.445), up, 0.005, (lean, 0, 0))
        board((x - 0.03, x + 0.03), (-0.24, 0.22), (0.37, 0.429), along, 0.003)
        if x:
            board((x - 0.04, x + 0.04), (-0.27, 0.27), (0.635, 0.663), along, 0.006)
            box((0.06, 0.055, 0.205), (x, -0.22, 0.533), up, 0.004)
    board((-ends, ends), (-0.015, 0.015), (0.12, 0.17), across, 0.003)
    for x in (-ends, 0.0, ends):
        board((x - 0.025, x + 0.025), (-0.22, 0.20), (0.115, 0.175), along, 0.003)
    for number in range(5):
        y = -0.235 + number * 0.091
        box((length, 0.085, 0.026), (0, y, 0.443), across, 0.004)
    for number in range(3):
        z = 0.56 + number * 0.118
        y = 0.235 - math.tan(lean) * (z - 0.445) - 0.042
        box((length - 0.10, 0.022, 0.095), (0, y, z), across, 0.004, (lean, 0, 0))


def _lattice_wall(x: tuple[float, float], y: float, z: tuple[float, float], cell: float, kind: str) -> None:
    """Builds a framed lattice that fits between two posts."""
    across, _, up = woods(kind)
    wide, high, rim = x[1] - x[0], z[1] - z[0], 0.04
    columns = max(2, round((wide - 2 * rim) / cell))
    cell = (wide - 2 * rim) / columns
    rows = int((high - 2 * rim) / cell)
    rail = (high - rows * cell) / 2
    for side in ((x[0], x[0] + rim), (x[1] - rim, x[1])):
        board(side, (y - 0.02, y + 0.02), z, up, 0.002)
    for bar in ((z[0], z[0] + rail), (z[1] - rail, z[1])):
        board((x[0] + rim, x[1] - rim), (y - 0.02, y + 0.02), bar, across, 0.002)
    panel(columns, rows, cell, cell * 0.09, 0.022, ((x[0] + x[1]) / 2, y, (z[0] + z[1]) / 2), up)


def screen(kind: str, bays: int = 3, bay: float = 0.92, height: float = 1.9) -> None:
    """Builds a terrace screen: posts in steel shoes, lattice between them, two boards below."""
    across, _, up = woods(kind)
    steel, post = metal(STEEL, 0.45), 0.08
    left = -bays * bay / 2
    for number in range(bays + 1):
        x = left + number * bay
        box((post, post, height - 0.03), (x, 0, 0.03 + (height - 0.03) / 2), up, 0.004)
        box((0.15, 0.15, 0.008), (x, 0, 0.004), steel, 0.001)
        box((post + 0.008, post + 0.008, 0.09), (x, 0, 0.05), steel, 0.001)
        for dx in (-0.06, 0.06):
            for dy in (-0.06, 0.06):
                rod(0.008, (x + dx, dy, 0.008), (x + dx, dy, 0.018), steel, sides=6, bevel=0)
    for number in range(bays):
        inner = (left + number * bay + post / 2, left + (number + 1) * bay - post / 2)
        for low in (0.10, 0.268):
            board(inner, (-0.016, 0.016), (low, low + 0.16), across, 0.003)
        _lattice_wall(inner, 0, (0.45, height - 0.02), 0.112, kind)
    board((left - 0.09, -left + 0.09), (-0.065, 0.065), (height, height + 0.04), across, 0.004)


def _roof(kind: str, half: float, eave: float, rise: float) -> None:
    """Builds a pyramid roof of overlapping boards."""
    material = wood(kind, "X", 0.6)
    slope = math.hypot(half, rise)
    courses = 12
    for side in range(4):
        with recorded() as parts:
            for course in range(courses):
                low, high = slope * course / courses, min(slope, slope * (course + 1.25) / courses)
                near, far = half * (1 - low / slope), half * (1 - high / slope)
                outline = [(-near, low), (near, low), (max(0.004, far), high), (min(-0.004, -far), high)]
                prism(outline, 0.016, (0, 0, 0.012 - 0.0002 * (course % 3)), material, 0.002, (0.018, 0, 0))
        pitch = math.atan2(rise, half)
        lie = Matrix.Translation((0, -half, eave)) @ Matrix.Rotation(pitch, 4, "X")
        transform(parts, Matrix.Rotation(side * math.pi / 2, 4, "Z") @ lie)
    box((0.11, 0.11, 0.16), (0, 0, eave + rise + 0.03), wood(kind, "Z", ROUGH), 0.01)


def arbour(kind: str, half: float = 1.5, height: float = 2.15) -> None:
    """Builds a square arbour, 3 m wide by default: lattice and seats on three sides, a table in the middle."""
    across, along, up = woods(kind)
    post = 0.10

    def wall() -> None:
        """Builds one closed side at y = 0, seen from inside."""
        for part in (-1, 0):
            x = (part * half + post / 2, (part + 1) * half - post / 2)
            _lattice_wall(x, 0, (0.86, height - 0.12), 0.135, kind)
            for low in (0.12, 0.36, 0.60):
                board(x, (-0.016, 0.016), (low, low + 0.232), across, 0.003)
        box((post, post, height), (0, 0, height / 2), up, 0.005)
        board((-half + 0.1, half - 0.1), (-0.47, -0.03), (0.42, 0.45), across, 0.004)
        for x in (-half + 0.5, 0, half - 0.5):
            board((x - 0.03, x + 0.03), (-0.44, -0.05), (0, 0.42), up, 0.003)

    for turn in (0, math.pi / 2, -math.pi / 2):
        with recorded() as parts:
            wall()
        transform(parts, Matrix.Rotation(turn, 4, "Z") @ Matrix.Translation((0, half, 0)))
    for x in (-half, half):
        for y in (-half, half):
            box((post * 1.2, post * 1.2, height), (x, y, height / 2), up, 0.006)
    for side in (-1, 1):
        board(
            (-half - 0.16, half + 0.16),
            (side * half - 0.05, side * half + 0.05),
            (height, height + 0.12),
            across,
            0.005,
        )
        board(
            (side * half - 0.05, side * half + 0.05),
            (-half - 0.16, half + 0.16),
            (height - 0.03, height + 0.09),
            along,
            0.005,
        )
    _roof(kind, half + 0.42, height + 0.02, 0.95)


def seat_cushions(places: list[Point], colours: list[tuple[float, float, float]]) -> None:
    """Builds loose cushions on a bench."""
    for number, at in enumerate(places):
        cloth = fabric(colours[number % len(colours)])
        cushion((0.44, 0.12, 0.40), at, cloth, (math.radians(-14), 0, 0.05 * (-1) ** number), 0.05, number)
