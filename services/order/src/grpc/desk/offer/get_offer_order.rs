//! Returns what the customer's page of an offer shows of its live order.
//!
//! The gateway checks the token of the page; the id of the offer is known to nobody else.

use kit::{
    caller::{Caller, CallerKind},
    failure::{Code, Failure},
};
use proto::order::v1::{self as wire, GetOfferOrderRequest, GetOfferOrderResponse};
use tonic::Request;

use super::{super::convert::wire_delivery, State};
use crate::{desk::Delivery, error::OrderError, grpc::links, store};

pub(super) async fn handle(
    state: &State,
    request: Request<GetOfferOrderRequest>,
) -> Result<GetOfferOrderResponse, Failure> {
    check_gateway(Caller::from_request(&request)?)?;
    let offer = request
        .get_ref()
        .offer_id
        .parse()
        .map_err(|_| OrderError::NotFound)?;
    let mut connection = state.pool.acquire().await?;
    let number = store::order::live_number_of_offer(&mut connection, offer)
        .await?
        .ok_or(OrderError::NotFound)?;
    let order = store::desk::load(&mut connection, &number)
        .await?
        .ok_or(OrderError::NotFound)?;
    let facts = order.facts;
    let taken = facts.paid.minor().saturating_sub(facts.refunded.minor());
    let delivery = facts.origin.delivery.map(Delivery::for_customer);
    let token = links::token(state, &mut connection, &facts.number).await?;
    Ok(GetOfferOrderResponse {
        order_number: facts.number,
        status: wire::OrderStatus::from(facts.status).into(),
        payment_status: wire::PaymentStatus::from(facts.payment).into(),
        total_minor: facts.total.minor(),
        paid_minor: taken,
        delivery: delivery.map(wire_delivery),
        history: order.history.into_iter().map(Into::into).collect(),
        token,
    })
}

/// Checks that the request came through the gateway, whoever is signed in there.
fn check_gateway(caller: &Caller) -> Result<(), Failure> {
    match &caller.kind {
        CallerKind::Anonymous | CallerKind::Customer(_) | CallerKind::Staff(_) => Ok(()),
        CallerKind::Service(name) if name == "gateway" => Ok(()),
        CallerKind::Service(_) | CallerKind::Operator => Err(Failure::new(Code::Forbidden)),
    }
}
