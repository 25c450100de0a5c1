//! The rpcs of orders by a link, one file each.

mod claim_order;
mod convert;
mod request_order_link;
#[cfg(test)]
pub(super) mod testing;
mod view_order;

use sqlx::PgConnection;

use super::State;
use crate::{error::OrderError, link::LinkedOrder, store};

kit::rpcs! {
    impl proto::order::v1::order_link_service_server::OrderLinkService for State {
        anyone view_order(ViewOrderRequest) -> ViewOrderResponse;
        anyone request_order_link(RequestOrderLinkRequest) -> RequestOrderLinkResponse;
        user claim_order(ClaimOrderRequest) -> ClaimOrderResponse;
    }
}

/// Returns the order of a valid token.
async fn open(state: &State, connection: &mut PgConnection, token: &str) -> Result<LinkedOrder, OrderError> {
    let number = state.link_keys.verify(token).ok_or(OrderError::WrongToken)?;
    store::link::find(connection, number)
        .await?
        .filter(LinkedOrder::is_valid)
        .ok_or(OrderError::WrongToken)
}

/// Returns the token of an order; empty if no link to it is valid.
pub(super) async fn token(
    state: &State,
    connection: &mut PgConnection,
    number: &str,
) -> Result<String, OrderError> {
    let order = store::link::find(connection, number).await?;
    let order = order.filter(LinkedOrder::is_valid);
    Ok(order.map_or_else(String::new, |order| state.link_keys.sign(&order.number)))
}
