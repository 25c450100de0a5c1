//! Reading of XLSX in bounded memory.
//!
//! An archive can unpack to far more than its size, and a sheet can claim any dimensions. Both are bounded before the
//! workbook is parsed, and cells are read one by one.

use std::io::{self, Cursor, Read as _};

use calamine::{DataRef, Reader as _, Xlsx};
use kit::vocabulary::catalog::ImportFormat;
use zip::ZipArchive;

use super::table::{FileError, Rows, Table, is_outside};

/// Maximum size of all files of the archive in bytes.
const MAX_UNPACKED: u64 = 64 * 1024 * 1024;

/// Maximum number of files in the archive.
const MAX_FILES: usize = 1_000;

/// The file of an archive that makes it a workbook.
const WORKBOOK: &str = "xl/workbook.xml";

/// Reads the first sheet of a file.
pub(super) fn read(file: &[u8]) -> Result<Table, FileError> {
    check_archive(file)?;
    let mut workbook: Xlsx<_> = Xlsx::new(Cursor::new(file)).map_err(|_| FileError::Broken(1))?;
    let sheet = workbook.sheet_names().first().cloned().ok_or(FileError::Empty)?;
    let mut cells = workbook
        .worksheet_cells_reader(&sheet)
        .map_err(|_| FileError::Broken(1))?;
    let (mut rows, mut row) = (Rows::default(), (1, Vec::new()));
    loop {
        let cell = cells.next_cell().map_err(|_| FileError::Broken(row.0))?;
        let Some(cell) = cell else { break };
        let (place, column) = cell.get_position();
        let place = usize::try_from(place).unwrap_or(usize::MAX);
        let column = usize::try_from(column).unwrap_or(usize::MAX);
        let text = text(cell.get_value());
        if text.is_empty() {
            continue;
        }
        if is_outside(place, column) {
            return Err(FileError::TooLarge);
        }
        let number = i64::try_from(place).unwrap_or(i64::MAX).saturating_add(1);
        if number != row.0 {
            if number < row.0 {
                return Err(FileError::Broken(number));
            }
            let (number, cells) = std::mem::replace(&mut row, (number, Vec::new()));
            rows.push(number, cells)?;
        }
        if row.1.len() <= column {
            row.1.resize(column, String::new());
            row.1.push(text);
        }
    }
    rows.push(row.0, row.1)?;
    rows.into_table(ImportFormat::Xlsx, None)
}

/// Unpacks all files of the archive without keeping them: the sizes that it claims need not be true.
fn check_archive(file: &[u8]) -> Result<(), FileError> {
    let mut archive = ZipArchive::new(Cursor::new(file)).map_err(|_| FileError::Broken(1))?;
    if archive.len() > MAX_FILES {
        return Err(FileError::TooLarge);
    }
    if archive.index_for_name(WORKBOOK).is_none() {
        return Err(FileError::Type);
    }
    let mut left = MAX_UNPACKED;
    for index in 0..archive.len() {
        let entry = archive.by_index(index).map_err(|_| FileError::Broken(1))?;
        let unpacked = io::copy(&mut entry.take(left + 1), &mut io::sink());
        let unpacked = unpacked.map_err(|_| FileError::Broken(1))?;
        left = left.checked_sub(unpacked).ok_or(FileError::TooLarge)?;
    }
    Ok(())
}

/// Returns the text of a cell, with a decimal point, and times as in our own export.
fn text(value: &DataRef<'_>) -> String {
    match value {
        DataRef::Empty | DataRef::Error(_) => String::new(),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.clone(),
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => number.to_string(),
        DataRef::Bool(is_true) => is_true.to_string(),
        DataRef::DateTime(time) => {
            let (year, month, day, hour, minute, ..) = time.to_ymd_hms_milli();
            format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}")
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use zip::{ZipWriter, write::SimpleFileOptions};

    use super::*;

    const CONTENT_TYPES: &str = r#"<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>"#;
    const RELS: &str = r#"<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;
    const BOOK: &str = r#"<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>"#;
    const BOOK_RELS: &str = r#"<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#;

    /// Returns a workbook with a sheet and more files.
    fn workbook(dimension: &str, rows: &str, more: &[(&str, Vec<u8>)]) -> Vec<u8> {
        let sheet = format!(
            r#"<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="{dimension}"/><sheetData>{rows}</sheetData></worksheet>"#
        );
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        let parts = [
            ("[Content_Types].xml", CONTENT_TYPES),
            ("_rels/.rels", RELS),
            ("xl/workbook.xml", BOOK),
            ("xl/_rels/workbook.xml.rels", BOOK_RELS),
            ("xl/worksheets/sheet1.xml", &sheet),
        ];
        let parts = parts.map(|(name, text)| (name, text.as_bytes().to_vec()));
        for (name, content) in parts.iter().chain(more) {
            archive.start_file(*name, SimpleFileOptions::default()).unwrap();
            archive.write_all(content).unwrap();
        }
        archive.finish().unwrap().into_inner()
    }

    fn cell(place: &str, text: &str) -> String {
        format!(r#"<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>"#)
    }

    #[test]
    fn reads_texts_and_numbers_at_their_places() {
        let rows = format!(
            "<row r=\"1\">{}{}</row><row r=\"3\"><c r=\"B3\"><v>1249.5</v></c></row>",
            cell("A1", "Kod"),
            cell("B1", "Qiymət")
        );
        let table = read(&workbook("A1:B3", &rows, &[])).unwrap();
        assert_eq!(table.heads, ["Kod", "Qiymət"]);
        assert_eq!(table.rows, [(3, vec![String::new(), "1249.5".to_owned()])]);
    }

    #[test]
    fn refuses_bombs_and_other_archives() {
        let heads = format!("<row r=\"1\">{}</row>", cell("A1", "Kod"));
        let far = format!("<row r=\"1048576\">{}</row>", cell("XFD1048576", "x"));
        let zeros = vec![0; usize::try_from(MAX_UNPACKED).unwrap() + 1];
        let bomb = workbook("A1", &heads, &[("xl/media/zeros.bin", zeros)]);
        assert!(bomb.len() < 1_000_000, "{}", bomb.len());
        let broken = workbook("A1", "<row", &[]);
        let mut other = ZipWriter::new(Cursor::new(Vec::new()));
        other.start_file("a.txt", SimpleFileOptions::default()).unwrap();
        let other = other.finish().unwrap().into_inner();
        for (file, expected) in [
            (bomb, FileError::TooLarge),
            (
                workbook("A1:XFD1048576", &(heads.clone() + &far), &[]),
                FileError::TooLarge,
            ),
            (workbook("A1:XFD1048576", &heads, &[]), FileError::Empty),
            (broken, FileError::Broken(1)),
            (other, FileError::Type),
            (b"PK\x03\x04garbage".to_vec(), FileError::Broken(1)),
        ] {
            assert_eq!(read(&file).unwrap_err(), expected);
        }
    }
}
