//! Events of the services as changes of records.

use prost::Message as _;
use proto::{
    account::v1::StaffChanged,
    catalog::v1::{ProductChanged, StockChanged},
    content::v1::ContentChanged,
    event::Event,
    inquiry::v1::{
        CatalogueRequested, ContactChanged, ContactReceived, InquiryAssigned, InquiryChanged, OfferAccepted,
        OfferApprovalAsked, OfferApprovalDecided, OfferAsked, OfferDeclined, OfferEndsSoon, OfferExpired,
        OfferOpened, OfferReopened, OfferSent, OfferSuperseded, OfferWithdrawn, QuoteRequested,
    },
    notification::v1::{MailChanged, Noticed},
    order::v1::{
        DeliveryPlanned, OrderAssigned, OrderCancelled, OrderChanged, OrderCreated, OrderPaid,
        OrderStatusChanged,
    },
};
use serde::Serialize;

use super::presence::{Kind, Record};
use crate::convert;

/// A change of a record, as the streams send it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Change {
    #[serde(flatten)]
    pub(crate) record: Record,
    /// Part of the record that changed.
    what: String,
    /// Version after the change, where the event has one.
    version: Option<i64>,
    /// Staff UUID or `operator`; `null` for the system or a customer.
    by: Option<String>,
    /// RFC 3339: time at which the gateway received it.
    at: Option<String>,
}

impl Change {
    fn new(kind: Kind, id: impl Into<String>, what: &str) -> Self {
        Self {
            record: Record { kind, id: id.into() },
            what: what.to_owned(),
            version: None,
            by: None,
            at: convert::rfc3339(kit::clock::now()),
        }
    }

    fn version(mut self, version: i64) -> Self {
        self.version = Some(version);
        self
    }

    fn by(mut self, by: String) -> Self {
        self.by = convert::non_empty(by);
        self
    }
}

/// Subjects of the events that only the streams need; [`crate::invalidation`] subscribes to the others too.
pub(crate) const SUBJECTS: &[&str] = &[
    StaffChanged::SUBJECT,
    QuoteRequested::SUBJECT,
    ContactReceived::SUBJECT,
    CatalogueRequested::SUBJECT,
    InquiryChanged::SUBJECT,
    InquiryAssigned::SUBJECT,
    ContactChanged::SUBJECT,
    OfferSent::SUBJECT,
    OfferOpened::SUBJECT,
    OfferExpired::SUBJECT,
    OfferSuperseded::SUBJECT,
    OfferWithdrawn::SUBJECT,
    OfferReopened::SUBJECT,
    OfferEndsSoon::SUBJECT,
    OfferApprovalAsked::SUBJECT,
    OfferApprovalDecided::SUBJECT,
    OfferAccepted::SUBJECT,
    OfferDeclined::SUBJECT,
    OfferAsked::SUBJECT,
    Noticed::SUBJECT,
    MailChanged::SUBJECT,
    OrderCreated::SUBJECT,
    OrderStatusChanged::SUBJECT,
    OrderCancelled::SUBJECT,
    OrderChanged::SUBJECT,
    OrderPaid::SUBJECT,
    OrderAssigned::SUBJECT,
    DeliveryPlanned::SUBJECT,
];

/// Returns the changes of an event; none if it is malformed.
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
        InquiryChanged::SUBJECT => {
            let event = InquiryChanged::decode(payload)?;
            let change = Change::new(Kind::Quote, event.number, &event.what);
            one(change.version(event.version).by(event.by))
        }
        InquiryAssigned::SUBJECT => {
            let event = InquiryAssigned::decode(payload)?;
            one(Change::new(Kind::Quote, event.number, "assigned").by(event.by))
        }
        ContactChanged::SUBJECT => {
            let event = ContactChanged::decode(payload)?;
            one(Change::new(Kind::Customer, event.contact_id, &event.what).by(event.by))
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
        Noticed::SUBJECT => {
            let event = Noticed::decode(payload)?;
            one(Change::new(Kind::Notice, event.staff_id, "changed"))
        }
        MailChanged::SUBJECT => {
            let event = MailChanged::decode(payload)?;
            one(Change::new(Kind::Mail, event.mail_id, "changed"))
        }
        subject => {
            let change = match offer_change(subject, payload)? {
                Some(change) => Some(change),
                None => order_change(subject, payload)?,
            };
            Ok(change.into_iter().collect())
        }
    }
}

/// Returns the change of an offer; `None` for an unknown subject.
fn offer_change(subject: &str, payload: &[u8]) -> Result<Option<Change>, prost::DecodeError> {
    let (id, what, by) = match subject {
        OfferSent::SUBJECT => {
            let event = OfferSent::decode(payload)?;
            (event.offer_id, "sent", event.by)
        }
        OfferOpened::SUBJECT => {
            let event = OfferOpened::decode(payload)?;
            (event.offer_id, "opened", event.by)
        }
        OfferExpired::SUBJECT => {
            let event = OfferExpired::decode(payload)?;
            (event.offer_id, "expired", event.by)
        }
        OfferSuperseded::SUBJECT => {
            let event = OfferSuperseded::decode(payload)?;
            (event.offer_id, "superseded", event.by)
        }
        OfferWithdrawn::SUBJECT => {
            let event = OfferWithdrawn::decode(payload)?;
            (event.offer_id, "withdrawn", event.by)
        }
        OfferReopened::SUBJECT => {
            let event = OfferReopened::decode(payload)?;
            (event.offer_id, "reopened", event.by)
        }
        OfferEndsSoon::SUBJECT => {
            let event = OfferEndsSoon::decode(payload)?;
            (event.offer_id, "endsSoon", event.by)
        }
        OfferApprovalAsked::SUBJECT => {
            let event = OfferApprovalAsked::decode(payload)?;
            (event.offer_id, "approvalAsked", event.by)
        }
        OfferApprovalDecided::SUBJECT => {
            let event = OfferApprovalDecided::decode(payload)?;
            (event.offer_id, "approvalDecided", event.by)
        }
        OfferAccepted::SUBJECT => {
            let event = OfferAccepted::decode(payload)?;
            (event.offer_id, "accepted", event.by)
        }
        OfferDeclined::SUBJECT => {
            let event = OfferDeclined::decode(payload)?;
            (event.offer_id, "declined", event.by)
        }
        OfferAsked::SUBJECT => {
            let event = OfferAsked::decode(payload)?;
            (event.offer_id, "asked", event.by)
        }
        _ => return Ok(None),
    };
    Ok(Some(Change::new(Kind::Offer, id, what).by(by)))
}

/// Returns the change of an order; `None` for an unknown subject.
fn order_change(subject: &str, payload: &[u8]) -> Result<Option<Change>, prost::DecodeError> {
    let change = |number: String, what: &str, by| Change::new(Kind::Order, number, what).by(by);
    Ok(Some(match subject {
        OrderCreated::SUBJECT => {
            let event = OrderCreated::decode(payload)?;
            Change::new(Kind::Order, event.order_number, "created")
        }
        OrderStatusChanged::SUBJECT => {
            let event = OrderStatusChanged::decode(payload)?;
            change(event.order_number, "status", event.by)
        }
        OrderCancelled::SUBJECT => {
            let event = OrderCancelled::decode(payload)?;
            change(event.order_number, "status", event.by)
        }
        OrderChanged::SUBJECT => {
            let event = OrderChanged::decode(payload)?;
            change(event.order_number, &event.what, event.by).version(event.version)
        }
        OrderPaid::SUBJECT => {
            let event = OrderPaid::decode(payload)?;
            change(event.order_number, "paid", event.by)
        }
        OrderAssigned::SUBJECT => {
            let event = OrderAssigned::decode(payload)?;
            change(event.order_number, "assigned", event.by)
        }
        DeliveryPlanned::SUBJECT => {
            let event = DeliveryPlanned::decode(payload)?;
            Change::new(Kind::Order, event.order_number, "delivery")
        }
        _ => return Ok(None),
    }))
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
    fn events_name_the_record_that_the_desk_shows() {
        let offer = OfferAccepted {
            offer_id: "01936b2e-7c00-7000-8000-000000000201".to_owned(),
            offer_number: "ST-0M4K7Q2X".to_owned(),
            ..OfferAccepted::default()
        };
        let quote = InquiryChanged {
            number: "SQ-7Q2M04XK".to_owned(),
            what: "followUp".to_owned(),
            version: 5,
            by: "operator".to_owned(),
            ..InquiryChanged::default()
        };
        let order = OrderPaid {
            order_number: "SB-4K7Q2M0X".to_owned(),
            ..OrderPaid::default()
        };
        let customer = ContactChanged {
            contact_id: "01936b2e-7c00-7000-8000-000000000501".to_owned(),
            what: "merged".to_owned(),
            ..ContactChanged::default()
        };
        let table = [
            (
                OfferAccepted::SUBJECT,
                offer.encode_to_vec(),
                Kind::Offer,
                &offer.offer_id,
                "accepted",
                None,
            ),
            (
                InquiryChanged::SUBJECT,
                quote.encode_to_vec(),
                Kind::Quote,
                &quote.number,
                "followUp",
                Some(5),
            ),
            (
                OrderPaid::SUBJECT,
                order.encode_to_vec(),
                Kind::Order,
                &order.order_number,
                "paid",
                None,
            ),
            (
                ContactChanged::SUBJECT,
                customer.encode_to_vec(),
                Kind::Customer,
                &customer.contact_id,
                "merged",
                None,
            ),
        ];
        for (subject, payload, kind, id, what, version) in table {
            let changes = change_of(subject, &payload);
            let found: Vec<_> = changes
                .iter()
                .map(|change| {
                    (
                        change.record.kind,
                        &change.record.id,
                        change.what.as_str(),
                        change.version,
                    )
                })
                .collect();
            assert_eq!(found, [(kind, id, what, version)], "{subject}");
        }
    }

    #[test]
    fn every_subject_of_the_streams_changes_a_record() {
        for subject in SUBJECTS {
            // An empty message is valid.
            assert_eq!(change_of(subject, b"").len(), 1, "{subject}");
        }
    }

    #[test]
    fn malformed_and_unknown_events_change_nothing() {
        assert_eq!(change_of(StaffChanged::SUBJECT, b"\xff"), []);
        assert_eq!(change_of("storefront.order.abandoned", b""), []);
    }
}
