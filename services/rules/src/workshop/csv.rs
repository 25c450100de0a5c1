//! Cut lists as CSV: for people, for optiCutter and for `CutList` Optimizer.
//!
//! A row is a row of the cut list, lengths are whole millimetres, and a length follows the grain.

use csv::{Terminator, Writer, WriterBuilder};

use super::{CutList, Row, nesting};
use crate::{
    board::{Board, Finish},
    words::{self, Language},
};

/// Byte order mark by which spreadsheets recognize UTF-8.
const BOM: &str = "\u{feff}";

/// Kind of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    /// People with a spreadsheet.
    People,
    /// optiCutter.
    OptiCutter,
    /// `CutList` Optimizer.
    CutListOptimizer,
}

impl Reader {
    /// Parses the name of a reader: `people`, `opticutter` or `cutlist`.
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "people" => Some(Self::People),
            "opticutter" => Some(Self::OptiCutter),
            "cutlist" => Some(Self::CutListOptimizer),
            _ => None,
        }
    }
}

/// Returns the file of some cut lists for a reader.
///
/// # Errors
///
/// Fails if a row cannot be written, which does not happen in memory.
pub fn file(lists: &[CutList], reader: Reader, language: Language) -> Result<Vec<u8>, csv::Error> {
    match reader {
        Reader::People => people(lists, language),
        Reader::OptiCutter => opti_cutter(lists, language),
        Reader::CutListOptimizer => cut_list_optimizer(lists, language),
    }
}

fn people(lists: &[CutList], language: Language) -> Result<Vec<u8>, csv::Error> {
    let mut builder = WriterBuilder::new();
    builder.delimiter(b';').terminator(Terminator::CRLF);
    let mut writer = builder.from_writer(BOM.as_bytes().to_vec());
    writer.write_record([
        "no",
        "name",
        "count",
        "length",
        "width",
        "cutLength",
        "cutWidth",
        "thickness",
        "board",
        "finish",
        "edges",
        "places",
    ])?;
    let is_single = lists.len() == 1;
    for list in lists {
        for row in &list.parts {
            writer.write_record([
                number(list, row, is_single),
                row.name.clone(),
                row.count.to_string(),
                row.length.to_string(),
                row.width.to_string(),
                row.cut_length.to_string(),
                row.cut_width.to_string(),
                row.thickness.to_string(),
                words::board(row.board, language).to_owned(),
                words::finish(row.finish, language).to_owned(),
                row.edges.clone(),
                list.place_words(row, language),
            ])?;
        }
    }
    finish(writer)
}

/// Writes a plan for each board and finish: name, material, kerf, sheet and parts.
fn opti_cutter(lists: &[CutList], language: Language) -> Result<Vec<u8>, csv::Error> {
    let mut writer = lines(true);
    let is_single = lists.len() == 1;
    for (board, finish) in materials(lists) {
        let material = material(board, finish, language);
        let [length, width] = nesting::usable(board);
        writer.write_record(["N", &material])?;
        writer.write_record(["M", &material])?;
        writer.write_record(["K", &nesting::KERF.to_string()])?;
        writer.write_record(["S", &length.to_string(), &width.to_string(), ""])?;
        let can_turn = if board.has_grain() { "" } else { "y" };
        for (list, row) in rows(lists).filter(|(_, row)| (row.board, row.finish) == (board, finish)) {
            writer.write_record([
                "P",
                &row.cut_length.to_string(),
                &row.cut_width.to_string(),
                &row.count.to_string(),
                &label(list, row, is_single),
                can_turn,
            ])?;
        }
    }
    self::finish(writer)
}

fn cut_list_optimizer(lists: &[CutList], language: Language) -> Result<Vec<u8>, csv::Error> {
    let mut writer = lines(false);
    let is_single = lists.len() == 1;
    writer.write_record(["Length", "Width", "Qty", "Material", "Label", "Enabled"])?;
    for (list, row) in rows(lists) {
        writer.write_record([
            row.cut_length.to_string(),
            row.cut_width.to_string(),
            row.count.to_string(),
            material(row.board, row.finish, language),
            label(list, row, is_single),
            "true".to_owned(),
        ])?;
    }
    finish(writer)
}

/// Returns a writer with commas and LF; `is_flexible` allows records of several lengths.
fn lines(is_flexible: bool) -> Writer<Vec<u8>> {
    let mut builder = WriterBuilder::new();
    builder.terminator(Terminator::Any(b'\n')).flexible(is_flexible);
    builder.from_writer(Vec::new())
}

fn finish(writer: Writer<Vec<u8>>) -> Result<Vec<u8>, csv::Error> {
    writer
        .into_inner()
        .map_err(|error| csv::Error::from(error.into_error()))
}

/// Returns the rows that are cut from sheets; a lattice is made of laths.
fn rows(lists: &[CutList]) -> impl Iterator<Item = (&CutList, &Row)> {
    let rows = lists
        .iter()
        .flat_map(|list| list.parts.iter().map(move |row| (list, row)));
    rows.filter(|(_, row)| row.board != Board::Lattice12)
}

/// Returns each board and finish once, in the order of the rows.
fn materials(lists: &[CutList]) -> Vec<(Board, Finish)> {
    let mut materials = Vec::new();
    for (_, row) in rows(lists) {
        let material = (row.board, row.finish);
        if !materials.contains(&material) {
            materials.push(material);
        }
    }
    materials
}

fn material(board: Board, finish: Finish, language: Language) -> String {
    format!(
        "{}, {}",
        words::board(board, language),
        words::finish(finish, language)
    )
}

/// Returns the number of a row; of several lists with the number of the piece before it.
fn number(list: &CutList, row: &Row, is_single: bool) -> String {
    if is_single {
        row.no.to_string()
    } else {
        format!("{}.{}", list.no, row.no)
    }
}

fn label(list: &CutList, row: &Row, is_single: bool) -> String {
    format!("{} {}", number(list, row, is_single), row.name)
}
