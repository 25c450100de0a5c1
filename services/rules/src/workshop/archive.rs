//! `parts.zip`: a drawing for each row of the cut list.

use std::io::{Cursor, Write as _};

use zip::{CompressionMethod, ZipWriter, result::ZipResult, write::SimpleFileOptions};

use super::{Item, dxf};

/// Returns an archive with the drawings of all pieces of an order, without compression; those of several pieces in a folder each.
/// It has at most some hundred files of 2 KiB for each piece.
///
/// # Errors
///
/// Fails if a file cannot be written, which does not happen in memory.
pub fn parts_zip(items: &[Item<'_>]) -> ZipResult<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for item in items {
        for drawing in dxf::drawings(*item) {
            let name = if items.len() == 1 {
                drawing.name
            } else {
                format!("{}/{}", item.no, drawing.name)
            };
            archive.start_file(name, stored)?;
            archive.write_all(drawing.text.as_bytes())?;
        }
    }
    Ok(archive.finish()?.into_inner())
}
