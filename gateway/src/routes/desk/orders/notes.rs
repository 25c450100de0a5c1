//! `POST orders/{number}/notes`.

use axum::extract::State;
use kit::{failure::Failure, validation::FieldErrors};
use proto::order::v1::AddOrderNoteRequest;

use super::{
    NOT_FOUND,
    order::{DeskOrder, convert},
};
use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json, Keyed, Optional, OrderNumber, PathOf},
    openapi::ErrorResponse,
    state::AppState,
};

/// Note for the timeline.
#[request]
#[derive(Debug)]
#[schema(as = OrderNote)]
pub(crate) struct AddNote {
    /// 1 to 1,000 characters.
    text: Input<String>,
    /// UUIDs of at most 20 active staff members.
    mentions: Optional<Vec<String>>,
}

impl AddNote {
    /// Converts to a message without the number.
    fn into_message(self, idempotency_key: String) -> Result<AddOrderNoteRequest, Failure> {
        let mut errors = FieldErrors::default();
        let text = self.text.required(&mut errors, "text");
        let message = AddOrderNoteRequest {
            idempotency_key,
            order_number: String::new(),
            text: text.unwrap_or_default(),
            mentions: self
                .mentions
                .optional(&mut errors, "mentions")
                .unwrap_or_default(),
        };
        errors.finish(Some(message))
    }
}

/// Adds a note to the timeline of an order.
#[utoipa::path(post, path = "/orders/{number}/notes", tag = "desk",
    params(("number" = String, Path, description = "Number of the order"),
        ("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = AddNote, example = json!({"text": "Zəng edin", "mentions": []})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<DeskOrder>, description = "Order",
        example = json!(Envelope::new(DeskOrder::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn add_order_note(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<OrderNumber>,
    Keyed(key, Json(body)): Keyed<Json<AddNote>>,
) -> ApiResult<Envelope<DeskOrder>> {
    let message = body.into_message(key)?;
    let request = member.request(AddOrderNoteRequest {
        order_number: number.get(NOT_FOUND)?.into_string(),
        ..message
    });
    let response = state.clients.desk_order.clone().add_order_note(request).await?;
    let order = convert(&state, &member, response.into_inner().order).await?;
    Ok(Envelope::new(order))
}
