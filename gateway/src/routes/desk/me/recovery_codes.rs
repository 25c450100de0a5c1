//! Recovery codes of the caller.

use axum::extract::State;
use proto::account::v1::{GetRecoveryCodesRequest, RenewRecoveryCodesRequest};

use crate::{
    convert::{self, Instant},
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::NoFields,
    state::AppState,
};

/// Number of recovery codes.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct RecoveryCodes {
    /// Unused codes.
    left: u32,
    /// RFC 3339; `null` without codes.
    created_at: Option<Instant>,
}

/// Returns the number of the caller's unused recovery codes.
#[utoipa::path(get, path = "/me/recovery-codes", tag = "desk", security(("desk" = [])),
    responses((status = 200, body = Envelope<RecoveryCodes>, description = "Recovery codes",
        example = json!(Envelope::new(serde_json::json!({"left": 9, "createdAt": "2026-11-20T08:00:00Z"}))))))]
pub(crate) async fn get_recovery_codes(
    State(state): State<AppState>,
    member: Member,
) -> ApiResult<Envelope<RecoveryCodes>> {
    let request = member.request(GetRecoveryCodesRequest {});
    let response = state
        .clients
        .desk
        .clone()
        .get_recovery_codes(request)
        .await?
        .into_inner();
    Ok(Envelope::new(RecoveryCodes {
        left: response.left,
        created_at: convert::moment(response.created_at),
    }))
}

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
