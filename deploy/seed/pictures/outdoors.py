"""Scenes of garden furniture in its surroundings."""

import math
import random

from . import garden, props, studio
from .materials import paint
from .props import CLOTH
from .shapes import board, lathe, recorded
from .studio import camera
from .yard import SKY, dapple, deck, hedge, limestone, sunlight

PLASTER = (0.74, 0.68, 0.58)
JUG = [(0, 0), (0.055, 0), (0.07, 0.03), (0.075, 0.10), (0.05, 0.19), (0.055, 0.23)]
JUG += [(0.05, 0.228), (0.045, 0.19), (0.068, 0.10), (0.06, 0.03), (0, 0.015)]
POMEGRANATE = [(0, -0.035), (0.02, -0.03), (0.036, -0.005), (0.034, 0.015), (0.012, 0.03), (0.010, 0.042), (0, 0.036)]


def _yard(seed: int) -> random.Random:
    """Builds paving in front of a plastered wall."""
    rng = studio.start(seed)
    studio.paving(rng)
    board((-7, 7), (1.75, 1.9), (0, 4.2), paint(PLASTER, 0.9, 0.06, 60), 0)
    return rng


def _tableware(height: float) -> None:
    """Places a jug, two cups and a bowl of pomegranates on a table `height` metres high."""
    lathe(JUG, (-0.05, 0.08, height), paint((0.74, 0.71, 0.65), 0.38))
    for x, y in ((0.22, -0.05), (0.34, 0.12)):
        props.pottery(props.CUP, x, y, height, 1.0, 1)
    props.pottery(props.BOWL, -0.45, 0.0, height, 1.5, 1)
    red = paint((0.36, 0.05, 0.03), 0.38)
    for x, y, z in ((-0.49, 0.02, 0.062), (-0.42, -0.04, 0.062), (-0.42, 0.05, 0.062), (-0.45, 0.0, 0.105)):
        lathe(POMEGRANATE, (x, y, height + z), red, (x * 3, y * 9, 0), sides=20)


def _table_in_the_shade() -> None:
    rng = _yard(6)
    garden.table("teak")
    garden.chair(-0.48, -0.72, math.pi + 0.06, "teak")
    garden.chair(0.46, -0.80, math.pi - 0.16, "teak")
    garden.chair(-0.46, 0.70, 0.05, "teak")
    garden.chair(0.46, 0.72, -0.04, "teak")
    _tableware(0.75)
    props.plant(1.75, 1.2, 1.7)
    props.plant(-1.9, 1.25, 1.4)
    dapple(rng)
    sunlight()


def table() -> None:
    """Builds a table and four chairs in the shade of a tree."""
    _table_in_the_shade()
    camera((-2.3, -4.4, 1.75), (0.05, 0.10, 0.62), 44)


def chair() -> None:
    """Builds the same table, seen from near one chair."""
    _table_in_the_shade()
    camera((-2.15, -3.1, 1.2), (-0.28, -0.40, 0.52), 56)


def bench(kind: str) -> None:
    """Builds a bench in front of a limestone wall."""
    rng = studio.start(31)
    studio.paving(rng)
    limestone(rng, (-4, 4.5), 1.75, 3.2)
    with recorded() as parts:
        garden.bench(kind)
        garden.seat_cushions([(-0.70, 0.10, 0.68), (-0.24, 0.09, 0.67)], [CLOTH[6], CLOTH[7]])
    garden.place(parts, 0, 1.28)
    props.plant(1.62, 1.30, 1.45)
    dapple(rng, (-5.2, -2.4), (-3.0, 0.5))
    sunlight((48, 0, -52))
    camera((-1.15, -3.35, 1.35), (0.16, 1.25, 0.72), 41)


def trestle(kind: str) -> None:
    """Builds a table that can be taken apart, and its stools."""
    rng = _yard(33)
    with recorded() as parts:
        garden.trestle_table(kind)
        for x, y in ((-0.55, -0.72), (0.02, -0.78), (0.58, -0.70), (-0.50, 0.74), (0.08, 0.78), (0.62, 0.72)):
            props.stool(x, y, kind, 0.45, folded=False)
        _tableware(0.75)
    garden.place(parts, 0, 0, math.radians(8))
    hedge((-6.5, 6.5), 1.62, 1.15, rng)
    dapple(rng, (-5.5, -2.0), (-3.2, 0.4), (2.6, 4.2), 46)
    sunlight((46, 0, -56))
    camera((1.75, -4.3, 1.65), (0.0, 0.12, 0.58), 42)


def screen(kind: str) -> None:
    """Builds a screen on a terrace in low sun, its shadow on the boards."""
    rng = studio.start(35)
    deck("oak")
    hedge((-6.5, 6.5), 1.9, 1.5, rng)
    garden.screen(kind)
    props.plant(-1.75, 0.45, 1.35)
    props.stool(0.55, -0.75, "walnut", 0.43, folded=False)
    props.pottery(props.CUP, 0.48, -0.75, 0.43, 1.0, 0)
    studio.sun((-56, 0, 28), 5.2, 0.5, (1, 0.88, 0.72))
    studio.lamp((-2.5, -4.5, 3), (0, 0, 0.8), (4, 3), 150, (0.95, 0.97, 1))
    studio.sky((0.70, 0.82, 1.0), 0.65, SKY)
    camera((1.35, -4.6, 1.5), (-0.05, 0.0, 0.86), 40)


def arbour(kind: str) -> None:
    """Builds an arbour in a garden, its table laid."""
    rng = studio.start(37)
    studio.paving(rng)
    hedge((-9, 9), 3.1, 2.1, rng)
    with recorded() as parts:
        garden.arbour(kind)
        garden.seat_cushions(
            [(-0.62, 1.36, 0.66), (0.30, 1.36, 0.66), (0.78, 1.36, 0.66)], [CLOTH[6], CLOTH[0], CLOTH[7]]
        )
        with recorded() as inner:
            garden.table("smoked-oak", 1.3, 0.72)
            props.pottery(props.BOWL, -0.2, 0.0, 0.75, 1.5, 0)
            props.pottery(props.VASE, 0.25, 0.05, 0.75, 1.0, 2)
    garden.place(parts, 0, 0.6, math.radians(-16))
    props.plant(-2.55, 0.2, 1.6)
    props.plant(2.75, 0.6, 1.9)
    dapple(rng, (-6.5, -3.4), (-4.5, -1.0), (3.2, 5.0), 60)
    sunlight((56, 0, -40), 4.8, 330)
    camera((0.3, -7.4, 1.6), (0.05, 0.4, 1.52), 37)


GARDEN = {"bench": bench, "table": trestle, "screen": screen, "arbour": arbour}
"""Scene of each kind of garden furniture in a project's `drawing`."""
