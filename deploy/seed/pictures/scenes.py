"""List of all pictures with their scenes and sizes."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from . import fitting, home, joint, outdoors, pieces, props, rooms, shop, studio, wide, workshop
from .kitchen import Kitchen
from .shapes import recorded, shift
from .studio import WALL, WALL_BEHIND_WHITE
from .wardrobe import Wardrobe

SEED = Path(__file__).parent.parent


@dataclass(frozen=True)
class Picture:
    """Picture to render; `name` is its path without width and extension, `build` fills an empty scene."""

    name: str
    width: int
    height: int
    build: Callable[[], None]
    samples: int = 5
    exposure: float = -0.1


def products(name: str) -> list[dict]:
    return json.loads((SEED / "products" / f"{name}.json").read_text())


def content(name: str) -> list[dict]:
    return json.loads((SEED / "content" / f"{name}.json").read_text())


def _wall(slug: str) -> tuple[float, float, float]:
    return WALL_BEHIND_WHITE if slug in ("white", "sand") else WALL


NEAR = {
    "openFrame": ((-1.15, -2.55, 1.42), (-0.02, -0.25, 1.24), 62),
    "corner": ((-0.85, -2.75, 1.36), (0.0, -1.15, 1.16), 50),
    "slope": ((-1.25, -2.70, 1.34), (-0.10, -0.60, 1.14), 50),
}
"""Camera, target and focal length of close-ups of wardrobes that are not shown open."""


def wardrobe(product: dict, slug: str, opened: bool = False, **frame: float) -> None:
    """Builds a wardrobe in the room; `frame` overrides the card's arguments of `studio.portrait`."""
    rng = studio.start(sum(product["code"].encode()))
    drawing = product["drawing"]
    if drawing.get("corner"):
        studio.corner_room(rng, _wall(slug))
    else:
        studio.room(rng, _wall(slug), skirting=not drawing.get("builtin"))
        width = product["sizeMm"]["width"] / 1000
        studio.daylight(width, sunny=0.6 if "slope" in drawing else 1.5)
    if drawing.get("mirror"):
        studio.hide_lamps()
    near = NEAR.get(next((kind for kind in NEAR if kind in drawing), "")) if opened else None
    subject = Wardrobe(product, slug, opened and near is None).build()
    if near:
        studio.camera(*near)
        return
    if frame.get("ratio", CARD[0] / CARD[1]) > 1.5:
        # A wide pane is cropped too low to move closer, so props fill the room beside the wardrobe.
        props.plant(subject.left - 0.62, -0.42, 1.3)
        props.stool(subject.right + 0.62, -0.40)
    yaw = 0.0 if drawing.get("corner") or drawing.get("builtin") else 10.0
    studio.portrait(subject, yaw=yaw, **frame)


def kitchen(product: dict, slug: str, near: bool = False, **frame: float) -> None:
    """Builds a kitchen in the room, seen from the side that shows its end or return best, or close up if `near`."""
    rng = studio.start(sum(product["code"].encode()))
    drawing = product["drawing"]
    # A pane shows more of the wall than a card.
    studio.room(rng, _wall(slug), skirting=False, half_width=9.0 if frame else 6.0)
    studio.daylight(product["sizeMm"]["width"] / 1000, key=200, sunny=1.2)
    kitchen = Kitchen(product, slug, rng)
    subject = kitchen.build()
    if near:
        kitchen.look_closer()
        return
    yaw = {"left": -26.0, "both": 0.0}.get(drawing.get("returns"), -26.0 if drawing.get("bar") else 33.0)
    studio.portrait(subject, **{"yaw": yaw, "distance": 4.0, "least_height": 2.9, "fill": 0.97, **frame})


CLOSER = {
    "finger": (0.66, 0, -62, (0, 0, 0.08)),
    "bridle": (0.50, -4, -118, (-0.09, 0.08, 0.02)),
    "butterfly": (0.72, 4, 24, (0.05, -0.02, 0.02)),
    "dowels": (0.55, -14, 24, (-0.01, 0.03, 0.012)),
    "cup-hinge": (0.46, 0, 40, (-0.06, 0.0, 0.008)),
    "butt-hinge": (0.58, -4, 40, (0.05, 0.045, 0.022)),
    "bracket": (0.50, 0, 28, (0.17, -0.10, -0.04)),
    "runner": (0.42, 4, 42, (0.20, 0.0, 0.02)),
    "lattice": (0.52, 6, 24, (0.02, 0, 0.165)),
    "rail": (0.42, 6, -16, (0.36, 0, -0.08)),
    "angle": (0.55, 0, 24, (0.045, -0.035, 0.02)),
    "cam": (0.60, 6, 24, (0.02, -0.015, 0.02)),
    "hook": (0.48, 8, 34, (0.085, -0.02, 0)),
}
"""Close-ups of small objects: share of the full width, degrees higher and aside, target."""


def furniture(product: dict, slug: str, near: bool = False) -> None:
    """Builds a piece in its surroundings, or a joint or fitting on the bench or in use; `near` shows it closer."""
    if "piece" in product["drawing"]:
        pieces.piece(product, slug, near)
        return
    kind, second = product["drawing"]["kind"], product["drawing"].get("second")
    rng = studio.start(sum(product["code"].encode()), close=True)
    if kind == "leg":
        studio.room(rng)
        studio.daylight()
        fitting.leg(slug)
        if near:
            studio.camera((-1.15, -2.05, 1.02), (-0.32, -0.96, 0.60), 66)
            return
        studio.portrait(studio.Subject(-0.62, 0.62, 1.0, 1.1), yaw=18, least_height=2.0)
        return
    if kind in joint.JOINTS:
        build, reach, above, place = joint.JOINTS[kind]
        other = second if second != slug else next((other for other in product["colors"] if other != slug), "ash")
        with recorded() as parts:
            build(slug, other)
        shift(parts, (*place, 0))
    else:
        build, reach, above = fitting.FITTINGS[kind]
        build(slug)
    if kind not in fitting.ON_WALL:
        studio.bench()
    middle = -0.25 if kind == "rail" else -0.03 if kind == "bracket" else 0.0
    height = (
        0.0
        if kind in fitting.ON_WALL
        else min(0.15, reach * 0.2) if kind in ("dovetail", "finger", "lattice") else 0.02
    )
    studio.bench_light(reach)
    if near:
        share, tilt, aside, target = CLOSER.get(kind, (0.6, 6, 24, (0, 0, middle + height)))
        studio.close_up(reach * share, above + tilt, aside, target)
        return
    studio.close_up(reach, above, -24, (0, 0, middle + height))


CARD = (768, 960)
OVERALL = (1024, 1280)
LARGE = (1280, 1600)
PANE = (1280, 960)
WIDE = (1280, 720)
BROAD = (1200, 800)
CROPPED = {
    "br-301/1",
    "br-302/1",
    "br-307/1",
    "br-313/1",
    "mt-201/1",
    "mt-208/1",
    "sk-114/1",
    "sk-119/2",
}
"""Product pictures of which pages show a crop (`CROPS` in `encode.mjs`): rendered once more, larger."""
FRAMES = {
    PANE: {"ratio": 4 / 3, "floor_line": 0.82},
    WIDE: {"ratio": 16 / 9, "floor_line": 0.74, "least_height": 3.7},
}
"""Framing of projects in a 4:3 pane, or in a wide one, which narrow boxes crop at the top and bottom."""
SIDE_VIEW = {"floor_line": 0.72, "distance": 5.5, "least_height": 2.5}
"""Framing of side views, which need more floor in front to look large enough."""
CODES = {"wardrobe": wardrobe, "kitchen": kitchen, "furniture": furniture}
SCENES = {
    "front": (wide.front, BROAD, 5),
    "dusk": (wide.evening, BROAD, 6),
    "evening": (rooms.evening, CARD, 6),
    "hall": (rooms.hall, CARD, 6),
    "children": (rooms.children, CARD, 4),
    "courtyard": (rooms.courtyard, CARD, 6),
}
"""Scene, size and samples of the pictures whose entry names a `scene`."""


def _by_code() -> dict[str, dict]:
    return {product["code"]: product for name in CODES for product in products(name)}


def page_pictures() -> Iterator[Picture]:
    """Yields the pictures of the home page and the static pages, named as in the web app's src/lib/scenes."""
    by_code = _by_code()
    for name, width, height, build in (
        ("hero", 1440, 600, home.hero),
        ("hero-narrow", 585, 600, home.hero_narrow),
        ("about", *OVERALL, home.about),
        ("hotspots", 1392, 640, partial(home.opened, by_code["SK-101"], False)),
        ("hotspots-narrow", 640, 640, partial(home.opened, by_code["SK-101"], True)),
        ("gallery-2", 1280, 800, outdoors.table),
        ("gallery-4", *PANE, workshop.bench),
        ("instagram-5", 1280, 1280, outdoors.chair),
        ("projects", 1392, 640, partial(home.showcase, by_code["MT-201"], False)),
        ("projects-narrow", 640, 640, partial(home.showcase, by_code["MT-201"], True)),
        ("store-1", 1296, 864, partial(shop.nizami, [by_code["SK-102"], by_code["SK-114"]])),
        ("store-2", 1296, 864, partial(shop.showroom, [by_code["SK-125"], by_code["SK-114"]])),
    ):
        yield Picture(f"scenes/{name}/1", width, height, build, exposure=0.22 if "hero" in name else -0.1)


def content_pictures() -> Iterator[Picture]:
    """Yields the pictures of the campaign, the second store's front and the projects."""
    by_code = _by_code()
    yield Picture("campaigns/kitchen-plan/1", 1320, 1080, partial(home.campaign, by_code["MT-203"]))
    yield Picture("stores/babek/1", *OVERALL, partial(shop.babek, [by_code["SK-117"], by_code["SK-124"]]))
    for project in content("projects"):
        size = WIDE if project["isLarge"] else PANE
        drawing = project["drawing"]
        if "garden" in drawing:
            build = partial(outdoors.GARDEN[drawing["garden"]], drawing["color"])
        else:
            product = by_code[drawing["like"]]
            shown = kitchen if product["code"].startswith("MT") else wardrobe
            frame = FRAMES[size] | (SIDE_VIEW if shown is kitchen else {})
            build = partial(shown, product, drawing["color"], **frame)
        yield Picture(f"projects/{project['code'].lower()}/1", *size, build)


def product_pictures() -> Iterator[Picture]:
    """Yields the products' pictures: all overall views, then the second views, then further colours."""
    found = []
    for name, build in CODES.items():
        for product in products(name):
            for image in product["images"]:
                slug = image["color"] or product["colors"][0]
                if "scene" in image:
                    scene, size, samples = SCENES[image["scene"]]
                    found.append(
                        (
                            image["n"],
                            Picture(
                                f"products/{product['code'].lower()}/{image['n']}",
                                *size,
                                partial(scene, product, slug),
                                samples,
                            ),
                        )
                    )
                    continue
                scene = partial(build, product, slug, image["n"] == 2)
                # Small objects in even light, and later pictures, need fewer samples.
                samples = 3 if name == "furniture" or image["n"] > 1 else 5
                size = OVERALL if image["n"] == 1 else CARD
                title = f"{product['code'].lower()}/{image['n']}"
                found.append((image["n"], Picture(f"products/{title}", *size, scene, samples)))
                if title in CROPPED:
                    found.append((image["n"], Picture(f"parts/{title}", *LARGE, scene, samples)))
    yield from (picture for _, picture in sorted(found, key=lambda pair: pair[0]))
