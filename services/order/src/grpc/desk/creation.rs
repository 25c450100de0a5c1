//! The attempts of the desk's orders. Their answer is the number of the order, so that a retry reads the order as it is then.

use kit::{caller::Actor, change::Effect, domain::UserId};
use serde_json::json;
use uuid::Uuid;

use crate::{desk::Origin, error::OrderError, order::Order};

/// Returns the user of an actor's attempts. Those of the command line have the nil user.
pub(super) fn owner_of(actor: &Actor) -> UserId {
    actor.user().unwrap_or_else(|| UserId::from(Uuid::nil()))
}

/// Returns the answer for a stored order, audited as `action`.
pub(super) fn answer(actor: &Actor, action: &'static str, origin: &Origin, order: Order) -> Effect<Vec<u8>> {
    let number = |pair: &Option<(Uuid, String)>| pair.as_ref().map(|(_, number)| number.clone());
    let detail = json!({
        "source": [null, origin.source.name()], "total": [null, order.total.to_json_number()],
        "quote": [null, number(&origin.quote)], "offer": [null, number(&origin.offer)],
    });
    Effect::audited(actor, action, &order.number, detail).with(order.number.into_bytes())
}

/// Returns the number in an answer.
pub(super) fn decode_number(answer: Vec<u8>) -> Result<String, OrderError> {
    String::from_utf8(answer).map_err(|_| OrderError::Inconsistent("a stored number is malformed"))
}
