//! Validates a token pair, and issues a new one if the session has expired.

use kit::{caller::Caller, failure::Failure};
use proto::account::v1::{TokenPair as WirePair, ValidateDeskSessionRequest, ValidateDeskSessionResponse};
use sqlx::PgConnection;

use super::{State, convert};
use crate::{
    desk::{DeskSession, RefreshOutcome, RefreshState},
    error::AccountError,
    events, store,
    token::{Token, TokenPair},
};

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: ValidateDeskSessionRequest,
) -> Result<ValidateDeskSessionResponse, Failure> {
    let mut connection = state.pool.acquire().await?;
    let session = Token::parse(&request.session_token);
    if let Some(token) = &session
        && let Some(live) = store::desk_session::find_live(&mut connection, &token.hash()).await?
    {
        return Ok(ValidateDeskSessionResponse {
            session: Some(convert::session(&mut connection, &live, &state.desk).await?),
            ..ValidateDeskSessionResponse::default()
        });
    }
    drop(connection);
    let refresh = Token::parse(&request.refresh_token);
    if let Some(refresh) = &refresh {
        let response = refresh_session(state, refresh).await?;
        if response.session.is_some() {
            return Ok(response);
        }
    }
    let mut connection = state.pool.acquire().await?;
    let (session, refresh) = (session.as_ref(), refresh.as_ref());
    Ok(ValidateDeskSessionResponse {
        is_ended_by_owner: store::desk_session::is_ended_by_owner(&mut connection, session, refresh).await?,
        ..ValidateDeskSessionResponse::default()
    })
}

async fn refresh_session(
    state: &State,
    refresh: &Token,
) -> Result<ValidateDeskSessionResponse, AccountError> {
    let mut transaction = kit::database::begin(&state.pool).await?;
    let found = store::desk_session::lock_refresh(&mut transaction, &refresh.hash()).await?;
    let Some(refresh_state) = found else {
        return Ok(ValidateDeskSessionResponse::default());
    };
    let renewed = match refresh_state.outcome(&state.desk) {
        RefreshOutcome::Rotate => rotate(&mut transaction, state, refresh, &refresh_state).await?,
        RefreshOutcome::Replay => replay(&mut transaction, state, refresh).await?,
        RefreshOutcome::Reused => {
            tracing::warn!(family = %refresh_state.family, "refresh token of the desk reused, ending its session family");
            store::desk_session::end(&mut transaction, refresh_state.family).await?;
            events::publish_ended(&mut transaction, vec![(refresh_state.user, refresh_state.family)]).await?;
            None
        }
        RefreshOutcome::Expired => None,
    };
    let response = match renewed {
        Some((session, pair)) => response(&mut transaction, state, &session, &pair, &refresh_state).await?,
        None => ValidateDeskSessionResponse::default(),
    };
    transaction.commit().await?;
    Ok(response)
}

async fn response(
    connection: &mut PgConnection,
    state: &State,
    session: &DeskSession,
    pair: &TokenPair,
    refresh: &RefreshState,
) -> Result<ValidateDeskSessionResponse, AccountError> {
    let tokens: WirePair = convert::tokens(pair, session.step, refresh.family_age, &state.desk);
    Ok(ValidateDeskSessionResponse {
        session: Some(convert::session(connection, session, &state.desk).await?),
        tokens: Some(tokens),
        ..ValidateDeskSessionResponse::default()
    })
}

/// Issues a new pair.
async fn rotate(
    connection: &mut PgConnection,
    state: &State,
    refresh: &Token,
    refresh_state: &RefreshState,
) -> Result<Option<(DeskSession, TokenPair)>, sqlx::Error> {
    let Some(pair) = state.refresh_keys.successors(refresh).next() else {
        return Ok(None);
    };
    store::desk_session::mark_rotated(connection, refresh_state.user, &refresh.hash()).await?;
    store::desk_session::insert_pair(connection, refresh_state.family, &pair, &state.desk).await?;
    let session = store::desk_session::find_live(connection, &pair.session.hash()).await?;
    Ok(session.map(|session| (session, pair)))
}

/// Returns the pair issued at the first use, whichever key derived it.
async fn replay(
    connection: &mut PgConnection,
    state: &State,
    refresh: &Token,
) -> Result<Option<(DeskSession, TokenPair)>, sqlx::Error> {
    for pair in state.refresh_keys.successors(refresh) {
        if let Some(session) = store::desk_session::find_live(connection, &pair.session.hash()).await? {
            return Ok(Some((session, pair)));
        }
    }
    Ok(None)
}
