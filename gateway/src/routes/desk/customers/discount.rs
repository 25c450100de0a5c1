//! `PUT customers/{id}/discount`.

use axum::extract::State;
use kit::{
    failure::{Code, Failure},
    validation::{FieldErrors, OUT_OF_RANGE},
};
use proto::{account::v1::SetUserDiscountRequest, inquiry::v1::GetContactRequest};

use super::get::{Customer, NOT_FOUND, load};
use crate::{
    desk::{Member, is_stale, present_on_conflict},
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json, PathOf, RecordId},
    openapi::ErrorResponse,
    state::AppState,
};

/// Change of a personal discount.
#[request]
#[derive(Debug)]
pub(crate) struct ChangeDiscount {
    /// Discount that the caller saw, in whole percent.
    from: Input<u32>,
    /// New discount, 0 to 99; 0 removes it.
    discount: Input<u32>,
}

/// Changes the personal discount of a customer's account. It replaces the discounts of products, also larger ones.
#[utoipa::path(put, path = "/customers/{id}/discount", tag = "desk",
    params(("id" = String, Path, description = "Customer id")),
    request_body(content = ChangeDiscount, example = json!({"from": 0, "discount": 10})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Customer>, description = "Customer",
        example = json!(Envelope::new(Customer::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn change_discount(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
    Json(body): Json<ChangeDiscount>,
) -> ApiResult<Envelope<Customer>> {
    let mut errors = FieldErrors::default();
    let from = body.from.required(&mut errors, "from");
    let discount = body.discount.required(&mut errors, "discount");
    let is_percent = discount.is_none_or(|percent| percent <= 99);
    errors.ensure(is_percent, "discount", OUT_OF_RANGE);
    let (from, discount) = errors.finish((from, discount))?;
    let contact_id = id.get(NOT_FOUND)?.to_string();
    let request = member.request(GetContactRequest {
        contact_id: contact_id.clone(),
    });
    let found = state
        .clients
        .inbox
        .clone()
        .get_contact(request)
        .await?
        .into_inner();
    let user_id = found.contact.unwrap_or_default().user_id;
    if user_id.is_empty() {
        return Err(Failure::with_reason(Code::Conflict, "CUSTOMER.NO_ACCOUNT").into());
    }
    let request = member.request(SetUserDiscountRequest {
        user_id,
        from_percent: Some(from),
        discount_percent: discount,
        ..SetUserDiscountRequest::default()
    });
    let changed = state.clients.account.clone().set_user_discount(request).await;
    let present = || load(&state, &member, contact_id.clone());
    present_on_conflict(changed, is_stale, present).await?;
    Ok(Envelope::new(load(&state, &member, contact_id).await?))
}
