//! Returns an order of the caller.

use kit::{caller::CustomerCaller, failure::Failure, vocabulary::order::DeliveryMethod};
use proto::order::v1::{GetOrderRequest, GetOrderResponse, PlannedDelivery};

use super::{State, convert};
use crate::{desk, desk::Delivery, error::OrderError, store};

pub(super) async fn handle(
    state: &State,
    CustomerCaller { user, .. }: CustomerCaller,
    request: GetOrderRequest,
) -> Result<GetOrderResponse, Failure> {
    let id = convert::order_id(&request.order_id)?;
    let mut connection = state.pool.acquire().await?;
    let order = store::order::find(&mut connection, user, id)
        .await?
        .ok_or(OrderError::NotFound)?;
    let history = store::order::history(&mut connection, id).await?;
    let delivery = store::desk::planned_delivery(&mut connection, id).await?;
    Ok(GetOrderResponse {
        order: Some(order.into()),
        history: history.into_iter().map(Into::into).collect(),
        delivery: delivery.as_ref().map(planned_delivery),
    })
}

fn planned_delivery(delivery: &Delivery) -> PlannedDelivery {
    let (from, to) = delivery.hours.unzip();
    PlannedDelivery {
        is_pickup: delivery.method == DeliveryMethod::Pickup,
        on: delivery.on.map(|on| on.to_string()).unwrap_or_default(),
        from: from.map(desk::hour).unwrap_or_default(),
        to: to.map(desk::hour).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use kit::{
        failure::{Code, Failure},
        grpc::client::on_behalf_of,
        staff::StaffRole,
    };
    use proto::order::v1::{
        Delivery, DeliveryMethod, HistoryEntry, OrderStatus, PlanDeliveryRequest, PlannedDelivery,
    };
    use time::Duration;

    use crate::testing::{Fixture, SOFA, WARDROBE};

    #[tokio::test]
    async fn returns_the_planned_day_without_what_staff_wrote() {
        let fixture = Fixture::start().await;
        let (customer, sales) = (fixture.customer(), fixture.staff(StaffRole::Sales));
        let order = customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        let tomorrow = (kit::clock::now() + Duration::hours(28)).date().to_string();
        let plan = |version, on: &str| PlanDeliveryRequest {
            order_number: order.order_number.clone(),
            version,
            delivery: Some(Delivery {
                method: DeliveryMethod::Pickup.into(),
                on: on.to_owned(),
                from: if on.is_empty() { "" } else { "10:00" }.to_owned(),
                to: if on.is_empty() { "" } else { "14:00" }.to_owned(),
                crew: "Elçin".to_owned(),
                note: "4-cü mərtəbə".to_owned(),
            }),
            is_notified: false,
        };
        let planned = PlannedDelivery {
            is_pickup: true,
            on: tomorrow.clone(),
            from: "10:00".to_owned(),
            to: "14:00".to_owned(),
        };
        for (version, on, expected) in [(1, "", None), (2, &*tomorrow, Some(planned))] {
            let request = on_behalf_of(&sales, plan(version, on));
            fixture.desk().plan_delivery(request).await.unwrap();
            assert_eq!(customer.get(&order.id).await.unwrap().delivery, expected);
        }
    }

    #[tokio::test]
    async fn returns_the_created_order_with_its_history() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        let order = customer
            .order_with_key("a", &[(SOFA, 1), (WARDROBE, 2)])
            .await
            .unwrap();
        let found = customer.get(&order.id).await.unwrap();
        assert_eq!(found.order, Some(order.clone()));
        let history: Vec<_> = found.history.iter().map(HistoryEntry::status).collect();
        assert_eq!(history, [OrderStatus::Pending]);
        assert_eq!(found.history[0].at, order.ordered_at);
    }

    #[tokio::test]
    async fn returns_not_found_for_another_users_order() {
        let fixture = Fixture::start().await;
        let (owner, stranger) = (fixture.customer(), fixture.customer());
        let order = owner.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        for id in [order.id.as_str(), "no-id", "00000000-0000-7000-8000-000000000000"] {
            let error = Failure::from_status(&stranger.get(id).await.unwrap_err());
            assert_eq!(
                (error.code, error.reason.as_str()),
                (Code::NotFound, "ORDER.NOT_FOUND")
            );
        }
    }
}
