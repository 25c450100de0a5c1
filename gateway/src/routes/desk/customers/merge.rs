//! `POST customers/{id}/merge` and `DELETE customers/{id}/merge/{mergeId}`.

use axum::extract::{Path, State};
use kit::{
    failure::{Code, Failure},
    validation::FieldErrors,
};
use proto::inquiry::v1::{MergeContactsRequest, SeparateContactsRequest};
use serde_json::json;

use super::get::{Customer, NOT_FOUND, load};
use crate::{
    desk::{Member, is_stale},
    envelope::Envelope,
    error::{ApiError, ApiResult},
    extract::{Input, Json, Keyed, PathOf, RecordId},
    openapi::ErrorResponse,
    state::AppState,
};

/// The customer that is merged into another one.
#[request]
#[derive(Debug)]
pub(crate) struct MergeCustomers {
    /// Present version of the customer that stays.
    version: Input<i64>,
    /// UUID of the other customer.
    other_id: Input<String>,
    /// Present version of the other customer.
    other_version: Input<i64>,
}

/// Merges another customer into one: quotes, orders, phones, e-mails and notes come together, and the other's id answers with
/// this customer. Possible to undo for 30 days. The answer to a stale version has the customer whose version it is.
#[utoipa::path(post, path = "/customers/{id}/merge", tag = "desk",
    params(("id" = String, Path, description = "Customer id"),
        ("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = MergeCustomers, example = json!({"version": 2,
        "otherId": "01936b2e-7c00-7000-8000-000000000502", "otherVersion": 1})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Customer>, description = "Customer",
        example = json!(Envelope::new(Customer::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn merge_customers(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
    Keyed(idempotency_key, Json(body)): Keyed<Json<MergeCustomers>>,
) -> ApiResult<Envelope<Customer>> {
    let mut errors = FieldErrors::default();
    let version = body.version.required(&mut errors, "version");
    let other_id = body.other_id.parse(|id| id.parse::<RecordId>().ok());
    let other_id = other_id.required(&mut errors, "otherId");
    let other_version = body.other_version.required(&mut errors, "otherVersion");
    let (version, other_id, other_version) = errors.finish((version, other_id, other_version))?;
    let contact_id = id.get(NOT_FOUND)?.to_string();
    let request = member.request(MergeContactsRequest {
        contact_id: contact_id.clone(),
        version,
        other_id: other_id.to_string(),
        other_version,
        idempotency_key,
    });
    let merged = state.clients.inbox.clone().merge_contacts(request).await;
    let error = match merged {
        Ok(_) => return Ok(Envelope::new(load(&state, &member, contact_id).await?)),
        Err(status) => ApiError::from(status),
    };
    if !is_stale(&error.failure) {
        return Err(error);
    }
    let stale = error
        .failure
        .parameters
        .get("other")
        .cloned()
        .unwrap_or(contact_id);
    let present = load(&state, &member, stale).await?;
    Err(error.with_data(json!(present)))
}

/// Takes a merged customer apart again. Both have what they had; what came since stays.
#[utoipa::path(delete, path = "/customers/{id}/merge/{mergeId}", tag = "desk",
    params(("id" = String, Path, description = "Customer id"),
        ("mergeId" = String, Path, description = "Id of the merge, of the last 30 days")),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Customer>, description = "Customer",
        example = json!(Envelope::new(Customer::example())))))]
pub(crate) async fn separate_customers(
    State(state): State<AppState>,
    member: Member,
    Path(place): Path<(String, String)>,
) -> ApiResult<Envelope<Customer>> {
    let parse = |id: &str| id.parse::<RecordId>().map(|id| id.to_string());
    let unknown = |_| Failure::with_reason(Code::NotFound, NOT_FOUND);
    let contact_id = parse(&place.0).map_err(unknown)?;
    let request = member.request(SeparateContactsRequest {
        contact_id: contact_id.clone(),
        merge_id: parse(&place.1).map_err(unknown)?,
    });
    state.clients.inbox.clone().separate_contacts(request).await?;
    Ok(Envelope::new(load(&state, &member, contact_id).await?))
}
