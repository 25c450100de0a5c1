//! Bodies that the calls of several kinds of records share.

use std::collections::BTreeMap;

use kit::{failure::Failure, validation::FieldErrors};

use crate::extract::{Input, Optional};

/// Change of the assignee.
#[request]
#[derive(Debug)]
pub(super) struct AssigneeChange {
    /// UUID of the assignee that the caller saw; `null` = unassigned.
    from: Optional<String>,
    /// UUID of the new assignee; `null` = unassigned.
    to: Optional<String>,
}

impl AssigneeChange {
    /// Returns the present and the new assignee; empty = unassigned.
    ///
    /// # Errors
    ///
    /// Fails if a field has another type.
    pub(super) fn parse(self) -> Result<(String, String), Failure> {
        let mut errors = FieldErrors::default();
        let ids = (
            self.from.text(&mut errors, "from"),
            self.to.text(&mut errors, "to"),
        );
        errors.finish(Some(ids))
    }
}

/// Note for the timeline of a record.
#[request]
#[derive(Debug)]
pub(super) struct NewNote {
    /// 1 to 1,000 characters.
    text: Input<String>,
    /// UUIDs of at most 20 active staff members.
    mentions: Optional<Vec<String>>,
}

impl NewNote {
    /// Returns the text and the mentioned staff, which the service validates.
    ///
    /// # Errors
    ///
    /// Fails if the text is missing or a field has another type.
    pub(super) fn parse(self) -> Result<(String, Vec<String>), Failure> {
        let mut errors = FieldErrors::default();
        let text = self.text.required(&mut errors, "text");
        let mentions = self.mentions.optional(&mut errors, "mentions");
        errors.finish(text.map(|text| (text, mentions.unwrap_or_default())))
    }
}

/// Outcome for several records.
#[response]
#[derive(Debug, Clone)]
pub(super) struct BulkResult {
    /// Number of records that are as requested.
    done: usize,
    /// One for each number, in the order of the request.
    results: Vec<BulkRow>,
}

impl FromIterator<BulkRow> for BulkResult {
    fn from_iter<I: IntoIterator<Item = BulkRow>>(rows: I) -> Self {
        let results = Vec::from_iter(rows);
        Self {
            done: results.iter().filter(|row| row.ok).count(),
            results,
        }
    }
}

/// Outcome for one of several records.
#[response]
#[derive(Debug, Clone)]
pub(super) struct BulkRow {
    /// Number as in the request.
    number: String,
    /// Whether the record is as requested.
    ok: bool,
    /// Message keys by field name; `null` if the record is as requested.
    errors: Option<BTreeMap<String, String>>,
}

impl BulkRow {
    /// Creates the outcome for a record from the message keys by field name.
    pub(super) fn new(number: String, errors: impl IntoIterator<Item = (String, String)>) -> Self {
        let errors = BTreeMap::from_iter(errors);
        Self {
            number,
            ok: errors.is_empty(),
            errors: (!errors.is_empty()).then_some(errors),
        }
    }
}
