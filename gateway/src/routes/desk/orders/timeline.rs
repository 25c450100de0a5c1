//! The timeline of an order.

use proto::{
    notification::v1::Mail,
    order::v1::{self as wire, TimelineKind},
};
use serde_json::{Value, json};
use time::OffsetDateTime;

use super::row::Delivery;
use crate::{
    convert::{self, Instant},
    people::{Names, Person},
    words::{MailState, OrderStatus, PaymentKind, PaymentMethod, PaymentStatus, Word},
};

kit::words! {
    /// Kind of an entry of the timeline of an order.
    pub(crate) enum EntryKind("OrderEntryKind") {
        /// New status, or the creation.
        Status = "status",
        /// Payment.
        Payment = "payment",
        /// New payment status.
        PaymentStatus = "paymentStatus",
        /// New plan of the delivery.
        Delivery = "delivery",
        /// New assignee.
        Assigned = "assigned",
        /// Note.
        Note = "note",
        /// The customer added the order to an account.
        Claimed = "claimed",
        /// Mail to the customer.
        Mail = "mail",
    }
}

type EntryKindWord = Word<EntryKind>;

/// Entry of the timeline of an order.
#[response]
#[derive(Debug, Clone)]
#[schema(as = OrderTimelineEntry)]
pub(crate) struct TimelineEntry {
    /// UUID.
    id: String,
    /// RFC 3339.
    at: Option<Instant>,
    /// Kind.
    kind: EntryKindWord,
    /// Author; `null` for the customer or the system.
    actor: Option<Person>,
    text: String,
    /// Change, by kind.
    #[schema(value_type = Object)]
    detail: Value,
}

impl TimelineEntry {
    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        json!({"id": "01936b2e-7c00-7000-8000-000000000304", "at": "2026-11-16T07:20:00Z", "kind": "status",
            "actor": null, "text": "", "detail": {"from": null, "to": "Pending", "reason": null}})
    }

    /// Converts an entry.
    pub(super) fn new(entry: wire::TimelineEntry, names: &Names) -> Self {
        let (kind, detail) = detail(&entry, names);
        Self {
            actor: names.person(&entry.actor),
            id: entry.id,
            at: convert::moment(entry.at),
            kind: kind.into(),
            text: entry.text,
            detail,
        }
    }
}

/// Maximum number of entries.
const MAX_ENTRIES: usize = 1_000;

/// Start of the kinds of mails to the shop.
const TO_SHOP: &str = "shop_";

/// Adds the mails to the customer to the entries of an order; oldest first, the newest 1,000.
pub(super) fn with_mails(
    mut entries: Vec<(Option<OffsetDateTime>, TimelineEntry)>,
    mails: Vec<Mail>,
) -> Vec<TimelineEntry> {
    let mails = mails.into_iter().filter(|mail| !mail.kind.starts_with(TO_SHOP));
    entries.extend(mails.map(|mail| {
        let at = mail.created_at.as_ref().and_then(kit::convert::time);
        (at, TimelineEntry::from(mail))
    }));
    // A mail follows the entry of its cause.
    entries.sort_by_key(|(at, _)| *at);
    let surplus = entries.len().saturating_sub(MAX_ENTRIES);
    entries
        .into_iter()
        .skip(surplus)
        .map(|(_, entry)| entry)
        .collect()
}

impl From<Mail> for TimelineEntry {
    fn from(mail: Mail) -> Self {
        let state = MailState::of_number(mail.state);
        Self {
            detail: json!({"mailId": mail.id, "kind": mail.kind, "state": state}),
            id: mail.id,
            at: convert::moment(mail.created_at),
            kind: EntryKind::Mail.into(),
            actor: None,
            text: String::new(),
        }
    }
}

/// Returns the actors of an entry.
pub(super) fn actors(entry: &wire::TimelineEntry) -> impl Iterator<Item = &str> {
    [&entry.actor, &entry.from_assignee, &entry.to_assignee]
        .into_iter()
        .chain(&entry.mentions)
        .map(String::as_str)
}

fn detail(entry: &wire::TimelineEntry, names: &Names) -> (EntryKind, Value) {
    let status = OrderStatus::of_optional_number;
    let plan = |delivery: &Option<wire::Delivery>| delivery.clone().map(Delivery::from);
    match entry.kind() {
        TimelineKind::Unspecified | TimelineKind::Status => (
            EntryKind::Status,
            json!({
                "from": status(entry.from_status), "to": status(entry.to_status),
                "reason": convert::non_empty(entry.reason.clone()),
            }),
        ),
        TimelineKind::Payment => {
            let payment = entry.payment.clone().unwrap_or_default();
            let detail = json!({
                "paymentId": payment.id, "kind": PaymentKind::of_number(payment.kind),
                "amount": convert::amount(payment.amount_minor),
                "method": PaymentMethod::of_number(payment.method),
            });
            (EntryKind::Payment, detail)
        }
        TimelineKind::PaymentStatus => (
            EntryKind::PaymentStatus,
            json!({"from": PaymentStatus::from(entry.from_payment()), "to": PaymentStatus::from(entry.to_payment())}),
        ),
        TimelineKind::Delivery => (
            EntryKind::Delivery,
            json!({"from": plan(&entry.from_delivery), "to": plan(&entry.to_delivery)}),
        ),
        TimelineKind::Assigned => (
            EntryKind::Assigned,
            json!({"from": names.person(&entry.from_assignee), "to": names.person(&entry.to_assignee)}),
        ),
        TimelineKind::Note => {
            let mentions: Vec<_> = entry.mentions.iter().filter_map(|id| names.person(id)).collect();
            (EntryKind::Note, json!({"mentions": mentions, "files": []}))
        }
        TimelineKind::Claimed => (EntryKind::Claimed, json!({})),
    }
}
