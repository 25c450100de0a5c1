//! Tables of cells.

use kit::vocabulary::catalog::ImportFormat;

/// Maximum number of rows of a table without its heads.
const MAX_ROWS: usize = 20_000;

/// Maximum number of columns of a table.
const MAX_COLUMNS: usize = 200;

/// Maximum length of a cell in characters.
const MAX_CELL: usize = 50_000;

/// A table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Table {
    pub(crate) format: ImportFormat,
    /// `None` in a workbook.
    pub(crate) separator: Option<char>,
    pub(crate) heads: Vec<String>,
    /// Rows with their numbers; the heads are row 1. Each has as many cells as there are heads.
    pub(crate) rows: Vec<(i64, Vec<String>)>,
}

/// Reason that a file is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileError {
    /// Neither CSV nor XLSX.
    Type,
    /// Broken at a row.
    Broken(i64),
    /// Too many rows, columns or characters, or it unpacks to too many bytes.
    TooLarge,
    /// Without heads or rows.
    Empty,
}

impl FileError {
    /// Returns the message key.
    pub(crate) const fn message_key(self) -> &'static str {
        match self {
            Self::Type => "IMPORT.TYPE",
            Self::Broken(_) => "IMPORT.BROKEN",
            Self::TooLarge => "IMPORT.TOO_LARGE",
            Self::Empty => "IMPORT.EMPTY",
        }
    }
}

/// Collects the rows of a file within the limits.
#[derive(Debug, Default)]
pub(super) struct Rows(Vec<(i64, Vec<String>)>);

impl Rows {
    /// Adds a row; skips an empty one.
    pub(super) fn push(&mut self, number: i64, mut cells: Vec<String>) -> Result<(), FileError> {
        while cells.last().is_some_and(|cell| cell.trim().is_empty()) {
            cells.pop();
        }
        if cells.is_empty() {
            return Ok(());
        }
        let is_too_long = |cell: &String| cell.len() > MAX_CELL && cell.chars().count() > MAX_CELL;
        if self.0.len() > MAX_ROWS || cells.len() > MAX_COLUMNS || cells.iter().any(is_too_long) {
            return Err(FileError::TooLarge);
        }
        if cells.iter().any(|cell| cell.contains('\0')) {
            return Err(FileError::Broken(number));
        }
        self.0.push((number, cells));
        Ok(())
    }

    /// Returns the table, of which the first row has the heads.
    pub(super) fn into_table(
        self,
        format: ImportFormat,
        separator: Option<char>,
    ) -> Result<Table, FileError> {
        let mut rows = self.0.into_iter();
        let (_, heads) = rows.next().ok_or(FileError::Empty)?;
        let heads: Vec<_> = heads.iter().map(|head| head.trim().to_owned()).collect();
        let rows = rows.map(|(number, mut cells)| {
            if cells.len() > heads.len() {
                return Err(FileError::Broken(number));
            }
            cells.resize(heads.len(), String::new());
            Ok((number, cells))
        });
        let rows: Vec<_> = rows.collect::<Result<_, _>>()?;
        if rows.is_empty() {
            return Err(FileError::Empty);
        }
        Ok(Table {
            format,
            separator,
            heads,
            rows,
        })
    }
}

/// Whether a row is beyond the limits, before it is collected.
pub(super) const fn is_outside(row: usize, column: usize) -> bool {
    row > MAX_ROWS * 2 || column >= MAX_COLUMNS
}
