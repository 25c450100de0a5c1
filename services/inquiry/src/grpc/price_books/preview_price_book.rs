//! Staff: compares the prices of the last designs of quotes under the draft and under a published book.

use std::collections::HashSet;

use kit::{
    caller::StaffCaller,
    failure::Failure,
    validation::{FieldErrors, OUT_OF_RANGE},
};
use proto::inquiry::v1::{PreviewPriceBookRequest, PreviewPriceBookResponse, PriceChange};
use rules::{Design, Piece, Rates};

use super::{State, convert::unpublishable};
use crate::{error::InquiryError, store};

/// Maximum number of compared designs.
const MAX_DESIGNS: u32 = 500;

/// Rows read for each design: the same design may have been sent several times.
const ROWS_PER_DESIGN: u32 = 4;

/// Number of named designs.
const TOP: usize = 5;

/// Number of counts by change.
const BINS: usize = 9;

pub(super) async fn handle(
    state: &State,
    _: StaffCaller,
    request: PreviewPriceBookRequest,
) -> Result<PreviewPriceBookResponse, Failure> {
    let (against, last) = decode(request)?;
    let mut connection = state.pool.acquire().await?;
    let draft = store::price_book::desk::find_draft(&mut connection).await?;
    let draft = draft.ok_or_else(super::not_found)?;
    let after = draft.book.rates().map_err(|errors| unpublishable(&errors))?;
    let before = if against == 0 {
        Some(store::price_book::in_force(&mut connection, &state.first_book).await?)
    } else {
        store::price_book::find(&mut connection, against).await?
    };
    let before = before.ok_or_else(|| Failure::invalid_field("against", OUT_OF_RANGE))?;
    let codes = store::price_book::desk::last_designs(&mut connection, last * ROWS_PER_DESIGN).await?;
    let offers = store::price_book::desk::count_offers(&mut connection).await?;
    drop(connection);
    let changes = changes(&designs(&codes, last)?, &before.rates, &after)?;
    let count = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
    Ok(PreviewPriceBookResponse {
        open_offers: count(offers.open),
        drafts: count(offers.drafts),
        ..summary(changes)
    })
}

fn decode(request: PreviewPriceBookRequest) -> Result<(u16, u32), Failure> {
    let mut errors = FieldErrors::default();
    let against = errors.check(
        "against",
        u16::try_from(request.against).map_err(|_| OUT_OF_RANGE),
    );
    errors.ensure((1..=MAX_DESIGNS).contains(&request.last), "last", OUT_OF_RANGE);
    Ok((errors.finish(against)?, request.last))
}

/// Returns the last designs, each once: two codes that differ in their prices are one design.
fn designs(codes: &[String], last: u32) -> Result<Vec<Design>, InquiryError> {
    let most = usize::try_from(last).unwrap_or(usize::MAX);
    let mut known = HashSet::new();
    let mut designs = Vec::new();
    for code in codes {
        let design = Design::from_code(code)
            .map_err(|_| InquiryError::Inconsistent("the code of a piece is broken"))?;
        if known.insert(design.clone().with_prices(1).code()) {
            designs.push(design);
        }
        if designs.len() == most {
            break;
        }
    }
    Ok(designs)
}

fn changes(designs: &[Design], before: &Rates, after: &Rates) -> Result<Vec<PriceChange>, InquiryError> {
    let total = |piece: &Piece, rates| match rules::price(piece, rates) {
        Ok(price) => Ok(price.total),
        Err(_) => Err(InquiryError::Inconsistent("the rates of a price book lack a key")),
    };
    // Later rules may refuse a design of before.
    let built = designs
        .iter()
        .filter_map(|design| Some((design, rules::build(design).ok()?)));
    built
        .map(|(design, piece)| {
            let (before, after) = (total(&piece, before)?, total(&piece, after)?);
            Ok(PriceChange {
                code: design.code(),
                before_minor: before,
                after_minor: after,
                permille: permille(after - before, before),
            })
        })
        .collect()
}

/// Returns a part of a whole in thousandths, rounded half away from zero; 0 of nothing.
fn permille(part: i64, whole: i64) -> i32 {
    if whole <= 0 {
        return 0;
    }
    let rounded = (part.abs() * 2_000 + whole) / (whole * 2);
    i32::try_from(rounded * part.signum()).unwrap_or(i32::MAX)
}

fn summary(mut changes: Vec<PriceChange>) -> PreviewPriceBookResponse {
    let mut bins = [0_u32; BINS];
    for change in &changes {
        if let Some(count) = bins.get_mut(bin(change)) {
            *count += 1;
        }
    }
    let dearer = bins.iter().skip(2).sum();
    let [cheaper, same, ..] = bins;
    let sum: i64 = changes.iter().map(|change| i64::from(change.permille)).sum();
    let count = dearer + same + cheaper;
    // The largest change first; of equal ones the newest design.
    changes.sort_by_key(|change| std::cmp::Reverse(change.permille.abs()));
    PreviewPriceBookResponse {
        count,
        dearer,
        same,
        cheaper,
        mean_permille: mean(sum, count),
        max_permille: changes.first().map_or(0, |change| change.permille),
        bins: bins.to_vec(),
        top: changes
            .into_iter()
            .filter(|change| change.after_minor != change.before_minor)
            .take(TOP)
            .collect(),
        ..PreviewPriceBookResponse::default()
    }
}

/// Returns the mean of whole thousandths, rounded half away from zero.
fn mean(sum: i64, count: u32) -> i32 {
    let count = i64::from(count).max(1);
    let rounded = (sum.abs() * 2 + count) / (count * 2);
    i32::try_from(rounded * sum.signum()).unwrap_or(i32::MAX)
}

/// Returns the place of a change: 0 cheaper, 1 the same, then dearer by up to 1 to 6 percent, 8 by more.
fn bin(change: &PriceChange) -> usize {
    let difference = change.after_minor - change.before_minor;
    if difference < 0 {
        return 0;
    }
    let percent = |most: &i64| difference * 100 <= change.before_minor * most;
    1 + (0..=6).position(|most| percent(&most)).unwrap_or(7)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(before_minor: i64, after_minor: i64) -> PriceChange {
        PriceChange {
            code: String::new(),
            before_minor,
            after_minor,
            permille: permille(after_minor - before_minor, before_minor),
        }
    }

    #[test]
    fn designs_are_counted_by_their_change() {
        let prices = [900, 1_000, 1_001, 1_010, 1_011, 1_060, 1_061, 2_000];
        let summary = summary(prices.map(|price| change(1_000, price)).to_vec());
        assert_eq!(summary.bins, [1, 1, 2, 1, 0, 0, 0, 1, 2]);
        assert_eq!(
            (summary.count, summary.dearer, summary.same, summary.cheaper),
            (8, 6, 1, 1)
        );
        // (−100 + 0 + 1 + 10 + 11 + 60 + 61 + 1,000) : 8
        assert_eq!((summary.mean_permille, summary.max_permille), (130, 1_000));
        let top: Vec<_> = summary.top.iter().map(|change| change.after_minor).collect();
        assert_eq!(top, [2_000, 900, 1_061, 1_060, 1_011]);
    }

    #[test]
    fn no_designs_have_no_change() {
        let summary = summary(Vec::new());
        assert_eq!(
            (summary.count, summary.mean_permille, summary.max_permille),
            (0, 0, 0)
        );
        assert_eq!(summary.bins, [0; BINS]);
    }
}
