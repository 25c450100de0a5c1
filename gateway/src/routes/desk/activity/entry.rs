//! A staff call in responses.

use proto::common::v1::AuditEntry;
use serde_json::{Map, Value, json};

use super::kind;
use crate::{
    convert::{self, Instant},
    people::{Names, Person},
};

/// Record that a call was about.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct ActivitySubject {
    /// Kind, such as `order`.
    kind: &'static str,
    /// Number, code or id; `*` = a list.
    id: String,
}

/// Staff call.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Activity {
    /// UUID.
    id: String,
    /// RFC 3339.
    at: Option<Instant>,
    /// Service.
    service: &'static str,
    /// The rpc, such as `UpdateOrderStatus`.
    action: String,
    /// Caller.
    actor: Option<Person>,
    /// Record.
    subject: ActivitySubject,
    /// Old and new values by field; personal ones are `["…","…"]`.
    #[schema(value_type = Object)]
    changes: Map<String, Value>,
}

impl Activity {
    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        json!({"id": "01936b2e-7c00-7000-8000-000000000701", "at": "2026-11-23T05:40:00Z", "service": "order",
            "action": "UpdateOrderStatus", "actor": Person::example(),
            "subject": {"kind": "order", "id": "SB-4K7Q2M0X"}, "changes": {"status": ["Pending", "Processing"]}})
    }

    /// Converts an entry of a service's audit log.
    pub(super) fn new(names: &Names, service: &'static str, entry: AuditEntry) -> Self {
        Self {
            subject: ActivitySubject {
                kind: kind::kind_of(service, &entry.action),
                id: entry.subject,
            },
            actor: names.person(&entry.actor),
            changes: changes(&entry.detail),
            id: entry.id,
            at: convert::moment(entry.at),
            service,
            action: entry.action,
        }
    }
}

/// Returns the pairs of old and new values; a detail may hold other facts, such as the filter of a list.
fn changes(detail: &str) -> Map<String, Value> {
    let detail: Map<String, Value> = serde_json::from_str(detail).unwrap_or_default();
    let is_pair = |value: &Value| value.as_array().is_some_and(|values| values.len() == 2);
    detail.into_iter().filter(|(_, value)| is_pair(value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_pairs_of_values() {
        let found = changes(r#"{"status":["Pending","Processing"],"limit":50,"assignee":[null,"x"]}"#);
        assert_eq!(
            json!(found),
            json!({"status": ["Pending", "Processing"], "assignee": [null, "x"]})
        );
        assert!(changes("[]").is_empty());
    }
}
