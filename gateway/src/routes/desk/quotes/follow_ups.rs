//! Planned steps of quotes, and their calendar.

use axum::extract::{Path, State};
use kit::{
    failure::{Code, Failure},
    validation::{FieldErrors, REQUIRED},
};
use proto::inquiry::v1::{AddFollowUpRequest, ChangeFollowUpRequest, ListFollowUpsRequest};
use serde_json::{Value, json};

use super::{
    filter::assignee_text,
    input::{self, FollowUpInput},
    quote::{self, Quote},
    row::{PlannedStep, QuoteRow, convert_rows},
};
use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Assignee, Filter, FilterDay, Input, InquiryNumber, Json, Keyed, PathOf, RecordId, day_text},
    openapi::ErrorResponse,
    state::AppState,
};

/// A step to plan.
#[request]
#[derive(Debug)]
pub(crate) struct NewFollowUp {
    /// The step.
    follow_up: Input<FollowUpInput>,
}

/// Plans another step of a quote.
#[utoipa::path(post, path = "/quotes/{number}/follow-ups", tag = "desk",
    params(("number" = String, Path, description = "Number"),
        ("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = NewFollowUp,
        example = json!({"followUp": {"kind": "measure", "at": "2026-11-25T06:00:00Z", "text": "Mətbəx"}})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Quote>, description = "Quote",
        example = json!(Envelope::new(Quote::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn add_quote_follow_up(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<InquiryNumber>,
    Keyed(idempotency_key, Json(body)): Keyed<Json<NewFollowUp>>,
) -> ApiResult<Envelope<Quote>> {
    let mut errors = FieldErrors::default();
    let follow_up = input::follow_up(&mut errors, body.follow_up);
    errors.into_result()?;
    let number = number.get("INQUIRY.NOT_FOUND")?.into_string();
    let request = member.request(AddFollowUpRequest {
        number: number.clone(),
        follow_up,
        idempotency_key,
    });
    let changed = state.clients.inbox.clone().add_follow_up(request).await;
    quote::respond(&state, &member, &number, changed, |response| response.inquiry).await
}

/// A changed step.
#[request]
#[derive(Debug)]
pub(crate) struct ChangedFollowUp {
    /// Present version of the quote.
    version: Input<i64>,
    /// The step.
    follow_up: Input<FollowUpInput>,
}

/// Changes a planned step.
#[utoipa::path(patch, path = "/quotes/{number}/follow-ups/{id}", tag = "desk",
    params(("number" = String, Path, description = "Number"), ("id" = String, Path, description = "Id of the step")),
    request_body(content = ChangedFollowUp,
        example = json!({"version": 4, "followUp": {"kind": "call", "at": "2026-11-25T06:00:00Z", "text": ""}})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Quote>, description = "Quote",
        example = json!(Envelope::new(Quote::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn change_quote_follow_up(
    State(state): State<AppState>,
    member: Member,
    Path(step): Path<(String, String)>,
    Json(body): Json<ChangedFollowUp>,
) -> ApiResult<Envelope<Quote>> {
    let mut errors = FieldErrors::default();
    let version = body.version.required(&mut errors, "version");
    let follow_up = input::follow_up(&mut errors, body.follow_up);
    // Without a step the service removes it.
    errors.ensure(follow_up.is_some(), "followUp", REQUIRED);
    let request = ChangeFollowUpRequest {
        version: errors.finish(version)?,
        follow_up,
        ..ChangeFollowUpRequest::default()
    };
    change(&state, &member, step, request).await
}

/// End of a planned step.
#[filter]
pub(crate) struct StepEnd {
    /// Present version of the quote
    version: i64,
    /// Whether the step is done, rather than removed
    done: Option<bool>,
}

/// Removes a planned step, or marks it as done.
#[utoipa::path(delete, path = "/quotes/{number}/follow-ups/{id}", tag = "desk",
    params(("number" = String, Path, description = "Number"), ("id" = String, Path, description = "Id of the step"),
        StepEnd),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Quote>, description = "Quote",
        example = json!(Envelope::new(Quote::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn end_quote_follow_up(
    State(state): State<AppState>,
    member: Member,
    Path(step): Path<(String, String)>,
    Filter(end): Filter<StepEnd>,
) -> ApiResult<Envelope<Quote>> {
    let request = ChangeFollowUpRequest {
        version: end.version,
        is_done: end.done.unwrap_or(false),
        ..ChangeFollowUpRequest::default()
    };
    change(&state, &member, step, request).await
}

async fn change(
    state: &AppState,
    member: &Member,
    (number, follow_up_id): (String, String),
    request: ChangeFollowUpRequest,
) -> ApiResult<Envelope<Quote>> {
    let number: InquiryNumber = number
        .parse()
        .map_err(|_| Failure::with_reason(Code::NotFound, "INQUIRY.NOT_FOUND"))?;
    let number = number.into_string();
    let request = member.request(ChangeFollowUpRequest {
        number: number.clone(),
        follow_up_id,
        ..request
    });
    let changed = state.clients.inbox.clone().change_follow_up(request).await;
    quote::respond(state, member, &number, changed, |response| response.inquiry).await
}

/// Days of a calendar.
#[filter]
pub(crate) struct CalendarFilter {
    /// First day
    from: Option<FilterDay>,
    /// Last day, at most 62 days in all
    to: Option<FilterDay>,
    /// UUIDs of stores
    store: Vec<RecordId>,
    /// `me`, `none` or UUIDs of staff
    assignee: Vec<Assignee>,
}

/// A planned step in a calendar.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct CalendarEntry {
    /// The step.
    step: PlannedStep,
    /// Its quote.
    quote: QuoteRow,
}

impl CalendarEntry {
    fn example() -> Value {
        json!({"step": PlannedStep::example(), "quote": QuoteRow::example()})
    }
}

/// Lists the planned calls, visits and measuring visits of some days, the earliest first, at most 1,000.
#[utoipa::path(get, path = "/calendar", tag = "desk", params(CalendarFilter), security(("desk" = [])),
    responses((status = 200, body = Envelope<Vec<CalendarEntry>>, description = "Planned steps",
        example = json!(Envelope::new(vec![CalendarEntry::example()])))))]
pub(crate) async fn list_calendar(
    State(state): State<AppState>,
    member: Member,
    Filter(filter): Filter<CalendarFilter>,
) -> ApiResult<Envelope<Vec<CalendarEntry>>> {
    let request = member.request(ListFollowUpsRequest {
        from: day_text(filter.from),
        to: day_text(filter.to),
        store_ids: filter.store.iter().map(ToString::to_string).collect(),
        assignees: filter.assignee.iter().map(assignee_text).collect(),
    });
    let entries = state.clients.inbox.clone().list_follow_ups(request).await?;
    let (steps, inquiries): (Vec<_>, Vec<_>) = entries
        .into_inner()
        .entries
        .into_iter()
        .filter_map(|entry| Some((entry.step?, entry.inquiry?)))
        .unzip();
    let quotes = convert_rows(&state, &member, inquiries).await;
    let entries = steps.into_iter().zip(quotes).map(|(step, quote)| CalendarEntry {
        step: step.into(),
        quote,
    });
    Ok(Envelope::new(entries.collect()))
}
