//! Sets a new password with the token from a reset mail.

use kit::{caller::Caller, client_address::ClientAddress, failure::Failure, validation::FieldErrors};
use proto::account::v1::{ResetPasswordRequest, ResetPasswordResponse};

use super::{
    State,
    current_password::{Person, find_person, password_changed},
};
use crate::{error::AccountError, hashing::Origin, limits, password::NewPassword, store, token::Token};

const DEAD_TOKEN: &str = "RESET.DEAD_TOKEN";

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: ResetPasswordRequest,
) -> Result<ResetPasswordResponse, Failure> {
    reset(state, &request).await?;
    Ok(ResetPasswordResponse {})
}

async fn reset(state: &State, request: &ResetPasswordRequest) -> Result<(), AccountError> {
    let address = ClientAddress::parse(&request.client_address);
    let mut connection = state.pool.acquire().await?;
    limits::RESET_ADDRESS
        .count_address(&mut connection, &address)
        .await??;

    let token = Token::parse(&request.token).map(|token| token.hash());
    // Checked before hashing, so that an expired token is cheap, and not consumed, so that a weak password keeps it.
    let user = match &token {
        Some(hash) => store::reset::find(&mut connection, hash).await?,
        None => None,
    };
    let person = match user {
        Some(user) => find_person(&mut connection, user).await?,
        None => None,
    };
    drop(connection);
    let token = token.filter(|_| person.is_some());
    let mut errors = FieldErrors::default();
    errors.ensure(token.is_some(), "token", DEAD_TOKEN);
    let owner = person.as_ref().map(Person::as_owner).unwrap_or_default();
    let password = NewPassword::validate(&mut errors, "newPassword", &request.new_password, &owner);
    let (token, password) = errors.finish((token, password))?;

    let permit = state.hasher.acquire(Origin::Address(address)).await?;
    let password_hash = permit.hash(password).await?;
    let mut transaction = kit::database::begin(&state.pool).await?;
    let user = store::reset::consume(&mut transaction, &token)
        .await?
        .ok_or_else(|| Failure::invalid_field("token", DEAD_TOKEN))?;
    store::user::set_password(&mut transaction, user, &password_hash).await?;
    store::reset::delete_all(&mut transaction, user).await?;
    // The token was mailed to the address.
    store::user::set_email_verified(&mut transaction, user).await?;
    store::verification::delete_all(&mut transaction, user).await?;
    password_changed(&mut transaction, user, None).await?;
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

    fn dead_token() -> [(String, String); 1] {
        [("token".to_owned(), "RESET.DEAD_TOKEN".to_owned())]
    }

    #[tokio::test]
    async fn sets_the_password_and_ends_all_sessions() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let other = fixture.sign_in(&customer.email, PASSWORD).await.unwrap();
        let token = fixture.reset_token(&customer).await;
        assert!(!fixture.details(&customer).await.email_verified);

        fixture.reset(&token, NEW).await.unwrap();

        assert!(
            fixture.details(&customer).await.email_verified,
            "the token was mailed to the address"
        );
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
    async fn token_works_once() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let token = fixture.reset_token(&customer).await;
        let outcomes = futures::future::join_all((0..3).map(|_| fixture.reset(&token, NEW))).await;
        assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
        let error = fixture.reset(&token, "yet another one").await.unwrap_err();
        assert_eq!(fields(&error), dead_token());
    }

    #[tokio::test]
    async fn token_expires_after_30_minutes() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let token = fixture.reset_token(&customer).await;
        let statement =
            "update password_reset set issued_at = issued_at - interval '30 minutes' where user_id = $1";
        run_sql(fixture.harness.pool(), statement, customer.user).await;
        let error = fixture.reset(&token, NEW).await.unwrap_err();
        assert_eq!(fields(&error), dead_token());
        assert!(fixture.sign_in(&customer.email, PASSWORD).await.is_ok());
    }

    #[tokio::test]
    async fn reset_invalidates_older_requests() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let (older, newer) = (
            fixture.reset_token(&customer).await,
            fixture.reset_token(&customer).await,
        );
        fixture.reset(&newer, NEW).await.unwrap();
        assert_eq!(
            fields(&fixture.reset(&older, PASSWORD).await.unwrap_err()),
            dead_token()
        );
    }

    #[tokio::test]
    async fn weak_password_does_not_consume_the_token() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let token = fixture.reset_token(&customer).await;
        let error = fixture.reset(&token, "short").await.unwrap_err();
        assert_eq!(
            fields(&error),
            [("newPassword".to_owned(), "PASSWORD.TOO_SHORT".to_owned())]
        );
        assert!(fixture.reset(&token, NEW).await.is_ok());
    }

    #[tokio::test]
    async fn rejects_a_missing_token_and_limits_attempts() {
        let fixture = Fixture::start().await;
        fixture.use_up_limit(1, &limits::RESET_ADDRESS, "192.0.2.1").await;
        assert_eq!(fields(&fixture.reset("", NEW).await.unwrap_err()), dead_token());
        let error = fixture.reset("", NEW).await.unwrap_err();
        assert_eq!(failure(&error).code, Code::LimitReached);
    }
}
