//! Marks an e-mail as verified with the token from a mail.
//!
//! Anyone can register somebody's address. The owner of the address, who follows the link in another browser, must not share the
//! account with whoever registered it: without a session of the account, the link needs its password or ends its sessions.

use kit::{
    caller::Caller, client_address::ClientAddress, domain::UserId, failure::Failure, validation::FieldErrors,
};
use proto::account::v1::{VerifyEmailRequest, VerifyEmailResponse};

use super::{State, current_password::CurrentPassword};
use crate::{error::AccountError, events, limits, password::validate_current, store, token::Token};

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
    let mut connection = state.pool.acquire().await?;
    limits::VERIFY_ADDRESS
        .count_address(&mut connection, &address)
        .await??;
    let dead_token = || Failure::invalid_field("token", DEAD_TOKEN);
    let token = Token::parse(&request.token).ok_or_else(dead_token)?.hash();
    let user = store::verification::find(&mut connection, &token)
        .await?
        .ok_or_else(dead_token)?;
    let session = match Token::parse(&request.session_token) {
        Some(session) => store::session::find_live(&mut connection, &session.hash()).await?,
        None => None,
    };
    drop(connection);
    let is_registrant = session.is_some_and(|session| session.user == user)
        || is_password_right(state, user, request, address).await?;

    let mut transaction = kit::database::begin(&state.pool).await?;
    let user = store::verification::consume(&mut transaction, &token)
        .await?
        .ok_or_else(dead_token)?;
    store::user::set_email_verified(&mut transaction, user).await?;
    store::verification::delete_all(&mut transaction, user).await?;
    if !is_registrant {
        let ended = store::session::end_all(&mut transaction, user, None).await?;
        events::publish_ended(&mut transaction, ended).await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// Verifies the password of the request; false if it has none.
async fn is_password_right(
    state: &State,
    user: UserId,
    request: &VerifyEmailRequest,
    address: ClientAddress,
) -> Result<bool, AccountError> {
    let Some(password) = &request.password else {
        return Ok(false);
    };
    let mut errors = FieldErrors::default();
    let password = validate_current(&mut errors, "password", password);
    let password = CurrentPassword {
        password: errors.finish(password)?,
        field: "password",
        address,
    };
    password.verify(state, user).await?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::account::v1::VerifyEmailRequest;
    use tonic::Status;

    use crate::{
        limits,
        testing::{Fixture, PASSWORD, failure, fields, run_sql},
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

    async fn verify_with(
        fixture: &Fixture,
        token: &str,
        session: &str,
        password: Option<&str>,
    ) -> Result<(), Status> {
        let request = VerifyEmailRequest {
            token: token.to_owned(),
            client_address: "192.0.2.1".to_owned(),
            session_token: session.to_owned(),
            password: password.map(ToOwned::to_owned),
        };
        let request = on_behalf_of(&testkit::caller::anonymous(), request);
        fixture.client().verify_email(request).await.map(drop)
    }

    #[tokio::test]
    async fn ends_all_sessions_without_a_session_or_the_password_of_the_account() {
        let fixture = Fixture::start().await;
        for (with_session, password, is_kept) in [
            (true, None, true),
            (true, Some(""), true),
            (false, Some(PASSWORD), true),
            (false, None, false),
        ] {
            let (squatter, other) = (fixture.customer().await, fixture.customer().await);
            let token = fixture.verification_token(&squatter).await;
            let session = if with_session {
                &squatter.session
            } else {
                &other.session
            };
            verify_with(&fixture, &token, session, password).await.unwrap();
            assert!(fixture.contact(&squatter).await.email_verified);
            assert_eq!(
                fixture.is_live(&squatter).await,
                is_kept,
                "{with_session} {password:?}"
            );
            assert!(fixture.is_live(&other).await);
        }
    }

    #[tokio::test]
    async fn asks_for_the_password_and_keeps_the_token_until_it_is_right() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let token = fixture.verification_token(&customer).await;
        for (password, key) in [("", "FIELD.REQUIRED"), ("not this one", "PASSWORD.WRONG_CURRENT")] {
            let error = verify_with(&fixture, &token, "", Some(password))
                .await
                .unwrap_err();
            assert_eq!(fields(&error), [("password".to_owned(), key.to_owned())]);
        }
        assert!(!fixture.contact(&customer).await.email_verified);
        verify_with(&fixture, &token, "", Some(PASSWORD)).await.unwrap();
        assert!(fixture.is_live(&customer).await);
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
