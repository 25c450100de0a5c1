"""Special wardrobes: under a roof, in a corner, from wall to wall, open."""

import math

from . import props
from .hardware import bar_handle
from .materials import BLACK, fabric, front, hardware, is_wood, metal, paint
from .shapes import board, prism, recorded, rod, swing, upright
from .span import BACK, GAP, Span
from .studio import WALL, WALL_BEHIND_WHITE


class SpecialBodies:
    """Mixin of `Wardrobe` for parts that only some wardrobes have."""

    def _nook(self, span: Span) -> None:
        """Builds the open half of a hall wardrobe: shelf, five hooks, a bench with room for boots."""
        across, up = front(self.slug, "X"), front(self.slug, "Z")
        near = self.face + 0.004
        board(
            (span.left - 0.022, span.left),
            (self.face, -BACK),
            (self.body.bottom + self.board, self.body.top - self.board),
            up,
        )
        board((span.left, span.right), (-BACK - 0.02, -BACK - 0.01), (span.bottom, span.top), up, 0)
        seat, shelf = self.leg + 0.43, span.top - 0.30
        board((span.left, span.right), (near, -BACK), (seat - 0.03, seat), across, 0.003)
        board((span.left, span.right), (near + 0.04, -BACK), (shelf - 0.02, shelf), across)
        middle = (span.left + span.right) / 2
        props.cushion(
            (span.width - 0.03, self.depth - 0.06, 0.055),
            (middle, self.face / 2, seat + 0.03),
            fabric((0.29, 0.30, 0.27)),
            puff=0.012,
        )
        props.basket(span.left + 0.17, self.face / 2, shelf, (0.26, 0.26, 0.20))
        board(
            (span.left, span.right),
            (-BACK - 0.042, -BACK - 0.02),
            (shelf - 0.20, shelf - 0.12),
            across,
            0.002,
        )
        black = metal(BLACK, 0.4)
        hooks = [span.left + span.width * share for share in (0.12, 0.31, 0.5, 0.69, 0.88)]
        for x in hooks:
            rod(0.006, (x, -0.054, shelf - 0.15), (x, -0.105, shelf - 0.135), black, sides=16)
            rod(0.009, (x, -0.104, shelf - 0.135), (x, -0.112, shelf - 0.132), black, sides=16)
        props.scarf(hooks[1], -0.10, shelf - 0.13, 2)
        props.tote(hooks[3], -0.10, shelf - 0.14, 5)
        boot = paint((0.13, 0.085, 0.055), 0.5)
        for x in (span.left + 0.12, span.left + 0.23):
            props.cushion((0.085, 0.25, 0.07), (x, self.face + 0.17, self.body.bottom + 0.06), boot, puff=0.012)
            props.cushion((0.085, 0.10, 0.20), (x, self.face + 0.245, self.body.bottom + 0.14), boot, puff=0.012)

    def _open_frame(self) -> None:
        """Builds steel tubes, wooden shelves and one rail, without doors."""
        steel, shelf = hardware(self.metal), front(self.slug if is_wood(self.slug) else "oak", "X")
        near, far, tube = self.face, -BACK - 0.02, 0.025
        left, right = -self.width / 2, self.width / 2
        split = left + 0.90
        for x in (left, split, right - tube):
            for y in (near, far - tube):
                board((x, x + tube), (y, y + tube), (0, self.height), steel, 0.002)
            for z in (0.10, self.height - tube):
                board((x, x + tube), (near + tube, far - tube), (z, z + tube), steel, 0.002)
        for y in (near, far - tube):
            board((left + tube, right - tube), (y, y + tube), (self.height - tube, self.height), steel, 0.002)
        board((left + tube, right - tube), (near + 0.004, far - 0.004), (0.125, 0.147), shelf, 0.002)
        middle = (split + right) / 2
        for number, z in enumerate((0.55, 0.92, 1.29, 1.66)):
            board((split + tube, right - tube), (near + 0.004, far - 0.004), (z, z + 0.02), shelf, 0.002)
            if number % 2:
                props.stack(middle, self.face / 2, z + 0.02, [number, number + 3, number + 5], 0.32)
            elif number:
                props.basket(middle, self.face / 2, z + 0.02, (0.34, 0.30, 0.20))
            else:
                props.stack(middle, self.face / 2, z + 0.02, [4, 7], 0.34)
        rail = self.height - 0.10
        rod(0.011, (left + tube, self.face / 2, rail), (split, self.face / 2, rail), steel)
        for x in (left + tube / 2, split + tube / 2):
            board((x - 0.006, x + 0.006), (near + tube, far - tube), (rail - 0.02, rail + 0.02), steel, 0.002)
        props.clothes(left + 0.06, split - 0.10, self.face / 2, rail, 1.12, 1)
        props.basket(left + 0.26, self.face / 2, 0.147, (0.36, 0.32, 0.24), 3)
        props.basket(left + 0.64, self.face / 2, 0.147, (0.30, 0.32, 0.18), 4)

    def _niche(self) -> None:
        """Builds the walls around a wall-to-wall wardrobe."""
        wall = paint(WALL_BEHIND_WHITE, 0.85, 0.06, 220)
        reach, face = self.width / 2 + 0.004, self.face + 0.03
        board((-7, -reach), (face, 0), (0, 9), wall, 0)
        board((reach, 7), (face, 0), (0, 9), wall, 0)
        board((-reach, reach), (face, 0), (self.height + 0.004, 9), wall, 0)

    def _corner(self) -> None:
        """Builds a five-sided case in the corner of two walls, with its doors across the corner."""
        side, short = self.width, self.width - 0.60
        t, low, high = self.board, self.leg, self.height
        outline = [(0.012, -0.012), (side, -0.012), (side, -short), (short, -side), (0.012, -side)]
        across = front(self.slug, "X")
        with recorded() as parts:
            prism(outline, t, (0, 0, high - t), across, 0.0015)
            prism(outline, t, (0, 0, low), across, 0.0015)
            inner = [
                (0.03, -0.03),
                (side - 0.03, -0.03),
                (side - 0.03, -short + 0.02),
                (short - 0.02, -side + 0.03),
                (0.03, -side + 0.03),
            ]
            prism(inner, low, (0, 0, 0), across, 0)
            up = front(self.slug, "Z")
            board((side - t, side), (-short, -0.012), (low, high), up)
            board((0.012, short), (-side, -side + t), (low, high), up)
        swing(parts, (0, 0), math.radians(-45))
        half, face = 0.30 * math.sqrt(2), -(side + short) / 2 * math.sqrt(2)
        self.face = face
        self.depth = -face
        doors = Span(-half + 0.003, half - 0.003, low + t + GAP, high - t - GAP)
        for index in range(2):
            self._door(doors.column(index, 2), index, 2)

    def _sloped(self) -> None:
        """Builds a case under a roof: flat for a third, then down to its lower side; builds the roof too."""
        low = self.leg + (self.height - self.leg) * self.drawing["slope"]
        start = -self.width / 2 + self.width * 0.34
        fall = (self.height - low) / (self.width / 2 - start)

        def edge(x: float) -> float:
            return self.height - max(0.0, x - start) * fall

        self._legs()
        left, right = -self.width / 2, self.width / 2
        up = front(self.slug, "Y")
        near = self.face + 0.021
        silhouette = [
            (left, self.leg),
            (right, self.leg),
            (right, low),
            (start, self.height),
            (left, self.height),
        ]
        upright(silhouette, -near - BACK, (0, -BACK, 0), front(self.slug, "X"), 0.001)
        for index in range(3):
            a, b = (left + self.width * share / 3 for share in (index, index + 1))
            a, b = a + GAP / 2, b - GAP / 2
            outline = [(a, self.leg + GAP), (b, self.leg + GAP), (b, edge(b) - GAP)]
            if a < start < b:
                outline.append((start, self.height - GAP))
            outline.append((a, edge(a) - GAP))
            upright(outline, 0.02, (0, self.face + 0.02, 0), up, 0.0015)
            x = b - 0.045 if index == 0 else a + 0.045
            bar_handle((x, self.face, 0.92), 0.36, self.metal)
        self._roof(start, fall)

    def _roof(self, start: float, fall: float) -> None:
        """Builds the underside of the roof: a plane along the slope that extends towards the camera."""
        top = self.height + 0.004

        def above(x: float) -> float:
            return top - (x - start) * fall

        foot = start + top / fall
        outline = [(-7, above(-7)), (foot, 0.0), (foot + 3, 0.0), (foot + 3, 9), (-7, 9.5)]
        roof = upright(outline, 4.6, (0, 0, 0), paint(tuple(c * 1.12 for c in WALL), 0.85, 0.05, 200), 0)
        roof.visible_shadow = False
