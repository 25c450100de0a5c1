//! A model as binary glTF 2.0: a node for each solid, which scales one cube, below one that converts millimetres to metres.

use serde_json::{Value, json};

use super::scene::{Cells, Scene, Surface};
use crate::{number::int, parts::Piece};

/// Corners of the six sides of a cube of 1 m, the front first, and their normals.
pub(super) const SIDES: [([i8; 3], [[u8; 3]; 4]); 6] = [
    ([0, 0, 1], [[0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]]),
    ([0, 0, -1], [[1, 0, 0], [0, 0, 0], [0, 1, 0], [1, 1, 0]]),
    ([1, 0, 0], [[1, 0, 1], [1, 0, 0], [1, 1, 0], [1, 1, 1]]),
    ([-1, 0, 0], [[0, 0, 0], [0, 0, 1], [0, 1, 1], [0, 1, 0]]),
    ([0, 1, 0], [[0, 1, 1], [1, 1, 1], [1, 1, 0], [0, 1, 0]]),
    ([0, -1, 0], [[0, 0, 0], [1, 0, 0], [1, 0, 1], [0, 0, 1]]),
];

/// A cell of a lattice: white laths on nothing, 64 pixels wide.
pub(super) const TILE: &[u8] = include_bytes!("../../data/lattice.png");

/// Numbers of the format: component types, targets of buffer views, and the wrapping of textures.
const FLOAT: u16 = 5126;
const UNSIGNED_SHORT: u16 = 5123;
const VERTICES: u16 = 34962;
const INDICES: u16 = 34963;
const REPEAT: u16 = 10497;

/// Accessors of the cube, then those of its front alone; the ones after them are texture coordinates.
const CUBE: [usize; 3] = [0, 1, 2];
const FRONT: [usize; 3] = [3, 4, 5];
const FIRST_COORDINATES: usize = 6;

/// Returns the model of a piece, some kilobytes.
pub fn glb(piece: &Piece) -> Vec<u8> {
    let scene = Scene::of(piece);
    let surfaces = scene.surfaces();
    let lattices: Vec<Cells> = surfaces.iter().filter_map(|surface| cells(*surface)).collect();
    let mut file = Buffer::with_cube(!lattices.is_empty());
    for cells in &lattices {
        file.add_coordinates(*cells);
    }
    let image = (!lattices.is_empty()).then(|| file.add_view(TILE, json!({})));
    let mut materials: Vec<Surface> = surfaces.iter().map(|surface| surface.key()).collect();
    materials.dedup();
    let meshes = surfaces.iter().map(|surface| {
        let material = materials.iter().position(|one| *one == surface.key());
        let coordinates = lattices.iter().position(|one| Some(*one) == cells(*surface));
        mesh(material, coordinates)
    });
    let nodes = scene.solids.iter().map(|solid| {
        let mesh = surfaces.iter().position(|surface| *surface == solid.surface);
        json!({"mesh": mesh, "translation": solid.at, "scale": solid.size})
    });
    let mut nodes: Vec<_> = nodes.collect();
    let children: Vec<_> = (0..nodes.len()).collect();
    let root = nodes.len();
    // Solids are in millimetres.
    nodes.push(
        json!({"translation": [-scene.left(), 0, 0], "scale": [0.001, 0.001, 0.001], "children": children}),
    );
    let mut model = json!({
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [root]}],
        "nodes": nodes,
        "meshes": meshes.collect::<Vec<_>>(),
        "materials": materials.iter().map(|surface| material(*surface)).collect::<Vec<_>>(),
        "accessors": file.accessors,
        "bufferViews": file.views,
        "buffers": [{"byteLength": file.bytes.len()}],
    });
    if let (Some(view), Some(model)) = (image, model.as_object_mut()) {
        model.insert(
            "images".into(),
            json!([{"bufferView": view, "mimeType": "image/png"}]),
        );
        model.insert("samplers".into(), json!([{"wrapS": REPEAT, "wrapT": REPEAT}]));
        model.insert("textures".into(), json!([{"source": 0, "sampler": 0}]));
    }
    container(model.to_string().into_bytes(), file.bytes)
}

const fn cells(surface: Surface) -> Option<Cells> {
    match surface {
        Surface::Lattice(_, cells) => Some(cells),
        _ => None,
    }
}

fn mesh(material: Option<usize>, coordinates: Option<usize>) -> Value {
    let [position, normal, indices] = if coordinates.is_some() { FRONT } else { CUBE };
    let mut attributes = json!({"POSITION": position, "NORMAL": normal});
    if let (Some(index), Some(attributes)) = (coordinates, attributes.as_object_mut()) {
        attributes.insert("TEXCOORD_0".into(), json!(FIRST_COORDINATES + index));
    }
    json!({"primitives": [{"attributes": attributes, "indices": indices, "material": material}]})
}

fn material(surface: Surface) -> Value {
    let material = surface.material();
    let [red, green, blue] = material.color;
    let mut reflection = json!({
        "baseColorFactor": [red, green, blue, 1.0],
        "metallicFactor": material.metallic,
        "roughnessFactor": material.roughness,
    });
    if let (true, Some(reflection)) = (material.is_lattice, reflection.as_object_mut()) {
        reflection.insert("baseColorTexture".into(), json!({"index": 0}));
    }
    let mut value = json!({"name": material.name, "pbrMetallicRoughness": reflection});
    if let (true, Some(value)) = (material.is_lattice, value.as_object_mut()) {
        value.insert("alphaMode".into(), json!("MASK"));
    }
    value
}

/// The binary part with its views and accessors.
struct Buffer {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Buffer {
    /// Begins with a cube of 24 vertices whose first 4 are its front, to be drawn alone if there are lattices.
    fn with_cube(has_lattices: bool) -> Self {
        let corners = SIDES.iter().flat_map(|(_, corners)| corners);
        let positions: Vec<u8> = corners.flatten().flat_map(|one| float((*one).into())).collect();
        let normals = SIDES.iter().flat_map(|(normal, _)| [normal; 4]);
        let normals: Vec<u8> = normals.flatten().flat_map(|one| float((*one).into())).collect();
        let first = (0_u16..24).step_by(4);
        let indices = first.flat_map(|first| [0, 1, 2, 0, 2, 3].map(|one| first + one));
        let indices: Vec<u8> = indices.flat_map(u16::to_le_bytes).collect();
        let mut file = Self {
            bytes: Vec::new(),
            views: Vec::new(),
            accessors: Vec::new(),
        };
        let positions = file.add_view(&positions, json!({"target": VERTICES, "byteStride": 12}));
        let normals = file.add_view(&normals, json!({"target": VERTICES, "byteStride": 12}));
        let indices = file.add_view(&indices, json!({"target": INDICES}));
        let cube = (24, [0, 0, 0]);
        let front = has_lattices.then_some((4, [0, 0, 1]));
        for (vertices, least) in [cube].into_iter().chain(front) {
            file.add_accessor(
                json!({"bufferView": positions, "componentType": FLOAT, "count": vertices,
                "type": "VEC3", "min": least, "max": [1, 1, 1]}),
            );
            file.add_accessor(
                json!({"bufferView": normals, "componentType": FLOAT, "count": vertices,
                "type": "VEC3"}),
            );
            file.add_accessor(json!({"bufferView": indices, "componentType": UNSIGNED_SHORT,
                "count": vertices / 4 * 6, "type": "SCALAR"}));
        }
        file
    }

    fn add_accessor(&mut self, accessor: Value) {
        self.accessors.push(accessor);
    }

    /// Adds texture coordinates of a front with so many cells; v points down.
    fn add_coordinates(&mut self, (across, high): Cells) {
        let corners = [(0, high), (across, high), (across, 0), (0, 0)];
        let number = |cells: i64| float(i16::try_from(cells).unwrap_or(i16::MAX));
        let bytes: Vec<u8> = corners
            .into_iter()
            .flat_map(|(u, v)| [number(u), number(v)])
            .flatten()
            .collect();
        let view = self.add_view(&bytes, json!({"target": VERTICES, "byteStride": 8}));
        self.add_accessor(json!({"bufferView": view, "componentType": FLOAT, "count": 4, "type": "VEC2"}));
    }

    /// Adds bytes and returns the number of their view, which has these properties too. Views begin at multiples of 4.
    fn add_view(&mut self, bytes: &[u8], mut view: Value) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        if let Some(view) = view.as_object_mut() {
            view.insert("buffer".into(), json!(0));
            view.insert("byteOffset".into(), json!(self.bytes.len()));
            view.insert("byteLength".into(), json!(bytes.len()));
        }
        self.bytes.extend_from_slice(bytes);
        self.views.push(view);
        self.views.len() - 1
    }
}

/// Returns the bytes of a whole number as a float.
fn float(number: i16) -> [u8; 4] {
    f32::from(number).to_le_bytes()
}

/// Joins both chunks behind the header, each padded to a multiple of 4: JSON by spaces, bytes by zeros.
fn container(mut json: Vec<u8>, mut bytes: Vec<u8>) -> Vec<u8> {
    json.resize(json.len().next_multiple_of(4), b' ');
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    let length = |bytes: usize| u32::try_from(int(bytes)).unwrap_or(u32::MAX).to_le_bytes();
    let total = 12 + 8 + json.len() + 8 + bytes.len();
    let mut file = Vec::with_capacity(total);
    file.extend_from_slice(b"glTF");
    file.extend_from_slice(&2_u32.to_le_bytes());
    file.extend_from_slice(&length(total));
    for (kind, chunk) in [(b"JSON", &json), (b"BIN\0", &bytes)] {
        file.extend_from_slice(&length(chunk.len()));
        file.extend_from_slice(kind);
        file.extend_from_slice(chunk);
    }
    file
}
