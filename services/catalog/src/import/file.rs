//! Files that contain a table.

use super::{
    csv,
    table::{FileError, Table},
    workbook,
};

/// Beginning of a zip archive, as every workbook is one.
const ZIP: &[u8] = b"PK\x03\x04";

/// Reads a file, whose type is that of its content. Without a separator, the most frequent one of the heads parts the cells.
///
/// # Errors
///
/// Fails if it is no table, or a broken or too large one.
pub(crate) fn read(file: &[u8], separator: Option<char>) -> Result<Table, FileError> {
    if file.starts_with(ZIP) {
        workbook::read(file)
    } else {
        csv::read(file, separator)
    }
}
