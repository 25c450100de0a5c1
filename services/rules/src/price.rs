//! Prices.

use std::collections::BTreeMap;

use crate::{
    number::{half, up},
    parts::Piece,
    price_book::{RateList, Rates},
    unit::{fitting_unit, work_unit},
};

/// Step to which the ends of a band are rounded: 10 AZN, in qəpik.
const BAND_STEP: i64 = 1_000;

/// Price of a piece with VAT, in qəpik.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Price {
    /// Sum of the lines.
    pub exact: i64,
    /// The sum, rounded as the price book says.
    pub total: i64,
    /// VAT in the total.
    pub vat: i64,
    /// Lower end of the band before measuring.
    pub low: i64,
    /// Upper end of the band before measuring.
    pub high: i64,
    /// Boards, edging, fittings and work, each by key.
    pub lines: Vec<Line>,
}

/// A line of a price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Group and key, such as `board.lam18.white`.
    pub key: String,
    /// Square millimetres, millimetres or pieces.
    pub quantity: i64,
    /// In qəpik.
    pub amount: i64,
}

/// Error of rates without a key that a piece needs.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the rates lack {0}")]
pub struct MissingRate(pub String);

/// Prices a piece.
///
/// # Errors
///
/// Fails if the rates lack a key; those of a [`crate::PriceBook`] lack none.
pub fn price(piece: &Piece, rates: &Rates) -> Result<Price, MissingRate> {
    let mut lines = Vec::new();
    add(&mut lines, "board", &piece.area, &rates.board, |_| 1_000_000)?;
    add(&mut lines, "edge", &piece.edge, &rates.edge, |_| 1_000)?;
    add(&mut lines, "fitting", &piece.fittings, &rates.fittings, |key| {
        fitting_unit(key).size()
    })?;
    let work = piece.work.iter().filter(|(_, quantity)| **quantity > 0);
    let work: BTreeMap<_, _> = work.map(|(key, quantity)| (*key, *quantity)).collect();
    add(&mut lines, "work", &work, &rates.work, |key| {
        work_unit(key).size()
    })?;
    let exact = lines.iter().map(|line| line.amount).sum();
    let step = i64::from(rates.round_to).max(1);
    let total = half(exact, step) * step;
    let (vat, band) = (i64::from(rates.vat_percent), i64::from(rates.band_percent));
    Ok(Price {
        exact,
        total,
        vat: vat_in(total, vat),
        low: total * (100 - band) / (100 * BAND_STEP) * BAND_STEP,
        high: up(total * (100 + band), 100 * BAND_STEP) * BAND_STEP,
        lines,
    })
}

/// Returns the VAT in an amount with VAT, by whole percent.
#[must_use]
pub const fn vat_in(amount: i64, percent: i64) -> i64 {
    amount - half(amount * 100, 100 + percent)
}

fn add<K: AsRef<str>>(
    lines: &mut Vec<Line>,
    group: &str,
    quantities: &BTreeMap<K, i64>,
    rates: &RateList,
    unit: impl Fn(&str) -> i64,
) -> Result<(), MissingRate> {
    for (key, &quantity) in quantities {
        let key = key.as_ref();
        let name = format!("{group}.{key}");
        let Some(rate) = rates.get(key) else {
            return Err(MissingRate(name));
        };
        lines.push(Line {
            key: name,
            quantity,
            amount: half(quantity * rate, 1_000 * unit(key)),
        });
    }
    Ok(())
}
