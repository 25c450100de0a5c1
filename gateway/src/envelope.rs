//! The envelopes of JSON responses: `{success, data, message}`.

use std::collections::BTreeMap;

use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::Value;

/// Response envelope with data.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Envelope<T> {
    /// Always `true`.
    pub(crate) success: bool,
    /// Response data.
    pub(crate) data: T,
    /// Always `null`.
    pub(crate) message: Option<String>,
}

impl<T> Envelope<T> {
    /// Creates a success.
    pub(crate) const fn new(data: T) -> Self {
        Self {
            success: true,
            data,
            message: None,
        }
    }
}

impl<T: Serialize> IntoResponse for Envelope<T> {
    fn into_response(self) -> Response {
        axum::Json(self).into_response()
    }
}

/// Response envelope without data.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Acknowledgement {
    /// Result of the check, or `true` if the operation succeeded.
    pub(crate) success: bool,
    /// Always `null`.
    pub(crate) data: Option<()>,
    /// Always `null`.
    pub(crate) message: Option<String>,
}

impl Acknowledgement {
    /// Creates a success.
    pub(crate) const fn success() -> Self {
        Self::new(true)
    }

    pub(crate) const fn new(success: bool) -> Self {
        Self {
            success,
            data: None,
            message: None,
        }
    }
}

impl IntoResponse for Acknowledgement {
    fn into_response(self) -> Response {
        axum::Json(self).into_response()
    }
}

/// Page of a list.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct List<T> {
    /// Always `true`.
    pub(crate) success: bool,
    /// Entries of the page.
    pub(crate) data: Vec<T>,
    /// Always `null`.
    pub(crate) message: Option<String>,
    /// Total number of entries.
    pub(crate) total_records: i64,
    /// Number of pages; 0 if there are no entries.
    pub(crate) total_pages: i64,
}

impl<T> List<T> {
    /// Creates a page of at most `size` entries.
    pub(crate) fn new(data: Vec<T>, total_records: i64, size: u32) -> Self {
        Self {
            success: true,
            data,
            message: None,
            total_records,
            total_pages: pages(total_records, size),
        }
    }
}

impl<T: Serialize> IntoResponse for List<T> {
    fn into_response(self) -> Response {
        axum::Json(self).into_response()
    }
}

/// Returns the number of pages that the entries fill.
pub(crate) fn pages(total_records: i64, size: u32) -> i64 {
    let size = i64::from(size.max(1));
    total_records.max(0).saturating_add(size - 1) / size
}

/// Error response.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct ErrorEnvelope {
    /// Always `false`.
    pub(crate) success: bool,
    /// The present record of a conflict, where the call describes it; otherwise `null`.
    #[schema(value_type = Option<Object>)]
    pub(crate) data: Option<Value>,
    /// Error message in the request's language.
    pub(crate) message: String,
    /// Message keys of the invalid fields, by field name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) errors: Option<BTreeMap<String, String>>,
}

/// Page of a list.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct DeskList<T> {
    /// Always `true`.
    pub(crate) success: bool,
    /// Entries of the page.
    pub(crate) data: Vec<T>,
    /// Always `null`.
    pub(crate) message: Option<String>,
    /// Cursor of the next page; `null` on the last one.
    pub(crate) next_cursor: Option<String>,
    /// Number of entries on all pages, exact to 10,000; 10,001 means more.
    pub(crate) total_records: i64,
    /// Services that did not answer, in lists of several services.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) missing: Option<Vec<String>>,
}

impl<T> DeskList<T> {
    /// Creates a page. An empty cursor is that of the last page.
    pub(crate) fn new(data: Vec<T>, next_cursor: String, total_records: i64) -> Self {
        Self {
            success: true,
            data,
            message: None,
            next_cursor: Some(next_cursor).filter(|cursor| !cursor.is_empty()),
            total_records,
            missing: None,
        }
    }

    /// Adds the services that did not answer.
    #[must_use]
    pub(crate) fn with_missing(mut self, missing: Vec<String>) -> Self {
        self.missing = Some(missing);
        self
    }
}

impl<T: Serialize> IntoResponse for DeskList<T> {
    fn into_response(self) -> Response {
        axum::Json(self).into_response()
    }
}

/// Response envelope whose `success` is the result of a check; described only, never built.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct ValidEnvelope<T> {
    /// Result of the check.
    success: bool,
    /// Response data; `null` if the check failed.
    data: T,
    /// Always `null`.
    message: Option<String>,
    /// Key of the reason if the check failed, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<BTreeMap<String, String>>,
}

impl<T> ValidEnvelope<Option<T>> {
    /// Creates the result of a failed check for this reason.
    pub(crate) fn failed(reason: &str) -> Self {
        Self {
            success: false,
            data: None,
            message: None,
            errors: Some(BTreeMap::from([("general".to_owned(), reason.to_owned())])),
        }
    }
}

/// Error response of the desk.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct DeskErrorEnvelope {
    /// Always `false`.
    pub(crate) success: bool,
    /// The present record, or list of records, where a conflict has one; otherwise `null`.
    #[schema(value_type = Value)]
    pub(crate) data: Option<Value>,
    /// Error message in the language of the staff member.
    pub(crate) message: String,
    /// Message keys by field name; `general` if no field is at fault.
    pub(crate) errors: BTreeMap<String, String>,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn responses_have_success_data_and_message() {
        assert_eq!(
            serde_json::to_value(Envelope::new(7)).unwrap(),
            json!({"success": true, "data": 7, "message": null})
        );
        assert_eq!(
            serde_json::to_value(Acknowledgement::new(false)).unwrap(),
            json!({"success": false, "data": null, "message": null})
        );
    }

    #[test]
    fn errors_are_omitted_without_fields_at_fault() {
        let mut error = ErrorEnvelope {
            success: false,
            data: None,
            message: "No.".to_owned(),
            errors: None,
        };
        assert_eq!(
            serde_json::to_value(&error).unwrap(),
            json!({"success": false, "data": null, "message": "No."})
        );
        error.errors = Some(BTreeMap::from([(
            "email".to_owned(),
            "FIELD.REQUIRED".to_owned(),
        )]));
        assert_eq!(
            serde_json::to_value(&error).unwrap()["errors"]["email"],
            "FIELD.REQUIRED"
        );
    }

    #[test]
    fn counts_an_incomplete_last_page() {
        assert_eq!(pages(0, 10), 0);
        assert_eq!(pages(1, 10), 1);
        assert_eq!(pages(10, 10), 1);
        assert_eq!(pages(11, 10), 2);
        assert_eq!(pages(i64::MAX, 1), i64::MAX);
    }
}
