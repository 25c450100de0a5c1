//! Events of the services as changes of records.

use prost::Message as _;
use proto::{
    account::v1::StaffChanged,
    catalog::v1::{ProductChanged, StockChanged},
    content::v1::ContentChanged,
    event::Event,
    inquiry::v1::{CatalogueRequested, ContactReceived, QuoteRequested},
    order::v1::{OrderCancelled, OrderCreated, OrderStatusChanged},
};
use serde::Serialize;
use time::OffsetDateTime;

use super::presence::{Kind, Record};
use crate::desk;

/// A change of a record, as the streams send it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Change {
    #[serde(flatten)]
    pub(crate) record: Record,
    /// What changed.
    what: String,
    /// Version after the change, where the event has one.
    version: Option<i64>,
    /// Staff UUID or `operator`; `null` for the system or a customer.
    by: Option<String>,
    /// When the gateway heard of it, RFC 3339.
    at: Option<String>,
}

impl Change {
    fn new(kind: Kind, id: impl Into<String>, what: &str) -> Self {
        Self {
            record: Record { kind, id: id.into() },
            what: what.to_owned(),
            version: None,
            by: None,
            at: desk::rfc3339(OffsetDateTime::now_utc()),
        }
    }

    fn by(mut self, by: String) -> Self {
        self.by = desk::non_empty(by);
        self
    }
}

/// Subjects of the events that only the streams need; [`crate::invalidation`] hears the others too.
pub(crate) const SUBJECTS: &[&str] = &[
    StaffChanged::SUBJECT,
    QuoteRequested::SUBJECT,
    ContactReceived::SUBJECT,
    CatalogueRequested::SUBJECT,
    OrderCreated::SUBJECT,
    OrderStatusChanged::SUBJECT,
    OrderCancelled::SUBJECT,
];

/// Returns the changes that an event tells of; none if it is malformed.
pub(crate) fn change_of(subject: &str, payload: &[u8]) -> Vec<Change> {
    changes(subject, payload).unwrap_or_else(|error| {
        tracing::warn!(subject, %error, "malformed event");
        Vec::new()
    })
}

fn changes(subject: &str, payload: &[u8]) -> Result<Vec<Change>, prost::DecodeError> {
    let one = |change| Ok(vec![change]);
    match subject {
        StaffChanged::SUBJECT => {
            let event = StaffChanged::decode(payload)?;
            one(Change::new(Kind::Staff, event.user_id, "changed").by(event.by))
        }
        QuoteRequested::SUBJECT => {
            let event = QuoteRequested::decode(payload)?;
            one(Change::new(Kind::Quote, event.number, "created"))
        }
        ContactReceived::SUBJECT => {
            let event = ContactReceived::decode(payload)?;
            one(Change::new(Kind::Quote, event.number, "created"))
        }
        CatalogueRequested::SUBJECT => {
            let event = CatalogueRequested::decode(payload)?;
            one(Change::new(Kind::Quote, event.number, "created"))
        }
        OrderCreated::SUBJECT => {
            let event = OrderCreated::decode(payload)?;
            one(Change::new(Kind::Order, event.order_number, "created"))
        }
        OrderStatusChanged::SUBJECT => {
            let event = OrderStatusChanged::decode(payload)?;
            one(Change::new(Kind::Order, event.order_number, "status"))
        }
        OrderCancelled::SUBJECT => {
            let event = OrderCancelled::decode(payload)?;
            one(Change::new(Kind::Order, event.order_number, "status"))
        }
        ProductChanged::SUBJECT => {
            let event = ProductChanged::decode(payload)?;
            one(Change::new(
                Kind::Product,
                event.product_id.to_string(),
                "changed",
            ))
        }
        StockChanged::SUBJECT => {
            let event = StockChanged::decode(payload)?;
            let products = event.product_ids.into_iter();
            Ok(products
                .map(|id| Change::new(Kind::Product, id.to_string(), "stock"))
                .collect())
        }
        ContentChanged::SUBJECT => {
            let event = ContentChanged::decode(payload)?;
            one(Change::new(Kind::Content, event.id, "changed"))
        }
        _ => Ok(Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_who_changed_what() {
        let event = StaffChanged {
            user_id: "01936b2e-7c00-7000-8000-000000000001".to_owned(),
            by: "operator".to_owned(),
            ..StaffChanged::default()
        };
        let changes = change_of(StaffChanged::SUBJECT, &event.encode_to_vec());
        let mut json = serde_json::to_value(&changes).unwrap();
        assert!(json[0]["at"].take().is_string());
        assert_eq!(
            json,
            serde_json::json!([{"kind": "staff", "id": "01936b2e-7c00-7000-8000-000000000001", "what": "changed",
                "version": null, "by": "operator", "at": null}])
        );
    }

    #[test]
    fn malformed_and_unknown_events_change_nothing() {
        assert_eq!(change_of(StaffChanged::SUBJECT, b"\xff"), []);
        assert_eq!(change_of("storefront.order.abandoned", b""), []);
    }
}
