"""Kitchens, built unit by unit from `drawing`, from the left end of the wall to the right."""

import math
import random

from . import props
from .kitchen_room import RoomUnits
from .kitchen_units import FACE, PLINTH, TOP, TOPS, WALL_UNIT, Fronts, Unit, top_material, units
from .materials import BRASS, STEEL, brushed, front, glow, is_wood, metal, paint, wood
from .shapes import arc, board, box, lathe, recorded, rod, shift, tube
from .studio import WALL, Subject, camera


class Kitchen(Fronts, RoomUnits):
    """Kitchen in one colour against the wall at y = 0, its middle at x = 0."""

    def __init__(self, product: dict, slug: str, rng: random.Random) -> None:
        size = product["sizeMm"]
        self.width, self.depth, self.height = (size[key] / 1000 for key in ("width", "depth", "height"))
        self.drawing, self.slug, self.rng = product["drawing"], slug, rng
        cool = is_wood(slug) or slug in ("white", "graphite", "black")
        self.metal = "steel" if cool else "brass"
        self.base = units(self.drawing["base"], -self.width / 2)
        self.wall = units(self.drawing.get("wall"), -self.width / 2)
        self.tall_top = min(self.height, 2.4)
        self.thick = TOPS[self.drawing["worktop"]]
        self.plain = self.drawing.get("handle") == "none"
        self.outside = ((0.93, 0.97, 1.0), 1.5)
        run = [unit for unit in self.base if not unit.kind.startswith("tall")]
        self.run = (run[0].left, run[-1].right)

    def build(self) -> Subject:
        """Builds the kitchen and returns its bounds for the camera."""
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
        self._worktop_props()
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
        """Points the camera at a distinctive part of this kitchen, or at the sink if there is none."""
        drawing = self.drawing
        if drawing.get("islandOnly"):
            camera((-1.25, -3.35, 1.50), (0.12, -1.30, 0.72), 52)
            return
        if drawing.get("island"):
            camera((-2.15, -4.35, 1.62), (0.12, -1.62, 0.92), 46)
            return
        if drawing.get("bar"):
            camera((self.width / 2 + 1.95, -3.75, 1.55), (self.width / 2 + 0.02, -0.95, 0.92), 46)
            return
        upper = next((unit for unit in self.wall if unit.kind in ("lattice", "glass") and unit.width > 0.85), None)
        if upper:
            camera((upper.middle - 0.75, -2.45, 1.58), (upper.middle + 0.08, -0.30, 1.58), 52)
            return
        kinds = "tallOven", "open" if drawing.get("shelves2") else "", "oven" if self._shows_hob() else "", "sink"
        unit = next(unit for kind in kinds for unit in self.base if unit.kind == kind)
        side = -1 if unit.middle > 0 else 1
        high = 1.25 if unit.kind == "tallOven" or drawing.get("toCeiling") else 1.02
        camera((unit.middle + side * 0.95, -2.75, high + 0.3), (unit.middle - side * 0.05, -0.25, high), 50)

    def _shows_hob(self) -> bool:
        """Returns whether the hob is worth a close-up: a hood over it, or cupboards up to the ceiling."""
        return bool(self.drawing.get("hood") or self.drawing.get("toCeiling"))

    def _base_unit(self, unit: Unit) -> None:
        span, top = (unit.left, unit.right), self._front_top
        if unit.kind.startswith("tall"):
            self._tall(unit)
            return
        if unit.kind == "open":
            self._open((unit.left, unit.right), (PLINTH, self._case_top), FACE + 0.01)
            return
        if unit.kind == "sink":
            self._case_around_sink(unit)
        else:
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
        """Builds the slab with a hole for the sink, the sink, the tap and the hob."""
        material, (left, right) = top_material(self.drawing["worktop"]), self.run
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
                board((unit.middle - wide, unit.middle + wide), (-0.54, -0.06), (TOP, TOP + 0.005), black, 0.002)

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
                else top_material("black" if self.drawing["worktop"] in ("black", "steel") else "white")
            )
            board((left, right), (-0.012, -0.001), (TOP, top), slab, 0.001)
            return
        glazes = [paint((0.74 + 0.03 * k, 0.725 + 0.03 * k, 0.68 + 0.03 * k), 0.16, 0.05, 25, 0.3) for k in (-1, 0, 1)]
        board((left, right), (-0.006, -0.001), (TOP, top), paint((0.56, 0.54, 0.51), 0.9), 0)
        width, height = 0.152, 0.0775
        for row in range(int((top - TOP) / height)):
            x = left - (row % 2) * width / 2
            while x < right - 0.004:
                a, b = max(left, x), min(right, x + width - 0.003)
                if b - a > 0.012:
                    tilt = (self.rng.uniform(-0.007, 0.007), 0, self.rng.uniform(-0.007, 0.007))
                    place = ((a + b) / 2, -0.0075, TOP + (row + 0.5) * height + 0.001)
                    box(
                        (b - a, 0.009, height - 0.003),
                        place,
                        self.rng.choice(glazes),
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
                self._glazed_unit(unit, (WALL_UNIT, top), face, slug)
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

    def _shelf(self, left: float, right: float, z: float, with_dishes: bool = True) -> None:
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
        if with_dishes:
            self._place_dishes(left + 0.06, right - 0.05, z)

    def _place_dishes(self, left: float, right: float, z: float) -> None:
        """Builds groups of dishes with gaps between them."""
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
        """Builds a steel hood: a flat canopy and its shaft."""
        x, steel = unit.middle, brushed()
        board((x - 0.30, x + 0.30), (-0.47, -0.002), (1.60, 1.655), steel, 0.002)
        board((x - 0.13, x + 0.13), (-0.27, -0.002), (1.655, min(2.45, self.height + 0.12)), steel, 0.002)

    def _worktop_props(self) -> None:
        """Places a board, a vase and a bowl on free parts of the worktop."""
        free = [unit for unit in self.base if unit.kind in ("drawers", "door", "doors", "open") and unit.width > 0.4]
        # In front of the window sill, if there is a window.
        back = -0.05 if self.height < 1 else 0.0
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
                shift(leaning, (0, back - 0.02, 0))
                props.pottery(props.VASE, x + 0.14, back - 0.14, TOP, 1.0, 0)
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
                props.pottery(props.JAR, x, back - 0.12, TOP, 1.25, 3)
                props.pottery(props.JAR, x + 0.15, back - 0.11, TOP, 0.95, 0)
