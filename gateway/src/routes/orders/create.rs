//! `POST orders`.

use axum::extract::State;
use kit::{
    domain::Money,
    failure::{Code, Failure},
    validation::{FieldErrors, INVALID},
};
use proto::order::v1::{CreateOrderRequest, OrderLineRequest};
use serde_json::Number;

use super::order::{Order, PostalAddress};
use crate::{
    convert,
    envelope::Envelope,
    error::ApiResult,
    extract::{ClientAddress, Customer, IdempotencyKey, Json},
    openapi::ErrorResponse,
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

/// Creates an order. Repeating the `Idempotency-Key` with the same body returns the first response.
#[utoipa::path(post, path = "/orders", tag = "orders",
    request_body(content = CreateOrder, example = json!({
        "userId": "01936b2e-7c00-7000-8000-000000000001", "shippingAddress": PostalAddress::example(),
        "orderItems": [{"productId": 1, "quantity": 2}], "expectedTotal": 2124.24})),
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
    let request = customer.request(request(body, &customer.session, key, client_address)?);
    let response = state
        .clients
        .order
        .clone()
        .create_order(request)
        .await?
        .into_inner();
    let order = response
        .order
        .ok_or_else(|| Failure::new(Code::Internal).with_source("order responded without an order"))?;
    Ok(Envelope::new(Order::new(order, state.default_language)))
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
