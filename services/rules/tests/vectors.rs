//! The vectors of the rule book.

#![expect(clippy::unwrap_used, reason = "panics fail the test")]

use std::collections::BTreeMap;

use designs::Outcome;
use rules::{Design, PriceBook, Rates};
use serde_json::{Value, json};

fn vectors() -> Value {
    serde_json::from_str(include_str!("../data/vectors.json")).unwrap()
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
        let mut found = serde_json::to_value(Outcome::of(&design, &rates).unwrap()).unwrap();
        let object = found.as_object_mut().unwrap();
        object.remove("code");
        object.remove("design");
        for (key, expected) in case["expect"].as_object().unwrap() {
            assert_eq!(object.remove(key).as_ref(), Some(expected), "{key} of {name}");
        }
        assert!(object.is_empty(), "{name}: {object:?}");
    }
}

#[test]
fn the_first_ways_out_of_each_vector_lead_to_a_design_that_can_be_built() {
    let vectors = vectors();
    let mut count = 0;
    for case in vectors["cases"].as_array().unwrap() {
        let Some(way_out) = case.get("wayOut") else {
            continue;
        };
        let name = case["name"].as_str().unwrap();
        let design = Design::from_json(&case["design"]).unwrap();
        let repaired = designs::repair(&design).unwrap();
        let found = json!({"steps": repaired.steps, "code": repaired.design.code()});
        assert_eq!(&found, way_out, "{name}");
        count += 1;
    }
    assert!(count > 20, "{count}");
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
