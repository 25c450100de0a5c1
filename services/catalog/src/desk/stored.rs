//! Stored fields of a changed product, and the cause of the change.

use kit::{caller::Actor, domain::ProductId, vocabulary::catalog::StockReason};
use time::OffsetDateTime;

use super::{FieldChanges, Fields, SourceChanges};

/// Author, time and stock reason of a change of a product.
#[derive(Debug)]
pub(crate) struct Cause {
    /// Empty = the system.
    pub(crate) author: String,
    pub(crate) at: OffsetDateTime,
    pub(crate) stock_reason: StockReason,
    pub(crate) text: String,
}

impl Cause {
    /// A change by a member of the staff or the operator that sets the stock, if it changes it.
    pub(crate) fn staff(actor: &Actor) -> Self {
        Self {
            author: actor.to_string(),
            ..Self::system()
        }
    }

    /// A change by an import that sets the stock to the number that was counted.
    pub(crate) fn import(author: &str, name: &str) -> Self {
        Self {
            author: author.to_owned(),
            stock_reason: StockReason::Counted,
            text: name.chars().take(200).collect(),
            ..Self::system()
        }
    }

    /// A change by the system.
    pub(crate) fn system() -> Self {
        Self {
            author: String::new(),
            at: kit::clock::now(),
            stock_reason: StockReason::Set,
            text: String::new(),
        }
    }
}

/// All that is stored of a changed product.
pub(crate) struct Stored {
    pub(crate) id: ProductId,
    pub(crate) fields: Fields,
    pub(crate) due: Option<OffsetDateTime>,
    pub(crate) version: i64,
    pub(crate) changed_by: String,
    pub(crate) changed_at: OffsetDateTime,
    pub(crate) changes: FieldChanges,
    pub(crate) sources: SourceChanges,
}
