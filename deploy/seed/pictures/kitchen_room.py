"""Parts of kitchens in front of the wall: returns, islands, bars, lamps."""

import math

from . import props
from .kitchen_units import FACE, PLINTH, TOP, top_material, units
from .materials import front, glow, paint, wood
from .shapes import board, box, recorded, shift, swing
from .studio import WALL, Subject


class RoomUnits:
    """Mixin of `Kitchen` for the parts that extend into the room."""

    def _returns(self) -> None:
        """Builds the runs along the side walls, each as a short run turned by 90 degrees."""
        length = self.depth - 0.62
        for side in ("left", "right") if self.drawing["returns"] == "both" else (self.drawing["returns"],):
            with recorded() as parts:
                count = max(1, round(length / 0.8))
                for unit in units(
                    [f"{'drawers' if k % 2 else 'doors'}:{round(length / count * 1000)}" for k in range(count)],
                    0.0,
                ):
                    self._base_unit(unit)
                dark = paint((0.03, 0.029, 0.0275), 0.55)
                board((0, length), (FACE + 0.06, -0.05), (0, PLINTH), dark, 0.001)
                board(
                    (0, length + 0.004),
                    (FACE - 0.022, -0.002),
                    (TOP - self.thick, TOP),
                    top_material(self.drawing["worktop"]),
                    0.002,
                )
                end = -0.017 if side == "left" else length
                board((end, end + 0.017), (FACE, -0.002), (0, self._case_top), front(self.slug, "Z"), 0.0015)
            if side == "left":
                # Its wall runs towards the camera at the left, so that the front faces right.
                swing(parts, (0, 0), math.radians(90))
                shift(parts, (-self.width / 2, -self.depth, 0))
            else:
                swing(parts, (0, 0), math.radians(-90))
                shift(parts, (self.width / 2, -0.62, 0))
            wall = paint(WALL, 0.85, 0.06, 220)
            edge = -self.width / 2 if side == "left" else self.width / 2
            # The side wall is only as deep as the kitchen, so that it does not block the window's light.
            block = board(
                (edge - 0.1, edge) if side == "left" else (edge, edge + 0.1),
                (-self.depth - 0.02, 0),
                (0, 9),
                wall,
                0,
            )
            block.visible_shadow = False

    def _island(self, length: float) -> None:
        """Builds an oak block in the middle of the room, with stools on its near side."""
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
        board((x0 - 0.01, x1 + 0.01), (near, far + 0.01), (TOP - 0.04, TOP), top_material("oak"), 0.003)
        for index in range(3):
            props.high_stool(x0 + length * (0.2 + 0.3 * index), near - 0.05)
        props.pottery(props.BOWL, 0.25, (near + far) / 2, TOP, 1.6, 2)
        props.pottery(props.VASE, -0.35, (near + far) / 2 + 0.1, TOP, 1.2, 0)

    def _bar(self) -> None:
        """Builds a counter 105 cm high from the wall into the room, with two stools on its outer side."""
        x, near, high = self.width / 2, -self.depth, 1.05
        board((x + 0.0, x + 0.04), (near + 0.06, -0.002), (0, high - 0.04), front(self.slug, "Z"), 0.002)
        board((x - 0.06, x + 0.36), (near, -0.002), (high - 0.04, high), top_material("oak"), 0.003)
        board((x + 0.04, x + 0.34), (near + 0.06, near + 0.10), (0, high - 0.04), front(self.slug, "Z"), 0.002)
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
                props.pendant(x, y, 1.78 if self.drawing.get("island") else 1.98, 5.2, brass=self.metal == "brass")

    def _window(self) -> None:
        """Builds a window over a low kitchen, beside its tap: bright sky behind two casements."""
        left, right, low, high = -1.05, 0.45, 1.12, 2.35
        board((left, right), (-0.004, -0.002), (low, high), glow(*self.outside), 0)
        white = paint((0.72, 0.71, 0.68), 0.4)
        for x in (left - 0.05, (left + right) / 2 - 0.03, right - 0.01):
            board((x, x + 0.06), (-0.04, -0.001), (low - 0.05, high + 0.05), white, 0.003)
        for z in (low - 0.05, (low + high) / 2 + 0.2, high - 0.01):
            board((left - 0.045, right + 0.045), (-0.036, -0.002), (z, z + 0.05), white, 0.003)
        board((left - 0.09, right + 0.09), (-0.12, -0.001), (low - 0.09, low - 0.05), white, 0.004)

    def _free_island(self) -> Subject:
        """Builds a free-standing island: three drawers and open shelves on the visible side."""
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
                top_material("oak"),
                0.003,
            )
            props.pottery(props.BOWL, -0.35, -0.15, TOP, 1.7, 1)
            props.pottery(props.VASE, 0.45, -0.05, TOP, 1.35, 0)
            box((0.42, 0.26, 0.022), (0.02, -0.3, TOP + 0.011), wood("walnut", "X"), 0.006, (0, 0, 0.2))
        shift(parts, (0, -0.95, 0))
        for x in (-0.42, 0.42):
            props.pendant(x, -1.1, 1.62, 9)
        return Subject(-self.width / 2, self.width / 2, 1.95, 1.58)
