//! A price book as a record.

use std::{collections::BTreeMap, convert::Infallible, str::FromStr};

use kit::failure::{Code, Failure};
use proto::inquiry::v1 as inquiry;
use rules::{Board, Cell};
use serde_json::{Value, json};

use crate::{
    convert::{self, Amount, Instant},
    desk::Member,
    error::ApiResult,
    openapi::extend,
    people::{Names, Person},
    routes::designs::Rates,
    state::AppState,
    words::PriceBookState,
};

/// Reason of the failure for an unknown book.
pub(super) const NOT_FOUND: &str = "PRICE_BOOK.NOT_FOUND";

/// Number by which the service knows the draft.
pub(super) const DRAFT: u32 = 0;

/// A book in a path: a version, `draft`, or one of both with `.csv`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BookPath {
    /// 1 to 16,383; [`DRAFT`] is the draft. `None` for another text.
    version: Option<u32>,
    pub(super) is_file: bool,
}

impl FromStr for BookPath {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        let (name, is_file) = match text.strip_suffix(".csv") {
            Some(name) => (name, true),
            None => (text, false),
        };
        let is_number = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
        let number = || name.parse().ok().filter(|version| (1..=16_383).contains(version));
        let version = match name {
            "draft" => Some(DRAFT),
            _ if is_number => number(),
            _ => None,
        };
        Ok(Self { version, is_file })
    }
}

impl BookPath {
    /// Returns the version; [`DRAFT`] is the draft.
    ///
    /// # Errors
    ///
    /// Fails if the path has neither a version nor `draft`.
    pub(super) fn version(self) -> Result<u32, Failure> {
        self.version
            .ok_or_else(|| Failure::with_reason(Code::NotFound, NOT_FOUND))
    }
}

/// A price book without its costs.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct PriceBookRow {
    /// Version of the price book.
    #[schema(minimum = 1, maximum = 16_383)]
    version: u32,
    state: PriceBookState,
    /// RFC 3339: the time from which it is in force; `null` for a draft.
    valid_from: Option<Instant>,
    /// Publisher; `null` for a draft and the shop's first book.
    published_by: Option<Person>,
    /// RFC 3339; `null` for a draft.
    published_at: Option<Instant>,
    /// Author of the last change; `null` for the shop's first book.
    changed_by: Option<Person>,
    /// RFC 3339: time of the last change.
    changed_at: Option<Instant>,
    /// Version of the record.
    record_version: i64,
}

/// A price book. Costs are in AZN without VAT.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct PriceBook {
    #[serde(flatten)]
    row: PriceBookRow,
    /// Version of the rules.
    rules: u32,
    /// VAT in whole percent.
    vat_percent: i64,
    /// Half of the width of the band before measuring, in whole percent.
    band_percent: i64,
    /// Step to which prices are rounded, in AZN: 0.01, 1, 5 or 10.
    round_to: Amount,
    /// Waste of edging in whole percent.
    edge_waste_percent: i64,
    markup_percent: PriceBookMarkup,
    /// By key of the board.
    boards: BTreeMap<String, PriceBookBoard>,
    /// Costs by the piece; of `rail` and `track` by the metre, of `mirror` by the square metre.
    #[schema(value_type = BTreeMap<String, f64>)]
    fittings: BTreeMap<String, Amount>,
    /// Costs by kind of work.
    #[schema(value_type = BTreeMap<String, f64>)]
    work: BTreeMap<String, Amount>,
    /// The rates that follow, which the shop shows; `null` for a draft that cannot be published as it is.
    rates: Option<Rates>,
}

/// Markup in whole percent.
#[response]
#[derive(Debug, Clone, Default)]
pub(crate) struct PriceBookMarkup {
    /// Of boards and edging.
    boards: i64,
    /// Of fittings.
    fittings: i64,
    /// Of work.
    work: i64,
}

/// Costs of a board, in AZN.
#[response]
#[derive(Debug, Clone, Default)]
pub(crate) struct PriceBookBoard {
    /// Length and width of a sheet in millimetres; empty if they are missing.
    #[schema(max_items = 2)]
    sheet_mm: Vec<i64>,
    /// Waste in whole percent.
    waste_percent: i64,
    /// Edging by the metre; `null` if the board has none.
    edge_per_m: Option<Amount>,
    /// By finish and square metre.
    #[schema(value_type = BTreeMap<String, f64>)]
    per_m2: BTreeMap<String, Amount>,
}

impl PriceBookRow {
    fn new(row: inquiry::PriceBookRow, names: &Names) -> Self {
        Self {
            version: row.version,
            valid_from: convert::moment(row.valid_from),
            published_by: names.person(&row.published_by),
            published_at: convert::moment(row.published_at),
            changed_by: names.person(&row.changed_by),
            changed_at: convert::moment(row.changed_at),
            record_version: row.record_version,
            state: PriceBookState::of_text(row.state),
        }
    }

    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        json!({"version": 2, "state": "draft", "validFrom": null, "publishedBy": null, "publishedAt": null,
            "changedBy": Person::example(), "changedAt": "2026-11-23T10:31:00Z", "recordVersion": 4})
    }
}

impl PriceBook {
    fn new(book: inquiry::PriceBook, names: &Names) -> Self {
        let mut converted = Self {
            row: PriceBookRow::new(book.row.unwrap_or_default(), names),
            rules: book.rules,
            vat_percent: 0,
            band_percent: 0,
            round_to: convert::amount(1),
            edge_waste_percent: 0,
            markup_percent: PriceBookMarkup::default(),
            boards: BTreeMap::new(),
            fittings: BTreeMap::new(),
            work: BTreeMap::new(),
            rates: book.rates.map(Into::into),
        };
        for cell in book.cells {
            if let Some(known) = Cell::find(&cell.name) {
                converted.set(known, &cell.numbers);
            }
        }
        converted
    }

    fn set(&mut self, cell: Cell, numbers: &[i64]) {
        if let (Cell::Sheet(board), [_, _]) = (cell, numbers) {
            numbers.clone_into(&mut self.board(board).sheet_mm);
            return;
        }
        let &[number] = numbers else { return };
        match cell {
            Cell::Vat => self.vat_percent = number,
            Cell::Band => self.band_percent = number,
            Cell::RoundTo => self.round_to = convert::amount(number),
            Cell::EdgeWaste => self.edge_waste_percent = number,
            Cell::BoardMarkup => self.markup_percent.boards = number,
            Cell::FittingMarkup => self.markup_percent.fittings = number,
            Cell::WorkMarkup => self.markup_percent.work = number,
            Cell::Waste(board) => self.board(board).waste_percent = number,
            Cell::Edging(board) => self.board(board).edge_per_m = Some(convert::amount(number)),
            Cell::Finish(board, finish) => {
                let costs = &mut self.board(board).per_m2;
                costs.insert(finish.to_owned(), convert::amount(number));
            }
            Cell::Fitting(key) => {
                self.fittings.insert(key.to_owned(), convert::amount(number));
            }
            Cell::Work(key) => {
                self.work.insert(key.to_owned(), convert::amount(number));
            }
            Cell::Sheet(_) => {}
        }
    }

    fn board(&mut self, board: Board) -> &mut PriceBookBoard {
        self.boards.entry(board.name().to_owned()).or_default()
    }

    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        let book = json!({
            "rules": 1, "vatPercent": 18, "bandPercent": 8, "roundTo": 1, "edgeWastePercent": 8,
            "markupPercent": {"boards": 28, "fittings": 22, "work": 32},
            "boards": {"wood19": {"sheetMm": [2_800, 2_070], "wastePercent": 25, "edgePerM": 1.7,
                "perM2": {"oak": 45.5, "ash": 38}}},
            "fittings": {"pin": 0.09}, "work": {"part": 1.9},
            "rates": {"version": 2, "rules": 1, "validFrom": null, "bandPercent": 8, "vatPercent": 18, "roundTo": 100,
                "board": {"wood19.oak": 8_590_400}, "edge": {"wood19.oak": 277_310}, "fittings": {"pin": 12_956},
                "work": {"part": 295_944}},
        });
        extend(PriceBookRow::example(), book)
    }
}

/// Converts rows, with the names of their people.
pub(super) async fn convert_rows(
    state: &AppState,
    member: &Member,
    rows: Vec<inquiry::PriceBookRow>,
) -> Vec<PriceBookRow> {
    let names = names(state, member, &rows).await;
    rows.into_iter()
        .map(|row| PriceBookRow::new(row, &names))
        .collect()
}

/// Converts a book, with the names of its people.
pub(super) async fn convert(
    state: &AppState,
    member: &Member,
    book: Option<inquiry::PriceBook>,
) -> ApiResult<PriceBook> {
    let missing = || Failure::new(Code::Internal).with_source("inquiry responded without a price book");
    let book = book.ok_or_else(missing)?;
    let names = names(state, member, book.row.as_slice()).await;
    Ok(PriceBook::new(book, &names))
}

async fn names(state: &AppState, member: &Member, rows: &[inquiry::PriceBookRow]) -> Names {
    let actors = rows
        .iter()
        .flat_map(|row| [row.published_by.as_str(), row.changed_by.as_str()]);
    let people = &state.desk.people;
    people.names(&state.clients, &member.caller, actors).await
}

/// Returns a book.
pub(super) async fn fetch(state: &AppState, member: &Member, version: u32) -> ApiResult<PriceBook> {
    let request = member.request(inquiry::GetPriceBookRequest { version });
    let response = state.clients.price_books.clone().get_price_book(request).await?;
    convert(state, member, response.into_inner().book).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_versions_and_files_of_a_path() {
        let read = |text: &str| {
            let Ok(path) = text.parse::<BookPath>();
            (path.version().ok(), path.is_file)
        };
        assert_eq!(read("12"), (Some(12), false));
        assert_eq!(read("12.csv"), (Some(12), true));
        assert_eq!(read("draft.csv"), (Some(DRAFT), true));
        for wrong in ["", "0", "16384", "+1", "1.5", "99999999999", "newest"] {
            assert_eq!(read(wrong), (None, false), "{wrong}");
        }
    }
}
