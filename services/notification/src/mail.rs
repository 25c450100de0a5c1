//! Mails, their kinds and states.

use std::time::Duration;

use kit::domain::{EventId, InquiryId, InvitationId, MailId, OrderId, RecordKind, UserId};
pub(crate) use kit::vocabulary::{
    mail::{Kind, State, SubjectKind},
    order::{PaymentStatus, Status as OrderStatus},
};
use time::OffsetDateTime;
use uuid::Uuid;

/// The kind of a mail with the ids of its entities, as stored in the table. Contains no personal data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum MailKind {
    /// To a user: the account was created, with the link of a verification request. Rows of older versions have none.
    Welcome {
        user: UserId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        verification: Option<Uuid>,
    },
    /// To a user: another link to verify the address.
    EmailVerification { request: Uuid, user: UserId },
    /// To a user: the address was registered again.
    AlreadyRegistered { user: UserId },
    /// To a user: the link to reset the password.
    PasswordReset { request: Uuid, user: UserId },
    /// To a customer: confirmation of an order.
    OrderReceived { order: OrderId },
    /// To a customer: the order was cancelled.
    OrderCancelled { order: OrderId },
    /// To a customer: the status of the order or its payment changed.
    OrderMoved {
        order: OrderId,
        status: OrderStatus,
        payment: PaymentStatus,
    },
    /// To a customer: the delivery of the order is planned.
    DeliveryPlanned { order: OrderId },
    /// To a customer: staff corrected the order. The total before, in qəpik; `None` if only the addresses were corrected.
    OrderCorrected {
        order: OrderId,
        previous_total: Option<i64>,
    },
    /// To a customer: the order has lapsed.
    OrderLapsed { order: OrderId },
    /// To a customer: the link of the order, on request.
    OrderLink { order: OrderId },
    /// To a visitor: confirmation of a quote request.
    QuoteReceived { inquiry: InquiryId },
    /// To a visitor: confirmation of a contact message.
    MessageReceived { inquiry: InquiryId },
    /// To a visitor: the link to the brochure.
    Catalogue { inquiry: InquiryId },
    /// To a customer: a mail by staff. The inquiry service has its text.
    StaffMail {
        message: Uuid,
        /// The author. Rows of older versions, and mails by the operator, have none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<UserId>,
    },
    /// To a customer: messages of a conversation that the customer has not read.
    MessagesUnread { inquiry: InquiryId },
    /// To a customer: the first revision of an offer.
    OfferSent { offer: Uuid },
    /// To a customer: a later revision of an offer.
    OfferRevised { offer: Uuid },
    /// To a customer: an offer ends soon.
    OfferEnds { offer: Uuid },
    /// To a customer: confirmation of an accepted offer.
    OfferAccepted { offer: Uuid },
    /// To a person: the link to join the team.
    StaffInvite { invitation: InvitationId },
    /// To a member of the team: the second factor was removed.
    SecondFactorReset { user: UserId },
    /// To the owners: a member typed too many wrong codes.
    SecondFactorLocked {
        user: UserId,
        /// Whether codes are refused until a reset. Rows of older versions have none.
        #[serde(default)]
        until_reset: bool,
    },
    /// To a member of the team: the link to set up a second factor.
    EnrolmentLink { request: Uuid, user: UserId },
    /// To a member of the team: a second factor was added.
    FactorAdded { user: UserId },
    /// To a member of the team: a device was remembered.
    DeviceRemembered { user: UserId },
    /// To a user: the password was changed.
    PasswordChanged { user: UserId },
    /// To a member of the team: notices that were not read in time. Their rows name the batch.
    StaffNotices { user: UserId, batch: Uuid },
    /// To the shop: a new order.
    ShopOrder { order: OrderId },
    /// To the shop: an order lapses at this Unix time, in seconds, unless staff acts.
    ShopOrderLapsing { order: OrderId, lapses_at: i64 },
    /// To the shop: an order has lapsed.
    ShopOrderLapsed { order: OrderId },
    /// To the shop: a quote request.
    ShopQuote { inquiry: InquiryId },
    /// To the shop: a contact message.
    ShopMessage { inquiry: InquiryId },
    /// To the shop: a request for the brochure.
    ShopCatalogue { inquiry: InquiryId },
    /// To the shop: the forms whose own mails are above the shop's limit. Their rows name the digest.
    ShopDigest { digest: Uuid },
    /// To the shop: an offer is accepted.
    ShopOfferAccepted { offer: Uuid },
    /// To the shop: an offer is declined.
    ShopOfferDeclined { offer: Uuid },
    /// To the workshop: a new order with designed pieces.
    WorkshopOrder { order: OrderId },
}

impl MailKind {
    /// Whether the mail to a customer is about a record whose assignee signs it.
    pub(crate) const fn is_signed_by_assignee(self) -> bool {
        matches!(
            self,
            Self::OrderReceived { .. }
                | Self::OrderCancelled { .. }
                | Self::OrderMoved { .. }
                | Self::DeliveryPlanned { .. }
                | Self::OrderCorrected { .. }
                | Self::OfferSent { .. }
                | Self::OfferRevised { .. }
                | Self::OfferEnds { .. }
                | Self::OfferAccepted { .. }
        )
    }

    /// Whether a form that anyone can send causes this mail to the shop.
    pub(crate) const fn is_shop_form(self) -> bool {
        matches!(
            self,
            Self::ShopQuote { .. } | Self::ShopMessage { .. } | Self::ShopCatalogue { .. }
        )
    }
}

/// Forms of one kind in a digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DigestEntry {
    pub(crate) kind: Kind,
    pub(crate) count: i64,
    /// The first numbers, at most [`MAX_DIGEST_NUMBERS`].
    pub(crate) numbers: Vec<String>,
}

/// Maximum numbers of one kind in a digest.
pub(crate) const MAX_DIGEST_NUMBERS: i32 = 50;

/// Returns the kind of the numbers of records; without a prefix that of a quote request.
pub(crate) const fn record(kind: SubjectKind) -> RecordKind {
    match kind {
        SubjectKind::Quote => RecordKind::Quote,
        SubjectKind::Offer => RecordKind::Offer,
        SubjectKind::Order => RecordKind::Order,
    }
}

/// The record that a mail is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Subject {
    pub(crate) kind: SubjectKind,
    /// Human-readable number.
    pub(crate) number: String,
    pub(crate) id: Uuid,
}

impl Subject {
    /// Creates a subject from the fields of an event; `None` if the number is empty or the id is no UUID.
    pub(crate) fn new(kind: SubjectKind, number: &str, id: &str) -> Option<Self> {
        Some(Self {
            kind,
            number: Some(number).filter(|number| !number.is_empty())?.to_owned(),
            id: Uuid::try_parse(id).ok()?,
        })
    }

    /// Returns the number of the quote, of a mail about a quote.
    pub(crate) fn quote_number(&self) -> Option<&str> {
        (self.kind == SubjectKind::Quote).then_some(self.number.as_str())
    }
}

/// A mail to insert.
#[derive(Debug)]
pub(crate) struct NewMail {
    pub(crate) event: EventId,
    pub(crate) kind: MailKind,
    pub(crate) about: Option<Subject>,
    /// The trace of its event.
    pub(crate) traceparent: Option<String>,
}

/// A mail for the staff.
#[derive(Debug, Clone)]
pub(crate) struct Mail {
    pub(crate) id: MailId,
    pub(crate) event: EventId,
    pub(crate) kind: String,
    pub(crate) about: Option<Subject>,
    /// The text in the inquiry service, of a mail by staff.
    pub(crate) message: Option<Uuid>,
    pub(crate) state: State,
    pub(crate) attempts: i32,
    pub(crate) reason: Option<String>,
    pub(crate) created_at: OffsetDateTime,
    pub(crate) next_attempt_at: OffsetDateTime,
    pub(crate) ended_at: Option<OffsetDateTime>,
}

/// A mail claimed by this process.
#[derive(Debug)]
pub(crate) struct ClaimedMail {
    pub(crate) id: MailId,
    pub(crate) event: EventId,
    pub(crate) kind_name: String,
    pub(crate) kind: MailKind,
    /// Number of the attempt, from 1.
    pub(crate) attempt: i32,
    pub(crate) traceparent: Option<String>,
}

/// Error of sending a mail. The text is stored and logged: it must not contain addresses, names or tokens.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SendError {
    /// A dependency is unavailable, or the mail server puts off this mail: retried without limit.
    #[error("{0}")]
    Transient(String),
    /// The mail server takes no mail at all: retried without limit, and the worker pauses.
    #[error("{0}")]
    ServerUnavailable(String),
    /// No retry can succeed.
    #[error("{0}")]
    Permanent(String),
    /// The customer of an order without an account has no e-mail. The mail is deleted.
    #[error("the customer has no e-mail")]
    NoRecipient,
    /// The record has changed since the event, so that the mail would be wrong. The mail is deleted.
    #[error("the mail is out of date")]
    OutOfDate,
    /// The recipient got the maximum number of mails. Staff may retry the mail.
    #[error("too many mails to this recipient")]
    RecipientLimit,
    /// The customer got the maximum number of mails about a delivery. Staff may retry the mail.
    #[error("too many mails about the delivery of this order")]
    DeliveryLimit,
    /// The shop got the maximum number of mails about forms. The mail goes into a digest.
    #[error("too many mails about forms to the shop")]
    ShopLimit,
}

/// Returns the delay before the next attempt: 1 s, doubled per attempt, at most `max`.
///
/// `jitter`, from 0 to 1, spreads the delay over the upper half of its length.
pub(crate) fn retry_delay(attempts: i32, max: Duration, jitter: f64) -> Duration {
    let doublings = u32::try_from(attempts.clamp(1, 16) - 1).unwrap_or(0);
    let delay = Duration::from_secs(2_u64.saturating_pow(doublings)).min(max);
    delay.mul_f64(0.5 + jitter.clamp(0.0, 1.0) / 2.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MAX: Duration = Duration::from_mins(5);

    #[test]
    fn delay_doubles_up_to_the_maximum() {
        let seconds = |attempts| retry_delay(attempts, MAX, 1.0).as_secs();
        assert_eq!(
            [0, 1, 2, 3, 9, 10, i32::MAX].map(seconds),
            [1, 1, 2, 4, 256, 300, 300]
        );
    }

    proptest! {
        #[test]
        fn delay_stays_within_its_bounds(attempts in any::<i32>(), jitter in 0.0..1.0_f64) {
            let delay = retry_delay(attempts, MAX, jitter);
            prop_assert!(delay >= Duration::from_millis(500) && delay <= MAX);
        }
    }

    #[test]
    fn stores_only_ids_and_statuses() {
        let order = OrderId::generate();
        let stored = serde_json::to_value(MailKind::OrderMoved {
            order,
            status: OrderStatus::Shipped,
            payment: PaymentStatus::Paid,
        })
        .unwrap();
        assert_eq!(
            stored,
            serde_json::json!({"kind": "order_moved", "order": order, "status": "shipped", "payment": "paid"})
        );
    }
}
