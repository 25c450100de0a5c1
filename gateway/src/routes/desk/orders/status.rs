//! `POST orders/{number}/status`.

use axum::extract::State;
use kit::{failure::Failure, validation::FieldErrors};
use proto::order::v1::MoveDeskOrderRequest;

use super::{
    NOT_FOUND,
    order::{DeskOrder, respond},
    words,
};
use crate::{
    desk::{Body, Input, Member, Optional, OrderNumber, PathOf},
    envelope::Envelope,
    error::ApiResult,
    openapi::ErrorResponse,
    routes::orders::status::parse as parse_status,
    state::AppState,
};

/// Change of an order's status.
#[request]
#[derive(Debug)]
pub(crate) struct MoveOrder {
    /// Status that the caller saw.
    from: Input<String>,
    /// New status.
    to: Input<String>,
    /// Needed to cancel: `customerChangedMind`, `unpaid`, `outOfStock`, `duplicate`, `mistake` or `other`.
    reason: Optional<String>,
    /// At most 1,000 characters; needed for the reason `other`.
    text: Optional<String>,
}

impl MoveOrder {
    /// Converts to a message without the number.
    fn into_message(self) -> Result<MoveDeskOrderRequest, Failure> {
        let mut errors = FieldErrors::default();
        let from = self
            .from
            .parse(|name| parse_status(&name))
            .required(&mut errors, "from");
        let to = self
            .to
            .parse(|name| parse_status(&name))
            .required(&mut errors, "to");
        let reason = self.reason.parse(|name| words::cancel_reason(&name));
        let reason = reason.optional(&mut errors, "reason");
        let message = MoveDeskOrderRequest {
            order_number: String::new(),
            from: from.unwrap_or_default().into(),
            to: to.unwrap_or_default().into(),
            reason: reason.unwrap_or_default().into(),
            text: self.text.text(&mut errors, "text"),
        };
        errors.finish(Some(message))
    }
}

/// Changes the status of an order.
#[utoipa::path(post, path = "/orders/{number}/status", tag = "desk",
    params(("number" = String, Path, description = "Number of the order")),
    request_body(content = MoveOrder, example = json!({"from": "Processing", "to": "Cancelled",
        "reason": "customerChangedMind", "text": ""})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<DeskOrder>, description = "Order",
        example = json!(Envelope::new(DeskOrder::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn move_desk_order(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<OrderNumber>,
    Body(body): Body<MoveOrder>,
) -> ApiResult<Envelope<DeskOrder>> {
    let message = body.into_message()?;
    let number = number.get(NOT_FOUND)?;
    let request = member.request(MoveDeskOrderRequest {
        order_number: number.as_str().to_owned(),
        ..message
    });
    let changed = state.clients.desk_order.clone().move_desk_order(request).await;
    respond(&state, &member, number.as_str(), changed, |response| {
        response.order
    })
    .await
}
