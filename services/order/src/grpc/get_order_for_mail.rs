//! An order with the language of its request, for mail.

use kit::{caller::Caller, failure::Failure};
use proto::{
    common::v1::Language,
    order::v1::{GetOrderForMailRequest, GetOrderForMailResponse},
};
use tonic::Request;

use super::State;
use crate::{error::OrderError, store};

pub(super) async fn handle(
    state: &State,
    request: Request<GetOrderForMailRequest>,
) -> Result<GetOrderForMailResponse, Failure> {
    Caller::from_request(&request)?.require_service()?;
    let id = request
        .get_ref()
        .order_id
        .parse()
        .map_err(|_| OrderError::NotFound)?;
    let mut connection = state.pool.acquire().await.map_err(OrderError::from)?;
    let (order, language) = store::order::find_with_language(&mut connection, id)
        .await
        .map_err(OrderError::from)?
        .ok_or(OrderError::NotFound)?;
    Ok(GetOrderForMailResponse {
        order: Some(order.into()),
        language: Language::from(language).into(),
    })
}

#[cfg(test)]
mod tests {
    use kit::{
        caller::Caller,
        domain::{Language as Spoken, OrderId},
        failure::{Code, Failure},
        grpc::client::on_behalf_of,
    };

    use tonic::Status;

    use super::*;
    use crate::testing::{Fixture, SOFA, request};

    async fn ask(
        fixture: &Fixture,
        caller: &Caller,
        order_id: &str,
    ) -> Result<GetOrderForMailResponse, Status> {
        let request = GetOrderForMailRequest {
            order_id: order_id.to_owned(),
        };
        let answer = fixture
            .client()
            .get_order_for_mail(on_behalf_of(caller, request))
            .await?;
        Ok(answer.into_inner())
    }

    #[tokio::test]
    async fn a_service_is_told_the_order_and_the_language_of_its_request() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        let caller = Caller {
            language: Spoken::Ru,
            ..customer.caller()
        };
        let made = fixture
            .client()
            .create_order(on_behalf_of(&caller, request("a", &[(SOFA, 2)])))
            .await
            .unwrap()
            .into_inner()
            .order
            .unwrap();
        let service = testkit::caller::service("notification");
        let told = ask(&fixture, &service, &made.id).await.unwrap();
        assert_eq!(told.language(), Language::Ru);
        assert_eq!(told.order, Some(made));
    }

    #[tokio::test]
    async fn an_unknown_order_is_not_found() {
        let fixture = Fixture::start().await;
        let service = testkit::caller::service("notification");
        for id in ["x", &OrderId::generate().to_string()] {
            let refused = ask(&fixture, &service, id).await.unwrap_err();
            assert_eq!(Failure::from_status(&refused).code, Code::NotFound);
        }
    }

    #[tokio::test]
    async fn nobody_else_is_told() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        let made = customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        for (caller, code) in [
            (testkit::caller::anonymous(), Code::Unauthenticated),
            (customer.caller(), Code::Forbidden),
            (testkit::caller::staff(), Code::Forbidden),
        ] {
            let refused = ask(&fixture, &caller, &made.id).await.unwrap_err();
            assert_eq!(Failure::from_status(&refused).code, code);
        }
    }
}
