//! `GET orders/{number}`.

use axum::extract::State;

use super::{
    NOT_FOUND,
    order::{DeskOrder, fetch},
};
use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{OrderNumber, PathOf},
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
    let number = number.get(NOT_FOUND)?;
    Ok(Envelope::new(fetch(&state, &member, number.as_str()).await?))
}
