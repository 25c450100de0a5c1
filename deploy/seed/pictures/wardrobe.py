"""Wardrobes, built from a product's measurements and its `drawing`."""

import math

from . import props
from .hardware import bar_handle, foot, grip, knob, leg
from .lattice import panel
from .materials import METALS, fabric, front, glass, is_wood, metal, mirror, paint, wood
from .shapes import board, box, recorded, shift, swing, upright
from .span import BACK, GAP, Span
from .studio import Subject
from .wardrobe_bodies import SpecialBodies
from .wardrobe_inside import Inside

LEGS = {"feet": 0.08, "tall": 0.15, "plinth": 0.08, "frame": 0.0}
LINEN = (0.60, 0.53, 0.42)
BESIDE = {"plant": 0.72, "lamp": 0.50, "stool": 0.62, "vase": 0.48, "toy": 0.55}
"""Width that a prop beside the wardrobe takes in the picture, in metres."""


class Wardrobe(SpecialBodies, Inside):
    """Wardrobe in one colour, closed or open, its back to the wall at y = 0."""

    def __init__(self, product: dict, slug: str, opened: bool = False) -> None:
        size = product["sizeMm"]
        self.width, self.depth, self.height = (size[key] / 1000 for key in ("width", "depth", "height"))
        self.drawing, self.slug, self.opened = product["drawing"], slug, opened
        self.metal = self.drawing.get("metal", "black")
        self.board = 0.022 if is_wood(slug) else 0.019
        self.leg = LEGS[self.drawing["legs"]]
        self.face = -self.depth
        # Painted fronts overlay the case; wooden ones are inset between its sides.
        self.overlay = not is_wood(slug) and not self.drawing.get("sliding")
        self.body = Span(-self.width / 2, self.width / 2, self.leg, self.height)

    def build(self) -> Subject:
        """Builds the wardrobe and returns its bounds for the camera."""
        drawing = self.drawing
        if drawing.get("openFrame"):
            self._open_frame()
        elif drawing.get("corner"):
            self._corner()
        elif "slope" in drawing:
            self._sloped()
        else:
            self._case()
            self._fronts()
            if drawing.get("builtin"):
                self._niche()
        return self._beside()

    def _legs(self) -> None:
        inset = 0.055
        if self.drawing["legs"] == "plinth":
            dark = front(self.slug, "X") if is_wood(self.slug) else paint(tuple(c * 0.6 for c in (0.1, 0.1, 0.1)), 0.6)
            board((-self.width / 2, self.width / 2), (self.face + 0.035, -BACK), (0, self.leg), dark, 0.001)
            return
        if not self.leg:
            return
        for side in (-1, 1):
            x = side * (self.width / 2 - inset)
            for y in (self.face + inset, -BACK - inset):
                if self.drawing["legs"] == "tall":
                    slug = self.slug if is_wood(self.slug) else "oak"
                    leg(x, y, self.leg, slug, side * 0.018)
                else:
                    foot(x, y, self.leg, self.metal)
        if self.width > 1.7:
            foot(0, self.face + inset, self.leg, self.metal if self.metal in METALS else "black")

    def _case(self) -> None:
        self._legs()
        t, body = self.board, self.body
        near = self.face + (0.021 if self.overlay else 0)
        up, across = front(self.slug, "Z"), front(self.slug, "X")
        for left in (body.left, body.right - t):
            board((left, left + t), (near, -BACK), (body.bottom, body.top), up)
        top = 0.03 if self.drawing.get("midDrawers") else t
        inside = (body.left + t, body.right - t)
        board(inside, (near, -BACK), (body.top - t, body.top), across)
        board(inside, (near, -BACK), (body.bottom, body.bottom + t), across)
        board(inside, (-BACK - 0.01, -BACK), (body.bottom, body.top), across, 0)
        if top > t:
            board(
                (body.left - 0.012, body.right + 0.012),
                (near - 0.012, -BACK),
                (body.top, body.top + 0.03),
                across,
                0.003,
            )
        if self.drawing.get("frame") and not self.drawing.get("drawers"):
            self._wedges()

    def _wedges(self) -> None:
        """Builds the wedges of a case without screws, whose tenons come through the sides."""
        light, dark = front(self.slug, "X"), wood("walnut", "Z")
        for side in (-1, 1):
            for z in (self.body.bottom + 0.16, self.body.top - 0.16):
                for y in (self.face + 0.09, -BACK - 0.09):
                    x = side * (self.width / 2 + 0.02)
                    box((0.05, 0.07, 0.026), (x, y, z), light, 0.002)
                    box(
                        (0.012, 0.022, 0.075),
                        (x + side * 0.008, y, z + 0.004),
                        dark,
                        0.002,
                        (0, side * 0.12, 0),
                    )

    def _inside(self) -> Span:
        return self.body.inset(self.board)

    def _rows(self) -> tuple[Span, Span | None, Span | None]:
        """Returns the spans of the doors, of the drawers or flaps below, and of the top boxes."""
        area = self.body.inset(0.0012) if self.overlay else self._inside().inset(0, GAP, GAP)
        drawing = self.drawing
        low = 0.0
        if drawing.get("drawers"):
            low = drawing["drawers"] * 0.21 if drawing.get("stack") else min(0.40, self.height * 0.19)
        elif drawing.get("flaps"):
            low = 0.70
        high = 0.46 if drawing.get("topboxes") else 0.0
        doors = Span(area.left, area.right, area.bottom + low, area.top - high)
        below = Span(area.left, area.right, area.bottom, area.bottom + low - GAP) if low else None
        above = Span(area.left, area.right, doors.top + GAP, area.top) if high else None
        return doors, below, above

    def _fronts(self) -> None:
        drawing = self.drawing
        doors, below, above = self._rows()
        inner = (self.body.left + self.board, self.body.right - self.board)
        if below:
            z = doors.bottom - GAP / 2
            board(inner, (self.face + 0.024, -BACK), (z - 0.009, z + 0.009), front(self.slug, "X"), 0)
            self._below(below)
        if above:
            z = above.bottom - GAP / 2
            board(inner, (self.face + 0.024, -BACK), (z - 0.009, z + 0.009), front(self.slug, "X"), 0)
            for index in range(drawing["doors"]):
                self._top_box(above.column(index, drawing["doors"]), index)
        if drawing.get("nook"):
            closed = Span(doors.left, (doors.left + doors.right) / 2, doors.bottom, doors.top)
            self._nook(Span(closed.right + 0.011, doors.right, doors.bottom, doors.top))
            doors = closed
        if drawing.get("midDrawers"):
            self._with_middle_drawers(doors)
        elif drawing.get("sliding"):
            self._sliding(doors)
        else:
            self._contents(doors)
            for index in range(drawing["doors"]):
                self._door(doors.column(index, drawing["doors"]), index, drawing["doors"])

    def _front_board(self, span: Span, axis: str = "Z", thick: float = 0.02, y: float | None = None):
        y = self.face if y is None else y
        return board((span.left, span.right), (y, y + thick), (span.bottom, span.top), front(self.slug, axis), 0.0018)

    def _frame(self, span: Span, stile: float, bottom: float | None = None, top: float | None = None) -> Span:
        """Builds two stiles and two rails; returns the opening."""
        opening = span.inset(stile, bottom, top)
        self._front_board(Span(span.left, opening.left, span.bottom, span.top))
        self._front_board(Span(opening.right, span.right, span.bottom, span.top))
        self._front_board(Span(opening.left, opening.right, span.bottom, opening.bottom), "X")
        self._front_board(Span(opening.left, opening.right, opening.top, span.top), "X")
        return opening

    def _door(self, span: Span, index: int, count: int) -> None:
        """Builds a hinged door in the product's style, with its handle; open doors stand at 105°."""
        drawing = self.drawing
        with recorded() as parts:
            if drawing.get("lattice"):
                edge = self._lattice_door(span)
            elif drawing.get("glass"):
                edge = 0.03
                self._glass_door(span)
            elif drawing.get("arch"):
                edge = 0.05
                self._arched_door(span)
            elif drawing.get("frame"):
                edge = 0.035
                opening = self._frame(span, min(0.075, span.width * 0.2))
                self._front_board(opening, thick=0.008, y=self.face + 0.009)
            else:
                edge = 0.045
                plain = self._front_board(span)
                if drawing["handle"] == "groove":
                    grip(plain, (span.left + 0.03 if index % 2 else span.right - 0.03, self.face, 1.15), 0.26)
            on_right = count == 1 or (index % 2 == 0 and index != count - 1)
            self._handle(span, span.right - edge if on_right else span.left + edge)
        if self.opened:
            hinge = span.left if on_right else span.right
            swing(parts, (hinge, self.face), math.radians(-105 if on_right else 105))

    def _handle(self, span: Span, x: float) -> None:
        kind = self.drawing["handle"]
        z = min(max(1.05, span.bottom + span.height * 0.42), span.top - 0.3)
        if kind == "knob":
            knob((x, self.face, z), self.metal, 1.15)
        elif kind == "bar":
            tall = self.drawing["legs"] == "plinth"
            length = 0.26 if self.drawing.get("frame") else min(0.62 if tall else 0.36, span.height * 0.3)
            bar_handle((x, self.face, z), length, self.metal)

    def _lattice_door(self, span: Span) -> float:
        """Builds a frame with a lattice in it and linen behind; returns the handle's distance from the edge."""
        stile = min(0.072, span.width * 0.17)
        room = span.inset(stile)
        low = self.drawing["legs"] == "tall"
        lower = 0.0 if low or self.drawing["doors"] > 2 else span.height * 0.14
        columns = max(2, round(room.width / 0.125))
        cell = room.width / columns
        rows = int((room.height - lower) / cell)
        rest = room.height - rows * cell
        opening = self._frame(span, stile, stile + rest, stile)
        if rest > 0.12:
            # The part below the lattice is a panel, not a thick rail.
            self._front_board(
                Span(opening.left, opening.right, span.bottom + stile, opening.bottom - stile * 0.6),
                y=self.face - 0.0004,
                thick=0.0008,
            )
        y = self.face + 0.009
        board(
            (opening.left, opening.right),
            (self.face + 0.0175, self.face + 0.0195),
            (opening.bottom, opening.top),
            fabric(LINEN, 260),
            0,
        )
        middle = ((opening.left + opening.right) / 2, y, (opening.bottom + opening.top) / 2)
        panel(columns, rows, cell, cell * 0.083, 0.015, middle, front(self.slug, "Z"))
        return stile / 2

    def _glass_door(self, span: Span) -> None:
        opening = self._frame(span, 0.06)
        tint = glass((0.80, 0.73, 0.63), 0.05)
        board(
            (opening.left, opening.right),
            (self.face + 0.008, self.face + 0.012),
            (opening.bottom, opening.top),
            tint,
            0,
        )

    def _arched_door(self, span: Span) -> None:
        """Builds a door with an applied arch: a front plate with a round-headed window."""
        back = Span(span.left, span.right, span.bottom, span.top)
        self._front_board(back, thick=0.012, y=self.face + 0.008)
        window = span.inset(0.075, 0.11, 0.09)
        radius = window.width / 2
        spring = window.top - radius
        middle = (window.left + window.right) / 2
        arch = [
            (middle - radius * math.cos(math.pi * step / 40), spring + radius * math.sin(math.pi * step / 40))
            for step in range(41)
        ]
        # The plate is four pieces of one colour: left, right, sill, and the head over the arch.
        for piece in (
            Span(span.left, window.left, span.bottom, spring),
            Span(window.right, span.right, span.bottom, spring),
            Span(window.left, window.right, span.bottom, window.bottom),
        ):
            board(
                (piece.left, piece.right),
                (self.face, self.face + 0.0085),
                (piece.bottom, piece.top),
                front(self.slug),
                0,
            )
        head = [
            (span.left, spring),
            *arch,
            (span.right, spring),
            (span.right, span.top),
            (span.left, span.top),
        ]
        upright(head, 0.0085, (0, self.face + 0.0085, 0), front(self.slug), 0)

    def _below(self, span: Span) -> None:
        drawing = self.drawing
        if drawing.get("flaps"):
            for index in range(drawing["flaps"]):
                each = span.height / drawing["flaps"]
                flap = Span(span.left, span.right, span.bottom + index * each, span.bottom + (index + 1) * each - GAP)
                piece = self._front_board(flap, "X")
                grip(piece, (0, self.face, flap.top - 0.03), 0.026, 0.26)
            return
        rows, columns = (drawing["drawers"], 1) if drawing.get("stack") else (1, drawing["drawers"])
        for row in range(rows):
            each = span.height / rows
            for column in range(columns):
                place = Span(
                    span.left,
                    span.right,
                    span.bottom + row * each,
                    span.bottom + (row + 1) * each - (GAP if row < rows - 1 else 0),
                )
                self._drawer(place.column(column, columns), out=self.opened and row == rows - 1 and column == 0)

    def _drawer(self, span: Span, out: bool = False) -> None:
        with recorded() as parts:
            if self.drawing.get("frame") and span.height > 0.22:
                opening = self._frame(span, 0.055)
                self._front_board(opening, "X", thick=0.008, y=self.face + 0.009)
            else:
                self._front_board(span, "X")
            z = span.bottom + span.height * 0.62
            places = (0.25, 0.75) if self.drawing.get("stack") else (0.5,)
            for share in places:
                x = span.left + span.width * share
                if self.drawing["handle"] == "knob":
                    knob((x, self.face, z), self.metal, 1.15)
                elif self.drawing["handle"] == "bar" and share == places[0]:
                    bar_handle(
                        ((span.left + span.right) / 2, self.face, z),
                        min(0.256, span.width * 0.4),
                        self.metal,
                        upright=False,
                    )
            if out:
                self._drawer_box(span)
        if out:
            shift(parts, (0, -0.22, 0))

    def _top_box(self, span: Span, index: int) -> None:
        drawing = self.drawing
        self._front_board(span)
        if drawing["handle"] == "bar":
            on_right = index % 2 == 0 and index != drawing["doors"] - 1
            bar_handle(
                (span.right - 0.045 if on_right else span.left + 0.045, self.face, span.bottom + 0.12),
                0.16,
                self.metal,
            )

    def _with_middle_drawers(self, doors: Span) -> None:
        t = self.board
        for index in (1, 2):
            x = doors.left + doors.width * index / 3
            board(
                (x - t / 2, x + t / 2),
                (self.face + 0.022, -BACK),
                (doors.bottom, doors.top),
                front(self.slug),
                0,
            )
        self._door(doors.column(0, 3), 0, 2)
        self._door(doors.column(2, 3), 1, 2)
        if self.opened:
            for column in (0, 2):
                self._shelves(doors.column(column, 3), column)
        middle, count = doors.column(1, 3), self.drawing["midDrawers"]
        for row in range(count):
            each = middle.height / count
            self._drawer(
                Span(
                    middle.left,
                    middle.right,
                    middle.bottom + row * each + GAP / 2,
                    middle.bottom + (row + 1) * each - GAP / 2,
                )
            )

    def _sliding(self, doors: Span) -> None:
        """Builds doors on two tracks, each a little wider than its share, with recessed grips."""
        count, lap = self.drawing["doors"], 0.035
        rail = metal((0.06, 0.058, 0.055), 0.5)
        for z in (doors.bottom - GAP, doors.top - 0.012):
            board(
                (doors.left, doors.right),
                (self.face + 0.004, self.face + 0.075),
                (z, z + 0.012 + GAP),
                rail,
                0.001,
            )
        if self.opened:
            self._contents(doors)
        for index in range(count):
            place = doors.column(index, count)
            moved = -1 if self.opened and index == count - 1 else 0
            span = Span(
                max(doors.left, place.left - lap / 2) + moved * place.width * 0.9,
                min(doors.right, place.right + lap / 2) + moved * place.width * 0.9,
                doors.bottom + 0.012,
                doors.top - 0.014,
            )
            y = self.face + (0.012 if index % 2 else 0.042)
            if self.drawing.get("mirror") and index == count // 2:
                self._front_board(span, thick=0.018, y=y)
                pane = span.inset(0.012)
                board((pane.left, pane.right), (y - 0.003, y + 0.001), (pane.bottom, pane.top), mirror(), 0.001)
                continue
            leaf = self._front_board(span, thick=0.022, y=y)
            x = span.right - 0.06 if index == count - 1 else span.left + 0.06
            grip(leaf, (x, y, 1.10), 0.32, 0.03)

    def _beside(self) -> Subject:
        drawing, right = self.drawing, self.width / 2
        prop = "none" if self.opened else drawing["prop"]
        left, height = -right, self.height
        if drawing.get("corner"):
            right = self.width / math.sqrt(2) * 0.98
            return Subject(-right, right, height, self.depth)
        if prop == "plant":
            props.plant(right + 0.40, -0.34, 0.98)
        elif prop == "lamp":
            props.floor_lamp(right + 0.34, -0.30)
        elif prop == "stool":
            props.stool(right + 0.40, -0.34)
        elif prop == "vase":
            props.floor_vase(right + 0.26, -0.28, 0.92)
        elif prop == "toy":
            props.blocks(right + 0.14, -0.30)
        elif prop == "topvase":
            props.pottery(props.VASE, left + 0.30, -0.25, height + 0.03, 1.5, 0)
            props.books(right - 0.36, -0.25, height + 0.03)
            height += 0.36
        if self.opened:
            swung = 0.30 if not drawing.get("sliding") else 0.0
            return Subject(left - swung * 0.6, right + swung * 0.6, height, self.depth + swung)
        return Subject(left, right + BESIDE.get(prop, 0.0), height, self.depth)
