//! Customer: adds the order of a link to the caller's account. A repeated call has no second effect.

use kit::{caller::CustomerCaller, domain::UserId, failure::Failure};
use proto::order::v1::{ClaimOrderRequest, ClaimOrderResponse};

use super::{State, open};
use crate::{
    clients::account::Email,
    error::OrderError,
    events::{self, Subject},
    link::LinkedOrder,
    store,
};

pub(super) async fn handle(
    state: &State,
    CustomerCaller { user, .. }: CustomerCaller,
    request: ClaimOrderRequest,
) -> Result<ClaimOrderResponse, Failure> {
    let found = open(state, &mut *state.pool.acquire().await?, &request.token).await?;
    let email = match found.user {
        Some(owner) if owner == user => return Ok(response(&found)),
        Some(_) => return Err(OrderError::WrongToken.into()),
        None => state.account.get_email(user).await?,
    };
    let order = claim(state, user, &found.number, &email).await?;
    Ok(response(&order))
}

fn response(order: &LinkedOrder) -> ClaimOrderResponse {
    ClaimOrderResponse {
        order_id: order.id.to_string(),
    }
}

async fn claim(state: &State, user: UserId, number: &str, email: &Email) -> Result<LinkedOrder, OrderError> {
    let mut transaction = kit::database::begin(&state.pool).await?;
    let order = store::link::lock(&mut transaction, number)
        .await?
        .filter(LinkedOrder::is_valid)
        .ok_or(OrderError::WrongToken)?;
    match order.user {
        // Another call of the same user was faster.
        Some(owner) if owner == user => return Ok(order),
        Some(_) => return Err(OrderError::WrongToken),
        None => {}
    }
    if !order.has_email(&email.address) {
        return Err(OrderError::OtherEmail);
    }
    // Registering an address does not prove that its mails can be read.
    if !email.is_verified {
        return Err(OrderError::EmailNotVerified);
    }
    let version = store::link::claim(&mut transaction, order.id, user).await?;
    let subject = Subject { id: order.id, number };
    events::claimed(&mut transaction, subject, version).await?;
    transaction.commit().await?;
    Ok(order)
}

#[cfg(test)]
mod tests {
    use futures::future::join_all;
    use kit::{failure::Code, grpc::client::on_behalf_of, staff::StaffRole};
    use proto::order::v1::{
        CreateDeskOrderRequest, DeskOrder, GetDeskOrderRequest, NewDeskLine, OrderChanged, OrderSource,
        TimelineKind,
    };

    use crate::{
        grpc::links::testing::{dead, token},
        testing::{Fixture, SOFA, address},
    };

    const EMAIL: &str = "Leyla@example.com";

    /// Creates an order without an account and returns its number.
    async fn by_hand(fixture: &Fixture) -> String {
        let request = CreateDeskOrderRequest {
            idempotency_key: "a".to_owned(),
            source: OrderSource::Phone.into(),
            lines: vec![NewDeskLine {
                product_id: Some(SOFA),
                quantity: 1,
                ..NewDeskLine::default()
            }],
            shipping_address: Some(address()),
            ..CreateDeskOrderRequest::default()
        };
        let sales = fixture.staff(StaffRole::Sales);
        let order = fixture
            .desk()
            .create_desk_order(on_behalf_of(&sales, request))
            .await;
        order
            .unwrap()
            .into_inner()
            .order
            .unwrap()
            .row
            .unwrap()
            .order_number
    }

    async fn desk_order(fixture: &Fixture, number: &str) -> DeskOrder {
        let request = GetDeskOrderRequest {
            order_number: number.to_owned(),
        };
        let staff = testkit::caller::staff();
        let order = fixture.desk().get_desk_order(on_behalf_of(&staff, request)).await;
        order.unwrap().into_inner().order.unwrap()
    }

    #[tokio::test]
    async fn adds_an_order_to_the_account_with_its_verified_email() {
        let fixture = Fixture::start().await;
        let number = by_hand(&fixture).await;
        let token = token(&number);
        let (customer, stranger) = (fixture.customer(), fixture.customer());
        fixture.upstream.set_email(customer.user, EMAIL, false);
        fixture
            .upstream
            .set_email(stranger.user, "rauf@example.com", true);
        for (caller, key) in [
            (&stranger, "token: ORDER.OTHER_EMAIL"),
            (&customer, "token: ORDER.EMAIL_NOT_VERIFIED"),
        ] {
            let refused = fixture.claim(&caller.caller(), &token).await;
            assert_eq!(refused, Err((Code::Forbidden, key.to_owned())));
        }
        assert!(customer.orders().await.is_empty());

        fixture.upstream.set_email(customer.user, EMAIL, true);
        let caller = customer.caller();
        let claims = join_all((0..4).map(|_| fixture.claim(&caller, &token))).await;
        let orders = customer.orders().await;
        assert_eq!(orders.len(), 1);
        assert!(
            claims.iter().all(|claim| claim.as_ref() == Ok(&orders[0].id)),
            "{claims:?}"
        );
        assert!(fixture.view(&token).await.unwrap().has_account);
        let order = desk_order(&fixture, &number).await;
        let claimed: Vec<_> = order
            .timeline
            .iter()
            .filter(|entry| entry.kind() == TimelineKind::Claimed)
            .collect();
        assert_eq!((claimed.len(), claimed[0].actor.as_str()), (1, ""));
        let row = order.row.unwrap();
        assert_eq!((row.user_id, row.version), (customer.user.to_string(), 2));
        let events = fixture.harness.published::<OrderChanged>().await;
        assert_eq!(events.len(), 1);
        assert_eq!(
            (events[0].what.as_str(), events[0].version, events[0].by.as_str()),
            ("account", 2, "")
        );

        // The error does not reveal that the order has an account.
        fixture.upstream.set_email(stranger.user, EMAIL, true);
        assert_eq!(fixture.claim(&stranger.caller(), &token).await, dead());
    }

    #[tokio::test]
    async fn wrong_and_expired_tokens_are_dead() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        fixture.upstream.set_email(customer.user, EMAIL, true);
        let caller = customer.caller();
        for wrong in ["", "SB-00000000", &token("SB-00000000")] {
            assert_eq!(fixture.claim(&caller, wrong).await, dead(), "{wrong}");
        }
        let number = by_hand(&fixture).await;
        fixture
            .change_status(&number, proto::order::v1::OrderStatus::Cancelled)
            .await
            .unwrap();
        fixture.age_statuses(90).await;
        assert_eq!(fixture.claim(&caller, &token(&number)).await, dead());
    }

    #[tokio::test]
    async fn keeps_the_order_without_an_account_if_the_email_is_unknown() {
        let fixture = Fixture::start().await;
        let number = by_hand(&fixture).await;
        let refused = fixture.claim(&fixture.customer().caller(), &token(&number)).await;
        assert!(refused.is_err());
        assert!(!fixture.view(&token(&number)).await.unwrap().has_account);
    }
}
