//! What a person reads at the terminal.

/// Says one line.
#[expect(clippy::print_stdout, reason = "the runner speaks to a person at a terminal")]
pub(crate) fn say(line: &str) {
    println!("{line}");
}

/// Says what went wrong.
pub(crate) fn complain(line: &str) {
    eprintln!("error: {line}");
}

/// Lines up columns: the first row is the heading.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
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
    fn columns_line_up_whatever_the_alphabet() {
        let rows = [["Number", "Name"], ["7", "Şkaf"], ["1000000", "Шкаф"]];
        let rows: Vec<Vec<String>> = rows.map(|row| row.map(str::to_owned).to_vec()).to_vec();
        assert_eq!(table(&rows), "Number   Name\n7        Şkaf\n1000000  Шкаф");
    }
}
