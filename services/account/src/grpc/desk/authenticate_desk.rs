//! Returns the live session of a token.

use kit::{caller::Caller, failure::Failure};
use proto::account::v1::{AuthenticateDeskRequest, AuthenticateDeskResponse};
use tonic::Request;

use super::{State, convert, session};

pub(super) async fn handle(
    state: &State,
    request: Request<AuthenticateDeskRequest>,
) -> Result<AuthenticateDeskResponse, Failure> {
    Caller::from_request(&request)?;
    let mut connection = state.pool.acquire().await?;
    let session = session(&mut connection, &request.get_ref().session_token).await?;
    Ok(AuthenticateDeskResponse {
        session: Some(convert::session(&mut connection, &session, &state.desk).await?),
    })
}
