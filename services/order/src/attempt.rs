//! Order attempts: all calls with the same key share one order id, and one of them creates the order.

use kit::domain::{CartId, OrderId};
use uuid::Uuid;

use crate::error::OrderError;

/// Idempotency key of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Key {
    /// Unique for the user. A prefix separates keys of callers from those derived from a request.
    pub(crate) text: String,
    /// SHA-256 of the request.
    pub(crate) request_hash: Vec<u8>,
    /// Time for which a retry gets the stored response, in seconds.
    pub(crate) lifetime: i32,
}

/// The offer or cart that an attempt orders. It has at most one open attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Subject {
    Offer(Uuid),
    Cart(CartId),
}

impl Subject {
    pub(crate) const fn offer(self) -> Option<Uuid> {
        match self {
            Self::Offer(id) => Some(id),
            Self::Cart(_) => None,
        }
    }

    pub(crate) const fn cart(self) -> Option<CartId> {
        match self {
            Self::Cart(id) => Some(id),
            Self::Offer(_) => None,
        }
    }
}

/// Stored attempt of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Attempt {
    pub(crate) order_id: OrderId,
    pub(crate) request_hash: Vec<u8>,
    pub(crate) state: AttemptState,
    /// The encoded response of a done attempt.
    pub(crate) answer: Option<Vec<u8>>,
    /// Whether the lifetime of the key has passed.
    pub(crate) expired: bool,
}

kit::words! {
    /// State of an attempt.
    pub(crate) enum AttemptState("AttemptState") {
        Open = "open",
        Done = "done",
        Abandoned = "abandoned",
    }
}

/// Effect of an existing attempt on a request with its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Resolution {
    /// The request continues with this order id.
    Continue(OrderId),
    /// The request gets the stored response.
    Replay(Vec<u8>),
    /// The attempt reopens with a new order id for any request.
    Reopen,
}

impl Attempt {
    /// Resolves a request with this hash. An open attempt never expires: the sweeper abandons it.
    ///
    /// # Errors
    ///
    /// Fails with [`OrderError::KeyReused`] if a live attempt has another hash.
    pub(crate) fn resolve(self, request_hash: &[u8]) -> Result<Resolution, OrderError> {
        let is_same = self.request_hash == request_hash;
        match self.state {
            AttemptState::Abandoned => Ok(Resolution::Reopen),
            AttemptState::Done if self.expired => Ok(Resolution::Reopen),
            AttemptState::Open | AttemptState::Done if !is_same => Err(OrderError::KeyReused),
            AttemptState::Open => Ok(Resolution::Continue(self.order_id)),
            AttemptState::Done => self
                .answer
                .map(Resolution::Replay)
                .ok_or(OrderError::Inconsistent("a done attempt has no response")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt(state: AttemptState, expired: bool) -> Attempt {
        Attempt {
            order_id: OrderId::generate(),
            request_hash: b"first".to_vec(),
            state,
            answer: (state == AttemptState::Done).then(|| b"response".to_vec()),
            expired,
        }
    }

    #[test]
    fn same_request_continues_or_replays() {
        let open = attempt(AttemptState::Open, false);
        let order = open.order_id;
        assert_eq!(open.resolve(b"first").unwrap(), Resolution::Continue(order));
        assert_eq!(
            attempt(AttemptState::Done, false).resolve(b"first").unwrap(),
            Resolution::Replay(b"response".to_vec())
        );
    }

    #[test]
    fn open_attempt_continues_after_expiry() {
        let open = attempt(AttemptState::Open, true);
        let order = open.order_id;
        assert_eq!(open.resolve(b"first").unwrap(), Resolution::Continue(order));
    }

    #[test]
    fn rejects_another_request_with_a_live_key() {
        for attempt in [
            attempt(AttemptState::Open, false),
            attempt(AttemptState::Open, true),
            attempt(AttemptState::Done, false),
        ] {
            assert!(matches!(attempt.resolve(b"other"), Err(OrderError::KeyReused)));
        }
    }

    #[test]
    fn abandoned_or_expired_attempt_reopens_for_any_request() {
        for attempt in [
            attempt(AttemptState::Abandoned, false),
            attempt(AttemptState::Abandoned, true),
            attempt(AttemptState::Done, true),
        ] {
            for hash in [&b"first"[..], b"other"] {
                assert_eq!(attempt.clone().resolve(hash).unwrap(), Resolution::Reopen);
            }
        }
    }
}
