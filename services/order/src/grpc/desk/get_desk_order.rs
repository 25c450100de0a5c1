//! Returns an order that the caller may read.

use kit::{caller::StaffCaller, failure::Failure};
use proto::order::v1::{GetDeskOrderRequest, GetDeskOrderResponse};

use super::{State, convert, number};
use crate::{desk, error::OrderError, store};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: GetDeskOrderRequest,
) -> Result<GetDeskOrderResponse, Failure> {
    let number = number(&request.order_number)?;
    let mut connection = state.pool.acquire().await?;
    let order = store::desk::load(&mut connection, &number)
        .await?
        .filter(|order| desk::visible_statuses(&actor).contains(&order.summary.status))
        .ok_or(OrderError::NotFound)?;
    Ok(GetDeskOrderResponse {
        order: Some(convert::desk_order(&actor, order)),
    })
}
