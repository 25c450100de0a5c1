//! Papers and files as functions of the codes.

use std::io::{Cursor, Read as _};

use kit::failure::Code;
use proto::order::v1 as wire;
use rules::{Language, workshop::csv::Reader};
use serde_json::{Value, json};

use super::{
    files::{cuts, parts},
    labels::labels,
    pieces::{Designed, DesignedPiece},
    sheet::WorkshopSheet,
};

/// Wardrobe in a niche of 2,430 × 2,620 × 620 mm, of 73 parts.
const NICHE: &str = "EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja";

/// Wardrobe of one bay, of 11 parts.
const SMALL: &str = "EBAAQDhH0JYAAAAwBABARAWF";

const CONFIRMED: &str = "Ölçünü təsdiqləyirəm: divar arası 243 × 62 × 262 sm";

/// Returns an order of pieces with their quantities.
fn designed(pieces: &[(&str, u32)]) -> Designed {
    let pieces = (1..).zip(pieces).map(|(no, (code, quantity))| {
        let design = wire::OrderedDesign {
            code: (*code).to_owned(),
            confirmed_text: CONFIRMED.to_owned(),
        };
        let item = wire::WorkshopItem {
            no,
            quantity: *quantity,
            design: Some(design),
        };
        DesignedPiece::new(item).unwrap()
    });
    Designed {
        order_number: "SB-1D3K9WQ7".to_owned(),
        delivery: None,
        pieces: pieces.collect(),
    }
}

fn sheet(pieces: &[(&str, u32)], language: Language) -> Value {
    serde_json::to_value(WorkshopSheet::new(designed(pieces), language)).unwrap()
}

#[test]
fn the_sheet_has_the_confirmed_size_and_one_layout_of_all_pieces() {
    let sheet = sheet(&[(NICHE, 1), (SMALL, 2)], Language::Ru);
    let [one, two] = [0, 1].map(|index| &sheet["items"][index]);
    assert_eq!(one["outline"]["given"], json!([2_430, 2_620, 620]));
    assert_eq!(one["confirmedText"], CONFIRMED);
    assert_eq!([&one["pieces"], &two["pieces"]], [&json!(73), &json!(22)]);
    assert_eq!(
        [&one["parts"][0]["cutLength"], &one["parts"][0]["cutWidth"]],
        [&json!(2_498), &json!(588)]
    );
    assert_eq!(one["parts"][0]["name"], "Боковина");
    let sheets = sheet["sheets"].as_array().unwrap();
    let placed: Vec<_> = sheets
        .iter()
        .flat_map(|sheet| sheet["placed"].as_array().unwrap())
        .collect();
    for (no, factor) in [(1, 1), (2, 2)] {
        let sides = placed
            .iter()
            .filter(|part| part["item"] == no && part["no"] == 1)
            .count();
        assert_eq!(sides, 2 * factor, "{no}");
    }
    assert!(sheets.iter().all(|sheet| {
        sheet["used"]
            .as_f64()
            .is_some_and(|used| used > 0.0 && used < 1.0)
    }));
    assert_eq!(sheet["sheetsRefused"], Value::Null);
}

#[test]
fn a_design_that_cannot_be_read_is_listed_and_gives_no_files() {
    let damaged = NICHE.replace("PJs", "PJt");
    // Its shelves are too long.
    let impossible = "EBAAQHbI_JYAAAAwCABAEABARNMb";
    let pieces = [(damaged.as_str(), 1), (impossible, 1), (SMALL, 1)];
    let sheet = sheet(&pieces, Language::Az);
    for (index, code) in [damaged.as_str(), impossible].into_iter().enumerate() {
        let item = &sheet["items"][index];
        assert_eq!(
            (&item["isReadable"], &item["code"], &item["parts"]),
            (&json!(false), &json!(code), &json!([]))
        );
        assert_eq!(item["outline"], Value::Null);
    }
    assert_eq!(sheet["items"][2]["isReadable"], json!(true));
    let designed = designed(&pieces);
    let failures = [
        labels(&designed, Language::Az).err(),
        cuts(&designed, Reader::People, Language::Az).err(),
        parts(&designed).err(),
    ];
    for failure in failures {
        let failure = failure.unwrap();
        assert_eq!(
            (failure.code, failure.reason.as_str()),
            (Code::Conflict, "WORKSHOP.UNREADABLE")
        );
    }
}

#[test]
fn an_order_without_designs_has_empty_papers() {
    let sheet = sheet(&[], Language::En);
    assert_eq!(sheet["items"], json!([]));
    assert_eq!(sheet["sheets"], json!([]));
    assert!(labels(&designed(&[]), Language::En).unwrap().is_empty());
}

#[test]
fn large_orders_have_no_layout_and_very_large_ones_no_labels() {
    let large = [(NICHE, 7)];
    let sheet = sheet(&large, Language::Az);
    assert_eq!(sheet["items"][0]["pieces"], 7 * 73);
    assert_eq!(
        (&sheet["sheetsRefused"], &sheet["sheets"]),
        (&json!("tooManyParts"), &json!([]))
    );
    assert_eq!(labels(&designed(&large), Language::Az).unwrap().len(), 7 * 73);
    let failure = labels(&designed(&[(NICHE, 99), (NICHE, 99)]), Language::Az).unwrap_err();
    assert_eq!(
        (failure.code, failure.reason.as_str()),
        (Code::Conflict, "WORKSHOP.TOO_MANY_LABELS")
    );
}

#[test]
fn files_are_read_by_programs_that_are_not_ours() {
    let designed = designed(&[(NICHE, 1), (NICHE, 3)]);
    for (reader, columns) in [(Reader::CutListOptimizer, 6), (Reader::People, 12)] {
        let file = cuts(&designed, reader, Language::Az).unwrap();
        let separator = if reader == Reader::People { b';' } else { b',' };
        let mut table = csv::ReaderBuilder::new()
            .delimiter(separator)
            .from_reader(file.as_slice());
        assert_eq!(table.headers().unwrap().len(), columns);
        let counts = table.records().map(|record| {
            let record = record.unwrap();
            record[2].parse::<i64>().unwrap()
        });
        // A lattice is made of laths, and for people alone.
        let lattices = if reader == Reader::People { 0 } else { 4 * 4 };
        assert_eq!(counts.sum::<i64>(), 4 * 73 - lattices);
    }

    let file = parts(&designed).unwrap();
    let mut archive = zip::ZipArchive::new(Cursor::new(file)).unwrap();
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).unwrap();
        let mut text = Vec::new();
        entry.read_to_end(&mut text).unwrap();
        let drawing = designs::dxf::Drawing::load(&mut text.as_slice()).unwrap();
        assert!(drawing.entities().count() > 0, "{index}");
    }
    let names: Vec<_> = archive.file_names().map(Result::unwrap).collect();
    assert!(
        names.iter().any(|name| name == "1/01-side-2498x588-x2.dxf"),
        "{names:?}"
    );
    assert!(
        names.iter().any(|name| name == "2/01-side-2498x588-x6.dxf"),
        "{names:?}"
    );
}
