//! Staff: changes an order's payment status.

use kit::{
    caller::{Actor, StaffCaller},
    change::{self, Effect},
    failure::Failure,
    validation::{REQUIRED, word},
};
use proto::order::v1::{UpdatePaymentStatusRequest, UpdatePaymentStatusResponse};
use serde_json::json;
use sqlx::PgConnection;

use super::{State, convert};
use crate::{
    desk::{StaffChange, TimelineDetail},
    error::OrderError,
    events,
    order::{Order, PaymentStatus},
    payment::{Balance, Method, NewPayment},
    status_change, store,
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: UpdatePaymentStatusRequest,
) -> Result<UpdatePaymentStatusResponse, Failure> {
    let number = convert::number(&request.order_number)?;
    let next = word("paymentStatus", request.payment_status)?
        .ok_or_else(|| Failure::invalid_field("paymentStatus", REQUIRED))?;
    let lock = async |connection: &mut PgConnection| {
        let order = store::order::lock_by_number(connection, &number).await?;
        order.ok_or(OrderError::NotFound)
    };
    change::run(&state.pool, async |connection| {
        let order = lock(connection).await?;
        let effect = update(connection, &actor, order, next).await?;
        let order = Some(lock(connection).await?.into());
        Ok(effect.with(UpdatePaymentStatusResponse { order }))
    })
    .await
}

/// Sets the payment status of a locked order.
async fn update(
    connection: &mut PgConnection,
    actor: &Actor,
    mut order: Order,
    next: PaymentStatus,
) -> Result<Effect, OrderError> {
    let from = order.payment;
    let change = order.change_payment_status(next)?;
    let by = StaffChange {
        actor,
        reason: None,
        text: "",
        is_mailed: true,
    };
    let balance = store::desk::balance(connection, order.id).await?;
    store::order::update_status(connection, &order, Some(&by)).await?;
    if let Some((kind, amount)) = balance.settle(next) {
        let payment = NewPayment {
            kind,
            amount,
            method: Method::Other,
            store: None,
            text: "",
        };
        let id = store::payment::insert(connection, order.id, &payment, actor).await?;
        let after = Balance {
            payment: next,
            ..balance.with(kind, amount)?
        };
        store::payment::update_sums(connection, order.id, &after).await?;
        events::paid(connection, order.subject(), id, &payment, &after, actor).await?;
    }
    let timeline_detail = TimelineDetail::PaymentStatus { from, to: next };
    store::timeline::insert(connection, order.id, actor, "", &timeline_detail).await?;
    status_change::close(connection, order.id).await?;
    events::changed(connection, &order, change, Some(&by), None).await?;
    let detail = json!({"paymentStatus": [from.name(), next.name()]});
    Ok(Effect::audited(
        actor,
        "UpdatePaymentStatus",
        order.number,
        detail,
    ))
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::order::v1::{OrderStatusChanged, PaymentStatus as Payment};

    use super::*;
    use crate::testing::{Fixture, SOFA};

    async fn send(fixture: &Fixture, number: &str, payment: Payment) -> Result<Payment, Failure> {
        let request = UpdatePaymentStatusRequest {
            order_number: number.to_owned(),
            payment_status: payment.into(),
        };
        let response = fixture
            .client()
            .update_payment_status(on_behalf_of(&testkit::caller::staff(), request))
            .await;
        match response {
            Ok(response) => Ok(response.into_inner().order.unwrap().payment_status()),
            Err(status) => Err(Failure::from_status(&status)),
        }
    }

    #[tokio::test]
    async fn changes_the_payment_status_and_not_the_order_status() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        let order = customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        for payment in [Payment::Processing, Payment::Paid, Payment::Refunded] {
            assert_eq!(
                send(&fixture, &order.order_number, payment).await.unwrap(),
                payment
            );
        }
        let events = fixture.harness.published::<OrderStatusChanged>().await;
        let published: Vec<_> = events
            .iter()
            .map(|event| (event.status.as_str(), event.payment_status.as_str()))
            .collect();
        assert_eq!(
            published,
            [
                ("pending", "processing"),
                ("pending", "paid"),
                ("pending", "refunded")
            ]
        );
        assert_eq!(customer.get(&order.id).await.unwrap().history.len(), 1);
        assert_eq!(fixture.audited_subjects("UpdatePaymentStatus").await.len(), 3);
    }

    #[tokio::test]
    async fn rejects_unreachable_unknown_and_missing_statuses() {
        let fixture = Fixture::start().await;
        let order = fixture
            .customer()
            .order_with_key("a", &[(SOFA, 1)])
            .await
            .unwrap();
        let error = send(&fixture, &order.order_number, Payment::Paid)
            .await
            .unwrap_err();
        assert_eq!(
            (error.code, error.reason.as_str()),
            (Code::Conflict, "ORDER.STATUS_NOT_REACHABLE")
        );
        let unknown = send(&fixture, "SB-00000000", Payment::Paid).await.unwrap_err();
        assert_eq!(unknown.code, Code::NotFound);
        let missing = send(&fixture, &order.order_number, Payment::Unspecified)
            .await
            .unwrap_err();
        assert_eq!(missing.code, Code::Invalid);
        assert_eq!(
            fixture.audited_subjects("UpdatePaymentStatus").await,
            Vec::<String>::new()
        );
    }
}
