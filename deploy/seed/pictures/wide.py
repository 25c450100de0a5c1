"""Wide pictures of kitchens, which show the whole run."""

from . import props, studio
from .kitchen import Kitchen
from .kitchen_units import WALL_UNIT
from .rooms import DUSK, WARM, hidden_light, window
from .studio import WALL, WALL_BEHIND_WHITE, Subject

RATIO = 1.5


def _wall(slug: str) -> tuple[float, float, float]:
    return WALL_BEHIND_WHITE if slug in ("white", "sand") else WALL


def _beside(subject: Subject, product: dict) -> None:
    """Places a plant or a stool beside a run, where the picture has room for them."""
    drawing, width = product["drawing"], product["sizeMm"]["width"]
    if drawing.get("returns") or drawing.get("bar") or drawing.get("islandOnly"):
        return
    if width >= 3000 and not (drawing.get("island") or drawing.get("toCeiling")):
        return
    if width < 2000:
        # A run so short has a plant at its right end already.
        props.stool(subject.left - 0.42, -0.40)
        return
    props.plant(subject.left - 0.46, -0.42, 1.25)
    props.stool(subject.right + 0.42, -0.40)


def front(product: dict, slug: str) -> None:
    """Builds a kitchen seen from the front in a wide room."""
    rng = studio.start(sum(product["code"].encode()))
    drawing = product["drawing"]
    studio.room(rng, _wall(slug), skirting=False, half_width=9.0)
    studio.daylight(product["sizeMm"]["width"] / 1000, key=200, sunny=1.2)
    subject = Kitchen(product, slug, rng).build()
    _beside(subject, product)
    deep = bool(drawing.get("returns") or drawing.get("island") or drawing.get("bar") or drawing.get("islandOnly"))
    studio.portrait(
        subject,
        yaw=0.0,
        distance=5.0 if deep else 6.0,
        least_height=2.55,
        fill=0.9 if deep or product["sizeMm"]["width"] >= 3000 else 0.84,
        ratio=RATIO,
        floor_line=0.74 if deep else 0.84,
        eye=1.35 if deep else 1.15,
    )


def evening(product: dict, slug: str) -> None:
    """Builds a kitchen after sunset: its lamps, a floor lamp, and dusk in a window beside it."""
    rng = studio.start(sum(product["code"].encode()) + 1)
    drawing = product["drawing"]
    studio.room(rng, tuple(part * 0.86 for part in _wall(slug)), skirting=False, half_width=9.0)
    kitchen = Kitchen(product, slug, rng)
    kitchen.outside = ((0.13, 0.21, 0.46), 0.7)
    subject = kitchen.build()
    left, right = subject.left, subject.right
    towards = -1 if drawing.get("returns") == "left" or drawing.get("bar") else 1
    _under_wall_units(kitchen)
    if drawing.get("returns") != "both" and not (drawing.get("returns") == "left" or drawing.get("bar")):
        if drawing.get("islandOnly"):
            # It stands far from the wall, and would hide the lamp.
            right += 0.55
        if product["sizeMm"]["height"] > 1000 or drawing.get("islandOnly"):
            window(right + 0.62, right + 1.42, 0.95, 2.15)
        props.floor_lamp(right + 0.34, -0.36, 1.58)
        hidden_light((right + 0.34, -0.36, 1.42), (right + 0.34, -0.36, 0), (0.14, 0.14), 9, WARM)
        right += 1.3
    elif drawing.get("bar"):
        window(left - 1.45, left - 0.5, 0.95, 2.15)
        props.plant(left - 0.3, -0.40, 1.1)
        left -= 0.9
    else:
        props.floor_lamp(subject.right + 0.36, -0.36, 1.58)
        hidden_light((subject.right + 0.36, -0.36, 1.42), (subject.right + 0.36, -0.36, 0), (0.14, 0.14), 9, WARM)
    middle = (subject.left + subject.right) / 2
    far = max(1.0, product["sizeMm"]["width"] / 2200)
    hidden_light((middle + 0.8 * far, -3.4 * far, 2.7), (middle, -0.3, 0.9), (1.4, 1.0), 105 * far**2, (1, 0.76, 0.50))
    hidden_light((middle - 3.0 * far, -2.9 * far, 2.2), (middle, -0.3, 0.9), (1.8, 1.8), 62 * far**2, (0.48, 0.62, 1.0))
    studio.sky(DUSK, 0.12)
    studio.portrait(
        Subject(left, right, subject.height, subject.depth),
        yaw=24.0 * towards if drawing.get("returns") != "both" else 9.0,
        distance=4.6,
        least_height=2.6,
        fill=0.96,
        ratio=RATIO,
        floor_line=0.74 if subject.depth > 0.7 else 0.80,
    )


def _under_wall_units(kitchen: Kitchen) -> None:
    """Adds warm lamps below the wall units or the shelf, over the worktop."""
    units = [unit for unit in kitchen.wall if unit.kind not in ("skip", "hood")]
    if kitchen.drawing.get("shelf"):
        left, right = kitchen.run
        hidden_light(((left + right) / 2, -0.16, 1.50), ((left + right) / 2, -0.20, 0), (right - left, 0.04), 11, WARM)
    for unit in units:
        if unit.kind != "shelf":
            hidden_light(
                (unit.middle, -0.18, WALL_UNIT - 0.01),
                (unit.middle, -0.22, 0),
                (unit.width * 0.9, 0.04),
                4.5 * unit.width,
                WARM,
            )
