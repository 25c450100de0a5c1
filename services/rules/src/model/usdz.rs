//! A model as USDZ: a text layer, and the picture of a lattice's cell, stored at multiples of 64 bytes.

use std::{
    fmt::Write as _,
    io::{Cursor, Write as _},
};

use zip::{CompressionMethod, DateTime, ZipWriter, result::ZipResult, write::SimpleFileOptions};

use super::{
    glb::{SIDES, TILE},
    scene::{Cells, Material, Scene, Surface},
};
use crate::parts::Piece;

/// Distance of a file's bytes to the beginning is a multiple of this.
const ALIGNMENT: u16 = 64;

/// Name of the picture of a cell.
const TILE_NAME: &str = "lattice.png";

/// Name of the class of all cubes.
const CUBE: &str = "cube";

/// Order of the steps that place a prim: it is scaled, then moved.
const ORDER: &str = r#"uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:scale"]"#;

/// Returns the model of a piece, some ten kilobytes.
///
/// # Errors
///
/// Fails if a file cannot be written, which does not happen in memory.
pub fn usdz(piece: &Piece) -> ZipResult<Vec<u8>> {
    let scene = Scene::of(piece);
    let stored = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default())
        .with_alignment(ALIGNMENT);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    archive.start_file("piece.usda", stored)?;
    archive.write_all(layer(&scene).as_bytes())?;
    if scene
        .surfaces()
        .iter()
        .any(|surface| matches!(surface, Surface::Lattice(..)))
    {
        archive.start_file(TILE_NAME, stored)?;
        archive.write_all(TILE)?;
    }
    Ok(archive.finish()?.into_inner())
}

/// Returns the text of the layer. Solids are in millimetres below a prim that converts them to metres. Writing to a string never fails.
fn layer(scene: &Scene) -> String {
    let surfaces = scene.surfaces();
    let mut text = String::from(
        "#usda 1.0\n(\n    defaultPrim = \"Piece\"\n    metersPerUnit = 1\n    upAxis = \"Y\"\n)\n\ndef Xform \"Piece\"\n{\n",
    );
    let _ = writeln!(
        text,
        "    double3 xformOp:translate = ({}, 0, 0)\n    float3 xformOp:scale = (0.001, 0.001, 0.001)\n    {ORDER}\n    \
         def Scope \"Materials\"\n    {{",
        -scene.left()
    );
    let mut materials: Vec<Surface> = surfaces.iter().map(|surface| surface.key()).collect();
    materials.dedup();
    for surface in &materials {
        write_material(&mut text, &surface.material());
    }
    text.push_str("    }\n");
    for (index, solid) in scene.solids.iter().enumerate() {
        let shape = shape(solid.surface);
        let ([x, y, z], [width, height, depth]) = (solid.at, solid.size);
        let _ = write!(
            text,
            "    def Mesh \"s{index}\" (inherits = </{shape}>)\n    {{\n        \
             double3 xformOp:translate = ({x}, {y}, {z})\n        \
             float3 xformOp:scale = ({width}, {height}, {depth})\n    }}\n"
        );
    }
    text.push_str("}\n");
    write_mesh(&mut text, CUBE, "", None);
    for surface in surfaces {
        let material = surface.material().name;
        let binding = format!("    rel material:binding = </Piece/Materials/{material}>\n");
        let shape = shape(surface);
        if let Surface::Lattice(_, cells) = surface {
            write_mesh(&mut text, &shape, &binding, Some(cells));
        } else {
            let _ = write!(
                text,
                "\nclass Mesh \"{shape}\" (inherits = </{CUBE}>)\n{{\n{binding}}}\n"
            );
        }
    }
    text
}

/// Returns the name of the class of a surface.
fn shape(surface: Surface) -> String {
    let name = surface.material().name;
    match surface {
        Surface::Lattice(_, (across, up)) => format!("{name}_{across}x{up}"),
        _ => format!("cube_{name}"),
    }
}

/// Writes the class of a cube of 1, or of its front with the texture coordinates of cells; solids inherit and scale it.
fn write_mesh(text: &mut String, name: &str, binding: &str, cells: Option<Cells>) {
    let sides = if cells.is_some() { &SIDES[..1] } else { &SIDES[..] };
    let triple = |[x, y, z]: [i16; 3]| format!("({x}, {y}, {z})");
    let join = |list: Vec<String>| list.join(", ");
    let points = sides.iter().flat_map(|(_, corners)| corners);
    let points = join(points.map(|corner| triple(corner.map(i16::from))).collect());
    let normals = sides.iter().flat_map(|(normal, _)| [normal; 4]);
    let normals = join(normals.map(|normal| triple(normal.map(i16::from))).collect());
    let indices = join((0..4 * sides.len()).map(|index| index.to_string()).collect());
    let counts = join(sides.iter().map(|_| "4".to_owned()).collect());
    let least = u8::from(cells.is_some());
    let _ = write!(
        text,
        "\nclass Mesh \"{name}\" (prepend apiSchemas = [\"MaterialBindingAPI\"])\n{{\n{binding}    \
         float3[] extent = [(0, 0, {least}), (1, 1, 1)]\n    \
         int[] faceVertexCounts = [{counts}]\n    int[] faceVertexIndices = [{indices}]\n    \
         point3f[] points = [{points}]\n    normal3f[] normals = [{normals}] (interpolation = \"vertex\")\n"
    );
    if let Some((across, up)) = cells {
        let _ = writeln!(
            text,
            "    texCoord2f[] primvars:st = [(0, 0), ({across}, 0), ({across}, {up}), (0, {up})] (interpolation = \"vertex\")"
        );
    }
    let _ = writeln!(
        text,
        "    uniform token subdivisionScheme = \"none\"\n    {ORDER}\n}}"
    );
}

fn write_material(text: &mut String, material: &Material) {
    let Material {
        name,
        color: [red, green, blue],
        metallic,
        roughness,
        is_lattice,
    } = material;
    let path = format!("/Piece/Materials/{name}");
    let _ = write!(
        text,
        "        def Material \"{name}\"\n        {{\n            \
         token outputs:surface.connect = <{path}/Surface.outputs:surface>\n            \
         def Shader \"Surface\"\n            {{\n                uniform token info:id = \"UsdPreviewSurface\"\n                \
         color3f inputs:diffuseColor = ({red}, {green}, {blue})\n                \
         float inputs:metallic = {metallic}\n                float inputs:roughness = {roughness}\n"
    );
    if *is_lattice {
        let _ = write!(
            text,
            "                float inputs:opacity.connect = <{path}/Cell.outputs:a>\n                \
             float inputs:opacityThreshold = 0.5\n"
        );
    }
    text.push_str("                token outputs:surface\n            }\n");
    if *is_lattice {
        let _ = write!(
            text,
            "            def Shader \"Cell\"\n            {{\n                uniform token info:id = \"UsdUVTexture\"\n                \
             asset inputs:file = @{TILE_NAME}@\n                float2 inputs:st.connect = <{path}/Coordinates.outputs:result>\n                \
             token inputs:wrapS = \"repeat\"\n                token inputs:wrapT = \"repeat\"\n                \
             float outputs:a\n            }}\n            def Shader \"Coordinates\"\n            {{\n                \
             uniform token info:id = \"UsdPrimvarReader_float2\"\n                string inputs:varname = \"st\"\n                \
             float2 outputs:result\n            }}\n"
        );
    }
    text.push_str("        }\n");
}
