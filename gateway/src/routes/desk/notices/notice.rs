//! A notice in responses.

use proto::notification::v1 as notification;
use serde_json::{Value, json};

use crate::{
    convert::{self, Instant},
    people::{Names, Person},
    words::{MailSubjectKind, NoticeKind},
};

/// Record of a notice.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct NoticeSubject {
    /// `quote` or `order`.
    kind: MailSubjectKind,
    /// Number.
    number: String,
}

/// Excess of an offer over the limit of the member who asks for an approval, in percent.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct NoticeExcess {
    /// Position of the line, from 1; 0 = the share of the lines without a product.
    line: u32,
    /// Discount of the line, or its price below that of the catalog, or the share.
    percent: u32,
    /// Limit of the member.
    allowed: u32,
}

/// Notice to the staff member. The app has its text by the kind.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Notice {
    /// UUID.
    id: String,
    /// Kind.
    kind: NoticeKind,
    /// Record that it is about.
    about: NoticeSubject,
    /// UUID of the offer that it is about.
    offer_id: Option<String>,
    /// Member who caused it; `null` for a customer or the system.
    actor: Option<Person>,
    /// RFC 3339, with the fraction of a second.
    at: Instant,
    /// RFC 3339; `null` = unread.
    read_at: Option<Instant>,
    /// Quotes of a `workHandedOver`, of which `about` is one.
    quotes: u32,
    /// Orders of a `workHandedOver`.
    orders: u32,
    /// Figures of an `approvalAsked`.
    excess: Option<NoticeExcess>,
}

/// Number of unread notices.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct NoticeCount {
    /// Unread notices, at most 1,000.
    pub(super) unread: i64,
}

impl Notice {
    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        json!({"id": "01936b2e-7c00-7000-8000-000000000701", "kind": "mention",
            "about": {"kind": "quote", "number": "SQ-7Q2M04XK"}, "offerId": null,
            "actor": Person::example(), "at": "2026-11-23T10:40:00Z", "readAt": null, "quotes": 0,
            "orders": 0, "excess": null})
    }

    pub(super) fn new(notice: notification::Notice, names: &Names) -> Self {
        Self {
            id: notice.id,
            kind: NoticeKind::of_text(notice.kind),
            about: NoticeSubject {
                kind: MailSubjectKind::of_text(notice.about_kind),
                number: notice.number,
            },
            offer_id: convert::non_empty(notice.offer_id),
            actor: names.person(&notice.actor),
            at: convert::precise(notice.at),
            read_at: convert::moment(notice.read_at),
            quotes: notice.quotes,
            orders: notice.orders,
            excess: notice.excess.map(|excess| NoticeExcess {
                line: excess.line,
                percent: excess.percent,
                allowed: excess.allowed,
            }),
        }
    }
}
