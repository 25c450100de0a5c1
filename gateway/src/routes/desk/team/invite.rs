//! Invitations to the team.

use axum::extract::State;
use kit::{
    failure::{Code, Failure},
    staff::StaffRole,
    validation::FieldErrors,
};
use proto::account::v1::{InviteStaffRequest, ListStaffRequest, ResendInvitationRequest};

use super::staff::{Staff, convert_one, first};
use crate::{
    convert,
    desk::{Member, present_on_conflict},
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json, Keyed, NoFields, Optional, PathOf, RecordId},
    openapi::ErrorResponse,
    routes::desk::record::check_store,
    state::AppState,
    words,
};

/// Invitation of a person.
#[request]
#[derive(Debug)]
pub(crate) struct InviteStaff {
    /// E-mail.
    email: Input<String>,
    /// First name.
    name: Optional<String>,
    /// Last name.
    lastname: Optional<String>,
    /// Role, any but `owner`.
    #[schema(value_type = words::Role)]
    role: Input<StaffRole>,
    /// UUID of the store.
    store_id: Optional<String>,
    /// Discount limit of offers in whole percent, 0 to 99; counts for sales only.
    #[schema(value_type = Option<u32>)]
    discount_limit_percent: Input<i64>,
    /// Language.
    #[schema(value_type = Option<words::LanguageCode>)]
    language: Optional<kit::domain::Language>,
}

impl InviteStaff {
    fn into_message(self, idempotency_key: String) -> Result<InviteStaffRequest, Failure> {
        let mut errors = FieldErrors::default();
        let email = self.email.required(&mut errors, "email");
        let role = self.role.required(&mut errors, "role");
        let limit = self
            .discount_limit_percent
            .optional(&mut errors, "discountLimitPercent");
        let language = self.language.optional(&mut errors, "language");
        let message = InviteStaffRequest {
            idempotency_key,
            email: email.unwrap_or_default(),
            name: self.name.text(&mut errors, "name"),
            lastname: self.lastname.text(&mut errors, "lastname"),
            role: role.map(Into::into).unwrap_or_default(),
            store_id: self.store_id.text(&mut errors, "storeId"),
            discount_limit_percent: convert::percent(&mut errors, "discountLimitPercent", limit),
            language: language.map(Into::into).unwrap_or_default(),
        };
        errors.finish(Some(message))
    }
}

/// Invites a person to the desk by mail.
#[utoipa::path(post, path = "/team", tag = "desk",
    params(("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = InviteStaff, example = json!({"email": "sabina@example.com", "role": "editor"})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Staff>, description = "Invited member",
        example = json!(Envelope::new(Staff::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn invite_staff(
    State(state): State<AppState>,
    member: Member,
    Keyed(key, Json(body)): Keyed<Json<InviteStaff>>,
) -> ApiResult<Envelope<Staff>> {
    let message = body.into_message(key)?;
    check_store(&state, &message.store_id).await?;
    let same_email = ListStaffRequest {
        text: message.email.trim().to_owned(),
        ..ListStaffRequest::default()
    };
    let request = member.request(message);
    let invited = state.clients.team.clone().invite_staff(request).await;
    let present = || first(&state, &member, same_email);
    let invited = present_on_conflict(invited, is_staff_already, present).await?;
    let staff = convert_one(&state, &member, invited.into_inner().staff).await?;
    Ok(Envelope::new(staff))
}

fn is_staff_already(failure: &Failure) -> bool {
    failure.code == Code::Conflict && failure.fields.iter().any(|(_, key)| key == "STAFF.EXISTS")
}

/// Sends an invitation again; its earlier link becomes invalid.
#[utoipa::path(post, path = "/team/{id}/resend-invitation", tag = "desk",
    params(("id" = String, Path, description = "User id"),
        ("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Staff>, description = "Invited member",
        example = json!(Envelope::new(Staff::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn resend_invitation(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
    Keyed(key, _): Keyed<NoFields>,
) -> ApiResult<Envelope<Staff>> {
    let request = member.request(ResendInvitationRequest {
        idempotency_key: key,
        user_id: id.get("STAFF.NOT_FOUND")?.to_string(),
    });
    let response = state.clients.team.clone().resend_invitation(request).await?;
    let staff = convert_one(&state, &member, response.into_inner().staff).await?;
    Ok(Envelope::new(staff))
}
