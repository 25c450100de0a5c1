//! Products as tables: files are read, their columns mapped, their rows compared with products, and written again.

mod cells;
mod columns;
mod csv;
mod file;
mod html;
mod mapping;
mod record;
mod table;
mod workbook;

pub(crate) use cells::cell;
pub(crate) use columns::{Column, head};
pub(crate) use csv::SEPARATORS;
pub(crate) use file::read;
pub(crate) use mapping::{check_mapping, propose, source_of};
pub(crate) use record::{Form, Grouped, compare, group, merge, restore};
pub(crate) use table::{FileError, Table};

/// Maximum size of a file in bytes.
pub(crate) const MAX_SIZE: i64 = 20 * 1024 * 1024;
