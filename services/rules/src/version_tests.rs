//! Accepted designs under newer rules: the tests of this crate know versions 2 and 3.

use std::{fmt::Write as _, num::NonZeroU16};

use crc::{CRC_32_ISO_HDLC, Crc};
use serde_json::{Value, json};

use crate::{
    Design, Language, Piece, RulesVersion, build, check,
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
        let parts = build(&design).ok().map(|piece| piece.parts);
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

/// Returns a wardrobe of two carcasses with eight doors under some rules.
fn of_two_carcasses(rules: RulesVersion) -> Design {
    let mut json = cases()[0]["design"].clone();
    let bay = json!({"widthMm": 0, "doors": 1, "style": "plain", "drawers": 0, "rail": 1, "shelves": 0});
    let changes = [
        ("rules", json!(rules)),
        ("niche", json!(false)),
        ("widthMm", json!(4_200)),
        ("heightMm", json!(2_400)),
        ("bays", json!(vec![bay; 8])),
    ];
    for (field, value) in changes {
        json[field] = value;
    }
    Design::from_json(&json).unwrap()
}

#[test]
fn doors_beside_the_joint_of_two_carcasses_are_as_wide_as_the_others() {
    for &rules in RulesVersion::ALL {
        let piece = build(&of_two_carcasses(rules)).unwrap();
        assert_eq!((piece.carcasses(), piece.doors.len()), (2, 8));
        let gap = rules.numbers().gap;
        for pair in piece.doors.windows(2) {
            assert_eq!(pair[0].width, pair[1].width, "{rules:?}");
            // A gap takes the odd millimetre, too.
            let between = pair[1].x - pair[0].x - pair[0].width;
            assert!((gap..=gap + 1).contains(&between), "{rules:?}: {between}");
        }
        // The fronts lie over the boards at the joint, each with its share of the gap.
        let joint = piece.doors[3].x + piece.doors[3].width + gap - gap / 2;
        let sides = piece.parts.iter().filter(|part| part.key == "side");
        let mut edges = sides.flat_map(|part| &part.boxes).map(|one| one.at[0]);
        assert!(edges.any(|x| (joint..=joint + 1).contains(&x)), "{rules:?}");
    }
}

#[test]
fn neighbouring_doors_leave_the_gap_of_their_version() {
    let (mut beside, mut above) = (0, 0);
    for (case, &rules) in cases()
        .iter()
        .flat_map(|case| RulesVersion::ALL.iter().map(move |rules| (case, rules)))
    {
        let design = Design {
            rules,
            ..accepted(case)
        };
        let Ok(piece) = build(&design) else {
            continue;
        };
        let gap = rules.numbers().gap;
        for door in &piece.doors {
            let row = piece.doors.iter().filter(|other| other.is_upper == door.is_upper);
            let next = row
                .filter(|other| other.x > door.x && other.bay <= door.bay + 1)
                .min_by_key(|other| other.x);
            if let Some(next) = next {
                // A gap takes the odd millimetre, too.
                let between = next.x - door.x - door.width;
                assert!(
                    (gap..=gap + 1).contains(&between),
                    "{} {rules:?}: {between}",
                    case["name"]
                );
                beside += 1;
            }
            let upper = piece
                .doors
                .iter()
                .find(|other| other.is_upper && !door.is_upper && (other.bay, other.x) == (door.bay, door.x));
            if let Some(upper) = upper {
                assert_eq!(upper.y - door.y - door.length, gap, "{} {rules:?}", case["name"]);
                above += 1;
            }
        }
    }
    assert!(beside > 100 && above > 10, "{beside} {above}");
}
