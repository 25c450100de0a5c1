//! Links to orders: their tokens, and how long they are valid.

use kit::{
    domain::{OrderId, UserId},
    keys::{InvalidKeys, Keys},
    link_token,
};
use time::{Duration, OffsetDateTime};

use crate::order::Status;

/// Kind of the tokens.
const KIND: &str = "order";

/// Time for which a link outlives its order.
const AFTER_END: Duration = Duration::days(90);

/// Keys that sign the tokens of orders: the first signs, both verify.
#[derive(Debug, Clone)]
pub struct OrderLinkKeys(Keys);

impl std::str::FromStr for OrderLinkKeys {
    type Err = InvalidKeys;

    fn from_str(text: &str) -> Result<Self, InvalidKeys> {
        text.parse().map(Self)
    }
}

impl OrderLinkKeys {
    /// Returns the token of an order.
    pub(crate) fn sign(&self, number: &str) -> String {
        link_token::sign(&self.0, KIND, number)
    }

    /// Returns the number of a valid token.
    pub(crate) fn verify<'token>(&self, token: &'token str) -> Option<&'token str> {
        link_token::verify(&self.0, KIND, token)
    }
}

/// Data that decides whether the link of an order works. The order's personal data is not wiped.
#[derive(Clone)]
pub(crate) struct LinkedOrder {
    pub(crate) id: OrderId,
    pub(crate) number: String,
    /// `None` without an account.
    pub(crate) user: Option<UserId>,
    /// E-mail of the shipping address in lower case; empty if there is none.
    pub(crate) email: String,
    pub(crate) status: Status,
    /// Time of the present status.
    pub(crate) status_at: OffsetDateTime,
    /// Time of the database.
    pub(crate) now: OffsetDateTime,
}

/// Hides the order from logs: its e-mail is personal data.
impl std::fmt::Debug for LinkedOrder {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "LinkedOrder({})", self.number)
    }
}

impl LinkedOrder {
    /// Whether the link is valid: until 90 days after the order was completed or cancelled.
    pub(crate) fn is_valid(&self) -> bool {
        let has_ended = matches!(self.status, Status::Completed | Status::Cancelled);
        !has_ended || self.now - self.status_at < AFTER_END
    }

    /// Whether an e-mail in lower case is that of the order.
    pub(crate) fn has_email(&self, email: &str) -> bool {
        !self.email.is_empty() && self.email == email
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    fn order(status: Status, age: Duration) -> LinkedOrder {
        let now = datetime!(2026-11-24 12:00 UTC);
        LinkedOrder {
            id: OrderId::generate(),
            number: "SB-7Q2M04XK".to_owned(),
            user: None,
            email: "leyla@example.com".to_owned(),
            status,
            status_at: now - age,
            now,
        }
    }

    #[test]
    fn is_valid_until_90_days_after_the_end() {
        let almost = AFTER_END - Duration::SECOND;
        for status in Status::ALL {
            let ends = matches!(status, Status::Completed | Status::Cancelled);
            assert!(order(status, almost).is_valid(), "{status:?}");
            assert_eq!(order(status, AFTER_END).is_valid(), !ends, "{status:?}");
        }
    }

    #[test]
    fn an_order_without_an_email_has_none() {
        let mut order = order(Status::Pending, Duration::ZERO);
        assert!(order.has_email("leyla@example.com"));
        assert!(!order.has_email("leyla@example.az"));
        order.email.clear();
        assert!(!order.has_email(""));
    }

    #[test]
    fn a_token_of_an_offer_is_none_of_an_order() {
        let text = "0123456789abcdef0123456789abcdef";
        let keys: OrderLinkKeys = text.parse().unwrap();
        let token = keys.sign("SB-7Q2M04XK");
        assert_eq!(keys.verify(&token), Some("SB-7Q2M04XK"));
        let offer = link_token::sign(&text.parse().unwrap(), "offer", "SB-7Q2M04XK");
        assert_eq!(keys.verify(&offer), None);
    }
}
