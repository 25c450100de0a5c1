//! Edging and lattice panels of a piece.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{
    board::{Board, Finish},
    number::{half, up},
    parts::Piece,
};

/// Width by which edging is wider than its board, in millimetres.
const TAPE_ROOM: i64 = 4;

/// Edging of a board and finish.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Edging {
    /// Material.
    pub board: Board,
    /// Finish.
    pub finish: Finish,
    /// Thickness and width of the tape in millimetres; `None` for painted edges.
    pub tape_mm: Option<[i64; 2]>,
    /// Length of the finished edges in millimetres.
    pub length_mm: i64,
    /// Length to take with a tenth more, in whole metres.
    pub order_m: i64,
}

/// Equal lattice panels.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Lattice {
    /// Number of the row in the cut list.
    pub no: usize,
    /// Number of panels.
    pub count: i64,
    /// Length and width in millimetres.
    pub size: [i64; 2],
    /// Cells across and up.
    pub cells: [i64; 2],
    /// Cells of all panels.
    pub total: i64,
    /// Width and height of a cell, in tenths of a millimetre.
    pub pitch_tenths: [i64; 2],
}

pub(super) fn edging(piece: &Piece, factor: i64) -> Vec<Edging> {
    let mut lengths: BTreeMap<(Board, Finish), i64> = BTreeMap::new();
    for part in &piece.parts {
        let (along, across) = part.banded();
        let length = (along * part.length + across * part.width) * part.count * factor;
        if length > 0 {
            *lengths.entry((part.board, part.finish)).or_default() += length;
        }
    }
    let edging = lengths.into_iter().map(|((board, finish), length_mm)| {
        let tape = [board.edging(), board.thickness() + TAPE_ROOM];
        Edging {
            board,
            finish,
            tape_mm: (board.edging() > 0).then_some(tape),
            length_mm,
            order_m: up(length_mm * 11, 10_000),
        }
    });
    edging.collect()
}

pub(super) fn lattice(piece: &Piece, factor: i64) -> Vec<Lattice> {
    let rebates = 2 * piece.design.rules.numbers().rebate;
    let rows = piece.parts.iter().enumerate();
    let panels = rows.filter_map(|(index, part)| {
        let (across, high) = part.cells?;
        let count = part.count * factor;
        let pitch = |length, cells| half(10 * (length - rebates), cells);
        Some(Lattice {
            no: index + 1,
            count,
            size: [part.length, part.width],
            cells: [across, high],
            total: across * high * count,
            pitch_tenths: [pitch(part.width, across), pitch(part.length, high)],
        })
    });
    panels.collect()
}
