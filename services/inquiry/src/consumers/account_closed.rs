//! Wipes the inquiries of a closed account.

use async_trait::async_trait;
use kit::{
    domain::UserId,
    events::{Handler, HandlerError, Received},
};
use proto::account::v1::AccountClosed;
use sqlx::PgConnection;

use crate::{
    retention::BATCH,
    store::{closed_account, inquiry},
    wiping::wipe,
};

/// Wipes a user's personal data; number, product and status of the inquiries stay.
pub(crate) struct WipeClosedAccount;

#[async_trait]
impl Handler for WipeClosedAccount {
    type Event = AccountClosed;

    const NAME: &'static str = "inquiry-wipe-closed-account";

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<AccountClosed>,
    ) -> Result<(), HandlerError> {
        let user: UserId = received.event.user_id.parse()?;
        closed_account::insert(connection, user).await?;
        loop {
            let inquiries = inquiry::lock_of_closed_accounts(connection, BATCH).await?;
            if inquiries.is_empty() {
                break;
            }
            wipe(connection, &inquiries).await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use kit::{domain::UserId, grpc::client::on_behalf_of};
    use proto::inquiry::v1::{ListOwnInquiriesRequest, RequestQuoteRequest};
    use testkit::caller;

    use super::*;
    use crate::testing::{Fixture, WARDROBE, quote};

    async fn own(fixture: &Fixture, user: UserId) -> Vec<String> {
        let request = on_behalf_of(&caller::customer(user), ListOwnInquiriesRequest::default());
        let response = fixture.client().list_own_inquiries(request).await.unwrap();
        let inquiries = response.into_inner().inquiries.into_iter();
        inquiries.map(|inquiry| inquiry.number).collect()
    }

    fn keyed_quote(key: &str) -> RequestQuoteRequest {
        RequestQuoteRequest {
            idempotency_key: key.to_owned(),
            ..quote(WARDROBE)
        }
    }

    #[tokio::test]
    async fn wipes_the_inquiries_of_the_user_and_no_others() {
        let fixture = Fixture::start().await;
        let (closing, other) = (UserId::generate(), UserId::generate());
        let mut numbers = Vec::new();
        for user in [closing, other] {
            let caller = caller::customer(user);
            let request = keyed_quote(&user.to_string());
            numbers.push(fixture.request_quote_as(&caller, request).await.unwrap());
        }
        let anonymous = fixture.request_quote(keyed_quote("anonymous")).await.unwrap();
        assert_eq!(own(&fixture, closing).await, [numbers[0].clone()]);

        let event = AccountClosed {
            user_id: closing.to_string(),
        };
        let id = fixture.harness.deliver(&event).await;
        fixture.harness.wait_until_idle().await;
        fixture.harness.redeliver(id, &event).await;
        fixture.harness.wait_until_idle().await;

        let wiped = fixture.read(&numbers[0]).await;
        assert_eq!((wiped.sender, wiped.user_id.as_str()), (None, ""));
        assert_eq!(wiped.product.unwrap().product_id, WARDROBE);
        for number in [&numbers[1], &anonymous] {
            assert!(fixture.read(number).await.sender.is_some());
        }
        assert_eq!(own(&fixture, closing).await, Vec::<String>::new());
        assert_eq!(own(&fixture, other).await, [numbers[1].clone()]);
    }
}
