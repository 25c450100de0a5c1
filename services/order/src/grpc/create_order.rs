//! Makes an order, once for each key.
//!
//! Transaction A opens the attempt, or finds what another try with the same key has come to. Then the accounts say
//! the discount and the catalogue takes the stock, under the attempt's order id. Transaction B writes the order and
//! closes the attempt, where it is still open. A request never gives stock back itself, for a commit without an
//! answer may have happened: the attempt is abandoned, and the catalogue hears of it.

use kit::{
    caller::Caller,
    domain::{Language, OrderId, UserId},
    failure::Failure,
};
use prost::Message as _;
use proto::order::v1::{CreateOrderRequest, CreateOrderResponse};
use sqlx::PgPool;
use tonic::Request;

use super::{State, new_order::NewOrder};
use crate::{
    attempt::{Key, Meeting},
    error::OrderError,
    events, number,
    order::{self, Order, PaymentStatus},
    pricing,
    store::{self, attempt},
};

/// How often an attempt that others end and open at the same time is looked at again.
const LOOKS: usize = 4;

/// How many numbers are tried; that even one is taken is rare.
const NUMBERS: usize = 5;

pub(super) async fn handle(
    state: &State,
    request: Request<CreateOrderRequest>,
) -> Result<CreateOrderResponse, Failure> {
    let caller = Caller::from_request(&request)?;
    let user = caller.require_user()?;
    let asked = NewOrder::parse(request.get_ref())?;
    let answer = place(state, user, caller.language, asked).await?;
    Ok(answer)
}

async fn place(
    state: &State,
    user: UserId,
    language: Language,
    asked: NewOrder,
) -> Result<CreateOrderResponse, OrderError> {
    let _turn = state.creations.take(user, &asked.key.text).await;
    let id = match begin(&state.pool, user, &asked.key).await? {
        Begun::Open(id) => id,
        Begun::Answered(answer) => return decode(&answer),
    };
    let key = asked.key.clone();
    match reserve(state, user, id, asked).await {
        Ok(draft) => commit(state, &key, draft, language).await,
        Err(refusal) if refusal.ends_attempt() => {
            abandon(&state.pool, user, &key, id).await;
            Err(refusal)
        }
        Err(outage) => Err(outage),
    }
}

/// What transaction A has come to.
enum Begun {
    /// The order id that all tries work on.
    Open(OrderId),
    /// The stored answer.
    Answered(Vec<u8>),
}

async fn begin(pool: &PgPool, user: UserId, key: &Key) -> Result<Begun, OrderError> {
    let mut transaction = pool.begin().await?;
    attempt::open(&mut transaction, user, key, OrderId::generate()).await?;
    for _ in 0..LOOKS {
        // The sweeper may have removed an old one just now.
        let Some(found) = attempt::find(&mut transaction, user, key).await? else {
            attempt::open(&mut transaction, user, key, OrderId::generate()).await?;
            continue;
        };
        let old = found.order_id;
        match found.meet(&key.request_hash)? {
            Meeting::Continue(id) => {
                transaction.commit().await?;
                return Ok(Begun::Open(id));
            }
            Meeting::Answer(answer) => return Ok(Begun::Answered(answer)),
            Meeting::Reopen => {
                attempt::reopen(&mut transaction, user, key, old, OrderId::generate()).await?;
            }
        }
    }
    Err(OrderError::AttemptEnded)
}

/// All of an order but its number and time, which transaction B gives it.
struct Draft {
    id: OrderId,
    user: UserId,
    priced: pricing::Priced,
    asked: NewOrder,
}

async fn reserve(state: &State, user: UserId, id: OrderId, asked: NewOrder) -> Result<Draft, OrderError> {
    let discount = state.account.discount_of(user).await?;
    let reserved = state.catalog.reserve(id, &asked.wanted, &asked.asked).await?;
    let priced = pricing::price(&asked.wanted, reserved, discount)?;
    if asked
        .expected_total
        .is_some_and(|expected| expected != priced.total)
    {
        return Err(OrderError::PriceChanged { total: priced.total });
    }
    Ok(Draft {
        id,
        user,
        priced,
        asked,
    })
}

/// Transaction B. Of parallel tries one gets here first; the others answer what it has answered.
async fn commit(
    state: &State,
    key: &Key,
    draft: Draft,
    language: Language,
) -> Result<CreateOrderResponse, OrderError> {
    let (id, user) = (draft.id, draft.user);
    let mut transaction = state.pool.begin().await?;
    if !attempt::lock_open(&mut transaction, user, key, id).await? {
        return look_again(&mut transaction, user, key).await;
    }
    let mut order = Order {
        id,
        number: number::generate(),
        user,
        status: order::Status::Pending,
        payment: PaymentStatus::Pending,
        total: draft.priced.total,
        ordered_at: store::order::now(&mut transaction).await?,
        lines: draft.priced.lines,
        shipping: draft.asked.shipping,
        billing: draft.asked.billing,
    };
    let mut tries = 1;
    while !store::order::insert(&mut transaction, &order, language).await? {
        if tries == NUMBERS {
            return Err(OrderError::Broken("all order numbers that were tried are taken"));
        }
        tries += 1;
        order.number = number::generate();
    }
    events::created(&mut transaction, &order).await?;
    let total = order.total;
    let answer = CreateOrderResponse {
        order: Some(order.into()),
    };
    attempt::finish(&mut transaction, user, key, &answer.encode_to_vec()).await?;
    transaction.commit().await?;
    state.metrics.placed(total);
    Ok(answer)
}

/// The attempt is no longer open for this order: another try has made it, or it was abandoned meanwhile.
async fn look_again(
    connection: &mut sqlx::PgConnection,
    user: UserId,
    key: &Key,
) -> Result<CreateOrderResponse, OrderError> {
    let found = attempt::find(connection, user, key)
        .await?
        .ok_or(OrderError::AttemptEnded)?;
    match found.meet(&key.request_hash)? {
        Meeting::Answer(answer) => decode(&answer),
        Meeting::Continue(_) | Meeting::Reopen => Err(OrderError::AttemptEnded),
    }
}

/// Ends the attempt at once. Where that fails the sweeper does it, so the caller still hears why it was refused.
async fn abandon(pool: &PgPool, user: UserId, key: &Key, id: OrderId) {
    let abandoned = async {
        let mut transaction = pool.begin().await?;
        if attempt::abandon(&mut transaction, user, key, id).await? {
            events::abandoned(&mut transaction, id).await?;
        }
        transaction.commit().await
    };
    if let Err(error) = abandoned.await {
        tracing::warn!(
            error = kit::failure::error_chain(&error),
            "a refused attempt stays open until it is swept"
        );
    }
}

fn decode(answer: &[u8]) -> Result<CreateOrderResponse, OrderError> {
    CreateOrderResponse::decode(answer).map_err(|_| OrderError::Broken("a stored answer cannot be read"))
}

#[cfg(test)]
mod tests;
