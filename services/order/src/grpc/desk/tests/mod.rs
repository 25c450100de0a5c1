//! Tests of the desk's rpcs through their gRPC face.

mod changes;
mod corrections;
mod creation;
mod designs;
mod figures;
mod files;
mod lists;
mod offers;
mod payments;
mod roles;
mod undo;

use kit::{caller::Caller, failure::Failure, grpc::client::on_behalf_of};
use proto::order::v1::{
    CreateDeskOrderRequest, DeskOrder, GetDeskOrderRequest, NewDeskLine, OrderSource, OrderStatus,
    PaymentKind, PaymentMethod, RecordPaymentRequest,
};

use crate::testing::{Fixture, SOFA, address};

/// Returns the pairs of fields and keys of a failure.
fn fields(failure: &Failure) -> Vec<(&str, &str)> {
    failure
        .fields
        .iter()
        .map(|(field, key)| (field.as_str(), key.as_str()))
        .collect()
}

/// Calls an rpc of the desk on behalf of a caller.
macro_rules! call {
    ($fixture:expr, $caller:expr, $rpc:ident, $request:expr) => {
        $fixture
            .desk()
            .$rpc(kit::grpc::client::on_behalf_of($caller, $request))
            .await
            .map(tonic::Response::into_inner)
            .map_err(|status| kit::failure::Failure::from_status(&status))
    };
}
pub(super) use call;

async fn get(fixture: &Fixture, caller: &Caller, number: &str) -> Result<DeskOrder, Failure> {
    let request = GetDeskOrderRequest {
        order_number: number.to_owned(),
    };
    let response = fixture.desk().get_desk_order(on_behalf_of(caller, request)).await;
    match response {
        Ok(response) => Ok(response.into_inner().order.unwrap()),
        Err(status) => Err(Failure::from_status(&status)),
    }
}

/// Orders a sofa of 1000.00 as a customer and moves the order to a status; returns its number.
async fn order_in(fixture: &Fixture, status: OrderStatus) -> String {
    let order = fixture
        .customer()
        .order_with_key("a", &[(SOFA, 1)])
        .await
        .unwrap();
    let path = [
        OrderStatus::Processing,
        OrderStatus::Shipped,
        OrderStatus::Delivered,
        OrderStatus::Completed,
    ];
    let steps = path
        .iter()
        .position(|step| *step == status)
        .map_or(0, |index| index + 1);
    for step in path.into_iter().take(steps) {
        fixture.change_status(&order.order_number, step).await.unwrap();
    }
    if status == OrderStatus::Cancelled {
        fixture.change_status(&order.order_number, status).await.unwrap();
    }
    order.order_number
}

fn payment(number: &str, key: &str, version: i64, kind: PaymentKind, amount: i64) -> RecordPaymentRequest {
    RecordPaymentRequest {
        idempotency_key: key.to_owned(),
        order_number: number.to_owned(),
        version,
        kind: kind.into(),
        amount_minor: amount,
        method: PaymentMethod::Cash.into(),
        ..RecordPaymentRequest::default()
    }
}

/// Returns a request for pieces of products, for a customer without e-mail.
fn by_hand(key: &str, lines: &[(i64, u32)]) -> CreateDeskOrderRequest {
    let mut shipping = address();
    shipping.email.clear();
    CreateDeskOrderRequest {
        idempotency_key: key.to_owned(),
        source: OrderSource::WalkIn.into(),
        lines: lines
            .iter()
            .map(|&(product_id, quantity)| NewDeskLine {
                product_id: Some(product_id),
                quantity,
                ..NewDeskLine::default()
            })
            .collect(),
        shipping_address: Some(shipping),
        ..CreateDeskOrderRequest::default()
    }
}
