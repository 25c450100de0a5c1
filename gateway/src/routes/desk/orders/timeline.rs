//! The timeline of an order.

use proto::{
    notification::v1::Mail,
    order::v1::{self as wire, TimelineKind},
};
use serde_json::{Value, json};
use time::OffsetDateTime;

use super::row::Delivery;
use crate::{
    convert::{self, Amount, Instant},
    people::{Names, Person},
    routes::conversations::Photo,
    words::{CancelledBecause, MailState, OrderStatus, PaymentKind, PaymentMethod, PaymentStatus},
};

/// Text of a note that its author has corrected.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct FormerText {
    text: String,
    /// RFC 3339: time of the correction.
    until: Instant,
}

impl From<wire::FormerText> for FormerText {
    fn from(former: wire::FormerText) -> Self {
        Self {
            text: former.text,
            until: convert::moment(former.until).unwrap_or_default(),
        }
    }
}

/// Line of an order that staff added, changed or removed.
#[response]
#[derive(Debug, Clone)]
#[schema(as = OrderLineChange)]
pub(crate) struct LineChange {
    name_az: String,
    name_ru: String,
    name_en: String,
    /// `null` = added.
    before: Option<LineFacts>,
    /// `null` = removed.
    after: Option<LineFacts>,
}

/// Facts of a line that a correction changes.
#[response]
#[derive(Debug, Clone)]
#[schema(as = OrderLineFacts)]
pub(crate) struct LineFacts {
    quantity: u32,
    /// Price of one piece after the discount, in AZN.
    unit_price: Amount,
    detail: String,
    is_made_to_order: bool,
}

impl From<wire::LineChange> for LineChange {
    fn from(change: wire::LineChange) -> Self {
        let facts = |facts: wire::LineFacts| LineFacts {
            quantity: facts.quantity,
            unit_price: convert::amount(facts.unit_price_minor),
            detail: facts.detail,
            is_made_to_order: facts.is_made_to_order,
        };
        let name = change.name.unwrap_or_default();
        Self {
            name_az: name.az,
            name_ru: name.ru,
            name_en: name.en,
            before: change.before.map(facts),
            after: change.after.map(facts),
        }
    }
}

/// Facts of an entry, by its kind.
#[response]
#[derive(Debug, Clone)]
#[serde(tag = "kind", content = "detail")]
#[schema(as = OrderTimelineDetail)]
enum Detail {
    /// New status, or the creation.
    Status {
        /// `null` for the creation.
        from: Option<OrderStatus>,
        to: OrderStatus,
        reason: Option<CancelledBecause>,
    },
    /// Payment.
    Payment {
        /// UUID.
        payment_id: String,
        kind: PaymentKind,
        /// Amount in AZN.
        amount: Amount,
        method: PaymentMethod,
    },
    /// New payment status.
    PaymentStatus { from: PaymentStatus, to: PaymentStatus },
    /// New plan of the delivery.
    Delivery {
        from: Option<Delivery>,
        to: Option<Delivery>,
    },
    /// New assignee; `null` = unassigned.
    Assigned {
        from: Option<Person>,
        to: Option<Person>,
    },
    /// Corrected fields of the addresses, such as `shippingAddress.phone`.
    Corrected { fields: Vec<String> },
    /// Corrected lines, with the totals in AZN.
    Lines {
        changes: Vec<LineChange>,
        from: Amount,
        to: Amount,
    },
    /// Note.
    Note {
        mentions: Vec<Person>,
        /// Texts that the author has corrected, oldest first.
        former: Vec<FormerText>,
        files: Vec<Photo>,
    },
    /// The customer added the order to an account.
    Claimed {},
    /// Mail to the customer.
    Mail {
        /// UUID.
        mail_id: String,
        /// Kind of the mail.
        #[serde(rename = "kind")]
        mail_kind: String,
        state: MailState,
    },
}

/// Entry of the timeline of an order.
#[response]
#[derive(Debug, Clone)]
#[schema(as = OrderTimelineEntry)]
pub(crate) struct TimelineEntry {
    /// UUID.
    id: String,
    /// RFC 3339.
    at: Instant,
    /// Author; `null` for the customer or the system.
    actor: Option<Person>,
    text: String,
    #[serde(flatten)]
    detail: Detail,
}

impl TimelineEntry {
    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        json!({"id": "01936b2e-7c00-7000-8000-000000000304", "at": "2026-11-16T07:20:00Z", "kind": "status",
            "actor": null, "text": "", "detail": {"from": null, "to": "Pending", "reason": null}})
    }

    /// Converts an entry.
    pub(super) fn new(entry: wire::TimelineEntry, names: &Names) -> Self {
        let detail = Detail::new(&entry, names);
        Self {
            actor: names.person(&entry.actor),
            id: entry.id,
            at: convert::moment(entry.at).unwrap_or_default(),
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
        Self {
            detail: Detail::Mail {
                mail_id: mail.id.clone(),
                mail_kind: mail.kind,
                state: MailState::of_number(mail.state),
            },
            id: mail.id,
            at: convert::moment(mail.created_at).unwrap_or_default(),
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

impl Detail {
    fn new(entry: &wire::TimelineEntry, names: &Names) -> Self {
        let plan = |delivery: &Option<wire::Delivery>| delivery.clone().map(Delivery::from);
        match entry.kind() {
            TimelineKind::Unspecified | TimelineKind::Status => Self::Status {
                from: OrderStatus::of_optional_number(entry.from_status),
                to: entry.to_status().into(),
                reason: CancelledBecause::of(entry.reason.clone()),
            },
            TimelineKind::Payment => {
                let payment = entry.payment.clone().unwrap_or_default();
                Self::Payment {
                    kind: PaymentKind::of_number(payment.kind),
                    amount: convert::amount(payment.amount_minor),
                    method: PaymentMethod::of_number(payment.method),
                    payment_id: payment.id,
                }
            }
            TimelineKind::PaymentStatus => Self::PaymentStatus {
                from: entry.from_payment().into(),
                to: entry.to_payment().into(),
            },
            TimelineKind::Delivery => Self::Delivery {
                from: plan(&entry.from_delivery),
                to: plan(&entry.to_delivery),
            },
            TimelineKind::Assigned => Self::Assigned {
                from: names.person(&entry.from_assignee),
                to: names.person(&entry.to_assignee),
            },
            TimelineKind::Corrected => Self::Corrected {
                fields: entry.fields.clone(),
            },
            TimelineKind::Lines => Self::Lines {
                changes: entry.line_changes.iter().cloned().map(Into::into).collect(),
                from: convert::amount(entry.from_total_minor),
                to: convert::amount(entry.to_total_minor),
            },
            TimelineKind::Note => Self::Note {
                mentions: names.people(&entry.mentions),
                former: entry.former.iter().cloned().map(Into::into).collect(),
                files: entry.files.iter().cloned().map(Into::into).collect(),
            },
            TimelineKind::Claimed => Self::Claimed {},
        }
    }
}
