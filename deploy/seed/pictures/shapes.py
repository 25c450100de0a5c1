"""Solids. Lengths are in metres; x points to the right, y away from the camera, z up."""

import contextlib
import math
from collections.abc import Iterator

import bmesh
import bpy
from mathutils import Matrix, Vector, noise

Point = tuple[float, float, float]


def _object(mesh, at: Point, material, bevel: float = 0.0, segments: int = 3, turn: Point = (0, 0, 0), smooth=False):
    obj = bpy.data.objects.new(mesh.name, mesh)
    bpy.context.scene.collection.objects.link(obj)
    obj.location, obj.rotation_euler = at, turn
    mesh.materials.append(material)
    if bevel:
        edge = obj.modifiers.new("edge", "BEVEL")
        edge.width, edge.segments, edge.limit_method, edge.harden_normals = bevel, segments, "ANGLE", True
    if bevel or smooth:
        mesh.shade_smooth()
    return obj


def _mesh(shape, name: str):
    mesh = bpy.data.meshes.new(name)
    shape.to_mesh(mesh)
    shape.free()
    return mesh


def box(size: Point, at: Point, material, bevel: float = 0.0015, turn: Point = (0, 0, 0), segments: int = 2):
    """Builds a box around its centre `at`, edges rounded by `bevel`."""
    shape = bmesh.new()
    bmesh.ops.create_cube(shape, size=1.0)
    bmesh.ops.scale(shape, vec=Vector(size), verts=shape.verts)
    return _object(_mesh(shape, "box"), at, material, bevel, segments, turn)


def board(
    x: tuple[float, float],
    y: tuple[float, float],
    z: tuple[float, float],
    material,
    bevel: float = 0.0015,
    segments=2,
):
    """Builds a board between two faces in each direction."""
    size = (x[1] - x[0], y[1] - y[0], z[1] - z[0])
    return box(size, ((x[0] + x[1]) / 2, (y[0] + y[1]) / 2, (z[0] + z[1]) / 2), material, bevel, segments=segments)


def rod(
    radius: float,
    start: Point,
    end: Point,
    material,
    end_radius: float | None = None,
    sides: int = 32,
    bevel=0.001,
):
    """Builds a round bar from one point to another; `end_radius` tapers it."""
    line = Vector(end) - Vector(start)
    shape = bmesh.new()
    bmesh.ops.create_cone(
        shape,
        cap_ends=True,
        segments=sides,
        radius1=radius,
        radius2=radius if end_radius is None else end_radius,
        depth=line.length,
    )
    turn = line.to_track_quat("Z", "Y").to_euler()
    middle = (Vector(start) + Vector(end)) / 2
    return _object(_mesh(shape, "rod"), middle, material, bevel, 2, turn, smooth=True)


def prism(
    outline: list[tuple[float, float]],
    depth: float,
    at: Point,
    material,
    bevel: float = 0.0008,
    turn: Point = (0, 0, 0),
):
    """Extrudes an outline in x and y up by `depth`."""
    shape = bmesh.new()
    face = shape.faces.new([shape.verts.new((x, y, 0)) for x, y in outline])
    pushed = bmesh.ops.extrude_face_region(shape, geom=[face])["geom"]
    corners = [part for part in pushed if isinstance(part, bmesh.types.BMVert)]
    bmesh.ops.translate(shape, vec=(0, 0, depth), verts=corners)
    bmesh.ops.recalc_face_normals(shape, faces=shape.faces)
    return _object(_mesh(shape, "prism"), at, material, bevel, 2, turn)


def upright(outline: list[tuple[float, float]], depth: float, at: Point, material, bevel: float = 0.0008):
    """Extrudes an upright outline in x and z towards the camera by `depth`, from `at`."""
    return prism(outline, depth, at, material, bevel, (math.pi / 2, 0, 0))


def lathe(profile: list[tuple[float, float]], at: Point, material, turn: Point = (0, 0, 0), sides: int = 48):
    """Builds a turned solid from pairs of radius and height."""
    shape = bmesh.new()
    points = [shape.verts.new((radius, 0, height)) for radius, height in profile]
    edges = [shape.edges.new(pair) for pair in zip(points, points[1:])]
    bmesh.ops.spin(
        shape,
        geom=points + edges,
        cent=(0, 0, 0),
        axis=(0, 0, 1),
        angle=math.tau,
        steps=sides,
        use_merge=True,
    )
    bmesh.ops.remove_doubles(shape, verts=shape.verts, dist=1e-5)
    bmesh.ops.recalc_face_normals(shape, faces=shape.faces)
    obj = _object(_mesh(shape, "lathe"), at, material, turn=turn, smooth=True)
    round_off = obj.modifiers.new("round", "SUBSURF")
    round_off.levels = round_off.render_levels = 1
    return obj


def tube(points: list[Point], radius: float, material):
    """Builds a bent round bar."""
    curve = bpy.data.curves.new("tube", "CURVE")
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution, curve.use_fill_caps = "3D", radius, 6, True
    line = curve.splines.new("POLY")
    line.points.add(len(points) - 1)
    for point, place in zip(line.points, points):
        point.co = (*place, 1)
    obj = bpy.data.objects.new("tube", curve)
    bpy.context.scene.collection.objects.link(obj)
    curve.materials.append(material)
    return obj


def arc(centre: Point, radius: float, start: float, end: float, plane: str = "XZ", steps: int = 24) -> list[Point]:
    """Returns the points of an arc from one angle to another, in radians."""
    x, y, z = centre
    points = []
    for step in range(steps + 1):
        angle = start + (end - start) * step / steps
        p, q = radius * math.cos(angle), radius * math.sin(angle)
        points.append({"XZ": (x + p, y, z + q), "YZ": (x, y + p, z + q), "XY": (x + p, y + q, z)}[plane])
    return points


def cushion(size: Point, at: Point, material, turn: Point = (0, 0, 0), puff: float = 0.035, seed: float = 0):
    """Builds a soft, slightly uneven box that bulges in the middle, for cushions, clothes and bags."""
    shape = bmesh.new()
    bmesh.ops.create_cube(shape, size=1.0)
    bmesh.ops.subdivide_edges(shape, edges=shape.edges, cuts=12, use_grid_fill=True)
    for corner in shape.verts:
        part = corner.co.copy()
        full = [1 - (2 * value) ** 4 for value in part]
        across = (full[1] * full[2] * 0.5, full[0] * full[2] * 0.5, full[0] * full[1])
        for axis in range(3):
            push = math.copysign(min(1, abs(2 * part[axis])) ** 6 * across[axis] * puff, part[axis])
            corner.co[axis] = part[axis] * size[axis] + push
        uneven = noise.noise(Vector((part.x * 3.1 + seed, part.y * 3.1, part.z * 3.1))) * 0.008
        corner.co += Vector((uneven * 0.5, uneven * 0.5, uneven))
    obj = _object(_mesh(shape, "cushion"), at, material, turn=turn, smooth=True)
    edge = obj.modifiers.new("edge", "BEVEL")
    edge.width, edge.segments, edge.limit_method, edge.angle_limit = 0.02, 2, "ANGLE", math.radians(50)
    round_off = obj.modifiers.new("round", "SUBSURF")
    round_off.levels = round_off.render_levels = 1
    return obj


def cut(obj, cutter) -> None:
    """Subtracts the solid `cutter` from `obj`, before its edges are rounded."""
    hole = obj.modifiers.new("hole", "BOOLEAN")
    hole.operation, hole.object, hole.solver = "DIFFERENCE", cutter, "EXACT"
    obj.modifiers.move(len(obj.modifiers) - 1, 0)
    cutter.hide_render = True


@contextlib.contextmanager
def recorded() -> Iterator[list]:
    """Collects the objects created inside the context, so that they can be moved together."""
    before = set(bpy.data.objects)
    made: list = []
    yield made
    made += [obj for obj in bpy.data.objects if obj not in before]


def swing(objects: list, pivot: tuple[float, float], angle: float) -> None:
    """Turns objects about a vertical axis by `angle` in radians, counterclockwise."""
    turn = Matrix.Rotation(angle, 3, "Z")
    centre = Vector((*pivot, 0))
    for obj in objects:
        obj.location = centre + turn @ (obj.location - centre)
        obj.rotation_euler.z += angle


def shift(objects: list, by: Point) -> None:
    for obj in objects:
        obj.location += Vector(by)


def transform(objects: list, matrix: Matrix) -> None:
    """Applies a matrix to several objects."""
    bpy.context.view_layer.update()
    for obj in objects:
        obj.matrix_world = matrix @ obj.matrix_world
