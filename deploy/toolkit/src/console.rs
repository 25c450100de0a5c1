//! Output for the person at the terminal.

/// Prints one line to standard output.
#[expect(
    clippy::print_stdout,
    reason = "the commands' output is for a person at a terminal"
)]
pub fn print_status(line: &str) {
    println!("{line}");
}

/// Prints an error to standard error.
pub fn print_error(line: &str) {
    eprintln!("error: {line}");
}

/// Formats rows as aligned columns. The first row is the heading.
pub fn format_table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<_> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row
            .iter()
            .zip(&widths)
            .map(|(cell, width)| format!("{cell:<width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aligns_columns_by_characters_in_every_alphabet() {
        let rows = [["Number", "Name"], ["7", "Şkaf"], ["1000000", "Шкаф"]];
        let rows: Vec<Vec<String>> = rows.map(|row| row.map(str::to_owned).to_vec()).to_vec();
        assert_eq!(format_table(&rows), "Number   Name\n7        Şkaf\n1000000  Шкаф");
    }
}
