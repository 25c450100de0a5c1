//! Says whose a live session token is.

use kit::{caller::Caller, failure::Failure};
use proto::account::v1::{AuthenticateRequest, AuthenticateResponse};
use tonic::Request;

use super::{State, convert};
use crate::{error::AccountError, session::Session, store, token::Token};

pub(super) async fn handle(
    state: &State,
    request: Request<AuthenticateRequest>,
) -> Result<AuthenticateResponse, Failure> {
    Caller::from_request(&request)?;
    let session = authenticate(state, &request.get_ref().session_token).await?;
    Ok(AuthenticateResponse {
        session: Some(convert::session(&session)),
    })
}

async fn authenticate(state: &State, token: &str) -> Result<Session, AccountError> {
    let token = Token::parse(token).ok_or(AccountError::NoSession)?;
    let mut connection = state.pool.acquire().await?;
    store::session::find_live(&mut connection, &token.hash())
        .await?
        .ok_or(AccountError::NoSession)
}

#[cfg(test)]
mod tests {
    use kit::failure::Code;

    use super::*;
    use crate::testing::{Fixture, failure};

    #[tokio::test]
    async fn a_live_token_names_its_user() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let session = fixture.session(&customer).await.unwrap();
        assert_eq!(session.user_id, customer.user.to_string());
        assert_eq!(session.family_id, customer.family.to_string());
        assert_eq!(session.discount_percent, 0);
    }

    #[tokio::test]
    async fn a_lapsed_unknown_or_malformed_token_names_nobody() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        fixture.lapse(&customer).await;
        let refresh = customer.refresh.clone();
        for token in [&customer.session, &refresh, &Token::random().encode(), "", "x"] {
            let refused = fixture.authenticate(token).await.unwrap_err();
            assert_eq!(failure(&refused).code, Code::Unauthenticated);
        }
    }

    #[tokio::test]
    async fn without_a_caller_there_is_no_answer() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let refused = fixture.without_caller(&customer.session).await.unwrap_err();
        assert_eq!(refused.code(), tonic::Code::Unauthenticated);
    }
}
