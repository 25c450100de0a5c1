//! `POST ProductInquiries/submit`.

use axum::extract::State;
use kit::grpc::client::on_behalf_of;
use proto::inquiry::v1::RequestQuoteRequest;
use serde::Deserialize;
use utoipa::ToSchema;

use super::Receipt;
use crate::{
    envelope::Envelope,
    error::ApiResult,
    extract::{ClientAddress, FormCaller, IdempotencyKey, Json},
    openapi::ErrorResponse,
    routes::convert,
    state::AppState,
};

/// Quote request for a product.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RequestQuote {
    /// First name, at most 100 characters.
    #[serde(default)]
    #[schema(required)]
    name: String,
    /// Last name, at most 100 characters.
    #[serde(default)]
    #[schema(required)]
    surname: String,
    /// Phone number: an optional `+` and 10 to 15 digits; spaces, dashes and brackets are ignored.
    #[serde(default)]
    #[schema(required)]
    phone: String,
    /// E-mail address, at most 254 characters.
    #[serde(default)]
    #[schema(required)]
    email: String,
    /// Product id.
    #[serde(default)]
    #[schema(required, minimum = 1)]
    product_id: i64,
    /// Number of pieces, 1 to 99; optional.
    #[schema(minimum = 1, maximum = 99)]
    quantity: Option<i64>,
    /// Color of the product; optional.
    color: Option<String>,
    /// Ignored; the server uses its own product data.
    #[expect(dead_code, reason = "part of the public API")]
    product_name: Option<String>,
    /// Ignored; the server uses its own product data.
    #[expect(dead_code, reason = "part of the public API")]
    product_image: Option<String>,
}

/// Requests a quote. A repeated request (same `Idempotency-Key`, or without a key same content within a minute)
/// returns the first number.
#[utoipa::path(post, path = "/submit", tag = "inquiries",
    request_body(content = RequestQuote, example = json!({
        "name": "Leyla", "surname": "Nümunə", "phone": "+994500000000", "email": "leyla@example.com",
        "productId": 1, "quantity": 2, "color": "oak"})),
    params(("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 255,
        description = "Unique key per attempt; the same key for its retries")),
    security((), ("session" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Receipt>, description = "Accepted",
        example = json!({"success": true, "message": null, "data": {"number": "SQ-7Q2M04XK"}})),
        ErrorResponse::<404>, ErrorResponse::<422>, ErrorResponse::<429>))]
pub(crate) async fn request_quote(
    State(state): State<AppState>,
    FormCaller(caller): FormCaller,
    ClientAddress(client_address): ClientAddress,
    IdempotencyKey(key): IdempotencyKey,
    Json(body): Json<RequestQuote>,
) -> ApiResult<Envelope<Receipt>> {
    let request = on_behalf_of(&caller, request(body, key, client_address));
    let response = state.clients.inquiry.clone().request_quote(request).await?;
    let number = response.into_inner().number;
    Ok(Envelope::new(Receipt { number }))
}

fn request(body: RequestQuote, idempotency_key: String, client_address: String) -> RequestQuoteRequest {
    RequestQuoteRequest {
        name: body.name,
        surname: body.surname,
        phone: body.phone,
        email: body.email,
        product_id: body.product_id,
        quantity: body.quantity.map(convert::quantity),
        color: body.color.unwrap_or_default(),
        idempotency_key,
        client_address,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn ignores_product_name_and_image() {
        let body = json!({
            "name": "Leyla",
            "surname": "Məmmədova",
            "phone": "+994 50 123 45 67",
            "email": "leyla@example.az",
            "productId": 7,
            "quantity": 2,
            "color": "oak",
            "productName": "another wardrobe",
            "productImage": null,
        });
        let body = serde_json::from_value(body).unwrap();
        let request = request(body, "key".to_owned(), "203.0.113.9".to_owned());
        assert_eq!(
            request,
            RequestQuoteRequest {
                name: "Leyla".to_owned(),
                surname: "Məmmədova".to_owned(),
                phone: "+994 50 123 45 67".to_owned(),
                email: "leyla@example.az".to_owned(),
                product_id: 7,
                quantity: Some(2),
                color: "oak".to_owned(),
                idempotency_key: "key".to_owned(),
                client_address: "203.0.113.9".to_owned(),
            }
        );
    }

    #[test]
    fn ignored_fields_must_have_their_type() {
        for name in ["productName", "productImage"] {
            assert!(
                serde_json::from_value::<RequestQuote>(json!({ name: {} })).is_err(),
                "{name}"
            );
        }
    }

    #[test]
    fn quantities_that_do_not_fit_become_zero() {
        let quantity = |quantity| {
            let body = serde_json::from_value(json!({ "quantity": quantity })).unwrap();
            request(body, String::new(), String::new()).quantity
        };
        assert_eq!(quantity(json!(null)), None);
        assert_eq!(quantity(json!(-1)), Some(0));
        assert_eq!(quantity(json!(i64::MAX)), Some(0));
    }
}
