//! Bodies that the calls of several kinds of records share.

use std::collections::BTreeMap;

use kit::{
    failure::Failure,
    validation::{FieldErrors, INVALID},
};
use proto::content::v1::Store;

use crate::{
    error::ApiResult,
    extract::{Input, Optional},
    state::AppState,
};

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

/// Checks that the store of a body exists; an empty id is none.
///
/// # Errors
///
/// Fails if it does not exist, or content does not answer.
pub(super) async fn check_store(state: &AppState, store_id: &str) -> ApiResult<()> {
    if !store_id.is_empty() {
        let stores = state.clients.content.list_stores().await?;
        ensure_store(&stores.stores, store_id)?;
    }
    Ok(())
}

fn ensure_store(stores: &[Store], store_id: &str) -> Result<(), Failure> {
    let mut errors = FieldErrors::default();
    let is_store = |store: &Store| store.id.eq_ignore_ascii_case(store_id.trim());
    errors.ensure(stores.iter().any(is_store), "storeId", INVALID);
    errors.into_result()
}

/// Note for the timeline of a record.
#[request]
#[derive(Debug)]
pub(super) struct NewNote {
    /// 1 to 1,000 characters.
    text: Input<String>,
    /// UUIDs of at most 20 active staff members.
    mentions: Optional<Vec<String>>,
    /// Ids of at most 10 files that the caller has uploaded with the kind `file`.
    #[schema(value_type = Option<Vec<String>>, max_items = 10)]
    media_ids: Optional<Vec<String>>,
}

/// The parts of a note, which the services validate.
pub(super) struct Note {
    pub(super) text: String,
    pub(super) mentions: Vec<String>,
    pub(super) media_ids: Vec<String>,
}

impl NewNote {
    /// Returns the text, the mentioned staff and the files.
    ///
    /// # Errors
    ///
    /// Fails if the text is missing or a field has another type.
    pub(super) fn parse(self) -> Result<Note, Failure> {
        let mut errors = FieldErrors::default();
        let text = self.text.required(&mut errors, "text");
        let mentions = self.mentions.optional(&mut errors, "mentions");
        let media_ids = self.media_ids.optional(&mut errors, "mediaIds");
        errors.finish(text.map(|text| Note {
            text,
            mentions: mentions.unwrap_or_default(),
            media_ids: media_ids.unwrap_or_default(),
        }))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_a_store_that_does_not_exist() {
        let stores = [Store {
            id: "01a2037c-0000-7000-8000-000000000001".to_owned(),
            ..Store::default()
        }];
        for store_id in [
            "01a2037c-0000-7000-8000-000000000001",
            "01A2037C-0000-7000-8000-000000000001",
        ] {
            assert!(ensure_store(&stores, store_id).is_ok(), "{store_id}");
        }
        let refused = ensure_store(&stores, "01a2037c-0000-7000-8000-000000000002").unwrap_err();
        assert_eq!(refused.fields, [("storeId".to_owned(), INVALID.to_owned())]);
    }
}
