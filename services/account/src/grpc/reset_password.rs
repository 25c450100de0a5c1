//! Sets a new password by a token from the mail.

use kit::{caller::Caller, client_address::ClientAddress, failure::Failure};
use proto::account::v1::{ResetPasswordRequest, ResetPasswordResponse};
use tonic::Request;

use super::{State, convert};
use crate::{error::AccountError, fields::Fields, limits, store, token::Token};

pub(super) async fn handle(
    state: &State,
    request: Request<ResetPasswordRequest>,
) -> Result<ResetPasswordResponse, Failure> {
    Caller::from_request(&request)?;
    reset(state, request.get_ref()).await?;
    Ok(ResetPasswordResponse {})
}

async fn reset(state: &State, request: &ResetPasswordRequest) -> Result<(), AccountError> {
    let address = ClientAddress::parse(&request.client_address);
    let mut connection = state.pool.acquire().await?;
    limits::RESET_ADDRESS
        .count(&mut connection, address.as_str())
        .await??;

    let mut fields = Fields::default();
    let mut token = Token::parse(&request.token).map(|token| token.hash());
    // Looked up before anything is hashed: a dead token costs little, and a weak password uses no token up.
    if let Some(hash) = &token
        && !store::reset::is_live(&mut connection, hash).await?
    {
        token = None;
    }
    drop(connection);
    if token.is_none() {
        fields.refuse("token", "RESET.DEAD_TOKEN");
    }
    let password = fields.new_password("newPassword", &request.new_password);
    let (Some(token), Some(password)) = (token, password) else {
        return Err(fields.into_error());
    };

    let password_hash = state.passwords.turn().await?.hash(password).await?;
    let mut transaction = state.pool.begin().await?;
    let user = store::reset::take(&mut transaction, &token)
        .await?
        .ok_or_else(|| AccountError::field("token", "RESET.DEAD_TOKEN"))?;
    store::user::set_password(&mut transaction, user, &password_hash).await?;
    store::reset::forget(&mut transaction, user).await?;
    let ended = store::session::end_all(&mut transaction, user, None).await?;
    convert::publish_ended(&mut transaction, ended).await?;
    transaction.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use kit::failure::Code;
    use proto::account::v1::SessionRevoked;

    use crate::{
        limits,
        testing::{Fixture, PASSWORD, failure, fields, run_sql},
    };

    const NEW: &str = "mavi divan altında";

    fn dead() -> [(String, String); 1] {
        [("token".to_owned(), "RESET.DEAD_TOKEN".to_owned())]
    }

    #[tokio::test]
    async fn the_new_password_counts_and_all_sessions_end() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let other = fixture.sign_in(&customer.email, PASSWORD).await.unwrap();
        let token = fixture.reset_token(&customer).await;

        fixture.reset(&token, NEW).await.unwrap();

        assert!(fixture.sign_in(&customer.email, NEW).await.is_ok());
        assert!(fixture.sign_in(&customer.email, PASSWORD).await.is_err());
        assert!(!fixture.is_live(&customer).await);
        assert!(!fixture.is_live(&other).await);
        let published = fixture.harness.published::<SessionRevoked>().await;
        assert_eq!(published.len(), 1);
        assert_eq!(published[0].user_id, customer.user.to_string());
        let mut families = [customer.family.to_string(), other.family.to_string()];
        families.sort();
        assert_eq!(published[0].family_ids, families);
    }

    #[tokio::test]
    async fn a_token_works_once() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let token = fixture.reset_token(&customer).await;
        let tries = futures::future::join_all((0..3).map(|_| fixture.reset(&token, NEW))).await;
        assert_eq!(tries.iter().filter(|outcome| outcome.is_ok()).count(), 1);
        let refused = fixture.reset(&token, "yet another one").await.unwrap_err();
        assert_eq!(fields(&refused), dead());
    }

    #[tokio::test]
    async fn a_token_lives_30_minutes() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let token = fixture.reset_token(&customer).await;
        let statement =
            "update password_reset set issued_at = issued_at - interval '30 minutes' where user_id = $1";
        run_sql(fixture.harness.pool(), statement, customer.user).await;
        let refused = fixture.reset(&token, NEW).await.unwrap_err();
        assert_eq!(fields(&refused), dead());
        assert!(fixture.sign_in(&customer.email, PASSWORD).await.is_ok());
    }

    #[tokio::test]
    async fn an_older_request_dies_with_the_password_that_it_was_for() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let (older, newer) = (
            fixture.reset_token(&customer).await,
            fixture.reset_token(&customer).await,
        );
        fixture.reset(&newer, NEW).await.unwrap();
        assert_eq!(
            fields(&fixture.reset(&older, PASSWORD).await.unwrap_err()),
            dead()
        );
    }

    #[tokio::test]
    async fn a_weak_password_uses_no_token_up() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let token = fixture.reset_token(&customer).await;
        let refused = fixture.reset(&token, "short").await.unwrap_err();
        assert_eq!(
            fields(&refused),
            [("newPassword".to_owned(), "PASSWORD.TOO_SHORT".to_owned())]
        );
        assert!(fixture.reset(&token, NEW).await.is_ok());
    }

    #[tokio::test]
    async fn no_token_at_all_is_a_dead_one_and_guessing_is_limited() {
        let fixture = Fixture::start().await;
        fixture.leave(1, &limits::RESET_ADDRESS, "192.0.2.1").await;
        assert_eq!(fields(&fixture.reset("", NEW).await.unwrap_err()), dead());
        let refused = fixture.reset("", NEW).await.unwrap_err();
        assert_eq!(failure(&refused).code, Code::LimitReached);
    }
}
