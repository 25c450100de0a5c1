//! Reading of CSV in the encodings and with the separators that spreadsheets and shops write.

use csv::{ReaderBuilder, StringRecord};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1251};
use kit::vocabulary::catalog::ImportFormat;

use super::table::{FileError, Rows, Table};

/// Separators, the most common first.
pub(crate) const SEPARATORS: [char; 3] = [';', ',', '\t'];

/// Reads a file; without a chosen separator, with the one that its first line names or that is most frequent in the heads.
pub(super) fn read(file: &[u8], chosen: Option<char>) -> Result<Table, FileError> {
    let mut text = decode(file)?;
    let line_break = if text.contains("\r\n") { "\r\n" } else { "\n" };
    if !text.ends_with('\n') {
        text.push_str(line_break);
    }
    // Excel names the separator in a line before the heads.
    let (separator, text) = match text.strip_prefix("sep=").and_then(|rest| {
        let (separator, rest) = rest.split_once('\n')?;
        let separator = separator.trim_end_matches('\r').chars().next()?;
        SEPARATORS.contains(&separator).then_some((separator, rest))
    }) {
        Some(named) => named,
        None => (separator(&text), text.as_str()),
    };
    let separator = chosen.unwrap_or(separator);
    let mut reader = ReaderBuilder::new()
        .delimiter(u8::try_from(separator).unwrap_or(b';'))
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let is_unclosed = text.matches('"').count() % 2 == 1;
    let (mut rows, mut last) = (Rows::default(), (0, false));
    let mut record = StringRecord::new();
    // The reader skips blank lines, which spreadsheets count as rows. It takes the end of `\r\n` with the next record.
    let mut line = u64::from(line_break == "\n");
    while reader
        .read_record(&mut record)
        .map_err(|_| FileError::Broken(last.0 + 1))?
    {
        let breaks: usize = record.iter().map(|cell| cell.matches('\n').count()).sum();
        let end = reader.position().line();
        let own = u64::try_from(breaks).unwrap_or(u64::MAX).saturating_add(1);
        let blank = (end - line).saturating_sub(own);
        line = end;
        let number = last.0 + 1 + i64::try_from(blank).unwrap_or_default();
        last = (number, breaks > 0);
        rows.push(number, record.iter().map(str::to_owned).collect())?;
    }
    // An unclosed quote takes all that follows for one cell.
    if let (number, true) = last
        && is_unclosed
    {
        return Err(FileError::Broken(number));
    }
    rows.into_table(ImportFormat::Csv, Some(separator))
}

/// Decodes UTF-8, UTF-16 and Windows-1251.
fn decode(file: &[u8]) -> Result<String, FileError> {
    let encoding = match Encoding::for_bom(file) {
        Some((encoding, _)) => encoding,
        None => guess(file),
    };
    let (text, _, has_errors) = encoding.decode(file);
    let is_text = |character: char| !character.is_control() || matches!(character, '\n' | '\r' | '\t');
    if has_errors || !text.chars().all(is_text) {
        return Err(FileError::Type);
    }
    Ok(text.into_owned())
}

/// Returns the encoding of a file without a mark. In UTF-16, one byte of most characters of a head is 0.
fn guess(file: &[u8]) -> &'static Encoding {
    let zeros = |place: usize| {
        let bytes = file.iter().take(1_000).skip(place).step_by(2);
        bytes.filter(|byte| **byte == 0).count()
    };
    let (even, odd) = (zeros(0), zeros(1));
    let half = file.len().min(1_000) / 2;
    if odd > half / 2 && even == 0 {
        UTF_16LE
    } else if even > half / 2 && odd == 0 {
        UTF_16BE
    } else if std::str::from_utf8(file).is_ok() {
        UTF_8
    } else {
        WINDOWS_1251
    }
}

/// Returns the separator that is most frequent in the heads.
fn separator(text: &str) -> char {
    let mut is_quoted = false;
    let mut counts = SEPARATORS.map(|separator| (0, separator));
    for character in text.trim_start().chars() {
        match character {
            '"' => is_quoted = !is_quoted,
            '\n' if !is_quoted => break,
            _ if !is_quoted => {
                for (count, separator) in &mut counts {
                    *count += usize::from(*separator == character);
                }
            }
            _ => {}
        }
    }
    // Of equals the first.
    let most = counts.iter().rev().max_by_key(|(count, _)| *count);
    most.map_or(';', |(_, separator)| *separator)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rows(file: &[u8]) -> Result<Vec<Vec<String>>, FileError> {
        let table = read(file, None)?;
        let rows = table.rows.into_iter().map(|(_, cells)| cells);
        Ok([table.heads].into_iter().chain(rows).collect())
    }

    fn utf16(text: &str, is_little: bool) -> Vec<u8> {
        let units = text.encode_utf16();
        units
            .flat_map(|unit| {
                if is_little {
                    unit.to_le_bytes()
                } else {
                    unit.to_be_bytes()
                }
            })
            .collect()
    }

    #[test]
    fn reads_encodings_and_separators() {
        let expected = vec![
            vec!["Код".to_owned(), "Имя".to_owned()],
            vec!["SK-1".to_owned(), "Шкаф; \"A\"\nB".to_owned()],
        ];
        for separator in [';', ',', '\t'] {
            let text = format!("Код{separator}Имя\r\nSK-1{separator}\"Шкаф; \"\"A\"\"\nB\"\r\n");
            let (cyrillic, _, _) = WINDOWS_1251.encode(&text);
            let files = [
                text.clone().into_bytes(),
                format!("\u{feff}{text}").into_bytes(),
                utf16(&format!("\u{feff}{text}"), true),
                utf16(&format!("\u{feff}{text}"), false),
                cyrillic.into_owned(),
                format!("sep={separator}\r\n{text}").into_bytes(),
            ];
            for file in files {
                assert_eq!(rows(&file).unwrap(), expected, "{separator:?} {file:?}");
                assert_eq!(read(&file, None).unwrap().separator, Some(separator));
            }
        }
        let latin = "Code;Name\r\nSK-1;Oak\r\n";
        for is_little in [true, false] {
            assert_eq!(rows(&utf16(latin, is_little)), rows(latin.as_bytes()));
        }
    }

    #[test]
    fn blank_lines_are_rows_as_in_a_spreadsheet() {
        for (file, heads, numbers) in [
            ("a;b\n1;2\n\n\n3;4\n5;6", ["a", "b"], vec![2, 5, 6]),
            ("a;b\r\n1;2\r\n\r\n\r\n3;4\r\n5;6\r\n", ["a", "b"], vec![2, 5, 6]),
            ("\r\n\r\na;b\r\n1;2\r\n", ["a", "b"], vec![4]),
            ("\n\na;b\n;\n1;\"x\ny\n\"\n\n3;4", ["a", "b"], vec![5, 7]),
        ] {
            let table = read(file.as_bytes(), None).unwrap();
            assert_eq!(table.heads, heads, "{file:?}");
            let found: Vec<_> = table.rows.iter().map(|(number, _)| *number).collect();
            assert_eq!(found, numbers, "{file:?}");
        }
    }

    #[test]
    fn a_chosen_separator_stands_above_the_guess() {
        let file = b"Kod;Ad, az, tam\nA;1,5, 2, 3\n";
        assert_eq!(read(file, None).unwrap_err(), FileError::Broken(2));
        let table = read(file, Some(';')).unwrap();
        assert_eq!((table.separator, &table.heads[1][..]), (Some(';'), "Ad, az, tam"));
    }

    #[test]
    fn refuses_what_is_no_table_and_names_the_broken_row() {
        let many = "a;b\n".repeat(20_002);
        let wide = vec!["a"; 201].join(";");
        for (file, expected) in [
            (&b"\x89PNG\r\n\x1a\n\0\0"[..], FileError::Type),
            (b"%PDF-1.7\x01", FileError::Type),
            (b"", FileError::Empty),
            (b"\r\n\r\n", FileError::Empty),
            (b"code;name\r\n", FileError::Empty),
            (b"code;name\nA;x\nB;y;z\n", FileError::Broken(3)),
            (b"code;name\nA;x\nB;\"y\nC;z\n", FileError::Broken(3)),
            (many.as_bytes(), FileError::TooLarge),
            (wide.as_bytes(), FileError::TooLarge),
        ] {
            assert_eq!(
                rows(file).unwrap_err(),
                expected,
                "{:?}",
                &file[..file.len().min(30)]
            );
        }
        // Short rows and quotes within cells are as spreadsheets write them.
        let table = rows(b"code;name;size\nA;5\" wide\n\nB\n").unwrap();
        assert_eq!(table[1], ["A", "5\" wide", ""]);
        assert_eq!(table[2], ["B", "", ""]);
    }

    proptest! {
        #[test]
        fn reads_what_is_written(
            cells in prop::collection::vec(prop::collection::vec("[a'=+@;,\"\n\tə0-9. -]{0,6}", 3), 1..6),
            separator in prop::sample::select(vec![';', ',', '\t']),
        ) {
            let mut text = kit::csv::BOM.to_owned() + &kit::csv::row(["head", "b", "c"], separator);
            for row in &cells {
                text += &kit::csv::row(row.iter().map(String::as_str), separator);
            }
            // A guarded cell is not blank.
            let is_blank = |cell: &String| cell.trim().is_empty() && !cell.starts_with('\t');
            let written: Vec<_> = cells.iter().filter(|row| !row.iter().all(is_blank)).collect();
            match rows(text.as_bytes()) {
                Ok(read) => {
                    prop_assert_eq!(read.len() - 1, written.len());
                    for (read, written) in read[1..].iter().zip(written) {
                        for (read, written) in read.iter().zip(written) {
                            let read = kit::csv::unguard(read);
                            // Trailing blank cells of a row are dropped.
                            prop_assert!(read == written || (read.is_empty() && written.trim().is_empty()));
                        }
                    }
                }
                Err(error) => prop_assert!(written.is_empty(), "{:?}", error),
            }
        }
    }
}
