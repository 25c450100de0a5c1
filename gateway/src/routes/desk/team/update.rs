//! `PATCH team/{id}`.

use axum::extract::State;
use kit::{domain::UserId, failure::Failure, staff::StaffRole, validation::FieldErrors};
use proto::account::v1::UpdateStaffRequest;

use super::staff::{Staff, by_id, convert_one, first};
use crate::{
    convert,
    desk::{Member, is_stale, present_on_conflict},
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json, Optional, PathOf},
    openapi::ErrorResponse,
    routes::desk::record::check_store,
    state::AppState,
    words,
};

/// Changed fields of a member; missing ones stay.
#[request]
#[derive(Debug)]
pub(crate) struct UpdateStaff {
    /// Present version.
    version: Input<i64>,
    /// Role, any but `owner`.
    #[schema(value_type = Option<words::Role>)]
    role: Optional<StaffRole>,
    /// UUID of the store; `null` removes it.
    store_id: Optional<String>,
    /// Discount limit of offers in whole percent, 0 to 99; counts for sales only.
    #[schema(value_type = Option<u32>)]
    discount_limit_percent: Input<i64>,
    /// Phone; `null` removes it.
    phone: Optional<String>,
    /// Whether the member is disabled.
    is_disabled: Optional<bool>,
    /// With `isDisabled`: UUID of the active member who gets the open quotes and orders; `null` leaves them unassigned. Missing:
    /// a member with open quotes is refused.
    hand_over_to: Optional<String>,
}

impl UpdateStaff {
    /// Converts to a message without the id of the member.
    fn into_message(self) -> Result<UpdateStaffRequest, Failure> {
        let mut errors = FieldErrors::default();
        let version = self.version.required(&mut errors, "version");
        let role = self.role.changed(&mut errors, "role");
        let limit = self
            .discount_limit_percent
            .changed(&mut errors, "discountLimitPercent");
        let message = UpdateStaffRequest {
            user_id: String::new(),
            version: version.unwrap_or_default(),
            role: role.map(Into::into).unwrap_or_default(),
            store_id: self.store_id.emptied(&mut errors, "storeId"),
            discount_limit_percent: convert::percent(&mut errors, "discountLimitPercent", limit),
            phone: self.phone.emptied(&mut errors, "phone"),
            is_disabled: self.is_disabled.changed(&mut errors, "isDisabled"),
            hand_over_to: self.hand_over_to.emptied(&mut errors, "handOverTo"),
        };
        errors.finish(Some(message))
    }
}

/// Changes a member of the team.
#[utoipa::path(patch, path = "/team/{id}", tag = "desk",
    params(("id" = String, Path, description = "User id")),
    request_body(content = UpdateStaff, example = json!({"version": 1, "role": "sales"})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Staff>, description = "Member",
        example = json!(Envelope::new(Staff::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn update_staff(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<UserId>,
    Json(body): Json<UpdateStaff>,
) -> ApiResult<Envelope<Staff>> {
    let message = body.into_message()?;
    let user = id.get("STAFF.NOT_FOUND")?;
    let user_id = user.to_string();
    check_store(&state, message.store_id.as_deref().unwrap_or_default()).await?;
    let present = by_id(&user_id);
    let request = member.request(UpdateStaffRequest { user_id, ..message });
    let updated = state.clients.team.clone().update_staff(request).await;
    let updated = present_on_conflict(updated, is_stale, || first(&state, &member, present)).await?;
    state.invalidate_member(user);
    let staff = convert_one(&state, &member, updated.into_inner().staff).await?;
    Ok(Envelope::new(staff))
}
