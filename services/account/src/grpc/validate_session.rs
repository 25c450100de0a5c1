//! Says whether a pair of tokens is good, and gives a new pair where the session has lapsed.

use kit::{caller::Caller, failure::Failure};
use proto::account::v1::{TokenPair, ValidateSessionRequest, ValidateSessionResponse};
use sqlx::PgConnection;
use tonic::Request;

use super::{State, convert};
use crate::{
    error::AccountError,
    session::{RefreshState, Session, Verdict},
    store,
    token::{Pair, RefreshKeys, Token},
};

pub(super) async fn handle(
    state: &State,
    request: Request<ValidateSessionRequest>,
) -> Result<ValidateSessionResponse, Failure> {
    Caller::from_request(&request)?;
    let (session, tokens) = validate(state, request.get_ref()).await?;
    Ok(ValidateSessionResponse {
        session: session.as_ref().map(convert::session),
        tokens,
    })
}

type Answer = (Option<Session>, Option<TokenPair>);

async fn validate(state: &State, request: &ValidateSessionRequest) -> Result<Answer, AccountError> {
    if let Some(token) = Token::parse(&request.session_token) {
        let mut connection = state.pool.acquire().await?;
        let live = store::session::find_live(&mut connection, &token.hash()).await?;
        if live.is_some() {
            return Ok((live, None));
        }
    }
    match Token::parse(&request.refresh_token) {
        Some(refresh) => use_refresh(state, &refresh).await,
        None => Ok((None, None)),
    }
}

async fn use_refresh(state: &State, refresh: &Token) -> Result<Answer, AccountError> {
    let mut transaction = state.pool.begin().await?;
    let Some(refresh_state) = store::session::lock_refresh(&mut transaction, &refresh.hash()).await? else {
        return Ok((None, None));
    };
    let next = match refresh_state.judge() {
        Verdict::Rotate => rotate(&mut transaction, &state.refresh_keys, refresh, &refresh_state).await?,
        Verdict::Repeat => repeat(&mut transaction, &state.refresh_keys, refresh).await?,
        Verdict::Reused => {
            tracing::warn!(family = %refresh_state.family, "a refresh token was used again: its sessions end");
            store::session::end(&mut transaction, refresh_state.family).await?;
            convert::publish_ended(&mut transaction, vec![(refresh_state.user, refresh_state.family)])
                .await?;
            None
        }
        Verdict::Dead => None,
    };
    transaction.commit().await?;
    Ok(match next {
        Some((session, pair)) => (
            Some(session),
            Some(convert::tokens(&pair, refresh_state.family_age)),
        ),
        None => (None, None),
    })
}

/// The first use: a new pair.
async fn rotate(
    connection: &mut PgConnection,
    keys: &RefreshKeys,
    refresh: &Token,
    state: &RefreshState,
) -> Result<Option<(Session, Pair)>, sqlx::Error> {
    let Some(pair) = keys.successors(refresh).next() else {
        return Ok(None);
    };
    store::session::mark_rotated(connection, state.family, &refresh.hash()).await?;
    store::session::insert_pair(connection, state.family, &pair).await?;
    let session = store::session::find_live(connection, &pair.session.hash()).await?;
    Ok(session.map(|session| (session, pair)))
}

/// A moment later: the same pair, whichever key has made it.
async fn repeat(
    connection: &mut PgConnection,
    keys: &RefreshKeys,
    refresh: &Token,
) -> Result<Option<(Session, Pair)>, sqlx::Error> {
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
    async fn a_live_session_is_good_and_rotates_nothing() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let answer = fixture.validate(&customer.session, &customer.refresh).await;
        assert_eq!(answer.session.unwrap().user_id, customer.user.to_string());
        assert_eq!(answer.tokens, None);
        // Nor does a session without its refresh token.
        assert!(fixture.validate(&customer.session, "").await.session.is_some());
    }

    #[tokio::test]
    async fn nothing_good_is_no_session() {
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
    async fn a_lapsed_or_missing_session_is_renewed() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        fixture.lapse(&customer).await;
        let answer = fixture.validate(&customer.session, &customer.refresh).await;
        assert_eq!(answer.session.unwrap().family_id, customer.family.to_string());
        let first = answer.tokens.unwrap();
        assert!(fixture.authenticate(&first.session_token).await.is_ok());

        let second = fixture.validate("", &first.refresh_token).await.tokens.unwrap();
        assert_ne!(second, first);
        assert!(fixture.authenticate(&second.session_token).await.is_ok());
    }

    #[tokio::test]
    async fn twenty_tabs_that_wake_up_together_get_the_same_pair_and_stay_in() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        fixture.lapse(&customer).await;
        // The family is held until several of them wait for it, so that they really meet.
        let mut held = fixture.harness.pool().begin().await.unwrap();
        sqlx::query("select 1 from session_family for update")
            .execute(&mut *held)
            .await
            .unwrap();
        let tabs = (0..20).map(|_| fixture.validate(&customer.session, &customer.refresh));
        let (answers, ()) = tokio::join!(futures::future::join_all(tabs), async {
            fixture.until_waiting(3).await;
            held.rollback().await.unwrap();
        });
        let first = answers[0].tokens.clone().unwrap();
        for answer in &answers {
            assert!(answer.session.is_some());
            assert_eq!(answer.tokens.as_ref().unwrap().session_token, first.session_token);
            assert_eq!(answer.tokens.as_ref().unwrap().refresh_token, first.refresh_token);
        }
        assert!(fixture.authenticate(&first.session_token).await.is_ok());
        assert_eq!(fixture.harness.published::<SessionRevoked>().await, []);
    }

    #[tokio::test]
    async fn a_refresh_token_used_again_later_ends_the_family() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        fixture.lapse(&customer).await;
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
        // Said once, however often the token is tried.
        fixture.validate(&customer.session, &customer.refresh).await;
        assert_eq!(
            fixture.harness.published::<SessionRevoked>().await,
            [session_revoked(customer.user, &[customer.family])]
        );
    }

    #[tokio::test]
    async fn a_refresh_token_lives_30_days_and_its_family_180() {
        for statement in [
            "update session_pair set created_at = created_at - interval '30 days'
             where family_id in (select family_id from session_family where user_id = $1)",
            "update session_family set created_at = created_at - interval '180 days' where user_id = $1",
        ] {
            let fixture = Fixture::start().await;
            let customer = fixture.customer().await;
            fixture.lapse(&customer).await;
            run_sql(fixture.harness.pool(), statement, customer.user).await;
            let answer = fixture.validate(&customer.session, &customer.refresh).await;
            assert_eq!(answer, ValidateSessionResponse::default(), "{statement}");
        }
    }

    #[tokio::test]
    async fn no_session_outlives_its_family() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        fixture.lapse(&customer).await;
        let statement = "update session_family
             set created_at = now() - interval '180 days' + interval '5 minutes' where user_id = $1";
        run_sql(fixture.harness.pool(), statement, customer.user).await;
        let answer = fixture.validate("", &customer.refresh).await;
        let tokens = answer.tokens.unwrap();
        assert!(
            tokens.session_seconds <= 300 && tokens.refresh_seconds <= 300,
            "{tokens:?}"
        );
    }

    #[tokio::test]
    async fn a_change_of_keys_ends_no_session() {
        let fixture = Fixture::with_refresh_keys(OLD_REFRESH_KEY).await;
        let customer = fixture.customer().await;
        fixture.lapse(&customer).await;
        let before = fixture.validate("", &customer.refresh).await.tokens.unwrap();

        let both = format!("{NEW_REFRESH_KEY},{OLD_REFRESH_KEY}");
        let replica = fixture.replica(&both).await;
        let again = replica.validate("", &customer.refresh).await.tokens.unwrap();
        assert_eq!(again.session_token, before.session_token);
        assert!(replica.validate("", &before.refresh_token).await.tokens.is_some());
    }
}
