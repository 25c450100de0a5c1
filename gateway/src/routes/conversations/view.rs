//! The conversation of a link.

use proto::inquiry::v1::{Conversation, ViewConversationRequest};

use super::conversation::missing;
use crate::{error::ApiResult, routes::visitor::Visitor, state::AppState};

/// Message key of a wrong token.
pub(super) const NOT_FOUND: &str = "CONVERSATION.NOT_FOUND";

/// Returns the conversation of a token.
///
/// # Errors
///
/// Fails with 404 if the token is wrong.
pub(super) async fn view(
    state: &AppState,
    visitor: &Visitor,
    token: String,
    is_seen: bool,
) -> ApiResult<Conversation> {
    visitor.check(state, &token, NOT_FOUND)?;
    let request = visitor.request(ViewConversationRequest { token, is_seen });
    let found = state
        .clients
        .conversations
        .clone()
        .view_conversation(request)
        .await;
    let found = found.map_err(|status| visitor.refused(state, status.into()))?;
    let conversation = found.into_inner().conversation;
    Ok(conversation.ok_or_else(missing)?)
}
