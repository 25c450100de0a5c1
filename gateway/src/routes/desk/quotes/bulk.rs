//! `POST quotes/bulk`.

use axum::extract::State;
use kit::{
    failure::Failure,
    validation::{FieldErrors, REQUIRED},
    vocabulary::inquiry::Status,
};
use proto::inquiry::v1::{
    UpdateInquiriesRequest,
    update_inquiries_request::{AssignChange, Change, FollowUpChange, StatusChange},
};
use serde_json::{Value, json};

use super::input::{self, FollowUpInput};
use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json, Keyed, Optional},
    openapi::ErrorResponse,
    routes::desk::record::{BulkResult, BulkRow},
    state::AppState,
    words::{self, Word},
};

kit::words! {
    /// Kind of a change of several quotes.
    pub(crate) enum Action("QuoteAction") {
        /// Another assignee.
        Assign = "assign",
        /// A new status.
        Status = "status",
        /// Another next step.
        FollowUp = "followUp",
    }
}

type QuoteAction = Word<Action>;

/// Change of up to 200 quotes.
#[request]
#[derive(Debug)]
pub(crate) struct ChangeQuotes {
    /// Kind of the change.
    #[schema(value_type = QuoteAction)]
    action: Input<Action>,
    /// Numbers, 1 to 200.
    numbers: Input<Vec<String>>,
    /// UUID of the assignee, or the new status.
    to: Optional<String>,
    /// Reason of `lost` or `closed`.
    #[schema(value_type = Option<words::InquiryReason>)]
    reason: Optional<String>,
    /// Next step.
    follow_up: Optional<FollowUpInput>,
}

fn example() -> Value {
    json!({"done": 1, "results": [{"number": "SQ-7Q2M04XK", "ok": true, "errors": null},
        {"number": "SQ-3M9V0T2C", "ok": false, "errors": {"general": "INQUIRY.NOT_YOURS"}}]})
}

impl ChangeQuotes {
    fn into_message(self, idempotency_key: String) -> Result<UpdateInquiriesRequest, Failure> {
        let mut errors = FieldErrors::default();
        let numbers = self.numbers.required(&mut errors, "numbers");
        let action = self.action.required(&mut errors, "action");
        let follow_up = input::follow_up(&mut errors, self.follow_up);
        let change = match action {
            None => None,
            Some(Action::Assign) => Some(Change::Assign(AssignChange {
                to_id: self.to.text(&mut errors, "to"),
            })),
            Some(Action::Status) => {
                let to = self.to.parse(|word| word.parse::<Status>().ok());
                let to = to.required(&mut errors, "to");
                Some(Change::Status(StatusChange {
                    to: to.map(Into::into).unwrap_or_default(),
                    reason: self.reason.text(&mut errors, "reason"),
                    follow_up,
                }))
            }
            Some(Action::FollowUp) => {
                errors.ensure(follow_up.is_some(), "followUp", REQUIRED);
                Some(Change::FollowUp(FollowUpChange { follow_up }))
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
        example = json!(Envelope::new(example()))),
        ErrorResponse::<422>))]
pub(crate) async fn change_quotes(
    State(state): State<AppState>,
    member: Member,
    Keyed(key, Json(body)): Keyed<Json<ChangeQuotes>>,
) -> ApiResult<Envelope<BulkResult>> {
    let request = member.request(body.into_message(key)?);
    let response = state.clients.inbox.clone().update_inquiries(request).await?;
    let results = response.into_inner().results.into_iter();
    let results = results.map(|result| BulkRow::new(result.number, result.errors));
    Ok(Envelope::new(results.collect()))
}
