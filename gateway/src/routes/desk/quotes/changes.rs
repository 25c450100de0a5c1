//! Changes of a quote.

use axum::extract::State;
use kit::{failure::Failure, validation::FieldErrors, vocabulary::inquiry::Status};
use proto::inquiry::v1::{
    AssignInquiryRequest, SetFollowUpRequest, UpdateInquiryRequest, UpdateInquiryStatusRequest,
};

use super::{
    input::{self, FollowUpInput},
    quote::{self, Quote},
};
use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, InquiryNumber, Json, Optional, PathOf},
    openapi::ErrorResponse,
    routes::desk::record::AssigneeChange,
    state::AppState,
    words,
};

/// Changes the assignee of a quote.
#[utoipa::path(put, path = "/quotes/{number}/assignee", tag = "desk",
    params(("number" = String, Path, description = "Number")),
    request_body(content = AssigneeChange, example = json!({"from": null, "to": "01936b2e-7c00-7000-8000-000000000001"})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Quote>, description = "Quote",
        example = json!(Envelope::new(Quote::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn assign_quote(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<InquiryNumber>,
    Json(body): Json<AssigneeChange>,
) -> ApiResult<Envelope<Quote>> {
    let (from_id, to_id) = body.parse()?;
    let number = number.get("INQUIRY.NOT_FOUND")?.into_string();
    let request = member.request(AssignInquiryRequest {
        number: number.clone(),
        from_id,
        to_id,
    });
    let changed = state.clients.inbox.clone().assign_inquiry(request).await;
    quote::respond(&state, &member, &number, changed, |response| response.inquiry).await
}

/// Changed fields of a quote; missing ones stay.
#[request]
#[derive(Debug)]
pub(crate) struct UpdateQuote {
    /// Present version.
    version: Input<i64>,
    /// Address of the measuring visit, at most 200 characters; `null` removes it.
    visit_address: Optional<String>,
}

/// Changes a quote.
#[utoipa::path(patch, path = "/quotes/{number}", tag = "desk",
    params(("number" = String, Path, description = "Number")),
    request_body(content = UpdateQuote, example = json!({"version": 4, "visitAddress": "Nizami küçəsi 5, mənzil 12"})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Quote>, description = "Quote",
        example = json!(Envelope::new(Quote::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn update_quote(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<InquiryNumber>,
    Json(body): Json<UpdateQuote>,
) -> ApiResult<Envelope<Quote>> {
    let mut errors = FieldErrors::default();
    let version = body.version.required(&mut errors, "version");
    let visit_address = body.visit_address.emptied(&mut errors, "visitAddress");
    let version = errors.finish(version)?;
    let number = number.get("INQUIRY.NOT_FOUND")?.into_string();
    let request = member.request(UpdateInquiryRequest {
        number: number.clone(),
        version,
        visit_address,
    });
    let changed = state.clients.inbox.clone().update_inquiry(request).await;
    quote::respond(&state, &member, &number, changed, |response| response.inquiry).await
}

/// Change of the status.
#[request]
#[derive(Debug)]
pub(crate) struct ChangeStatus {
    /// Present status.
    #[schema(value_type = words::InquiryStatus)]
    from: Input<Status>,
    /// New status.
    #[schema(value_type = words::InquiryStatus)]
    to: Input<Status>,
    /// Reason of `lost` or `closed`.
    #[schema(value_type = Option<words::InquiryReason>)]
    reason: Optional<String>,
    /// For the timeline, at most 1,000 characters.
    text: Optional<String>,
    /// Another next step.
    follow_up: Optional<FollowUpInput>,
}

impl ChangeStatus {
    /// Converts to a message without the number.
    fn into_message(self) -> Result<UpdateInquiryStatusRequest, Failure> {
        let mut errors = FieldErrors::default();
        let message = UpdateInquiryStatusRequest {
            number: String::new(),
            from: self
                .from
                .required(&mut errors, "from")
                .map(Into::into)
                .unwrap_or_default(),
            status: self
                .to
                .required(&mut errors, "to")
                .map(Into::into)
                .unwrap_or_default(),
            reason: self.reason.text(&mut errors, "reason"),
            text: self.text.text(&mut errors, "text"),
            follow_up: input::follow_up(&mut errors, self.follow_up),
        };
        errors.finish(Some(message))
    }
}

/// Changes the status of a quote.
#[utoipa::path(post, path = "/quotes/{number}/status", tag = "desk",
    params(("number" = String, Path, description = "Number")),
    request_body(content = ChangeStatus, example = json!({"from": "assigned", "to": "lost", "reason": "price"})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Quote>, description = "Quote",
        example = json!(Envelope::new(Quote::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn change_quote_status(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<InquiryNumber>,
    Json(body): Json<ChangeStatus>,
) -> ApiResult<Envelope<Quote>> {
    let message = body.into_message()?;
    let number = number.get("INQUIRY.NOT_FOUND")?.into_string();
    let request = member.request(UpdateInquiryStatusRequest {
        number: number.clone(),
        ..message
    });
    let changed = state.clients.inquiry.clone().update_inquiry_status(request).await;
    quote::respond(&state, &member, &number, changed, |response| response.inquiry).await
}

/// The earliest planned step.
#[request]
#[derive(Debug)]
pub(crate) struct SetFollowUp {
    /// Present version.
    version: Input<i64>,
    /// Next step; `null` = none.
    follow_up: Optional<FollowUpInput>,
}

impl SetFollowUp {
    /// Converts to a message without the number.
    fn into_message(self) -> Result<SetFollowUpRequest, Failure> {
        let mut errors = FieldErrors::default();
        let message = SetFollowUpRequest {
            number: String::new(),
            version: self.version.required(&mut errors, "version").unwrap_or_default(),
            follow_up: input::follow_up(&mut errors, self.follow_up),
        };
        errors.finish(Some(message))
    }
}

/// Sets or removes the earliest planned step of a quote.
#[utoipa::path(put, path = "/quotes/{number}/follow-up", tag = "desk",
    params(("number" = String, Path, description = "Number")),
    request_body(content = SetFollowUp, example = json!({"version": 4, "followUp": null})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Quote>, description = "Quote",
        example = json!(Envelope::new(Quote::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn set_quote_follow_up(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<InquiryNumber>,
    Json(body): Json<SetFollowUp>,
) -> ApiResult<Envelope<Quote>> {
    let message = body.into_message()?;
    let number = number.get("INQUIRY.NOT_FOUND")?.into_string();
    let request = member.request(SetFollowUpRequest {
        number: number.clone(),
        ..message
    });
    let changed = state.clients.inbox.clone().set_follow_up(request).await;
    quote::respond(&state, &member, &number, changed, |response| response.inquiry).await
}
