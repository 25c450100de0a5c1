"""Contents of a wardrobe: rails, shelves, clothes, linen."""

from . import props
from .materials import front, hardware, wood
from .shapes import board, rod
from .span import BACK, Span
from .studio import lamp


class Inside:
    """Mixin of `Wardrobe` for the contents behind open or glass doors."""

    def _drawer_box(self, span: Span) -> None:
        """Builds the sides behind a drawer's front, and linen in it."""
        light = wood("ash", "Y")
        back, top = self.face + 0.30, span.bottom + span.height * 0.72
        for x in (span.left + 0.014, span.right - 0.028):
            board((x, x + 0.014), (self.face + 0.02, back), (span.bottom + 0.02, top), light, 0.001)
        board(
            (span.left + 0.014, span.right - 0.014),
            (self.face + 0.02, back),
            (span.bottom + 0.02, span.bottom + 0.03),
            light,
            0,
        )
        for number, share in enumerate((0.28, 0.7)):
            props.stack(
                span.left + span.width * share,
                self.face + 0.155,
                span.bottom + 0.03,
                [number * 3, number + 1, 6][: 2 + number % 2],
                min(0.36, span.width * 0.4),
            )

    def _contents(self, doors: Span) -> None:
        """Builds rails, shelves and clothes where they are visible."""
        if not (self.opened or self.drawing.get("glass")):
            return
        bays = [kind for kind in self.drawing["bays"] if kind != "hooks"]
        groups: list[tuple[str, float, float]] = []
        for index, kind in enumerate(bays):
            place = doors.column(index, len(bays))
            if groups and groups[-1][0] == kind:
                groups[-1] = (kind, groups[-1][1], place.right)
            else:
                groups.append((kind, place.left, place.right))
        for number, (kind, left, right) in enumerate(groups):
            if number:
                t = self.board
                board(
                    (left - t / 2, left + t / 2),
                    (self.face + 0.024, -BACK),
                    (doors.bottom, doors.top),
                    front(self.slug),
                    0.001,
                )
            span = Span(left + (0.011 if number else 0.0), right - 0.011, doors.bottom, doors.top)
            (self._hanging if kind == "hang" else self._shelves)(span, number)
            if self.drawing.get("glass"):
                at = ((left + right) / 2, self.face + 0.10, doors.top - 0.02)
                lamp(at, (at[0], -0.12, 0.9), (right - left - 0.1, 0.08), 16, (1, 0.80, 0.56))

    def _hanging(self, span: Span, number: int) -> None:
        y, shelf = -self.depth / 2, span.top - min(0.33, span.height * 0.19)
        board((span.left, span.right), (self.face + 0.05, -BACK), (shelf - 0.02, shelf), front(self.slug, "X"))
        props.basket(
            span.left + min(0.28, span.width * 0.4),
            y,
            shelf,
            (min(0.40, span.width * 0.6), 0.34, 0.19),
            6 - number,
        )
        rail = shelf - 0.08
        rod(0.0125, (span.left, y, rail), (span.right, y, rail), hardware("steel"))
        props.clothes(span.left + 0.03, span.right - 0.04, y, rail, min(1.15, (rail - span.bottom) * 0.84), number + 1)

    def _shelves(self, span: Span, number: int) -> None:
        y, count = -self.depth / 2, max(3, round(span.height / 0.36))
        for level in range(count):
            z = span.bottom + span.height * level / count + (0.002 if level == 0 else 0)
            if level:
                board((span.left, span.right), (self.face + 0.04, -BACK), (z - 0.02, z), front(self.slug, "X"))
            columns = 2 if span.width > 0.62 else 1
            for column in range(columns):
                x = span.left + span.width * (column + 0.5) / columns
                wide = min(0.36, span.width / columns - 0.08)
                if (level + column + number) % 4 == 3:
                    props.basket(x, y, z, (wide, 0.32, 0.19), level)
                else:
                    props.stack(
                        x,
                        y,
                        z,
                        [(level * 3 + column * 2 + k) % 8 for k in range(2 + (level + column) % 3)],
                        wide,
                    )
