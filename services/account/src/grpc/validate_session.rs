//! Validates a token pair, and issues a new one if the session has expired.

use kit::{caller::Caller, failure::Failure};
use proto::account::v1::{self as wire, ValidateSessionRequest, ValidateSessionResponse};
use sqlx::PgConnection;

use super::{State, convert};
use crate::{
    error::AccountError,
    events,
    session::{RefreshOutcome, RefreshState, Session},
    store,
    token::{RefreshKeys, Token, TokenPair},
};

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: ValidateSessionRequest,
) -> Result<ValidateSessionResponse, Failure> {
    let (session, tokens) = validate(state, &request).await?;
    Ok(ValidateSessionResponse {
        session: session.as_ref().map(convert::session),
        tokens,
    })
}

type Validated = (Option<Session>, Option<wire::TokenPair>);

async fn validate(state: &State, request: &ValidateSessionRequest) -> Result<Validated, AccountError> {
    if let Some(token) = Token::parse(&request.session_token) {
        let mut connection = state.pool.acquire().await?;
        let live = store::session::find_live(&mut connection, &token.hash()).await?;
        if live.is_some() {
            return Ok((live, None));
        }
    }
    match Token::parse(&request.refresh_token) {
        Some(refresh) => refresh_session(state, &refresh).await,
        None => Ok((None, None)),
    }
}

async fn refresh_session(state: &State, refresh: &Token) -> Result<Validated, AccountError> {
    let mut transaction = kit::database::begin(&state.pool).await?;
    let Some(refresh_state) = store::session::lock_refresh(&mut transaction, &refresh.hash()).await? else {
        return Ok((None, None));
    };
    let renewed = match refresh_state.outcome() {
        RefreshOutcome::Rotate => {
            rotate(&mut transaction, &state.refresh_keys, refresh, &refresh_state).await?
        }
        RefreshOutcome::Replay => replay(&mut transaction, &state.refresh_keys, refresh).await?,
        RefreshOutcome::Reused => {
            tracing::warn!(family = %refresh_state.family, "refresh token reused, ending its session family");
            store::session::end(&mut transaction, refresh_state.family).await?;
            events::publish_ended(&mut transaction, vec![(refresh_state.user, refresh_state.family)]).await?;
            None
        }
        RefreshOutcome::Expired => None,
    };
    transaction.commit().await?;
    Ok(match renewed {
        Some((session, pair)) => (
            Some(session),
            Some(convert::tokens(&pair, refresh_state.family_age)),
        ),
        None => (None, None),
    })
}

/// Issues a new pair.
async fn rotate(
    connection: &mut PgConnection,
    keys: &RefreshKeys,
    refresh: &Token,
    state: &RefreshState,
) -> Result<Option<(Session, TokenPair)>, sqlx::Error> {
    let Some(pair) = keys.successors(refresh).next() else {
        return Ok(None);
    };
    store::session::mark_rotated(connection, state.family, &refresh.hash()).await?;
    store::session::insert_pair(connection, state.family, &pair).await?;
    let session = store::session::find_live(connection, &pair.session.hash()).await?;
    Ok(session.map(|session| (session, pair)))
}

/// Returns the pair issued at the first use, whichever key derived it.
async fn replay(
    connection: &mut PgConnection,
    keys: &RefreshKeys,
    refresh: &Token,
) -> Result<Option<(Session, TokenPair)>, sqlx::Error> {
    for pair in keys.successors(refresh) {
        if let Some(session) = store::session::find_live(connection, &pair.session.hash()).await? {
            return Ok(Some((session, pair)));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use proto::account::v1::SessionRevoked;

    use super::*;
    use crate::{
        events::session_revoked,
        testing::{Fixture, NEW_REFRESH_KEY, OLD_REFRESH_KEY, run_sql},
    };

    #[tokio::test]
    async fn accepts_a_live_session_without_rotation() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let response = fixture.validate(&customer.session, &customer.refresh).await;
        assert_eq!(response.session.unwrap().user_id, customer.user.to_string());
        assert_eq!(response.tokens, None);
        assert!(fixture.validate(&customer.session, "").await.session.is_some());
    }

    #[tokio::test]
    async fn rejects_missing_malformed_and_unknown_tokens() {
        let fixture = Fixture::start().await;
        let unknown = Token::random().encode();
        for (session, refresh) in [("", ""), ("x", "y"), (unknown.as_str(), unknown.as_str())] {
            assert_eq!(
                fixture.validate(session, refresh).await,
                ValidateSessionResponse::default()
            );
        }
    }

    #[tokio::test]
    async fn renews_an_expired_or_missing_session() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        fixture.expire_session(&customer).await;
        let response = fixture.validate(&customer.session, &customer.refresh).await;
        assert_eq!(response.session.unwrap().family_id, customer.family.to_string());
        let first = response.tokens.unwrap();
        assert!(fixture.authenticate(&first.session_token).await.is_ok());

        let second = fixture.validate("", &first.refresh_token).await.tokens.unwrap();
        assert_ne!(second, first);
        assert!(fixture.authenticate(&second.session_token).await.is_ok());
    }

    #[tokio::test]
    async fn parallel_refreshes_return_the_same_pair() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        fixture.expire_session(&customer).await;
        // Locks the family until several calls wait for it.
        let mut lock = kit::database::begin(fixture.harness.pool()).await.unwrap();
        sqlx::query("select 1 from session_family for update")
            .execute(&mut *lock)
            .await
            .unwrap();
        let calls = (0..20).map(|_| fixture.validate(&customer.session, &customer.refresh));
        let (responses, ()) = tokio::join!(futures::future::join_all(calls), async {
            fixture.wait_for_lock_waiters(3).await;
            lock.rollback().await.unwrap();
        });
        let first = responses[0].tokens.clone().unwrap();
        for response in &responses {
            assert!(response.session.is_some());
            assert_eq!(
                response.tokens.as_ref().unwrap().session_token,
                first.session_token
            );
            assert_eq!(
                response.tokens.as_ref().unwrap().refresh_token,
                first.refresh_token
            );
        }
        assert!(fixture.authenticate(&first.session_token).await.is_ok());
        assert_eq!(fixture.harness.published::<SessionRevoked>().await, []);
    }

    #[tokio::test]
    async fn reuse_after_the_grace_period_ends_the_family() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        fixture.expire_session(&customer).await;
        let next = fixture
            .validate(&customer.session, &customer.refresh)
            .await
            .tokens
            .unwrap();
        let statement = "update session_pair set rotated_at = rotated_at - interval '11 seconds'
             where family_id in (select family_id from session_family where user_id = $1)";
        run_sql(fixture.harness.pool(), statement, customer.user).await;

        let again = fixture.validate(&customer.session, &customer.refresh).await;

        assert_eq!(again, ValidateSessionResponse::default());
        assert!(fixture.authenticate(&next.session_token).await.is_err());
        assert_eq!(
            fixture.validate("", &next.refresh_token).await,
            ValidateSessionResponse::default()
        );
        // Published once, however often the token is used.
        fixture.validate(&customer.session, &customer.refresh).await;
        assert_eq!(
            fixture.harness.published::<SessionRevoked>().await,
            [session_revoked(customer.user, &[customer.family])]
        );
    }

    #[tokio::test]
    async fn refresh_token_expires_after_30_days_and_family_after_180() {
        for statement in [
            "update session_pair set created_at = created_at - interval '30 days'
             where family_id in (select family_id from session_family where user_id = $1)",
            "update session_family set created_at = created_at - interval '180 days' where user_id = $1",
        ] {
            let fixture = Fixture::start().await;
            let customer = fixture.customer().await;
            fixture.expire_session(&customer).await;
            run_sql(fixture.harness.pool(), statement, customer.user).await;
            let response = fixture.validate(&customer.session, &customer.refresh).await;
            assert_eq!(response, ValidateSessionResponse::default(), "{statement}");
        }
    }

    #[tokio::test]
    async fn session_expires_with_its_family() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        fixture.expire_session(&customer).await;
        let statement = "update session_family
             set created_at = now() - interval '180 days' + interval '5 minutes' where user_id = $1";
        run_sql(fixture.harness.pool(), statement, customer.user).await;
        let response = fixture.validate("", &customer.refresh).await;
        let tokens = response.tokens.unwrap();
        assert!(
            tokens.session_seconds <= 300 && tokens.refresh_seconds <= 300,
            "{tokens:?}"
        );
    }

    #[tokio::test]
    async fn key_rotation_ends_no_session() {
        let fixture = Fixture::with_refresh_keys(OLD_REFRESH_KEY).await;
        let customer = fixture.customer().await;
        fixture.expire_session(&customer).await;
        let before = fixture.validate("", &customer.refresh).await.tokens.unwrap();

        let both = format!("{NEW_REFRESH_KEY},{OLD_REFRESH_KEY}");
        let replica = fixture.replica(&both).await;
        let again = replica.validate("", &customer.refresh).await.tokens.unwrap();
        assert_eq!(again.session_token, before.session_token);
        assert!(replica.validate("", &before.refresh_token).await.tokens.is_some());
    }
}
