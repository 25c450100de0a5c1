"""Scenes of the garden, hall and terrace furniture that the shop sells."""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass

from mathutils import Matrix

from . import garden, props, seating, studio, terrace
from .materials import stone
from .props import CLOTH
from .shapes import Point, board, recorded, shift, transform
from .studio import WALL
from .yard import dapple, deck, hedge, limestone, sunlight

Build = Callable[[str, float, float, float, random.Random], None]
Camera = tuple[Point, Point, float]


@dataclass(frozen=True)
class View:
    """
    Scene of a piece: `build` takes the wood, width, depth and height in metres. `near` is the camera, target and
    focal length of the second picture, with the piece's middle at the origin; `back` is its distance to the wall.
    `plant` is the place along the wall and the size of a plant beside it.
    """

    build: Build
    near: Camera
    ground: str = "paving"
    yaw: float = 24.0
    least_height: float = 1.75
    back: float = 0.35
    distance: float = 4.6
    eye: float | None = None
    plant: tuple[float, float] | None = None


def _bench(kind: str, width: float, depth: float, height: float, rng: random.Random) -> None:
    garden.bench(kind, width)
    garden.seat_cushions([(-0.55, 0.10, 0.68)], [CLOTH[6]])


def _table(kind: str, width: float, depth: float, height: float, rng: random.Random) -> None:
    garden.table(kind, width, depth)
    props.pottery(props.BOWL, -0.25, 0.0, height, 1.5, 1)
    props.pottery(props.VASE, 0.22, 0.06, height, 0.9, 0)


def _trestle(kind: str, width: float, depth: float, height: float, rng: random.Random) -> None:
    garden.trestle_table(kind, width, depth)
    props.pottery(props.BOWL, 0.3, 0.02, height, 1.4, 0)


def _chair(kind: str, width: float, depth: float, height: float, rng: random.Random) -> None:
    garden.chair(0, -0.025, 0, kind)


def _screen(kind: str, width: float, depth: float, height: float, rng: random.Random) -> None:
    garden.screen(kind)


def _wedged_bench(kind: str, width: float, depth: float, height: float, rng: random.Random) -> None:
    seating.wedged_bench(kind, width, depth, height)


def _stool(kind: str, width: float, depth: float, height: float, rng: random.Random) -> None:
    seating.stool(kind, width, depth, height)


def _hall_bench(kind: str, width: float, depth: float, height: float, rng: random.Random) -> None:
    seating.hall_bench(kind, width, depth, height)
    with recorded() as parts:
        seating.seat_cushion(width * 0.42, depth - 0.05, height, 6)
    shift(parts, (-width * 0.23, 0, 0))
    props.basket(-0.24, 0.0, 0.163, (0.34, depth - 0.12, 0.17), 6)
    props.basket(0.16, 0.0, 0.163, (0.34, depth - 0.12, 0.17), 2)


def _low_table(kind: str, width: float, depth: float, height: float, rng: random.Random) -> None:
    terrace.low_table(kind, width, depth, height)
    props.books(-0.22, 0.02, height)
    props.pottery(props.CUP, 0.2, -0.05, height, 1.0, 1)


def _round_table(kind: str, width: float, depth: float, height: float, rng: random.Random) -> None:
    terrace.round_table(kind, width, depth, height)
    props.pottery(props.BOWL, 0.0, 0.05, height, 1.5, 0)
    for x, y in ((-0.2, -0.22), (0.23, -0.16)):
        props.pottery(props.CUP, x, y, height, 1.0, 1)


def _console(kind: str, width: float, depth: float, height: float, rng: random.Random) -> None:
    terrace.console(kind, width, depth, height)
    props.pottery(props.VASE, -width * 0.30, 0.02, height, 1.25, 3)
    props.books(width * 0.22, 0.0, height)
    props.basket(0.0, 0.0, 0.178, (0.36, depth - 0.10, 0.20), 6)


def _arbour(kind: str, width: float, depth: float, height: float, rng: random.Random) -> None:
    garden.arbour(kind)
    garden.seat_cushions([(-0.62, 1.36, 0.66), (0.30, 1.36, 0.66)], [CLOTH[6], CLOTH[0]])
    with recorded() as inner:
        garden.table(kind, 1.3, 0.72)
        props.pottery(props.BOWL, -0.1, 0.0, 0.75, 1.5, 0)
    del inner


VIEWS: dict[str, View] = {
    "bench": View(_bench, ((1.55, -1.10, 1.0), (0.60, 0.0, 0.56), 52), back=0.3, eye=1.0, plant=(1.30, 1.2)),
    "wedged-bench": View(
        _wedged_bench, ((-1.35, -0.85, 0.62), (-0.46, 0.0, 0.27), 58), least_height=1.6, plant=(0.80, 1.1)
    ),
    "hall-bench": View(_hall_bench, ((1.15, -0.95, 0.80), (0.28, 0.0, 0.30), 56), "hall", -20.0, 1.6, 0.06, eye=0.85),
    "table": View(
        _table, ((-1.6, -1.3, 1.20), (-0.60, -0.15, 0.60), 56), yaw=28.0, back=0.55, eye=1.25, plant=(0.85, 1.5)
    ),
    "trestle": View(
        _trestle, ((1.75, -1.25, 0.72), (0.62, 0.0, 0.36), 58), yaw=-26.0, back=0.55, eye=1.25, plant=(-0.95, 1.35)
    ),
    "stool": View(_stool, ((-0.62, -0.80, 0.72), (0.0, 0.0, 0.30), 58), yaw=30.0, least_height=1.2),
    "chair": View(_chair, ((0.95, -1.05, 1.05), (0.03, 0.0, 0.60), 60), yaw=-28.0, least_height=1.6, eye=0.95),
    "screen": View(_screen, ((-1.2, -1.35, 1.55), (-0.35, 0.0, 1.18), 52), "deck", 20.0, 2.5, 0.9, 5.4),
    "planter": View(terrace.planter, ((-0.75, -0.85, 0.95), (0.0, 0.0, 0.40), 62), yaw=32.0, least_height=1.45),
    "raised-planter": View(
        terrace.raised_planter, ((1.15, -1.0, 1.2), (0.22, 0.0, 0.66), 60), yaw=-24.0, least_height=1.6, eye=0.95
    ),
    "console": View(_console, ((-0.95, -1.05, 0.95), (-0.28, 0.0, 0.68), 62), "hall", 18.0, 1.75, 0.02, eye=1.0),
    "low-table": View(_low_table, ((1.05, -0.9, 0.85), (0.22, 0.0, 0.30), 60), yaw=-30.0, least_height=1.5, eye=0.85),
    "round-table": View(
        _round_table, ((-1.05, -1.15, 1.15), (-0.08, 0.0, 0.58), 58), yaw=16.0, back=0.4, eye=1.2, plant=(0.62, 1.4)
    ),
    "arbour": View(_arbour, ((3.3, -4.6, 1.75), (0.75, -0.3, 1.62), 44), "garden"),
}
"""Scene of each kind of piece in a product's `drawing`."""


def _ground(kind: str, rng: random.Random, width: float) -> None:
    """Builds the surroundings, whose wall or hedge stands at y = 0, and their light."""
    if kind == "hall":
        studio.room(rng, WALL)
        studio.daylight(width)
        return
    if kind == "deck":
        deck("ash", y=(-6.0, 0.6))
        hedge((-6.5, 6.5), 0.0, 2.6, rng)
    elif kind == "garden":
        studio.paving(rng)
        hedge((-9, 9), 2.6, 2.3, rng)
        dapple(rng, (-6.5, -3.4), (-4.5, -1.0), (3.2, 5.0), 60)
        sunlight((56, 0, -40), 5.2, 420)
        return
    else:
        studio.paving(rng)
        limestone(rng, (-4.2, 4.8), 0.0, 4.6)
        board((-4.2, 4.8), (-0.03, 0.1), (0, 0.12), stone((0.50, 0.44, 0.35), 2.6, 0.16, 0.85), 0.004)
    dapple(rng, (-5.4, -2.6), (-4.4, -0.9), (2.6, 4.4))
    sunlight((50, 0, -50), 5.0, 80)


def piece(product: dict, slug: str, near: bool = False) -> None:
    """Builds a piece in its surroundings; `near` shows its joints."""
    view = VIEWS[product["drawing"]["piece"]]
    rng = studio.start(sum(product["code"].encode()), close=near)
    width, depth, height = (product["sizeMm"][side] / 1000 for side in ("width", "depth", "height"))
    _ground(view.ground, rng, width)
    with recorded() as parts:
        view.build(slug, width, depth, height, rng)
    if view.ground == "garden":
        transform(parts, Matrix.Rotation(math.radians(-16), 4, "Z"))
        studio.camera(*(view.near if near else ((0.2, -8.2, 1.6), (0.0, 0.2, 1.72), 42)))
        return
    away = -(view.back + depth / 2)
    shift(parts, (0, away, 0))
    if view.plant:
        props.plant(view.plant[0], -0.34, view.plant[1])
    if near:
        (x, y, z), (to_x, to_y, to_z), lens = view.near
        studio.camera((x, y + away, z), (to_x, to_y + away, to_z), lens)
        return
    subject = studio.Subject(-width / 2, width / 2, height, depth + view.back)
    studio.portrait(
        subject, yaw=view.yaw, distance=view.distance, least_height=view.least_height, fill=0.92, eye=view.eye
    )
