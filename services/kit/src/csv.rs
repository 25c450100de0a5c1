//! Writing of tables as CSV for spreadsheets.
//!
//! A spreadsheet takes a cell that begins with `=`, `+`, `-`, `@` or a tab for a formula. Such a cell gets a leading `'`, and so
//! does a cell that already has one before such a sign: [`unguard`] returns exactly the text that was written.

/// The mark by which programs recognize UTF-8.
pub const BOM: &str = "\u{feff}";

/// Returns a row with its line end.
pub fn row<'a>(cells: impl IntoIterator<Item = &'a str>, separator: char) -> String {
    let mut row = String::new();
    for (index, cell) in cells.into_iter().enumerate() {
        if index > 0 {
            row.push(separator);
        }
        push(&mut row, cell, separator);
    }
    row.push_str("\r\n");
    row
}

fn push(row: &mut String, cell: &str, separator: char) {
    let guard = if is_guarded(cell) && !is_number(cell) {
        "'"
    } else {
        ""
    };
    let is_quoted = cell.contains([separator, '"', '\n', '\r']);
    if !is_quoted {
        row.push_str(guard);
        row.push_str(cell);
        return;
    }
    row.push('"');
    row.push_str(guard);
    row.push_str(&cell.replace('"', "\"\""));
    row.push('"');
}

/// Returns the text of a cell without the `'` that [`row`] wrote before it.
pub fn unguard(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(rest) if is_guarded(rest) => rest,
        _ => cell,
    }
}

/// Whether a cell begins with a sign of a formula, also after any number of `'`.
fn is_guarded(cell: &str) -> bool {
    cell.trim_start_matches('\'')
        .starts_with(['=', '+', '-', '@', '\t'])
}

/// Whether a cell is a negative number.
fn is_number(cell: &str) -> bool {
    let Some(digits) = cell.strip_prefix('-') else {
        return false;
    };
    digits.starts_with(|first: char| first.is_ascii_digit())
        && digits
            .chars()
            .all(|character| character.is_ascii_digit() || matches!(character, '.' | ','))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guards_formulas_but_not_negative_numbers() {
        for (cell, written) in [
            ("=1+1", "'=1+1"),
            ("+994", "'+994"),
            ("@sum", "'@sum"),
            ("\tx", "'\tx"),
            ("-12,5", "-12,5"),
            ("-12+3", "'-12+3"),
            ("-", "'-"),
            ("'=1", "''=1"),
            ("'quoted'", "'quoted'"),
            ("ə ğ İ ж", "ə ğ İ ж"),
            ("a;\"b\"\nc", "\"a;\"\"b\"\"\nc\""),
            ("=\"a\"", "\"'=\"\"a\"\"\""),
        ] {
            assert_eq!(row([cell], ';'), format!("{written}\r\n"), "{cell}");
        }
        assert_eq!(row(["a", "", "b"], ','), "a,,b\r\n");
    }

    #[test]
    fn unguards_only_what_was_guarded() {
        for (written, cell) in [
            ("'=1", "=1"),
            ("''=1", "'=1"),
            ("'a", "'a"),
            ("-5", "-5"),
            ("", ""),
        ] {
            assert_eq!(unguard(written), cell);
        }
    }
}
