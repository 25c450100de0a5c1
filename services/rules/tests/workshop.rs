//! Papers and files of the workshop, read back.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "panics fail the test"
)]

mod support;

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{Cursor, Read as _},
};

use designs::{
    any_piece,
    dxf::{self, Drawing, entities::EntityType},
};
use proptest::prelude::*;
use quick_xml::{Reader, events::Event};
use rules::{
    Board, Language, Piece,
    draw::{View, svg},
    workshop::{self, CutList, Item, archive::parts_zip, csv, dxf::drawings, nest},
};
use serde_json::Value;
use support::{item, pieces};

/// Depth to which backs and the bases of drawers enter their grooves, in millimetres.
const GROOVE: i64 = 5;

/// A box of a cut list as its JSON has it.
#[derive(Debug, Clone)]
struct Solid {
    key: String,
    at: [i64; 3],
    size: [i64; 3],
}

/// Reads the boxes of a cut list from its JSON.
fn solids(list: &CutList) -> Vec<Solid> {
    let json = serde_json::to_value(list).unwrap();
    let rows = json["parts"].as_array().unwrap();
    let solids = rows.iter().flat_map(|row| {
        let key = row["key"].as_str().unwrap();
        row["boxes"].as_array().unwrap().iter().map(move |one| {
            let number = |index: usize| one[index].as_i64().unwrap();
            Solid {
                key: key.to_owned(),
                at: [number(0), number(1), number(2)],
                size: [number(3), number(4), number(5)],
            }
        })
    });
    solids.collect()
}

/// x, y, width and height of a rectangle on paper.
type Rectangle = [i64; 4];

/// Counts the filled rectangles of a drawing.
fn rectangles(drawing: &str) -> BTreeMap<Rectangle, usize> {
    let mut reader = Reader::from_str(drawing);
    let mut found = BTreeMap::new();
    loop {
        match reader.read_event().unwrap() {
            Event::Empty(tag) if tag.name().as_ref() == "rect" => {
                let value = |name: &str| {
                    let attribute = tag.try_get_attribute(name).unwrap()?;
                    attribute.value.parse::<i64>().ok()
                };
                let sides = ["x", "y", "width", "height"].map(value);
                // The dashed outline of a niche has no place.
                if let [Some(x), Some(y), Some(width), Some(height)] = sides {
                    *found.entry([x, y, width, height]).or_default() += 1;
                }
            }
            Event::Eof => return found,
            _ => {}
        }
    }
}

/// Places each part of the cut list into the drawings of the piece.
fn place_back(piece: &Piece) -> Result<(), TestCaseError> {
    let list = CutList::of(item(piece, 1), Language::En);
    let solids = solids(&list);
    let [_, height, _] = piece.design.measures();
    prop_assert_eq!(i64::try_from(solids.len()), Ok(list.pieces));

    let mut front = BTreeMap::<Rectangle, usize>::new();
    let mut plan = BTreeMap::<Rectangle, usize>::new();
    for Solid {
        at: [x, y, z],
        size: [dx, dy, dz],
        ..
    } in &solids
    {
        *front.entry([*x, height - y - dy, *dx, *dy]).or_default() += 1;
        *plan.entry([*x, *z, *dx, *dz]).or_default() += 1;
    }
    prop_assert_eq!(&rectangles(&svg(piece, View::Front, Language::En)), &front);
    // These views leave parts out.
    for (view, placed) in [(View::Inside, &front), (View::Plan, &plan)] {
        for (rectangle, count) in rectangles(&svg(piece, view, Language::En)) {
            prop_assert!(
                placed.get(&rectangle).is_some_and(|placed| *placed >= count),
                "{:?} {:?}",
                view,
                rectangle
            );
        }
    }
    lies_in_its_own_place(piece, &solids)
}

fn lies_in_its_own_place(piece: &Piece, solids: &[Solid]) -> Result<(), TestCaseError> {
    let outline = piece.design.measures();
    for (index, one) in solids.iter().enumerate() {
        for (axis, most) in outline.into_iter().enumerate() {
            let end = one.at[axis] + one.size[axis];
            prop_assert!(
                one.at[axis] >= 0 && end <= most && one.size[axis] > 0,
                "{:?}",
                one
            );
        }
        for other in &solids[index + 1..] {
            let overlap = |axis: usize| {
                let end = |solid: &Solid| solid.at[axis] + solid.size[axis];
                end(one).min(end(other)) - one.at[axis].max(other.at[axis])
            };
            let enters = |solid: &Solid| matches!(solid.key.as_str(), "back" | "upper-back" | "drawer-base");
            let allowed = if enters(one) || enters(other) { GROOVE } else { 0 };
            let least = (0..3).map(overlap).min().unwrap();
            prop_assert!(least <= allowed, "{:?} and {:?}", one, other);
        }
    }
    Ok(())
}

#[test]
fn each_part_of_the_vectors_is_placed_back_into_the_drawn_piece() {
    for (name, piece) in pieces() {
        place_back(&piece).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

proptest! {
    #![proptest_config(designs::config(32, 3))]

    #[test]
    fn each_part_of_random_designs_is_placed_back_into_the_drawn_piece(piece in any_piece()) {
        place_back(&piece)?;
    }

    #[test]
    fn edging_and_fittings_of_a_cut_list_are_those_of_the_price(piece in any_piece(), quantity in 1_u16..=20) {
        let list = CutList::of(item(&piece, quantity), Language::Ru);
        let factor = i64::from(quantity);
        let edging = list.edging.iter().map(|one| (format!("{}.{}", one.board.name(), one.finish.name()), one.length_mm));
        let expected = piece.edge.iter().map(|(key, length)| (key.clone(), length * factor));
        prop_assert_eq!(edging.collect::<BTreeMap<_, _>>(), expected.collect::<BTreeMap<_, _>>());
        for fitting in &list.fittings {
            prop_assert_eq!(fitting.count, piece.fittings[fitting.key] * factor);
            if !fitting.cuts.is_empty() {
                let sizes = fitting.cuts.iter().map(|cut| cut.length * cut.width.unwrap_or(1) * cut.count);
                prop_assert_eq!(sizes.sum::<i64>(), fitting.count, "{}", fitting.key);
            }
        }
        let cells = list.lattice.iter().map(|panel| panel.total).sum::<i64>();
        prop_assert_eq!(cells, piece.fittings.get("cell").unwrap_or(&0) * factor);
    }
}

/// Reads a CSV file by its delimiter, with a check of its line ends.
fn read_csv(file: &[u8], delimiter: u8, line_end: &str) -> Vec<Vec<String>> {
    let text = std::str::from_utf8(file).unwrap();
    assert!(text.ends_with(line_end));
    assert_eq!(text.matches('\n').count(), text.matches(line_end).count());
    let mut builder = ::csv::ReaderBuilder::new();
    builder.delimiter(delimiter).has_headers(false).flexible(true);
    let mut reader = builder.from_reader(file);
    let records = reader
        .records()
        .map(|record| record.unwrap().iter().map(str::to_owned).collect());
    records.collect()
}

fn number(field: &str) -> i64 {
    field.parse().unwrap()
}

#[test]
fn people_read_each_row_of_the_cut_list() {
    for (name, piece) in pieces() {
        let list = CutList::of(item(&piece, 2), Language::Az);
        let file = csv::file(std::slice::from_ref(&list), csv::Reader::People, Language::Az).unwrap();
        let text = file
            .strip_prefix("\u{feff}".as_bytes())
            .expect("a byte order mark");
        let records = read_csv(text, b';', "\r\n");
        assert_eq!(
            records[0].join(";"),
            "no;name;count;length;width;cutLength;cutWidth;thickness;board;finish;edges;places"
        );
        assert_eq!(records.len(), 1 + list.parts.len(), "{name}");
        for (row, record) in list.parts.iter().zip(&records[1..]) {
            let numbers = [0, 2, 3, 4, 5, 6, 7].map(|column| number(&record[column]));
            let no = i64::try_from(row.no).unwrap();
            let sizes = [
                row.length,
                row.width,
                row.cut_length,
                row.cut_width,
                row.thickness,
            ];
            assert_eq!(numbers[..2], [no, row.count], "{name}");
            assert_eq!(numbers[2..], sizes, "{name}");
            assert_eq!(
                (record[1].as_str(), record[10].as_str()),
                (row.name.as_str(), row.edges.as_str())
            );
            assert!(
                [8, 9, 11].iter().all(|column| !record[*column].is_empty()),
                "{name}"
            );
        }
    }
}

#[test]
fn saws_read_all_cuts_from_sheets() {
    for (name, piece) in pieces() {
        let list = CutList::of(item(&piece, 2), Language::En);
        let rows = list.parts.iter().filter(|row| row.board != Board::Lattice12);
        let mut expected: Vec<_> = rows
            .map(|row| [row.cut_length, row.cut_width, row.count])
            .collect();
        expected.sort_unstable();
        let lists = std::slice::from_ref(&list);

        let file = csv::file(lists, csv::Reader::OptiCutter, Language::En).unwrap();
        let mut found = Vec::new();
        let mut material = None;
        for record in read_csv(&file, b',', "\n") {
            match record[0].as_str() {
                "N" => material = None,
                "M" => material = Some(record[1].clone()),
                "K" => assert_eq!(record[1], "4"),
                "S" => assert!(
                    number(&record[1]) == 2_780 && number(&record[2]) <= 2_050,
                    "{name}"
                ),
                "P" => {
                    let has_grain = ["Veneered", "Solid", "Back"]
                        .iter()
                        .any(|word| material.as_ref().unwrap().starts_with(word));
                    assert_eq!(
                        (record.len(), record[5].as_str()),
                        (6, if has_grain { "" } else { "y" }),
                        "{name}"
                    );
                    found.push([1, 2, 3].map(|column| number(&record[column])));
                }
                other => panic!("{name}: {other}"),
            }
        }
        found.sort_unstable();
        assert_eq!(found, expected, "{name}");

        let file = csv::file(lists, csv::Reader::CutListOptimizer, Language::En).unwrap();
        assert!(!file.contains(&b'\t'));
        let records = read_csv(&file, b',', "\n");
        assert_eq!(
            records[0],
            ["Length", "Width", "Qty", "Material", "Label", "Enabled"]
        );
        let mut found: Vec<_> = records[1..]
            .iter()
            .map(|record| [0, 1, 2].map(|column| number(&record[column])))
            .collect();
        found.sort_unstable();
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn rows_of_several_pieces_name_their_piece() {
    let pieces = pieces();
    let lists: Vec<_> = pieces[..2]
        .iter()
        .zip(1..)
        .map(|((_, piece), no)| CutList::of(Item { no, ..item(piece, 1) }, Language::En))
        .collect();
    let file = csv::file(&lists, csv::Reader::People, Language::En).unwrap();
    let records = read_csv(&file[3..], b';', "\r\n");
    assert_eq!(records.len(), 1 + lists[0].parts.len() + lists[1].parts.len());
    assert_eq!(
        (
            records[1][0].as_str(),
            records.last().unwrap()[0].split('.').next()
        ),
        ("1.1", Some("2"))
    );
}

/// Rectangles, lines and circles of a drawing by layer, in millimetres.
#[derive(Debug, Default)]
struct Shapes {
    /// Left, low, right and high end.
    rectangles: BTreeMap<String, Vec<[f64; 4]>>,
    edges: usize,
    /// Middle and radius.
    cups: Vec<[f64; 3]>,
    texts: Vec<String>,
}

fn read_dxf(text: &str) -> Shapes {
    assert!(text.is_ascii());
    let drawing = Drawing::load(&mut Cursor::new(text.as_bytes())).unwrap();
    assert_eq!(drawing.header.version, dxf::enums::AcadVersion::R12);
    let layers: BTreeSet<_> = drawing.layers().map(|layer| layer.name.clone()).collect();
    let mut shapes = Shapes::default();
    for entity in drawing.entities() {
        let layer = entity.common.layer.clone();
        assert!(layers.contains(&layer), "{layer}");
        match &entity.specific {
            EntityType::Polyline(line) => {
                assert!(line.is_closed());
                let points: Vec<_> = line.vertices().map(|vertex| vertex.location.clone()).collect();
                assert_eq!(points.len(), 4);
                let (first, third) = (&points[0], &points[2]);
                shapes
                    .rectangles
                    .entry(layer)
                    .or_default()
                    .push([first.x, first.y, third.x, third.y]);
            }
            EntityType::Line(_) if layer == "EDGE" => shapes.edges += 1,
            EntityType::Circle(circle) if layer == "CUP" => {
                shapes
                    .cups
                    .push([circle.center.x, circle.center.y, circle.radius]);
            }
            EntityType::Text(text) if layer == "TEXT" => shapes.texts.push(text.value.clone()),
            other => panic!("{layer}: {other:?}"),
        }
    }
    shapes
}

fn float(length: i64) -> f64 {
    f64::from(i32::try_from(length).unwrap())
}

#[test]
fn a_dxf_library_reads_the_outline_edges_and_groove_of_each_row() {
    for (name, piece) in pieces() {
        let mut count = 0;
        let drawings = drawings(item(&piece, 1));
        for drawing in &drawings {
            let no: usize = drawing.name[..2].parse().unwrap();
            let part = &piece.parts[no - 1];
            let (length, width) = part.cut();
            let shapes = read_dxf(&drawing.text);
            let outline = [0.0, 0.0, float(length), float(width)];
            assert_eq!(shapes.rectangles["OUTLINE"], [outline], "{name} {}", drawing.name);
            assert!(
                drawing
                    .name
                    .contains(&format!("-{}-{length}x{width}-x", part.key)),
                "{}",
                drawing.name
            );
            count += drawing
                .name
                .rsplit_once("-x")
                .unwrap()
                .1
                .strip_suffix(".dxf")
                .map(number)
                .unwrap();
            let is_by_hand = matches!(part.key, "frame-rail" | "lattice" | "filler-side" | "filler-top");
            let (along, across) = part.banded();
            let edges = if is_by_hand {
                0
            } else {
                usize::try_from(along + across).unwrap()
            };
            assert_eq!(shapes.edges, edges, "{name} {}", drawing.name);
            let board = part.key.strip_prefix("upper-").unwrap_or(part.key);
            let is_grooved = matches!(board, "side" | "bottom" | "top" | "divider");
            match shapes.rectangles.get("GROOVE").map(Vec::as_slice) {
                Some([[from, low, to, high]]) => {
                    assert!(is_grooved, "{name} {}", drawing.name);
                    assert!(
                        *from >= 0.0 && *to <= float(length) && to > from,
                        "{name} {}",
                        drawing.name
                    );
                    assert_eq!(
                        (float(width) - high, high - low),
                        (10.0, 6.5),
                        "{name} {}",
                        drawing.name
                    );
                }
                other => assert!(
                    other.is_none() && !is_grooved,
                    "{name} {} {other:?}",
                    drawing.name
                ),
            }
            assert!(shapes.texts.len() >= 3, "{name} {}", drawing.name);
        }
        assert_eq!(
            count,
            piece.parts.iter().map(|part| part.count).sum::<i64>(),
            "{name}"
        );
        let names: BTreeSet<_> = drawings.iter().map(|drawing| &drawing.name).collect();
        assert_eq!(names.len(), drawings.len(), "{name}");
    }
}

#[test]
fn each_door_has_its_cups_on_one_drawing() {
    let mut doors = 0;
    for (name, piece) in pieces() {
        let drawings = drawings(item(&piece, 1));
        let mut found: BTreeMap<Vec<String>, i64> = BTreeMap::new();
        for drawing in &drawings {
            let no: usize = drawing.name[..2].parse().unwrap();
            let part = &piece.parts[no - 1];
            let mut cups = read_dxf(&drawing.text).cups;
            cups.sort_by(|one, other| one[0].total_cmp(&other[0]));
            if cups.is_empty() {
                continue;
            }
            assert!(
                matches!(part.key, "door" | "upper-door" | "stile"),
                "{name} {}",
                drawing.name
            );
            let edging = if part.edges[2] {
                float(part.board.edging())
            } else {
                0.0
            };
            // Back from the cut to the finished door.
            let cups: Vec<_> = cups
                .iter()
                .map(|[x, y, radius]| {
                    assert!((radius - 17.5).abs() < 0.01, "{name} {}", drawing.name);
                    let from_edge = (y + edging).min(float(part.width) - y - edging);
                    assert!((from_edge - 22.0).abs() < 0.01, "{name} {} {y}", drawing.name);
                    format!("{:.0}", x + edging)
                })
                .collect();
            let count = drawing
                .name
                .rsplit_once("-x")
                .unwrap()
                .1
                .strip_suffix(".dxf")
                .map(number)
                .unwrap();
            *found.entry(cups).or_default() += count;
        }
        let mut expected: BTreeMap<Vec<String>, i64> = BTreeMap::new();
        for door in &piece.doors {
            doors += 1;
            *expected
                .entry(door.cups.iter().map(ToString::to_string).collect())
                .or_default() += 1;
        }
        assert_eq!(found, expected, "{name}");
    }
    assert!(doors > 50, "{doors}");
}

#[test]
fn an_archive_stores_each_drawing_without_compression() {
    let pieces = pieces();
    let (_, piece) = &pieces[0];
    let drawings = drawings(item(piece, 1));
    let mut archive = zip::ZipArchive::new(Cursor::new(parts_zip(&[item(piece, 1)]).unwrap())).unwrap();
    assert_eq!(archive.len(), drawings.len());
    assert_eq!(drawings[0].name, "01-side-2498x588-x2.dxf");
    for (index, drawing) in drawings.iter().enumerate() {
        let mut file = archive.by_index(index).unwrap();
        assert_eq!(
            (file.name().unwrap().as_ref(), file.compression()),
            (drawing.name.as_str(), zip::CompressionMethod::Stored)
        );
        let mut text = String::new();
        file.read_to_string(&mut text).unwrap();
        assert_eq!(text, drawing.text);
    }
    let items = [
        item(piece, 1),
        Item {
            no: 2,
            ..item(&pieces[1].1, 1)
        },
    ];
    let archive = zip::ZipArchive::new(Cursor::new(parts_zip(&items).unwrap())).unwrap();
    assert!(
        archive
            .file_names()
            .map(Result::unwrap)
            .all(|name| name.starts_with("1/") || name.starts_with("2/"))
    );
}

#[test]
fn sheets_hold_each_cut_of_an_order_once_with_room_for_the_saw() {
    let pieces = pieces();
    let items: Vec<_> = pieces[..2]
        .iter()
        .zip(1..)
        .map(|((_, piece), no)| Item { no, ..item(piece, 1) })
        .collect();
    let sheets = nest(&items).unwrap();
    let mut found: BTreeMap<(u16, usize), i64> = BTreeMap::new();
    for sheet in &sheets {
        let [length, width] = sheet.sheet_mm;
        let mut used = 0;
        for (index, one) in sheet.placed.iter().enumerate() {
            let part = &items[usize::from(one.item) - 1].piece.parts[one.no - 1];
            let (cut_length, cut_width) = part.cut();
            assert_eq!((part.board, part.finish), (sheet.board, sheet.finish));
            let is_turned = (one.l, one.w) == (cut_width, cut_length);
            assert!(
                (one.l, one.w) == (cut_length, cut_width) || is_turned && !part.board.has_grain(),
                "{one:?}"
            );
            assert!(
                one.x >= 10 && one.y >= 10 && one.x + one.l <= length - 10 && one.y + one.w <= width - 10,
                "{one:?}"
            );
            for other in &sheet.placed[index + 1..] {
                let apart = |from: i64, size: i64, other: i64, other_size: i64| {
                    (other - from - size).max(from - other - other_size)
                };
                let gap = apart(one.x, one.l, other.x, other.l).max(apart(one.y, one.w, other.y, other.w));
                assert!(gap >= 4, "{one:?} {other:?}");
            }
            used += one.l * one.w;
            *found.entry((one.item, one.no)).or_default() += 1;
        }
        assert_eq!(
            sheet.used_percent,
            (100 * used + length * width / 2) / (length * width)
        );
    }
    let rows = items.iter().flat_map(|item| {
        let parts = item.piece.parts.iter().enumerate();
        parts
            .filter(|(_, part)| part.board != Board::Lattice12)
            .map(|(index, part)| ((item.no, index + 1), part.count))
    });
    assert_eq!(found, rows.collect());
    assert_eq!(nest(&items).unwrap(), sheets);
    let many = Item {
        quantity: 2_000.try_into().unwrap(),
        ..items[0]
    };
    assert!(matches!(nest(&[many]), Err(workshop::NestError::TooMany(..))));
}

/// Words of prices and contacts, in all languages.
const SECRETS: [&str; 12] = [
    "azn", "₼", "price", "cost", "waste", "markup", "margin", "qiym", "цена", "@", "+994", "phone",
];

#[test]
fn no_file_holds_a_price_or_a_contact() {
    for (name, piece) in pieces() {
        for language in [Language::Az, Language::Ru, Language::En] {
            let item = item(&piece, 1);
            let list = CutList::of(item, language);
            let mut texts: Vec<_> = drawings(item).into_iter().map(|drawing| drawing.text).collect();
            let readers = [
                csv::Reader::People,
                csv::Reader::OptiCutter,
                csv::Reader::CutListOptimizer,
            ];
            texts.extend(readers.map(|reader| {
                String::from_utf8(csv::file(std::slice::from_ref(&list), reader, language).unwrap()).unwrap()
            }));
            texts.push(serde_json::to_string(&workshop::labels("SB-1D3K9WQ7", item, language)).unwrap());
            let mut json = serde_json::to_value(&list).unwrap();
            // The version of the price book, by which a sheet of another design is seen.
            assert!(
                json.as_object_mut()
                    .unwrap()
                    .remove("prices")
                    .is_some_and(|version| version.is_number())
            );
            assert!(json["code"].take() != Value::Null);
            texts.push(json.to_string());
            for text in texts {
                let text = text.to_lowercase();
                let found = SECRETS.iter().find(|word| text.contains(**word));
                assert_eq!(found, None, "{name}");
            }
        }
    }
}
