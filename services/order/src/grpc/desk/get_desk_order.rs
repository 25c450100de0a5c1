//! Returns an order that the caller may read.

use kit::{caller::Caller, failure::Failure, staff::Permission};
use proto::order::v1::{GetDeskOrderRequest, GetDeskOrderResponse};
use tonic::Request;

use super::{State, convert, number};
use crate::{desk, error::OrderError, store};

pub(super) async fn handle(
    state: &State,
    request: Request<GetDeskOrderRequest>,
) -> Result<GetDeskOrderResponse, Failure> {
    let actor = Caller::from_request(&request)?.require_permission(Permission::OrdersRead)?;
    let number = number(&request.get_ref().order_number)?;
    let mut connection = state.pool.acquire().await?;
    let order = store::desk::load(&mut connection, &number)
        .await?
        .filter(|order| desk::visible_statuses(&actor).contains(&order.facts.status))
        .ok_or(OrderError::NotFound)?;
    Ok(GetDeskOrderResponse {
        order: Some(convert::desk_order(&actor, order)),
    })
}
