//! Marks an e-mail as verified with the token from a mail.

use kit::{caller::Caller, client_address::ClientAddress, failure::Failure};
use proto::account::v1::{VerifyEmailRequest, VerifyEmailResponse};

use super::State;
use crate::{error::AccountError, limits, store, token::Token};

const DEAD_TOKEN: &str = "VERIFICATION.DEAD_TOKEN";

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: VerifyEmailRequest,
) -> Result<VerifyEmailResponse, Failure> {
    verify(state, &request).await?;
    Ok(VerifyEmailResponse {})
}

async fn verify(state: &State, request: &VerifyEmailRequest) -> Result<(), AccountError> {
    let address = ClientAddress::parse(&request.client_address);
    limits::VERIFY_ADDRESS
        .count(&mut *state.pool.acquire().await?, address.as_str())
        .await??;
    let dead_token = || Failure::invalid_field("token", DEAD_TOKEN);
    let token = Token::parse(&request.token).ok_or_else(dead_token)?;
    let mut transaction = kit::database::begin(&state.pool).await?;
    let user = store::verification::consume(&mut transaction, &token.hash())
        .await?
        .ok_or_else(dead_token)?;
    store::user::set_email_verified(&mut transaction, user).await?;
    store::verification::delete_all(&mut transaction, user).await?;
    transaction.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use kit::failure::Code;

    use crate::{
        limits,
        testing::{Fixture, failure, fields, run_sql},
    };

    fn dead_token() -> [(String, String); 1] {
        [("token".to_owned(), "VERIFICATION.DEAD_TOKEN".to_owned())]
    }

    #[tokio::test]
    async fn verifies_the_address_of_one_user_once() {
        let fixture = Fixture::start().await;
        let (leyla, other) = (fixture.customer().await, fixture.customer().await);
        assert!(!fixture.details(&leyla).await.email_verified);
        assert!(!fixture.contact(&leyla).await.email_verified);
        let token = fixture.verification_token(&leyla).await;

        fixture.verify_email(&token).await.unwrap();

        assert!(fixture.details(&leyla).await.email_verified);
        assert!(fixture.contact(&leyla).await.email_verified);
        assert!(!fixture.details(&other).await.email_verified);
        let error = fixture.verify_email(&token).await.unwrap_err();
        assert_eq!(failure(&error).code, Code::Invalid);
        assert_eq!(fields(&error), dead_token());
    }

    #[tokio::test]
    async fn exactly_one_of_parallel_uses_of_a_token_succeeds() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let token = fixture.verification_token(&customer).await;
        let uses = futures::future::join_all((0..4).map(|_| fixture.verify_email(&token))).await;
        assert_eq!(uses.iter().filter(|result| result.is_ok()).count(), 1);
    }

    #[tokio::test]
    async fn rejects_unknown_and_expired_tokens() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        for token in ["", "x", &"A".repeat(43), &"A".repeat(100_000)] {
            let error = fixture.verify_email(token).await.unwrap_err();
            assert_eq!(fields(&error), dead_token());
        }
        let token = fixture.verification_token(&customer).await;
        let age = |age: &'static str| run_sql(fixture.harness.pool(), age, customer.user);
        age("update email_verification set issued_at = issued_at - interval '24 hours' where user_id = $1")
            .await;
        assert_eq!(
            fields(&fixture.verify_email(&token).await.unwrap_err()),
            dead_token()
        );
        assert!(!fixture.details(&customer).await.email_verified);
        age("update email_verification set issued_at = issued_at + interval '1 minute' where user_id = $1")
            .await;
        fixture.verify_email(&token).await.unwrap();
    }

    #[tokio::test]
    async fn limits_attempts_from_an_address() {
        let fixture = Fixture::start().await;
        fixture
            .use_up_limit(1, &limits::VERIFY_ADDRESS, "192.0.2.1")
            .await;
        let error = fixture.verify_email("x").await.unwrap_err();
        assert_eq!(failure(&error).code, Code::Invalid);
        let error = fixture.verify_email("x").await.unwrap_err();
        assert_eq!(failure(&error).code, Code::LimitReached);
        assert!(failure(&error).retry_after.is_some());
    }
}
