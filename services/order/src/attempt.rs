//! Attempts at an order: all tries with one key work on one order id, and one of them makes the order.

use kit::domain::OrderId;

use crate::error::OrderError;

/// Under which key a request is tried, and for how long its answer is good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Key {
    /// Unique for the user; a key that the caller chose cannot equal one that was made of a request.
    pub(crate) text: String,
    /// SHA-256 of the request.
    pub(crate) request_hash: Vec<u8>,
    /// Seconds.
    pub(crate) lifetime: i32,
}

/// What the database holds of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Attempt {
    pub(crate) order_id: OrderId,
    pub(crate) request_hash: Vec<u8>,
    pub(crate) state: State,
    /// The encoded answer, where the attempt is done.
    pub(crate) answer: Option<Vec<u8>>,
    /// Whether its answer is no longer good.
    pub(crate) expired: bool,
}

/// How far an attempt is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub(crate) enum State {
    Open,
    Done,
    Abandoned,
}

/// What a request that comes with the key of an attempt does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Meeting {
    /// Works on this order.
    Continue(OrderId),
    /// Gets the stored answer.
    Answer(Vec<u8>),
    /// Opens the attempt again with a new order id, whatever it asks for.
    Reopen,
}

impl Attempt {
    /// What a request with this hash does. An open attempt never expires: the sweeper ends it.
    pub(crate) fn meet(self, request_hash: &[u8]) -> Result<Meeting, OrderError> {
        let same = self.request_hash == request_hash;
        match self.state {
            State::Abandoned => Ok(Meeting::Reopen),
            State::Done if self.expired => Ok(Meeting::Reopen),
            State::Open | State::Done if !same => Err(OrderError::KeyReused),
            State::Open => Ok(Meeting::Continue(self.order_id)),
            State::Done => self
                .answer
                .map(Meeting::Answer)
                .ok_or(OrderError::Broken("an attempt is done without an answer")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt(state: State, expired: bool) -> Attempt {
        Attempt {
            order_id: OrderId::generate(),
            request_hash: b"this".to_vec(),
            state,
            answer: (state == State::Done).then(|| b"answer".to_vec()),
            expired,
        }
    }

    #[test]
    fn the_same_request_continues_or_gets_the_answer() {
        let open = attempt(State::Open, false);
        let order = open.order_id;
        assert_eq!(open.meet(b"this").unwrap(), Meeting::Continue(order));
        assert_eq!(
            attempt(State::Done, false).meet(b"this").unwrap(),
            Meeting::Answer(b"answer".to_vec())
        );
    }

    #[test]
    fn an_open_attempt_continues_however_old_it_is() {
        let open = attempt(State::Open, true);
        let order = open.order_id;
        assert_eq!(open.meet(b"this").unwrap(), Meeting::Continue(order));
    }

    #[test]
    fn another_request_is_refused_while_the_key_lives() {
        for attempt in [
            attempt(State::Open, false),
            attempt(State::Open, true),
            attempt(State::Done, false),
        ] {
            assert!(matches!(attempt.meet(b"that"), Err(OrderError::KeyReused)));
        }
    }

    #[test]
    fn an_abandoned_or_expired_attempt_takes_any_request() {
        for attempt in [
            attempt(State::Abandoned, false),
            attempt(State::Abandoned, true),
            attempt(State::Done, true),
        ] {
            for hash in [b"this", b"that"] {
                assert_eq!(attempt.clone().meet(hash).unwrap(), Meeting::Reopen);
            }
        }
    }
}
