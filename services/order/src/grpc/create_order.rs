//! Creates an order, once for each idempotency key.
//!
//! Transaction A opens the attempt within the limits, or resolves an existing one. Then the account service returns the discount and the
//! catalog reserves stock under the attempt's order id. Transaction B stores the order and closes the attempt if it is
//! still open. A request never releases stock itself, because transaction B may have committed although its response
//! was lost: it abandons the attempt, and the catalog releases the stock on that event.

use kit::{
    caller::CustomerCaller,
    domain::{Language, Money, OrderId, UserId},
    failure::Failure,
};
use prost::Message as _;
use proto::order::v1::{CreateOrderRequest, CreateOrderResponse};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::{State, new_order::NewOrder};
use crate::{
    attempt::{Key, Resolution},
    desk::Origin,
    error::OrderError,
    events, limits,
    order::{self, Order, PaymentStatus},
    placing, pricing,
    store::{self, attempt},
};

/// Maximum number of reads of an attempt that other requests end and reopen concurrently.
const MAX_RESOLUTIONS: usize = 4;

/// Key of an account in the keyed mutex. Idempotency keys have a prefix with a colon.
const ACCOUNT: &str = "account";

pub(super) async fn handle(
    state: &State,
    CustomerCaller { user, language }: CustomerCaller,
    request: CreateOrderRequest,
) -> Result<CreateOrderResponse, Failure> {
    let order = NewOrder::parse(&request)?;
    let result = create(state, user, language, order).await;
    if let Some(limit) = result.as_ref().err().and_then(OrderError::limit) {
        state.metrics.record_rejection(limit);
    }
    Ok(result?)
}

async fn create(
    state: &State,
    user: UserId,
    language: Language,
    request: NewOrder,
) -> Result<CreateOrderResponse, OrderError> {
    let _permit = state
        .checkout_locks
        .acquire((user, request.key.text.clone()))
        .await;
    let started = {
        // The limits lock the account in the database: waiting here holds no connection.
        let _account = state.checkout_locks.acquire((user, ACCOUNT.to_owned())).await;
        start(state, user, &request).await?
    };
    let id = match started {
        Started::New(id) => id,
        Started::Replayed(response) => return decode(&response),
    };
    let key = request.key.clone();
    match reserve(state, user, id, request).await {
        Ok(draft) => commit(state, &key, draft, language).await,
        Err(error) => {
            if error.ends_attempt() {
                abandon(&state.pool, user, &key, id).await;
            }
            Err(error)
        }
    }
}

/// Result of transaction A.
pub(super) enum Started {
    /// The order id of the open attempt.
    New(OrderId),
    /// The stored response of a done attempt.
    Replayed(Vec<u8>),
}

async fn start(state: &State, user: UserId, request: &NewOrder) -> Result<Started, OrderError> {
    let mut transaction = kit::database::begin(&state.pool).await?;
    let (started, is_new) = open(&mut transaction, user, &request.key, None).await?;
    // Only the request that gives the attempt a new order id counts towards the limits, so that retries are free.
    if is_new {
        let address = request.client_address.as_ref();
        limits::admit(&mut transaction, &state.limits, user, address).await?;
        transaction.commit().await?;
    }
    Ok(started)
}

/// Opens or resolves the attempt of a key without limits.
pub(super) async fn start_attempt(pool: &PgPool, user: UserId, key: &Key) -> Result<Started, OrderError> {
    let mut transaction = kit::database::begin(pool).await?;
    let (started, _) = open(&mut transaction, user, key, None).await?;
    transaction.commit().await?;
    Ok(started)
}

/// Opens or resolves the attempt of a key to order an offer. If the offer has a live order, the attempt is done at once with
/// the number of that order. Fails with [`OrderError::AttemptEnded`] while another attempt of the offer is open.
pub(super) async fn start_offer_attempt(
    pool: &PgPool,
    user: UserId,
    key: &Key,
    offer: Uuid,
) -> Result<Started, OrderError> {
    let mut transaction = kit::database::begin(pool).await?;
    let opened = open(&mut transaction, user, key, Some(offer)).await;
    let (started, is_new) = opened.map_err(|error| match error {
        OrderError::Database(sqlx::Error::Database(error)) if error.is_unique_violation() => {
            OrderError::AttemptEnded
        }
        error => error,
    })?;
    // Another attempt ends in the transaction that stores its order, so a live order is visible once this one is open.
    let live = if is_new {
        store::order::live_number_of_offer(&mut transaction, offer).await?
    } else {
        None
    };
    let started = match live {
        Some(number) => {
            attempt::finish(&mut transaction, user, key, number.as_bytes()).await?;
            Started::Replayed(number.into_bytes())
        }
        None => started,
    };
    transaction.commit().await?;
    Ok(started)
}

/// Opens or resolves the attempt of a key, and returns whether it has a new order id.
async fn open(
    connection: &mut PgConnection,
    user: UserId,
    key: &Key,
    offer: Option<Uuid>,
) -> Result<(Started, bool), OrderError> {
    let new_id = OrderId::generate();
    for _ in 0..MAX_RESOLUTIONS {
        let mut is_new = attempt::open(connection, user, key, new_id, offer).await?;
        if !is_new {
            // The sweeper may have deleted an expired attempt in between, or another attempt of the offer is open.
            let Some(attempt) = attempt::find(connection, user, key).await? else {
                continue;
            };
            let old_id = attempt.order_id;
            match attempt.resolve(&key.request_hash)? {
                Resolution::Continue(id) => return Ok((Started::New(id), false)),
                Resolution::Replay(response) => return Ok((Started::Replayed(response), false)),
                Resolution::Reopen => {
                    is_new = attempt::reopen(connection, user, key, old_id, new_id, offer).await?;
                }
            }
        }
        if is_new {
            return Ok((Started::New(new_id), true));
        }
    }
    Err(OrderError::AttemptEnded)
}

/// An order before transaction B, which sets its number and time.
struct Draft {
    id: OrderId,
    user: UserId,
    priced: pricing::Priced,
    request: NewOrder,
}

async fn reserve(state: &State, user: UserId, id: OrderId, request: NewOrder) -> Result<Draft, OrderError> {
    let (discount, reserved) = tokio::join!(
        state.account.get_discount(user),
        state
            .catalog
            .reserve(id, &request.lines, &request.requested, |index| {
                format!("orderItems[{index}].productId")
            }),
    );
    let priced = pricing::price(&request.lines, reserved?, discount?)?;
    if request
        .expected_total
        .is_some_and(|expected| expected != priced.total)
    {
        return Err(OrderError::PriceChanged { total: priced.total });
    }
    Ok(Draft {
        id,
        user,
        priced,
        request,
    })
}

/// Runs transaction B. If another request has closed the attempt, returns its response.
async fn commit(
    state: &State,
    key: &Key,
    draft: Draft,
    language: Language,
) -> Result<CreateOrderResponse, OrderError> {
    let (id, user) = (draft.id, draft.user);
    let mut transaction = kit::database::begin(&state.pool).await?;
    let Some(now) = attempt::lock_open(&mut transaction, user, key, id).await? else {
        return replay(&mut transaction, user, key).await;
    };
    let mut order = Order {
        id,
        number: String::new(),
        user: Some(user),
        status: order::Status::Pending,
        payment: PaymentStatus::Pending,
        total: draft.priced.total,
        delivery_price: Money::ZERO,
        ordered_at: now,
        lines: draft.priced.lines,
        shipping: draft.request.shipping,
        billing: draft.request.billing,
    };
    placing::insert(&mut transaction, &mut order, language, &Origin::default()).await?;
    let total = order.total;
    let response = CreateOrderResponse {
        order: Some(order.into()),
    };
    attempt::finish(&mut transaction, user, key, &response.encode_to_vec()).await?;
    transaction.commit().await?;
    state.metrics.record_order(total);
    Ok(response)
}

/// Returns the response of the request that closed the attempt. Fails if the attempt was abandoned.
async fn replay(
    connection: &mut PgConnection,
    user: UserId,
    key: &Key,
) -> Result<CreateOrderResponse, OrderError> {
    let attempt = attempt::find(connection, user, key)
        .await?
        .ok_or(OrderError::AttemptEnded)?;
    match attempt.resolve(&key.request_hash)? {
        Resolution::Replay(response) => decode(&response),
        Resolution::Continue(_) | Resolution::Reopen => Err(OrderError::AttemptEnded),
    }
}

/// Abandons the attempt. The sweeper abandons it if that fails, so that the caller gets the original error.
pub(super) async fn abandon(pool: &PgPool, user: UserId, key: &Key, id: OrderId) {
    let abandoned = async {
        let mut transaction = kit::database::begin(pool).await?;
        if attempt::abandon(&mut transaction, user, key, id).await? {
            events::abandoned(&mut transaction, id).await?;
        }
        transaction.commit().await
    };
    if let Err(error) = abandoned.await {
        tracing::warn!(
            error = kit::failure::error_chain(&error),
            "abandoning an attempt failed, leaving it to the sweeper"
        );
    }
}

fn decode(response: &[u8]) -> Result<CreateOrderResponse, OrderError> {
    CreateOrderResponse::decode(response)
        .map_err(|_| OrderError::Inconsistent("a stored response is malformed"))
}

#[cfg(test)]
mod tests;
