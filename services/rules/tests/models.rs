//! Models and drawings of pieces, read back.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::float_cmp,
    reason = "panics fail the test, and the floats are whole numbers"
)]

mod support;

use std::io::{Cursor, Read as _};

use designs::any_piece;
use gltf::{Gltf, Semantic};
use proptest::prelude::*;
use rules::{
    Design, Language, Piece,
    draw::{self, PaperView, View},
    model::{glb, usdz},
};
use serde_json::Value;
use support::pieces;

const KIB: usize = 1_024;

/// Returns how often a drawing has a word.
fn count(piece: &Piece, view: View, word: &str) -> usize {
    draw::svg(piece, view, Language::Az).matches(word).count()
}

/// Returns the number of boxes of a row of the cut list.
fn boxes(piece: &Piece, key: &str) -> usize {
    let parts = piece.parts.iter().filter(|part| part.key == key);
    parts.map(|part| part.boxes.len()).sum()
}

#[test]
fn a_front_shows_its_lattices_mirrors_and_handles() {
    let (mut lattices, mut mirrors, mut standing, mut milled) = (0, 0, 0, 0);
    for (name, piece) in pieces() {
        let mut design: Value = serde_json::from_str(&piece.design.to_json()).unwrap();
        let handle = design["handle"].clone();
        if handle == "bar" || handle == "knob" {
            // No board has the colour of brass.
            design["metal"] = "brass".into();
        }
        let piece = rules::build(&Design::from_json(&design).unwrap()).unwrap();
        let front = |word: &str| count(&piece, View::Front, word);
        assert_eq!(front("<pattern "), boxes(&piece, "lattice"), "{name}");
        let fitted = |key: &str| usize::try_from(piece.fittings.get(key).copied().unwrap_or(0)).unwrap();
        let legs = count(&piece, View::Inside, "#b8925a");
        assert_eq!(
            legs > 0,
            design["metal"] == "brass" && design["base"] == "legs",
            "{name}"
        );
        assert_eq!(
            front("#b8925a"),
            legs + fitted("handle-bar") + fitted("handle-knob"),
            "{name}"
        );
        let is_milled = handle == "groove";
        let grips = boxes(&piece, "slide-door") + if is_milled { piece.doors.len() } else { 0 };
        assert_eq!(front("stroke-width=\"14\""), grips, "{name}");
        assert_eq!(front("#e8ecee") > 0, fitted("mirror") > 0, "{name}");
        for hidden in ["<pattern ", "#e8ecee", "stroke-width=\"14\""] {
            assert_eq!(count(&piece, View::Inside, hidden), 0, "{name}: {hidden}");
        }
        lattices += boxes(&piece, "lattice");
        mirrors += usize::from(fitted("mirror") > 0);
        standing += fitted("handle-bar") + fitted("handle-knob");
        milled += grips;
    }
    assert!(
        [lattices, mirrors, standing, milled]
            .iter()
            .all(|count| *count > 0)
    );
}

/// Returns the least and the largest corner of all nodes of a GLB in metres, and checks that it can be drawn.
fn read_glb(bytes: &[u8]) -> Result<[[f32; 3]; 2], TestCaseError> {
    let model = Gltf::from_slice(bytes).map_err(|error| TestCaseError::fail(error.to_string()))?;
    let blob = model.blob.as_deref();
    let mut corners = [[f32::MAX; 3], [f32::MIN; 3]];
    let root = model.default_scene().unwrap().nodes().next().unwrap();
    let (left, _, to_metres) = root.transform().decomposed();
    for node in root.children() {
        let ([x, y, z], rotation, scale) = node.transform().decomposed();
        prop_assert_eq!(rotation, [0.0, 0.0, 0.0, 1.0]);
        for primitive in node.mesh().unwrap().primitives() {
            // The format wants the stride of a view that several accessors share, which the library does not check.
            let strides = primitive
                .attributes()
                .map(|(_, accessor)| accessor.view().and_then(|view| view.stride()));
            prop_assert!(strides.into_iter().all(|stride| stride.is_some()));
            let reader = primitive.reader(|_| blob);
            let positions: Vec<_> = reader.read_positions().unwrap().collect();
            let normals = reader.read_normals().unwrap();
            prop_assert_eq!(normals.len(), positions.len());
            let indices: Vec<_> = reader.read_indices().unwrap().into_u32().collect();
            prop_assert!(
                indices
                    .iter()
                    .all(|index| usize::try_from(*index).is_ok_and(|index| index < positions.len()))
            );
            check_sides(&positions, &normals.collect::<Vec<_>>(), &indices)?;
            let is_textured = primitive
                .material()
                .pbr_metallic_roughness()
                .base_color_texture()
                .is_some();
            prop_assert_eq!(primitive.get(&Semantic::TexCoords(0)).is_some(), is_textured);
            for position in positions {
                for (axis, origin) in [x, y, z].into_iter().enumerate() {
                    let value = left[axis] + to_metres[axis] * (origin + scale[axis] * position[axis]);
                    corners[0][axis] = corners[0][axis].min(value);
                    corners[1][axis] = corners[1][axis].max(value);
                }
            }
        }
    }
    Ok(corners)
}

/// Checks that each triangle turns counterclockwise when seen from where its normal points to.
fn check_sides(positions: &[[f32; 3]], normals: &[[f32; 3]], indices: &[u32]) -> Result<(), TestCaseError> {
    for triangle in indices.chunks(3) {
        let corners = [0, 1, 2].map(|corner| usize::try_from(triangle[corner]).unwrap());
        let side = |to: usize, axis: usize| positions[corners[to]][axis] - positions[corners[0]][axis];
        let cross = [(1, 2), (2, 0), (0, 1)]
            .map(|(one, two)| side(1, one) * side(2, two) - side(1, two) * side(2, one));
        prop_assert_eq!(cross, normals[corners[0]]);
    }
    Ok(())
}

/// Checks that a model has the true size of its piece, with its origin at the floor behind.
fn has_true_size(piece: &Piece) -> Result<(), TestCaseError> {
    let [least, most] = read_glb(&glb(piece))?;
    let [width, height, depth] = piece.design.measures();
    let near = |value: f32, millimetres: i64| {
        (f64::from(value) - f64::from(i32::try_from(millimetres).unwrap()) / 1_000.0).abs() < 1e-4
    };
    prop_assert!(
        near(least[0] + most[0], 0) && near(most[0] - least[0], width),
        "{:?} {:?}",
        least,
        most
    );
    prop_assert!(
        near(least[1], 0) && near(most[1], height),
        "{:?} {:?}",
        least,
        most
    );
    // A niche leaves 10 mm behind.
    let behind = if piece.design.niche() { 10 } else { 0 };
    prop_assert!(near(least[2], behind), "{:?}", least);
    // Mirrors and handles stand out.
    prop_assert!(
        [0, 3, 28].iter().any(|out| near(most[2], depth + out)),
        "{:?}",
        most
    );
    Ok(())
}

#[test]
fn models_of_the_vectors_have_their_true_size() {
    for (name, piece) in pieces() {
        has_true_size(&piece).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

proptest! {
    #![proptest_config(designs::config(64, 4))]

    #[test]
    fn models_of_random_designs_have_their_true_size_and_some_kilobytes(piece in any_piece()) {
        has_true_size(&piece)?;
        prop_assert!(glb(&piece).len() <= 24 * KIB, "{} {}", piece.design.code(), glb(&piece).len());
        let usdz = usdz(&piece).unwrap();
        prop_assert!(usdz.len() <= 48 * KIB, "{} {}", piece.design.code(), usdz.len());
    }
}

#[test]
fn a_usdz_stores_its_layer_first_and_each_file_at_a_multiple_of_64_bytes() {
    for (name, piece) in pieces() {
        let bytes = usdz(&piece).unwrap();
        let mut archive = zip::ZipArchive::new(Cursor::new(&bytes)).unwrap();
        let has_lattice = piece.parts.iter().any(|part| part.cells.is_some());
        assert_eq!(archive.len(), if has_lattice { 2 } else { 1 }, "{name}");
        for index in 0..archive.len() {
            let mut file = archive.by_index(index).unwrap();
            assert_eq!(file.compression(), zip::CompressionMethod::Stored, "{name}");
            assert_eq!(file.data_start().unwrap() % 64, 0, "{name} {index}");
            assert_eq!(
                file.name().unwrap(),
                if index == 0 { "piece.usda" } else { "lattice.png" }
            );
            if index == 0 {
                let mut text = String::new();
                file.read_to_string(&mut text).unwrap();
                assert!(text.starts_with("#usda 1.0\n"), "{name}");
                assert_eq!(text.contains("@lattice.png@"), has_lattice, "{name}");
            }
        }
        assert_eq!(usdz(&piece).unwrap(), bytes, "{name}");
    }
}

#[test]
fn models_of_the_vectors_are_small() {
    for (name, piece) in pieces() {
        let (glb, usdz) = (glb(&piece).len(), usdz(&piece).unwrap().len());
        assert!(glb <= 12 * KIB && usdz <= 40 * KIB, "{name}: {glb} {usdz}");
    }
}

#[test]
fn the_workshops_drawings_have_each_opening_clear_size_and_section_in_millimetres() {
    for (name, piece) in pieces() {
        let paper = |view| draw::paper(&piece, view).unwrap();
        let front = paper(PaperView::Front);
        assert_eq!(
            front.matches("stroke-dasharray=\"40 30\"").count(),
            piece.doors.len(),
            "{name}"
        );
        let inside = paper(PaperView::Inside);
        assert!(!inside.contains("stroke-dasharray=\"40 30\""), "{name}");
        let [width, height, depth] = piece.design.measures();
        let bays = piece.design.bays().len();
        for (view, measures) in [
            (PaperView::Front, [width, height]),
            (PaperView::Inside, [width, height]),
            (PaperView::Plan, [width, depth]),
            (PaperView::Section(bays - 1), [depth, height]),
        ] {
            let svg = paper(view);
            for measure in measures {
                assert!(
                    svg.contains(&format!(">{measure}</text>")),
                    "{name} {view:?} {measure}"
                );
            }
            // Black on white.
            for color in svg
                .split("fill=\"")
                .skip(1)
                .filter_map(|rest| rest.split('"').next())
            {
                let is_plain = ["#fff", "#2b2a28", "none"].contains(&color) || color.starts_with("url(");
                assert!(is_plain, "{name} {view:?} {color}");
            }
        }
        assert_eq!(draw::paper(&piece, PaperView::Section(bays)), None, "{name}");
    }
}

#[test]
fn a_section_cuts_the_boards_of_its_bay_alone() {
    let design = Design::from_code("EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja").unwrap();
    let piece = rules::build(&design).unwrap();
    let black = |bay| {
        let svg = draw::paper(&piece, PaperView::Section(bay)).unwrap();
        let rails = svg.matches("<circle ").count();
        (svg.matches("height=\"18\" fill=\"#2b2a28\"").count(), rails)
    };
    // Bottom, top and two shelves; with drawers a board above them, and four shelves.
    assert_eq!(black(0), (4, 1));
    assert_eq!(black(1), (7, 0));
    assert_eq!(black(3), (4, 2));
    let inside = draw::paper(&piece, PaperView::Inside).unwrap();
    // Two shelves of a bay with a rail leave 300 between them, and under the top.
    assert_eq!(inside.matches(">300</text>").count(), 4);
}
