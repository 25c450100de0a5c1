//! `POST orders`.

use axum::extract::State;
use kit::{
    domain::{CartId, Money},
    failure::{Code, Failure},
    validation::{FieldErrors, INVALID},
};
use proto::{
    cart::v1::{Cart, CreateCartRequest},
    order::v1::{CreateOrderRequest, OrderLineRequest, OrderedCart},
};
use serde_json::{Number, json};

use super::order::{Order, PostalAddress};
use crate::{
    convert,
    envelope::Envelope,
    error::{ApiError, ApiResult},
    extract::{ClientAddress, Customer, IdempotencyKey, Json},
    openapi::ErrorResponse,
    routes::{carts::with_products, visit::SentVisit},
    session::Session,
    state::AppState,
};

/// Order request. `status`, `paymentStatus` and prices are ignored; the server sets them.
#[request]
pub(crate) struct CreateOrder {
    /// Id of the signed-in user; any other id is rejected.
    #[schema(format = Uuid)]
    user_id: Option<String>,
    /// Shipping address.
    #[serde(default)]
    #[schema(required)]
    shipping_address: PostalAddress,
    /// Billing address; defaults to the shipping address.
    billing_address: Option<PostalAddress>,
    /// Order lines, at most 100.
    #[serde(default)]
    #[schema(required)]
    order_items: Vec<CreateOrderItem>,
    /// Total in AZN shown to the customer; rejected if the actual total differs.
    #[schema(value_type = Option<f64>)]
    expected_total: Option<Number>,
    /// Cart shown to the customer; defaults to the present one.
    cart: Option<SeenCart>,
    /// How the visitor came to the shop, in the form of the example; what is not valid is left out, and refuses nothing.
    #[serde(default)]
    #[schema(value_type = serde_json::Value)]
    visit: SentVisit,
}

/// Cart shown to the customer.
#[request]
pub(crate) struct SeenCart {
    /// Cart id.
    #[serde(default)]
    #[schema(required, format = Uuid)]
    id: String,
    /// Version of the cart.
    #[serde(default)]
    #[schema(required, minimum = 0)]
    version: i64,
}

/// Requested order line.
#[request]
pub(crate) struct CreateOrderItem {
    /// Product id.
    #[serde(default)]
    #[schema(required, minimum = 1)]
    product_id: i64,
    /// Number of pieces, 1 to 99.
    #[serde(default)]
    #[schema(required, minimum = 1, maximum = 99)]
    quantity: i64,
}

/// Creates an order from the customer's cart. Repeating the `Idempotency-Key` with the same body returns the first response;
/// another request for the same version of the cart returns the order that exists. The lines must be in the cart: a cart
/// that is empty, has changed since it was shown, or was ordered in the meantime is a conflict whose `data` has the present
/// `cart`, and the `orderId` of the order that it has become.
#[utoipa::path(post, path = "/orders", tag = "orders",
    request_body(content = CreateOrder, example = json!({
        "userId": "01936b2e-7c00-7000-8000-000000000001", "shippingAddress": PostalAddress::example(),
        "orderItems": [{"productId": 1, "quantity": 2}], "expectedTotal": 2124.24,
        "cart": {"id": "01936b2e-7c00-7000-8000-000000000001", "version": 3}})),
    params(("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 255,
        description = "Unique key per attempt; the same key for its retries")),
    security(("session" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Order>, description = "Order",
        example = json!(Envelope::new(Order::example(kit::vocabulary::order::Status::Pending)))),
        ErrorResponse::<409>, ErrorResponse::<422>, ErrorResponse::<429>))]
pub(crate) async fn create_order(
    State(state): State<AppState>,
    customer: Customer,
    ClientAddress(client_address): ClientAddress,
    IdempotencyKey(key): IdempotencyKey,
    Json(body): Json<CreateOrder>,
) -> ApiResult<Envelope<Order>> {
    let seen = body.cart.as_ref().map(SeenCart::parse).transpose()?;
    let mut request = request(body, &customer.session, key, client_address)?;
    // An order of a customer without a cart is refused as one of an empty cart.
    let created = customer.request(CreateCartRequest {});
    let cart = state
        .clients
        .cart
        .clone()
        .create_cart(created)
        .await?
        .into_inner()
        .cart;
    let cart =
        cart.ok_or_else(|| Failure::new(Code::Internal).with_source("cart responded without a cart"))?;
    request.cart = ordered_cart(&cart, seen)?;
    let created = state
        .clients
        .order
        .clone()
        .create_order(customer.request(request))
        .await;
    let response = match created {
        Ok(response) => response.into_inner(),
        Err(status) => return Err(with_present_cart(&state, &customer, cart, status.into()).await),
    };
    let order = response
        .order
        .ok_or_else(|| Failure::new(Code::Internal).with_source("order responded without an order"))?;
    Ok(Envelope::new(Order::new(order, state.default_language)))
}

impl SeenCart {
    /// Returns the id and the version.
    fn parse(&self) -> Result<(CartId, i64), Failure> {
        let mut errors = FieldErrors::default();
        let id = errors.check("cart.id", self.id.parse::<CartId>().map_err(|_| INVALID));
        errors.ensure(self.version >= 0, "cart.version", INVALID);
        errors.finish(id.map(|id| (id, self.version)))
    }
}

/// Returns the present cart with the version that the customer saw; `None` from a service that knows no versions.
///
/// # Errors
///
/// Fails if the customer saw the cart of another account, as after signing in with it in another tab.
fn ordered_cart(cart: &Cart, seen: Option<(CartId, i64)>) -> Result<Option<OrderedCart>, Failure> {
    if seen.is_some_and(|(id, _)| id.to_string() != cart.id) {
        return Err(Failure::with_reason(Code::Conflict, "ORDER.CART_CHANGED")
            .with_field("cart", "ORDER.CART_CHANGED"));
    }
    let Some(version) = cart.version else {
        return Ok(None);
    };
    let lines = cart.items.iter().map(|line| OrderLineRequest {
        product_id: line.product_id,
        quantity: line.quantity,
    });
    Ok(Some(OrderedCart {
        cart_id: cart.id.clone(),
        version,
        seen_version: seen.map(|(_, version)| version),
        lines: lines.collect(),
        subtracted_order_ids: cart.subtracted_order_ids.clone(),
    }))
}

/// Adds the present cart to a conflict of the cart, and the order that it has become.
async fn with_present_cart(state: &AppState, customer: &Customer, cart: Cart, error: ApiError) -> ApiError {
    if !error.failure.fields.iter().any(|(field, _)| field == "cart") {
        return error;
    }
    let order = error.failure.parameters.get("order").cloned();
    // The message tells enough if the catalog is away.
    let cart = with_products(state, customer, cart).await.ok();
    error.with_data(json!({"cart": cart, "orderId": order}))
}

fn request(
    body: CreateOrder,
    session: &Session,
    key: String,
    client_address: String,
) -> Result<CreateOrderRequest, Failure> {
    let user_id = session.user_id.to_string();
    if body
        .user_id
        .is_some_and(|other| !other.eq_ignore_ascii_case(&user_id))
    {
        return Err(Failure::with_reason(Code::Forbidden, "ORDER.OTHER_USER"));
    }
    let mut errors = FieldErrors::default();
    for (index, item) in body.order_items.iter().enumerate() {
        errors.product(format!("orderItems[{index}].productId"), item.product_id);
    }
    let expected_total = body
        .expected_total
        .as_ref()
        .map(Money::from_json_number)
        .transpose();
    let expected_total = errors
        .check("expectedTotal", expected_total.map_err(|_| INVALID))
        .flatten();
    errors.into_result()?;
    Ok(CreateOrderRequest {
        idempotency_key: key,
        lines: body
            .order_items
            .into_iter()
            .map(|item| OrderLineRequest {
                product_id: item.product_id,
                quantity: convert::quantity(item.quantity),
            })
            .collect(),
        shipping_address: Some(body.shipping_address.into()),
        billing_address: body.billing_address.map(Into::into),
        expected_total_minor: expected_total.map(Money::minor),
        client_address,
        cart: None,
        visit: body.visit.0,
    })
}

#[cfg(test)]
mod tests {
    use kit::domain::UserId;
    use serde_json::{Value, json};

    use super::*;
    use crate::testing::session;

    fn parsed(session: &Session, body: Value) -> Result<CreateOrderRequest, Failure> {
        let body = serde_json::from_value(body).unwrap();
        request(body, session, "key".to_owned(), "203.0.113.9".to_owned())
    }

    #[test]
    fn ignores_statuses_and_prices() {
        let session = session();
        let body = json!({
            "userId": session.user_id.to_string(),
            "status": "Completed",
            "paymentStatus": "Paid",
            "totalAmount": 0.01,
            "shippingAddress": {"firstName": "Leyla"},
            "orderItems": [{"productId": 7, "quantity": 2, "unitPrice": 0.01}],
            "expectedTotal": 2124.24,
        });
        let request = parsed(&session, body).unwrap();
        assert_eq!(request.idempotency_key, "key");
        assert_eq!(request.client_address, "203.0.113.9");
        assert_eq!(
            request.lines,
            [OrderLineRequest {
                product_id: 7,
                quantity: 2
            }]
        );
        assert_eq!(request.expected_total_minor, Some(212_424));
        assert_eq!(request.billing_address, None);
        assert_eq!(request.shipping_address.unwrap().first_name, "Leyla");
    }

    #[test]
    fn rejects_another_users_id() {
        for user in [UserId::generate().to_string(), String::new(), "1".to_owned()] {
            let failure = parsed(&session(), json!({"userId": user})).unwrap_err();
            assert_eq!(failure.code, Code::Forbidden, "{user}");
        }
        assert!(parsed(&session(), json!({})).is_ok());
    }

    #[test]
    fn names_every_malformed_field() {
        let body = json!({
            "orderItems": [{"productId": 7, "quantity": 1}, {"quantity": 1}],
            "expectedTotal": 1.234,
        });
        let names: Vec<_> = parsed(&session(), body)
            .unwrap_err()
            .fields
            .into_iter()
            .map(|(name, _)| name)
            .collect();
        assert_eq!(names, ["orderItems[1].productId", "expectedTotal"]);
    }
}
