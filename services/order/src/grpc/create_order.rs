//! Creates an order of the caller's, once for each idempotency key.

use kit::{
    caller::CustomerCaller,
    change::Effect,
    client_address::ClientAddress,
    domain::{Language, Money, OrderId, ProductId, Quantity, UserId},
    failure::Failure,
};
use prost::Message as _;
use proto::order::v1::{CreateOrderRequest, CreateOrderResponse};
use sqlx::PgConnection;
use uuid::Uuid;

use super::{State, new_order::NewOrder};
use crate::{
    attempt::Subject,
    cart::Cart,
    creation::Creation,
    desk::Origin,
    error::OrderError,
    held::Holding,
    holds, limits,
    order::{self, Order, PaymentStatus},
    pricing, store,
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
    let cart = request.cart.clone();
    // Later presses for the cart wait for the first one and find its order.
    let cart_key = cart.as_ref().map(|cart| (user, format!("cart:{}", cart.id)));
    let _cart = match cart_key {
        Some(key) => Some(state.checkout_locks.acquire(key).await),
        None => None,
    };
    let _permit = state.checkout_locks.acquire((user, key.text.clone())).await;
    let started = {
        // The limits lock the account in the database: waiting here holds no connection.
        let _account = state.checkout_locks.acquire((user, ACCOUNT.to_owned())).await;
        let address = request.client_address.as_ref();
        let admit = async |connection: &mut PgConnection| {
            if let Some(cart) = &cart
                && let Some(existing) = find_order(connection, user, cart, &request.lines).await?
            {
                return Ok(Some(encode(existing)));
            }
            // Only the request that gives the attempt a new order id counts towards the limits, so that retries are free.
            limits::admit(connection, &state.limits, user, address).await?;
            Ok(None)
        };
        let subject = cart.as_ref().map(|cart| Subject::Cart(cart.id));
        creation.start(subject, admit).await?
    };
    let place = async |id| {
        let is_verified = hold(state, user, id, &request).await?;
        let visit = request.visit.clone();
        let order = reserve(state, user, id, request).await?;
        let answer = |order| Effect::none().with(encode(order));
        let origin = Origin {
            cart: cart.as_ref().map(|cart| (cart.id, cart.version)),
            is_unverified: !is_verified,
            visit,
            ..Origin::default()
        };
        creation
            .store(&state.metrics, order, language, &origin, answer)
            .await
    };
    let answer = creation.end(started, place).await?;
    CreateOrderResponse::decode(&*answer)
        .map_err(|_| OrderError::Inconsistent("a stored response is malformed"))
}

/// Returns the order that the cart has become, if there is one.
async fn find_order(
    connection: &mut PgConnection,
    user: UserId,
    cart: &Cart,
    lines: &[(ProductId, Quantity)],
) -> Result<Option<Order>, OrderError> {
    let orders = store::cart::last_orders(connection, cart.id).await?;
    let Some(existing) = cart.check(lines, &orders)? else {
        return Ok(None);
    };
    let order = store::order::find(connection, user, existing.id).await?;
    order
        .ok_or(OrderError::Inconsistent("the order of a cart is of another user"))
        .map(Some)
}

/// Encodes the response, which a retry gets again.
fn encode(order: Order) -> Vec<u8> {
    let response = CreateOrderResponse {
        order: Some(order.into()),
    };
    response.encode_to_vec()
}

/// Registers the pieces that the order holds, and returns whether the e-mail of the account is verified. Without limits and a
/// sooner lapse, nobody is asked.
async fn hold(state: &State, user: UserId, order: OrderId, request: &NewOrder) -> Result<bool, OrderError> {
    let has_limits = state.holds.has_limits();
    if !has_limits && !state.asks_for_email {
        return Ok(true);
    }
    let products: Vec<_> = request.lines.iter().map(|(product, _)| *product).collect();
    let stock = async {
        if has_limits {
            state.catalog.get_stock(&products).await
        } else {
            Ok(Vec::new())
        }
    };
    let (email, stock) = tokio::join!(state.account.get_email(user), stock);
    let (is_verified, stock) = (email?.is_verified, stock?);
    let holding = Holding {
        order,
        user,
        address: request.client_address.as_ref(),
        is_verified,
        lines: &request.lines,
        stock: &stock,
    };
    // The limits lock account and address in the database: waiting here holds no connection.
    let address = request.client_address.as_ref().map(ClientAddress::as_str);
    let no_user = UserId::from(Uuid::nil());
    let _address = state
        .checkout_locks
        .acquire((no_user, format!("address:{address:?}")))
        .await;
    let _account = state.checkout_locks.acquire((user, ACCOUNT.to_owned())).await;
    match holds::admit(&state.pool, &state.holds, &holding).await {
        Err(OrderError::TooMuchHeld(mut excess)) => {
            let lines = request.requested.iter().enumerate();
            let at_fault =
                lines.filter(|(_, product)| excess.product.is_some() && **product == excess.product);
            excess.lines = at_fault.map(|(index, _)| index).collect();
            Err(OrderError::TooMuchHeld(excess))
        }
        admitted => admitted.map(|()| is_verified),
    }
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
        paid: Money::ZERO,
        refunded: Money::ZERO,
        ordered_at: kit::clock::now(),
        lines: priced.lines,
        shipping: request.shipping,
        billing: request.billing,
    })
}

#[cfg(test)]
mod cart_tests;
#[cfg(test)]
mod tests;
