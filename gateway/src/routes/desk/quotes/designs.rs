//! Designs of a quote's pieces: changes, measuring on site, and the newest prices.

use axum::extract::{Path, State};
use kit::{
    failure::{Code, Failure},
    validation::{FieldErrors, REQUIRED},
};
use proto::inquiry::v1::{ChangeDesignRequest, RecordMeasuringRequest, RenewDesignRequest};

use super::quote::{self, Quote};
use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, InquiryNumber, Json, Keyed, Optional},
    openapi::ErrorResponse,
    routes::designs,
    state::AppState,
};

/// Maximum length of a code: longer texts are none.
const MAX_CODE: usize = 90;

/// Change of a design.
#[request]
#[derive(Debug)]
pub(crate) struct ChangeDesign {
    /// Code of the design that is changed.
    from: Input<String>,
    /// Code of the new design. Its price is that of the price book of the present one.
    to: Input<String>,
    /// For the timeline, at most 500 characters.
    text: Optional<String>,
}

/// Changes the design of a piece. Another present design is a conflict with the quote. A design that cannot be built is
/// `to: DESIGN.IMPOSSIBLE`; `data` has its checks.
#[utoipa::path(put, path = "/quotes/{number}/items/{id}/design", tag = "desk",
    params(("number" = String, Path, description = "Number"), ("id" = String, Path, description = "Id of the piece")),
    request_body(content = ChangeDesign, example = json!({"from": "EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja",
        "to": "EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja", "text": ""})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Quote>, description = "Quote",
        example = json!(Envelope::new(Quote::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn change_quote_design(
    State(state): State<AppState>,
    member: Member,
    Path(piece): Path<(String, String)>,
    Json(body): Json<ChangeDesign>,
) -> ApiResult<Envelope<Quote>> {
    let mut errors = FieldErrors::default();
    let from_code = code(&mut errors, "from", body.from);
    let to_code = code(&mut errors, "to", body.to);
    let text = body.text.text(&mut errors, "text");
    let (from_code, to_code) = errors.finish(from_code.zip(to_code))?;
    let (number, position) = parse(piece)?;
    let request = member.request(ChangeDesignRequest {
        number: number.clone(),
        position,
        from_code,
        to_code: to_code.clone(),
        text,
    });
    let changed = state.clients.inbox.clone().change_design(request).await;
    let changed = designs::with_checks(&state, &member.caller, &to_code, changed).await;
    quote::respond(&state, &member, &number, changed, |response| response.inquiry).await
}

/// Measuring of a piece on site.
#[request]
#[derive(Debug)]
pub(crate) struct MeasuredDesign {
    /// Code of the design with the measures that were found.
    code: Input<String>,
    /// At most 500 characters.
    text: Optional<String>,
}

/// Records that a piece was measured on site. It takes the measured design; the measuring counts until the outline differs. A
/// design that cannot be built is `code: DESIGN.IMPOSSIBLE`; `data` has its checks.
#[utoipa::path(post, path = "/quotes/{number}/items/{id}/measured", tag = "desk",
    params(("number" = String, Path, description = "Number"), ("id" = String, Path, description = "Id of the piece"),
        ("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = MeasuredDesign, example = json!({"code": "EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja", "text": ""})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Quote>, description = "Quote",
        example = json!(Envelope::new(Quote::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn record_quote_measuring(
    State(state): State<AppState>,
    member: Member,
    Path(piece): Path<(String, String)>,
    Keyed(idempotency_key, Json(body)): Keyed<Json<MeasuredDesign>>,
) -> ApiResult<Envelope<Quote>> {
    let mut errors = FieldErrors::default();
    let code = code(&mut errors, "code", body.code);
    let text = body.text.text(&mut errors, "text");
    let code = errors.finish(code)?;
    let (number, position) = parse(piece)?;
    let request = member.request(RecordMeasuringRequest {
        number: number.clone(),
        position,
        code: code.clone(),
        text,
        idempotency_key,
    });
    let changed = state.clients.inbox.clone().record_measuring(request).await;
    let changed = designs::with_checks(&state, &member.caller, &code, changed).await;
    quote::respond(&state, &member, &number, changed, |response| response.inquiry).await
}

/// Design whose price is renewed.
#[request]
#[derive(Debug)]
pub(crate) struct RenewDesign {
    /// Code of the present design.
    from: Input<String>,
}

/// Renews the design of a piece by the newest rules and the price book in force.
#[utoipa::path(post, path = "/quotes/{number}/items/{id}/renew", tag = "desk",
    params(("number" = String, Path, description = "Number"), ("id" = String, Path, description = "Id of the piece")),
    request_body(content = RenewDesign, example = json!({"from": "EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja"})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Quote>, description = "Quote",
        example = json!(Envelope::new(Quote::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn renew_quote_design(
    State(state): State<AppState>,
    member: Member,
    Path(piece): Path<(String, String)>,
    Json(body): Json<RenewDesign>,
) -> ApiResult<Envelope<Quote>> {
    let mut errors = FieldErrors::default();
    let from_code = code(&mut errors, "from", body.from);
    let from_code = errors.finish(from_code)?;
    let (number, position) = parse(piece)?;
    let request = member.request(RenewDesignRequest {
        number: number.clone(),
        position,
        from_code,
    });
    let changed = state.clients.inbox.clone().renew_design(request).await;
    quote::respond(&state, &member, &number, changed, |response| response.inquiry).await
}

/// Returns the code of a field; an absent one is added to the errors.
fn code(errors: &mut FieldErrors, field: &'static str, input: Input<String>) -> Option<String> {
    let code = input.required(errors, field)?;
    errors.ensure(!code.is_empty(), field, REQUIRED);
    errors.ensure(code.len() <= MAX_CODE, field, "DESIGN.BROKEN");
    Some(code)
}

/// Parses number and position of a piece; others belong to no piece.
fn parse((number, id): (String, String)) -> Result<(String, u32), Failure> {
    let number = number.parse::<InquiryNumber>().ok();
    let found = number.zip(id.parse().ok());
    found
        .map(|(number, position)| (number.into_string(), position))
        .ok_or_else(|| Failure::with_reason(Code::NotFound, "INQUIRY.NOT_FOUND"))
}
