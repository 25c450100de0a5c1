//! `GET orders/{number}`.

use axum::extract::State;
use proto::order::v1::GetDeskOrderRequest;

use super::{
    NOT_FOUND,
    order::{DeskOrder, convert},
};
use crate::{
    desk::{Member, OrderNumber, PathOf},
    envelope::Envelope,
    error::ApiResult,
    state::AppState,
};

/// Returns an order.
#[utoipa::path(get, path = "/orders/{number}", tag = "desk",
    params(("number" = String, Path, description = "Number of the order")), security(("desk" = [])),
    responses((status = 200, body = Envelope<DeskOrder>, description = "Order",
        example = json!(Envelope::new(DeskOrder::example())))))]
pub(crate) async fn get_desk_order(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<OrderNumber>,
) -> ApiResult<Envelope<DeskOrder>> {
    let order_number = number.get(NOT_FOUND)?.into_string();
    let request = member.request(GetDeskOrderRequest { order_number });
    let response = state.clients.desk_order.clone().get_desk_order(request).await?;
    let order = convert(&state, &member, response.into_inner().order).await?;
    Ok(Envelope::new(order))
}
