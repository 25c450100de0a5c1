//! Requests a mail with the link of an order. Another e-mail and an unknown number get the same response after the same
//! time.

use kit::{
    caller::Caller,
    client_address::ClientAddress,
    domain::{OrderId, RecordKind, RecordNumber},
    failure::Failure,
    validation::{FieldErrors, INVALID},
};
use proto::order::v1::{RequestOrderLinkRequest, RequestOrderLinkResponse};
use sqlx::Acquire as _;

use super::State;
use crate::{
    error::OrderError,
    events::{self, Subject},
    grpc::convert::MAX_NUMBER_LENGTH,
    limits,
    link::LinkedOrder,
    store,
};

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: RequestOrderLinkRequest,
) -> Result<RequestOrderLinkResponse, Failure> {
    let mut errors = FieldErrors::default();
    // A number that no order can have is a mistake of typing; an unknown one gets the same response as a known one.
    let number = RecordNumber::parse(&request.order_number, RecordKind::Order)
        .filter(|number| number.kind() == RecordKind::Order);
    if number.is_none()
        && errors
            .text::<1, MAX_NUMBER_LENGTH>("number", &request.order_number)
            .is_some()
    {
        errors.push("number", INVALID);
    }
    let email = errors.email("email", &request.email);
    let (number, email) = errors.finish((number, email))?;
    let address = ClientAddress::parse(&request.client_address);
    request_link(state, number.as_str(), email.as_str(), &address).await?;
    Ok(RequestOrderLinkResponse {})
}

async fn request_link(
    state: &State,
    number: &str,
    email: &str,
    address: &ClientAddress,
) -> Result<(), OrderError> {
    let mut transaction = kit::database::begin(&state.pool).await?;
    limits::admit_link_request(&mut transaction, &state.limits, address).await?;
    let found = store::link::find(&mut transaction, number).await?;
    let order = found.filter(|order| order.is_valid() && order.has_email(email));

    // All cases run the same statements, so that they take the same time. The savepoint is rolled back if no mail goes out.
    let mut savepoint = transaction.begin().await?;
    let is_within_limit = limits::admit_link_mail(&mut savepoint, number).await?;
    let subject = Subject {
        id: order
            .as_ref()
            .map_or_else(OrderId::generate, |order: &LinkedOrder| order.id),
        number,
    };
    events::link_requested(&mut savepoint, subject).await?;
    if order.is_some() && is_within_limit {
        savepoint.commit().await?;
    } else {
        savepoint.rollback().await?;
    }
    transaction.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use kit::failure::Code;
    use proto::order::v1::OrderLinkRequested;

    use crate::testing::{Fixture, SOFA};

    const ADDRESS: &str = "203.0.113.1";

    #[tokio::test]
    async fn publishes_only_for_the_number_with_its_email_and_tells_nothing() {
        let fixture = Fixture::start().await;
        let order = fixture
            .customer()
            .order_with_key("a", &[(SOFA, 1)])
            .await
            .unwrap();
        let (number, email) = (order.order_number.as_str(), "Leyla@Example.com");
        for (number, email) in [(number, "nobody@example.com"), ("SB-00000000", email)] {
            assert_eq!(
                fixture.request_link(number, email, ADDRESS).await,
                Ok(()),
                "{number}"
            );
        }
        assert_eq!(fixture.harness.published::<OrderLinkRequested>().await, []);
        let body = number.strip_prefix("SB-").unwrap();
        for typed in [number.to_lowercase(), format!("№ {}", body.replace('0', "o"))] {
            assert_eq!(
                fixture.request_link(&typed, email, ADDRESS).await,
                Ok(()),
                "{typed}"
            );
        }
        let events = fixture.harness.published::<OrderLinkRequested>().await;
        assert_eq!(events.len(), 2);
        assert_eq!(
            (&events[0].order_id, &events[0].order_number),
            (&order.id, &order.order_number)
        );
    }

    #[tokio::test]
    async fn names_invalid_fields() {
        let fixture = Fixture::start().await;
        for (number, email, field) in [
            ("", "leyla@example.com", "number: FIELD.REQUIRED"),
            (&*"S".repeat(21), "leyla@example.com", "number: FIELD.TOO_LONG"),
            ("…", "leyla@example.com", "number: FIELD.INVALID"),
            ("SQ-7Q2M04XK", "leyla@example.com", "number: FIELD.INVALID"),
            ("SB-00000000", "leyla", "email: CONTACT.FORM.INVALID_EMAIL"),
        ] {
            let refused = fixture.request_link(number, email, ADDRESS).await;
            assert_eq!(refused, Err((Code::Invalid, field.to_owned())));
        }
    }

    #[tokio::test]
    async fn limits_an_address_openly_and_a_number_silently() {
        let fixture = Fixture::start().await;
        let order = fixture
            .customer()
            .order_with_key("a", &[(SOFA, 1)])
            .await
            .unwrap();
        let request = async |address: &str| {
            fixture
                .request_link(&order.order_number, "leyla@example.com", address)
                .await
        };
        for _ in 0..5 {
            assert_eq!(request(ADDRESS).await, Ok(()));
        }
        let (code, _) = request(ADDRESS).await.unwrap_err();
        assert_eq!(code, Code::LimitReached);
        assert_eq!(request("203.0.113.2").await, Ok(()));
        assert_eq!(fixture.harness.published::<OrderLinkRequested>().await.len(), 5);
    }

    #[tokio::test]
    async fn requests_with_another_email_do_not_lock_the_customer_out() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        let order = customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        for index in 0..8 {
            let address = format!("203.0.113.{index}");
            let requested = fixture.request_link(&order.order_number, "nobody@example.com", &address);
            assert_eq!(requested.await, Ok(()));
        }
        let requested = fixture.request_link(&order.order_number, "leyla@example.com", "203.0.113.9");
        assert_eq!(requested.await, Ok(()));
        assert_eq!(fixture.harness.published::<OrderLinkRequested>().await.len(), 1);
    }

    #[tokio::test]
    async fn finds_an_order_by_its_number_in_every_spelling() {
        let fixture = Fixture::configured(|config| config.limits.links_per_address_hour = 0).await;
        let customer = fixture.customer();
        let order = customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        sqlx::query("update customer_order set number = 'SB-7Q2M04XK'")
            .execute(fixture.harness.pool())
            .await
            .unwrap();
        assert!(order.order_number.starts_with("SB-"));
        let vectors: Vec<serde_json::Value> =
            serde_json::from_str(include_str!("../../../../kit/testdata/numbers.json")).unwrap();
        let spellings: Vec<_> = vectors
            .iter()
            .filter(|vector| vector["number"] == "SB-7Q2M04XK")
            .filter_map(|vector| vector["typed"].as_str())
            .collect();
        assert!(spellings.len() > 20);
        for typed in &spellings {
            sqlx::query("delete from rate_limit")
                .execute(fixture.harness.pool())
                .await
                .unwrap();
            let requested = fixture.request_link(typed, " Leyla@Example.COM ", ADDRESS).await;
            assert_eq!(requested, Ok(()), "{typed:?}");
        }
        let events = fixture.harness.published::<OrderLinkRequested>().await;
        assert_eq!(events.len(), spellings.len());
    }

    #[tokio::test]
    async fn sends_no_link_that_has_expired() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        let order = customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        customer.cancel(&order.id).await.unwrap();
        fixture.age_statuses(90).await;
        let requested = fixture
            .request_link(&order.order_number, "leyla@example.com", ADDRESS)
            .await;
        assert_eq!(requested, Ok(()));
        assert_eq!(fixture.harness.published::<OrderLinkRequested>().await, []);
    }
}
