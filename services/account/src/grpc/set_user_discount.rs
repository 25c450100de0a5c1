//! Staff: sets a user's personal discount.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    domain::{Percent, UserId},
    events,
    failure::{Code, Failure},
    validation::{FieldErrors, OUT_OF_RANGE},
};
use proto::account::v1::{SetUserDiscountRequest, SetUserDiscountResponse};

use super::State;
use crate::{
    error::AccountError,
    events::discount_changed,
    store::{self, user::UserKey},
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: SetUserDiscountRequest,
) -> Result<SetUserDiscountResponse, Failure> {
    let (user, discount) = decode(&request)?;
    change::run(&state.pool, async |connection| {
        let (user, previous) = store::user::lock_discount(connection, &user)
            .await?
            .ok_or(AccountError::UserNotFound)?;
        if request
            .from_percent
            .is_some_and(|from| from != u32::from(previous))
        {
            let stale = Failure::with_reason(Code::Conflict, "DESK.CHANGED");
            return Err(stale.with_field("from", "DESK.CHANGED"));
        }
        if discount != previous {
            store::user::set_discount(connection, user, discount).await?;
            events::append(connection, &discount_changed(user, discount)).await?;
        }
        let detail =
            serde_json::json!({ "previousPercent": previous.get(), "discountPercent": discount.get() });
        let effect = Effect::audited(&actor, "SetUserDiscount", user.to_string(), detail);
        Ok(effect.with(SetUserDiscountResponse {
            previous_percent: previous.into(),
        }))
    })
    .await
}

fn decode(request: &SetUserDiscountRequest) -> Result<(UserKey, Percent), Failure> {
    let mut errors = FieldErrors::default();
    let user = match request.user_id.parse::<UserId>() {
        Ok(user) => Some(UserKey::Id(user)),
        Err(_) => errors.email("email", &request.email).map(UserKey::Email),
    };
    let discount = Percent::try_from(request.discount_percent).map_err(|_| OUT_OF_RANGE);
    let discount = errors.check("discountPercent", discount);
    errors.finish((user, discount))
}

#[cfg(test)]
mod tests {
    use kit::grpc::client::on_behalf_of;
    use proto::account::v1::{DiscountChanged, GetCustomerAccountRequest};

    use super::*;
    use crate::testing::{Fixture, failure, fields};

    #[tokio::test]
    async fn discount_applies_at_once_and_is_published_and_audited() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        assert_eq!(fixture.set_discount(&customer.email, 15).await.unwrap(), 0);
        assert_eq!(fixture.session(&customer).await.unwrap().discount_percent, 15);
        // A call that changes nothing publishes nothing, but is audited.
        assert_eq!(fixture.set_discount(&customer.email, 15).await.unwrap(), 15);

        assert_eq!(
            fixture.harness.published::<DiscountChanged>().await,
            [discount_changed(
                customer.user,
                Percent::try_from(15_u32).unwrap()
            )]
        );
        let audit: Vec<(String, String, serde_json::Value)> =
            sqlx::query_as("select actor, subject, detail from audit order by at")
                .fetch_all(fixture.harness.pool())
                .await
                .unwrap();
        assert_eq!(audit.len(), 2);
        assert_eq!(audit[0].0, "operator");
        assert_eq!(audit[0].1, customer.user.to_string());
        assert_eq!(
            audit[0].2,
            serde_json::json!({ "previousPercent": 0, "discountPercent": 15 })
        );
    }

    #[tokio::test]
    async fn rejects_callers_other_than_staff() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        for (caller, code) in [
            (testkit::caller::anonymous(), Code::Unauthenticated),
            (testkit::caller::customer(customer.user), Code::Forbidden),
            (testkit::caller::service("order"), Code::Forbidden),
        ] {
            let request = SetUserDiscountRequest {
                email: customer.email.clone(),
                discount_percent: 99,
                ..SetUserDiscountRequest::default()
            };
            let error = fixture
                .client()
                .set_user_discount(on_behalf_of(&caller, request))
                .await
                .unwrap_err();
            assert_eq!(failure(&error).code, code);
        }
        assert_eq!(fixture.session(&customer).await.unwrap().discount_percent, 0);
    }

    #[tokio::test]
    async fn sets_the_discount_of_an_id_unless_it_changed_since_it_was_read() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let address = fixture.add_address(&customer, true, true).await;
        let request = |from, discount_percent| SetUserDiscountRequest {
            user_id: customer.user.to_string(),
            from_percent: Some(from),
            discount_percent,
            ..SetUserDiscountRequest::default()
        };
        let mut client = fixture.client();
        for (from, to, is_set) in [(0, 10, true), (0, 20, false), (10, 12, true)] {
            let request = on_behalf_of(&testkit::caller::staff(), request(from, to));
            match client.set_user_discount(request).await {
                Ok(_) => assert!(is_set),
                Err(status) => {
                    let failure = failure(&status);
                    let stale = vec![("from".to_owned(), "DESK.CHANGED".to_owned())];
                    assert_eq!(
                        (is_set, failure.code, failure.fields),
                        (false, Code::Conflict, stale)
                    );
                }
            }
        }
        let mut request = GetCustomerAccountRequest {
            user_id: customer.user.to_string(),
        };
        let read = on_behalf_of(&testkit::caller::staff(), request.clone());
        let account = client.get_customer_account(read).await.unwrap().into_inner();
        assert_eq!(
            (account.discount_percent, account.email, account.addresses),
            (12, customer.email.clone(), vec![address])
        );
        request.user_id = UserId::generate().to_string();
        let unknown = client
            .get_customer_account(on_behalf_of(&testkit::caller::staff(), request))
            .await;
        assert_eq!(failure(&unknown.unwrap_err()).code, Code::NotFound);
    }

    #[tokio::test]
    async fn names_invalid_fields_and_rejects_unknown_emails() {
        let fixture = Fixture::start().await;
        let error = fixture.set_discount("leyla", 100).await.unwrap_err();
        assert_eq!(
            fields(&error),
            [
                ("email".to_owned(), "CONTACT.FORM.INVALID_EMAIL".to_owned()),
                ("discountPercent".to_owned(), "FIELD.OUT_OF_RANGE".to_owned())
            ]
        );
        let error = fixture.set_discount("nobody@example.az", 10).await.unwrap_err();
        assert_eq!(failure(&error).code, Code::NotFound);
    }
}
