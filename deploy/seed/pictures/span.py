"""Rectangles of a front, and the gaps around them."""

from dataclasses import dataclass

GAP = 0.003
BACK = 0.012
"""Distance from the wardrobe's back to the wall, in metres."""


@dataclass(frozen=True)
class Span:
    """Rectangle of the front: left, right, bottom, top."""

    left: float
    right: float
    bottom: float
    top: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.top - self.bottom

    def inset(self, side: float, bottom: float | None = None, top: float | None = None) -> "Span":
        bottom, top = side if bottom is None else bottom, side if top is None else top
        return Span(self.left + side, self.right - side, self.bottom + bottom, self.top - top)

    def column(self, index: int, count: int) -> "Span":
        each = self.width / count
        return Span(
            self.left + index * each + GAP / 2,
            self.left + (index + 1) * each - GAP / 2,
            self.bottom,
            self.top,
        )
