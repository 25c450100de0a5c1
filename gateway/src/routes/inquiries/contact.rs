//! `POST contacts/submit`.

use axum::extract::State;
use kit::grpc::client::on_behalf_of;
use proto::inquiry::v1::SendContactMessageRequest;

use super::Receipt;
use crate::{
    envelope::Envelope,
    error::ApiResult,
    extract::{ClientAddress, FormCaller, IdempotencyKey, Json},
    openapi::ErrorResponse,
    routes::visit::SentVisit,
    state::AppState,
};

/// Contact form message.
#[request]
pub(crate) struct SendContactMessage {
    /// Name, at most 100 characters.
    #[serde(default)]
    #[schema(required)]
    name: String,
    /// Phone number in any format, at most 30 characters.
    #[serde(default)]
    #[schema(required)]
    phone: String,
    /// E-mail address, at most 254 characters.
    #[serde(default)]
    #[schema(required)]
    email: String,
    /// Message text, at most 5,000 characters.
    #[serde(default)]
    #[schema(required)]
    message: String,
    /// How the visitor came to the shop, in the form of the example; what is not valid is left out, and refuses nothing.
    #[serde(default)]
    #[schema(value_type = serde_json::Value)]
    visit: SentVisit,
}

/// Sends a message to the shop. A repeated request (same `Idempotency-Key`, or without a key same content within a
/// minute) returns the first number.
#[utoipa::path(post, path = "/contacts/submit", tag = "inquiries",
    request_body(content = SendContactMessage, example = json!({
        "name": "Leyla", "phone": "+994500000000", "email": "leyla@example.com", "message": "Salam!"})),
    params(("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 255,
        description = "Unique key per attempt; the same key for its retries")),
    security((), ("session" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Receipt>, description = "Accepted",
        example = json!({"success": true, "message": null, "data": {"number": "SM-7Q2M04XK"}})),
        ErrorResponse::<422>, ErrorResponse::<429>))]
pub(crate) async fn send_contact_message(
    State(state): State<AppState>,
    FormCaller(caller): FormCaller,
    ClientAddress(client_address): ClientAddress,
    IdempotencyKey(idempotency_key): IdempotencyKey,
    Json(body): Json<SendContactMessage>,
) -> ApiResult<Envelope<Receipt>> {
    let request = SendContactMessageRequest {
        name: body.name,
        phone: body.phone,
        email: body.email,
        message: body.message,
        idempotency_key,
        client_address,
        visit: body.visit.0,
    };
    let request = on_behalf_of(&caller, request);
    let response = state
        .clients
        .inquiry
        .clone()
        .send_contact_message(request)
        .await?;
    let number = response.into_inner().number;
    Ok(Envelope::new(Receipt { number }))
}
