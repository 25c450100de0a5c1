//! Requests another verification mail to the caller.

use kit::{caller::CustomerCaller, domain::UserId, events, failure::Failure};
use proto::account::v1::{SendEmailVerificationRequest, SendEmailVerificationResponse};
use uuid::Uuid;

use super::State;
use crate::{error::AccountError, events::email_verification_requested, limits, store};

pub(super) async fn handle(
    state: &State,
    CustomerCaller { user, .. }: CustomerCaller,
    _: SendEmailVerificationRequest,
) -> Result<SendEmailVerificationResponse, Failure> {
    request_mail(state, user).await?;
    Ok(SendEmailVerificationResponse {})
}

async fn request_mail(state: &State, user: UserId) -> Result<(), AccountError> {
    let mut transaction = kit::database::begin(&state.pool).await?;
    let profile = store::user::find_profile(&mut transaction, user)
        .await?
        .ok_or(AccountError::UserNotFound)?;
    if profile.is_email_verified {
        return Ok(());
    }
    limits::SEND_VERIFICATION
        .count(&mut transaction, &user.to_string())
        .await??;
    let request = Uuid::now_v7();
    store::verification::insert(&mut transaction, request, user).await?;
    events::append(&mut transaction, &email_verification_requested(request, user)).await?;
    transaction.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::account::v1::EmailVerificationRequested;

    use tonic::Status;

    use super::*;
    use crate::testing::{Customer, Fixture, failure};

    async fn send(fixture: &Fixture, customer: &Customer) -> Result<(), Status> {
        let caller = testkit::caller::customer(customer.user);
        fixture
            .client()
            .send_email_verification(on_behalf_of(&caller, SendEmailVerificationRequest {}))
            .await
            .map(drop)
    }

    #[tokio::test]
    async fn publishes_a_request_until_the_address_is_verified() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let welcome = fixture.verification_token(&customer).await;
        send(&fixture, &customer).await.unwrap();
        let published = fixture.harness.published::<EmailVerificationRequested>().await;
        assert_eq!(published.len(), 1);
        assert_eq!(published[0].user_id, customer.user.to_string());
        let token = fixture
            .issue_verification(&published[0].request_id)
            .await
            .unwrap();
        fixture.verify_email(&token).await.unwrap();
        assert!(fixture.details(&customer).await.email_verified);
        assert!(
            fixture.verify_email(&welcome).await.is_err(),
            "the links of older mails are invalid"
        );

        send(&fixture, &customer).await.unwrap();
        let published = fixture.harness.published::<EmailVerificationRequested>().await;
        assert_eq!(published.len(), 1, "a verified user gets no mail");
    }

    #[tokio::test]
    async fn limits_mails_to_a_user() {
        let fixture = Fixture::start().await;
        let (customer, other) = (fixture.customer().await, fixture.customer().await);
        fixture
            .use_up_limit(1, &limits::SEND_VERIFICATION, &customer.user.to_string())
            .await;
        send(&fixture, &customer).await.unwrap();
        let error = send(&fixture, &customer).await.unwrap_err();
        assert_eq!(failure(&error).code, Code::LimitReached);
        assert!(failure(&error).retry_after.is_some());
        send(&fixture, &other).await.unwrap();
        let published = fixture.harness.published::<EmailVerificationRequested>().await;
        assert_eq!(published.len(), 2);
    }

    #[tokio::test]
    async fn rejects_anonymous_callers() {
        let fixture = Fixture::start().await;
        let request = on_behalf_of(&testkit::caller::anonymous(), SendEmailVerificationRequest {});
        let error = fixture
            .client()
            .send_email_verification(request)
            .await
            .unwrap_err();
        assert_eq!(failure(&error).code, Code::Unauthenticated);
    }
}
