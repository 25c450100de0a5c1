"""Every picture of the catalogue: which scene it shows and how large it is rendered."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from . import studio
from .kitchen import Kitchen
from .studio import WALL, WALL_BEHIND_WHITE
from .wardrobe import Wardrobe

PRODUCTS = Path(__file__).parent.parent / "products"


@dataclass(frozen=True)
class Picture:
    """`name` is its place below the pictures' folder, without width and ending; `build` fills an empty scene."""

    name: str
    width: int
    height: int
    build: Callable[[], None]
    samples: int = 5
    exposure: float = -0.1


def products(name: str) -> list[dict]:
    return json.loads((PRODUCTS / f"{name}.json").read_text())


def _wall(slug: str) -> tuple[float, float, float]:
    return WALL_BEHIND_WHITE if slug in ("white", "sand") else WALL


def wardrobe(product: dict, slug: str, opened: bool = False) -> None:
    """A wardrobe in the room."""
    chance = studio.start(sum(product["code"].encode()))
    drawing = product["drawing"]
    if drawing.get("corner"):
        studio.corner_room(chance, _wall(slug))
    else:
        studio.room(chance, _wall(slug), skirting=not drawing.get("builtin"))
        width = product["sizeMm"]["width"] / 1000
        studio.daylight(width, sunny=0.6 if "slope" in drawing else 1.5)
    if drawing.get("mirror"):
        studio.hide_lamps()
    subject = Wardrobe(product, slug, opened).build()
    yaw = 0.0 if drawing.get("corner") or drawing.get("builtin") else 10.0
    studio.portrait(subject, yaw=yaw)


def kitchen(product: dict, slug: str) -> None:
    """A kitchen in the room, seen from the side that shows its far end or its return best."""
    chance = studio.start(sum(product["code"].encode()))
    drawing = product["drawing"]
    studio.room(chance, _wall(slug), skirting=False)
    studio.daylight(product["sizeMm"]["width"] / 1000, key=200, sunny=1.2)
    subject = Kitchen(product, slug, chance).build()
    yaw = {"left": -26.0, "both": 0.0}.get(drawing.get("returns"), -26.0 if drawing.get("bar") else 33.0)
    studio.portrait(subject, yaw=yaw, distance=4.0, least_height=2.9, fill=0.97)


def catalogue() -> Iterator[Picture]:
    """The products' pictures, the most wanted first."""
    for product in products("kitchen"):
        code = product["code"].lower()
        for image in product["images"]:
            slug = image["color"] or product["colors"][0]
            yield Picture(
                f"products/{code}/{image['n']}",
                768,
                960,
                lambda product=product, slug=slug: kitchen(product, slug),
            )
    for product in products("wardrobe"):
        code = product["code"].lower()
        for image in product["images"]:
            slug = image["color"] or product["colors"][0]
            opened = image["n"] == 2
            yield Picture(
                f"products/{code}/{image['n']}",
                768,
                960,
                lambda product=product, slug=slug, opened=opened: wardrobe(product, slug, opened),
            )
