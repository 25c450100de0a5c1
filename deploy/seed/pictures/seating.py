"""Stools and benches without a back; each piece is built around the origin, its front towards the camera."""

import math

from .garden import ROUGH, woods
from .materials import fabric, wood
from .props import CLOTH
from .shapes import board, box, cushion, prism, rod

TOWARDS_X = (math.pi / 2, 0, math.pi / 2)
"""Turn of a prism whose outline is seen from the side: y and z, extruded along x."""


def wedged_bench(kind: str, length: float, width: float, height: float) -> None:
    """Builds a bench of two boards on two slabs, held by a beam and a wedge at each end."""
    across, along, _ = woods(kind)
    thick, slab = 0.038, 0.036
    half = width / 2
    for side in (-1, 1):
        board((-length / 2, length / 2), sorted((side * 0.003, side * half)), (height - thick, height), across, 0.005)
    foot, top = half - 0.012, half - 0.045
    outline = [(-foot, 0), (-foot + 0.09, 0), (-0.07, 0.06), (0.07, 0.06), (foot - 0.09, 0), (foot, 0)]
    outline += [(top, height - thick), (-top, height - thick)]
    for side in (-1, 1):
        x = side * (length / 2 - 0.24)
        # The grain of a slab runs up, which is the prism's own y.
        prism(outline, slab, (x - slab / 2, 0, 0), wood(kind, "Y", ROUGH), 0.004, TOWARDS_X)
        board((x - 0.022, x + 0.022), (-top + 0.02, top - 0.02), (height - thick - 0.05, height - thick), along, 0.003)
        peg = (x + side * (slab / 2 + 0.016), 0, height * 0.46)
        box((0.022, 0.016, 0.13), peg, wood("walnut" if kind != "walnut" else "ash", "Z", ROUGH), 0.002, (0, side * 0.08, 0))
    reach = length / 2 - 0.24 + 0.085
    board((-reach, reach), (-0.017, 0.017), (height * 0.46 - 0.04, height * 0.46 + 0.04), across, 0.003)


def stool(kind: str, length: float, width: float, height: float) -> None:
    """Builds a stool: a seat of three boards, four turned legs, two rungs and a bar between them."""
    across, _, up = woods(kind)
    thick, third = 0.034, width / 3
    for number in range(3):
        near = -width / 2 + number * third
        board((-length / 2, length / 2), (near + 0.002, near + third - 0.002), (height - thick, height), across, 0.006)
    for side in (-1, 1):
        ends = []
        for way in (-1, 1):
            foot = (side * (length / 2 - 0.02), way * (width / 2 - 0.02), 0)
            head = (side * (length / 2 - 0.085), way * (width / 2 - 0.075), height - thick)
            rod(0.014, foot, head, up, end_radius=0.021)
            ends.append(tuple(low + (high - low) * 0.36 for low, high in zip(foot, head)))
        rod(0.0105, ends[0], ends[1], up)
        board(
            (side * (length / 2 - 0.085) - 0.02, side * (length / 2 - 0.085) + 0.02),
            (-width / 2 + 0.03, width / 2 - 0.03),
            (height - thick - 0.022, height - thick),
            woods(kind)[1],
            0.003,
        )
    bar = (length / 2 - 0.02) + (-0.065) * 0.36
    rod(0.0105, (-bar, 0, (height - thick) * 0.36), (bar, 0, (height - thick) * 0.36), up)


def hall_bench(kind: str, length: float, width: float, height: float) -> None:
    """Builds a bench for a hall: five slats to sit on, and a shelf of four for shoes."""
    across, along, up = woods(kind)
    leg, thick = 0.045, 0.024
    step = width / 5
    for number in range(5):
        near = -width / 2 + number * step
        board((-length / 2, length / 2), (near + 0.004, near + step - 0.004), (height - thick, height), across, 0.004)
    x, y = length / 2 - 0.06, width / 2 - 0.035
    for side in (-1, 1):
        for way in (-1, 1):
            box((leg, leg, height - thick), (side * x, way * y, (height - thick) / 2), up, 0.005)
        for low, high in ((height - thick - 0.07, height - thick), (0.11, 0.145)):
            board((side * x - 0.014, side * x + 0.014), (-y, y), (low, high), along, 0.003)
    for way in (-1, 1):
        board((-x, x), (way * y - 0.011, way * y + 0.011), (height - thick - 0.07, height - thick), across, 0.003)
    shelf = (2 * y - leg) / 4
    for number in range(4):
        near = -y + leg / 2 + number * shelf
        board((-x - 0.01, x + 0.01), (near + 0.006, near + shelf - 0.006), (0.145, 0.163), across, 0.003)


def seat_cushion(length: float, width: float, height: float, colour: int) -> None:
    """Builds a flat cushion that covers a part of a seat."""
    cushion((length, width, 0.05), (0, 0, height + 0.03), fabric(CLOTH[colour]), puff=0.02, seed=2)
