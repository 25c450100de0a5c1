//! Ends the family of the tokens.

use kit::{caller::Caller, failure::Failure};
use proto::account::v1::{SignOutRequest, SignOutResponse};
use tonic::Request;

use super::{State, convert};
use crate::{error::AccountError, store, token::Token};

pub(super) async fn handle(
    state: &State,
    request: Request<SignOutRequest>,
) -> Result<SignOutResponse, Failure> {
    Caller::from_request(&request)?;
    sign_out(state, request.get_ref()).await?;
    Ok(SignOutResponse {})
}

async fn sign_out(state: &State, request: &SignOutRequest) -> Result<(), AccountError> {
    let session = Token::parse(&request.session_token);
    let refresh = Token::parse(&request.refresh_token);
    if session.is_none() && refresh.is_none() {
        return Ok(());
    }
    let mut transaction = state.pool.begin().await?;
    let ended = store::session::end_by_tokens(&mut transaction, session.as_ref(), refresh.as_ref()).await?;
    convert::publish_ended(&mut transaction, ended).await?;
    transaction.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use kit::grpc::client::on_behalf_of;
    use proto::account::v1::SessionRevoked;

    use super::*;
    use crate::{
        events::session_revoked,
        testing::{Fixture, PASSWORD},
    };

    async fn send(fixture: &Fixture, session: &str, refresh: &str) {
        let request = SignOutRequest {
            session_token: session.to_owned(),
            refresh_token: refresh.to_owned(),
        };
        let caller = testkit::caller::anonymous();
        fixture
            .client()
            .sign_out(on_behalf_of(&caller, request))
            .await
            .unwrap();
    }

    #[tokio::test]
    async fn it_ends_this_family_for_good_and_no_other() {
        let fixture = Fixture::start().await;
        let here = fixture.customer().await;
        let there = fixture.sign_in(&here.email, PASSWORD).await.unwrap();
        send(&fixture, &here.session, &here.refresh).await;
        assert!(!fixture.is_live(&here).await);
        assert_eq!(fixture.validate(&here.session, &here.refresh).await.session, None);
        assert!(fixture.is_live(&there).await);
    }

    #[tokio::test]
    async fn either_token_is_enough_lapsed_or_not() {
        let fixture = Fixture::start().await;
        let (one, other) = (fixture.customer().await, fixture.customer().await);
        fixture.lapse(&one).await;
        send(&fixture, &one.session, "").await;
        send(&fixture, "", &other.refresh).await;
        assert_eq!(fixture.validate("", &one.refresh).await.session, None);
        assert!(!fixture.is_live(&other).await);
    }

    #[tokio::test]
    async fn without_a_session_it_is_done_already_and_says_so_once() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        send(&fixture, "", "").await;
        send(&fixture, "x", &Token::random().encode()).await;
        send(&fixture, &customer.session, &customer.refresh).await;
        send(&fixture, &customer.session, &customer.refresh).await;
        assert_eq!(
            fixture.harness.published::<SessionRevoked>().await,
            [session_revoked(customer.user, &[customer.family])]
        );
    }
}
