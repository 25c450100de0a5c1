//! Cells of a price book: the numbers that the shop changes one by one.

use std::{collections::HashMap, ops::RangeInclusive, sync::LazyLock};

use crate::{
    board::Board,
    parts,
    price_book::{BoardPrices, MAX_COST, PriceBook, STEPS},
};

/// A number of a price book, or the two measures of a sheet. Its name is the path in the book's JSON, such as
/// `boards.lam18.perM2.white`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cell {
    /// VAT.
    Vat,
    /// Half of the band's width.
    Band,
    /// Step to which prices are rounded.
    RoundTo,
    /// Waste of edging.
    EdgeWaste,
    /// Markup of boards and edging.
    BoardMarkup,
    /// Markup of fittings.
    FittingMarkup,
    /// Markup of work.
    WorkMarkup,
    /// Length and width of a board's sheet.
    Sheet(Board),
    /// Waste of a board.
    Waste(Board),
    /// Edging of a board by the metre.
    Edging(Board),
    /// A finish of a board by the square metre.
    Finish(Board, &'static str),
    /// A fitting.
    Fitting(&'static str),
    /// A kind of work.
    Work(&'static str),
}

/// Unit of the numbers of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Qəpik.
    Qepik,
    /// Whole percent.
    Percent,
    /// Millimetres; length and width.
    Millimetres,
}

/// Reason that a cell cannot be set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CellError {
    /// A sheet has two numbers, another cell has one.
    #[error("the cell has another count of numbers")]
    WrongCount,
    /// The number is outside its range.
    #[error("the number is out of range")]
    OutOfRange,
}

impl Cell {
    /// Returns all cells, in the order of the book.
    pub fn all() -> Vec<Self> {
        let mut cells = vec![
            Self::Vat,
            Self::Band,
            Self::RoundTo,
            Self::EdgeWaste,
            Self::BoardMarkup,
            Self::FittingMarkup,
            Self::WorkMarkup,
        ];
        for board in Board::priced() {
            cells.extend([Self::Sheet(board), Self::Waste(board)]);
            if board.has_edging() {
                cells.push(Self::Edging(board));
            }
            let finishes = parts::finishes(board).into_iter();
            cells.extend(finishes.map(|finish| Self::Finish(board, finish)));
        }
        cells.extend(parts::FITTINGS.map(Self::Fitting));
        cells.extend(parts::WORK.map(Self::Work));
        cells
    }

    /// Returns the cell of a name.
    pub fn find(name: &str) -> Option<Self> {
        static CELLS: LazyLock<HashMap<String, Cell>> =
            LazyLock::new(|| Cell::all().into_iter().map(|cell| (cell.name(), cell)).collect());
        CELLS.get(name).copied()
    }

    /// Returns the name.
    pub fn name(self) -> String {
        match self {
            Self::Vat => "vatPercent".to_owned(),
            Self::Band => "bandPercent".to_owned(),
            Self::RoundTo => "roundTo".to_owned(),
            Self::EdgeWaste => "edgeWastePercent".to_owned(),
            Self::BoardMarkup => "markupPercent.boards".to_owned(),
            Self::FittingMarkup => "markupPercent.fittings".to_owned(),
            Self::WorkMarkup => "markupPercent.work".to_owned(),
            Self::Sheet(board) => format!("boards.{}.sheetMm", board.name()),
            Self::Waste(board) => format!("boards.{}.wastePercent", board.name()),
            Self::Edging(board) => format!("boards.{}.edgePerM", board.name()),
            Self::Finish(board, finish) => format!("boards.{}.perM2.{finish}", board.name()),
            Self::Fitting(key) => format!("fittings.{key}"),
            Self::Work(key) => format!("work.{key}"),
        }
    }

    /// Returns the unit.
    pub const fn unit(self) -> Unit {
        match self {
            Self::RoundTo | Self::Edging(_) | Self::Finish(..) | Self::Fitting(_) | Self::Work(_) => {
                Unit::Qepik
            }
            Self::Sheet(_) => Unit::Millimetres,
            _ => Unit::Percent,
        }
    }

    /// Returns the smallest and the largest number; the rounding step is one of 1, 100, 500 and 1,000.
    pub const fn range(self) -> RangeInclusive<i64> {
        match self {
            Self::Vat => 0..=30,
            Self::Band => 0..=50,
            Self::RoundTo => 1..=1_000,
            Self::Edging(_) | Self::Finish(..) | Self::Fitting(_) | Self::Work(_) => 0..=MAX_COST,
            // A draft may hold a sheet that is too small to be published.
            Self::Sheet(_) => 1..=10_000,
            _ => 0..=300,
        }
    }

    /// Returns the numbers of the cell in a book; empty if the book lacks it.
    pub fn get(self, book: &PriceBook) -> Vec<i64> {
        let board = |board: Board| book.boards.get(board.name());
        let one = |number: Option<i64>| number.into_iter().collect();
        match self {
            Self::Vat => vec![book.vat_percent.into()],
            Self::Band => vec![book.band_percent.into()],
            Self::RoundTo => vec![book.round_to.into()],
            Self::EdgeWaste => vec![book.edge_waste_percent.into()],
            Self::BoardMarkup => vec![book.markup_percent.boards.into()],
            Self::FittingMarkup => vec![book.markup_percent.fittings.into()],
            Self::WorkMarkup => vec![book.markup_percent.work.into()],
            Self::Sheet(of) => board(of)
                .map(|prices| prices.sheet_mm.to_vec())
                .unwrap_or_default(),
            Self::Waste(of) => one(board(of).map(|prices| prices.waste_percent.into())),
            Self::Edging(of) => one(board(of).and_then(|prices| prices.edge_per_m)),
            Self::Finish(of, finish) => one(board(of).and_then(|prices| prices.per_m2.get(finish).copied())),
            Self::Fitting(key) => one(book.fittings.get(key).copied()),
            Self::Work(key) => one(book.work.get(key).copied()),
        }
    }

    /// Checks numbers for the cell.
    ///
    /// # Errors
    ///
    /// Fails for another count of numbers, or a number outside its range.
    pub fn check(self, numbers: &[i64]) -> Result<(), CellError> {
        if numbers.iter().any(|number| !self.range().contains(number)) {
            return Err(CellError::OutOfRange);
        }
        let count = match self {
            Self::Sheet(_) => 2,
            _ => 1,
        };
        if numbers.len() != count {
            return Err(CellError::WrongCount);
        }
        let is_step = |step: &i64| STEPS.iter().any(|known| i64::from(*known) == *step);
        if self == Self::RoundTo && !numbers.iter().all(is_step) {
            return Err(CellError::OutOfRange);
        }
        Ok(())
    }

    /// Sets the numbers of the cell in a book.
    ///
    /// # Errors
    ///
    /// Fails as [`Self::check`]; then the book stays as it was.
    pub fn set(self, book: &mut PriceBook, numbers: &[i64]) -> Result<(), CellError> {
        self.check(numbers)?;
        if let (Self::Sheet(board), &[length, width]) = (self, numbers) {
            board_prices(book, board).sheet_mm = [length, width];
            return Ok(());
        }
        let &[number] = numbers else {
            return Err(CellError::WrongCount);
        };
        let percent = || u16::try_from(number).map_err(|_| CellError::OutOfRange);
        let small = || u8::try_from(number).map_err(|_| CellError::OutOfRange);
        match self {
            Self::Vat => book.vat_percent = small()?,
            Self::Band => book.band_percent = small()?,
            Self::RoundTo => book.round_to = percent()?,
            Self::EdgeWaste => book.edge_waste_percent = percent()?,
            Self::BoardMarkup => book.markup_percent.boards = percent()?,
            Self::FittingMarkup => book.markup_percent.fittings = percent()?,
            Self::WorkMarkup => book.markup_percent.work = percent()?,
            Self::Waste(board) => board_prices(book, board).waste_percent = percent()?,
            Self::Edging(board) => board_prices(book, board).edge_per_m = Some(number),
            Self::Finish(board, finish) => {
                board_prices(book, board).per_m2.insert(finish.to_owned(), number);
            }
            Self::Fitting(key) => {
                book.fittings.insert(key.to_owned(), number);
            }
            Self::Work(key) => {
                book.work.insert(key.to_owned(), number);
            }
            Self::Sheet(_) => return Err(CellError::WrongCount),
        }
        Ok(())
    }
}

/// Returns the prices of a board; a book that lacks it gets an entry without sheet and costs, which cannot be published.
fn board_prices(book: &mut PriceBook, board: Board) -> &mut BoardPrices {
    book.boards
        .entry(board.name().to_owned())
        .or_insert_with(|| BoardPrices {
            sheet_mm: [0, 0],
            waste_percent: 0,
            edge_per_m: None,
            per_m2: std::collections::BTreeMap::new(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> PriceBook {
        serde_json::from_str(crate::MADE_UP_PRICE_BOOK).unwrap()
    }

    #[test]
    fn a_book_is_the_sum_of_its_cells() {
        let (full, mut empty) = (book(), book());
        empty.boards.clear();
        empty.fittings.clear();
        empty.work.clear();
        for cell in Cell::all() {
            assert_eq!(Cell::find(&cell.name()), Some(cell));
            let numbers = cell.get(&full);
            assert!(!numbers.is_empty(), "{}", cell.name());
            assert_eq!(cell.set(&mut empty, &numbers), Ok(()), "{}", cell.name());
        }
        assert_eq!(empty, full);
        for unknown in [
            "",
            "work",
            "work.drawing",
            "boards.lam18.perM2.oak",
            "boards.solid19.edgePerM",
            "version",
        ] {
            assert_eq!(Cell::find(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn cells_refuse_numbers_out_of_range() {
        for cell in Cell::all() {
            let mut changed = book();
            let is_sheet = cell.unit() == Unit::Millimetres;
            for number in [-1, MAX_COST + 1, i64::MIN, i64::MAX] {
                let numbers = if is_sheet {
                    vec![2_800, number]
                } else {
                    vec![number]
                };
                assert_eq!(
                    cell.set(&mut changed, &numbers),
                    Err(CellError::OutOfRange),
                    "{}",
                    cell.name()
                );
            }
            let wrong: &[&[i64]] = if is_sheet {
                &[&[], &[2_800]]
            } else {
                &[&[], &[1, 1]]
            };
            for numbers in wrong {
                assert_eq!(
                    cell.set(&mut changed, numbers),
                    Err(CellError::WrongCount),
                    "{}",
                    cell.name()
                );
            }
            assert_eq!(changed, book());
        }
        assert_eq!(Cell::RoundTo.set(&mut book(), &[99]), Err(CellError::OutOfRange));
    }
}
