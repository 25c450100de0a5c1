//! Returns any order with the language of its request, for mails.

use kit::{caller::ServiceCaller, failure::Failure};
use proto::order::v1::{DeliveryMethod, GetOrderForMailRequest, GetOrderForMailResponse};

use super::{State, convert, desk::convert::wire_delivery, links};
use crate::{error::OrderError, store};

pub(super) async fn handle(
    state: &State,
    _: ServiceCaller,
    request: GetOrderForMailRequest,
) -> Result<GetOrderForMailResponse, Failure> {
    let id = convert::order_id(&request.order_id)?;
    let mut connection = state.pool.acquire().await?;
    let (order, mail_facts) = store::order::find_for_mail(&mut connection, id)
        .await?
        .ok_or(OrderError::NotFound)?;
    let delivery = mail_facts.delivery.map(wire_delivery).unwrap_or_default();
    let token = links::token(state, &mut connection, &order.number).await?;
    Ok(GetOrderForMailResponse {
        order: Some(order.into()),
        language: mail_facts.language.into(),
        is_pickup: delivery.method() == DeliveryMethod::Pickup,
        delivery_on: delivery.on,
        delivery_from: delivery.from,
        delivery_to: delivery.to,
        token,
        assignee: mail_facts.assignee.unwrap_or_default(),
    })
}

#[cfg(test)]
mod tests {
    use kit::{
        caller::Caller,
        domain::{Language as CallerLanguage, OrderId},
        failure::{Code, Failure},
        grpc::client::on_behalf_of,
    };

    use tonic::Status;

    use super::*;
    use crate::testing::{Fixture, SOFA, request};

    async fn send(
        fixture: &Fixture,
        caller: &Caller,
        order_id: &str,
    ) -> Result<GetOrderForMailResponse, Status> {
        let request = GetOrderForMailRequest {
            order_id: order_id.to_owned(),
        };
        let response = fixture
            .client()
            .get_order_for_mail(on_behalf_of(caller, request))
            .await?;
        Ok(response.into_inner())
    }

    #[tokio::test]
    async fn returns_the_order_and_its_language_to_services() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        let caller = Caller {
            language: CallerLanguage::Ru,
            ..customer.caller()
        };
        let order = fixture
            .client()
            .create_order(on_behalf_of(&caller, request("a", &[(SOFA, 2)])))
            .await
            .unwrap()
            .into_inner()
            .order
            .unwrap();
        let service = testkit::caller::service("notification");
        let found = send(&fixture, &service, &order.id).await.unwrap();
        assert_eq!(found.language(), proto::common::v1::Language::Ru);
        assert_eq!(found.order, Some(order));
    }

    #[tokio::test]
    async fn returns_not_found_for_unknown_orders() {
        let fixture = Fixture::start().await;
        let service = testkit::caller::service("notification");
        for id in ["x", &OrderId::generate().to_string()] {
            let error = send(&fixture, &service, id).await.unwrap_err();
            assert_eq!(Failure::from_status(&error).code, Code::NotFound);
        }
    }

    #[tokio::test]
    async fn rejects_other_callers() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        let order = customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        for (caller, code) in [
            (testkit::caller::anonymous(), Code::Unauthenticated),
            (customer.caller(), Code::Forbidden),
            (testkit::caller::staff(), Code::Forbidden),
        ] {
            let error = send(&fixture, &caller, &order.id).await.unwrap_err();
            assert_eq!(Failure::from_status(&error).code, code);
        }
    }
}
