//! Ends the session families of the tokens.

use kit::{caller::Caller, failure::Failure};
use proto::account::v1::{SignOutOfDeskRequest, SignOutOfDeskResponse};

use super::State;
use crate::{events, store, token::Token};

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: SignOutOfDeskRequest,
) -> Result<SignOutOfDeskResponse, Failure> {
    let session = Token::parse(&request.session_token);
    let refresh = Token::parse(&request.refresh_token);
    if session.is_none() && refresh.is_none() {
        return Ok(SignOutOfDeskResponse {});
    }
    let mut transaction = kit::database::begin(&state.pool).await?;
    let ended =
        store::desk_session::end_by_tokens(&mut transaction, session.as_ref(), refresh.as_ref()).await?;
    events::publish_ended(&mut transaction, ended).await?;
    transaction.commit().await?;
    Ok(SignOutOfDeskResponse {})
}
