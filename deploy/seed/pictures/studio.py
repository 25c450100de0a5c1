"""Room, lights, camera and render settings."""

import contextlib
import io
import math
import os
import random
from dataclasses import dataclass

import bpy
from mathutils import Vector

from . import materials
from .materials import paint, stone, wood
from .shapes import Point, board, recorded, swing

WALL = (0.655, 0.615, 0.55)
"""Colour of the wall in all pictures; white furniture gets a darker shade behind them."""
WALL_BEHIND_WHITE = (0.53, 0.485, 0.415)

FLOOR_LINE = 0.78
"""Share of a picture's height at which wall and floor meet, so that cards in a row share a horizon."""

CARD = 0.8
"""Ratio of a card picture's width to its height."""


def start(seed: int = 7, close: bool = False) -> random.Random:
    """Starts an empty scene, `close` for close-ups; returns its seeded random generator."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    materials.reset(fine=close)
    return random.Random(seed)


def floor(rng: random.Random, kind: str = "oak", x=(-5.0, 5.0), y=(-5.5, 0.0), width: float = 0.16) -> None:
    """Builds a floor of planks of random length along x."""
    material = wood(kind, "X", 0.4, cut=0.05)
    row = y[1]
    while row > y[0]:
        left = x[0] - rng.random() * 1.5
        while left < x[1]:
            length = rng.uniform(1.3, 2.1)
            span, across = (left + 0.0006, left + length - 0.0006), (row - width + 0.0006, row - 0.0006)
            board(span, across, (-0.02, 0), material, 0.0008, segments=1)
            left += length
        row -= width


def room(rng: random.Random, wall=WALL, skirting: bool = True, half_width: float = 6.0) -> None:
    """Builds a wall at y = 0 with an oak floor in front of it."""
    board((-half_width - 2, half_width + 2), (0, 0.1), (-0.1, 9), paint(wall, 0.85, 0.06, 220), 0)
    floor(rng, x=(-half_width, half_width))
    if skirting:
        board(
            (-half_width, half_width),
            (-0.014, 0),
            (0, 0.08),
            paint(tuple(min(1, c * 1.22) for c in wall), 0.45),
            0.003,
        )
    behind_camera()


def corner_room(rng: random.Random, wall=WALL) -> None:
    """Builds two walls at a right angle at the origin, with light that reaches both."""
    material = paint(wall, 0.85, 0.06, 220)
    with recorded() as walls:
        board((-0.1, 7), (0, 0.1), (-0.1, 9), material, 0)
        board((-0.1, 0), (-7, 0), (-0.1, 9), material, 0)
    swing(walls, (0, 0), math.radians(-45))
    floor(rng)
    target = (0, -0.6, 1.0)
    lamp((-1.5, -4.6, 2.6), target, (1.6, 1.8), 190, (1, 0.955, 0.9))
    lamp((2.6, -4.4, 1.6), target, (2, 2.4), 22, (0.9, 0.95, 1))
    lamp((0, -2.2, 4.2), target, (2.5, 1.5), 40)
    sky()


def behind_camera() -> None:
    """Adds the room behind the camera for reflections only; it neither emits nor blocks light."""
    far = board((-7, 7), (-9.2, -9), (0, 6), paint(WALL, 0.9), 0)
    ground = board((-7, 7), (-9, -5.5), (-0.02, 0), paint((0.36, 0.24, 0.14), 0.6), 0)
    for obj in (far, ground):
        obj.visible_camera = obj.visible_diffuse = obj.visible_shadow = False


def bench(tone=(0.56, 0.53, 0.475), wall=(0.64, 0.60, 0.54)) -> None:
    """Builds a matt table top at z = 0 and a wall far behind it, for small objects."""
    board((-3, 3), (-1.0, 1.0), (-0.05, 0), paint(tone, 0.75, 0.02, 90), 0)
    board((-4, 4), (1.0, 1.05), (-2, 3), paint(wall, 0.9), 0)


def paving(rng: random.Random, slab: float = 0.6) -> None:
    """Builds stone slabs in running bond."""
    material = stone((0.46, 0.44, 0.405), 2.0, 0.22, 0.75)
    for column in range(-8, 9):
        for row in range(-9, 5):
            x, y = column * slab + (row % 2) * slab / 2, row * slab
            lift = rng.uniform(-0.001, 0.001)
            board((x, x + slab - 0.007), (y, y + slab - 0.007), (-0.03 + lift, lift), material, 0.003)
    board((-7, 7), (-7, 4), (-0.05, -0.012), paint((0.25, 0.24, 0.22), 0.95), 0)


def lamp(at: Point, target: Point, size: tuple[float, float], watts: float, colour=(1, 1, 1)):
    """Adds an area light."""
    light = bpy.data.lights.new("lamp", "AREA")
    light.energy, light.color, light.shape = watts, colour, "RECTANGLE"
    light.size, light.size_y = size
    obj = bpy.data.objects.new("lamp", light)
    bpy.context.scene.collection.objects.link(obj)
    obj.location = at
    obj.rotation_euler = (Vector(target) - Vector(at)).to_track_quat("-Z", "Y").to_euler()
    return obj


def sun(turn: Point, strength: float, softness: float = 2.0, colour=(1, 0.93, 0.82)) -> None:
    """Adds parallel light; angles are in degrees."""
    light = bpy.data.lights.new("sun", "SUN")
    light.energy, light.angle, light.color = strength, math.radians(softness), colour
    obj = bpy.data.objects.new("sun", light)
    bpy.context.scene.collection.objects.link(obj)
    obj.rotation_euler = [math.radians(angle) for angle in turn]


def sky(colour=(0.95, 0.97, 1.0), strength: float = 0.15, seen: float | None = None) -> None:
    """Adds even light from everywhere; `seen` is its brightness when visible in the picture."""
    world = bpy.data.worlds.new("sky")
    bpy.context.scene.world = world
    world.use_nodes = True
    tree = world.node_tree
    background = next(node for node in tree.nodes if node.type == "BACKGROUND")
    background.inputs[0].default_value, background.inputs[1].default_value = (*colour, 1), strength
    if seen is None:
        return
    bright = tree.nodes.new("ShaderNodeBackground")
    bright.inputs[0].default_value, bright.inputs[1].default_value = (*colour, 1), seen
    either, path = tree.nodes.new("ShaderNodeMixShader"), tree.nodes.new("ShaderNodeLightPath")
    output = next(node for node in tree.nodes if node.type == "OUTPUT_WORLD")
    tree.links.new(path.outputs["Is Camera Ray"], either.inputs[0])
    tree.links.new(background.outputs[0], either.inputs[1])
    tree.links.new(bright.outputs[0], either.inputs[2])
    tree.links.new(either.outputs[0], output.inputs[0])


def hide_lamps() -> None:
    """Hides all lights from mirrors."""
    for obj in bpy.data.objects:
        if obj.type == "LIGHT":
            obj.visible_glossy = False


def daylight(width: float = 1.6, key: float = 185, middle: float = 1.0, sunny: float = 1.5) -> None:
    """Adds a window at upper left, a weak cool fill and a strip above, farther and stronger for wide objects."""
    far = max(1.0, width / 2.2)
    target = (0, -0.3, middle)
    lamp((-2.9 * far, -2.95 * far, 2.5), target, (1.8 * far, 1.8), key * far**2, (1, 0.955, 0.9))
    lamp((3.4 * far, -2.95 * far, 1.6), target, (2.5, 2.5), 26 * far**2, (0.9, 0.95, 1))
    lamp((0, -4.1 * far, 3.3), (0, -0.15, 0.8), (4 * far, 1.5), 35 * far**2)
    sun((62, 0, -48), sunny)
    sky()


def bench_light(reach: float = 0.3, key: float = 1.0) -> None:
    """Adds three area lights around an object of about `reach` metres."""
    k, power = reach / 0.3, key * (reach / 0.3) ** 2
    middle = (0, 0, 0.25 * reach)
    lamp((-0.85 * k, -0.55 * k, 0.85 * k), middle, (0.6 * k, 0.6 * k), 21 * power, (1, 0.955, 0.9))
    lamp((0.95 * k, -0.5 * k, 0.4 * k), middle, (0.7 * k, 0.8 * k), 4.2 * power, (0.92, 0.96, 1))
    lamp((0.1 * k, 0.75 * k, 0.8 * k), middle, (0.8 * k, 0.4 * k), 8 * power, (1, 0.98, 0.95))
    sky((1, 0.98, 0.95), 0.22)


def camera(at: Point, target: Point, lens: float, aperture: float | None = None, lift: float = 0.0):
    """Adds a camera: `lens` in mm for a 36 mm sensor (longer side); `lift` shifts the picture up without tilting."""
    data = bpy.data.cameras.new("camera")
    data.lens, data.shift_y = lens, lift
    obj = bpy.data.objects.new("camera", data)
    bpy.context.scene.collection.objects.link(obj)
    obj.location = at
    direction = Vector(target) - Vector(at)
    obj.rotation_euler = direction.to_track_quat("-Z", "Y").to_euler()
    if aperture:
        data.dof.use_dof, data.dof.aperture_fstop, data.dof.focus_distance = True, aperture, direction.length
    bpy.context.scene.camera = obj


@dataclass(frozen=True)
class Subject:
    """Bounds of a card picture's subject, in metres: left and right ends, height, distance out of the wall."""

    left: float
    right: float
    height: float
    depth: float


def portrait(
    subject: Subject,
    yaw: float = 10.0,
    distance: float = 5.2,
    least_height: float = 2.75,
    fill: float = 0.85,
    ratio: float = CARD,
    floor_line: float = FLOOR_LINE,
    eye: float | None = None,
) -> None:
    """
    Frames furniture for a card, or for a pane of the width-to-height `ratio`: level camera, floor at `floor_line`.
    The subject is as large as fits, within the share `fill` of the width, but at least `least_height` metres of the
    room are visible, so that small furniture looks small. `eye` is the camera's height in metres, by default half of
    the subject's.
    """
    middle = (subject.left + subject.right) / 2
    eye = min(1.15, max(0.75, subject.height * 0.5)) if eye is None else eye
    angle = math.radians(yaw)
    front = -subject.depth
    at = Vector((middle - math.sin(angle) * distance, front - math.cos(angle) * distance, eye))
    ahead = Vector((math.sin(angle), math.cos(angle), 0))
    side = Vector((math.cos(angle), -math.sin(angle), 0))

    def seen(x: float, y: float) -> tuple[float, float]:
        ray = Vector((x, y, eye)) - at
        return ray.dot(side), ray.dot(ahead)

    corners = [seen(x, y) for x in (subject.left, subject.right) for y in (front, 0)]
    shares = [across / away for across, away in corners]
    spread, centre = max(shares) - min(shares), (max(shares) + min(shares)) / 2
    wall = (distance + subject.depth) / math.cos(angle)
    nearest = min(away for _, away in corners)
    # k is the focal length in sensor heights: the share of the picture's height per unit of slope.
    by_width = ratio * fill / spread
    by_top = (floor_line - 0.085) / ((subject.height - eye) / nearest + eye / wall)
    by_foot = (1 - floor_line - 0.045) / (eye / nearest - eye / wall)
    k = min(by_width, by_top, by_foot, wall / least_height)
    lift = (floor_line - 0.5) - k * eye / wall
    # The sensor and its shifts are measured along the picture's longer side.
    longer = max(1.0, ratio)
    camera(tuple(at), tuple(at + ahead), k * 36 / longer, lift=lift / longer)
    bpy.context.scene.camera.data.shift_x = centre * k / longer


def close_up(reach: float, above: float, aside: float, target: Point) -> None:
    """Points a long lens at `reach` metres around a point, from an elevation and an angle aside in degrees."""
    lens = 85
    distance = reach / CARD * lens / 36
    up, round_ = math.radians(above), math.radians(aside)
    flat = distance * math.cos(up)
    x, y, z = target
    at = (x + math.sin(round_) * flat, y - math.cos(round_) * flat, z + distance * math.sin(up))
    camera(at, target, lens, aperture=22)
    bpy.context.scene.camera.data.clip_start = 0.005


def render(path: str, width: int, height: int, samples: int = 5, exposure: float = -0.1) -> None:
    """Renders with Cycles on two threads, denoised and with a fixed seed, so that the result is deterministic."""
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.seed = "CPU", samples, 7
    cycles.use_adaptive_sampling, cycles.adaptive_threshold = True, 0.02
    cycles.use_denoising, cycles.denoiser = True, "OPENIMAGEDENOISE"
    cycles.denoising_input_passes, cycles.denoising_prefilter = "RGB_ALBEDO_NORMAL", "FAST"
    cycles.denoising_quality = "BALANCED"
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 8, 2, 2
    cycles.transmission_bounces, cycles.transparent_max_bounces = 6, 12
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 6.0
    scene.render.threads_mode, scene.render.threads = "FIXED", 2
    scene.render.resolution_x, scene.render.resolution_y = width, height
    scene.render.resolution_percentage = 100
    scene.view_settings.view_transform = "AgX"
    scene.view_settings.look = "AgX - Medium High Contrast"
    scene.view_settings.exposure = exposure
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGB"
    scene.render.filepath = path
    with _suppress_stdout():
        bpy.ops.render.render(write_still=True)


@contextlib.contextmanager
def _suppress_stdout():
    """Suppresses standard output, on which Blender reports every sample."""
    stdout = os.dup(1)
    with open(os.devnull, "w") as devnull, contextlib.redirect_stdout(io.StringIO()):
        os.dup2(devnull.fileno(), 1)
        try:
            yield
        finally:
            os.dup2(stdout, 1)
            os.close(stdout)
