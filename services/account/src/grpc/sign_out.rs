//! Ends the session families of the tokens.

use kit::{caller::Caller, failure::Failure};
use proto::account::v1::{SignOutRequest, SignOutResponse};

use super::State;
use crate::{events, store, token::Token};

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: SignOutRequest,
) -> Result<SignOutResponse, Failure> {
    let session = Token::parse(&request.session_token);
    let refresh = Token::parse(&request.refresh_token);
    if session.is_none() && refresh.is_none() {
        return Ok(SignOutResponse {});
    }
    let mut transaction = kit::database::begin(&state.pool).await?;
    let ended = store::session::end_by_tokens(&mut transaction, session.as_ref(), refresh.as_ref()).await?;
    events::publish_ended(&mut transaction, ended).await?;
    transaction.commit().await?;
    Ok(SignOutResponse {})
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
    async fn ends_only_the_family_of_the_tokens() {
        let fixture = Fixture::start().await;
        let here = fixture.customer().await;
        let there = fixture.sign_in(&here.email, PASSWORD).await.unwrap();
        send(&fixture, &here.session, &here.refresh).await;
        assert!(!fixture.is_live(&here).await);
        assert_eq!(fixture.validate(&here.session, &here.refresh).await.session, None);
        assert!(fixture.is_live(&there).await);
    }

    #[tokio::test]
    async fn either_token_suffices_even_if_expired() {
        let fixture = Fixture::start().await;
        let (one, other) = (fixture.customer().await, fixture.customer().await);
        fixture.expire_session(&one).await;
        send(&fixture, &one.session, "").await;
        send(&fixture, "", &other.refresh).await;
        assert_eq!(fixture.validate("", &one.refresh).await.session, None);
        assert!(!fixture.is_live(&other).await);
    }

    #[tokio::test]
    async fn repeated_sign_out_succeeds_and_publishes_once() {
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
