"""Wooden joints, cut out of boards as a joiner does, lying or standing on the bench around the origin."""

import math

from mathutils import Matrix

from .materials import paint, wood
from .shapes import board, cut, prism, recorded, transform

CLEAR = 0.00015
"""Clearance between parts, in metres: just a visible line."""


def _cutter(x, y, z):
    return board(x, y, z, paint((0.5, 0.5, 0.5)), 0)


def _cut_all(obj, *holes) -> None:
    for hole in holes:
        cut(obj, hole)


def _corner_of_boards(first: str, second: str, size: float, thick: float, count: int, flare: float) -> None:
    """Builds two boards joined at a right angle, edges up; `flare` is the tails' angle in degrees, 0 for fingers."""
    slope = math.tan(math.radians(flare)) * thick
    pitch = size / count
    wide = pitch * (0.72 if flare else 0.5)
    narrow = wide - 2 * slope
    with recorded() as parts:
        edge = []
        tails = []
        for number in range(count):
            middle = pitch * (number + (0.5 if flare else 0.25))
            tail = [
                (0, middle - narrow / 2),
                (thick, middle - wide / 2),
                (thick, middle + wide / 2),
                (0, middle + narrow / 2),
            ]
            tails.append(tail)
            edge += tail if number or flare else tail[1:]
        outline = [(-size + thick, 0), *([(0, 0)] if flare else []), *edge, (0, size), (-size + thick, size)]
        prism(outline, thick, (0, 0, -thick), wood(first, "X", cut=0.05), 0.0004)
        pins = board((0, thick), (0, size), (-size, -0.0002), wood(second, "Z", cut=0.05), 0)
        for tail in tails:
            grown = [(x * 1.2 - 0.001, y + (CLEAR if index > 1 else -CLEAR)) for index, (x, y) in enumerate(tail)]
            _cut_all(pins, prism(grown, thick + 0.01, (0, 0, -thick), paint((0.5, 0.5, 0.5)), 0))
    # The corner edge is on top, one board on each side, turned a little towards the camera.
    turn = Matrix.Rotation(math.radians(-35), 4, "Z") @ Matrix.Translation((0, 0, (size + thick / 2) * math.sqrt(0.5)))
    transform(
        parts,
        turn @ Matrix.Rotation(math.radians(-45), 4, "Y") @ Matrix.Translation((-thick / 2, -size / 2, 0)),
    )


def dovetail(first: str, second: str) -> None:
    _corner_of_boards(first, second, 0.18, 0.022, 5, 9)


def finger(first: str, second: str) -> None:
    _corner_of_boards(first, second, 0.20, 0.018, 5, 0)


def mortise(first: str, second: str, wedge: bool = False) -> None:
    """Builds a post and a rail with a through tenon, drawn a little way out, or pushed home if `wedge`."""
    half, thick, gap, out = 0.03, 0.045, (0.0 if wedge else 0.026), (0.11 if wedge else 0.012)
    post = board((-half, half), (-0.20, 0.24), (0, thick), wood(second if wedge else first, "Y", cut=0.05), 0.0012)
    rail_wood = wood(first if wedge else second, "X", cut=0.05)
    low, high = thick / 2 - 0.0075, thick / 2 + 0.0075
    tenon = (-0.0225, 0.0225)
    _cut_all(
        post,
        _cutter((-half - 0.01, half + 0.01), (tenon[0] - CLEAR, tenon[1] + CLEAR), (low - CLEAR, high + CLEAR)),
    )
    rail = board((-0.30 - gap, half + out), (-half, half), (0, thick), rail_wood, 0.0012)
    shoulder = -half - gap
    for side in ((-half - 0.01, tenon[0]), (tenon[1], half + 0.01)):
        _cut_all(rail, _cutter((shoulder, half + out + 0.01), side, (-0.01, thick + 0.01)))
    for side in ((-0.01, low), (high, thick + 0.01)):
        _cut_all(rail, _cutter((shoulder, half + out + 0.01), (-half - 0.01, half + 0.01), side))
    if wedge:
        _cut_all(rail, _cutter((half, half + 0.028), (-0.008, 0.008), (-0.01, thick + 0.01)))
        key = [(0, -0.02), (0.016, -0.02), (0.027, 0.075), (0, 0.075)]
        obj = prism(key, 0.0155, (0, 0, 0), wood(second, "Y", cut=0.05), 0.0012)
        transform([obj], Matrix.Translation((half + 0.0005, 0.00775, 0.02)) @ Matrix.Rotation(math.pi / 2, 4, "X"))


def tusk(first: str, second: str) -> None:
    mortise(first, second, wedge=True)


def halflap(first: str, second: str) -> None:
    """Builds two crossing pieces in one plane."""
    half, thick = 0.0225, 0.045
    over = board((-0.15, 0.15), (-half, half), (0, thick), wood(first, "X", cut=0.05), 0.001)
    _cut_all(over, _cutter((-half - CLEAR, half + CLEAR), (-0.05, 0.05), (-0.01, thick / 2)))
    under = board((-half, half), (-0.15, 0.15), (0, thick), wood(second, "Y", cut=0.05), 0.001)
    _cut_all(under, _cutter((-0.05, 0.05), (-half - CLEAR, half + CLEAR), (thick / 2, 0.06)))


def bridle(first: str, second: str) -> None:
    """Builds the corner of a frame: a tenon in an open slot, visible from three sides."""
    wide, thick = 0.06, 0.04
    third = thick / 3
    rail = board((-0.03, 0.27), (-wide, 0), (0, thick), wood(first, "X", cut=0.05), 0.001)
    _cut_all(rail, _cutter((-0.04, 0.03), (-wide - 0.01, 0.01), (-0.01, third)))
    _cut_all(rail, _cutter((-0.04, 0.03), (-wide - 0.01, 0.01), (2 * third, thick + 0.01)))
    post = board((-0.03, 0.03 - CLEAR), (-0.25, 0), (0, thick), wood(second, "Y", cut=0.05), 0.001)
    _cut_all(post, _cutter((-0.04, 0.04), (-wide - CLEAR, 0.01), (third - CLEAR, 2 * third + CLEAR)))


def _key(length: float, width: float) -> list[tuple[float, float]]:
    half, side, waist = length / 2, width / 2, width * 0.21
    return [(-half, -side), (0, -waist), (half, -side), (half, side), (0, waist), (-half, side)]


def butterfly(first: str, second: str) -> None:
    """Builds a cracked board held by two keys, with two more keys beside it."""
    slab = board((-0.21, 0.21), (-0.14, 0.16), (0, 0.032), wood(second, "Y", cut=0.05), 0.003)
    crack = [
        (-0.006, -0.15),
        (0.006, -0.15),
        (0.011, -0.06),
        (0.002, 0.02),
        (0.008, 0.09),
        (0.003, 0.17),
        (0.001, 0.17),
        (0.0, 0.09),
        (-0.006, 0.02),
        (0.003, -0.06),
    ]
    _cut_all(slab, prism(crack, 0.06, (0, 0, -0.01), paint((0.5, 0.5, 0.5)), 0))
    material = wood(first, "X", cut=0.05)
    for y in (-0.06, 0.08):
        prism(_key(0.12, 0.06), 0.015, (0, y, 0.0175), material, 0.0004)
    for x, y, z, turn in ((0.13, -0.07, 0.032, 0.5), (0.155, -0.045, 0.047, -0.25)):
        prism(_key(0.12, 0.06), 0.015, (x, y, z), material, 0.0008, (0, 0, turn))


def mitre(first: str, second: str) -> None:
    """Builds a corner of a box mitred at 45 degrees, with three splines across it."""
    thick, high, long = 0.03, 0.10, 0.25
    right = [(0, 0), (long, 0), (long, thick), (thick, thick)]
    left = [(0, 0), (thick, thick), (thick, long), (0, long)]
    with recorded() as parts:
        prism(right, high, (0, 0, 0), wood(first, "X", cut=0.05), 0.0006)
        prism(left, high, (0, 0, 0), wood(first, "Y", cut=0.05), 0.0006)
        for z in (0.022, 0.050, 0.078):
            reach = 0.036
            spline = [(-0.0003, -0.0003), (reach, -0.0003), (-0.0003, reach)]
            prism(spline, 0.003, (0, 0, z - 0.0015), wood(second, "X", cut=0.05), 0)
    transform(parts, Matrix.Rotation(math.radians(38), 4, "Z"))


def scarf(first: str, second: str) -> None:
    """Builds two beams joined by a long sloping cut."""
    depth = 0.09
    slope = [(-0.30, 0), (0.135, 0), (0.12, 0.018), (-0.12, 0.072), (-0.135, 0.09), (-0.30, 0.09)]
    other = [(0.30, 0.09), (-0.135, 0.09), (-0.12, 0.072), (0.12, 0.018), (0.135, 0), (0.30, 0)]
    aslant = Matrix.Rotation(math.radians(24), 4, "Z")
    for outline, kind, x in ((slope, first, 0.0), (other, second, 0.0006)):
        obj = prism(outline, depth, (0, 0, 0), wood(kind, "X", cut=0.05), 0.0006)
        transform([obj], aslant @ Matrix.Translation((x, depth / 2, 0)) @ Matrix.Rotation(math.pi / 2, 4, "X"))


JOINTS = {
    "dovetail": (dovetail, 0.27, 34, (0, 0)),
    "mortise": (mortise, 0.46, 38, (0.07, -0.01)),
    "halflap": (halflap, 0.36, 38, (0, 0)),
    "finger": (finger, 0.33, 34, (0, 0)),
    "bridle": (bridle, 0.40, 40, (-0.09, 0.10)),
    "butterfly": (butterfly, 0.46, 42, (-0.02, 0)),
    "tusk": (tusk, 0.50, 36, (0.04, -0.01)),
    "mitre": (mitre, 0.36, 30, (0, -0.06)),
    "scarf": (scarf, 0.51, 28, (0.01, 0)),
}
"""For each kind: its builder, the picture's width in metres, the camera's elevation in degrees, the joint's place."""
