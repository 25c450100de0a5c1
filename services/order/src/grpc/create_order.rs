//! Creates an order of the caller's, once for each idempotency key.

use kit::{
    caller::CustomerCaller,
    change::Effect,
    domain::{Language, Money, OrderId, UserId},
    failure::Failure,
};
use prost::Message as _;
use proto::order::v1::{CreateOrderRequest, CreateOrderResponse};

use super::{State, new_order::NewOrder};
use crate::{
    creation::Creation,
    desk::Origin,
    error::OrderError,
    limits,
    order::{self, Order, PaymentStatus},
    pricing,
};

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
    let key = request.key.clone();
    let creation = Creation {
        pool: &state.pool,
        user,
        key: &key,
    };
    let _permit = state.checkout_locks.acquire((user, key.text.clone())).await;
    let started = {
        // The limits lock the account in the database: waiting here holds no connection.
        let _account = state.checkout_locks.acquire((user, ACCOUNT.to_owned())).await;
        // Only the request that gives the attempt a new order id counts towards the limits, so that retries are free.
        let address = request.client_address.as_ref();
        let admit = async |connection: &mut _| limits::admit(connection, &state.limits, user, address).await;
        creation.start(admit).await?
    };
    let place = async |id| {
        let order = reserve(state, user, id, request).await?;
        let answer = |order: Order| {
            let response = CreateOrderResponse {
                order: Some(order.into()),
            };
            Effect::none().with(response.encode_to_vec())
        };
        let origin = Origin::default();
        creation
            .store(&state.metrics, order, language, &origin, answer)
            .await
    };
    let answer = creation.end(started, place).await?;
    CreateOrderResponse::decode(&*answer)
        .map_err(|_| OrderError::Inconsistent("a stored response is malformed"))
}

/// Prices the order and reserves its stock.
async fn reserve(state: &State, user: UserId, id: OrderId, request: NewOrder) -> Result<Order, OrderError> {
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
    Ok(Order {
        id,
        number: String::new(),
        user: Some(user),
        status: order::Status::Pending,
        payment: PaymentStatus::Pending,
        total: priced.total,
        delivery_price: Money::ZERO,
        ordered_at: kit::clock::now(),
        lines: priced.lines,
        shipping: request.shipping,
        billing: request.billing,
    })
}

#[cfg(test)]
mod tests;
