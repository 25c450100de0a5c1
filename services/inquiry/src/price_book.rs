//! Price books of designs.

use std::{path::Path, sync::Arc};

use anyhow::Context as _;
use kit::vocabulary::inquiry::PriceBookState;
use rules::{PriceBook, Rates};
use time::OffsetDateTime;

/// The book of a shop that has published none: made up, and marked as such.
const MADE_UP: &str = rules::MADE_UP_PRICE_BOOK;

/// A published price book.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Published {
    /// Version of the price book.
    pub(crate) version: u16,
    pub(crate) rates: Rates,
    /// Time from which it is in force.
    pub(crate) valid_from: OffsetDateTime,
}

/// A price book as the desk reads it, with its costs.
#[derive(Debug, Clone)]
pub(crate) struct Record {
    pub(crate) head: Head,
    pub(crate) book: PriceBook,
    /// `None` for a draft that cannot be published as it is.
    pub(crate) rates: Option<Rates>,
}

/// A price book without its costs.
#[derive(Debug, Clone)]
pub(crate) struct Head {
    /// Version of the price book.
    pub(crate) version: u16,
    pub(crate) state: PriceBookState,
    /// Time from which it is in force; `None` for a draft.
    pub(crate) valid_from: Option<OffsetDateTime>,
    /// Staff UUID or `operator`; `None` for a draft and the shop's first book.
    pub(crate) published_by: Option<String>,
    pub(crate) published_at: Option<OffsetDateTime>,
    /// Staff UUID or `operator`; `None` for the shop's first book.
    pub(crate) changed_by: Option<String>,
    pub(crate) changed_at: OffsetDateTime,
    /// Version of the record.
    pub(crate) record_version: i64,
}

/// The book of an empty database, with its rates.
#[derive(Debug, Clone)]
pub(crate) struct FirstBook(Arc<First>);

#[derive(Debug)]
struct First {
    book: PriceBook,
    rates: Rates,
}

impl FirstBook {
    /// Reads the book of a file, or the one that is made up.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, or is no complete price book.
    pub(crate) fn read(file: Option<&Path>) -> anyhow::Result<Self> {
        let text = match file {
            Some(file) => std::fs::read_to_string(file)
                .with_context(|| format!("cannot read the price book {}", file.display()))?,
            None => MADE_UP.to_owned(),
        };
        Self::parse(&text).context("RULES_PRICE_BOOK is no complete price book")
    }

    fn parse(text: &str) -> anyhow::Result<Self> {
        let book: PriceBook = serde_json::from_str(text)?;
        let rates = book.rates()?;
        Ok(Self(Arc::new(First { book, rates })))
    }

    /// Returns the book.
    pub(crate) fn book(&self) -> &PriceBook {
        &self.0.book
    }

    /// Returns its rates.
    pub(crate) fn rates(&self) -> &Rates {
        &self.0.rates
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_must_be_a_complete_book() {
        assert!(FirstBook::read(None).is_ok());
        assert!(FirstBook::read(Some(Path::new("/nowhere/book.json"))).is_err());
        let mut book: serde_json::Value = serde_json::from_str(MADE_UP).unwrap();
        book["fittings"].as_object_mut().unwrap().remove("pin").unwrap();
        assert!(FirstBook::parse(&book.to_string()).is_err());
    }
}
