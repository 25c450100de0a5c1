"""Kitchens, unit by unit as `drawing` lists them, from the wall's left end to its right."""

import math
import random
from dataclasses import dataclass

from . import props
from .hardware import bar_handle, knob
from .lattice import panel
from .materials import BRASS, STEEL, brushed, front, glow, is_wood, metal, paint, ribbed_glass, stone, wood
from .shapes import arc, board, box, lathe, recorded, rod, shift, swing, tube
from .studio import WALL, Subject, camera, lamp

FACE = -0.60
PLINTH = 0.10
TOP = 0.90
WALL_UNIT = 1.45
GAP = 0.0015
TOPS = {"white": 0.02, "oak": 0.04, "black": 0.02, "steel": 0.03}
"""Thickness of a worktop in metres."""


def _top_material(kind: str):
    if kind == "oak":
        return wood("oak", "X")
    if kind == "steel":
        return brushed()
    return stone((0.74, 0.73, 0.70) if kind == "white" else (0.03, 0.03, 0.031), 2.2, 0.16, 0.24)


@dataclass(frozen=True)
class Unit:
    """One unit of a run: what it is, where it starts and ends."""

    kind: str
    left: float
    right: float

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2

    @property
    def width(self) -> float:
        return self.right - self.left


def units(listed: list[str] | None, start: float) -> list[Unit]:
    """Reads `kind:millimetres` entries from left to right."""
    found = []
    for entry in listed or []:
        kind, width = entry.split(":")
        found.append(Unit(kind, start, start + int(width) / 1000))
        start = found[-1].right
    return found


class Kitchen:
    """One kitchen in one colour against the wall at y = 0, its middle at x = 0."""

    def __init__(self, product: dict, slug: str, chance: random.Random) -> None:
        size = product["sizeMm"]
        self.width, self.depth, self.height = (size[key] / 1000 for key in ("width", "depth", "height"))
        self.drawing, self.slug, self.chance = product["drawing"], slug, chance
        cool = is_wood(slug) or slug in ("white", "graphite", "black")
        self.metal = "steel" if cool else "brass"
        self.base = units(self.drawing["base"], -self.width / 2)
        self.wall = units(self.drawing.get("wall"), -self.width / 2)
        self.tall_top = min(self.height, 2.4)
        self.thick = TOPS[self.drawing["worktop"]]
        self.plain = self.drawing.get("handle") == "none"
        run = [unit for unit in self.base if not unit.kind.startswith("tall")]
        self.run = (run[0].left, run[-1].right)

    def build(self) -> Subject:
        """Puts the kitchen into the scene and says what the camera has to hold."""
        drawing = self.drawing
        if drawing.get("islandOnly"):
            return self._free_island()
        self._splash()
        for unit in self.base:
            self._base_unit(unit)
        self._feet()
        self._worktop()
        for unit in self.wall:
            self._wall_unit(unit)
        if drawing.get("toCeiling"):
            wall = paint(WALL, 0.85, 0.06, 220)
            board((-7, 7), (-0.335, 0), (self.height, 9), wall, 0)
        self._shelves_and_hood()
        self._still_life()
        left, right, depth = -self.width / 2, self.width / 2, 0.62
        if drawing.get("returns"):
            depth = self.depth
            self._returns()
        if drawing.get("island"):
            self._island(drawing["island"] / 1000)
            depth = 1.9
        if drawing.get("bar"):
            self._bar()
            right, depth = right + 0.64, self.depth
        self._pendants(depth)
        if self.width < 2.0:
            props.plant(right + 0.42, -0.36, 1.0)
            right += 0.66
        if self.height < 1:
            self._window()
        return Subject(left, right, max(self.height, 2.2), depth)

    def look_closer(self) -> None:
        """The camera before the sink, or before the hob where the sink stands between two returns."""
        wanted = "hob" if self.drawing.get("returns") == "both" else "sink"
        unit = next((unit for unit in self.base if unit.kind == wanted), self.base[0])
        side = -1 if unit.middle > 0 else 1
        camera((unit.middle + side * 0.95, -2.75, 1.45), (unit.middle - side * 0.05, -0.25, 1.02), 50)

    # ------------------------------------------------------------------ fronts

    def _front(
        self,
        x: tuple[float, float],
        z: tuple[float, float],
        handle: str = "across",
        slug: str | None = None,
        y: float = FACE,
    ):
        """One closed front. `handle` is across, left, right or none; wall units have it at their lower end."""
        slug = slug or self.slug
        left, right, low, high = x[0] + GAP, x[1] - GAP, z[0] + GAP, z[1] - GAP
        axis = "X" if handle == "across" or high - low < 0.3 else "Z"
        board((left, right), (y, y + 0.02), (low, high), front(slug, axis), 0.0018)
        face = y
        if self.drawing.get("frame") and high - low > 0.12:
            face = y - 0.007
            stile = min(0.065, (high - low) * 0.26)
            for side in ((left, left + stile), (right - stile, right)):
                board(side, (face, y), (low, high), front(slug, "Z"), 0.0014)
            for rail in ((low, low + stile), (high - stile, high)):
                board((left + stile, right - stile), (face, y), rail, front(slug, "X"), 0.0014)
        self._handle((left, right), (low, high), handle, face)

    def _handle(self, x: tuple[float, float], z: tuple[float, float], handle: str, face: float) -> None:
        if self.plain or handle == "none":
            return
        middle = (x[0] + x[1]) / 2
        if self.drawing.get("handle") == "knob":
            side = {"left": x[0] + 0.045, "right": x[1] - 0.045}.get(handle, middle)
            knob((side, face, z[1] - min(0.07, (z[1] - z[0]) / 2)), self.metal)
        elif handle == "across":
            bar_handle(
                (middle, face, z[1] - min(0.05, (z[1] - z[0]) / 2)),
                min(0.256, (x[1] - x[0]) * 0.5),
                self.metal,
                upright=False,
            )
        else:
            side = x[0] + 0.035 if handle == "left" else x[1] - 0.035
            length = 0.18
            low = z[0] >= 1.2
            height = z[0] + 0.05 + length / 2 if low else z[1] - 0.05 - length / 2
            bar_handle((side, face, height), length, self.metal)

    def _pair(
        self,
        unit: Unit,
        z: tuple[float, float],
        slug: str | None = None,
        y: float = FACE,
        handle: bool = True,
    ) -> None:
        """One door, or two where one would be too wide."""
        if unit.width < 0.62:
            self._front((unit.left, unit.right), z, "right" if handle else "none", slug, y)
            return
        self._front((unit.left, unit.middle), z, "right" if handle else "none", slug, y)
        self._front((unit.middle, unit.right), z, "left" if handle else "none", slug, y)

    # ------------------------------------------------------------------ base units

    @property
    def _case_top(self) -> float:
        return TOP - self.thick

    @property
    def _front_top(self) -> float:
        """Where there are no handles, fingers reach into a shaded channel under the worktop."""
        return self._case_top - (0.03 if self.plain else 0.002)

    def _case(self, unit: Unit, top: float, back: float = FACE + 0.022) -> None:
        board((unit.left, unit.right), (back, -0.002), (PLINTH, top), front(self.slug, "Z"), 0)
        if self.plain and top < 1:
            dark = paint((0.025, 0.025, 0.025), 0.6)
            board((unit.left, unit.right), (back - 0.001, back), (self._front_top, top), dark, 0)

    def _drawers(self, unit: Unit, shares: tuple[float, ...]) -> None:
        bottom, room = PLINTH, self._front_top - PLINTH
        for share in shares:
            height = room * share
            self._front((unit.left, unit.right), (bottom, bottom + height))
            bottom += height

    def _base_unit(self, unit: Unit) -> None:
        span, top = (unit.left, unit.right), self._front_top
        if unit.kind.startswith("tall"):
            self._tall(unit)
            return
        if unit.kind == "open":
            self._open((unit.left, unit.right), (PLINTH, self._case_top), FACE + 0.01)
            return
        self._case(unit, self._case_top)
        if unit.kind == "drawers":
            self._drawers(unit, (0.40, 0.35, 0.25))
        elif unit.kind == "hob":
            self._drawers(unit, (0.56, 0.44))
        elif unit.kind == "oven":
            self._front(span, (PLINTH, PLINTH + 0.075), "none")
            self._oven(unit, (PLINTH + 0.075, min(top, PLINTH + 0.67)))
            self._front(span, (PLINTH + 0.67, top), "none")
        elif unit.width < 0.35:
            self._front(span, (PLINTH, top), "left")
        elif unit.kind == "door":
            self._front(span, (PLINTH, top), "left" if unit.middle > 0 else "right")
        else:
            self._pair(unit, (PLINTH, top))

    def _oven(self, unit: Unit, z: tuple[float, float]) -> None:
        left, right = unit.left + 0.003, unit.right - 0.003
        black = paint((0.012, 0.012, 0.013), 0.08)
        board((left, right), (FACE, FACE + 0.02), (z[0] + 0.002, z[1] - 0.12), black, 0.003)
        board((left, right), (FACE, FACE + 0.02), (z[1] - 0.117, z[1] - 0.002), brushed(), 0.002)
        bar_handle((unit.middle, FACE, z[1] - 0.165), unit.width * 0.8, "steel", upright=False, radius=0.008)
        for step in (-0.28, -0.14, 0.14, 0.28):
            x = unit.middle + unit.width * step
            rod(
                0.017,
                (x, FACE, z[1] - 0.06),
                (x, FACE - 0.026, z[1] - 0.06),
                metal((0.03, 0.03, 0.03), 0.3),
                sides=24,
            )
        board(
            (unit.middle - 0.045, unit.middle + 0.045),
            (FACE - 0.001, FACE),
            (z[1] - 0.075, z[1] - 0.045),
            black,
            0,
        )

    def _tall(self, unit: Unit) -> None:
        self._case(unit, self.tall_top)
        side = "right" if unit.middle < 0 else "left"
        span = (unit.left, unit.right)
        if unit.kind == "tallOven":
            self._front(span, (PLINTH, 0.85))
            self._oven(unit, (0.85, 1.45))
            self._front(span, (1.45, self.tall_top), side)
            return
        self._front(span, (PLINTH, 1.35), side)
        self._front(span, (1.35, self.tall_top), side)

    def _open(
        self, x: tuple[float, float], z: tuple[float, float], near: float, slug: str | None = None
    ) -> None:
        """An open unit: sides, a middle shelf, ware on both levels."""
        slug = slug or self.slug
        up, across, t = front(slug, "Z"), front(slug, "X"), 0.019
        for left in (x[0], x[1] - t):
            board((left, left + t), (near, -0.002), z, up)
        board((x[0] + t, x[1] - t), (-0.012, -0.002), z, up, 0)
        middle = (z[0] + z[1]) / 2
        for bottom in (z[0], middle, z[1] - t):
            board((x[0] + t, x[1] - t), (near + 0.002, -0.01), (bottom, bottom + t), across)
        for number, bottom in enumerate((z[0] + t, middle + t)):
            props.dishes(
                x[0] + t,
                x[1] - t,
                near * 0.55,
                bottom,
                number * 2 + int(abs(x[0]) * 10) % 3,
                (z[1] - z[0]) / 2 - 0.08,
            )

    def _feet(self) -> None:
        left, right = self.base[0].left, self.base[-1].right
        if self.drawing.get("handle") == "knob":
            for x in [unit.left + 0.045 for unit in self.base] + [right - 0.045]:
                for y in (FACE + 0.06, -0.08):
                    rod(0.018, (x, y, 0), (x, y, PLINTH), front(self.slug, "Z"), 0.024)
            return
        dark = tuple(part * 0.5 for part in (0.06, 0.058, 0.055))
        board((left, right), (FACE + 0.06, -0.05), (0, PLINTH), paint(dark, 0.55), 0.001)

    def _worktop(self) -> None:
        """The slab with a hole for the sink, the sink, the tap and the hob."""
        material, (left, right) = _top_material(self.drawing["worktop"]), self.run
        z, near = (TOP - self.thick, TOP), FACE - 0.022
        sink = next((unit for unit in self.base if unit.kind == "sink"), None)
        if sink is None:
            board((left - 0.005, right + 0.005), (near, -0.002), z, material, 0.002)
        else:
            hole = (sink.middle - 0.25, sink.middle + 0.25)
            board((left - 0.005, hole[0]), (near, -0.002), z, material, 0)
            board((hole[1], right + 0.005), (near, -0.002), z, material, 0)
            board(hole, (near, -0.50), z, material, 0)
            board(hole, (-0.12, -0.002), z, material, 0)
            self._sink(hole)
        for unit in self.base:
            if unit.kind in ("hob", "oven"):
                wide = min(0.29, unit.width / 2 - 0.02)
                black = paint((0.008, 0.008, 0.009), 0.05)
                board(
                    (unit.middle - wide, unit.middle + wide), (-0.54, -0.06), (TOP, TOP + 0.005), black, 0.002
                )

    def _sink(self, hole: tuple[float, float]) -> None:
        steel, bottom = brushed(), TOP - 0.19
        board((hole[0] - 0.01, hole[1] + 0.01), (-0.51, -0.11), (bottom, bottom + 0.004), steel, 0)
        for x in ((hole[0] - 0.01, hole[0]), (hole[1], hole[1] + 0.01)):
            board(x, (-0.51, -0.11), (bottom, TOP - 0.002), steel, 0)
        for y in ((-0.51, -0.50), (-0.12, -0.11)):
            board(hole, y, (bottom, TOP - 0.002), steel, 0)
        x, tap = (hole[0] + hole[1]) / 2, metal(BRASS if self.metal == "brass" else STEEL, 0.26)
        tube(
            [
                (x, -0.065, TOP),
                (x, -0.065, TOP + 0.26),
                *arc((x, -0.165, TOP + 0.26), 0.10, 0, math.pi, "YZ"),
                (x, -0.265, TOP + 0.20),
            ],
            0.012,
            tap,
        )
        rod(0.024, (x, -0.065, TOP), (x, -0.065, TOP + 0.05), tap)
        tube([(x + 0.02, -0.065, TOP + 0.06), (x + 0.085, -0.085, TOP + 0.085)], 0.006, tap)

    # ------------------------------------------------------------------ wall

    def _splash(self) -> None:
        kind = self.drawing.get("splash", "none")
        if kind == "none":
            return
        left, right = self.run
        top = 1.60 if self.drawing.get("shelf") else WALL_UNIT + 0.02
        if kind != "tiles":
            slab = (
                wood("oak", "X")
                if self.drawing["worktop"] == "oak" and not is_wood(self.slug)
                else _top_material("black" if self.drawing["worktop"] in ("black", "steel") else "white")
            )
            board((left, right), (-0.012, -0.001), (TOP, top), slab, 0.001)
            return
        glazes = [
            paint((0.74 + 0.03 * k, 0.725 + 0.03 * k, 0.68 + 0.03 * k), 0.16, 0.05, 25, 0.3)
            for k in (-1, 0, 1)
        ]
        board((left, right), (-0.006, -0.001), (TOP, top), paint((0.56, 0.54, 0.51), 0.9), 0)
        width, height = 0.152, 0.0775
        for row in range(int((top - TOP) / height)):
            x = left - (row % 2) * width / 2
            while x < right - 0.004:
                a, b = max(left, x), min(right, x + width - 0.003)
                if b - a > 0.012:
                    tilt = (self.chance.uniform(-0.007, 0.007), 0, self.chance.uniform(-0.007, 0.007))
                    place = ((a + b) / 2, -0.0075, TOP + (row + 0.5) * height + 0.001)
                    box(
                        (b - a, 0.009, height - 0.003),
                        place,
                        self.chance.choice(glazes),
                        0.002,
                        tilt,
                        segments=1,
                    )
                x += width

    def _wall_unit(self, unit: Unit) -> None:
        drawing, slug = self.drawing, self.drawing.get("wallColor", self.slug)
        top = 2.15 if drawing.get("toCeiling") else self.tall_top
        span, face = (unit.left, unit.right), -0.345
        if unit.kind == "skip":
            return
        if unit.kind == "shelf":
            self._shelf(unit.left + 0.06, unit.right - 0.06, 1.56)
            return
        if unit.kind in ("open", "glass", "lattice"):
            self._open(span, (WALL_UNIT, top), face + 0.021 if unit.kind != "open" else face, slug)
            if unit.kind != "open":
                self._see_through(unit, (WALL_UNIT, top), face, slug)
        else:
            low = WALL_UNIT + 0.15 if unit.kind == "hood" else WALL_UNIT
            board(span, (face + 0.022, -0.002), (low, top), front(slug, "Z"), 0)
            if unit.kind == "hood":
                self._front(span, (low, top), "none", slug, face)
                board(
                    (unit.left + 0.015, unit.right - 0.015),
                    (face - 0.03, -0.01),
                    (low - 0.035, low - 0.002),
                    brushed(),
                    0.002,
                )
            else:
                self._pair(unit, (low, top), slug, face)
        if drawing.get("toCeiling"):
            board(span, (face + 0.022, -0.002), (top, self.height), front(slug, "Z"), 0)
            self._pair(unit, (top, self.height - 0.004), slug, face, handle=False)
        if drawing.get("wallColor") and unit.kind != "hood":
            board(
                (unit.left + 0.03, unit.right - 0.03),
                (-0.12, -0.09),
                (WALL_UNIT - 0.008, WALL_UNIT - 0.002),
                glow((1, 0.84, 0.62), 12),
                0,
            )

    def _see_through(self, unit: Unit, z: tuple[float, float], face: float, slug: str) -> None:
        """Doors of ribbed glass or lattice before an open case; glass is lit from inside."""
        count = 1 if unit.width < 0.62 else 2
        each, stile = unit.width / count, 0.055
        for index in range(count):
            left, right = unit.left + index * each + GAP, unit.left + (index + 1) * each - GAP
            low, high = z[0] + GAP, z[1] - GAP
            room = (right - left - 2 * stile, high - low - 2 * stile)
            rail = stile
            if unit.kind == "lattice":
                columns = max(2, round(room[0] / 0.125))
                cell = room[0] / columns
                rows = int(room[1] / cell)
                rail = (high - low - rows * cell) / 2
                panel(
                    columns,
                    rows,
                    cell,
                    cell * 0.083,
                    0.014,
                    ((left + right) / 2, face + 0.010, (low + high) / 2),
                    front(slug, "Z"),
                )
            else:
                board(
                    (left + stile, right - stile),
                    (face + 0.008, face + 0.012),
                    (low + stile, high - stile),
                    ribbed_glass(),
                    0,
                )
            for side in ((left, left + stile), (right - stile, right)):
                board(side, (face, face + 0.02), (low, high), front(slug, "Z"), 0.0016)
            for bar in ((low, low + rail), (high - rail, high)):
                board((left + stile, right - stile), (face, face + 0.02), bar, front(slug, "X"), 0.0016)
            if unit.kind == "glass":
                self._handle((left, right), (low, high), "left" if index else "right", face)
                at = ((left + right) / 2, face * 0.55, high - 0.035)
                lamp(at, (at[0], face * 0.45, low), (right - left - 0.1, 0.12), 5.5, (1, 0.80, 0.56))

    def _shelf(self, left: float, right: float, z: float, ware: bool = True) -> None:
        board((left, right), (-0.24, -0.002), (z - 0.035, z), wood("oak", "X"), 0.003)
        count = max(2, round((right - left) / 0.9) + 1)
        for index in range(count):
            x = left + 0.12 + (right - left - 0.24) * index / (count - 1)
            board(
                (x - 0.011, x + 0.011),
                (-0.21, -0.002),
                (z - 0.052, z - 0.035),
                metal(BRASS if self.metal == "brass" else STEEL, 0.34),
                0.002,
            )
        if ware:
            self._ware(left + 0.06, right - 0.05, z)

    def _ware(self, left: float, right: float, z: float) -> None:
        """Groups of dishes with air between them."""
        start, number = left, round(z * 10) + len(self.base)
        while start < right - 0.3:
            end = min(right, start + 0.62)
            props.dishes(start, end, -0.125, z, number, 0.30)
            start, number = end + 0.22, number + 2

    def _shelves_and_hood(self) -> None:
        drawing = self.drawing
        cooker = next((unit for unit in self.base if unit.kind in ("oven", "hob")), None)
        left, right = self.run
        if drawing.get("hood") and cooker:
            self._hood(cooker)
            if cooker.middle < 0:
                left = cooker.right + 0.12
            else:
                right = cooker.left - 0.12
        if drawing.get("shelf"):
            self._shelf(left + 0.08, right - 0.08, 1.56)
        if drawing.get("shelves2"):
            self._shelf(left + 0.08, right - 0.08, 1.94)

    def _hood(self, unit: Unit) -> None:
        """A steel hood: a flat canopy and its shaft."""
        x, steel = unit.middle, brushed()
        board((x - 0.30, x + 0.30), (-0.47, -0.002), (1.60, 1.655), steel, 0.002)
        board((x - 0.13, x + 0.13), (-0.27, -0.002), (1.655, min(2.45, self.height + 0.12)), steel, 0.002)

    def _still_life(self) -> None:
        """A board, a vase and a bowl where the worktop is free."""
        free = [
            unit
            for unit in self.base
            if unit.kind in ("drawers", "door", "doors", "open") and unit.width > 0.4
        ]
        for number, unit in enumerate(free[:3]):
            x = unit.middle
            if number == 0:
                with recorded() as leaning:
                    box(
                        (0.25, 0.018, 0.34),
                        (x - 0.08, -0.065, TOP + 0.172),
                        wood("walnut", "Z"),
                        0.006,
                        (math.radians(-9), 0, 0),
                    )
                shift(leaning, (0, -0.02, 0))
                props.pottery(props.VASE, x + 0.14, -0.14, TOP, 1.0, 0)
            elif number == 1:
                props.pottery(props.BOWL, x, -0.26, TOP, 1.25, 1)
                lemon = paint((0.72, 0.46, 0.05), 0.42, 0.3, 120)
                for dx, dy, dz in ((-0.03, 0, 0.055), (0.035, 0.02, 0.057), (0.0, -0.035, 0.058)):
                    lathe(
                        [
                            (0, -0.04),
                            (0.012, -0.035),
                            (0.028, -0.015),
                            (0.03, 0.005),
                            (0.02, 0.028),
                            (0.008, 0.036),
                            (0, 0.04),
                        ],
                        (x + dx, -0.26 + dy, TOP + dz),
                        lemon,
                        (1.2, 0, dx * 20),
                        sides=20,
                    )
            else:
                props.pottery(props.JAR, x, -0.12, TOP, 1.25, 3)
                props.pottery(props.JAR, x + 0.15, -0.11, TOP, 0.95, 0)

    # ------------------------------------------------------------------ before the wall

    def _returns(self) -> None:
        """Runs along the side walls; each is built like a short run and turned by a quarter."""
        length = self.depth - 0.62
        for side in ("left", "right") if self.drawing["returns"] == "both" else (self.drawing["returns"],):
            with recorded() as parts:
                count = max(1, round(length / 0.8))
                for unit in units(
                    [
                        f"{'drawers' if k % 2 else 'doors'}:{round(length / count * 1000)}"
                        for k in range(count)
                    ],
                    0.0,
                ):
                    self._base_unit(unit)
                dark = paint((0.03, 0.029, 0.0275), 0.55)
                board((0, length), (FACE + 0.06, -0.05), (0, PLINTH), dark, 0.001)
                board(
                    (0, length + 0.004),
                    (FACE - 0.022, -0.002),
                    (TOP - self.thick, TOP),
                    _top_material(self.drawing["worktop"]),
                    0.002,
                )
                end = -0.017 if side == "left" else length
                board((end, end + 0.017), (FACE, -0.002), (0, self._case_top), front(self.slug, "Z"), 0.0015)
            if side == "left":
                # Its wall runs towards the camera at the left: the front looks right.
                swing(parts, (0, 0), math.radians(90))
                shift(parts, (-self.width / 2, -self.depth, 0))
            else:
                swing(parts, (0, 0), math.radians(-90))
                shift(parts, (self.width / 2, -0.62, 0))
            wall = paint(WALL, 0.85, 0.06, 220)
            edge = -self.width / 2 if side == "left" else self.width / 2
            # A side wall as deep as the kitchen; it does not keep the window's light away.
            block = board(
                (edge - 0.1, edge) if side == "left" else (edge, edge + 0.1),
                (-self.depth - 0.02, 0),
                (0, 9),
                wall,
                0,
            )
            block.visible_shadow = False

    def _island(self, length: float) -> None:
        """An oak block in the middle of the room, stools on its near side."""
        near, far = -2.30, -1.45
        side = front("oak", "Z")
        x0, x1 = -length / 2, length / 2
        board(
            (x0 + 0.03, x1 - 0.03),
            (near + 0.32, far - 0.03),
            (0, PLINTH),
            paint((0.03, 0.029, 0.0275), 0.55),
            0,
        )
        count = 3
        for index in range(count):
            a, b = (
                x0 + 0.02 + (length - 0.04) * index / count,
                x0 + 0.02 + (length - 0.04) * (index + 1) / count,
            )
            board((a + 0.001, b - 0.001), (near + 0.28, far), (PLINTH, TOP - 0.04), side, 0.001)
        for x in (x0, x1 - 0.04):
            board((x, x + 0.04), (near + 0.02, far), (0, TOP - 0.04), side, 0.002)
        board((x0 - 0.01, x1 + 0.01), (near, far + 0.01), (TOP - 0.04, TOP), _top_material("oak"), 0.003)
        for index in range(3):
            props.high_stool(x0 + length * (0.2 + 0.3 * index), near - 0.05)
        props.pottery(props.BOWL, 0.25, (near + far) / 2, TOP, 1.6, 2)
        props.pottery(props.VASE, -0.35, (near + far) / 2 + 0.1, TOP, 1.2, 0)

    def _bar(self) -> None:
        """A counter 105 cm high that runs from the wall into the room, two stools on its outer side."""
        x, near, high = self.width / 2, -self.depth, 1.05
        board((x + 0.0, x + 0.04), (near + 0.06, -0.002), (0, high - 0.04), front(self.slug, "Z"), 0.002)
        board((x - 0.06, x + 0.36), (near, -0.002), (high - 0.04, high), _top_material("oak"), 0.003)
        board(
            (x + 0.04, x + 0.34), (near + 0.06, near + 0.10), (0, high - 0.04), front(self.slug, "Z"), 0.002
        )
        for share in (0.36, 0.72):
            props.high_stool(x + 0.42, near * share - 0.1, 0.74)
        props.pottery(props.CUP, x + 0.15, near * 0.55, high, 1.0, 2)

    def _pendants(self, depth: float) -> None:
        count = self.drawing.get("pendants", 0)
        if not count:
            return
        y = -1.88 if self.drawing.get("island") else -0.45 if depth < 1 else -depth * 0.55
        span = self.drawing.get("island", 0) / 1000 or (self.width * 0.62 if depth < 1 else 0)
        for index in range(count):
            if self.drawing.get("bar"):
                props.pendant(self.width / 2 + 0.15, -self.depth * (0.36 + 0.4 * index), 1.68, 9)
            else:
                x = (index - (count - 1) / 2) * span / max(1, count)
                props.pendant(
                    x, y, 1.78 if self.drawing.get("island") else 1.98, 5.2, brass=self.metal == "brass"
                )

    def _window(self) -> None:
        """A window over a low kitchen: bright sky behind two casements."""
        left, right, low, high = -0.75, 0.75, 1.12, 2.35
        board((left, right), (-0.004, -0.002), (low, high), glow((0.93, 0.97, 1.0), 1.5), 0)
        white = paint((0.72, 0.71, 0.68), 0.4)
        for x in (left - 0.05, -0.03, right - 0.01):
            board((x, x + 0.06), (-0.04, -0.001), (low - 0.05, high + 0.05), white, 0.003)
        for z in (low - 0.05, (low + high) / 2 + 0.2, high - 0.01):
            board((left - 0.05, right + 0.05), (-0.036, -0.001), (z, z + 0.05), white, 0.003)
        board((left - 0.09, right + 0.09), (-0.12, -0.001), (low - 0.09, low - 0.05), white, 0.004)

    def _free_island(self) -> Subject:
        """An island alone: three drawers and open shelves on the side we see."""
        with recorded() as parts:
            for unit in self.base:
                if unit.kind == "open":
                    self._open((unit.left, unit.right), (PLINTH, self._case_top), FACE + 0.01)
                else:
                    self._case(unit, self._case_top)
                    self._drawers(unit, (0.40, 0.34, 0.26))
            left, right = -self.width / 2, self.width / 2
            for x in (left, right - 0.022):
                board((x, x + 0.022), (FACE - 0.001, 0.25), (0, self._case_top), front(self.slug, "Z"), 0.002)
            board((left, right), (0.0, 0.25), (PLINTH, self._case_top), front(self.slug, "Z"), 0)
            board(
                (left + 0.022, right - 0.022),
                (FACE + 0.06, 0.2),
                (0, PLINTH),
                paint((0.03, 0.029, 0.0275), 0.55),
                0,
            )
            board(
                (left - 0.03, right + 0.03),
                (FACE - 0.03, 0.27),
                (TOP - self.thick, TOP),
                _top_material("oak"),
                0.003,
            )
            props.pottery(props.BOWL, -0.35, -0.15, TOP, 1.7, 1)
            props.pottery(props.VASE, 0.45, -0.05, TOP, 1.35, 0)
            box((0.42, 0.26, 0.022), (0.02, -0.3, TOP + 0.011), wood("walnut", "X"), 0.006, (0, 0, 0.2))
        shift(parts, (0, -0.95, 0))
        for x in (-0.42, 0.42):
            props.pendant(x, -1.1, 1.62, 9)
        return Subject(-self.width / 2, self.width / 2, 1.95, 1.58)
