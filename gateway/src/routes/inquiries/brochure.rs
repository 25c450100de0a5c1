//! `POST CatalogueDownloads`: requests the brochure, which the API calls catalogue.

use axum::extract::State;
use kit::grpc::client::on_behalf_of;
use proto::inquiry::v1::RequestCatalogueRequest;

use super::Receipt;
use crate::{
    envelope::Envelope,
    error::ApiResult,
    extract::{ClientAddress, FormCaller, IdempotencyKey, Json},
    openapi::ErrorResponse,
    routes::visit::SentVisit,
    state::AppState,
};

/// Brochure request.
#[request]
pub(crate) struct RequestCatalogue {
    /// Full name, at most 100 characters.
    #[serde(default)]
    #[schema(required)]
    name_surname: String,
    /// Phone number: an optional `+` and 10 to 15 digits; spaces, dashes and brackets are ignored.
    #[serde(default)]
    #[schema(required)]
    phone_number: String,
    /// E-mail address, at most 254 characters.
    #[serde(default)]
    #[schema(required)]
    email: String,
    /// How the visitor came to the shop, in the form of the example; what is not valid is left out, and refuses nothing.
    #[serde(default)]
    #[schema(value_type = serde_json::Value)]
    visit: SentVisit,
}

/// Requests the brochure. A repeated request (same `Idempotency-Key`, or without a key same content within a minute)
/// returns the first number.
#[utoipa::path(post, path = "/", tag = "inquiries",
    request_body(content = RequestCatalogue, example = json!({
        "nameSurname": "Leyla Nümunə", "phoneNumber": "+994500000000", "email": "leyla@example.com"})),
    params(("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 255,
        description = "Unique key per attempt; the same key for its retries")),
    security((), ("session" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Receipt>, description = "Accepted",
        example = json!({"success": true, "message": null, "data": {"number": "SK-7Q2M04XK"}})),
        ErrorResponse::<422>, ErrorResponse::<429>))]
pub(crate) async fn request_catalogue(
    State(state): State<AppState>,
    FormCaller(caller): FormCaller,
    ClientAddress(client_address): ClientAddress,
    IdempotencyKey(idempotency_key): IdempotencyKey,
    Json(body): Json<RequestCatalogue>,
) -> ApiResult<Envelope<Receipt>> {
    let request = RequestCatalogueRequest {
        name_surname: body.name_surname,
        phone_number: body.phone_number,
        email: body.email,
        idempotency_key,
        client_address,
        visit: body.visit.0,
    };
    let request = on_behalf_of(&caller, request);
    let response = state.clients.inquiry.clone().request_catalogue(request).await?;
    let number = response.into_inner().number;
    Ok(Envelope::new(Receipt { number }))
}
