//! Transaction B of the desk's orders: it stores the order and closes its attempt.

use kit::{
    caller::Actor,
    change::{self, Effect},
    domain::{Language, UserId},
};
use serde_json::json;
use uuid::Uuid;

use super::State;
use crate::{
    attempt::{Key, Resolution},
    desk::Origin,
    error::OrderError,
    order::Order,
    placing,
    store::attempt,
};

/// The attempt that an order closes.
pub(super) struct OpenAttempt<'attempt> {
    /// The audited rpc.
    pub(super) action: &'static str,
    pub(super) owner: UserId,
    pub(super) key: &'attempt Key,
}

/// Returns the user of an actor's attempts. Those of the command line have the nil user.
pub(super) fn owner_of(actor: &Actor) -> UserId {
    actor.user().unwrap_or_else(|| UserId::from(Uuid::nil()))
}

/// Runs transaction B and returns the number. If another request has closed the attempt, returns its number.
pub(super) async fn commit(
    state: &State,
    actor: &Actor,
    OpenAttempt { action, owner, key }: OpenAttempt<'_>,
    mut order: Order,
    language: Language,
    origin: &Origin,
) -> Result<String, OrderError> {
    let (number, is_new) = change::run(&state.pool, async |connection| {
        let Some(now) = attempt::lock_open(connection, owner, key, order.id).await? else {
            let ended = attempt::find(connection, owner, key)
                .await?
                .ok_or(OrderError::AttemptEnded)?;
            return match ended.resolve(&key.request_hash)? {
                Resolution::Replay(number) => Ok(Effect::none().with((decode_number(number)?, false))),
                Resolution::Continue(_) | Resolution::Reopen => Err(OrderError::AttemptEnded),
            };
        };
        order.ordered_at = now;
        placing::insert(connection, &mut order, language, origin).await?;
        let number = |pair: &Option<(Uuid, String)>| pair.as_ref().map(|(_, number)| number.clone());
        let detail = json!({
            "source": [null, origin.source.name()], "total": [null, order.total.to_json_number()],
            "quote": [null, number(&origin.quote)], "offer": [null, number(&origin.offer)],
        });
        attempt::finish(connection, owner, key, order.number.as_bytes()).await?;
        Ok(Effect::audited(actor, action, &order.number, detail).with((order.number.clone(), true)))
    })
    .await?;
    if is_new {
        state.metrics.record_order(order.total);
    }
    Ok(number)
}

/// Returns the number in a stored answer.
pub(super) fn decode_number(number: Vec<u8>) -> Result<String, OrderError> {
    String::from_utf8(number).map_err(|_| OrderError::Inconsistent("a stored number is malformed"))
}
