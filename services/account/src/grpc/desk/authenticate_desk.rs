//! Returns the live session of a token.

use kit::{caller::Caller, failure::Failure};
use proto::account::v1::{AuthenticateDeskRequest, AuthenticateDeskResponse};

use super::{State, convert, session};

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: AuthenticateDeskRequest,
) -> Result<AuthenticateDeskResponse, Failure> {
    let mut connection = state.pool.acquire().await?;
    let session = session(&mut connection, &request.session_token).await?;
    Ok(AuthenticateDeskResponse {
        session: Some(convert::session(&mut connection, &session, &state.desk).await?),
    })
}
