//! Returns what the customer's page of an offer shows of its live order.
//!
//! The gateway checks the token of the page; only the gateway knows the id of the offer.

use kit::{caller::Caller, failure::Failure};
use proto::order::v1::{GetOfferOrderRequest, GetOfferOrderResponse};

use super::{super::convert::wire_delivery, State};
use crate::{desk::Delivery, error::OrderError, grpc::links, store};

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: GetOfferOrderRequest,
) -> Result<GetOfferOrderResponse, Failure> {
    let offer = request.offer_id.parse().map_err(|_| OrderError::NotFound)?;
    let mut connection = state.pool.acquire().await?;
    let number = store::order::live_number_of_offer(&mut connection, offer)
        .await?
        .ok_or(OrderError::NotFound)?;
    let order = store::desk::load(&mut connection, &number)
        .await?
        .ok_or(OrderError::NotFound)?;
    let summary = order.summary;
    let taken = summary.paid.minor().saturating_sub(summary.refunded.minor());
    let delivery = summary.origin.delivery.map(Delivery::without_texts);
    let token = links::token(state, &mut connection, &summary.number).await?;
    Ok(GetOfferOrderResponse {
        order_number: summary.number,
        status: summary.status.into(),
        payment_status: summary.payment.into(),
        total_minor: summary.total.minor(),
        paid_minor: taken,
        delivery: delivery.map(wire_delivery),
        history: order.history.into_iter().map(Into::into).collect(),
        token,
    })
}
