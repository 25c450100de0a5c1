//! A mail and how it comes to its end.

use std::time::Duration;

use kit::domain::{EventId, InquiryId, MailId, OrderId, UserId};
use time::OffsetDateTime;
use uuid::Uuid;

/// What happened that somebody is written to about, with the ids of what the letter speaks of, and nothing else.
///
/// This is what the table keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Occasion {
    /// To a user: the account is ready.
    Welcome { user: UserId },
    /// To a user: somebody tried to register the address again.
    AlreadyRegistered { user: UserId },
    /// To a user: the link to a new password.
    PasswordReset { request: Uuid, user: UserId },
    /// To a customer: what was ordered.
    OrderReceived { order: OrderId },
    /// To a customer: the order is called off.
    OrderCancelled { order: OrderId },
    /// To a customer: the order or its payment has moved.
    OrderMoved {
        order: OrderId,
        status: OrderStatus,
        payment: PaymentStatus,
    },
    /// To a visitor: the question for a price is here.
    QuoteReceived { inquiry: InquiryId },
    /// To a visitor: the message is here.
    MessageReceived { inquiry: InquiryId },
    /// To a visitor: where the catalogue is.
    Catalogue { inquiry: InquiryId },
    /// To the shop: an order.
    ShopOrder { order: OrderId },
    /// To the shop: a question for a price.
    ShopQuote { inquiry: InquiryId },
    /// To the shop: a message.
    ShopMessage { inquiry: InquiryId },
    /// To the shop: somebody has the catalogue.
    ShopCatalogue { inquiry: InquiryId },
}

macro_rules! statuses {
    ($($(#[$doc:meta])+ $name:ident { $($case:ident = $text:literal,)+ })+) => {$(
        $(#[$doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "lowercase")]
        pub(crate) enum $name { $($case,)+ }

        impl $name {
            /// All of them.
            #[cfg(test)]
            pub(crate) const ALL: &[Self] = &[$(Self::$case,)+];
        }

        impl std::str::FromStr for $name {
            type Err = UnknownStatus;

            fn from_str(text: &str) -> Result<Self, UnknownStatus> {
                match text {
                    $($text => Ok(Self::$case),)+
                    _ => Err(UnknownStatus),
                }
            }
        }
    )+};
}

statuses! {
    /// Where an order stands.
    OrderStatus {
        Pending = "pending",
        Processing = "processing",
        Shipped = "shipped",
        Delivered = "delivered",
        Completed = "completed",
        Cancelled = "cancelled",
    }
    /// Where an order's payment stands.
    PaymentStatus {
        Pending = "pending",
        Processing = "processing",
        Paid = "paid",
        Unpaid = "unpaid",
        Refunded = "refunded",
    }
}

/// An event named a status that an order never has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no status of an order")]
pub(crate) struct UnknownStatus;

/// Where a mail stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub(crate) enum State {
    Waiting,
    Sent,
    Failed,
}

impl State {
    /// The lower-case name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Sent => "sent",
            Self::Failed => "failed",
        }
    }
}

/// A mail as the staff sees it.
#[derive(Debug, Clone)]
pub(crate) struct Mail {
    pub(crate) id: MailId,
    pub(crate) event: EventId,
    pub(crate) kind: String,
    pub(crate) state: State,
    pub(crate) attempts: i32,
    pub(crate) reason: Option<String>,
    pub(crate) created_at: OffsetDateTime,
    pub(crate) next_attempt_at: OffsetDateTime,
    pub(crate) ended_at: Option<OffsetDateTime>,
}

/// A mail that this process has taken to send.
#[derive(Debug)]
pub(crate) struct Taken {
    pub(crate) id: MailId,
    pub(crate) event: EventId,
    pub(crate) kind: String,
    pub(crate) occasion: Occasion,
    /// Which attempt this is, from 1.
    pub(crate) attempt: i32,
    pub(crate) traceparent: Option<String>,
}

/// Why a mail was not sent. The words go into the table and the log: no address, name or token may be in them.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Setback {
    /// Something that is needed is away: it is tried again for as long as it takes.
    #[error("{0}")]
    NotNow(String),
    /// It will never succeed.
    #[error("{0}")]
    Never(String),
}

/// How long a mail waits after so many attempts: from 1 s, doubling up to the longest wait.
///
/// `chance`, from 0 to 1, spreads the waits over half of their length, so that what failed together does not come
/// back together.
pub(crate) fn wait(attempts: i32, longest: Duration, chance: f64) -> Duration {
    let doublings = u32::try_from(attempts.clamp(1, 16) - 1).unwrap_or(0);
    let whole = Duration::from_secs(2_u64.saturating_pow(doublings)).min(longest);
    whole.mul_f64(0.5 + chance.clamp(0.0, 1.0) / 2.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LONGEST: Duration = Duration::from_mins(5);

    #[test]
    fn waits_double_up_to_the_longest() {
        let seconds = |attempts| wait(attempts, LONGEST, 1.0).as_secs();
        assert_eq!(
            [0, 1, 2, 3, 9, 10, i32::MAX].map(seconds),
            [1, 1, 2, 4, 256, 300, 300]
        );
    }

    proptest! {
        #[test]
        fn a_wait_is_never_too_short_or_too_long(attempts in any::<i32>(), chance in 0.0..1.0_f64) {
            let wait = wait(attempts, LONGEST, chance);
            prop_assert!(wait >= Duration::from_millis(500) && wait <= LONGEST);
        }
    }

    #[test]
    fn the_table_keeps_ids_and_facts_only() {
        let order = OrderId::generate();
        let kept = serde_json::to_value(Occasion::OrderMoved {
            order,
            status: OrderStatus::Shipped,
            payment: PaymentStatus::Paid,
        })
        .unwrap();
        assert_eq!(
            kept,
            serde_json::json!({"kind": "order_moved", "order": order, "status": "shipped", "payment": "paid"})
        );
    }

    #[test]
    fn a_status_is_read_from_the_name_that_it_is_kept_under() {
        for status in OrderStatus::ALL {
            let name = serde_json::to_value(status).unwrap();
            assert_eq!(name.as_str().unwrap().parse(), Ok(*status));
        }
        for status in PaymentStatus::ALL {
            let name = serde_json::to_value(status).unwrap();
            assert_eq!(name.as_str().unwrap().parse(), Ok(*status));
        }
        assert_eq!("Pending".parse::<OrderStatus>(), Err(UnknownStatus));
    }
}
