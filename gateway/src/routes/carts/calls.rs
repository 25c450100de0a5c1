//! Calls of carts.

use axum::extract::State;
use kit::{
    domain::{CartId, ProductId},
    failure::{Code, Failure},
    validation::{FieldErrors, INVALID},
};
use proto::cart::v1::{
    AddItemRequest, ClearCartRequest, CreateCartRequest, GetCartRequest, RemoveItemRequest,
    SetQuantityRequest,
};

use super::cart::{Cart, CartItem, with_products};
use crate::{
    convert,
    envelope::{Acknowledgement, Envelope},
    error::ApiResult,
    extract::{Customer, IdempotencyKey, Json, PathId},
    openapi::ErrorResponse,
    state::AppState,
};

/// Returns the customer's cart; null if there is none.
#[utoipa::path(get, path = "/carts/current", tag = "carts", security(("session" = [])),
    responses((status = 200, body = Envelope<Option<Cart>>, description = "Cart",
        example = json!({"success": true, "message": null, "data": {
            "id": "01936b2e-7c00-7000-8000-000000000001", "version": 3, "cartItems": [CartItem::example()]}}))))]
pub(crate) async fn get_current_cart(
    State(state): State<AppState>,
    customer: Customer,
) -> ApiResult<Envelope<Option<Cart>>> {
    let request = customer.request(GetCartRequest {});
    let response = state.clients.cart.clone().get_cart(request).await?.into_inner();
    let cart = match response.cart {
        Some(cart) => Some(with_products(&state, &customer, cart).await?),
        None => None,
    };
    Ok(Envelope::new(cart))
}

/// Creates the customer's cart, or returns the existing one.
#[utoipa::path(post, path = "/carts/create", tag = "carts", security(("session" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Cart>, description = "Cart",
        example = json!({"success": true, "message": null, "data": {
            "id": "01936b2e-7c00-7000-8000-000000000001", "version": 3, "cartItems": []}}))))]
pub(crate) async fn create_cart(
    State(state): State<AppState>,
    customer: Customer,
) -> ApiResult<Envelope<Cart>> {
    let request = customer.request(CreateCartRequest {});
    let response = state
        .clients
        .cart
        .clone()
        .create_cart(request)
        .await?
        .into_inner();
    let cart = response
        .cart
        .ok_or_else(|| Failure::new(Code::Internal).with_source("cart responded without a cart"))?;
    Ok(Envelope::new(with_products(&state, &customer, cart).await?))
}

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

/// New quantity of a cart line.
#[request]
pub(crate) struct SetQuantity {
    /// Number of pieces, 1 to 99.
    #[serde(default)]
    #[schema(required, minimum = 1, maximum = 99)]
    quantity: i64,
}

/// Sets the quantity of a cart line.
#[utoipa::path(patch, path = "/carts/items/{productId}", tag = "carts",
    request_body(content = SetQuantity, example = json!({"quantity": 3})),
    params(("productId" = i64, Path, minimum = 1, description = "Product id")),
    security(("session" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Quantity set", example = Acknowledgement::success),
        ErrorResponse::<409>))]
pub(crate) async fn set_cart_item_quantity(
    State(state): State<AppState>,
    customer: Customer,
    PathId(product): PathId<ProductId>,
    Json(body): Json<SetQuantity>,
) -> ApiResult<Acknowledgement> {
    let request = customer.request(SetQuantityRequest {
        product_id: product.get(),
        quantity: convert::quantity(body.quantity),
    });
    state.clients.cart.clone().set_quantity(request).await?;
    Ok(Acknowledgement::success())
}

/// Removes a line from the cart. Succeeds if there is none.
#[utoipa::path(delete, path = "/carts/items/{productId}", tag = "carts",
    params(("productId" = i64, Path, minimum = 1, description = "Product id")),
    security(("session" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Product is not in the cart",
        example = Acknowledgement::success)))]
pub(crate) async fn remove_cart_item(
    State(state): State<AppState>,
    customer: Customer,
    PathId(product): PathId<ProductId>,
) -> ApiResult<Acknowledgement> {
    let request = customer.request(RemoveItemRequest {
        product_id: product.get(),
    });
    state.clients.cart.clone().remove_item(request).await?;
    Ok(Acknowledgement::success())
}

/// Removes all lines from the cart.
#[utoipa::path(delete, path = "/carts/{cartId}/clear", tag = "carts",
    params(("cartId" = String, Path, format = Uuid, description = "Cart id")),
    security(("session" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Cart cleared",
        example = Acknowledgement::success)))]
pub(crate) async fn clear_cart(
    State(state): State<AppState>,
    customer: Customer,
    PathId(cart): PathId<CartId>,
) -> ApiResult<Acknowledgement> {
    let request = customer.request(ClearCartRequest {
        cart_id: cart.to_string(),
    });
    state.clients.cart.clone().clear_cart(request).await?;
    Ok(Acknowledgement::success())
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
