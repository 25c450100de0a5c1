//! Requests a reset mail. An unknown e-mail gets the same response after the same time.

use kit::{
    caller::Caller,
    client_address::ClientAddress,
    domain::{Email, UserId},
    events,
    failure::Failure,
    validation::FieldErrors,
};
use proto::account::v1::{ForgotPasswordRequest, ForgotPasswordResponse};
use sqlx::Acquire as _;
use uuid::Uuid;

use super::State;
use crate::{error::AccountError, events::password_reset_requested, limits, store};

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: ForgotPasswordRequest,
) -> Result<ForgotPasswordResponse, Failure> {
    let mut errors = FieldErrors::default();
    let email = errors.email("email", &request.email);
    let email = errors.finish(email)?;
    let address = ClientAddress::parse(&request.client_address);
    request_reset(state, &email, &address).await?;
    Ok(ForgotPasswordResponse {})
}

async fn request_reset(state: &State, email: &Email, address: &ClientAddress) -> Result<(), AccountError> {
    let mut transaction = kit::database::begin(&state.pool).await?;
    limits::FORGOT_ADDRESS
        .count_address(&mut transaction, address)
        .await??;
    let within_limit = limits::FORGOT_ACCOUNT
        .count(&mut transaction, email.as_str())
        .await?
        .is_ok();
    let owner = store::user::find_credentials(&mut transaction, email).await?;

    // All cases run the same statements, so that they take the same time. The savepoint is rolled back for unknown
    // e-mails and above the limit.
    let mut savepoint = transaction.begin().await?;
    let request = Uuid::now_v7();
    let user = owner.as_ref().map_or_else(UserId::generate, |owner| owner.user);
    store::reset::insert(&mut savepoint, request, user).await?;
    events::append(&mut savepoint, &password_reset_requested(request, user)).await?;
    if owner.is_some() && within_limit {
        savepoint.commit().await?;
    } else {
        savepoint.rollback().await?;
    }
    transaction.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::account::v1::PasswordResetRequested;

    use tonic::Status;

    use super::*;
    use crate::testing::{Fixture, failure, fields};

    async fn send(fixture: &Fixture, email: &str) -> Result<ForgotPasswordResponse, Status> {
        let request = ForgotPasswordRequest {
            email: email.to_owned(),
            client_address: "203.0.113.1".to_owned(),
        };
        let caller = testkit::caller::anonymous();
        let response = fixture
            .client()
            .forgot_password(on_behalf_of(&caller, request))
            .await?;
        Ok(response.into_inner())
    }

    #[tokio::test]
    async fn publishes_an_event_for_a_known_email_and_issues_no_token() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        send(&fixture, &customer.email.to_uppercase()).await.unwrap();
        let published = fixture.harness.published::<PasswordResetRequested>().await;
        assert_eq!(published.len(), 1);
        assert_eq!(published[0].user_id, customer.user.to_string());
        let tokens: i64 =
            sqlx::query_scalar("select count(*) from password_reset where token_hash is not null")
                .fetch_one(fixture.harness.pool())
                .await
                .unwrap();
        assert_eq!(tokens, 0);
    }

    #[tokio::test]
    async fn unknown_email_gets_the_same_response_and_stores_nothing() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let known = send(&fixture, &customer.email).await.unwrap();
        let unknown = send(&fixture, "nobody@example.az").await.unwrap();
        assert_eq!(known, unknown);
        assert_eq!(
            fixture.harness.published::<PasswordResetRequested>().await.len(),
            1
        );
        let requests: i64 = sqlx::query_scalar("select count(*) from password_reset")
            .fetch_one(fixture.harness.pool())
            .await
            .unwrap();
        assert_eq!(requests, 1);
    }

    #[tokio::test]
    async fn limits_mails_to_an_account_with_the_same_response() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        fixture
            .use_up_limit(1, &limits::FORGOT_ACCOUNT, &customer.email)
            .await;
        for _ in 0..3 {
            assert_eq!(
                send(&fixture, &customer.email).await.unwrap(),
                ForgotPasswordResponse {}
            );
        }
        assert_eq!(
            fixture.harness.published::<PasswordResetRequested>().await.len(),
            1
        );
    }

    #[tokio::test]
    async fn limits_requests_from_an_address() {
        let fixture = Fixture::start().await;
        fixture
            .use_up_limit(1, &limits::FORGOT_ADDRESS, "203.0.113.1")
            .await;
        send(&fixture, "nobody@example.az").await.unwrap();
        let error = send(&fixture, "somebody@example.az").await.unwrap_err();
        assert_eq!(failure(&error).code, Code::LimitReached);
    }

    #[tokio::test]
    async fn rejects_an_invalid_email() {
        let fixture = Fixture::start().await;
        let error = send(&fixture, "leyla").await.unwrap_err();
        assert_eq!(
            fields(&error),
            [("email".to_owned(), "CONTACT.FORM.INVALID_EMAIL".to_owned())]
        );
    }
}
