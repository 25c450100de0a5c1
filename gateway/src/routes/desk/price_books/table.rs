//! A price book as a table for spreadsheets: a row for each cost and share, with waste and sheet of its board beside it.

use std::collections::BTreeMap;

use kit::{
    domain::Language,
    failure::Failure,
    validation::{INVALID, OUT_OF_RANGE},
};
use proto::inquiry::v1::PriceBookCell;
use rules::{Cell, Unit, words};

use super::cells::{checked, qepik};
use crate::convert;

/// Separator of the cells of a written file; a pasted one may have tabs.
const SEPARATOR: char = ';';

/// Most wrong rows that are named.
const MAX_WRONG: usize = 100;

/// Message key of a row that has another waste or sheet than a row of the same board above it.
const ROWS_DIFFER: &str = "PRICE_BOOK.ROWS_DIFFER";

/// Position of the key of a row.
const KEY: usize = 0;

/// Position of the cost or share.
const COST: usize = 2;

/// Position of the waste of the row's board.
const WASTE: usize = 3;

/// Position of the sheet of the row's board.
const SHEET: usize = 4;

/// Maximum length of an unknown key in a refusal.
const MAX_NAME: usize = 80;

/// A cell that cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Wrong {
    /// Line in the file, from 1.
    pub(super) row: u64,
    /// Name of the cell; the key of the row if it has no such cell.
    pub(super) name: String,
    /// Message key.
    pub(super) error: &'static str,
}

/// A table that was read.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// Cells by name, of those that the file has.
    pub(super) cells: BTreeMap<String, Vec<i64>>,
    pub(super) wrong: Vec<Wrong>,
}

/// Writes the cells of a book.
pub(super) fn write(cells: &[PriceBookCell], language: Language) -> String {
    let numbers: BTreeMap<_, _> = cells
        .iter()
        .map(|cell| (cell.name.as_str(), cell.numbers.as_slice()))
        .collect();
    let text = |cell: Cell| {
        let numbers = numbers.get(cell.name().as_str()).copied().unwrap_or_default();
        let numbers = numbers.iter().map(|number| written(cell, *number, language));
        numbers.collect::<Vec<_>>().join(" × ")
    };
    let heads = match language {
        Language::Az => ["Açar", "Ad", "Qiymət, AZN və ya %", "İtki, %", "Vərəq, mm"],
        Language::Ru => ["Ключ", "Название", "Цена, AZN или %", "Отход, %", "Лист, мм"],
        Language::En => ["Key", "Name", "Cost, AZN or %", "Waste, %", "Sheet, mm"],
    };
    let mut file = kit::csv::BOM.to_owned() + &kit::csv::row(heads, SEPARATOR);
    for cell in Cell::all() {
        let (waste, sheet) = match cell {
            Cell::Sheet(_) | Cell::Waste(_) => continue,
            Cell::Finish(board, _) => (text(Cell::Waste(board)), text(Cell::Sheet(board))),
            _ => (String::new(), String::new()),
        };
        let name = words::cell(cell, convert::rules_language(language));
        let row = [cell.name(), name, text(cell), waste, sheet];
        file.push_str(&kit::csv::row(row.iter().map(String::as_str), SEPARATOR));
    }
    file
}

fn written(cell: Cell, number: i64, language: Language) -> String {
    if cell.unit() != Unit::Qepik {
        return number.to_string();
    }
    let (whole, rest) = (number / 100, number % 100);
    let comma = match language {
        Language::Az | Language::Ru => ',',
        Language::En => '.',
    };
    format!("{whole}{comma}{rest:02}")
}

/// Reads a table with or without heads, whose names are ignored. An empty cell leaves the book as it is.
///
/// # Errors
///
/// Fails if no row has the key of a price.
pub(super) fn read(file: &[u8]) -> Result<Table, Failure> {
    let text = String::from_utf8_lossy(file);
    // The reader counts lines by `\n`, and stops at `\r` before it.
    let text = text.trim_start_matches(kit::csv::BOM).replace("\r\n", "\n");
    let first = text.lines().next().unwrap_or_default();
    let separator = if first.contains(SEPARATOR) { b';' } else { b'\t' };
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut table = Table::default();
    for (index, record) in reader.records().enumerate() {
        let Ok(record) = record else { break };
        let line = record.position().map_or(1, csv::Position::line);
        let text = |position| kit::csv::unguard(record.get(position).unwrap_or_default().trim());
        let known = match Cell::find(text(KEY)) {
            Some(Cell::Sheet(_) | Cell::Waste(_)) | None => None,
            known => known,
        };
        let is_empty = record.iter().all(|text| text.trim().is_empty());
        match known {
            Some(cell) => table.read_row(line, cell, [text(COST), text(WASTE), text(SHEET)]),
            None if index == 0 || is_empty => {}
            None => table.wrong.push(Wrong {
                row: line,
                name: text(KEY).chars().take(MAX_NAME).collect(),
                error: INVALID,
            }),
        }
        if table.wrong.len() >= MAX_WRONG {
            break;
        }
    }
    if table.cells.is_empty() {
        return Err(Failure::invalid_field("file", INVALID));
    }
    Ok(table)
}

impl Table {
    fn read_row(&mut self, row: u64, cell: Cell, [cost, waste, sheet]: [&str; 3]) {
        let mut texts = vec![(cell, cost)];
        if let Cell::Finish(board, _) = cell {
            texts.extend([(Cell::Waste(board), waste), (Cell::Sheet(board), sheet)]);
        } else if !(waste.is_empty() && sheet.is_empty()) {
            let name = cell.name();
            self.wrong.push(Wrong {
                row,
                name,
                error: INVALID,
            });
        }
        for (cell, text) in texts {
            if text.is_empty() {
                continue;
            }
            let name = cell.name();
            let numbers = parse(cell, text).and_then(|numbers| checked(cell, numbers));
            let error = match (numbers, self.cells.get(&name)) {
                (Err(error), _) => error,
                (Ok(numbers), Some(before)) if *before != numbers => ROWS_DIFFER,
                (Ok(numbers), _) => {
                    self.cells.insert(name, numbers);
                    continue;
                }
            };
            self.wrong.push(Wrong { row, name, error });
        }
    }
}

/// Reads the numbers of a cell. Spreadsheets write spaces between thousands, and either decimal sign.
fn parse(cell: Cell, text: &str) -> Result<Vec<i64>, &'static str> {
    let whole = |text: &str| text.parse::<i64>().map_err(|_| INVALID);
    match cell.unit() {
        Unit::Millimetres => {
            let sides = text.split(|character: char| !character.is_ascii_digit());
            let sides = sides.filter(|side| !side.is_empty());
            sides.map(|side| side.parse().map_err(|_| OUT_OF_RANGE)).collect()
        }
        Unit::Percent => Ok(vec![whole(text.trim_end_matches('%').trim_end())?]),
        Unit::Qepik => {
            let text: String = text
                .chars()
                .filter(|character| !character.is_whitespace())
                .collect();
            let number = text.replace(',', ".").parse().map_err(|_| INVALID)?;
            Ok(vec![qepik(&number)?])
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::PriceBook;

    use super::*;

    fn book() -> PriceBook {
        serde_json::from_str(rules::MADE_UP_PRICE_BOOK).unwrap()
    }

    fn cells(book: &PriceBook) -> Vec<PriceBookCell> {
        let cells = Cell::all().into_iter().map(|cell| PriceBookCell {
            name: cell.name(),
            numbers: cell.get(book),
        });
        cells.collect()
    }

    #[test]
    fn a_written_book_is_read_whole_in_each_language() {
        let cells = cells(&book());
        for language in [Language::Az, Language::Ru, Language::En] {
            let table = read(write(&cells, language).as_bytes()).unwrap();
            assert_eq!(table.wrong, []);
            let read: Vec<_> = table.cells.iter().collect();
            let mut expected: Vec<_> = cells.iter().map(|cell| (&cell.name, &cell.numbers)).collect();
            expected.sort();
            assert_eq!(read, expected, "{language}");
        }
        let az = write(&cells, Language::Az);
        let row = "boards.wood19.perM2.oak;Şponlanmış lövhə, 19 mm: palıd;41,00;25;2800 × 2070\r\n";
        assert!(az.contains(row), "{az}");
        assert!(write(&cells, Language::En).contains("fittings.pin;Shelf pin;0.09;;\r\n"));
    }

    #[test]
    fn wrong_rows_are_named_and_the_others_read() {
        let text = "Açar;Ad;Qiymət;İtki;Vərəq\r\nwork.part;;2,10\r\nwork.drawing;;1\r\n;;;;\r\nwork.door;;x;5\r\n\
                    boards.lam18.perM2.white;;14.50;18;2800x2070\r\nboards.lam18.perM2.sand;;1 650,00;19;2800 × 2070\r\n\
                    fittings.pin;;;;\r\nvatPercent;;31 %\r\nboards.lam18.wastePercent;;18\r\n";
        let table = read(text.as_bytes()).unwrap();
        let wrong: Vec<_> = table
            .wrong
            .iter()
            .map(|wrong| (wrong.row, wrong.name.as_str(), wrong.error))
            .collect();
        assert_eq!(
            wrong,
            [
                (3, "work.drawing", INVALID),
                (5, "work.door", INVALID),
                (5, "work.door", INVALID),
                (7, "boards.lam18.perM2.sand", OUT_OF_RANGE),
                (7, "boards.lam18.wastePercent", ROWS_DIFFER),
                (9, "vatPercent", OUT_OF_RANGE),
                (10, "boards.lam18.wastePercent", INVALID),
            ]
        );
        assert_eq!(table.cells["work.part"], [210]);
        assert_eq!(table.cells["boards.lam18.perM2.white"], [1_450]);
        assert_eq!(table.cells["boards.lam18.sheetMm"], [2_800, 2_070]);
        assert!(!table.cells.contains_key("fittings.pin"));
    }

    #[test]
    fn pasted_rows_have_tabs_and_other_files_are_refused() {
        let table = read("work.part\t\t2,10\nwork.door\t\t7".as_bytes()).unwrap();
        assert_eq!(table.cells["work.door"], [700]);
        for other in [&b"PK\x03\x04\xff\xfe"[..], b"", b"a,b,c\n1,2,3\n", b"work.part"] {
            assert_eq!(
                read(other).unwrap_err().fields,
                [("file".to_owned(), INVALID.to_owned())]
            );
        }
    }
}
