"""Shader graphs as expressions: each method adds a node and returns its output socket."""

import bpy

Colour = tuple[float, float, float]


class Graph:
    """Node tree of one material."""

    def __init__(self, name: str) -> None:
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.tree.nodes.clear()
        self.output = self.node("ShaderNodeOutputMaterial")

    def node(self, kind: str, **settings):
        """Adds a node with settings and returns the node itself."""
        node = self.tree.nodes.new(kind)
        for name, value in settings.items():
            setattr(node, name, value)
        return node

    def put(self, socket, value) -> None:
        """Connects a socket, or sets it to a number or colour."""
        if hasattr(value, "links"):
            self.tree.links.new(value, socket)
        elif isinstance(value, tuple) and len(socket.default_value) == 4 and len(value) == 3:
            socket.default_value = (*value, 1)
        else:
            socket.default_value = value

    def math(self, operation: str, first, second=0.0, third=None):
        node = self.node("ShaderNodeMath", operation=operation)
        for socket, value in zip(node.inputs, (first, second, third)):
            if value is not None:
                self.put(socket, value)
        return node.outputs[0]

    def times(self, first, second):
        return self.math("MULTIPLY", first, second)

    def vector(self, x, y, z):
        node = self.node("ShaderNodeCombineXYZ")
        for socket, value in zip(node.inputs, (x, y, z)):
            self.put(socket, value)
        return node.outputs[0]

    def grey(self, value):
        return self.vector(value, value, value)

    def noise(self, vector, scale=1.0, detail=2.0, rough=0.5):
        node = self.node("ShaderNodeTexNoise")
        self.put(node.inputs["Vector"], vector)
        self.put(node.inputs["Scale"], scale)
        self.put(node.inputs["Detail"], detail)
        self.put(node.inputs["Roughness"], rough)
        return node.outputs[0]

    def white_noise(self, seed):
        node = self.node("ShaderNodeTexWhiteNoise", noise_dimensions="1D")
        self.put(node.inputs["W"], seed)
        return node.outputs["Value"]

    def ramp(self, factor, stops: list[tuple[float, Colour]]):
        node = self.node("ShaderNodeValToRGB")
        self.put(node.inputs[0], factor)
        elements = node.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(0.5)
        for element, (position, colour) in zip(elements, stops):
            element.position = position
            element.color = (*colour, 1)
        return node.outputs[0]

    def mix(self, factor, first, second, blend="MIX"):
        node = self.node("ShaderNodeMix", data_type="RGBA", blend_type=blend)
        self.put(node.inputs[0], factor)
        self.put(node.inputs[6], first)
        self.put(node.inputs[7], second)
        return node.outputs[2]

    def bump(self, height, strength: float, distance: float):
        node = self.node("ShaderNodeBump")
        self.put(node.inputs["Strength"], strength)
        self.put(node.inputs["Distance"], distance)
        self.put(node.inputs["Height"], height)
        return node.outputs[0]

    def object_position(self):
        return self.node("ShaderNodeTexCoord").outputs["Object"]

    def object_random(self):
        """Returns a number from 0 to 1 that differs between objects."""
        return self.node("ShaderNodeObjectInfo").outputs["Random"]

    def surface(self, **inputs):
        """Adds a principled surface; keywords are its input names with underscores."""
        node = self.node("ShaderNodeBsdfPrincipled")
        for name, value in inputs.items():
            self.put(node.inputs[name.replace("_", " ")], value)
        return node

    def finish(self, surface, average: Colour | None = None):
        """
        Finishes the material. With `average`, light after a diffuse bounce sees that plain colour instead of the whole
        graph: the difference is invisible, and a room of wood renders in half the time.
        """
        result = surface.outputs[0]
        if average is not None:
            plain = self.node("ShaderNodeBsdfDiffuse")
            self.put(plain.inputs["Color"], average)
            mix = self.node("ShaderNodeMixShader")
            self.put(mix.inputs[0], self.node("ShaderNodeLightPath").outputs["Is Diffuse Ray"])
            self.put(mix.inputs[1], result)
            self.put(mix.inputs[2], plain.outputs[0])
            result = mix.outputs[0]
        self.put(self.output.inputs[0], result)
        return self.material
