//! Staff: cancels several orders, each in its own transaction.

use kit::{
    caller::{Actor, StaffCaller},
    failure::Failure,
    validation::{OUT_OF_RANGE, REQUIRED},
};
use proto::order::v1::{
    CancelOrderResult, CancelOrdersRequest, CancelOrdersResponse, CancelOutcome, OrderStatus,
};
use sqlx::PgPool;

use super::{State, convert, update_order_status::update};
use crate::{
    error::OrderError,
    order::{Status, TransitionError},
};

/// Maximum number of orders of a request.
const MAX_ORDERS: usize = 100;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: CancelOrdersRequest,
) -> Result<CancelOrdersResponse, Failure> {
    let numbers = request.order_numbers;
    match numbers.len() {
        0 => return Err(Failure::invalid_field("orderNumbers", REQUIRED)),
        1..=MAX_ORDERS => {}
        _ => return Err(Failure::invalid_field("orderNumbers", OUT_OF_RANGE)),
    }
    let mut results = Vec::with_capacity(numbers.len());
    // An unavailable database fails every order after its timeout, so the first failure ends the work.
    let mut is_available = true;
    for number in numbers {
        let (outcome, status) = if is_available {
            cancel(&state.pool, &actor, &number).await
        } else {
            (CancelOutcome::Failed, OrderStatus::Unspecified)
        };
        is_available = outcome != CancelOutcome::Failed;
        results.push(CancelOrderResult {
            order_number: number,
            outcome: outcome.into(),
            status: status.into(),
        });
    }
    Ok(CancelOrdersResponse { results })
}

/// Cancels an order and returns the outcome and its current status.
async fn cancel(pool: &PgPool, actor: &Actor, number: &str) -> (CancelOutcome, OrderStatus) {
    let cancelled = async {
        let number = convert::number(number)?;
        update(pool, actor, "CancelOrders", &number, Status::Cancelled).await
    };
    match cancelled.await {
        Ok(order) => (CancelOutcome::Cancelled, order.status.into()),
        Err(OrderError::NotFound) => (CancelOutcome::NotFound, OrderStatus::Unspecified),
        Err(OrderError::Transition(TransitionError::StatusNotReachable { from, .. })) => {
            (CancelOutcome::NotCancellable, from.into())
        }
        Err(error) => {
            tracing::warn!(
                error = kit::failure::error_chain(&error),
                "cancelling an order failed, leaving out the rest"
            );
            (CancelOutcome::Failed, OrderStatus::Unspecified)
        }
    }
}

#[cfg(test)]
mod tests {
    use kit::{caller::Caller, failure::Code, grpc::client::on_behalf_of};
    use proto::order::v1::{CancellationReason, OrderCancelled};

    use super::*;
    use crate::testing::{Fixture, SOFA};

    async fn send(
        fixture: &Fixture,
        caller: &Caller,
        numbers: &[&str],
    ) -> Result<Vec<CancelOrderResult>, Failure> {
        let request = CancelOrdersRequest {
            order_numbers: numbers.iter().map(|number| (*number).to_owned()).collect(),
        };
        let response = fixture
            .client()
            .cancel_orders(on_behalf_of(caller, request))
            .await;
        match response {
            Ok(response) => Ok(response.into_inner().results),
            Err(status) => Err(Failure::from_status(&status)),
        }
    }

    #[tokio::test]
    async fn cancels_each_order_that_it_can_and_names_the_others() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        let mut numbers = Vec::new();
        for key in ["a", "b", "c"] {
            let order = customer.order_with_key(key, &[(SOFA, 1)]).await.unwrap();
            numbers.push(order.order_number);
        }
        for status in [OrderStatus::Processing, OrderStatus::Shipped] {
            fixture.change_status(&numbers[1], status).await.unwrap();
        }
        let requested = [
            &*numbers[0],
            &numbers[1],
            "SB-00000000",
            "",
            &numbers[2],
            &numbers[0],
        ];
        let results = send(&fixture, &testkit::caller::staff(), &requested)
            .await
            .unwrap();
        let outcomes: Vec<_> = results
            .iter()
            .map(|result| (result.order_number.as_str(), result.outcome(), result.status()))
            .collect();
        assert_eq!(
            outcomes,
            [
                (requested[0], CancelOutcome::Cancelled, OrderStatus::Cancelled),
                (requested[1], CancelOutcome::NotCancellable, OrderStatus::Shipped),
                (requested[2], CancelOutcome::NotFound, OrderStatus::Unspecified),
                (requested[3], CancelOutcome::NotFound, OrderStatus::Unspecified),
                (requested[4], CancelOutcome::Cancelled, OrderStatus::Cancelled),
                (
                    requested[5],
                    CancelOutcome::NotCancellable,
                    OrderStatus::Cancelled
                ),
            ]
        );
        let published = fixture.harness.published::<OrderCancelled>().await;
        let events: Vec<_> = published
            .iter()
            .map(|event| (event.order_number.as_str(), event.reason()))
            .collect();
        assert_eq!(
            events,
            [
                (requested[0], CancellationReason::Staff),
                (requested[4], CancellationReason::Staff)
            ]
        );
        assert_eq!(
            fixture.audited_subjects("CancelOrders").await,
            [requested[0], requested[4]]
        );
    }

    #[tokio::test]
    async fn accepts_1_to_100_numbers_from_staff() {
        let fixture = Fixture::start().await;
        let staff = testkit::caller::staff();
        for count in [0, 101] {
            let numbers = vec!["SB-00000000"; count];
            let failure = send(&fixture, &staff, &numbers).await.unwrap_err();
            assert_eq!(failure.code, Code::Invalid, "{count}");
        }
        let results = send(&fixture, &staff, &["SB-00000000"; 100]).await.unwrap();
        assert_eq!(results.len(), 100);
        for (caller, code) in [
            (testkit::caller::anonymous(), Code::Unauthenticated),
            (fixture.customer().caller(), Code::Forbidden),
        ] {
            let failure = send(&fixture, &caller, &["SB-00000000"]).await.unwrap_err();
            assert_eq!(failure.code, code);
        }
    }
}
