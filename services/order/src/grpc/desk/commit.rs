//! Transaction B of the desk's orders: it stores the order and closes its attempt.

use kit::{
    audit,
    caller::Actor,
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
    let mut transaction = kit::database::begin(&state.pool).await?;
    let Some(now) = attempt::lock_open(&mut transaction, owner, key, order.id).await? else {
        let ended = attempt::find(&mut transaction, owner, key)
            .await?
            .ok_or(OrderError::AttemptEnded)?;
        return match ended.resolve(&key.request_hash)? {
            Resolution::Replay(number) => decode_number(number),
            Resolution::Continue(_) | Resolution::Reopen => Err(OrderError::AttemptEnded),
        };
    };
    order.ordered_at = now;
    placing::insert(&mut transaction, &mut order, language, origin).await?;
    let number = |pair: &Option<(Uuid, String)>| pair.as_ref().map(|(_, number)| number.clone());
    let detail = json!({
        "source": [null, origin.source.name()], "total": [null, order.total.to_json_number()],
        "quote": [null, number(&origin.quote)], "offer": [null, number(&origin.offer)],
    });
    audit::record(&mut transaction, actor, action, &order.number, detail).await?;
    attempt::finish(&mut transaction, owner, key, order.number.as_bytes()).await?;
    transaction.commit().await?;
    state.metrics.record_order(order.total);
    Ok(order.number)
}

/// Returns the number in a stored answer.
pub(super) fn decode_number(number: Vec<u8>) -> Result<String, OrderError> {
    String::from_utf8(number).map_err(|_| OrderError::Inconsistent("a stored number is malformed"))
}
