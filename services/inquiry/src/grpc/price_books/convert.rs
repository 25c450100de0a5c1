//! Conversion of price books to messages.

use kit::{
    convert::timestamp,
    failure::Failure,
    validation::{FieldErrors, INVALID, OUT_OF_RANGE, REQUIRED},
};
use proto::inquiry::v1 as wire;
use rules::{BookError, BookErrors, Cell, PriceBook};
use time::OffsetDateTime;

use crate::price_book::{Head, Published, Record};

impl From<Head> for wire::PriceBookRow {
    fn from(head: Head) -> Self {
        Self {
            version: head.version.into(),
            state: head.state.name().to_owned(),
            valid_from: head.valid_from.map(timestamp),
            published_by: head.published_by.unwrap_or_default(),
            published_at: head.published_at.map(timestamp),
            changed_by: head.changed_by.unwrap_or_default(),
            changed_at: Some(timestamp(head.changed_at)),
            record_version: head.record_version,
        }
    }
}

impl From<Record> for wire::PriceBook {
    fn from(
        Record {
            head, book, rates, ..
        }: Record,
    ) -> Self {
        let published = |rates| Published {
            version: head.version,
            rates,
            valid_from: head.valid_from.unwrap_or(OffsetDateTime::UNIX_EPOCH),
        };
        let rates = rates.map(|rates| wire::Rates {
            valid_from: head.valid_from.map(timestamp),
            ..published(rates).into()
        });
        Self {
            rules: book.rules.into(),
            cells: cells(&book),
            rates,
            row: Some(head.into()),
        }
    }
}

fn cells(book: &PriceBook) -> Vec<wire::PriceBookCell> {
    let cells = Cell::all().into_iter().map(|cell| wire::PriceBookCell {
        name: cell.name(),
        numbers: cell.get(book),
    });
    cells.filter(|cell| !cell.numbers.is_empty()).collect()
}

/// Returns the failure of a book that cannot be published, with all reasons.
pub(super) fn unpublishable(errors: &BookErrors) -> Failure {
    let mut fields = FieldErrors::default();
    for error in errors.reasons() {
        let key = match error {
            BookError::Missing(_) => REQUIRED,
            BookError::Unknown(_) => INVALID,
            BookError::SheetTooSmall(_) => "PRICE_BOOK.SHEET_TOO_SMALL",
            BookError::OutOfRange(_) | BookError::UnknownRules => OUT_OF_RANGE,
        };
        fields.push(error.path(), key);
    }
    fields.into()
}
