//! `POST quotes/bulk`.

use std::collections::BTreeMap;

use axum::extract::State;
use kit::{
    failure::Failure,
    validation::{FieldErrors, INVALID, REQUIRED},
};
use proto::inquiry::v1::{
    UpdateInquiriesRequest,
    update_inquiries_request::{AssignChange, Change, FollowUpChange, StatusChange},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::{
    input::{self, FollowUpInput},
    words,
};
use crate::{
    desk::{Body, Input, Keyed, Member},
    envelope::Envelope,
    error::ApiResult,
    openapi::ErrorResponse,
    state::AppState,
};

/// Change of up to 200 quotes.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangeQuotes {
    /// `assign`, `status` or `followUp`.
    #[serde(default)]
    #[schema(value_type = String)]
    action: Input<String>,
    /// Numbers, 1 to 200.
    #[serde(default)]
    #[schema(value_type = Vec<String>)]
    numbers: Input<Vec<String>>,
    /// UUID of the assignee, or the new status.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    to: Input<String>,
    /// Reason of `lost` or `closed`.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    reason: Input<String>,
    /// Next step.
    #[serde(default)]
    #[schema(value_type = Option<FollowUpInput>)]
    follow_up: Input<FollowUpInput>,
}

/// Results in the order of the request.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct BulkResult {
    /// Number of changed quotes.
    done: usize,
    /// Results.
    results: Vec<BulkRow>,
}

/// Result of one quote.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct BulkRow {
    /// Number.
    number: String,
    /// Whether it succeeded.
    ok: bool,
    /// Message keys by field name.
    #[schema(required)]
    errors: Option<BTreeMap<String, String>>,
}

impl BulkResult {
    fn example() -> Value {
        json!({"done": 1, "results": [{"number": "SQ-7Q2M04XK", "ok": true, "errors": null},
            {"number": "SQ-3M9V0T2C", "ok": false, "errors": {"general": "INQUIRY.NOT_YOURS"}}]})
    }
}

impl ChangeQuotes {
    fn into_message(self, idempotency_key: String) -> Result<UpdateInquiriesRequest, Failure> {
        let mut errors = FieldErrors::default();
        let numbers = self.numbers.required(&mut errors, "numbers");
        let action = self.action.required(&mut errors, "action");
        let follow_up = input::follow_up(&mut errors, self.follow_up);
        let change = match action.as_deref() {
            None => None,
            Some("assign") => Some(Change::Assign(AssignChange {
                to_id: self.to.text(&mut errors, "to"),
            })),
            Some("status") => {
                let to = self.to.parse(|word| words::parse_status(&word));
                let to = to.required(&mut errors, "to");
                Some(Change::Status(StatusChange {
                    to: to.unwrap_or_default().into(),
                    reason: self.reason.text(&mut errors, "reason"),
                    follow_up,
                }))
            }
            Some("followUp") => {
                errors.ensure(follow_up.is_some(), "followUp", REQUIRED);
                Some(Change::FollowUp(FollowUpChange { follow_up }))
            }
            Some(_) => {
                errors.push("action", INVALID);
                None
            }
        };
        errors.finish(Some(UpdateInquiriesRequest {
            numbers: numbers.unwrap_or_default(),
            change,
            idempotency_key,
        }))
    }
}

/// Changes up to 200 quotes, each by its own rules.
#[utoipa::path(post, path = "/quotes/bulk", tag = "desk",
    params(("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = ChangeQuotes,
        example = json!({"action": "status", "to": "closed", "reason": "spam", "numbers": ["SQ-7Q2M04XK"]})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<BulkResult>, description = "Results",
        example = json!(Envelope::new(BulkResult::example()))),
        ErrorResponse::<422>))]
pub(crate) async fn change_quotes(
    State(state): State<AppState>,
    member: Member,
    Keyed {
        key,
        body: Body(body),
    }: Keyed<Body<ChangeQuotes>>,
) -> ApiResult<Envelope<BulkResult>> {
    let request = member.request(body.into_message(key)?);
    let response = state.clients.inbox.clone().update_inquiries(request).await?;
    let results: Vec<_> = response
        .into_inner()
        .results
        .into_iter()
        .map(|result| BulkRow {
            number: result.number,
            ok: result.errors.is_empty(),
            errors: Some(result.errors.into_iter().collect())
                .filter(|errors: &BTreeMap<_, _>| !errors.is_empty()),
        })
        .collect();
    Ok(Envelope::new(BulkResult {
        done: results.iter().filter(|row| row.ok).count(),
        results,
    }))
}
