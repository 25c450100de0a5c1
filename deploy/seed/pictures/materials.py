"""Procedural materials. Colours are linear RGB; each material is created once per scene."""

import functools
from collections.abc import Callable

from .nodes import Colour, Graph

BLACK: Colour = (0.018, 0.018, 0.02)
BRASS: Colour = (0.72, 0.48, 0.20)
STEEL: Colour = (0.55, 0.55, 0.56)

# Light wood, dark late wood, pore, rings per metre, contrast of the rings, visibility of the pores.
WOODS: dict[str, tuple[Colour, Colour, Colour, float, float, float]] = {
    "oak": ((0.54, 0.355, 0.20), (0.27, 0.15, 0.07), (0.16, 0.085, 0.04), 135, 0.95, 0.7),
    "ash": ((0.66, 0.50, 0.33), (0.43, 0.29, 0.16), (0.38, 0.25, 0.14), 120, 0.9, 0.4),
    "beech": ((0.58, 0.355, 0.21), (0.47, 0.265, 0.145), (0.33, 0.17, 0.09), 105, 0.55, 0.35),
    "walnut": ((0.155, 0.082, 0.042), (0.055, 0.027, 0.015), (0.025, 0.012, 0.008), 120, 0.9, 0.5),
    "smoked-oak": ((0.098, 0.066, 0.044), (0.042, 0.027, 0.018), (0.02, 0.013, 0.009), 140, 0.8, 0.5),
    "teak": ((0.36, 0.185, 0.075), (0.20, 0.088, 0.032), (0.10, 0.045, 0.02), 170, 0.7, 0.5),
}

PAINTS: dict[str, Colour] = {
    "white": (0.66, 0.645, 0.60),
    "sand": (0.47, 0.41, 0.315),
    "sage": (0.215, 0.265, 0.195),
    "forest": (0.055, 0.098, 0.070),
    "terracotta": (0.33, 0.135, 0.08),
    "graphite": (0.058, 0.060, 0.063),
    "black": (0.014, 0.013, 0.013),
}

METALS: dict[str, tuple[Colour, float]] = {
    "black": (BLACK, 0.38),
    "brass": (BRASS, 0.3),
    "steel": (STEEL, 0.28),
}

# Cached materials belong to the current scene; the studio clears them when it starts another.
_caches = []
_fine = [True]


def _cached(function):
    cached = functools.cache(function)
    _caches.append(cached)
    return cached


def reset(fine: bool) -> None:
    """
    Clears the materials and sets whether new ones have pores, threads and plaster relief. These are invisible across
    a room, but take half of the render time.
    """
    for cache in _caches:
        cache.cache_clear()
    _fine[0] = fine


def _bump_input(g: Graph, height: Callable, strength: float, distance: float) -> dict:
    """Returns the normal input that roughens a surface, or nothing if not `fine`; `height` creates its nodes."""
    return {"Normal": g.bump(height(), strength, distance)} if _fine[0] else {}


def is_wood(slug: str) -> bool:
    return slug in WOODS


def front(slug: str, axis: str = "Z"):
    """Returns the material of a palette slug; `axis` is the direction of the grain of wood."""
    return wood(slug, axis) if is_wood(slug) else paint(PAINTS[slug], rough=0.46)


def hardware(slug: str):
    """Returns the material of a handle or fitting: a metal, or turned wood."""
    return metal(*METALS[slug]) if slug in METALS else front(slug)


@_cached
def wood(kind: str = "oak", axis: str = "Z", rough: float = 0.42, cut: float = 0.12):
    """
    Returns solid wood. Growth rings are distances from a tilted log axis `cut` metres behind the face, warped by slow
    noise along the grain; fibres and pores lie over them. The position in the log differs for each board.
    """
    light, dark, pore, frequency, contrast, pores = WOODS[kind]
    g = Graph(f"wood {kind} {axis}")
    split = g.node("ShaderNodeSeparateXYZ")
    g.put(split.inputs[0], g.object_position())
    x, y, z = split.outputs
    along, across, deep = {"X": (x, y, z), "Y": (y, x, z), "Z": (z, x, y)}[axis]
    rng = g.object_random()
    shift = g.times(rng, 61.0)
    along_board, across_board = g.math("ADD", along, shift), g.math("ADD", across, shift)

    def stretched(lengthwise: float, crosswise: float, detail: float, roughness: float = 0.5):
        place = g.vector(g.times(along_board, lengthwise), g.times(across_board, crosswise), g.times(deep, crosswise))
        return g.noise(place, 1, detail, roughness)

    def centred(value, amount: float):
        return g.times(g.math("SUBTRACT", value, 0.5), amount)

    log_across = centred(g.white_noise(g.times(rng, 917.0)), 0.22)
    log_deep = g.math("MULTIPLY_ADD", g.white_noise(g.times(rng, 331.7)), 0.10, cut)
    to_across, to_deep = g.math("SUBTRACT", across, log_across), g.math("ADD", deep, log_deep)
    distance = g.math("SQRT", g.math("ADD", g.times(to_across, to_across), g.times(to_deep, to_deep)))
    distance = g.math("ADD", distance, centred(stretched(0.9, 3.5, 2.5), 0.075))
    distance = g.math("ADD", distance, centred(stretched(2.5, 14, 2), 0.012))
    distance = g.math("ADD", distance, g.times(along, 0.012))
    fibre = stretched(5, 260, 3, 0.6) if _fine[0] else stretched(5, 190, 1, 0.6)
    rings = g.math("ADD", g.times(distance, frequency), g.times(fibre, 0.45))
    profile = g.ramp(
        g.math("FRACT", rings),
        [(0, (0, 0, 0)), (0.35, (0.12,) * 3), (0.72, (0.55,) * 3), (0.90, (1, 1, 1)), (1.0, (0, 0, 0))],
    )
    strength = g.math("MULTIPLY_ADD", g.white_noise(g.math("FLOOR", rings)), 0.55, 0.35)
    colour = g.mix(g.times(g.times(profile, strength), contrast), light, dark)
    blotch = g.times(g.math("SUBTRACT", stretched(0.7, 5, 2), 0.35), 0.5)
    colour = g.mix(blotch, colour, tuple(part * 0.82 for part in light))
    colour = g.mix(1.0, colour, g.grey(g.math("ADD", centred(fibre, 0.55), 1.0)), "MULTIPLY")
    if _fine[0]:
        pore_shape = g.ramp(stretched(22, 900, 1), [(0.56, (0, 0, 0)), (0.68, (1, 1, 1))])
        pore_share = g.times(pore_shape, g.math("MULTIPLY_ADD", profile, -0.5, 1.0))
        colour = g.mix(g.times(pore_share, pores), colour, pore)
    tone = g.node("ShaderNodeHueSaturation")
    g.put(tone.inputs["Color"], colour)
    g.put(tone.inputs["Value"], g.math("MULTIPLY_ADD", rng, 0.14, 0.93))
    surface = g.surface(
        Base_Color=tone.outputs[0],
        Roughness=g.math("MULTIPLY_ADD", fibre, 0.16, rough - 0.08),
        # The bump evaluates its height three times, so it uses only the two cheap noises.
        **_bump_input(
            g,
            lambda: g.math("SUBTRACT", g.math("SUBTRACT", fibre, 0.5), g.times(pore_shape, 0.8)),
            0.22,
            0.0008,
        ),
    )
    return g.finish(surface, tuple(a * 0.72 + b * 0.28 for a, b in zip(light, dark)))


@_cached
def paint(colour: Colour, rough: float = 0.5, relief: float = 0.0, scale: float = 300, coat: float = 0.0):
    """Returns lacquer, plaster or ceramics in one colour; `relief` roughens it with noise of `scale`."""
    g = Graph("paint")
    if not relief:
        return g.finish(g.surface(Base_Color=colour, Roughness=rough, Coat_Weight=coat))
    place = g.object_position()
    shade = g.math("MULTIPLY_ADD", g.math("SUBTRACT", g.noise(place, 1.3, 3, 0.55), 0.5), 0.10, 1.0)
    surface = g.surface(
        Base_Color=g.mix(1.0, colour, g.grey(shade), "MULTIPLY"),
        Roughness=rough,
        Coat_Weight=coat,
        **_bump_input(g, lambda: g.noise(place, scale, 3, 0.6), relief, 0.002),
    )
    return g.finish(surface, colour)


@_cached
def metal(colour: Colour = BLACK, rough: float = 0.35):
    g = Graph("metal")
    return g.finish(g.surface(Base_Color=colour, Metallic=1.0, Roughness=rough))


@_cached
def brushed(colour: Colour = STEEL, rough: float = 0.32):
    """Returns sheet metal with fine strokes along X."""
    g = Graph("brushed")
    split = g.node("ShaderNodeSeparateXYZ")
    g.put(split.inputs[0], g.object_position())
    x, y, z = split.outputs
    strokes = g.noise(g.vector(g.times(x, 4), g.times(y, 700), g.times(z, 700)), 1, 2, 0.6)
    surface = g.surface(Base_Color=colour, Metallic=1.0, Roughness=g.math("MULTIPLY_ADD", strokes, 0.2, rough - 0.1))
    return g.finish(surface, tuple(part * 0.7 for part in colour))


@_cached
def mirror():
    g = Graph("mirror")
    return g.finish(g.surface(Base_Color=(0.86, 0.88, 0.87), Metallic=1.0, Roughness=0.01))


@_cached
def stone(colour: Colour, scale: float = 3.0, vein: float = 0.25, rough: float = 0.35):
    """Returns quartz or paving: clouds and speckles, offset for each slab."""
    g = Graph("stone")
    rng = g.object_random()
    moved = g.node("ShaderNodeVectorMath", operation="ADD")
    g.put(moved.inputs[0], g.object_position())
    g.put(moved.inputs[1], g.grey(g.times(rng, 40.0)))
    place = moved.outputs[0]
    clouds, speckle = g.noise(place, scale, 6, 0.62), g.noise(place, scale * 60, 2, 0.6)
    mottle = g.math("MULTIPLY_ADD", g.math("SUBTRACT", speckle, 0.5), 0.35, clouds)
    tone = g.node("ShaderNodeHueSaturation")
    dark = tuple(part * (1 - vein) for part in colour)
    g.put(tone.inputs["Color"], g.ramp(mottle, [(0.3, dark), (0.7, colour)]))
    g.put(tone.inputs["Value"], g.math("MULTIPLY_ADD", rng, 0.16, 0.91))
    bumps = _bump_input(g, lambda: speckle, 0.25 if rough > 0.5 else 0.03, 0.003)
    surface = g.surface(Base_Color=tone.outputs[0], Roughness=rough, **bumps)
    return g.finish(surface, tuple(part * (1 - vein / 2) for part in colour))


@_cached
def fabric(colour: Colour, scale: float = 420):
    """Returns woven cloth of two crossed noises; wave textures would show contour rings on curved cushions."""
    g = Graph("fabric")
    place = g.object_position()

    def thread(stretch: Colour):
        mapping = g.node("ShaderNodeMapping")
        mapping.inputs["Scale"].default_value = stretch
        g.put(mapping.inputs[0], place)
        return g.noise(mapping.outputs[0], scale, 2, 0.6)

    weave = g.math("ADD", g.times(thread((1, 3.2, 1)), 0.5), g.times(thread((3.2, 1, 3.2)), 0.5))
    shade = g.math("MULTIPLY_ADD", g.math("SUBTRACT", weave, 0.5), 1.1, 1.0)
    surface = g.surface(
        Base_Color=g.mix(1.0, colour, g.grey(shade), "MULTIPLY"),
        Roughness=0.92,
        Sheen_Weight=0.15,
        **_bump_input(g, lambda: weave, 0.35, 0.0015),
    )
    return g.finish(surface, colour)


@_cached
def glass(tint: Colour = (0.95, 0.96, 0.95), gloss: float = 0.10):
    """Returns a thin tinted pane without refraction that mirrors the share `gloss`."""
    g = Graph("glass")
    clear = g.node("ShaderNodeBsdfTransparent")
    g.put(clear.inputs["Color"], tint)
    shine = g.node("ShaderNodeBsdfGlossy")
    g.put(shine.inputs["Roughness"], 0.02)
    mix = g.node("ShaderNodeMixShader")
    g.put(mix.inputs[0], gloss)
    g.put(mix.inputs[1], clear.outputs[0])
    g.put(mix.inputs[2], shine.outputs[0])
    return g.finish(mix)


@_cached
def ribbed_glass():
    """Returns vertical flutes that blur the objects behind them; light from lamps passes undisturbed."""
    g = Graph("ribbed glass")
    split = g.node("ShaderNodeSeparateXYZ")
    g.put(split.inputs[0], g.object_position())
    flutes = g.math("SINE", g.times(split.outputs[0], 420.0))
    bend = g.node("ShaderNodeBsdfRefraction")
    g.put(bend.inputs["Color"], (0.93, 0.92, 0.88))
    g.put(bend.inputs["Roughness"], 0.12)
    g.put(bend.inputs["IOR"], 1.25)
    g.put(bend.inputs["Normal"], g.bump(flutes, 0.7, 0.002))
    shine = g.node("ShaderNodeBsdfGlossy")
    g.put(shine.inputs["Roughness"], 0.12)
    g.put(shine.inputs["Normal"], g.bump(flutes, 0.7, 0.002))
    pane = g.node("ShaderNodeMixShader")
    g.put(pane.inputs[0], 0.12)
    g.put(pane.inputs[1], bend.outputs[0])
    g.put(pane.inputs[2], shine.outputs[0])
    clear = g.node("ShaderNodeBsdfTransparent")
    result = g.node("ShaderNodeMixShader")
    g.put(result.inputs[0], g.node("ShaderNodeLightPath").outputs["Is Shadow Ray"])
    g.put(result.inputs[1], pane.outputs[0])
    g.put(result.inputs[2], clear.outputs[0])
    return g.finish(result)


@_cached
def glow(colour: Colour, strength: float):
    g = Graph("glow")
    node = g.node("ShaderNodeEmission")
    g.put(node.inputs["Color"], colour)
    g.put(node.inputs["Strength"], strength)
    return g.finish(node)
