//! Accepted designs under newer rules: the tests of this crate know versions 2 and 3.

use std::{fmt::Write as _, num::NonZeroU16};

use crc::{CRC_32_ISO_HDLC, Crc};
use serde_json::{Value, json};

use crate::{
    Design, Language, Part, Piece, RulesVersion, build, check,
    workshop::{
        CutList, Item,
        csv::{self, Reader},
        dxf, labels,
    },
};

/// CRC-32 of the workshop files of all vectors, from before there were newer versions.
const FILES: u32 = 2_479_726_218;

/// The vectors, whose designs are of version 1.
fn cases() -> Vec<Value> {
    let vectors: Value = serde_json::from_str(include_str!("../data/vectors.json")).unwrap();
    let cases = vectors["cases"].as_array().unwrap().clone();
    assert_eq!(cases.len(), 77);
    cases
}

fn accepted(case: &Value) -> Design {
    Design::from_code(case["code"].as_str().unwrap()).unwrap()
}

fn row(part: &Part) -> Value {
    let mut boxes = part.boxes.clone();
    boxes.sort_by_key(|one| (one.at, one.size));
    let (length, width) = part.cut();
    json!([
        part.key,
        part.length,
        part.width,
        part.board.thickness(),
        part.count,
        part.board.name(),
        part.finish.name(),
        part.edge_digits(),
        length,
        width,
        part.cells,
        boxes,
    ])
}

/// Returns cut list, files, labels and drawings of a piece, one after the other.
fn files(piece: &Piece) -> String {
    let item = Item {
        no: 1,
        piece,
        quantity: NonZeroU16::MIN,
    };
    let lists = [CutList::of(item, Language::Az)];
    let mut files = serde_json::to_string(&lists).unwrap();
    for reader in [Reader::People, Reader::OptiCutter, Reader::CutListOptimizer] {
        let list = csv::file(&lists, reader, Language::Az).unwrap();
        files.push_str(&String::from_utf8(list).unwrap());
    }
    for label in labels("SB-1", item, Language::Az) {
        write!(files, "{label:?}").unwrap();
    }
    for drawing in dxf::drawings(item) {
        files.push_str(&drawing.name);
        files.push_str(&drawing.text);
    }
    files
}

#[test]
fn accepted_designs_keep_code_checks_and_parts_after_two_newer_versions() {
    assert_eq!(RulesVersion::NEWEST.number(), 3);
    for case in cases() {
        let name = case["name"].as_str().unwrap();
        let design = accepted(&case);
        assert_eq!(design.rules(), RulesVersion::V1, "{name}");
        assert!(!design.is_of_newest_rules(), "{name}");
        assert_eq!(design.code(), case["code"].as_str().unwrap(), "{name}");
        assert_eq!(json!(check(&design)), case["expect"]["checks"], "{name}");
        let parts = build(&design)
            .ok()
            .map(|piece| piece.parts.iter().map(row).collect::<Vec<_>>());
        assert_eq!(json!(parts), case["expect"]["parts"], "{name}");
    }
}

#[test]
fn accepted_designs_keep_the_files_of_the_workshop_after_two_newer_versions() {
    let pieces = cases()
        .iter()
        .filter_map(|case| build(&accepted(case)).ok())
        .map(|piece| files(&piece))
        .collect::<String>();
    assert_eq!(
        Crc::<u32>::new(&CRC_32_ISO_HDLC).checksum(pieces.as_bytes()),
        FILES
    );
}

#[test]
fn a_design_under_newer_rules_has_other_sizes() {
    let mut count = 0;
    for case in cases() {
        let Ok(first) = build(&accepted(&case)) else {
            continue;
        };
        let under = |rules| {
            let design = Design {
                rules,
                ..accepted(&case)
            };
            assert_eq!(Design::from_code(&design.code()).as_ref(), Ok(&design));
            build(&design).ok()
        };
        let newer: Vec<_> = [RulesVersion::V2, RulesVersion::V3]
            .into_iter()
            .filter_map(under)
            .collect();
        count += newer.len();
        for (index, piece) in newer.iter().enumerate() {
            for other in newer.iter().take(index).chain([&first]) {
                assert_ne!(piece.parts, other.parts, "{}", case["name"]);
                assert_ne!(files(piece), files(other), "{}", case["name"]);
            }
        }
    }
    assert!(count > 60, "{count}");
}

#[test]
fn a_design_is_renewed_to_the_newest_rules() {
    let design = accepted(&cases()[0]);
    let renewed = design.under_newest_rules();
    assert!(renewed.is_of_newest_rules());
    assert_eq!(renewed.rules(), RulesVersion::V3);
    assert_eq!(
        Design {
            rules: design.rules(),
            ..renewed.clone()
        },
        design
    );
    assert_eq!(renewed.under_newest_rules(), renewed);
}
