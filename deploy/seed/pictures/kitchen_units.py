"""Units of a kitchen and their fronts."""

from dataclasses import dataclass

from . import props
from .hardware import bar_handle, knob
from .lattice import panel
from .materials import brushed, front, metal, paint, ribbed_glass, stone, wood
from .shapes import board, rod
from .studio import lamp

FACE = -0.60
PLINTH = 0.10
TOP = 0.90
WALL_UNIT = 1.45
GAP = 0.0015
TOPS = {"white": 0.02, "oak": 0.04, "black": 0.02, "steel": 0.03}
"""Thickness of a worktop in metres."""


def top_material(kind: str):
    if kind == "oak":
        return wood("oak", "X")
    if kind == "steel":
        return brushed()
    return stone((0.74, 0.73, 0.70) if kind == "white" else (0.03, 0.03, 0.031), 2.2, 0.16, 0.24)


@dataclass(frozen=True)
class Unit:
    """Unit of a run: its kind, its left and its right end."""

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
    """Parses `kind:millimetres` entries from left to right."""
    found = []
    for entry in listed or []:
        kind, width = entry.split(":")
        found.append(Unit(kind, start, start + int(width) / 1000))
        start = found[-1].right
    return found


class Fronts:
    """Mixin of `Kitchen` for the units and their fronts."""

    def _front(
        self,
        x: tuple[float, float],
        z: tuple[float, float],
        handle: str = "across",
        slug: str | None = None,
        y: float = FACE,
    ):
        """Builds one closed front; `handle` is across, left, right or none. Wall units have it at their lower end."""
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
        """Builds one door, or two if one would be too wide."""
        if unit.width < 0.62:
            self._front((unit.left, unit.right), z, "right" if handle else "none", slug, y)
            return
        self._front((unit.left, unit.middle), z, "right" if handle else "none", slug, y)
        self._front((unit.middle, unit.right), z, "left" if handle else "none", slug, y)

    @property
    def _case_top(self) -> float:
        return TOP - self.thick

    @property
    def _front_top(self) -> float:
        """Top of the fronts in metres; lower without handles, to leave a finger channel under the worktop."""
        return self._case_top - (0.03 if self.plain else 0.002)

    def _case(self, unit: Unit, top: float, back: float = FACE + 0.022) -> None:
        board((unit.left, unit.right), (back, -0.002), (PLINTH, top), front(self.slug, "Z"), 0)
        if self.plain and top == self._case_top:
            self._channel(unit, back)

    def _channel(self, unit: Unit, back: float) -> None:
        dark = paint((0.025, 0.025, 0.025), 0.6)
        board((unit.left, unit.right), (back - 0.001, back), (self._front_top, self._case_top), dark, 0)

    def _case_around_sink(self, unit: Unit) -> None:
        """Builds a case with a lowered bottom behind the sink and sides of the normal height."""
        up, low, top, t = front(self.slug, "Z"), TOP - 0.21, self._case_top, 0.019
        self._case(unit, low)
        for x in ((unit.left, unit.left + t), (unit.right - t, unit.right)):
            board(x, (FACE + 0.022, -0.002), (low, top), up, 0)
        board((unit.left + t, unit.right - t), (FACE + 0.022, FACE + 0.041), (low, top), up, 0)
        if self.plain:
            self._channel(unit, FACE + 0.022)

    def _drawers(self, unit: Unit, shares: tuple[float, ...]) -> None:
        bottom, room = PLINTH, self._front_top - PLINTH
        for share in shares:
            height = room * share
            self._front((unit.left, unit.right), (bottom, bottom + height))
            bottom += height

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

    def _open(self, x: tuple[float, float], z: tuple[float, float], near: float, slug: str | None = None) -> None:
        """Builds an open unit: sides, a middle shelf, dishes on both levels."""
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

    def _glazed_unit(self, unit: Unit, z: tuple[float, float], face: float, slug: str) -> None:
        """Builds doors of ribbed glass or lattice in front of an open case; glass is lit from inside."""
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
