//! `POST customers/{id}/wipe`.

use axum::extract::State;
use kit::validation::FieldErrors;
use proto::inquiry::v1::WipeContactRequest;

use super::get::{Customer, NOT_FOUND, load};
use crate::{
    desk::{Member, is_stale, present_on_conflict},
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json, Keyed, PathOf, RecordId},
    openapi::ErrorResponse,
    state::AppState,
};

/// Version of a customer.
#[request]
#[derive(Debug)]
pub(crate) struct WipeCustomer {
    /// Present version.
    version: Input<i64>,
}

/// Deletes the personal data of a customer with that of all quotes, and the notes of the orders; addresses and sums of orders
/// stay for the books. Refused while an order or a quote is open.
#[utoipa::path(post, path = "/customers/{id}/wipe", tag = "desk",
    params(("id" = String, Path, description = "Customer id"),
        ("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = WipeCustomer, example = json!({"version": 2})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Customer>, description = "Wiped customer",
        example = json!(Envelope::new(Customer::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn wipe_customer(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
    Keyed(idempotency_key, Json(body)): Keyed<Json<WipeCustomer>>,
) -> ApiResult<Envelope<Customer>> {
    let mut errors = FieldErrors::default();
    let version = body.version.required(&mut errors, "version");
    let version = errors.finish(version)?;
    let contact_id = id.get(NOT_FOUND)?.to_string();
    let request = member.request(WipeContactRequest {
        contact_id: contact_id.clone(),
        version,
        idempotency_key,
    });
    let wiped = state.clients.inbox.clone().wipe_contact(request).await;
    let present = || load(&state, &member, contact_id.clone());
    present_on_conflict(wiped, is_stale, present).await?;
    Ok(Envelope::new(load(&state, &member, contact_id).await?))
}
