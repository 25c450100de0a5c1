//! Price books of designs.

use std::{path::Path, sync::Arc};

use anyhow::Context as _;
use kit::{
    caller::{Actor, OPERATOR},
    change::Effect,
    domain::InvalidId,
    vocabulary::inquiry::PriceBookState,
};
use rules::{PriceBook, Rates};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
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
    /// Changes of a draft without an entry in the audit log.
    pub(crate) unaudited: Option<Unaudited>,
}

/// Time in which the changes of one person get one entry in the audit log, in seconds.
pub(crate) const AUDIT_WINDOW: i64 = 600;

/// Changes of a draft by one person, which get one entry in the audit log. The log only grows, so they wait beside the draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Unaudited {
    /// Staff UUID or `operator`.
    by: String,
    /// Unix time of the first change, in seconds.
    since: i64,
    /// Old and new numbers by cell.
    cells: Map<String, Value>,
}

impl Unaudited {
    /// Adds changes at a Unix time to those of before. Returns the changes that wait, and those whose entry is due.
    pub(crate) fn add(
        before: Option<Self>,
        actor: &Actor,
        now: i64,
        cells: Map<String, Value>,
    ) -> (Option<Self>, Option<Self>) {
        let by = actor.to_string();
        match before {
            Some(before) if before.by == by && now < before.since + AUDIT_WINDOW => {
                let cells = merge(before.cells, cells);
                let waiting = Self { cells, ..before };
                ((!waiting.cells.is_empty()).then_some(waiting), None)
            }
            before => {
                let since = now;
                (Some(Self { by, since, cells }), before)
            }
        }
    }

    /// Returns the entry in the audit log for the draft of this version.
    ///
    /// # Errors
    ///
    /// Fails if the author is neither a user nor the operator.
    pub(crate) fn effect(self, version: u16) -> Result<Effect, InvalidId> {
        let by = if self.by == OPERATOR { "" } else { &self.by };
        let actor = Actor::owner(by)?;
        Ok(Effect::audited(
            &actor,
            "UpdatePriceBook",
            version.to_string(),
            self.cells.into(),
        ))
    }
}

/// Joins changes of cells: the first old number and the last new one. A cell that got its old number back is no change.
fn merge(mut cells: Map<String, Value>, later: Map<String, Value>) -> Map<String, Value> {
    for (name, change) in later {
        let change = match cells.get(&name) {
            Some(first) => json!([first.get(0), change.get(1)]),
            None => change,
        };
        if change.get(0) == change.get(1) {
            cells.remove(&name);
        } else {
            cells.insert(name, change);
        }
    }
    cells
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

    fn cells(changes: &Value) -> Map<String, Value> {
        changes.as_object().unwrap().clone()
    }

    #[test]
    fn changes_of_one_person_within_ten_minutes_are_one_entry() {
        let (one, other) = (
            Actor::Operator,
            Actor::owner("01936b2e-7c00-7000-8000-000000000501").unwrap(),
        );
        let add =
            |before, actor: &Actor, now, changes: Value| Unaudited::add(before, actor, now, cells(&changes));
        let (waiting, due) = add(
            None,
            &one,
            0,
            json!({"work.part": [190, 200], "work.door": [650, 660]}),
        );
        assert_eq!(due, None);
        let (waiting, due) = add(
            waiting,
            &one,
            599,
            json!({"work.part": [200, 210], "work.door": [660, 650], "vatPercent": [18, 20]}),
        );
        let expected = Unaudited {
            by: "operator".to_owned(),
            since: 0,
            cells: cells(&json!({"work.part": [190, 210], "vatPercent": [18, 20]})),
        };
        assert_eq!((waiting.as_ref(), due), (Some(&expected), None));
        for (actor, now) in [(&other, 1), (&one, 600)] {
            let (later, due) = add(waiting.clone(), actor, now, json!({"bandPercent": [8, 9]}));
            assert_eq!(due.as_ref(), Some(&expected));
            assert_eq!(later.unwrap().cells, cells(&json!({"bandPercent": [8, 9]})));
        }
        let (waiting, due) = add(
            waiting,
            &one,
            2,
            json!({"work.part": [210, 190], "vatPercent": [20, 18]}),
        );
        assert_eq!((waiting, due), (None, None));
    }

    #[test]
    fn a_file_must_be_a_complete_book() {
        assert!(FirstBook::read(None).is_ok());
        assert!(FirstBook::read(Some(Path::new("/nowhere/book.json"))).is_err());
        let mut book: serde_json::Value = serde_json::from_str(MADE_UP).unwrap();
        book["fittings"].as_object_mut().unwrap().remove("pin").unwrap();
        assert!(FirstBook::parse(&book.to_string()).is_err());
    }
}
