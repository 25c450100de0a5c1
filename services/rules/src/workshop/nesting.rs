//! A layout of the cuts on sheets: a help for the saw, whose program gets the CSV.

use std::collections::BTreeMap;

use cut_optimizer_2d::{CutPiece, Optimizer, PatternDirection, ResultStockPiece, StockPiece};
use serde::Serialize;

use super::Item;
use crate::{
    board::{Board, Finish},
    number::half,
};

/// Width of a cut of the saw, in millimetres.
pub(super) const KERF: u16 = 4;

/// Width that is cut off at each edge of a sheet, in millimetres.
const TRIM: i64 = 10;

/// Most parts of one board and finish that are laid out: the time grows with their square.
const MOST: usize = 1_000;

/// Seed of the optimizer, so that equal orders give equal layouts.
const SEED: u64 = 1;

/// A sheet with the parts to cut from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Sheet {
    /// Material.
    pub board: Board,
    /// Finish.
    pub finish: Finish,
    /// Length and width in millimetres; the grain follows the length.
    pub sheet_mm: [i64; 2],
    /// Share of the sheet that becomes parts, in whole percent.
    pub used_percent: i64,
    /// Parts, whose places count from the sheet's lower left corner.
    pub placed: Vec<PlacedPart>,
}

/// A part on a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct PlacedPart {
    /// Number of the piece in its order.
    pub item: u16,
    /// Number of the row in the cut list of the piece.
    pub no: usize,
    /// Along the sheet's length, in millimetres.
    pub x: i64,
    /// Across it, in millimetres.
    pub y: i64,
    /// Size along the sheet's length, in millimetres.
    pub l: i64,
    /// Size across it, in millimetres.
    pub w: i64,
}

/// Reason that parts are not laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NestError {
    /// There are too many parts of one board and finish.
    #[error("too many parts of {} {}", .0.name(), .1.name())]
    TooMany(Board, Finish),
    /// A part is larger than a sheet.
    #[error("a part is larger than a sheet of {} {}", .0.name(), .1.name())]
    TooLarge(Board, Finish),
}

/// Parts of a material: piece and row with length, width and number of the cuts.
type Cuts = Vec<((u16, usize), (i64, i64), i64)>;

/// Returns length and width of the part of a sheet that is left after trimming, in millimetres.
pub(super) fn usable(board: Board) -> [i64; 2] {
    board.sheet().map(|side| side - 2 * TRIM)
}

/// Lays the parts of all pieces of an order out on sheets, by board and finish. Parts with a grain are not turned.
///
/// # Errors
///
/// Fails if there are too many parts of a board and finish, or one that no sheet holds.
pub fn nest(items: &[Item<'_>]) -> Result<Vec<Sheet>, NestError> {
    let mut materials: BTreeMap<(Board, Finish), Cuts> = BTreeMap::new();
    for item in items {
        for (index, part) in item.piece.parts.iter().enumerate() {
            // A lattice is made of laths.
            if part.board != Board::Lattice12 {
                let cuts = materials.entry((part.board, part.finish)).or_default();
                cuts.push(((item.no, index + 1), part.cut(), part.count * item.factor()));
            }
        }
    }
    let mut sheets = Vec::new();
    for ((board, finish), cuts) in materials {
        sheets.extend(nest_material(board, finish, &cuts)?);
    }
    Ok(sheets)
}

fn nest_material(board: Board, finish: Finish, cuts: &Cuts) -> Result<Vec<Sheet>, NestError> {
    let too_large = NestError::TooLarge(board, finish);
    let unsigned = |length: i64| usize::try_from(length).map_err(|_| too_large);
    let grain = if board.has_grain() {
        PatternDirection::ParallelToLength
    } else {
        PatternDirection::None
    };
    let [length, width] = usable(board);
    let mut optimizer = Optimizer::new();
    optimizer
        .set_cut_width(usize::from(KERF))
        .set_random_seed(SEED)
        .allow_mixed_stock_sizes(false)
        .add_stock_piece(StockPiece {
            width: unsigned(width)?,
            length: unsigned(length)?,
            pattern_direction: grain,
            price: 0,
            quantity: None,
        });
    let mut total = 0;
    for (index, (_, (length, width), count)) in cuts.iter().enumerate() {
        let quantity = unsigned(*count)?;
        total += quantity;
        if total > MOST {
            return Err(NestError::TooMany(board, finish));
        }
        optimizer.add_cut_piece(CutPiece {
            quantity,
            external_id: Some(index),
            width: unsigned(*width)?,
            length: unsigned(*length)?,
            pattern_direction: grain,
            can_rotate: !board.has_grain(),
        });
    }
    let solution = optimizer.optimize_guillotine(|_| {}).map_err(|_| too_large)?;
    let sheets = solution
        .stock_pieces
        .iter()
        .map(|stock| sheet(board, finish, cuts, stock));
    Ok(sheets.collect())
}

fn sheet(board: Board, finish: Finish, cuts: &Cuts, stock: &ResultStockPiece) -> Sheet {
    let signed = |length: usize| i64::try_from(length).unwrap_or(i64::MAX);
    let placed = stock.cut_pieces.iter().filter_map(|piece| {
        let ((item, no), _, _) = cuts.get(piece.external_id?)?;
        Some(PlacedPart {
            item: *item,
            no: *no,
            x: signed(piece.y) + TRIM,
            y: signed(piece.x) + TRIM,
            l: signed(piece.length),
            w: signed(piece.width),
        })
    });
    let mut placed: Vec<_> = placed.collect();
    placed.sort_unstable_by_key(|part| (part.x, part.y));
    let [length, width] = board.sheet();
    let used: i64 = placed.iter().map(|part| part.l * part.w).sum();
    Sheet {
        board,
        finish,
        sheet_mm: [length, width],
        used_percent: half(100 * used, length * width),
        placed,
    }
}
