//! `PUT orders/{number}/assignee`.

use axum::extract::State;
use kit::{failure::Failure, validation::FieldErrors};
use proto::order::v1::AssignOrderRequest;

use super::{
    NOT_FOUND,
    order::{DeskOrder, respond},
};
use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Json, Optional, OrderNumber, PathOf},
    openapi::ErrorResponse,
    state::AppState,
};

/// Change of the assignee.
#[request]
#[derive(Debug)]
pub(crate) struct AssignOrder {
    /// Assignee that the caller saw; `null` = unassigned.
    from: Optional<String>,
    /// New assignee; `null` = unassigned.
    to: Optional<String>,
}

impl AssignOrder {
    /// Converts to a message without the number.
    fn into_message(self) -> Result<AssignOrderRequest, Failure> {
        let mut errors = FieldErrors::default();
        let message = AssignOrderRequest {
            order_number: String::new(),
            from: self.from.text(&mut errors, "from"),
            to: self.to.text(&mut errors, "to"),
        };
        errors.finish(Some(message))
    }
}

/// Changes the assignee of an order.
#[utoipa::path(put, path = "/orders/{number}/assignee", tag = "desk",
    params(("number" = String, Path, description = "Number of the order")),
    request_body(content = AssignOrder, example = json!({"from": null,
        "to": "01936b2e-7c00-7000-8000-000000000001"})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<DeskOrder>, description = "Order",
        example = json!(Envelope::new(DeskOrder::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn assign_order(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<OrderNumber>,
    Json(body): Json<AssignOrder>,
) -> ApiResult<Envelope<DeskOrder>> {
    let message = body.into_message()?;
    let number = number.get(NOT_FOUND)?;
    let request = member.request(AssignOrderRequest {
        order_number: number.as_str().to_owned(),
        ..message
    });
    let changed = state.clients.desk_order.clone().assign_order(request).await;
    respond(&state, &member, number.as_str(), changed, |response| {
        response.order
    })
    .await
}
