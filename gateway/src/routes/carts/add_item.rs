//! `POST carts/add-item`.

use axum::extract::State;
use kit::{
    domain::CartId,
    failure::Failure,
    validation::{FieldErrors, INVALID},
};
use proto::cart::v1::AddItemRequest;

use crate::{
    convert,
    envelope::Acknowledgement,
    error::ApiResult,
    extract::{Customer, IdempotencyKey, Json},
    openapi::ErrorResponse,
    state::AppState,
};

/// Product and quantity to add.
#[request]
pub(crate) struct AddItem {
    /// Id of the customer's cart.
    #[serde(default)]
    #[schema(required, format = Uuid)]
    cart_id: String,
    /// Product id.
    #[serde(default)]
    #[schema(required, minimum = 1)]
    product_id: i64,
    /// Pieces to add, from 1; the line total is at most 99.
    #[serde(default)]
    #[schema(required, minimum = 1, maximum = 99)]
    quantity: i64,
}

/// Adds pieces to the cart; sums them with an existing line. Repeating the `Idempotency-Key` within 24 hours adds nothing.
#[utoipa::path(post, path = "/carts/add-item", tag = "carts",
    request_body(content = AddItem, example = json!({
        "cartId": "01936b2e-7c00-7000-8000-000000000001", "productId": 1, "quantity": 2})),
    params(("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 255,
        description = "Unique key per addition; the same key for its retries")),
    security(("session" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Pieces added", example = Acknowledgement::success),
        ErrorResponse::<404>, ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn add_cart_item(
    State(state): State<AppState>,
    customer: Customer,
    IdempotencyKey(key): IdempotencyKey,
    Json(body): Json<AddItem>,
) -> ApiResult<Acknowledgement> {
    let request = customer.request(request(&body, key)?);
    state.clients.cart.clone().add_item(request).await?;
    Ok(Acknowledgement::success())
}

fn request(body: &AddItem, key: String) -> Result<AddItemRequest, Failure> {
    let mut errors = FieldErrors::default();
    let cart = errors.check("cartId", body.cart_id.parse::<CartId>().map_err(|_| INVALID));
    let product = errors.product("productId", body.product_id);
    errors.finish(cart.zip(product).map(|(cart, product)| AddItemRequest {
        cart_id: cart.to_string(),
        product_id: product.get(),
        quantity: convert::quantity(body.quantity),
        idempotency_key: key,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(cart_id: &str, product_id: i64, quantity: i64) -> AddItem {
        AddItem {
            cart_id: cart_id.to_owned(),
            product_id,
            quantity,
        }
    }

    #[test]
    fn names_malformed_ids() {
        let cart = CartId::generate().to_string();
        let names = |body| -> Vec<String> {
            request(&body, String::new())
                .unwrap_err()
                .fields
                .into_iter()
                .map(|(name, _)| name)
                .collect()
        };
        assert_eq!(names(body("", 7, 1)), ["cartId"]);
        assert_eq!(names(body(&cart, 0, 1)), ["productId"]);
        assert_eq!(names(body("x", -7, 1)), ["cartId", "productId"]);
        let request = request(&body(&cart, 7, 3), "key".to_owned()).unwrap();
        assert_eq!((request.quantity, request.idempotency_key.as_str()), (3, "key"));
    }
}
