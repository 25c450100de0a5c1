//! The envelopes of the desk's responses.

use std::collections::BTreeMap;

use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// Page of a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeskList<T> {
    /// Always `true`.
    pub(crate) success: bool,
    /// Entries of the page.
    pub(crate) data: Vec<T>,
    /// Always `null`.
    #[schema(required)]
    pub(crate) message: Option<String>,
    /// Cursor of the next page; `null` on the last one.
    #[schema(required)]
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
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ValidEnvelope<T> {
    /// Result of the check.
    success: bool,
    /// Response data; `null` if the check failed.
    data: T,
    /// Always `null`.
    #[schema(required)]
    message: Option<String>,
}

/// Error response of the desk.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct DeskErrorEnvelope {
    /// Always `false`.
    pub(crate) success: bool,
    /// The present record, where a conflict has one; otherwise `null`.
    #[schema(value_type = Option<Object>, required)]
    pub(crate) data: Option<Value>,
    /// Error message in the language of the staff member.
    pub(crate) message: String,
    /// Message keys by field name; `general` if no field is at fault.
    pub(crate) errors: BTreeMap<String, String>,
}
