//! Customer: returns what the page of a link shows of its order.

use kit::{caller::Caller, failure::Failure};
use proto::order::v1::{ViewOrderRequest, ViewOrderResponse};

use super::{State, convert, open};
use crate::{error::OrderError, store};

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: ViewOrderRequest,
) -> Result<ViewOrderResponse, Failure> {
    let mut connection = state.pool.acquire().await?;
    let linked = open(state, &mut connection, &request.token).await?;
    let order = store::desk::load(&mut connection, &linked.number)
        .await?
        .ok_or(OrderError::WrongToken)?;
    Ok(ViewOrderResponse {
        order: Some(convert::linked_order(order)),
    })
}

#[cfg(test)]
mod tests {
    use kit::{grpc::client::on_behalf_of, staff::StaffRole};
    use proto::order::v1::{
        CreateDeskOrderRequest, Delivery, DeliveryMethod, NewDeskLine, OrderSource, OrderStatus, PaymentKind,
        PaymentMethod, PlanDeliveryRequest, RecordPaymentRequest, linked_order_event::What,
    };

    use crate::{
        grpc::links::testing::{dead, token},
        testing::{Fixture, SOFA, address},
    };

    /// Personal data that the page of a link must not show.
    const SECRETS: [&str; 6] = ["Məmmədova", "leyla@", "1234567", "Nizami", "AZ1000", "Elçin"];

    #[tokio::test]
    async fn shows_an_order_by_hand_without_what_could_harm() {
        let fixture = Fixture::start().await;
        let sales = fixture.staff(StaffRole::Sales);
        let request = CreateDeskOrderRequest {
            idempotency_key: "a".to_owned(),
            source: OrderSource::WalkIn.into(),
            lines: vec![NewDeskLine {
                product_id: Some(SOFA),
                quantity: 2,
                detail: "220 × 90 × 85 sm".to_owned(),
                ..NewDeskLine::default()
            }],
            shipping_address: Some(address()),
            ..CreateDeskOrderRequest::default()
        };
        let order = fixture
            .desk()
            .create_desk_order(on_behalf_of(&sales, request))
            .await;
        let row = order.unwrap().into_inner().order.unwrap().row.unwrap();
        let payment = RecordPaymentRequest {
            idempotency_key: "b".to_owned(),
            order_number: row.order_number.clone(),
            version: row.version,
            kind: PaymentKind::In.into(),
            amount_minor: 60_000,
            method: PaymentMethod::Cash.into(),
            ..RecordPaymentRequest::default()
        };
        let paid = fixture.desk().record_payment(on_behalf_of(&sales, payment)).await;
        let paid = paid.unwrap().into_inner().order.unwrap().row.unwrap();
        let plan = PlanDeliveryRequest {
            order_number: row.order_number.clone(),
            version: paid.version,
            delivery: Some(Delivery {
                method: DeliveryMethod::Delivery.into(),
                crew: "Elçin".to_owned(),
                ..Delivery::default()
            }),
            is_notified: false,
        };
        fixture
            .desk()
            .plan_delivery(on_behalf_of(&sales, plan))
            .await
            .unwrap();

        let shown = fixture.view(&token(&row.order_number)).await.unwrap();
        let text = format!("{shown:?}");
        for secret in SECRETS {
            assert!(!text.contains(secret), "{secret}: {text}");
        }
        assert_eq!(
            (shown.customer_name.as_str(), shown.city.as_str()),
            ("Leyla", "Bakı")
        );
        assert_eq!(shown.lines[0].detail, "220 × 90 × 85 sm");
        assert_eq!(
            (shown.total_minor, shown.paid_minor, shown.balance_minor),
            (200_000, 60_000, 140_000)
        );
        assert_eq!(shown.assignee, row.assignee);
        assert!(!shown.has_account);
        let history: Vec<_> = shown
            .history
            .into_iter()
            .map(|event| match event.what.unwrap() {
                What::Status(entry) => entry.status().as_str_name().to_owned(),
                What::PaidMinor(amount) => format!("paid {amount}"),
                What::ReturnedMinor(amount) => format!("returned {amount}"),
                What::Delivery(_) => "delivery".to_owned(),
            })
            .collect();
        assert_eq!(history, ["ORDER_STATUS_PENDING", "paid 60000", "delivery"]);
    }

    #[tokio::test]
    async fn follows_the_status_until_90_days_after_the_end() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        let order = customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        let token = token(&order.order_number);
        fixture.age_statuses(400).await;
        let shown = fixture.view(&token).await.unwrap();
        assert_eq!(shown.status(), OrderStatus::Pending);
        assert!(shown.has_account);
        customer.cancel(&order.id).await.unwrap();
        fixture.age_statuses(89).await;
        let shown = fixture.view(&token).await.unwrap();
        assert_eq!(shown.status(), OrderStatus::Cancelled);
        assert_eq!(shown.steps.len(), 2);
        fixture.age_statuses(1).await;
        assert_eq!(fixture.view(&token).await, dead());
    }

    #[tokio::test]
    async fn wrong_tokens_and_wiped_orders_are_dead() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        let order = customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        let valid = token(&order.order_number);
        for wrong in [
            "",
            &order.order_number,
            &format!("{valid}A"),
            &valid.to_lowercase(),
            &token("SB-00000000"),
        ] {
            assert_eq!(fixture.view(wrong).await, dead(), "{wrong}");
        }
        assert!(fixture.view(&valid).await.is_ok());
        sqlx::query("update customer_order set wiped_at = now()")
            .execute(fixture.harness.pool())
            .await
            .unwrap();
        assert_eq!(fixture.view(&valid).await, dead());
    }
}
