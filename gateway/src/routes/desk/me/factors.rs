//! `GET me/second-factors`.

use axum::extract::State;
use proto::account::v1 as account;
use serde_json::{Value, json};

use crate::{
    convert::{self, Instant},
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    state::AppState,
};

/// Second factor.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct SecondFactor {
    /// UUID.
    id: String,
    /// Always `totp`.
    kind: &'static str,
    /// Name given by the staff member.
    name: String,
    /// Whether its first code was checked.
    is_confirmed: bool,
    /// RFC 3339.
    created_at: Option<Instant>,
    /// RFC 3339; `null` if it was not used yet.
    last_used_at: Option<Instant>,
}

impl From<account::SecondFactor> for SecondFactor {
    fn from(factor: account::SecondFactor) -> Self {
        Self {
            id: factor.id,
            kind: TOTP,
            name: factor.name,
            is_confirmed: factor.is_confirmed,
            created_at: convert::moment(factor.created_at),
            last_used_at: convert::moment(factor.last_used_at),
        }
    }
}

/// Kind of all second factors.
pub(super) const TOTP: &str = "totp";

fn example() -> Value {
    json!([{"id": "01936b2e-7c00-7000-8000-000000000011", "kind": "totp", "name": "Telefon", "isConfirmed": true,
        "createdAt": "2026-11-20T08:00:00Z", "lastUsedAt": "2026-11-23T08:00:00Z"}])
}

/// Lists the caller's second factors, oldest first.
#[utoipa::path(get, path = "/me/second-factors", tag = "desk", security(("desk" = [])),
    responses((status = 200, body = Envelope<Vec<SecondFactor>>, description = "Second factors, at most 5",
        example = json!(Envelope::new(example())))))]
pub(crate) async fn list_second_factors(
    State(state): State<AppState>,
    member: Member,
) -> ApiResult<Envelope<Vec<SecondFactor>>> {
    let request = member.request(account::ListSecondFactorsRequest {});
    let response = state.clients.desk.clone().list_second_factors(request).await?;
    let factors = response.into_inner().factors.into_iter();
    Ok(Envelope::new(factors.map(Into::into).collect()))
}
