//! Price books, and the rates that follow from them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{board::Board, number::half, parts};

/// Largest rate: 300 AZN a unit, in thousandths of a qəpik.
const MAX_RATE: i64 = 30_000_000;

/// Largest cost: 1,000 AZN, in qəpik.
pub(crate) const MAX_COST: i64 = 100_000;

/// Steps to which prices are rounded, in qəpik.
pub(crate) const STEPS: [u16; 4] = [1, 100, 500, 1_000];

/// The smallest sheet, in millimetres.
const SHEET: [i64; 2] = [2_800, 2_070];

/// Prices by key.
pub type RateList = BTreeMap<String, i64>;

/// Costs of the shop in qəpik without VAT. It never leaves the desk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PriceBook {
    /// Remark.
    #[serde(default)]
    pub note: String,
    /// Version, 1 to 16,383.
    pub version: u16,
    /// Version of the rules.
    pub rules: u8,
    /// VAT in whole percent.
    pub vat_percent: u8,
    /// Half of the band's width, in whole percent.
    pub band_percent: u8,
    /// Step to which prices are rounded, in qəpik.
    pub round_to: u16,
    /// Waste of edging in whole percent.
    pub edge_waste_percent: u16,
    /// Markup in whole percent.
    pub markup_percent: Markup,
    /// By board.
    pub boards: BTreeMap<String, BoardPrices>,
    /// By the piece; rail and track by the metre, mirror by the square metre.
    pub fittings: BTreeMap<String, i64>,
    /// By kind.
    pub work: BTreeMap<String, i64>,
}

/// Markup in whole percent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Markup {
    /// Of boards and edging.
    pub boards: u16,
    /// Of fittings.
    pub fittings: u16,
    /// Of work.
    pub work: u16,
}

/// Costs of a board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BoardPrices {
    /// Length and width of a sheet in millimetres.
    pub sheet_mm: [i64; 2],
    /// Waste in whole percent.
    pub waste_percent: u16,
    /// Edging by the metre, in qəpik; missing where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edge_per_m: Option<i64>,
    /// By finish and square metre, in qəpik.
    #[serde(rename = "perM2")]
    pub per_m2: BTreeMap<String, i64>,
}

/// Public prices of a book, with waste, markup and VAT in them, in thousandths of a qəpik.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rates {
    /// Version of the book.
    pub version: u16,
    /// Version of the rules.
    pub rules: u8,
    /// Half of the band's width, in whole percent.
    pub band_percent: u8,
    /// VAT in whole percent.
    pub vat_percent: u8,
    /// Step to which prices are rounded, in qəpik.
    pub round_to: u16,
    /// By board and finish, a square metre.
    pub board: RateList,
    /// By board and finish, a metre.
    pub edge: RateList,
    /// By key.
    pub fittings: RateList,
    /// By kind.
    pub work: RateList,
}

/// Reason that a book cannot be published.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// A key is missing.
    #[error("the price book lacks {0}")]
    Missing(String),
    /// The rule book has no such key.
    #[error("the rules do not know {0}")]
    Unknown(String),
    /// A sheet is smaller than the largest part.
    #[error("the sheets of {0} are smaller than the largest part")]
    SheetTooSmall(String),
    /// A number is outside its range.
    #[error("{0} is out of range")]
    OutOfRange(String),
    /// The book is for rules that do not exist.
    #[error("the rules of the book are unknown")]
    UnknownRules,
}

impl BookError {
    /// Returns the path of the number in the book's JSON, such as `boards.lam18.perM2.white`.
    pub fn path(&self) -> &str {
        match self {
            Self::Missing(path)
            | Self::Unknown(path)
            | Self::SheetTooSmall(path)
            | Self::OutOfRange(path) => path,
            Self::UnknownRules => "rules",
        }
    }
}

/// All reasons that a book cannot be published, one at least.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookErrors(Vec<BookError>);

impl BookErrors {
    /// Returns the reasons, in the order of the book.
    pub fn reasons(&self) -> &[BookError] {
        &self.0
    }
}

impl std::fmt::Display for BookErrors {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(formatter, "{separator}{error}")?;
        }
        Ok(())
    }
}

impl std::error::Error for BookErrors {}

impl PriceBook {
    /// Returns the public rates.
    ///
    /// # Errors
    ///
    /// Fails with all reasons if the book lacks a key or has an unknown one, has a sheet that is too small or a number out of range,
    /// or is for unknown rules.
    pub fn rates(&self) -> Result<Rates, BookErrors> {
        let mut errors = BookErrors(self.validate());
        // An unchecked cost may be too large to compute with.
        if !errors.0.is_empty() {
            return Err(errors);
        }
        let mut rates = Rates {
            version: self.version,
            rules: self.rules,
            band_percent: self.band_percent,
            vat_percent: self.vat_percent,
            round_to: self.round_to,
            board: RateList::new(),
            edge: RateList::new(),
            fittings: RateList::new(),
            work: RateList::new(),
        };
        let markup = self.markup_percent;
        let mut rate = |path: String, cost: i64, waste: u16, markup: u16| {
            let rate = self.rate(cost, waste, markup);
            // All finishes of a board have the same edging.
            if rate > MAX_RATE && !errors.0.iter().any(|error| error.path() == path) {
                errors.0.push(BookError::OutOfRange(path));
            }
            rate
        };
        for (board, prices) in &self.boards {
            for (finish, cost) in &prices.per_m2 {
                let key = format!("{board}.{finish}");
                let path = format!("boards.{board}.perM2.{finish}");
                let of_board = rate(path, *cost, prices.waste_percent, markup.boards);
                rates.board.insert(key.clone(), of_board);
                if let Some(edge) = prices.edge_per_m {
                    let path = format!("boards.{board}.edgePerM");
                    let of_edge = rate(path, edge, self.edge_waste_percent, markup.boards);
                    rates.edge.insert(key, of_edge);
                }
            }
        }
        for (key, cost) in &self.fittings {
            let of_fitting = rate(format!("fittings.{key}"), *cost, 0, markup.fittings);
            rates.fittings.insert(key.clone(), of_fitting);
        }
        for (key, cost) in &self.work {
            let of_work = rate(format!("work.{key}"), *cost, 0, markup.work);
            rates.work.insert(key.clone(), of_work);
        }
        if errors.0.is_empty() {
            Ok(rates)
        } else {
            Err(errors)
        }
    }

    /// Returns the rate of a valid cost.
    fn rate(&self, cost: i64, waste: u16, markup: u16) -> i64 {
        let with = |percent: i64| 100 + percent;
        let (waste, markup, vat) = (
            with(waste.into()),
            with(markup.into()),
            with(self.vat_percent.into()),
        );
        half(cost * 1_000 * waste * markup * vat, 1_000_000)
    }

    fn validate(&self) -> Vec<BookError> {
        if crate::RulesVersion::of_number(self.rules).is_none() {
            return vec![BookError::UnknownRules];
        }
        let markup = self.markup_percent;
        let numbers = [
            ("version", (1..=16_383).contains(&self.version)),
            ("vatPercent", self.vat_percent <= 30),
            ("bandPercent", self.band_percent <= 50),
            ("roundTo", STEPS.contains(&self.round_to)),
            ("edgeWastePercent", self.edge_waste_percent <= 300),
            ("markupPercent.boards", markup.boards <= 300),
            ("markupPercent.fittings", markup.fittings <= 300),
            ("markupPercent.work", markup.work <= 300),
        ];
        let wrong = numbers.into_iter().filter(|(_, is_valid)| !is_valid);
        let mut errors: Vec<_> = wrong
            .map(|(name, _)| BookError::OutOfRange(name.to_owned()))
            .collect();
        let names: Vec<_> = Board::priced().map(Board::name).collect();
        unknown("boards", &self.boards, &names, &mut errors);
        for board in Board::priced() {
            self.validate_board(board, &mut errors);
        }
        costs("fittings", &self.fittings, &parts::FITTINGS, &mut errors);
        costs("work", &self.work, &parts::WORK, &mut errors);
        errors
    }

    fn validate_board(&self, board: Board, errors: &mut Vec<BookError>) {
        let name = format!("boards.{}", board.name());
        let Some(prices) = self.boards.get(board.name()) else {
            errors.push(BookError::Missing(name));
            return;
        };
        if prices.waste_percent > 300 {
            errors.push(BookError::OutOfRange(format!("{name}.wastePercent")));
        }
        let [length, width] = prices.sheet_mm;
        // Frames of solid wood are narrow.
        if board != Board::Solid19 && (length < SHEET[0] || width < SHEET[1]) {
            errors.push(BookError::SheetTooSmall(format!("{name}.sheetMm")));
        }
        let edge = format!("{name}.edgePerM");
        match (board.has_edging(), prices.edge_per_m) {
            (true, None) => errors.push(BookError::Missing(edge)),
            (false, Some(_)) => errors.push(BookError::Unknown(edge)),
            (true, Some(cost)) if !(0..=MAX_COST).contains(&cost) => errors.push(BookError::OutOfRange(edge)),
            _ => {}
        }
        let finishes = parts::finishes(board);
        costs(&format!("{name}.perM2"), &prices.per_m2, &finishes, errors);
    }
}

/// Adds an error for each key that is none of the rule book: it would get into the public rates.
fn unknown<V>(name: &str, map: &BTreeMap<String, V>, keys: &[&str], errors: &mut Vec<BookError>) {
    let unknown = map.keys().filter(|key| !keys.contains(&key.as_str()));
    errors.extend(unknown.map(|key| BookError::Unknown(format!("{name}.{key}"))));
}

fn costs(name: &str, costs: &BTreeMap<String, i64>, keys: &[&str], errors: &mut Vec<BookError>) {
    unknown(name, costs, keys, errors);
    for key in keys {
        let path = format!("{name}.{key}");
        match costs.get(*key) {
            None => errors.push(BookError::Missing(path)),
            Some(cost) if !(0..=MAX_COST).contains(cost) => errors.push(BookError::OutOfRange(path)),
            Some(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// Returns the error of the made up book with a value at a path; `null` removes the value.
    fn error(path: &str, value: Value) -> Option<BookError> {
        let mut book: Value = serde_json::from_str(crate::MADE_UP_PRICE_BOOK).unwrap();
        let mut keys: Vec<_> = path.split('/').collect();
        let last = keys.pop().unwrap();
        let map = keys.into_iter().fold(&mut book, |map, key| &mut map[key]);
        if value.is_null() {
            map.as_object_mut().unwrap().remove(last).unwrap();
        } else {
            map[last] = value;
        }
        let book: PriceBook = serde_json::from_value(book).unwrap();
        let errors = book.rates().err()?;
        assert_eq!(errors.0.len(), 1, "{errors}");
        errors.0.into_iter().next()
    }

    #[test]
    fn a_book_has_each_key_of_the_rules_and_no_other() {
        assert_eq!(error("fittings/pin", json!(9)), None);
        let missing = |path: &str| Some(BookError::Missing(path.to_owned()));
        assert_eq!(error("fittings/pin", Value::Null), missing("fittings.pin"));
        assert_eq!(
            error("boards/lam18/edgePerM", Value::Null),
            missing("boards.lam18.edgePerM")
        );
        let sheet = json!({"sheetMm": [1, 1], "wastePercent": 0, "perM2": {}});
        for (path, value) in [
            ("fittings/magnet", json!(-5)),
            ("work/drawing", json!(1_000_000_000_000_000_i64)),
            ("boards/lam18/perM2/oak", json!(-1)),
            ("boards/back6/edgePerM", json!(-1)),
            ("boards/lam25", sheet),
        ] {
            let unknown = Some(BookError::Unknown(path.replace('/', ".")));
            assert_eq!(error(path, value), unknown);
        }
    }

    #[test]
    fn all_reasons_are_named_at_once() {
        let mut book: PriceBook = serde_json::from_str(crate::MADE_UP_PRICE_BOOK).unwrap();
        book.fittings.remove("pin").unwrap();
        book.boards.get_mut("lam18").unwrap().sheet_mm = [2_799, 2_070];
        book.vat_percent = 31;
        let errors = book.rates().unwrap_err();
        let paths: Vec<_> = errors.reasons().iter().map(BookError::path).collect();
        assert_eq!(paths, ["vatPercent", "boards.lam18.sheetMm", "fittings.pin"]);

        let mut book: PriceBook = serde_json::from_str(crate::MADE_UP_PRICE_BOOK).unwrap();
        book.boards.get_mut("lam18").unwrap().edge_per_m = Some(50_000);
        book.work.insert("site".to_owned(), 50_000).unwrap();
        let errors = book.rates().unwrap_err();
        let paths: Vec<_> = errors.reasons().iter().map(BookError::path).collect();
        assert_eq!(paths, ["boards.lam18.edgePerM", "work.site"]);
    }

    #[test]
    fn costs_are_bounded() {
        for path in [
            "fittings/pin",
            "work/part",
            "boards/lam18/perM2/white",
            "boards/lam18/edgePerM",
        ] {
            let out_of_range = Some(BookError::OutOfRange(path.replace('/', ".")));
            for cost in [-1, MAX_COST + 1, i64::MAX] {
                assert_eq!(error(path, json!(cost)), out_of_range, "{cost}");
            }
        }
    }
}
