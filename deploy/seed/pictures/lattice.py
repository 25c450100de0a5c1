"""Şəbəkə, the star lattice of small laths: as one light mesh for doors, or lath by lath for close-ups."""

import math

import bmesh
from mathutils import Matrix, Vector

from .materials import wood
from .shapes import _mesh, _object, prism

Stroke = tuple[Vector, Vector]


def _star(centre: Vector, cell: float) -> list[Vector]:
    """Returns the sixteen corners of an eight-pointed star that fills its cell."""
    outer = cell / 2
    inner = outer * math.cos(math.pi / 4) / math.cos(math.pi / 8)
    return [
        centre + Vector((math.cos(k * math.pi / 8), math.sin(k * math.pi / 8))) * (outer if k % 2 == 0 else inner)
        for k in range(16)
    ]


def _centres(columns: int, rows: int, cell: float) -> list[Vector]:
    return [
        Vector(((column - (columns - 1) / 2) * cell, (row - (rows - 1) / 2) * cell))
        for column in range(columns)
        for row in range(rows)
    ]


def _diagonals(centre: Vector, corners: list[Vector], cell: float) -> list[Stroke]:
    """Returns the short laths from the diagonal tips to the corners of the cell."""
    reach = cell * math.sqrt(0.5)
    return [
        (corners[k], centre + Vector((math.cos(k * math.pi / 8), math.sin(k * math.pi / 8))) * reach)
        for k in (2, 6, 10, 14)
    ]


def panel(columns: int, rows: int, cell: float, width: float, depth: float, at: tuple, material):
    """Builds an upright panel of `columns` × `rows` cells around `at`, its laths `width` wide and `depth` deep."""
    shape = bmesh.new()
    strokes: list[Stroke] = []
    for centre in _centres(columns, rows, cell):
        corners = _star(centre, cell)
        strokes += list(zip(corners, corners[1:] + corners[:1])) + _diagonals(centre, corners, cell)
    for number, (start, end) in enumerate(strokes):
        along = (end - start).normalized()
        side = Vector((-along.y, along.x)) * width / 2
        start, end = start - along * width * 0.55, end + along * width * 0.55
        # Crossing laths differ slightly in depth, so that no two faces coincide.
        half = depth * (0.5 - 0.03 * ((number * 7) % 29) / 29)
        ring = (start - side, end - side, end + side, start + side)
        near, far = ([shape.verts.new((p.x, y, p.y)) for p in ring] for y in (-half, half))
        shape.faces.new(near)
        shape.faces.new(reversed(far))
        for k in range(4):
            shape.faces.new((near[k], far[k], far[(k + 1) % 4], near[(k + 1) % 4]))
    bmesh.ops.recalc_face_normals(shape, faces=shape.faces)
    return _object(_mesh(shape, "lattice"), at, material)


def laths(columns: int, rows: int, cell: float, width: float, depth: float, kind: str) -> list:
    """Builds the same pattern for close-ups: separate mitred laths, the grain along each."""
    material = wood(kind, "X", cut=0.04)
    made = []

    def lath(outline: list[Vector], start: Vector, end: Vector) -> None:
        along, middle = (end - start).normalized(), (start + end) / 2
        angle = math.atan2(along.y, along.x)
        back = Matrix.Rotation(-angle, 2)
        flat = [tuple(back @ (corner - middle)) for corner in outline]
        number = len(made)
        uneven = 0.0003 * ((number * 7) % 11) / 11 + (0.0012 if number % 2 else 0)
        obj = prism(flat, depth - uneven, (0, 0, 0), material, 0.0005)
        obj.matrix_world = (
            Matrix.Rotation(math.pi / 2, 4, "X")
            @ Matrix.Translation((middle.x, middle.y, 0))
            @ Matrix.Rotation(angle, 4, "Z")
        )
        made.append(obj)

    for centre in _centres(columns, rows, cell):
        corners = _star(centre, cell)

        def mitre(k: int) -> Vector:
            before, here, after = corners[k - 1], corners[k], corners[(k + 1) % 16]
            first, second = (here - before).normalized(), (after - here).normalized()
            first, second = Vector((-first.y, first.x)), Vector((-second.y, second.x))
            both = first + second
            return both / both.dot(first)

        for k in range(16):
            start, end = corners[k], corners[(k + 1) % 16]
            a, b = mitre(k) * width / 2, mitre((k + 1) % 16) * width / 2
            lath([start - a, end - b, end + b, start + a], start, end)
        for tip, end in _diagonals(centre, corners, cell):
            along = (end - tip).normalized()
            side = Vector((-along.y, along.x)) * width / 2
            start, neck = tip + along * width * 0.62, end - along * width / 2
            lath([start - side, neck - side, end, neck + side, start + side], start, end)
    return made
