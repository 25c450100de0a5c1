//! `POST me/recovery-codes`.

use axum::extract::State;
use proto::account::v1::RenewRecoveryCodesRequest;

use crate::{desk::Member, envelope::Envelope, error::ApiResult, extract::NoFields, state::AppState};

/// Recovery codes, returned once.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct NewRecoveryCodes {
    /// Ten codes.
    recovery_codes: Vec<String>,
}

/// Replaces the caller's recovery codes.
#[utoipa::path(post, path = "/me/recovery-codes", tag = "desk", security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<NewRecoveryCodes>, description = "Recovery codes",
        example = json!(Envelope::new(serde_json::json!({"recoveryCodes": ["7Q2M-04XK"]}))))))]
pub(crate) async fn renew_recovery_codes(
    State(state): State<AppState>,
    member: Member,
    _: NoFields,
) -> ApiResult<Envelope<NewRecoveryCodes>> {
    let request = member.request(RenewRecoveryCodesRequest {});
    let response = state.clients.desk.clone().renew_recovery_codes(request).await?;
    state.desk.sessions.invalidate_token(&member.token);
    Ok(Envelope::new(NewRecoveryCodes {
        recovery_codes: response.into_inner().recovery_codes,
    }))
}
