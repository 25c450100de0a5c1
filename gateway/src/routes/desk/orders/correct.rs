//! Corrections of an order.

use axum::extract::State;
use kit::{failure::Failure, validation::FieldErrors};
use proto::order::v1::{
    CorrectOrderLinesRequest, CorrectOrderNoteRequest, CorrectOrderRequest, CorrectedLine,
};

use super::{
    NOT_FOUND,
    create::LineInput,
    order::{self, DeskOrder, respond},
    recipient::{AddressInput, Recipient},
};
use crate::{
    convert::{self, Amount},
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json, Keyed, Optional, OrderNumber, PathOf},
    openapi::ErrorResponse,
    state::AppState,
};

/// Correction of an order's addresses.
#[request]
#[derive(Debug)]
pub(crate) struct CorrectOrder {
    /// Version that the caller saw.
    version: Input<i64>,
    /// `null` = unchanged. A billing address that was the same follows it.
    shipping_address: Optional<AddressInput>,
    /// `null` = unchanged.
    billing_address: Optional<AddressInput>,
    /// Whether the customer gets a mail; by default not.
    notify: Optional<bool>,
}

impl CorrectOrder {
    /// Converts to a message without the number.
    fn into_message(self) -> Result<CorrectOrderRequest, Failure> {
        let mut errors = FieldErrors::default();
        let message = CorrectOrderRequest {
            order_number: String::new(),
            version: self.version.required(&mut errors, "version").unwrap_or_default(),
            shipping_address: Recipient::address(&mut errors, "shippingAddress", self.shipping_address),
            billing_address: Recipient::address(&mut errors, "billingAddress", self.billing_address),
            is_notified: self.notify.optional(&mut errors, "notify").unwrap_or_default(),
        };
        errors.finish(Some(message))
    }
}

/// Corrects the addresses of an order that is not shipped yet.
#[utoipa::path(patch, path = "/orders/{number}", tag = "desk",
    params(("number" = String, Path, description = "Number of the order")),
    request_body(content = CorrectOrder, example = json!({"version": 5, "shippingAddress": {"firstName": "Rauf",
        "phone": "+994500195510", "address": "Nümunə küçəsi 14", "city": "Bakı"}})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<DeskOrder>, description = "Order",
        example = json!(Envelope::new(DeskOrder::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn correct_order(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<OrderNumber>,
    Json(body): Json<CorrectOrder>,
) -> ApiResult<Envelope<DeskOrder>> {
    let message = body.into_message()?;
    let number = number.get(NOT_FOUND)?;
    let request = member.request(CorrectOrderRequest {
        order_number: number.as_str().to_owned(),
        ..message
    });
    let changed = state.clients.desk_order.clone().correct_order(request).await;
    respond(&state, &member, number.as_str(), changed, |response| {
        response.order
    })
    .await
}

/// Lines of an order after a correction.
#[request]
#[derive(Debug)]
pub(crate) struct CorrectLines {
    /// Version that the caller saw.
    version: Input<i64>,
    /// All lines, 1 to 100.
    lines: Input<Vec<LineInput>>,
    /// Total that the caller saw, in AZN.
    expected_total: Optional<Amount>,
    /// Whether the customer gets a mail; by default not.
    notify: Optional<bool>,
}

impl CorrectLines {
    /// Converts to a message without the number.
    fn into_message(self, idempotency_key: String) -> Result<CorrectOrderLinesRequest, Failure> {
        let mut errors = FieldErrors::default();
        let version = self.version.required(&mut errors, "version").unwrap_or_default();
        let lines = self.lines.required(&mut errors, "lines").unwrap_or_default();
        let lines = lines.into_iter().enumerate().map(|(index, mut line)| {
            let id = std::mem::take(&mut line.id).text(&mut errors, format!("lines[{index}].id"));
            CorrectedLine {
                id,
                line: Some(line.into_message(&mut errors, index)),
            }
        });
        let lines = lines.collect();
        let expected_total = self.expected_total.parse(|number| convert::parse_amount(&number));
        let message = CorrectOrderLinesRequest {
            idempotency_key,
            order_number: String::new(),
            version,
            lines,
            expected_total_minor: expected_total.optional(&mut errors, "expectedTotal"),
            is_notified: self.notify.optional(&mut errors, "notify").unwrap_or_default(),
        };
        errors.finish(Some(message))
    }
}

/// Replaces the lines of an order that is not shipped yet. Pieces that it lacks are reserved, those that it no longer needs
/// return to the stock; payments stay.
#[utoipa::path(put, path = "/orders/{number}/lines", tag = "desk",
    params(("number" = String, Path, description = "Number of the order"),
        ("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = CorrectLines, example = json!({"version": 5, "lines": [
        {"id": "01936b2e-7c00-7000-8000-000000000302", "quantity": 2, "detail": "təbii palıd"},
        {"productId": 2, "quantity": 1, "detail": ""}], "expectedTotal": 3373.79, "notify": false})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<DeskOrder>, description = "Order",
        example = json!(Envelope::new(DeskOrder::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn correct_order_lines(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<OrderNumber>,
    Keyed(key, Json(body)): Keyed<Json<CorrectLines>>,
) -> ApiResult<Envelope<DeskOrder>> {
    let message = body.into_message(key)?;
    let number = number.get(NOT_FOUND)?;
    let request = member.request(CorrectOrderLinesRequest {
        order_number: number.as_str().to_owned(),
        ..message
    });
    let changed = state
        .clients
        .desk_order
        .clone()
        .correct_order_lines(request)
        .await;
    respond(&state, &member, number.as_str(), changed, |response| {
        response.order
    })
    .await
}

/// Corrected text of a note.
#[request]
#[derive(Debug)]
pub(crate) struct CorrectNote {
    /// Id of the note in the timeline.
    id: Input<String>,
    /// 1 to 1,000 characters.
    text: Input<String>,
}

/// Corrects a note for an hour after it was written: its author alone. The timeline keeps the former text.
#[utoipa::path(patch, path = "/orders/{number}/notes", tag = "desk",
    params(("number" = String, Path, description = "Number of the order")),
    request_body(content = CorrectNote, example = json!({"id": "01936b2e-7c00-7000-8000-000000000304",
        "text": "Zəng edin"})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<DeskOrder>, description = "Order",
        example = json!(Envelope::new(DeskOrder::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn correct_order_note(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<OrderNumber>,
    Json(body): Json<CorrectNote>,
) -> ApiResult<Envelope<DeskOrder>> {
    let mut errors = FieldErrors::default();
    let id = body.id.required(&mut errors, "id");
    let text = body.text.required(&mut errors, "text");
    let (note_id, text) = errors.finish(id.zip(text))?;
    let request = member.request(CorrectOrderNoteRequest {
        order_number: number.get(NOT_FOUND)?.into_string(),
        note_id,
        text,
    });
    let response = state
        .clients
        .desk_order
        .clone()
        .correct_order_note(request)
        .await?;
    let order = order::convert(&state, &member, response.into_inner().order).await?;
    Ok(Envelope::new(order))
}
