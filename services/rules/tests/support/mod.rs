//! Designs to build.

#![allow(dead_code, reason = "each test binary uses some of these")]

use std::num::NonZeroU16;

use rules::{Design, Piece, workshop::Item};
use serde_json::Value;

/// Returns name and piece of each vector that can be built.
pub(crate) fn pieces() -> Vec<(String, Piece)> {
    let vectors: Value = serde_json::from_str(include_str!("../../data/vectors.json")).unwrap();
    let cases = vectors["cases"].as_array().unwrap().iter();
    let pieces = cases.filter_map(|case| {
        let piece = rules::build(&Design::from_json(&case["design"]).unwrap()).ok()?;
        Some((case["name"].as_str().unwrap().to_owned(), piece))
    });
    let pieces: Vec<_> = pieces.collect();
    assert!(pieces.len() > 20, "{}", pieces.len());
    pieces
}

/// Returns an item of an order.
pub(crate) fn item(piece: &Piece, quantity: u16) -> Item<'_> {
    Item {
        no: 1,
        piece,
        quantity: NonZeroU16::new(quantity).unwrap(),
    }
}
