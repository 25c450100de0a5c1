//! The vectors of the rule book.

#![expect(clippy::unwrap_used, reason = "panics fail the test")]

use std::collections::BTreeMap;

use rules::{Design, Part, Piece, PlacedBox, PriceBook, Rates};
use serde_json::{Value, json};

fn vectors() -> Value {
    serde_json::from_str(include_str!("../data/vectors.json")).unwrap()
}

fn boxes(boxes: &[PlacedBox]) -> Vec<Value> {
    let mut sorted = boxes.to_vec();
    sorted.sort_by_key(|one| (one.at, one.size));
    let values = sorted.iter().map(|one| {
        let ([x, y, z], [dx, dy, dz]) = (one.at, one.size);
        json!([x, y, z, dx, dy, dz, one.place.to_string()])
    });
    values.collect()
}

fn part(part: &Part) -> Value {
    let edges: String = part
        .edges
        .map(|edge| if edge { '1' } else { '0' })
        .iter()
        .collect();
    let (length, width) = part.cut();
    let cells = part.cells.map(|(across, up)| [across, up]);
    json!([
        part.key,
        part.length,
        part.width,
        part.board.thickness(),
        part.count,
        part.board.name(),
        part.finish.name(),
        edges,
        length,
        width,
        cells,
        boxes(&part.boxes)
    ])
}

fn outcome(piece: &Piece, rates: &Rates) -> Value {
    let doors = piece.doors.iter().map(|door| {
        json!([
            door.bay,
            door.is_upper,
            door.x,
            door.y,
            door.width,
            door.length,
            door.hinged.name(),
            door.style.name(),
            door.mass_g,
            door.cups.len(),
            door.cups
        ])
    });
    let price = rules::price(piece, rates).unwrap();
    let lines = price
        .lines
        .iter()
        .map(|line| json!([line.key, line.quantity, line.amount]));
    json!({
        "checks": rules::check(&piece.design),
        "parts": piece.parts.iter().map(part).collect::<Vec<_>>(),
        "doors": doors.collect::<Vec<_>>(),
        "fittings": piece.fittings,
        "quantities": {"area": piece.area, "edge": piece.edge, "work": piece.work, "massG": piece.mass_g},
        "price": {"lines": lines.collect::<Vec<_>>(), "exact": price.exact, "total": price.total, "vat": price.vat,
            "low": price.low, "high": price.high},
    })
}

#[test]
fn each_design_has_the_code_checks_parts_and_price_of_its_vector() {
    let vectors = vectors();
    let rates: Rates = serde_json::from_value(vectors["rates"].clone()).unwrap();
    let cases = vectors["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 77);
    for case in cases {
        let name = case["name"].as_str().unwrap();
        let code = case["code"].as_str().unwrap();
        let design = Design::from_json(&case["design"]).unwrap();
        assert_eq!(design.code(), code, "{name}");
        assert_eq!(Design::from_code(code).as_ref(), Ok(&design), "{name}");
        assert_eq!(
            serde_json::from_str::<Value>(&design.to_json()).unwrap(),
            case["design"],
            "{name}"
        );
        let expected = &case["expect"];
        match rules::build(&design) {
            Err(checks) => {
                assert_eq!(
                    serde_json::to_value(checks).unwrap(),
                    expected["checks"],
                    "{name}"
                );
                assert_eq!(expected["price"], Value::Null, "{name}");
            }
            Ok(piece) => {
                let found = outcome(&piece, &rates);
                let keys = ["checks", "parts", "doors", "fittings", "quantities", "price"];
                for key in keys {
                    assert_eq!(found[key], expected[key], "{key} of {name}");
                }
            }
        }
    }
}

#[test]
fn refuses_broken_codes() {
    for code in vectors()["brokenCodes"].as_array().unwrap() {
        let code = code.as_str().unwrap();
        assert!(Design::from_code(code).is_err(), "{code}");
    }
}

#[test]
fn the_book_gives_the_rates_of_the_vectors() {
    let book: PriceBook = serde_json::from_str(rules::MADE_UP_PRICE_BOOK).unwrap();
    let rates = serde_json::to_value(book.rates().unwrap()).unwrap();
    assert_eq!(rates, vectors()["rates"]);
}

#[test]
fn a_book_without_a_key_is_incomplete() {
    let whole: Value = serde_json::from_str(rules::MADE_UP_PRICE_BOOK).unwrap();
    for part in ["fittings", "work"] {
        let keys: BTreeMap<String, i64> = serde_json::from_value(whole[part].clone()).unwrap();
        for key in keys.keys() {
            let mut book = whole.clone();
            book[part].as_object_mut().unwrap().remove(key);
            let book: PriceBook = serde_json::from_value(book).unwrap();
            assert!(book.rates().is_err(), "{part}.{key}");
        }
    }
}
