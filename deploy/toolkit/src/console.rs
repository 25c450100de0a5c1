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

/// Formats rows as aligned columns below a heading.
pub fn format_table<const N: usize>(
    heading: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
) -> String {
    let heading = std::iter::once(heading.map(str::to_owned));
    align_columns(&heading.chain(rows).collect::<Vec<_>>())
}

/// Formats rows as aligned columns.
pub fn align_columns<const N: usize>(rows: &[[String; N]]) -> String {
    let width = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<_> = (0..N).map(width).collect();
    let line = |row: &[String; N]| {
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
        let rows = [["7", "Şkaf"], ["1000000", "Шкаф"]].map(|row| row.map(str::to_owned));
        assert_eq!(
            format_table(["Number", "Name"], rows),
            "Number   Name\n7        Şkaf\n1000000  Шкаф"
        );
    }
}
