//! Customer: returns the conversation of a token, and marks what staff wrote as read.

use kit::{caller::Caller, failure::Failure};
use proto::inquiry::v1::{ViewConversationRequest, ViewConversationResponse};

use super::{convert, link};
use crate::{events::Change, grpc::State, store};

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: ViewConversationRequest,
) -> Result<ViewConversationResponse, Failure> {
    let _permit = link::exclude_others(state, &request.token).await?;
    let mut transaction = kit::database::begin(&state.pool).await?;
    let inquiry = link::open(state, &mut transaction, &request.token).await?;
    if request.is_seen && store::message::mark_read(&mut transaction, inquiry.id, true, None).await? {
        let change = Change {
            inquiry: &inquiry,
            by: None,
        };
        change.changed(&mut transaction, "message").await?;
    }
    let conversation = convert::load(&mut transaction, &inquiry).await?;
    transaction.commit().await?;
    Ok(ViewConversationResponse {
        conversation: Some(conversation),
    })
}
