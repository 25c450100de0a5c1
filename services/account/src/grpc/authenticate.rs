//! Returns the live session of a token.

use kit::{caller::Caller, failure::Failure};
use proto::account::v1::{AuthenticateRequest, AuthenticateResponse};

use super::{State, convert};
use crate::{error::AccountError, store, token::Token};

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: AuthenticateRequest,
) -> Result<AuthenticateResponse, Failure> {
    let token = Token::parse(&request.session_token).ok_or(AccountError::NoSession)?;
    let session = store::session::find_live(&mut *state.pool.acquire().await?, &token.hash())
        .await?
        .ok_or(AccountError::NoSession)?;
    Ok(AuthenticateResponse {
        session: Some(convert::session(&session)),
    })
}

#[cfg(test)]
mod tests {
    use kit::failure::Code;

    use super::*;
    use crate::testing::{Fixture, failure};

    #[tokio::test]
    async fn returns_the_user_of_a_live_token() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let session = fixture.session(&customer).await.unwrap();
        assert_eq!(session.user_id, customer.user.to_string());
        assert_eq!(session.family_id, customer.family.to_string());
        assert_eq!(session.discount_percent, 0);
    }

    #[tokio::test]
    async fn rejects_expired_unknown_and_malformed_tokens() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        fixture.expire_session(&customer).await;
        let refresh = customer.refresh.clone();
        for token in [&customer.session, &refresh, &Token::random().encode(), "", "x"] {
            let error = fixture.authenticate(token).await.unwrap_err();
            assert_eq!(failure(&error).code, Code::Unauthenticated);
        }
    }

    #[tokio::test]
    async fn rejects_calls_without_a_caller() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let error = fixture
            .authenticate_without_caller(&customer.session)
            .await
            .unwrap_err();
        assert_eq!(error.code(), tonic::Code::Unauthenticated);
    }
}
